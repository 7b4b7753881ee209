/* The staged picker. Moves are generated a stage at a time, so that a cutoff saves the rest of the work. Only legal
 * moves are generated: here that costs less than generating pseudo-legal moves and testing one or two of them. */
#include <plyforge/picker.h>
#include <plyforge/questions.h>

#include "board/view.h"
#include "moves/see.h"

/* The next step. The steps of a stage are adjacent: generating its moves, then returning them. */
enum {
    STEP_HASH,
    STEP_MAKE_CAPTURES,
    STEP_GIVE_CAPTURES,
    STEP_KILLERS, /* two killers and the counter move, one step each */
    STEP_COUNTER = STEP_KILLERS + 2,
    STEP_MAKE_QUIETS,
    STEP_GIVE_QUIETS,
    STEP_MAKE_QUIET_CHECKS,
    STEP_GIVE_QUIET_CHECKS,
    STEP_BEGIN_LOSING,
    STEP_GIVE_LOSING,
    STEP_MAKE_EVASIONS,
    STEP_GIVE_EVASIONS,
    STEP_DONE
};

void pf_picker_init(pf_picker *picker, const pf_position *position, pf_pick pick, const pf_picker_options *options)
{
    static const pf_picker_options none = {.hash = PF_NO_MOVE};
    picker->position = *position;
    picker->options = options ? *options : none;
    for (unsigned i = 0; i < 3; i++) picker->specials[i] = PF_NO_MOVE;
    picker->step = STEP_HASH;
    picker->stage = PF_STAGE_DONE;
    picker->pick = (uint8_t)pick;
    picker->skip_quiets = false;
    picker->next = picker->end = picker->losing = 0;
}

pf_stage pf_picker_stage(const pf_picker *picker)
{
    return (pf_stage)picker->stage;
}

void pf_picker_skip_quiets(pf_picker *picker)
{
    picker->skip_quiets = true;
}

/* ---- Scores ---- */

/* Scores a capture or promotion by its immediate gain, then by the piece that makes it: pawns first, the king last. */
static int32_t capture_score(const pf_picker *picker, pf_move move)
{
    const pf_position *position = &picker->position;
    const int32_t *values = picker->options.values;
    pf_square to = pf_move_to(move);
    int32_t gain = 0;
    if (pf_move_kind_of(move) == PF_MOVE_EN_PASSANT) gain = pf_see_value(PF_PAWN, values);
    if (position->by_colour[position->turn ^ 1] & pf_bit(to)) gain = pf_see_value(pf_type_at(position, to), values);
    if (pf_move_kind_of(move) == PF_MOVE_PROMOTION)
        gain += pf_see_value(pf_move_promotion(move), values) - pf_see_value(PF_PAWN, values);
    return gain * 8 - (int32_t)pf_type_at(position, pf_move_from(move));
}

static int32_t quiet_score(const pf_picker *picker, pf_move move)
{
    return picker->options.quiet_scores ? picker->options.quiet_scores[move & 4095u] : 0;
}

/* Captures score above all quiets, whatever scores the caller gives those. */
static int32_t evasion_score(const pf_picker *picker, pf_move move)
{
    enum { CAPTURES_FROM = INT32_MAX - (1 << 20), QUIETS_TO = CAPTURES_FROM - (1 << 20) };
    pf_square to = pf_move_to(move);
    bool takes = (picker->position.by_colour[picker->position.turn ^ 1] & pf_bit(to)) ||
                 pf_move_kind_of(move) == PF_MOVE_EN_PASSANT;
    if (takes) return CAPTURES_FROM + capture_score(picker, move);
    int32_t score = quiet_score(picker, move);
    return score < QUIETS_TO ? score : QUIETS_TO;
}

static int32_t score_of(const pf_picker *picker, pf_move move, pf_stage stage)
{
    if (picker->options.score) return picker->options.score(picker->options.context, &picker->position, move, stage);
    switch (stage) {
    case PF_STAGE_WINNING_CAPTURES: return capture_score(picker, move);
    case PF_STAGE_EVASIONS: return evasion_score(picker, move);
    default: return quiet_score(picker, move);
    }
}

/* ---- Moves ---- */

static bool was_given(const pf_picker *picker, pf_move move)
{
    return move == picker->options.hash || move == picker->specials[0] || move == picker->specials[1] ||
           move == picker->specials[2];
}

/* Adds the moves of the category that were not returned yet, with their scores, after the losing captures. */
static void make(pf_picker *picker, pf_category category, pf_stage stage)
{
    pf_move_list list;
    pf_generate(&picker->position, category, &list);
    picker->next = picker->end = picker->losing;
    for (uint32_t i = 0; i < list.size; i++) {
        if (was_given(picker, list.moves[i])) continue;
        pf_scored_move *scored = &picker->moves[picker->end++];
        scored->move = list.moves[i];
        scored->score = score_of(picker, list.moves[i], stage);
        scored->extra = 0;
    }
}

/* Takes the best remaining move, the first one if several are equal; PF_NO_MOVE if none is left. */
static pf_move take_best(pf_picker *picker)
{
    if (picker->next == picker->end) return PF_NO_MOVE;
    unsigned best = picker->next;
    for (unsigned i = best + 1; i < picker->end; i++)
        if (picker->moves[i].score > picker->moves[best].score) best = i;
    pf_scored_move picked = picker->moves[best];
    for (; best > picker->next; best--) picker->moves[best] = picker->moves[best - 1];
    picker->moves[picker->next++] = picked;
    return picked.move;
}

/* Takes the best remaining winning capture. Losing captures are set aside in the space of moves that were already
 * returned. */
