/* The C part of plyforge.chess.Piece. Pieces are immutable, so equal ones can be the same object. */
#include "core.h"

typedef struct piece_object {
    PyObject_HEAD
    PyObject *piece_type, *color;
} piece_object;

static piece_object *piece_of(PyObject *self)
{
    return (piece_object *)self;
}

static void piece_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_CLEAR(piece_of(self)->piece_type);
    Py_CLEAR(piece_of(self)->color);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* The shared piece of this class, type and colour; NULL if there is none. */
static PyObject *shared(core_state *state, PyTypeObject *type, PyObject *piece_type, pf_colour colour)
{
    if (!PyLong_CheckExact(piece_type)) return NULL;
    int overflow;
    long number = PyLong_AsLongAndOverflow(piece_type, &overflow);
    PyObject *piece = number >= 1 && number <= 6 ? state->pieces[colour * 8 + (unsigned)number] : NULL;
    return piece && Py_TYPE(piece) == type ? piece : NULL;
}

static PyObject *piece_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"piece_type", "color", NULL};
    PyObject *piece_type, *color;
    pf_colour colour;
    if (!kwargs && PyTuple_Size(args) == 2) {
        piece_type = PyTuple_GetItem(args, 0);
        color = PyTuple_GetItem(args, 1);
    } else if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO:Piece", names, &piece_type, &color)) {
        return NULL;
    }
    core_state *state = core_state_of(type, piece_dealloc);
    if (!state || !core_colour(&colour, color)) return NULL;
    PyObject *known = shared(state, type, piece_type, colour);
    if (known) return Py_NewRef(known);
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PyObject *self = allocate(type, 0);
    if (!self) return NULL;
    piece_of(self)->piece_type = Py_NewRef(piece_type);
    piece_of(self)->color = PyBool_FromLong(colour == PF_WHITE);
    return self;
}

bool piece_add_type(PyObject *module, core_state *state)
{
    static PyMemberDef members[] = {
        {"piece_type", T_OBJECT_EX, offsetof(piece_object, piece_type), READONLY, "From 1 (pawn) to 6 (king)."},
        {"color", T_OBJECT_EX, offsetof(piece_object, color), READONLY, "True for White."},
        {0},
    };
    PyType_Slot slots[] = {
        {Py_tp_doc,
         "_Piece(piece_type, color)\n--\n\nThe part of a piece that is written in C. See plyforge.chess.Piece."},
        {Py_tp_new, (void *)piece_new},
        {Py_tp_dealloc, (void *)piece_dealloc},
        {Py_tp_members, members},
        {0, NULL},
    };
    PyType_Spec spec = {"plyforge._core._Piece", sizeof(piece_object), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        slots};
    state->piece_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    return state->piece_type && PyModule_AddType(module, state->piece_type) == 0;
}
