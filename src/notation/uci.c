/* Moves as UCI text. */
#include <plyforge/moves.h>
#include <plyforge/text.h>
#include <plyforge/uci.h>

#include "board/text.h"
#include "board/view.h"
#include "moves/make.h"

static const char promotion_letters[] = "nbrq";

/* Castling from the e-file with a rook in the corner: what standard chess has. */
static bool is_standard_castling(pf_square king, pf_square rook)
{
    unsigned file = pf_square_file(rook);
    return pf_square_file(king) == 4 && (file == 0 || file == 7);
}

size_t pf_move_to_uci(char *buffer, size_t size, pf_move move, pf_uci_castling castling)
{
    pf_text text = pf_text_begin(buffer, size);
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    pf_move_kind kind = pf_move_kind_of(move);

    if (move == PF_NO_MOVE) {
        pf_text_string(&text, "0000");
        return pf_text_end(&text);
    }
    if (kind == PF_MOVE_CASTLING && castling == PF_UCI_KING_STEP && is_standard_castling(from, to))
        to = pf_castled_king(from, to);
    pf_text_square(&text, from);
    pf_text_square(&text, to);
    if (kind == PF_MOVE_PROMOTION) pf_text_char(&text, promotion_letters[pf_move_promotion(move) - PF_KNIGHT]);
    return pf_text_end(&text);
}

/* Whether the text "from to promotion" means this legal move; king_step is whether castling is meant by the king's
 * step. */
static bool means(pf_move move, pf_square from, pf_square to, pf_piece_type promotion, bool king_step)
{
    pf_move_kind kind = pf_move_kind_of(move);
    pf_square move_to = pf_move_to(move);
    if (kind == PF_MOVE_CASTLING && king_step) {
        if (!is_standard_castling(pf_move_from(move), move_to)) return false;
        move_to = pf_castled_king(pf_move_from(move), move_to);
    }
    pf_piece_type move_promotion = kind == PF_MOVE_PROMOTION ? pf_move_promotion(move) : PF_NO_PIECE_TYPE;
    return pf_move_from(move) == from && move_to == to && move_promotion == promotion;
}

pf_status pf_move_from_uci(pf_move *out, const pf_position *position, const char *text, size_t length, pf_error *error)
{
    static const char shape[] = "a UCI move is two squares and, for a promotion, one of q r b n";
    pf_square from, to;
    pf_piece_type promotion = PF_NO_PIECE_TYPE;

    if (length < 4 || length > 5) return pf_fail(error, PF_ERROR_MOVE_TEXT, 0, shape);
    if (!pf_square_from_text(&from, text, 2)) return pf_fail(error, PF_ERROR_MOVE_TEXT, 0, shape);
    if (!pf_square_from_text(&to, text + 2, 2)) return pf_fail(error, PF_ERROR_MOVE_TEXT, 2, shape);
    if (length == 5) {
        for (unsigned i = 0; i < 4; i++)
            if (text[4] == promotion_letters[i]) promotion = PF_KNIGHT + i;
        if (promotion == PF_NO_PIECE_TYPE) return pf_fail(error, PF_ERROR_MOVE_TEXT, 4, shape);
    }

    pf_move_list list;
    pf_generate_legal(position, &list);
    for (int king_step = 0; king_step <= 1; king_step++) {
        for (uint32_t i = 0; i < list.size; i++) {
            if (!means(list.moves[i], from, to, promotion, king_step)) continue;
            *out = list.moves[i];
            return PF_OK;
        }
    }
    return pf_fail(error, PF_ERROR_MOVE_ILLEGAL, 0, "the move is not legal here");
}
