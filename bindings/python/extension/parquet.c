/* Parquet files of columns in the form of plyforge._table, written with parquet/, which `plyforge pgn --parquet` uses
 * as well. Python opens the file, compresses and writes. */
#include "arrow.h"

#include <parquet/moves.h>
#include <parquet/writer.h>

#include <stdlib.h>

typedef struct parquet_file {
    struct parquet_writer *writer;
    struct parquet_column *columns; /* including their names */
    struct parquet_part *parts;
    Py_ssize_t count;
    struct parquet_codec codec;
    struct parquet_moves *moves;
    const char *note[2];
    PyObject *keeps; /* the objects that contain the names and notes */
    PyObject *write, *compress;
    PyThreadState *thread; /* while the GIL is released */
    bool has_raised;       /* write or compress has raised an exception */
} parquet_file;

/* ---- Calling Python ---- */

/* The bytes that function(bytes) returns, or NULL with an exception, which is kept until the GIL is reacquired for
 * good. */
static PyObject *call_with_bytes(PyObject *function, const void *bytes, size_t size)
{
    PyObject *text = PyBytes_FromStringAndSize(bytes, (Py_ssize_t)size);
    PyObject *result = text ? PyObject_CallFunctionObjArgs(function, text, NULL) : NULL;
    Py_XDECREF(text);
    return result;
}

static bool put(void *context, const void *bytes, size_t size)
{
    parquet_file *file = context;
    PyEval_RestoreThread(file->thread);
    PyObject *result = call_with_bytes(file->write, bytes, size);
    bool done = result != NULL;
    Py_XDECREF(result);
    file->has_raised |= !done;
    file->thread = PyEval_SaveThread();
    return done;
}

static bool compress(void *context, struct parquet_bytes *out, const char *bytes, size_t size)
{
    parquet_file *file = context;
    PyEval_RestoreThread(file->thread);
    char *made;
    Py_ssize_t made_size;
    PyObject *result = file->has_raised ? NULL : call_with_bytes(file->compress, bytes, size);
    bool done = result && PyBytes_AsStringAndSize(result, &made, &made_size) == 0;
    if (done) parquet_bytes_add(out, made, (size_t)made_size);
    Py_XDECREF(result);
    file->has_raised |= !done;
    file->thread = PyEval_SaveThread();
    return done;
}

static PyObject *result_of(const parquet_file *file, enum parquet_status status)
{
    if (file->has_raised) return NULL;
    if (status != PARQUET_OK) return PyErr_NoMemory();
    Py_RETURN_NONE;
}

/* ---- Columns ---- */

/* Describes a column of values for Parquet. */
static bool describe(struct parquet_column *out, const arrow_column *column)
{
    static const struct {
        const char *format;
        enum parquet_type type;
        enum parquet_meaning meaning;
    } types[] = {{"U", PARQUET_BYTES, PARQUET_UTF8},       {"C", PARQUET_INT32, PARQUET_UINT_8},
                 {"S", PARQUET_INT32, PARQUET_UINT_16},    {"s", PARQUET_INT32, PARQUET_INT_16},
                 {"i", PARQUET_INT32, PARQUET_NO_MEANING}, {"l", PARQUET_INT64, PARQUET_NO_MEANING},
                 {"f", PARQUET_FLOAT, PARQUET_NO_MEANING}};
    const arrow_values *values = column->is_list ? &column->elements : &column->rows;
    *out = (struct parquet_column){.name = column->name, .is_list = column->is_list, .is_early = column->is_list};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(values->format, types[i].format) != 0) continue;
        out->type = types[i].type;
        out->meaning = types[i].meaning;
        out->is_early |= out->type == PARQUET_FLOAT;
        return !column->is_list || values->size > 0;
    }
    out->type = PARQUET_FIXED_BYTES;
    out->meaning = PARQUET_NO_MEANING;
    out->fixed_size = (unsigned)values->size;
    out->is_early = true;
    return !column->is_list;
}

static const uint8_t *data_of(const arrow_values *values)
{
    return ((const array_object *)values->data)->data;
}

/* A number in the array's memory, in the byte order of this machine. */
static int64_t number_at(const arrow_values *values, Py_ssize_t i)
{
    const uint8_t *at = data_of(values) + i * values->size;
    switch (values->format[0]) {
    case 'C': return *at;
    case 'S': return *(const uint16_t *)(const void *)at;
    case 's': return *(const int16_t *)(const void *)at;
    case 'l': return *(const int64_t *)(const void *)at;
    default: return *(const int32_t *)(const void *)at; /* for floats, their bits */
    }
}

