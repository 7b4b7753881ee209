/* The key after a move is the key once it is played; keys of parts of the board are what their definition says, also
 * when they are kept move by move. */
#include "support.h"

/* The definition of <plyforge/keys.h>, square by square. */
static pf_keys defined(const pf_position *position)
{
    pf_keys keys = {0};
    for (pf_square square = 0; square < 64; square++) {
        pf_piece piece = pf_position_piece_at(position, square);
        if (piece == PF_NO_PIECE) continue;
        pf_piece_type type = pf_piece_type_of(piece);
        if (type == PF_PAWN) keys.pawns ^= pf_piece_key(piece, square);
        if (type != PF_PAWN) keys.pieces[pf_piece_colour(piece)] ^= pf_piece_key(piece, square);
        if (type != PF_KING) keys.material += pf_piece_key(piece, PF_A1);
    }
    return keys;
}

static void check_position(const pf_position *position, void *context)
{
    size_t *moves = context;
    pf_keys keys = pf_position_keys(position), expected = defined(position);
    assert_memory_equal(&keys, &expected, sizeof keys);

    pf_position passed = *position;
    if (pf_position_play_null(&passed)) assert_int_equal(pf_position_key_after(position, PF_NO_MOVE), passed.key);

    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        pf_changes changes;
        pf_position_play_unchecked(&child, list.moves[i]);
        assert_int_equal(pf_position_key_after(position, list.moves[i]), child.key);
        pf_keys updated = keys;
        pf_move_changes(position, list.moves[i], &changes);
        pf_keys_update(&updated, &changes);
        expected = pf_position_keys(&child);
        assert_memory_equal(&updated, &expected, sizeof updated);
    }
    *moves += list.size;
}

static void all_suites(void **state)
{
    (void)state;
    size_t moves = 0;
    visit_suites(check_position, &moves);
    print_message("%zu moves\n", moves);
    assert_true(moves > 10000);
}

static void random_positions(void **state)
{
    (void)state;
    test_random random = {54};
    size_t moves = 0;
    for (unsigned i = 0; i < 10000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        check_position(&position, &moves);
    }
    assert_true(moves > 100000);
}

static pf_keys keys_of(const char *fen)
{
    pf_position position = position_of(fen);
    return pf_position_keys(&position);
}

/* What each key depends on, and what not. */
static void what_counts(void **state)
{
    (void)state;
    pf_keys a = keys_of("r3k3/8/8/8/3p4/8/P7/R3K2R w KQq - 0 1");
    pf_keys b = keys_of("4k2r/8/8/8/3p4/8/P7/RR2K3 b - - 7 9"); /* rooks elsewhere, other rights and turn */
    assert_int_equal(a.pawns, b.pawns);
    assert_int_equal(a.material, b.material);
    assert_int_not_equal(a.pieces[PF_WHITE], b.pieces[PF_WHITE]);
    assert_int_not_equal(a.pieces[PF_BLACK], b.pieces[PF_BLACK]);
    b = keys_of("r3k3/8/8/8/3p4/P7/8/R3K2R w KQq - 0 1"); /* a pawn elsewhere */
    assert_int_not_equal(a.pawns, b.pawns);
    assert_int_equal(a.material, b.material);
    assert_memory_equal(a.pieces, b.pieces, sizeof a.pieces);
    b = keys_of("r3k3/8/8/8/3p4/8/P7/R3K3 w Qq - 0 1"); /* a rook less; two rooks are not none */
    assert_int_not_equal(a.material, b.material);
    assert_int_not_equal(a.material, keys_of("r3k3/8/8/8/3p4/8/P7/4K3 w q - 0 1").material);
    assert_int_not_equal(keys_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").material,
                         keys_of("r3k3/8/8/8/8/8/8/4K3 w - - 0 1").material);
    assert_int_equal(keys_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1").material, 0);
    assert_int_equal(keys_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1").pawns, 0);
    assert_int_equal(pf_piece_key(PF_NO_PIECE, PF_E4), 0);
}

/* The whole key is made of the same numbers. */
static void parts_of_the_whole(void **state)
{
    (void)state;
    pf_position position = position_of("r3k3/8/8/8/3p4/8/P7/R3K2R w - - 0 1");
    pf_keys keys = pf_position_keys(&position);
    assert_int_equal(position.key, keys.pawns ^ keys.pieces[PF_WHITE] ^ keys.pieces[PF_BLACK]);
}

/* The numbers are the same everywhere; another choice of them is a change that must be noticed. */
static void reproducible(void **state)
{
    (void)state;
    pf_keys keys = keys_of(START_FEN);
    pf_position start = pf_position_start();
    char text[128];
    snprintf(text, sizeof text, "%016llx %016llx %016llx %016llx %016llx", (unsigned long long)start.key,
             (unsigned long long)keys.pawns, (unsigned long long)keys.material,
             (unsigned long long)keys.pieces[PF_WHITE], (unsigned long long)keys.pieces[PF_BLACK]);
    assert_string_equal(text, "713cd28c1286fddf f16b92b4895e37ba 78aa4a9324f254cd 13f9a10e40b6605b "
                              "8a09441c207d4f31");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_counts), cmocka_unit_test(parts_of_the_whole), cmocka_unit_test(reproducible),
        cmocka_unit_test(all_suites),  cmocka_unit_test(random_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
