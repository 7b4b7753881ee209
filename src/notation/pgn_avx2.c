/* Reading movetext on x86-64 machines with AVX2, BMI2 and a fast PEXT. The build compiles this file for those. */
#include "notation/pgn_movetext.h"

PF_DEFINE_PGN(avx2, PF_SLIDERS_PEXT)