static pf_move take_winning(pf_picker *picker)
{
    if (!pf_has_exchanges(&picker->position)) return take_best(picker);
    for (pf_move move; (move = take_best(picker)) != PF_NO_MOVE;) {
        if (pf_see_reaches(&picker->position, move, picker->options.threshold, picker->options.values)) return move;
        picker->moves[picker->losing++] = picker->moves[picker->next - 1];
    }
    return PF_NO_MOVE;
}

/* Generates quiets or quiet checks, unless they are skipped; returning them is the next step. */
static void make_quiets(pf_picker *picker, pf_category category, pf_stage stage)
{
    if (!picker->skip_quiets) make(picker, category, stage);
    picker->step++;
}

/* Takes the best of the remaining moves; if none is left, the losing captures come next. */
static pf_move take_quiet(pf_picker *picker)
{
    pf_move move = picker->skip_quiets ? PF_NO_MOVE : take_best(picker);
    if (move == PF_NO_MOVE) picker->step = STEP_BEGIN_LOSING;
    return move;
}

/* Whether the hash move is one of the moves that this picker returns. */
static bool gives_hash(const pf_picker *picker, bool in_check)
{
    const pf_position *position = &picker->position;
    pf_move hash = picker->options.hash;
    if (in_check || picker->pick == PF_PICK_ALL) return pf_move_is_legal(position, hash);
    return pf_move_is_in_category(position, hash, PF_CAPTURES) ||
           (picker->pick == PF_PICK_QUIESCENCE_CHECKS && pf_move_is_in_category(position, hash, PF_QUIET_CHECKS));
}

static pf_move take_hash(pf_picker *picker, bool in_check)
{
    if (!gives_hash(picker, in_check)) picker->options.hash = PF_NO_MOVE;
    return picker->options.hash;
}

/* The step after the winning captures. */
static uint8_t step_after_captures(const pf_picker *picker)
{
    if (picker->pick == PF_PICK_ALL) return STEP_KILLERS;
    return picker->pick == PF_PICK_QUIESCENCE_CHECKS ? STEP_MAKE_QUIET_CHECKS : STEP_BEGIN_LOSING;
}

static pf_move take_special(pf_picker *picker, unsigned index)
{
    pf_move move = index < 2 ? picker->options.killers[index] : picker->options.counter;
    if (picker->skip_quiets || move == PF_NO_MOVE || was_given(picker, move)) return PF_NO_MOVE;
    if (!pf_move_is_in_category(&picker->position, move, PF_QUIETS)) return PF_NO_MOVE;
    picker->specials[index] = move;
    return move;
}

static pf_move give(pf_picker *picker, pf_move move, pf_stage stage)
{
    picker->stage = (uint8_t)stage;
    return move;
}

pf_move pf_picker_next(pf_picker *picker)
{
    for (;;) {
        pf_move move;
        switch (picker->step) {
        case STEP_HASH: {
            bool in_check = pf_position_in_check(&picker->position);
            picker->step = in_check ? STEP_MAKE_EVASIONS : STEP_MAKE_CAPTURES;
            move = take_hash(picker, in_check);
            if (move != PF_NO_MOVE) return give(picker, move, PF_STAGE_HASH);
            break;
        }
        case STEP_MAKE_CAPTURES:
            make(picker, PF_CAPTURES, PF_STAGE_WINNING_CAPTURES);
            picker->step = STEP_GIVE_CAPTURES;
            break;
        case STEP_GIVE_CAPTURES:
            move = take_winning(picker);
            if (move != PF_NO_MOVE) return give(picker, move, PF_STAGE_WINNING_CAPTURES);
            picker->step = step_after_captures(picker);
            break;
        case STEP_KILLERS:
        case STEP_KILLERS + 1:
        case STEP_COUNTER:
            move = take_special(picker, picker->step++ - (unsigned)STEP_KILLERS);
            if (move != PF_NO_MOVE) return give(picker, move, PF_STAGE_KILLERS);
            break;
        case STEP_MAKE_QUIETS: make_quiets(picker, PF_QUIETS, PF_STAGE_QUIETS); break;
        case STEP_GIVE_QUIETS:
            move = take_quiet(picker);
            if (move != PF_NO_MOVE) return give(picker, move, PF_STAGE_QUIETS);
            break;
        case STEP_MAKE_QUIET_CHECKS: make_quiets(picker, PF_QUIET_CHECKS, PF_STAGE_QUIET_CHECKS); break;
        case STEP_GIVE_QUIET_CHECKS:
            move = take_quiet(picker);
            if (move != PF_NO_MOVE) return give(picker, move, PF_STAGE_QUIET_CHECKS);
            break;
        case STEP_BEGIN_LOSING:
            picker->next = 0;
            picker->step = STEP_GIVE_LOSING;
            break;
        case STEP_GIVE_LOSING:
            /* They were set aside in the right order. */
            if (picker->next < picker->losing)
                return give(picker, picker->moves[picker->next++].move, PF_STAGE_LOSING_CAPTURES);
            picker->step = STEP_DONE;
            break;
        case STEP_MAKE_EVASIONS:
            make(picker, PF_EVASIONS, PF_STAGE_EVASIONS);
            picker->step = STEP_GIVE_EVASIONS;
            break;
        case STEP_GIVE_EVASIONS:
            move = take_best(picker);
            if (move != PF_NO_MOVE) return give(picker, move, PF_STAGE_EVASIONS);
            picker->step = STEP_DONE;
            break;
        default: return give(picker, PF_NO_MOVE, PF_STAGE_DONE);
        }
    }
}
