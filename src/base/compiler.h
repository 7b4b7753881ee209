/* All code that depends on the compiler. Private to src/. */
#ifndef PLYFORGE_BASE_COMPILER_H
#define PLYFORGE_BASE_COMPILER_H

#include <stdint.h>

/* gcc, clang and compatible compilers have extensions and builtins; other compilers get standard C17 with portable code
 * only. A test undefines __GNUC__ to build what those compilers would (tests/build/plain_c.sh). */
#if defined(__GNUC__) || defined(__CUDACC__)
#define PF_GNU_C
#else
#include <string.h>
#endif

/* A "template": colour, category, sink and back end are enum parameters, last in the list, that the compiler sees as
 * constants because the body is always inlined into the function that names them. Plain inline when debugging, so that
 * a debugger can step into it, and in a small build (PLYFORGE_SMALL), which has one copy of most bodies. A file that
 * should be inlined even in a small build defines PF_INLINE_TEMPLATES before it includes anything. */
#ifdef __CUDACC__
#define PF_TEMPLATE static inline __device__ __attribute__((always_inline, unused))
#elif !defined(PF_GNU_C)
#define PF_TEMPLATE static inline
#elif (defined(PF_DEBUG_TEMPLATES) || defined(PF_SMALL)) && !defined(PF_INLINE_TEMPLATES)
#define PF_TEMPLATE static inline __attribute__((unused))
#else
#define PF_TEMPLATE static inline __attribute__((always_inline, unused))
#endif

/* A function that must not be inlined, so that rarely needed code does not fill the cache with copies. */
#ifdef __CUDACC__
#define PF_OUTLINE __device__ __attribute__((noinline, unused))
#elif !defined(PF_GNU_C)
#define PF_OUTLINE
#else
#define PF_OUTLINE __attribute__((noinline, unused))
#endif

/* Data and functions that the files of src/ share and that the shared library does not export. Marked at the
 * declaration, they can be addressed directly instead of through the global offset table. */
#if defined(_WIN32) || !defined(PF_GNU_C)
#define PF_PRIVATE
#else
#define PF_PRIVATE __attribute__((visibility("hidden")))
#endif

/* A function that is not inlined, so that it has a separate stack frame. */
#ifdef PF_GNU_C
#define PF_NOINLINE __attribute__((noinline))
#else
#define PF_NOINLINE
#endif

/* Put before a loop with a small constant number of iterations: unrolls the loop, so that the counter is a constant in
 * the body. */
#if !defined(PF_GNU_C)
#define PF_UNROLL
#elif defined(__clang__)
#define PF_UNROLL _Pragma("unroll")
#else
#define PF_UNROLL _Pragma("GCC unroll 8")
#endif

#ifdef PF_GNU_C
#define PF_LIKELY(condition)   __builtin_expect(!!(condition), 1)
#define PF_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#else
#define PF_LIKELY(condition)   (condition)
#define PF_UNLIKELY(condition) (condition)
#endif

/* The few instructions for which each compiler has a different name. A GPU has no "count trailing zeros" instruction
 * and only slow substitutes, so this works on one 32-bit half at a time. */
#ifdef __CUDACC__
static inline __device__ int pf_trailing_zeros(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    uint32_t half = low ? low : (uint32_t)(bits >> 32);
    return __clz((int)__brev(half)) + (low ? 0 : 32);
}
#define PF_POPCOUNT(bits)          __popcll(bits)
#define PF_TRAILING_ZEROS(bits)    pf_trailing_zeros(bits)
#define PF_TRAILING_ZEROS_32(bits) __clz((int)__brev(bits))
#define PF_LEADING_ZEROS(bits)     __clzll((long long)(bits))
#define PF_SWAP_BYTES(bits)                                                                                            \
    ((uint64_t)__byte_perm((uint32_t)(bits), 0, 0x0123) << 32 | __byte_perm((uint32_t)((bits) >> 32), 0, 0x0123))
#else
/* If the processor lacks the instruction, gcc implements the built-in by a call to libgcc, which the core must not
 * need. */
