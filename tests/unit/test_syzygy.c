/* Syzygy tables: known positions, play to the end by the ranked moves, threads, names, and damaged files. Whole
 * endgames are compared in solve_endgames and with Fathom. */
#include "support.h"

#include <pthread.h>
#include <stdlib.h>

static const char directory[] = PF_TEST_CORPORA "/syzygy";

/* The tables of the corpora, or the test is skipped. */
static pf_tablebase *open_all(void)
{
    pf_tablebase *tables = pf_tablebase_create();
    size_t added;
    pf_error error;
    assert_non_null(tables);
    if (pf_tablebase_add_directory(tables, directory, &added, &error) != PF_OK) {
        pf_tablebase_destroy(tables);
        skip_because("no tables in %s", directory);
    }
    assert_int_equal(added, 70);
    return tables;
}

static uint8_t *read_table(const char *name, size_t *size)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "rb");
    if (!file) skip_because("no table %s", path);
    uint8_t *bytes = malloc(1 << 20);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void known(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        int wdl, dtz;
    } rows[] = {
        {"8/8/8/8/8/2k5/8/K2R4 w - - 0 1", 2, 25},    {"7k/6b1/6K1/8/8/8/8/3R4 b - - 12 7", -2, -5},
        {"8/8/8/k2Pp3/8/8/8/4K3 w - e6 0 2", 2, 1}, /* won by en passant, drawn without */
        {"8/8/8/k2Pp3/8/8/8/4K3 w - - 0 2", 0, 0},    {"8/8/8/8/2pP4/2K5/4k3/8 b - d3 0 1", 2, 1},
        {"8/8/8/8/2pP4/2K5/4k3/8 b - - 0 1", -2, -1}, {"4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", 0, 0}, /* stalemate */
        {"R3k3/8/4K3/8/8/8/8/8 b - - 0 1", -2, -1},                                              /* mate */
        {"8/8/4k3/8/8/4K3/8/8 w - - 0 1", 0, 0},
    };
    pf_tablebase *tables = open_all();
    assert_int_equal(pf_tablebase_most_men(tables), 4);
    assert_int_equal(pf_tablebase_count_wdl(tables), 35);
    assert_int_equal(pf_tablebase_count_dtz(tables), 35);
    for (unsigned i = 0; i < COUNT_OF(rows); i++) {
        pf_position position = position_of(rows[i].fen);
        pf_wdl wdl;
        int dtz;
        pf_error error;
        assert_int_equal(pf_tablebase_probe_wdl(tables, &position, &wdl, &error), PF_OK);
        assert_int_equal(pf_tablebase_probe_dtz(tables, &position, &dtz, &error), PF_OK);
        if (wdl != rows[i].wdl || dtz != rows[i].dtz) fail_msg("%s: %d, %d", rows[i].fen, (int)wdl, dtz);
    }
    pf_tablebase_destroy(tables);
}

static void of_the_table(void **state)
{
    (void)state;
    pf_tablebase *tables = open_all();
    pf_wdl wdl;
    int dtz;
    pf_position position = position_of("8/8/8/k2Pp3/8/8/8/4K3 w - e6 0 2");
    assert_int_equal(pf_tablebase_read_wdl(tables, &position, &wdl, NULL), PF_OK);
    assert_int_equal(wdl, PF_WDL_DRAW); /* it knows no en passant */
    position = position_of("7n/6k1/4R3/4K3/8/8/8/8 w - - 0 1");
    assert_int_equal(pf_tablebase_read_dtz(tables, &position, PF_WDL_WIN, &dtz, NULL), PF_OK);
    assert_int_equal(dtz, -1); /* only Black's moves are stored */
    position = position_of("7n/6k1/4R3/4K3/8/8/8/8 b - - 1 1");
    assert_int_equal(pf_tablebase_read_dtz(tables, &position, PF_WDL_LOSS, &dtz, NULL), PF_OK);
    assert_int_equal(dtz, 9);
    assert_int_equal(pf_tablebase_read_dtz(tables, &position, PF_WDL_DRAW, &dtz, NULL), PF_ERROR_OPTION);
    pf_tablebase_destroy(tables);
}

