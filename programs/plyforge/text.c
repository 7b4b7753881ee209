/* Text that grows. */
#include "text.h"
#include "common.h"

#include <stdlib.h>
#include <string.h>

void text_add(struct text *text, const char *bytes, size_t length)
{
    if (text->length + length > text->capacity) {
        text->capacity = 2 * (text->length + length) + 4096;
        text->bytes = allocated(realloc(text->bytes, text->capacity));
    }
    if (length > 0) memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
}

void text_add_string(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}
