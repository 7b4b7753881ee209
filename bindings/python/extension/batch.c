/* Functions of many positions. Each works on the rows from begin to end without the GIL; plyforge.batch gives the parts
 * of an array to several threads. Rows that cannot be done are errors that name the row. */
#include "array.h"

static core_state *state_of(PyObject *module)
{
    return PyModule_GetState(module);
}

/* Whether begin to end are rows of an array with so many. */
static bool check_rows(Py_ssize_t begin, Py_ssize_t end, Py_ssize_t rows)
{
    if (begin >= 0 && begin <= end && end <= rows) return true;
    PyErr_Format(PyExc_IndexError, "rows %zd to %zd of an array with %zd", begin, end, rows);
    return false;
}

/* new_array(kind, shape): an array with all bytes 0; kinds as in array_kind, positions excepted. */
static PyObject *batch_new(PyObject *module, PyObject *args)
{
    int kind;
    PyObject *extents;
    Py_ssize_t shape[ARRAY_MAX_DIMENSIONS];
    if (!PyArg_ParseTuple(args, "iO!", &kind, &PyTuple_Type, &extents)) return NULL;
    Py_ssize_t dimensions = PyTuple_Size(extents);
    if (kind < 0 || kind >= ARRAY_POSITION || dimensions < 1 || dimensions > ARRAY_MAX_DIMENSIONS)
        return PyErr_Format(PyExc_ValueError, "no such array");
    for (Py_ssize_t i = 0; i < dimensions; i++) {
        shape[i] = PyLong_AsSsize_t(PyTuple_GetItem(extents, i));
        if (shape[i] < 0) return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "a negative extent");
    }
    return array_new(state_of(module), (array_kind)kind, (int)dimensions, shape);
}

/* ---- Positions in and out ---- */

typedef struct fen_text {
    const char *text;
    Py_ssize_t length;
} fen_text;

static PyObject *append_error(PyObject *errors, Py_ssize_t row, const pf_error *error)
{
    PyObject *item = Py_BuildValue("(ns)", row, error->message);
    if (item && PyList_Append(errors, item) < 0) Py_CLEAR(item);
    Py_XDECREF(item);
    return item;
}

/* Reads all texts; the first bad row without a list of errors ends it. Returns its number, or size. */
static Py_ssize_t read_fens(pf_position *out, const fen_text *texts, Py_ssize_t size, pf_accept accept, uint8_t *bad,
                            bool go_on, pf_error *error)
{
    for (Py_ssize_t i = 0; i < size; i++) {
        pf_status status = pf_position_from_fen(&out[i], texts[i].text, (size_t)texts[i].length, accept, NULL, error);
        if (status == PF_OK) continue;
        if (!go_on) return i;
        out[i] = pf_position_start();
        bad[i] = 1;
    }
    return size;
}

/* positions(list of str, chess960, strict, errors or None) -> positions. With a list, bad rows are appended to it as
 * (row, message), and have the start position. */
static PyObject *batch_positions(PyObject *module, PyObject *args)
{
    PyObject *list, *errors, *array = NULL;
    int chess960, strict;
    if (!PyArg_ParseTuple(args, "O!ppO", &PyList_Type, &list, &chess960, &strict, &errors)) return NULL;
    Py_ssize_t size = PyList_Size(list), bad_row = 0;
    fen_text *texts = PyMem_Calloc((size_t)size + 1, sizeof *texts);
    uint8_t *bad = PyMem_Calloc((size_t)size + 1, 1);
    if (!texts || !bad) {
        PyErr_NoMemory();
        goto done;
    }
    for (Py_ssize_t i = 0; i < size; i++) {
        PyObject *text = PyList_GetItem(list, i);
        texts[i].text = PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, &texts[i].length) : NULL;
        if (!texts[i].text) {
            if (!PyErr_Occurred())
                PyErr_Format(PyExc_TypeError, "row %zd is %R, not a str", i, (PyObject *)Py_TYPE(text));
            goto done;
        }
    }
    array = array_new(state_of(module), ARRAY_POSITION, 1, &size);
    if (!array) goto done;
    pf_position *out = ((array_object *)array)->data;
    pf_accept accept = (strict ? PF_ACCEPT_STRICT : PF_ACCEPT_LENIENT) | (chess960 ? PF_ACCEPT_CHESS960 : 0u);
    pf_error error;
    bool go_on = errors != Py_None;
    /* The texts live as long as the caller's list of them, which is a copy of this call's own. */
    Py_BEGIN_ALLOW_THREADS bad_row = read_fens(out, texts, size, accept, bad, go_on, &error);
    Py_END_ALLOW_THREADS if (bad_row < size)
    {
        Py_CLEAR(array);
        PyErr_Format(PyExc_ValueError, "row %zd: %s", bad_row, error.message);
    }
    for (Py_ssize_t i = 0; array && i < size; i++) {
        if (!bad[i]) continue;
        pf_position unused;
        pf_position_from_fen(&unused, texts[i].text, (size_t)texts[i].length, accept, NULL, &error);
        if (!append_error(errors, i, &error)) Py_CLEAR(array);
    }
