/* Attack sets by walking, see attack_sets.h. A direction is a pair (file step, rank step), and a walk ends at the edge
 * of the board. No bitboard is shifted, so no set can wrap around an edge. */
#include "reference/attack_sets.h"

static const int bishop_steps[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const int rook_steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

/* The square df files and dr ranks away, or PF_NO_SQUARE beyond the edge. */
static pf_square square_step(pf_square square, int df, int dr)
{
    int file = (int)pf_square_file(square) + df;
    int rank = (int)pf_square_rank(square) + dr;
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return PF_NO_SQUARE;
    return pf_square_of((unsigned)file, (unsigned)rank);
}

static pf_bitboard step_set(pf_square square, int df, int dr)
{
    pf_square target = square_step(square, df, dr);
    return target == PF_NO_SQUARE ? 0 : pf_bit(target);
}

static pf_bitboard ray_set(pf_square square, int df, int dr, pf_bitboard occupied)
{
    pf_bitboard set = 0;
    for (pf_square s = square_step(square, df, dr); s != PF_NO_SQUARE; s = square_step(s, df, dr)) {
        set |= pf_bit(s);
        if (occupied & pf_bit(s)) break;
    }
    return set;
}

static pf_bitboard ray_mask(pf_square square, int df, int dr)
{
    pf_bitboard set = 0;
    for (pf_square s = square_step(square, df, dr); s != PF_NO_SQUARE; s = square_step(s, df, dr)) {
        if (square_step(s, df, dr) != PF_NO_SQUARE) set |= pf_bit(s);
    }
    return set;
}

pf_bitboard reference_pawn_attacks(pf_colour colour, pf_square square)
{
    int forward = colour == PF_WHITE ? 1 : -1;
    return step_set(square, -1, forward) | step_set(square, 1, forward);
}

pf_bitboard reference_knight_attacks(pf_square square)
{
    static const int jumps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    pf_bitboard set = 0;
    for (int i = 0; i < 8; i++) set |= step_set(square, jumps[i][0], jumps[i][1]);
    return set;
}

pf_bitboard reference_king_attacks(pf_square square)
{
    pf_bitboard set = 0;
    for (int i = 0; i < 4; i++) {
        set |= step_set(square, bishop_steps[i][0], bishop_steps[i][1]);
        set |= step_set(square, rook_steps[i][0], rook_steps[i][1]);
    }
    return set;
}

pf_bitboard reference_bishop_attacks(pf_square square, pf_bitboard occupied)
{
    pf_bitboard set = 0;
    for (int i = 0; i < 4; i++) set |= ray_set(square, bishop_steps[i][0], bishop_steps[i][1], occupied);
    return set;
}

pf_bitboard reference_rook_attacks(pf_square square, pf_bitboard occupied)
{
    pf_bitboard set = 0;
    for (int i = 0; i < 4; i++) set |= ray_set(square, rook_steps[i][0], rook_steps[i][1], occupied);
    return set;
}

/* The direction from a to b; false if they are not on one rank, file or diagonal. */
static bool direction_find(int *df, int *dr, pf_square a, pf_square b)
{
    int files = (int)pf_square_file(b) - (int)pf_square_file(a);
    int ranks = (int)pf_square_rank(b) - (int)pf_square_rank(a);
    if (a == b || (files != 0 && ranks != 0 && files != ranks && files != -ranks)) return false;
    *df = (files > 0) - (files < 0);
    *dr = (ranks > 0) - (ranks < 0);
    return true;
}

pf_bitboard reference_between(pf_square a, pf_square b)
{
    int df, dr;
    if (!direction_find(&df, &dr, a, b)) return 0;
    pf_bitboard set = 0;
    for (pf_square s = square_step(a, df, dr); s != b; s = square_step(s, df, dr)) set |= pf_bit(s);
    return set;
}

pf_bitboard reference_line(pf_square a, pf_square b)
{
    int df, dr;
    if (!direction_find(&df, &dr, a, b)) return 0;
    return ray_set(a, df, dr, 0) | pf_bit(a) | ray_set(a, -df, -dr, 0);
}

pf_bitboard reference_ray(pf_square square, int files, int ranks)
{
    return ray_set(square, files, ranks, 0);
}

pf_bitboard reference_bishop_mask(pf_square square)
{
    pf_bitboard set = 0;
    for (int i = 0; i < 4; i++) set |= ray_mask(square, bishop_steps[i][0], bishop_steps[i][1]);
    return set;
}

pf_bitboard reference_rook_mask(pf_square square)
{
    pf_bitboard set = 0;
    for (int i = 0; i < 4; i++) set |= ray_mask(square, rook_steps[i][0], rook_steps[i][1]);
    return set;
}
