/* The contract of lanes: several boards side by side in one vector, one bitboard to a lane. Each instruction set has a
 * header that implements it; include one of them before whatever counts in lanes:
 *
 *     lanes_portable.h   loops and the compiler's vector extension: read this one first; the others are tested against
 * it lanes_avx2.h       4 lanes lanes_avx512.h     8 lanes lanes_neon.h       2 lanes
 *
 * Such a header defines PF_LANES, the type pf_lane_choice and all functions that are declared here. The operators &, |,
 * ^, ~, +, - and shifts by one number work on all lanes at once and have no separate names.
 *
 * Operations that cross lanes or leave the vector may be slow: pf_lanes_any, pf_lanes_sum, pf_lanes_store,
 * pf_lanes_numbers, pf_lanes_choose, pf_lanes_transpose and pf_write_numbers. They are called once for each node or
 * piece. The others are called for each axis and square set, and should take a few instructions. */
#ifndef PLYFORGE_LANES_H
#define PLYFORGE_LANES_H

#include "board/tables.h"

#ifndef PF_LANES
#error "Include one lanes_*.h before this header: see perft/two_ply/lanes.h."
#endif

typedef uint64_t pf_lanes __attribute__((vector_size(8 * PF_LANES)));

/* The same value in every lane. */
PF_TEMPLATE pf_lanes pf_lanes_of(uint64_t value);

/* All bits in the first size lanes, none in the others; size may exceed PF_LANES. */
PF_TEMPLATE pf_lanes pf_lanes_first(uint32_t size);

/* Lane i is numbers[i]. */
PF_TEMPLATE pf_lanes pf_lanes_numbers(const uint32_t numbers[PF_LANES]);

/* Lane i is stored to to[i]. */
PF_TEMPLATE void pf_lanes_store(uint64_t to[PF_LANES], pf_lanes set);

/* Each lane is shifted by its own number, towards h8 (up) or towards a1 (down). A shift by 64 or more gives 0. */
PF_TEMPLATE pf_lanes pf_lanes_up(pf_lanes set, pf_lanes by);
PF_TEMPLATE pf_lanes pf_lanes_down(pf_lanes set, pf_lanes by);

/* Lane i of pf_lanes_pick is the lane of set whose number is in lane i of numbers; numbers are below PF_LANES. The
 * choice is made once and used for many sets. */
PF_TEMPLATE pf_lane_choice pf_lanes_choose(pf_lanes numbers);
PF_TEMPLATE pf_lanes pf_lanes_pick(pf_lanes set, pf_lane_choice choice);

/* The set in the lanes where a & b is not empty (first function) or is empty (second); 0 in the other lanes. */
PF_TEMPLATE pf_lanes pf_lanes_if_meet(pf_lanes set, pf_lanes a, pf_lanes b);
PF_TEMPLATE pf_lanes pf_lanes_if_miss(pf_lanes set, pf_lanes a, pf_lanes b);

/* One bit for each lane that is not 0. */
PF_TEMPLATE uint32_t pf_lanes_any(pf_lanes set);

/* Three sets at once: their sum without carry, the carry, a | (b & c), and a on the squares of mask with b on the
 * others. */
PF_TEMPLATE pf_lanes pf_lanes_odd(pf_lanes a, pf_lanes b, pf_lanes c);
PF_TEMPLATE pf_lanes pf_lanes_most(pf_lanes a, pf_lanes b, pf_lanes c);
PF_TEMPLATE pf_lanes pf_lanes_or_both(pf_lanes a, pf_lanes b, pf_lanes c);
PF_TEMPLATE pf_lanes pf_lanes_select(pf_lanes mask, pf_lanes a, pf_lanes b);

/* The number of squares in each set, in two steps, because a machine without a popcount counts bytes first: up to 31
 * results of pf_lanes_popcount may be added, and pf_lanes_total turns the sum into one number per lane. */
PF_TEMPLATE pf_lanes pf_lanes_popcount(pf_lanes set);
PF_TEMPLATE pf_lanes pf_lanes_total(pf_lanes counts);

/* Products of numbers below 2^32. */
PF_TEMPLATE pf_lanes pf_lanes_times(pf_lanes a, pf_lanes b);

/* The sum of all lanes. */
PF_TEMPLATE uint64_t pf_lanes_sum(pf_lanes values);

/* a - 2 b in each byte, that is, in each rank. */
PF_TEMPLATE pf_lanes pf_lanes_minus_double(pf_lanes a, pf_lanes b);

/* The squares that a slider on the square of bit attacks along one axis, up to the first piece in either direction.
 * below and above are the squares of that line with lower and with higher numbers than its own. */
PF_TEMPLATE pf_lanes pf_lanes_see(pf_lanes occupied, pf_lanes bit, pf_lanes below, pf_lanes above, pf_axis axis);

/* The eight sets of each of PF_LANES positions, transposed: lane k of rows[i] is sets[k][i]. */
PF_TEMPLATE void pf_lanes_transpose(pf_lanes rows[8], const pf_bitboard *const sets[PF_LANES]);

/* Writes base plus the number of each square of a set, in ascending order, and returns how many there are. A set has at
 * most 28 squares; 32 numbers may be written. */
PF_TEMPLATE uint32_t pf_write_numbers(uint32_t *out, pf_bitboard set, uint32_t base);

#endif