done:
    PyMem_Free(texts);
    PyMem_Free(bad);
    return array;
}

/* fen(positions, row) -> str */
static PyObject *batch_fen(PyObject *module, PyObject *args)
{
    PyObject *object;
    Py_ssize_t row;
    char text[PF_FEN_SIZE];
    if (!PyArg_ParseTuple(args, "On", &object, &row)) return NULL;
    array_object *array = array_of(state_of(module), object, ARRAY_POSITION);
    if (!array || !check_rows(row, row + 1, array->shape[0])) return NULL;
    const pf_position *position = (const pf_position *)array->data + row;
    size_t length = pf_position_to_fen(text, sizeof text, position, PF_CASTLING_XFEN, PF_EP_LEGAL);
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
}

/* pack(positions) -> uint8 array of 24 bytes a row */
static PyObject *batch_pack(PyObject *module, PyObject *object)
{
    array_object *array = array_of(state_of(module), object, ARRAY_POSITION);
    if (!array) return NULL;
    Py_ssize_t shape[2] = {array->shape[0], (Py_ssize_t)sizeof(pf_packed)};
    PyObject *result = array_new(state_of(module), ARRAY_U8, 2, shape);
    if (!result) return NULL;
    pf_packed *out = ((array_object *)result)->data;
    const pf_position *positions = array->data;
    Py_BEGIN_ALLOW_THREADS for (Py_ssize_t i = 0; i < shape[0]; i++) pf_position_pack(&out[i], &positions[i]);
    Py_END_ALLOW_THREADS return result;
}

/* unpack(buffer of 24 bytes a row, chess960) -> positions */
static PyObject *batch_unpack(PyObject *module, PyObject *args)
{
    Py_buffer buffer;
    int chess960;
    if (!PyArg_ParseTuple(args, "y*p", &buffer, &chess960)) return NULL;
    PyObject *result = NULL;
    Py_ssize_t rows = buffer.len / (Py_ssize_t)sizeof(pf_packed), bad = -1;
    if (buffer.len % (Py_ssize_t)sizeof(pf_packed)) {
        PyErr_Format(PyExc_ValueError, "%zd bytes are not a multiple of %zu", buffer.len, sizeof(pf_packed));
    } else if ((result = array_new(state_of(module), ARRAY_POSITION, 1, &rows))) {
        pf_accept accept = PF_ACCEPT_LENIENT | (chess960 ? PF_ACCEPT_CHESS960 : 0u);
        pf_position *out = ((array_object *)result)->data;
        const pf_packed *packed = buffer.buf;
        pf_error error;
        Py_BEGIN_ALLOW_THREADS for (Py_ssize_t i = 0; i < rows && bad < 0;
                                    i++) if (pf_position_unpack(&out[i], &packed[i], accept, &error) != PF_OK) bad = i;
        Py_END_ALLOW_THREADS if (bad >= 0)
        {
            Py_CLEAR(result);
            PyErr_Format(PyExc_ValueError, "row %zd: %s", bad, error.message);
        }
    }
    PyBuffer_Release(&buffer);
    return result;
}

/* ---- Moves ---- */

/* count_moves(positions, offsets, begin, end): writes the number of legal moves of row i into offsets[i + 1]. */
static PyObject *batch_count(PyObject *module, PyObject *args)
{
    PyObject *first, *second;
    Py_ssize_t begin, end;
    if (!PyArg_ParseTuple(args, "OOnn", &first, &second, &begin, &end)) return NULL;
    array_object *array = array_of(state_of(module), first, ARRAY_POSITION);
    array_object *offsets = array ? array_of(state_of(module), second, ARRAY_I64) : NULL;
    if (!offsets || !check_rows(begin, end, array->shape[0]) || !check_rows(begin, end + 1, offsets->shape[0]))
        return NULL;
    const pf_position *positions = array->data;
    int64_t *out = offsets->data;
    Py_BEGIN_ALLOW_THREADS for (Py_ssize_t i = begin; i < end; i++) out[i + 1] = pf_count_legal(&positions[i]);
    Py_END_ALLOW_THREADS Py_RETURN_NONE;
}

/* sum_offsets(offsets) -> the total: makes the counts a running sum. */
static PyObject *batch_sum(PyObject *module, PyObject *object)
{
    array_object *offsets = array_of(state_of(module), object, ARRAY_I64);
    if (!offsets) return NULL;
    int64_t *out = offsets->data, sum = 0;
    for (Py_ssize_t i = 0; i < offsets->shape[0]; i++) out[i] = sum += out[i];
    return PyLong_FromLongLong(sum);
}

