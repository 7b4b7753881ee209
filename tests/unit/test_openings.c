/* Names of openings: lines, transpositions, the whole table of the corpora, and text that is something else. */
#include "support.h"

#include <stdlib.h>

static const char table[] = "eco\tname\tpgn\n"
                            "# a comment\n"
                            "\n"
                            "B00\tKing's Pawn Game\t1. e4\r\n"
                            "C20\tKing's Pawn Game: Open\t1. e4 e5\tfields\tmore\n"
                            "C44\tKing's Knight Opening\t1.e4 e5 2.Nf3 Nc6\n"
                            "eco\tname\tpgn\n"
                            "C44\tThe same again\t1. Nf3 Nc6 2. e4 e5\n"
                            "A07\tRéti\t1. Nf3 d5 2. g3";

static pf_openings *openings_of(const char *text)
{
    pf_openings *openings = pf_openings_create();
    pf_error error;
    assert_non_null(openings);
    if (pf_openings_read(openings, text, strlen(text), &error) != PF_OK) fail_msg("%s", error.message);
    return openings;
}

static void assert_opening(const pf_openings *openings, const char *moves, const char *eco, const char *name,
                           unsigned plies)
{
    pf_position position = pf_position_start();
    pf_opening found;
    char copy[256];
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *move = strtok(copy, " "); move; move = strtok(NULL, " ")) play_uci(&position, move);
    assert_true(pf_opening_of(openings, &position, &found) == (name != NULL));
    if (!name) return;
    assert_string_equal(found.eco, eco);
    assert_string_equal(found.name, name);
    assert_int_equal(found.plies, plies);
}

static void lines(void **state)
{
    (void)state;
    pf_openings *openings = openings_of(table);
    assert_int_equal(pf_openings_size(openings), 4);
    assert_opening(openings, "", NULL, NULL, 0);
    assert_opening(openings, "e2e4", "B00", "King's Pawn Game", 1);
    assert_opening(openings, "e2e4 e7e5", "C20", "King's Pawn Game: Open", 2);
    assert_opening(openings, "e2e4 e7e5 g1f3", NULL, NULL, 0);
    assert_opening(openings, "e2e4 e7e5 g1f3 b8c6", "C44", "King's Knight Opening", 4);
    /* The last move is another one, so the squares that it leaves are too. */
    assert_opening(openings, "g1f3 b8c6 e2e4 e7e5", "C44", "King's Knight Opening", 4);
    assert_opening(openings, "g2g3 d7d5 g1f3", "A07", "Réti", 3);
    assert_opening(openings, "e2e4 e7e5 g1f3 b8c6 f1e2 f8e7 e2f1 e7f8", "C44", "King's Knight Opening", 4);
    pf_openings_destroy(openings);
    pf_openings_destroy(NULL);
}

/* En passant counts where the capture is legal; clocks, and positions of variants, do not. */
static void positions(void **state)
{
    (void)state;
    pf_openings *openings = openings_of(table);
    pf_opening found;
    pf_position position = position_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 7 30");
    assert_true(pf_opening_of(openings, &position, &found));
    assert_string_equal(found.name, "King's Pawn Game");
    position = position_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQk - 0 1");
    assert_false(pf_opening_of(openings, &position, &found));
    position = variant_position_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", PF_VARIANT_ATOMIC);
    assert_false(pf_opening_of(openings, &position, &found));
    pf_openings_destroy(openings);
}

static void refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned offset;
        const char *message;
    } rows[] = {
        {"A00", 0, "expected an ECO code, a name and moves, separated by tabs"},
        {"A00\tname", 0, "expected an ECO code, a name and moves, separated by tabs"},
        {"A00\tname\t", 0, "expected an ECO code, a name and moves, separated by tabs"},
        {"\tname\t1. e4", 0, "expected an ECO code, a name and moves, separated by tabs"},
        {"A00\t\t1. e4", 0, "expected an ECO code, a name and moves, separated by tabs"},
        {"A00\tname\t1.", 9, "the line has no moves"},
        {"A00\tx\t1. e4\nA01\tname\t1. e4 e5 2. Ke3", 33, NULL},
        {"A00\tname\t1. e4 {comment} e5", 15, NULL},
    };
    for (unsigned i = 0; i < COUNT_OF(rows); i++) {
        pf_openings *openings = pf_openings_create();
        pf_error error = {0};
        size_t length = strlen(rows[i].text);
        assert_int_equal(pf_openings_read(openings, rows[i].text, length, &error), PF_ERROR_BOOK);
        assert_int_equal(error.code, PF_ERROR_BOOK);
        assert_int_equal(error.offset, rows[i].offset);
        if (rows[i].message) assert_string_equal(error.message, rows[i].message);
        assert_int_equal(pf_openings_read(openings, rows[i].text, length, NULL), PF_ERROR_BOOK);
        pf_openings_destroy(openings);
    }
    pf_openings *openings = pf_openings_create();
    assert_int_equal(pf_openings_read(openings, "A0\0\tn\t1. e4", 11, NULL), PF_ERROR_BOOK);
    assert_int_equal(pf_openings_read(openings, "", 0, NULL), PF_OK);
    assert_int_equal(pf_openings_read(openings,
                                      "\xef\xbb\xbf"
                                      "eco\tname\tpgn\n",
                                      16, NULL),
                     PF_OK);
    assert_int_equal(pf_openings_size(openings), 0);
    pf_position start = pf_position_start();
    pf_opening found;
    assert_false(pf_opening_of(openings, &start, &found));
    pf_openings_destroy(openings);
}

/* Every line of the corpora is found by its own moves. */
static void corpora(void **state)
{
    (void)state;
    static const char *const files[] = {"a", "b", "c", "d", "e"};
    pf_openings *openings = pf_openings_create();
    char *text = malloc(1 << 20);
    size_t lines_read = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < COUNT_OF(files); i++) {
            char path[512];
            snprintf(path, sizeof path, PF_TEST_CORPORA "/openings/%s.tsv", files[i]);
            FILE *file = fopen(path, "rb");
            if (!file) skip_because("no openings in %s", path);
            size_t size = fread(text, 1, (1 << 20) - 1, file);
            fclose(file);
            text[size] = '\0';
            if (pass == 0) {
                assert_int_equal(pf_openings_read(openings, text, size, NULL), PF_OK);
                continue;
            }
            for (char *line = strchr(text, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
                char eco[8], name[256], moves[512];
                assert_int_equal(sscanf(line, "%7[^\t]\t%255[^\t]\t%511[^\n]", eco, name, moves), 3);
                pf_position position = pf_position_start();
                unsigned plies = 0;
                for (char *word = strtok(moves, " \r"); word; word = strtok(NULL, " \r")) {
                    pf_move move;
                    if (word[0] >= '0' && word[0] <= '9') continue;
                    assert_int_equal(pf_move_from_san(&move, &position, word, strlen(word), PF_SAN_STRICT, NULL),
                                     PF_OK);
                    pf_position_play_unchecked(&position, move);
                    plies++;
                }
                pf_opening found;
                assert_true(pf_opening_of(openings, &position, &found));
                assert_string_equal(found.name, name);
                assert_string_equal(found.eco, eco);
                assert_int_equal(found.plies, plies);
                lines_read++;
            }
        }
    print_message("%zu lines\n", lines_read);
    assert_true(lines_read > 3000 && lines_read == pf_openings_size(openings));
    pf_openings_destroy(openings);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines),
        cmocka_unit_test(positions),
        cmocka_unit_test(refused),
        cmocka_unit_test(corpora),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
