/* The attributes of a board that are plain fields in python-chess. Setting one of them only marks the board for
 * validation. */
#include "core.h"

static PyObject *get_turn(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(board_pieces(board_of(self))->turn == PF_WHITE);
}

static int no_delete(PyObject *value)
{
    if (value) return 0;
    PyErr_SetString(PyExc_AttributeError, "this attribute cannot be deleted");
    return -1;
}

static int set_turn(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    pf_colour turn;
    if (no_delete(value) || !core_colour(&turn, value)) return -1;
    board_pieces(board_of(self))->turn = (uint8_t)turn;
    board_touch(board_of(self));
    return 0;
}

static PyObject *get_castling(PyObject *self, void *unused)
{
    (void)unused;
    return core_from_bitboard(board_of(self)->now.castling);
}

static int set_castling(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    pf_bitboard set;
    if (no_delete(value) || !core_bitboard(&set, value)) return -1;
    board_of(self)->now.castling = set;
    board_touch(board_of(self));
    return 0;
}

static PyObject *get_promoted(PyObject *self, void *unused)
{
    (void)unused;
    return core_from_bitboard(board_of(self)->now.promoted);
}

static int set_promoted(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    pf_bitboard set;
    if (no_delete(value) || !core_bitboard(&set, value)) return -1;
    board_of(self)->now.promoted = set;
    board_touch(board_of(self));
    return 0;
}

static PyObject *get_ep(PyObject *self, void *unused)
{
    (void)unused;
    return core_from_square(board_of(self)->now.ep_square);
}

static int set_ep(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    pf_square square = PF_NO_SQUARE;
    if (no_delete(value) || (value != Py_None && !core_square(&square, value))) return -1;
    board_of(self)->now.ep_square = (uint8_t)square;
    board_touch(board_of(self));
    return 0;
}

/* A counter: a number from 0 to most. */
static bool read_counter(long long *out, PyObject *value, long long most)
{
    if (no_delete(value)) return false;
    *out = PyLong_AsLongLong(value);
    if (*out == -1 && PyErr_Occurred()) return false;
    if (*out >= 0 && *out <= most) return true;
    PyErr_Format(PyExc_ValueError, "a counter must be from 0 to %lld, not %lld", most, *out);
    return false;
}

static PyObject *get_halfmove(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(board_pieces(board_of(self))->halfmove_clock);
}

static int set_halfmove(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    long long number;
    if (!read_counter(&number, value, UINT16_MAX)) return -1;
    board_pieces(board_of(self))->halfmove_clock = (uint16_t)number;
    return 0;
}

static PyObject *get_fullmove(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLong(board_pieces(board_of(self))->fullmove_number);
}

static int set_fullmove(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    long long number;
    if (!read_counter(&number, value, UINT32_MAX)) return -1;
    board_pieces(board_of(self))->fullmove_number = (uint32_t)number;
    return 0;
}

static PyObject *get_chess960(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(board_of(self)->chess960);
}

static int set_chess960(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    int on = value ? PyObject_IsTrue(value) : -1;
    if (no_delete(value) || on < 0) return -1;
    board_of(self)->chess960 = on != 0;
    board_touch(board_of(self));
    return 0;
}

static PyObject *get_type(PyObject *self, void *type)
{
    return core_from_bitboard(board_pieces(board_of(self))->by_type[(uintptr_t)type]);
}

static int set_type(PyObject *self, PyObject *value, void *type)
{
    pf_bitboard set;
    if (no_delete(value) || !core_bitboard(&set, value)) return -1;
    board_pieces(board_of(self))->by_type[(uintptr_t)type] = set;
    board_touch(board_of(self));
    return 0;
}

static PyObject *get_occupied(PyObject *self, void *unused)
{
    (void)unused;
    return core_from_bitboard(pf_position_occupied(board_pieces(board_of(self))));
}

static PyObject *get_occupied_co(PyObject *self, void *unused)
{
    (void)unused;
    const pf_position *p = board_pieces(board_of(self));
    return Py_BuildValue("[KK]", (unsigned long long)p->by_colour[PF_BLACK],
                         (unsigned long long)p->by_colour[PF_WHITE]);
}

static int set_occupied_co(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    pf_bitboard sets[2];
    if (no_delete(value)) return -1;
    for (int i = 0; i < 2; i++) {
        PyObject *item = PySequence_GetItem(value, i);
        bool done = item && core_bitboard(&sets[i ? PF_WHITE : PF_BLACK], item);
        Py_XDECREF(item);
        if (!done) return -1;
    }
    memcpy(board_pieces(board_of(self))->by_colour, sets, sizeof sets);
    board_touch(board_of(self));
    return 0;
}

