/* The C part of plyforge.chess.SquareSet. */
#include "core.h"

#include <stdio.h>

typedef struct set_object {
    PyObject_HEAD
    pf_bitboard mask;
} set_object;

static void set_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static pf_bitboard *mask_of(PyObject *self)
{
    return &((set_object *)self)->mask;
}

static core_state *state_of(PyObject *self)
{
    return core_state_of(Py_TYPE(self), set_dealloc);
}

/* Creates a set of the Python class, regardless of the class of the operands. */
static PyObject *make(core_state *state, pf_bitboard mask)
{
    PyTypeObject *type = (PyTypeObject *)state->square_set_class;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PyObject *self = allocate(type, 0);
    if (self) *mask_of(self) = mask;
    return self;
}

static bool add_square(PyObject *item, pf_bitboard *out)
{
    int overflow;
    long square = PyLong_AsLongAndOverflow(item, &overflow);
    if (square == -1 && PyErr_Occurred()) return false;
    if (overflow || square < 0 || square > 63) {
        PyErr_Format(square < 0 || overflow < 0 ? PyExc_ValueError : PyExc_IndexError,
                     "squares are from 0 (a1) to 63 (h8), not %S", item);
        return false;
    }
    *out |= pf_bit((pf_square)square);
    return true;
}

static bool read_squares(PyObject *list, pf_bitboard *out)
{
    *out = 0;
    for (Py_ssize_t i = 0; i < PyList_Size(list); i++)
        if (!add_square(PyList_GetItem(list, i), out)) return false;
    return true;
}

/* Reads a set of squares: a set object, an integer, or anything else that mask_of() on the Python side accepts. */
static bool read_mask(core_state *state, PyObject *value, pf_bitboard *out)
{
    if (PyObject_TypeCheck(value, state->set_type)) {
        *out = *mask_of(value);
        return true;
    }
    if (PyLong_Check(value)) return core_bitboard(out, value);
    if (PyList_CheckExact(value)) return read_squares(value, out);
    PyObject *module = PyImport_ImportModule("plyforge.chess._square_set");
    PyObject *mask = module ? core_call(module, "mask_of", value) : NULL;
    bool done = mask && core_bitboard(out, mask);
    Py_XDECREF(module);
    Py_XDECREF(mask);
    return done;
}

/* A square as an index of a list of 64: negative ones count from the end. */
static bool read_index(PyObject *value, pf_square *out)
{
    Py_ssize_t square = PyNumber_AsSsize_t(value, PyExc_IndexError);
    if (square == -1 && PyErr_Occurred()) return false;
    if (square < 0) square += 64;
    if (square < 0 || square > 63) {
        PyErr_SetString(PyExc_IndexError, "a square is from 0 (a1) to 63 (h8)");
        return false;
    }
    *out = (pf_square)square;
    return true;
}

static int set_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"squares", NULL};
    PyObject *squares = NULL;
    if (!kwargs && PyTuple_Size(args) == 1)
        squares = PyTuple_GetItem(args, 0);
    else if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:SquareSet", names, &squares))
        return -1;
    core_state *state = state_of(self);
    if (!state) return -1;
    *mask_of(self) = 0;
    return !squares || read_mask(state, squares, mask_of(self)) ? 0 : -1;
}

/* ---- Operators ---- */

typedef enum set_operation { OR, AND, XOR, MINUS } set_operation;

static pf_bitboard combine(set_operation operation, pf_bitboard a, pf_bitboard b)
{
    switch (operation) {
    case OR: return a | b;
    case AND: return a & b;
    case XOR: return a ^ b;
    default: return a & ~b;
    }
}

/* Either operand may be the set. */
static PyObject *operate(PyObject *a, PyObject *b, set_operation operation)
{
    core_state *state = state_of(a);
    if (!state) {
        PyErr_Clear();
        if (operation == MINUS) Py_RETURN_NOTIMPLEMENTED;
        state = state_of(b);
    }
    pf_bitboard one, other;
    if (!state || !read_mask(state, a, &one) || !read_mask(state, b, &other)) return NULL;
    return make(state, combine(operation, one, other));
}

