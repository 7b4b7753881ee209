/* The module: its types and exceptions, and the conversions of arguments that all files use. */
#include "array.h"
#include "pgn.h"

core_state *core_state_of(PyTypeObject *type, destructor dealloc)
{
    while (type && (destructor)PyType_GetSlot(type, Py_tp_dealloc) != dealloc)
        type = (PyTypeObject *)PyType_GetSlot(type, Py_tp_base);
    if (!type) {
        PyErr_SetString(PyExc_TypeError, "not a type of plyforge._core");
        return NULL;
    }
    return PyType_GetModuleState(type);
}

PyObject *core_named_argument(PyObject *const *args, Py_ssize_t count, PyObject *names, const char *name)
{
    Py_ssize_t named = names ? PyTuple_Size(names) : 0;
    if (count == 1 && named == 0) return args[0];
    if (count == 0 && named == 1 && PyUnicode_CompareWithASCIIString(PyTuple_GetItem(names, 0), name) == 0)
        return args[0];
    PyErr_Format(PyExc_TypeError, "there is one argument, %s, and %zd were given%s", name, count + named,
                 named ? ", with another name" : "");
    return NULL;
}

bool core_square(pf_square *out, PyObject *value)
{
    long number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred()) return false;
    if (number < 0 || number > 63) {
        PyErr_Format(PyExc_IndexError, "square must be from 0 (a1) to 63 (h8), not %ld", number);
        return false;
    }
    *out = (pf_square)number;
    return true;
}

bool core_bitboard(pf_bitboard *out, PyObject *value)
{
    *out = PyLong_AsUnsignedLongLongMask(value);
    return *out != (pf_bitboard)-1 || !PyErr_Occurred();
}

bool core_colour(pf_colour *out, PyObject *value)
{
    *out = value == Py_False ? PF_BLACK : PF_WHITE;
    if (value == Py_True || value == Py_False) return true;
    for (int is_white = 0; is_white <= 1; is_white++) {
        int is_same = PyObject_RichCompareBool(value, is_white ? Py_True : Py_False, Py_EQ);
        *out = is_white ? PF_WHITE : PF_BLACK;
        if (is_same) return is_same > 0;
    }
    if (PyIndex_Check(value))
        PyErr_Format(
            PyExc_ValueError,
            "a color is chess.WHITE (True) or chess.BLACK (False), not %R; that of the other side is 'not color'",
            value);
    else
        PyErr_Format(PyExc_TypeError, "a color is chess.WHITE (True) or chess.BLACK (False), not %R",
                     (PyObject *)Py_TYPE(value));
    return false;
}

bool core_colour_index(pf_colour *out, PyObject *value)
{
    if (PyLong_CheckExact(value)) {
        int overflow;
        long number = PyLong_AsLongAndOverflow(value, &overflow);
        *out = number == -1 ? PF_WHITE : PF_BLACK;
        if (!overflow && (number == -1 || number == -2)) return true;
    }
    return core_colour(out, value);
}

int core_colour_argument(PyObject *value, void *out)
{
    return core_colour(out, value);
}

int core_colour_index_argument(PyObject *value, void *out)
{
    return core_colour_index(out, value);
}

/* ---- Functions ---- */

static PyObject *register_pieces(PyObject *module, PyObject *pieces)
{
    core_state *state = PyModule_GetState(module);
    for (Py_ssize_t i = 0; i < 15; i++) {
        PyObject *piece = PySequence_GetItem(pieces, i);
        if (!piece) return NULL;
        PyObject *before = state->pieces[i];
        state->pieces[i] = piece;
        Py_XDECREF(before);
    }
    Py_RETURN_NONE;
}

/* color(value) -> bool */
static PyObject *color(PyObject *module, PyObject *value)
{
    (void)module;
    pf_colour colour;
    return core_colour(&colour, value) ? PyBool_FromLong(colour == PF_WHITE) : NULL;
}