/* The winner's first move and the loser's lead to the end of the game, and distances shrink as they say. */
static void play_to_the_end(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "8/8/8/8/8/2k5/8/K2R4 w - - 0 1",
        "8/8/8/8/3k4/8/8/KBN5 w - - 0 1",
        "1k6/8/8/8/8/8/1P6/K7 w - - 0 1",
        "8/8/8/3k4/8/8/2q5/K6R b - - 0 1",
    };
    pf_tablebase *tables = open_all();
    for (unsigned i = 0; i < COUNT_OF(fens); i++) {
        pf_position position = position_of(fens[i]);
        pf_wdl wdl, expected = PF_WDL_WIN;
        pf_tablebase_moves moves;
        unsigned plies = 0;
        for (; pf_any_legal(&position); plies++) {
            assert_true(plies < 200 && position.halfmove_clock < 100);
            assert_int_equal(pf_tablebase_probe_wdl(tables, &position, &wdl, NULL), PF_OK);
            assert_int_equal(wdl, expected);
            assert_int_equal(pf_tablebase_rank_moves(tables, &position, &moves, NULL), PF_OK);
            assert_int_equal(moves.size, pf_count_legal(&position));
            assert_int_equal(moves.moves[0].wdl, expected);
            for (uint32_t j = 1; j < moves.size; j++) {
                assert_true(moves.moves[j].wdl <= moves.moves[j - 1].wdl);
                if (moves.moves[j].wdl == moves.moves[j - 1].wdl)
                    assert_true(moves.moves[j].dtz >= moves.moves[j - 1].dtz);
            }
            pf_position_play_unchecked(&position, moves.moves[0].move);
            expected = (pf_wdl)-expected;
        }
        assert_true(pf_position_in_check(&position));
        assert_int_equal(expected, PF_WDL_LOSS);
    }
    pf_tablebase_destroy(tables);
}

/* With a clock that leaves too few half-moves, what was a win is cursed. */
static void clock_counts(void **state)
{
    (void)state;
    pf_tablebase *tables = open_all();
    pf_tablebase_moves moves;
    pf_position position = position_of("8/8/8/8/8/2k5/8/K2R4 w - - 75 90");
    assert_int_equal(pf_tablebase_rank_moves(tables, &position, &moves, NULL), PF_OK);
    assert_int_equal(moves.moves[0].wdl, PF_WDL_WIN);
    assert_int_equal(moves.moves[0].dtz, 25);
    assert_int_equal(moves.moves[1].wdl, PF_WDL_CURSED_WIN);
    position = position_of("8/8/8/8/8/2k5/8/K2R4 w - - 76 90");
    assert_int_equal(pf_tablebase_rank_moves(tables, &position, &moves, NULL), PF_OK);
    assert_int_equal(moves.moves[0].wdl, PF_WDL_CURSED_WIN);
    pf_tablebase_destroy(tables);
}

static void names(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"8/8/8/5N2/5K2/2kB4/8/8 b - - 0 1", "KBNvK"},
        {"8/8/8/5n2/5k2/2Kb4/8/8 b - - 0 1", "KBNvK"},
        {"8/8/8/nn6/5k2/2K5/BB6/8 w - - 0 1", "KBBvKNN"},
        {"8/8/4k3/8/8/4K3/8/8 w - - 0 1", "KvK"},
        {START_FEN, ""},
    };
    char name[PF_TABLEBASE_NAME_SIZE];
    for (unsigned i = 0; i < COUNT_OF(rows); i++) {
        pf_position position = position_of(rows[i][0]);
        assert_int_equal(pf_tablebase_name_of(name, sizeof name, &position), strlen(rows[i][1]));
        assert_string_equal(name, rows[i][1]);
    }
    assert_string_equal(pf_wdl_name(PF_WDL_BLESSED_LOSS), "blessed loss");
    assert_string_equal(pf_wdl_name(PF_WDL_WIN), "win");
    assert_string_equal(pf_wdl_name((pf_wdl)3), "");
    assert_string_equal(pf_status_name(PF_ERROR_NO_TABLE), "no table");
}

static void assert_unsupported(const pf_tablebase *tables, const pf_position *position)
{
    pf_wdl wdl;
    int dtz;
    pf_tablebase_moves moves;
    pf_error error = {0};
    assert_int_equal(pf_tablebase_probe_wdl(tables, position, &wdl, &error), PF_ERROR_UNSUPPORTED);
    assert_true(error.message[0]);
    assert_int_equal(pf_tablebase_probe_dtz(tables, position, &dtz, NULL), PF_ERROR_UNSUPPORTED);
    assert_int_equal(pf_tablebase_rank_moves(tables, position, &moves, NULL), PF_ERROR_UNSUPPORTED);
}

