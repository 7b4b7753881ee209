/* Boards as objects: their memory, their fields, setting them up, and validation. A board is validated only when a
 * question requires it, because a board without kings is a board as well. */
#include "core.h"

/* ---- Validation ---- */

static void fill_setup(const board_data *board, pf_setup *out)
{
    pf_setup_from_position(out, &board->now.position);
    out->castling = board->now.castling;
    out->ep_square = board->now.ep_square;
    out->promoted = board->variant == PF_VARIANT_CRAZYHOUSE ? board->now.promoted : 0;
    out->variant = board->variant;
}

bool board_is_consistent(const pf_position *p)
{
    pf_bitboard seen = 0;
    for (int type = PF_PAWN; type <= PF_KING; type++) {
        if (seen & p->by_type[type]) return false;
        seen |= p->by_type[type];
    }
    return seen == (p->by_colour[0] | p->by_colour[1]) && !(p->by_colour[0] & p->by_colour[1]);
}

static bool validate(board_data *board)
{
    pf_position *position = &board->now.position;
    pf_accept accept = PF_ACCEPT_LENIENT | (board->chess960 ? PF_ACCEPT_CHESS960 : 0);
    pf_setup setup;
    pf_position made;
    fill_setup(board, &setup);
    position->variant = board->variant;
    if (board_is_consistent(position) && pf_position_from_setup(&made, &setup, accept, NULL, NULL) == PF_OK) {
        *position = made;
        board->now.validity = BOARD_SOUND;
        return true;
    }
    position->castling = 0;
    position->ep_square = PF_NO_SQUARE;
    board->now.validity = BOARD_LOOSE;
    return false;
}

pf_problems board_problems(const board_data *board)
{
    pf_setup setup;
    fill_setup(board, &setup);
    return pf_setup_problems(&setup, board->chess960 ? PF_ACCEPT_CHESS960 : 0);
}

bool board_is_sound(board_data *board)
{
    if (board->now.validity == BOARD_UNCHECKED) return validate(board);
    return board->now.validity == BOARD_SOUND;
}

pf_square board_king(board_data *board, pf_colour colour)
{
    pf_bitboard kings = pf_position_pieces(board_pieces(board), colour, PF_KING) & ~board->now.promoted;
    return kings && !pf_bitboard_has_many(kings) ? pf_bitboard_lowest(kings) : PF_NO_SQUARE;
}

/* The rights of one side on a board that the library refuses: if the king is at home, those of the outermost rook on
 * each side of it. */
static pf_bitboard loose_rights(board_data *board, pf_colour colour)
{
    pf_bitboard rank = pf_bitboard_rank(colour == PF_WHITE ? 0 : 7);
    pf_bitboard rooks = board->now.castling & rank & pf_position_pieces(board_pieces(board), colour, PF_ROOK);
    pf_bitboard kings = pf_position_pieces(board_pieces(board), colour, PF_KING) & rank & ~board->now.promoted;
    if (!rooks || !kings) return 0;
    if (!board->chess960) {
        bool home = (kings & pf_bitboard_file(4)) != 0;
        return home ? rooks & (pf_bitboard_file(0) | pf_bitboard_file(7)) : 0;
    }
    pf_bitboard king = pf_bit(pf_bitboard_lowest(kings));
    pf_bitboard left = rooks & (king - 1), right = rooks & ~(king - 1), kept = 0;
    if (left) kept |= pf_bit(pf_bitboard_lowest(left));
    if (right) kept |= pf_bit(pf_bitboard_highest(right));
    return kept;
}

pf_bitboard board_clean_castling(board_data *board)
{
    if (board_is_sound(board)) return board_pieces(board)->castling;
    return loose_rights(board, PF_WHITE) | loose_rights(board, PF_BLACK);
}

/* ---- Memory ---- */

void board_clear_stack(board_data *board)
{
    board->depth = 0;
    PyList_SetSlice(board->move_stack, 0, PyList_Size(board->move_stack), NULL);
}

static void board_dealloc(PyObject *self);

/* Reads the variant of a class from its attribute _variant. */
static bool read_variant(const core_state *state, PyTypeObject *type, uint8_t *out)
{
    PyObject *value = PyObject_GetAttr((PyObject *)type, state->variant_name);
    if (!value) {
        PyErr_Clear();
        *out = PF_VARIANT_STANDARD;
        return true;
    }
    long number = PyLong_AsLong(value);
    Py_DECREF(value);
    if (number < 0 || number >= PF_VARIANT_COUNT) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "_variant is not the number of a variant");
        return false;
    }
    *out = (uint8_t)number;
    return true;
}

