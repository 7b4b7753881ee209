/* UTF-8 in text from files; see utf8.h. */
#include "output/utf8.h"

#include <string.h>

size_t utf8_character_length(const unsigned char *bytes, size_t length)
{
    if (bytes[0] < 0x80) return 1;
    size_t size = bytes[0] >= 0xf0 ? 4 : bytes[0] >= 0xe0 ? 3 : 2;
    if (bytes[0] < 0xc2 || bytes[0] > 0xf4 || size > length) return 0;
    for (size_t i = 1; i < size; i++)
        if ((bytes[i] & 0xc0) != 0x80) return 0;
    bool is_overlong = (bytes[0] == 0xe0 && bytes[1] < 0xa0) || (bytes[0] == 0xf0 && bytes[1] < 0x90);
    bool is_surrogate = bytes[0] == 0xed && bytes[1] >= 0xa0;
    bool is_too_large = bytes[0] == 0xf4 && bytes[1] >= 0x90;
    return is_overlong || is_surrogate || is_too_large ? 0 : size;
}

bool is_utf8(const char *string, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)string;
    size_t at = 0;
    for (uint64_t word; length - at >= sizeof word; at += sizeof word) { /* ASCII, eight bytes at once */
        memcpy(&word, string + at, sizeof word);
        if (word & UINT64_C(0x8080808080808080)) break;
    }
    for (size_t size; at < length; at += size) {
        size = utf8_character_length(bytes + at, length - at);
        if (size == 0) return false;
    }
    return true;
}

void text_add_as_utf8(struct text *text, const char *string, size_t length)
{
    if (is_utf8(string, length)) {
        text_add(text, string, length);
        return;
    }
    for (size_t i = 0; i < length; i++) {
        unsigned code = (unsigned char)string[i];
        char bytes[2] = {(char)(0xc0 | code >> 6), (char)(0x80 | (code & 0x3f))};
        if (code < 0x80)
            text_add(text, string + i, 1);
        else
            text_add(text, bytes, 2);
    }
}
