/* The C data interface of Arrow (https://arrow.apache.org/docs/format/CDataInterface.html) as capsules: columns of
 * plyforge._table go to pyarrow, polars, DuckDB and others, which read the memory of the arrays themselves. */
#include "arrow.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct arrow_schema {
    const char *format, *name, *metadata;
    int64_t flags, child_count;
    struct arrow_schema **children, *dictionary;
    void (*release)(struct arrow_schema *);
    void *private_data;
};

struct arrow_array {
    int64_t length, null_count, offset, buffer_count, child_count;
    const void **buffers;
    struct arrow_array **children, *dictionary;
    void (*release)(struct arrow_array *);
    void *private_data;
};

struct arrow_stream {
    int (*get_schema)(struct arrow_stream *, struct arrow_schema *out);
    int (*get_next)(struct arrow_stream *, struct arrow_array *out);
    const char *(*get_last_error)(struct arrow_stream *);
    void (*release)(struct arrow_stream *);
    void *private_data;
};

enum { NULLABLE = 2 };

/* ---- Reading descriptions ---- */

/* The number of bytes of a value of a format; 0 for texts and lists, -1 for a format that we do not use. */
static Py_ssize_t size_of_format(const char *format)
{
    static const struct {
        const char *format;
        Py_ssize_t size;
    } sizes[] = {{"C", 1}, {"S", 2}, {"s", 2}, {"i", 4}, {"f", 4}, {"l", 8}, {"U", 0}, {"+L", 0}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        if (strcmp(format, sizes[i].format) == 0) return sizes[i].size;
    if (strncmp(format, "w:", 2) != 0) return -1;
    long size = strtol(format + 2, NULL, 10);
    return size > 0 && size <= 1 << 20 ? (Py_ssize_t)size : -1;
}

static Py_ssize_t bytes_of(PyObject *array)
{
    static const Py_ssize_t sizes[ARRAY_KIND_COUNT] = {1, 2, 8, 4, 4, 0};
    const array_object *self = (const array_object *)array;
    Py_ssize_t bytes = sizes[self->kind];
    for (int i = 0; i < self->dimensions; i++) bytes *= self->shape[i];
    return bytes;
}

/* Whether the object is an array of at least this many bytes, or None where that is allowed. */
static bool has_bytes(core_state *state, PyObject *object, Py_ssize_t bytes, bool optional)
{
    if (object == Py_None) return optional;
    return PyObject_TypeCheck(object, state->array_type) && bytes_of(object) >= bytes;
}

static bool read_values(core_state *state, PyObject *tuple, arrow_values *values)
{
    if (!PyArg_ParseTuple(tuple, "snnOOO", &values->format, &values->length, &values->nulls, &values->validity,
                          &values->ends, &values->data))
        return false;
    Py_ssize_t length = values->length, most = (PY_SSIZE_T_MAX - 8) >> 20;
    bool is_list = strcmp(values->format, "+L") == 0;
    values->size = size_of_format(values->format);
    bool has_ends = values->size == 0;
    bool fits = values->size >= 0 && length >= 0 && length <= most && values->nulls >= 0 && values->nulls <= length;
    fits = fits && has_bytes(state, values->validity, (length + 7) / 8, true) &&
           has_bytes(state, values->ends, has_ends ? 8 * (length + 1) : 0, !has_ends) &&
           has_bytes(state, values->data, values->size * length, is_list);
    if (!fits) PyErr_Format(PyExc_ValueError, "no values of a column: %R", tuple);
    return fits;
}

bool arrow_read_column(core_state *state, PyObject *tuple, arrow_column *column)
{
    PyObject *rows, *elements = NULL;
    if (!PyTuple_Check(tuple)) {
        PyErr_SetString(PyExc_TypeError, "a column is a tuple");
        return false;
    }
    if (!PyArg_ParseTuple(tuple, "sO!|O!", &column->name, &PyTuple_Type, &rows, &PyTuple_Type, &elements) ||
        !read_values(state, rows, &column->rows) || (elements && !read_values(state, elements, &column->elements)))
        return false;
    column->is_list = elements != NULL;
    bool is_list = strcmp(column->rows.format, "+L") == 0;
    if (is_list == column->is_list && !(is_list && strcmp(column->elements.format, "+L") == 0)) return true;
    PyErr_Format(PyExc_ValueError, "the column %s must have elements just if it has lists", column->name);
    return false;
}

/* ---- Schemas ---- */

static void schema_release(struct arrow_schema *schema)
{
    for (int64_t i = 0; i < schema->child_count; i++) {
        struct arrow_schema *child = schema->children[i];
        if (child && child->release) child->release(child);
        free(child);
    }
    free(schema->children);
    free(schema->private_data);
    schema->release = NULL;
}

/* Initialises a schema with this many children, which are all empty; false if memory has run out. */
static bool schema_fill(struct arrow_schema *schema, const char *name, const char *format, Py_ssize_t children)
{
    size_t name_size = strlen(name) + 1, format_size = strlen(format) + 1;
    char *texts = malloc(name_size + format_size);
    *schema = (struct arrow_schema){.flags = NULLABLE, .release = schema_release, .private_data = texts};
    schema->children = texts ? calloc((size_t)children + 1, sizeof *schema->children) : NULL;
    bool done = schema->children != NULL;
    if (done) {
        schema->name = memcpy(texts, name, name_size);
        schema->format = memcpy(texts + name_size, format, format_size);
        schema->child_count = children;
    }
    for (Py_ssize_t i = 0; done && i < children; i++)
        done = (schema->children[i] = calloc(1, sizeof *schema->children[i])) != NULL;
    if (!done) schema_release(schema);
    return done;
}

static bool schema_of_columns(core_state *state, PyObject *columns, struct arrow_schema *out)
{
    Py_ssize_t count = PyTuple_Size(columns);
    if (count < 0) return false;
    bool done = schema_fill(out, "", "+s", count);
    if (done) out->flags = 0;
    for (Py_ssize_t i = 0; done && i < count; i++) {
        arrow_column column;
        if (!arrow_read_column(state, PyTuple_GetItem(columns, i), &column)) {
            out->release(out);
            return false;
        }
        struct arrow_schema *child = out->children[i];
        done = schema_fill(child, column.name, column.rows.format, column.is_list) &&
               (!column.is_list || schema_fill(child->children[0], "element", column.elements.format, 0));
        if (!done) out->release(out);
    }
    if (!done) PyErr_NoMemory();
    return done;
}

/* ---- Arrays ---- */

enum { MAX_BUFFERS = 3 };

typedef struct array_parts {
    array_memory *memories[MAX_BUFFERS];
    const void *buffers[MAX_BUFFERS];
} array_parts;

/* Consumers may call this in any thread, with or without the GIL. */
static void array_release(struct arrow_array *array)
{
    array_parts *parts = array->private_data;
    for (int64_t i = 0; i < array->child_count; i++) {
        struct arrow_array *child = array->children[i];
        if (child && child->release) child->release(child);
        free(child);
    }
    for (int i = 0; parts && i < MAX_BUFFERS; i++)
        if (parts->memories[i]) array_memory_release(parts->memories[i]);
    free(array->children);
    free(parts);
    array->release = NULL;
}

static bool array_fill(struct arrow_array *array, Py_ssize_t length, Py_ssize_t children)
{
    array_parts *parts = calloc(1, sizeof *parts);
    *array = (struct arrow_array){.length = length, .release = array_release, .private_data = parts};
    array->buffers = parts ? parts->buffers : NULL;
    array->children = parts ? calloc((size_t)children + 1, sizeof *array->children) : NULL;
    bool done = array->children != NULL;
    if (done) array->child_count = children;
    for (Py_ssize_t i = 0; done && i < children; i++)
        done = (array->children[i] = calloc(1, sizeof *array->children[i])) != NULL;
    if (done) return true;
    array_release(array);
    PyErr_NoMemory();
    return false;
}

/* Adds a buffer; None means a missing buffer. */
static bool add_buffer(struct arrow_array *array, PyObject *object)
{
    array_parts *parts = array->private_data;
    int64_t i = array->buffer_count++;
    if (object == Py_None) return true;
    parts->memories[i] = array_share(object);
    if (!parts->memories[i]) return false;
    parts->buffers[i] = parts->memories[i]->data;
    return true;
}

static bool array_of_values(struct arrow_array *out, const arrow_values *values, Py_ssize_t children)
{
    if (!array_fill(out, values->length, children)) return false;
    out->null_count = values->nulls;
    bool done = add_buffer(out, values->validity) && (values->size > 0 || add_buffer(out, values->ends)) &&
                (children > 0 || add_buffer(out, values->data));
    if (!done) array_release(out);
    return done;
}

static bool array_of_columns(core_state *state, PyObject *columns, Py_ssize_t rows, struct arrow_array *out)
{
    Py_ssize_t count = PyTuple_Size(columns);
    if (count < 0 || !array_fill(out, rows, count)) return false;
    out->buffer_count = 1;
    for (Py_ssize_t i = 0; i < count; i++) {
        arrow_column column;
        struct arrow_array *child = out->children[i];
        bool done = arrow_read_column(state, PyTuple_GetItem(columns, i), &column);
        if (done && column.rows.length != rows) {
            PyErr_Format(PyExc_ValueError, "the column %s has %zd rows, not %zd", column.name, column.rows.length,
                         rows);
            done = false;
        }
        done = done && array_of_values(child, &column.rows, column.is_list) &&
               (!column.is_list || array_of_values(child->children[0], &column.elements, 0));
        if (done) continue;
        array_release(out);
        return false;
    }
    return true;
}

/* ---- Capsules ---- */

static void schema_capsule_delete(PyObject *capsule)
{
    struct arrow_schema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
    if (schema && schema->release) schema->release(schema);
    free(schema);
}

static void array_capsule_delete(PyObject *capsule)
{
    struct arrow_array *array = PyCapsule_GetPointer(capsule, "arrow_array");
    if (array && array->release) array->release(array);
    free(array);
}

static void stream_capsule_delete(PyObject *capsule)
{
    struct arrow_stream *stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (stream && stream->release) stream->release(stream);
    free(stream);
}

/* A capsule of zeroed memory, which the caller fills through *memory. */
static PyObject *capsule_of(size_t size, const char *name, PyCapsule_Destructor release, void **memory)
{
    *memory = calloc(1, size);
    PyObject *capsule = *memory ? PyCapsule_New(*memory, name, release) : PyErr_NoMemory();
    if (!capsule) free(*memory);
    return capsule;
}

static PyObject *schema_capsule(core_state *state, PyObject *columns)
{
    void *schema;
    PyObject *capsule = capsule_of(sizeof(struct arrow_schema), "arrow_schema", schema_capsule_delete, &schema);
    if (capsule && !schema_of_columns(state, columns, schema)) Py_CLEAR(capsule);
    return capsule;
}

/* arrow_schema(columns) -> capsule */
static PyObject *arrow_schema(PyObject *module, PyObject *columns)
{
    return schema_capsule(PyModule_GetState(module), columns);
}

/* arrow_array(columns, rows) -> (capsule of the schema, capsule of the array) */
static PyObject *arrow_array(PyObject *module, PyObject *args)
{
    core_state *state = PyModule_GetState(module);
    PyObject *columns;
    Py_ssize_t rows;
    void *array;
    if (!PyArg_ParseTuple(args, "O!n", &PyTuple_Type, &columns, &rows)) return NULL;
    PyObject *schema = schema_capsule(state, columns);
    PyObject *capsule = schema ? capsule_of(sizeof(struct arrow_array), "arrow_array", array_capsule_delete, &array)
                               : NULL;
    if (capsule && !array_of_columns(state, columns, rows, array)) Py_CLEAR(capsule);
    PyObject *pair = capsule ? PyTuple_Pack(2, schema, capsule) : NULL;
    Py_XDECREF(schema);
    Py_XDECREF(capsule);
    return pair;
}

/* ---- Streams ---- */

/* The source of a stream: a Python iterator of (columns, rows). */
typedef struct stream_source {
    PyObject *module, *columns, *iterator;
    char error[256];
} stream_source;

/* Keeps the message of the exception for the consumer. Arrow cannot pass on the exception itself. */
static int stream_failed(stream_source *source)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    bool no_memory = type && PyErr_GivenExceptionMatches(type, PyExc_MemoryError);
    PyObject *text = value ? PyObject_Str(value) : NULL;
    PyObject *bytes = text ? PyUnicode_AsEncodedString(text, "utf-8", "replace") : NULL;
    snprintf(source->error, sizeof source->error, "%s", bytes ? PyBytes_AsString(bytes) : "reading failed");
    Py_XDECREF(bytes);
    Py_XDECREF(text);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
    PyErr_Clear();
    return no_memory ? ENOMEM : EIO;
}

