/* Reads PGN on every machine. */
#include "notation/pgn_movetext.h"

PF_DEFINE_PGN(portable)
