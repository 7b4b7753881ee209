/* Everything that depends on the compiler, so that nothing else does. Private to src/. */
#ifndef PLYFORGE_COMPILER_H
#define PLYFORGE_COMPILER_H

#include <stdint.h>

/* A "template": colour, category, sink and back end are enum parameters, last in the list, that the compiler sees as
 * constants because the body is always inlined into the function that names them. Plain inline when debugging, so that
 * a debugger can step into it. */
#ifdef PF_DEBUG_TEMPLATES
#define PF_TEMPLATE static inline __attribute__((unused))
#else
#define PF_TEMPLATE static inline __attribute__((always_inline, unused))
#endif

/* A function that must not be inlined: what is rarely needed should not crowd the cache with copies. */
#define PF_OUTLINE __attribute__((noinline, unused))

/* Data and functions that the files of src/ share and the shared library does not export. Said at the declaration, the
 * compiler can address them directly instead of through the global offset table. */
#if defined(_WIN32)
#define PF_PRIVATE
#else
#define PF_PRIVATE __attribute__((visibility("hidden")))
#endif

/* A function that keeps its own frame, however often it is called. */
#define PF_NOINLINE __attribute__((noinline))

/* Before a loop over a handful of constants, each of which should become code of its own. */
#if defined(__clang__)
#define PF_UNROLL _Pragma("unroll")
#else
#define PF_UNROLL _Pragma("GCC unroll 8")
#endif

#define PF_LIKELY(condition)   __builtin_expect(!!(condition), 1)
#define PF_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

static inline unsigned pf_popcount(uint64_t bits)
{
    return (unsigned)__builtin_popcountll(bits);
}

/* The lowest set bit's number; bits must not be 0. */
static inline unsigned pf_lowest(uint64_t bits)
{
    return (unsigned)__builtin_ctzll(bits);
}

/* Removes the lowest set bit and returns its number; *bits must not be 0. */
static inline unsigned pf_pop_lowest(uint64_t *bits)
{
    unsigned square = pf_lowest(*bits);
    *bits &= *bits - 1;
    return square;
}

/* The highest set bit's number; bits must not be 0. */
static inline unsigned pf_highest(uint64_t bits)
{
    return 63u - (unsigned)__builtin_clzll(bits);
}

/* The bytes in reverse order: a bitboard upside down. */
static inline uint64_t pf_swap_bytes(uint64_t bits)
{
    return __builtin_bswap64(bits);
}

static inline unsigned pf_pop_lowest_32(uint32_t *bits)
{
    unsigned number = (unsigned)__builtin_ctz(*bits);
    *bits &= *bits - 1;
    return number;
}

/* 128 bits in one number, for sums of products. */
__extension__ typedef unsigned __int128 pf_uint128;

/* Asks for the cache line that will be needed soon. */
#define PF_PREFETCH(address) __builtin_prefetch(address)

/* Makes the compiler believe that somebody reads the object now: what was written there is really written. */
#define PF_KEEP_WRITTEN(object) __asm__ volatile("" : : "m"(object))

/* The core has no libc; these three the compiler may call anyway, and every target brings them. */
#define pf_memcpy __builtin_memcpy
#define pf_memset __builtin_memset

#endif