static PyObject *get_pockets(PyObject *self, void *unused)
{
    (void)unused;
    const uint8_t *w = board_of(self)->now.position.pockets[PF_WHITE],
                  *b = board_of(self)->now.position.pockets[PF_BLACK];
    return Py_BuildValue("[[iiiii][iiiii]]", b[0], b[1], b[2], b[3], b[4], w[0], w[1], w[2], w[3], w[4]);
}

static int set_pockets(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    uint8_t read[2][5];
    if (no_delete(value)) return -1;
    for (int side = 0; side < 2; side++) {
        PyObject *row = PySequence_GetItem(value, side);
        if (!row) return -1;
        for (int type = 0; type < 5; type++) {
            PyObject *item = PySequence_GetItem(row, type);
            long count = item ? PyLong_AsLong(item) : -1;
            Py_XDECREF(item);
            if (count < 0 || count > 255) {
                Py_DECREF(row);
                if (!PyErr_Occurred())
                    PyErr_Format(PyExc_ValueError, "a pocket cannot hold %ld pieces of a type", count);
                return -1;
            }
            read[side ? PF_WHITE : PF_BLACK][type] = (uint8_t)count;
        }
        Py_DECREF(row);
    }
    memcpy(board_of(self)->now.position.pockets, read, sizeof read);
    board_touch(board_of(self));
    return 0;
}

static PyObject *get_checks(PyObject *self, void *unused)
{
    (void)unused;
    const uint8_t *given = board_of(self)->now.position.checks_given;
    return Py_BuildValue("[ii]", given[PF_BLACK], given[PF_WHITE]);
}

static int set_checks(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    uint8_t read[2];
    if (no_delete(value)) return -1;
    for (int side = 0; side < 2; side++) {
        PyObject *item = PySequence_GetItem(value, side);
        long count = item ? PyLong_AsLong(item) : -1;
        Py_XDECREF(item);
        if (count < 0 || count > 3) {
            if (!PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "a side cannot have given %ld checks", count);
            return -1;
        }
        read[side ? PF_WHITE : PF_BLACK] = (uint8_t)count;
    }
    memcpy(board_of(self)->now.position.checks_given, read, sizeof read);
    board_touch(board_of(self));
    return 0;
}

static PyObject *get_generator(PyObject *self, void *pseudo)
{
    core_state *state = board_of(self)->state;
    return generator_new(pseudo ? state->pseudo_type : state->legal_type, self, board_of(self));
}

PyGetSetDef board_fields[] = {
    {"turn", get_turn, set_turn, "The side to move: True for White.", NULL},
    {"castling_rights", get_castling, set_castling, "The rooks that may still castle, as a bitboard.", NULL},
    {"promoted", get_promoted, set_promoted, "The pieces that were pawns, as a bitboard.", NULL},
    {"ep_square", get_ep, set_ep, "The square that a pawn has just crossed, capturable or not, or None.", NULL},
    {"halfmove_clock", get_halfmove, set_halfmove, "Half-moves since the last capture or pawn move.", NULL},
    {"fullmove_number", get_fullmove, set_fullmove, "Counts up after each move of Black.", NULL},
    {"chess960", get_chess960, set_chess960, "Whether castling is written as the king taking its rook.", NULL},
    {"pawns", get_type, set_type, "The pawns of both sides, as a bitboard.", (void *)PF_PAWN},
    {"knights", get_type, set_type, "The knights of both sides, as a bitboard.", (void *)PF_KNIGHT},
    {"bishops", get_type, set_type, "The bishops of both sides, as a bitboard.", (void *)PF_BISHOP},
    {"rooks", get_type, set_type, "The rooks of both sides, as a bitboard.", (void *)PF_ROOK},
    {"queens", get_type, set_type, "The queens of both sides, as a bitboard.", (void *)PF_QUEEN},
    {"kings", get_type, set_type, "The kings of both sides, as a bitboard.", (void *)PF_KING},
    {"occupied", get_occupied, NULL, "The occupied squares, as a bitboard.", NULL},
    {"occupied_co", get_occupied_co, set_occupied_co, "The pieces of Black and of White, as two bitboards.", NULL},
    {"_pockets", get_pockets, set_pockets, "Crazyhouse: how many of each type each side may drop.", NULL},
    {"_checks_given", get_checks, set_checks, "Three-check: the checks given by Black and by White.", NULL},
    {"legal_moves", get_generator, NULL,
     "The legal moves: iterable, with count(), 'in' and a truth value. Always those of the current position.", NULL},
    {"pseudo_legal_moves", get_generator, NULL,
     "Moves that may leave the king in check, and are otherwise right; castling only if it is legal.", (void *)1},
    {0},
};

/* The interpreter reads such a member without calling a function. */
PyMemberDef board_members[] = {
    {"move_stack", T_OBJECT_EX, offsetof(board_object, data.move_stack), READONLY,
     "The moves that led to the position, a list."},
    {0},
};
