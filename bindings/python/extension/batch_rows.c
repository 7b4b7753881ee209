/* Positions in and out: FENs, 24 packed bytes, and 88 bytes of others, which are checked. A wrong row becomes the start
 * position and is reported. */
#include "array.h"

#include <plyforge/packed.h>

typedef struct fen_text {
    const char *text;
    Py_ssize_t length;
} fen_text;

/* The rows to read. Either texts or bytes is set. */
typedef struct row_source {
    const fen_text *texts; /* of begin first */
    const char *bytes;
    size_t row_size; /* of bytes: that of a pf_packed or a pf_position */
    pf_accept accept;
} row_source;

/* Pieces as a setup; false if the sets contradict each other. */
static bool setup_of(pf_setup *out, const pf_position *raw)
{
    pf_bitboard seen = 0, occupied = raw->by_colour[PF_WHITE] | raw->by_colour[PF_BLACK];
    *out = (pf_setup){.castling = raw->castling,
                      .turn = raw->turn,
                      .ep_square = raw->ep_square,
                      .halfmove_clock = raw->halfmove_clock,
                      .fullmove_number = raw->fullmove_number};
    memset(out->squares, PF_NO_PIECE, sizeof out->squares);
    for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++) {
        if (raw->by_type[type] & (seen | ~occupied)) return false;
        seen |= raw->by_type[type];
        for (pf_bitboard set = raw->by_type[type]; set;) {
            pf_square square = pf_bitboard_pop(&set);
            out->squares[square] = (uint8_t)pf_piece_of(raw->by_colour[PF_BLACK] >> square & 1, type);
        }
    }
    return seen == occupied && !(raw->by_colour[PF_WHITE] & raw->by_colour[PF_BLACK]);
}

static pf_status read_raw(pf_position *out, const char *bytes, pf_accept accept, pf_error *error)
{
    pf_position raw;
    pf_setup setup;
    memcpy(&raw, bytes, sizeof raw);
    if (setup_of(&setup, &raw)) return pf_position_from_setup(out, &setup, accept, NULL, error);
    *error = (pf_error){.code = PF_ERROR_POSITION, .message = "the sets of pieces contradict each other"};
    return PF_ERROR_POSITION;
}

static pf_status read_row(pf_position *out, const row_source *source, const row_job *job, Py_ssize_t row,
                          pf_error *error)
{
    if (source->texts) {
        const fen_text *text = &source->texts[row - job->begin];
        return pf_position_from_fen(out, text->text, (size_t)text->length, source->accept, NULL, error);
    }
    const char *bytes = source->bytes + (size_t)row * source->row_size;
    if (source->row_size == sizeof(pf_position)) return read_raw(out, bytes, source->accept, error);
    pf_packed packed;
    memcpy(&packed, bytes, sizeof packed);
    return pf_position_unpack(out, &packed, source->accept, error);
}

/* Reads the rows from first on, until one is wrong. Returns its number, or the end. */
static Py_ssize_t read_rows(row_job *job, const row_source *source, Py_ssize_t first)
{
    pf_position *out = job->out;
    for (Py_ssize_t i = first; i < job->end; i++) {
        if (read_row(&out[i], source, job, i, &job->error) == PF_OK) continue;
        out[i] = pf_position_start();
        return i;
    }
    return job->end;
}

/* Reads all rows of the job -> list of (row, message), which ends with the first wrong row unless all are wanted. */
static PyObject *read_all(row_job *job, const row_source *source, bool all)
{
    PyObject *errors = PyList_New(0);
    for (Py_ssize_t row = job->begin; errors && row < job->end; row++) {
        WITHOUT_GIL(row = read_rows(job, source, row));
        if (row == job->end) break;
        PyObject *item = Py_BuildValue("(ns)", row, job->error.message);
        if (!item || PyList_Append(errors, item) < 0) Py_CLEAR(errors);
        Py_XDECREF(item);
        if (!all) break;
    }
    return errors;
}

static pf_accept accept_of(int chess960, int strict)
{
    return (strict ? PF_ACCEPT_STRICT : PF_ACCEPT_LENIENT) | (chess960 ? PF_ACCEPT_CHESS960 : 0u);
}

/* from_fens(list of str, chess960, strict, all, out, begin, end) -> errors */
static PyObject *batch_from_fens(PyObject *module, PyObject *args)
{
    PyObject *list, *out, *errors = NULL;
    int chess960, strict, all;
    row_job job;
    if (!PyArg_ParseTuple(args, "O!pppOnn", &PyList_Type, &list, &chess960, &strict, &all, &out, &job.begin,
                          &job.end) ||
        !batch_job(module, out, out, ARRAY_POSITION, 1, &job))
        return NULL;
    if (job.end > PyList_Size(list)) return PyErr_Format(PyExc_IndexError, "rows that the list does not have");
    fen_text *texts = PyMem_Calloc((size_t)(job.end - job.begin) + 1, sizeof *texts);
    if (!texts) return PyErr_NoMemory();
    Py_ssize_t row = job.begin;
    for (; row < job.end; row++) {
        PyObject *item = PyList_GetItem(list, row);
        fen_text *text = &texts[row - job.begin];
        text->text = PyUnicode_Check(item) ? PyUnicode_AsUTF8AndSize(item, &text->length) : NULL;
        if (text->text) continue;
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_TypeError, "row %zd is %R, not a str", row, (PyObject *)Py_TYPE(item));
        break;
    }
    /* The texts live as long as the list, which is the caller's own and does not change. */
    row_source source = {.texts = texts, .accept = accept_of(chess960, strict)};
    if (row == job.end) errors = read_all(&job, &source, all != 0);
    PyMem_Free(texts);
    return errors;
}

