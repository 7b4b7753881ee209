/* Captures of all pieces at once: not on every machine. moves/captures_avx512.h does it; whoever wants that includes it
 * before moves/generate.h. Here all is left to the loops of the generator. */
#ifndef PLYFORGE_CAPTURES_H
#define PLYFORGE_CAPTURES_H

#include <plyforge/position.h>

#include "compiler.h"

enum { PF_CAPTURES_AT_ONCE = 0 };

/* Writes the captures that the movers, pieces of one side but no pawns, make among victims; left are the movers that
 * are still to do. Returns where the next move goes. */
PF_TEMPLATE pf_move *pf_write_captures_at_once(pf_move *list, pf_bitboard *left, const pf_position *position,
                                               pf_bitboard movers, pf_bitboard victims)
{
    (void)position, (void)victims;
    *left = movers;
    return list;
}

#endif
