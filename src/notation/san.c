/* Reading SAN, of standard chess and of the variants: the text as a token, and the token as a move. The PGN reader has
 * a faster path for the usual spellings of standard chess (movetext.h) and falls back to the code here for all
 * others. */
#include "notation/san.h"
#include "entry/entry.h"

#include <plyforge/text.h>

#include "base/text.h"
#include "moves/castling.h"

static const char piece_letters[] = "PNBRQK";

/* ---- Reading: text to token ---- */

/* A text and the current reading position in it. */
typedef struct pf_cursor {
    const char *text;
    size_t at, end;
} pf_cursor;

/* Skips the word if it is next. */
static bool take(pf_cursor *in, const char *word)
{
    size_t n = 0;
    while (word[n] != '\0') {
        if (in->at + n >= in->end || in->text[in->at + n] != word[n]) return false;
        n++;
    }
    in->at += n;
    return true;
}

/* Skips one of the characters if it is next, and returns its index among them, or -1. */
static int take_one(pf_cursor *in, const char *characters)
{
    if (in->at >= in->end) return -1;
    for (int i = 0; characters[i] != '\0'; i++) {
        if (in->text[in->at] != characters[i]) continue;
        in->at++;
        return i;
    }
    return -1;
}

static int take_file(pf_cursor *in)
{
    return take_one(in, "abcdefgh");
}

static int take_rank(pf_cursor *in)
{
    return take_one(in, "12345678");
}

/* A chess symbol of Unicode, white U+2654 to U+2659 or black U+265A to U+265F, with or without a variation selector. */
static int take_figurine(pf_cursor *in)
{
    const unsigned char *bytes = (const unsigned char *)in->text + in->at;
    if (in->end - in->at < 3 || bytes[0] != 0xe2 || bytes[1] != 0x99 || bytes[2] < 0x94 || bytes[2] > 0x9f) return -1;
    in->at += 3;
    if (!take(in, "\xef\xb8\x8e")) take(in, "\xef\xb8\x8f");
    return PF_KING - (bytes[2] - 0x94) % 6;
}

/* A piece type, or -1. */
static int take_piece(pf_cursor *in)
{
    int type = take_one(in, piece_letters);
    return type >= 0 ? type : take_figurine(in);
}

/* The letter O, upper or lower, or the digit. */
static bool take_o(pf_cursor *in)
{
    return take_one(in, "O0o") >= 0;
}

/* A hyphen, or a dash in its place. */
static bool take_dash(pf_cursor *in)
{
    size_t length = pf_dash_length(in->text + in->at, in->end - in->at);
    in->at += length;
    return length > 0;
}

static bool take_castling(pf_cursor *in, pf_san_shape *shape)
{
    pf_cursor ahead = *in;
    if (!take_o(&ahead) || !take_dash(&ahead) || !take_o(&ahead)) return false;
    *shape = PF_SAN_SHORT_CASTLING;
    *in = ahead;
    if (take_dash(&ahead) && take_o(&ahead)) {
        *shape = PF_SAN_LONG_CASTLING;
        *in = ahead;
    }
    return true;
}

/* Skips the marks after a move: for check, mate and merit, and "e.p.". False if something else follows. */
static bool take_suffixes(pf_cursor *in)
{
    while (in->at < in->end) {
        if (take_one(in, "+#!? \t\r\n") >= 0) continue;
        if (take(in, "e.p.") || take(in, "ep") || take(in, "(e.p.)") || take(in, "(ep)")) continue;
        return false;
    }
    return true;
}

/* "=Q", "Q", "q", "(Q)", "/Q" or nothing; the piece may be a king, which only Antichess allows. A lower-case b is a
 * bishop only here, after the target. */
static bool take_promotion(pf_cursor *in, uint8_t *promotion)
{
    pf_cursor ahead = *in;
    int opening = take_one(&ahead, "=(/");
    int type = take_one(&ahead, " nbrqk");
    if (type < 0) type = take_piece(&ahead);
    if (type < PF_KNIGHT) return opening < 0 || opening == 1; /* "(" may begin "(e.p.)" */
    if (opening == 1 && !take(&ahead, ")")) return false;
    *promotion = (uint8_t)type;
    *in = ahead;
    return true;
}

/* How much of the origin a text gives. */
typedef enum pf_origin { PF_ORIGIN_NO_FILE, PF_ORIGIN_FILE, PF_ORIGIN_SQUARE } pf_origin;

