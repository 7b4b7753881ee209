/* A board as a picture, drawn by the library. All texts and the mark of a check come from the caller, so that boards
 * without kings can be drawn as well. */
#include "core.h"

enum { MAX_ARROWS = 4096 };

/* Reads [(from, to, tint)]; returns the number of arrows, or -1 with an exception. */
static Py_ssize_t read_arrows(PyObject *list, pf_svg_arrow **out)
{
    Py_ssize_t count = PySequence_Size(list);
    if (count < 0 || count > MAX_ARROWS) {
        if (!PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "more than %d arrows", MAX_ARROWS);
        return -1;
    }
    *out = PyMem_Calloc((size_t)count + 1, sizeof **out);
    if (!*out) return PyErr_NoMemory(), -1;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PySequence_GetItem(list, i);
        bool done = item && PyArg_ParseTuple(item, "bbb", &(*out)[i].from, &(*out)[i].to, &(*out)[i].tint);
        Py_XDECREF(item);
        if (!done) return -1;
    }
    return count;
}

static PyObject *draw(const pf_position *position, const pf_svg_options *options)
{
    size_t length = pf_svg(NULL, 0, position, options);
    char *text = PyMem_Malloc(length + 1);
    if (!text) return PyErr_NoMemory();
    pf_svg(text, length + 1, position, options);
    PyObject *result = PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
    PyMem_Free(text);
    return result;
}

/* The pieces as they are shown: at most one on each square, even if the sets of the board contradict each other. */
static pf_position shown_pieces(board_data *board)
{
    pf_position shown = *board_pieces(board);
    memset(shown.by_type, 0, sizeof shown.by_type);
    shown.by_colour[PF_WHITE] &= ~shown.by_colour[PF_BLACK];
    for (pf_bitboard set = pf_position_occupied(&shown); set;) {
        pf_square square = pf_bitboard_pop(&set);
        shown.by_type[board_type_at(board, square)] |= UINT64_C(1) << square;
    }
    return shown;
}

PyObject *board_svg(PyObject *self, PyObject *args)
{
    pf_svg_options options = {.hide_check = true};
    unsigned long long squares[PF_SVG_TINT_COUNT];
    int flipped, coordinates, dark, from, to;
    unsigned size;
    Py_ssize_t title_length, description_length;
    PyObject *arrows;
    if (!PyArg_ParseTuple(args, "Ipppii(KKKK)Os#s#", &size, &flipped, &coordinates, &dark, &from, &to, &squares[0],
                          &squares[1], &squares[2], &squares[3], &arrows, &options.title, &title_length,
                          &options.description, &description_length))
        return NULL;
    options.size = size;
    options.flipped = flipped != 0;
    options.hide_coordinates = !coordinates;
    options.theme = dark ? PF_SVG_DARK : PF_SVG_LIGHT;
    options.title_length = (size_t)title_length;
    options.description_length = (size_t)description_length;
    if (from != to && from >= 0 && from < 64 && to >= 0 && to < 64)
        options.last_move = pf_move_of((pf_square)from, (pf_square)to, PF_MOVE_NORMAL);
    for (int i = 0; i < PF_SVG_TINT_COUNT; i++) options.squares[i] = squares[i];
    pf_svg_arrow *memory = NULL;
    Py_ssize_t count = read_arrows(arrows, &memory);
    options.arrows = memory;
    options.arrow_count = (size_t)(count > 0 ? count : 0);
    const pf_position shown = shown_pieces(board_of(self));
    PyObject *picture = count >= 0 ? draw(&shown, &options) : NULL;
    PyMem_Free(memory);
    return picture;
}
