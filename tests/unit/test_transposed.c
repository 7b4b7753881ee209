/* The children of a bucket: each is the position that playing the move gives, and merging loses no way, also where a
 * part has no room for them. */
#include "support.h"

#include <inttypes.h>
#include <stdlib.h>

#include "perft/two_ply/transposed.h"

/* What pf_use_part was given. */
typedef struct used {
    uint64_t positions, ways;
    pf_record last;
} used;

static void use(pf_transposed *children, uint32_t part, uint32_t size)
{
    used *it = children->context;
    for (uint32_t i = 0; i < size; i++) {
        it->ways += children->records[part][i].ways;
        it->last = children->records[part][i];
    }
    it->positions += size;
}

static pf_transposed *create(used *it)
{
    pf_transposed *children = calloc(1, sizeof *children);
    assert_non_null(children);
    children->use = use;
    children->context = it;
    return children;
}

static void children_are_what_play_gives(void **state)
{
    (void)state;
    test_random random = {7};
    unsigned moves = 0;
    for (int i = 0; i < 5000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        pf_quad quad = pf_quad_of(&position);
        pf_position unpacked = pf_position_of_quad(&quad, position.turn);
        pf_mover mover = pf_mover_of(&quad, &unpacked, position.turn);
        pf_move_list list;
        pf_generate_legal(&position, &list);
        for (uint32_t m = 0; m < list.size; m++) {
            pf_position played = position;
            pf_position_play_unchecked(&played, list.moves[m]);
            pf_quad expected = pf_quad_of(&played);
            pf_quad moved = pf_quad_moved(&mover, &quad, list.moves[m], position.turn, PF_SLIDERS_MAGIC);
            assert_memory_equal(&moved, &expected, sizeof moved);
            moves++;
        }
    }
    print_message("%u moves\n", moves);
    assert_true(moves > 50000);
}

/* Gathers the children of all positions after three plies: many more than one part has room for. */
static void gather(pf_transposed *children, const pf_position *position, unsigned depth, uint64_t *ways)
{
    pf_move_list list;
    pf_generate_legal(position, &list);
    if (depth == 0) {
        pf_record parent = {pf_quad_of(position), 1 + *ways % 3};
        *ways += parent.ways * list.size;
        pf_fastest_counters(PF_VARIANT_STANDARD).gather_transposed(children, &parent, position->turn);
        return;
    }
    for (uint32_t m = 0; m < list.size; m++) {
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[m]);
        gather(children, &child, depth - 1, ways);
    }
}

static void no_way_is_lost(void **state)
{
    (void)state;
    pf_position position = position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    const uint64_t parents[] = {1, 100, 5000};
    uint64_t fewest = UINT64_MAX;
    for (size_t i = 0; i < sizeof parents / sizeof *parents; i++) {
        used it = {0};
        uint64_t ways = 0;
        pf_transposed *children = create(&it);
        pf_transposed_begin(children, parents[i]);
        gather(children, &position, 2, &ways);
        pf_transposed_end(children);
        assert_true(it.ways == ways && it.positions < ways);
        /* The more parts, the fewer duplicates are missed. */
        assert_true(it.positions <= fewest);
        fewest = it.positions;
        free(children);
    }
    print_message("%" PRIu64 " distinct positions\n", fewest);
}

static void equal_children_are_one(void **state)
{
    (void)state;
    used it = {0};
    pf_transposed *children = create(&it);
    pf_position position = position_of("7k/8/8/8/8/8/8/K7 w - - 0 1");
    pf_record parent = {pf_quad_of(&position), 5};
    pf_transposed_begin(children, 2);
    for (int i = 0; i < 2; i++) pf_fastest_counters(PF_VARIANT_STANDARD).gather_transposed(children, &parent, PF_WHITE);
    pf_transposed_end(children);
    assert_true(it.positions == 3 && it.ways == 30 && it.last.ways == 10);
    free(children);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_are_what_play_gives),
        cmocka_unit_test(no_way_is_lost),
        cmocka_unit_test(equal_children_are_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