static PyObject *operate_in_place(PyObject *self, PyObject *value, set_operation operation)
{
    core_state *state = state_of(self);
    pf_bitboard other;
    if (!state || !read_mask(state, value, &other)) return NULL;
    *mask_of(self) = combine(operation, *mask_of(self), other);
    return Py_NewRef(self);
}

#define OPERATOR(name, operation)                                                                                      \
    static PyObject *set_##name(PyObject *a, PyObject *b)                                                              \
    {                                                                                                                  \
        return operate(a, b, operation);                                                                               \
    }                                                                                                                  \
    static PyObject *set_in_place_##name(PyObject *a, PyObject *b)                                                     \
    {                                                                                                                  \
        return operate_in_place(a, b, operation);                                                                      \
    }
OPERATOR(or, OR)
OPERATOR(and, AND)
OPERATOR(xor, XOR)
OPERATOR(minus, MINUS)

static PyObject *set_invert(PyObject *self)
{
    core_state *state = state_of(self);
    return state ? make(state, ~*mask_of(self)) : NULL;
}

/* The number of squares to shift by, at most 64; -1 with an exception. */
static int read_shift(PyObject *value)
{
    int overflow;
    long shift = PyLong_AsLongAndOverflow(value, &overflow);
    if (shift == -1 && PyErr_Occurred()) return -1;
    if (overflow < 0 || (!overflow && shift < 0)) {
        PyErr_SetString(PyExc_ValueError, "negative shift count");
        return -1;
    }
    return overflow || shift > 64 ? 64 : (int)shift;
}

static PyObject *shifted(PyObject *self, PyObject *value, bool is_left, bool in_place)
{
    core_state *state = state_of(self);
    if (!state) {
        PyErr_Clear();
        Py_RETURN_NOTIMPLEMENTED;
    }
    int shift = read_shift(value);
    if (shift < 0) return NULL;
    pf_bitboard mask = *mask_of(self);
    mask = shift == 64 ? 0 : is_left ? mask << shift : mask >> shift;
    if (!in_place) return make(state, mask);
    *mask_of(self) = mask;
    return Py_NewRef(self);
}

static PyObject *set_left(PyObject *a, PyObject *b)
{
    return shifted(a, b, true, false);
}

static PyObject *set_right(PyObject *a, PyObject *b)
{
    return shifted(a, b, false, false);
}

static PyObject *set_in_place_left(PyObject *a, PyObject *b)
{
    return shifted(a, b, true, true);
}

static PyObject *set_in_place_right(PyObject *a, PyObject *b)
{
    return shifted(a, b, false, true);
}

static int set_bool(PyObject *self)
{
    return *mask_of(self) != 0;
}

static PyObject *set_int(PyObject *self)
{
    return core_from_bitboard(*mask_of(self));
}

static Py_ssize_t set_length(PyObject *self)
{
    return (Py_ssize_t)pf_bitboard_count(*mask_of(self));
}

static int set_contains(PyObject *self, PyObject *value)
{
    int shift = read_shift(value);
    return shift < 0 ? -1 : shift < 64 && (*mask_of(self) >> shift & 1);
}

static PyObject *set_iter(PyObject *self)
{
    return core_squares(*mask_of(self), false);
}

static PyObject *set_compare(PyObject *self, PyObject *value, int operation)
{
    core_state *state = state_of(self);
    pf_bitboard other;
    if (!state) return NULL;
    if (operation != Py_EQ && operation != Py_NE) Py_RETURN_NOTIMPLEMENTED;
    if (!read_mask(state, value, &other)) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_ValueError)) return NULL;
        PyErr_Clear();
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyBool_FromLong((*mask_of(self) == other) == (operation == Py_EQ));
}

/* ---- Subsets ---- */

typedef struct subsets_object {
    PyObject_HEAD
    pf_bitboard set, next;
    bool is_done;
} subsets_object;

