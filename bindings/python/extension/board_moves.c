/* Lists of moves, and the objects behind board.legal_moves and board.pseudo_legal_moves. */
#include "core.h"

/* ---- Iterating over moves of the library ----
 *
 * The iterator has the moves of the moment at which it was created. Each becomes an object when it is requested; most
 * of these objects are in the table of shared moves, indexed by the twelve bits of origin and target. */
typedef struct iterator_object {
    PyObject_VAR_HEAD core_state *state; /* lives as long as the type */
    uint32_t size, at;
    bool chess960;
    pf_move moves[];
} iterator_object;

static void iterator_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *iterator_next(PyObject *object)
{
    iterator_object *self = (iterator_object *)object;
    if (self->at == self->size) return NULL;
    pf_move move = self->moves[self->at++];
    PyObject *shared = move >> 12 == 0 ? self->state->moves[move] : NULL;
    if (shared) return Py_NewRef(shared);
    return move_get(self->state, board_from_library(move, self->chess960));
}

static PyObject *iterator_length_hint(PyObject *object, PyObject *unused)
{
    (void)unused;
    iterator_object *self = (iterator_object *)object;
    return PyLong_FromUnsignedLong(self->size - self->at);
}

static PyObject *iterator_of_library(board_data *board, const pf_move *moves, uint32_t size)
{
    iterator_object *self = PyObject_NewVar(iterator_object, board->state->iterator_type, (Py_ssize_t)size);
    if (!self) return NULL;
    self->state = board->state;
    self->size = size;
    self->at = 0;
    self->chess960 = board->chess960;
    memcpy(self->moves, moves, size * sizeof *moves);
    return (PyObject *)self;
}

static PyMethodDef iterator_methods[] = {
    {"__length_hint__", iterator_length_hint, METH_NOARGS, "How many moves are left."},
    {0},
};

static PyType_Slot iterator_slots[] = {
    {Py_tp_doc, (void *)"Iterates over moves."}, {Py_tp_dealloc, (void *)iterator_dealloc},
    {Py_tp_iter, (void *)PyObject_SelfIter},     {Py_tp_iternext, (void *)iterator_next},
    {Py_tp_methods, iterator_methods},           {0, NULL},
};

static PyType_Spec iterator_spec = {"plyforge._core.MoveIterator", sizeof(iterator_object), sizeof(pf_move),
                                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, iterator_slots};

/* ---- Moves between sets of squares ---- */

/* Whether origin and target are in the sets. A drop counts its target as its origin; the target of castling is the
 * rook. */
static bool is_between(board_data *board, move_fields move, pf_bitboard from, pf_bitboard to)
{
    if (!pf_bitboard_has(from, move.from)) return false;
    pf_move library = board_to_library(board, move);
    bool castles = library && pf_move_kind_of(library) == PF_MOVE_CASTLING;
    return pf_bitboard_has(to, castles ? pf_move_to(library) : move.to);
}

/* Lists the moves that are between the sets and, if requested, legal. */
static PyObject *list_of_fields(board_data *board, const loose_list *moves, pf_bitboard from, pf_bitboard to,
                                bool legal)
{
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list && i < moves->size; i++) {
        move_fields fields = moves->moves[i];
        if (!is_between(board, fields, from, to)) continue;
        if (legal && !board_is_legal(board, fields)) continue;
        PyObject *move = move_get(board->state, fields);
        if (!move || PyList_Append(list, move) < 0) Py_CLEAR(list);
        Py_XDECREF(move);
    }
    return list;
}

static PyObject *iterator_of(PyObject *list)
{
    PyObject *iterator = list ? PyObject_GetIter(list) : NULL;
    Py_XDECREF(list);
    return iterator;
}

PyObject *board_legal_iterator(board_data *board, pf_bitboard from, pf_bitboard to)
{
    if (!board_is_sound(board)) {
        loose_list moves;
        loose_pseudo_legal(board, &moves);
        board_order_fields(board, &moves);
        return iterator_of(list_of_fields(board, &moves, from, to, true));
    }
    known_moves *known = &board->state->known;
    known->position = *board_pieces(board);
    known->next = 0;
    pf_generate_legal(&known->position, &known->list);
    board_order_moves(&known->position, &known->list);
    if ((from & to) == (pf_bitboard)-1) return iterator_of_library(board, known->list.moves, known->list.size);
    pf_move kept[PF_MOVE_LIST_CAPACITY];
    uint32_t size = 0;
    for (uint32_t i = 0; i < known->list.size; i++) {
        pf_move move = known->list.moves[i];
        pf_square origin = pf_move_is_drop(move) ? pf_move_to(move) : pf_move_from(move);
        if (pf_bitboard_has(from, origin) && pf_bitboard_has(to, pf_move_to(move))) kept[size++] = move;
    }
    return iterator_of_library(board, kept, size);
}

