/* Tablebases and names of openings: handles (capsules) that own the library's objects, and functions on them. Users see
 * plyforge.chess.syzygy and plyforge.openings. */
#include "array.h"

static const char tablebase_name[] = "plyforge.tablebase", openings_name[] = "plyforge.openings";

/* The position of a board; NULL with an exception. */
static const pf_position *position_in(PyObject *module, PyObject *object)
{
    core_state *state = PyModule_GetState(module);
    if (!PyObject_TypeCheck(object, state->board_type)) {
        PyErr_Format(PyExc_TypeError, "expected a chess.Board, not %R", (PyObject *)Py_TYPE(object));
        return NULL;
    }
    board_data *board = board_of(object);
    if (board_is_sound(board)) return board_pieces(board);
    PyErr_SetString(PyExc_ValueError, "the board is not a valid position");
    return NULL;
}

/* ---- Tablebases ---- */

static void free_tablebase(PyObject *capsule)
{
    pf_tablebase_destroy(PyCapsule_GetPointer(capsule, tablebase_name));
}

static PyObject *tablebase_new(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    pf_tablebase *tables = pf_tablebase_create();
    if (!tables) return PyErr_NoMemory();
    PyObject *capsule = PyCapsule_New(tables, tablebase_name, free_tablebase);
    if (!capsule) pf_tablebase_destroy(tables);
    return capsule;
}

/* Raises the exception for a failure: OSError for a file that is damaged or cannot be read, LookupError for a missing
 * table, KeyError for a position that no table can contain. */
static PyObject *table_failure(pf_status status, const pf_error *error)
{
    PyObject *type = status == PF_ERROR_NO_ROOM     ? PyExc_MemoryError
                     : status == PF_ERROR_TABLEBASE ? PyExc_OSError
                     : status == PF_ERROR_NO_TABLE  ? PyExc_LookupError
                     : status == PF_ERROR_OPTION    ? PyExc_ValueError
                                                    : PyExc_KeyError;
    PyObject *message = core_message(error->message);
    if (message) PyErr_SetObject(type, message);
    Py_XDECREF(message);
    return NULL;
}

static PyObject *tablebase_add_file(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule;
    const char *path;
    pf_error error;
    if (!PyArg_ParseTuple(args, "Oy", &capsule, &path)) return NULL;
    pf_tablebase *tables = PyCapsule_GetPointer(capsule, tablebase_name);
    if (!tables) return NULL;
    size_t before = pf_tablebase_count_wdl(tables) + pf_tablebase_count_dtz(tables);
    pf_status status = pf_tablebase_add_file(tables, path, &error);
    if (status != PF_OK) return table_failure(status, &error);
    return PyBool_FromLong(pf_tablebase_count_wdl(tables) + pf_tablebase_count_dtz(tables) > before);
}

/* Reads the table and position of an argument tuple (tables, board, number). */
static pf_tablebase *read_probe(PyObject *module, PyObject *args, const pf_position **position, int *number)
{
    PyObject *capsule, *board;
    *number = 0;
    if (!PyArg_ParseTuple(args, "OO|i", &capsule, &board, number)) return NULL;
    pf_tablebase *tables = PyCapsule_GetPointer(capsule, tablebase_name);
    if (!tables) return NULL;
    *position = position_in(module, board);
    return *position ? tables : NULL;
}

static PyObject *tablebase_probe_wdl(PyObject *module, PyObject *args)
{
    const pf_position *position;
    int unused;
    pf_wdl wdl;
    pf_error error;
    pf_tablebase *tables = read_probe(module, args, &position, &unused);
    if (!tables) return NULL;
    pf_status status = pf_tablebase_probe_wdl(tables, position, &wdl, &error);
    return status == PF_OK ? PyLong_FromLong(wdl) : table_failure(status, &error);
}

static PyObject *tablebase_probe_dtz(PyObject *module, PyObject *args)
{
    const pf_position *position;
    int unused, dtz;
    pf_error error;
    pf_tablebase *tables = read_probe(module, args, &position, &unused);
    if (!tables) return NULL;
    pf_status status = pf_tablebase_probe_dtz(tables, position, &dtz, &error);
    return status == PF_OK ? PyLong_FromLong(dtz) : table_failure(status, &error);
}

static PyObject *tablebase_read_wdl(PyObject *module, PyObject *args)
{
    const pf_position *position;
    int unused;
    pf_wdl wdl;
    pf_error error;
    pf_tablebase *tables = read_probe(module, args, &position, &unused);
    if (!tables) return NULL;
    pf_status status = pf_tablebase_read_wdl(tables, position, &wdl, &error);
    return status == PF_OK ? PyLong_FromLong(wdl) : table_failure(status, &error);
}

