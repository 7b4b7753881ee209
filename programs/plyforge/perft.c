/* plyforge perft: counts the leaves of the tree of legal moves, as a whole or by root move. The counting itself is the
 * library's; here are the order of the lines, the progress and the time. */
#include "common.h"
#include "json.h"
#include "progress.h"

#include <stdio.h>

struct divide {
    const struct request *request;
    struct progress progress;
    struct root roots[PF_MOVE_LIST_CAPACITY];
    uint32_t size;
    pf_count nodes;
};

static bool on_root(void *context, pf_move move, pf_count nodes, uint32_t index, uint32_t total)
{
    struct divide *divide = context;
    struct root *root = &divide->roots[divide->size++];
    write_move(root->uci, move, divide->request);
    root->nodes = nodes;
    divide->nodes = pf_count_add(divide->nodes, nodes);
    progress_update(&divide->progress, index + 1, total, (index + 1.0) / total, divide->nodes);
    return true;
}

/* pf_perft_divide by the simplest code: the library's yardstick counts below each root move. */
static pf_count plain_divide(struct divide *divide, const pf_position *position, unsigned depth)
{
    if (depth == 0) return pf_count_of(1);
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        pf_count nodes = count_plain(&child, depth - 1, divide->request);
        on_root(divide, list.moves[i], nodes, i, list.size);
    }
    return divide->nodes;
}

static int run_perft(const struct request *request)
{
    unsigned depth = read_depth("DEPTH", request->operands[0]);
    if (request->show && request->json) refuse("--show and --json do not go together");
    pf_position position = requested_position(request);
    if (request->show) {
        print_board(&position);
        putchar('\n');
        flush_output();
    }

    struct divide divide = {.request = request, .progress = progress_begin("root moves")};
    pf_count nodes;
    double start = seconds_now();
    if (request->plain)
        nodes = plain_divide(&divide, &position, depth);
    else
        pf_perft_divide(&nodes, &position, depth, request->leaves, on_root, &divide);
    double seconds = seconds_now() - start;
    progress_erase(&divide.progress);
    sort_roots(divide.roots, divide.size);

    if (request->json) {
        char fen[PF_FEN_SIZE];
        write_fen(fen, &position, request);
        json_print_perft(fen, depth, nodes, seconds, request->divide ? divide.roots : NULL, divide.size);
        return STATUS_OK;
    }
    if (request->divide) {
        for (uint32_t i = 0; i < divide.size; i++)
            printf("%s: %s\n", divide.roots[i].uci, COUNT_TEXT(divide.roots[i].nodes));
        putchar('\n');
    }
    printf("Nodes searched: %s\n", COUNT_TEXT(nodes));
    flush_output();
    fprintf(stderr, "Time: %.3f s, speed: %.1f Mnps\n", seconds, speed(nodes, seconds) * 1e-6);
    return STATUS_OK;
}

const struct command perft_command = {
    .name = "perft",
    .operands = "DEPTH",
    .min_operands = 1,
    .max_operands = 1,
    .options = OPTIONS_POSITION | OPTION_SET(OPTION_SHOW) | OPTION_SET(OPTION_DIVIDE) | OPTION_SET(OPTION_NO_BULK) |
               OPTION_SET(OPTION_LIST_LEAVES) | OPTION_SET(OPTION_LEGALITY) | OPTION_SET(OPTION_SLIDERS) |
               OPTION_SET(OPTION_PLAIN) | OPTION_SET(OPTION_BACKEND) | OPTION_SET(OPTION_JSON),
    .summary = "count the sequences of DEPTH legal moves",
    .description = "Counts the sequences of DEPTH legal moves (0 to 255) from a position. The last line is\n"
                   "\"Nodes searched: N\"; time and speed go to standard error.",
    .example = "  plyforge perft 5 --divide --moves \"e2e4 e7e5\"",
    .run = run_perft,
};
