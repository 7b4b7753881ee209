/* Plyforge: sets of squares: counting, walking, files, ranks, steps and fills. Every function is inline, takes an
 * instruction or a few, touches nothing but its arguments, and is safe to call from any thread.
 *
 *     for (pf_bitboard set = pf_position_pieces(&position, PF_WHITE, PF_KNIGHT); set;) {
 *         pf_square square = pf_bitboard_pop(&set);
 *         ...
 *     } */
#ifndef PLYFORGE_BITBOARD_H
#define PLYFORGE_BITBOARD_H

#include <plyforge/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the compiler has instructions for the functions below. Otherwise gcc's built-in function would call libgcc,
 * which a freestanding program does not have. */
#if defined(__GNUC__) && (!defined(__riscv) || defined(__riscv_zbb))
#define PF_HAS_BIT_SCAN 1
#else
#define PF_HAS_BIT_SCAN 0
#endif
#if PF_HAS_BIT_SCAN && (defined(__POPCNT__) || !(defined(__x86_64__) || defined(__i386__) || defined(__arm__)))
#define PF_HAS_POPCOUNT 1
#else
#define PF_HAS_POPCOUNT 0
#endif

/* How many squares the set has. */
PF_INLINE unsigned pf_bitboard_count(pf_bitboard set)
{
#if defined(__CUDA_ARCH__)
    return PF_CAST(unsigned, __popcll(set));
#elif PF_HAS_POPCOUNT
    return PF_CAST(unsigned, __builtin_popcountll(set));
#else
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return PF_CAST(unsigned, set *UINT64_C(0x0101010101010101) >> 56);
#endif
}

/* The square with the lowest number (a1 first, h8 last). The set must not be empty. */
PF_INLINE pf_square pf_bitboard_lowest(pf_bitboard set)
{
#if defined(__CUDA_ARCH__)
    return PF_CAST(pf_square, __ffsll(PF_CAST(long long, set)) - 1);
#elif PF_HAS_BIT_SCAN
    return PF_CAST(pf_square, __builtin_ctzll(set));
#else
    return pf_bitboard_count((set & (0 - set)) - 1);
#endif
}

/* The square with the highest number. The set must not be empty. */
PF_INLINE pf_square pf_bitboard_highest(pf_bitboard set)
{
#if defined(__CUDA_ARCH__)
    return 63u - PF_CAST(pf_square, __clzll(PF_CAST(long long, set)));
#elif PF_HAS_BIT_SCAN
    return 63u - PF_CAST(pf_square, __builtin_clzll(set));
#else
    for (unsigned shift = 1; shift < 64; shift *= 2) set |= set >> shift;
    return pf_bitboard_count(set) - 1;
#endif
}

/* Takes the square with the lowest number out of the set and returns it. The set must not be empty. */
PF_INLINE pf_square pf_bitboard_pop(pf_bitboard *set)
{
    pf_square square = pf_bitboard_lowest(*set);
    *set &= *set - 1;
    return square;
}

/* Whether the square, which must not be PF_NO_SQUARE, is in the set. */
PF_INLINE bool pf_bitboard_has(pf_bitboard set, pf_square square)
{
    return (set >> square & 1) != 0;
}

/* Whether the set has two squares or more. */
PF_INLINE bool pf_bitboard_has_many(pf_bitboard set)
{
    return (set & (set - 1)) != 0;
}

/* All squares of a file (0 is the a-file) and of a rank (0 is the first). */
PF_INLINE pf_bitboard pf_bitboard_file(unsigned file)
{
    return UINT64_C(0x0101010101010101) << file;
}
PF_INLINE pf_bitboard pf_bitboard_rank(unsigned rank)
{
    return UINT64_C(0xff) << (8 * rank);
}

/* Every square of the set, moved one step. Squares that would leave the board are dropped. */
PF_INLINE pf_bitboard pf_bitboard_north(pf_bitboard set)
{
    return set << 8;
}
PF_INLINE pf_bitboard pf_bitboard_south(pf_bitboard set)
{
    return set >> 8;
}
PF_INLINE pf_bitboard pf_bitboard_east(pf_bitboard set)
{
    return (set & ~pf_bitboard_file(7)) << 1;
}
PF_INLINE pf_bitboard pf_bitboard_west(pf_bitboard set)
{
    return (set & ~pf_bitboard_file(0)) >> 1;
}

/* One step forward from the side's point of view: towards the eighth rank for White, towards the first for Black. */
PF_INLINE pf_bitboard pf_bitboard_forward(pf_bitboard set, pf_colour colour)
{
    return colour == PF_WHITE ? pf_bitboard_north(set) : pf_bitboard_south(set);
}

/* Each square of the set, and every square north or south of it on the same file. */
PF_INLINE pf_bitboard pf_bitboard_north_fill(pf_bitboard set)
{
    set |= set << 8;
    set |= set << 16;
    return set | set << 32;
}
PF_INLINE pf_bitboard pf_bitboard_south_fill(pf_bitboard set)
{
    set |= set >> 8;
    set |= set >> 16;
    return set | set >> 32;
}

/* The front span: every square in front of a square of the set, from the side's point of view. The rear span is the
 * front span of the other side. Our passed pawns are those outside pf_bitboard_front_span(theirs |
 * pf_bitboard_beside(theirs), them).
 */
PF_INLINE pf_bitboard pf_bitboard_front_span(pf_bitboard set, pf_colour colour)
{
    return colour == PF_WHITE ? pf_bitboard_north_fill(set << 8) : pf_bitboard_south_fill(set >> 8);
}

/* The squares next to those of the set on the same rank. */
PF_INLINE pf_bitboard pf_bitboard_beside(pf_bitboard set)
{
    return pf_bitboard_east(set) | pf_bitboard_west(set);
}

/* Every square that a pawn of the side attacks from a square of the set. */
PF_INLINE pf_bitboard pf_bitboard_pawn_attacks(pf_bitboard set, pf_colour colour)
{
    return pf_bitboard_beside(pf_bitboard_forward(set, colour));
}

/* The number of moves that a king needs from one square to the other on an empty board: 0 to 7. */
PF_INLINE unsigned pf_square_distance(pf_square from, pf_square to)
{
    int files = PF_CAST(int, pf_square_file(from)) - PF_CAST(int, pf_square_file(to));
    int ranks = PF_CAST(int, pf_square_rank(from)) - PF_CAST(int, pf_square_rank(to));
    if (files < 0) files = -files;
    if (ranks < 0) ranks = -ranks;
    return PF_CAST(unsigned, files > ranks ? files : ranks);
}

/* The board upside down: ranks are reversed, files are not. It turns one side's view into the other's. */
PF_INLINE pf_bitboard pf_bitboard_flip(pf_bitboard set)
{
    set = (set >> 8 & UINT64_C(0x00ff00ff00ff00ff)) | (set & UINT64_C(0x00ff00ff00ff00ff)) << 8;
    set = (set >> 16 & UINT64_C(0x0000ffff0000ffff)) | (set & UINT64_C(0x0000ffff0000ffff)) << 16;
    return set >> 32 | set << 32;
}

#ifdef __cplusplus
}
#endif

#endif