static int stream_get_schema(struct arrow_stream *stream, struct arrow_schema *out)
{
    stream_source *source = stream->private_data;
    PyGILState_STATE gil = PyGILState_Ensure();
    bool done = schema_of_columns(PyModule_GetState(source->module), source->columns, out);
    int status = done ? 0 : stream_failed(source);
    PyGILState_Release(gil);
    return status;
}

static int stream_get_next(struct arrow_stream *stream, struct arrow_array *out)
{
    stream_source *source = stream->private_data;
    PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *item = PyIter_Next(source->iterator), *columns;
    Py_ssize_t rows;
    bool done = !PyErr_Occurred();
    *out = (struct arrow_array){0}; /* means the end, unless an item follows */
    if (item)
        done = PyArg_ParseTuple(item, "O!n", &PyTuple_Type, &columns, &rows) &&
               array_of_columns(PyModule_GetState(source->module), columns, rows, out);
    Py_XDECREF(item);
    int status = done ? 0 : stream_failed(source);
    PyGILState_Release(gil);
    return status;
}

static const char *stream_get_last_error(struct arrow_stream *stream)
{
    const stream_source *source = stream->private_data;
    return source->error[0] ? source->error : NULL;
}

static void stream_release(struct arrow_stream *stream)
{
    stream_source *source = stream->private_data;
    PyGILState_STATE gil = PyGILState_Ensure();
    Py_DECREF(source->iterator);
    Py_DECREF(source->columns);
    Py_DECREF(source->module);
    PyGILState_Release(gil);
    free(source);
    stream->release = NULL;
}

