/* Reading movetext on every machine: fancy magics. */
#include "notation/pgn_movetext.h"

PF_DEFINE_PGN(portable, PF_SLIDERS_MAGIC)
