/* Making JSON values with jansson. Its functions return NULL for what they cannot make, such as a string that is not
 * UTF-8, and leave out NULL where it should be added. An incomplete answer that looks complete is worse than none, so
 * these end the program instead. */
#ifndef PLYFORGE_PROGRAM_JSON_VALUES_H
#define PLYFORGE_PROGRAM_JSON_VALUES_H

#include <jansson.h>
#include <stddef.h>

/* The value, which is not NULL. */
json_t *json_made(json_t *value);

/* Adds a value to an array or object and takes it over. */
void json_append(json_t *array, json_t *value);
void json_set(json_t *object, const char *key, json_t *value);

/* A text from outside: of a file, its name, or the output of an engine. If it is not UTF-8, which JSON must be, its
 * bytes are taken for Latin-1. */
json_t *json_bytes(const char *text, size_t length);

/* The same for a text that ends with a zero byte; null if there is none. */
json_t *json_text(const char *text);

/* The JSON text of a value, to be freed. Terminals obey control characters above ASCII too, which jansson leaves as
 * they are: here they are escaped like the others. */
char *json_to_text(const json_t *value, size_t flags);

/* Prints the text on standard output, as a line; main notices what could not be written. */
void json_print(const json_t *value, size_t flags);

#endif
