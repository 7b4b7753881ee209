/* Functions shared by the reading and the comparing of divides. */
#ifndef PLYFORGE_WORKBENCH_DIVIDE_H
#define PLYFORGE_WORKBENCH_DIVIDE_H

#include <plyforge/divide.h>

#include "base/compiler.h"

/* Whether the text of an entry, which may be incomplete, fits this legal move. */
PF_PRIVATE bool pf_divide_fits(const pf_divide_entry *entry, const pf_variant_position *position, pf_move move);

/* Sets the bug of the comparison from those of its rows. */
PF_PRIVATE void pf_divide_name_bug(pf_divide_comparison *comparison);

#endif
