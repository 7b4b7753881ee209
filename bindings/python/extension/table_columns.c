/* The results of plyforge.pgn.read() as columns of a table: with nulls for missing values, and in the units of the
 * tables that `plyforge pgn --parquet` writes. */
#include "array.h"

/* A validity bitmap, which has a bit for each value that is present, and the number of missing values. */
typedef struct validity {
    PyObject *bits;
    uint8_t *bytes;
    Py_ssize_t nulls;
} validity;

static bool validity_begin(core_state *state, validity *valid, Py_ssize_t length)
{
    Py_ssize_t size = (length + 7) / 8;
    valid->bits = array_new(state, ARRAY_U8, 1, &size);
    valid->nulls = 0;
    if (valid->bits) valid->bytes = ((array_object *)valid->bits)->data;
    return valid->bits != NULL;
}

static void validity_set(validity *valid, Py_ssize_t i, bool is_there)
{
    if (is_there)
        valid->bytes[i >> 3] |= (uint8_t)(1 << (i & 7));
    else
        valid->nulls++;
}

/* The number of rows of texts or lists, according to the array of their ends. */
static Py_ssize_t rows_of_ends(const array_object *ends)
{
    return ends->shape[0] > 0 ? ends->shape[0] - 1 : 0;
}

/* The extent of a row, which is empty if it is not within data of that length. */
static Py_ssize_t part_of(const array_object *ends, Py_ssize_t row, Py_ssize_t length, Py_ssize_t *begin)
{
    const int64_t *end = ends->data;
    int64_t from = array_fetch(end + row), to = array_fetch(end + row + 1);
    bool fits = from >= 0 && from <= to && to <= length;
    *begin = fits ? (Py_ssize_t)from : 0;
    return fits ? (Py_ssize_t)(to - from) : 0;
}

/* known_texts(text, ends) -> (validity, nulls): a text that is empty or "?" means that there is no value */
static PyObject *known_texts(PyObject *module, PyObject *args)
{
    core_state *state = PyModule_GetState(module);
    PyObject *first, *second;
    validity valid;
    if (!PyArg_ParseTuple(args, "OO", &first, &second)) return NULL;
    array_object *text = array_of(state, first, ARRAY_U8);
    array_object *ends = text ? array_of(state, second, ARRAY_I64) : NULL;
    Py_ssize_t rows = ends ? rows_of_ends(ends) : 0;
    if (!ends || !validity_begin(state, &valid, rows)) return NULL;
    for (Py_ssize_t i = 0; i < rows; i++) {
        Py_ssize_t begin, length = part_of(ends, i, text->shape[0], &begin);
        bool is_known = length > 0 && !(length == 1 && ((const uint8_t *)text->data)[begin] == '?');
        validity_set(&valid, i, is_known);
    }
    return Py_BuildValue("Nn", valid.bits, valid.nulls);
}

/* small_numbers(numbers, missing) -> (int16 in an array of uint16, validity, nulls): numbers that do not fit count as
 * missing as well */
static PyObject *small_numbers(PyObject *module, PyObject *args)
{
    core_state *state = PyModule_GetState(module);
    PyObject *first;
    int missing;
    validity valid;
    if (!PyArg_ParseTuple(args, "Oi", &first, &missing)) return NULL;
    array_object *numbers = array_of(state, first, ARRAY_I32);
    Py_ssize_t rows = numbers ? numbers->shape[0] : 0;
    PyObject *result = numbers ? array_new(state, ARRAY_U16, 1, &rows) : NULL;
    if (!result || !validity_begin(state, &valid, rows)) {
        Py_XDECREF(result);
        return NULL;
    }
    uint16_t *out = ((array_object *)result)->data;
    for (Py_ssize_t i = 0; i < rows; i++) {
        int32_t number = ((const int32_t *)numbers->data)[i];
        bool is_there = number != missing && number >= INT16_MIN && number <= INT16_MAX;
        if (is_there) out[i] = (uint16_t)number;
        validity_set(&valid, i, is_there);
    }
    return Py_BuildValue("NNn", result, valid.bits, valid.nulls);
}

enum { NO_CLOCK = -1, MATE = 1000000000 }; /* as in plyforge.pgn; a missing evaluation is INT32_MIN */

/* Converts a number of a move to its form in tables; false if there is no value. */
typedef bool convert(int32_t number, int32_t *out);

/* Milliseconds to centiseconds. */
static bool convert_clock(int32_t number, int32_t *out)
{
    *out = number / 10;
    return number != NO_CLOCK;
}

/* Centipawns, limited to 31000, or 32000 minus the number of moves to mate, which is limited to 900. */
static bool convert_eval(int32_t number, int32_t *out)
{
    enum { TABLE_MATE = 32000, MOST = 31000, LONGEST_MATE = 900, CENTIPAWNS = MATE / 2 };
    if (number > CENTIPAWNS) {
        int32_t moves = MATE - number;
        *out = TABLE_MATE - (moves > LONGEST_MATE ? LONGEST_MATE : moves);
    } else if (number < -CENTIPAWNS) {
        int64_t moves = (int64_t)number + MATE;
        *out = (moves > LONGEST_MATE ? LONGEST_MATE : (int32_t)moves) - TABLE_MATE;
    } else {
        *out = number > MOST ? MOST : number < -MOST ? -MOST : number;
    }
    return number != INT32_MIN;
}

/* Splits numbers into lists at the ends: (rows' validity, rows' nulls, numbers, their validity, their nulls). A list
 * without any number is null, such as that of a game without clocks. */
