/* Games of PGN as columns: one call reads a piece of text without the GIL into memory that becomes arrays. plyforge.pgn
 * cuts the input into pieces and distributes them over threads. */
#include "array.h"

#include <stdio.h>
#include <stdlib.h>

#include <plyforge/pgn_columns.h>

/* What the caller requests; the values are the same as in plyforge.pgn. */
enum { WANT_RESULTS = 1, WANT_FLAGS = 2, WANT_OFFSETS = 4, WANT_CLOCKS = 8, WANT_EVALS = 16, WANT_STARTS = 32 };

enum { MAX_TAGS = 67 }; /* 64 chosen by the caller, Result, and the two Elo tags */

typedef struct game_table {
    pf_pgn_columns columns;
    pf_pgn_tag_column tags[MAX_TAGS];
    unsigned wanted;
} game_table;

static void table_free(game_table *table)
{
    pf_pgn_columns *columns = &table->columns;
    free(columns->offsets);
    free(columns->move_ends);
    free(columns->results);
    free(columns->flags);
    free(columns->starts);
    free(columns->moves);
    free(columns->clocks);
    free(columns->evals);
    free(columns->faults);
    for (size_t i = 0; i < columns->tag_count; i++) {
        free(table->tags[i].text);
        free(table->tags[i].ends);
    }
}

/* Enlarges an array; false if memory has run out, in which case the array is unchanged. */
static bool grow(void *place, size_t count, size_t size)
{
    void *old, *larger;
    memcpy(&old, place, sizeof old);
    if (count > SIZE_MAX / size) return false;
    larger = realloc(old, count * size);
    if (larger) memcpy(place, &larger, sizeof larger);
    return larger != NULL;
}

#define GROW(array, count) grow(&(array), count, sizeof *(array))

static bool grow_games(game_table *table, size_t room)
{
    pf_pgn_columns *columns = &table->columns;
    bool done = GROW(columns->move_ends, room) && GROW(columns->flags, room) && GROW(columns->results, room) &&
                GROW(columns->offsets, room) && (!(table->wanted & WANT_STARTS) || GROW(columns->starts, room));
    for (size_t i = 0; done && i < columns->tag_count; i++) done = GROW(table->tags[i].ends, room);
    if (done) columns->game_room = room;
    return done;
}

static bool grow_moves(game_table *table, size_t room)
{
    pf_pgn_columns *columns = &table->columns;
    bool done = GROW(columns->moves, room) && (!(table->wanted & WANT_CLOCKS) || GROW(columns->clocks, room)) &&
                (!(table->wanted & WANT_EVALS) || GROW(columns->evals, room));
    if (done) columns->move_room = room;
    return done;
}

static bool grow_text(game_table *table)
{
    for (size_t i = 0; i < table->columns.tag_count; i++) {
        pf_pgn_tag_column *tag = &table->tags[i];
        size_t room = tag->text_room * 2 + 4096;
        if (!GROW(tag->text, room)) return false;
        tag->text_room = room;
    }
    return true;
}

static bool grow_faults(game_table *table)
{
    size_t room = table->columns.fault_room * 2 + 4;
    if (!GROW(table->columns.faults, room)) return false;
    table->columns.fault_room = room;
    return true;
}

/* Reads all games of the text. False if there is no memory. */
static bool read_games(game_table *table, pf_pgn_reader *reader, const char *text, size_t length)
{
    pf_pgn_columns *columns = &table->columns;
    /* These are estimates: games of at least 500 bytes, and 6 bytes per move. */
    if (!grow_games(table, length / 512 + 16) || !grow_moves(table, length / 6 + 64) || !grow_text(table) ||
        !grow_faults(table))
        return false;
    pf_pgn_reader_from_memory(reader, text, length);
    while (pf_pgn_read_columns(reader, columns) == PF_ERROR_NO_ROOM) {
        bool done = columns->full == PF_PGN_FULL_GAMES   ? grow_games(table, columns->game_room * 2)
                    : columns->full == PF_PGN_FULL_MOVES ? grow_moves(table, columns->move_room * 2)
                    : columns->full == PF_PGN_FULL_TEXT  ? grow_text(table)
                                                         : grow_faults(table);
        if (!done) return false;
    }
    return true;
}

static int64_t count_lines(const char *text, size_t length)
{
    int64_t lines = 0;
    for (size_t i = 0; i < length; i++) lines += text[i] == '\n';
    return lines;
}

/* ---- Arrays ---- */

