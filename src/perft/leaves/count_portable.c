/* Counting for every machine: fancy magics. */
#include "perft/leaves/count_singly.h"

PF_DEFINE_PERFT_SINGLY(portable, PF_SLIDERS_MAGIC)
