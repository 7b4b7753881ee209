/* Start positions of standard chess, and the en passant square when only attacks are considered. */
#include "board/examine.h"
#include "board/key.h"

_Static_assert(sizeof(pf_position) == (PF_VARIANTS ? 112 : 88), "pf_position is part of the ABI");
_Static_assert(offsetof(pf_position, key) == 72 && offsetof(pf_position, turn) == 80, "pf_position is part of the ABI");

/* The start position with these pieces on White's back rank; Black's pieces mirror them. */
static pf_position start_from_back_rank(const pf_piece_type back_rank[8])
{
    pf_setup setup;
    pf_memset(&setup, 0, sizeof setup);
    setup.ep_square = PF_NO_SQUARE;
    setup.fullmove_number = 1;
    for (unsigned file = 0; file < 8; file++) {
        setup.squares[file] = (uint8_t)pf_piece_of(PF_WHITE, back_rank[file]);
        setup.squares[8 + file] = (uint8_t)pf_piece_of(PF_WHITE, PF_PAWN);
        setup.squares[48 + file] = (uint8_t)pf_piece_of(PF_BLACK, PF_PAWN);
        setup.squares[56 + file] = (uint8_t)pf_piece_of(PF_BLACK, back_rank[file]);
        if (back_rank[file] == PF_ROOK) setup.castling |= pf_bit(file) | pf_bit(56 + file);
    }
    pf_position position;
    pf_examine_in_chess(&position, &setup, PF_ACCEPT_CHESS960);
    position.fullmove_number = 1;
    position.key = pf_key_in_chess(&position);
    return position;
}

/* Puts the piece on the nth of the files that are still free. */
static void place_on_free(pf_piece_type back_rank[8], unsigned nth, pf_piece_type type)
{
    for (unsigned file = 0; file < 8; file++) {
        if (back_rank[file] != PF_NO_PIECE_TYPE) continue;
        if (nth-- == 0) {
            back_rank[file] = type;
            return;
        }
    }
}

pf_position pf_position_chess960_start(unsigned number)
{
    /* The two free files that the knights take, in Scharnagl's order. */
    static const unsigned knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                            {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};

    pf_piece_type back_rank[8];
    for (unsigned file = 0; file < 8; file++) back_rank[file] = PF_NO_PIECE_TYPE;

    number %= 960;
    back_rank[number % 4 * 2 + 1] = PF_BISHOP; /* on a light square */
    number /= 4;
    back_rank[number % 4 * 2] = PF_BISHOP; /* on a dark square */
    number /= 4;
    place_on_free(back_rank, number % 6, PF_QUEEN);
    number /= 6;
    place_on_free(back_rank, knights[number][1],
                  PF_KNIGHT); /* the right one first, so that the index of the left one stays valid */
    place_on_free(back_rank, knights[number][0], PF_KNIGHT);
    place_on_free(back_rank, 0, PF_ROOK);
    place_on_free(back_rank, 0, PF_KING);
    place_on_free(back_rank, 0, PF_ROOK);
    return start_from_back_rank(back_rank);
}

pf_position pf_position_start(void)
{
    static const pf_piece_type back_rank[8] = {PF_ROOK, PF_KNIGHT, PF_BISHOP, PF_QUEEN,
                                               PF_KING, PF_BISHOP, PF_KNIGHT, PF_ROOK};
    return start_from_back_rank(back_rank);
}

pf_square pf_position_ep_pseudo_legal(const pf_position *position)
{
    return pf_ep_capturers(position) ? position->ep_square : PF_NO_SQUARE;
}
