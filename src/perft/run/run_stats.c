/* Perft with the columns of the published tables: what kind of moves the last ply consists of. Every move of the tree
 * is examined, so this is far slower than counting; it is what merge/stats.c is tested against. */
#include <plyforge/moves.h>
#include <plyforge/perft.h>
#include <plyforge/play.h>
#include <plyforge/questions.h>

#include "perft/classes.h"

static void add(pf_count *count, bool condition)
{
    *count = pf_count_add(*count, pf_count_of(condition));
}

static void tally(pf_perft_row *row, const pf_position *position, pf_move move)
{
    pf_move_kind kind = pf_move_kind_of(move);
    add(&row->nodes, true);
    add(&row->captures, pf_move_captured_piece(position, move) != PF_NO_PIECE);
    add(&row->en_passant, kind == PF_MOVE_EN_PASSANT);
    add(&row->castles, kind == PF_MOVE_CASTLING);
    add(&row->promotions, kind == PF_MOVE_PROMOTION);

    pf_check check = pf_move_gives_check(position, move);
    if (!check) return;
    pf_check_kind by = check & PF_CHECK_DIRECT ? PF_CHECK_KIND_DIRECT : PF_CHECK_KIND_DISCOVERED;
    if (check & PF_CHECK_DOUBLE) by = check & PF_CHECK_DIRECT ? PF_CHECK_KIND_DOUBLE : PF_CHECK_KIND_DOUBLE_DISCOVERED;
    pf_position after = *position;
    pf_position_play_unchecked(&after, move);
    pf_row_add(row, PF_CLASS_CHECKS + 2u * by + !pf_any_legal(&after), pf_count_of(1));
}

static void walk(pf_perft_row *rows, const pf_position *position, unsigned depth)
{
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        tally(rows, position, list.moves[i]);
        if (depth == 1) continue;
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        walk(rows + 1, &child, depth - 1);
    }
}

void pf_perft_stats(pf_perft_row *rows, const pf_position *position, unsigned depth)
{
    static const pf_perft_row none;
    if (depth > PF_PERFT_MAX_DEPTH) depth = PF_PERFT_MAX_DEPTH;
    for (unsigned i = 0; i <= depth; i++) rows[i] = none;
    rows[0].nodes = pf_count_of(1);
    if (depth > 0) walk(rows + 1, position, depth);
}
