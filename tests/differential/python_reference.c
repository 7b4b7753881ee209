/* The reference generator as a Python module, for the tests of the Python package only: what is legal on a board, asked
 * by its FEN and answered without any code of the generator under test. */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "reference/variant.h"
#include <plyforge.h>

/* answers(fen, variant, chess960) -> ([UCI moves], whether the side to move is in check, how the game stands) */
static PyObject *answers(PyObject *module, PyObject *args)
{
    (void)module;
    const char *fen;
    Py_ssize_t length;
    int variant, chess960;
    if (!PyArg_ParseTuple(args, "s#ip", &fen, &length, &variant, &chess960)) return NULL;
    pf_position position;
    pf_error error;
    pf_accept accept = PF_ACCEPT_LENIENT | (chess960 ? PF_ACCEPT_CHESS960 : 0u);
    if (pf_position_from_fen(&position, fen, (size_t)length, accept | pf_accept_variant(variant), NULL, &error) !=
        PF_OK)
        return PyErr_Format(PyExc_ValueError, "%s", error.message);
    reference_variant_board board;
    reference_variant_from_position(&board, &position);
    pf_move moves[REFERENCE_MAX_VARIANT_MOVES];
    unsigned count = reference_variant_moves(&board, moves);
    PyObject *list = PyList_New(0);
    for (unsigned i = 0; list && i < count; i++) {
        char text[PF_UCI_SIZE];
        pf_move_to_uci(text, sizeof text, moves[i], chess960 ? PF_UCI_KING_TAKES_ROOK : PF_UCI_KING_STEP);
        PyObject *move = PyUnicode_FromString(text);
        if (!move || PyList_Append(list, move) < 0) Py_CLEAR(list);
        Py_XDECREF(move);
    }
    if (!list) return NULL;
    bool in_check = reference_variant_in_check(&board, board.board.turn);
    return Py_BuildValue("(NOi)", list, in_check ? Py_True : Py_False, (int)reference_variant_ending(&board));
}

static PyMethodDef functions[] = {
    {"answers", answers, METH_VARARGS, "answers(fen, variant, chess960) -> (moves, in check, ending)"},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {{0, NULL}};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "plyforge_reference",
    "The reference generator, for tests.",
    0,
    functions,
    slots,
    NULL,
    NULL,
    NULL,
};

PyMODINIT_FUNC PyInit_plyforge_reference(void)
{
    return PyModuleDef_Init(&definition);
}
