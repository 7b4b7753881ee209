/* Positions of variants in 56 bytes. The layout is drawn in the public header. */
#include <plyforge/packed.h>

#include "base/text.h"
#include "board/variant_fields.h"
#include "formats/packed_codes.h"

enum { VERSION = 2, OCCUPIED = 4, CODES = 12, PROMOTED = 38, POCKETS = 46, MOST_PIECES = 52 };

_Static_assert(sizeof(pf_packed_variant) == 56 && CODES + MOST_PIECES / 2 == PROMOTED && PROMOTED + 8 == POCKETS,
               "a packed position of a variant takes 56 bytes");

void pf_position_pack_variant(pf_packed_variant *out, const pf_position *position)
{
    pf_bitboard occupied = pf_position_occupied(position);
    uint8_t *bytes = out->bytes;
    pf_memset(bytes, 0, sizeof out->bytes);
    bytes[0] = VERSION;
    bytes[1] = (uint8_t)pf_position_variant(position);
    bytes[2] = position->turn;
    bytes[3] = (uint8_t)(pf_checks_given(position, PF_WHITE) | pf_checks_given(position, PF_BLACK) << 4);
    pf_put_number(bytes + OCCUPIED, occupied, 8);
    for (unsigned i = 0; occupied && i < MOST_PIECES; i++) {
        unsigned code = pf_packed_code(position, pf_pop_lowest(&occupied));
        bytes[CODES + i / 2] |= (uint8_t)(code << (i % 2 * 4));
    }
    pf_put_number(bytes + PROMOTED, pf_promoted_pieces(position), 8);
    for (unsigned i = 0; i < 10; i++) bytes[POCKETS + i] = (uint8_t)pf_in_pocket(position, i / 5, i % 5);
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
        if (setup->squares[square] == PF_NO_PIECE)
            return bad(error, CODES + i / 2, "a code that is not a piece on that square");
    }
    for (; i < MOST_PIECES; i++)
        if (bytes[CODES + i / 2] >> (i % 2 * 4) & 15) return bad(error, CODES + i / 2, "codes after the last piece");
    return PF_OK;
}

pf_status pf_position_unpack_variant(pf_position *out, const pf_packed_variant *packed, pf_accept accept,
                                     pf_error *error)
{
    const uint8_t *bytes = packed->bytes;
    pf_setup setup;
    pf_memset(&setup, 0, sizeof setup);
    setup.ep_square = PF_NO_SQUARE;
    setup.fullmove_number = 1;
    if (bytes[0] != VERSION) return bad(error, 0, "unknown version of the packed position");
    if (bytes[1] >= PF_VARIANT_COUNT) return bad(error, 1, "unknown variant number");
    if (bytes[2] > PF_BLACK) return bad(error, 2, "a turn that is neither 0 nor 1");
    if (!PF_VARIANTS && bytes[1] != PF_VARIANT_STANDARD)
        return pf_fail(error, PF_ERROR_UNSUPPORTED, 1, PF_NO_VARIANTS_MESSAGE);
    pf_setup_set_variant(&setup, (pf_variant)bytes[1]);
    setup.turn = bytes[2];
    pf_setup_set_checks_given(&setup, PF_WHITE, bytes[3] & 15);
    pf_setup_set_checks_given(&setup, PF_BLACK, bytes[3] >> 4);
    pf_status status = read_board(&setup, bytes, error);
    if (status) return status;
    pf_setup_set_promoted(&setup, pf_get_number(bytes + PROMOTED, 8));
    for (unsigned i = 0; i < 10; i++) pf_setup_set_pocket(&setup, i / 5, i % 5, bytes[POCKETS + i]);

    /* Packing a position never produces the parts that lenient reading drops. */
    const pf_problems dropped = PF_PROBLEM_CASTLING | PF_PROBLEM_CASTLING_CHESS960 | PF_PROBLEM_EN_PASSANT |
                                PF_PROBLEM_PROMOTED;
    pf_problems problems;
    pf_position position;
    status = pf_position_from_setup(&position, &setup, accept, &problems, error);
    if (status) return status;
    status = pf_packed_refuse_dropped(problems, dropped, error);
    if (!status) *out = position;
    return status;
}
