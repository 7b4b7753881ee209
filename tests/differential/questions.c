/* Every category and every question about moves and squares, against brute force: sets of moves that are put together
 * from the reference's slow rules, move by move and square by square. Positions come from random games and set-ups,
 * most of which no game can reach. A failure prints the seed and the position; the same arguments repeat it. */
#include "random_positions.h"

#include <plyforge/experimental.h>

#include "reference/attack_sets.h"
#include "reference/reference.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FAILURES = 10, CODES = 65536, CATEGORIES = 16, NEVER = 6 /* a category that does not exist */ };

static const char *const category_names[CATEGORIES] = {
    "captures",
    "quiets",
    "quiet checks",
    "evasions",
    "non-evasions",
    "legal",
    "no category",
    "no category",
    "pseudo captures",
    "pseudo quiets",
    "pseudo quiet checks",
    "pseudo evasions",
    "pseudo non-evasions",
    "pseudo legal",
    "no category",
    "no category",
};

/* What random positions show too rarely. */
static const char *const rare_fens[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",              /* promotions everywhere */
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", /* 218 moves */
    "8/8/8/8/k3Pp1R/8/8/4K3 b - e3 0 1",                    /* both pawns leave the rank */
    "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1",                   /* the pawn to be taken is a shield */
    "8/8/4k3/3pP3/8/1B6/8/4R2K w - d6 0 1",                 /* en passant uncovers two checks */
    "8/8/8/5k2/3pP3/8/8/4K3 b - e3 0 1",                    /* en passant takes the checker */
    "7k/8/r6K/2pP4/8/8/8/8 w - c6 0 1",                     /* en passant steps between; no game gets here */
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",                       /* castling gives check */
    "8/8/8/8/8/8/8/1k3KR1 w G - 0 1",                       /* castling gives check along the back rank */
    "1r5k/8/8/8/8/8/8/rR1K2R1 w GB - 0 1",                  /* the castling rook shields its king */
    "5r2/6k1/8/8/8/8/8/q1RK3R w HC - 0 1",                  /* castling out of check */
    "4k3/8/3N4/8/8/8/4R3/K7 b - - 0 1",                     /* double check */
};

struct test {
    uint64_t seed;
    random_stream random;
    uint64_t positions;
    uint64_t sampled;                                    /* with all codes */
    uint64_t listed[CATEGORIES];                         /* moves */
    uint64_t checks[8];                                  /* moves by pf_check */
    uint64_t why[PF_WHY_EN_PASSANT_CAPTURED_SHIELD + 1]; /* codes and pseudo-legal moves, by reason */
    unsigned failures;
};