static void clear_position(board_data *board)
{
    memset(&board->now, 0, sizeof board->now);
    board->now.position.variant = board->variant;
    board->now.position.ep_square = PF_NO_SQUARE;
    board->now.position.fullmove_number = 1;
    board->now.ep_square = PF_NO_SQUARE;
}

static PyObject *board_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)args, (void)kwargs;
    core_state *state = core_state_of(type, board_dealloc);
    uint8_t variant;
    if (!state || !read_variant(state, type, &variant)) return NULL;
    PyObject *stack = PyList_New(0);
    if (!stack) return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PyObject *self = allocate(type, 0);
    if (!self) {
        Py_DECREF(stack);
        return NULL;
    }
    board_data *board = board_of(self);
    board->state = state;
    board->variant = variant;
    board->move_stack = stack;
    clear_position(board);
    return self;
}

static int board_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(board_of(self)->move_stack);
    Py_VISIT(board_of(self)->pockets);
    Py_VISIT(board_of(self)->pocket[0]);
    Py_VISIT(board_of(self)->pocket[1]);
    return 0;
}

static int board_clear(PyObject *self)
{
    Py_CLEAR(board_of(self)->move_stack);
    pockets_forget(board_of(self));
    return 0;
}

static void board_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    PyMem_Free(board_of(self)->stack);
    pockets_forget(board_of(self));
    Py_CLEAR(board_of(self)->move_stack);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static int board_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"fen", "chess960", NULL};
    board_data *board = board_of(self);
    PyObject *fen = NULL;
    int chess960 = 0;
    if (kwargs || PyTuple_Size(args) > 0) {
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O$p:Board", names, &fen, &chess960)) return -1;
    }
    board->chess960 = chess960 != 0;
    board_clear_stack(board);
    if (!fen) return board_set_start(board);
    if (fen == Py_None) {
        clear_position(board);
        return 0;
    }
    return board_read_fen(self, fen);
}

int board_set_start(board_data *board)
{
    board->now.position = pf_variant_start((pf_variant)board->variant);
    board->now.castling = board_pieces(board)->castling;
    board->now.ep_square = board_pieces(board)->ep_square;
    board->now.promoted = 0;
    board->now.validity = BOARD_SOUND;
    return 0;
}

/* ---- Setting up ---- */

static void put(board_data *board, pf_square square, pf_piece piece, bool promoted)
{
    pf_position *p = board_pieces(board);
    pf_bitboard bit = pf_bit(square);
    for (int type = PF_PAWN; type <= PF_KING; type++) p->by_type[type] &= ~bit;
    p->by_colour[0] &= ~bit;
    p->by_colour[1] &= ~bit;
    board->now.promoted &= ~bit;
    if (piece != PF_NO_PIECE) {
        p->by_type[pf_piece_type_of(piece)] |= bit;
        p->by_colour[pf_piece_colour(piece)] |= bit;
        if (promoted) board->now.promoted |= bit;
    }
    board_touch(board);
}

static PyObject *set_piece(PyObject *self, PyObject *args)
{
    int square, type, promoted;
    pf_colour colour;
    if (!PyArg_ParseTuple(args, "iiO&p", &square, &type, core_colour_argument, &colour, &promoted)) return NULL;
    if (square < 0 || square > 63) return PyErr_Format(PyExc_IndexError, "square must be from 0 to 63, not %d", square);
    if (type < 0 || type > 6) return PyErr_Format(PyExc_ValueError, "no piece type: %d", type);
    pf_piece piece = type ? pf_piece_of(colour, (pf_piece_type)type - 1) : PF_NO_PIECE;
    put(board_of(self), (pf_square)square, piece, promoted != 0);
    Py_RETURN_NONE;
}

static PyObject *clear_pieces(PyObject *self, PyObject *unused)
{
    (void)unused;
    board_data *board = board_of(self);
    memset(board_pieces(board)->by_type, 0, sizeof board_pieces(board)->by_type);
    memset(board_pieces(board)->by_colour, 0, sizeof board_pieces(board)->by_colour);
    board->now.promoted = 0;
    board_touch(board);
    Py_RETURN_NONE;
}

