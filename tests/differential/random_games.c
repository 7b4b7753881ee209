/* The fast generator against the reference, on random games and random set-ups. Everything that the library says about
 * a position is asked twice: of the library, and of the slow rules, of another entry point, or of another instruction
 * set. A failure prints the seed and the position; the same seed and number of positions repeat it. */
#include "random_positions.h"

#include <plyforge/experimental.h>

#include "reference/reference.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_FAILURES = 10,
    ALL_CODES_EVERY = 1000,
    RANDOM_CODES = 64,
    GAME_PLIES = 200,
    SET_UP_PLIES = 6,
    BATCH = 256,
    DEEPER_EVERY = 8
};

/* Where a game begins. */
typedef enum origin { STANDARD, CHESS960, TRICKY, SET_UP, SET_UP_CHESS960, ORIGINS } origin;
static const char *const origin_names[ORIGINS] = {
    "standard games", "Chess960 games", "games from tricky positions", "set-ups", "Chess960 set-ups",
};

static const char *const tricky_fens[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", /* en passant opens a rank */
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",              /* promotions everywhere */
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",                 /* nothing but castling */
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",                    /* en passant opens a rank at once */
    "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1",                   /* a pinned diagonal through the pushed pawn */
    "1r5k/8/8/8/8/8/8/rR1K2R1 w GB - 0 1",                  /* the castling rook shields its king */
    "5r2/6k1/8/8/8/8/8/q1RK3R w HC - 0 1",                  /* castling steps over and swaps */
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", /* 218 moves */
};
enum { TRICKY_FENS = sizeof tricky_fens / sizeof *tricky_fens };

/* What was found with the whole machine, to be found again with the portable code. */
struct answer {
    pf_position position;
    pf_move_list list;
    uint64_t leaves; /* of depth two */
    uint64_t deeper; /* of depth three, for some */
};

struct test {
    uint64_t seed;
    random_stream random;
    uint64_t positions;
    uint64_t by_origin[ORIGINS];
    uint64_t moves;
    uint64_t codes;
    unsigned failures;
    move_set legal; /* the reference's moves while a position is being checked, empty otherwise */
    struct answer batch[BATCH];
    unsigned batched;
};

/* A position on its way through the checks. */
struct subject {
    pf_position position;
    pf_accept accept; /* PF_ACCEPT_CHESS960 or 0 */
    bool was_played;  /* reached by a move, so that nothing may be wrong with it */
    reference_board board;
    pf_move moves[REFERENCE_MAX_MOVES];
    unsigned size;
};

static void fail(struct test *test, const pf_position *position, const char *format, ...)
{
    char fen[PF_FEN_SIZE];
    va_list arguments;
    if (test->failures++ >= MAX_FAILURES) return;
    pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS);
    printf("FAILED: seed %llu, position %llu: %s: ", (unsigned long long)test->seed,
           (unsigned long long)test->positions, fen);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

static void fail_move(struct test *test, const pf_position *position, pf_move move, const char *what)
{
    char text[PF_UCI_SIZE];
    pf_move_to_uci(text, sizeof text, move, PF_UCI_KING_TAKES_ROOK);
    fail(test, position, "%s (code 0x%04x): %s", text, (unsigned)move, what);
}

