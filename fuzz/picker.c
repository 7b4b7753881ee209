/* The staged picker with any hash move and killers: each legal move once, stages in order, each what it says. */
#include "line.h"

static bool fits_stage(const pf_position *position, pf_move move, pf_stage stage, const pf_picker_options *options)
{
    bool capture = pf_move_is_in_category(position, move, PF_CAPTURES);
    bool wins = pf_see_at_least_with(position, move, options->threshold, options->values);
    switch (stage) {
    case PF_STAGE_HASH: return move == options->hash;
    case PF_STAGE_WINNING_CAPTURES: return capture && wins;
    case PF_STAGE_KILLERS:
        return !capture && (move == options->killers[0] || move == options->killers[1] || move == options->counter);
    case PF_STAGE_QUIETS: return !capture;
    case PF_STAGE_QUIET_CHECKS: return pf_move_is_in_category(position, move, PF_QUIET_CHECKS);
    case PF_STAGE_LOSING_CAPTURES: return capture && !wins;
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

    /* The low bits of the hash move are as good as any others for a threshold. */
    static const int32_t values[5] = {100, 320, 330, 500, 950};
    options.threshold = options.hash % 1024 - 512;
    options.values = values;
    pf_move_list checks = {.size = 0};
    if (!pf_position_checkers(position)) pf_generate(position, PF_QUIET_CHECKS, &checks);
    for (uint32_t i = 0; i < checks.size; i++) captures.moves[captures.size++] = checks.moves[i];
    check_pick(position, PF_PICK_QUIESCENCE_CHECKS, &options, &captures);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    walk(data, size, check);
    return 0;
}
