/* The part of naming a bug that depends on the rules of the variants. Each of these returns PF_BUG_UNKNOWN if the rules
 * of standard chess are enough to name it. */
#ifndef PLYFORGE_WORKBENCH_BUGS_H
#define PLYFORGE_WORKBENCH_BUGS_H

#include <plyforge/questions.h>
#include <plyforge/workbench.h>

#include "base/compiler.h"

/* The bug of an extra move; why is its reason in this position. */
PF_PRIVATE pf_bug pf_bug_of_extra_in_variant(const pf_position *position, const pf_why *why);

/* The bug of a missing legal move. */
PF_PRIVATE pf_bug pf_bug_of_missing_in_variant(const pf_position *position, pf_move move);

/* The bug of a difference after the other generator has played the line, which is not empty. */
PF_PRIVATE pf_bug pf_bug_of_playing_in_variant(const pf_position *base, const pf_move *line, size_t size, pf_move move,
                                               pf_difference difference);

/* The bug behind all differences of a list of moves after a line: the wrong idea of the board with the fewest
 * differences left, if there are fewer than before. theirs are the moves of the other generator. */
PF_PRIVATE pf_bug pf_bug_of_list_in_variant(const pf_position *base, const pf_move *line, size_t size,
                                            const pf_move *theirs, uint32_t count, uint32_t differences);

/* The bug of a generator that lists no moves in a position that has some. */
PF_PRIVATE pf_bug pf_bug_of_silence_in_variant(const pf_position *position);

#endif
