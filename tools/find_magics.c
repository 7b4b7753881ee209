/* Searches for the magic multipliers of the slider tables and prints src/board/magic_numbers.inc on standard output.
 * Every square has a table of full size, 2^popcount(mask) entries, and the search starts from a fixed seed, so the
 * output is the same on every machine. It was run once, by hand; make_tables verifies the numbers in every build. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/attack_sets.h"
#include "splitmix.h"

enum { MOST_SUBSETS = 4096 }; /* a rook in a corner: 12 relevant squares */

#define FIRST_SEED UINT64_C(0x6d61676963) /* "magic" in ASCII */

static unsigned count_bits(pf_bitboard set)
{
    unsigned count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

typedef pf_bitboard (*slider_attacks)(pf_square square, pf_bitboard occupied);

static uint64_t magic_find(uint64_t *state, pf_square square, pf_bitboard mask, slider_attacks attacks_of)
{
    static pf_bitboard subsets[MOST_SUBSETS], attacks[MOST_SUBSETS], used[MOST_SUBSETS];
    static uint64_t used_by[MOST_SUBSETS]; /* the attempt that last wrote an entry, so that none needs clearing */

    unsigned bits = count_bits(mask);
    unsigned size = 0;
    pf_bitboard subset = 0;
    do {
        subsets[size] = subset;
        attacks[size++] = attacks_of(square, subset);
        subset = (subset - mask) & mask;
    } while (subset);
    for (unsigned i = 0; i < MOST_SUBSETS; i++) used_by[i] = 0;

    for (uint64_t attempt = 1;; attempt++) {
        /* Multipliers with few bits set give sums with few carries, which makes success likely. */
        uint64_t magic = random_next(state) & random_next(state) & random_next(state);
        if (count_bits((mask * magic) >> 56) < 6) continue;
        unsigned i = 0;
        for (; i < size; i++) {
            uint64_t index = (subsets[i] * magic) >> (64 - bits);
            if (used_by[index] != attempt) {
                used_by[index] = attempt;
                used[index] = attacks[i];
            } else if (used[index] != attacks[i]) {
                break;
            }
        }
        if (i == size) return magic;
    }
}

int main(void)
{
    uint64_t state = FIRST_SEED;
    printf("/* Magic multipliers: 64 for rooks, a1 to h8, then 64 for bishops.\n"
           " * Written by tools/find_magics.c; do not edit. */\n");
    for (pf_square square = 0; square < 64; square++) {
        printf("UINT64_C(0x%016" PRIx64 "),\n",
               magic_find(&state, square, reference_rook_mask(square), reference_rook_attacks));
    }
    for (pf_square square = 0; square < 64; square++) {
        printf("UINT64_C(0x%016" PRIx64 "),\n",
               magic_find(&state, square, reference_bishop_mask(square), reference_bishop_attacks));
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "find_magics: cannot write to standard output\n");
        return 2;
    }
    return EXIT_SUCCESS;
}
