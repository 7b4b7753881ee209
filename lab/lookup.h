/* The third legality strategy: the target set of each piece, with our own pieces, checks and pins masked out, is
 * converted to the number of a ready-made move list, which is copied instead of being generated in a loop. There are
 * three cases: no check, where sliders go as far as they can see; a check, where they go to one or two squares of the
 * checking ray; and a double check, where only the king moves. A queen uses a rook list and a bishop list. */
#ifndef PLYFORGE_LOOKUP_H
#define PLYFORGE_LOOKUP_H

#include "lab/sliders_all.h"

#include "moves/write_pairs.h"

#include "lab/lookup_tables.h"
#include "moves/generate.h"

/* Appends size moves of a ready-made list. The list holds moves of a piece on a1; adding base turns them into moves
 * from the square of the piece. All slots of the list are copied, because a fixed number is faster; the output must
 * have capacity for the slots after the last move. */
PF_TEMPLATE void pf_copy_moves(pf_moves_out *out, const pf_move *ready, unsigned places, unsigned base, unsigned size)
{
    pf_move moves[16];
    pf_memcpy(moves, ready, places * sizeof *moves);
    for (unsigned i = 0; i < places; i++) moves[i] = (pf_move)(moves[i] + base);
    pf_memcpy(out->list, moves, places * sizeof *moves);
    out->list += size;
}

PF_TEMPLATE void pf_lookup_king(pf_moves_out *out, pf_square from, pf_bitboard targets, pf_sink sink)
{
    if (sink != PF_SINK_LIST)
        out->count += pf_popcount(targets);
    else
        pf_copy_moves(out, pf_king_lists[pf_index_king(targets, from)], 8, 65 * from, pf_popcount(targets));
}

PF_TEMPLATE void pf_lookup_knight(pf_moves_out *out, pf_square from, pf_bitboard targets, pf_sink sink)
{
    if (sink != PF_SINK_LIST)
        out->count += pf_popcount(targets);
    else
        pf_copy_moves(out, pf_knight_lists[pf_index_knight(targets, from)], 8, 65 * from, pf_popcount(targets));
}

/* The arrangement of a slider's targets: an unbroken run starting next to the slider, or at most one square per
 * line. */
typedef enum pf_shape { PF_SHAPE_REACH, PF_SHAPE_PLACES } pf_shape;

PF_TEMPLATE void pf_list_rook(pf_moves_out *out, pf_square from, pf_bitboard targets, unsigned size, pf_shape shape)
{
    unsigned rank = pf_line_byte_rank(targets, from), file = pf_line_byte_file(targets, from);
    if (shape == PF_SHAPE_REACH)
        pf_copy_moves(out, pf_rook_lists[pf_reach_code[from & 7][rank]][pf_reach_code[from >> 3][file]], 16, 65 * from,
                      size);
    else
        pf_copy_moves(out, pf_rook_block_lists[pf_place_code[from & 7][rank]][pf_place_code[from >> 3][file]], 2,
                      65 * from, size);
}

PF_TEMPLATE void pf_list_bishop(pf_moves_out *out, pf_square from, pf_bitboard targets, unsigned size, pf_shape shape)
{
    const pf_half_line *lines = pf_half_lines[from];
    unsigned diagonal = pf_line_byte_diagonal(targets, lines[PF_AXIS_DIAGONAL].both);
    unsigned anti = pf_line_byte_diagonal(targets, lines[PF_AXIS_ANTIDIAGONAL].both);
    if (shape == PF_SHAPE_REACH)
        pf_copy_moves(out, pf_bishop_lists[pf_reach_code[from & 7][diagonal]][pf_reach_code[from & 7][anti]], 16,
                      65 * from, size);
    else
        pf_copy_moves(out, pf_bishop_block_lists[pf_place_code[from & 7][diagonal]][pf_place_code[from & 7][anti]], 2,
                      65 * from, size);
}

PF_TEMPLATE void pf_lookup_slider(pf_moves_out *out, pf_square from, pf_bitboard targets, pf_piece_type type,
                                  pf_shape shape, pf_sink sink)
{
    unsigned size = pf_popcount(targets);
    if (sink != PF_SINK_LIST)
        out->count += size;
    else if (type == PF_ROOK)
        pf_list_rook(out, from, targets, size, shape);
    else
        pf_list_bishop(out, from, targets, size, shape);
}

/* Lists the moves of all pawns that make the same step, rank by rank. */
PF_TEMPLATE void pf_lookup_pawns(pf_moves_out *out, pf_bitboard targets, int step, pf_sink sink)
{
    if (sink != PF_SINK_LIST) {
        out->count += pf_popcount(targets);
        return;
    }
    while (targets) {
        unsigned first = pf_lowest(targets) & 56; /* the first square of the rank */
        unsigned byte = (unsigned)(targets >> first) & 255;
        pf_copy_moves(out, pf_pawn_lists[byte], 8, 65 * first - (unsigned)(64 * step), pf_popcount(byte));
        targets &= ~(UINT64_C(255) << first);
    }
}

