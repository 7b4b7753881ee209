/* Several sibling nodes two plies above the leaves, one per lane: positions after different moves of one side. The
 * pieces of the other side, which is to move now, are on the same squares in all of them, except for a captured piece.
 *
 * "We" are the side to move, "they" the replying side. Include one lanes_*.h before this header. */
#ifndef PLYFORGE_FAMILY_H
#define PLYFORGE_FAMILY_H

#include "moves/castling.h"
#include "perft/two_ply/slices.h"

/* Pieces by type of attack; a queen belongs to two kinds. */
typedef enum pf_kind { PF_PAWNS, PF_KNIGHTS, PF_DIAGONALS, PF_STRAIGHTS, PF_KINGS, PF_KINDS } pf_kind;

/* The kinds of a piece type, one bit for each. */
PF_TEMPLATE uint32_t pf_kinds_of(pf_piece_type type)
{
    return type == PF_QUEEN ? 1u << PF_DIAGONALS | 1u << PF_STRAIGHTS : type == PF_KING ? 1u << PF_KINGS : 1u << type;
}

PF_TEMPLATE pf_kind pf_axis_kind(pf_axis axis)
{
    return axis == PF_AXIS_RANK || axis == PF_AXIS_FILE ? PF_STRAIGHTS : PF_DIAGONALS;
}

/* The kinds of pieces that a family supports, one bit each: no other kind may be on any of its boards, now or after a
 * promotion. The fewer kinds, the less work the template has. */
typedef enum pf_kind_set {
    PF_ALL_KINDS = (1 << PF_KINDS) - 1,
    PF_ROOK_ENDING = 1 << PF_PAWNS | 1 << PF_STRAIGHTS | 1 << PF_KINGS,
} pf_kind_set;

PF_TEMPLATE bool pf_has_kind(pf_kind_set kinds, pf_kind kind)
{
    return (unsigned)kinds >> kind & 1;
}

PF_TEMPLATE bool pf_has_axis(pf_kind_set kinds, pf_axis axis)
{
    return pf_has_kind(kinds, pf_axis_kind(axis));
}

/* A castling right that all siblings have, or had before the move that made them different. */
typedef struct pf_right {
    pf_square king, rook;
    pf_bitboard crossed, path; /* crossed: by the king; path: by king or rook; neither includes its own square unless it
                                  stays there */
} pf_right;

typedef struct pf_rights {
    uint32_t size;
    pf_right right[2];
} pf_rights;

PF_TEMPLATE void pf_find_rights(pf_rights *rights, const pf_position *home, pf_colour colour)
{
    *rights = (pf_rights){0}; /* compilers read both entries before they know how many there are, and valgrind reports
                                 that */
    for (pf_bitboard set = home->castling & pf_relative_rank(0, colour); set;) {
        pf_right *right = &rights->right[rights->size++];
        right->king = pf_king_square(home, colour);
        right->rook = pf_pop_lowest(&set);
        right->crossed = pf_castling_king_path(right->king, right->rook);
        right->path = right->crossed | pf_castling_rook_path(right->king, right->rook);
    }
}

/* The lanes in which this castling is possible on a board with these occupied squares; attacks on the king and on its
 * path are not considered. straights are the enemy sliders that castling may uncover: see pf_castling_uncovers_king of
 * moves/castling.h. */
PF_TEMPLATE pf_lanes pf_lanes_castling_open(const pf_right *right, pf_lanes castling, pf_lanes occupied,
                                            pf_lanes straights)
{
    pf_bitboard leave = pf_bit(right->king) | pf_bit(right->rook);
    pf_lanes others = occupied & ~leave;
    pf_lanes open = pf_lanes_if_meet(pf_lanes_of(~UINT64_C(0)), castling, pf_lanes_of(pf_bit(right->rook)));
    open = pf_lanes_if_miss(open, others, pf_lanes_of(right->path));
    if (PF_UNLIKELY(pf_castling_rook_shields(right->rook))) {
        pf_square king_to = pf_castled_king(right->king, right->rook);
        pf_lanes castled = others | (pf_bit(king_to) | pf_bit(pf_castled_rook(right->king, right->rook)));
        open = pf_lanes_if_miss(open, pf_lanes_look_from(king_to, castled, PF_AXIS_RANK), straights);
    }
    return open;
}

