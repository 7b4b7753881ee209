/* Functions of many positions: arrays, legal moves, and playing. Each works on the rows from begin to end without the
 * GIL; plyforge.batch gives the parts of an array to several threads. Rows that cannot be done are errors that name the
 * row. */
#include "array.h"

bool batch_job(PyObject *module, PyObject *positions, PyObject *out, array_kind kind, Py_ssize_t row_size, row_job *job)
{
    array_object *from = array_of(batch_state(module), positions, ARRAY_POSITION);
    array_object *to = from ? array_of(batch_state(module), out, kind) : NULL;
    if (!to) return false;
    Py_ssize_t size = 1;
    for (int i = 1; i < to->dimensions; i++) size *= to->shape[i];
    if (job->begin < 0 || job->begin > job->end || job->end > from->shape[0] || job->end > to->shape[0] ||
        size != row_size) {
        PyErr_SetString(PyExc_IndexError, "rows that the arrays do not have");
        return false;
    }
    job->positions = from->data;
    job->out = to->data;
    job->row_count = from->shape[0];
    job->bad = -1;
    return true;
}

PyObject *batch_errors(row_job *job, row_work *work, const void *source, bool all)
{
    PyObject *errors = PyList_New(0);
    for (Py_ssize_t row = job->begin; errors && row < job->end; row = all ? job->bad + 1 : job->end) {
        job->bad = -1;
        WITHOUT_GIL(work(job, source, row));
        if (job->bad < 0) break;
        PyObject *item = Py_BuildValue("(ns)", job->bad, job->error.message);
        if (!item || PyList_Append(errors, item) < 0) Py_CLEAR(errors);
        Py_XDECREF(item);
    }
    return errors;
}

static bool read_shape(PyObject *extents, int *dimensions, Py_ssize_t *shape)
{
    *dimensions = (int)PyTuple_Size(extents);
    if (*dimensions < 1 || *dimensions > ARRAY_MAX_DIMENSIONS) {
        PyErr_SetString(PyExc_ValueError, "no such array");
        return false;
    }
    for (int i = 0; i < *dimensions; i++) {
        shape[i] = PyLong_AsSsize_t(PyTuple_GetItem(extents, i));
        if (shape[i] < 0) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a negative extent");
            return false;
        }
    }
    return true;
}

/* new(kind, shape): an array of the start position, or of numbers that the caller must write. */
static PyObject *batch_new(PyObject *module, PyObject *args)
{
    int kind, dimensions;
    PyObject *extents;
    Py_ssize_t shape[ARRAY_MAX_DIMENSIONS];
    if (!PyArg_ParseTuple(args, "iO!", &kind, &PyTuple_Type, &extents) || !read_shape(extents, &dimensions, shape))
        return NULL;
    if (kind < 0 || kind >= ARRAY_KIND_COUNT || (kind == ARRAY_POSITION && dimensions != 1))
        return PyErr_Format(PyExc_ValueError, "no such array");
    PyObject *array = array_new_raw(batch_state(module), (array_kind)kind, dimensions, shape);
    if (!array || kind != ARRAY_POSITION) return array;
    const pf_position start = pf_position_start();
    pf_position *rows = ((array_object *)array)->data;
    Py_BEGIN_ALLOW_THREADS for (Py_ssize_t i = 0; i < shape[0]; i++) rows[i] = start;
    Py_END_ALLOW_THREADS return array;
}

/* wrap(buffer, kind, shape): an array in the memory of another object. */
static PyObject *batch_wrap(PyObject *module, PyObject *args)
{
    PyObject *object, *extents;
    int kind, dimensions;
    Py_ssize_t shape[ARRAY_MAX_DIMENSIONS];
    if (!PyArg_ParseTuple(args, "OiO!", &object, &kind, &PyTuple_Type, &extents) ||
        !read_shape(extents, &dimensions, shape))
        return NULL;
    if (kind < 0 || kind >= ARRAY_POSITION) return PyErr_Format(PyExc_ValueError, "no such array");
    return array_wrap(batch_state(module), object, (array_kind)kind, dimensions, shape);
}

/* ---- Moves ---- */

static void count_moves(row_job *job)
{
    int64_t *counts = job->out;
    for (Py_ssize_t i = job->begin; i < job->end; i++) counts[i + 1] = pf_count_legal(&job->positions[i]);
}

