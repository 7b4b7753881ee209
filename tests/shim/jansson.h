/* The names of jansson that tests of corpora use, for cross builds, which have no corpora: such a test is skipped
 * before it calls any of these. */
#ifndef PLYFORGE_SHIM_JANSSON_H
#define PLYFORGE_SHIM_JANSSON_H

#include <stddef.h>

typedef struct json_t json_t;
typedef long long json_int_t;
typedef struct json_error_t {
    char text[160];
} json_error_t;
enum { JSON_ALLOW_NUL = 0 };

__attribute__((unused)) static inline json_t *json_loads(const char *text, size_t flags, json_error_t *error)
{
    (void)text, (void)flags;
    error->text[0] = '\0';
    return NULL;
}

#define SHIM_JSON(type, name, parameters)                                                                              \
    __attribute__((unused)) static inline type name parameters                                                         \
    {                                                                                                                  \
        return 0;                                                                                                      \
    }
SHIM_JSON(json_t *, json_array, (void))
SHIM_JSON(json_t *, json_array_get, (const json_t *array __attribute__((unused)), size_t i __attribute__((unused))))
SHIM_JSON(size_t, json_array_size, (const json_t *array __attribute__((unused))))
SHIM_JSON(int, json_array_append_new, (json_t * array __attribute__((unused)), json_t *value __attribute__((unused))))
SHIM_JSON(int, json_equal, (const json_t *a __attribute__((unused)), const json_t *b __attribute__((unused))))
SHIM_JSON(json_t *, json_integer, (json_int_t number __attribute__((unused))))
SHIM_JSON(json_int_t, json_integer_value, (const json_t *value __attribute__((unused))))
SHIM_JSON(double, json_real_value, (const json_t *value __attribute__((unused))))
SHIM_JSON(const char *, json_string_value, (const json_t *value __attribute__((unused))))
SHIM_JSON(json_t *, json_object_get,
          (const json_t *object __attribute__((unused)), const char *member __attribute__((unused))))

#define json_decref(value)     ((void)(value))
#define json_is_null(value)    ((value) == NULL)
#define json_is_string(value)  ((void)(value), 0)
#define json_is_integer(value) json_is_string(value)
#define json_is_real(value)    json_is_string(value)
#define json_array_foreach(array, i, value)                                                                            \
    for ((i) = 0; (i) < json_array_size(array) && ((value) = json_array_get(array, i)) != NULL; (i)++)
#define json_object_foreach(object, key, value) for ((key) = NULL, (value) = NULL; (object) != NULL && (key) != NULL;)

#endif
