/* The library's tools on a board: counting, explaining a move, and finding the bug of a generator that is written as a
 * Python function. */
#include "core.h"

#include <stdlib.h>

#include <plyforge/bisect.h>

static bool needs_position(board_data *board, const char *who)
{
    if (board_is_sound(board)) return true;
    PyErr_Format(PyExc_ValueError, "%s needs a valid position", who);
    return false;
}

static PyObject *number_of(pf_count count)
{
    char text[PF_COUNT_TEXT_SIZE];
    pf_count_to_text(text, sizeof text, count);
    return PyLong_FromString(text, NULL, 10);
}

/* ---- perft ---- */

/* The memory that a count shares with the thread that waits for it, which sets stop and reads the rest: seven times
 * eight bytes. The fields may belong to different moments. */
typedef struct perft_state {
    uint64_t stop, done, total, nodes_low, nodes_high;
    double fraction;
} perft_state;

static bool stop_is_set(void *context)
{
    return __atomic_load_n(&((perft_state *)context)->stop, __ATOMIC_RELAXED) != 0;
}

static bool note_progress(void *context, const pf_perft_progress *progress)
{
    perft_state *state = context;
    double fraction = progress->fraction; /* clang cannot store from a const variable */
    __atomic_store_n(&state->done, progress->done, __ATOMIC_RELAXED);
    __atomic_store_n(&state->total, progress->total, __ATOMIC_RELAXED);
    __atomic_store_n(&state->nodes_low, progress->nodes.lo, __ATOMIC_RELAXED);
    __atomic_store_n(&state->nodes_high, progress->nodes.hi, __ATOMIC_RELAXED);
    __atomic_store(&state->fraction, &fraction, __ATOMIC_RELAXED);
    return !stop_is_set(context);
}

PyObject *core_perft_exception(pf_status status)
{
    return status == PF_ERROR_NO_ROOM       ? PyExc_MemoryError
           : status == PF_ERROR_OPTION      ? PyExc_ValueError
           : status == PF_ERROR_STOPPED     ? PyExc_InterruptedError
           : status == PF_ERROR_UNSUPPORTED ? PyExc_NotImplementedError
                                            : PyExc_RuntimeError;
}

/* _perft(depth, threads, merge, table_bytes, cuda, state): counts without the GIL, until another thread sets stop. */
static PyObject *perft(PyObject *self, PyObject *args)
{
    board_data *board = board_of(self);
    long depth;
    unsigned threads;
    Py_ssize_t table_bytes;
    int merge, cuda;
    Py_buffer state;
    if (!PyArg_ParseTuple(args, "lIpnpw*", &depth, &threads, &merge, &table_bytes, &cuda, &state)) return NULL;
    pf_count count;
    pf_error error = {0};
    pf_status status = PF_ERROR_OPTION;
    if (depth < 0 || depth > PF_PERFT_MAX_DEPTH) {
        PyErr_Format(PyExc_ValueError, "depth must be from 0 to %d, not %ld", PF_PERFT_MAX_DEPTH, depth);
    } else if (state.len < (Py_ssize_t)sizeof(perft_state) || table_bytes < 0) {
        PyErr_SetString(PyExc_ValueError, "the state is too small, or the table negative");
    } else if (needs_position(board, "perft")) {
        pf_position position = board->now.position;
        pf_perft_options options = {.threads = threads,
                                    .method = merge ? PF_PERFT_MERGE : PF_PERFT_TREE,
                                    .table_bytes = (size_t)table_bytes,
                                    .device = cuda ? PF_PERFT_CUDA : PF_PERFT_CPU,
                                    .context = state.buf,
                                    .on_progress = note_progress,
                                    .should_stop = stop_is_set};
        PyThreadState *saved = PyEval_SaveThread();
        status = pf_perft_run(&count, &position, (unsigned)depth, &options, &error);
        PyEval_RestoreThread(saved);
        if (status != PF_OK) PyErr_Format(core_perft_exception(status), "%s", error.message);
    }
    PyBuffer_Release(&state);
    return status == PF_OK ? number_of(count) : NULL;
}

/* ---- explain ---- */

/* A sentence about a move that the library cannot represent; NULL if it can. Such a promotion is changed to one to a
 * queen, which may be illegal for another reason. */
static const char *why_no_move(const board_data *board, move_fields *fields)
{
    enum { PAWN = 1, QUEEN = 5, KING = 6 };
    if (move_is_null(*fields)) return "this is a null move";
    if (fields->drop == KING) return "a king is never dropped";
    if (fields->promotion != PAWN && (fields->promotion != KING || board->variant == PF_VARIANT_ANTICHESS)) return NULL;
    fields->promotion = QUEEN;
    return board->variant == PF_VARIANT_ANTICHESS ? "a pawn does not promote to a pawn"
                                                  : "a pawn promotes to a queen, rook, bishop or knight";
}