/* What brute force knows about a position. */
struct truth {
    pf_position position;
    reference_board board;
    pf_bitboard checkers;
    pf_move pseudo[1024];
    unsigned pseudo_size;
    pf_check check[1024]; /* of each pseudo-legal move */
    pf_bitboard checkers_after[1024];
    move_set pseudo_set;
    move_set legal_set;
    move_set categories[CATEGORIES];
    unsigned sizes[CATEGORIES];
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

static void fail_move(struct test *test, const pf_position *position, unsigned move, const char *what)
{
    char text[PF_UCI_SIZE];
    pf_move_to_uci(text, sizeof text, (pf_move)move, PF_UCI_KING_TAKES_ROOK);
    fail(test, position, "%s (code 0x%04x): %s", text, move, what);
}

/* ---- Brute force: squares ---- */

static pf_bitboard walked_attacks(pf_piece piece, pf_square square, pf_bitboard occupied)
{
    switch (pf_piece_type_of(piece)) {
    case PF_PAWN: return reference_pawn_attacks(pf_piece_colour(piece), square);
    case PF_KNIGHT: return reference_knight_attacks(square);
    case PF_BISHOP: return reference_bishop_attacks(square, occupied);
    case PF_ROOK: return reference_rook_attacks(square, occupied);
    case PF_QUEEN: return reference_bishop_attacks(square, occupied) | reference_rook_attacks(square, occupied);
    default: return reference_king_attacks(square);
    }
}

static pf_bitboard occupied_of(const reference_board *board)
{
    pf_bitboard occupied = 0;
    for (pf_square square = 0; square < 64; square++)
        if (board->squares[square] != PF_NO_PIECE) occupied |= pf_bit(square);
    return occupied;
}

static pf_square king_of(const reference_board *board, pf_colour colour)
{
    pf_square square = 0;
    while (board->squares[square] != pf_piece_of(colour, PF_KING)) square++;
    return square;
}

/* The pieces of a colour that attack the square. */
static pf_bitboard attackers_of(const reference_board *board, pf_square target, pf_colour by)
{
    pf_bitboard occupied = occupied_of(board), attackers = 0;
    for (pf_square square = 0; square < 64; square++) {
        pf_piece piece = board->squares[square];
        if (piece == PF_NO_PIECE || pf_piece_colour(piece) != by) continue;
        if (walked_attacks(piece, square, occupied) & pf_bit(target)) attackers |= pf_bit(square);
    }
    return attackers;
}

/* The board without what stands on a square. */
static reference_board lifted(const reference_board *board, pf_square square)
{
    reference_board without = *board;
    without.squares[square] = PF_NO_PIECE;
    return without;
}

/* ---- Brute force: moves ---- */

static void add_pseudo(struct truth *truth, pf_move move)
{
    truth->pseudo[truth->pseudo_size++] = move;
    move_set_add(&truth->pseudo_set, move);
}

/* Castling asks for its right and for empty squares. */
static void add_pseudo_castling(struct truth *truth, pf_square king, pf_square rook)
{
    bool right = rook > king;
    pf_square back_rank = king & 56u;
    pf_square squares[4] = {king, back_rank + (right ? 6 : 2), rook, back_rank + (right ? 5 : 3)};
    for (unsigned path = 0; path < 4; path += 2) {
        pf_square low = squares[path] < squares[path + 1] ? squares[path] : squares[path + 1];
        pf_square high = squares[path] ^ squares[path + 1] ^ low;
        for (pf_square square = low; square <= high; square++)
            if (square != king && square != rook && truth->board.squares[square] != PF_NO_PIECE) return;
    }
    add_pseudo(truth, pf_move_of(king, rook, PF_MOVE_CASTLING));
}

/* With a knight in the king's place there is no king to be attacked, so that what the reference calls legal is how the
 * pieces move; the king's own moves are easily said. */
static void find_pseudo(struct truth *truth)
{
    const reference_board *board = &truth->board;
    pf_square king = king_of(board, board->turn);
    reference_board kingless = *board;
    kingless.squares[king] = (uint8_t)pf_piece_of(board->turn, PF_KNIGHT);
    pf_move moves[REFERENCE_MAX_MOVES];
    unsigned size = reference_legal_moves(&kingless, moves);
    for (unsigned i = 0; i < size; i++)
        if (pf_move_from(moves[i]) != king) add_pseudo(truth, moves[i]);
    for (pf_square to = 0; to < 64; to++) {
        pf_piece piece = board->squares[to];
        bool ours = piece != PF_NO_PIECE && pf_piece_colour(piece) == board->turn;
        if (!ours && (reference_king_attacks(king) & pf_bit(to)))
            add_pseudo(truth, pf_move_of(king, to, PF_MOVE_NORMAL));
        if (board->may_castle[to] && ours) add_pseudo_castling(truth, king, to);
    }
}

/* Plays the move and looks who attacks the enemy king. */
static void find_check(struct truth *truth, unsigned i)
{
    pf_move move = truth->pseudo[i];
    pf_square from = pf_move_from(move), to = pf_move_to(move);
    pf_bitboard moved = pf_bit(to);
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING) moved = pf_bit((from & 56u) + (to > from ? 5 : 3));
    reference_board after = truth->board;
    reference_play(&after, move);
    pf_bitboard checkers = attackers_of(&after, king_of(&after, after.turn), truth->board.turn);
    /* A pseudo-legal move may put the kings side by side; that is no check. */
    checkers &= ~pf_bit(king_of(&after, truth->board.turn));
    truth->checkers_after[i] = checkers;
    if (checkers & moved) truth->check[i] |= PF_CHECK_DIRECT;
    if (checkers & ~moved) truth->check[i] |= PF_CHECK_DISCOVERED;
    if (checkers & (checkers - 1)) truth->check[i] |= PF_CHECK_DOUBLE;
}

