/* Many positions in one call. The rows are read by the functions for single positions; this file finds where each row
 * begins and puts its position, status and error into the arrays of the caller. */
#include <plyforge/batch.h>

#include "base/text.h"

/* Where the error of a row is written; NULL if it is not wanted. */
static pf_error *row_error(const pf_position_rows *out, size_t row)
{
    return out->errors ? &out->errors[row] : NULL;
}

/* Completes a row, whether or not its position could be read. Returns how many bad rows this adds: 0 or 1. */
static size_t finish_row(const pf_position_rows *out, size_t row, pf_status status)
{
    if (out->statuses) out->statuses[row] = (uint8_t)status;
    if (status == PF_OK) {
        if (out->errors) pf_fail(&out->errors[row], PF_OK, 0, "");
        return 0;
    }
    out->positions[row] = pf_position_start();
    return 1;
}

static size_t read_row(const pf_position_rows *out, size_t row, const char *text, size_t length, pf_accept accept)
{
    pf_status status = pf_position_from_fen(&out->positions[row], text, length, accept, NULL, row_error(out, row));
    return finish_row(out, row, status);
}

size_t pf_positions_from_fens(const pf_position_rows *out, const char *const *texts, const size_t *lengths,
                              size_t count, pf_accept accept)
{
    size_t wrong = 0;
    for (size_t row = 0; row < count; row++) {
        const char *text = texts[row] ? texts[row] : "";
        size_t length = 0;
        if (lengths)
            length = texts[row] ? lengths[row] : 0;
        else
            for (; text[length] != '\0'; length++)
                PF_KEEP_WRITTEN(text[length]); /* without this, compilers would call strlen */
        wrong += read_row(out, row, text, length, accept);
    }
    return wrong;
}

/* The offset of the next line end at or after at, or length; eight bytes at a time. */
static size_t find_line_end(const char *text, size_t at, size_t length)
{
    for (; length - at >= 8; at += 8) {
        uint64_t word;
        pf_memcpy(&word, text + at, sizeof word);
        word ^= UINT64_C(0x0a0a0a0a0a0a0a0a);
        if ((word - UINT64_C(0x0101010101010101)) & ~word & UINT64_C(0x8080808080808080)) break;
    }
    while (at < length && text[at] != '\n') at++;
    return at;
}

size_t pf_positions_from_fen_lines(const pf_position_rows *out, size_t room, const char *text, size_t length,
                                   pf_accept accept, size_t *row_count, size_t *used)
{
    size_t wrong = 0, at = 0, row = 0;
    for (; row < room && at < length; row++) {
        size_t start = at;
        at = find_line_end(text, at, length);
        wrong += read_row(out, row, text + start, at - start, accept); /* '\r' is a blank */
        at += at < length;
    }
    if (row_count) *row_count = row;
    if (used) *used = at;
    return wrong;
}

size_t pf_positions_unpack(const pf_position_rows *out, const void *packed, size_t stride, size_t count,
                           pf_accept accept)
{
    const uint8_t *bytes = packed;
    size_t wrong = 0;
    for (size_t row = 0; row < count; row++) {
        pf_packed one;
        pf_memcpy(one.bytes, bytes + row * stride, sizeof one);
        wrong += finish_row(out, row, pf_position_unpack(&out->positions[row], &one, accept, row_error(out, row)));
    }
    return wrong;
}
