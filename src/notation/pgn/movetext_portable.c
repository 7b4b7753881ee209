/* Reads PGN on every machine. */
#include "notation/pgn/movetext.h"

PF_DEFINE_PGN(portable)
