/* The common part of the packed forms of standard chess and of the variants: little-endian numbers, and a code of 4
 * bits for each piece. The codes are listed in <plyforge/packed.h>. */
#ifndef PLYFORGE_PACKED_CODES_H
#define PLYFORGE_PACKED_CODES_H

#include "base/text.h"
#include "board/view.h"

enum { PF_CODE_JUMPED_PAWN = 12, PF_CODE_CASTLING_ROOK = 13 };

PF_TEMPLATE void pf_put_number(uint8_t *bytes, uint64_t number, unsigned size)
{
    for (unsigned i = 0; i < size; i++) bytes[i] = (uint8_t)(number >> (8 * i));
}

PF_TEMPLATE uint64_t pf_get_number(const uint8_t *bytes, unsigned size)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < size; i++) number |= (uint64_t)bytes[i] << (8 * i);
    return number;
}

/* The code of the piece on an occupied square. */
PF_TEMPLATE unsigned pf_packed_code(const pf_position *position, pf_square square)
{
    pf_colour colour = position->by_colour[PF_BLACK] >> square & 1;
    pf_piece_type type = pf_type_at(position, square);
    if (position->castling & pf_bit(square)) return PF_CODE_CASTLING_ROOK;
    if (type == PF_PAWN && position->ep_square != PF_NO_SQUARE && square == (position->ep_square ^ 8u))
        return PF_CODE_JUMPED_PAWN;
    return colour * 6 + type;
}

/* The piece that a code means on this square; PF_NO_PIECE if it means none there. Adds the castling right or the en
 * passant square to the setup. */
PF_TEMPLATE pf_piece pf_packed_piece(unsigned code, pf_square square, pf_setup *setup)
{
    unsigned rank = pf_square_rank(square);
    if (code < 12) return pf_piece_of(code / 6, code % 6);
    if (code == PF_CODE_JUMPED_PAWN && (rank == 3 || rank == 4) && setup->ep_square == PF_NO_SQUARE) {
        setup->ep_square = (uint8_t)(square ^ 8u);
        return pf_piece_of(rank == 3 ? PF_WHITE : PF_BLACK, PF_PAWN);
    }
    if (code == PF_CODE_CASTLING_ROOK && (rank == 0 || rank == 7)) {
        setup->castling |= pf_bit(square);
        return pf_piece_of(rank == 0 ? PF_WHITE : PF_BLACK, PF_ROOK);
    }
    return PF_NO_PIECE;
}

/* Refuses a setup of which validation has dropped a part, because packing a position never produces such a part. */
PF_TEMPLATE pf_status pf_packed_refuse_dropped(pf_problems problems, pf_problems dropped, pf_error *error)
{
    char message[sizeof error->message];
    if (!(problems & dropped)) return PF_OK;
    pf_problems_to_text(message, sizeof message, problems);
    return pf_fail(error, PF_ERROR_POSITION, 0, message);
}

#endif
