/* Reading moves that may be illegal: the text alone does not say whether a king's step is castling or a pawn's capture
 * is en passant, so the reader asks what the writer must have had in mind. */
#include <plyforge/workbench.h>

#include "board/text.h"

static bool is_own(const pf_position *position, pf_square square, pf_piece_type type)
{
    return (pf_position_pieces(position, position->turn, type) & pf_bit(square)) != 0;
}

/* Whether the squares are those of a king that castles in standard chess; other castling is written king takes rook. */
static bool is_castling_step(const pf_position *position, pf_square from, pf_square to)
{
    pf_square rank = position->turn == PF_WHITE ? 0 : 56;
    return from == rank + 4 && (to == rank + 2 || to == rank + 6);
}

/* Whether the king goes farther along its first rank than a king's step. */
static bool is_castling_leap(const pf_position *position, pf_square from, pf_square to)
{
    unsigned back_rank = position->turn == PF_WHITE ? 0 : 7;
    return pf_square_rank(from) == back_rank && pf_square_rank(to) == back_rank && (from > to + 1 || to > from + 1);
}

static pf_move as_meant(const pf_position *position, pf_square from, pf_square to, pf_piece_type promotion)
{
    if (promotion != PF_NO_PIECE_TYPE) return pf_move_of_promotion(from, to, promotion);
    if (is_own(position, from, PF_KING)) {
        if (is_own(position, to, PF_ROOK)) return pf_move_of(from, to, PF_MOVE_CASTLING);
        if (is_castling_step(position, from, to))
            return pf_move_of(from, to > from ? from + 3 : from - 4, PF_MOVE_CASTLING);
        if (is_castling_leap(position, from, to)) return pf_move_of(from, to, PF_MOVE_CASTLING);
    }
    if (is_own(position, from, PF_PAWN) && to == position->ep_square && pf_square_file(from) != pf_square_file(to))
        return pf_move_of(from, to, PF_MOVE_EN_PASSANT);
    return pf_move_of(from, to, PF_MOVE_NORMAL);
}

static bool is_square(const char *text)
{
    return text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}

static pf_square square_of(const char *text)
{
    return pf_square_of((unsigned)(text[0] - 'a'), (unsigned)(text[1] - '1'));
}

pf_status pf_move_from_uci_as_meant(pf_move *out, const pf_position *position, const char *text, size_t length,
                                    pf_error *error)
{
    static const char letters[] = "nbrqNBRQ";
    char plain[5];
    if (length == 6 && text[4] == '=') {
        for (unsigned i = 0; i < 4; i++) plain[i] = text[i];
        plain[4] = text[5];
        text = plain;
        length = 5;
    }
    pf_piece_type promotion = PF_NO_PIECE_TYPE;
    if (length == 5) {
        for (unsigned i = 0; i < 8; i++)
            if (text[4] == letters[i]) promotion = PF_KNIGHT + (i & 3);
    }
    bool is_move = length >= 4 && length <= 5 && is_square(text) && is_square(text + 2);
    if (!is_move || (length == 5 && promotion == PF_NO_PIECE_TYPE))
        return pf_fail(error, PF_ERROR_MOVE_TEXT, 0, "a UCI move is two squares and, for a promotion, one of q r b n");

    char lower[5] = {text[0], text[1], text[2], text[3], 0};
    if (length == 5) lower[4] = letters[promotion - PF_KNIGHT];
    if (pf_move_from_uci(out, position, lower, length, NULL) == PF_OK) return PF_OK;
    *out = as_meant(position, square_of(text), square_of(text + 2), promotion);
    return PF_OK;
}
