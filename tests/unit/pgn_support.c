/* Helpers of the tests of PGN; see pgn_support.h. */
#include "pgn_support.h"

#include <plyforge/experimental.h>

#include <stdlib.h>

bool append(void *context, const void *text, size_t length)
{
    sink *out = context;
    if (out->length + length + 1 > out->size) {
        out->size = 2 * (out->length + length + 1);
        out->text = realloc(out->text, out->size);
        assert_non_null(out->text);
    }
    memcpy(out->text + out->length, text, length);
    out->length += length;
    out->text[out->length] = '\0';
    return true;
}

void append_text(sink *out, const char *text)
{
    append(out, text, strlen(text));
}

size_t read_piece(void *context, void *buffer, size_t size)
{
    source *in = context;
    size_t piece = in->piece ? in->piece : 1 + random_below(&in->random, 3000);
    if (piece > size) piece = size;
    if (piece > in->length - in->at) piece = in->length - in->at;
    memcpy(buffer, in->text + in->at, piece);
    in->at += piece;
    return piece;
}

static pf_pgn_mode reading_mode = PF_PGN_TOLERANT;

void set_reading_mode(pf_pgn_mode mode)
{
    reading_mode = mode;
}

static uint64_t longest_game = PF_PGN_MAX_GAME;

void set_longest_game(uint64_t bytes)
{
    longest_game = bytes;
}

pf_pgn_reader *create_reader(void)
{
    pf_pgn_reader *reader = pf_pgn_reader_create();
    assert_non_null(reader);
    pf_pgn_reader_set_mode(reader, reading_mode);
    pf_pgn_reader_set_max_game(reader, longest_game);
    return reader;
}

/* Writes an event as a line, for comparing. */
static void describe(sink *out, pf_pgn_reader *reader, const pf_pgn_event *event)
{
    static const char *const names[] = {"end",     "game", "tag", "movetext", "move", "nag",
                                        "comment", "(",    ")",   "error",    "over", "warning"};
    char line[512], fen[PF_FEN_SIZE], uci[PF_UCI_SIZE];
    snprintf(line, sizeof line, "%s", names[event->type]);
    append_text(out, line);
    switch (event->type) {
    case PF_PGN_TAG:
        append_text(out, " ");
        append(out, event->name, event->name_length);
        append_text(out, "=");
        append(out, event->text, event->length);
        break;
    case PF_PGN_MOVETEXT:
        pf_position_to_fen(fen, sizeof fen, pf_pgn_position(reader), PF_CASTLING_XFEN, PF_EP_LEGAL);
        snprintf(line, sizeof line, " %s", fen);
        append_text(out, line);
        break;
    case PF_PGN_MOVE:
        pf_move_to_uci(uci, sizeof uci, event->move, PF_UCI_KING_STEP);
        pf_position_to_fen(fen, sizeof fen, pf_pgn_position(reader), PF_CASTLING_XFEN, PF_EP_LEGAL);
        snprintf(line, sizeof line, " %u %s %s ", (unsigned)event->depth, uci, fen);
        append_text(out, line);
        append(out, event->text, event->length);
        break;
    case PF_PGN_NAG:
        snprintf(line, sizeof line, " $%u", (unsigned)event->nag);
        append_text(out, line);
        break;
    case PF_PGN_COMMENT:
        append_text(out, " ");
        append(out, event->text, event->length);
        snprintf(line, sizeof line, " clk %lld emt %lld eval %d:%d:%d", (long long)event->commands.clock,
                 (long long)event->commands.elapsed, (int)event->commands.eval_kind, (int)event->commands.eval,
                 (int)event->commands.eval_depth);
        append_text(out, line);
        break;
    case PF_PGN_WARNING:
    case PF_PGN_ERROR:
        snprintf(line, sizeof line, " line %llu %s", (unsigned long long)event->line, event->error.message);
        append_text(out, line);
        break;
    case PF_PGN_GAME_END:
        snprintf(line, sizeof line, " %s%s",
                 event->result == PF_RESULT_NOT_GIVEN ? "no result" : pf_result_text(event->result),
                 event->broken ? " broken" : "");
        append_text(out, line);
        break;
    default: break;
    }
    snprintf(line, sizeof line, " @%llu\n", (unsigned long long)event->offset);
    append_text(out, line);
}

