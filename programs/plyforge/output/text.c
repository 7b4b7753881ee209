/* Text that grows. */
#include "output/text.h"
#include "common.h"

#include <stdlib.h>
#include <string.h>

void text_reserve(struct text *text, size_t more)
{
    if (text->length + more <= text->capacity) return;
    text->capacity = 2 * (text->length + more) + 4096;
    text->bytes = allocated(realloc(text->bytes, text->capacity));
}

void text_add(struct text *text, const char *bytes, size_t length)
{
    text_reserve(text, length);
    if (length > 0) memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
}

void text_add_string(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}
