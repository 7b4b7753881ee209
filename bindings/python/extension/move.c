/* Move: from_square, to_square, promotion, drop. Moves that the package returns are shared: equal ones are the same
 * object, and they cannot be changed. Moves that a caller creates belong to the caller, and can be changed. */
#include "core.h"

/* values: the fields as Python sees them. The interpreter reads them without calling a function. */
enum field { FROM_SQUARE, TO_SQUARE, PROMOTION, DROP, FIELD_COUNT };
typedef struct move_object {
    PyObject_HEAD
    move_fields fields;
    bool is_shared;
    PyObject *values[FIELD_COUNT];
} move_object;

static move_fields *fields_of(PyObject *self)
{
    return &((move_object *)self)->fields;
}

static void move_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    for (int field = 0; field < FIELD_COUNT; field++) Py_CLEAR(((move_object *)self)->values[field]);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static PyObject *optional(uint8_t value)
{
    if (!value) Py_RETURN_NONE;
    return PyLong_FromLong(value);
}

static PyObject *make(PyTypeObject *type, move_fields fields)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PyObject *self = allocate(type, 0);
    if (!self) return NULL;
    *fields_of(self) = fields;
    PyObject **values = ((move_object *)self)->values;
    values[FROM_SQUARE] = PyLong_FromLong(fields.from);
    values[TO_SQUARE] = PyLong_FromLong(fields.to);
    values[PROMOTION] = optional(fields.promotion);
    values[DROP] = optional(fields.drop);
    for (int field = 0; field < FIELD_COUNT; field++)
        if (!values[field]) {
            Py_DECREF(self);
            return NULL;
        }
    return self;
}

PyObject *move_of_fields(core_state *state, move_fields fields)
{
    return make(state->move_type, fields);
}

/* The slot of the shared move; NULL for a move with both a promotion and a drop. */
static PyObject **place_of(core_state *state, move_fields move)
{
    if (!move.drop) return &state->moves[move.promotion << 12 | move.from << 6 | move.to];
    if (!move.promotion && move.from == move.to) return &state->drops[move.drop << 6 | move.to];
    return NULL;
}

PyObject *move_get(core_state *state, move_fields fields)
{
    PyObject **place = place_of(state, fields);
    if (!place) return make(state->move_type, fields);
    if (!*place) {
        if (!(*place = make(state->move_type, fields))) return NULL;
        ((move_object *)*place)->is_shared = true;
    }
    return Py_NewRef(*place);
}

PyObject *move_keep(core_state *state, PyObject *move, move_fields fields)
{
    if (((move_object *)move)->is_shared || Py_TYPE(move) != state->move_type) return Py_NewRef(move);
    return move_get(state, fields);
}

bool move_read(core_state *state, PyObject *move, move_fields *out)
{
    if (Py_TYPE(move) != state->move_type && !PyObject_TypeCheck(move, state->move_type)) {
        PyErr_Format(PyExc_TypeError, "expected a Move, got %R", (PyObject *)Py_TYPE(move));
        return false;
    }
    *out = *fields_of(move);
    return true;
}

/* ---- Text ---- */

void move_write_uci(char *out, move_fields move)
{
    static const char letters[] = "?pnbrqk";
    if (move.drop) {
        *out++ = (char)(letters[move.drop] - 'a' + 'A');
        *out++ = '@';
    } else if (move_is_null(move)) {
        memcpy(out, "0000", 5);
        return;
    } else {
        *out++ = (char)('a' + (move.from & 7));
        *out++ = (char)('1' + (move.from >> 3));
    }
    *out++ = (char)('a' + (move.to & 7));
    *out++ = (char)('1' + (move.to >> 3));
    if (move.promotion) *out++ = letters[move.promotion];
    *out = 0;
}

static bool read_square(uint8_t *out, const char *text)
{
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') return false;
    *out = (uint8_t)((text[1] - '1') << 3 | (text[0] - 'a'));
    return true;
}

static bool read_uci(move_fields *out, const char *text, Py_ssize_t length)
{
    move_fields move = {0};
    if (length == 4 && memcmp(text, "0000", 4) == 0) {
        *out = move;
        return true;
    }
    if (length == 4 && text[1] == '@') {
        pf_piece_type type = pf_piece_type_from_letter(text[0]);
        if (type == PF_NO_PIECE_TYPE || !read_square(&move.to, text + 2)) return false;
        move.from = move.to;
        move.drop = (uint8_t)(type + 1);
        *out = move;
        return true;
    }
    if ((length != 4 && length != 5) || !read_square(&move.from, text) || !read_square(&move.to, text + 2))
        return false;
    if (length == 5) {
        pf_piece_type type = pf_piece_type_from_letter(text[4]);
        if (type == PF_NO_PIECE_TYPE || text[4] < 'a') return false;
        move.promotion = (uint8_t)(type + 1);
    }
    if (move.from == move.to) return false;
    *out = move;
    return true;
}