static bool same_bytes(const pf_position *a, const pf_position *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* ---- The checks ---- */

/* The list against the reference's moves, which stand in test->legal; each move once. */
static void check_list(struct test *test, const pf_position *position, const pf_move_list *list, unsigned expected)
{
    for (uint32_t i = 0; i < list->size; i++) {
        if (!move_set_has(&test->legal, list->moves[i]))
            fail_move(test, position, list->moves[i], "listed wrongly or twice");
        move_set_toggle(&test->legal, list->moves[i]);
    }
    move_set_toggle_all(&test->legal, list->moves, list->size);
    if (list->size != expected) fail(test, position, "%u moves listed instead of %u", list->size, expected);
    if (pf_count_legal(position) != expected)
        fail(test, position, "%u moves counted instead of %u", pf_count_legal(position), expected);
    if (pf_any_legal(position) != (expected != 0)) fail(test, position, "any legal move: wrong");
}

static void check_questions(struct test *test, const struct subject *subject)
{
    const pf_position *position = &subject->position;
    bool in_check = reference_in_check(&subject->board, position->turn);
    if ((pf_position_checkers(position) != 0) != in_check) fail(test, position, "checkers: wrong");

    pf_square square = random_below(&test->random, 64);
    pf_colour by = random_below(&test->random, 2);
    if (pf_position_is_square_attacked(position, square, by) != reference_is_attacked(&subject->board, square, by))
        fail(test, position, "is square %u attacked by colour %u: wrong", square, by);

    bool takes_en_passant = false;
    for (unsigned i = 0; i < subject->size; i++)
        takes_en_passant |= pf_move_kind_of(subject->moves[i]) == PF_MOVE_EN_PASSANT;
    if ((pf_position_ep_legal(position) != PF_NO_SQUARE) != takes_en_passant)
        fail(test, position, "legal en passant square: wrong");
    if (position->key != pf_position_compute_key(position)) fail(test, position, "key differs from the computed one");

    pf_position after = *position;
    pf_undo undo;
    bool passed = pf_position_make_null(&after, &undo);
    if (passed == in_check) fail(test, position, "null move: wrongly allowed or refused");
    if (passed) {
        if (after.key != pf_position_compute_key(&after)) fail(test, position, "null move: wrong key");
        pf_position_unmake_null(&after, &undo);
    }
    if (!same_bytes(&after, position)) fail(test, position, "null move: not restored");
}

/* Every legal move, played in each way there is. Returns the number of leaves two plies deep. */
static uint64_t check_moves(struct test *test, const struct subject *subject)
{
    const pf_position *position = &subject->position;
    uint64_t leaves = 0;
    for (unsigned i = 0; i < subject->size; i++) {
        pf_move move = subject->moves[i];
        pf_position made = *position, played = *position;
        pf_undo undo;
        pf_position_make(&made, move, &undo);
        pf_position_play_unchecked(&played, move);
        reference_board after = subject->board;
        reference_play(&after, move);
        if (!same_bytes(&made, &played)) fail_move(test, position, move, "make differs from play");
        if (!reference_board_matches(&after, &made)) fail_move(test, position, move, "make differs from the reference");
        if (made.key != pf_position_compute_key(&made)) fail_move(test, position, move, "wrong key");
        leaves += pf_count_legal(&made);
        pf_position_unmake(&made, move, &undo);
        if (!same_bytes(&made, position)) fail_move(test, position, move, "unmake does not restore the position");
    }
    test->moves += subject->size;
    return leaves;
}

/* Any 16 bits: what is legal is played, what is not is refused and changes nothing. */
static void check_code(struct test *test, const struct subject *subject, pf_move code)
{
    bool legal = move_set_has(&test->legal, code);
    pf_position after = subject->position;
    pf_status status = pf_position_play(&after, code, NULL);
    test->codes++;
    if (pf_move_is_legal(&subject->position, code) != legal)
        fail_move(test, &subject->position, code, "is_legal: wrong");
    if (status != (legal ? PF_OK : PF_ERROR_MOVE_ILLEGAL))
        fail_move(test, &subject->position, code, "checked play: wrongly accepted or refused");
    pf_position expected = subject->position;
    if (legal) pf_position_play_unchecked(&expected, code);
    if (!same_bytes(&after, &expected)) fail_move(test, &subject->position, code, "checked play: wrong position");
}

static void check_codes(struct test *test, const struct subject *subject)
{
    if (test->positions % ALL_CODES_EVERY == 0)
        for (unsigned code = 0; code < 65536; code++) check_code(test, subject, (pf_move)code);
    for (unsigned i = 0; i < RANDOM_CODES; i++) check_code(test, subject, (pf_move)random_below(&test->random, 65536));
    if (subject->size == 0) return;
    /* A legal one, and one that is off by a bit. */
    pf_move move = subject->moves[random_below(&test->random, subject->size)];
    check_code(test, subject, move);
    check_code(test, subject, (pf_move)(move ^ 1u << random_below(&test->random, 16)));
}

static void check_uci(struct test *test, const struct subject *subject)
{
    if (subject->size == 0) return;
    pf_move move = subject->moves[random_below(&test->random, subject->size)], back = PF_NO_MOVE;
    pf_uci_castling castling = random_below(&test->random, 2) ? PF_UCI_KING_STEP : PF_UCI_KING_TAKES_ROOK;
    char text[PF_UCI_SIZE];
    size_t length = pf_move_to_uci(text, sizeof text, move, castling);
    if (pf_move_from_uci(&back, &subject->position, text, length, NULL) != PF_OK || back != move)
        fail_move(test, &subject->position, move, "UCI text is not read back");
}

/* Writes the position and reads it back. A position that a move led to is held to the strict rules: whatever stood
 * before, one legal move cannot give an impossible check or leave an impossible right. */
static void check_fen(struct test *test, const struct subject *subject, pf_castling_style style, pf_ep_mode ep)
{
    const pf_position *position = &subject->position;
    char fen[PF_FEN_SIZE];
    size_t length = pf_position_to_fen(fen, sizeof fen, position, style, ep);
    pf_accept accept = subject->accept | (subject->was_played ? 0u : PF_ACCEPT_LENIENT);
    pf_position back;
    pf_problems problems;
    pf_error error;
    if (length >= sizeof fen || pf_position_from_fen(&back, fen, length, accept, &problems, &error) != PF_OK) {
        fail(test, position, "FEN \"%s\" is refused: %s", fen, length < sizeof fen ? error.message : "too long");
        return;
    }
    if (!pf_position_equal(&back, position)) fail(test, position, "FEN \"%s\" reads as another position", fen);
    pf_position expected = *position;
    if (ep == PF_EP_PSEUDO) expected.ep_square = (uint8_t)pf_position_ep_pseudo_legal(position);
    if (ep == PF_EP_LEGAL) expected.ep_square = (uint8_t)pf_position_ep_legal(position);
    if (!same_bytes(&back, &expected)) fail(test, position, "FEN \"%s\" reads as other fields", fen);
}

static void check_fens(struct test *test, const struct subject *subject)
{
    pf_ep_mode shortened = test->positions % 2 ? PF_EP_PSEUDO : PF_EP_LEGAL;
    check_fen(test, subject, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
    check_fen(test, subject, PF_CASTLING_XFEN, PF_EP_ALWAYS);
    check_fen(test, subject, PF_CASTLING_SHREDDER, shortened);
}

/* Asks everything that depends on the instruction set again, with every other back end of this machine. */
static void check_batch(struct test *test)
{
    pf_level whole = pf_cpu_level();
    for (pf_level level = 0; pf_level_name(level) != NULL; level++) {
        pf_cpu_force(~0u);
        if (level == whole || !pf_level_is_available(level)) continue;
        pf_cpu_force(pf_level_features(level));
        for (unsigned i = 0; i < test->batched; i++) {
            const struct answer *answer = &test->batch[i];
            pf_move_list list;
            pf_generate_legal(&answer->position, &list);
            move_set_toggle_all(&test->legal, answer->list.moves, answer->list.size);
            check_list(test, &answer->position, &list, answer->list.size);
            move_set_toggle_all(&test->legal, answer->list.moves, answer->list.size);
            if (pf_perft(&answer->position, 2).lo != answer->leaves)
                fail(test, &answer->position, "perft(2) with %s is not %llu", pf_level_name(level),
                     (unsigned long long)answer->leaves);
            if (i % DEEPER_EVERY == 0 && pf_perft(&answer->position, 3).lo != answer->deeper)
                fail(test, &answer->position, "perft(3) with %s is not %llu", pf_level_name(level),
                     (unsigned long long)answer->deeper);
        }
    }
    pf_cpu_force(~0u);
    test->batched = 0;
}

static void check_position(struct test *test, struct subject *subject)
{
    const pf_position *position = &subject->position;
    test->positions++;
    reference_board_from_position(&subject->board, position);
    if (!reference_board_matches(&subject->board, position)) fail(test, position, "sets and squares disagree");
    subject->size = reference_legal_moves(&subject->board, subject->moves);
    move_set_toggle_all(&test->legal, subject->moves, subject->size);

    struct answer *answer = &test->batch[test->batched++];
    answer->position = *position;
    pf_generate_legal(position, &answer->list);
    check_list(test, position, &answer->list, subject->size);
    check_questions(test, subject);
    answer->leaves = check_moves(test, subject);
    if (pf_perft(position, 2).lo != answer->leaves)
        fail(test, position, "perft(2) is not %llu", (unsigned long long)answer->leaves);
    /* Three plies are counted at once where registers are wide, and by two in the first instruction set of a batch. */
    if ((test->batched - 1) % DEEPER_EVERY == 0) answer->deeper = pf_perft(position, 3).lo;
    check_codes(test, subject);
    check_uci(test, subject);
    check_fens(test, subject);

    move_set_toggle_all(&test->legal, subject->moves, subject->size);
    if (test->batched == BATCH) check_batch(test);
}

/* ---- The games ---- */

static pf_position begin(struct test *test, origin from)
{
    switch (from) {
    case STANDARD: return pf_position_start();
    case CHESS960: return pf_position_chess960_start(random_below(&test->random, 960));
    case SET_UP: return random_set_up_position(&test->random, false);
    case SET_UP_CHESS960: return random_set_up_position(&test->random, true);
    default: break;
    }
    const char *fen = tricky_fens[random_below(&test->random, TRICKY_FENS)];
    pf_position position = pf_position_start();
    if (pf_position_from_fen(&position, fen, strlen(fen), PF_ACCEPT_CHESS960, NULL, NULL) != PF_OK)
        fail(test, &position, "FEN \"%s\" is refused", fen);
    return position;
}

/* Plays one game, every position of it checked, until it ends, gets long, or enough is seen. */
static void play_game(struct test *test, origin from, uint64_t enough)
{
    bool standard = from == STANDARD || from == SET_UP;
    unsigned plies = from == SET_UP || from == SET_UP_CHESS960 ? SET_UP_PLIES : GAME_PLIES;
    struct subject subject = {.position = begin(test, from), .accept = standard ? 0u : PF_ACCEPT_CHESS960};
    for (unsigned ply = 0; ply <= plies && test->positions < enough && test->failures < MAX_FAILURES; ply++) {
        check_position(test, &subject);
        test->by_origin[from]++;
        if (subject.size == 0) break;
        pf_position_play_unchecked(&subject.position, random_move(&test->random, subject.moves, subject.size));
        subject.was_played = true;
    }
}

/* A share of the positions for each origin: a game is long and a set-up short. */
static void play_games(struct test *test, uint64_t positions)
{
    for (int from = 0; from < ORIGINS; from++) {
        uint64_t enough = positions * (unsigned)(from + 1) / ORIGINS;
        while (test->positions < enough && test->failures < MAX_FAILURES) play_game(test, (origin)from, enough);
    }
    check_batch(test);
}

static uint64_t number_of(const char *text)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno) {
        fprintf(stderr, "random_games: '%s' is not a number\n", text);
        exit(2);
    }
    return number;
}

int main(int argc, char **argv)
{
    static struct test test;
    uint64_t positions = 100000;
    test.seed = 1;
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 < argc && strcmp(argv[i], "--seed") == 0) {
            test.seed = number_of(argv[i + 1]);
        } else if (i + 1 < argc && strcmp(argv[i], "--positions") == 0) {
            positions = number_of(argv[i + 1]);
        } else {
            fprintf(stderr, "usage: random_games [--seed N] [--positions N]\n");
            return 2;
        }
    }
    test.random.state = test.seed;
    play_games(&test, positions);

    for (int from = 0; from < ORIGINS; from++)
        printf("%10llu positions of %s\n", (unsigned long long)test.by_origin[from], origin_names[from]);
    printf("seed %llu, machine 0x%x: %llu positions, %llu moves, %llu codes: %u failed\n",
           (unsigned long long)test.seed, (unsigned)pf_cpu(), (unsigned long long)test.positions,
           (unsigned long long)test.moves, (unsigned long long)test.codes, test.failures);
    return test.positions == 0 || test.failures != 0;
}
