/* Making JSON values with jansson. */
#include "json_values.h"
#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *json_made(json_t *value)
{
    if (value != NULL) return value;
    fail("cannot make the JSON text");
}

void json_append(json_t *array, json_t *value)
{
    if (json_array_append_new(array, json_made(value)) != 0) json_made(NULL);
}

void json_set(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, json_made(value)) != 0) json_made(NULL);
}

json_t *json_bytes(const char *text, size_t length)
{
    json_t *value = json_stringn(text, length);
    if (value != NULL) return value;
    char *utf8 = allocated(malloc(2 * length + 1));
    size_t size = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte >= 0x80) utf8[size++] = (char)(0xc0 | byte >> 6);
        utf8[size++] = (char)(byte < 0x80 ? byte : 0x80 | (byte & 0x3f));
    }
    value = json_made(json_stringn(utf8, size));
    free(utf8);
    return value;
}

json_t *json_text(const char *text)
{
    return text != NULL ? json_bytes(text, strlen(text)) : json_null();
}

/* How many bytes the control character there has: DEL, or one from U+0080 to U+009F. 0 if it is none. */
static unsigned control_length(const char *text)
{
    unsigned char byte = (unsigned char)text[0], next = byte == 0xc2 ? (unsigned char)text[1] : 0;
    return byte == 0x7f ? 1 : next >= 0x80 && next < 0xa0 ? 2 : 0;
}

char *json_to_text(const json_t *value, size_t flags)
{
    char *text = json_dumps(value, flags);
    if (text == NULL) json_made(NULL);
    size_t controls = 0;
    for (const char *next = text; *next != '\0'; next++) controls += control_length(next) > 0;
    if (controls == 0) return text;
    char *escaped = allocated(malloc(strlen(text) + 6 * controls + 1)), *end = escaped;
    for (const char *next = text; *next != '\0';) {
        unsigned length = control_length(next);
        if (length > 0)
            end += sprintf(end, "\\u%04X", (unsigned)(unsigned char)next[length - 1]);
        else
            *end++ = *next;
        next += length > 0 ? length : 1;
    }
    *end = '\0';
    free(text);
    return escaped;
}

void json_print(const json_t *value, size_t flags)
{
    char *text = json_to_text(value, flags);
    puts(text);
    free(text);
}