/* Reads the squares of "Nbd2", "N1xd2", "e2-e4", "exd5", "e4": the given parts of the origin, then the target. */
static bool take_squares(pf_cursor *in, pf_san_token *out, pf_origin *origin)
{
    int file = take_file(in);
    int rank = take_rank(in);
    pf_cursor after_first = *in;
    int separator = take_one(in, "x:-");
    if (separator < 0 && take(in, "\xc3\x97")) separator = 0; /* the multiplication sign */
    int to_file = take_file(in);
    int to_rank = take_rank(in);

    *origin = PF_ORIGIN_NO_FILE;
    out->from = ~UINT64_C(0);
    out->capture = separator == 0 || separator == 1;
    if (separator < 0 && (to_file < 0 || to_rank < 0) && file >= 0 && rank >= 0) {
        /* There is only one square. A single letter after it may be a promotion piece. */
        *in = after_first;
        out->to = (uint8_t)pf_square_of((unsigned)file, (unsigned)rank);
        return true;
    }
    if (to_file < 0 || to_rank < 0) return false;
    out->to = (uint8_t)pf_square_of((unsigned)to_file, (unsigned)to_rank);
    if (file >= 0) out->from &= PF_FILE_A << file;
    if (rank >= 0) out->from &= pf_rank_mask((unsigned)rank);
    if (file >= 0) *origin = rank >= 0 ? PF_ORIGIN_SQUARE : PF_ORIGIN_FILE;
    return true;
}

static bool take_null_move(pf_cursor *in)
{
    return take(in, "--") || take(in, "Z0") || take(in, "null") || take(in, "0000") || take(in, "@@@@");
}

/* Reports that the text at the cursor is not part of a move. If it is a letter and a digit, they were meant as a
 * square. */
static pf_status fail_at(const pf_cursor *in, pf_error *error, const char *message)
{
    const char *at = in->text + in->at;
    if (in->at > 0 && at[0] >= '0' && at[0] <= '9' && at[-1] >= 'a' && at[-1] <= 'h') at--;
    bool is_pair = in->text + in->end - at >= 2 && at[0] >= 'a' && at[0] <= 'z' && at[1] >= '0' && at[1] <= '9';
    if (!is_pair || (at[0] <= 'h' && at[1] >= '1' && at[1] <= '8'))
        return pf_fail_at_char(error, PF_ERROR_MOVE_TEXT, in->at, message, *at);
    char text[] = "'e9' is not a square";
    text[1] = at[0];
    text[2] = at[1];
    return pf_fail(error, PF_ERROR_MOVE_TEXT, in->at, text);
}

pf_status pf_san_read_token(pf_san_token *out, const char *text, size_t length, pf_error *error)
{
    pf_cursor in = {text, 0, length};
    pf_san_shape shape = PF_SAN_NORMAL;
    while (in.at < in.end && pf_is_blank(text[in.at])) in.at++;
    while (in.end > in.at && pf_is_blank(text[in.end - 1])) in.end--;
    if (in.at == in.end) return pf_fail(error, PF_ERROR_MOVE_TEXT, in.at, "the move is empty");

    out->from = ~UINT64_C(0);
    out->type = PF_KING;
    out->to = 0;
    out->promotion = PF_NO_PIECE_TYPE;
    out->capture = false;
    if (take_null_move(&in)) {
        shape = PF_SAN_NULL_MOVE;
    } else if (!take_castling(&in, &shape)) {
        int type = take_piece(&in);
        pf_origin origin = PF_ORIGIN_NO_FILE;
        if (take(&in, "@")) shape = PF_SAN_DROP;
        if (!take_squares(&in, out, &origin)) {
            if (in.at < in.end) return fail_at(&in, error, "expected a piece (K, Q, R, B, N) or a square, not");
            return pf_fail(error, PF_ERROR_MOVE_TEXT, in.at, "the move ends before its target square");
        }
        if (!take_promotion(&in, &out->promotion))
            return pf_fail(error, PF_ERROR_MOVE_TEXT, in.at, "a promotion must name Q, R, B or N");
        if (shape == PF_SAN_DROP) {
            if (out->from != ~UINT64_C(0) || out->capture || out->promotion != PF_NO_PIECE_TYPE)
                return pf_fail(error, PF_ERROR_MOVE_TEXT, in.at, "a drop is a piece, '@' and one square");
        } else if (type < 0 && origin == PF_ORIGIN_SQUARE) {
            shape = PF_SAN_COORDINATES;
        }
        out->type = (uint8_t)(type < 0 ? PF_PAWN : type);
        /* Without a file, a pawn move is a push: it starts on the file of its target. A pawn capture must name its
         * file. */
        if (out->type == PF_PAWN && origin == PF_ORIGIN_NO_FILE) out->from &= PF_FILE_A << pf_square_file(out->to);
    }
    if (!take_suffixes(&in)) return fail_at(&in, error, "unexpected text after the move:");
    out->shape = (uint8_t)shape;
    return PF_OK;
}

/* ---- Reading: errors ---- */

static size_t first_byte(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && pf_is_blank(text[at])) at++;
    return at;
}