/* Lists the pseudo-legal moves, except for drops, for which python-chess has a separate method. */
static void listed_pseudo_legal(board_data *board, loose_list *out)
{
    loose_pseudo_legal(board, out);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < out->size; i++)
        if (!out->moves[i].drop) out->moves[kept++] = out->moves[i];
    out->size = kept;
}

PyObject *board_pseudo_list(board_data *board, pf_bitboard from, pf_bitboard to)
{
    loose_list moves;
    listed_pseudo_legal(board, &moves);
    board_order_fields(board, &moves);
    return list_of_fields(board, &moves, from, to, false);
}

bool board_any_legal(board_data *board)
{
    return board_is_sound(board) ? pf_any_legal(board_pieces(board)) : board_count_legal(board) > 0;
}

uint32_t board_count_legal(board_data *board)
{
    if (board_is_sound(board)) return pf_count_legal(board_pieces(board));
    loose_list moves;
    uint32_t count = 0;
    loose_pseudo_legal(board, &moves);
    for (uint32_t i = 0; i < moves.size; i++) count += loose_is_legal(board, moves.moves[i]);
    return count;
}

bool board_in_check(board_data *board)
{
    return board_is_sound(board) ? pf_position_in_check(&board->now.position) : loose_in_check(board);
}

/* ---- Methods ---- */

static bool read_masks(PyObject *args, PyObject *kwargs, pf_bitboard *from, pf_bitboard *to)
{
    static char *names[] = {"from_mask", "to_mask", NULL};
    PyObject *first = NULL, *second = NULL;
    *from = *to = (pf_bitboard)-1;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OO", names, &first, &second)) return false;
    return (!first || core_bitboard(from, first)) && (!second || core_bitboard(to, second));
}

static PyObject *generate_legal(PyObject *self, PyObject *args, PyObject *kwargs)
{
    pf_bitboard from, to;
    if (!read_masks(args, kwargs, &from, &to)) return NULL;
    return board_legal_iterator(board_of(self), from, to);
}

static PyObject *generate_pseudo(PyObject *self, PyObject *args, PyObject *kwargs)
{
    pf_bitboard from, to;
    if (!read_masks(args, kwargs, &from, &to)) return NULL;
    return iterator_of(board_pseudo_list(board_of(self), from, to));
}

/* The en passant captures between the sets of squares, legal or pseudo-legal. */
static PyObject *list_ep(board_data *board, pf_bitboard from, pf_bitboard to, bool legal)
{
    loose_list moves;
    listed_pseudo_legal(board, &moves);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < moves.size; i++)
        if (board_is_en_passant(board, moves.moves[i])) moves.moves[kept++] = moves.moves[i];
    moves.size = kept;
    board_order_fields(board, &moves);
    return list_of_fields(board, &moves, from, to, legal);
}

static PyObject *generate_ep(PyObject *self, PyObject *args, PyObject *kwargs, bool legal)
{
    pf_bitboard from, to;
    board_data *board = board_of(self);
    if (!read_masks(args, kwargs, &from, &to)) return NULL;
    bool possible = board->now.ep_square != PF_NO_SQUARE && pf_bitboard_has(to, board->now.ep_square);
    return iterator_of(possible ? list_ep(board, from, to, legal) : PyTuple_New(0));
}

static PyObject *generate_legal_ep(PyObject *self, PyObject *args, PyObject *kwargs)
{
    return generate_ep(self, args, kwargs, true);
}

static PyObject *generate_pseudo_legal_ep(PyObject *self, PyObject *args, PyObject *kwargs)
{
    return generate_ep(self, args, kwargs, false);
}

static PyObject *has_pseudo_legal_ep(PyObject *self, PyObject *unused)
{
    (void)unused;
    board_data *board = board_of(self);
    if (board->now.ep_square == PF_NO_SQUARE) Py_RETURN_FALSE;
    PyObject *list = list_ep(board, (pf_bitboard)-1, (pf_bitboard)-1, false);
    if (!list) return NULL;
    bool any = PyList_Size(list) > 0;
    Py_DECREF(list);
    return PyBool_FromLong(any);
}