/* _explain(move) -> (name of the reason, sentence); the name is empty for a legal move. */
static PyObject *explain(PyObject *self, PyObject *move)
{
    board_data *board = board_of(self);
    move_fields fields;
    if (!move_read(board->state, move, &fields) || !needs_position(board, "explain")) return NULL;
    const char *sentence = why_no_move(board, &fields);
    if (sentence && fields.promotion == 0) return Py_BuildValue("ss", pf_why_name(PF_WHY_NO_MOVE), sentence);
    pf_why why;
    char text[PF_WHY_TEXT_SIZE];
    pf_why_reason reason = pf_move_why_illegal(&board->now.position, board_to_library(board, fields), &why);
    if (reason == PF_WHY_LEGAL)
        return Py_BuildValue("ss", sentence ? pf_why_name(PF_WHY_NO_MOVE) : "", sentence ? sentence : "");
    pf_why_to_text(text, sizeof text, &why);
    return Py_BuildValue("ss", pf_why_name(reason), text);
}

/* ---- Who can still win ---- */

/* _helpmate(color, nodes) -> (whether the side can win or None, reason, nodes, moves). Nearly every position needs only
 * a few nodes, so the whole memory is allocated only if a small search is not sufficient. */
static PyObject *find_helpmate(PyObject *self, PyObject *args)
{
    enum { FEW = 4096 };
    board_data *board = board_of(self);
    PyObject *color;
    unsigned int nodes;
    pf_colour colour;
    if (!PyArg_ParseTuple(args, "OI", &color, &nodes) || !core_colour(&colour, color)) return NULL;
    if (!needs_position(board, "helpmate")) return NULL;
    pf_position position = board->now.position;
    pf_helpmate *found = malloc(sizeof *found);
    pf_verdict verdict = PF_VERDICT_UNKNOWN;
    bool enough = found != NULL;
    for (uint32_t budget = nodes < FEW ? nodes : FEW; enough; budget = nodes) {
        size_t size = (size_t)budget * PF_DEAD_BYTES_PER_NODE;
        void *scratch = malloc(size ? size : 1);
        enough = scratch != NULL;
        if (!enough) break;
        PyThreadState *saved = PyEval_SaveThread();
        verdict = pf_position_find_helpmate(found, &position, colour, budget, scratch, size);
        PyEval_RestoreThread(saved);
        free(scratch);
        if (verdict != PF_VERDICT_UNKNOWN || budget == nodes) break;
    }
    PyObject *moves = enough ? PyList_New(0) : PyErr_NoMemory(), *answer = NULL;
    for (uint32_t i = 0; moves && i < found->size; i++) {
        PyObject *move = move_get(board->state, board_from_library(found->moves[i], board->chess960));
        if (!move || PyList_Append(moves, move) < 0) Py_CLEAR(moves);
        Py_XDECREF(move);
    }
    if (moves) {
        PyObject *can_win = verdict == PF_VERDICT_UNKNOWN ? Py_None : verdict == PF_VERDICT_NO ? Py_True : Py_False;
        answer = Py_BuildValue("OsIO", can_win, pf_win_reason_text(found->reason), (unsigned)found->nodes, moves);
    }
    Py_XDECREF(moves);
    free(found);
    return answer;
}

/* ---- bisect ---- */

/* The function under test, and the step callback, which is NULL or a function. The library runs without the GIL; saved
 * is the thread state with which a callback takes it again. An exception that must end the run stays set in that
 * thread. answers keeps the texts of each answer, because the report does not contain texts that are not moves. */
typedef struct bisection {
    PyObject *function, *on_step, *answers;
    PyThreadState *saved;
    const pf_bisect_report *report;
} bisection;

/* Adds (move, count) pairs of an answer; false with an exception. */
static bool add_entry(pf_divide *answer, PyObject *key, PyObject *value)
{
    PyObject *text = PyObject_Str(key), *digits = text && value ? PyNumber_Index(value) : NULL;
    bool done = text && (!value || digits);
    pf_count nodes = {0};
    if (done && value) {
        nodes.lo = PyLong_AsUnsignedLongLong(digits);
        done = !PyErr_Occurred();
    }
    Py_ssize_t length = 0;
    const char *uci = done ? PyUnicode_AsUTF8AndSize(text, &length) : NULL;
    done = uci != NULL;
    if (done && !pf_divide_add(answer, uci, (size_t)length, nodes)) {
        PyErr_Format(PyExc_ValueError, "the function returned more than %d moves", PF_DIVIDE_CAPACITY);
        done = false;
    }
    if (done) answer->entries[answer->size - 1].line = answer->size; /* identifies the entry in the report */
    Py_XDECREF(text);
    Py_XDECREF(digits);
    return done;
}

