/* The directed search for a mate with the help of the other side. */
#ifndef PLYFORGE_HELPMATE_H
#define PLYFORGE_HELPMATE_H

#include <plyforge/rules.h>

#include "base/compiler.h"

/* The quick attempts settle nearly every position from games, and the thorough ones nearly all of the rest. The patient
 * ones are for walls that must be taken down first. */
typedef enum pf_effort { PF_EFFORT_QUICK, PF_EFFORT_THOROUGH, PF_EFFORT_PATIENT } pf_effort;

/* Memory for a search, aligned to 8 bytes, and how many positions it may still examine. */
typedef struct pf_search_room {
    void *memory;
    size_t size;
    uint32_t nodes;
} pf_search_room;

/* Looks for a mate by winner where it is likely. If there is one, writes its line to out and returns true; false proves
 * nothing. Adds the number of positions examined to out->nodes and subtracts it from room->nodes. */
PF_PRIVATE bool pf_seek_helpmate(pf_helpmate *out, const pf_position *position, pf_colour winner, pf_search_room *room,
                                 pf_effort effort);

/* The same for a position of a variant and any win by its rules, with random games of both sides. */
PF_PRIVATE bool pf_seek_variant_win(pf_helpmate *out, const pf_position *position, pf_colour colour,
                                    uint32_t node_budget);

#endif