bool move_read_uci(core_state *state, PyObject *text, move_fields *out)
{
    Py_ssize_t length;
    const char *bytes = PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, &length) : NULL;
    if (!bytes) {
        if (!PyErr_Occurred()) PyErr_Format(PyExc_TypeError, "expected a str, got %R", (PyObject *)Py_TYPE(text));
        return false;
    }
    if (read_uci(out, bytes, length)) return true;
    PyErr_Format(state->invalid_move, "not a UCI move such as e2e4, e7e8q or N@f3: %R", text);
    return false;
}

/* ---- The type ---- */

static bool read_piece_type(uint8_t *out, PyObject *value, const char *name)
{
    if (!value || value == Py_None) {
        *out = 0;
        return true;
    }
    long number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred()) return false;
    if (number < 0 || number > 6) {
        PyErr_Format(PyExc_ValueError, "%s must be a piece type from 1 (pawn) to 6 (king) or None, not %ld", name,
                     number);
        return false;
    }
    *out = (uint8_t)number;
    return true;
}

static bool read_move_square(uint8_t *out, PyObject *value, const char *name)
{
    long number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred()) return false;
    if (number < 0 || number > 63) {
        PyErr_Format(PyExc_ValueError, "%s must be a square from 0 (a1) to 63 (h8), not %ld", name, number);
        return false;
    }
    *out = (uint8_t)number;
    return true;
}

static PyObject *make_of_objects(PyTypeObject *type, PyObject *from, PyObject *to, PyObject *promotion, PyObject *drop)
{
    move_fields fields;
    if (!read_move_square(&fields.from, from, "from_square") || !read_move_square(&fields.to, to, "to_square") ||
        !read_piece_type(&fields.promotion, promotion, "promotion") || !read_piece_type(&fields.drop, drop, "drop"))
        return NULL;
    return make(type, fields);
}

PyObject *move_own(core_state *state, PyObject *from, PyObject *to, PyObject *promotion, PyObject *drop)
{
    return make_of_objects(state->move_type, from, to, promotion, drop);
}

static PyObject *move_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"from_square", "to_square", "promotion", "drop", NULL};
    PyObject *from, *to, *promotion = NULL, *drop = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO|OO:Move", names, &from, &to, &promotion, &drop)) return NULL;
    return make_of_objects(type, from, to, promotion, drop);
}

static PyObject *move_uci(PyObject *self, PyObject *unused)
{
    (void)unused;
    char text[8];
    move_write_uci(text, *fields_of(self));
    return PyUnicode_FromString(text);
}

static PyObject *move_xboard(PyObject *self, PyObject *unused)
{
    if (move_is_null(*fields_of(self))) return PyUnicode_FromString("@@@@");
    return move_uci(self, unused);
}

static PyObject *move_str(PyObject *self)
{
    return move_uci(self, NULL);
}

static PyObject *move_repr(PyObject *self)
{
    char text[8];
    move_write_uci(text, *fields_of(self));
    return PyUnicode_FromFormat("Move.from_uci('%s')", text);
}

static int move_bool(PyObject *self)
{
    return !move_is_null(*fields_of(self));
}

static Py_hash_t move_hash(PyObject *self)
{
    const move_fields *f = fields_of(self);
    return (Py_hash_t)f->from | (Py_hash_t)f->to << 6 | (Py_hash_t)f->promotion << 12 | (Py_hash_t)f->drop << 15;
}

static PyObject *move_compare(PyObject *a, PyObject *b, int operation)
{
    if ((operation != Py_EQ && operation != Py_NE) || Py_TYPE(a) != Py_TYPE(b)) Py_RETURN_NOTIMPLEMENTED;
    bool same = memcmp(fields_of(a), fields_of(b), sizeof(move_fields)) == 0;
    return PyBool_FromLong(same == (operation == Py_EQ));
}

static PyObject *move_from_uci(PyObject *type, PyObject *text)
{
    core_state *state = core_state_of((PyTypeObject *)type, move_dealloc);
    move_fields fields;
    if (!state || !move_read_uci(state, text, &fields)) return NULL;
    return make((PyTypeObject *)type, fields);
}

static PyObject *move_null(PyObject *type, PyObject *unused)
{
    (void)unused;
    return make((PyTypeObject *)type, (move_fields){0});
}

