/* Material, piece-square values, mobility, pawns and king safety. The first two change with the pieces that a move
 * touches, so they are kept with the board; the others depend on the whole board and are computed at the leaves. */
#include "engine.h"

/* ---- Kept move by move ---- */

/* A piece-square value is the sum of a value of the piece, of the rank as its side sees it, and of the file counted
 * from the nearer edge. That is coarser than a table of 64 squares and much easier to read. */
static const tapered values[6] = {{85, 105}, {315, 285}, {320, 290}, {460, 510}, {985, 920}, {0, 0}};

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

static void add(tapered *score, pf_bitboard set, int middle, int end)
{
    score->middle += middle * (int)pf_bitboard_count(set);
    score->end += end * (int)pf_bitboard_count(set);
}

static void add_pawns(tapered *score, const pf_position *position, pf_colour us)
{
    pf_colour them = us ^ 1;
    pf_bitboard ours = pf_position_pieces(position, us, PF_PAWN), theirs = pf_position_pieces(position, them, PF_PAWN);
    pf_bitboard ahead = pf_bitboard_front_span(ours, us), behind = pf_bitboard_front_span(ours, them);
    pf_bitboard passed = ours & ~behind & ~pf_bitboard_front_span(theirs | pf_bitboard_beside(theirs), them);
    for (unsigned rank = 1; rank < 7; rank++) {
        pf_bitboard here = passed & pf_bitboard_rank(us == PF_WHITE ? rank : 7 - rank);
        add(score, here, (int)(rank * rank * 2), (int)(rank * rank * 4 + 4));
    }
    add(score, ours & ahead, -8, -18);                                       /* doubled */
    add(score, ours & ~pf_bitboard_beside(ahead | behind | ours), -10, -10); /* isolated */
    add(score, ours & pf_bitboard_pawn_attacks(ours, us), 8, 6);             /* defended */
}

/* The squares that a piece attacks, except those that are occupied by its own side or guarded by pawns; they count
 * again beside the enemy king. */
static void add_pieces(tapered *score, const pf_position *position, pf_colour us)
{
    static const tapered mobility[6] = {{0, 0}, {4, 4}, {5, 5}, {3, 4}, {1, 3}, {0, 0}};
    pf_bitboard occupied = pf_position_occupied(position);
    pf_bitboard theirs = pf_position_pieces(position, us ^ 1, PF_PAWN);
    pf_bitboard useful = ~(position->by_colour[us] | pf_bitboard_pawn_attacks(theirs, us ^ 1));
    pf_bitboard zone = pf_attacks(us, PF_KING, pf_position_king(position, us ^ 1), occupied);
    for (pf_piece_type type = PF_KNIGHT; type <= PF_QUEEN; type++)
        for (pf_bitboard set = pf_position_pieces(position, us, type); set;) {
            pf_bitboard attacks = pf_attacks(us, type, pf_bitboard_pop(&set), occupied) & useful;
            add(score, attacks, mobility[type].middle, mobility[type].end);
            add(score, attacks & zone, 7, 0);
        }
    if (pf_bitboard_has_many(pf_position_pieces(position, us, PF_BISHOP))) add(score, 1, 25, 45);
}

static void add_king(tapered *score, const pf_position *position, pf_colour us)
{
    pf_bitboard king = pf_position_pieces(position, us, PF_KING);
    pf_bitboard ahead = pf_bitboard_forward(king | pf_bitboard_beside(king), us);
    pf_bitboard shelter = ahead | pf_bitboard_forward(ahead, us);
    add(score, shelter & pf_position_pieces(position, us, PF_PAWN), 10, 0);
    /* Against a bare king the own king must come near to help. */
    if (pf_bitboard_has_many(position->by_colour[us ^ 1])) return;
    score->end -= 12 * (int)pf_square_distance(pf_position_king(position, us), pf_position_king(position, us ^ 1));
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
    /* The score shrinks as the fifty-move draw comes near, so that the winning side makes progress. */
    int clock = position->halfmove_clock < 100 ? position->halfmove_clock : 100;
    return ((position->turn == PF_WHITE ? score : -score) + 12) * (200 - clock) / 200;
}