static PyObject *set_chess960_pieces(PyObject *self, PyObject *number)
{
    unsigned long wanted = PyLong_AsUnsignedLong(number);
    if (PyErr_Occurred()) return NULL;
    board_data *board = board_of(self);
    pf_position start = pf_position_chess960_start((unsigned)wanted);
    memcpy(board_pieces(board)->by_type, start.by_type, sizeof start.by_type);
    memcpy(board_pieces(board)->by_colour, start.by_colour, sizeof start.by_colour);
    board->now.promoted = 0;
    board_touch(board);
    Py_RETURN_NONE;
}

/* Flips the board vertically and swaps the colours, including the side to move, castling rights and the en passant
 * square; pockets and checks are kept. */
static PyObject *flip(PyObject *self, PyObject *unused)
{
    (void)unused;
    board_data *board = board_of(self);
    pf_position *p = board_pieces(board);
    board_clear_stack(board);
    for (int type = 0; type < 6; type++) p->by_type[type] = pf_bitboard_flip(p->by_type[type]);
    pf_bitboard white = pf_bitboard_flip(p->by_colour[PF_WHITE]);
    p->by_colour[PF_WHITE] = pf_bitboard_flip(p->by_colour[PF_BLACK]);
    p->by_colour[PF_BLACK] = white;
    p->turn ^= 1;
    board->now.castling = pf_bitboard_flip(board->now.castling);
    board->now.promoted = pf_bitboard_flip(board->now.promoted);
    if (board->now.ep_square < PF_NO_SQUARE) board->now.ep_square ^= 56;
    board_touch(board);
    Py_RETURN_NONE;
}

static bool transform_set(PyObject *function, pf_bitboard *set)
{
    PyObject *before = core_from_bitboard(*set);
    PyObject *after = before ? PyObject_CallFunctionObjArgs(function, before, NULL) : NULL;
    bool done = after && core_bitboard(set, after);
    Py_XDECREF(before);
    Py_XDECREF(after);
    return done;
}

/* Applies a function of bitboards to the sets of pieces; nothing changes if the function fails. */
static PyObject *transform_pieces(PyObject *self, PyObject *function)
{
    board_data *board = board_of(self);
    pf_position changed = *board_pieces(board);
    pf_bitboard promoted = board->now.promoted;
    for (int side = 0; side < 2; side++)
        if (!transform_set(function, &changed.by_colour[side])) return NULL;
    for (int type = 0; type < 6; type++)
        if (!transform_set(function, &changed.by_type[type])) return NULL;
    if (!transform_set(function, &promoted)) return NULL;
    memcpy(board_pieces(board)->by_colour, changed.by_colour, sizeof changed.by_colour);
    memcpy(board_pieces(board)->by_type, changed.by_type, sizeof changed.by_type);
    board->now.promoted = promoted;
    board_touch(board);
    Py_RETURN_NONE;
}

/* The Chess960 number of the start position with these pieces, regardless of the side to move and the castling
 * rights. */
static PyObject *chess960_number(PyObject *self, PyObject *unused)
{
    (void)unused;
    const pf_position *pieces = board_pieces(board_of(self));
    if (pieces->by_colour[PF_WHITE] != 0xffff || pieces->by_colour[PF_BLACK] != 0xffff000000000000) Py_RETURN_NONE;
    pf_setup setup = {.castling = pieces->by_type[PF_ROOK], .ep_square = PF_NO_SQUARE, .fullmove_number = 1};
    for (pf_square square = 0; square < 64; square++)
        setup.squares[square] = (uint8_t)pf_position_piece_at(pieces, square);
    pf_position whole;
    if (board_of(self)->now.promoted || pf_position_from_setup(&whole, &setup, PF_ACCEPT_CHESS960, NULL, NULL) != PF_OK)
        Py_RETURN_NONE;
    unsigned number = pf_position_chess960_number(&whole);
    if (number == PF_NO_CHESS960_NUMBER) Py_RETURN_NONE;
    return PyLong_FromUnsignedLong(number);
}

static PyObject *clear_stack(PyObject *self, PyObject *unused)
{
    (void)unused;
    board_clear_stack(board_of(self));
    Py_RETURN_NONE;
}

static PyObject *reset_start(PyObject *self, PyObject *unused)
{
    (void)unused;
    board_set_start(board_of(self));
    board_clear_stack(board_of(self));
    Py_RETURN_NONE;
}

