/* Unmoves and predecessors: by hand, by replaying each of them, and by finding every move that was played. That the
 * edges forward and backward are the same over whole endgames is in tests/differential/retro_endgames.c. */
#include "support.h"

#include <stdlib.h>

static const pf_retro_options everything = {
    .accept = PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, .castling = PF_RETRO_CASTLING_ALL, .ep = PF_RETRO_EP_ALL};

/* ---- By hand ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The unmoves in alphabetical order, each with the types it can have taken, '-' for none: "a1b1:-NB". */
static void assert_unmoves(const char *fen, const pf_retro_options *options, const char *expected)
{
    pf_position position = position_accepted(fen, PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT);
    pf_unmove_list list;
    static char texts[PF_UNMOVE_LIST_CAPACITY][16];
    char text[2048] = "";
    uint32_t size = pf_generate_unmoves(&position, options, &list);
    assert_int_equal(size, list.size);
    for (uint32_t i = 0; i < list.size; i++) {
        size_t length = pf_move_to_uci(texts[i], 16, list.unmoves[i].move, PF_UCI_KING_TAKES_ROOK);
        texts[i][length++] = ':';
        for (unsigned type = 0; type <= PF_NO_PIECE_TYPE; type++)
            if (list.unmoves[i].captured >> type & 1) texts[i][length++] = "PNBRQK-"[type];
        texts[i][length] = '\0';
    }
    qsort(texts, list.size, sizeof texts[0], by_text);
    for (uint32_t i = 0; i < list.size; i++) {
        if (i) strcat(text, " ");
        strcat(text, texts[i]);
    }
    assert_string_equal(text, expected);
}

static void known(void **state)
{
    (void)state;
    /* The start position: only knights can have come home. */
    assert_unmoves(START_FEN, NULL, "a6b8:- c6b8:- f6g8:- h6g8:-");
    /* After 1. e4, with the en passant square and without it; nothing can have been taken. */
    assert_unmoves("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", NULL, "e2e4:-");
    assert_unmoves("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", NULL,
                   "a3b1:- a6f1:- b5f1:- c3b1:- c4f1:- d3f1:- e2d1:- e2e4:- e2f1:- e2g1:- e3e4:- f3d1:- f3g1:- g4d1:- "
                   "h3g1:- h5d1:-");
    /* Without rights king and rooks can have moved, and castled. */
    assert_unmoves("4k3/8/8/8/8/8/PPPPPP1P/5RK1 b - - 0 1", &(pf_retro_options){.use_pockets = true},
                   "a1f1:- b1f1:- c1f1:- d1f1:- e1f1:- e1h1:- g2g1:- h1g1:-");
    /* A check must be undone. */
    assert_unmoves("7k/8/6N1/8/8/8/8/7K b - - 0 1", &(pf_retro_options){.use_pockets = true},
                   "e5g6:- e7g6:- f4g6:- f8g6:- h4g6:-");
    /* En passant: the pawn on d6 came from c5 or e5, with d7d5 before; or it took a piece. */
    assert_unmoves("4k3/8/3P4/8/8/8/8/K7 b - - 0 1",
                   &(pf_retro_options){.use_pockets = true, .pockets = {{0}, {1, 0, 0, 0, 0}}},
                   "a2a1:- b1a1:- b2a1:- c5d6:P c5d6:P d5d6:- e5d6:P e5d6:P");
    /* Unpromotion, straight and by capture; and without. */
    assert_unmoves("N7/8/8/4k3/8/8/8/K7 b - - 0 1",
                   &(pf_retro_options){.use_pockets = true, .pockets = {{0}, {0, 1, 0, 0, 0}}},
                   "a2a1:N- a7a8n:- b1a1:N- b2a1:N- b6a8:N- b7a8n:N c7a8:N-");
    assert_unmoves("N7/8/8/4k3/8/8/8/K7 b - - 0 1", &(pf_retro_options){.use_pockets = true, .no_unpromotions = true},
                   "a2a1:- b1a1:- b2a1:- b6a8:- c7a8:-");
}

/* Captures put a piece in the way, and a pawn never stood on the first or last rank. */
static void what_was_taken(void **state)
{
    (void)state;
    pf_retro_options options = {.use_pockets = true, .pockets = {{0}, {1, 1, 1, 1, 1}}};
    /* The rook gives check, so it has moved: along the rank, or up the file if it took what stood in its way. */
    assert_unmoves("4k3/8/8/8/4R3/8/8/K7 b - - 0 1", &options,
                   "a4e4:PNBRQ- b4e4:PNBRQ- c4e4:PNBRQ- d4e4:PNBRQ- e1e4:PNBRQ e2e4:PNBRQ e3e4:PNBRQ f4e4:PNBRQ- "
                   "g4e4:PNBRQ- h4e4:PNBRQ-");
}