/* count(positions, offsets, begin, end): writes the number of legal moves of row i into offsets[i + 1]. */
static PyObject *batch_count(PyObject *module, PyObject *args)
{
    PyObject *positions, *offsets;
    row_job job;
    if (!PyArg_ParseTuple(args, "OOnn", &positions, &offsets, &job.begin, &job.end)) return NULL;
    if (!batch_job(module, positions, offsets, ARRAY_I64, 1, &job)) return NULL;
    if (((array_object *)offsets)->shape[0] <= job.row_count)
        return PyErr_Format(PyExc_IndexError, "%zd rows need one offset more", job.row_count);
    WITHOUT_GIL(count_moves(&job));
    Py_RETURN_NONE;
}

/* sum(offsets) -> the total: makes the counts a running sum from 0. */
static PyObject *batch_sum(PyObject *module, PyObject *object)
{
    array_object *offsets = array_of(batch_state(module), object, ARRAY_I64);
    if (!offsets) return NULL;
    int64_t *out = offsets->data, sum = 0;
    Py_BEGIN_ALLOW_THREADS if (offsets->shape[0] > 0) out[0] = 0;
    for (Py_ssize_t i = 0; i < offsets->shape[0]; i++) out[i] = sum += out[i];
    Py_END_ALLOW_THREADS return PyLong_FromLongLong(sum);
}

static void fill_moves(row_job *job, const int64_t *place, Py_ssize_t room)
{
    pf_move *out = job->out;
    for (Py_ssize_t i = job->begin; i < job->end && job->bad < 0; i++) {
        pf_move_list list;
        int64_t size = pf_generate_legal(&job->positions[i], &list);
        if (place[i] < 0 || place[i] > room - size || place[i + 1] - place[i] != size)
            job->bad = i;
        else
            memcpy(out + place[i], list.moves, (size_t)size * sizeof *out);
    }
}

/* fill(positions, offsets, moves, begin, end): the legal moves of each row at its place. */
static PyObject *batch_fill(PyObject *module, PyObject *args)
{
    PyObject *positions, *second, *third;
    row_job job;
    if (!PyArg_ParseTuple(args, "OOOnn", &positions, &second, &third, &job.begin, &job.end)) return NULL;
    array_object *moves = array_of(batch_state(module), third, ARRAY_U16);
    if (!moves || !batch_job(module, positions, second, ARRAY_I64, 1, &job)) return NULL;
    if (((array_object *)second)->shape[0] <= job.end) return PyErr_Format(PyExc_IndexError, "offsets are missing");
    const int64_t *place = job.out;
    job.out = moves->data;
    WITHOUT_GIL(fill_moves(&job, place, moves->shape[0]));
    if (job.bad >= 0) return PyErr_Format(PyExc_ValueError, "row %zd: its moves do not fit into their place", job.bad);
    Py_RETURN_NONE;
}

/* ---- Playing ---- */

/* Plays any 16 bits, 0 being a null move where that is allowed. */
static pf_status play_one(pf_position *position, pf_move move, bool with_null, pf_error *error)
{
    if (move == PF_NO_MOVE && with_null && pf_position_play_null(position)) return PF_OK;
    return pf_position_play(position, move, error);
}

static void play_rows(row_job *job, const char *codes)
{
    pf_position *out = job->out;
    for (Py_ssize_t i = job->begin; i < job->end && job->bad < 0; i++) {
        pf_move move;
        memcpy(&move, codes + 2 * i, sizeof move);
        pf_position position = job->positions[i];
        if (play_one(&position, move, false, &job->error) != PF_OK)
            job->bad = i;
        else if (out)
            out[i] = position;
    }
}

/* play(positions, moves, out or None, begin, end): one move for each row, in the library's 16 bits. Without out the
 * moves are only checked. */
static PyObject *batch_play(PyObject *module, PyObject *args)
{
    PyObject *positions, *out;
    Py_buffer moves;
    row_job job;
    if (!PyArg_ParseTuple(args, "Oy*Onn", &positions, &moves, &out, &job.begin, &job.end)) return NULL;
    bool done = batch_job(module, positions, out == Py_None ? positions : out, ARRAY_POSITION, 1, &job);
    if (out == Py_None) job.out = NULL;
    if (done && moves.len != job.row_count * 2) {
        PyErr_Format(PyExc_ValueError, "%zd positions need %zd bytes of moves, not %zd", job.row_count,
                     job.row_count * 2, moves.len);
        done = false;
    }
    if (done) WITHOUT_GIL(play_rows(&job, moves.buf));
    PyBuffer_Release(&moves);
    if (!done) return NULL;
    if (job.bad >= 0) return PyErr_Format(batch_state(module)->illegal_move, "row %zd: %s", job.bad, job.error.message);
    Py_RETURN_NONE;
}