static PyObject *attacks(PyObject *module, PyObject *args)
{
    (void)module;
    int type, square;
    pf_colour colour;
    unsigned long long occupied;
    if (!PyArg_ParseTuple(args, "O&iiK", core_colour_argument, &colour, &type, &square, &occupied)) return NULL;
    if (type < 1 || type > 6 || square < 0 || square > 63) {
        PyErr_SetString(PyExc_ValueError, "no such piece type or square");
        return NULL;
    }
    return core_from_bitboard(pf_attacks(colour, (pf_piece_type)type - 1, (pf_square)square, occupied));
}

static bool two_squares(PyObject *const *args, Py_ssize_t count, pf_square *a, pf_square *b)
{
    if (count == 2) return core_square(a, args[0]) && core_square(b, args[1]);
    PyErr_Format(PyExc_TypeError, "expected two squares, got %zd arguments", count);
    return false;
}

static PyObject *between(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    pf_square a, b;
    return two_squares(args, count, &a, &b) ? core_from_bitboard(pf_between(a, b)) : NULL;
}

static PyObject *ray(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    pf_square a, b;
    return two_squares(args, count, &a, &b) ? core_from_bitboard(pf_line(a, b)) : NULL;
}

static PyMethodDef functions[] = {
    {"_own_methods", board_own_methods, METH_O,
     "_own_methods($module, type, /)\n--\n\nGives a subclass of Board methods of its own in place of the inherited "
     "ones in C."},
    {"_register_base_board", board_register_base, METH_O, "Takes the class BaseBoard."},
    {"_register_pieces", register_pieces, METH_O, "Takes the 15 Piece objects, or None, by their number."},
    {"_register_square_set", square_set_register, METH_O, "Takes the class of which operators make sets of squares."},
    {"_register_pockets", pockets_register, METH_VARARGS,
     "_register_pockets($module, board, list, /)\n--\n\nGives Crazyhouse boards their attribute pockets."},
    {"_color", color, METH_O,
     "_color($module, value, /)\n--\n\nThe value as a colour; ValueError if it is not a colour."},
    {"attacks", attacks, METH_VARARGS,
     "attacks($module, color, piece_type, square, occupied)\n--\n\nThe squares that a piece attacks on a board with "
     "these "
     "occupied "
     "squares."},
    {"between", (PyCFunction)(void (*)(void))between, METH_FASTCALL,
     "between($module, a, b)\n--\n\nThe squares strictly between two squares of a rank, file or diagonal, as a "
     "bitboard."},
    {"ray", (PyCFunction)(void (*)(void))ray, METH_FASTCALL,
     "ray($module, a, b)\n--\n\nThe whole rank, file or diagonal through two squares, as a bitboard; 0 if there is "
     "none."},
    {0},
};

/* ---- Making and unmaking the module ---- */

static bool add_exception(PyObject *module, PyObject **place, const char *name, const char *doc)
{
    char full[64] = "plyforge.chess.";
    strcat(full, name);
    *place = PyErr_NewExceptionWithDoc(full, doc, PyExc_ValueError, NULL);
    return *place && PyModule_AddObjectRef(module, name, *place) == 0;
}

