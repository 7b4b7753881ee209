/* The public functions for positions of variants, and the only place where the variants choose between instruction
 * sets.
 */
#include "variants/code.h"
#include "variants/single.h"
#include "variants/variants.h"

#define ADDRESS(level) pf_variant_code_##level,
static const pf_variant_code *const by_level[] = {PF_CODE_BY_LEVEL(code, ADDRESS)};

/* The code of a position's variant. */
static inline const pf_variant_code *choose(const pf_position *position)
{
    return &by_level[pf_level_here()][position->variant];
}

uint32_t pf_list_in_variant(const pf_position *position, pf_move_list *list)
{
    return list->size = choose(position)->list(position, list->moves);
}

uint32_t pf_count_in_variant(const pf_position *position)
{
    return choose(position)->count(position);
}

bool pf_any_in_variant(const pf_position *position)
{
    return choose(position)->any(position) != 0;
}

void pf_play_in_variant(pf_position *position, pf_move move)
{
    choose(position)->play(position, move);
}

/* ---- Categories ---- */

/* Whether a legal move belongs to the category captures. */
static bool is_in_captures(const pf_position *position, pf_move move)
{
    if (pf_move_is_drop(move) || pf_move_is_king_promotion(move)) return false;
    if (pf_move_kind_of(move) == PF_MOVE_PROMOTION) return pf_move_promotion(move) == PF_QUEEN;
    return pf_pseudo_is_capture(position, move);
}

static bool is_in_quiet_checks(const pf_position *position, pf_move move)
{
    if (is_in_captures(position, move) || pf_move_is_king_promotion(move)) return false;
    pf_check check = pf_gives_check_in_variant(position, move);
    if (pf_move_kind_of(move) == PF_MOVE_PROMOTION)
        return pf_move_promotion(move) == PF_KNIGHT && (check & PF_CHECK_DIRECT);
    return check != PF_CHECK_NONE;
}

/* The move must be legal. */
static bool is_in_category(const pf_position *position, pf_move move, pf_category category)
{
    switch (category & ~(pf_category)PF_PSEUDO) {
    case PF_CAPTURES: return is_in_captures(position, move);
    case PF_QUIETS: return !is_in_captures(position, move);
    case PF_QUIET_CHECKS: return is_in_quiet_checks(position, move);
    case PF_EVASIONS: return pf_in_check_in_variant(position);
    case PF_NON_EVASIONS:
    case PF_LEGAL: return true;
    default: return false;
    }
}

bool pf_is_in_category_in_variant(const pf_position *position, pf_move move, pf_category category)
{
    return pf_is_legal_in_variant(position, move) && is_in_category(position, move, category);
}

uint32_t pf_list_category_in_variant(const pf_position *position, pf_category category, pf_move_list *list)
{
    uint32_t size = 0;
    pf_list_in_variant(position, list);
    for (uint32_t i = 0; i < list->size; i++)
        if (is_in_category(position, list->moves[i], category)) list->moves[size++] = list->moves[i];
    return list->size = size;
}

/* ---- Questions ---- */

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

bool pf_in_check_in_variant(const pf_position *position)
{
#define IN_CHECK(variant) pf_is_in_check(position, position->turn, PF_SLIDERS_MAGIC, variant)
    BY_VARIANT(position, IN_CHECK)
}

bool pf_is_variant_end(const pf_position *position){
#define IS_OVER(variant) pf_is_decided(position, position->turn, PF_SLIDERS_MAGIC, variant)
    BY_VARIANT(position, IS_OVER)}

pf_bitboard pf_move_checkers_in_variant(const pf_position *position, pf_move move)
{
    if (!pf_is_legal_in_variant(position, move)) return 0;
    pf_position after = *position;
    pf_play_in_variant(&after, move);
    return pf_in_check_in_variant(&after) ? pf_find_checkers(&after, after.turn, PF_SLIDERS_MAGIC) : 0;
}

pf_check pf_gives_check_in_variant(const pf_position *position, pf_move move)
{
    pf_bitboard checkers = pf_move_checkers_in_variant(position, move);
    if (!checkers) return PF_CHECK_NONE;
    pf_square to = pf_move_to(move);
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING) to = pf_castled_rook(pf_move_from(move), to);
    pf_check check = PF_CHECK_NONE;
    if (checkers & pf_bit(to)) check |= PF_CHECK_DIRECT;
    if (checkers & ~pf_bit(to)) check |= PF_CHECK_DISCOVERED;
    if (checkers & (checkers - 1)) check |= PF_CHECK_DOUBLE;
    return check;
}

pf_square pf_ep_legal_in_variant(const pf_position *position){
#define EP_LEGAL(variant)                                                                                              \
    (pf_variant_ep_is_legal(position, PF_SLIDERS_MAGIC, variant) ? position->ep_square : (pf_square)PF_NO_SQUARE)
    BY_VARIANT(position, EP_LEGAL)}

uint64_t pf_key_in_variant(const pf_position *position)
{
    uint64_t key = pf_key_of_pieces(position, NULL) ^ pf_key_castling(position->castling) ^ pf_key_additions(position);
    if (position->turn == PF_BLACK) key ^= pf_key_black_to_move();
    pf_square ep_square = pf_ep_legal_in_variant(position);
    return ep_square == PF_NO_SQUARE ? key : key ^ pf_key_ep_file(ep_square);
}
