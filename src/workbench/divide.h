/* Functions shared by the reading and the comparing of divides. */
#ifndef PLYFORGE_WORKBENCH_DIVIDE_H
#define PLYFORGE_WORKBENCH_DIVIDE_H

#include <plyforge/divide.h>

#include "base/compiler.h"

/* Whether the text of an entry, which may be incomplete, fits this legal move. */
PF_PRIVATE bool pf_divide_fits(const pf_divide_entry *entry, const pf_position *position, pf_move move);

/* Whether every entry has that many numbers after its count; and using the last of them as the count. */
PF_PRIVATE bool pf_divide_has_column(const pf_divide *divide, unsigned column);
PF_PRIVATE void pf_divide_use_column(pf_divide *divide, unsigned column);

/* Sets the bug of the comparison from those of its rows. */
PF_PRIVATE void pf_divide_name_bug(pf_divide_comparison *comparison);

#endif
