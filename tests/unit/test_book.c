/* Polyglot books: codes of moves, finding against looking at every entry, choosing by weight, and damaged books. */
#include "support.h"

#include <stdlib.h>

enum { MOST = 20000 };

/* A book that is being made. */
struct maker {
    uint8_t bytes[MOST * PF_BOOK_ENTRY_SIZE];
    size_t size;
};

static void add(struct maker *maker, uint64_t key, uint16_t code, uint16_t weight)
{
    assert_true(maker->size < MOST);
    pf_book_entry entry = {key, code, weight, 7};
    pf_book_entry_to_bytes(maker->bytes + maker->size++ * PF_BOOK_ENTRY_SIZE, &entry);
}

static int by_key(const void *a, const void *b)
{
    return memcmp(a, b, 8);
}

static pf_book book_of(const struct maker *maker)
{
    pf_book book;
    assert_int_equal(pf_book_open(&book, maker->bytes, maker->size * PF_BOOK_ENTRY_SIZE, NULL), PF_OK);
    assert_int_equal(book.size, maker->size);
    return book;
}

static void bytes(void **state)
{
    (void)state;
    /* 1. e4 in the start position: the key and the code of Polyglot's own description. */
    static const uint8_t expected[16] = {0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c,
                                         0x03, 0x1c, 0x01, 0x02, 0x00, 0x00, 0x00, 0x05};
    uint8_t written[16];
    pf_position start = pf_position_start();
    pf_move move = pf_move_of(PF_E2, PF_E4, PF_MOVE_NORMAL);
    pf_book_entry entry = {pf_position_polyglot_key(&start), pf_book_code_of(move), 0x102, 5};
    pf_book_entry_to_bytes(written, &entry);
    assert_memory_equal(written, expected, sizeof written);
    pf_book_entry read = pf_book_entry_from_bytes(written);
    assert_true(read.key == entry.key && read.code == entry.code && read.weight == 0x102 && read.learn == 5);
}

static void assert_code(const char *fen, unsigned code, const char *uci)
{
    pf_position position = position_of(fen);
    char text[PF_UCI_SIZE];
    pf_move_to_uci(text, sizeof text, pf_book_move_of(&position, (uint16_t)code), PF_UCI_KING_TAKES_ROOK);
    assert_string_equal(text, uci);
}