/* Reads {move: count}, or any iterable of moves if counts are not needed. */
static bool read_answer(pf_divide *answer, PyObject *value, bool with_counts)
{
    if (PyUnicode_Check(value) || PyBytes_Check(value)) {
        PyErr_SetString(PyExc_TypeError, with_counts ? "the function must return {move: count}, not one string"
                                                     : "the function must return a list of moves, not one string");
        return false;
    }
    PyObject *pairs = with_counts && PyObject_HasAttrString(value, "items") ? PyMapping_Items(value) : Py_NewRef(value);
    PyObject *iterator = pairs ? PyObject_GetIter(pairs) : NULL, *item;
    bool done = iterator != NULL;
    while (done && (item = PyIter_Next(iterator))) {
        PyObject *key = item, *nodes = NULL;
        if (with_counts) {
            done = PyTuple_Check(item) && PyTuple_Size(item) == 2;
            if (!done) PyErr_SetString(PyExc_TypeError, "the function must return {move: count}");
            key = done ? PyTuple_GetItem(item, 0) : NULL;
            nodes = done ? PyTuple_GetItem(item, 1) : NULL;
        }
        done = done && add_entry(answer, key, nodes);
        Py_DECREF(item);
    }
    Py_XDECREF(iterator);
    Py_XDECREF(pairs);
    return done && !PyErr_Occurred();
}

/* Converts a pending exception to a status. After PF_BISECT_DESCEND an ordinary exception only means that this position
 * does not show the bug. */
static pf_status pending_status(bisection *run, pf_error *error)
{
    bool is_found = run->report->stage > PF_BISECT_DESCEND;
    if (is_found && PyErr_ExceptionMatches(PyExc_Exception)) PyErr_Clear();
    *error = (pf_error){.code = PF_ERROR_OPTION, .message = "the function raised an exception"};
    return is_found && !PyErr_Occurred() ? PF_ERROR_OPTION : PF_ERROR_STOPPED;
}

/* The key under which answers stores the answer to a question. */
static PyObject *key_of(const char *fen, const char *moves, unsigned depth)
{
    return Py_BuildValue("ssI", fen, moves, depth);
}

/* Keeps the texts of an answer, PF_DIVIDE_MOVE_SIZE bytes each. */
static bool keep_answer(bisection *run, const pf_bisect_question *question, const pf_divide *answer)
{
    PyObject *key = key_of(question->fen, question->moves, question->depth);
    PyObject *texts = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)answer->size * PF_DIVIDE_MOVE_SIZE);
    char *out = texts ? PyBytes_AsString(texts) : NULL;
    for (uint32_t i = 0; out && i < answer->size; i++)
        memcpy(out + (size_t)i * PF_DIVIDE_MOVE_SIZE, answer->entries[i].text, PF_DIVIDE_MOVE_SIZE);
    bool done = key && out && PyDict_SetItem(run->answers, key, texts) == 0;
    Py_XDECREF(key);
    Py_XDECREF(texts);
    return done;
}

static pf_status ask(bisection *run, const pf_bisect_question *question, pf_divide *answer, bool with_counts,
                     pf_error *error)
{
    PyEval_RestoreThread(run->saved);
    PyObject *value = with_counts
                          ? PyObject_CallFunction(run->function, "ssI", question->fen, question->moves, question->depth)
                          : PyObject_CallFunction(run->function, "ss", question->fen, question->moves);
    bool done = value && read_answer(answer, value, with_counts) && keep_answer(run, question, answer);
    Py_XDECREF(value);
    pf_status status = done ? PF_OK : pending_status(run, error);
    run->saved = PyEval_SaveThread();
    return status;
}

static pf_status ask_counts(void *context, const pf_bisect_question *question, pf_divide *answer, pf_error *error)
{
    return ask(context, question, answer, true, error);
}

static pf_status ask_lists(void *context, const pf_bisect_question *question, pf_divide *answer, pf_error *error)
{
    return ask(context, question, answer, false, error);
}

static const char *const stage_names[] = {"deepen", "small", "descend", "replay", "shrink", "done"};

static bool on_step(void *context, pf_bisect_stage stage, const pf_bisect_place *place)
{
    bisection *run = context;
    if (!run->on_step) return true;
    PyEval_RestoreThread(run->saved);
    PyObject *value = PyObject_CallFunction(run->on_step, "sssI", stage_names[stage], place->fen, place->moves,
                                            place->depth);
    Py_XDECREF(value);
    run->saved = PyEval_SaveThread();
    return value != NULL;
}

/* Lets Ctrl-C end a long count of the library. */
static bool should_stop(void *context)
{
    bisection *run = context;
    PyEval_RestoreThread(run->saved);
    bool stop = PyErr_Occurred() || PyErr_CheckSignals() < 0;
    run->saved = PyEval_SaveThread();
    return stop;
}

