/* Moves as numbers of an action space: masks of the legal moves, and conversion between moves and actions. A space is a
 * table of 16-bit numbers that plyforge.batch generates. */
#include "array.h"

#include <stdio.h>

/* The key of a move in an action space: promotion << 12 | from << 6 | to, with castling as the king's step or as king
 * takes rook; the squares are rotated for Black. */
static unsigned action_key(pf_move move, bool step, bool turned)
{
    unsigned squares = move & 0xfff, promotion = 0;
    if (pf_move_kind_of(move) == PF_MOVE_PROMOTION) promotion = pf_move_promotion(move) + 1;
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING && step)
        squares = (squares & 0xfc0) | board_from_library(move, false).to;
    return promotion << 12 | (squares ^ (turned ? 56u << 6 | 56u : 0u));
}

typedef struct action_space {
    const int16_t *index; /* by action_key; negative: no action */
    Py_ssize_t size;
    bool step, relative;
} action_space;

/* The action of a move, or -1. The spaces cover standard chess: drops and promotions to king have no action. */
static int action_of(const action_space *space, const pf_position *position, pf_move move)
{
    if (pf_move_is_drop(move) || pf_move_is_king_promotion(move)) return -1;
    int16_t index = space->index[action_key(move, space->step, space->relative && position->turn == PF_BLACK)];
    return index < space->size ? index : -1;
}

/* Reads (table, size, step, relative), which the caller keeps alive. The table is a bytes object, so that nobody can
 * change it in the meantime. */
static bool read_space(PyObject *tuple, action_space *space)
{
    PyObject *table;
    int step, relative;
    if (!PyArg_ParseTuple(tuple, "Snpp", &table, &space->size, &step, &relative)) return false;
    if (PyBytes_Size(table) != MOVE_TABLE_SIZE * 2 || space->size < 1) {
        PyErr_Format(PyExc_ValueError, "the table of an action space has %d entries of two bytes", MOVE_TABLE_SIZE);
        return false;
    }
    space->index = (const int16_t *)(const void *)PyBytes_AsString(table);
    space->step = step != 0;
    space->relative = relative != 0;
    return true;
}

/* ---- Masks ---- */

static void mark_rows(row_job *job, const action_space *space, bool packed)
{
    size_t row_size = packed ? (size_t)(space->size + 7) / 8 : (size_t)space->size;
    for (Py_ssize_t i = job->begin; i < job->end; i++) {
        uint8_t *row = (uint8_t *)job->out + (size_t)i * row_size;
        pf_move_list list;
        memset(row, 0, row_size);
        pf_generate_legal(&job->positions[i], &list);
        for (uint32_t k = 0; k < list.size; k++) {
            int action = action_of(space, &job->positions[i], list.moves[k]);
            if (action < 0) {
                job->bad = i;
                return;
            }
            if (packed)
                row[action / 8] |= (uint8_t)(1u << action % 8);
            else
                row[action] = 1;
        }
    }
}

/* mask(positions, space, packed, out, begin, end): out is rows by actions, or by bytes of 8 actions each. */
static PyObject *batch_mask(PyObject *module, PyObject *args)
{
    PyObject *positions, *numbers, *out;
    int packed;
    row_job job;
    action_space space;
    if (!PyArg_ParseTuple(args, "OO!pOnn", &positions, &PyTuple_Type, &numbers, &packed, &out, &job.begin, &job.end) ||
        !read_space(numbers, &space))
        return NULL;
    if (!batch_job(module, positions, out, ARRAY_U8, packed ? (space.size + 7) / 8 : space.size, &job) ||
        !batch_begin(&job))
        return NULL;
    WITHOUT_GIL(mark_rows(&job, &space, packed != 0));
    batch_end(&job);
    if (job.bad >= 0)
        return PyErr_Format(PyExc_ValueError, "row %zd: a legal move is not in the action space", job.bad);
    Py_RETURN_NONE;
}

/* ---- Moves and actions ---- */