/* _from_chess960(chess960, from_square, to_square, promotion=None, drop=None) */
static PyObject *from_chess960(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"chess960", "from_square", "to_square", "promotion", "drop", NULL};
    PyObject *chess960, *from, *to, *promotion = NULL, *drop = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOO|OO:_from_chess960", names, &chess960, &from, &to, &promotion,
                                     &drop))
        return NULL;
    board_data *board = board_of(self);
    PyObject *move = move_own(board->state, from, to, promotion, drop);
    move_fields fields;
    int keeps = move ? PyObject_IsTrue(chess960) : -1;
    if (keeps < 0 || !move_read(board->state, move, &fields)) {
        Py_XDECREF(move);
        return NULL;
    }
    bool is_king = pf_bitboard_has(board_pieces(board)->by_type[PF_KING], fields.from);
    bool is_home = fields.from == 4 || fields.from == 60;
    int distance = (int)fields.to - (int)fields.from;
    if (!keeps && !fields.promotion && !fields.drop && is_king && is_home && (distance == 3 || distance == -4)) {
        Py_DECREF(move);
        fields.to = (uint8_t)(fields.from + (distance > 0 ? 2 : -2));
        move = move_of_fields(board->state, fields);
    }
    return move;
}

static PyObject *is_legal(PyObject *self, PyObject *move)
{
    board_data *board = board_of(self);
    move_fields fields;
    int read = move_read_or_none(board->state, move, &fields);
    if (read < 0) return NULL;
    return PyBool_FromLong(read && board_is_legal(board, fields));
}

static PyObject *is_pseudo_legal(PyObject *self, PyObject *move)
{
    board_data *board = board_of(self);
    move_fields fields;
    int read = move_read_or_none(board->state, move, &fields);
    if (read < 0) return NULL;
    return PyBool_FromLong(read && loose_is_pseudo_legal(board, fields));
}

static PyObject *peek(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *stack = board_of(self)->move_stack;
    Py_ssize_t size = PyList_Size(stack);
    if (size < 1) {
        PyErr_SetString(PyExc_IndexError, "peek at a board without moves");
        return NULL;
    }
    return Py_NewRef(PyList_GetItem(stack, size - 1));
}

NAME_ARGUMENT(board_push, "move")
NAME_ARGUMENT(is_legal, "move")
NAME_ARGUMENT(is_pseudo_legal, "move")

#define MASKS "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)\n--\n\n"

PyMethodDef board_move_methods[] = {
    {"generate_pseudo_legal_ep", (PyCFunction)(void (*)(void))generate_pseudo_legal_ep, METH_VARARGS | METH_KEYWORDS,
     "generate_pseudo_legal_ep" MASKS "Iterates over the pseudo-legal en passant captures."},
    {"generate_legal_ep", (PyCFunction)(void (*)(void))generate_legal_ep, METH_VARARGS | METH_KEYWORDS,
     "generate_legal_ep" MASKS "Iterates over the legal en passant captures."},
    {"has_pseudo_legal_en_passant", has_pseudo_legal_ep, METH_NOARGS,
     "has_pseudo_legal_en_passant($self)\n--\n\nWhether a pawn attacks the en passant square."},
    {"_from_chess960", (PyCFunction)(void (*)(void))from_chess960, METH_VARARGS | METH_KEYWORDS,
     "_from_chess960($self, chess960, from_square, to_square, promotion=None, drop=None)\n--\n\nA new move; without "
     "chess960, a king that takes its rook makes a step instead. A private name of python-chess that programs use."},
    {"push", NAMED(board_push),
     "push($self, move)\n--\n\nPlays a move, also an illegal or null one, and puts it on the move stack. "
     "IllegalMoveError only if "
     "the "
     "origin is empty."},
    {"pop", board_pop, METH_NOARGS,
     "pop($self)\n--\n\nTakes the last move back and returns it. IndexError if there is none."},
    {"peek", peek, METH_NOARGS, "peek($self)\n--\n\nThe last move. IndexError if there is none."},
    {"is_legal", NAMED(is_legal), "is_legal($self, move)\n--\n\nWhether the move is legal."},
    {"is_pseudo_legal", NAMED(is_pseudo_legal),
     "is_pseudo_legal($self, move)\n--\n\nWhether the move is legal but for the king's safety."},
    {"generate_legal_moves", (PyCFunction)(void (*)(void))generate_legal, METH_VARARGS | METH_KEYWORDS,
     "generate_legal_moves" MASKS "Iterates over the legal moves between these squares."},
    {"generate_pseudo_legal_moves", (PyCFunction)(void (*)(void))generate_pseudo, METH_VARARGS | METH_KEYWORDS,
     "generate_pseudo_legal_moves" MASKS "Iterates over the pseudo-legal moves between these squares."},
    {0},
};

