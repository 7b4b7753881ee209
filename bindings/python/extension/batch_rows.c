/* Positions in and out: FENs, 24 or 56 packed bytes, and the 112 bytes of positions from other sources, which are
 * checked. A wrong row becomes the start position and is reported. */
#include "array.h"

#include <plyforge/packed.h>

/* The rows to read. Either texts or bytes is set. */
typedef struct row_source {
    const row_text *texts; /* starting with row begin */
    const char *bytes;
    size_t row_size; /* of bytes: the size of a pf_packed, a pf_packed_variant or a pf_position */
    pf_accept accept;
} row_source;

static pf_status read_raw(pf_position *out, const char *bytes, pf_accept accept, pf_error *error)
{
    pf_position raw;
    pf_setup setup;
    memcpy(&raw, bytes, sizeof raw);
    pf_setup_from_position(&setup, &raw);
    if (board_is_consistent(&raw)) return pf_position_from_setup(out, &setup, accept, NULL, error);
    *error = (pf_error){.code = PF_ERROR_POSITION, .message = "the sets of pieces contradict each other"};
    return PF_ERROR_POSITION;
}

static pf_status read_row_as(pf_position *out, const row_source *source, const row_job *job, Py_ssize_t row,
                             pf_accept accept, pf_error *error)
{
    if (source->texts) {
        const row_text *text = &source->texts[row - job->begin];
        if (!text->text) return batch_no_text(text, PF_ERROR_FEN_BOARD, error);
        return pf_position_from_fen(out, text->text, (size_t)text->length, accept, NULL, error);
    }
    const char *bytes = source->bytes + (size_t)row * source->row_size;
    if (source->row_size == sizeof(pf_position)) return read_raw(out, bytes, accept, error);
    if (source->row_size == sizeof(pf_packed_variant)) {
        pf_packed_variant packed;
        memcpy(&packed, bytes, sizeof packed);
        return pf_position_unpack_variant(out, &packed, accept, error);
    }
    pf_packed packed;
    memcpy(&packed, bytes, sizeof packed);
    return pf_position_unpack(out, &packed, accept, error);
}

/* The number of castling rights that a row claims. */
static unsigned claimed_rights(const row_source *source, const row_job *job, Py_ssize_t row)
{
    if (!source->texts) {
        pf_position raw;
        if (source->row_size != sizeof raw) return 0; /* unpacking already refuses such rights */
        memcpy(&raw, source->bytes + (size_t)row * sizeof raw, sizeof raw);
        return pf_bitboard_count(raw.castling);
    }
    const row_text *text = &source->texts[row - job->begin];
    const char *at = text->text, *end = at + text->length;
    unsigned count = 0;
    for (int field = 0; field < 2 && at < end; field++) {
        while (at < end && *at == ' ') at++;
        const char *blank = memchr(at, ' ', (size_t)(end - at));
        at = blank ? blank : end;
    }
    while (at < end && *at == ' ') at++;
    for (; at < end && *at != ' '; at++) count += *at != '-';
    return count;
}

/* Lenient reading drops rights that are impossible for the king and the rook. It must not drop rights of Chess960. */
static pf_status read_row(pf_position *out, const row_source *source, const row_job *job, Py_ssize_t row,
                          pf_error *error)
{
    pf_status status = read_row_as(out, source, job, row, source->accept, error);
    if (status != PF_OK || (source->accept & PF_ACCEPT_CHESS960) ||
        claimed_rights(source, job, row) <= pf_bitboard_count(out->castling))
        return status;
    pf_position other;
    status = read_row_as(&other, source, job, row, source->accept | PF_ACCEPT_CHESS960, error);
    if (status != PF_OK || other.castling == out->castling) return PF_OK;
    *error = (pf_error){.code = PF_ERROR_POSITION,
                        .message = "castling right that exists only in Chess960: chess960=True reads it"};
    return PF_ERROR_POSITION;
}