/* Games to replay: moves of game i are moves[offsets[i]] to moves[offsets[i + 1] - 1]. */
typedef struct replay {
    const pf_move *moves;
    const int64_t *offsets;
    Py_ssize_t move_count, bad_move;
    bool after;
} replay;

/* The number of moves of game i. 0 where the offsets do not rise or leave the arrays: a caller may change them
 * meanwhile. */
static int64_t game_length(const replay *games, Py_ssize_t i, int64_t *begin)
{
    int64_t from = games->offsets[i], to = games->offsets[i + 1];
    *begin = from;
    return from >= 0 && from <= to && to <= games->move_count ? to - from : 0;
}

static void replay_rows(row_job *job, replay *games)
{
    pf_position *out = job->out;
    for (Py_ssize_t i = job->begin; i < job->end && job->bad < 0; i++) {
        pf_position position = job->positions[i];
        int64_t begin, length = game_length(games, i, &begin);
        for (int64_t ply = 0; ply < length; ply++) {
            if (out && !games->after) out[begin + ply] = position;
            if (play_one(&position, games->moves[begin + ply], true, &job->error) != PF_OK) {
                job->bad = i;
                games->bad_move = (Py_ssize_t)ply;
                break;
            }
            if (out && games->after) out[begin + ply] = position;
        }
    }
}

/* rise(offsets, count) -> whether the int64 offsets rise from 0 to count. */
static PyObject *batch_rise(PyObject *module, PyObject *args)
{
    (void)module;
    Py_buffer buffer;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "y*n", &buffer, &count)) return NULL;
    const int64_t *offsets = buffer.buf;
    Py_ssize_t last = buffer.len / 8 - 1;
    bool rise = last >= 0 && offsets[0] == 0 && offsets[last] == count;
    for (Py_ssize_t i = 0; rise && i < last; i++) rise = offsets[i] <= offsets[i + 1];
    PyBuffer_Release(&buffer);
    return PyBool_FromLong(rise);
}

/* replay(starts, moves, offsets, after, out or None, begin, end): the positions before, or after, each move of each
 * game. Without out the moves are only checked. */
static PyObject *batch_replay(PyObject *module, PyObject *args)
{
    PyObject *first, *last;
    Py_buffer moves, offsets;
    int after;
    row_job job = {0};
    if (!PyArg_ParseTuple(args, "Oy*y*pOnn", &first, &moves, &offsets, &after, &last, &job.begin, &job.end))
        return NULL;
    core_state *state = batch_state(module);
    array_object *starts = array_of(state, first, ARRAY_POSITION);
    array_object *out = starts && last != Py_None ? array_of(state, last, ARRAY_POSITION) : NULL;
    replay games = {moves.buf, offsets.buf, moves.len / 2, 0, after != 0};
    bool done = !PyErr_Occurred();
    if (done && (offsets.len != (starts->shape[0] + 1) * 8 || (out && out->shape[0] != games.move_count) ||
                 job.begin < 0 || job.begin > job.end || job.end > starts->shape[0])) {
        PyErr_Format(PyExc_ValueError, "%zd starts need one offset more, and %zd moves as many positions",
                     starts->shape[0], games.move_count);
        done = false;
    }
    if (done) {
        job.positions = starts->data;
        job.out = out ? out->data : NULL;
        job.bad = -1;
        WITHOUT_GIL(replay_rows(&job, &games));
    }
    PyBuffer_Release(&moves);
    PyBuffer_Release(&offsets);
    if (!done) return NULL;
    if (job.bad >= 0)
        return PyErr_Format(state->illegal_move, "game %zd, move %zd: %s", job.bad, games.bad_move, job.error.message);
    Py_RETURN_NONE;
}

PyMethodDef batch_functions[] = {
    {"_batch_new", batch_new, METH_VARARGS, "_batch_new(kind, shape) -> Array"},
    {"_batch_wrap", batch_wrap, METH_VARARGS, "_batch_wrap(buffer, kind, shape) -> Array"},
    {"_batch_count", batch_count, METH_VARARGS, "_batch_count(positions, offsets, begin, end)"},
    {"_batch_sum", batch_sum, METH_O, "_batch_sum(offsets) -> int"},
    {"_batch_fill", batch_fill, METH_VARARGS, "_batch_fill(positions, offsets, moves, begin, end)"},
    {"_batch_play", batch_play, METH_VARARGS, "_batch_play(positions, moves, out, begin, end)"},
    {"_batch_rise", batch_rise, METH_VARARGS, "_batch_rise(offsets, count) -> bool"},
    {"_batch_replay", batch_replay, METH_VARARGS, "_batch_replay(starts, moves, offsets, after, out, begin, end)"},
    {0},
};