/* Copies position, mode and the last moves of another board: keep of them, or all if keep is negative. */
static bool take(board_data *to, const board_data *from, Py_ssize_t keep)
{
    Py_ssize_t moves = PyList_Size(from->move_stack);
    if (keep < 0 || keep > moves) keep = moves;
    if ((size_t)keep > from->depth) keep = (Py_ssize_t)from->depth;
    PyObject *stack = PyList_GetSlice(from->move_stack, moves - keep, moves);
    if (!stack) return false;
    if ((size_t)keep > to->capacity) {
        board_frame *memory = PyMem_Realloc(to->stack, (size_t)keep * sizeof *memory);
        if (!memory) {
            Py_DECREF(stack);
            return PyErr_NoMemory(), false;
        }
        to->stack = memory;
        to->capacity = (size_t)keep;
    }
    if (keep) memcpy(to->stack, from->stack + (from->depth - (size_t)keep), (size_t)keep * sizeof *to->stack);
    to->depth = (size_t)keep;
    PyObject *before = to->move_stack;
    to->move_stack = stack;
    Py_XDECREF(before);
    to->now = from->now;
    to->chess960 = from->chess960;
    if (to->variant != from->variant) {
        to->now.position.variant = to->variant;
        for (size_t i = 0; i < to->depth; i++) to->stack[i].validity = BOARD_UNCHECKED;
        board_touch(to);
    }
    return true;
}

/* A new board without pieces. If a class defines its own __init__, that is called, as it may have more to set up. */
static PyObject *make_empty(const core_state *state, PyTypeObject *type)
{
    if ((initproc)PyType_GetSlot(type, Py_tp_init) == board_init) return board_new(type, NULL, NULL);
    PyObject *init = PyObject_GetAttr((PyObject *)type, state->init_name);
    bool is_known = init && init == state->base_board_init;
    Py_XDECREF(init);
    if (is_known) return board_new(type, NULL, NULL);
    return init ? PyObject_CallFunctionObjArgs((PyObject *)type, Py_None, NULL) : NULL;
}

static PyObject *empty(PyObject *type, PyObject *unused)
{
    (void)unused;
    core_state *state = core_state_of((PyTypeObject *)type, board_dealloc);
    return state ? make_empty(state, (PyTypeObject *)type) : NULL;
}

/* Registers the __init__ of BaseBoard, which does nothing to an empty board. */
PyObject *board_register_base(PyObject *module, PyObject *type)
{
    core_state *state = PyModule_GetState(module);
    PyObject *before = state->base_board_init;
    state->base_board_init = PyObject_GetAttr(type, state->init_name);
    Py_XDECREF(before);
    if (!state->base_board_init) return NULL;
    Py_RETURN_NONE;
}

/* Creates a board of the same class. */
static PyObject *copy(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"stack", NULL};
    PyObject *wanted = Py_True;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|$O:copy", names, &wanted)) return NULL;
    Py_ssize_t keep = wanted == Py_True ? -1 : PyLong_AsSsize_t(wanted);
    if (keep == -1 && PyErr_Occurred()) return NULL;
    PyTypeObject *type = Py_TYPE(self);
    PyObject *other = make_empty(board_of(self)->state, type);
    if (!other) return NULL;
    bool is_new = other != self && PyObject_TypeCheck(other, board_of(self)->state->board_type);
    if (!is_new)
        PyErr_Format(PyExc_TypeError, "copy() needs a new board from %R, got %s", (PyObject *)type,
                     other == self ? "the board itself" : "another object");
    if (!is_new || !take(board_of(other), board_of(self), wanted != Py_True && keep < 0 ? 0 : keep)) Py_CLEAR(other);
    return other;
}

/* The position before the move with this index in the stack. */
static PyObject *rewind_to(PyObject *self, PyObject *index)
{
    board_data *board = board_of(self);
    Py_ssize_t depth = PyLong_AsSsize_t(index);
    if (depth == -1 && PyErr_Occurred()) return NULL;
    if (depth < 0 || (size_t)depth > board->depth) return PyErr_Format(PyExc_IndexError, "no such move");
    if ((size_t)depth < board->depth) board->now = board->stack[depth];
    board_clear_stack(board);
    Py_RETURN_NONE;
}

