/* Keys computed from scratch: our own Zobrist key by the rules of standard chess, and Polyglot's. */
#include "board/key.h"

/* The 781 numbers of the Polyglot book format: 12 x 64 pieces, 4 castling rights, 8 files, 1 side to move. */
static const uint64_t polyglot_numbers[781] = {
#include "board/polyglot_numbers.inc"
};

uint64_t pf_key_in_chess(const pf_position *position)
{
    uint64_t key = pf_key_castling(position->castling) ^ pf_key_ep(position, PF_SLIDERS_MAGIC);
    if (position->turn == PF_BLACK) key ^= pf_key_black_to_move();
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
        for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++)
            for (pf_bitboard set = pf_position_pieces(position, colour, type); set;)
                key ^= pf_key_piece(colour, type, pf_pop_lowest(&set));
    return key;
}

uint64_t pf_position_polyglot_key(const pf_position *position)
{
    enum { CASTLING = 768, EP = 772, WHITE_TO_MOVE = 780 };
    uint64_t key = 0;

    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        /* Polyglot's order is black pawn, white pawn, black knight, ... */
        for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++)
            for (pf_bitboard set = pf_position_pieces(position, colour, type); set;)
                key ^= polyglot_numbers[64 * (2 * type + (colour ^ 1)) + pf_pop_lowest(&set)];

        for (pf_bitboard rooks = position->castling & position->by_colour[colour]; rooks;) {
            unsigned queen_side = pf_pop_lowest(&rooks) < pf_king_square(position, colour);
            key ^= polyglot_numbers[CASTLING + 2 * colour + queen_side];
        }
    }
    if (pf_ep_capturers(position)) key ^= polyglot_numbers[EP + (position->ep_square & 7u)];
    if (position->turn == PF_WHITE) key ^= polyglot_numbers[WHITE_TO_MOVE];
    return key;
}
