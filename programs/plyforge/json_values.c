/* Making JSON values with jansson. */
#include "json_values.h"
#include "common.h"

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
