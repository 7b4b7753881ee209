/* Parts of the legality of a single move of a variant that pf_move_is_legal and pf_move_why_illegal share. */
#ifndef PLYFORGE_VARIANT_LEGALITY_H
#define PLYFORGE_VARIANT_LEGALITY_H

#include <plyforge/questions.h>

#include "moves/legality.h"
#include "variants/rules.h"
#include "variants/variants.h"

/* Horde: whether these are the squares of a double step from the first rank. */
PF_TEMPLATE bool pf_is_horde_jump(const pf_position *position, pf_move move)
{
    pf_square from = pf_move_from(move);
    return pf_position_variant(position) == PF_VARIANT_HORDE && position->turn == PF_WHITE && from < 8 &&
           move == pf_move_of(from, from + 16, PF_MOVE_NORMAL) &&
           (pf_position_pieces(position, PF_WHITE, PF_PAWN) & pf_bit(from));
}

/* Whether a pseudo-legal move captures. */
PF_TEMPLATE bool pf_pseudo_is_capture(const pf_position *board, pf_move move)
{
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING) return false;
    return pf_move_kind_of(move) == PF_MOVE_EN_PASSANT ||
           (board->by_colour[board->turn ^ 1] & pf_bit(pf_move_to(move))) != 0;
}

/* Antichess: a pseudo-legal capture of the side to move; PF_NO_MOVE if there is none. */
PF_TEMPLATE pf_move pf_find_capture(const pf_position *board)
{
    pf_bitboard ours = board->by_colour[board->turn];
    for (pf_bitboard victims = board->by_colour[board->turn ^ 1]; victims;) {
        pf_square to = pf_pop_lowest(&victims);
        pf_bitboard from = pf_attackers_to(board, to, pf_position_occupied(board), PF_SLIDERS_MAGIC) & ours;
        if (from) return pf_move_of(pf_lowest(from), to, PF_MOVE_NORMAL);
    }
    pf_bitboard from = pf_ep_capturers(board);
    return from ? pf_move_of(pf_lowest(from), board->ep_square, PF_MOVE_EN_PASSANT) : (pf_move)PF_NO_MOVE;
}

/* Atomic: the pieces that attack our king after a pseudo-legal move, castling excluded, that leaves both kings on the
 * board. None while the kings are adjacent. */
PF_TEMPLATE pf_bitboard pf_atomic_attackers_after(const pf_position *board, pf_move move)
{
    pf_colour us = board->turn;
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    pf_square king = pf_king_square(board, us);
    pf_square king_after = from == king ? to : king;
    if (pf_king_attacks[king_after] & pf_position_pieces(board, us ^ 1, PF_KING)) return 0;
    if (!pf_pseudo_is_capture(board, move)) return pf_attackers_after_move(board, move);
    pf_bitboard gone = pf_explosion(board, to) | pf_bit(from);
    if (pf_move_kind_of(move) == PF_MOVE_EN_PASSANT) gone |= pf_bit(to ^ 8u);
    pf_bitboard occupied = pf_position_occupied(board) & ~gone;
    return pf_attackers_to(board, king, occupied, PF_SLIDERS_MAGIC) & board->by_colour[us ^ 1] & ~gone;
}

/* Atomic: the pieces that attack a square that the king crosses or reaches when castling. Beside the other king there
 * are none. The last square is examined with the rook on its new square, because the rook may block a line. */
PF_TEMPLATE pf_bitboard pf_atomic_castling_attackers(const pf_position *board, pf_square king, pf_square rook,
                                                     pf_square square)
{
    pf_colour us = board->turn;
    if (pf_king_attacks[square] & pf_position_pieces(board, us ^ 1, PF_KING)) return 0;
    pf_bitboard occupied = square == pf_castled_king(king, rook) ? pf_castled_occupied(board, king, rook)
                                                                 : pf_position_occupied(board) & ~pf_bit(king);
    return pf_attackers_to(board, square, occupied, PF_SLIDERS_MAGIC) & board->by_colour[us ^ 1];
}

/* Atomic: the first attacked square that the king crosses or reaches when castling; PF_NO_SQUARE if there is none. */
PF_TEMPLATE pf_square pf_atomic_castling_attacked(const pf_position *board, pf_square king, pf_square rook)
{
    pf_square to = pf_castled_king(king, rook);
    pf_square square = king;
    do {
        if (square != to) square = square < to ? square + 1 : square - 1;
        if (pf_atomic_castling_attackers(board, king, rook, square)) return square;
    } while (square != to);
    return PF_NO_SQUARE;
}

#endif
