/* Predecessors: each unmove is combined with each piece that it could have captured, and with each set of castling
 * rights and each en passant square that was possible before it. */
#include "moves/retro.h"

#include "base/text.h"
#include "board/key.h"

/* In a set of en passant squares, a1 means that there is none: a pawn never jumps over a1. */
enum { NO_EP = 1 };

void pf_predecessors_init(pf_predecessors *all, const pf_position *position, const pf_retro_options *options)
{
    all->position = *position;
    all->options = pf_retro_options_of(position, options);
    pf_generate_unmoves(position, options, &all->list);
    all->next = 0;
    all->captured = 0;
    all->has_rights = false;
    all->ep_squares = 0;
}

/* The rights that the move could have removed: those of a rook that it moves or captures, and those of all rooks on the
 * king's rank if it moves the king. Whether they were consistent is tested later. */
static pf_bitboard lost_rights(const pf_position *before, pf_move move)
{
    pf_bitboard rooks = before->by_type[PF_ROOK];
    pf_bitboard from = pf_bit(pf_move_from(move));
    pf_bitboard lost = (from | pf_bit(pf_move_to(move))) & rooks;
    if (before->by_type[PF_KING] & from)
        lost |= rooks & before->by_colour[before->turn] & pf_relative_rank(0, before->turn);
    return lost & (PF_RANK_1 | PF_RANK_8);
}

/* The en passant squares that the options allow. */
static pf_bitboard ep_choices(const pf_predecessors *all, pf_move move)
{
    pf_position before = all->before;
    if (pf_move_kind_of(move) == PF_MOVE_EN_PASSANT) return pf_bit(pf_move_to(move));
    pf_bitboard choices = NO_EP;
    if (all->options.ep == PF_RETRO_EP_NONE) return choices;
    for (pf_bitboard squares = pf_relative_rank(5, before.turn); squares;) {
        pf_square square = pf_pop_lowest(&squares);
        before.ep_square = (uint8_t)square;
        if (!pf_ep_is_possible(&before, square)) continue;
        if (all->options.ep == PF_RETRO_EP_LEGAL && !pf_ep_is_legal(&before, PF_SLIDERS_MAGIC)) continue;
        if (pf_checks_can_arise(&before, square, all->options.accept)) choices |= pf_bit(square);
    }
    return choices;
}

/* Advances to the next type that the current move could have captured, or to the next move; false at the end. */
static bool next_board(pf_predecessors *all)
{
    if (!all->captured) {
        if (all->next == all->list.size) return false;
        const pf_unmove *unmove = &all->list.unmoves[all->next++];
        all->current.move = unmove->move;
        all->captured = unmove->captured;
    }
    all->current.captured = (uint8_t)pf_lowest(all->captured);
    all->captured &= (pf_type_set)(all->captured - 1);
    all->before = pf_board_before(&all->position, all->current.move, all->current.captured);
    all->candidates = lost_rights(&all->before, all->current.move) & ~all->position.castling;
    all->rights = 0;
    all->has_rights = true;
    all->ep_choices = ep_choices(all, all->current.move);
    return true;
}

/* Whether the rights before the move, that is, the rights of the position and these additional ones, match the
 * options. */
static bool rights_are_right(const pf_predecessors *all, pf_bitboard rights)
{
    pf_bitboard needed = 0;
    if (pf_move_kind_of(all->current.move) == PF_MOVE_CASTLING) needed = pf_bit(pf_move_to(all->current.move));
    if (needed & ~rights) return false;
    if (all->options.castling == PF_RETRO_CASTLING_SAME) return rights == needed;
    pf_problems problems = 0;
    pf_valid_castling(&all->before, all->position.castling | rights, all->options.accept, &problems);
    return problems == 0;
}

/* Advances to the next set of rights for the current board; false if there is none. */
static bool next_rights(pf_predecessors *all)
{
    while (all->has_rights) {
        pf_bitboard rights = all->rights;
        /* The next subset of candidates, or 0 after the last one. */
        all->rights = (rights - all->candidates) & all->candidates;
        all->has_rights = all->rights != 0;
        if (!rights_are_right(all, rights)) continue;
        all->current.castling = all->position.castling | rights;
        all->ep_squares = all->ep_choices;
        return true;
    }
    return false;
}

bool pf_predecessors_next(pf_predecessors *all, pf_position *out, pf_retraction *how)
{
    while (!all->ep_squares)
        if (!next_rights(all) && !next_board(all)) return false;
    pf_square ep_square = pf_pop_lowest(&all->ep_squares);
    all->current.ep_square = ep_square ? (uint8_t)ep_square : (uint8_t)PF_NO_SQUARE;
    if (how) *how = all->current;
    if (out) {
        *out = all->before;
        out->castling = all->current.castling;
        out->ep_square = all->current.ep_square;
        out->key = pf_position_compute_key(out);
    }
    return true;
}

bool pf_position_has_predecessor(const pf_position *position)
{
    static const pf_retro_options open = {.castling = PF_RETRO_CASTLING_ALL, .ep = PF_RETRO_EP_ALL};
    pf_predecessors all;
    pf_predecessors_init(&all, position, &open);
    return pf_predecessors_next(&all, NULL, NULL);
}

uint64_t pf_count_predecessors(const pf_position *position, const pf_retro_options *options)
{
    pf_predecessors all;
    uint64_t count = 0;
    pf_predecessors_init(&all, position, options);
    while (pf_predecessors_next(&all, NULL, NULL)) count++;
    return count;
}

void pf_position_unplay_unchecked(pf_position *position, const pf_retraction *retraction)
{
    pf_position before = pf_board_before(position, retraction->move, retraction->captured);
    before.castling = retraction->castling;
    before.ep_square = retraction->ep_square;
    before.key = pf_position_compute_key(&before);
    *position = before;
}

pf_status pf_position_unplay(pf_position *position, const pf_retraction *retraction, pf_error *error)
{
    static const pf_retro_options open = {
        .accept = PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, .castling = PF_RETRO_CASTLING_ALL, .ep = PF_RETRO_EP_ALL};
    pf_predecessors all;
    pf_position before;
    pf_retraction how;
    pf_predecessors_init(&all, position, &open);
    while (pf_predecessors_next(&all, &before, &how)) {
        if (how.move != retraction->move || how.captured != retraction->captured) continue;
        if (how.castling != retraction->castling || how.ep_square != retraction->ep_square) continue;
        *position = before;
        return PF_OK;
    }
    return pf_fail(error, PF_ERROR_MOVE_ILLEGAL, 0, "no position leads to this one by that move");
}
