/* The staged picker with any hash move and killers: each legal move once, stages in order, each what it says. */
#include "line.h"

static bool fits_stage(const pf_position *position, pf_move move, pf_stage stage, const pf_picker_options *options)
{
    bool capture = pf_move_is_in_category(position, move, PF_CAPTURES);
    switch (stage) {
    case PF_STAGE_HASH: return move == options->hash;
    case PF_STAGE_WINNING_CAPTURES: return capture && pf_see(position, move) >= 0;
    case PF_STAGE_KILLERS:
        return !capture && (move == options->killers[0] || move == options->killers[1] || move == options->counter);
    case PF_STAGE_QUIETS: return !capture;
    case PF_STAGE_LOSING_CAPTURES: return capture && pf_see(position, move) < 0;
    case PF_STAGE_EVASIONS: return pf_position_checkers(position) != 0;
    default: return false;
    }
}

static void check_pick(const pf_position *position, pf_pick pick, const pf_picker_options *options,
                       const pf_move_list *expected)
{
    pf_picker picker;
    pf_move_list seen = {.size = 0}, wanted = *expected;
    pf_stage before = PF_STAGE_HASH;
    pf_picker_init(&picker, position, pick, options);
    for (pf_move move; (move = pf_picker_next(&picker)) != PF_NO_MOVE;) {
        pf_stage stage = pf_picker_stage(&picker);
        REQUIRE(stage >= before && fits_stage(position, move, stage, options));
        REQUIRE(seen.size < PF_MOVE_LIST_CAPACITY);
        seen.moves[seen.size++] = move;
        before = stage;
    }
    REQUIRE(pf_picker_stage(&picker) == PF_STAGE_DONE);
    require_same_moves(&seen, &wanted);
}

/* What the bytes say, or a legal move: both must be tried. */
static pf_move take_move(bytes *in, const pf_move_list *legal)
{
    uint16_t move = take_two(in);
    return move % 3 == 0 || legal->size == 0 ? move : legal->moves[move % legal->size];
}

static void check(const pf_position *position, bytes *in)
{
    pf_move_list legal, captures;
    pf_generate_legal(position, &legal);
    pf_picker_options options = {.hash = take_move(in, &legal)};
    options.killers[0] = take_move(in, &legal);
    options.killers[1] = take_move(in, &legal);
    options.counter = take_move(in, &legal);
    check_pick(position, PF_PICK_ALL, &options, &legal);
    pf_generate(position, pf_position_checkers(position) ? PF_EVASIONS : PF_CAPTURES, &captures);
    check_pick(position, PF_PICK_QUIESCENCE, &options, &captures);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    walk(data, size, check);
    return 0;
}
