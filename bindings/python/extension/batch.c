/* Functions of many positions: arrays, legal moves, and playing. Each works on the rows from begin to end without the
 * GIL; plyforge.batch distributes the parts of an array over several threads. A row that cannot be processed is an
 * error that names the row. */
#include "array.h"

bool batch_job(PyObject *module, PyObject *positions, PyObject *out, array_kind kind, Py_ssize_t row_size, row_job *job)
{
    array_object *from = array_of(batch_state(module), positions, ARRAY_POSITION);
    array_object *to = from && out ? array_of(batch_state(module), out, kind) : NULL;
    if (!from || (out && !to)) return false;
    Py_ssize_t size = 1;
    for (int i = 1; to && i < to->dimensions; i++) size *= to->shape[i];
    if (job->begin < 0 || job->begin > job->end || job->end > from->shape[0] ||
        (to && (job->end > to->shape[0] || size != row_size))) {
        PyErr_SetString(PyExc_IndexError, "rows that the arrays do not have");
        return false;
    }
    job->positions = from->data;
    job->out = to ? to->data : NULL;
    job->row_count = from->shape[0];
    job->bad = -1;
    job->from = from;
    job->to = to && kind == ARRAY_POSITION ? to : NULL;
    job->first_read = job->first_written = job->begin;
    job->end_read = job->end_written = job->end;
    return true;
}

PyObject *batch_errors(row_job *job, row_work *work, const void *source, bool all)
{
    if (!batch_begin(job)) return NULL;
    PyObject *errors = PyList_New(0);
    for (Py_ssize_t row = job->begin; errors && row < job->end; row = all ? job->bad + 1 : job->end) {
        job->bad = -1;
        WITHOUT_GIL(work(job, source, row));
        if (job->bad < 0) break;
        PyObject *item = Py_BuildValue("(nN)", job->bad, core_message(job->error.message));
        if (!item || PyList_Append(errors, item) < 0) Py_CLEAR(errors);
        Py_XDECREF(item);
    }
    batch_end(job);
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

/* new(kind, shape): an array of start positions, or of numbers that the caller must write. */
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
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = 0; i < shape[0]; i++) rows[i] = start;
    Py_END_ALLOW_THREADS
    return array;
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
    if (!batch_begin(&job)) return NULL;
    WITHOUT_GIL(count_moves(&job));
    batch_end(&job);
    Py_RETURN_NONE;
}

/* sum(offsets) -> the total: turns the counts into a running sum that starts at 0. */
static PyObject *batch_sum(PyObject *module, PyObject *object)
{
    array_object *offsets = array_of(batch_state(module), object, ARRAY_I64);
    if (!offsets) return NULL;
    int64_t *out = offsets->data;
    uint64_t sum = 0; /* unsigned, because another thread may write any numbers into the offsets */
    Py_BEGIN_ALLOW_THREADS
    if (offsets->shape[0] > 0) out[0] = 0;
    for (Py_ssize_t i = 0; i < offsets->shape[0]; i++) out[i] = (int64_t)(sum += (uint64_t)out[i]);
    Py_END_ALLOW_THREADS
    return PyLong_FromLongLong((int64_t)sum);
}

static void fill_moves(row_job *job, const int64_t *place, Py_ssize_t room)
{
    pf_move *out = job->out;
    for (Py_ssize_t i = job->begin; i < job->end && job->bad < 0; i++) {
        pf_move_list list;
        int64_t size = pf_generate_legal(&job->positions[i], &list);
        int64_t begin = array_fetch(&place[i]), end = array_fetch(&place[i + 1]);
        if (begin < 0 || begin > room - size || end != begin + size)
            job->bad = i;
        else
            memcpy(out + begin, list.moves, (size_t)size * sizeof *out);
    }
}

/* fill(positions, offsets, moves, begin, end): writes the legal moves of each row at its offset. */
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
    if (!batch_begin(&job)) return NULL;
    WITHOUT_GIL(fill_moves(&job, place, moves->shape[0]));
    batch_end(&job);
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

/* play(positions, moves, out or None, begin, end): plays one move in each row, in the library's 16 bits. Without out
 * the moves are only checked. */
static PyObject *batch_play(PyObject *module, PyObject *args)
{
    PyObject *positions, *out;
    Py_buffer moves;
    row_job job;
    if (!PyArg_ParseTuple(args, "Oy*Onn", &positions, &moves, &out, &job.begin, &job.end)) return NULL;
    bool done = batch_job(module, positions, out == Py_None ? NULL : out, ARRAY_POSITION, 1, &job);
    if (done && moves.len != job.row_count * 2) {
        PyErr_Format(PyExc_ValueError, "%zd positions need %zd bytes of moves, not %zd", job.row_count,
                     job.row_count * 2, moves.len);
        done = false;
    }
    done = done && batch_begin(&job);
    if (done) {
        WITHOUT_GIL(play_rows(&job, moves.buf));
        batch_end(&job);
    }
    PyBuffer_Release(&moves);
    if (!done) return NULL;
    if (job.bad >= 0) return PyErr_Format(batch_state(module)->illegal_move, "row %zd: %s", job.bad, job.error.message);
    Py_RETURN_NONE;
}

