/* Games: playing and taking back, repetition, outcomes and claims. */
#include "support.h"

#include <stdlib.h>

/* A game in caller memory of just the right size, at an odd address. */
static unsigned char memory[1 + PF_GAME_MEMORY(400)];

static pf_game *game_of(const char *fen)
{
    pf_position start = position_of(fen);
    pf_game *game = pf_game_init(memory + 1, sizeof memory - 1, &start);
    assert_non_null(game);
    return game;
}

static pf_move move_of(const pf_game *game, const char *uci, size_t length)
{
    pf_move move = PF_NO_MOVE;
    if (pf_move_from_uci(&move, pf_game_position(game), uci, length, NULL) != PF_OK) fail_msg("%s", uci);
    return move;
}

static void play(pf_game *game, const char *moves)
{
    while (*moves) {
        size_t length = strcspn(moves, " ");
        assert_int_equal(pf_game_play(game, move_of(game, moves, length), NULL), PF_OK);
        moves += length;
        moves += strspn(moves, " ");
    }
}

static void plays_and_takes_back(void **state)
{
    (void)state;
    pf_game *game = game_of(START_FEN);
    pf_position start = *pf_game_position(game);
    assert_int_equal((pf_variant)pf_game_position(game)->variant, PF_VARIANT_STANDARD);
    assert_false(pf_game_undo(game));
    assert_false(pf_game_redo(game));
    play(game, "e2e4 e7e5 g1f3");
    assert_int_equal(pf_game_ply(game), 3);
    assert_fen(pf_game_position(game), PF_CASTLING_STANDARD, PF_EP_LEGAL,
               "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    pf_position last = *pf_game_position(game);
    assert_memory_equal(pf_game_position_at(game, 0), &start, sizeof start);
    assert_memory_equal(pf_game_position_at(game, 3), &last, sizeof last);
    assert_null(pf_game_position_at(game, 4));
    assert_int_equal(pf_game_move_at(game, 0), PF_NO_MOVE);
    assert_int_equal(pf_game_move_at(game, 1), pf_move_of(PF_E2, PF_E4, PF_MOVE_NORMAL));
    assert_int_equal(pf_game_move_at(game, 4), PF_NO_MOVE);

    assert_true(pf_game_undo(game));
    assert_true(pf_game_undo(game));
    assert_int_equal(pf_game_ply(game), 1);
    assert_true(pf_game_redo(game));
    assert_true(pf_game_redo(game));
    assert_false(pf_game_redo(game));
    assert_memory_equal(pf_game_position(game), &last, sizeof last);
    assert_true(pf_game_undo(game));
    play(game, "f2f4"); /* forgets the knight's move */
    assert_false(pf_game_redo(game));

    pf_error error;
    assert_int_equal(pf_game_play(game, pf_move_of(PF_E2, PF_E4, PF_MOVE_NORMAL), &error), PF_ERROR_MOVE_ILLEGAL);
    assert_string_equal(error.message, "there is no piece on e2");
    assert_int_equal(pf_game_ply(game), 3);

    pf_game_restart(game, &start);
    assert_int_equal(pf_game_ply(game), 0);
    assert_memory_equal(pf_game_position(game), &start, sizeof start);
    assert_int_equal(pf_game_repetitions(game), 1);
    assert_false(pf_game_redo(game));
}

static void memory_has_an_end(void **state)
{
    (void)state;
    pf_position start = pf_position_start();
    unsigned char room[PF_GAME_MEMORY(2)];
    assert_null(pf_game_init(room, 0, &start));
    assert_null(pf_game_init(room, 60, &start));
    assert_null(pf_game_init(NULL, 1000, &start));
    assert_non_null(pf_game_init(room, PF_GAME_MEMORY(0), &start));
    for (size_t size = 0; size < sizeof room; size++) { /* never beyond the end, wherever it is */
        unsigned char *exact = malloc(size ? size : 1);
        assert_non_null(exact);
        pf_game *game = pf_game_init(exact, size, &start);
        if (game) play_random(&(test_random){size}, &start);
        free(exact);
    }
    start = pf_position_start();
    pf_game *game = pf_game_init(room, sizeof room, &start);
    assert_non_null(game);
    assert_int_equal((pf_variant)pf_game_position(game)->variant, PF_VARIANT_STANDARD);
    play(game, "e2e4 e7e5");
    pf_error error;
    assert_int_equal(pf_game_play(game, pf_move_of(PF_G1, PF_F3, PF_MOVE_NORMAL), &error), PF_ERROR_NO_ROOM);
    assert_int_equal(error.code, PF_ERROR_NO_ROOM);
    assert_int_equal(pf_game_ply(game), 2);
    assert_true(pf_game_undo(game));
    assert_true(pf_game_redo(game));
    assert_true(pf_game_undo(game));
    play(game, "c7c5");
}

static void growing_memory(void **state)
{
    (void)state;
    pf_game_destroy(NULL);
    pf_position start = pf_position_start();
    pf_game *game = pf_game_create(&start);
    assert_non_null(game);
    static const char *const tour[4] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    for (unsigned ply = 0; ply < 20000; ply++) {
        assert_int_equal(pf_game_repetitions(game), ply / 4 + 1);
        play(game, tour[ply % 4]);
    }
    for (unsigned ply = 20000; ply > 0; ply--) {
        assert_int_equal(pf_game_repetitions(game), ply / 4 + 1);
        assert_true(pf_game_undo(game));
    }
    assert_memory_equal(pf_game_position(game), &start, sizeof start);
    for (unsigned ply = 0; ply < 20000; ply++) assert_true(pf_game_redo(game));
    assert_int_equal(pf_game_repetitions(game), 5001);
    pf_game_destroy(game);
}

static void assert_ends(const pf_game *game, pf_policy policy, pf_result result, pf_reason reason)
{
    pf_outcome outcome = pf_game_outcome(game, policy);
    assert_int_equal(outcome.reason, reason);
    assert_int_equal(outcome.result, result);
}

static void repetition_ends_the_game(void **state)
{
    (void)state;
    pf_game *game = game_of(START_FEN);
    static const char tour[] = "g1f3 g8f6 f3g1 f6g8";
    play(game, tour);
    play(game, "g1f3 g8f6 f3g1");
    assert_int_equal(pf_game_claims(game), 0);
    assert_int_equal(pf_game_claims_by_move(game, move_of(game, "f6g8", 4)), PF_CLAIM_THREEFOLD_REPETITION);
    assert_int_equal(pf_game_claims_by_move(game, move_of(game, "f6e4", 4)), 0);
    assert_int_equal(pf_game_claims_by_move(game, pf_move_of(PF_A1, PF_A8, PF_MOVE_NORMAL)), 0); /* not legal */
    assert_int_equal(pf_game_claims_by_any_move(game), PF_CLAIM_THREEFOLD_REPETITION);
    assert_int_equal(pf_game_repetitions(game), 2); /* asking changes nothing */
    play(game, "f6g8");
    assert_int_equal(pf_game_claims(game), PF_CLAIM_THREEFOLD_REPETITION);
    assert_ends(game, PF_POLICY_FIDE, PF_RESULT_UNDECIDED, PF_REASON_NONE);
    assert_ends(game, PF_POLICY_ENGINE, PF_RESULT_DRAW, PF_REASON_THREEFOLD_REPETITION);
    play(game, tour);
    assert_ends(game, PF_POLICY_FIDE, PF_RESULT_UNDECIDED, PF_REASON_NONE);
    play(game, tour);
    assert_int_equal(pf_game_repetitions(game), 5);
    assert_ends(game, PF_POLICY_FIDE, PF_RESULT_DRAW, PF_REASON_FIVEFOLD_REPETITION);
    assert_int_equal(pf_game_claims(game), 0); /* over: nothing to claim */
    assert_int_equal(pf_game_claims_by_any_move(game), 0);
    assert_int_equal(pf_game_claims_by_move(game, move_of(game, "g1f3", 4)), 0);
    play(game, "e2e4"); /* but one may play on */
    assert_ends(game, PF_POLICY_FIDE, PF_RESULT_UNDECIDED, PF_REASON_NONE);
}

static void the_clock_ends_the_game(void **state)
{
    (void)state;
    pf_game *game = game_of("7k/8/8/8/8/p7/P7/R6K w - - 99 80");
    assert_int_equal(pf_game_claims(game), 0);
    assert_int_equal(pf_game_claims_by_move(game, move_of(game, "a1b1", 4)), PF_CLAIM_FIFTY_MOVES);
    play(game, "a1b1");
    assert_int_equal(pf_game_claims(game), PF_CLAIM_FIFTY_MOVES);
    assert_ends(game, PF_POLICY_FIDE, PF_RESULT_UNDECIDED, PF_REASON_NONE);
    assert_ends(game, PF_POLICY_ENGINE, PF_RESULT_DRAW, PF_REASON_FIFTY_MOVES);

    game = game_of("7k/8/8/8/8/p7/P7/R6K w - - 149 80");
    assert_int_equal(pf_game_claims(game), PF_CLAIM_FIFTY_MOVES);
    play(game, "a1b1");
    assert_ends(game, PF_POLICY_FIDE, PF_RESULT_DRAW, PF_REASON_SEVENTY_FIVE_MOVES);
    assert_int_equal(pf_game_claims(game), 0);

    /* A move that mates claims nothing, and mate comes before the clock. */
    game = game_of("7k/8/6K1/8/8/8/8/R7 w - - 149 80");
    assert_int_equal(pf_game_claims_by_move(game, move_of(game, "a1a8", 4)), 0);
    play(game, "a1a8");
    assert_ends(game, PF_POLICY_FIDE, PF_RESULT_WHITE_WINS, PF_REASON_CHECKMATE);
    assert_ends(game, PF_POLICY_ENGINE, PF_RESULT_WHITE_WINS, PF_REASON_CHECKMATE);

    /* A capture starts the clock again, so it claims nothing. */
    game = game_of("7k/8/8/8/8/8/1p6/R6K b - - 99 80");
    assert_int_equal(pf_game_claims_by_move(game, move_of(game, "b2a1q", 5)), 0);
    assert_int_equal(pf_game_claims_by_move(game, move_of(game, "h8h7", 4)), PF_CLAIM_FIFTY_MOVES);
}

/* The same positions counted the slow way. */
static unsigned count_again(const pf_game *game)
{
    unsigned count = 0;
    for (uint32_t ply = 0; ply <= pf_game_ply(game); ply++)
        count += pf_position_equal(pf_game_position_at(game, ply), pf_game_position(game));
    return count;
}

/* A random move, but often the one that goes back, so that positions come again. */
static pf_move wandering_move(test_random *random, const pf_game *game)
{
    pf_move_list list;
    if (!pf_generate_legal(pf_game_position(game), &list)) return PF_NO_MOVE;
    uint32_t ply = pf_game_ply(game);
    if (ply >= 2 && random_below(random, 4)) {
        pf_move last = pf_game_move_at(game, ply - 1);
        pf_move back = pf_move_of(pf_move_to(last), pf_move_from(last), PF_MOVE_NORMAL);
        if (pf_move_list_contains(&list, back)) return back;
    }
    return list.moves[random_below(random, list.size)];
}

static void repetition_equals_a_recount(void **state)
{
    (void)state;
    test_random random = {97};
    unsigned repeated[PF_VARIANT_COUNT] = {0};
    for (int i = 0; i < 600; i++) {
        pf_position start = i % 2   ? random_game_position(&random)
                            : i % 4 ? pf_variant_start((pf_variant)(i / 4 % PF_VARIANT_COUNT))
                                    : pf_position_chess960_start(random_below(&random, 960));
        pf_game *heap = pf_game_create(&start);
        pf_game *game = i % 3 ? heap : pf_game_init(memory, sizeof memory, &start);
        for (int step = 0; step < 300; step++) {
            unsigned what = random_below(&random, 8);
            if (what == 0) {
                pf_game_undo(game);
            } else if (what == 1) {
                pf_game_redo(game);
            } else {
                pf_move move = wandering_move(&random, game);
                if (!move) break;
                pf_claims claims = pf_game_claims_by_move(game, move);
                bool was_over = pf_game_outcome(game, PF_POLICY_FIDE).reason != PF_REASON_NONE;
                assert_int_equal(pf_game_play(game, move, NULL), PF_OK);
                pf_position without_clock = *pf_game_position(game);
                without_clock.halfmove_clock = 0;
                pf_reason now = pf_position_outcome(&without_clock, PF_POLICY_FIDE).reason;
                bool threefold = !was_over && now == PF_REASON_NONE && count_again(game) >= 3;
                assert_int_equal(claims & PF_CLAIM_THREEFOLD_REPETITION, threefold ? PF_CLAIM_THREEFOLD_REPETITION : 0);
            }
            assert_int_equal(pf_game_repetitions(game), count_again(game));
            repeated[start.variant] += pf_game_repetitions(game) > 1;
        }
        while (pf_game_undo(game)) assert_int_equal(pf_game_repetitions(game), count_again(game));
        assert_memory_equal(pf_game_position(game), &start, sizeof start);
        pf_game_destroy(heap);
    }
    assert_true(repeated[PF_VARIANT_STANDARD] > 10000);
    for (unsigned variant = 0; variant < PF_VARIANT_COUNT; variant++) assert_true(repeated[variant] > 100);
}

/* The position in the test's own memory. */
static pf_position *inside(const pf_game *game, uint32_t ply)
{
    return (pf_position *)(uintptr_t)pf_game_position_at(game, ply);
}

/* The key that the position would have if no en passant capture were legal. */
static uint64_t key_without_ep(pf_position position)
{
    position.ep_square = PF_NO_SQUARE;
    return pf_position_compute_key(&position);
}

/* Plays so that the position after the move has key 0, as all earlier ones have, or the key of its en passant square
 * alone: the key that a move changes is set to what the move will change in it. Keys with an upper half of 0 are all in
 * the first bucket. */
static bool play_keyless(pf_game *game, pf_move move)
{
    pf_position *before = inside(game, pf_game_ply(game));
    uint64_t old = before->key;
    pf_position after = *before;
    after.key = pf_position_compute_key(&after);
    if (pf_position_play(&after, move, NULL) != PF_OK) return false;
    before->key = key_without_ep(*before) ^ key_without_ep(after);
    bool played = pf_game_play(game, move, NULL) == PF_OK;
    before->key = old;
    assert_int_equal(pf_game_position(game)->key, after.key ^ key_without_ep(after));
    return played;
}

/* Positions with one key are not taken for each other: the count is that of different texts. */
static void keys_alone_prove_nothing(void **state)
{
    (void)state;
    test_random random = {5};
    for (int i = 0; i < 20; i++) {
        pf_position start = random_game_position(&random);
        start.key ^= key_without_ep(start);
        pf_game *game = pf_game_init(memory, sizeof memory, &start);
        for (int step = 0; step < 200; step++) {
            pf_move move = wandering_move(&random, game);
            if (!move || !play_keyless(game, move)) break;
            char now[PF_FEN_SIZE], then[PF_FEN_SIZE];
            unsigned count = 0;
            for (uint32_t ply = 0; ply <= pf_game_ply(game); ply++) {
                pf_position a = *pf_game_position(game), b = *pf_game_position_at(game, ply);
                a.halfmove_clock = b.halfmove_clock = 0;
                a.fullmove_number = b.fullmove_number = 1;
                pf_position_to_fen(now, sizeof now, &a, PF_CASTLING_SHREDDER, PF_EP_LEGAL);
                pf_position_to_fen(then, sizeof then, &b, PF_CASTLING_SHREDDER, PF_EP_LEGAL);
                count += strcmp(now, then) == 0;
            }
            assert_int_equal(pf_game_repetitions(game), count);
        }
    }
}

static void repetition_corpus(void **state)
{
    (void)state;
    jsonl in = jsonl_open("notation/repetition.jsonl");
    while (jsonl_next(&in)) {
        pf_game *game = game_of(jsonl_get(&in, "fen"));
        json_t *threefold = json_array(), *fivefold = json_array();
        const char *moves = jsonl_get(&in, "uci");
        while (*moves) {
            size_t length = strcspn(moves, " ");
            assert_int_equal(pf_game_play(game, move_of(game, moves, length), NULL), PF_OK);
            moves += length;
            moves += strspn(moves, " ");
            if (pf_game_repetitions(game) >= 3) json_array_append_new(threefold, json_integer(pf_game_ply(game)));
            if (pf_game_repetitions(game) >= 5) json_array_append_new(fivefold, json_integer(pf_game_ply(game)));
        }
        assert_true(json_equal(threefold, json_object_get(in.row, "threefold_at")));
        assert_true(json_equal(threefold, json_object_get(in.row, "python_chess_threefold_at")));
        assert_true(json_equal(fivefold, json_object_get(in.row, "python_chess_fivefold_at")));
        assert_fen(pf_game_position(game), PF_CASTLING_XFEN, PF_EP_LEGAL, jsonl_get(&in, "final_fen"));
        json_decref(threefold);
        json_decref(fivefold);
    }
    assert_int_equal(in.rows, 6);
    jsonl_close(&in);
}

static void halfmove_clock_corpus(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/halfmove_clock.tsv");
    while (tsv_next(&in)) {
        pf_game *game = game_of(tsv_get(&in, "fen"));
        bool fifty = pf_game_claims(game) & PF_CLAIM_FIFTY_MOVES;
        bool can_claim = fifty || (pf_game_claims_by_any_move(game) & PF_CLAIM_FIFTY_MOVES);
        bool seventy_five = pf_game_outcome(game, PF_POLICY_FIDE).reason == PF_REASON_SEVENTY_FIVE_MOVES;
        assert_int_equal(fifty, tsv_get(&in, "is_fifty")[0] == '1');
        assert_int_equal(can_claim, tsv_get(&in, "can_claim")[0] == '1');
        assert_int_equal(seventy_five, tsv_get(&in, "is_seventyfive")[0] == '1');
    }
    assert_int_equal(in.rows, 7);
    tsv_close(&in);
}

static void move_counters_corpus(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/move_counters.tsv");
    pf_game *game = game_of(START_FEN);
    while (tsv_next(&in)) {
        play(game, tsv_get(&in, "uci"));
        assert_int_equal(pf_game_ply(game), strtoul(tsv_get(&in, "ply"), NULL, 10));
        assert_int_equal(pf_game_position(game)->halfmove_clock, strtoul(tsv_get(&in, "halfmove"), NULL, 10));
        assert_int_equal(pf_game_position(game)->fullmove_number, strtoul(tsv_get(&in, "fullmove"), NULL, 10));
        assert_fen(pf_game_position(game), PF_CASTLING_STANDARD, PF_EP_PSEUDO, tsv_get(&in, "fen"));
    }
    assert_int_equal(in.rows, 15);
    tsv_close(&in);
}

/* ---- Variants ---- */

static pf_game *variant_game_of(pf_variant variant, const char *fen)
{
    pf_position start = variant_position_of(fen, variant);
    pf_game *game = pf_game_init(memory + 1, sizeof memory - 1, &start);
    assert_non_null(game);
    assert_int_equal(pf_game_position(game)->variant, variant);
    return game;
}

static void captures_do_not_end_repetition_in_crazyhouse(void **state)
{
    (void)state;
    /* A rook is dropped and taken, and the taken one is dropped and taken by the other side. */
    pf_game *game = variant_game_of(PF_VARIANT_CRAZYHOUSE, "k7/8/8/8/8/8/8/7K[R] w - - 0 1");
    for (unsigned times = 2; times <= 3; times++) {
        play(game, "R@b8 a8b8 h1g1 R@h1 g1h1 b8a8");
        assert_int_equal(pf_game_repetitions(game), times);
    }
    assert_int_equal(pf_game_claims(game), PF_CLAIM_THREEFOLD_REPETITION);
    assert_int_equal(pf_game_outcome(game, PF_POLICY_ENGINE).reason, PF_REASON_THREEFOLD_REPETITION);
    assert_int_equal(pf_game_outcome(game, PF_POLICY_FIDE).reason, PF_REASON_NONE);

    /* Lost castling rights end it. */
    game = variant_game_of(PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1");
    play(game, "h1h2 e8d8 h2h1 d8e8");
    assert_int_equal(pf_game_repetitions(game), 1);
}

static void clocks_of_variants(void **state)
{
    (void)state;
    pf_game *game = variant_game_of(PF_VARIANT_CRAZYHOUSE, "k7/8/8/8/8/8/8/6RK[] w - - 199 150");
    assert_int_equal(pf_game_outcome(game, PF_POLICY_ENGINE).reason, PF_REASON_NONE);
    assert_int_equal(pf_game_claims(game), 0);
    assert_int_equal(pf_game_claims_by_any_move(game), 0);
    game = variant_game_of(PF_VARIANT_ATOMIC, "k7/8/8/8/8/8/8/5QRK w - - 100 150");
    assert_int_equal(pf_game_outcome(game, PF_POLICY_ENGINE).reason, PF_REASON_FIFTY_MOVES);
    assert_int_equal(pf_game_claims(game), PF_CLAIM_FIFTY_MOVES);
    assert_int_equal(pf_game_claims_by_any_move(game), PF_CLAIM_FIFTY_MOVES);
    /* A move that ends the game by a rule of the variant allows no claim. */
    game = variant_game_of(PF_VARIANT_KING_OF_THE_HILL, "k7/8/8/8/8/4K3/8/1R6 w - - 120 150");
    pf_move to_hill = pf_move_of(PF_E3, PF_E4, PF_MOVE_NORMAL);
    assert_int_equal(pf_game_claims_by_move(game, to_hill), 0);
    assert_int_equal(pf_game_claims_by_move(game, pf_move_of(PF_E3, PF_E2, PF_MOVE_NORMAL)), PF_CLAIM_FIFTY_MOVES);
    assert_int_equal(pf_game_claims_by_move(game, pf_move_of(PF_E3, PF_E8, PF_MOVE_NORMAL)), 0);
    assert_int_equal(pf_game_play(game, to_hill, NULL), PF_OK);
    assert_int_equal(pf_game_outcome(game, PF_POLICY_FIDE).reason, PF_REASON_KING_ON_HILL);
    assert_int_equal(pf_game_claims(game), 0);
    pf_error error;
    assert_int_equal(pf_game_play(game, pf_move_of(PF_A8, PF_A7, PF_MOVE_NORMAL), &error), PF_ERROR_MOVE_ILLEGAL);
    assert_int_equal(pf_game_play_null(game, &error), PF_ERROR_MOVE_ILLEGAL);
    assert_string_equal(error.message, "the game is over");
}

static void null_moves_in_variants(void **state)
{
    (void)state;
    pf_error error;
    pf_game *game = variant_game_of(PF_VARIANT_THREE_CHECK, "4k3/8/8/8/3pP3/8/8/4K2R b K e3 2+3 0 1");
    assert_int_equal(pf_game_play_null(game, NULL), PF_OK);
    pf_position after = *pf_game_position(game);
    assert_int_equal(after.key, pf_position_compute_key(&after));
    assert_int_equal(after.ep_square, PF_NO_SQUARE);
    assert_int_equal(after.fullmove_number, 2);
    play(game, "h1h8");
    assert_int_equal(pf_game_play_null(game, &error), PF_ERROR_MOVE_ILLEGAL);
    assert_string_equal(error.message, "a null move is not possible in check");
    assert_int_equal(pf_game_ply(game), 2);
    /* In Antichess nothing is check. */
    game = variant_game_of(PF_VARIANT_ANTICHESS, "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    assert_int_equal(pf_game_play_null(game, NULL), PF_OK);
    assert_int_equal(pf_game_play_null(game, NULL), PF_OK);
    assert_int_equal(pf_game_repetitions(game), 1); /* not across null moves */
    assert_true(pf_game_undo(game));
    assert_true(pf_game_undo(game));
    assert_int_equal(pf_game_repetitions(game), 1);
}

static void restart_in_another_variant(void **state)
{
    (void)state;
    pf_position start = pf_variant_start(PF_VARIANT_CRAZYHOUSE);
    pf_position standard = pf_position_start();
    for (size_t size = 0; size < PF_GAME_MEMORY(1); size++) {
        unsigned char *exact = malloc(size ? size : 1);
        pf_game *game = pf_game_init(exact, size, &start);
        if (size >= PF_GAME_MEMORY(0)) assert_non_null(game);
        if (game) pf_game_restart(game, &start);
        free(exact);
    }
    pf_game *game = variant_game_of(PF_VARIANT_CRAZYHOUSE, "k7/8/8/8/8/8/8/7K[R] w - - 0 1");
    play(game, "R@b8");
    assert_int_equal(pf_game_ply(game), 1);
    assert_int_equal(pf_game_position_at(game, 0)->pockets[PF_WHITE][PF_ROOK], 1);
    assert_null(pf_game_position_at(game, 2));
    pf_game_restart(game, &start);
    assert_int_equal(pf_game_ply(game), 0);
    pf_error error;
    assert_int_equal(pf_game_play(game, pf_move_of_drop(PF_QUEEN, PF_E4), &error), PF_ERROR_MOVE_ILLEGAL);
    assert_string_equal(error.message, "White has no queen to drop");

    /* The same memory for a game by other rules, from a position that is in it. */
    game = pf_game_create(&start);
    pf_game_restart(game, &standard);
    assert_int_equal(pf_game_position(game)->variant, PF_VARIANT_STANDARD);
    play(game, "e2e4 e7e5 g1f3");
    pf_position second = *pf_game_position_at(game, 1);
    pf_game_restart(game, pf_game_position_at(game, 1));
    assert_int_equal(pf_game_ply(game), 0);
    assert_memory_equal(pf_game_position(game), &second, sizeof second);
    pf_game_destroy(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_and_takes_back),
        cmocka_unit_test(memory_has_an_end),
        cmocka_unit_test(growing_memory),
        cmocka_unit_test(repetition_ends_the_game),
        cmocka_unit_test(the_clock_ends_the_game),
        cmocka_unit_test(repetition_equals_a_recount),
        cmocka_unit_test(keys_alone_prove_nothing),
        cmocka_unit_test(repetition_corpus),
        cmocka_unit_test(halfmove_clock_corpus),
        cmocka_unit_test(move_counters_corpus),
        cmocka_unit_test(captures_do_not_end_repetition_in_crazyhouse),
        cmocka_unit_test(clocks_of_variants),
        cmocka_unit_test(null_moves_in_variants),
        cmocka_unit_test(restart_in_another_variant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