/* A row_work whose source is a row_source. */
static void read_rows(row_job *job, const void *source, Py_ssize_t first)
{
    pf_position *out = job->out;
    pf_variant variant = pf_accept_variant_of(((const row_source *)source)->accept);
    for (Py_ssize_t i = first; i < job->end && job->bad < 0; i++) {
        if (read_row(&out[i], source, job, i, &job->error) == PF_OK) continue;
        out[i] = pf_variant_start(variant);
        job->bad = i;
    }
}

static pf_accept accept_of(int chess960, int strict)
{
    return (strict ? PF_ACCEPT_STRICT : PF_ACCEPT_LENIENT) | (chess960 ? PF_ACCEPT_CHESS960 : 0u);
}

/* from_fens(list of str, variant, chess960, strict, all, out, begin, end) -> errors */
static PyObject *batch_from_fens(PyObject *module, PyObject *args)
{
    PyObject *list, *out, *errors = NULL;
    int variant, chess960, strict, all;
    row_job job;
    if (!PyArg_ParseTuple(args, "O!ipppOnn", &PyList_Type, &list, &variant, &chess960, &strict, &all, &out, &job.begin,
                          &job.end) ||
        !batch_job(module, out, out, ARRAY_POSITION, 1, &job))
        return NULL;
    if (variant < 0 || variant >= PF_VARIANT_COUNT)
        return PyErr_Format(PyExc_ValueError, "no variant has the number %d", variant);
    row_text *texts = batch_texts(list, &job, all != 0);
    row_source source = {.texts = texts,
                         .accept = accept_of(chess960, strict) | pf_accept_variant((pf_variant)variant)};
    if (texts) errors = batch_errors(&job, read_rows, &source, all != 0);
    PyMem_Free(texts);
    return errors;
}

/* from_bytes(buffer, bytes per row, chess960, strict, all, out, begin, end) -> errors */
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
        bool known = row_size == (Py_ssize_t)sizeof(pf_position) || row_size == (Py_ssize_t)sizeof(pf_packed) ||
                     row_size == (Py_ssize_t)sizeof(pf_packed_variant);
        if (!known || buffer.len / row_size < job.end)
            PyErr_SetString(PyExc_ValueError, "a row has 112 bytes, or 24 or 56 packed ones");
        else {
            row_source source = {
                .bytes = buffer.buf, .row_size = (size_t)row_size, .accept = accept_of(chess960, strict)};
            errors = batch_errors(&job, read_rows, &source, all != 0);
        }
    }
    PyBuffer_Release(&buffer);
    return errors;
}

/* fens(positions, begin, end) -> list of str */
static PyObject *batch_fens(PyObject *module, PyObject *args)
{
    PyObject *positions;
    row_job job;
    if (!PyArg_ParseTuple(args, "Onn", &positions, &job.begin, &job.end) ||
        !batch_job(module, positions, NULL, ARRAY_POSITION, 1, &job) || !batch_begin(&job))
        return NULL;
    PyObject *list = PyList_New(job.end - job.begin);
    for (Py_ssize_t i = job.begin; list && i < job.end; i++) {
        char text[PF_FEN_SIZE];
        size_t length = pf_position_to_fen(text, sizeof text, &job.positions[i], PF_CASTLING_XFEN, PF_EP_LEGAL);
        PyObject *fen = PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
        if (!fen || PyList_SetItem(list, i - job.begin, fen) < 0) Py_CLEAR(list);
    }
    batch_end(&job);
    return list;
}

/* bad is the first row that does not fit into 24 bytes. */
static void pack_rows(row_job *job, bool variants)
{
    pf_packed *out = job->out;
    pf_packed_variant *wide = job->out;
    for (Py_ssize_t i = job->begin; i < job->end && job->bad < 0; i++) {
        if (variants)
            pf_position_pack_variant(&wide[i], &job->positions[i]);
        else if (!pf_position_pack(&out[i], &job->positions[i]))
            job->bad = i;
    }
}