static void describe_all(sink *out, pf_pgn_reader *reader)
{
    pf_pgn_event event;
    out->length = 0;
    append_text(out, "");
    while (pf_pgn_next(reader, &event) != PF_PGN_END) describe(out, reader, &event);
    describe(out, reader, &event);
    assert_int_equal(pf_pgn_next(reader, &event), PF_PGN_END);
}

/* The text as events, the same however it comes: in memory that ends where the text does, in pieces, on a machine
 * without special instructions; and the summaries agree with the events. */
void assert_events(const char *text, size_t length, const char *expected)
{
    static const size_t pieces[] = {0, 1, 7, 4096, 1 << 20};
    pf_pgn_reader *reader = create_reader();
    sink out = {0}, other = {0};
    char *exact = malloc(length); /* so that a sanitizer sees a byte too far */
    memcpy(exact, text, length);

    pf_pgn_reader_from_memory(reader, exact, length);
    describe_all(&out, reader);
    if (expected) assert_string_equal(out.text, expected);

    pf_cpu_force(0);
    pf_pgn_reader_from_memory(reader, exact, length);
    describe_all(&other, reader);
    pf_cpu_force(~0u);
    assert_string_equal(other.text, out.text);

    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        source in = {text, length, 0, pieces[i], {i}};
        assert_int_equal(pf_pgn_reader_from_stream(reader, read_piece, &in), PF_OK);
        describe_all(&other, reader);
        assert_string_equal(other.text, out.text);
    }

    /* The same sums, in memory and in pieces. */
    for (size_t way = 0; way < 2; way++) {
        pf_pgn_reader *events = create_reader();
        pf_pgn_event event;
        pf_pgn_summary summary, sum;
        source in = {text, length, 0, 13, {0}};
        pf_pgn_reader_from_memory(events, exact, length);
        if (way == 0)
            pf_pgn_reader_from_memory(reader, exact, length);
        else
            pf_pgn_reader_from_stream(reader, read_piece, &in);
        while (pf_pgn_read_game(reader, &summary)) {
            memset(&sum, 0, sizeof sum);
            do {
                pf_pgn_next(events, &event);
                if (event.type == PF_PGN_GAME) sum.offset = event.offset;
                if (event.type == PF_PGN_TAG) sum.tags++;
                if (event.type == PF_PGN_MOVE && event.depth == 0) sum.plies++;
                if (event.type == PF_PGN_MOVE && event.depth > 0) sum.variation_plies++;
                if (event.type == PF_PGN_BEGIN_VARIATION) sum.variations++;
                if (event.type == PF_PGN_COMMENT && !event.continues) sum.comments++;
                if (event.type == PF_PGN_NAG) sum.nags++;
                if (event.type == PF_PGN_WARNING) {
                    const pf_pgn_warning *kept = pf_pgn_reader_warning(reader, sum.warnings++);
                    assert_int_equal(kept != NULL, sum.warnings <= PF_PGN_MAX_WARNINGS);
                    if (kept) assert_int_equal(kept->offset, event.offset);
                    if (kept) assert_int_equal(kept->line, event.line);
                    if (kept) assert_string_equal(kept->error.message, event.error.message);
                }
                if (event.type == PF_PGN_ERROR) {
                    sum.error = event.error;
                    sum.line = event.line;
                    sum.error_offset = event.offset;
                }
                assert_int_not_equal(event.type, PF_PGN_END);
            } while (event.type != PF_PGN_GAME_END);
            assert_int_equal(summary.offset, sum.offset);
            assert_int_equal(summary.tags, sum.tags);
            assert_int_equal(event.tags, sum.tags);
            assert_int_equal(summary.plies, sum.plies);
            assert_int_equal(summary.variation_plies, sum.variation_plies);
            assert_int_equal(summary.variations, sum.variations);
            assert_int_equal(summary.comments, sum.comments);
            assert_int_equal(summary.nags, sum.nags);
            assert_int_equal(summary.warnings, sum.warnings);
            assert_int_equal(event.warnings, sum.warnings);
            assert_int_equal(summary.result, event.result);
            assert_int_equal(summary.broken, event.broken);
            assert_int_equal(summary.line, sum.line);
            assert_int_equal(summary.error_offset, sum.error_offset);
            if (summary.broken) assert_string_equal(summary.error.message, sum.error.message);
        }
        assert_int_equal(pf_pgn_next(events, &event), PF_PGN_END);
        pf_pgn_reader_destroy(events);
    }
    pf_pgn_reader_destroy(reader);
    free(exact);
    free(out.text);
    free(other.text);
}

