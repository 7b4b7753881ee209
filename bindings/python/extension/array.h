/* Array: memory that C fills and Python, numpy and torch read without copying. */
#ifndef PLYFORGE_PYTHON_ARRAY_H
#define PLYFORGE_PYTHON_ARRAY_H

#include "core.h"

/* What the elements are. ARRAY_POSITION: a pf_position, which only the library writes, so that it is always valid;
 * others may read it. */
typedef enum array_kind {
    ARRAY_U8,
    ARRAY_U16,
    ARRAY_I64,
    ARRAY_F32,
    ARRAY_I32,
    ARRAY_POSITION,
    ARRAY_KIND_COUNT
} array_kind;

enum { ARRAY_MAX_DIMENSIONS = 4 };

typedef struct array_object {
    PyObject_HEAD void *data;
    array_kind kind;
    int dimensions;
    Py_ssize_t shape[ARRAY_MAX_DIMENSIONS];
    Py_ssize_t strides[ARRAY_MAX_DIMENSIONS];
} array_object;

/* A new array with all bytes 0. */
PyObject *array_new(core_state *state, array_kind kind, int dimensions, const Py_ssize_t *shape);
/* An array of one dimension that takes over memory from malloc. Frees it on failure. */
PyObject *array_take(core_state *state, array_kind kind, Py_ssize_t length, void *data);
bool array_add_type(PyObject *module, core_state *state);
/* The array if the object is one of that kind; NULL with TypeError. */
array_object *array_of(core_state *state, PyObject *object, array_kind kind);

extern PyMethodDef batch_functions[];      /* batch.c */
extern PyMethodDef batch_play_functions[]; /* batch_play.c */
extern PyMethodDef pgn_functions[];        /* pgn_columns.c */

#endif
