/* Reads moves that may be illegal. */
#include <plyforge/text.h>
#include <plyforge/workbench.h>

#include "board/text.h"
#include "notation/meant.h"
#include "notation/san.h"

pf_status pf_move_from_uci_any(pf_move *out, const pf_position *position, const char *text, size_t length,
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
    pf_square from, to;
    bool is_move = length >= 4 && length <= 5 && pf_square_from_text(&from, text, 2) &&
                   pf_square_from_text(&to, text + 2, 2);
    if (!is_move || (length == 5 && promotion == PF_NO_PIECE_TYPE))
        return pf_fail(error, PF_ERROR_MOVE_TEXT, 0, "a UCI move is two squares and, for a promotion, one of q r b n");

    char lower[5] = {text[0], text[1], text[2], text[3], 0};
    if (length == 5) lower[4] = letters[promotion - PF_KNIGHT];
    if (pf_move_from_uci(out, position, lower, length, NULL) == PF_OK) return PF_OK;
    *out = pf_meant_move(position, from, to, promotion);
    return PF_OK;
}

/* ---- SAN ---- */

/* The rook for castling on a side: the one with the right, else the outermost rook on the back rank, else the corner.
 */
static pf_square castling_rook(const pf_position *position, pf_square king, bool king_side)
{
    pf_colour us = position->turn;
    pf_bitboard side = pf_relative_rank(0, us) & (king_side ? ~(pf_bit(king) | (pf_bit(king) - 1)) : pf_bit(king) - 1);
    pf_bitboard with_right = position->castling & position->by_colour[us] & side;
    pf_bitboard rooks = with_right ? with_right : pf_position_pieces(position, us, PF_ROOK) & side;
    pf_square corner = (us == PF_WHITE ? 0u : 56u) + (king_side ? 7 : 0);
    if (!rooks) return corner;
    return king_side ? pf_highest(rooks) : pf_lowest(rooks);
}

/* The square of the only piece of the side to move that fits the token; PF_NO_SQUARE if there is none or several.
 * Pieces that reach the target are preferred, whether the move is legal or not. */
static pf_square meant_origin(const pf_position *position, const pf_san_token *token)
{
    pf_colour us = position->turn;
    pf_bitboard pieces = pf_position_pieces(position, us, token->type) & token->from;
    pf_bitboard near = token->type == PF_PAWN
                           ? pf_san_pawns(position, token->to, us)
                           : pf_san_attackers(position, token->type, token->to, us, PF_SLIDERS_MAGIC);
    if (pieces & near) pieces &= near;
    return pieces && !(pieces & (pieces - 1)) ? pf_lowest(pieces) : PF_NO_SQUARE;
}

pf_status pf_move_from_text_any(pf_move *out, const pf_position *position, const char *text, size_t length,
                                pf_error *error)
{
    pf_san_token token;
    if (pf_move_from_uci_any(out, position, text, length, NULL) == PF_OK) return PF_OK;
    pf_status status = pf_san_read_token(&token, text, length, error);
    if (status != PF_OK) return status;
    if (token.shape == PF_SAN_COORDINATES) {
        char uci[PF_UCI_SIZE];
        pf_move bare = token.promotion == PF_NO_PIECE_TYPE
                           ? pf_move_of(pf_lowest(token.from), token.to, PF_MOVE_NORMAL)
                           : pf_move_of_promotion(pf_lowest(token.from), token.to, token.promotion);
        size_t size = pf_move_to_uci(uci, sizeof uci, bare, PF_UCI_KING_TAKES_ROOK);
        return pf_move_from_uci_any(out, position, uci, size, error);
    }
    status = pf_san_find_move(out, position, &token, text, length, error);
    if (status != PF_ERROR_MOVE_ILLEGAL) return status;
    if (token.shape == PF_SAN_SHORT_CASTLING || token.shape == PF_SAN_LONG_CASTLING) {
        pf_square king = pf_king_square(position, position->turn);
        *out = pf_move_of(king, castling_rook(position, king, token.shape == PF_SAN_SHORT_CASTLING), PF_MOVE_CASTLING);
        return PF_OK;
    }
    pf_square from = meant_origin(position, &token);
    if (from == PF_NO_SQUARE) return status;
    *out = pf_meant_move(position, from, token.to, token.promotion);
    return PF_OK;
}
