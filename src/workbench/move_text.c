/* Reads moves that may be illegal. The text alone does not tell whether a king's step is castling or a pawn's capture
 * is en passant. This file decides which move is meant. */
#include <plyforge/text.h>
#include <plyforge/workbench.h>

#include "base/text.h"
#include "notation/meant.h"
#include "notation/san.h"

/* The parts of a UCI move, legal or not. */
typedef struct pf_uci_parts {
    pf_square from, to;
    pf_piece_type promotion; /* PF_NO_PIECE_TYPE if there is none */
    char text[5];            /* whether it is in the form that pf_move_from_uci reads */
    size_t length;
} pf_uci_parts;

/* Reads two squares and a promotion letter in either case, with or without '='. letters are the pieces that a pawn may
 * become. */
static bool read_uci_parts(pf_uci_parts *out, const char *text, size_t length, const char *letters)
{
    bool equals = length == 6 && text[4] == '=';
    out->length = equals ? 5 : length;
    out->promotion = PF_NO_PIECE_TYPE;
    if (out->length < 4 || out->length > 5) return false;
    if (!pf_square_from_text(&out->from, text, 2) || !pf_square_from_text(&out->to, text + 2, 2)) return false;
    for (unsigned i = 0; i < 4; i++) out->text[i] = text[i];
    if (out->length == 4) return true;
    char letter = text[length - 1];
    for (unsigned i = 0; letters[i]; i++)
        if (letter == letters[i] || letter == letters[i] - 'a' + 'A') out->promotion = PF_KNIGHT + i;
    out->text[4] = out->promotion != PF_NO_PIECE_TYPE ? letters[out->promotion - PF_KNIGHT] : letter;
    return out->promotion != PF_NO_PIECE_TYPE;
}

/* "N@f3", or "@f3" for a pawn. */
static bool read_uci_drop(pf_move *out, const char *text, size_t length)
{
    pf_square to;
    if (length < 3 || length > 4 || text[length - 3] != '@') return false;
    pf_piece_type type = length == 3 ? (pf_piece_type)PF_PAWN : pf_piece_type_from_letter(text[0]);
    if (type > PF_QUEEN || !pf_square_from_text(&to, text + length - 2, 2)) return false;
    *out = pf_move_of_drop(type, to);
    return true;
}