/* from_bytes(buffer, bytes a row, chess960, strict, all, out, begin, end) -> errors */
static PyObject *batch_from_bytes(PyObject *module, PyObject *args)
{
    PyObject *out, *errors = NULL;
    Py_buffer buffer;
    Py_ssize_t row_size;
    int chess960, strict, all;
    row_job job;
    if (!PyArg_ParseTuple(args, "y*npppOnn", &buffer, &row_size, &chess960, &strict, &all, &out, &job.begin, &job.end))
        return NULL;
    if (batch_job(module, out, out, ARRAY_POSITION, 1, &job)) {
        bool known = row_size == (Py_ssize_t)sizeof(pf_position) || row_size == (Py_ssize_t)sizeof(pf_packed);
        if (!known || buffer.len / row_size < job.end)
            PyErr_SetString(PyExc_ValueError, "a row has 88 bytes, or 24 packed ones");
        else {
            row_source source = {
                .bytes = buffer.buf, .row_size = (size_t)row_size, .accept = accept_of(chess960, strict)};
            errors = read_all(&job, &source, all != 0);
        }
    }
    PyBuffer_Release(&buffer);
    return errors;
}

/* fens(positions, begin, end) -> list of str */
static PyObject *batch_fens(PyObject *module, PyObject *object)
{
    array_object *array = array_of(batch_state(module), object, ARRAY_POSITION);
    PyObject *list = array ? PyList_New(array->shape[0]) : NULL;
    for (Py_ssize_t i = 0; list && i < array->shape[0]; i++) {
        char text[PF_FEN_SIZE];
        const pf_position *position = (const pf_position *)array->data + i;
        size_t length = pf_position_to_fen(text, sizeof text, position, PF_CASTLING_XFEN, PF_EP_LEGAL);
        PyObject *fen = PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
        if (!fen || PyList_SetItem(list, i, fen) < 0) Py_CLEAR(list);
    }
    return list;
}

static void pack_rows(row_job *job)
{
    pf_packed *out = job->out;
    for (Py_ssize_t i = job->begin; i < job->end; i++) pf_position_pack(&out[i], &job->positions[i]);
}

/* pack(positions, out, begin, end): out has 24 bytes a row. */
static PyObject *batch_pack(PyObject *module, PyObject *args)
{
    PyObject *positions, *out;
    row_job job;
    if (!PyArg_ParseTuple(args, "OOnn", &positions, &out, &job.begin, &job.end) ||
        !batch_job(module, positions, out, ARRAY_U8, (Py_ssize_t)sizeof(pf_packed), &job))
        return NULL;
    WITHOUT_GIL(pack_rows(&job));
    Py_RETURN_NONE;
}

/* take(positions, rows) -> positions: the rows with these numbers, int64. */
static PyObject *batch_take(PyObject *module, PyObject *args)
{
    PyObject *first;
    Py_buffer rows;
    if (!PyArg_ParseTuple(args, "Oy*", &first, &rows)) return NULL;
    array_object *array = array_of(batch_state(module), first, ARRAY_POSITION);
    Py_ssize_t count = rows.len / 8, bad = -1;
    PyObject *result = array ? array_new(batch_state(module), ARRAY_POSITION, 1, &count) : NULL;
    for (Py_ssize_t i = 0; result && i < count && bad < 0; i++) {
        int64_t row;
        memcpy(&row, (const char *)rows.buf + i * 8, sizeof row);
        if (row < 0) row += array->shape[0];
        if (row < 0 || row >= array->shape[0])
            bad = i;
        else
            ((pf_position *)((array_object *)result)->data)[i] = ((const pf_position *)array->data)[row];
    }
    if (bad >= 0) {
        Py_CLEAR(result);
        PyErr_Format(PyExc_IndexError, "row %zd: there are %zd positions", bad, array->shape[0]);
    }
    PyBuffer_Release(&rows);
    return result;
}

PyMethodDef batch_row_functions[] = {
    {"_batch_from_fens", batch_from_fens, METH_VARARGS,
     "_batch_from_fens(fens, chess960, strict, all, out, begin, end) -> list"},
    {"_batch_from_bytes", batch_from_bytes, METH_VARARGS,
     "_batch_from_bytes(buffer, row_size, chess960, strict, all, out, begin, end) -> list"},
    {"_batch_fens", batch_fens, METH_O, "_batch_fens(positions) -> list"},
    {"_batch_pack", batch_pack, METH_VARARGS, "_batch_pack(positions, out, begin, end)"},
    {"_batch_take", batch_take, METH_VARARGS, "_batch_take(positions, rows) -> Array"},
    {0},
};
