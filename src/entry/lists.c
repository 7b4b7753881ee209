/* The moves of a position of any variant, listed and counted.
 *
 * In standard chess pf_generators_here (moves/generators.h) chooses the functions that were compiled for this machine.
 * Each of them is an instance of pf_generate_planned in moves/generate.h, which generates the moves. The generator of
 * the variants is in variants/lists.h and shares parts of it. */
#include <plyforge/questions.h>

#include "entry/entry.h"
#include "moves/generators.h"

uint32_t pf_generate_legal(const pf_position *position, pf_move_list *list)
{
    if (PF_IS_VARIANT(position)) return pf_list_in_variant(position, list);
    return pf_generators_here()->list[PF_LEGAL](position, list);
}

uint32_t pf_count_legal(const pf_position *position)
{
    if (PF_IS_VARIANT(position)) return pf_count_in_variant(position);
#ifdef PF_SMALL_COUNT
    return pf_count_inlined(position);
#else
    return pf_generators_here()->count[PF_LEGAL](position);
#endif
}

bool pf_any_legal(const pf_position *position)
{
    if (PF_IS_VARIANT(position)) return pf_any_in_variant(position);
    return pf_generators_here()->any[PF_LEGAL](position) != 0;
}

uint32_t pf_generate(const pf_position *position, pf_category category, pf_move_list *list)
{
    if (PF_IS_VARIANT(position)) return pf_list_category_in_variant(position, category, list);
    return pf_category_exists(category) ? pf_generators_here()->list[category](position, list) : (list->size = 0);
}

/* PF_CAPTURES lists of each pawn's promotions only the one to a queen, and also those that do not capture. */
static uint32_t turn_into_captures(const pf_position *position, pf_move_list *list)
{
    const pf_bitboard theirs = position->by_colour[position->turn ^ 1u];
    uint32_t size = 0;
    for (uint32_t i = 0; i < list->size; i++) {
        pf_move move = list->moves[i];
        if (pf_move_kind_of(move) != PF_MOVE_PROMOTION || theirs & pf_bit(pf_move_to(move))) list->moves[size++] = move;
    }
    for (uint32_t i = 0, queens = size; i < queens; i++) {
        pf_move move = list->moves[i];
        if (pf_move_kind_of(move) != PF_MOVE_PROMOTION) continue;
        for (pf_piece_type type = PF_KNIGHT; type < PF_QUEEN; type++)
            list->moves[size++] = pf_move_of_promotion(pf_move_from(move), pf_move_to(move), type);
    }
    return list->size = size;
}

uint32_t pf_generate_captures(const pf_position *position, pf_move_list *list)
{
    if (!PF_IS_VARIANT(position)) {
        pf_generators_here()->list[PF_CAPTURES](position, list);
        return turn_into_captures(position, list);
    }
    uint32_t size = 0;
    pf_list_in_variant(position, list);
    for (uint32_t i = 0; i < list->size; i++)
        if (pf_move_captured_piece(position, list->moves[i]) != PF_NO_PIECE) list->moves[size++] = list->moves[i];
    return list->size = size;
}

uint32_t pf_count_moves(const pf_position *position, pf_category category)
{
    if (PF_IS_VARIANT(position)) {
        pf_move_list list;
        return pf_list_category_in_variant(position, category, &list);
    }
    return pf_category_exists(category) ? pf_generators_here()->count[category](position) : 0;
}

bool pf_any_move(const pf_position *position, pf_category category)
{
    if (PF_IS_VARIANT(position)) return pf_count_moves(position, category) != 0;
    return pf_category_exists(category) && pf_generators_here()->any[category](position) != 0;
}