/* Games to replay: the moves of game i are moves[offsets[i]] to moves[offsets[i + 1] - 1]. The job covers the moves
 * from first to last - 1. */
typedef struct replay {
    const char *moves, *offsets; /* 16 and 64 bits each, at any address */
    int64_t first, last;
    Py_ssize_t bad_move;
    bool after;
} replay;

static int64_t offset_of(const replay *games, Py_ssize_t i)
{
    return array_fetch(games->offsets + i * 8);
}

/* The number of moves of game i. Another thread may have changed the offsets since they were checked. If they are not
 * ascending or lie outside the moves of the job, the result is 0, because the job may write only the positions of its
 * own moves. */
static int64_t game_length(const replay *games, Py_ssize_t i, int64_t *begin)
{
    int64_t from = offset_of(games, i), to = offset_of(games, i + 1);
    *begin = from;
    return from >= games->first && from <= to && to <= games->last ? to - from : 0;
}

static void replay_rows(row_job *job, replay *games)
{
    pf_position *out = job->out;
    for (Py_ssize_t i = job->begin; i < job->end && job->bad < 0; i++) {
        pf_position position = job->positions[i];
        int64_t begin, length = game_length(games, i, &begin);
        for (int64_t ply = 0; ply < length; ply++) {
            pf_move move;
            memcpy(&move, games->moves + 2 * (begin + ply), sizeof move);
            if (out && !games->after) out[begin + ply] = position;
            if (play_one(&position, move, true, &job->error) != PF_OK) {
                job->bad = i;
                games->bad_move = (Py_ssize_t)ply;
                break;
            }
            if (out && games->after) out[begin + ply] = position;
        }
    }
}

/* rise(offsets, count) -> whether the int64 offsets ascend from 0 to count. */
static PyObject *batch_rise(PyObject *module, PyObject *args)
{
    (void)module;
    Py_buffer buffer;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "y*n", &buffer, &count)) return NULL;
    const char *offsets = buffer.buf;
    Py_ssize_t last = buffer.len / 8 - 1;
    bool rise = last >= 0 && array_fetch(offsets) == 0 && array_fetch(offsets + last * 8) == count;
    for (Py_ssize_t i = 0; rise && i < last; i++)
        rise = array_fetch(offsets + i * 8) <= array_fetch(offsets + i * 8 + 8);
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
    array_object *out = last != Py_None ? array_of(state, last, ARRAY_POSITION) : NULL;
    Py_ssize_t move_count = moves.len / 2;
    replay games = {.moves = moves.buf, .offsets = offsets.buf, .after = after != 0};
    bool done = (out || last == Py_None) && batch_job(module, first, NULL, ARRAY_POSITION, 1, &job);
    if (done && (offsets.len != (job.row_count + 1) * 8 || (out && out->shape[0] != move_count))) {
        PyErr_Format(PyExc_ValueError, "%zd starts need one offset more, and %zd moves as many positions",
                     job.row_count, move_count);
        done = false;
    }
    if (done) {
        games.first = offset_of(&games, job.begin);
        games.last = offset_of(&games, job.end);
        if (games.first < 0 || games.last > move_count) games.first = games.last = 0;
        job.out = out ? out->data : NULL;
        job.to = out;
        job.first_written = (Py_ssize_t)games.first;
        job.end_written = (Py_ssize_t)games.last;
        done = batch_begin(&job);
    }
    if (done) {
        WITHOUT_GIL(replay_rows(&job, &games));
        batch_end(&job);
    }
    PyBuffer_Release(&moves);
    PyBuffer_Release(&offsets);
    if (!done) return NULL;
    if (job.bad >= 0)
        return PyErr_Format(state->illegal_move, "game %zd, move %zd: %s", job.bad, games.bad_move, job.error.message);
    Py_RETURN_NONE;
}

PyMethodDef batch_functions[] = {
    {"_batch_new", batch_new, METH_VARARGS, "_batch_new($module, kind, shape)\n--\n\n"},
    {"_batch_wrap", batch_wrap, METH_VARARGS, "_batch_wrap($module, buffer, kind, shape)\n--\n\n"},
    {"_batch_count", batch_count, METH_VARARGS, "_batch_count($module, positions, offsets, begin, end)\n--\n\n"},
    {"_batch_sum", batch_sum, METH_O, "_batch_sum($module, offsets, /)\n--\n\n"},
    {"_batch_fill", batch_fill, METH_VARARGS, "_batch_fill($module, positions, offsets, moves, begin, end)\n--\n\n"},
    {"_batch_play", batch_play, METH_VARARGS, "_batch_play($module, positions, moves, out, begin, end)\n--\n\n"},
    {"_batch_rise", batch_rise, METH_VARARGS, "_batch_rise($module, offsets, count)\n--\n\n"},
    {"_batch_replay", batch_replay, METH_VARARGS,
     "_batch_replay($module, starts, moves, offsets, after, out, begin, end)\n--\n\n"},
    {0},
};
