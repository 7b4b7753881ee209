/* The pockets of Crazyhouse. A pocket of a board shows the board's own counts. It does not keep its board alive: when
 * the board goes, the pocket keeps the last counts. Without a board, a pocket has counts of its own. */
#include "core.h"

typedef struct pocket_object {
    PyObject_HEAD
    board_data *board; /* NULL for a pocket without a board */
    uint8_t colour;
    uint8_t own[5];
} pocket_object;

static pocket_object *pocket_of(PyObject *self)
{
    return (pocket_object *)self;
}

static uint8_t *counts_of(PyObject *self)
{
    pocket_object *pocket = pocket_of(self);
    return pocket->board ? pocket->board->now.position.pockets[pocket->colour] : pocket->own;
}

static void changed(PyObject *self)
{
    if (pocket_of(self)->board) board_touch(pocket_of(self)->board);
}

static void pocket_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static PyObject *make(PyTypeObject *type)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return allocate(type, 0);
}

/* Adds a piece of a type from 0 (pawn) to 4 (queen). */
static bool add_piece(PyObject *self, int type)
{
    uint8_t *count = counts_of(self) + type;
    if (*count == UINT8_MAX) {
        PyErr_SetString(PyExc_ValueError, "a pocket cannot hold 256 pieces of a type");
        return false;
    }
    ++*count;
    changed(self);
    return true;
}

static PyObject *pocket_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"symbols", NULL};
    PyObject *symbols = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:CrazyhousePocket", names, &symbols)) return NULL;
    PyObject *iterator = symbols ? PyObject_GetIter(symbols) : NULL, *symbol;
    if (symbols && !iterator) return NULL;
    PyObject *self = make(type);
    while (self && iterator && (symbol = PyIter_Next(iterator))) {
        static const char letters[] = "pnbrq";
        int found = 0;
        while (found < 5 &&
               !(PyUnicode_Check(symbol) && PyUnicode_CompareWithASCIIString(symbol, (char[]){letters[found], 0}) == 0))
            found++;
        if (found == 5) PyErr_Format(PyExc_ValueError, "a pocket has pieces p, n, b, r and q, not %R", symbol);
        if (found == 5 || !add_piece(self, found)) Py_CLEAR(self);
        Py_DECREF(symbol);
    }
    Py_XDECREF(iterator);
    if (PyErr_Occurred()) Py_CLEAR(self);
    return self;
}

/* ---- Methods ---- */

/* A type from 0 (pawn) to 4 (queen), or 5 (king) where that is allowed; -1 with an exception. */
static int read_type(PyObject *value, int most)
{
    long type = PyLong_AsLong(value);
    if (type == -1 && PyErr_Occurred()) return -1;
    if (type >= 1 && type <= most) return (int)type - 1;
    PyErr_Format(PyExc_IndexError, "a pocket has piece types from 1 (pawn) to 5 (queen), not %ld", type);
    return -1;
}

static PyObject *count_of(PyObject *self, PyObject *value)
{
    int type = read_type(value, 6);
    if (type < 0) return NULL;
    return PyLong_FromLong(type < 5 ? counts_of(self)[type] : 0);
}

static PyObject *add(PyObject *self, PyObject *value)
{
    int type = read_type(value, 5);
    if (type < 0 || !add_piece(self, type)) return NULL;
    Py_RETURN_NONE;
}

static PyObject *take(PyObject *self, PyObject *value)
{
    static const char *const words[] = {"pawn", "knight", "bishop", "rook", "queen"};
    int type = read_type(value, 5);
    if (type < 0) return NULL;
    if (!counts_of(self)[type]) return PyErr_Format(PyExc_ValueError, "no %s in the pocket", words[type]);
    counts_of(self)[type]--;
    changed(self);
    Py_RETURN_NONE;
}

static PyObject *reset(PyObject *self, PyObject *unused)
{
    (void)unused;
    memset(counts_of(self), 0, 5);
    changed(self);
    Py_RETURN_NONE;
}

static PyObject *copy(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *other = make(Py_TYPE(self));
    if (other) memcpy(pocket_of(other)->own, counts_of(self), 5);
    return other;
}