/* ---- board.legal_moves, board.pseudo_legal_moves ---- */

/* own: the board if it is implemented in C. An object that merely has the methods of a board is queried through them.
 * listed: the number of moves of the last iterator. list() asks for a length after it has created the iterator, and
 * then needs only one allocation. */
typedef struct generator_object {
    PyObject_HEAD
    PyObject *board;
    board_data *own;
    uint32_t listed;
} generator_object;

static PyObject *board_in(PyObject *self)
{
    return ((generator_object *)self)->board;
}

PyObject *generator_new(PyTypeObject *type, PyObject *board, board_data *own)
{
    core_state *state = own ? own->state : NULL;
    generator_object *self;
    if (state && state->spare_generator) {
        self = (generator_object *)PyObject_Init(state->spare_generator, type);
        state->spare_generator = NULL;
    } else {
        self = PyObject_GC_New(generator_object, type);
        if (!self) return NULL;
    }
    self->board = Py_NewRef(board);
    self->own = own;
    self->listed = 0;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static int generator_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(board_in(self));
    return 0;
}

static int generator_clear(PyObject *self)
{
    ((generator_object *)self)->own = NULL;
    Py_CLEAR(((generator_object *)self)->board);
    return 0;
}

static void generator_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    board_data *own = ((generator_object *)self)->own;
    core_state *state = own ? own->state : NULL;
    PyObject_GC_UnTrack(self);
    generator_clear(self);
    if (state && !state->spare_generator)
        state->spare_generator = self;
    else
        PyObject_GC_Del(self);
    Py_DECREF(type);
}

void generator_free_spare(core_state *state)
{
    if (state->spare_generator) PyObject_GC_Del(state->spare_generator);
    state->spare_generator = NULL;
}

static PyObject *generator_make(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"board", NULL};
    PyObject *board;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O", names, &board)) return NULL;
    core_state *state = core_state_of(type, generator_dealloc);
    if (!state) return NULL;
    return generator_new(type, board, PyObject_TypeCheck(board, state->board_type) ? board_of(board) : NULL);
}

static board_data *own_board(PyObject *self)
{
    return ((generator_object *)self)->own;
}

static PyObject *iterate_other(PyObject *self, const char *method)
{
    PyObject *moves = core_call(board_in(self), method, NULL);
    return iterator_of(moves);
}

static Py_ssize_t count_other(PyObject *self, Py_ssize_t most)
{
    PyObject *iterator = PyObject_GetIter(self), *move;
    Py_ssize_t count = 0;
    while (iterator && count < most && (move = PyIter_Next(iterator))) {
        Py_DECREF(move);
        count++;
    }
    Py_XDECREF(iterator);
    return PyErr_Occurred() ? -1 : count;
}

static int contains_other(PyObject *self, PyObject *move, const char *method)
{
    PyObject *answer = core_call(board_in(self), method, move);
    int is_in = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    return is_in;
}

static PyObject *legal_iter(PyObject *self)
{
    board_data *board = own_board(self);
    if (!board) return iterate_other(self, "generate_legal_moves");
    PyObject *iterator = board_legal_iterator(board, (pf_bitboard)-1, (pf_bitboard)-1);
    if (iterator && Py_TYPE(iterator) == board->state->iterator_type)
        ((generator_object *)self)->listed = ((iterator_object *)iterator)->size;
    return iterator;
}

static PyObject *legal_length_hint(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLong(((generator_object *)self)->listed);
}

static PyObject *pseudo_iter(PyObject *self)
{
    board_data *board = own_board(self);
    if (!board) return iterate_other(self, "generate_pseudo_legal_moves");
    return iterator_of(board_pseudo_list(board, (pf_bitboard)-1, (pf_bitboard)-1));
}

static uint32_t pseudo_size(board_data *board)
{
    loose_list list;
    listed_pseudo_legal(board, &list);
    return list.size;
}

static int legal_bool(PyObject *self)
{
    board_data *board = own_board(self);
    return board ? board_any_legal(board) : (int)count_other(self, 1);
}

static int pseudo_bool(PyObject *self)
{
    board_data *board = own_board(self);
    return board ? pseudo_size(board) > 0 : (int)count_other(self, 1);
}

static int legal_contains(PyObject *self, PyObject *move)
{
    board_data *board = own_board(self);
    move_fields fields;
    if (!board) return contains_other(self, move, "is_legal");
    int read = move_read_or_none(board->state, move, &fields);
    return read > 0 ? board_is_legal(board, fields) : read;
}