static pf_status fail_illegal(pf_error *error, const char *text, size_t length, const char *message)
{
    return pf_fail(error, PF_ERROR_MOVE_ILLEGAL, first_byte(text, length), message);
}

static pf_status fail_unreachable(pf_error *error, const pf_san_token *token, const char *text, size_t length)
{
    fail_illegal(error, text, length, "");
    if (error) {
        pf_text message = pf_text_begin(error->message, sizeof error->message);
        pf_text_string(&message, token->type == PF_PAWN || token->from == ~UINT64_C(0) ? "no " : "no such ");
        pf_text_string(&message, pf_piece_type_name(token->type));
        pf_text_string(&message, " can go to ");
        pf_text_square(&message, token->to);
        pf_text_end(&message);
    }
    return PF_ERROR_MOVE_ILLEGAL;
}

/* The offset where the text is incomplete: after the piece letter, or after the target for a promotion. */
static size_t offset_after_piece(const char *text, size_t length)
{
    pf_cursor in = {text, first_byte(text, length), length};
    take_piece(&in);
    return in.at;
}

static size_t offset_after_target(const char *text, size_t length)
{
    pf_san_token ignored;
    pf_origin origin;
    pf_cursor in = {text, first_byte(text, length), length};
    take_piece(&in);
    take_squares(&in, &ignored, &origin);
    return in.at;
}

/* Whether the text is exactly the SAN that is written for the move. */
static pf_status require_export_form(const char *san, size_t size, const char *text, size_t length, pf_error *error)
{
    size_t at = 0;
    while (at < size && at < length && san[at] == text[at]) at++;
    if (at == size && at == length) return PF_OK;
    pf_fail(error, PF_ERROR_MOVE_TEXT, at, "");
    if (error) {
        pf_text message = pf_text_begin(error->message, sizeof error->message);
        pf_text_string(&message, "the export form of this move is ");
        pf_text_string(&message, san);
        pf_text_end(&message);
    }
    return PF_ERROR_MOVE_TEXT;
}

/* ---- Reading: token to move ---- */

static pf_status find_castling(pf_move *out, const pf_position *position, bool king_side, const char *text,
                               size_t length, pf_error *error)
{
    for (pf_bitboard rooks = position->castling & position->by_colour[position->turn]; rooks;) {
        pf_square king = pf_king_square(position, position->turn);
        pf_square rook = pf_pop_lowest(&rooks);
        pf_move move = pf_move_of(king, rook, PF_MOVE_CASTLING);
        if ((rook > king) != king_side) continue;
        if (!pf_move_is_legal(position, move)) return fail_illegal(error, text, length, "castling is not legal now");
        *out = move;
        return PF_OK;
    }
    return fail_illegal(error, text, length, "there is no right to castle on that side");
}

/* The castling move that two squares mean, as king takes rook or, in standard chess, as the king's step; PF_NO_MOVE if
 * it is not castling. */
PF_TEMPLATE pf_move castling_of_coordinates(const pf_position *position, pf_square from, pf_square to)
{
    pf_bitboard rooks = position->castling & position->by_colour[position->turn];
    if (rooks & pf_bit(to)) return pf_move_of(from, to, PF_MOVE_CASTLING);
    while (rooks) {
        pf_square rook = pf_pop_lowest(&rooks);
        bool standard = pf_square_file(from) == 4 && (pf_square_file(rook) == 0 || pf_square_file(rook) == 7);
        if (standard && to == pf_castled_king(from, rook)) return pf_move_of(from, rook, PF_MOVE_CASTLING);
    }
    return PF_NO_MOVE;
}

/* Reports that no candidate is legal; in a variant, also why the first one is not. */
static pf_status fail_candidate(pf_error *error, const pf_position *position, const char *text, size_t length,
                                pf_move move)
{
    if (!PF_IS_VARIANT(position)) return fail_illegal(error, text, length, "the move leaves the king in check");
    pf_why why;
    char message[PF_WHY_TEXT_SIZE];
    pf_move_why_illegal(position, move, &why);
    pf_why_to_text(message, sizeof message, &why);
    return fail_illegal(error, text, length, message);
}

static pf_status find_drop(pf_move *out, const pf_position *position, const pf_san_token *token, const char *text,
                           size_t length, pf_error *error)
{
    if (!PF_IS_VARIANT(position))
        return pf_fail(error, PF_ERROR_MOVE_TEXT, offset_after_piece(text, length),
                       "pieces are dropped only in Crazyhouse");
    if (pf_position_variant(position) != PF_VARIANT_CRAZYHOUSE || token->type == PF_KING)
        return fail_illegal(error, text, length, "pieces are dropped only in Crazyhouse, and kings never are");
    pf_move move = pf_move_of_drop(token->type, token->to);
    if (!pf_move_is_legal(position, move)) return fail_candidate(error, position, text, length, move);
    *out = move;
    return PF_OK;
}

