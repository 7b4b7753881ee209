/* Conversion of 128-bit counts to and from text, and the version. */
#include <plyforge/base.h>

#include "base/text.h"

/* Divides the count by ten in place and returns the remainder: long division in four 32-bit digits. */
static unsigned divide_by_ten(pf_count *count)
{
    uint32_t digits[4] = {(uint32_t)(count->hi >> 32), (uint32_t)count->hi, (uint32_t)(count->lo >> 32),
                          (uint32_t)count->lo};
    uint64_t rest = 0;
    for (int i = 0; i < 4; i++) {
        rest = rest << 32 | digits[i];
        digits[i] = (uint32_t)(rest / 10);
        rest %= 10;
    }
    count->hi = (uint64_t)digits[0] << 32 | digits[1];
    count->lo = (uint64_t)digits[2] << 32 | digits[3];
    return (unsigned)rest;
}

size_t pf_count_to_text(char *buffer, size_t size, pf_count count)
{
    char digits[PF_COUNT_TEXT_SIZE];
    unsigned n = 0;
    do digits[n++] = (char)('0' + divide_by_ten(&count));
    while (count.lo | count.hi);

    pf_text text = pf_text_begin(buffer, size);
    while (n) pf_text_char(&text, digits[--n]);
    return pf_text_end(&text);
}

/* Computes count * 10 + digit in place; false on overflow. */
static bool append_digit(pf_count *count, unsigned digit)
{
    pf_count times2 = pf_count_add(*count, *count);
    pf_count times4 = pf_count_add(times2, times2);
    pf_count times8 = pf_count_add(times4, times4);
    pf_count times10 = pf_count_add(times8, times2);
    pf_count sum = pf_count_add(times10, pf_count_of(digit));
    if (count->hi > UINT64_MAX / 10 || pf_count_compare(sum, times10) < 0 || pf_count_compare(times10, times8) < 0)
        return false;
    *count = sum;
    return true;
}

bool pf_count_from_text(pf_count *out, const char *text, size_t length)
{
    pf_count count = {0, 0};
    if (length == 0) return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        if (!append_digit(&count, (unsigned)(text[i] - '0'))) return false;
    }
    *out = count;
    return true;
}

const char *pf_version(void)
{
    return PF_VERSION_TEXT;
}