static bool is_in_captures(const struct truth *truth, pf_move move)
{
    switch (pf_move_kind_of(move)) {
    case PF_MOVE_PROMOTION: return pf_move_promotion(move) == PF_QUEEN;
    case PF_MOVE_EN_PASSANT: return true;
    case PF_MOVE_CASTLING: return false;
    default: return truth->board.squares[pf_move_to(move)] != PF_NO_PIECE;
    }
}

static bool is_in_quiet_checks(const struct truth *truth, unsigned i)
{
    pf_move move = truth->pseudo[i];
    if (is_in_captures(truth, move)) return false;
    if (pf_move_kind_of(move) != PF_MOVE_PROMOTION) return truth->check[i] != PF_CHECK_NONE;
    return pf_move_promotion(move) == PF_KNIGHT && (truth->check[i] & PF_CHECK_DIRECT);
}

/* King moves off the lines of sliders that check it, and, against a single checker, what takes it or what ends its
 * attack on the king's square. */
static bool is_in_evasions(const struct truth *truth, pf_move move)
{
    const reference_board *board = &truth->board;
    pf_square from = pf_move_from(move), to = pf_move_to(move), king = king_of(board, board->turn);
    if (!truth->checkers || pf_move_kind_of(move) == PF_MOVE_CASTLING) return false;
    if (from == king) {
        for (pf_square checker = 0; checker < 64; checker++) {
            if (!(truth->checkers & pf_bit(checker)) || checker == to) continue;
            pf_piece piece = board->squares[checker];
            if (pf_piece_type_of(piece) == PF_PAWN || pf_piece_type_of(piece) == PF_KNIGHT) continue;
            pf_bitboard both = pf_bit(king) | pf_bit(checker);
            if ((reference_line(checker, to) & both) == both) return false;
        }
        return true;
    }
    if (truth->checkers & (truth->checkers - 1)) return false;
    reference_board after = *board;
    reference_play(&after, move);
    return !(attackers_of(&after, king, board->turn ^ 1u) & truth->checkers);
}

static void find_truth(struct truth *truth, const pf_position *position)
{
    memset(truth, 0, sizeof *truth);
    truth->position = *position;
    reference_board_from_position(&truth->board, position);
    truth->checkers = attackers_of(&truth->board, king_of(&truth->board, position->turn), position->turn ^ 1u);
    pf_move legal[REFERENCE_MAX_MOVES];
    unsigned size = reference_legal_moves(&truth->board, legal);
    for (unsigned i = 0; i < size; i++) move_set_add(&truth->legal_set, legal[i]);
    find_pseudo(truth);
    for (unsigned i = 0; i < truth->pseudo_size; i++) {
        pf_move move = truth->pseudo[i];
        find_check(truth, i);
        bool in[CATEGORIES] = {
            [PF_CAPTURES] = is_in_captures(truth, move),
            [PF_QUIETS] = !is_in_captures(truth, move),
            [PF_QUIET_CHECKS] = is_in_quiet_checks(truth, i),
            [PF_EVASIONS] = is_in_evasions(truth, move),
            [PF_NON_EVASIONS] = true,
            [PF_LEGAL] = !truth->checkers || is_in_evasions(truth, move),
        };
        for (unsigned category = 0; category < PF_PSEUDO; category++) {
            if (!in[category]) continue;
            move_set_add(&truth->categories[category | PF_PSEUDO], move);
            truth->sizes[category | PF_PSEUDO]++;
            if (!move_set_has(&truth->legal_set, move)) continue;
            move_set_add(&truth->categories[category], move);
            truth->sizes[category]++;
        }
    }
    /* What is legal is pseudo-legal, or the brute force is at fault. */
    if (truth->sizes[PF_LEGAL] != size) abort();
}

/* ---- The checks ---- */

