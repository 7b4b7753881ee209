/* Functions of bitboards. Python integers that are bitboards are handled here; for others (negative and larger ones,
 * and objects with the operators of integers), the function of the same name in plyforge/chess/_bits.py is called. */
#include "core.h"

static const pf_bitboard left_files = 0x7f7f7f7f7f7f7f7f; /* all files but the h-file */

static pf_bitboard swap(pf_bitboard set, pf_bitboard mask, unsigned shift)
{
    pf_bitboard difference = (set ^ set >> shift) & mask;
    return set ^ difference ^ difference << shift;
}

static pf_bitboard flip_horizontal(pf_bitboard set)
{
    return swap(swap(swap(set, 0x5555555555555555, 1), 0x3333333333333333, 2), 0x0f0f0f0f0f0f0f0f, 4);
}

static pf_bitboard flip_diagonal(pf_bitboard set)
{
    return swap(swap(swap(set, 0x00000000f0f0f0f0, 28), 0x0000cccc0000cccc, 14), 0x00aa00aa00aa00aa, 7);
}

static pf_bitboard flip_anti_diagonal(pf_bitboard set)
{
    return pf_bitboard_flip(flip_horizontal(flip_diagonal(set)));
}

static pf_bitboard left(pf_bitboard set)
{
    return set >> 1 & left_files;
}

static pf_bitboard right(pf_bitboard set)
{
    return (set & left_files) << 1;
}

static pf_bitboard up(pf_bitboard set)
{
    return set << 8;
}

static pf_bitboard down(pf_bitboard set)
{
    return set >> 8;
}

/* Calls the Python function and returns its result. */
static PyObject *ask_python(const char *name, PyObject *argument)
{
    PyErr_Clear();
    PyObject *bits = PyImport_ImportModule("plyforge.chess._bits");
    PyObject *result = bits ? core_call(bits, name, argument) : NULL;
    Py_XDECREF(bits);
    return result;
}

static bool is_bitboard(pf_bitboard *out, PyObject *value)
{
    if (!PyLong_CheckExact(value)) return false;
    *out = PyLong_AsUnsignedLongLong(value);
    return *out != (pf_bitboard)-1 || !PyErr_Occurred();
}

/* Defines name##_of, a Python function whose argument is called bb or b, by an expression of set. */
#define FUNCTION(name, argument, expression)                                                                           \
    static PyObject *name##_of(PyObject *module, PyObject *const *args, Py_ssize_t count, PyObject *names)             \
    {                                                                                                                  \
        (void)module;                                                                                                  \
        pf_bitboard set;                                                                                               \
        PyObject *value = core_one_argument(args, count, names, argument);                                             \
        if (!value) return NULL;                                                                                       \
        if (!is_bitboard(&set, value)) return ask_python(#name, value);                                                \
        return expression;                                                                                             \
    }
#define BITBOARD(name, argument, expression) FUNCTION(name, argument, core_from_bitboard(expression))

PyObject *core_squares(pf_bitboard set, bool reversed)
{
    PyObject *list = PyList_New(pf_bitboard_count(set));
    Py_ssize_t size = list ? PyList_Size(list) : 0;
    for (Py_ssize_t i = 0; i < size; i++) {
        PyObject *square = PyLong_FromLong((long)pf_bitboard_pop(&set));
        if (!square || PyList_SetItem(list, reversed ? size - 1 - i : i, square) < 0) Py_CLEAR(list);
        if (!list) break;
    }
    PyObject *iterator = list ? PyObject_GetIter(list) : NULL;
    Py_XDECREF(list);
    return iterator;
}

FUNCTION(lsb, "bb", PyLong_FromLong(set ? (long)pf_bitboard_lowest(set) : -1))
FUNCTION(msb, "bb", PyLong_FromLong(set ? (long)pf_bitboard_highest(set) : -1))
FUNCTION(scan_forward, "bb", core_squares(set, false))
FUNCTION(scan_reversed, "bb", core_squares(set, true))
BITBOARD(flip_vertical, "bb", pf_bitboard_flip(set))
BITBOARD(flip_horizontal, "bb", flip_horizontal(set))
BITBOARD(flip_diagonal, "bb", flip_diagonal(set))
BITBOARD(flip_anti_diagonal, "bb", flip_anti_diagonal(set))
BITBOARD(shift_down, "b", down(set))
BITBOARD(shift_2_down, "b", down(down(set)))
BITBOARD(shift_up, "b", up(set))
BITBOARD(shift_2_up, "b", up(up(set)))
BITBOARD(shift_right, "b", right(set))
BITBOARD(shift_2_right, "b", right(right(set)))
BITBOARD(shift_left, "b", left(set))
BITBOARD(shift_2_left, "b", left(left(set)))
BITBOARD(shift_up_left, "b", up(left(set)))
BITBOARD(shift_up_right, "b", up(right(set)))
BITBOARD(shift_down_left, "b", down(left(set)))
BITBOARD(shift_down_right, "b", down(right(set)))

#define ENTRY(name, argument, doc)                                                                                     \
    {                                                                                                                  \
#name, (PyCFunction)(void (*)(void))name##_of, METH_FASTCALL | METH_KEYWORDS,                                  \
            #name "($module, " argument ")\n--\n\n" doc                                                                \
    }

PyMethodDef bit_functions[] = {
    ENTRY(lsb, "bb", "The lowest square of a bitboard; -1 if it is empty."),
    ENTRY(msb, "bb", "The highest square of a bitboard; -1 if it is empty."),
    ENTRY(scan_forward, "bb", "Iterates over the squares of a bitboard from a1 to h8."),
    ENTRY(scan_reversed, "bb", "Iterates over the squares of a bitboard from h8 to a1."),
    ENTRY(flip_vertical, "bb", "The bitboard upside down."),
    ENTRY(flip_horizontal, "bb", "The bitboard with the a-file where the h-file was."),
    ENTRY(flip_diagonal, "bb", "The bitboard mirrored at the diagonal from a1 to h8."),
    ENTRY(flip_anti_diagonal, "bb", "The bitboard mirrored at the diagonal from a8 to h1."),
    ENTRY(shift_down, "b", "All squares one rank down."),
    ENTRY(shift_2_down, "b", "All squares two ranks down."),
    ENTRY(shift_up, "b", "All squares one rank up."),
    ENTRY(shift_2_up, "b", "All squares two ranks up."),
    ENTRY(shift_right, "b", "All squares one file to the right."),
    ENTRY(shift_2_right, "b", "All squares two files to the right."),
    ENTRY(shift_left, "b", "All squares one file to the left."),
    ENTRY(shift_2_left, "b", "All squares two files to the left."),
    ENTRY(shift_up_left, "b", "All squares one step up and left."),
    ENTRY(shift_up_right, "b", "All squares one step up and right."),
    ENTRY(shift_down_left, "b", "All squares one step down and left."),
    ENTRY(shift_down_right, "b", "All squares one step down and right."),
    {0},
};