PF_TEMPLATE void pf_lookup_all_pawns(pf_moves_out *out, const pf_pawn_targets *to, pf_colour us, pf_sink sink)
{
    int up = pf_forward_step(us);
    pf_bitboard last_rank = pf_relative_rank(7, us);
    pf_lookup_pawns(out, to->one & ~last_rank, up, sink);
    pf_lookup_pawns(out, to->two, 2 * up, sink);
    pf_lookup_pawns(out, to->left & ~last_rank, up - 1, sink);
    pf_lookup_pawns(out, to->right & ~last_rank, up + 1, sink);
    if (PF_UNLIKELY((to->one | to->left | to->right) & last_rank)) {
        pf_emit_promotions(out, to->one & last_rank, up, sink);
        pf_emit_promotions(out, to->left & last_rank, up - 1, sink);
        pf_emit_promotions(out, to->right & last_rank, up + 1, sink);
    }
}

/* Lists moves of pieces other than king and pawns to squares of targets. In check, pinned pieces have no moves, because
 * the ray of a pin and the checking ray have only the king's square in common. */
PF_TEMPLATE void pf_lookup_pieces(pf_moves_out *out, const pf_position *position, const pf_checks_and_pins *pins,
                                  pf_bitboard targets, pf_shape shape, pf_colour us, pf_sink sink, pf_sliders sliders)
{
    pf_bitboard occupied = pf_position_occupied(position);
    pf_bitboard pinned = pins->straight | pins->diagonal;
    for (pf_bitboard set = pf_position_pieces(position, us, PF_KNIGHT) & ~pinned; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_lookup_knight(out, from, pf_knight_attacks[from] & targets, sink);
    }
    for (pf_bitboard set = pf_bishops_and_queens(position, us) & ~pinned; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_lookup_slider(out, from, pf_bishop_attacks(from, occupied, sliders) & targets, PF_BISHOP, shape, sink);
    }
    for (pf_bitboard set = pf_rooks_and_queens(position, us) & ~pinned; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_lookup_slider(out, from, pf_rook_attacks(from, occupied, sliders) & targets, PF_ROOK, shape, sink);
    }
    if (shape == PF_SHAPE_PLACES || PF_LIKELY(!(pinned & position->by_colour[us]))) return;
    for (pf_bitboard set = pf_bishops_and_queens(position, us) & pins->diagonal; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_lookup_slider(out, from, pf_bishop_attacks(from, occupied, sliders) & targets & pins->diagonal, PF_BISHOP,
                         shape, sink);
    }
    for (pf_bitboard set = pf_rooks_and_queens(position, us) & pins->straight; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_lookup_slider(out, from, pf_rook_attacks(from, occupied, sliders) & targets & pins->straight, PF_ROOK, shape,
                         sink);
    }
}

PF_TEMPLATE uint32_t pf_lookup_body(const pf_position *position, pf_move *list, pf_colour us, pf_sink sink,
                                    pf_sliders sliders)
{
    pf_moves_out out = {list, 0};
    pf_checks_and_pins pins = pf_find_checks_and_pins(position, us, sliders);
    pf_bitboard danger = pf_king_danger(position, us, sliders);
    pf_bitboard others = ~position->by_colour[us];
    pf_square king = pf_king_square(position, us);
    pf_lookup_king(&out, king, pf_king_attacks[king] & others & ~danger, sink);

    if (!pins.checkers) {
        pf_pawn_targets pawns = pf_find_pawn_targets(position, &pins, ~UINT64_C(0), us);
        pf_lookup_pieces(&out, position, &pins, others, PF_SHAPE_REACH, us, sink, sliders);
        pf_lookup_all_pawns(&out, &pawns, us, sink);
        pf_emit_castling(&out, position, danger, us, sink, sliders);
        pf_emit_en_passant(&out, position, sink, sliders);
    } else if (!(pins.checkers & (pins.checkers - 1))) {
        pf_bitboard allowed = pf_evasion_targets(pins.checkers, king);
        pf_pawn_targets pawns = pf_find_pawn_targets(position, &pins, allowed, us);
        pf_lookup_pieces(&out, position, &pins, allowed, PF_SHAPE_PLACES, us, sink, sliders);
        pf_lookup_all_pawns(&out, &pawns, us, sink);
        pf_emit_en_passant(&out, position, sink, sliders);
    }
    return sink == PF_SINK_LIST ? (uint32_t)(out.list - list) : out.count;
}

#define PF_DEFINE_LOOKUP(suffix, sliders)                                                                              \
    uint32_t pf_generate_lookup_##suffix(const pf_position *position, pf_move *list)                                   \
    {                                                                                                                  \
        return position->turn == PF_WHITE ? pf_lookup_body(position, list, PF_WHITE, PF_SINK_LIST, sliders)            \
                                          : pf_lookup_body(position, list, PF_BLACK, PF_SINK_LIST, sliders);           \
    }                                                                                                                  \
    uint32_t pf_count_lookup_##suffix(const pf_position *position)                                                     \
    {                                                                                                                  \
        return position->turn == PF_WHITE ? pf_lookup_body(position, NULL, PF_WHITE, PF_SINK_COUNT, sliders)           \
                                          : pf_lookup_body(position, NULL, PF_BLACK, PF_SINK_COUNT, sliders);          \
    }

#endif
