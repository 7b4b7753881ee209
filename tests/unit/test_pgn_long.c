/* Games that are too long: each is one broken game, whatever it consists of and however the input comes, and reading
 * continues with the next tag. */
#include "pgn_support.h"

#include <plyforge/pgn_columns.h>

#include <stdlib.h>

#define NEXT "\n\n[E \"b\"]\n\n1. d4 *"

static void is_one_broken_game(void **state)
{
    (void)state;
#define TOO_LONG ": the game is longer than the limit of 20 bytes"
#define LONG     " line 1" TOO_LONG
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *" NEXT, "4+0" LONG ", 1+0 *"},
        {"1. e4 e5 2. Nf3 *" NEXT, "3+0 *, 1+0 *"},
        {"1. e4 e5 2. Nf3 * {a}" NEXT, "3+0" LONG ", 1+0 *"},
        {"1. e4 {a long comment} *" NEXT, "1+0" LONG ", 1+0 *"},
        {"1. e4 ; a long comment" NEXT, "1+0" LONG ", 1+0 *"},
        {"1. e4 {never closed ..." NEXT, "1+0" LONG ", 1+0 *"},
        {"1. e4 (1. d4 (1. c4 ) ) *" NEXT, "1+2" LONG ", 1+0 *"},
        {"1. e4 $1 $1 $1 $1 $1 $1 *" NEXT, "1+0" LONG ", 1+0 *"},
        {"[A \"1\"] [B \"2\"] [C \"3\"] 1. e4 *" NEXT, "0+0" LONG ", 1+0 *"},
        {"{a} {b} {c} {d} {e} {f} [A \"1\"]" NEXT, "0+0" LONG ", 1+0 *"},
        {"1. e4 *\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n" NEXT, "1+0 line 14" TOO_LONG ", 1+0 *"},
        /* The next game begins with a tag; one without tags is skipped. */
        {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n1. d4 *" NEXT, "4+0" LONG ", 1+0 *"},
        /* Within the limit, games without tags are told apart. */
        {"1. e4 e5 *\n\n1. d4 *\n\n1. c4 *\n", "2+0 *, 1+0 *, 1+0 *"},
    };
    set_longest_game(20);
    for (size_t i = 0; i < COUNT_OF(cases); i++) assert_games(cases[i].text, cases[i].expected);
    set_longest_game(PF_PGN_MAX_GAME);
}

/* What a text comes to in columns: for each game its moves, and the place of its fault. */
static void describe_columns(sink *out, pf_pgn_reader *reader)
{
    enum { ROOM = 200 };
    size_t ends[ROOM];
    uint8_t flags[ROOM];
    pf_move moves[ROOM];
    pf_pgn_fault faults[ROOM];
    pf_pgn_columns columns = {.game_room = ROOM,
                              .move_room = ROOM,
                              .fault_room = ROOM,
                              .move_ends = ends,
                              .flags = flags,
                              .moves = moves,
                              .faults = faults};
    out->length = 0;
    append_text(out, "");
    assert_int_equal(pf_pgn_read_columns(reader, &columns), PF_OK);
    for (size_t i = 0, fault = 0; i < columns.game_count; i++) {
        char line[200];
        snprintf(line, sizeof line, "%zu moves", ends[i] - (i ? ends[i - 1] : 0));
        append_text(out, line);
        if (flags[i] & PF_PGN_FLAG_BROKEN) {
            const pf_pgn_warning *place = &faults[fault++].place;
            snprintf(line, sizeof line, ", %llu, line %llu: %s", (unsigned long long)place->offset,
                     (unsigned long long)place->line, place->error.message);
            append_text(out, line);
        }
        append_text(out, "\n");
    }
}

static void describe_events(sink *out, pf_pgn_reader *reader)
{
    pf_pgn_event event;
    unsigned plies = 0;
    pf_pgn_event fault = {0};
    out->length = 0;
    append_text(out, "");
    while (pf_pgn_next(reader, &event) != PF_PGN_END) {
        if (event.type == PF_PGN_GAME) plies = 0;
        if (event.type == PF_PGN_MOVE && event.depth == 0) plies++;
        if (event.type == PF_PGN_ERROR) fault = event;
        if (event.type != PF_PGN_GAME_END) continue;
        char line[200];
        snprintf(line, sizeof line, "%u moves", plies);
        append_text(out, line);
        if (event.broken) {
            snprintf(line, sizeof line, ", %llu, line %llu: %s", (unsigned long long)fault.offset,
                     (unsigned long long)fault.line, fault.error.message);
            append_text(out, line);
        }
        append_text(out, "\n");
    }
}

/* With any limit, all ways of reading agree where it strikes. */
static void any_limit(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "[Event \"a\"]\n[White \"b\"]\n\n{before} 1. e4 e5 (1... c5 2. Nf3 (2. c3) d6) 2. Nf3 $1 {after\nit} Nc6 ; "
        "line\n"
        "3. Bb5 a6 4.Ba4 Nf6 5.0-0 Be7 {a comment that is longer than a block of sixty-four bytes, so that it ends in "
        "another one} 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1-0 {Black\nresigns} $5 1-0\n\n\n[Event \"c\"]\n1. d4 *\n\n1. c4 *",
        "words before (1. e4) {c}\n[Event \"a\"]\n\n[White \"b\"]\n1. e4 e5\n\n1. d4 d5 {open\n[Event \"x\"]\n1. e4 "
        "Ke5 "
        "1-0 1-0 (a) {b}\n%escaped\n\n2. e4 [Black \"x\"]\n",
        "1. e4 e5 2. Nf3 [a stray bracket at the end of the input]",
        "[Variant \"Atomic\"]\n1. e4 e5 2. Nf3 (2. d4) {x} d6 *\n\n[Event \"n\"]\n*",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const size_t length = strlen(texts[i]);
        for (uint64_t limit = 1; limit <= length + 1; limit++) {
            set_longest_game(limit);
            assert_events(texts[i], length, NULL);
            sink events = {0}, columns = {0};
            pf_pgn_reader *reader = create_reader();
            pf_pgn_reader_accept_variants(reader, PF_VARIANT_STANDARD);
            pf_pgn_reader_from_memory(reader, texts[i], length);
            describe_events(&events, reader);
            for (size_t piece = 1; piece < 100; piece += 7) {
                source in = {texts[i], length, 0, piece, {0}};
                assert_int_equal(pf_pgn_reader_from_stream(reader, read_piece, &in), PF_OK);
                describe_columns(&columns, reader);
                assert_string_equal(columns.text, events.text);
            }
            pf_pgn_reader_destroy(reader);
            free(events.text);
            free(columns.text);
        }
    }
    set_longest_game(PF_PGN_MAX_GAME);
}

