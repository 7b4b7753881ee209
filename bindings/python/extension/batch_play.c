/* Outcomes, perft and random games of many positions. As in batch.c, each works on the rows from begin to end without
 * the GIL. */
#include "array.h"

/* outcomes(positions, out, begin, end): out has one byte per row, with the pf_reason in the high six bits and the
 * pf_result below. */
static PyObject *batch_outcomes(PyObject *module, PyObject *args)
{
    PyObject *positions, *out;
    row_job job;
    if (!PyArg_ParseTuple(args, "OOnn", &positions, &out, &job.begin, &job.end) ||
        !batch_job(module, positions, out, ARRAY_U8, 1, &job))
        return NULL;
    uint8_t *rows = job.out;
    if (!batch_begin(&job)) return NULL;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = job.begin; i < job.end; i++) {
        pf_outcome outcome = pf_position_outcome(&job.positions[i], PF_POLICY_FIDE);
        rows[i] = (uint8_t)((unsigned)outcome.reason << 2 | (unsigned)outcome.result);
    }
    Py_END_ALLOW_THREADS
    batch_end(&job);
    Py_RETURN_NONE;
}

/* Whether the caller, in another thread, has set the first byte of a buffer. */
static bool stop_is_asked(void *context)
{
    return __atomic_load_n((const uint8_t *)context, __ATOMIC_RELAXED) != 0;
}

/* Deep counts can be stopped; all others take about a millisecond. */
enum { SHORT_DEPTH = 4 };

static pf_status count_row(pf_count *count, const pf_position *position, unsigned depth, uint8_t *stop, pf_error *error)
{
    if (depth > SHORT_DEPTH) {
        pf_perft_options options = {.threads = 1, .context = stop, .should_stop = stop_is_asked};
        return pf_perft_run(count, position, depth, &options, error);
    }
    *count = pf_perft(position, depth);
    return PF_OK;
}

/* If a count is too large, job->bad is its row. */
static pf_status count_rows(row_job *job, unsigned depth, uint8_t *stop)
{
    int64_t *rows = job->out;
    for (Py_ssize_t i = job->begin; i < job->end && job->bad < 0; i++) {
        pf_count count;
        pf_status status = count_row(&count, &job->positions[i], depth, stop, &job->error);
        if (status != PF_OK) return status;
        rows[i] = (int64_t)count.lo;
        if (count.hi || count.lo > INT64_MAX) job->bad = i;
    }
    return PF_OK;
}

/* perft(positions, depth, stop, out, begin, end): out has 64 bits per row. OverflowError for a count that needs more.
 * Another thread can stop it by setting the first byte of stop. */
static PyObject *batch_perft(PyObject *module, PyObject *args)
{
    PyObject *positions, *out;
    Py_buffer stop;
    unsigned depth;
    row_job job;
    if (!PyArg_ParseTuple(args, "OIw*Onn", &positions, &depth, &stop, &out, &job.begin, &job.end)) return NULL;
    pf_status status = PF_ERROR_OPTION;
    if (depth > PF_PERFT_MAX_DEPTH || stop.len < 1)
        PyErr_Format(PyExc_ValueError, "depth must be from 0 to %d, not %u", PF_PERFT_MAX_DEPTH, depth);
    else if (batch_job(module, positions, out, ARRAY_I64, 1, &job) && batch_begin(&job)) {
        WITHOUT_GIL(status = count_rows(&job, depth, stop.buf));
        batch_end(&job);
    }
    PyBuffer_Release(&stop);
    if (PyErr_Occurred()) return NULL;
    if (status != PF_OK) return PyErr_Format(core_perft_exception(status), "%s", job.error.message);
    if (job.bad >= 0) return PyErr_Format(PyExc_OverflowError, "row %zd: the count needs more than 63 bits", job.bad);
    Py_RETURN_NONE;
}

/* splitmix64: the next number of a sequence that depends only on its start. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Plays random moves until the game is over or this many more plies have been played; returns their number. */
static unsigned play_out(pf_position *position, uint64_t seed, unsigned plies)
{
    for (unsigned played = 0; played < plies; played++) {
        pf_move_list list;
        if (pf_position_outcome(position, PF_POLICY_FIDE).result != PF_RESULT_UNDECIDED) return played;
        uint32_t size = pf_generate_legal(position, &list);
        pf_position_play_unchecked(position, list.moves[next_random(&seed) % size]);
    }
    return plies;
}

/* playouts(positions, seed, plies, begin, end, ends): plays the rows of ends, a copy of positions, in place. */
static PyObject *batch_playouts(PyObject *module, PyObject *args)
{
    PyObject *positions, *out;
    unsigned long long seed;
    unsigned plies;
    row_job job;
    if (!PyArg_ParseTuple(args, "OKIOnn", &positions, &seed, &plies, &out, &job.begin, &job.end) ||
        !batch_job(module, positions, out, ARRAY_POSITION, 1, &job))
        return NULL;
    pf_position *rows = job.out;
    if (!batch_begin(&job)) return NULL;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = job.begin; i < job.end; i++) {
        uint64_t own = seed + (uint64_t)i * UINT64_C(0xd1342543de82ef95);
        rows[i] = job.positions[i];
        play_out(&rows[i], next_random(&own), plies);
    }
    Py_END_ALLOW_THREADS
    batch_end(&job);
    Py_RETURN_NONE;
}

PyMethodDef batch_play_functions[] = {
    {"_batch_outcomes", batch_outcomes, METH_VARARGS, "_batch_outcomes($module, positions, out, begin, end)\n--\n\n"},
    {"_batch_perft", batch_perft, METH_VARARGS,
     "_batch_perft($module, positions, depth, stop, out, begin, end)\n--\n\n"},
    {"_batch_playouts", batch_playouts, METH_VARARGS,
     "_batch_playouts($module, positions, seed, plies, ends, begin, end)\n--\n\n"},
    {0},
};
