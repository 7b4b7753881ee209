/* Text without libc: blanks, and writing into caller memory. As with snprintf, writing never overruns and always
 * returns the whole length. */
#ifndef PLYFORGE_BASE_TEXT_H
#define PLYFORGE_BASE_TEXT_H

#include <plyforge/base.h>

#include "base/compiler.h"

/* The characters that separate fields and words in FEN, EPD and moves. */
static inline bool pf_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The length of a hyphen at the beginning of a text, or of a dash in its place: U+2010 to U+2015 and the minus sign in
 * UTF-8, the en and em dash of Windows-1252. 0 if there is none. */
static inline size_t pf_dash_length(const char *text, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)text;
    if (length > 0 && (bytes[0] == '-' || bytes[0] == 0x96 || bytes[0] == 0x97)) return 1;
    if (length < 3 || bytes[0] != 0xe2) return 0;
    bool is_dash = bytes[1] == 0x80 && bytes[2] >= 0x90 && bytes[2] <= 0x95;
    bool is_minus = bytes[1] == 0x88 && bytes[2] == 0x92;
    return is_dash || is_minus ? 3 : 0;
}

/* The message of every function that refuses a null move for this reason. */
#define PF_NULL_MOVE_IN_CHECK "a null move is not possible in check"

typedef struct pf_text {
    char *buffer;
    size_t size;
    size_t length; /* of the whole text, whether it was written or not */
} pf_text;

static inline pf_text pf_text_begin(char *buffer, size_t size)
{
    pf_text text = {buffer, size, 0};
    return text;
}

static inline void pf_text_char(pf_text *text, char c)
{
    if (text->length + 1 < text->size) text->buffer[text->length] = c;
    text->length++;
}

static inline void pf_text_string(pf_text *text, const char *string)
{
    while (*string) pf_text_char(text, *string++);
}

static inline void pf_text_square(pf_text *text, unsigned square)
{
    pf_text_char(text, (char)('a' + (square & 7)));
    pf_text_char(text, (char)('1' + (square >> 3)));
}

static inline void pf_text_number(pf_text *text, uint64_t number)
{
    char digits[20];
    unsigned n = 0;
    do digits[n++] = (char)('0' + number % 10);
    while (number /= 10);
    while (n) pf_text_char(text, digits[--n]);
}

/* Writes a byte of the input in quotes; a byte that is not printable ASCII is written as \xNN. */
static inline void pf_text_quoted(pf_text *text, char c)
{
    static const char hex[] = "0123456789abcdef";
    unsigned byte = (unsigned char)c;
    pf_text_char(text, '\'');
    if (byte >= 32 && byte < 127) {
        pf_text_char(text, c);
    } else {
        pf_text_string(text, "\\x");
        pf_text_char(text, hex[byte >> 4]);
        pf_text_char(text, hex[byte & 15]);
    }
    pf_text_char(text, '\'');
}

/* Whether the text is this name, which is given in lower case; case, blanks, hyphens and underscores are ignored. */
static inline bool pf_is_name(const char *text, size_t length, const char *name)
{
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == ' ' || c == '-' || c == '_') continue;
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        if (*name == '\0' || c != *name++) return false;
    }
    return *name == '\0';
}

/* Terminates the text and returns its whole length. */
static inline size_t pf_text_end(pf_text *text)
{
    if (text->size) text->buffer[text->length < text->size ? text->length : text->size - 1] = '\0';
    return text->length;
}

/* Fills the caller's error, if there is one, and returns the code. */
static inline pf_status pf_fail(pf_error *error, pf_status code, size_t offset, const char *message)
{
    if (error) {
        error->code = code;
        error->offset = (uint32_t)offset;
        pf_text text = pf_text_begin(error->message, sizeof error->message);
        pf_text_string(&text, message);
        pf_text_end(&text);
    }
    return code;
}

/* Like pf_fail, and names the offending byte: "MESSAGE 'c'". */
static inline pf_status pf_fail_at_char(pf_error *error, pf_status code, size_t offset, const char *message, char c)
{
    pf_fail(error, code, offset, message);
    if (error) {
        pf_text text = pf_text_begin(error->message, sizeof error->message);
        pf_text_string(&text, message);
        pf_text_char(&text, ' ');
        pf_text_quoted(&text, c);
        pf_text_end(&text);
    }
    return code;
}

#endif
