/* Columns as plyforge._table describes them, for the Arrow interface (arrow.c) and for Parquet (parquet.c). In Python a
 * column is (name, values), or (name, rows, elements) if it contains lists. values are (format, length, nulls,
 * validity, ends, data): an Arrow format, the number of values, the number of nulls among them, and arrays or None.
 * validity has a bit for each value, which is 1 if the value is present; None means that all are. ends is an int64
 * array with a 0 followed by the end of each text or list. */
#ifndef PLYFORGE_PYTHON_ARROW_H
#define PLYFORGE_PYTHON_ARROW_H

#include "array.h"

typedef struct arrow_values {
    const char *format;
    Py_ssize_t length, nulls;
    PyObject *validity, *ends, *data; /* Arrays, or None */
    Py_ssize_t size;                  /* the size of a value in bytes; 0 for texts and lists */
} arrow_values;

typedef struct arrow_column {
    const char *name;
    bool is_list;
    arrow_values rows, elements;
} arrow_column;

/* Reads a column; its memory still belongs to the tuple. False with an exception. The arrays are checked to be of the
 * right kinds and large enough. The contents of ends are not checked, because they may change at any time. */
bool arrow_read_column(core_state *state, PyObject *tuple, arrow_column *column);

/* Whether a value is present. */
static inline bool arrow_is_valid(const arrow_values *values, Py_ssize_t i)
{
    if (values->validity == Py_None) return true;
    return ((const uint8_t *)((array_object *)values->validity)->data)[i >> 3] >> (i & 7) & 1;
}

/* The start and the length of a text or list, within data of that length; empty if the ends are out of range. */
static inline Py_ssize_t arrow_part(const arrow_values *values, Py_ssize_t i, Py_ssize_t length, Py_ssize_t *begin)
{
    const int64_t *ends = ((array_object *)values->ends)->data;
    int64_t from = array_fetch(ends + i), to = array_fetch(ends + i + 1);
    bool fits = from >= 0 && from <= to && to <= length;
    *begin = fits ? (Py_ssize_t)from : 0;
    return fits ? (Py_ssize_t)(to - from) : 0;
}

#endif