pf_status pf_move_from_uci_any(pf_move *out, const pf_position *position, const char *text, size_t length,
                               pf_error *error)
{
    bool standard = pf_position_variant(position) == PF_VARIANT_STANDARD;
    pf_uci_parts parts;
    if (!standard && read_uci_drop(out, text, length)) return PF_OK;
    if (!read_uci_parts(&parts, text, length, standard ? "nbrq" : "nbrqk"))
        return pf_fail(error, PF_ERROR_MOVE_TEXT, 0,
                       standard ? "a UCI move is two squares and, for a promotion, one of q r b n"
                                : "a UCI move is two squares and, for a promotion, one of q r b n k; a drop is N@f3");
    if (pf_move_from_uci(out, position, parts.text, parts.length, NULL) == PF_OK) return PF_OK;
    *out = pf_meant_move(position, parts.from, parts.to, parts.promotion);
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

/* The pieces of the side to move that fit the token: those that reach the target, whether the move is legal or not; if
 * there are none, all of them. */
static pf_bitboard meant_origins(const pf_position *position, const pf_san_token *token)
{
    pf_colour us = position->turn;
    pf_bitboard pieces = pf_position_pieces(position, us, token->type) & token->from;
    pf_bitboard near = token->type == PF_PAWN
                           ? pf_san_pawns(position, token->to, us)
                           : pf_san_attackers(position, token->type, token->to, us, PF_SLIDERS_MAGIC);
    return pieces & near ? pieces & near : pieces;
}

/* The code of a move from a1 to a1 is PF_NO_MOVE, which cannot be explained. */
static pf_status fail_nowhere(pf_error *error)
{
    return pf_fail(error, PF_ERROR_MOVE_ILLEGAL, 0, "a move from a1 to a1 does not move anything");
}

/* A pawn becomes a king in Antichess only; the error is at the letter. */
static pf_status fail_king(pf_error *error, const char *text, size_t length)
{
    size_t at = length;
    while (at > 0 && text[--at] != 'k' && text[at] != 'K') continue;
    return pf_fail(error, PF_ERROR_MOVE_TEXT, at, "a promotion must name Q, R, B or N");
}

/* The text of a token that is two squares, as UCI; "0000" if it goes from a1 to a1. */
static size_t token_to_uci(char uci[PF_UCI_SIZE], const pf_san_token *token)
{
    pf_square from = pf_lowest(token->from);
    pf_move bare = pf_move_of(from, token->to, PF_MOVE_NORMAL);
    if (token->promotion == PF_KING)
        bare = pf_move_of_king_promotion(from, token->to);
    else if (token->promotion != PF_NO_PIECE_TYPE)
        bare = pf_move_of_promotion(from, token->to, token->promotion);
    return pf_move_to_uci(uci, PF_UCI_SIZE, bare, PF_UCI_KING_TAKES_ROOK);
}

/* Lists the move that UCI text to this square means. A king that goes to a distant rook of its own side may mean a king
 * move or castling as in Chess960: both are listed, castling last. */
static pf_status list_uci(pf_move_list *out, const pf_position *position, pf_move move, pf_square to, pf_error *error)
{
    if (move == PF_NO_MOVE) return fail_nowhere(error);
    out->size = 0;
    bool castles = pf_move_kind_of(move) == PF_MOVE_CASTLING && pf_move_to(move) == to;
    if (castles && pf_means_rook(position, pf_move_from(move), to) == PF_ROOK_DOUBTFUL)
        out->moves[out->size++] = pf_move_of(pf_move_from(move), to, PF_MOVE_NORMAL);
    out->moves[out->size++] = move;
    return PF_OK;
}

/* Lists the illegal moves that a token could mean; false if there is none. */
static bool list_impossible(pf_move_list *out, const pf_position *position, const pf_san_token *token)
{
    if (token->shape == PF_SAN_SHORT_CASTLING || token->shape == PF_SAN_LONG_CASTLING) {
        if (!pf_position_pieces(position, position->turn, PF_KING)) return false;
        pf_square king = pf_king_square(position, position->turn);
        pf_square rook = castling_rook(position, king, token->shape == PF_SAN_SHORT_CASTLING);
        out->moves[0] = pf_move_of(king, rook, PF_MOVE_CASTLING);
        out->size = 1;
        return true;
    }
    pf_bitboard from = meant_origins(position, token);
    if (from == 0) return false;
    for (out->size = 0; from != 0;)
        out->moves[out->size++] = pf_meant_move(position, pf_pop_lowest(&from), token->to, token->promotion);
    return true;
}

pf_status pf_moves_from_text_any(pf_move_list *out, const pf_position *position, const char *text, size_t length,
                                 pf_error *error)
{
    pf_san_token token;
    pf_move move;
    pf_square to = PF_NO_SQUARE;
    if (pf_move_from_uci_any(&move, position, text, length, NULL) == PF_OK) {
        if (!pf_move_is_drop(move)) pf_square_from_text(&to, text + 2, 2);
        return list_uci(out, position, move, to, error);
    }
    pf_status status = pf_san_read_token(&token, text, length, error);
    if (status != PF_OK) return status;
    if (token.shape == PF_SAN_COORDINATES) {
        char uci[PF_UCI_SIZE];
        size_t size = token_to_uci(uci, &token);
        if (uci[0] == '0') return fail_nowhere(error);
        if (pf_move_from_uci_any(&move, position, uci, size, NULL) != PF_OK) return fail_king(error, text, length);
        return list_uci(out, position, move, token.to, error);
    }
    if (token.shape == PF_SAN_DROP && pf_position_variant(position) != PF_VARIANT_STANDARD)
        return list_uci(out, position, pf_move_of_drop(token.type, token.to), PF_NO_SQUARE, error);
    pf_error why;
    status = pf_san_find_move(&move, position, &token, text, length, &why);
    if (status == PF_OK) return list_uci(out, position, move, PF_NO_SQUARE, error);
    if (status == PF_ERROR_MOVE_ILLEGAL && list_impossible(out, position, &token)) return PF_OK;
    if (error != NULL) *error = why;
    return status;
}

/* If a text could mean several moves, castling is preferred; there is no other preference. */
static pf_status choose_meant(pf_move *out, const pf_move_list *list, pf_error *error)
{
    pf_move last = list->moves[list->size - 1];
    if (list->size > 1 && pf_move_kind_of(last) != PF_MOVE_CASTLING)
        return pf_fail(error, PF_ERROR_MOVE_ILLEGAL, 0,
                       "the move is ambiguous, and none of the pieces can reach that square");
    *out = last;
    return PF_OK;
}

pf_status pf_move_from_text_any(pf_move *out, const pf_position *position, const char *text, size_t length,
                                pf_error *error)
{
    pf_move_list list;
    pf_status status = pf_moves_from_text_any(&list, position, text, length, error);
    return status == PF_OK ? choose_meant(out, &list, error) : status;
}
