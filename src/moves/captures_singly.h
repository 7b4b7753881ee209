/* No captures are generated at once: the generator's loops find all of them, as on most machines. */
#ifndef PLYFORGE_CAPTURES_SINGLY_H
#define PLYFORGE_CAPTURES_SINGLY_H

#include "moves/write.h"

#define PF_CAPTURES_AT_ONCE 0

PF_TEMPLATE pf_move *pf_write_captures_at_once(pf_move *list, pf_bitboard *left, const pf_position *position,
                                               pf_bitboard movers, pf_bitboard victims)
{
    (void)position, (void)victims;
    *left = movers;
    return list;
}

#endif
