/* Moves as UCI text: writing, reading, and the reason why a move that was read is not legal. */
#include <plyforge/moves.h>
#include <plyforge/questions.h>
#include <plyforge/text.h>
#include <plyforge/uci.h>

#include "base/text.h"
#include "board/view.h"
#include "entry/entry.h"
#include "moves/make.h"
#include "notation/meant.h"

static const char promotion_letters[] = "nbrqk"; /* the king, in Antichess */

/* Castling from the e-file with a rook in the corner, as in standard chess. */
static bool is_standard_castling(pf_square king, pf_square rook)
{
    unsigned file = pf_square_file(rook);
    return pf_square_file(king) == 4 && (file == 0 || file == 7);
}

/* The piece that the pawn becomes, or PF_NO_PIECE_TYPE. */
static pf_piece_type promotion_of(pf_move move)
{
    if (pf_move_is_king_promotion(move)) return PF_KING;
    return pf_move_kind_of(move) == PF_MOVE_PROMOTION ? pf_move_promotion(move) : PF_NO_PIECE_TYPE;
}

/* The same for a normal move of a piece into a buffer that is large enough, which is the common case. */
static size_t write_normal(char *buffer, pf_square from, pf_square to)
{
    buffer[0] = (char)('a' + (from & 7));
    buffer[1] = (char)('1' + (from >> 3));
    buffer[2] = (char)('a' + (to & 7));
    buffer[3] = (char)('1' + (to >> 3));
    buffer[4] = '\0';
    return 4;
}

size_t pf_move_to_uci(char *buffer, size_t size, pf_move move, pf_uci_castling castling)
{
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    pf_move_kind kind = pf_move_kind_of(move);
    bool is_normal = move < 0x1000 && move != PF_NO_MOVE;
    if (PF_LIKELY(is_normal && size > 4)) return write_normal(buffer, from, to);

    pf_text text = pf_text_begin(buffer, size);
    if (move == PF_NO_MOVE) {
        pf_text_string(&text, "0000");
        return pf_text_end(&text);
    }
    if (pf_move_is_drop(move)) {
        pf_text_char(&text, pf_piece_to_letter(pf_piece_of(PF_WHITE, pf_move_dropped(move))));
        pf_text_char(&text, '@');
        pf_text_square(&text, to);
        return pf_text_end(&text);
    }
    if (kind == PF_MOVE_CASTLING && castling == PF_UCI_KING_STEP && is_standard_castling(from, to))
        to = pf_castled_king(from, to);
    pf_text_square(&text, from);
    pf_text_square(&text, to);
    pf_piece_type promotion = promotion_of(move);
    if (promotion != PF_NO_PIECE_TYPE) pf_text_char(&text, promotion_letters[promotion - PF_KNIGHT]);
    return pf_text_end(&text);
}

/* The content of a UCI move: two squares and a promotion, or a drop. */
typedef struct uci_words {
    pf_square from, to;
    pf_piece_type promotion; /* PF_NO_PIECE_TYPE for none */
    pf_piece_type dropped;   /* PF_NO_PIECE_TYPE for none; then from does not matter */
} uci_words;

/* Whether the words mean this legal move; king_step is whether castling is meant by the king's step. */
static bool means(pf_move move, const uci_words *words, bool king_step)
{
    pf_square move_to = pf_move_to(move);
    if (pf_move_is_drop(move)) return words->dropped == pf_move_dropped(move) && words->to == move_to;
    if (words->dropped != PF_NO_PIECE_TYPE) return false;
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING && king_step) {
        if (!is_standard_castling(pf_move_from(move), move_to)) return false;
        move_to = pf_castled_king(pf_move_from(move), move_to);
    }
    return pf_move_from(move) == words->from && move_to == words->to && promotion_of(move) == words->promotion;
}

/* Finds the legal move that the words mean; false if there is none. */
static bool find_move(pf_move *out, const pf_move *moves, uint32_t size, const uci_words *words)
{
    for (int king_step = 0; king_step <= 1; king_step++) {
        for (uint32_t i = 0; i < size; i++) {
            if (!means(moves[i], words, king_step)) continue;
            *out = moves[i];
            return true;
        }
    }
    return false;
}

/* ---- Illegal moves ---- */

/* pf_meant_move in a variant, where the words may be a drop. */
static pf_move meant_variant_move(const pf_position *board, const uci_words *words)
{
    if (words->dropped != PF_NO_PIECE_TYPE) return pf_move_of_drop(words->dropped, words->to);
    return pf_meant_move(board, words->from, words->to, words->promotion);
}

