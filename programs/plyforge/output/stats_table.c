/* The tables of perft --stats; see stats_table.h. */
#include "output/stats_table.h"
#include "output/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 11 };

/* Fills in the cells of one depth, without the depth itself. */
typedef void cells_of_row(pf_count *cells, const pf_perft_row *row);

static void published_cells(pf_count *cells, const pf_perft_row *row)
{
    const pf_count published[MOST_COLUMNS - 1] = {
        row->nodes,  row->captures,          row->en_passant,    row->castles, row->promotions,
        row->checks, row->discovered_checks, row->double_checks, row->mates,   checks_without_mates(row)};
    memcpy(cells, published, sizeof published);
}

static void cells_by_kind(pf_count *cells, const pf_perft_row *row)
{
    for (int kind = 0; kind < PF_CHECK_KINDS; kind++) {
        cells[2 * kind] = row->checks_by_kind[kind];
        cells[2 * kind + 1] = row->mates_by_kind[kind];
    }
}

/* Prints columns as wide as their widest cell, with numbers aligned to the right; the first of names is that of the
 * depth. */
static void print_table(const char *const *names, int columns, const pf_perft_row *rows, unsigned depth,
                        cells_of_row *cells_of)
{
    unsigned first = depth > 0 ? 1 : 0;
    int widths[MOST_COLUMNS];
    char(*cells)[MOST_COLUMNS][PF_COUNT_TEXT_SIZE] = allocated(calloc(depth + 1u, sizeof *cells));
    for (int column = 0; column < columns; column++) widths[column] = (int)strlen(names[column]);
    for (unsigned i = first; i <= depth; i++) {
        pf_count counts[MOST_COLUMNS] = {pf_count_of(i)};
        cells_of(counts + 1, &rows[i]);
        for (int column = 0; column < columns; column++) {
            int width = (int)pf_count_to_text(cells[i][column], PF_COUNT_TEXT_SIZE, counts[column]);
            if (width > widths[column]) widths[column] = width;
        }
    }
    for (int column = 0; column < columns; column++)
        printf("%s%*s", column > 0 ? "  " : "", widths[column], names[column]);
    putchar('\n');
    for (unsigned i = first; i <= depth; i++)
        for (int column = 0; column < columns; column++)
            printf("%s%*s%s", column > 0 ? "  " : "", widths[column], cells[i][column],
                   column + 1 == columns ? "\n" : "");
    free(cells);
}

static void print_stats(const pf_perft_row *rows, unsigned depth)
{
    static const char *const published[] = {"Depth",  "Nodes",      "Captures", "E.p.",  "Castles",     "Promotions",
                                            "Checks", "Discovered", "Double",   "Mates", "Checks-Mates"};
    static const char *const by_kind[] = {
        "Depth", "Direct", "Mates", "Discovered", "Mates", "Double", "Mates", "Double discovered", "Mates"};
    print_table(published, sizeof published / sizeof *published, rows, depth, published_cells);
    putchar('\n');
    print_table(by_kind, sizeof by_kind / sizeof *by_kind, rows, depth, cells_by_kind);
}

void print_stats_answer(const struct stats_answer *answer)
{
    if (answer->json) {
        char fen[PF_FEN_SIZE];
        write_fen(fen, answer->position, answer->chess960);
        json_print_stats(fen, answer->rows, answer->depth, answer->seconds);
        return;
    }
    print_stats(answer->rows, answer->depth);
    flush_output();
    fprintf(stderr, "Time: %.3f s, speed: %.1f Mnps\n", answer->seconds,
            speed(answer->rows[answer->depth].nodes, answer->seconds) * 1e-6);
}

void refuse_stats_with_others(void)
{
    refuse("--stats cannot be combined with --divide, --no-bulk, --list-leaves, --plain or the options of long counts");
}
