/* What a GPU's threads do, done by the CPU, on random positions: moves are listed right before those of the next
 * thread, a node two plies above the leaves is sorted and its items are counted (perft/cuda/node.h), and a position is
 * played in four planes (perft/quad.h). All must say what the plainest code says. usage: gpu_nodes SEED POSITIONS */
#include "random_positions.h"

#include "perft/cuda/node.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FAILURES = 10 };
static unsigned failures;

static void fail(const pf_position *position, const char *what, uint64_t got, uint64_t wanted)
{
    char fen[PF_FEN_SIZE];
    if (failures++ >= MAX_FAILURES) return;
    pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_SHREDDER, PF_EP_LEGAL);
    printf("%s: %s is %llu, not %llu\n", fen, what, (unsigned long long)got, (unsigned long long)wanted);
}

PF_TEMPLATE uint64_t count_node(const pf_position *position, pf_colour us, pf_detail detail)
{
    enum { STRIDE = 3 }; /* columns side by side, as on a GPU */
    static uint32_t rows[PF_ITEM_ROWS * STRIDE];
    pf_quad quad = pf_quad_of(position);
    pf_items items = pf_items_in(rows, STRIDE);
    pf_checks_and_pins pins;
    pf_node_maps maps;
    uint64_t total = pf_sort_node(&items, &pins, &maps, position, us, detail, PF_SLIDERS_MAGIC);
    uint32_t changed = pf_items_size(&items, PF_ITEM_CHANGED), played = pf_items_size(&items, PF_ITEM_PLAYED);
    uint32_t king = pf_items_size(&items, PF_ITEM_KING), both = pf_items_size(&items, PF_ITEM_BOTH);
    uint32_t all = changed + played + king + both;
    if (all > PF_ITEM_ROWS / 2) fail(position, "items", all, PF_ITEM_ROWS / 2);
    for (uint32_t i = 0; i < changed; i++)
        total += pf_count_changed_item(position, pins, rows[pf_item_place(i, STRIDE, PF_ITEM_CHANGED)], us,
                                       PF_SLIDERS_MAGIC);
    for (uint32_t i = 0; i < king; i++)
        total += pf_count_king_item(position, rows[pf_item_place(i, STRIDE, PF_ITEM_KING)], us, PF_SLIDERS_MAGIC);
    for (uint32_t i = 0; i < both; i++)
        total += pf_count_both_item(position, pins, rows[pf_item_place(i, STRIDE, PF_ITEM_BOTH)], us, PF_SLIDERS_MAGIC);
    for (uint32_t i = 0; i < played; i++)
        total += pf_count_played_item(&quad, rows[pf_item_place(i, STRIDE, PF_ITEM_PLAYED)], us, PF_SLIDERS_MAGIC);
    return total;
}

/* The list, and that nothing behind it is touched. */
static void check_list(const pf_position *position, const pf_move_list *wanted)
{
    enum { UNTOUCHED = 0xabcd };
    pf_move list[PF_MOVE_LIST_CAPACITY];
    for (uint32_t i = 0; i < PF_MOVE_LIST_CAPACITY; i++) list[i] = UNTOUCHED;
    uint32_t size = position->turn == PF_WHITE
                        ? pf_generate_body(position, list, PF_WHITE, PF_SINK_LIST, PF_SLIDERS_MAGIC)
                        : pf_generate_body(position, list, PF_BLACK, PF_SINK_LIST, PF_SLIDERS_MAGIC);
    if (size != wanted->size) fail(position, "the number of moves", size, wanted->size);
    for (uint32_t i = 0; i < size; i++)
        if (!pf_move_list_contains(wanted, list[i])) fail(position, "a listed move", list[i], 0);
    for (uint32_t i = size; i < PF_MOVE_LIST_CAPACITY; i++)
        if (list[i] != UNTOUCHED) fail(position, "what follows the list", list[i], UNTOUCHED);
}

static void check(const pf_position *position)
{
    /* A quad knows the en passant square only where it matters, and so do a GPU's positions. */
    pf_quad quad = pf_quad_of(position);
    pf_position known = pf_position_of_quad(&quad, position->turn);
    uint64_t wanted = pf_perft_plain(position, 2, PF_PERFT_BULK).lo;
    uint64_t rough = known.turn == PF_WHITE ? count_node(&known, PF_WHITE, PF_ROUGH)
                                            : count_node(&known, PF_BLACK, PF_ROUGH);
    uint64_t fine = known.turn == PF_WHITE ? count_node(&known, PF_WHITE, PF_FINE)
                                           : count_node(&known, PF_BLACK, PF_FINE);
    if (rough != wanted) fail(position, "perft(2)", rough, wanted);
    if (fine != wanted) fail(position, "perft(2) with numbers for all squares", fine, wanted);

    pf_move_list list;
    pf_generate_legal(position, &list);
    check_list(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        pf_quad played = pf_quad_of(&child);
        pf_quad after = known.turn == PF_WHITE
                            ? pf_quad_after(&quad, list.moves[i], PF_WHITE, PF_EP_IF_LEGAL, PF_SLIDERS_MAGIC)
                            : pf_quad_after(&quad, list.moves[i], PF_BLACK, PF_EP_IF_LEGAL, PF_SLIDERS_MAGIC);
        if (!pf_quad_equal(&played, &after)) fail(position, "the position after a move with number", i, i);
    }
}

/* Positions in which the numbers of squares overflow: random ones hardly have so many queens. */
static void check_crowded(void)
{
    static const char *const fens[] = {
        "k2q4/q7/4K3/8/q6q/5N2/8/q2q2q1 w - - 0 1", /* too much is hidden behind d4, */
        "k7/8/4K3/8/q2N4/8/8/q2q2q1 w - - 0 1",     /* or opened when the knight leaves it */
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        pf_position position;
        pf_error error;
        if (pf_position_from_fen(&position, fens[i], strlen(fens[i]), PF_ACCEPT_STRICT, NULL, &error) != PF_OK) {
            printf("%s: %s\n", fens[i], error.message);
            failures++;
            continue;
        }
        check(&position);
    }
}

int main(int count, char **words)
{
    if (count != 3) {
        fprintf(stderr, "usage: gpu_nodes SEED POSITIONS\n");
        return 2;
    }
    random_stream random = {strtoull(words[1], NULL, 10)};
    unsigned long positions = strtoul(words[2], NULL, 10);
    check_crowded();
    for (unsigned long i = 0; i < positions && failures < MAX_FAILURES; i++) {
        bool chess960 = i & 1;
        pf_position position = i & 2 ? random_reachable_position(&random, chess960)
                                     : random_set_up_position(&random, chess960);
        check(&position);
        pf_move_list list;
        pf_generate_legal(&position, &list);
        if (list.size == 0) continue;
        pf_position_play_unchecked(&position, random_move(&random, list.moves, list.size));
        check(&position);
    }
    printf("%lu positions, %u failures\n", positions, failures);
    return failures > 0 || positions == 0;
}
