/* Looks for a single cause of many differences before any bug is named: if we misread the engine, or it misread the
 * position, its counts tell nothing about bugs. */
#ifndef PLYFORGE_PROGRAM_DIAGNOSE_H
#define PLYFORGE_PROGRAM_DIAGNOSE_H

#include "engine/engine.h"

/* One answer of the engine: its count beside the right one. */
struct engine_answer {
    const pf_position *position;
    unsigned depth;
    pf_count expected, got;
};

/* The cause, as a sentence with a remedy; NULL if no single cause explains every difference. */
const char *diagnose_counts(const struct engine_answer *answers, size_t size);

/* The same for the moves that the engine lists in a position. */
const char *diagnose_moves(const pf_divide_comparison *comparison, const pf_position *position, bool is_root);

#endif
