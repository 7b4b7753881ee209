/* Material, piece-square values, mobility, pawns and king safety. The first two change with the pieces that a move
 * touches, so they are kept with the board; the others depend on the whole board and are computed at the leaves. */
#include "engine.h"

#include <stdlib.h>

/* ---- Kept move by move ---- */

/* A piece-square value is the sum of a value of the piece, of the rank as its side sees it, and of the file counted
 * from the nearer edge. That is coarser than a table of 64 squares and much easier to read. */
static const tapered values[6] = {{85, 105}, {330, 300}, {350, 320}, {480, 540}, {1000, 960}, {0, 0}};

/* clang-format off */
static const tapered ranks[6][8] = {
    {{0, 0}, {-5, 0}, {-5, 0}, {5, 8}, {12, 20}, {30, 45}, {60, 85}, {0, 0}},
    {{-30, -20}, {-15, -10}, {0, 0}, {10, 8}, {18, 8}, {22, 2}, {5, -8}, {-30, -20}},
    {{-12, -8}, {3, -3}, {8, 2}, {8, 5}, {8, 5}, {6, 3}, {-5, -3}, {-15, -8}},
    {{0, -5}, {-5, -5}, {-5, -2}, {-5, 0}, {0, 4}, {5, 6}, {20, 10}, {10, 6}},
    {{-5, -20}, {0, -10}, {3, 0}, {2, 8}, {2, 14}, {4, 14}, {0, 10}, {0, 5}},
    {{20, -30}, {5, -12}, {-20, 2}, {-40, 14}, {-50, 18}, {-50, 16}, {-50, 6}, {-50, -14}},
};
static const tapered files[6][4] = {
    {{-8, 4}, {-2, 0}, {2, 0}, {12, -4}},
    {{-25, -18}, {-8, -5}, {5, 3}, {10, 8}},
    {{-6, -5}, {3, 0}, {3, 2}, {4, 4}},
    {{-4, 0}, {-2, 0}, {4, 0}, {6, 0}},
    {{-5, -10}, {0, -3}, {2, 3}, {3, 8}},
    {{15, -18}, {20, -4}, {-5, 6}, {-8, 10}},
};
/* clang-format on */
static const int phases[6] = {0, 1, 1, 2, 4, 0};
enum { FULL_PHASE = 24 };

/* Puts a piece on a square (sign 1) or takes it away (sign -1). */
static void add_piece(board *b, pf_piece piece, pf_square square, int sign)
{
    pf_piece_type type = pf_piece_type_of(piece);
    bool white = pf_piece_colour(piece) == PF_WHITE;
    unsigned file = pf_square_file(square);
    unsigned rank = white ? pf_square_rank(square) : 7 - pf_square_rank(square);
    tapered by_rank = ranks[type][rank], by_file = files[type][file < 4 ? file : 7 - file];
    b->phase += sign * phases[type];
    if (!white) sign = -sign;
    b->squares.middle += sign * (values[type].middle + by_rank.middle + by_file.middle);
    b->squares.end += sign * (values[type].end + by_rank.end + by_file.end);
}

void board_set(board *b, const pf_position *position)
{
    *b = (board){.position = *position};
    for (pf_bitboard set = pf_position_occupied(position); set;) {
        pf_square square = pf_bitboard_pop(&set);
        add_piece(b, pf_position_piece_at(position, square), square, 1);
    }
}

/* pf_move_changes lists the pieces that leave a square or reach one, for captures, promotions, en passant and both
 * kinds of castling alike. A neural network would update its accumulator in the same loop. */
void board_play(board *after, const board *before, pf_move move)
{
    pf_changes changes;
    pf_move_changes(&before->position, move, &changes);
    *after = *before;
    pf_position_play_unchecked(&after->position, move);
    for (unsigned i = 0; i < changes.size; i++) {
        const pf_change *change = &changes.list[i];
        if (change->from != PF_NO_SQUARE) add_piece(after, change->piece, change->from, -1);
        if (change->to != PF_NO_SQUARE) add_piece(after, change->piece, change->to, 1);
    }
}

/* ---- Computed at the leaves ---- */

static void add(tapered *score, int count, int middle, int end)
{
    score->middle += count * middle;
    score->end += count * end;
}

static int count_of(pf_bitboard set)
{
    return (int)pf_bitboard_count(set);
}

/* All squares in front of the pieces of a side. */
static pf_bitboard squares_ahead(pf_bitboard set, pf_colour side)
{
    pf_bitboard ahead = 0;
    while ((set = pf_bitboard_forward(set, side)) != 0) ahead |= set;
    return ahead;
}

static pf_bitboard beside(pf_bitboard set)
{
    return pf_bitboard_east(set) | pf_bitboard_west(set);
}

