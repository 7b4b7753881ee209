/* UTF-8 in text from files. Bytes that are not UTF-8 are assumed to be Latin-1. */
#ifndef PLYFORGE_PROGRAM_UTF8_H
#define PLYFORGE_PROGRAM_UTF8_H

#include "output/text.h"

#include <stdbool.h>

/* The number of bytes of the UTF-8 character at the start of a text, 0 if there is none: overlong forms, surrogates and
 * numbers beyond Unicode are not characters. */
size_t utf8_character_length(const unsigned char *bytes, size_t length);

bool is_utf8(const char *string, size_t length);

/* Adds a text, which is converted from Latin-1 unless it is UTF-8. */
void text_add_as_utf8(struct text *text, const char *string, size_t length);

#endif
