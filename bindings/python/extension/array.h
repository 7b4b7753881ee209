/* Array: memory that C fills and Python, numpy and torch read without copying. */
#ifndef PLYFORGE_PYTHON_ARRAY_H
#define PLYFORGE_PYTHON_ARRAY_H

#include "core.h"

/* The kinds of elements. ARRAY_POSITION is a pf_position: only the library writes it, so that it is always valid;
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

/* Rows of an array that are being read or written. A thread needs the GIL to add or remove a use. */
typedef struct array_use {
    struct array_use *next;
    const void *owner; /* the array through which the rows are used: the array itself or a loan of it */
    Py_ssize_t begin, end;
    bool writes, is_loan;
} array_use;

/* Memory that outlives its array because a reader, in any thread or interpreter, still uses it. */
typedef struct array_memory {
    size_t references; /* atomic */
    void *data;
} array_memory;

typedef struct array_object {
    PyObject_HEAD
    void *data;
    Py_buffer *view;            /* the buffer that owns the memory, or NULL */
    array_memory *memory;       /* NULL until the memory is shared */
    struct array_object *owner; /* the array from which this one borrows its memory, or NULL */
    array_use loan;             /* for a loan: its entry in the uses of the owner */
    array_use *uses;            /* for an owner */
    array_kind kind;
    int dimensions;
    Py_ssize_t shape[ARRAY_MAX_DIMENSIONS];
    Py_ssize_t strides[ARRAY_MAX_DIMENSIONS];
} array_object;

/* A new array whose elements the caller must write before anyone reads them. */
PyObject *array_new_raw(core_state *state, array_kind kind, int dimensions, const Py_ssize_t *shape);
/* A new array in which all bytes are 0. */
PyObject *array_new(core_state *state, array_kind kind, int dimensions, const Py_ssize_t *shape);
/* An array of one dimension that takes over memory from malloc. Frees it on failure. */
PyObject *array_take(core_state *state, array_kind kind, Py_ssize_t length, void *data);
bool array_add_type(PyObject *module, core_state *state);
/* The array if the object is one of that kind; NULL with TypeError. */
array_object *array_of(core_state *state, PyObject *object, array_kind kind);

/* The memory of an array, or of a copy of the array if it does not own its memory. The caller must release the
 * reference. NULL with an exception. Releasing needs neither the GIL nor an interpreter. */
array_memory *array_share(PyObject *array);
void array_memory_release(array_memory *memory);

/* An array of that kind and shape in the writable memory of another object; NULL with ValueError if it does not fit. */
PyObject *array_wrap(core_state *state, PyObject *object, array_kind kind, int dimensions, const Py_ssize_t *shape);

/* ---- Borrowing (borrow.c) ----
 *
 * Code that runs without the GIL must not read a position while another thread writes it: it could see half of the old
 * and half of the new one, which is not a valid position. So any number of uses may read the same rows, or a single one
 * may write them; a use that would break this rule is a RuntimeError.
 *
 * A loan is an array in the memory of another one, its owner, and keeps all rows for one call of plyforge.batch. The
 * threads of that call use the loan, each its own rows.
 *
 * Arrays of numbers have loans only. Their memory may belong to a numpy array, which anybody can write at any time, so
 * the code must cope with any number at any moment. A number that is checked is read only once, by array_fetch(). */

/* Begins a use of rows; false with RuntimeError. */
bool array_use_begin(array_object *array, array_use *use, Py_ssize_t begin, Py_ssize_t end, bool writes);
void array_use_end(array_object *array, array_use *use);
/* Whether all of the array can be read now; false with RuntimeError while it is being written. */
bool array_is_readable(array_object *array);
/* A loan of the array, which ends when the loan is freed or given back; NULL with RuntimeError. */
PyObject *array_lend(core_state *state, array_object *array, bool writes);
/* A new array object without memory; the caller sets it. */
array_object *array_without_memory(core_state *state, array_kind kind, int dimensions, const Py_ssize_t *shape);
static inline array_object *array_root(array_object *array)
{
    return array->owner ? array->owner : array;
}

/* A number at any address, read exactly once: another thread may be writing it, and the compiler must not read it again
 * after a check. */
static inline int64_t array_fetch(const void *from)
{
    int64_t value;
    memcpy(&value, from, sizeof value);
    volatile int64_t once = value;
    return once;
}

/* ---- Functions of many positions ---- */

#define WITHOUT_GIL(call)                                                                                              \
    do {                                                                                                               \
        PyThreadState *saved_ = PyEval_SaveThread();                                                                   \
        call;                                                                                                          \
        PyEval_RestoreThread(saved_);                                                                                  \
    } while (0)

/* Positions, an output array, and a range of rows in both. bad is the row at which the work stopped, or -1. */
typedef struct row_job {
    const pf_position *positions;
    void *out;
    Py_ssize_t begin, end, row_count, bad;
    pf_error error;
    array_object *from, *to;               /* the arrays of positions; NULL if they are not used */
    Py_ssize_t first_read, end_read;       /* the rows that are read; batch_job sets begin and end */
    Py_ssize_t first_written, end_written; /* likewise, for rows that are written */
    array_use uses[2];
} row_job;

/* Fills in the job, in which begin and end are already set. out must be of that kind and have this many elements per
 * row, or be NULL. False with an exception. */
bool batch_job(PyObject *module, PyObject *positions, PyObject *out, array_kind kind, Py_ssize_t row_size,
               row_job *job);
/* Called before and after the work of a job: in between, nobody else can write the rows of positions that it reads, or
 * use those that it writes. False with RuntimeError. */
bool batch_begin(row_job *job);
void batch_end(row_job *job);

/* Processes the rows of the job from first on, until one is wrong, which becomes bad. */
typedef void row_work(row_job *job, const void *source, Py_ssize_t first);
/* Processes all rows of the job without the GIL -> list of (row, message), which ends with the first wrong row unless
 * all are requested. NULL with an exception. */
PyObject *batch_errors(row_job *job, row_work *work, const void *source, bool all);

/* The text of a row, or NULL and the reason why there is none. */
typedef struct row_text {
    const char *text;
    Py_ssize_t length;
    char problem[56];
} row_text;

/* The texts of the rows of the job, starting with begin, to be released with PyMem_Free; NULL with an exception. They
 * live as long as the list, which must not change. all: a row without text does not raise an exception. */
row_text *batch_texts(PyObject *list, const row_job *job, bool all);
/* Reports a row without text as an error with that status. */
pf_status batch_no_text(const row_text *text, pf_status status, pf_error *error);

static inline core_state *batch_state(PyObject *module)
{
    return (core_state *)PyModule_GetState(module);
}

extern PyMethodDef batch_functions[];         /* batch.c */
extern PyMethodDef borrow_functions[];        /* borrow.c */
extern PyMethodDef batch_row_functions[];     /* batch_rows.c */
extern PyMethodDef batch_text_functions[];    /* batch_text.c */
extern PyMethodDef batch_play_functions[];    /* batch_play.c */
extern PyMethodDef batch_action_functions[];  /* batch_actions.c */
extern PyMethodDef batch_plane_functions[];   /* batch_planes.c */
extern PyMethodDef batch_feature_functions[]; /* batch_features.c */
extern PyMethodDef pgn_functions[];           /* pgn_columns.c */
extern PyMethodDef arrow_functions[];         /* arrow.c */
extern PyMethodDef parquet_functions[];       /* parquet.c */
extern PyMethodDef table_column_functions[];  /* table_columns.c */
extern PyMethodDef table_functions[];         /* tables.c */

#endif
