/* Reads PGN on x86-64 machines with AVX2 and BMI2. The build compiles this file for those. */
#include "notation/pgn/movetext.h"

PF_DEFINE_PGN(avx2)
