/* Reading and writing SAN. The PGN reader has a faster path for the usual spellings (pgn_movetext.h) and falls back to
 * the code here for all others. */
#include "notation/san.h"

#include <plyforge/moves.h>
#include <plyforge/text.h>

#include "board/text.h"
#include "moves/make.h"

static const char piece_letters[] = "PNBRQK";

/* ---- Writing ---- */

/* The white chess symbols are U+2654 (king) to U+2659 (pawn). */
static void write_piece(pf_text *text, pf_piece_type type, bool figurine)
{
    if (figurine) {
        pf_text_string(text, "\xe2\x99");
        pf_text_char(text, (char)(0x94 + (PF_KING - type)));
    } else {
        pf_text_char(text, piece_letters[type]);
    }
}

/* All origins of legal moves by a piece of this type to this square. */
static pf_bitboard legal_origins(const pf_position *position, pf_piece_type type, pf_square to)
{
    pf_colour us = position->turn;
    if (position->by_colour[us] & pf_bit(to)) return 0;
    if (type == PF_PAWN)
        return pf_san_keep_safe_pawns(position, pf_san_pawns(position, to, us), to, us, PF_SLIDERS_MAGIC);
    pf_bitboard from = pf_san_attackers(position, type, to, us, PF_SLIDERS_MAGIC);
    return pf_san_keep_safe(position, from, type, to, us, PF_SLIDERS_MAGIC);
}

/* Disambiguation: the file if it identifies the piece, else the rank, else both. */
static void write_origin(pf_text *text, pf_square from, pf_bitboard others)
{
    bool same_file = (others & (PF_FILE_A << pf_square_file(from))) != 0;
    bool same_rank = (others & pf_rank_mask(pf_square_rank(from))) != 0;
    if (!same_file || same_rank) pf_text_char(text, (char)('a' + pf_square_file(from)));
    if (same_file) pf_text_char(text, (char)('1' + pf_square_rank(from)));
}

static void write_check(pf_text *text, const pf_position *position, pf_move move)
{
    pf_position after = *position;
    if (position->turn == PF_WHITE)
        pf_make_body(&after, move, PF_WHITE, PF_WITHOUT_KEY, PF_SLIDERS_MAGIC);
    else
        pf_make_body(&after, move, PF_BLACK, PF_WITHOUT_KEY, PF_SLIDERS_MAGIC);
    pf_square king = pf_king_square(&after, after.turn);
    pf_bitboard attackers = pf_attackers_to(&after, king, pf_position_occupied(&after), PF_SLIDERS_MAGIC);
    if (attackers & after.by_colour[after.turn ^ 1]) pf_text_char(text, pf_any_legal(&after) ? '+' : '#');
}

/* Whether the move is legal; origins are those from legal_origins. The move may be any 16-bit value. */
static bool is_legal(const pf_position *position, pf_move move, pf_piece_type type, pf_bitboard origins)
{
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    pf_move proper = pf_move_of(from, to, PF_MOVE_NORMAL);
    if (type == PF_PAWN) {
        if (pf_bit(to) & (PF_RANK_1 | PF_RANK_8))
            proper = pf_move_of_promotion(from, to, pf_move_promotion(move));
        else if (pf_san_is_en_passant(position, from, to))
            proper = pf_move_of(from, to, PF_MOVE_EN_PASSANT);
    }
    return move == proper && (origins & pf_bit(from)) != 0;
}