static void uncastling(void **state)
{
    (void)state;
    static const char fen[] = "4k3/pppppppp/8/8/8/8/PPPPPPPP/2KR4 b - - 0 1";
    pf_retro_options options = {.use_pockets = true};
    assert_unmoves(fen, &options, "b1c1:- e1a1:- e1d1:- f1d1:- g1d1:- h1d1:-");
    options.accept = PF_ACCEPT_CHESS960;
    pf_position position = position_of(fen);
    pf_unmove_list list;
    pf_generate_unmoves(&position, &options, &list);
    unsigned castlings = 0, with_a1 = 0;
    for (uint32_t i = 0; i < list.size; i++) {
        if (pf_move_kind_of(list.unmoves[i].move) != PF_MOVE_CASTLING) continue;
        castlings++;
        with_a1 += pf_move_to(list.unmoves[i].move) == PF_A1;
    }
    /* Every pair of squares with the rook left of the king. */
    assert_int_equal(castlings, 28);
    assert_int_equal(with_a1, 7);
}

/* Rights and en passant squares before the move. */
static void choices(void **state)
{
    (void)state;
    pf_position position = position_of("4k3/8/8/8/8/8/8/R4RK1 b - - 0 1");
    pf_retro_options options = {.use_pockets = true};
    uint64_t same = pf_count_predecessors(&position, &options);
    options.castling = PF_RETRO_CASTLING_ALL;
    /* Before e1g1 the a-rook may have had its right too; no other move can have destroyed one in standard chess but
     * the rook's from h1, which king and rook of this position rule out. */
    assert_int_equal(pf_count_predecessors(&position, &options), same + 1);

    /* A pawn that can have jumped: d5, beside a pawn that may take it, and h5, beside none. */
    position = position_of("4k3/8/8/3pP2p/8/8/8/6K1 b - - 0 1");
    options = (pf_retro_options){.use_pockets = true};
    uint64_t none = pf_count_predecessors(&position, &options);
    options.ep = PF_RETRO_EP_LEGAL;
    uint64_t legal = pf_count_predecessors(&position, &options);
    options.ep = PF_RETRO_EP_ALL;
    uint64_t all = pf_count_predecessors(&position, &options);
    assert_true(none < legal && legal < all);
    assert_int_equal(all, none * 3);
}

/* Strict: no move gives check with two knights at once, so the king did not come from c1. */
static void strict_and_lenient(void **state)
{
    (void)state;
    static const char fen[] = "4k3/8/8/8/8/1n1n4/8/1K6 b - - 0 1";
    pf_retro_options options = {.use_pockets = true};
    assert_unmoves(fen, &options, "a1b1:- a2b1:- b2b1:- c2b1:-");
    options.accept = PF_ACCEPT_LENIENT;
    assert_unmoves(fen, &options, "a1b1:- a2b1:- b2b1:- c1b1:- c2b1:-");
}

/* ---- Replaying and finding ---- */

struct seen {
    size_t positions, predecessors, found, castlings, en_passants, promotions, captures, impossible;
};