static void check_categories(struct test *test, const struct truth *truth)
{
    const pf_position *position = &truth->position;
    for (pf_category category = 0; category < CATEGORIES; category++) {
        const char *name = category_names[category];
        unsigned expected = truth->sizes[category];
        move_set listed = {{0}};
        pf_move_list list;
        memset(&list, 0xff, sizeof list); /* what was there before is forgotten */
        uint32_t size = pf_generate(position, category, &list);
        if (size != list.size || size != expected)
            fail(test, position, "%s: %u listed instead of %u", name, size, expected);
        for (uint32_t i = 0; i < list.size && i < PF_MOVE_LIST_CAPACITY; i++) {
            if (!move_set_has(&truth->categories[category], list.moves[i]))
                fail_move(test, position, list.moves[i], name);
            if (move_set_has(&listed, list.moves[i])) fail_move(test, position, list.moves[i], "listed twice");
            move_set_add(&listed, list.moves[i]);
            if (!pf_move_is_in_category(position, list.moves[i], category))
                fail_move(test, position, list.moves[i], "listed, but not in its category");
        }
        if (pf_count_moves(position, category) != expected)
            fail(test, position, "%s: %u counted instead of %u", name, pf_count_moves(position, category), expected);
        if (pf_any_move(position, category) != (expected > 0)) fail(test, position, "%s: any is wrong", name);
        test->listed[category] += size;
    }
}

static void check_pseudo_moves(struct test *test, const struct truth *truth)
{
    const pf_position *position = &truth->position;
    for (unsigned i = 0; i < truth->pseudo_size; i++) {
        pf_move move = truth->pseudo[i];
        pf_square to = pf_move_to(move);
        pf_move_kind kind = pf_move_kind_of(move);
        pf_piece moved = truth->board.squares[pf_move_from(move)];
        pf_piece taken = kind == PF_MOVE_CASTLING     ? PF_NO_PIECE
                         : kind == PF_MOVE_EN_PASSANT ? pf_piece_of(position->turn ^ 1u, PF_PAWN)
                                                      : truth->board.squares[to];
        if (pf_move_gives_check(position, move) != truth->check[i])
            fail_move(test, position, move, "gives check: wrong");
        if (pf_move_checkers(position, move) != truth->checkers_after[i])
            fail_move(test, position, move, "checkers after it: wrong");
        if (pf_move_moved_piece(position, move) != moved) fail_move(test, position, move, "moved piece: wrong");
        if (pf_move_captured_piece(position, move) != taken) fail_move(test, position, move, "captured piece: wrong");
        if (pf_move_is_capture(position, move) != (taken != PF_NO_PIECE))
            fail_move(test, position, move, "is capture: wrong");
        if (pf_move_is_quiet(position, move) != (taken == PF_NO_PIECE && kind != PF_MOVE_PROMOTION))
            fail_move(test, position, move, "is quiet: wrong");
        pf_why_reason reason = pf_move_why_illegal(position, move, NULL);
        if ((reason == PF_WHY_LEGAL) != move_set_has(&truth->legal_set, move))
            fail_move(test, position, move, "why: wrong");
        test->checks[truth->check[i]]++;
        test->why[reason]++;
    }
}

/* Any 16 bits. */
static void check_codes(struct test *test, const struct truth *truth)
{
    const pf_position *position = &truth->position;
    for (unsigned code = 0; code < CODES; code++) {
        pf_move move = (pf_move)code;
        bool pseudo = move_set_has(&truth->pseudo_set, code), legal = move_set_has(&truth->legal_set, code);
        if (pf_move_is_pseudo_legal(position, move) != pseudo)
            fail_move(test, position, code, "is pseudo-legal: wrong");
        if (pf_move_is_legal(position, move) != legal) fail_move(test, position, code, "is legal: wrong");
        for (pf_category category = 0; category < CATEGORIES; category++)
            if (pf_move_is_in_category(position, move, category) != move_set_has(&truth->categories[category], code))
                fail_move(test, position, code, category_names[category]);
        if (!pseudo && (pf_move_gives_check(position, move) || pf_move_checkers(position, move) ||
                        pf_move_is_capture(position, move) || pf_move_is_quiet(position, move)))
            fail_move(test, position, code, "no move, but it does something");

        pf_why why;
        char text[PF_WHY_TEXT_SIZE];
        pf_why_reason reason = pf_move_why_illegal(position, move, &why);
        size_t length = pf_why_to_text(text, sizeof text, &why);
        if ((reason == PF_WHY_LEGAL) != legal) fail_move(test, position, code, "why: wrong");
        if (why.reason != reason || why.move != move || pf_move_why_illegal(position, move, NULL) != reason)
            fail_move(test, position, code, "why: says two things");
        if (length == 0 || length >= sizeof text || strlen(text) != length)
            fail_move(test, position, code, "why: wrong length of text");
        /* The reasons after castling's are about the king of a pseudo-legal move. */
        bool about_king = reason >= PF_WHY_CASTLING_IN_CHECK;
        if (reason != PF_WHY_LEGAL && about_king != pseudo)
            fail_move(test, position, code, "why: wrong kind of reason");
        test->why[reason]++;
    }
}