static int module_exec(PyObject *module)
{
    core_state *state = PyModule_GetState(module);
    state->variant_name = PyUnicode_InternFromString("_variant");
    state->init_name = PyUnicode_InternFromString("__init__");
    if (!state->variant_name || !state->init_name) return -1;
    bool done = add_exception(module, &state->invalid_move, "InvalidMoveError", "The text is not a move.") &&
                add_exception(module, &state->illegal_move, "IllegalMoveError",
                              "The move is not legal in the position.") &&
                add_exception(module, &state->ambiguous_move, "AmbiguousMoveError",
                              "Several legal moves fit the text.") &&
                PyModule_AddStringConstant(module, "version", pf_version()) == 0 && move_add_type(module, state) &&
                board_add_types(module, state) && generator_add_types(module, state) && array_add_type(module, state) &&
                node_add_type(module, state) && text_add_type(module, state) && square_set_add_type(module, state) &&
                piece_add_type(module, state) && pocket_add_type(module, state) &&
                PyModule_AddFunctions(module, batch_functions) == 0 &&
                PyModule_AddFunctions(module, borrow_functions) == 0 &&
                PyModule_AddFunctions(module, batch_row_functions) == 0 &&
                PyModule_AddFunctions(module, batch_text_functions) == 0 &&
                PyModule_AddFunctions(module, batch_play_functions) == 0 &&
                PyModule_AddFunctions(module, batch_action_functions) == 0 &&
                PyModule_AddFunctions(module, batch_plane_functions) == 0 &&
                PyModule_AddFunctions(module, batch_feature_functions) == 0 &&
                PyModule_AddFunctions(module, pgn_functions) == 0 &&
                PyModule_AddFunctions(module, arrow_functions) == 0 &&
                PyModule_AddFunctions(module, parquet_functions) == 0 &&
                PyModule_AddFunctions(module, table_column_functions) == 0 &&
                PyModule_AddFunctions(module, table_functions) == 0 &&
                PyModule_AddFunctions(module, bit_functions) == 0;
    return done ? 0 : -1;
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    core_state *state = PyModule_GetState(module);
    Py_VISIT(state->move_type);
    Py_VISIT(state->board_type);
    Py_VISIT(state->legal_type);
    Py_VISIT(state->pseudo_type);
    Py_VISIT(state->iterator_type);
    Py_VISIT(state->array_type);
    Py_VISIT(state->node_type);
    Py_VISIT(state->text_type);
    Py_VISIT(state->set_type);
    Py_VISIT(state->piece_type);
    Py_VISIT(state->pocket_type);
    Py_VISIT(state->subsets_type);
    Py_VISIT(state->square_set_class);
    Py_VISIT(state->pockets_class);
    Py_VISIT(state->base_board_init);
    Py_VISIT(state->board_class);
    Py_VISIT(state->invalid_move);
    Py_VISIT(state->illegal_move);
    Py_VISIT(state->ambiguous_move);
    for (int i = 0; i < 15; i++) Py_VISIT(state->pieces[i]);
    return 0;
}

static int module_clear(PyObject *module)
{
    core_state *state = PyModule_GetState(module);
    generator_free_spare(state);
    for (int i = 0; i < MOVE_TABLE_SIZE; i++) Py_CLEAR(state->moves[i]);
    for (int i = 0; i < DROP_TABLE_SIZE; i++) Py_CLEAR(state->drops[i]);
    for (int i = 0; i < 15; i++) Py_CLEAR(state->pieces[i]);
    Py_CLEAR(state->move_type);
    Py_CLEAR(state->board_type);
    Py_CLEAR(state->legal_type);
    Py_CLEAR(state->pseudo_type);
    Py_CLEAR(state->iterator_type);
    Py_CLEAR(state->array_type);
    Py_CLEAR(state->node_type);
    Py_CLEAR(state->text_type);
    Py_CLEAR(state->set_type);
    Py_CLEAR(state->piece_type);
    Py_CLEAR(state->pocket_type);
    Py_CLEAR(state->subsets_type);
    Py_CLEAR(state->square_set_class);
    Py_CLEAR(state->pockets_class);
    Py_CLEAR(state->base_board_init);
    Py_CLEAR(state->board_class);
    Py_CLEAR(state->variant_name);
    Py_CLEAR(state->init_name);
    Py_CLEAR(state->invalid_move);
    Py_CLEAR(state->illegal_move);
    Py_CLEAR(state->ambiguous_move);
    return 0;
}

static void module_free(void *module)
{
    module_clear(module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)module_exec},
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_USED}, /* boards are not locked, so two threads must not change the same one */
#endif
    {0, NULL},
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "plyforge._core",
    "Positions, moves and rules of chess: the part of plyforge that is written in C.",
    sizeof(core_state),
    functions,
    slots,
    module_traverse,
    module_clear,
    module_free,
};

PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}
