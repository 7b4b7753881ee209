/* PF_CODE_BY_LEVEL of base/cpu/levels.h for the code in lab/. */
#ifndef PLYFORGE_LAB_LEVELS_H
#define PLYFORGE_LAB_LEVELS_H

#include "base/cpu/levels.h"

#if defined(PF_BUILD_LEVELS)
#include "lab_level_code.inc"
#endif

#endif
