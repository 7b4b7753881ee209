/* Defines the table of hyperbola quintessence. tools/make_tables writes the .inc file. */
#include "lab/sliders_hyperbola.h"

const uint8_t pf_rank_attacks[8][64] = {
#include "rank_attacks.inc"
};
