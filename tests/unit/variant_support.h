/* The lines of the perft suites of variants. */
#ifndef PLYFORGE_TESTS_VARIANT_SUPPORT_H
#define PLYFORGE_TESTS_VARIANT_SUPPORT_H

#include "support.h"

/* Called for each count of each line of the suites of a variant: those of the tree, and those of the corpora if there
 * are any. */
typedef void variant_count_visitor(const pf_position *position, unsigned depth, uint64_t nodes, const char *fen);

/* Returns how many counts of at most max_nodes there were. */
unsigned visit_variant_counts(pf_variant variant, uint64_t max_nodes, variant_count_visitor *visit);

#endif