/* fill_moves(positions, offsets, moves, begin, end): the legal moves of each row at its place. */
static PyObject *batch_fill(PyObject *module, PyObject *args)
{
    PyObject *first, *second, *third;
    Py_ssize_t begin, end;
    if (!PyArg_ParseTuple(args, "OOOnn", &first, &second, &third, &begin, &end)) return NULL;
    array_object *array = array_of(state_of(module), first, ARRAY_POSITION);
    array_object *offsets = array ? array_of(state_of(module), second, ARRAY_I64) : NULL;
    array_object *moves = offsets ? array_of(state_of(module), third, ARRAY_U16) : NULL;
    if (!moves || !check_rows(begin, end, array->shape[0]) || !check_rows(begin, end + 1, offsets->shape[0]))
        return NULL;
    const pf_position *positions = array->data;
    const int64_t *place = offsets->data;
    pf_move *out = moves->data;
    Py_ssize_t bad = -1;
    Py_BEGIN_ALLOW_THREADS for (Py_ssize_t i = begin; i < end && bad < 0; i++)
    {
        pf_move_list list;
        int64_t size = pf_generate_legal(&positions[i], &list);
        if (place[i] < 0 || place[i] + size > moves->shape[0] || place[i + 1] - place[i] != size)
            bad = i;
        else
            memcpy(out + place[i], list.moves, (size_t)size * sizeof *out);
    }
    Py_END_ALLOW_THREADS if (bad >= 0) return PyErr_Format(PyExc_ValueError,
                                                           "row %zd: its moves do not fit into their place", bad);
    Py_RETURN_NONE;
}

/* A move as an action space sees it: promotion << 12 | from << 6 | to, castling as the king's step or as king takes
 * rook, turned around for Black. */
static unsigned action_key(pf_move move, bool step, bool turned)
{
    unsigned squares = move & 0xfff, promotion = 0;
    if (pf_move_kind_of(move) == PF_MOVE_PROMOTION) promotion = pf_move_promotion(move) + 1;
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING && step) {
        board_data notation = {.chess960 = false};
        squares = (squares & 0xfc0) | board_from_library(&notation, move).to;
    }
    return promotion << 12 | (squares ^ (turned ? 56u << 6 | 56u : 0u));
}

typedef struct action_space {
    const int16_t *index; /* by action_key; negative: no action */
    Py_ssize_t size;
    bool step, relative;
} action_space;

/* Marks the legal moves of a row; false if the space has no action for one of them. */
static bool mark_legal(uint8_t *out, const pf_position *position, const action_space *space)
{
    pf_move_list list;
    memset(out, 0, (size_t)space->size);
    pf_generate_legal(position, &list);
    bool turned = space->relative && position->turn == PF_BLACK;
    for (uint32_t i = 0; i < list.size; i++) {
        int16_t index = space->index[action_key(list.moves[i], space->step, turned)];
        if (index < 0 || index >= space->size) return false;
        out[index] = 1;
    }
    return true;
}

/* mask(positions, table, step, relative, out, begin, end): out is rows by actions. */
static PyObject *batch_mask(PyObject *module, PyObject *args)
{
    PyObject *first, *third;
    Py_buffer table;
    int step, relative;
    Py_ssize_t begin, end, bad = -1;
    if (!PyArg_ParseTuple(args, "Oy*ppOnn", &first, &table, &step, &relative, &third, &begin, &end)) return NULL;
    array_object *array = array_of(state_of(module), first, ARRAY_POSITION);
    array_object *out = array ? array_of(state_of(module), third, ARRAY_U8) : NULL;
    if (!out || !check_rows(begin, end, array->shape[0]) || !check_rows(begin, end, out->shape[0])) {
        PyBuffer_Release(&table);
        return NULL;
    }
    if (table.len != MOVE_TABLE_SIZE * 2 || out->dimensions != 2) {
        PyBuffer_Release(&table);
        return PyErr_Format(PyExc_ValueError, "the table of an action space has %d entries of two bytes",
                            MOVE_TABLE_SIZE);
    }
    action_space space = {table.buf, out->shape[1], step != 0, relative != 0};
    const pf_position *positions = array->data;
    uint8_t *rows = out->data;
    Py_BEGIN_ALLOW_THREADS for (Py_ssize_t i = begin; i < end && bad < 0;
                                i++) if (!mark_legal(rows + i * space.size, &positions[i], &space)) bad = i;
    Py_END_ALLOW_THREADS PyBuffer_Release(&table);
    if (bad >= 0) return PyErr_Format(PyExc_ValueError, "row %zd: a legal move is not in the action space", bad);
    Py_RETURN_NONE;
}