/* Reports which move of a row has no action. */
static void refuse_move(row_job *job, Py_ssize_t row, pf_move move)
{
    char uci[PF_UCI_SIZE];
    pf_move_to_uci(uci, sizeof uci, move, PF_UCI_KING_STEP);
    bool is_legal = pf_move_is_legal(&job->positions[row], move);
    job->bad = row;
    if (move == PF_NO_MOVE)
        snprintf(job->error.message, sizeof job->error.message, "a null move has no action");
    else
        snprintf(job->error.message, sizeof job->error.message, "the move %s is not %s", uci,
                 is_legal ? "in the action space" : "legal");
}

/* The source that encode_rows and decode_rows, which are row_work functions, read: the moves or actions of all
 * positions. */
typedef struct action_source {
    action_space space;
    Py_buffer input;
} action_source;

static void encode_rows(row_job *job, const void *data, Py_ssize_t first)
{
    const action_source *source = data;
    int64_t *out = job->out;
    for (Py_ssize_t i = first; i < job->end && job->bad < 0; i++) {
        pf_move move;
        memcpy(&move, (const char *)source->input.buf + 2 * i, sizeof move);
        bool is_legal = pf_move_is_legal(&job->positions[i], move);
        int action = is_legal ? action_of(&source->space, &job->positions[i], move) : -1;
        if (action < 0) refuse_move(job, i, move);
        out[i] = action;
    }
}

static void decode_rows(row_job *job, const void *data, Py_ssize_t first)
{
    const action_source *source = data;
    pf_move *out = job->out;
    for (Py_ssize_t i = first; i < job->end && job->bad < 0; i++) {
        int64_t action;
        pf_move_list list;
        memcpy(&action, (const char *)source->input.buf + 8 * i, sizeof action);
        pf_generate_legal(&job->positions[i], &list);
        out[i] = PF_NO_MOVE;
        for (uint32_t k = 0; k < list.size && out[i] == PF_NO_MOVE; k++)
            if (action >= 0 && action_of(&source->space, &job->positions[i], list.moves[k]) == action)
                out[i] = list.moves[k];
        if (out[i] != PF_NO_MOVE) continue;
        job->bad = i;
        snprintf(job->error.message, sizeof job->error.message, "action %lld is not a legal move", (long long)action);
    }
}

/* Converts in either direction: from a buffer with this many bytes per row into an array of that kind -> the result of
 * batch_errors. */
static PyObject *convert(PyObject *module, PyObject *args, array_kind kind, Py_ssize_t row_bytes, row_work *work)
{
    PyObject *positions, *numbers, *out, *errors = NULL;
    action_source source;
    row_job job;
    int all;
    if (!PyArg_ParseTuple(args, "OO!y*pOnn", &positions, &PyTuple_Type, &numbers, &source.input, &all, &out, &job.begin,
                          &job.end))
        return NULL;
    if (read_space(numbers, &source.space) && batch_job(module, positions, out, kind, 1, &job)) {
        if (source.input.len == job.row_count * row_bytes)
            errors = batch_errors(&job, work, &source, all != 0);
        else
            PyErr_Format(PyExc_ValueError, "%zd positions need %zd bytes, not %zd", job.row_count,
                         job.row_count * row_bytes, source.input.len);
    }
    PyBuffer_Release(&source.input);
    return errors;
}

/* encode(positions, space, moves, all, out, begin, end) -> errors: int64 actions of 16-bit moves, -1 for a wrong
 * move. */
static PyObject *batch_encode(PyObject *module, PyObject *args)
{
    return convert(module, args, ARRAY_I64, 2, encode_rows);
}

/* decode(positions, space, actions, all, out, begin, end) -> errors: 16-bit moves of int64 actions, 0 for a wrong
 * action. */
static PyObject *batch_decode(PyObject *module, PyObject *args)
{
    return convert(module, args, ARRAY_U16, 8, decode_rows);
}

PyMethodDef batch_action_functions[] = {
    {"_batch_mask", batch_mask, METH_VARARGS,
     "_batch_mask($module, positions, space, packed, out, begin, end)\n--\n\n"},
    {"_batch_encode", batch_encode, METH_VARARGS,
     "_batch_encode($module, positions, space, moves, all, out, begin, end)\n--\n\n"},
    {"_batch_decode", batch_decode, METH_VARARGS,
     "_batch_decode($module, positions, space, actions, all, out, begin, end)\n--\n\n"},
    {0},
};