static pf_status fail_illegal(pf_error *error, const pf_why *why)
{
    char message[PF_WHY_TEXT_SIZE];
    pf_why_to_text(message, sizeof message, why);
    return pf_fail(error, PF_ERROR_MOVE_ILLEGAL, 0, message);
}

/* ---- Reading ---- */

/* Two characters. */
static bool read_square(pf_square *out, const char *text)
{
    unsigned file = (unsigned char)text[0] - (unsigned)'a', rank = (unsigned char)text[1] - (unsigned)'1';
    *out = pf_square_of(file, rank);
    return file < 8 && rank < 8;
}

/* letters are those of the pieces that a pawn may become. */
static pf_status read_words(uci_words *out, const char *text, size_t length, unsigned letters, const char *shape,
                            pf_error *error)
{
    out->from = out->to = PF_NO_SQUARE;
    out->promotion = out->dropped = PF_NO_PIECE_TYPE;
    if (length < 4 || length > 5) return pf_fail(error, PF_ERROR_MOVE_TEXT, 0, shape);
    if (!read_square(&out->from, text)) return pf_fail(error, PF_ERROR_MOVE_TEXT, 0, shape);
    if (!read_square(&out->to, text + 2)) return pf_fail(error, PF_ERROR_MOVE_TEXT, 2, shape);
    if (length == 5) {
        for (unsigned i = 0; i < letters; i++)
            if (text[4] == promotion_letters[i]) out->promotion = PF_KNIGHT + i;
        if (out->promotion == PF_NO_PIECE_TYPE) return pf_fail(error, PF_ERROR_MOVE_TEXT, 4, shape);
    }
    return PF_OK;
}

/* In standard chess two squares mean one move, so that no list is needed. */
static pf_status read_chess_move(pf_move *out, const pf_position *position, const char *text, size_t length,
                                 pf_error *error)
{
    static const char shape[] = "a UCI move is two squares and, for a promotion, one of q r b n";
    uci_words words;
    pf_status status = read_words(&words, text, length, 4, shape, error);
    if (status) return status;
    pf_move move = pf_meant_move(position, words.from, words.to, words.promotion);
    if (pf_move_is_legal(position, move)) {
        *out = move;
        return PF_OK;
    }
    if (!error) return PF_ERROR_MOVE_ILLEGAL;
    pf_why why;
    pf_move_why_illegal(position, move, &why);
    return fail_illegal(error, &why);
}

/* "N@f3"; "@f3" drops a pawn. */
static pf_status read_drop(uci_words *out, const char *text, size_t length, pf_error *error)
{
    static const char shape[] = "a drop is one of P N B R Q, '@' and a square";
    size_t at = text[0] == '@' ? 0 : 1;
    out->from = PF_NO_SQUARE;
    out->promotion = PF_NO_PIECE_TYPE;
    out->dropped = at == 0 ? (pf_piece_type)PF_PAWN : pf_piece_type_from_letter(text[0]);
    if (out->dropped > PF_QUEEN) return pf_fail(error, PF_ERROR_MOVE_TEXT, 0, shape);
    if (length != at + 3 || !pf_square_from_text(&out->to, text + at + 1, 2))
        return pf_fail(error, PF_ERROR_MOVE_TEXT, at + 1, shape);
    return PF_OK;
}

static pf_status read_variant_move(pf_move *out, const pf_position *position, const char *text, size_t length,
                                   pf_error *error)
{
    static const char shape[] = "a UCI move is two squares and, for a promotion, one of q r b n k";
    uci_words words;
    bool drop = length > 1 && (text[0] == '@' || text[1] == '@');
    pf_status status = drop ? read_drop(&words, text, length, error)
                            : read_words(&words, text, length, 5, shape, error);
    if (status) return status;
    pf_move_list list;
    pf_generate_legal(position, &list);
    if (find_move(out, list.moves, list.size, &words)) return PF_OK;
    if (!error) return PF_ERROR_MOVE_ILLEGAL;
    pf_why why;
    pf_move_why_illegal(position, meant_variant_move(position, &words), &why);
    return fail_illegal(error, &why);
}

pf_status pf_move_from_uci(pf_move *out, const pf_position *position, const char *text, size_t length, pf_error *error)
{
    return PF_IS_VARIANT(position) ? read_variant_move(out, position, text, length, error)
                                   : read_chess_move(out, position, text, length, error);
}