/* Makes an array of the first length elements; takes over the memory and shrinks it. */
static PyObject *take(core_state *state, array_kind kind, size_t length, size_t size, void *place)
{
    void *data, *none = NULL;
    memcpy(&data, place, sizeof data);
    memcpy(place, &none, sizeof none);
    void *shorter = realloc(data, length ? length * size : 1);
    return array_take(state, kind, (Py_ssize_t)length, shorter ? shorter : data);
}

#define TAKE(state, kind, length, array) take(state, kind, length, sizeof *(array), &(array))

/* The ends of rows as int64, with a 0 before the first: row i extends from element i to element i + 1. */
static PyObject *ends_of(core_state *state, const size_t *ends, size_t rows)
{
    Py_ssize_t length = (Py_ssize_t)rows + 1;
    PyObject *array = array_new(state, ARRAY_I64, 1, &length);
    if (!array) return NULL;
    int64_t *out = ((array_object *)array)->data;
    for (size_t i = 0; i < rows; i++) out[i + 1] = (int64_t)ends[i];
    return array;
}

static PyObject *faults_of(const pf_pgn_columns *columns)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < columns->fault_count; i++) {
        const pf_pgn_fault *fault = &columns->faults[i];
        size_t length = strlen(fault->place.error.message);
        /* The message may quote text in any encoding. */
        PyObject *message = PyUnicode_DecodeUTF8(fault->place.error.message, (Py_ssize_t)length, "replace");
        PyObject *item = message ? Py_BuildValue("nKKO", (Py_ssize_t)fault->game, fault->place.offset,
                                                 fault->place.line, message)
                                 : NULL;
        if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
        Py_XDECREF(message);
    }
    return list;
}

/* Adds a value, which it takes over, to the result under this name. */
static bool put(PyObject *result, const char *name, PyObject *value)
{
    int done = value ? PyDict_SetItemString(result, name, value) : -1;
    Py_XDECREF(value);
    return done == 0;
}

static PyObject *tags_of(core_state *state, game_table *table)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < table->columns.tag_count; i++) {
        pf_pgn_tag_column *tag = &table->tags[i];
        size_t rows = table->columns.game_count, length = rows ? tag->ends[rows - 1] : 0;
        PyObject *ends = ends_of(state, tag->ends, rows);
        PyObject *text = ends ? TAKE(state, ARRAY_U8, length, tag->text) : NULL;
        PyObject *pair = text ? PyTuple_Pack(2, text, ends) : NULL;
        if (!pair || PyList_Append(list, pair) < 0) Py_CLEAR(list);
        Py_XDECREF(pair);
        Py_XDECREF(text);
        Py_XDECREF(ends);
    }
    return list;
}

static PyObject *table_to_dict(core_state *state, game_table *table)
{
    pf_pgn_columns *columns = &table->columns;
    size_t games = columns->game_count, moves = columns->move_count;
    PyObject *result = PyDict_New();
    bool done = result && put(result, "faults", faults_of(columns)) && put(result, "tags", tags_of(state, table)) &&
                put(result, "move_ends", ends_of(state, columns->move_ends, games)) &&
                put(result, "moves", TAKE(state, ARRAY_U16, moves, columns->moves));
    if (done && columns->starts) done = put(result, "starts", TAKE(state, ARRAY_POSITION, games, columns->starts));
    if (done && (table->wanted & WANT_RESULTS))
        done = put(result, "results", TAKE(state, ARRAY_U8, games, columns->results));
    if (done && (table->wanted & WANT_OFFSETS))
        done = put(result, "offsets", TAKE(state, ARRAY_I64, games, columns->offsets));
    if (done && columns->clocks) done = put(result, "clocks", TAKE(state, ARRAY_I32, moves, columns->clocks));
    if (done && columns->evals) done = put(result, "evals", TAKE(state, ARRAY_I32, moves, columns->evals));
    if (done && (table->wanted & WANT_FLAGS)) done = put(result, "flags", TAKE(state, ARRAY_U8, games, columns->flags));
    if (!done) Py_CLEAR(result);
    return result;
}

/* ---- Functions ---- */

static bool read_tag_names(game_table *table, PyObject *names)
{
    Py_ssize_t count = PyTuple_Size(names);
    if (count > MAX_TAGS) {
        PyErr_Format(PyExc_ValueError, "at most %d tags can be columns, not %zd", MAX_TAGS - 3, count);
        return false;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_ssize_t length;
        const char *name = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(names, i), &length);
        if (!name) return false;
        table->tags[i].name = name;
    }
    table->columns.tags = table->tags;
    table->columns.tag_count = (size_t)count;
    return true;
}