static PyObject *move_reduce(PyObject *self, PyObject *unused)
{
    (void)unused;
    const move_fields *f = fields_of(self);
    return Py_BuildValue("O(iiNN)", (PyObject *)Py_TYPE(self), f->from, f->to, optional(f->promotion),
                         optional(f->drop));
}

static const char *const field_names[FIELD_COUNT] = {"from_square", "to_square", "promotion", "drop"};

static int set_field(PyObject *self, PyObject *value, enum field field)
{
    const char *name = field_names[field];
    if (!value) {
        PyErr_Format(PyExc_AttributeError, "cannot delete %s", name);
        return -1;
    }
    if (((move_object *)self)->is_shared) {
        PyErr_Format(PyExc_AttributeError,
                     "cannot set %s: %R is shared by all lists of moves; change a copy, as copy.copy(move) makes it",
                     name, self);
        return -1;
    }
    uint8_t *places[FIELD_COUNT] = {&fields_of(self)->from, &fields_of(self)->to, &fields_of(self)->promotion,
                                    &fields_of(self)->drop};
    uint8_t number;
    bool is_square = field == FROM_SQUARE || field == TO_SQUARE;
    if (!(is_square ? read_move_square(&number, value, name) : read_piece_type(&number, value, name))) return -1;
    PyObject *seen = is_square ? PyLong_FromLong(number) : optional(number);
    if (!seen) return -1;
    *places[field] = number;
    PyObject *before = ((move_object *)self)->values[field];
    ((move_object *)self)->values[field] = seen;
    Py_XDECREF(before);
    return 0;
}

/* Setting a field checks it; other attributes are those of subclasses. */
static int move_setattro(PyObject *self, PyObject *name, PyObject *value)
{
    for (int field = 0; field < FIELD_COUNT; field++)
        if (PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, field_names[field]) == 0)
            return set_field(self, value, (enum field)field);
    return PyObject_GenericSetAttr(self, name, value);
}

#define VALUE(field) offsetof(move_object, values) + (field) * sizeof(PyObject *)
static PyMemberDef move_members[] = {
    {"from_square", T_OBJECT_EX, VALUE(FROM_SQUARE), READONLY, "The square that the piece leaves."},
    {"to_square", T_OBJECT_EX, VALUE(TO_SQUARE), READONLY, "The square that the piece reaches."},
    {"promotion", T_OBJECT_EX, VALUE(PROMOTION), READONLY, "The piece type that a pawn becomes, or None."},
    {"drop", T_OBJECT_EX, VALUE(DROP), READONLY, "The piece type that is dropped, or None."},
    {0},
};

NAME_ARGUMENT(move_from_uci, "uci")

static PyMethodDef move_methods[] = {
    {"uci", move_uci, METH_NOARGS, "uci($self)\n--\n\nThe move as in e2e4, e7e8q, N@f3; 0000 for the null move."},
    {"xboard", move_xboard, METH_NOARGS, "xboard($self)\n--\n\nAs uci(), but @@@@ for the null move."},
    {"from_uci", NAMED(move_from_uci) | METH_CLASS,
     "from_uci($type, uci)\n--\n\nReads UCI text. InvalidMoveError if it is no move."},
    {"null", move_null, METH_NOARGS | METH_CLASS,
     "null($type)\n--\n\nThe move that passes the turn. Its truth value is false."},
    {"__reduce__", move_reduce, METH_NOARGS, "Supports pickle and copy."},
    {0},
};

static const char move_doc[] = "Move(from_square, to_square, promotion=None, drop=None)\n--\n\n"
                               "A move from a square to a square, a promotion, or a drop. Its fields can be set if you "
                               "made it yourself; the moves\n"
                               "that the package returns are shared, and only a copy of them can be changed.";

static PyType_Slot move_slots[] = {
    {Py_tp_doc, (void *)move_doc},
    {Py_tp_new, (void *)move_new},
    {Py_tp_dealloc, (void *)move_dealloc},
    {Py_tp_repr, (void *)move_repr},
    {Py_tp_str, (void *)move_str},
    {Py_tp_hash, (void *)move_hash},
    {Py_tp_richcompare, (void *)move_compare},
    {Py_tp_setattro, (void *)move_setattro},
    {Py_tp_members, move_members},
    {Py_tp_methods, move_methods},
    {Py_nb_bool, (void *)move_bool},
    {0, NULL},
};

static PyType_Spec move_spec = {"plyforge.chess.Move", sizeof(move_object), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE, move_slots};

bool move_add_type(PyObject *module, core_state *state)
{
    state->move_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &move_spec, NULL);
    return state->move_type && PyModule_AddType(module, state->move_type) == 0;
}
