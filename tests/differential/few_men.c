/* Every position of standard chess and Chess960 with a given number of men that has the invariant
 * (src/board/invariant.h), reachable or not, with every set of castling rights and every en passant square: the library
 * must list the moves that the reference lists. proof/ shows that about the source; this runs the compiled library.
 * usage: few_men MEN [SHARE]: up to so many men; one position of so many, 1 by default */
#include <plyforge.h>

#include "reference/reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long positions, compared, failures, share = 1;

static int by_value(const void *a, const void *b)
{
    return *(const pf_move *)a - *(const pf_move *)b;
}

static void compare(const pf_position *position)
{
    if (positions++ % share != 0) return;
    pf_move_list list;
    pf_move expected[REFERENCE_MAX_MOVES];
    reference_board board;
    reference_board_from_position(&board, position);
    unsigned size = reference_legal_moves(&board, expected);
    pf_generate_legal(position, &list);
    qsort(list.moves, list.size, sizeof(pf_move), by_value);
    qsort(expected, size, sizeof(pf_move), by_value);
    compared++;
    if (size == list.size && memcmp(expected, list.moves, size * sizeof(pf_move)) == 0) return;
    char fen[PF_FEN_SIZE];
    pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS);
    if (failures++ < 10) printf("FAILED: %u moves, the reference has %u: %s\n", (unsigned)list.size, size, fen);
}

/* With no en passant square, and with each that there can be. */
static void with_en_passant(pf_position *position)
{
    compare(position);
    unsigned rank = position->turn == PF_WHITE ? 40 : 16, them = position->turn ^ 1u;
    for (unsigned target = rank; target < rank + 8; target++) {
        if (pf_position_occupied(position) >> target & 1) continue;
        if (!(pf_position_pieces(position, them, PF_PAWN) >> (target ^ 8) & 1)) continue;
        position->ep_square = (uint8_t)target;
        compare(position);
        position->ep_square = PF_NO_SQUARE;
    }
}

/* With every set of rights: at most one rook on each side of a king that is on its back rank. */
static void with_rights(pf_position *position, unsigned side)
{
    if (side == 4) {
        with_en_passant(position);
        return;
    }
    with_rights(position, side + 1);
    unsigned colour = side / 2, rank = colour == PF_WHITE ? 0 : 56;
    unsigned king = pf_position_king(position, colour);
    if ((king & 56) != rank) return;
    for (unsigned rook = rank; rook < rank + 8; rook++) {
        if ((side % 2 == 0) != (rook < king) || !(pf_position_pieces(position, colour, PF_ROOK) >> rook & 1)) continue;
        position->castling |= UINT64_C(1) << rook;
        with_rights(position, side + 1);
        position->castling ^= UINT64_C(1) << rook;
    }
}

/* Adds so many men on squares from first on, in every way. */
static void with_men(pf_position *position, unsigned men, unsigned first)
{
    with_rights(position, 0);
    for (unsigned square = first; men > 0 && square < 64; square++) {
        pf_bitboard bit = UINT64_C(1) << square;
        if (pf_position_occupied(position) & bit) continue;
        for (unsigned code = 0; code < 10; code++) {
            unsigned type = code / 2, colour = code % 2;
            if (type == PF_PAWN && (square < 8 || square > 55)) continue;
            position->by_type[type] ^= bit;
            position->by_colour[colour] ^= bit;
            with_men(position, men - 1, square + 1);
            position->by_type[type] ^= bit;
            position->by_colour[colour] ^= bit;
        }
    }
}

int main(int argc, char **argv)
{
    if (argc < 2 || atoi(argv[1]) < 2) return 2;
    if (argc > 2) share = strtoull(argv[2], NULL, 10);
    if (share == 0) return 2;
    for (unsigned number = 0; number < 2 * 64 * 64; number++) {
        unsigned white = number & 63, black = number >> 6 & 63;
        if (abs((int)(white & 7) - (int)(black & 7)) <= 1 && abs((int)(white >> 3) - (int)(black >> 3)) <= 1) continue;
        pf_position position;
        memset(&position, 0, sizeof position);
        position.by_type[PF_KING] = UINT64_C(1) << white | UINT64_C(1) << black;
        position.by_colour[PF_WHITE] = UINT64_C(1) << white;
        position.by_colour[PF_BLACK] = UINT64_C(1) << black;
        position.turn = (uint8_t)(number >> 12);
        position.ep_square = PF_NO_SQUARE;
        position.fullmove_number = 1;
        with_men(&position, (unsigned)atoi(argv[1]) - 2, 0);
    }
    printf("%llu positions, %llu compared, %llu failures\n", positions, compared, failures);
    return failures || compared == 0;
}