PyMethodDef board_set_methods[] = {
    {"_set_piece", set_piece, METH_VARARGS, "_set_piece($self, square, piece_type or 0, color, promoted)\n--\n\n"},
    {"_flip", flip, METH_NOARGS, "_flip($self)\n--\n\nWhat apply_mirror() does."},
    {"_transform_pieces", transform_pieces, METH_O,
     "_transform_pieces($self, f, /)\n--\n\nApplies a function of bitboards to the sets of pieces."},
    {"_clear_pieces", clear_pieces, METH_NOARGS, "Takes all pieces off the board."},
    {"_set_chess960_pieces", set_chess960_pieces, METH_O, "_set_chess960_pieces($self, scharnagl, /)\n--\n\n"},
    {"_chess960_number", chess960_number, METH_NOARGS, "_chess960_number($self)\n--\n\n"},
    {"clear_stack", clear_stack, METH_NOARGS, "clear_stack($self)\n--\n\nForgets the moves that led to the position."},
    {"reset", reset_start, METH_NOARGS, "reset($self)\n--\n\nSets up the starting position and forgets the moves."},
    {"copy", (PyCFunction)(void (*)(void))copy, METH_VARARGS | METH_KEYWORDS,
     "copy($self, *, stack=True)\n--\n\nA copy with all moves of the stack, none, or the last ones if stack is a "
     "number."},
    {"empty", empty, METH_NOARGS | METH_CLASS, "empty($type)\n--\n\nA new board without pieces."},
    {"_rewind_to", rewind_to, METH_O,
     "_rewind_to($self, index, /)\n--\n\nGoes back to the position before that move, without a stack."},
    {0},
};

/* ---- Type ---- */

static const char board_doc[] = "The part of a board that is written in C. See plyforge.chess.Board.";

bool board_add_types(PyObject *module, core_state *state)
{
    PyMethodDef *parts[] = {board_set_methods,  board_move_methods, board_text_methods,
                            board_rule_methods, board_kind_methods, board_tool_methods};
    size_t count = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (PyMethodDef *m = parts[i]; m->ml_name; m++) count++;
    /* The type keeps pointers to its methods, so this memory lives as long as the program. */
    PyMethodDef *methods = PyMem_Calloc(count + 1, sizeof *methods), *end = methods;
    if (!methods) return PyErr_NoMemory(), false;
    state->board_methods = methods;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (PyMethodDef *m = parts[i]; m->ml_name; m++) *end++ = *m;
    PyType_Slot slots[] = {
        {Py_tp_doc, (void *)board_doc},
        {Py_tp_new, (void *)board_new},
        {Py_tp_init, (void *)board_init},
        {Py_tp_dealloc, (void *)board_dealloc},
        {Py_tp_traverse, (void *)board_traverse},
        {Py_tp_clear, (void *)board_clear},
        {Py_tp_getset, board_fields},
        {Py_tp_members, board_members},
        {Py_tp_methods, methods},
        {0, NULL},
    };
    PyType_Spec spec = {"plyforge._core.Board", sizeof(board_object), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots};
    state->board_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    return state->board_type && PyModule_AddType(module, state->board_type) == 0;
}

/* The interpreter calls a C method directly only if the object's class is exactly the one that owns the method, and
 * boards belong to a Python subclass. So the methods that this class inherits from C are made its own here. */
PyObject *board_own_methods(PyObject *module, PyObject *type)
{
    core_state *state = PyModule_GetState(module);
    if (!PyType_Check(type) || !PyType_IsSubtype((PyTypeObject *)type, state->board_type))
        return PyErr_Format(PyExc_TypeError, "expected a subclass of Board, got %R", type);
    PyObject *before = state->board_class;
    state->board_class = Py_NewRef(type);
    Py_XDECREF(before);
    for (PyMethodDef *method = state->board_methods; method->ml_name; method++) {
        PyObject *inherited = core_attribute((PyObject *)state->board_type, method->ml_name);
        PyObject *found = inherited ? core_attribute(type, method->ml_name) : NULL;
        PyObject *own = found == inherited && found ? PyDescr_NewMethod((PyTypeObject *)type, method) : NULL;
        if (own) PyObject_SetAttrString(type, method->ml_name, own);
        Py_XDECREF(own);
        Py_XDECREF(found);
        Py_XDECREF(inherited);
        if (PyErr_Occurred()) return NULL;
    }
    Py_RETURN_NONE;
}