/* The letters from the queen to the pawn. */
static PyObject *pocket_str(PyObject *self)
{
    char text[5 * UINT8_MAX], *end = text;
    for (int type = 4; type >= 0; type--) {
        memset(end, "pnbrq"[type], counts_of(self)[type]);
        end += counts_of(self)[type];
    }
    return PyUnicode_FromStringAndSize(text, end - text);
}

static PyObject *pocket_repr(PyObject *self)
{
    PyObject *text = pocket_str(self);
    PyObject *repr = text ? PyUnicode_FromFormat("CrazyhousePocket(%R)", text) : NULL;
    Py_XDECREF(text);
    return repr;
}

static PyObject *pocket_reduce(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *text = pocket_str(self);
    return text ? Py_BuildValue("O(N)", (PyObject *)Py_TYPE(self), text) : NULL;
}

static Py_ssize_t pocket_length(PyObject *self)
{
    const uint8_t *counts = counts_of(self);
    return counts[0] + counts[1] + counts[2] + counts[3] + counts[4];
}

static PyObject *pocket_compare(PyObject *a, PyObject *b, int operation)
{
    core_state *state = core_state_of(Py_TYPE(a), pocket_dealloc);
    if (!state) return NULL;
    if ((operation != Py_EQ && operation != Py_NE) || !PyObject_TypeCheck(b, state->pocket_type))
        Py_RETURN_NOTIMPLEMENTED;
    return PyBool_FromLong((memcmp(counts_of(a), counts_of(b), 5) == 0) == (operation == Py_EQ));
}

/* ---- The pockets of a board ---- */

/* Gives the board another pocket object, with the counts that the board has or the object brings. */
static void attach(PyObject *self, board_data *board, uint8_t colour)
{
    pocket_of(self)->board = board;
    pocket_of(self)->colour = colour;
    PyObject *before = board->pocket[colour];
    board->pocket[colour] = Py_NewRef(self);
    Py_XDECREF(before);
}

static void detach(PyObject *self)
{
    memcpy(pocket_of(self)->own, counts_of(self), 5);
    pocket_of(self)->board = NULL;
}

void pockets_forget(board_data *board)
{
    for (int colour = 0; colour < 2; colour++)
        if (board->pocket[colour]) detach(board->pocket[colour]);
    Py_CLEAR(board->pocket[0]);
    Py_CLEAR(board->pocket[1]);
    Py_CLEAR(board->pockets);
}

/* The pocket of a board gets the counts of another pocket, and leaves the board with its own. Returns what takes its
 * place: the other pocket, or a new one if the other belongs to a board. */
static PyObject *replaced_by(PyObject *self, PyObject *other)
{
    core_state *state = core_state_of(Py_TYPE(self), pocket_dealloc);
    if (!state) return NULL;
    if (!PyObject_TypeCheck(other, state->pocket_type))
        return PyErr_Format(PyExc_TypeError, "expected a CrazyhousePocket, got %R", (PyObject *)Py_TYPE(other));
    board_data *board = pocket_of(self)->board;
    if (other == self || !board) return Py_NewRef(other);
    uint8_t counts[5];
    memcpy(counts, counts_of(other), 5);
    PyObject *next = pocket_of(other)->board ? make(state->pocket_type) : Py_NewRef(other);
    if (!next) return NULL;
    uint8_t colour = pocket_of(self)->colour;
    detach(self);
    attach(next, board, colour);
    memcpy(counts_of(next), counts, 5);
    changed(next);
    return next;
}

static bool make_pockets(board_data *board)
{
    PyObject *pair[2] = {make(board->state->pocket_type), make(board->state->pocket_type)};
    PyObject *both = pair[0] && pair[1] ? PyTuple_Pack(2, pair[PF_BLACK], pair[PF_WHITE]) : NULL;
    board->pockets = both ? PyObject_CallFunctionObjArgs(board->state->pockets_class, both, NULL) : NULL;
    for (uint8_t colour = 0; colour < 2; colour++) {
        if (board->pockets) attach(pair[colour], board, colour);
        Py_XDECREF(pair[colour]);
    }
    Py_XDECREF(both);
    return board->pockets != NULL;
}

static PyObject *get_pockets(PyObject *self, void *unused)
{
    (void)unused;
    board_data *board = board_of(self);
    if (!board->pockets && !make_pockets(board)) return NULL;
    return Py_NewRef(board->pockets);
}