#if !defined(PF_GNU_C)
#define PF_NO_POPCOUNT
#define PF_NO_BIT_SCAN
#elif defined(__riscv)
#ifndef __riscv_zbb
#define PF_NO_POPCOUNT
#define PF_NO_BIT_SCAN
#endif
#elif defined(__arm__) || ((defined(__x86_64__) || defined(__i386__)) && !defined(__POPCNT__))
#define PF_NO_POPCOUNT
#endif

#ifdef PF_NO_POPCOUNT
/* The popcount of each byte, and, below, the sum of eight bytes. */
static inline uint64_t pf_count_bytes(uint64_t bits)
{
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    return (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
}
static inline int pf_add_bytes(uint64_t bytes)
{
#if UINTPTR_MAX > UINT32_MAX
    return (int)(bytes * 0x0101010101010101 >> 56);
#else
    return (int)(((uint32_t)bytes + (uint32_t)(bytes >> 32)) * 0x01010101u >> 24);
#endif
}
static inline int pf_count_ones(uint64_t bits)
{
    return pf_add_bytes(pf_count_bytes(bits));
}
#define PF_POPCOUNT(bits) pf_count_ones(bits)
#else
#define PF_POPCOUNT(bits) __builtin_popcountll(bits)
#endif

#ifdef PF_NO_BIT_SCAN
static inline int pf_count_leading_zeros(uint64_t bits)
{
    for (unsigned shift = 1; shift < 64; shift *= 2) bits |= bits >> shift;
    return pf_count_ones(~bits);
}
#define PF_TRAILING_ZEROS(bits)    pf_count_ones(((bits) & (0 - (bits))) - 1)
#define PF_TRAILING_ZEROS_32(bits) PF_TRAILING_ZEROS(bits)
#define PF_LEADING_ZEROS(bits)     pf_count_leading_zeros(bits)
static inline uint64_t pf_reverse_bytes(uint64_t bits)
{
    bits = (bits >> 8 & 0x00ff00ff00ff00ff) | (bits & 0x00ff00ff00ff00ff) << 8;
    bits = (bits >> 16 & 0x0000ffff0000ffff) | (bits & 0x0000ffff0000ffff) << 16;
    return bits >> 32 | bits << 32;
}
#define PF_SWAP_BYTES(bits)        pf_reverse_bytes(bits)
#else
#ifdef __arm__ /* here gcc calls libgcc for 64 bits when it optimises for size */
#define PF_TRAILING_ZEROS(bits)                                                                                        \
    ((uint32_t)(bits) ? __builtin_ctz((uint32_t)(bits)) : 32 + __builtin_ctz((uint32_t)((bits) >> 32)))
#else
#define PF_TRAILING_ZEROS(bits) __builtin_ctzll(bits)
#endif
#define PF_TRAILING_ZEROS_32(bits) __builtin_ctz(bits)
#define PF_LEADING_ZEROS(bits)     __builtin_clzll(bits)
#define PF_SWAP_BYTES(bits)        __builtin_bswap64(bits)
#endif
#endif

/* A function that contains atomic operations. On AArch64 the compiler would otherwise call libgcc for them. */
#if defined(__aarch64__) && !defined(__CUDACC__)
#define PF_INLINE_ATOMICS __attribute__((target("no-outline-atomics")))
#else
#define PF_INLINE_ATOMICS
#endif

PF_TEMPLATE unsigned pf_popcount(uint64_t bits)
{
    return (unsigned)PF_POPCOUNT(bits);
}

/* Partial popcounts: the parts of several sets can be added, and pf_parts_total then gives the sum of their popcounts,
 * which must be less than 256. Without a popcount instruction a part consists of eight byte counts, which are summed
 * only at the end. */
PF_TEMPLATE uint64_t pf_parts(uint64_t bits)
{
#ifdef PF_NO_POPCOUNT
    return pf_count_bytes(bits);
#else
    return (uint64_t)PF_POPCOUNT(bits);
#endif
}

PF_TEMPLATE unsigned pf_parts_total(uint64_t parts)
{
#ifdef PF_NO_POPCOUNT
    return (unsigned)pf_add_bytes(parts);
#else
    return (unsigned)parts;
#endif
}

/* The number of the lowest set bit; bits must not be 0. */
PF_TEMPLATE unsigned pf_lowest(uint64_t bits)
{
    return (unsigned)PF_TRAILING_ZEROS(bits);
}

/* Removes the lowest set bit and returns its number; *bits must not be 0. */
PF_TEMPLATE unsigned pf_pop_lowest(uint64_t *bits)
{
    unsigned square = pf_lowest(*bits);
    *bits &= *bits - 1;
    return square;
}

/* The number of the highest set bit; bits must not be 0. */
PF_TEMPLATE unsigned pf_highest(uint64_t bits)
{
    return 63u - (unsigned)PF_LEADING_ZEROS(bits);
}

/* The bytes in reverse order, which turns a bitboard upside down. */
PF_TEMPLATE uint64_t pf_swap_bytes(uint64_t bits)
{
    return PF_SWAP_BYTES(bits);
}

PF_TEMPLATE unsigned pf_pop_lowest_32(uint32_t *bits)
{
    unsigned number = (unsigned)PF_TRAILING_ZEROS_32(*bits);
    *bits &= *bits - 1;
    return number;
}

/* 128 bits in one number, for sums of products. */
#if defined(__SIZEOF_INT128__) && defined(PF_GNU_C) /* not on 32-bit machines, for which only the core is built */
__extension__ typedef unsigned __int128 pf_uint128;
#endif

#ifdef PF_GNU_C
/* Starts loading the cache line at address, so that a later read does not wait for it. */
#define PF_PREFETCH(address) __builtin_prefetch(address)

/* Makes the compiler assume that the object is read here, so that it does not remove writes to it. */
#define PF_KEEP_WRITTEN(object) __asm__ volatile("" : : "m"(object))

/* Makes the compiler forget how it computed a value, so that it keeps the value instead of computing it again. */
#define PF_OPAQUE(value) __asm__("" : "+r"(value))

/* A vector type, whose numbers are processed together: typedef uint64_t name PF_VECTOR(bytes). */
#define PF_VECTOR(bytes) __attribute__((vector_size(bytes)))
#else
#define PF_PREFETCH(address)    ((void)(address))
#define PF_KEEP_WRITTEN(object) ((void)(object))
#define PF_OPAQUE(value)        ((void)(value))
#endif

/* One word that threads read and write as a whole, without memory ordering. The exchange stores value if the word
 * equals *expected, and otherwise copies the word to *expected. Compilers without these operations build portable code
 * only, in which every thread stores the same word. */
#ifdef PF_GNU_C
#define PF_LOAD_WORD(word)         __atomic_load_n(word, __ATOMIC_RELAXED)
#define PF_STORE_WORD(word, value) __atomic_store_n(word, value, __ATOMIC_RELAXED)
#define PF_EXCHANGE_WORD(word, expected, value)                                                                        \
    __atomic_compare_exchange_n(word, expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
#else
#define PF_LOAD_WORD(word)                      (*(const volatile uint32_t *)(word))
#define PF_STORE_WORD(word, value)              ((void)(*(volatile uint32_t *)(word) = (value)))
#define PF_EXCHANGE_WORD(word, expected, value) ((void)(expected), PF_STORE_WORD(word, value), true)
#endif

#if defined(__x86_64__) && defined(PF_GNU_C)
/* XGETBV: the registers that the operating system saves for a process. */
static inline uint64_t pf_saved_registers(void)
{
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}
#endif

/* gcc has the built-in since version 12. */
#if defined(__has_builtin) && defined(PF_GNU_C)
#if __has_builtin(__builtin_shufflevector)
#define PF_HAS_SHUFFLEVECTOR
#endif
#endif

/* The core does not use libc, but the compiler may still generate calls of these three functions, and every target
 * provides them. */
#ifdef PF_GNU_C
#define pf_memcpy __builtin_memcpy
#define pf_memset __builtin_memset
#else
#define pf_memcpy memcpy
#define pf_memset memset
#endif

#endif
