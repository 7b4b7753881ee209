/* Searching text for bytes, many at a time. */
#ifndef PLYFORGE_NOTATION_SCAN_H
#define PLYFORGE_NOTATION_SCAN_H

#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Eight bytes as a number whose lowest byte comes first in memory. */
PF_TEMPLATE uint64_t pf_load8(const char *p)
{
    uint64_t word;
    pf_memcpy(&word, p, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = pf_swap_bytes(word);
#endif
    return word;
}

/* A bit for each of 64 bytes that is a blank: space, tab, the ends of lines and pages. */
PF_TEMPLATE uint64_t pf_match_blanks(const char *p)
{
    uint64_t mask = 0;
#if defined(__AVX2__)
    for (int i = 0; i < 64; i += 32) {
        __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)(p + i));
        __m256i spaces = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(' '));
        __m256i controls = _mm256_and_si256(_mm256_cmpgt_epi8(bytes, _mm256_set1_epi8('\t' - 1)),
                                            _mm256_cmpgt_epi8(_mm256_set1_epi8('\r' + 1), bytes));
        mask |= (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_or_si256(spaces, controls)) << i;
    }
#elif defined(__SSE2__)
    for (int i = 0; i < 64; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(p + i));
        __m128i spaces = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(' '));
        __m128i controls = _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8('\t' - 1)),
                                         _mm_cmpgt_epi8(_mm_set1_epi8('\r' + 1), bytes));
        mask |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_or_si128(spaces, controls)) << i;
    }
#else
    for (int i = 0; i < 64; i++) mask |= (uint64_t)(p[i] == ' ' || (p[i] >= '\t' && p[i] <= '\r')) << i;
#endif
    return mask;
}

/* A bit for each of 64 bytes that is a digit or a dot. */
PF_TEMPLATE uint64_t pf_match_numbers(const char *p)
{
    uint64_t mask = 0;
#if defined(__AVX2__)
    for (int i = 0; i < 64; i += 32) {
        __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)(p + i));
        __m256i range = _mm256_and_si256(_mm256_cmpgt_epi8(bytes, _mm256_set1_epi8('.' - 1)),
                                         _mm256_cmpgt_epi8(_mm256_set1_epi8('9' + 1), bytes));
        __m256i slashes = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('/'));
        mask |= (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_andnot_si256(slashes, range)) << i;
    }
#elif defined(__SSE2__)
    for (int i = 0; i < 64; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(p + i));
        __m128i range = _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8('.' - 1)),
                                      _mm_cmpgt_epi8(_mm_set1_epi8('9' + 1), bytes));
        __m128i slashes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('/'));
        mask |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_andnot_si128(slashes, range)) << i;
    }
#else
    for (int i = 0; i < 64; i++) mask |= (uint64_t)(p[i] == '.' || (p[i] >= '0' && p[i] <= '9')) << i;
#endif
    return mask;
}

/* A bit for each of 64 bytes that is at most a space or beyond ASCII. */
PF_TEMPLATE uint64_t pf_match_margins(const char *p)
{
    uint64_t mask = 0;
#if defined(__AVX2__)
    for (int i = 0; i < 64; i += 32) {
        __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)(p + i));
        mask |= (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(_mm256_set1_epi8(' ' + 1), bytes)) << i;
    }
#elif defined(__SSE2__)
    for (int i = 0; i < 64; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(p + i));
        mask |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(_mm_set1_epi8(' ' + 1), bytes)) << i;
    }
#else
    for (int i = 0; i < 64; i++) mask |= (uint64_t)((signed char)p[i] <= ' ') << i;
#endif
    return mask;
}

/* A bit for each of 64 bytes that equals one of two values. */
PF_TEMPLATE uint64_t pf_match_either(const char *p, char a, char b)
{
    uint64_t mask = 0;
#if defined(__AVX2__)
    for (int i = 0; i < 64; i += 32) {
        __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)(p + i));
        __m256i hits = _mm256_or_si256(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(a)),
                                       _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b)));
        mask |= (uint64_t)(uint32_t)_mm256_movemask_epi8(hits) << i;
    }
#elif defined(__SSE2__)
    for (int i = 0; i < 64; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(p + i));
        __m128i hits = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(a)), _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b)));
        mask |= (uint64_t)(unsigned)_mm_movemask_epi8(hits) << i;
    }
#else
    for (int i = 0; i < 64; i++) mask |= (uint64_t)((p[i] == a) | (p[i] == b)) << i;
#endif
    return mask;
}

/* The first position in [p, end) of one of two bytes, or end. */
PF_TEMPLATE const char *pf_find_either(const char *p, const char *end, char a, char b)
{
    for (; end - p >= 64; p += 64) {
        uint64_t mask = pf_match_either(p, a, b);
        if (mask) return p + pf_lowest(mask);
    }
    for (; p < end; p++)
        if (*p == a || *p == b) return p;
    return end;
}

#endif
