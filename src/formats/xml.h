/* Writes any bytes as the text of an XML element: markup is escaped, and bytes that are not UTF-8 or not a character of
 * XML 1.0 are written as U+FFFD, so that the document stays well-formed. */
#ifndef PLYFORGE_XML_H
#define PLYFORGE_XML_H

#include "base/text.h"

/* The length and the code point of the UTF-8 sequence at bytes; the length is 0 if no valid sequence of at most size
 * bytes begins there. Overlong forms, surrogates and values above U+10FFFF are not valid. */
static inline size_t pf_utf8_length(const unsigned char *bytes, size_t size, uint32_t *code)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned first = bytes[0];
    size_t length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
    if (length == 0 || length > size) return 0;
    *code = length == 1 ? first : first & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (bytes[i] >> 6 != 2) return 0;
        *code = *code << 6 | (bytes[i] & 0x3fu);
    }
    bool surrogate = *code >= 0xd800 && *code < 0xe000;
    return *code < least[length] || *code > 0x10ffff || surrogate ? 0 : length;
}

/* Tab and line feed are the only control characters that every XML and HTML parser preserves. */
static inline bool pf_xml_has_character(uint32_t code)
{
    bool control = (code < 0x20 && code != '\t' && code != '\n') || (code >= 0x7f && code < 0xa0);
    return !control && (code & 0xfffe) != 0xfffe;
}

static inline void pf_text_xml(pf_text *text, const char *string, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)string;
    while (length > 0) {
        uint32_t code = 0;
        size_t taken = pf_utf8_length(bytes, length, &code);
        switch (taken > 0 && pf_xml_has_character(code) ? code : 0) {
        case 0: pf_text_string(text, "\xef\xbf\xbd"); break;
        case '&': pf_text_string(text, "&amp;"); break;
        case '<': pf_text_string(text, "&lt;"); break;
        case '>': pf_text_string(text, "&gt;"); break;
        case '"': pf_text_string(text, "&quot;"); break;
        default:
            for (size_t i = 0; i < taken; i++) pf_text_char(text, (char)bytes[i]);
        }
        if (taken == 0) taken = 1;
        bytes += taken;
        length -= taken;
    }
}

#endif
