/* Texts of many rows: the texts of a list of str, for the functions that read them, and conversion of moves to and from
 * UCI. */
#include "array.h"

#include <stdio.h>
#include <string.h>

/* ---- Lists of str ---- */

/* A hint at what the caller probably meant when passing an object of this type. Looking up the method instead could
 * fail or allocate. */
static const char *remedy_for(const char *type)
{
    size_t length = strlen(type);
    if (length >= 5 && strcmp(type + length - 5, "Board") == 0) return "; use its fen()";
    return strcmp(type, "Move") == 0 ? "; use its uci()" : "";
}

/* The number of bytes of UTF-8 text, at most this many, that form whole characters. */
static int whole_characters(const char *text, int most)
{
    int length = 0;
    while (length < most && text[length]) length++;
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) length--;
    return length;
}

/* Gets the text of a row of a list. A row without text raises an exception, or is reported with the others if all wrong
 * rows are requested. */
static bool text_of(row_text *out, PyObject *list, Py_ssize_t row, bool all)
{
    PyObject *item = PyList_GetItem(list, row);
    if (!item) return false;
    bool is_text = PyUnicode_Check(item);
    out->text = is_text ? PyUnicode_AsUTF8AndSize(item, &out->length) : NULL;
    if (out->text) return true;
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_UnicodeError)) return false;
    PyErr_Clear();
    if (is_text) {
        snprintf(out->problem, sizeof out->problem, "half of a surrogate pair is no text");
        return true;
    }
    PyObject *type = core_attribute((PyObject *)Py_TYPE(item), "__name__");
    const char *name = type ? PyUnicode_AsUTF8AndSize(type, NULL) : NULL;
    if (name)
        snprintf(out->problem, sizeof out->problem, "%.*s is not a str%s", whole_characters(name, 25), name,
                 remedy_for(name));
    if (name && !all) PyErr_Format(PyExc_TypeError, "row %zd: %s", row, out->problem);
    Py_XDECREF(type);
    return name && all;
}

row_text *batch_texts(PyObject *list, const row_job *job, bool all)
{
    if (job->end > PyList_Size(list)) {
        PyErr_SetString(PyExc_IndexError, "rows that the list does not have");
        return NULL;
    }
    row_text *texts = PyMem_Calloc((size_t)(job->end - job->begin) + 1, sizeof *texts);
    if (!texts) return (row_text *)PyErr_NoMemory();
    for (Py_ssize_t row = job->begin; row < job->end; row++) {
        if (text_of(&texts[row - job->begin], list, row, all)) continue;
        PyMem_Free(texts);
        return NULL;
    }
    return texts;
}

pf_status batch_no_text(const row_text *text, pf_status status, pf_error *error)
{
    *error = (pf_error){.code = status};
    snprintf(error->message, sizeof error->message, "%s", text->problem);
    return status;
}

/* ---- UCI ---- */

static unsigned distance(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

/* Whether some variant can have this move. Whether it is legal depends on the position. */
static bool is_move(pf_move move)
{
    enum { NORMAL, DROP, KING_PROMOTION, PROMOTION = 4, LAST_PROMOTION = 7, EN_PASSANT, CASTLING = 12 };
    pf_square from = pf_move_from(move), to = pf_move_to(move);
    unsigned files = distance(pf_square_file(from), pf_square_file(to)), first = pf_square_rank(from);
    unsigned last = pf_square_rank(to), ranks = distance(first, last), kind = move >> 12;
    if (kind == DROP) return pf_move_dropped(move) <= PF_QUEEN;
    if (kind == KING_PROMOTION || (kind >= PROMOTION && kind <= LAST_PROMOTION))
        return files <= 1 && ((first == 6 && last == 7) || (first == 1 && last == 0));
    if (kind == EN_PASSANT) return files == 1 && ((first == 4 && last == 5) || (first == 3 && last == 2));
    if (kind == CASTLING) return files != 0 && ranks == 0;
    bool is_line = files == ranks || files == 0 || ranks == 0, is_jump = files * ranks == 2;
    return kind == NORMAL && (move == PF_NO_MOVE || (from != to && (is_line || is_jump)));
}

/* ucis(moves, castling as king takes rook, begin, end) -> list of str */
static PyObject *batch_ucis(PyObject *module, PyObject *args)
{
    (void)module;
    Py_buffer moves;
    int takes_rook;
    Py_ssize_t begin, end;
    if (!PyArg_ParseTuple(args, "y*pnn", &moves, &takes_rook, &begin, &end)) return NULL;
    bool fits = begin >= 0 && begin <= end && end <= moves.len / 2;
    if (!fits) PyErr_SetString(PyExc_IndexError, "rows that the array does not have");
    PyObject *list = fits ? PyList_New(end - begin) : NULL;
    for (Py_ssize_t i = begin; list && i < end; i++) {
        char text[PF_UCI_SIZE];
        pf_move move;
        memcpy(&move, (const char *)moves.buf + 2 * i, sizeof move);
        if (!is_move(move)) {
            PyErr_Format(PyExc_ValueError, "row %zd: %u is not a move", i, (unsigned)move);
            Py_CLEAR(list);
            break;
        }
        size_t length = pf_move_to_uci(text, sizeof text, move, takes_rook ? PF_UCI_KING_TAKES_ROOK : PF_UCI_KING_STEP);
        PyObject *uci = PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
        if (!uci || PyList_SetItem(list, i - begin, uci) < 0) Py_CLEAR(list);
    }
    PyBuffer_Release(&moves);
    return list;
}

/* A row_work whose source is texts. */
static void read_ucis(row_job *job, const void *source, Py_ssize_t first)
{
    const row_text *texts = source;
    pf_move *out = job->out;
    for (Py_ssize_t i = first; i < job->end && job->bad < 0; i++) {
        const row_text *text = &texts[i - job->begin];
        pf_status status = text->text ? pf_move_from_uci(&out[i], &job->positions[i], text->text, (size_t)text->length,
                                                         &job->error)
                                      : batch_no_text(text, PF_ERROR_MOVE_TEXT, &job->error);
        if (status == PF_OK) continue;
        out[i] = PF_NO_MOVE;
        job->bad = i;
    }
}

/* from_ucis(positions, list of str, all, out, begin, end) -> errors: the legal moves with these texts, 0 for a wrong
 * text. */
static PyObject *batch_from_ucis(PyObject *module, PyObject *args)
{
    PyObject *positions, *list, *out;
    int all;
    row_job job;
    if (!PyArg_ParseTuple(args, "OO!pOnn", &positions, &PyList_Type, &list, &all, &out, &job.begin, &job.end) ||
        !batch_job(module, positions, out, ARRAY_U16, 1, &job))
        return NULL;
    row_text *texts = batch_texts(list, &job, all != 0);
    PyObject *errors = texts ? batch_errors(&job, read_ucis, texts, all != 0) : NULL;
    PyMem_Free(texts);
    return errors;
}

PyMethodDef batch_text_functions[] = {
    {"_batch_ucis", batch_ucis, METH_VARARGS, "_batch_ucis($module, moves, takes_rook, begin, end)\n--\n\n"},
    {"_batch_from_ucis", batch_from_ucis, METH_VARARGS,
     "_batch_from_ucis($module, positions, ucis, all, out, begin, end)\n--\n\n"},
    {0},
};
