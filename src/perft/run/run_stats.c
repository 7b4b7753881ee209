/* Perft with the columns of the published tables, which break down the moves of the last ply by kind. Every move of the
 * tree is examined, so this is far slower than counting; merge/merge_stats.c is tested against it. */
#include <plyforge/moves.h>
#include <plyforge/perft.h>
#include <plyforge/play.h>
#include <plyforge/questions.h>

#include "perft/classes.h"
#include "perft/perft.h"

/* The class of the check that a move gives; 0, which is none, if it gives no check. */
static uint32_t class_of_check(const pf_position *position, pf_move move)
{
    pf_check check = pf_move_gives_check(position, move);
    if (!check) return 0;
    pf_check_kind by = check & PF_CHECK_DIRECT ? PF_CHECK_KIND_DIRECT : PF_CHECK_KIND_DISCOVERED;
    if (check & PF_CHECK_DOUBLE) by = check & PF_CHECK_DIRECT ? PF_CHECK_KIND_DOUBLE : PF_CHECK_KIND_DOUBLE_DISCOVERED;
    pf_position after = *position;
    pf_position_play_unchecked(&after, move);
    return PF_CLASS_CHECKS + 2u * by + !pf_any_legal(&after);
}

static void classify(uint32_t *classes, const pf_position *position, const pf_move_list *list)
{
    for (unsigned i = 0; i < PF_CLASSES; i++) classes[i] = 0;
    classes[PF_CLASS_NODES] = list->size;
    for (uint32_t i = 0; i < list->size; i++) {
        pf_move move = list->moves[i];
        pf_move_kind kind = pf_move_kind_of(move);
        classes[PF_CLASS_CAPTURES] += pf_move_captured_piece(position, move) != PF_NO_PIECE;
        classes[PF_CLASS_EN_PASSANT] += kind == PF_MOVE_EN_PASSANT;
        classes[PF_CLASS_CASTLES] += kind == PF_MOVE_CASTLING;
        classes[PF_CLASS_PROMOTIONS] += kind == PF_MOVE_PROMOTION || pf_move_is_king_promotion(move);
        uint32_t check = class_of_check(position, move);
        if (check) classes[check]++;
    }
}

void pf_classify_plainly(uint32_t *classes, const pf_position *position)
{
    pf_move_list list;
    pf_generate_legal(position, &list);
    classify(classes, position, &list);
}

static void walk(pf_perft_row *rows, const pf_position *position, unsigned depth)
{
    pf_move_list list;
    uint32_t classes[PF_CLASSES];
    pf_generate_legal(position, &list);
    classify(classes, position, &list);
    for (unsigned i = 0; i < PF_CLASSES; i++) pf_row_add(rows, i, pf_count_of(classes[i]));
    for (uint32_t i = 0; depth > 1 && i < list.size; i++) {
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        walk(rows + 1, &child, depth - 1);
    }
}

void pf_perft_stats(pf_perft_row *rows, const pf_position *position, unsigned depth)
{
    static const pf_perft_row none;
    depth = pf_perft_limited(depth);
    for (unsigned i = 0; i <= depth; i++) rows[i] = none;
    rows[0].nodes = pf_count_of(1);
    if (depth > 0) walk(rows + 1, position, depth);
}