static void check_king_questions(struct test *test, const struct truth *truth, pf_colour colour)
{
    const pf_position *position = &truth->position;
    const reference_board *board = &truth->board;
    pf_square king = king_of(board, colour);
    pf_colour them = colour ^ 1u;
    pf_bitboard before = attackers_of(board, king, them), blockers = 0, pinners = 0, danger = 0;
    reference_board kingless = lifted(board, king);
    for (pf_square square = 0; square < 64; square++) {
        if (reference_is_attacked(&kingless, square, them)) danger |= pf_bit(square);
        pf_piece piece = board->squares[square];
        if (piece == PF_NO_PIECE || square == king) continue;
        reference_board without = lifted(board, square);
        pf_bitboard uncovered = attackers_of(&without, king, them) & ~before;
        if (!uncovered) continue;
        blockers |= pf_bit(square);
        if (pf_piece_colour(piece) == colour) pinners |= uncovered;
    }
    if (pf_position_blockers(position, colour) != blockers) fail(test, position, "blockers of %u: wrong", colour);
    if (pf_position_pinners(position, colour) != pinners) fail(test, position, "pinners of %u: wrong", colour);
    if (pf_position_pinned(position, colour) != (blockers & position->by_colour[colour]))
        fail(test, position, "pinned of %u: wrong", colour);
    if (pf_position_discovered_check_candidates(position, them) != (blockers & position->by_colour[them]))
        fail(test, position, "discoverers of %u: wrong", them);
    if (pf_position_king_danger(position, colour) != danger) fail(test, position, "king danger of %u: wrong", colour);
    for (pf_piece_type type = PF_PAWN; type <= PF_NO_PIECE_TYPE; type++) {
        pf_bitboard squares = 0;
        for (pf_square from = 0; from < 64 && type < PF_KING; from++)
            if (walked_attacks(pf_piece_of(them, type), from, occupied_of(board)) & pf_bit(king))
                squares |= pf_bit(from);
        if (pf_position_check_squares(position, them, type) != squares)
            fail(test, position, "check squares of %u for type %u: wrong", them, type);
    }
}

/* Where a move of another piece than the king ends the check, or all, if there is none. */
static void check_masks(struct test *test, const struct truth *truth)
{
    const pf_position *position = &truth->position;
    const reference_board *board = &truth->board;
    pf_square king = king_of(board, position->turn);
    pf_bitboard captures = 0, pushes = 0;
    for (pf_square square = 0; square < 64; square++) {
        pf_piece piece = board->squares[square];
        if (piece != PF_NO_PIECE && pf_piece_colour(piece) == position->turn) continue;
        reference_board after = *board;
        after.squares[square] = (uint8_t)pf_piece_of(position->turn, PF_PAWN);
        if (attackers_of(&after, king, position->turn ^ 1u) & truth->checkers) continue;
        *(piece == PF_NO_PIECE ? &pushes : &captures) |= pf_bit(square);
    }
    if (pf_position_capture_mask(position) != captures) fail(test, position, "capture mask: wrong");
    if (pf_position_push_mask(position) != pushes) fail(test, position, "push mask: wrong");
}

