/* Predecessors: each is a valid position that leads here by its move, no two are the same, and a position is among the
 * predecessors of what a move makes of it. */
#include "line.h"

static const pf_retro_options everything = {
    .accept = PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, .castling = PF_RETRO_CASTLING_ALL, .ep = PF_RETRO_EP_ALL};

static void check_predecessors(const pf_position *position, const pf_retro_options *options)
{
    pf_predecessors all;
    pf_position before;
    pf_retraction how;
    uint64_t count = 0;
    pf_predecessors_init(&all, position, options);
    REQUIRE(all.list.size <= PF_UNMOVE_LIST_CAPACITY);
    while (pf_predecessors_next(&all, &before, &how)) {
        pf_setup setup;
        pf_setup_from_position(&setup, &before);
        pf_problems problems = pf_setup_problems(&setup, PF_ACCEPT_CHESS960);
        bool lenient = (options->accept & PF_ACCEPT_LENIENT) != 0;
        REQUIRE((problems & (lenient ? (pf_problems)PF_PROBLEM_FATAL : (pf_problems)PF_PROBLEM_ALL)) == 0);
        REQUIRE(before.key == pf_position_compute_key(&before));
        REQUIRE(pf_position_play(&before, how.move, NULL) == PF_OK && pf_position_equal(&before, position));
        count++;
    }
    REQUIRE(count == pf_count_predecessors(position, options));
}

static void check_found(const pf_position *position, pf_move move)
{
    pf_position child = *position;
    pf_piece taken = pf_move_captured_piece(position, move);
    pf_retraction how = {.castling = position->castling, .move = move, .ep_square = position->ep_square};
    how.captured = (uint8_t)(taken == PF_NO_PIECE ? PF_NO_PIECE_TYPE : pf_piece_type_of(taken));
    pf_position_play_unchecked(&child, move);
    pf_position back = child;
    REQUIRE(pf_position_unplay(&back, &how, NULL) == PF_OK);
    REQUIRE(pf_position_equal(&back, position) && back.ep_square == position->ep_square);
}

/* What any bytes say is taken back, or refused and nothing changed. */
static void check_any(const pf_position *position, bytes *in)
{
    pf_retraction how = {.castling = position->castling, .move = take_two(in)};
    how.captured = take_byte(in);
    how.ep_square = take_byte(in);
    pf_position back = *position;
    if (pf_position_unplay(&back, &how, NULL) == PF_OK)
        REQUIRE(pf_position_play(&back, how.move, NULL) == PF_OK && pf_position_equal(&back, position));
    else
        REQUIRE(memcmp(&back, position, sizeof back) == 0);
}

/* Options that the bytes choose. */
static pf_retro_options take_options(const pf_position *position, bytes *in)
{
    pf_retro_options options = {.castling = take_byte(in) % 2, .ep = take_byte(in) % 3};
    options.accept = take_byte(in) & (PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960);
    options.no_unpromotions = take_byte(in) % 2;
    options.use_pockets = take_byte(in) % 2;
    for (unsigned type = 0; options.use_pockets && type < 5; type++)
        options.pockets[position->turn][type] = take_byte(in) % 2;
    return options;
}

/* One question for each position, because they take long. */
static void check(const pf_position *position, bytes *in)
{
    pf_move_list list;
    pf_retro_options options;
    switch (take_byte(in) % 8) {
    case 0: check_predecessors(position, &everything); break;
    case 1:
        options = take_options(position, in);
        check_predecessors(position, &options);
        break;
    case 2: check_any(position, in); break;
    case 3:
        if (pf_generate_legal(position, &list) > 0) check_found(position, list.moves[take_byte(in) % list.size]);
        break;
    default: break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    walk(data, size, check);
    return 0;
}