static void codes(void **state)
{
    (void)state;
    static const char castling[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_code(castling, PF_E1 << 6 | PF_H1, "e1h1");
    assert_code(castling, PF_E1 << 6 | PF_A1, "e1a1");
    assert_code(castling, PF_E1 << 6 | PF_G1, "e1h1"); /* the king's step */
    assert_code(castling, PF_E1 << 6 | PF_C1, "e1a1");
    assert_code(castling, PF_E1 << 6 | PF_F1, "e1f1");
    assert_code(castling, PF_E1 << 6 | PF_B1, "0000");
    assert_code("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", PF_E8 << 6 | PF_A8, "e8a8");
    assert_code("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", PF_E1 << 6 | PF_H1, "0000"); /* no right */
    assert_code("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", PF_F1 << 6 | PF_G1, "f1g1");
    assert_code("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", PF_E5 << 6 | PF_D6, "e5d6");
    assert_code("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", PF_A7 << 6 | PF_A8 | 4 << 12, "a7a8q");
    assert_code("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", PF_A7 << 6 | PF_A8 | 1 << 12, "a7a8n");
    assert_code("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", PF_A7 << 6 | PF_A8, "0000");
    assert_code("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", PF_A7 << 6 | PF_A8 | 5 << 12, "0000");
    assert_code(START_FEN, PF_E2 << 6 | PF_E4 | 4 << 12, "0000");
    assert_code(START_FEN, PF_E2 << 6 | PF_E4 | 8 << 12, "0000");
    assert_code(START_FEN, 0, "0000");

    /* There and back, for every legal move; and any code at all is a legal move or none. */
    test_random random = {81};
    for (unsigned i = 0; i < 2000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        pf_move_list list;
        pf_generate_legal(&position, &list);
        for (uint32_t m = 0; m < list.size; m++)
            assert_int_equal(pf_book_move_of(&position, pf_book_code_of(list.moves[m])), list.moves[m]);
        for (unsigned n = 0; n < 50; n++) {
            pf_move move = pf_book_move_of(&position, (uint16_t)random_next(&random));
            assert_true(move == PF_NO_MOVE || pf_move_list_contains(&list, move));
        }
    }
}

/* A book of random games; every position of them, and some that are not in it, looked up both ways. */
static void find_against_walk(void **state)
{
    (void)state;
    static struct maker maker;
    test_random random = {82};
    maker.size = 0;
    for (unsigned game = 0; game < 500; game++) {
        pf_position position = game % 4 ? pf_position_start() : pf_position_chess960_start(random_below(&random, 960));
        for (unsigned ply = 0; ply < 12; ply++) {
            pf_move_list list;
            if (pf_generate_legal(&position, &list) == 0) break;
            pf_move move = list.moves[random_below(&random, list.size < 4 ? list.size : 4)];
            add(&maker, pf_position_polyglot_key(&position), pf_book_code_of(move), (uint16_t)random_below(&random, 9));
            pf_position_play_unchecked(&position, move);
        }
    }
    qsort(maker.bytes, maker.size, PF_BOOK_ENTRY_SIZE, by_key);
    pf_book book = book_of(&maker);
    assert_int_equal(pf_book_check(&book).out_of_order, 0);
    assert_true(pf_book_check(&book).duplicates > 100);

    size_t found_moves = 0;
    for (unsigned i = 0; i < 2000; i++) {
        pf_position position = pf_position_start();
        for (unsigned ply = random_below(&random, 8); ply > 0; ply--) {
            pf_move_list list;
            pf_generate_legal(&position, &list);
            pf_position_play_unchecked(&position, list.moves[random_below(&random, 4)]);
        }
        pf_book_moves found;
        uint32_t size = pf_book_find(&book, &position, &found), seen = 0;
        assert_int_equal(size, found.size);
        for (size_t e = 0; e < book.size; e++) {
            pf_book_entry entry = pf_book_entry_at(&book, e);
            if (entry.key != pf_position_polyglot_key(&position)) continue;
            seen++;
            bool listed = false;
            for (uint32_t m = 0; m < size; m++) listed |= pf_book_code_of(found.moves[m].move) == entry.code;
            assert_true(listed);
        }
        assert_int_equal(seen, size + found.skipped);
        for (uint32_t m = 0; m < size; m++) {
            assert_true(pf_move_is_legal(&position, found.moves[m].move) && found.moves[m].learn == 7);
            if (m) assert_true(found.moves[m - 1].weight >= found.moves[m].weight);
        }
        found_moves += size;
    }
    assert_true(found_moves > 1000);
}

static void chosen_by_weight(void **state)
{
    (void)state;
    static struct maker maker;
    pf_position start = pf_position_start();
    uint64_t key = pf_position_polyglot_key(&start);
    maker.size = 0;
    add(&maker, key, PF_E2 << 6 | PF_E4, 60);
    add(&maker, key, PF_D2 << 6 | PF_D4, 30);
    add(&maker, key, PF_G1 << 6 | PF_F3, 10);
    add(&maker, key, PF_A2 << 6 | PF_A3, 0);    /* never */
    add(&maker, key, PF_E2 << 6 | PF_E5, 1000); /* illegal: never */
    pf_book book = book_of(&maker);
    unsigned e4 = 0, d4 = 0, nf3 = 0;
    for (uint64_t seed = 0; seed < 10000; seed++) {
        pf_move move = pf_book_choose(&book, &start, seed);
        assert_int_equal(move, pf_book_choose(&book, &start, seed));
        e4 += pf_move_to(move) == PF_E4;
        d4 += pf_move_to(move) == PF_D4;
        nf3 += pf_move_to(move) == PF_F3;
    }
    assert_int_equal(e4 + d4 + nf3, 10000);
    assert_in_range(e4, 5850, 6150);
    assert_in_range(d4, 2850, 3150);
    assert_int_equal(pf_move_to(pf_book_choose(&book, &start, 2026)), PF_E4); /* the same everywhere */
    pf_position other = position_of(KIWIPETE);
    assert_int_equal(pf_book_choose(&book, &other, 1), PF_NO_MOVE);
    maker.size = 0;
    add(&maker, key, PF_E2 << 6 | PF_E4, 0);
    book = book_of(&maker);
    assert_int_equal(pf_book_choose(&book, &start, 1), PF_NO_MOVE);
}

static void damaged(void **state)
{
    (void)state;
    static struct maker maker;
    pf_error error;
    pf_book book;
    assert_int_equal(pf_book_open(&book, NULL, 0, &error), PF_OK);
    assert_int_equal(pf_book_check(&book).first, 0);
    pf_position start = pf_position_start();
    pf_book_moves found;
    assert_int_equal(pf_book_find(&book, &start, &found), 0);

    maker.size = 0;
    add(&maker, 5, PF_E2 << 6 | PF_E4, 1);
    add(&maker, 5, PF_D2 << 6 | PF_D4, 1);
    add(&maker, 5, PF_E2 << 6 | PF_E4, 2); /* a duplicate */
    add(&maker, 3, PF_E2 << 6 | PF_E4, 1); /* out of order */
    add(&maker, 9, PF_E2 << 6 | PF_E2, 1); /* no move */
    add(&maker, 9, 7 << 12 | PF_E7 << 6 | PF_E8, 1);
    book = book_of(&maker);
    pf_book_report report = pf_book_check(&book);
    assert_int_equal(report.duplicates, 1);
    assert_int_equal(report.out_of_order, 1);
    assert_int_equal(report.malformed, 2);
    assert_int_equal(report.first, 2);
    for (size_t cut = 1; cut < 16; cut++) {
        assert_int_equal(pf_book_open(&book, maker.bytes, 32 + cut, &error), PF_ERROR_BOOK);
        assert_int_equal(error.offset, 32);
        assert_int_equal(book.size, 2);
    }
}

/* Every entry is for the start position: no more moves than there are, and everything else skipped. */
static void many_entries(void **state)
{
    (void)state;
    static struct maker maker;
    pf_position start = pf_position_start();
    maker.size = 0;
    while (maker.size < MOST) add(&maker, pf_position_polyglot_key(&start), (uint16_t)(maker.size % 4096), 1);
    pf_book book = book_of(&maker);
    pf_book_moves found;
    assert_int_equal(pf_book_find(&book, &start, &found), 20);
    assert_int_equal(found.skipped, MOST - 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes),
        cmocka_unit_test(codes),
        cmocka_unit_test(find_against_walk),
        cmocka_unit_test(chosen_by_weight),
        cmocka_unit_test(damaged),
        cmocka_unit_test(many_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