/* Only what the events of a text come to, in one line. */
void assert_games(const char *text, const char *expected)
{
    assert_events(text, strlen(text), NULL);
    pf_pgn_reader *reader = create_reader();
    pf_pgn_reader_from_memory(reader, text, strlen(text));
    pf_pgn_summary summary;
    sink out = {0};
    append_text(&out, "");
    while (pf_pgn_read_game(reader, &summary)) {
        char line[256];
        snprintf(line, sizeof line, "%s%u+%u", out.length ? ", " : "", (unsigned)summary.plies,
                 (unsigned)summary.variation_plies);
        append_text(&out, line);
        snprintf(line, sizeof line, " %s", pf_result_text(summary.result));
        if (summary.broken)
            snprintf(line, sizeof line, " line %llu: %s", (unsigned long long)summary.line, summary.error.message);
        append_text(&out, line);
        for (uint32_t i = 0; i < summary.warnings && i < PF_PGN_MAX_WARNINGS; i++) {
            const pf_pgn_warning *warning = pf_pgn_reader_warning(reader, i);
            snprintf(line, sizeof line, " (%llu: %s)", (unsigned long long)warning->line, warning->error.message);
            append_text(&out, line);
        }
    }
    assert_string_equal(out.text, expected);
    pf_pgn_reader_destroy(reader);
    free(out.text);
}

bool random_move(test_random *random, const pf_position *position, pf_move *move)
{
    pf_move_list list;
    if (pf_generate_legal(position, &list) == 0) return false;
    *move = list.moves[random_below(random, list.size)];
    return true;
}

void write_random_comment(test_random *random, pf_pgn_writer *writer)
{
    static const char *const words[] = {"a",
                                        "word",
                                        "[%clk 0:01:02]",
                                        "[%eval -1.2,3]",
                                        "[Event \"x\"]",
                                        "%",
                                        "\xc3\xa9t\xc3\xa9",
                                        "(1.",
                                        "e4)",
                                        "1-0",
                                        "$5",
                                        "*",
                                        "[",
                                        "]",
                                        "\"",
                                        "\\",
                                        ";",
                                        "{",
                                        "antidisestablishmentarianism"};
    char text[700] = "";
    for (unsigned n = random_below(random, 20); n > 0; n--) {
        strcat(text, words[random_below(random, COUNT_OF(words))]);
        if (n > 1) strcat(text, " ");
    }
    assert_int_equal(pf_pgn_write_comment(writer, text, strlen(text)), PF_OK);
}

void write_random_line(test_random *random, pf_pgn_writer *writer, pf_position position, unsigned plies, unsigned depth)
{
    pf_move move;
    while (plies-- > 0 && random_move(random, &position, &move)) {
        pf_position before = position;
        if (depth > 0 && random_below(random, 30) == 0 && !pf_position_checkers(&position)) {
            pf_undo undo;
            move = PF_NO_MOVE;
            assert_true(pf_position_make_null(&position, &undo));
        } else {
            pf_position_play_unchecked(&position, move);
        }
        assert_int_equal(pf_pgn_write_move(writer, move), PF_OK);
        if (random_below(random, 9) == 0) pf_pgn_write_nag(writer, random_below(random, 256));
        if (random_below(random, 7) == 0) write_random_comment(random, writer);
        while (depth < 4 && random_below(random, 12) == 0) {
            assert_int_equal(pf_pgn_write_begin_variation(writer), PF_OK);
            write_random_line(random, writer, before, 1 + random_below(random, 6), depth + 1);
            assert_int_equal(pf_pgn_write_end_variation(writer), PF_OK);
        }
    }
}