/* arrow_stream(columns, iterator) -> capsule: the columns, of any number of rows, are those of all items */
static PyObject *arrow_stream(PyObject *module, PyObject *args)
{
    PyObject *columns, *iterator;
    void *memory;
    if (!PyArg_ParseTuple(args, "O!O", &PyTuple_Type, &columns, &iterator)) return NULL;
    PyObject *capsule = capsule_of(sizeof(struct arrow_stream), "arrow_array_stream", stream_capsule_delete, &memory);
    if (!capsule) return NULL;
    stream_source *source = calloc(1, sizeof *source);
    if (!source) {
        Py_DECREF(capsule);
        return PyErr_NoMemory();
    }
    *source = (stream_source){Py_NewRef(module), Py_NewRef(columns), Py_NewRef(iterator), ""};
    *(struct arrow_stream *)memory = (struct arrow_stream){stream_get_schema, stream_get_next, stream_get_last_error,
                                                           stream_release, source};
    return capsule;
}

PyMethodDef arrow_functions[] = {
    {"_arrow_schema", arrow_schema, METH_O, "_arrow_schema($module, columns, /)\n--\n\n"},
    {"_arrow_array", arrow_array, METH_VARARGS, "_arrow_array($module, columns, rows)\n--\n\n"},
    {"_arrow_stream", arrow_stream, METH_VARARGS, "_arrow_stream($module, columns, iterator)\n--\n\n"},
    {0},
};
