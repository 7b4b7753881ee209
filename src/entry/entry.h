/* The one branch between standard chess and the variants. */
#ifndef PLYFORGE_ENTRY_H
#define PLYFORGE_ENTRY_H

#include "variants/variants.h"

/* Whether the position belongs to a variant other than standard chess. In a library without variants this is a
 * constant: such a library does not compile src/variants/, and the code behind this condition is left out. */
#if PF_VARIANTS
#define PF_IS_VARIANT(position) PF_UNLIKELY((position)->variant != PF_VARIANT_STANDARD)
#else
#define PF_IS_VARIANT(position) 0
#endif

#endif