static void add_value(struct parquet_values *out, const arrow_values *values, Py_ssize_t i)
{
    Py_ssize_t begin;
    if (!arrow_is_valid(values, i)) {
        parquet_null(out);
    } else if (values->size == 0) {
        Py_ssize_t size = arrow_part(values, i, ((array_object *)values->data)->shape[0], &begin);
        parquet_bytes(out, data_of(values) + begin, (size_t)size);
    } else if (values->format[0] == 'w') {
        parquet_fixed(out, data_of(values) + i * values->size, (size_t)values->size);
    } else if (values->format[0] == 'l') {
        parquet_int64(out, number_at(values, i));
    } else {
        parquet_int32(out, (int32_t)number_at(values, i));
    }
}

static void add_list(struct parquet_values *out, const arrow_column *column, Py_ssize_t row, bool *is_null)
{
    const arrow_values *elements = &column->elements;
    Py_ssize_t begin, size = arrow_part(&column->rows, row, elements->length, &begin);
    if (!arrow_is_valid(&column->rows, row)) {
        parquet_null_list(out);
        return;
    }
    if (!parquet_bytes_reserve(&out->plain, 8 * (size_t)size)) return;
    for (Py_ssize_t i = 0; i < size; i++) {
        is_null[i] = !arrow_is_valid(elements, begin + i);
        if (is_null[i]) continue;
        uint64_t number = (uint64_t)number_at(elements, begin + i);
        unsigned char bytes[8];
        for (unsigned j = 0; j < 8; j++) bytes[j] = (unsigned char)(number >> 8 * j);
        parquet_add_plain(out, bytes, elements->format[0] == 'l' ? 8 : 4);
    }
    parquet_list(out, (size_t)size, is_null);
}

/* Adds all rows of a column; false if memory has run out. */
static bool add_column(struct parquet_part *part, const arrow_column *column)
{
    bool *is_null = NULL;
    if (!column->is_list) {
        for (Py_ssize_t i = 0; i < column->rows.length; i++) add_value(&part->values, &column->rows, i);
        return true;
    }
    is_null = malloc((size_t)column->elements.length + 1);
    for (Py_ssize_t i = 0; is_null && i < column->rows.length; i++) add_list(&part->values, column, i, is_null);
    free(is_null);
    return is_null != NULL;
}

/* ---- Functions ---- */

static void file_free(parquet_file *file)
{
    parquet_writer_destroy(file->writer);
    for (Py_ssize_t i = 0; file->parts && i < file->count; i++) parquet_part_free(&file->parts[i]);
    free(file->parts);
    free(file->codec.space.bytes);
    free(file->moves);
    free(file->columns);
    Py_XDECREF(file->keeps);
    Py_XDECREF(file->write);
    Py_XDECREF(file->compress);
    free(file);
}

static const char capsule_name[] = "plyforge.parquet_file";

static void capsule_delete(PyObject *capsule)
{
    file_free(PyCapsule_GetPointer(capsule, capsule_name));
}

static bool describe_columns(core_state *state, parquet_file *file, PyObject *columns)
{
    for (Py_ssize_t i = 0; i < file->count; i++) {
        arrow_column column;
        if (!arrow_read_column(state, PyTuple_GetItem(columns, i), &column)) return false;
        bool is_described = describe(&file->columns[i], &column);
        /* Lists of numbers of 16 bits without a sign are moves. */
        if (file->columns[i].is_list && file->columns[i].meaning == PARQUET_UINT_16)
            file->columns[i].known = &file->moves->known;
        if (is_described) continue;
        PyErr_Format(PyExc_TypeError, "the column %s cannot be written as Parquet", column.name);
        return false;
    }
    return true;
}

/* parquet_begin(columns, write, codec, compress, (name, text)) -> capsule. columns describe the columns of all later
 * calls, in which they may have any number of rows. write(bytes) receives the file piece by piece. compress(bytes) ->
 * bytes implements the codec with this number; it may be None. */