/* Whether the promotion that the text names, or does not name, fits the move. */
static pf_status check_promotion(const pf_position *position, const pf_san_token *token, const char *text,
                                 size_t length, pf_error *error)
{
    bool promotes = token->type == PF_PAWN && (pf_bit(token->to) & (PF_RANK_1 | PF_RANK_8)) != 0;
    if (promotes && token->promotion == PF_NO_PIECE_TYPE)
        return pf_fail(error, PF_ERROR_MOVE_AMBIGUOUS, offset_after_target(text, length),
                       "the move does not name the promotion piece");
    if (!promotes && token->promotion != PF_NO_PIECE_TYPE)
        return fail_illegal(error, text, length, "only a pawn that reaches the last rank is promoted");
    if (token->promotion == PF_KING && pf_position_variant(position) != PF_VARIANT_ANTICHESS)
        return pf_fail(error, PF_ERROR_MOVE_TEXT, offset_after_target(text, length),
                       "a promotion must name Q, R, B or N");
    return PF_OK;
}

PF_TEMPLATE pf_status find_move(pf_move *out, const pf_position *position, const pf_san_token *asked, const char *text,
                                size_t length, pf_error *error, pf_san_rules rules)
{
    pf_colour us = position->turn;
    pf_san_token token = *asked;

    if (token.shape == PF_SAN_NULL_MOVE)
        return pf_fail(error, PF_ERROR_MOVE_TEXT, first_byte(text, length), "a null move is not accepted here");
    if (token.shape == PF_SAN_DROP) return find_drop(out, position, &token, text, length, error);
    if (token.shape == PF_SAN_SHORT_CASTLING || token.shape == PF_SAN_LONG_CASTLING)
        return find_castling(out, position, token.shape == PF_SAN_SHORT_CASTLING, text, length, error);
    if (token.shape == PF_SAN_COORDINATES) {
        pf_square from = pf_lowest(token.from);
        if (!(position->by_colour[us] & token.from))
            return fail_illegal(error, text, length, "the side to move has no piece on the first square");
        token.type = (uint8_t)pf_type_at(position, from);
        pf_move castling = token.type == PF_KING && !token.capture ? castling_of_coordinates(position, from, token.to)
                                                                   : PF_NO_MOVE;
        if (castling != PF_NO_MOVE && token.promotion == PF_NO_PIECE_TYPE && pf_move_is_legal(position, castling)) {
            *out = castling;
            return PF_OK;
        }
    }

    pf_square to = token.to;
    pf_bitboard from = 0;
    if (token.type == PF_PAWN || !(position->by_colour[us] & pf_bit(to)))
        from = pf_san_candidates(position, token.type, to, rules) & token.from;
    if (token.type == PF_PAWN && token.capture) from &= ~(PF_FILE_A << pf_square_file(to)); /* a push has no x */
    if (from == 0) return fail_unreachable(error, &token, text, length);

    pf_move first = pf_san_coded(position, token.type, pf_lowest(from), to, PF_QUEEN);
    from = pf_san_keep_legal(position, from, token.type, to, rules);
    if (from == 0) return fail_candidate(error, position, text, length, first);
    if (from & (from - 1))
        return pf_fail(error, PF_ERROR_MOVE_AMBIGUOUS, offset_after_piece(text, length),
                       "several pieces can make this move; say which");
    pf_status status = check_promotion(position, &token, text, length, error);
    if (status != PF_OK) return status;
    *out = pf_san_coded(position, token.type, pf_lowest(from), to, token.promotion);
    return PF_OK;
}

/* ---- The functions of the headers ---- */

pf_status pf_san_find_move(pf_move *out, const pf_position *position, const pf_san_token *token, const char *text,
                           size_t length, pf_error *error)
{
    return PF_IS_VARIANT(position) ? find_move(out, position, token, text, length, error, PF_SAN_VARIANT)
                                   : find_move(out, position, token, text, length, error, PF_SAN_CHESS);
}

pf_status pf_move_from_san(pf_move *out, const pf_position *position, const char *text, size_t length,
                           pf_san_accept accept, pf_error *error)
{
    pf_san_token token;
    pf_move move = PF_NO_MOVE;
    pf_status status = pf_san_read_token(&token, text, length, error);
    if (status != PF_OK) return status;
    if (token.shape != PF_SAN_NULL_MOVE || !(accept & PF_SAN_NULL)) {
        status = pf_san_find_move(&move, position, &token, text, length, error);
        if (status != PF_OK) return status;
    }
    if (!(accept & PF_SAN_LENIENT)) {
        char san[PF_SAN_SIZE];
        size_t size = pf_move_to_san(san, sizeof san, position, move, PF_SAN_LETTERS);
        status = require_export_form(san, size, text, length, error);
        if (status != PF_OK) return status;
    }
    *out = move;
    return PF_OK;
}
