/* The children of positions in which the side that is not to move has the same army. Moves of one side commute, so most
 * transpositions meet there: they are merged, by the whole position, and then counted as siblings.
 *
 *     parents                 children
 *     white A, black B1  --+
 *     white A, black B2  --+--> white A, black C: one position, all the ways that lead to it
 *     white A, black B3  --+
 *
 * All parents with army A are a bucket. The children of a bucket are spread by their hash over parts; a part is small
 * enough to be merged in the second-level cache. A duplicate that is not found is counted once more: this costs time,
 * and changes no sum. */
#ifndef PLYFORGE_TRANSPOSED_H
#define PLYFORGE_TRANSPOSED_H

#include "perft/perft.h"
#include "perft/quad.h"

/* A position with its path count. */
struct pf_record {
    pf_quad quad;
    uint64_t ways;
};

enum { PF_PARTS = 64, PF_PART_SIZE = 2048, PF_PART_TABLE = 2 * PF_PART_SIZE };

/* A full part is merged. If it then has fewer than PF_PART_SPARE free slots, its positions are used and removed. */
enum { PF_PART_SPARE = PF_PART_SIZE / 4 };

struct pf_transposed {
    pf_position home; /* a parent, with the castling rights of all parents; if any parent has a right, its king is on
                         this square */
    bool any;         /* whether there is a parent yet */
    uint32_t parts;   /* the number of parts in use, a power of two */
    pf_use_part *use;
    void *context; /* passed to use */
    pf_uint128 total;
    uint32_t sizes[PF_PARTS];
    uint16_t table[PF_PART_TABLE]; /* 0: empty; otherwise the number of a record in the part, plus one */
    pf_record records[PF_PARTS][PF_PART_SIZE];
};

/* Prepares for a bucket with this many parents. */
PF_TEMPLATE void pf_transposed_begin(pf_transposed *children, uint64_t parents)
{
    /* Positions have about 32 moves, and a part should begin half empty. */
    uint64_t parts = parents * 32 / (PF_PART_SIZE / 2);
    children->any = false;
    children->parts = 1;
    while (children->parts < parts && children->parts < PF_PARTS) children->parts *= 2;
}

/* Updates what the children have in common for one more parent. */
PF_TEMPLATE void pf_transposed_join(pf_transposed *children, const pf_position *parent)
{
    pf_bitboard castling = children->any ? children->home.castling | parent->castling : parent->castling;
    pf_bitboard rights = parent->castling & pf_relative_rank(0, parent->turn);
    if (!children->any || rights) children->home = *parent;
    children->home.castling = castling;
    children->any = true;
}

/* Merges equal records of a part. The distinct ones become its first records; returns how many there are. */
static PF_OUTLINE uint32_t pf_transposed_merge(pf_transposed *children, uint32_t part)
{
    pf_record *records = children->records[part];
    uint16_t *table = children->table;
    uint32_t size = children->sizes[part], kept = 0;
    pf_memset(table, 0, sizeof children->table);
    for (uint32_t i = 0; i < size; i++) {
        uint32_t place = (uint32_t)(pf_quad_hash(&records[i].quad) & (PF_PART_TABLE - 1));
        uint32_t found;
        while ((found = table[place]) != 0 && !pf_quad_equal(&records[found - 1].quad, &records[i].quad))
            place = (place + 1) & (PF_PART_TABLE - 1);
        if (found) {
            records[found - 1].ways += records[i].ways;
        } else {
            records[kept] = records[i];
            table[place] = (uint16_t)++kept;
        }
    }
    children->sizes[part] = kept;
    return kept;
}

PF_TEMPLATE void pf_transposed_use(pf_transposed *children, uint32_t part)
{
    children->use(children, part, children->sizes[part]);
    children->sizes[part] = 0;
}

static PF_OUTLINE void pf_transposed_make_room(pf_transposed *children, uint32_t part)
{
    if (pf_transposed_merge(children, part) > PF_PART_SIZE - PF_PART_SPARE) pf_transposed_use(children, part);
}

/* Merges and uses all children of the bucket. */
PF_TEMPLATE void pf_transposed_end(pf_transposed *children)
{
    for (uint32_t part = 0; part < children->parts; part++) {
        pf_transposed_merge(children, part);
        pf_transposed_use(children, part);
    }
}

/* The data from which a parent's children by ordinary moves are computed: in such a move one code moves in all planes.
 * slow_from and slow_to are squares where a move may do more: lose a right, or jump past a pawn that can take it. */
typedef uint64_t pf_planes __attribute__((vector_size(32)));

typedef struct pf_mover {
    pf_planes planes; /* the quad without a pawn that can be taken en passant */
    pf_bitboard slow_from, slow_to;
} pf_mover;

PF_TEMPLATE pf_mover pf_mover_of(const pf_quad *quad, const pf_position *position, pf_colour us)
{
    pf_bitboard rank = pf_relative_rank(0, us), ours = position->by_colour[us], theirs = position->by_colour[us ^ 1];
    pf_bitboard jumped = position->ep_square == PF_NO_SQUARE ? 0 : pf_bit(position->ep_square ^ 8u);
    pf_bitboard king = position->castling & rank ? ours & position->by_type[PF_KING] : 0;
    pf_bitboard pawns = theirs & position->by_type[PF_PAWN] & pf_relative_rank(3, us);
    pf_mover mover = {
        .planes = {quad->plane[0], quad->plane[1] & ~jumped, quad->plane[2] & ~jumped, quad->plane[3]},
        .slow_from = (position->castling & rank) | king,
        .slow_to = (position->castling & ~rank) | (pawns & ~PF_FILE_A) >> 1 | (pawns & ~PF_FILE_H) << 1,
    };
    return mover;
}

/* The position after a legal move. */
PF_TEMPLATE pf_quad pf_quad_moved(const pf_mover *mover, const pf_quad *quad, pf_move move, pf_colour us,
                                  pf_sliders sliders)
{
    pf_square from = pf_move_from(move), to = pf_move_to(move);
    if (PF_UNLIKELY((pf_move_kind_of(move) != PF_MOVE_NORMAL) |
                    ((mover->slow_from >> from | mover->slow_to >> to) & 1)))
        return pf_quad_after(quad, move, us, PF_EP_IF_LEGAL, sliders);
    pf_planes planes = (mover->planes & ~(pf_bit(from) | pf_bit(to))) | (mover->planes >> from & 1) << to;
    pf_quad after;
    pf_memcpy(&after, &planes, sizeof after);
    return after;
}

#endif
