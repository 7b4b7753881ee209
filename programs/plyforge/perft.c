/* plyforge perft: counts the leaves of the tree of legal moves, as a whole or by root move. The counting itself is the
 * library's; here are the order of the lines, the progress and the time. */
#include "common.h"
#include "json.h"
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        pf_count nodes = pf_perft_plain(&child, depth - 1, divide->request->leaves);
        on_root(divide, list.moves[i], nodes, i, list.size);
    }
    return divide->nodes;
}

/* Columns as wide as their widest cell, numbers to the right. */
static void print_stats(const pf_perft_row *rows, unsigned depth)
{
    enum { COLUMNS = 11 };
    static const char *const names[COLUMNS] = {"Depth",  "Nodes",      "Captures", "E.p.",  "Castles",     "Promotions",
                                               "Checks", "Discovered", "Double",   "Mates", "Checks-Mates"};
    unsigned first = depth > 0 ? 1 : 0;
    int widths[COLUMNS];
    char(*cells)[COLUMNS][PF_COUNT_TEXT_SIZE] = calloc(depth + 1u, sizeof *cells);
    if (cells == NULL) refuse("out of memory");
    for (int column = 0; column < COLUMNS; column++) widths[column] = (int)strlen(names[column]);
    for (unsigned i = first; i <= depth; i++) {
        const pf_perft_row *row = &rows[i];
        const pf_count counts[COLUMNS] = {
            pf_count_of(i),           row->nodes,  row->captures,          row->en_passant,    row->castles,
            row->promotions,          row->checks, row->discovered_checks, row->double_checks, row->mates,
            checks_without_mates(row)};
        for (int column = 0; column < COLUMNS; column++) {
            int width = (int)pf_count_to_text(cells[i][column], PF_COUNT_TEXT_SIZE, counts[column]);
            if (width > widths[column]) widths[column] = width;
        }
    }
    for (int column = 0; column < COLUMNS; column++)
        printf("%s%*s", column > 0 ? "  " : "", widths[column], names[column]);
    putchar('\n');
    for (unsigned i = first; i <= depth; i++)
        for (int column = 0; column < COLUMNS; column++)
            printf("%s%*s%s", column > 0 ? "  " : "", widths[column], cells[i][column],
                   column + 1 == COLUMNS ? "\n" : "");
    free(cells);
}

static int run_stats(const struct request *request, const pf_position *position, unsigned depth)
{
    pf_perft_row *rows = calloc(depth + 1u, sizeof *rows);
    if (rows == NULL) refuse("out of memory");
    double start = seconds_now();
    pf_perft_stats(rows, position, depth);
    double seconds = seconds_now() - start;
    if (request->json) {
        char fen[PF_FEN_SIZE];
        write_fen(fen, position, request);
        json_print_stats(fen, rows, depth, seconds);
    } else {
        print_stats(rows, depth);
        flush_output();
        fprintf(stderr, "Time: %.3f s, speed: %.1f Mnps\n", seconds, speed(rows[depth].nodes, seconds) * 1e-6);
    }
    free(rows);
    return STATUS_OK;
}

static int run_perft(const struct request *request)
{
    unsigned depth = read_depth("DEPTH", request->operands[0]);
    if (request->show && request->json) refuse("--show and --json do not go together");
    if (request->stats && (request->divide || request->plain || request->leaves == PF_PERFT_PLAY_LEAVES))
        refuse("--stats does not go together with --divide, --no-bulk or --plain");
    pf_position position = requested_position(request);
    if (request->show) {
        print_board(&position);
        putchar('\n');
        flush_output();
    }
    if (request->stats) return run_stats(request, &position, depth);

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
    .options = OPTIONS_POSITION | OPTION_SET(OPTION_SHOW) | OPTION_SET(OPTION_DIVIDE) | OPTION_SET(OPTION_STATS) |
               OPTION_SET(OPTION_NO_BULK) | OPTION_SET(OPTION_PLAIN) | OPTION_SET(OPTION_BACKEND) |
               OPTION_SET(OPTION_JSON),
    .summary = "count the sequences of DEPTH legal moves",
    .description =
        "Counts the sequences of DEPTH legal moves (0 to 255) from a position. The last line is\n"
        "\"Nodes searched: N\"; time and speed go to standard error. With --stats a table says for each depth\n"
        "what the last moves are; \"checks\" include mates, as most published tables have it, and the last\n"
        "column has the checks that are no mates.",
    .example = "  plyforge perft 5 --divide --moves \"e2e4 e7e5\"",
    .run = run_perft,
};
