/* Counting according to the options of the command line, for perft and suite. */
#ifndef PLYFORGE_PROGRAM_COUNTING_H
#define PLYFORGE_PROGRAM_COUNTING_H

#include "common.h"

/* Converts the options of the command line to those of the library. The only callback set is the one that stops on
 * Ctrl-C. */
pf_perft_options counting_options(const struct counting *counting);

/* Counts, or ends the program with the reason why that is not possible. False if Ctrl-C stopped it. */
bool count_leaves_or_stop(pf_count *nodes, const pf_position *position, unsigned depth, pf_perft_options *options,
                          const struct counting *counting);

/* The moves of the root with their counts, and the callback that collects them, whose context is a struct divided. If a
 * move is already there, because a GPU counted it and failed later, it is replaced. */
struct divided {
    bool chess960;
    pf_move moves[PF_MOVE_LIST_CAPACITY];
    struct root roots[PF_MOVE_LIST_CAPACITY]; /* in the order of the moves, until they are sorted */
    uint32_t size;
};
bool add_root(void *divided, pf_move move, pf_count nodes, uint32_t index, uint32_t total);
void print_divided(const struct divided *divided);

/* Like count_leaves_or_stop, with the library's simplest code and the requested legality strategy or slider back
 * end. */
bool count_plain_or_stop(pf_count *nodes, const pf_position *position, unsigned depth, const struct counting *counting);

/* Call this after a failure: returns true if the GPU that failed was optional. Then it has printed a message and
 * changed the options to those for the CPU. In this function and in count_leaves_or_stop, counting may be NULL: then no
 * GPU is used. */
bool cpu_takes_over(const struct counting *counting, pf_perft_options *options, const pf_error *error);

/* An upper bound for the probability that a run with this table is wrong. */
double table_risk(const pf_perft_table_report *report);

#endif
