/* PGN of the variants: games by their Variant tag, read whole and in pieces, written and read again. */
#include "support.h"

#include <stdlib.h>

static const char zh[] = "[Event \"?\"]\n[Variant \"Crazyhouse\"]\n\n"
                         "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. @d5 (4. P@d6 exd6 5. d4 P@e4) 4... P@e4 5. Nxe4 Qxd5 "
                         "6. P@d7+ Nxd7 7. d4 P@c4 *\n\n";
static const char others[] = "[Variant \"Atomic\"]\n\n1. Nf3 f6 2. Nd4 Nh6 3. Ne6 a6 4. Nxd8# 1-0\n\n"
                             "[Variant \"King of the Hill\"]\n\n1. e4 e5 2. Ke2 Ke7 3. Ke3 Kd6 4. d4 Kc6 5. Kf3 *\n\n"
                             "[Variant \"threeCheck\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 *\n\n"
                             "[Variant \"Antichess\"]\n[FEN \"8/P7/8/8/8/8/8/7k w - - 0 1\"]\n\n1. a8(K) Kg1 *\n\n"
                             "[Variant \"Racing Kings\"]\n\n1. Kh3 Ka3 2. Kh4 *\n\n"
                             "[Variant \"Horde\"]\n\n1. b6 axb6 2. -- b5 *\n\n"
                             "[Variant \"Standard\"]\n\n1. e4 e5 *\n\n";

/* Hands out a text in pieces. */
typedef struct source {
    const char *text;
    size_t at, length, piece;
} source;

static size_t give(void *context, void *buffer, size_t size)
{
    source *in = context;
    size_t given = in->length - in->at;
    if (given > in->piece) given = in->piece;
    if (given > size) given = size;
    memcpy(buffer, in->text + in->at, given);
    in->at += given;
    return given;
}

static size_t append(char *out, size_t size, const char *text)
{
    size_t length = strlen(out);
    return length + (size_t)snprintf(out + length, size - length, "%s", text);
}

/* All that the reader says: events with moves in UCI, and the position after each. */
static void listen(char *out, size_t size, const char *text, size_t piece)
{
    pf_pgn_reader *reader = pf_pgn_reader_create();
    source in = {text, 0, strlen(text), piece};
    pf_pgn_reader_accept_variants(reader, PF_VARIANT_STANDARD);
    if (piece)
        assert_int_equal(pf_pgn_reader_from_stream(reader, give, &in), PF_OK);
    else
        pf_pgn_reader_from_memory(reader, text, strlen(text));
    out[0] = '\0';
    pf_pgn_event event;
    while (pf_pgn_next(reader, &event) != PF_PGN_END) {
        char line[PF_FEN_SIZE + 200], uci[PF_UCI_SIZE], fen[PF_FEN_SIZE];
        if (event.type == PF_PGN_ERROR || event.type == PF_PGN_WARNING) append(out, size, event.error.message);
        if (event.type != PF_PGN_MOVE && event.type != PF_PGN_MOVETEXT) continue;
        const pf_position *position = pf_pgn_position(reader);
        assert_int_equal(position->key, pf_position_compute_key(position));
        assert_int_equal(position->variant, pf_pgn_variant(reader));
        pf_move_to_uci(uci, sizeof uci, event.type == PF_PGN_MOVE ? event.move : (pf_move)PF_NO_MOVE, PF_UCI_KING_STEP);
        pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_XFEN, PF_EP_LEGAL);
        snprintf(line, sizeof line, "%s %s %s\n", pf_variant_name(pf_pgn_variant(reader)), uci, fen);
        assert_true(append(out, size, line) < size);
    }
    pf_pgn_reader_destroy(reader);
}

static void read_whole_and_in_pieces(void **state)
{
    (void)state;
    static char whole[20000], pieces[20000];
    const char *const texts[] = {zh, others};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        listen(whole, sizeof whole, texts[i], 0);
        for (size_t piece = 1; piece < 40; piece++) {
            listen(pieces, sizeof pieces, texts[i], piece);
            assert_string_equal(pieces, whole);
        }
    }
    listen(whole, sizeof whole, zh, 0);
    assert_non_null(strstr(whole, "crazyhouse P@d5 "));
    assert_non_null(strstr(whole, "crazyhouse P@d7 "));
    listen(whole, sizeof whole, others, 0);
    assert_non_null(strstr(whole, "atomic e6d8 rn3b1r/"));
    assert_non_null(strstr(whole, "antichess a7a8k K7/8/8/8/8/8/8/7k b"));
    assert_non_null(strstr(whole, "horde 0000 "));
    assert_non_null(strstr(whole, "standard e7e5 "));
}

