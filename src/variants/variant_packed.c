/* Positions of variants in 56 bytes. The layout is drawn in the public header. */
#include <plyforge/packed.h>
#include <plyforge/variant.h>

#include "base/text.h"
#include "board/packed_codes.h"

enum { VERSION = 2, OCCUPIED = 4, CODES = 12, PROMOTED = 38, POCKETS = 46, MOST_PIECES = 52 };

_Static_assert(sizeof(pf_variant_packed) == 56 && CODES + MOST_PIECES / 2 == PROMOTED && PROMOTED + 8 == POCKETS,
               "a packed position of a variant has 56 bytes");

void pf_variant_pack(pf_variant_packed *out, const pf_variant_position *position)
{
    const pf_position *board = &position->board;
    pf_bitboard occupied = pf_position_occupied(board);
    uint8_t *bytes = out->bytes;
    pf_memset(bytes, 0, sizeof out->bytes);
    bytes[0] = VERSION;
    bytes[1] = position->variant;
    bytes[2] = board->turn;
    bytes[3] = (uint8_t)(position->checks_given[PF_WHITE] | position->checks_given[PF_BLACK] << 4);
    pf_put_number(bytes + OCCUPIED, occupied, 8);
    for (unsigned i = 0; occupied && i < MOST_PIECES; i++) {
        unsigned code = pf_packed_code(board, pf_pop_lowest(&occupied));
        bytes[CODES + i / 2] |= (uint8_t)(code << (i % 2 * 4));
    }
    pf_put_number(bytes + PROMOTED, position->promoted, 8);
    for (unsigned i = 0; i < 10; i++) bytes[POCKETS + i] = position->pockets[i / 5][i % 5];
}

static pf_status bad(pf_error *error, unsigned byte, const char *message)
{
    return pf_fail(error, PF_ERROR_PACKED, byte, message);
}

static pf_status read_board(pf_setup *setup, const uint8_t *bytes, pf_error *error)
{
    pf_bitboard occupied = pf_get_number(bytes + OCCUPIED, 8);
    if (pf_popcount(occupied) > MOST_PIECES) return bad(error, OCCUPIED, "more than 52 pieces");
    unsigned i = 0;
    for (; occupied; i++) {
        pf_square square = pf_pop_lowest(&occupied);
        unsigned code = bytes[CODES + i / 2] >> (i % 2 * 4) & 15;
        setup->squares[square] = (uint8_t)pf_packed_piece(code, square, setup);
        if (setup->squares[square] == PF_NO_PIECE) return bad(error, CODES + i / 2, "a code that means no piece there");
    }
    for (; i < MOST_PIECES; i++)
        if (bytes[CODES + i / 2] >> (i % 2 * 4) & 15) return bad(error, CODES + i / 2, "codes after the last piece");
    return PF_OK;
}

pf_status pf_variant_unpack(pf_variant_position *out, const pf_variant_packed *packed, pf_accept accept,
                            pf_error *error)
{
    const uint8_t *bytes = packed->bytes;
    pf_variant_setup setup;
    pf_memset(&setup, 0, sizeof setup);
    setup.setup.ep_square = PF_NO_SQUARE;
    setup.setup.fullmove_number = 1;
    if (bytes[0] != VERSION) return bad(error, 0, "a version of the packed form that is not known");
    if (bytes[1] >= PF_VARIANT_COUNT) return bad(error, 1, "a variant that is not known");
    if (bytes[2] > PF_BLACK) return bad(error, 2, "a turn that is neither 0 nor 1");
    setup.setup.turn = bytes[2];
    setup.checks_given[PF_WHITE] = bytes[3] & 15;
    setup.checks_given[PF_BLACK] = bytes[3] >> 4;
    pf_status status = read_board(&setup.setup, bytes, error);
    if (status) return status;
    setup.promoted = pf_get_number(bytes + PROMOTED, 8);
    for (unsigned i = 0; i < 10; i++) setup.pockets[i / 5][i % 5] = bytes[POCKETS + i];

    /* What lenient reading drops cannot come from packing a position. */
    const pf_problems dropped = PF_PROBLEM_CASTLING | PF_PROBLEM_CASTLING_CHESS960 | PF_PROBLEM_EN_PASSANT |
                                PF_PROBLEM_PROMOTED;
    pf_problems problems;
    pf_variant_position position;
    status = pf_variant_from_setup(&position, &setup, (pf_variant)bytes[1], accept, &problems, error);
    if (status) return status;
    status = pf_packed_refuse_dropped(problems, dropped, error);
    if (!status) *out = position;
    return status;
}