static int pseudo_contains(PyObject *self, PyObject *move)
{
    board_data *board = own_board(self);
    move_fields fields;
    if (!board) return contains_other(self, move, "is_pseudo_legal");
    int read = move_read_or_none(board->state, move, &fields);
    return read > 0 ? loose_is_pseudo_legal(board, fields) : read;
}

static PyObject *legal_count(PyObject *self, PyObject *unused)
{
    (void)unused;
    board_data *board = own_board(self);
    Py_ssize_t count = board ? board_count_legal(board) : count_other(self, PY_SSIZE_T_MAX);
    return count < 0 ? NULL : PyLong_FromSsize_t(count);
}

static PyObject *pseudo_count(PyObject *self, PyObject *unused)
{
    (void)unused;
    board_data *board = own_board(self);
    Py_ssize_t count = board ? pseudo_size(board) : count_other(self, PY_SSIZE_T_MAX);
    return count < 0 ? NULL : PyLong_FromSsize_t(count);
}

/* The moves in the board's notation: SAN for legal moves, UCI for others. */
static PyObject *repr(PyObject *self, const char *format, const char *method)
{
    PyObject *words = PyList_New(0), *iterator = PyObject_GetIter(self), *move;
    while (words && iterator && (move = PyIter_Next(iterator))) {
        PyObject *word = core_call(board_in(self), method, move);
        Py_DECREF(move);
        if (!word || PyList_Append(words, word) < 0) Py_CLEAR(words);
        Py_XDECREF(word);
    }
    Py_XDECREF(iterator);
    PyObject *comma = PyUnicode_FromString(", ");
    PyObject *text = words && comma && !PyErr_Occurred() ? PyUnicode_Join(comma, words) : NULL;
    Py_XDECREF(words);
    Py_XDECREF(comma);
    if (!text) return NULL;
    PyObject *whole = PyUnicode_FromFormat(format, self, text);
    Py_DECREF(text);
    return whole;
}

static PyObject *legal_repr(PyObject *self)
{
    return repr(self, "<LegalMoveGenerator at %p (%U)>", "san");
}

static PyObject *pseudo_repr(PyObject *self)
{
    return repr(self, "<PseudoLegalMoveGenerator at %p (%U)>", "_san_or_uci");
}

static PyMethodDef legal_methods[] = {
    {"count", legal_count, METH_NOARGS, "count($self)\n--\n\nHow many legal moves there are, without listing them."},
    {"__length_hint__", legal_length_hint, METH_NOARGS,
     "How many moves the last iterator had: lets list() allocate once."},
    {0},
};

static PyMethodDef pseudo_methods[] = {
    {"count", pseudo_count, METH_NOARGS, "count($self)\n--\n\nHow many pseudo-legal moves there are."},
    {0},
};

#define GENERATOR_SLOTS(kind, text)                                                                                    \
    {                                                                                                                  \
        {Py_tp_doc, (void *)text}, {Py_tp_new, (void *)generator_make}, {Py_tp_dealloc, (void *)generator_dealloc},    \
            {Py_tp_traverse, (void *)generator_traverse}, {Py_tp_clear, (void *)generator_clear},                      \
            {Py_tp_iter, (void *)kind##_iter}, {Py_tp_repr, (void *)kind##_repr}, {Py_nb_bool, (void *)kind##_bool},   \
            {Py_sq_contains, (void *)kind##_contains}, {Py_tp_methods, kind##_methods},                                \
        {                                                                                                              \
            0, NULL                                                                                                    \
        }                                                                                                              \
    }

static PyType_Slot legal_slots[] = GENERATOR_SLOTS(legal, "The legal moves of a board.");
static PyType_Slot pseudo_slots[] = GENERATOR_SLOTS(pseudo, "The pseudo-legal moves of a board.");
static PyType_Spec legal_spec = {"plyforge.chess.LegalMoveGenerator", sizeof(generator_object), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, legal_slots};
static PyType_Spec pseudo_spec = {"plyforge.chess.PseudoLegalMoveGenerator", sizeof(generator_object), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, pseudo_slots};

bool generator_add_types(PyObject *module, core_state *state)
{
    state->iterator_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &iterator_spec, NULL);
    if (!state->iterator_type) return false;
    state->legal_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &legal_spec, NULL);
    if (!state->legal_type || PyModule_AddType(module, state->legal_type) < 0) return false;
    state->pseudo_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &pseudo_spec, NULL);
    return state->pseudo_type && PyModule_AddType(module, state->pseudo_type) == 0;
}