static PyObject *lists_of(core_state *state, array_object *numbers, array_object *ends, bool small, convert *function)
{
    Py_ssize_t rows = rows_of_ends(ends), length = numbers->shape[0];
    validity lists = {0}, valid = {0};
    PyObject *result = array_new(state, small ? ARRAY_U16 : ARRAY_I32, 1, &length);
    if (!result || !validity_begin(state, &lists, rows) || !validity_begin(state, &valid, length)) {
        Py_XDECREF(result);
        Py_XDECREF(lists.bits);
        return NULL;
    }
    void *out = ((array_object *)result)->data;
    for (Py_ssize_t i = 0; i < length; i++) {
        int32_t number;
        bool is_there = function(((const int32_t *)numbers->data)[i], &number);
        if (!is_there) number = 0;
        if (small)
            ((uint16_t *)out)[i] = (uint16_t)number;
        else
            ((int32_t *)out)[i] = number;
        validity_set(&valid, i, is_there);
    }
    for (Py_ssize_t row = 0; row < rows; row++) {
        Py_ssize_t begin, count = part_of(ends, row, length, &begin), i = begin;
        while (i < begin + count && !(valid.bytes[i >> 3] >> (i & 7) & 1)) i++;
        validity_set(&lists, row, i < begin + count);
    }
    return Py_BuildValue("NnNNn", lists.bits, lists.nulls, result, valid.bits, valid.nulls);
}

static PyObject *lists_by(PyObject *module, PyObject *args, bool small, convert *function)
{
    core_state *state = PyModule_GetState(module);
    PyObject *first, *second;
    if (!PyArg_ParseTuple(args, "OO", &first, &second)) return NULL;
    array_object *numbers = array_of(state, first, ARRAY_I32);
    array_object *ends = numbers ? array_of(state, second, ARRAY_I64) : NULL;
    return ends ? lists_of(state, numbers, ends, small, function) : NULL;
}

static PyObject *clock_lists(PyObject *module, PyObject *args)
{
    return lists_by(module, args, false, convert_clock);
}

static PyObject *eval_lists(PyObject *module, PyObject *args)
{
    return lists_by(module, args, true, convert_eval);
}

/* sizes(ends) -> int32: the length of each list */
static PyObject *list_sizes(PyObject *module, PyObject *object)
{
    core_state *state = PyModule_GetState(module);
    array_object *ends = array_of(state, object, ARRAY_I64);
    Py_ssize_t rows = ends ? rows_of_ends(ends) : 0;
    PyObject *result = ends ? array_new(state, ARRAY_I32, 1, &rows) : NULL;
    if (!result) return NULL;
    int32_t *out = ((array_object *)result)->data;
    for (Py_ssize_t i = 0; i < rows; i++) {
        Py_ssize_t begin, size = part_of(ends, i, PY_SSIZE_T_MAX, &begin);
        out[i] = size > INT32_MAX ? INT32_MAX : (int32_t)size;
    }
    return result;
}

/* result_texts(results) -> (text, ends): "1-0" and so on; "*" for a game without a result */
static PyObject *result_texts(PyObject *module, PyObject *object)
{
    static const char *const texts[] = {[PF_RESULT_UNDECIDED] = "*",
                                        [PF_RESULT_WHITE_WINS] = "1-0",
                                        [PF_RESULT_BLACK_WINS] = "0-1",
                                        [PF_RESULT_DRAW] = "1/2-1/2",
                                        [PF_RESULT_NOT_GIVEN] = "*"};
    enum { COUNT = sizeof texts / sizeof texts[0], LONGEST = 7 };
    core_state *state = PyModule_GetState(module);
    array_object *results = array_of(state, object, ARRAY_U8);
    Py_ssize_t rows = results ? results->shape[0] : 0, ends_size = rows + 1, text_size = LONGEST * rows;
    PyObject *ends = results ? array_new(state, ARRAY_I64, 1, &ends_size) : NULL;
    PyObject *text = ends ? array_new(state, ARRAY_U8, 1, &text_size) : NULL;
    if (!text) {
        Py_XDECREF(ends);
        return NULL;
    }
    int64_t *end = ((array_object *)ends)->data, at = 0;
    char *out = ((array_object *)text)->data;
    for (Py_ssize_t i = 0; i < rows; i++) {
        uint8_t result = ((const uint8_t *)results->data)[i];
        const char *word = texts[result < COUNT ? result : PF_RESULT_NOT_GIVEN];
        size_t size = strlen(word);
        memcpy(out + at, word, size);
        end[i + 1] = at += (int64_t)size;
    }
    return Py_BuildValue("NN", text, ends);
}

/* sequence(first, count) -> int64: first, first + 1 and so on */
static PyObject *sequence(PyObject *module, PyObject *args)
{
    long long first;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "Ln", &first, &count)) return NULL;
    PyObject *result = array_new(PyModule_GetState(module), ARRAY_I64, 1, &count);
    if (!result) return NULL;
    int64_t *out = ((array_object *)result)->data;
    for (Py_ssize_t i = 0; i < count; i++) out[i] = first + i;
    return result;
}

PyMethodDef table_column_functions[] = {
    {"_table_known_texts", known_texts, METH_VARARGS, "_table_known_texts($module, text, ends)\n--\n\n"},
    {"_table_small_numbers", small_numbers, METH_VARARGS, "_table_small_numbers($module, numbers, missing)\n--\n\n"},
    {"_table_clocks", clock_lists, METH_VARARGS, "_table_clocks($module, clocks, ends)\n--\n\n"},
    {"_table_evals", eval_lists, METH_VARARGS, "_table_evals($module, evals, ends)\n--\n\n"},
    {"_table_sizes", list_sizes, METH_O, "_table_sizes($module, ends, /)\n--\n\n"},
    {"_table_results", result_texts, METH_O, "_table_results($module, results, /)\n--\n\n"},
    {"_table_sequence", sequence, METH_VARARGS, "_table_sequence($module, first, count)\n--\n\n"},
    {0},
};
