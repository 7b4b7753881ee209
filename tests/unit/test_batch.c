/* Many positions in one call: each row is what the function for one position gives, and a wrong row stops nothing. */
#include "support.h"

#include <stdlib.h>

enum { ROWS = 300 };

static const char *const wrong_fens[] = {
    "",                                        /* empty */
    "8/8/8/8/8/8/8/8 w - - 0 1",               /* no kings */
    "4k3/8/8/8/8/8/8/4K3 x - - 0 1",           /* a wrong turn */
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1 7",         /* a seventh field */
    "4k3/8/8/8/8/8/8/4K4 w - - 0 1",           /* nine files */
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w - -" /* seven ranks */
};

/* Texts of random positions, every seventh of them wrong. Returns how many are. */
static size_t make_texts(char texts[ROWS][PF_FEN_SIZE])
{
    test_random random = {41};
    size_t wrong = 0;
    for (size_t i = 0; i < ROWS; i++) {
        if (i % 7 == 3) {
            snprintf(texts[i], PF_FEN_SIZE, "%s", wrong_fens[wrong++ % COUNT_OF(wrong_fens)]);
            continue;
        }
        pf_position position = random_game_position(&random);
        pf_position_to_fen(texts[i], PF_FEN_SIZE, &position, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
    }
    return wrong;
}

/* The arrays of a batch, filled with rubbish. */
typedef struct arrays {
    pf_position positions[ROWS];
    uint8_t statuses[ROWS];
    pf_error errors[ROWS];
    pf_position_rows rows;
} arrays;

static arrays *new_arrays(void)
{
    arrays *all = malloc(sizeof *all);
    assert_non_null(all);
    memset(all, 0xa5, sizeof *all);
    all->rows = (pf_position_rows){all->positions, all->statuses, all->errors};
    return all;
}

/* Compares a row with what the function for one position gave. */
static void assert_row(const arrays *all, size_t row, pf_status status, const pf_position *position,
                       const pf_error *error)
{
    pf_position start = pf_position_start();
    assert_int_equal(all->statuses[row], status);
    assert_int_equal(all->errors[row].code, status);
    assert_memory_equal(&all->positions[row], status == PF_OK ? position : &start, sizeof start);
    assert_string_equal(all->errors[row].message, status == PF_OK ? "" : error->message);
    assert_int_equal(all->errors[row].offset, status == PF_OK ? 0 : error->offset);
}

static void assert_fen_row(const arrays *all, size_t row, const char *fen)
{
    pf_position position;
    pf_error error;
    pf_status status = pf_position_from_fen(&position, fen, strlen(fen), PF_ACCEPT_CHESS960, NULL, &error);
    assert_row(all, row, status, &position, &error);
}

static void fens(void **state)
{
    (void)state;
    static char texts[ROWS][PF_FEN_SIZE];
    const char *pointers[ROWS];
    size_t lengths[ROWS];
    size_t wrong = make_texts(texts);
    assert_true(wrong > 40);
    for (size_t i = 0; i < ROWS; i++) {
        pointers[i] = texts[i];
        lengths[i] = strlen(texts[i]);
    }
    for (int with_lengths = 0; with_lengths < 2; with_lengths++) {
        arrays *all = new_arrays();
        assert_int_equal(
            pf_positions_from_fens(&all->rows, pointers, with_lengths ? lengths : NULL, ROWS, PF_ACCEPT_CHESS960),
            wrong);
        for (size_t i = 0; i < ROWS; i++) assert_fen_row(all, i, texts[i]);
        free(all);
    }
}

/* A text is read only as far as its length, and a text that is NULL is empty. */
static void lengths_and_missing_texts(void **state)
{
    (void)state;
    static const char two[] = "4k3/8/8/8/8/8/8/4K3 w - - 0 1nonsense";
    const char *const texts[] = {two, NULL, two};
    const size_t lengths[] = {29, 5, sizeof two - 1};
    arrays *all = new_arrays();
    assert_int_equal(pf_positions_from_fens(&all->rows, texts, lengths, 3, PF_ACCEPT_CHESS960), 2);
    assert_fen_row(all, 0, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_fen_row(all, 1, "");
    assert_fen_row(all, 2, two);
    assert_int_equal(pf_positions_from_fens(&all->rows, (const char *const[]){NULL}, NULL, 1, PF_ACCEPT_CHESS960), 1);
    assert_fen_row(all, 0, "");
    assert_int_equal(pf_positions_from_fens(&all->rows, NULL, NULL, 0, PF_ACCEPT_CHESS960), 0);
    free(all);
}

/* The arrays that are not wanted stay away, and accept means what it means for one position. */
static void only_positions(void **state)
{
    (void)state;
    const char *const texts[] = {"nonsense", "1r2k1r1/p6p/8/8/8/8/P6P/1R2K1R1 w Gb - 0 1"};
    pf_position positions[2], start = pf_position_start();
    pf_position_rows rows = {positions, NULL, NULL};
    assert_int_equal(pf_positions_from_fens(&rows, texts, NULL, 2, PF_ACCEPT_STRICT), 2);
    assert_memory_equal(&positions[1], &start, sizeof start);
    assert_int_equal(pf_positions_from_fens(&rows, texts, NULL, 2, PF_ACCEPT_CHESS960), 1);
    assert_memory_equal(&positions[0], &start, sizeof start);
    assert_int_equal(pf_bitboard_count(positions[1].castling), 2);
}

/* Lines with every kind of end, read in parts of every size: rows and line numbers correspond. */
static void lines(void **state)
{
    (void)state;
    static char texts[ROWS][PF_FEN_SIZE], text[ROWS * (PF_FEN_SIZE + 2)];
    size_t wrong = make_texts(texts), length = 0;
    for (size_t i = 0; i < ROWS; i++)
        length += (size_t)sprintf(text + length, "%s%s", texts[i], i + 1 == ROWS ? "" : i % 3 ? "\n" : "\r\n");
    for (size_t room = 1; room <= ROWS + 1; room += room < 5 ? 1 : 99) {
        arrays *all = new_arrays();
        size_t found = 0, at = 0, row = 0;
        while (at < length) {
            pf_position_rows rest = {all->positions + row, all->statuses + row, all->errors + row};
            size_t rows, used;
            found += pf_positions_from_fen_lines(&rest, room, text + at, length - at, PF_ACCEPT_CHESS960, &rows, &used);
            assert_true(rows == room || at + used == length);
            row += rows;
            at += used;
        }
        assert_int_equal(row, ROWS);
        assert_int_equal(found, wrong);
        for (size_t i = 0; i < ROWS; i++)
            if (texts[i][0] != '\0') assert_fen_row(all, i, texts[i]);
        free(all);
    }
}

static void ends_of_lines(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t rows, wrong;
    } cases[] = {
        {"", 0, 0},
        {"\n", 1, 1},
        {"\r\n\n", 2, 2},
        {"4k3/8/8/8/8/8/8/4K3 w", 1, 0},
        {"4k3/8/8/8/8/8/8/4K3 w\n", 1, 0},
        {"4k3/8/8/8/8/8/8/4K3 w\n\n4k3/8/8/8/8/8/8/4K3 b", 3, 1},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        arrays *all = new_arrays();
        size_t rows, used, length = strlen(cases[i].text);
        size_t wrong = pf_positions_from_fen_lines(&all->rows, ROWS, cases[i].text, length, PF_ACCEPT_CHESS960, &rows,
                                                   &used);
        assert_int_equal(rows, cases[i].rows);
        assert_int_equal(wrong, cases[i].wrong);
        assert_int_equal(used, length);
        assert_int_equal(
            pf_positions_from_fen_lines(&all->rows, ROWS, cases[i].text, length, PF_ACCEPT_CHESS960, NULL, NULL),
            wrong);
        assert_int_equal(
            pf_positions_from_fen_lines(&all->rows, 0, cases[i].text, length, PF_ACCEPT_CHESS960, &rows, &used), 0);
        assert_int_equal(rows + used, 0);
        free(all);
    }
}

/* Packed positions next to each other and inside larger records. */
static void packed(void **state)
{
    (void)state;
    static const size_t strides[] = {sizeof(pf_packed), 32, 57};
    test_random random = {43};
    for (size_t s = 0; s < COUNT_OF(strides); s++) {
        uint8_t *bytes = calloc(ROWS, strides[s]);
        assert_non_null(bytes);
        size_t wrong = 0;
        for (size_t i = 0; i < ROWS; i++) {
            pf_position position = random_game_position(&random);
            pf_packed one;
            pf_position_pack(&one, &position);
            if (i % 9 == 2) wrong++, one.bytes[8 + i % 16] = 0xff;
            if (i % 9 == 5) wrong++, memset(&one, 0, sizeof one);
            memcpy(bytes + i * strides[s], &one, sizeof one);
        }
        arrays *all = new_arrays();
        assert_int_equal(pf_positions_unpack(&all->rows, bytes, strides[s], ROWS, PF_ACCEPT_CHESS960), wrong);
        for (size_t i = 0; i < ROWS; i++) {
            pf_packed one;
            pf_position position;
            pf_error error;
            memcpy(&one, bytes + i * strides[s], sizeof one);
            pf_status status = pf_position_unpack(&position, &one, PF_ACCEPT_CHESS960, &error);
            assert_row(all, i, status, &position, &error);
        }
        free(all);
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fens),           cmocka_unit_test(lengths_and_missing_texts),
        cmocka_unit_test(only_positions), cmocka_unit_test(lines),
        cmocka_unit_test(ends_of_lines),  cmocka_unit_test(packed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