static void add_pawns(tapered *score, const pf_position *position, pf_colour us)
{
    static const tapered passed[8] = {{0, 0}, {0, 8}, {2, 12}, {8, 30}, {22, 60}, {45, 105}, {70, 150}, {0, 0}};
    pf_bitboard ours = pf_position_pieces(position, us, PF_PAWN);
    pf_bitboard theirs = pf_position_pieces(position, us ^ 1, PF_PAWN);
    pf_bitboard guarded = squares_ahead(theirs | beside(theirs), us ^ 1);
    for (pf_bitboard set = ours & ~guarded & ~squares_ahead(ours, us ^ 1); set;) {
        unsigned rank = pf_square_rank(pf_bitboard_pop(&set));
        tapered bonus = passed[us == PF_WHITE ? rank : 7 - rank];
        add(score, 1, bonus.middle, bonus.end);
    }
    pf_bitboard all_ahead = squares_ahead(ours, us), all_behind = squares_ahead(ours, us ^ 1);
    add(score, count_of(ours & all_ahead), -8, -18);                               /* doubled */
    add(score, count_of(ours & ~beside(all_ahead | all_behind | ours)), -10, -10); /* isolated */
    add(score, count_of(ours & pf_bitboard_forward(beside(ours), us)), 8, 6);      /* defended */
}

/* Squares that each piece attacks and is not hindered to use, and those of them that are near the enemy king. */
static void add_pieces(tapered *score, const pf_position *position, pf_colour us)
{
    static const struct {
        int usual, middle, end, near_king;
    } weights[6] = {
        [PF_KNIGHT] = {4, 4, 4, 7}, [PF_BISHOP] = {6, 5, 5, 5}, [PF_ROOK] = {7, 3, 4, 7}, [PF_QUEEN] = {13, 1, 3, 7}};
    pf_bitboard occupied = pf_position_occupied(position);
    pf_bitboard enemy_pawns = pf_position_pieces(position, us ^ 1, PF_PAWN);
    pf_bitboard useful = ~(position->by_colour[us] | pf_bitboard_forward(beside(enemy_pawns), us ^ 1));
    pf_bitboard zone = pf_attacks(us, PF_KING, pf_position_king(position, us ^ 1), occupied);
    for (pf_piece_type type = PF_KNIGHT; type <= PF_QUEEN; type++)
        for (pf_bitboard set = pf_position_pieces(position, us, type); set;) {
            pf_bitboard attacks = pf_attacks(us, type, pf_bitboard_pop(&set), occupied) & useful;
            add(score, count_of(attacks) - weights[type].usual, weights[type].middle, weights[type].end);
            add(score, count_of(attacks & zone), weights[type].near_king, 0);
        }
    if (pf_bitboard_has_many(pf_position_pieces(position, us, PF_BISHOP))) add(score, 1, 25, 45);
}

static void add_king(tapered *score, const pf_position *position, pf_colour us)
{
    pf_square king = pf_position_king(position, us), enemy = pf_position_king(position, us ^ 1);
    pf_bitboard ahead = pf_bitboard_forward(pf_bit(king) | beside(pf_bit(king)), us);
    pf_bitboard shelter = ahead | pf_bitboard_forward(ahead, us);
    add(score, count_of(shelter & pf_position_pieces(position, us, PF_PAWN)), 10, 0);
    if (pf_bitboard_has_many(position->by_colour[us ^ 1])) return;
    /* Against a bare king the own king must come near to help. */
    int file_distance = abs((int)pf_square_file(king) - (int)pf_square_file(enemy));
    int rank_distance = abs((int)pf_square_rank(king) - (int)pf_square_rank(enemy));
    add(score, file_distance + rank_distance, 0, -8);
}

int evaluate(const board *b)
{
    const pf_position *position = &b->position;
    tapered sides[2] = {{0, 0}, {0, 0}};
    for (pf_colour side = PF_WHITE; side <= PF_BLACK; side++) {
        add_pawns(&sides[side], position, side);
        add_pieces(&sides[side], position, side);
        add_king(&sides[side], position, side);
    }
    int middle = b->squares.middle + sides[PF_WHITE].middle - sides[PF_BLACK].middle;
    int end = b->squares.end + sides[PF_WHITE].end - sides[PF_BLACK].end;
    int phase = b->phase < FULL_PHASE ? b->phase : FULL_PHASE;
    int score = (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
    if (position->turn == PF_BLACK) score = -score;
    /* The score shrinks as the fifty-move draw comes near, so that the winning side makes progress. */
    int clock = position->halfmove_clock < 100 ? position->halfmove_clock : 100;
    return (score + 12) * (200 - clock) / 200;
}
