/* The interface between the proof without search and the search. Both answer whether a side can still win. */
#ifndef PLYFORGE_DEAD_H
#define PLYFORGE_DEAD_H

#include <plyforge/rules.h>

#include "base/compiler.h"

/* Whether it is proven, without any search, that winner can never mate. false proves nothing. */
PF_PRIVATE bool pf_is_provably_unwinnable(const pf_position *position, pf_colour winner);

#endif