static void refused(void **state)
{
    (void)state;
    pf_tablebase *tables = pf_tablebase_create();
    pf_error error;
    pf_wdl wdl;
    pf_position position = position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_unsupported(tables, &position);
    position = pf_position_start();
    assert_unsupported(tables, &position);
    position = variant_position_of("4k3/8/8/8/8/8/8/4K2R w - - 0 1", PF_VARIANT_ATOMIC);
    assert_unsupported(tables, &position);
    position = position_of("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    assert_int_equal(pf_tablebase_probe_wdl(tables, &position, &wdl, &error), PF_ERROR_NO_TABLE);
    assert_string_equal(error.message, "there is no table KRvK.rtbw");
    static const char *const bad_names[] = {"",          "KRvK",     "KRvK.rtb",     "KvKR.rtbw",  "KQQQQQQvK.rtbw",
                                            "RKvK.rtbw", "KvK.rtbw", "KRvK.rtbw.gz", "KRKvK.rtbw", "krvk.rtbw"};
    for (unsigned i = 0; i < COUNT_OF(bad_names); i++) {
        assert_int_equal(pf_tablebase_add_file(tables, bad_names[i], &error), PF_ERROR_TABLEBASE);
        assert_int_equal(pf_tablebase_add_bytes(tables, bad_names[i], "", 0, NULL), PF_ERROR_TABLEBASE);
    }
    assert_int_equal(pf_tablebase_add_directory(tables, "/nowhere", NULL, &error), PF_ERROR_TABLEBASE);
    /* A file that is not there is noticed when it is needed. */
    assert_int_equal(pf_tablebase_add_file(tables, "/nowhere/KRvK.rtbw", &error), PF_OK);
    assert_int_equal(pf_tablebase_probe_wdl(tables, &position, &wdl, &error), PF_ERROR_TABLEBASE);
    assert_string_equal(error.message, "KRvK.rtbw: the file cannot be read");
    pf_tablebase_destroy(tables);
    pf_tablebase_destroy(NULL);
}

/* Every prefix of a table is refused; every change of a byte is refused, or gives some answer. Without sanitizers this
 * shows only that nothing crashes. */
static void damaged(void **state)
{
    (void)state;
    static const struct {
        const char *name, *fen;
        unsigned step;
    } rows[] = {
        {"KRvK.rtbw", "8/8/8/8/8/2k5/8/K2R4 w - - 0 1", 1},
        {"KRvKR.rtbz", "8/8/8/8/8/2k5/8/K2R2r1 w - - 0 1", 7},
        {"KPvK.rtbz", "1k6/8/8/8/8/8/1P6/K7 w - - 0 1", 7},
        {"KNvKP.rtbw", "1k6/8/8/8/8/p7/8/KN6 w - - 0 1", 31},
    };
    for (unsigned i = 0; i < COUNT_OF(rows); i++) {
        size_t size;
        uint8_t *bytes = read_table(rows[i].name, &size);
        pf_position position = position_of(rows[i].fen);
        for (size_t at = 0; at < size; at += rows[i].step) {
            pf_tablebase *tables = pf_tablebase_create();
            uint8_t *copy = malloc(at ? at : 1);
            memcpy(copy, bytes, at);
            pf_status status = pf_tablebase_add_bytes(tables, rows[i].name, copy, at, NULL);
            if (at + 80 < size) assert_int_equal(status, PF_ERROR_TABLEBASE);
            free(copy);
            pf_tablebase_destroy(tables);
            for (unsigned change = 1; change < 256; change *= 3) {
                pf_wdl wdl;
                int dtz;
                tables = pf_tablebase_create();
                copy = malloc(size);
                memcpy(copy, bytes, size);
                copy[at] ^= (uint8_t)change;
                if (pf_tablebase_add_bytes(tables, rows[i].name, copy, size, NULL) == PF_OK) {
                    status = pf_tablebase_read_wdl(tables, &position, &wdl, NULL);
                    if (status == PF_OK) assert_true(wdl >= PF_WDL_LOSS && wdl <= PF_WDL_WIN);
                    status = pf_tablebase_read_dtz(tables, &position, PF_WDL_WIN, &dtz, NULL);
                    if (status == PF_OK) assert_true(dtz == -1 || dtz > 0);
                }
                pf_tablebase_destroy(tables);
                free(copy);
            }
        }
        free(bytes);
    }
}

/* Tables in memory answer as files do; one that is there already stays. */
static void in_memory(void **state)
{
    (void)state;
    size_t size, dtz_size;
    uint8_t *bytes = read_table("KRvK.rtbw", &size), *dtz_bytes = read_table("KRvK.rtbz", &dtz_size);
    pf_tablebase *tables = pf_tablebase_create();
    pf_position position = position_of("8/8/8/8/8/2k5/8/K2R4 w - - 0 1");
    pf_wdl wdl;
    int dtz;
    pf_error error;
    assert_int_equal(pf_tablebase_add_bytes(tables, "KQvK.rtbw", bytes, size, &error), PF_ERROR_TABLEBASE);
    assert_int_equal(pf_tablebase_add_bytes(tables, "KRvK.rtbz", bytes, size, &error), PF_ERROR_TABLEBASE);
    assert_string_equal(error.message, "KRvK.rtbz: not a Syzygy table of this kind");
    assert_int_equal(pf_tablebase_add_bytes(tables, "KPvK.rtbw", bytes, size, &error), PF_ERROR_TABLEBASE);
    assert_int_equal(pf_tablebase_add_bytes(tables, "KRvK.rtbw", bytes, size, &error), PF_OK);
    assert_int_equal(pf_tablebase_add_bytes(tables, "KRvK.rtbw", bytes, size, &error), PF_OK);
    assert_int_equal(pf_tablebase_add_bytes(tables, "KRvK.rtbw", "abc", 3, &error), PF_ERROR_TABLEBASE);
    assert_int_equal(pf_tablebase_count_wdl(tables), 1);
    assert_int_equal(pf_tablebase_probe_wdl(tables, &position, &wdl, &error), PF_OK);
    assert_int_equal(wdl, PF_WDL_WIN);
    assert_int_equal(pf_tablebase_probe_dtz(tables, &position, &dtz, &error), PF_ERROR_NO_TABLE);
    assert_string_equal(error.message, "there is no table KRvK.rtbz");
    assert_int_equal(pf_tablebase_add_bytes(tables, "KRvK.rtbz", dtz_bytes, dtz_size, &error), PF_OK);
    assert_int_equal(pf_tablebase_probe_dtz(tables, &position, &dtz, &error), PF_OK);
    assert_int_equal(dtz, 25);
    pf_tablebase_destroy(tables);
    free(bytes);
    free(dtz_bytes);
}

/* Threads that need the same files for the first time all get the right answers. */
static void *probe_all(void *context)
{
    const pf_tablebase *tables = context;
    test_random random = {1};
    intptr_t sum = 0;
    for (unsigned found = 0; found < 2000;) {
        pf_setup setup = {.ep_square = PF_NO_SQUARE, .fullmove_number = 1};
        setup.squares[random_below(&random, 64)] = (uint8_t)pf_piece_of(PF_WHITE, PF_KING);
        setup.squares[random_below(&random, 64)] = (uint8_t)pf_piece_of(PF_BLACK, PF_KING);
        for (unsigned i = 0; i < 2; i++)
            setup.squares[random_below(&random, 64)] = (uint8_t)pf_piece_of(random_below(&random, 2),
                                                                            random_below(&random, 5));
        pf_position position;
        pf_wdl wdl;
        if (pf_position_from_setup(&position, &setup, PF_ACCEPT_LENIENT, NULL, NULL) != PF_OK) continue;
        if (pf_tablebase_probe_wdl(tables, &position, &wdl, NULL) != PF_OK) return (void *)(intptr_t)-1000000;
        sum = sum * 5 % 1000003 + wdl;
        found++;
    }
    return (void *)sum;
}

static void threads(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 5; round++) {
        pf_tablebase *tables = open_all();
        pthread_t ids[4];
        void *sums[4];
        for (unsigned i = 0; i < 4; i++) assert_int_equal(pthread_create(&ids[i], NULL, probe_all, tables), 0);
        for (unsigned i = 0; i < 4; i++) assert_int_equal(pthread_join(ids[i], &sums[i]), 0);
        for (unsigned i = 1; i < 4; i++) assert_ptr_equal(sums[i], sums[0]);
        assert_ptr_equal(probe_all(tables), sums[0]);
        pf_tablebase_destroy(tables);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known),   cmocka_unit_test(of_the_table), cmocka_unit_test(play_to_the_end),
        cmocka_unit_test(names),   cmocka_unit_test(clock_counts), cmocka_unit_test(refused),
        cmocka_unit_test(damaged), cmocka_unit_test(in_memory),    cmocka_unit_test(threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