/* Every predecessor is valid and leads here by its move; no two are the same; unplay agrees. */
static void check_predecessors(const pf_position *position, const pf_retro_options *options, struct seen *seen)
{
    pf_predecessors all;
    pf_position before;
    pf_retraction how, last = {.move = PF_NO_MOVE};
    uint64_t count = 0, without_problems = 0;
    pf_predecessors_init(&all, position, options);
    while (pf_predecessors_next(&all, &before, &how)) {
        pf_setup setup;
        pf_setup_from_position(&setup, &before);
        pf_problems problems = pf_setup_problems(&setup, PF_ACCEPT_CHESS960);
        bool lenient = options && options->accept & PF_ACCEPT_LENIENT;
        assert_int_equal(problems & (lenient ? (pf_problems)PF_PROBLEM_FATAL : (pf_problems)PF_PROBLEM_ALL), 0);
        without_problems += problems == 0;
        assert_int_equal(before.key, pf_position_compute_key(&before));
        pf_position after = before;
        assert_int_equal(pf_position_play(&after, how.move, NULL), PF_OK);
        assert_true(pf_position_equal(&after, position));
        pf_position unplayed = *position;
        pf_position_unplay_unchecked(&unplayed, &how);
        assert_memory_equal(&unplayed, &before, sizeof before);
        assert_memory_not_equal(&how, &last, sizeof how);
        last = how;
        count++;
        seen->castlings += pf_move_kind_of(how.move) == PF_MOVE_CASTLING;
        seen->en_passants += pf_move_kind_of(how.move) == PF_MOVE_EN_PASSANT;
        seen->promotions += pf_move_kind_of(how.move) == PF_MOVE_PROMOTION;
        seen->captures += how.captured != PF_NO_PIECE_TYPE;
    }
    assert_int_equal(pf_count_predecessors(position, options), count);
    if (options) { /* strict: those without problems, all of them */
        pf_retro_options strict = *options;
        strict.accept &= ~(pf_accept)PF_ACCEPT_LENIENT;
        assert_int_equal(pf_count_predecessors(position, &strict), without_problems);
        seen->impossible += (size_t)(count - without_problems);
    }
    seen->predecessors += (size_t)count;
    seen->positions++;
}

/* The position is among the predecessors of what a legal move makes of it. */
static void check_found(const pf_position *position, pf_move move, struct seen *seen)
{
    pf_position child = *position, before;
    pf_piece taken = pf_move_captured_piece(position, move);
    pf_retraction how, wanted = {.castling = position->castling, .move = move, .ep_square = position->ep_square};
    wanted.captured = (uint8_t)(taken == PF_NO_PIECE ? PF_NO_PIECE_TYPE : pf_piece_type_of(taken));
    pf_position_play_unchecked(&child, move);
    pf_predecessors all;
    pf_predecessors_init(&all, &child, &everything);
    unsigned times = 0;
    while (pf_predecessors_next(&all, &before, &how))
        times += how.move == wanted.move && how.captured == wanted.captured && how.castling == wanted.castling &&
                 how.ep_square == wanted.ep_square;
    assert_int_equal(times, 1);
    pf_position back = child;
    assert_int_equal(pf_position_unplay(&back, &wanted, NULL), PF_OK);
    assert_true(pf_position_equal(&back, position));
    assert_int_equal(back.ep_square, position->ep_square);

    /* The list of unmoves says so too, also without the en passant square where it makes no difference. */
    if (pf_position_ep_legal(&child) == PF_NO_SQUARE) child.ep_square = PF_NO_SQUARE;
    pf_unmove_list list;
    pf_generate_unmoves(&child, &everything, &list);
    times = 0;
    for (uint32_t i = 0; i < list.size; i++)
        times += list.unmoves[i].move == move && (list.unmoves[i].captured >> wanted.captured & 1);
    assert_int_equal(times, 1);
    seen->found++;
}

static void print_seen(const struct seen *seen)
{
    print_message(
        "%zu positions, %zu predecessors (%zu captures, %zu promotions, %zu en passant, %zu castlings), %zu moves "
        "found\n",
        seen->positions, seen->predecessors, seen->captures, seen->promotions, seen->en_passants, seen->castlings,
        seen->found);
}

static void check_position(const pf_position *position, test_random *random, struct seen *seen)
{
    static const pf_retro_options chess960 = {.accept = PF_ACCEPT_CHESS960, .castling = PF_RETRO_CASTLING_ALL};
    check_predecessors(position, &everything, seen);
    check_predecessors(position, random_below(random, 2) ? &chess960 : NULL, seen);
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (unsigned i = 0; i < 3 && list.size; i++)
        check_found(position, list.moves[random_below(random, list.size)], seen);
    for (uint32_t i = 0; i < list.size; i++) /* what is rare */
        if (pf_move_kind_of(list.moves[i]) != PF_MOVE_NORMAL) check_found(position, list.moves[i], seen);
}

static void random_positions(void **state)
{
    (void)state;
    test_random random = {71};
    struct seen seen = {0};
    for (unsigned i = 0; i < 600; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        check_position(&position, &random, &seen);
    }
    print_seen(&seen);
    assert_true(seen.found > 1000 && seen.castlings > 10 && seen.en_passants > 10 && seen.promotions > 10 &&
                seen.impossible > 1000);
}

struct visit {
    test_random random;
    struct seen seen;
    unsigned number;
};

static void visit_position(const pf_position *position, void *context)
{
    struct visit *visit = context;
    if (visit->number++ % 32 == 0) check_position(position, &visit->random, &visit->seen);
}