size_t pf_move_to_san(char *buffer, size_t size, const pf_position *position, pf_move move, pf_san_style style)
{
    pf_text text = pf_text_begin(buffer, size);
    bool figurine = style == PF_SAN_FIGURINES || style == PF_SAN_LONG_FIGURINES;
    bool whole = style == PF_SAN_LONG || style == PF_SAN_LONG_FIGURINES;
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);

    if (move == PF_NO_MOVE) {
        pf_text_string(&text, "--");
        return pf_text_end(&text);
    }
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING) {
        if (!pf_move_is_legal(position, move)) return pf_text_end(&text);
        pf_text_string(&text, to > from ? "O-O" : "O-O-O");
    } else {
        pf_piece_type type = pf_type_at(position, from);
        pf_bitboard origins = legal_origins(position, type, to);
        if (!is_legal(position, move, type, origins)) return pf_text_end(&text);
        bool capture = (pf_position_occupied(position) & pf_bit(to)) || pf_move_kind_of(move) == PF_MOVE_EN_PASSANT;
        pf_bitboard others = origins ^ pf_bit(from);

        if (type != PF_PAWN) write_piece(&text, type, figurine);
        if (whole)
            pf_text_square(&text, from);
        else if (type == PF_PAWN ? capture : others != 0)
            write_origin(&text, from, type == PF_PAWN ? 0 : others);
        if (capture) pf_text_char(&text, 'x');
        if (whole && !capture) pf_text_char(&text, '-');
        pf_text_square(&text, to);
        if (pf_move_kind_of(move) == PF_MOVE_PROMOTION) {
            pf_text_char(&text, '=');
            write_piece(&text, pf_move_promotion(move), figurine);
        }
    }
    write_check(&text, position, move);
    return pf_text_end(&text);
}

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

static bool take_castling(pf_cursor *in, pf_san_shape *shape)
{
    pf_cursor ahead = *in;
    if (!take_o(&ahead) || !take(&ahead, "-") || !take_o(&ahead)) return false;
    *shape = PF_SAN_SHORT_CASTLING;
    *in = ahead;
    if (take(&ahead, "-") && take_o(&ahead)) {
        *shape = PF_SAN_LONG_CASTLING;
        *in = ahead;
    }
    return true;
}

/* What may follow a move: marks for check, mate and merit, and "e.p.". False where something else follows. */
static bool take_suffixes(pf_cursor *in)
{
    while (in->at < in->end) {
        if (take_one(in, "+#!? \t\r\n") >= 0) continue;
        if (take(in, "e.p.") || take(in, "ep") || take(in, "(e.p.)") || take(in, "(ep)")) continue;
        return false;
    }
    return true;
}

/* "=Q", "Q", "q", "(Q)", "/Q" or nothing. A lower-case b is a bishop only here, after the target. */
static bool take_promotion(pf_cursor *in, uint8_t *promotion)
{
    pf_cursor ahead = *in;
    int opening = take_one(&ahead, "=(/");
    int type = take_one(&ahead, " nbrq");
    if (type < 0) type = take_piece(&ahead);
    if (type < PF_KNIGHT || type > PF_QUEEN) return opening < 0 || opening == 1; /* "(" may begin "(e.p.)" */
    if (opening == 1 && !take(&ahead, ")")) return false;
    *promotion = (uint8_t)type;
    *in = ahead;
    return true;
}

/* How much of the origin a text gives. */
typedef enum pf_origin { PF_ORIGIN_NO_FILE, PF_ORIGIN_FILE, PF_ORIGIN_SQUARE } pf_origin;

/* The squares of "Nbd2", "N1xd2", "e2-e4", "exd5", "e4": the parts of the origin that are given, then the target. */
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
        /* There is one square only. A single letter after it may be a promotion piece. */
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

/* Reports that the text at the cursor is not part of a move. A letter and a digit there were meant as a square. */
static pf_status fail_at(const pf_cursor *in, pf_error *error, const char *message)
{
    const char *at = in->text + in->at;
    bool is_pair = in->end - in->at >= 2 && at[0] >= 'a' && at[0] <= 'z' && at[1] >= '0' && at[1] <= '9';
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
        pf_origin origin;
        if (!take_squares(&in, out, &origin)) {
            if (in.at < in.end) return fail_at(&in, error, "no square can begin or go on with");
            return pf_fail(error, PF_ERROR_MOVE_TEXT, in.at, "the move ends before its target square");
        }
        if (!take_promotion(&in, &out->promotion))
            return pf_fail(error, PF_ERROR_MOVE_TEXT, in.at, "a promotion must name Q, R, B or N");
        if (type < 0 && origin == PF_ORIGIN_SQUARE) shape = PF_SAN_COORDINATES;
        out->type = (uint8_t)(type < 0 ? PF_PAWN : type);
        /* Without a file, a pawn move is a push: it starts on the file of its target. A pawn capture must name its
         * file. */
        if (out->type == PF_PAWN && origin == PF_ORIGIN_NO_FILE) out->from &= PF_FILE_A << pf_square_file(out->to);
    }
    if (!take_suffixes(&in)) return fail_at(&in, error, "a move cannot go on with");
    out->shape = (uint8_t)shape;
    return PF_OK;
}

