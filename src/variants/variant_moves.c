/* The public face of the variants' moves, and the one place where they choose between instruction sets. */
#include <plyforge/variant.h>

#include "base/text.h"
#include "variants/variant_moves.h"

#define ADDRESS(level) pf_variant_code_##level,
static const pf_variant_code *const by_level[] = {PF_CODE_BY_LEVEL(variant_moves, ADDRESS)};

/* The code of a position's variant. */
static inline const pf_variant_code *choose(const pf_variant_position *position)
{
    return &by_level[pf_level_here()][position->variant];
}

uint32_t pf_variant_generate(const pf_variant_position *position, pf_variant_move_list *list)
{
    return list->size = choose(position)->list(position, list->moves);
}

uint32_t pf_variant_count_legal(const pf_variant_position *position)
{
#ifdef PF_SMALL_COUNT
    if (position->variant == PF_VARIANT_STANDARD) return pf_count_inlined(&position->board);
#endif
    return choose(position)->count(position);
}

bool pf_variant_any_legal(const pf_variant_position *position)
{
    return choose(position)->any(position) != 0;
}

void pf_variant_play_unchecked(pf_variant_position *position, pf_move move)
{
    choose(position)->play(position, move);
}

pf_status pf_variant_play(pf_variant_position *position, pf_move move, pf_error *error)
{
    if (!pf_variant_is_legal(position, move)) {
        pf_why why;
        char message[PF_WHY_TEXT_SIZE];
        pf_variant_why_illegal(position, move, &why);
        pf_why_to_text(message, sizeof message, &why);
        return pf_fail(error, PF_ERROR_MOVE_ILLEGAL, 0, message);
    }
    pf_variant_play_unchecked(position, move);
    return PF_OK;
}

bool pf_variant_play_null(pf_variant_position *position)
{
    pf_position *board = &position->board;
    if (pf_variant_is_over(position) || pf_variant_in_check(position)) return false;
    board->key ^= pf_key_black_to_move();
    if (pf_variant_ep_legal(position) != PF_NO_SQUARE) board->key ^= pf_key_ep_file(board->ep_square);
    board->ep_square = PF_NO_SQUARE;
    if (board->halfmove_clock < UINT16_MAX) board->halfmove_clock++;
    if (board->turn == PF_BLACK && board->fullmove_number < UINT32_MAX) board->fullmove_number++;
    board->turn ^= 1;
    return true;
}

/* expression with VARIANT as the position's variant, a constant in each case. */
#define BY_VARIANT(position, expression)                                                                               \
    switch ((pf_variant)(position)->variant) {                                                                         \
    case PF_VARIANT_CRAZYHOUSE: return expression(PF_VARIANT_CRAZYHOUSE);                                              \
    case PF_VARIANT_ATOMIC: return expression(PF_VARIANT_ATOMIC);                                                      \
    case PF_VARIANT_ANTICHESS: return expression(PF_VARIANT_ANTICHESS);                                                \
    case PF_VARIANT_KING_OF_THE_HILL: return expression(PF_VARIANT_KING_OF_THE_HILL);                                  \
    case PF_VARIANT_THREE_CHECK: return expression(PF_VARIANT_THREE_CHECK);                                            \
    case PF_VARIANT_HORDE: return expression(PF_VARIANT_HORDE);                                                        \
    case PF_VARIANT_RACING_KINGS: return expression(PF_VARIANT_RACING_KINGS);                                          \
    default: return expression(PF_VARIANT_STANDARD);                                                                   \
    }

bool pf_variant_in_check(const pf_variant_position *position)
{
#define IN_CHECK(variant) pf_is_in_check(&position->board, position->board.turn, PF_SLIDERS_MAGIC, variant)
    BY_VARIANT(position, IN_CHECK)
}

bool pf_variant_is_over(const pf_variant_position *position)
{
#define IS_OVER(variant) pf_is_decided(position, position->board.turn, PF_SLIDERS_MAGIC, variant)
    BY_VARIANT(position, IS_OVER)
}

bool pf_variant_gives_check(const pf_variant_position *position, pf_move move)
{
    if (!pf_variant_is_legal(position, move)) return false;
    pf_variant_position after = *position;
    pf_variant_play_unchecked(&after, move);
    return pf_variant_in_check(&after);
}

pf_square pf_variant_ep_legal(const pf_variant_position *position){
#define EP_LEGAL(variant)                                                                                              \
    (pf_variant_ep_is_legal(position, PF_SLIDERS_MAGIC, variant) ? position->board.ep_square : (pf_square)PF_NO_SQUARE)
    BY_VARIANT(position, EP_LEGAL)}

uint64_t pf_variant_compute_key(const pf_variant_position *position)
{
    const pf_position *board = &position->board;
    uint64_t key = pf_key_of_pieces(board, NULL) ^ pf_key_castling(board->castling) ^ pf_key_additions(position);
    if (board->turn == PF_BLACK) key ^= pf_key_black_to_move();
    pf_square ep_square = pf_variant_ep_legal(position);
    return ep_square == PF_NO_SQUARE ? key : key ^ pf_key_ep_file(ep_square);
}

bool pf_variant_equal(const pf_variant_position *a, const pf_variant_position *b)
{
    if (a->variant != b->variant || a->board.key != b->board.key || a->board.turn != b->board.turn) return false;
    if (a->board.castling != b->board.castling || a->promoted != b->promoted) return false;
    for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++)
        if (a->board.by_type[type] != b->board.by_type[type]) return false;
    if (a->board.by_colour[PF_WHITE] != b->board.by_colour[PF_WHITE]) return false;
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        if (a->checks_given[colour] != b->checks_given[colour]) return false;
        for (pf_piece_type type = PF_PAWN; type <= PF_QUEEN; type++)
            if (a->pockets[colour][type] != b->pockets[colour][type]) return false;
    }
    return a->board.ep_square == b->board.ep_square || pf_variant_ep_legal(a) == pf_variant_ep_legal(b);
}