/* A source of a text, another text again and again, and a third one. */
typedef struct repetition {
    const char *first, *repeated, *last;
    uint64_t left; /* of the repeated bytes */
    size_t at;
} repetition;

static size_t read_repetition(void *context, void *buffer, size_t size)
{
    repetition *in = context;
    size_t done = 0;
    while (done < size) {
        const char *text = *in->first ? in->first : in->left > 0 ? in->repeated + in->at : in->last;
        size_t length = strlen(text);
        if (length == 0) break;
        if (length > size - done) length = size - done;
        if (!*in->first && in->left > 0 && length > in->left) length = (size_t)in->left;
        memcpy((char *)buffer + done, text, length);
        done += length;
        if (*in->first) {
            in->first += length;
        } else if (in->left > 0) {
            in->left -= length;
            in->at = (in->at + length) % strlen(in->repeated);
        } else {
            in->last += length;
        }
    }
    return done;
}

/* The default limit, on games that do not end. */
static void endless_games(void **state)
{
    (void)state;
    static const struct {
        const char *first, *repeated;
    } cases[] = {
        {"1. e4 e5 ", "Nf3 Nf6 Ng1 Ng8 "},
        {"1. e4 {", "comment "},
        {"1. e4 ", "{comment} "},
        {"", "[A \"x\"] "},
        {"1. e4 ", "$1 "},
        {"1. e4 * ", " "},
        {"1. e4 ", "e. "},
    };
    pf_pgn_reader *reader = create_reader();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        repetition in = {cases[i].first, cases[i].repeated, NEXT, PF_PGN_MAX_GAME + (UINT64_C(3) << 20), 0};
        assert_int_equal(pf_pgn_reader_from_stream(reader, read_repetition, &in), PF_OK);
        pf_pgn_summary summary;
        assert_true(pf_pgn_read_game(reader, &summary));
        assert_true(summary.broken);
        assert_string_equal(summary.error.message, "the game is longer than the limit of 64 MiB");
        assert_int_equal(summary.error_offset, PF_PGN_MAX_GAME);
        assert_true(pf_pgn_read_game(reader, &summary));
        assert_false(summary.broken);
        assert_int_equal(summary.plies, 1);
        assert_false(pf_pgn_read_game(reader, &summary));
    }
    pf_pgn_reader_set_max_game(reader, 0);
    repetition in = {cases[0].first, cases[0].repeated, NEXT, PF_PGN_MAX_GAME + (UINT64_C(3) << 20), 0};
    assert_int_equal(pf_pgn_reader_from_stream(reader, read_repetition, &in), PF_OK);
    pf_pgn_summary summary;
    assert_true(pf_pgn_read_game(reader, &summary));
    assert_false(summary.broken);
    pf_pgn_reader_destroy(reader);
}

/* The text behind a game that is too long, in pieces: the same place as for a reader that has all of it. */
static void passes_to_a_tag(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool mid_line;
        int found; /* -1: there is no tag */
    } cases[] = {
        {"[A \"x\"]", false, 0},
        {"[A \"x\"]", true, -1},
        {"  \xef\xbb\xbf[A \"x\"]", false, 5},
        {"x\n\n [ A\t\"x\"]", true, 4},
        {"[%clk 0]\n[A x]\n x [A \"x\"]\n{\n[B \"y\"]", false, 28},
        {"1. e4 e5\n1-0\n", true, -1},
        {"", true, -1},
        {"[A", false, -1},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *text = cases[i].text;
        const size_t length = strlen(text);
        for (size_t piece = 1; piece <= length + 1; piece++) {
            bool found = false, mid_line = cases[i].mid_line;
            size_t at = 0, end = 0;
            for (bool is_last = false; !found && !is_last;) {
                end = end + piece < length ? end + piece : length;
                is_last = end == length;
                size_t passed = pf_pgn_pass_to_tag(&found, &mid_line, text + at, end - at, is_last);
                assert_true(found || passed == end - at || !is_last);
                at += passed;
            }
            assert_int_equal(found ? (int)at : -1, cases[i].found);
        }
    }
    /* What is kept because it may be a tag is short. */
    char text[2000];
    memset(text, 'A', sizeof text);
    text[0] = '[';
    bool found, mid_line = false;
    assert_int_equal(pf_pgn_pass_to_tag(&found, &mid_line, text, 255, false), 0);
    assert_false(found);
    assert_int_equal(pf_pgn_pass_to_tag(&found, &mid_line, text, 256, false), 256);
    assert_false(found);
    assert_true(mid_line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_one_broken_game),
        cmocka_unit_test(any_limit),
        cmocka_unit_test(endless_games),
        cmocka_unit_test(passes_to_a_tag),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
