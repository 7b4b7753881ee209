/* Finds which pieces give check after a move, before it is played: the move is carried out on the occupancy, and
 * attacks are computed from the enemy king. */
#ifndef PLYFORGE_GIVES_CHECK_H
#define PLYFORGE_GIVES_CHECK_H

#include <plyforge/questions.h>

#include "board/checks.h"
#include "moves/castling.h"

/* The squares, after the move, of our pieces that attack their king, split into the piece that moved (the rook, for
 * castling) and the others. The move must be pseudo-legal. */
typedef struct pf_new_checkers {
    pf_bitboard direct;
    pf_bitboard discovered;
} pf_new_checkers;

PF_TEMPLATE pf_new_checkers pf_find_new_checkers(const pf_position *position, pf_move move, pf_colour us,
                                                 pf_sliders sliders)
{
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    pf_move_kind kind = pf_move_kind_of(move);
    pf_bitboard their_king = pf_position_pieces(position, us ^ 1, PF_KING);
    pf_square king = pf_lowest(their_king);
    pf_bitboard stay = ~pf_bit(from);
    pf_piece_type type;
    pf_bitboard occupied;

    if (PF_UNLIKELY(kind == PF_MOVE_CASTLING)) {
        occupied = pf_castled_occupied(position, from, to);
        stay ^= pf_bit(to);
        type = PF_ROOK;
        to = pf_castled_rook(from, to);
    } else {
        type = kind == PF_MOVE_PROMOTION ? pf_move_promotion(move) : pf_type_at(position, from);
        occupied = (pf_position_occupied(position) & stay) | pf_bit(to);
        if (PF_UNLIKELY(kind == PF_MOVE_EN_PASSANT)) occupied ^= pf_bit(to ^ 8);
    }

    pf_bitboard diagonal = pf_bishop_attacks(king, occupied, sliders);
    pf_bitboard straight = pf_rook_attacks(king, occupied, sliders);
    pf_new_checkers found;
    pf_bitboard reach = 0;
    if (type == PF_PAWN) reach = pf_pawn_attacks[us ^ 1][king];
    if (type == PF_KNIGHT) reach = pf_knight_attacks[king];
    if (type == PF_BISHOP || type == PF_QUEEN) reach |= diagonal;
    if (type == PF_ROOK || type == PF_QUEEN) reach |= straight;
    found.direct = reach & pf_bit(to);
    found.discovered = ((diagonal & pf_bishops_and_queens(position, us)) |
                        (straight & pf_rooks_and_queens(position, us))) &
                       stay & ~found.direct;
    return found;
}

/* pf_find_new_checkers as a function, for code that is not compiled for a particular level. */
PF_PRIVATE pf_new_checkers pf_new_checkers_of(const pf_position *position, pf_move move);

/* For any 16 bits, by the rules of standard chess: how the move gives check, and the squares that the checking pieces
 * occupy after it. */
PF_PRIVATE pf_check pf_gives_check_in_chess(const pf_position *position, pf_move move);
PF_PRIVATE pf_bitboard pf_move_checkers_in_chess(const pf_position *position, pf_move move);

#endif