static pf_pgn_reader *create_reader(int strict, int variants, unsigned long long max_game)
{
    pf_pgn_reader *reader = pf_pgn_reader_create();
    if (!reader) return NULL;
    pf_pgn_reader_set_mode(reader, strict ? PF_PGN_STRICT : PF_PGN_TOLERANT);
    pf_pgn_reader_set_max_game(reader, max_game);
    if (variants) pf_pgn_reader_accept_variants(reader, PF_VARIANT_STANDARD);
    return reader;
}

/* columns(buffer, begin, end, wanted, tag names, strict, variants, max_game) -> (dict of columns, number of lines).
 * Offsets and lines count from begin. */
static PyObject *pgn_columns(PyObject *module, PyObject *args)
{
    Py_buffer buffer;
    Py_ssize_t begin, end;
    unsigned wanted;
    PyObject *names;
    int strict, variants;
    unsigned long long max_game;
    if (!PyArg_ParseTuple(args, "y*nnIO!ppK", &buffer, &begin, &end, &wanted, &PyTuple_Type, &names, &strict, &variants,
                          &max_game))
        return NULL;
    game_table *table = calloc(1, sizeof *table);
    pf_pgn_reader *reader = table ? create_reader(strict, variants, max_game) : NULL;
    PyObject *result = NULL;
    bool done = false;
    int64_t lines = 0;
    if (begin < 0 || begin > end || end > buffer.len) {
        PyErr_SetString(PyExc_IndexError, "bytes that the buffer does not have");
    } else if (!reader) {
        PyErr_NoMemory();
    } else if (read_tag_names(table, names)) {
        table->wanted = wanted;
        const char *text = (const char *)buffer.buf + begin;
        Py_BEGIN_ALLOW_THREADS
        done = read_games(table, reader, text, (size_t)(end - begin));
        lines = count_lines(text, (size_t)(end - begin));
        Py_END_ALLOW_THREADS
        if (done)
            result = table_to_dict(PyModule_GetState(module), table);
        else
            PyErr_NoMemory();
    }
    if (table) table_free(table);
    free(table);
    pf_pgn_reader_destroy(reader);
    PyBuffer_Release(&buffer);
    return result ? Py_BuildValue("NL", result, (long long)lines) : NULL;
}

/* find_game(buffer, from) -> the next offset at which a game begins for certain, or the length */
static PyObject *pgn_find_game(PyObject *module, PyObject *args)
{
    (void)module;
    Py_buffer buffer;
    Py_ssize_t from;
    if (!PyArg_ParseTuple(args, "y*n", &buffer, &from)) return NULL;
    size_t found = (size_t)buffer.len;
    if (from >= 0 && from < buffer.len) {
        Py_BEGIN_ALLOW_THREADS
        found = pf_pgn_find_game(buffer.buf, (size_t)buffer.len, (size_t)from);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&buffer);
    return PyLong_FromSize_t(found);
}

/* last_game(buffer, strict, variants, max_game) -> the offset of the last game whose beginning cannot be changed by
 * more text */
static PyObject *pgn_last_game(PyObject *module, PyObject *args)
{
    (void)module;
    enum { LOOKAHEAD = 512 }; /* no decision of the reader looks further ahead */
    Py_buffer buffer;
    int strict, variants;
    unsigned long long max_game;
    if (!PyArg_ParseTuple(args, "y*ppK", &buffer, &strict, &variants, &max_game)) return NULL;
    pf_pgn_reader *reader = create_reader(strict, variants, max_game);
    uint64_t length = (uint64_t)buffer.len, found = 0;
    if (reader) {
        Py_BEGIN_ALLOW_THREADS
        pf_pgn_summary summary;
        pf_pgn_reader_from_memory(reader, buffer.buf, (size_t)buffer.len);
        while (pf_pgn_read_game(reader, &summary))
            if (summary.offset + LOOKAHEAD <= length) found = summary.offset;
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&buffer);
    if (!reader) return PyErr_NoMemory();
    pf_pgn_reader_destroy(reader);
    return PyLong_FromUnsignedLongLong(found);
}

/* pass_to_tag(buffer, from, mid_line, is_last) -> (bytes that can be dropped, whether a tag begins then, mid_line) */
static PyObject *pgn_pass_to_tag(PyObject *module, PyObject *args)
{
    (void)module;
    Py_buffer buffer;
    Py_ssize_t from;
    int was_mid_line, is_last;
    if (!PyArg_ParseTuple(args, "y*npp", &buffer, &from, &was_mid_line, &is_last)) return NULL;
    bool found = false, mid_line = was_mid_line;
    size_t passed = 0;
    if (from >= 0 && from <= buffer.len)
        passed = pf_pgn_pass_to_tag(&found, &mid_line, (const char *)buffer.buf + from, (size_t)(buffer.len - from),
                                    is_last);
    PyBuffer_Release(&buffer);
    return Py_BuildValue("nOO", (Py_ssize_t)passed, found ? Py_True : Py_False, mid_line ? Py_True : Py_False);
}

