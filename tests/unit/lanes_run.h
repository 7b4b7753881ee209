/* Every operation of perft/two_ply/lanes.h applied to the same input, for one instruction set. A file that includes
 * this behind one lanes_*.h defines the function that does it; test_lanes.c compares what they give. */
#ifndef LANES_RUN_H
#define LANES_RUN_H

#include <stdint.h>

enum { MAX_LANES = 8, MAX_NUMBERS = 28 };

/* What the operations are given: sets of any kind, and numbers within the bounds of the contract. */
typedef struct lanes_input {
    uint64_t a[MAX_LANES], b[MAX_LANES], c[MAX_LANES];
    uint64_t shift[MAX_LANES]; /* some of 64 and more */
    uint64_t lane[MAX_LANES];  /* below 4; an instruction set with 2 lanes uses the lowest bit */
    uint32_t numbers[MAX_LANES];
    uint64_t small[2][MAX_LANES]; /* below 2^32 */
    uint32_t first;               /* a number of lanes */
    uint32_t square[MAX_LANES];   /* of a slider */
    uint64_t sets[MAX_LANES][8];
    uint64_t written, base; /* a set of at most 28 squares */
} lanes_input;

/* One row for each result. */
#define LANES_RESULTS(X)                                                                                               \
    X(of)                                                                                                              \
    X(first)                                                                                                           \
    X(numbers)                                                                                                         \
    X(up)                                                                                                              \
    X(down)                                                                                                            \
    X(pick)                                                                                                            \
    X(if_meet)                                                                                                         \
    X(if_miss)                                                                                                         \
    X(any)                                                                                                             \
    X(odd)                                                                                                             \
    X(most)                                                                                                            \
    X(or_both)                                                                                                         \
    X(select)                                                                                                          \
    X(popcount)                                                                                                        \
    X(popcount_of_31)                                                                                                  \
    X(times)                                                                                                           \
    X(sum)                                                                                                             \
    X(minus_double)                                                                                                    \
    X(see_rank)                                                                                                        \
    X(see_file)                                                                                                        \
    X(see_diagonal)                                                                                                    \
    X(see_antidiagonal)                                                                                                \
    X(transpose_0)                                                                                                     \
    X(transpose_1)                                                                                                     \
    X(transpose_2)                                                                                                     \
    X(transpose_3)                                                                                                     \
    X(transpose_4)                                                                                                     \
    X(transpose_5)                                                                                                     \
    X(transpose_6)                                                                                                     \
    X(transpose_7)

#define LANES_RESULT_NUMBER(name) RESULT_##name,
typedef enum lanes_result_number { LANES_RESULTS(LANES_RESULT_NUMBER) RESULT_COUNT } lanes_result_number;

typedef struct lanes_result {
    uint64_t row[RESULT_COUNT][MAX_LANES];
    uint32_t numbers_size, numbers[MAX_NUMBERS + 4];
} lanes_result;

typedef void lanes_run(lanes_result *result, const lanes_input *input);
lanes_run run_lanes_portable_2, run_lanes_portable_4, run_lanes_portable_8;
lanes_run run_lanes_avx2, run_lanes_avx512, run_lanes_neon;

#ifdef PF_LANES
static void run_lanes(lanes_result *result, const lanes_input *input)
{
    pf_lanes a, b, c, shift, lane, small[2], rows[8];
    const pf_bitboard *sets[PF_LANES];
    pf_memcpy(&a, input->a, sizeof a);
    pf_memcpy(&b, input->b, sizeof b);
    pf_memcpy(&c, input->c, sizeof c);
    pf_memcpy(&shift, input->shift, sizeof shift);
    pf_memcpy(&lane, input->lane, sizeof lane);
    pf_memcpy(&small[0], input->small[0], sizeof small[0]);
    pf_memcpy(&small[1], input->small[1], sizeof small[1]);
    for (uint32_t i = 0; i < PF_LANES; i++) sets[i] = input->sets[i];

#define PUT(name, lanes) pf_lanes_store(result->row[RESULT_##name], lanes)
    PUT(of, pf_lanes_of(input->a[0]));
    PUT(first, pf_lanes_first(input->first));
    PUT(numbers, pf_lanes_numbers(input->numbers));
    PUT(up, pf_lanes_up(a, shift));
    PUT(down, pf_lanes_down(a, shift));
    PUT(pick, pf_lanes_pick(a, pf_lanes_choose(lane & (PF_LANES - 1))));
    PUT(if_meet, pf_lanes_if_meet(a, b, c));
    PUT(if_miss, pf_lanes_if_miss(a, b, c));
    PUT(any, pf_lanes_of(pf_lanes_any(b & c)));
    PUT(odd, pf_lanes_odd(a, b, c));
    PUT(most, pf_lanes_most(a, b, c));
    PUT(or_both, pf_lanes_or_both(a, b, c));
    PUT(select, pf_lanes_select(a, b, c));
    PUT(popcount, pf_lanes_total(pf_lanes_popcount(a)));
    pf_lanes counts = pf_lanes_popcount(a);
    for (int i = 1; i < 31; i++) counts += pf_lanes_popcount(i % 2 ? b : c);
    PUT(popcount_of_31, pf_lanes_total(counts));
    PUT(times, pf_lanes_times(small[0], small[1]));
    PUT(sum,
        pf_lanes_of(pf_lanes_sum(
            a & pf_lanes_of(UINT64_MAX >> 4)))); /* sums are counts: the intrinsic of AVX-512 adds signed numbers */
    PUT(minus_double, pf_lanes_minus_double(a, b));
    for (pf_axis axis = PF_AXIS_RANK; axis <= PF_AXIS_ANTIDIAGONAL; axis++) {
        pf_lanes bit = a, below = a, above = a;
        for (uint32_t i = 0; i < PF_LANES; i++) {
            bit[i] = UINT64_C(1) << input->square[i];
            below[i] = pf_half_lines[input->square[i]][axis].below;
            above[i] = pf_half_lines[input->square[i]][axis].above;
        }
        pf_lanes_store(result->row[RESULT_see_rank + axis], pf_lanes_see(b | bit, bit, below, above, axis));
    }
    pf_lanes_transpose(rows, sets);
    for (uint32_t i = 0; i < 8; i++) pf_lanes_store(result->row[RESULT_transpose_0 + i], rows[i]);
    result->numbers_size = pf_write_numbers(result->numbers, input->written, (uint32_t)input->base);
}
#endif

#endif