/* Walks each ray through the first piece that may be looked through. */
static void check_xrays(struct test *test, const struct truth *truth)
{
    static const int steps[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    const pf_position *position = &truth->position;
    pf_bitboard occupied = pf_position_occupied(position), through = random_next(&test->random);
    for (pf_square square = 0; square < 64; square++) {
        pf_bitboard seen[2] = {0, 0}; /* straight, diagonal */
        for (unsigned i = 0; i < 8; i++) {
            int file = (int)pf_square_file(square) + steps[i][0], rank = (int)pf_square_rank(square) + steps[i][1];
            for (unsigned passed = 0; file >= 0 && file < 8 && rank >= 0 && rank < 8;
                 file += steps[i][0], rank += steps[i][1]) {
                pf_bitboard bit = pf_bit(pf_square_of((unsigned)file, (unsigned)rank));
                if (passed) seen[i / 4] |= bit;
                if (!(occupied & bit)) continue;
                if (passed || !(through & bit)) break;
                passed = 1;
            }
        }
        pf_bitboard expected[7] = {[PF_BISHOP] = seen[1], [PF_ROOK] = seen[0], [PF_QUEEN] = seen[0] | seen[1]};
        for (pf_piece_type type = PF_PAWN; type <= PF_NO_PIECE_TYPE; type++)
            if (pf_xray_attacks(type, square, occupied, through) != expected[type])
                fail(test, position, "x-ray of type %u from %u: wrong", type, square);
    }
}

static void check_position(struct test *test, const pf_position *position, unsigned all_codes_every)
{
    static struct truth truth;
    test->positions++;
    find_truth(&truth, position);
    check_categories(test, &truth);
    check_pseudo_moves(test, &truth);
    check_king_questions(test, &truth, PF_WHITE);
    check_king_questions(test, &truth, PF_BLACK);
    check_masks(test, &truth);
    check_xrays(test, &truth);
    if (test->positions % all_codes_every) return;
    test->sampled++;
    check_codes(test, &truth);
    /* The same lists from the portable code. */
    pf_cpu_force(0);
    check_categories(test, &truth);
    pf_cpu_force(~0u);
}

int main(int argc, char **argv)
{
    static struct test test;
    if (argc != 4) {
        fprintf(stderr, "usage: questions SEED POSITIONS ALL-CODES-EVERY\n");
        return 2;
    }
    test.seed = strtoull(argv[1], NULL, 10);
    uint64_t positions = strtoull(argv[2], NULL, 10);
    unsigned every = (unsigned)strtoul(argv[3], NULL, 10);
    test.random.state = test.seed;
    for (size_t i = 0; i < sizeof rare_fens / sizeof *rare_fens; i++) {
        pf_position position;
        if (pf_position_from_fen(&position, rare_fens[i], strlen(rare_fens[i]), PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT,
                                 NULL, NULL) != PF_OK) {
            printf("FAILED: \"%s\" is refused\n", rare_fens[i]);
            return 1;
        }
        check_position(&test, &position, 1);
    }
    while (test.positions < positions && test.failures < MAX_FAILURES) {
        bool chess960 = random_below(&test.random, 2);
        bool reachable = random_below(&test.random, 4) == 0;
        pf_position position = reachable ? random_reachable_position(&test.random, chess960)
                                         : random_set_up_position(&test.random, chess960);
        check_position(&test, &position, every ? every : 1);
    }

    /* A test that never saw what it tests has shown nothing. */
    for (pf_category category = 0; category < CATEGORIES; category++) {
        printf("%10llu moves: %s\n", (unsigned long long)test.listed[category], category_names[category]);
        if ((test.listed[category] == 0) != (category_names[category] == category_names[NEVER])) test.failures++;
    }
    static const pf_check checks[] = {PF_CHECK_NONE, PF_CHECK_DIRECT, PF_CHECK_DISCOVERED,
                                      PF_CHECK_DISCOVERED | PF_CHECK_DOUBLE,
                                      PF_CHECK_DIRECT | PF_CHECK_DISCOVERED | PF_CHECK_DOUBLE};
    for (unsigned i = 0; i < sizeof checks / sizeof *checks; i++) {
        printf("%10llu moves: check 0x%x\n", (unsigned long long)test.checks[checks[i]], checks[i]);
        if (test.checks[checks[i]] == 0) test.failures++;
    }
    for (unsigned reason = 0; reason <= PF_WHY_EN_PASSANT_CAPTURED_SHIELD; reason++) {
        printf("%10llu codes: %s\n", (unsigned long long)test.why[reason], pf_why_name((pf_why_reason)reason));
        if (test.why[reason] == 0) test.failures++;
    }
    printf("seed %llu, machine 0x%x: %llu positions, %llu of them with all codes: %u failed\n",
           (unsigned long long)test.seed, (unsigned)pf_cpu(), (unsigned long long)test.positions,
           (unsigned long long)test.sampled, test.failures);
    return test.positions == 0 || test.failures != 0;
}