static void summaries(void **state)
{
    (void)state;
    pf_pgn_reader *reader = pf_pgn_reader_create();
    pf_pgn_summary summary;
    pf_pgn_reader_accept_variants(reader, PF_VARIANT_STANDARD);
    pf_pgn_reader_from_memory(reader, zh, strlen(zh));
    assert_true(pf_pgn_read_game(reader, &summary));
    assert_false(summary.broken);
    assert_int_equal(summary.plies, 14);
    assert_int_equal(summary.variation_plies, 4);
    assert_false(pf_pgn_read_game(reader, &summary));

    /* Games without a tag by the rules that are asked for; a tag is stronger. */
    static const char untagged[] =
        "1. e4 d5 2. exd5 Qxd5 3. P@d6 *\n\n[Variant \"Chess\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@d6 *\n";
    pf_pgn_reader_accept_variants(reader, PF_VARIANT_CRAZYHOUSE);
    pf_pgn_reader_from_memory(reader, untagged, strlen(untagged));
    assert_true(pf_pgn_read_game(reader, &summary));
    assert_false(summary.broken);
    assert_true(pf_pgn_read_game(reader, &summary));
    assert_true(summary.broken);
    pf_pgn_reader_destroy(reader);
}

static void broken_games(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        pf_status code;
    } cases[] = {
        {"[Variant \"Shogi\"]\n\n1. e4 *\n", "unsupported variant Shogi", PF_ERROR_UNSUPPORTED},
        {"[Variant \"Atomic\"]\n\n1. N@e4 *\n", "N@e4: pieces are dropped only in Crazyhouse, and kings never are",
         PF_ERROR_MOVE_ILLEGAL},
        {"[Variant \"Atomic\"]\n[FEN \"4k3/8/8/8/8/8/3r4/4K3 w - - 0 1\"]\n\n1. Kxd2 *\n",
         "Kxd2: a king does not capture in Atomic, because it would explode", PF_ERROR_MOVE_ILLEGAL},
        {"[Variant \"Atomic\"]\n\n1. Nf3 f6 2. Nd4 Nh6 3. Ne6 a6 4. Nxd8 -- *\n", "--: the game is over",
         PF_ERROR_MOVE_ILLEGAL},
        {"[Variant \"Crazyhouse\"]\n\n1. N@e4 *\n", "N@e4: White has no knight to drop", PF_ERROR_MOVE_ILLEGAL},
        {"[Variant \"Antichess\"]\n\n1. e3 b5 2. Bxb5 Bb7 3. Bxd7 a6 *\n",
         "a6: Black must capture, and the bishop on b7 can take the pawn on g2", PF_ERROR_MOVE_ILLEGAL},
        {"[Variant \"Horde\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*\n",
         "the FEN is refused: ", PF_ERROR_POSITION},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_pgn_reader *reader = pf_pgn_reader_create();
        pf_pgn_summary summary;
        pf_pgn_reader_accept_variants(reader, PF_VARIANT_STANDARD);
        pf_pgn_reader_from_memory(reader, cases[i].text, strlen(cases[i].text));
        assert_true(pf_pgn_read_game(reader, &summary));
        assert_true(summary.broken);
        assert_int_equal(summary.error.code, cases[i].code);
        if (strncmp(summary.error.message, cases[i].message, strlen(cases[i].message)) != 0)
            fail_msg("%s: %s", cases[i].text, summary.error.message);
        pf_pgn_reader_destroy(reader);
    }
    /* Without the request, variants are not read. */
    pf_pgn_reader *reader = pf_pgn_reader_create();
    pf_pgn_summary summary;
    pf_pgn_reader_from_memory(reader, zh, strlen(zh));
    assert_true(pf_pgn_read_game(reader, &summary));
    assert_int_equal(summary.error.code, PF_ERROR_UNSUPPORTED);
    assert_string_equal(summary.error.message, "unsupported variant Crazyhouse");
    pf_pgn_reader_destroy(reader);
}

/* What a writer writes. */
typedef struct sink {
    char text[40000];
    size_t length;
} sink;

static bool take(void *context, const void *bytes, size_t size)
{
    sink *out = context;
    assert_true(out->length + size < sizeof out->text);
    memcpy(out->text + out->length, bytes, size);
    out->length += size;
    out->text[out->length] = '\0';
    return true;
}

/* Events into export form; that is its own export form, and says the same. */
static void export_text(sink *out, const char *text)
{
    pf_pgn_reader *reader = pf_pgn_reader_create();
    out->length = 0;
    out->text[0] = '\0';
    pf_pgn_writer *writer = pf_pgn_writer_create(take, out);
    pf_pgn_reader_accept_variants(reader, PF_VARIANT_STANDARD);
    pf_pgn_reader_from_memory(reader, text, strlen(text));
    pf_pgn_event event;
    while (pf_pgn_next(reader, &event) != PF_PGN_END)
        assert_int_equal(pf_pgn_write_event(writer, reader, &event), PF_OK);
    pf_pgn_writer_destroy(writer);
    pf_pgn_reader_destroy(reader);
}