static PyObject *tablebase_read_dtz(PyObject *module, PyObject *args)
{
    const pf_position *position;
    int wdl, dtz;
    pf_error error;
    pf_tablebase *tables = read_probe(module, args, &position, &wdl);
    if (!tables) return NULL;
    pf_status status = pf_tablebase_read_dtz(tables, position, (pf_wdl)wdl, &dtz, &error);
    return status == PF_OK ? PyLong_FromLong(dtz) : table_failure(status, &error);
}

/* ---- Openings ---- */

static void free_openings(PyObject *capsule)
{
    pf_openings_destroy(PyCapsule_GetPointer(capsule, openings_name));
}

static PyObject *openings_new(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    pf_openings *openings = pf_openings_create();
    if (!openings) return PyErr_NoMemory();
    PyObject *capsule = PyCapsule_New(openings, openings_name, free_openings);
    if (!capsule) pf_openings_destroy(openings);
    return capsule;
}

/* Returns the number of positions that have a name. */
static PyObject *openings_read(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule;
    const char *text;
    Py_ssize_t length;
    pf_error error;
    if (!PyArg_ParseTuple(args, "Oy#", &capsule, &text, &length)) return NULL;
    pf_openings *openings = PyCapsule_GetPointer(capsule, openings_name);
    if (!openings) return NULL;
    pf_status status = pf_openings_read(openings, text, (size_t)length, &error);
    if (status == PF_ERROR_NO_ROOM) return PyErr_NoMemory();
    if (status == PF_OK) return PyLong_FromSize_t(pf_openings_size(openings));
    unsigned line = 1;
    for (uint32_t i = 0; i < error.offset; i++) line += text[i] == '\n';
    PyObject *message = core_message(error.message);
    if (message) PyErr_Format(PyExc_ValueError, "line %u: %U", line, message);
    Py_XDECREF(message);
    return NULL;
}

/* (eco, name, plies), or None. */
static PyObject *openings_find(PyObject *module, PyObject *args)
{
    PyObject *capsule, *board;
    pf_opening found;
    if (!PyArg_ParseTuple(args, "OO", &capsule, &board)) return NULL;
    pf_openings *openings = PyCapsule_GetPointer(capsule, openings_name);
    const pf_position *position = openings ? position_in(module, board) : NULL;
    if (!position) return NULL;
    if (!pf_opening_of(openings, position, &found)) Py_RETURN_NONE;
    PyObject *eco = core_message(found.eco), *name = core_message(found.name);
    PyObject *result = eco && name ? Py_BuildValue("OOk", eco, name, (unsigned long)found.plies) : NULL;
    Py_XDECREF(eco);
    Py_XDECREF(name);
    return result;
}

PyMethodDef table_functions[] = {
    {"tablebase_new", tablebase_new, METH_NOARGS, "tablebase_new() -> capsule\n\nA set of Syzygy tables."},
    {"tablebase_add_file", tablebase_add_file, METH_VARARGS,
     "tablebase_add_file(tables, path) -> bool\n\nAdds a file by its name; False if there is such a table already."},
    {"tablebase_probe_wdl", tablebase_probe_wdl, METH_VARARGS,
     "tablebase_probe_wdl(tables, board) -> int\n\nThe result, from -2 to 2."},
    {"tablebase_probe_dtz", tablebase_probe_dtz, METH_VARARGS,
     "tablebase_probe_dtz(tables, board) -> int\n\nThe distance to the next capture or pawn move."},
    {"tablebase_read_wdl", tablebase_read_wdl, METH_VARARGS,
     "tablebase_read_wdl(tables, board) -> int\n\nThe result that the table itself says."},
    {"tablebase_read_dtz", tablebase_read_dtz, METH_VARARGS,
     "tablebase_read_dtz(tables, board, wdl) -> int\n\nThe distance that the table itself says; -1: other side only."},
    {"openings_new", openings_new, METH_NOARGS, "openings_new() -> capsule\n\nA table of openings."},
    {"openings_read", openings_read, METH_VARARGS,
     "openings_read(openings, text) -> int\n\nAdds the lines of a text (bytes); returns how many positions have a "
     "name."},
    {"openings_find", openings_find, METH_VARARGS,
     "openings_find(openings, board) -> tuple\n\nECO code, name and plies of the opening of a board, or None."},
    {0},
};
