/* Counting as the command line asks for it: what perft and suite share. */
#ifndef PLYFORGE_PROGRAM_COUNTING_H
#define PLYFORGE_PROGRAM_COUNTING_H

#include "common.h"

/* The library's options for what was asked for, without callbacks but for Ctrl-C, which stops. */
pf_perft_options counting_options(const struct request *request);

/* Counts, or ends the program with the reason why that is not possible. False if Ctrl-C stopped it. */
bool count_leaves_or_stop(pf_count *nodes, const pf_position *position, unsigned depth, pf_perft_options *options,
                          const struct request *request);

/* The same for a position of a variant. */
bool count_variant_or_stop(pf_count *nodes, const pf_variant_position *position, unsigned depth,
                           const pf_perft_options *options);

/* The same by the library's simplest code, on the road or the sliders that were asked for. */
bool count_plain_or_stop(pf_count *nodes, const pf_position *position, unsigned depth, const struct request *request);

/* After a failure: whether it was that of a GPU, which was to be used only if that was possible. Then it is said, and
 * the options are for the CPU. Here and for count_leaves_or_stop, a request that is NULL asks for no GPU. */
bool cpu_takes_over(const struct request *request, pf_perft_options *options, const pf_error *error);

/* How probable it is, at most, that a run with this table is wrong. */
double table_risk(const pf_perft_table_report *report);

#endif