/* pack(positions, variants, out, begin, end): out has 24 bytes per row, or 56 for positions of any variant. */
static PyObject *batch_pack(PyObject *module, PyObject *args)
{
    PyObject *positions, *out;
    int variants;
    row_job job;
    if (!PyArg_ParseTuple(args, "OpOnn", &positions, &variants, &out, &job.begin, &job.end)) return NULL;
    size_t row_size = variants ? sizeof(pf_packed_variant) : sizeof(pf_packed);
    if (!batch_job(module, positions, out, ARRAY_U8, (Py_ssize_t)row_size, &job) || !batch_begin(&job)) return NULL;
    WITHOUT_GIL(pack_rows(&job, variants != 0));
    batch_end(&job);
    if (job.bad >= 0)
        return PyErr_Format(PyExc_ValueError, "row %zd: a position of %s needs 56 bytes: variants=True", job.bad,
                            pf_variant_name((pf_variant)job.positions[job.bad].variant));
    Py_RETURN_NONE;
}

/* Copies the positions with these numbers; bad is the index of the first number without a position. */
static void take_rows(row_job *job, const char *numbers)
{
    pf_position *out = job->out;
    for (Py_ssize_t i = job->begin; i < job->end && job->bad < 0; i++) {
        int64_t row = array_fetch(numbers + i * 8);
        if (row < 0) row += job->row_count;
        if (row < 0 || row >= job->row_count)
            job->bad = i;
        else
            out[i] = job->positions[row];
    }
}

/* take(positions, rows, out, begin, end): the positions with the numbers of these rows, int64. */
static PyObject *batch_take(PyObject *module, PyObject *args)
{
    PyObject *first, *second;
    Py_buffer rows;
    row_job job = {.bad = -1};
    if (!PyArg_ParseTuple(args, "Oy*Onn", &first, &rows, &second, &job.begin, &job.end)) return NULL;
    array_object *positions = array_of(batch_state(module), first, ARRAY_POSITION);
    array_object *out = positions ? array_of(batch_state(module), second, ARRAY_POSITION) : NULL;
    bool done = out && job.begin >= 0 && job.begin <= job.end && job.end <= rows.len / 8 && job.end <= out->shape[0];
    if (done) {
        job.from = positions;
        job.positions = positions->data;
        job.row_count = job.end_read = positions->shape[0];
        job.to = out;
        job.out = out->data;
        job.first_written = job.begin;
        job.end_written = job.end;
        done = batch_begin(&job);
    } else if (out) {
        PyErr_SetString(PyExc_IndexError, "rows that the arrays do not have");
    }
    if (done) {
        WITHOUT_GIL(take_rows(&job, rows.buf));
        batch_end(&job);
    }
    PyBuffer_Release(&rows);
    if (!done) return NULL;
    if (job.bad >= 0) return PyErr_Format(PyExc_IndexError, "row %zd: there are %zd positions", job.bad, job.row_count);
    Py_RETURN_NONE;
}

PyMethodDef batch_row_functions[] = {
    {"_batch_from_fens", batch_from_fens, METH_VARARGS,
     "_batch_from_fens($module, fens, variant, chess960, strict, all, out, begin, end)\n--\n\n"},
    {"_batch_from_bytes", batch_from_bytes, METH_VARARGS,
     "_batch_from_bytes($module, buffer, row_size, chess960, strict, all, out, begin, end)\n--\n\n"},
    {"_batch_fens", batch_fens, METH_VARARGS, "_batch_fens($module, positions, begin, end)\n--\n\n"},
    {"_batch_pack", batch_pack, METH_VARARGS, "_batch_pack($module, positions, variants, out, begin, end)\n--\n\n"},
    {"_batch_take", batch_take, METH_VARARGS, "_batch_take($module, positions, rows, out, begin, end)\n--\n\n"},
    {0},
};