static void export_form(void **state)
{
    (void)state;
    static sink once, twice;
    static char before[20000], after[20000];
    const char *const texts[] = {zh, others};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        export_text(&once, texts[i]);
        export_text(&twice, once.text);
        assert_string_equal(once.text, twice.text);
        listen(before, sizeof before, texts[i], 0);
        listen(after, sizeof after, once.text, 0);
        assert_string_equal(before, after);
    }
    assert_non_null(strstr(once.text, "a8=K"));
}

/* Random games of every variant, from the start and from set-ups with a FEN, written and read back. */
static void random_games_go_round(void **state)
{
    (void)state;
    static sink out;
    test_random random = {77};
    for (unsigned i = 0; i < 400; i++) {
        pf_variant variant = (pf_variant)(i % PF_VARIANT_COUNT);
        pf_position position = pf_variant_start(variant);
        pf_move_list list;
        for (unsigned skip = i % 3 ? random_below(&random, 60) : 0; skip > 0; skip--)
            if (pf_generate_legal(&position, &list) > 0)
                pf_position_play_unchecked(&position, list.moves[random_below(&random, list.size)]);
        pf_move moves[80];
        unsigned size = 0;
        out.length = 0;
        pf_pgn_writer *writer = pf_pgn_writer_create(take, &out);
        assert_int_equal(pf_pgn_write_start(writer, &position), PF_OK);
        while (size < 80 && pf_generate_legal(&position, &list) > 0) {
            moves[size] = list.moves[random_below(&random, list.size)];
            assert_int_equal(pf_pgn_write_move(writer, moves[size]), PF_OK);
            pf_position_play_unchecked(&position, moves[size++]);
        }
        assert_int_equal(pf_pgn_write_move(writer, (pf_move)0x7fff), PF_ERROR_MOVE_ILLEGAL);
        assert_int_equal(pf_pgn_write_end(writer, pf_position_outcome(&position, PF_POLICY_FIDE).result), PF_OK);
        pf_pgn_writer_destroy(writer);

        pf_pgn_reader *reader = pf_pgn_reader_create();
        pf_pgn_reader_accept_variants(reader, PF_VARIANT_STANDARD);
        pf_pgn_reader_from_memory(reader, out.text, out.length);
        pf_pgn_event event;
        unsigned read = 0;
        while (pf_pgn_next(reader, &event) != PF_PGN_END) {
            if (event.type == PF_PGN_ERROR) fail_msg("%s: %s", out.text, event.error.message);
            if (event.type == PF_PGN_MOVE) assert_int_equal(event.move, moves[read++]);
            if (event.type == PF_PGN_MOVE && read == size) {
                assert_true(pf_position_equal(pf_pgn_position(reader), &position));
            }
        }
        assert_int_equal(read, size);
        pf_pgn_reader_destroy(reader);
    }
}

/* Main lines as another library reads them. */
static void games_of_others(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/pgn_index.tsv");
    unsigned games = 0;
    while (tsv_next(&in)) {
        pf_variant variant;
        const char *rule = tsv_get(&in, "variant");
        if (!pf_variant_from_name(&variant, rule, strlen(rule)) || variant == PF_VARIANT_STANDARD) continue;
        char path[1024];
        snprintf(path, sizeof path, "%s/notation/pgn/%s", PF_TEST_CORPORA, tsv_get(&in, "file"));
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        static char text[100000];
        size_t length = fread(text, 1, sizeof text, file);
        fclose(file);
        pf_pgn_reader *reader = pf_pgn_reader_create();
        pf_pgn_reader_accept_variants(reader, PF_VARIANT_STANDARD);
        pf_pgn_reader_from_memory(reader, text, length);
        int game = 0, wanted = atoi(tsv_get(&in, "game")), plies = 0;
        pf_pgn_event event;
        pf_position last = pf_variant_start(variant);
        while (pf_pgn_next(reader, &event) != PF_PGN_END) {
            if (event.type == PF_PGN_GAME) game++;
            if (game != wanted || event.type != PF_PGN_MOVE || event.depth > 0) continue;
            plies++;
            last = *pf_pgn_position(reader);
        }
        pf_position expected = variant_position_of(tsv_get(&in, "final_fen"), variant);
        assert_int_equal(plies, atoi(tsv_get(&in, "plies")));
        assert_true(pf_position_equal(&last, &expected));
        pf_pgn_reader_destroy(reader);
        games++;
    }
    tsv_close(&in);
    printf("%u games of variants\n", games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(read_whole_and_in_pieces),
        cmocka_unit_test(summaries),
        cmocka_unit_test(broken_games),
        cmocka_unit_test(export_form),
        cmocka_unit_test(random_games_go_round),
        cmocka_unit_test(games_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