/* The move of a row, or the text that the function returned if that is not a move. Long texts are cut: half a character
 * at the end is left out. */
static PyObject *text_of(const pf_divide_row *row, PyObject *texts)
{
    const char *text = row->uci;
    if (row->move == PF_NO_MOVE && row->line > 0 && texts &&
        (Py_ssize_t)row->line * PF_DIVIDE_MOVE_SIZE <= PyBytes_Size(texts))
        text = PyBytes_AsString(texts) + (size_t)(row->line - 1) * PF_DIVIDE_MOVE_SIZE;
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "ignore");
}

static PyObject *rows_of(const pf_divide_comparison *comparison, PyObject *texts)
{
    static const char *const verdicts[] = {"same", "different", "missing", "extra"};
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list && i < comparison->size; i++) {
        const pf_divide_row *row = &comparison->rows[i];
        if (row->verdict == PF_DIVIDE_SAME) continue;
        PyObject *item = Py_BuildValue("NsNN", text_of(row, texts), verdicts[row->verdict], number_of(row->ours),
                                       number_of(row->theirs));
        if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* (fen, moves, depth, rows), or None if nothing was asked there. */
static PyObject *place_of(const bisection *run, const pf_bisect_place *place)
{
    if (place->depth == 0) Py_RETURN_NONE;
    PyObject *key = key_of(place->fen, place->moves, place->depth);
    PyObject *rows = key ? rows_of(&place->comparison, PyDict_GetItemWithError(run->answers, key)) : NULL;
    Py_XDECREF(key);
    return rows ? Py_BuildValue("ssIN", place->fen, place->moves, place->depth, rows) : NULL;
}

/* _bisect(function, depth, lists_only, keep_board, on_step) -> (agrees, agreed depth, bug, pieces, first, smallest) */
static PyObject *bisect(PyObject *self, PyObject *args)
{
    board_data *board = board_of(self);
    long depth;
    int lists_only, keep_board;
    bisection run = {0};
    if (!PyArg_ParseTuple(args, "OlppO", &run.function, &depth, &lists_only, &keep_board, &run.on_step)) return NULL;
    if (run.on_step == Py_None) run.on_step = NULL;
    if (depth < 1 || depth > PF_PERFT_MAX_DEPTH)
        return PyErr_Format(PyExc_ValueError, "depth must be from 1 to %d, not %ld", PF_PERFT_MAX_DEPTH, depth);
    if (!needs_position(board, "bisect")) return NULL;
    run.answers = PyDict_New();
    pf_bisect_report *report = run.answers ? calloc(1, sizeof *report) : NULL;
    if (!report) {
        Py_XDECREF(run.answers);
        return PyErr_NoMemory();
    }
    const pf_position root = board->now.position;
    pf_bisect_generator generator = {
        .context = &run, .ask = lists_only ? ask_lists : ask_counts, .lists_only = lists_only != 0};
    pf_bisect_options options = {.chess960 = board->chess960,
                                 .keep_board = keep_board != 0,
                                 .context = &run,
                                 .on_step = on_step,
                                 .should_stop = should_stop};
    pf_error error = {0};
    run.report = report;
    run.saved = PyEval_SaveThread();
    pf_status status = pf_bisect(report, &root, (unsigned)depth, &generator, &options, &error);
    PyEval_RestoreThread(run.saved);
    PyObject *first = NULL, *smallest = NULL, *result = NULL;
    if (status != PF_OK && !PyErr_Occurred()) PyErr_Format(PyExc_RuntimeError, "%s", error.message);
    if (!PyErr_Occurred() && (first = place_of(&run, &report->first)) && (smallest = place_of(&run, &report->smallest)))
        result = Py_BuildValue("NIsIOO", PyBool_FromLong(report->agrees), report->agreed_depth,
                               report->agrees ? "" : pf_bug_name(report->bug), report->pieces, first, smallest);
    Py_XDECREF(first);
    Py_XDECREF(smallest);
    Py_DECREF(run.answers);
    free(report);
    return result;
}

PyMethodDef board_tool_methods[] = {
    {"_perft", perft, METH_VARARGS, "_perft($self, depth, threads, merge, table_bytes, cuda, state)\n--\n\n"},
    {"_explain", explain, METH_O, "_explain(move) -> (reason, sentence)"},
    {"_helpmate", find_helpmate, METH_VARARGS, "_helpmate($self, color, nodes)\n--\n\n(can_win, reason, nodes, moves)"},
    {"_bisect", bisect, METH_VARARGS, "_bisect($self, function, depth, lists_only, keep_board, on_step)\n--\n\n"},
    {0},
};
