/* Counting for every machine, with fancy magics. */
#include "perft/two_ply/count_singly.h"

PF_DEFINE_PERFT_SINGLY(portable, PF_SLIDERS_MAGIC)