/* A move of ours after which all replies are counted:
 *
 *     0-5 to | 8-13 from | 16-18 lane | 24-28 kinds of the piece that arrives */
typedef uint32_t pf_listed_move;

PF_TEMPLATE pf_listed_move pf_listed(uint32_t lane, pf_square from, pf_square to, pf_piece_type type)
{
    return to | from << 8 | lane << 16 | pf_kinds_of(type) << 24;
}

typedef struct pf_family {
    const pf_position *nodes; /* one for each lane; the last ones may be unused */
    uint32_t size;            /* how many of them count */
    pf_lanes total;           /* for each node */
    pf_lanes our[PF_KINDS], their[PF_KINDS], ours, theirs, occupied, castling;
    pf_lane_lines king_lines; /* the lines through their king */
    pf_rights our_rights, their_rights;
    /* The number of moves after which all replies are counted, and of moves after which only those of the king are
       counted. */
    uint32_t listed, king_listed;
    pf_listed_move list[PF_LANES * 224 + 32], king_list[PF_LANES * 224 + 32];
} pf_family;

PF_TEMPLATE void pf_family_gather(pf_family *family, const pf_position *home, const pf_position *nodes, uint32_t size,
                                  pf_colour us)
{
    const pf_bitboard *sets[PF_LANES];
    uint64_t castling[PF_LANES];
    for (uint32_t i = 0; i < PF_LANES; i++) {
        const pf_position *node = &nodes[i < size ? i : 0];
        sets[i] = node->by_type;
        castling[i] = node->castling;
    }
    pf_lanes rows[8]; /* by type and by colour */
    pf_lanes_transpose(rows, sets);
    pf_memcpy(&family->castling, castling, sizeof castling);
    pf_lanes by_kind[PF_KINDS] = {rows[PF_PAWN], rows[PF_KNIGHT], rows[PF_BISHOP] | rows[PF_QUEEN],
                                  rows[PF_ROOK] | rows[PF_QUEEN], rows[PF_KING]};
    pf_lanes ours = rows[6 + us], theirs = rows[6 + (us ^ 1)];
    PF_UNROLL
    for (int kind = 0; kind < PF_KINDS; kind++) {
        family->our[kind] = by_kind[kind] & ours;
        family->their[kind] = by_kind[kind] & theirs;
    }
    family->ours = ours;
    family->theirs = theirs;
    family->occupied = ours | theirs;
    family->nodes = nodes;
    family->size = size;
    family->total = pf_lanes_of(0);
    family->listed = family->king_listed = 0;
    pf_find_rights(&family->our_rights, home, us);
    pf_find_rights(&family->their_rights, home, us ^ 1);
    pf_lanes_find_lines(&family->king_lines, family->their[PF_KINGS]);
}

/* Whether PF_ROOK_ENDING is true of the family. */
PF_TEMPLATE bool pf_is_rook_ending(const pf_family *family, pf_colour us)
{
    return !pf_lanes_any(family->our[PF_KNIGHTS] | family->our[PF_DIAGONALS] | family->their[PF_KNIGHTS] |
                         family->their[PF_DIAGONALS] | (family->our[PF_PAWNS] & pf_relative_rank(6, us)));
}

/* The sets of all lanes in memory, and a bit for each lane whose set is not empty. */
typedef struct pf_lane_sets {
    uint32_t lanes;
    uint64_t set[PF_LANES];
} pf_lane_sets;

PF_TEMPLATE void pf_lane_sets_store(pf_lane_sets *sets, pf_lanes targets)
{
    sets->lanes = pf_lanes_any(targets);
    if (sets->lanes) pf_lanes_store(sets->set, targets);
}

/* Appends the moves of a piece to the targets of each lane to the list, after the first size moves; returns the new
 * size. */
PF_TEMPLATE uint32_t pf_list_moves(pf_listed_move *list, uint32_t size, pf_square from, pf_lanes targets,
                                   pf_piece_type type)
{
    pf_lane_sets sets;
    pf_lane_sets_store(&sets, targets);
    while (sets.lanes) {
        uint32_t lane = pf_pop_lowest_32(&sets.lanes);
        size += pf_write_numbers(list + size, sets.set[lane], pf_listed(lane, from, 0, type));
    }
    return size;
}

#endif