/* numbers(text, ends) -> int32 array: the values of a tag that are whole numbers, such as an Elo; 0 for others. */
static PyObject *pgn_numbers(PyObject *module, PyObject *args)
{
    core_state *state = PyModule_GetState(module);
    PyObject *first, *second;
    if (!PyArg_ParseTuple(args, "OO", &first, &second)) return NULL;
    array_object *text = array_of(state, first, ARRAY_U8);
    array_object *ends = text ? array_of(state, second, ARRAY_I64) : NULL;
    if (!ends) return NULL;
    Py_ssize_t rows = ends->shape[0] > 0 ? ends->shape[0] - 1 : 0;
    PyObject *result = array_new(state, ARRAY_I32, 1, &rows);
    if (!result) return NULL;
    const int64_t *end = ends->data;
    int32_t *out = ((array_object *)result)->data;
    for (Py_ssize_t i = 0; i < rows; i++) {
        if (end[i] < 0 || end[i + 1] - end[i] > 9 || end[i + 1] > text->shape[0]) continue;
        int32_t number = 0;
        for (int64_t at = end[i]; at < end[i + 1]; at++) {
            unsigned digit = ((const uint8_t *)text->data)[at] - '0';
            if (digit > 9) {
                number = 0;
                break;
            }
            number = number * 10 + (int32_t)digit;
        }
        out[i] = number;
    }
    return result;
}

/* fall_back(results, text, ends): for a game without a result, uses that of its tag. */
static PyObject *pgn_fall_back(PyObject *module, PyObject *args)
{
    core_state *state = PyModule_GetState(module);
    PyObject *objects[3];
    if (!PyArg_ParseTuple(args, "OOO", &objects[0], &objects[1], &objects[2])) return NULL;
    array_object *results = array_of(state, objects[0], ARRAY_U8);
    array_object *text = results ? array_of(state, objects[1], ARRAY_U8) : NULL;
    array_object *ends = text ? array_of(state, objects[2], ARRAY_I64) : NULL;
    if (!ends) return NULL;
    if (ends->shape[0] != results->shape[0] + 1)
        return PyErr_Format(PyExc_ValueError, "%zd results need one end more", results->shape[0]);
    uint8_t *out = results->data;
    const int64_t *end = ends->data;
    for (Py_ssize_t i = 0; i < results->shape[0]; i++) {
        pf_result result;
        if (out[i] != PF_RESULT_NOT_GIVEN || end[i] < 0 || end[i + 1] < end[i] || end[i + 1] > text->shape[0]) continue;
        if (pf_result_from_text(&result, (const char *)text->data + end[i], (size_t)(end[i + 1] - end[i])))
            out[i] = (uint8_t)result;
    }
    Py_RETURN_NONE;
}

/* shift(array, number): adds a number to all elements. */
static PyObject *pgn_shift(PyObject *module, PyObject *args)
{
    PyObject *first;
    long long number;
    if (!PyArg_ParseTuple(args, "OL", &first, &number)) return NULL;
    array_object *array = array_of(PyModule_GetState(module), first, ARRAY_I64);
    if (!array) return NULL;
    int64_t *out = array->data;
    for (Py_ssize_t i = 0; i < array->shape[0]; i++) out[i] += number;
    Py_RETURN_NONE;
}

PyMethodDef pgn_functions[] = {
    {"_pgn_columns", pgn_columns, METH_VARARGS,
     "_pgn_columns(buffer, begin, end, wanted, tags, strict, variants, max_game) -> (dict, lines)"},
    {"_pgn_last_game", pgn_last_game, METH_VARARGS,
     "_pgn_last_game($module, buffer, strict, variants, max_game)\n--\n\n"},
    {"_pgn_pass_to_tag", pgn_pass_to_tag, METH_VARARGS,
     "_pgn_pass_to_tag(buffer, from, mid_line, is_last) -> (int, bool, bool)"},
    {"_pgn_find_game", pgn_find_game, METH_VARARGS, "_pgn_find_game($module, buffer, from)\n--\n\n"},
    {"_pgn_shift", pgn_shift, METH_VARARGS, "_pgn_shift($module, array, number)\n--\n\n"},
    {"_pgn_fall_back", pgn_fall_back, METH_VARARGS, "_pgn_fall_back($module, results, text, ends)\n--\n\n"},
    {"_pgn_numbers", pgn_numbers, METH_VARARGS, "_pgn_numbers($module, text, ends)\n--\n\n"},
    {0},
};