/* ---- Planes ---- */

static void write_planes(float *out, const pf_position *position, bool relative)
{
    bool turned = relative && position->turn == PF_BLACK;
    memset(out, 0, 768 * sizeof *out);
    for (unsigned plane = 0; plane < 12; plane++) {
        pf_colour colour = (plane / 6) ^ (turned ? 1u : 0u);
        for (pf_bitboard set = pf_position_pieces(position, colour, plane % 6); set;) {
            pf_square square = pf_bitboard_pop(&set);
            out[plane * 64 + (square ^ (turned ? 56u : 0u))] = 1;
        }
    }
}

/* planes(positions, relative, out, begin, end): out is rows by 12 by 8 by 8
 * floats. */
static PyObject *batch_planes(PyObject *module, PyObject *args)
{
    PyObject *first, *second;
    int relative;
    Py_ssize_t begin, end;
    if (!PyArg_ParseTuple(args, "OpOnn", &first, &relative, &second, &begin, &end)) return NULL;
    array_object *array = array_of(state_of(module), first, ARRAY_POSITION);
    array_object *out = array ? array_of(state_of(module), second, ARRAY_F32) : NULL;
    if (!out || !check_rows(begin, end, array->shape[0]) || !check_rows(begin, end, out->shape[0])) return NULL;
    if (out->dimensions != 4 || out->strides[0] != 768 * (Py_ssize_t)sizeof(float))
        return PyErr_Format(PyExc_ValueError, "planes are rows by 12 by 8 by 8");
    const pf_position *positions = array->data;
    float *rows = out->data;
    Py_BEGIN_ALLOW_THREADS for (Py_ssize_t i = begin; i < end; i++)
        write_planes(rows + i * 768, &positions[i], relative != 0);
    Py_END_ALLOW_THREADS Py_RETURN_NONE;
}

/* play(positions, moves) -> positions: one move for each row, in the library's 16 bits. */
static PyObject *batch_play(PyObject *module, PyObject *args)
{
    PyObject *first;
    Py_buffer moves;
    if (!PyArg_ParseTuple(args, "Oy*", &first, &moves)) return NULL;
    array_object *array = array_of(state_of(module), first, ARRAY_POSITION);
    PyObject *result = NULL;
    Py_ssize_t bad = -1;
    pf_error error;
    if (array && moves.len != array->shape[0] * 2)
        PyErr_Format(PyExc_ValueError, "%zd positions need %zd bytes of moves, not %zd", array->shape[0],
                     array->shape[0] * 2, moves.len);
    else if (array)
        result = array_new(state_of(module), ARRAY_POSITION, 1, array->shape);
    if (result) {
        pf_position *out = ((array_object *)result)->data;
        const pf_position *positions = array->data;
        const char *codes = moves.buf;
        Py_BEGIN_ALLOW_THREADS for (Py_ssize_t i = 0; i < array->shape[0] && bad < 0; i++)
        {
            pf_move move;
            memcpy(&move, codes + 2 * i, sizeof move);
            out[i] = positions[i];
            if (pf_position_play(&out[i], move, &error) != PF_OK) bad = i;
        }
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&moves);
    if (bad >= 0) {
        Py_CLEAR(result);
        PyErr_Format(state_of(module)->illegal_move, "row %zd: %s", bad, error.message);
    }
    return result;
}

PyMethodDef batch_functions[] = {
    {"_batch_new", batch_new, METH_VARARGS, "_batch_new(kind, shape) -> Array"},
    {"_batch_positions", batch_positions, METH_VARARGS, "_batch_positions(fens, chess960, strict, errors) -> Array"},
    {"_batch_fen", batch_fen, METH_VARARGS, "_batch_fen(positions, row) -> str"},
    {"_batch_pack", batch_pack, METH_O, "_batch_pack(positions) -> Array"},
    {"_batch_unpack", batch_unpack, METH_VARARGS, "_batch_unpack(buffer, chess960) -> Array"},
    {"_batch_count", batch_count, METH_VARARGS, "_batch_count(positions, offsets, begin, end)"},
    {"_batch_sum", batch_sum, METH_O, "_batch_sum(offsets) -> int"},
    {"_batch_fill", batch_fill, METH_VARARGS, "_batch_fill(positions, offsets, moves, begin, end)"},
    {"_batch_mask", batch_mask, METH_VARARGS, "_batch_mask(positions, table, step, relative, out, begin, end)"},
    {"_batch_planes", batch_planes, METH_VARARGS, "_batch_planes(positions, relative, out, begin, end)"},
    {"_batch_play", batch_play, METH_VARARGS, "_batch_play(positions, moves) -> Array"},
    {0},
};
