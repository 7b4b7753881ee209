/* Writing JSON, value by value. The program reads no JSON, so only the text is kept. */
#ifndef PLYFORGE_PROGRAM_JSON_WRITER_H
#define PLYFORGE_PROGRAM_JSON_WRITER_H

#include "output/text.h"

#include <plyforge/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialised, it starts an indented document, which people can read easily; {.is_compact = true} starts one on a
 * single line. */
struct json {
    struct text text;
    unsigned depth; /* the number of open objects and arrays */
    bool is_compact;
    bool has_value; /* the innermost open object or array already has a value */
};

/* Each function adds one value. name is the name of a member in an object, and NULL in an array or at the top level. */
void json_open_object(struct json *json, const char *name);
void json_open_array(struct json *json, const char *name);
void json_close_object(struct json *json);
void json_close_array(struct json *json);

/* Text from outside, such as a file name or the output of an engine, is assumed to be Latin-1 if it is not UTF-8,
 * because JSON must be UTF-8. NULL is written as null. */
void json_string(struct json *json, const char *name, const char *string);
void json_bytes(struct json *json, const char *name, const char *bytes, size_t length);

void json_integer(struct json *json, const char *name, int64_t value);
void json_unsigned(struct json *json, const char *name, uint64_t value);
void json_real(struct json *json, const char *name, double value); /* null unless it is finite */
void json_boolean(struct json *json, const char *name, bool value);
void json_null(struct json *json, const char *name);

/* Counts are strings, because many readers of JSON keep only 53 bits of a number. */
void json_count(struct json *json, const char *name, pf_count count);

/* Adds the values of another writer, which must have started at the current depth of this one: {.depth =
 * json->depth}. */
void json_values(struct json *json, const struct json *values);

/* Prints a finished document followed by a line break, and releases it. */
void json_print(struct json *json);

#endif
