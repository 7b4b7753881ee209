/* Counting as the command line asks for it: what perft and suite share. */
#ifndef PLYFORGE_PROGRAM_COUNTING_H
#define PLYFORGE_PROGRAM_COUNTING_H

#include "common.h"

/* The library's options for the options of the command line. The only callback set is the one that stops on Ctrl-C. */
pf_perft_options counting_options(const struct counting *counting);

/* Counts, or ends the program with the reason why that is not possible. False if Ctrl-C stopped it. */
bool count_leaves_or_stop(pf_count *nodes, const pf_position *position, unsigned depth, pf_perft_options *options,
                          const struct counting *counting);

/* The same for a position of a variant. */
bool count_variant_or_stop(pf_count *nodes, const pf_variant_position *position, unsigned depth,
                           const pf_perft_options *options);

/* The moves of the root with their counts, and the callback that collects them there: context is a struct divided. A
 * move that is there, because a GPU has counted it and failed later, is replaced. */
struct divided {
    bool chess960;
    pf_move moves[PF_VARIANT_LIST_CAPACITY];
    struct root roots[PF_VARIANT_LIST_CAPACITY]; /* in the order of the moves, until they are sorted */
    uint32_t size;
};
bool add_root(void *divided, pf_move move, pf_count nodes, uint32_t index, uint32_t total);
void print_divided(const struct divided *divided);

/* count_leaves_or_stop by the library's simplest code, with the requested road to legality or sliders. */
bool count_plain_or_stop(pf_count *nodes, const pf_position *position, unsigned depth, const struct counting *counting);

/* After a failure: true if a GPU failed that was to be used only if possible. Then a message says so, and the options
 * are those for the CPU. Here and in count_leaves_or_stop, counting may be NULL: no GPU is used. */
bool cpu_takes_over(const struct counting *counting, pf_perft_options *options, const pf_error *error);

/* How probable it is, at most, that a run with this table is wrong. */
double table_risk(const pf_perft_table_report *report);

#endif
