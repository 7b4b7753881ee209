/* Mutants of the variants: the reference with one deliberate mistake in a rule of a variant each. The reference knows
 * nothing of them: variant_mutants.c puts each mistake on top of its answers, and variant_mutants.def has one row for
 * each. VARIANT_MUTANT_NONE makes none and plays all variants. */
#ifndef PLYFORGE_TESTS_VARIANT_MUTANTS_H
#define PLYFORGE_TESTS_VARIANT_MUTANTS_H

#include "reference/variant.h"

#include <plyforge/workbench.h>

#define MUTANT(name, variant, bug, text, ...) VARIANT_MUTANT_##name,
enum {
    VARIANT_MUTANT_NONE,
#include "variant_mutants.def"
    VARIANT_MUTANT_COUNT
};

typedef struct variant_mutant_row {
    const char *name;
    pf_variant variant;
    pf_bug bug; /* the class of bugs that the mutant is an example of */
    const char *text;
} variant_mutant_row;

extern const variant_mutant_row variant_mutants[VARIANT_MUTANT_COUNT];

/* The functions of reference/variant.h, with the mistake. */
unsigned variant_mutant_moves(unsigned mutant, const reference_variant_board *board,
                              pf_move moves[REFERENCE_MAX_VARIANT_MOVES]);
void variant_mutant_play(unsigned mutant, reference_variant_board *board, pf_move move);
uint64_t variant_mutant_perft(unsigned mutant, const reference_variant_board *board, unsigned depth);

#endif