static int set_pockets(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    if (!value) {
        PyErr_SetString(PyExc_AttributeError, "cannot delete pockets");
        return -1;
    }
    board_data *board = board_of(self);
    PyObject *list = PySequence_List(value);
    if (!list || (!board->pockets && !make_pockets(board))) {
        Py_XDECREF(list);
        return -1;
    }
    int done = -1;
    if (PyList_Size(list) != 2 || !PyObject_TypeCheck(PyList_GetItem(list, 0), board->state->pocket_type) ||
        !PyObject_TypeCheck(PyList_GetItem(list, 1), board->state->pocket_type))
        PyErr_Format(PyExc_TypeError, "pockets are two objects of CrazyhousePocket, not %R", value);
    else
        done = PyObject_SetItem(board->pockets, Py_False, PyList_GetItem(list, 0)) < 0 ||
                       PyObject_SetItem(board->pockets, Py_True, PyList_GetItem(list, 1)) < 0
                   ? -1
                   : 0;
    Py_DECREF(list);
    return done;
}

/* Gives the class of Crazyhouse boards the attribute pockets, which is a list of this class. */
PyObject *pockets_register(PyObject *module, PyObject *args)
{
    static PyGetSetDef pockets = {"pockets", get_pockets, set_pockets, "The pockets by colour.", NULL};
    core_state *state = PyModule_GetState(module);
    PyObject *board, *list;
    if (!PyArg_ParseTuple(args, "OO", &board, &list)) return NULL;
    if (!PyType_Check(board) || !PyType_IsSubtype((PyTypeObject *)board, state->board_type) || !PyType_Check(list)) {
        PyErr_SetString(PyExc_TypeError, "expected a class of boards and a class of lists");
        return NULL;
    }
    PyObject *before = state->pockets_class;
    state->pockets_class = Py_NewRef(list);
    Py_XDECREF(before);
    PyObject *attribute = PyDescr_NewGetSet((PyTypeObject *)board, &pockets);
    int done = attribute ? PyObject_SetAttrString(board, "pockets", attribute) : -1;
    Py_XDECREF(attribute);
    if (done < 0) return NULL;
    Py_RETURN_NONE;
}

/* ---- The type ---- */

NAME_ARGUMENT(count_of, "piece_type")
NAME_ARGUMENT(add, "piece_type")
NAME_ARGUMENT(take, "piece_type")

bool pocket_add_type(PyObject *module, core_state *state)
{
    static PyMethodDef methods[] = {
        {"reset", reset, METH_NOARGS, "reset($self)\n--\n\nEmpties the pocket."},
        {"add", NAMED(add), "add($self, piece_type)\n--\n\nPuts a piece into the pocket."},
        {"remove", NAMED(take),
         "remove($self, piece_type)\n--\n\nTakes a piece out of the pocket. ValueError if there is none."},
        {"count", NAMED(count_of), "count($self, piece_type)\n--\n\nHow many pieces of a type there are."},
        {"copy", copy, METH_NOARGS, "copy($self)\n--\n\nA pocket of its own with the same pieces."},
        {"_replaced_by", replaced_by, METH_O, "_replaced_by($self, other, /)\n--\n\n"},
        {"__reduce__", pocket_reduce, METH_NOARGS, "Supports pickle and copy."},
        {0},
    };
    PyType_Slot slots[] = {
        {Py_tp_doc, "CrazyhousePocket(symbols=\"\")\n--\n\nThe pieces that one side may drop. The pocket of a board "
                    "changes with the board."},
        {Py_tp_new, (void *)pocket_new},
        {Py_tp_dealloc, (void *)pocket_dealloc},
        {Py_tp_str, (void *)pocket_str},
        {Py_tp_repr, (void *)pocket_repr},
        {Py_tp_richcompare, (void *)pocket_compare},
        {Py_tp_hash, (void *)PyObject_HashNotImplemented},
        {Py_tp_methods, methods},
        {Py_sq_length, (void *)pocket_length},
        {0, NULL},
    };
    PyType_Spec spec = {"plyforge.chess.variant.CrazyhousePocket", sizeof(pocket_object), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    state->pocket_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    return state->pocket_type && PyModule_AddType(module, state->pocket_type) == 0;
}
