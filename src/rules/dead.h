/* Between the proof without search and the search: both answer whether a side can still win. */
#ifndef PLYFORGE_DEAD_H
#define PLYFORGE_DEAD_H

#include <plyforge/rules.h>

#include "compiler.h"

/* Whether it is certain, without any search, that winner can never mate. false says nothing. */
PF_PRIVATE bool pf_is_provably_unwinnable(const pf_position *position, pf_colour winner);

#endif