/* ---- Reading: token to move ---- */

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

/* "MESSAGE PIECE to SQUARE" */
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

static pf_status find_castling(pf_move *out, const pf_position *position, bool king_side, const char *text,
                               size_t length, pf_error *error)
{
    pf_square king = pf_king_square(position, position->turn);
    pf_bitboard rooks = position->castling & position->by_colour[position->turn];
    while (rooks) {
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
static pf_move castling_of_coordinates(const pf_position *position, pf_square from, pf_square to)
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

pf_status pf_san_find_move(pf_move *out, const pf_position *position, const pf_san_token *asked, const char *text,
                           size_t length, pf_error *error)
{
    pf_colour us = position->turn;
    pf_san_token token = *asked;

    if (token.shape == PF_SAN_NULL_MOVE)
        return pf_fail(error, PF_ERROR_MOVE_TEXT, first_byte(text, length), "a null move is not a move here");
    if (token.shape == PF_SAN_SHORT_CASTLING || token.shape == PF_SAN_LONG_CASTLING)
        return find_castling(out, position, token.shape == PF_SAN_SHORT_CASTLING, text, length, error);
    if (token.shape == PF_SAN_COORDINATES) {
        pf_square from = pf_lowest(token.from);
        if (!(position->by_colour[us] & token.from))
            return fail_illegal(error, text, length, "no piece of the side to move stands on the first square");
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
    if (token.type == PF_PAWN) {
        pf_bitboard file = PF_FILE_A << pf_square_file(to);
        from = pf_san_pawns(position, to, us) & token.from;
        if (token.capture) from &= ~file; /* a push is written without x */
    } else if (!(position->by_colour[us] & pf_bit(to))) {
        from = pf_san_attackers(position, token.type, to, us, PF_SLIDERS_MAGIC) & token.from;
    }
    if (from == 0) return fail_unreachable(error, &token, text, length);

    from = token.type == PF_PAWN ? pf_san_keep_safe_pawns(position, from, to, us, PF_SLIDERS_MAGIC)
                                 : pf_san_keep_safe(position, from, token.type, to, us, PF_SLIDERS_MAGIC);
    if (from == 0) return fail_illegal(error, text, length, "the move leaves the king in check");
    if (from & (from - 1))
        return pf_fail(error, PF_ERROR_MOVE_AMBIGUOUS, offset_after_piece(text, length),
                       "several pieces can make this move; say which");

    pf_square square = pf_lowest(from);
    bool promotes = token.type == PF_PAWN && (pf_bit(to) & (PF_RANK_1 | PF_RANK_8)) != 0;
    if (promotes && token.promotion == PF_NO_PIECE_TYPE)
        return pf_fail(error, PF_ERROR_MOVE_AMBIGUOUS, offset_after_target(text, length),
                       "the move does not say what the pawn becomes");
    if (!promotes && token.promotion != PF_NO_PIECE_TYPE)
        return fail_illegal(error, text, length, "only a pawn that reaches the last rank is promoted");
    if (promotes)
        *out = pf_move_of_promotion(square, to, token.promotion);
    else if (token.type == PF_PAWN && pf_san_is_en_passant(position, square, to))
        *out = pf_move_of(square, to, PF_MOVE_EN_PASSANT);
    else
        *out = pf_move_of(square, to, PF_MOVE_NORMAL);
    return PF_OK;
}

/* Whether the text is what we write for this move. */
static pf_status require_export_form(const pf_position *position, pf_move move, const char *text, size_t length,
                                     pf_error *error)
{
    char san[PF_SAN_SIZE];
    size_t size = pf_move_to_san(san, sizeof san, position, move, PF_SAN_LETTERS);
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
        status = require_export_form(position, move, text, length, error);
        if (status != PF_OK) return status;
    }
    *out = move;
    return PF_OK;
}
