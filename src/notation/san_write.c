/* Writing SAN, of standard chess and of the variants: one body. The parameter variant is NULL for standard chess, as in
 * san.h. */
#include <plyforge/rules.h>

#include "board/text.h"
#include "moves/make.h"
#include "notation/san.h"

/* The white chess symbols are U+2654 (king) to U+2659 (pawn). */
static void write_piece(pf_text *text, pf_piece_type type, bool figurine)
{
    if (figurine) {
        pf_text_string(text, "\xe2\x99");
        pf_text_char(text, (char)(0x94 + (PF_KING - type)));
    } else {
        pf_text_char(text, "PNBRQK"[type]);
    }
}

/* Disambiguation: the file if it identifies the piece, else the rank, else both. */
static void write_origin(pf_text *text, pf_square from, pf_bitboard others)
{
    bool same_file = (others & (PF_FILE_A << pf_square_file(from))) != 0;
    bool same_rank = (others & pf_rank_mask(pf_square_rank(from))) != 0;
    if (!same_file || same_rank) pf_text_char(text, (char)('a' + pf_square_file(from)));
    if (same_file) pf_text_char(text, (char)('1' + pf_square_rank(from)));
}

/* The mark for check or mate. A move that wins a variant by another rule has the mark for mate, too. */
PF_TEMPLATE void write_check(pf_text *text, const pf_position *position, pf_move move,
                             const pf_variant_position *variant)
{
    if (variant) {
        pf_variant_position after = *variant;
        pf_variant_play_unchecked(&after, move);
        pf_result result = pf_variant_outcome(&after, PF_POLICY_FIDE).result;
        if (result == PF_RESULT_WHITE_WINS || result == PF_RESULT_BLACK_WINS)
            pf_text_char(text, '#');
        else if (pf_variant_in_check(&after))
            pf_text_char(text, '+');
        return;
    }
    pf_position after = *position;
    if (position->turn == PF_WHITE)
        pf_make_body(&after, move, PF_WHITE, PF_WITHOUT_KEY, PF_SLIDERS_MAGIC);
    else
        pf_make_body(&after, move, PF_BLACK, PF_WITHOUT_KEY, PF_SLIDERS_MAGIC);
    pf_square king = pf_king_square(&after, after.turn);
    pf_bitboard attackers = pf_attackers_to(&after, king, pf_position_occupied(&after), PF_SLIDERS_MAGIC);
    if (attackers & after.by_colour[after.turn ^ 1]) pf_text_char(text, pf_any_legal(&after) ? '+' : '#');
}

/* A move of a piece other than castling. Returns false, with nothing written, if it is not legal. */
PF_TEMPLATE bool write_piece_move(pf_text *text, const pf_position *position, pf_move move, pf_san_style style,
                                  const pf_variant_position *variant)
{
    bool figurine = style == PF_SAN_FIGURINES || style == PF_SAN_LONG_FIGURINES;
    bool whole = style == PF_SAN_LONG || style == PF_SAN_LONG_FIGURINES;
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    pf_piece_type type = pf_type_at(position, from);
    pf_bitboard origins = 0;
    if (!(position->by_colour[position->turn] & pf_bit(to)))
        origins = pf_san_keep_legal(position, pf_san_candidates(position, type, to, variant), type, to, variant);
    pf_piece_type promotion = variant && pf_move_is_king_promotion(move) ? (pf_piece_type)PF_KING
                                                                         : pf_move_promotion(move);
    bool legal = move == pf_san_coded(position, type, from, to, promotion) && (origins & pf_bit(from)) != 0;
    if (variant && promotion == PF_KING) legal = pf_variant_is_legal(variant, move);
    if (!legal) return false;
    bool capture = (pf_position_occupied(position) & pf_bit(to)) || pf_move_kind_of(move) == PF_MOVE_EN_PASSANT;
    bool promotes = pf_move_kind_of(move) == PF_MOVE_PROMOTION || (variant && promotion == PF_KING);
    pf_bitboard others = origins ^ pf_bit(from);

    if (type != PF_PAWN) write_piece(text, type, figurine);
    if (whole)
        pf_text_square(text, from);
    else if (type == PF_PAWN ? capture : others != 0)
        write_origin(text, from, type == PF_PAWN ? 0 : others);
    if (capture) pf_text_char(text, 'x');
    if (whole && !capture) pf_text_char(text, '-');
    pf_text_square(text, to);
    if (promotes) {
        pf_text_char(text, '=');
        write_piece(text, promotion, figurine);
    }
    return true;
}

PF_TEMPLATE size_t write_move(char *buffer, size_t size, const pf_position *position, pf_move move, pf_san_style style,
                              const pf_variant_position *variant)
{
    pf_text text = pf_text_begin(buffer, size);
    if (move == PF_NO_MOVE) {
        pf_text_string(&text, "--");
        return pf_text_end(&text);
    }
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING) {
        if (!pf_san_is_legal(position, move, variant)) return pf_text_end(&text);
        pf_text_string(&text, pf_move_to(move) > pf_move_from(move) ? "O-O" : "O-O-O");
    } else if (variant && pf_move_is_drop(move)) {
        if (!pf_variant_is_legal(variant, move)) return pf_text_end(&text);
        write_piece(&text, pf_move_dropped(move), style == PF_SAN_FIGURINES || style == PF_SAN_LONG_FIGURINES);
        pf_text_char(&text, '@');
        pf_text_square(&text, pf_move_to(move));
    } else if (!write_piece_move(&text, position, move, style, variant)) {
        return pf_text_end(&text);
    }
    write_check(&text, position, move, variant);
    return pf_text_end(&text);
}

size_t pf_move_to_san(char *buffer, size_t size, const pf_position *position, pf_move move, pf_san_style style)
{
    return write_move(buffer, size, position, move, style, NULL);
}

/* Whether the move starts from a piece of the side to move, or needs none. */
static bool has_mover(const pf_position *board, pf_move move)
{
    if (move == PF_NO_MOVE || pf_move_is_drop(move)) return true;
    return (board->by_colour[board->turn] & pf_bit(pf_move_from(move))) != 0;
}

size_t pf_variant_move_to_san(char *buffer, size_t size, const pf_variant_position *position, pf_move move,
                              pf_san_style style)
{
    if (position->variant == PF_VARIANT_STANDARD) return pf_move_to_san(buffer, size, &position->board, move, style);
    if (!has_mover(&position->board, move)) {
        pf_text none = pf_text_begin(buffer, size);
        return pf_text_end(&none);
    }
    return write_move(buffer, size, &position->board, move, style, position);
}
