/* Access to the fields that positions and setups have for variants, also for code that is compiled without variants:
 * there the fields read as those of standard chess, and nothing is written. */
#ifndef PLYFORGE_VARIANT_FIELDS_H
#define PLYFORGE_VARIANT_FIELDS_H

#include <plyforge/position.h>

#include "base/compiler.h"
#include "board/setup.h"

#if PF_VARIANTS
#define PF_GET_FIELD(object, field)        ((object)->field)
#define PF_SET_FIELD(object, field, value) ((void)((object)->field = (value)))
_Static_assert(offsetof(pf_position, pockets) == 96 && offsetof(pf_position, variant) == 108,
               "pf_position is part of the ABI");
#else
#define PF_GET_FIELD(object, field)        ((void)(object), 0u)
#define PF_SET_FIELD(object, field, value) ((void)(object), (void)(value))
#endif

/* The message for PF_ERROR_UNSUPPORTED. */
#define PF_NO_VARIANTS_MESSAGE "this library has standard chess only"

/* ---- Fields of a position ---- */

PF_TEMPLATE pf_bitboard pf_promoted_pieces(const pf_position *position)
{
    return PF_GET_FIELD(position, promoted);
}

PF_TEMPLATE unsigned pf_in_pocket(const pf_position *position, pf_colour colour, pf_piece_type type)
{
    (void)colour, (void)type;
    return PF_GET_FIELD(position, pockets[colour][type]);
}

PF_TEMPLATE unsigned pf_checks_given(const pf_position *position, pf_colour colour)
{
    (void)colour;
    return PF_GET_FIELD(position, checks_given[colour]);
}

/* Whether two positions agree in all of these fields. */
PF_TEMPLATE bool pf_same_variant_fields(const pf_position *a, const pf_position *b)
{
    const size_t at = offsetof(pf_position, fullmove_number) + sizeof a->fullmove_number;
    return pf_same_words((const char *)a + at, (const char *)b + at, sizeof *a - at);
}

/* ---- Fields of a setup ---- */

PF_TEMPLATE pf_variant pf_setup_variant(const pf_setup *setup)
{
    return (pf_variant)PF_GET_FIELD(setup, variant);
}

PF_TEMPLATE void pf_setup_set_variant(pf_setup *setup, pf_variant variant)
{
    PF_SET_FIELD(setup, variant,
                 variant < UINT8_MAX ? (uint8_t)variant : UINT8_MAX); /* which does not count as a variant */
}

PF_TEMPLATE pf_bitboard pf_setup_promoted(const pf_setup *setup)
{
    return PF_GET_FIELD(setup, promoted);
}

PF_TEMPLATE void pf_setup_set_promoted(pf_setup *setup, pf_bitboard promoted)
{
    PF_SET_FIELD(setup, promoted, promoted);
}

PF_TEMPLATE unsigned pf_setup_pocket(const pf_setup *setup, pf_colour colour, pf_piece_type type)
{
    (void)colour, (void)type;
    return PF_GET_FIELD(setup, pockets[colour][type]);
}

PF_TEMPLATE void pf_setup_set_pocket(pf_setup *setup, pf_colour colour, pf_piece_type type, unsigned count)
{
    (void)colour, (void)type;
    PF_SET_FIELD(setup, pockets[colour][type], (uint8_t)count);
}

PF_TEMPLATE unsigned pf_setup_checks_given(const pf_setup *setup, pf_colour colour)
{
    (void)colour;
    return PF_GET_FIELD(setup, checks_given[colour]);
}

PF_TEMPLATE void pf_setup_set_checks_given(pf_setup *setup, pf_colour colour, unsigned checks)
{
    (void)colour;
    PF_SET_FIELD(setup, checks_given[colour], (uint8_t)checks);
}

/* Whether any of these fields, or a byte that must be zero, is not zero. */
PF_TEMPLATE bool pf_setup_has_variant_fields(const pf_setup *setup)
{
    const size_t begin = offsetof(pf_setup, fullmove_number) + sizeof setup->fullmove_number;
    uint64_t all = 0;
    for (size_t at = begin; at < sizeof *setup; at += sizeof(uint64_t)) {
        uint64_t word;
        pf_memcpy(&word, (const char *)setup + at, sizeof word);
        all |= word;
    }
    return all != 0;
}

/* Both kinds of object end with these fields, in the same order. */
PF_TEMPLATE void pf_setup_copy_variant_fields(pf_setup *setup, const pf_position *position)
{
    const size_t from = offsetof(pf_position, fullmove_number) + sizeof position->fullmove_number;
    const size_t to = offsetof(pf_setup, fullmove_number) + sizeof setup->fullmove_number;
    _Static_assert(sizeof(pf_position) - offsetof(pf_position, fullmove_number) ==
                       sizeof(pf_setup) - offsetof(pf_setup, fullmove_number),
                   "the fields of variants are the same in both");
    pf_memcpy((char *)setup + to, (const char *)position + from, sizeof *position - from);
}

#endif
