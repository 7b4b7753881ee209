/* Mutants: the reference generator with one deliberate bug each. They are what the tools that find bugs are tested on.
 * The reference knows nothing of them: mutants.c puts each bug on top of its answers, and mutants.def has one row for
 * each mutant. MUTANT_NONE has no bug and gives the same moves as the reference. */
#ifndef PLYFORGE_TESTS_MUTANTS_H
#define PLYFORGE_TESTS_MUTANTS_H

#include "reference/reference.h"

#include <plyforge/workbench.h>

#define MUTANT(name, bug, text, ...) MUTANT_##name,
enum {
    MUTANT_NONE,
#include "mutants.def"
    MUTANT_COUNT
};

typedef struct mutant_row {
    const char *name;
    pf_bug bug; /* the class of bugs that the mutant is an example of */
    const char *text;
} mutant_row;

extern const mutant_row mutants[MUTANT_COUNT];

/* Whether only positions of Chess960 show the bug. */
bool mutant_is_chess960(unsigned mutant);

/* The functions of reference.h, with the bug. */
unsigned mutant_legal_moves(unsigned mutant, const reference_board *board, pf_move moves[REFERENCE_MAX_MOVES]);
void mutant_play(unsigned mutant, reference_board *board, pf_move move);
uint64_t mutant_perft(unsigned mutant, const reference_board *board, unsigned depth);

#endif