static PyObject *parquet_file_begin(PyObject *module, PyObject *args)
{
    PyObject *columns, *write, *compressor;
    parquet_file *file = calloc(1, sizeof *file);
    if (!file) return PyErr_NoMemory();
    PyObject *capsule = PyCapsule_New(file, capsule_name, capsule_delete);
    if (!capsule) {
        free(file);
        return NULL;
    }
    bool done = PyArg_ParseTuple(args, "O!OiO(ss)", &PyTuple_Type, &columns, &write, &file->codec.number, &compressor,
                                 &file->note[0], &file->note[1]);
    if (done) {
        file->count = PyTuple_Size(columns);
        file->columns = calloc((size_t)file->count + 1, sizeof *file->columns);
        file->parts = calloc((size_t)file->count + 1, sizeof *file->parts);
        file->keeps = Py_NewRef(args);
        file->write = Py_NewRef(write);
        file->compress = Py_NewRef(compressor);
        file->codec = (struct parquet_codec){
            .number = compressor == Py_None ? 0 : file->codec.number, .compress = compress, .context = file};
        file->moves = parquet_moves_create();
        done = file->columns && file->parts && file->moves;
        if (!done) PyErr_NoMemory();
    }
    done = done && describe_columns(PyModule_GetState(module), file, columns);
    if (done) {
        const struct parquet_description description = {file->columns, (size_t)file->count, file->note,
                                                        "plyforge version " PF_VERSION_TEXT, &file->codec};
        file->thread = PyEval_SaveThread();
        file->writer = parquet_begin(&description, (struct parquet_sink){put, file});
        PyEval_RestoreThread(file->thread);
        if (!file->writer && !file->has_raised) PyErr_NoMemory();
        done = file->writer && !file->has_raised;
    }
    if (!done) Py_CLEAR(capsule);
    return capsule;
}

static enum parquet_status add_rows(parquet_file *file, const arrow_column *columns, Py_ssize_t rows)
{
    bool done = true;
    for (Py_ssize_t i = 0; i < file->count; i++) {
        struct parquet_part *part = &file->parts[i];
        parquet_part_clear(part);
        done = done && add_column(part, &columns[i]);
        if (!file->columns[i].is_early) continue;
        parquet_page(&part->pages, &file->columns[i], &part->values, &file->codec);
        parquet_values_clear(&part->values);
    }
    return done ? parquet_add_rows(file->writer, file->parts, (uint64_t)rows) : PARQUET_NO_MEMORY;
}

/* parquet_add(file, columns, rows) */
static PyObject *parquet_file_add(PyObject *module, PyObject *args)
{
    core_state *state = PyModule_GetState(module);
    PyObject *capsule, *tuple;
    Py_ssize_t rows;
    if (!PyArg_ParseTuple(args, "OO!n", &capsule, &PyTuple_Type, &tuple, &rows)) return NULL;
    parquet_file *file = PyCapsule_GetPointer(capsule, capsule_name);
    if (!file) return NULL;
    if (file->has_raised || PyTuple_Size(tuple) != file->count) {
        PyErr_SetString(PyExc_ValueError, "columns of another table, or of a file that could not be written");
        return NULL;
    }
    arrow_column *columns = calloc((size_t)file->count + 1, sizeof *columns);
    if (!columns) return PyErr_NoMemory();
    bool done = true;
    for (Py_ssize_t i = 0; done && i < file->count; i++) {
        struct parquet_column described;
        done = arrow_read_column(state, PyTuple_GetItem(tuple, i), &columns[i]);
        if (!done || (describe(&described, &columns[i]) && described.type == file->columns[i].type &&
                      described.meaning == file->columns[i].meaning && described.is_list == file->columns[i].is_list &&
                      described.fixed_size == file->columns[i].fixed_size && columns[i].rows.length == rows))
            continue;
        PyErr_Format(PyExc_ValueError, "the column %s is not as in the rows before", columns[i].name);
        done = false;
    }
    PyObject *result = NULL;
    if (done && rows > 0) {
        file->thread = PyEval_SaveThread();
        enum parquet_status status = add_rows(file, columns, rows);
        PyEval_RestoreThread(file->thread);
        result = result_of(file, status);
    } else if (done) {
        result = Py_NewRef(Py_None);
    }
    free(columns);
    return result;
}

/* parquet_end(file) writes the rest. */
static PyObject *parquet_file_end(PyObject *module, PyObject *capsule)
{
    (void)module;
    parquet_file *file = PyCapsule_GetPointer(capsule, capsule_name);
    if (!file) return NULL;
    file->thread = PyEval_SaveThread();
    enum parquet_status status = file->has_raised ? PARQUET_NOT_WRITTEN : parquet_end(file->writer);
    PyEval_RestoreThread(file->thread);
    if (file->has_raised && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "the file could not be written");
    return result_of(file, status);
}

PyMethodDef parquet_functions[] = {
    {"_parquet_begin", parquet_file_begin, METH_VARARGS,
     "_parquet_begin($module, columns, write, codec, compress, note)\n--\n\n"},
    {"_parquet_add", parquet_file_add, METH_VARARGS, "_parquet_add($module, file, columns, rows)\n--\n\n"},
    {"_parquet_end", parquet_file_end, METH_O, "_parquet_end($module, file, /)\n--\n\n"},
    {0},
};