static void some_of_the_suites(void **state)
{
    (void)state;
    struct visit visit = {.random = {72}};
    visit_suites(visit_position, &visit);
    print_seen(&visit.seen);
    assert_true(visit.seen.found > 100); /* the suites of the tree alone have 400 */
}

/* A whole game, taken back move by move: nothing but the clocks is lost. */
static void whole_games(void **state)
{
    (void)state;
    test_random random = {73};
    for (unsigned game = 0; game < 50; game++) {
        enum { LINE = 100 };
        pf_position line[LINE + 1];
        pf_retraction how[LINE];
        unsigned ply = 0;
        line[0] = game % 2 ? pf_position_start() : pf_position_chess960_start(random_below(&random, 960));
        for (pf_move_list list; ply < LINE && pf_generate_legal(&line[ply], &list) > 0; ply++) {
            pf_move move = list.moves[random_below(&random, list.size)];
            pf_piece taken = pf_move_captured_piece(&line[ply], move);
            how[ply] = (pf_retraction){.castling = line[ply].castling, .move = move, .ep_square = line[ply].ep_square};
            how[ply].captured = (uint8_t)(taken == PF_NO_PIECE ? PF_NO_PIECE_TYPE : pf_piece_type_of(taken));
            line[ply + 1] = line[ply];
            pf_position_play_unchecked(&line[ply + 1], move);
        }
        pf_position position = line[ply];
        while (ply-- > 0) {
            pf_position_unplay_unchecked(&position, &how[ply]);
            position.halfmove_clock = line[ply].halfmove_clock;
            assert_memory_equal(&position, &line[ply], sizeof position);
        }
    }
}

/* What is not a predecessor is refused, and nothing is changed: any move, type, right and square. */
static void unplay_refuses(void **state)
{
    (void)state;
    test_random random = {74};
    pf_error error;
    unsigned refused = 0, done = 0;
    for (unsigned i = 0; i < 2000; i++) {
        pf_position position = random_board_position(&random), before = position;
        pf_retraction how = {.castling = position.castling, .move = (pf_move)random_next(&random)};
        how.captured = (uint8_t)(random_below(&random, 2) ? PF_NO_PIECE_TYPE : random_below(&random, 256));
        how.ep_square = (uint8_t)(random_below(&random, 2) ? PF_NO_SQUARE : random_below(&random, 256));
        if (random_below(&random, 4) == 0) how.castling = random_next(&random);
        pf_unmove_list list;
        if (i % 4 == 0 && pf_generate_unmoves(&position, &everything, &list) > 0)
            how.move = list.unmoves[random_below(&random, list.size)].move;
        if (pf_position_unplay(&position, &how, &error) == PF_OK) {
            done++;
            assert_int_equal(pf_position_play(&position, how.move, NULL), PF_OK);
            assert_true(pf_position_equal(&position, &before));
        } else {
            refused++;
            assert_int_equal(error.code, PF_ERROR_MOVE_ILLEGAL);
            assert_string_equal(error.message, "no position leads to this one by that move");
            assert_memory_equal(&position, &before, sizeof position);
        }
    }
    assert_true(refused > 1000 && done > 20);
}

static void positions_that_no_game_reaches(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        bool has_predecessor;
    } cases[] = {
        {START_FEN, true},
        {"8/7k/8/8/4pP2/8/2Q5/6K1 b - f3 0 1", true},
        {"8/8/5B2/8/3Pp3/8/8/k3K3 b - d3 0 1", false}, /* the check was there before the double push */
        {"4k2r/6P1/8/8/8/8/8/4K3 w k - 0 1", false},   /* king and rook have never moved, and Black has nothing else */
        {"4k2r/6P1/p7/8/8/8/8/4K3 w k - 0 1", true},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_of(cases[i].fen);
        if (pf_position_has_predecessor(&position) != cases[i].has_predecessor) fail_msg("%s", cases[i].fen);
    }
    pf_position atomic = pf_variant_start(PF_VARIANT_ATOMIC);
    assert_false(pf_position_has_predecessor(&atomic));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known),
        cmocka_unit_test(positions_that_no_game_reaches),
        cmocka_unit_test(what_was_taken),
        cmocka_unit_test(uncastling),
        cmocka_unit_test(choices),
        cmocka_unit_test(strict_and_lenient),
        cmocka_unit_test(random_positions),
        cmocka_unit_test(some_of_the_suites),
        cmocka_unit_test(whole_games),
        cmocka_unit_test(unplay_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