static PyObject *subsets_next(PyObject *object)
{
    subsets_object *self = (subsets_object *)object;
    if (self->is_done) return NULL;
    pf_bitboard subset = self->next;
    self->next = (subset - self->set) & self->set;
    self->is_done = self->next == 0;
    return core_from_bitboard(subset);
}

static void subsets_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *subsets_of(core_state *state, pf_bitboard set)
{
    subsets_object *self = PyObject_New(subsets_object, state->subsets_type);
    if (!self) return NULL;
    self->set = set;
    self->next = 0;
    self->is_done = false;
    return (PyObject *)self;
}

static bool subsets_add_type(PyObject *module, core_state *state)
{
    PyType_Slot slots[] = {
        {Py_tp_doc, (void *)"Iterates over the subsets of a bitboard."},
        {Py_tp_dealloc, (void *)subsets_dealloc},
        {Py_tp_iter, (void *)PyObject_SelfIter},
        {Py_tp_iternext, (void *)subsets_next},
        {0, NULL},
    };
    PyType_Spec spec = {"plyforge._core.SubsetIterator", sizeof(subsets_object), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    state->subsets_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    return state->subsets_type != NULL;
}

/* ---- Methods ---- */

static PyObject *carry_rippler(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_state *state = state_of(self);
    return state ? subsets_of(state, *mask_of(self)) : NULL;
}

static PyObject *clear(PyObject *self, PyObject *unused)
{
    (void)unused;
    *mask_of(self) = 0;
    Py_RETURN_NONE;
}

static PyObject *add(PyObject *self, PyObject *value)
{
    pf_square square;
    if (!read_index(value, &square)) return NULL;
    *mask_of(self) |= pf_bit(square);
    Py_RETURN_NONE;
}

static PyObject *discard(PyObject *self, PyObject *value)
{
    pf_square square;
    if (!read_index(value, &square)) return NULL;
    *mask_of(self) &= ~pf_bit(square);
    Py_RETURN_NONE;
}

static PyObject *reversed(PyObject *self, PyObject *unused)
{
    (void)unused;
    return core_squares(*mask_of(self), true);
}

static PyObject *copy(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_state *state = state_of(self);
    return state ? make(state, *mask_of(self)) : NULL;
}

static PyObject *mirror(PyObject *self, PyObject *unused)
{
    (void)unused;
    core_state *state = state_of(self);
    return state ? make(state, pf_bitboard_flip(*mask_of(self))) : NULL;
}

static PyObject *tolist(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *list = PyList_New(64);
    for (pf_square square = 0; list && square < 64; square++)
        PyList_SetItem(list, (Py_ssize_t)square, PyBool_FromLong(*mask_of(self) >> square & 1));
    return list;
}

/* The ranks from the eighth to the first, as rows of 1 and a point. */
static PyObject *set_str(PyObject *self)
{
    char text[128], *end = text;
    for (int rank = 7; rank >= 0; rank--)
        for (int file = 0; file < 8; file++) {
            *end++ = *mask_of(self) >> (rank * 8 + file) & 1 ? '1' : '.';
            *end++ = file < 7 ? ' ' : '\n';
        }
    return PyUnicode_FromStringAndSize(text, end - text - 1);
}

static PyObject *set_repr(PyObject *self)
{
    char text[32];
    unsigned parts[4];
    for (int i = 0; i < 4; i++) parts[i] = (unsigned)(*mask_of(self) >> (48 - 16 * i) & 0xffff);
    snprintf(text, sizeof text, "0x%04x_%04x_%04x_%04x", parts[0], parts[1], parts[2], parts[3]);
    return PyUnicode_FromFormat("SquareSet(%s)", text);
}

NAME_ARGUMENT(set_or, "other")
NAME_ARGUMENT(set_and, "other")
NAME_ARGUMENT(set_xor, "other")
NAME_ARGUMENT(set_minus, "other")
NAME_ARGUMENT(add, "square")
NAME_ARGUMENT(discard, "square")

bool square_set_add_type(PyObject *module, core_state *state)
{
    static PyMethodDef methods[] = {
        {"union", NAMED(set_or), "union($self, other)\n--\n\nThe squares of either."},
        {"intersection", NAMED(set_and), "intersection($self, other)\n--\n\nThe squares of both."},
        {"symmetric_difference", NAMED(set_xor),
         "symmetric_difference($self, other)\n--\n\nThe squares of one but not of both."},
        {"difference", NAMED(set_minus), "difference($self, other)\n--\n\nThe squares that are not in the other."},
        {"add", NAMED(add), "add($self, square)\n--\n\nAdds a square."},
        {"discard", NAMED(discard), "discard($self, square)\n--\n\nRemoves a square if it is there."},
        {"copy", copy, METH_NOARGS, "copy($self)\n--\n\nA copy."},
        {"clear", clear, METH_NOARGS, "clear($self)\n--\n\nRemoves all squares."},
        {"carry_rippler", carry_rippler, METH_NOARGS,
         "carry_rippler($self)\n--\n\nIterates over all subsets, as bitboards."},
        {"mirror", mirror, METH_NOARGS, "mirror($self)\n--\n\nThe squares upside down."},
        {"tolist", tolist, METH_NOARGS, "tolist($self)\n--\n\n64 bools, a1 first."},
        {"__reversed__", reversed, METH_NOARGS, "__reversed__($self)\n--\n\nIterates from h8 to a1."},
        {0},
    };
    static PyMemberDef members[] = {{"mask", T_ULONGLONG, offsetof(set_object, mask), 0, "The bitboard."}, {0}};
    PyType_Slot slots[] = {
        {Py_tp_doc, "_SquareSet(squares=0)\n--\n\nThe part of a set of squares that is written in C. See "
                    "plyforge.chess.SquareSet."},
        {Py_tp_init, (void *)set_init},
        {Py_tp_dealloc, (void *)set_dealloc},
        {Py_tp_iter, (void *)set_iter},
        {Py_tp_str, (void *)set_str},
        {Py_tp_repr, (void *)set_repr},
        {Py_tp_richcompare, (void *)set_compare},
        {Py_tp_hash, (void *)PyObject_HashNotImplemented},
        {Py_tp_methods, methods},
        {Py_tp_members, members},
        {Py_nb_or, (void *)set_or},
        {Py_nb_and, (void *)set_and},
        {Py_nb_xor, (void *)set_xor},
        {Py_nb_subtract, (void *)set_minus},
        {Py_nb_inplace_or, (void *)set_in_place_or},
        {Py_nb_inplace_and, (void *)set_in_place_and},
        {Py_nb_inplace_xor, (void *)set_in_place_xor},
        {Py_nb_inplace_subtract, (void *)set_in_place_minus},
        {Py_nb_lshift, (void *)set_left},
        {Py_nb_rshift, (void *)set_right},
        {Py_nb_inplace_lshift, (void *)set_in_place_left},
        {Py_nb_inplace_rshift, (void *)set_in_place_right},
        {Py_nb_invert, (void *)set_invert},
        {Py_nb_bool, (void *)set_bool},
        {Py_nb_int, (void *)set_int},
        {Py_nb_index, (void *)set_int},
        {Py_sq_length, (void *)set_length},
        {Py_sq_contains, (void *)set_contains},
        {0, NULL},
    };
    PyType_Spec spec = {"plyforge._core._SquareSet", sizeof(set_object), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        slots};
    state->set_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    state->square_set_class = state->set_type ? Py_NewRef((PyObject *)state->set_type) : NULL;
    return state->set_type && PyModule_AddType(module, state->set_type) == 0 && subsets_add_type(module, state);
}

/* Registers the Python class, which is the class of the results of operators. */
PyObject *square_set_register(PyObject *module, PyObject *type)
{
    core_state *state = PyModule_GetState(module);
    if (!PyType_Check(type) || !PyType_IsSubtype((PyTypeObject *)type, state->set_type)) {
        PyErr_SetString(PyExc_TypeError, "expected a class of sets of squares");
        return NULL;
    }
    PyObject *before = state->square_set_class;
    state->square_set_class = Py_NewRef(type);
    Py_XDECREF(before);
    Py_RETURN_NONE;
}
