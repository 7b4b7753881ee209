/* The extension module plyforge._core: the declarations that its files share. All mutable data is in the state of the
 * module or in an object; nothing is static, so that each interpreter has its own module. */
#ifndef PLYFORGE_PYTHON_CORE_H
#define PLYFORGE_PYTHON_CORE_H

#if !defined Py_LIMITED_API && !defined PLYFORGE_FREE_THREADED
#define Py_LIMITED_API 0x030B0000
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>
#include <structmember.h>

#include <plyforge.h>

/* ---- The state of the module ---- */

enum { PROMOTION_COUNT = 7, MOVE_TABLE_SIZE = PROMOTION_COUNT << 12, DROP_TABLE_SIZE = 7 << 6 };

/* The legal moves that were listed last, and the position that they belong to. push() plays a move of this list without
 * testing it again. next: the index after that of the last move played. */
typedef struct known_moves {
    pf_position position;
    uint32_t next;
    pf_move_list list;
} known_moves;

/* Move objects are created once and shared: a list of legal moves is then a list of pointers. They are found by the
 * squares and the promotion that Python sees, not by pf_move, which also distinguishes the two castling notations and
 * the kinds of moves. */
typedef struct core_state {
    PyTypeObject *move_type, *board_type, *legal_type, *pseudo_type, *iterator_type, *array_type, *node_type,
        *text_type, *set_type, *piece_type, *pocket_type, *subsets_type;
    PyObject *square_set_class, *pockets_class, *board_class; /* classes in Python; board_class: Board */
    PyObject *base_board_init;                                /* BaseBoard.__init__ */
    PyObject *variant_name, *init_name;                       /* "_variant", "__init__" */
    PyObject *invalid_move, *illegal_move, *ambiguous_move;
    PyObject *pieces[15];             /* indexed by pf_piece; provided by the Python side */
    PyObject *moves[MOVE_TABLE_SIZE]; /* indexed by promotion << 12 | from << 6 | to; NULL until first used */
    PyObject *drops[DROP_TABLE_SIZE]; /* indexed by drop << 6 | square */
    known_moves known;
    PyMethodDef *board_methods; /* the methods of the board type; they live as long as the program */
    void *spare_generator;      /* the memory of the last board.legal_moves that was freed, or NULL */
} core_state;

/* The state of the module that created the type, or a base of it. dealloc is the destructor of the type in C. */
core_state *core_state_of(PyTypeObject *type, destructor dealloc);

/* Gets an attribute by its name. The name is interned, because the interpreter's cache of attributes keeps every new
 * str that is looked up. */
static inline PyObject *core_attribute(PyObject *object, const char *text)
{
    PyObject *name = PyUnicode_InternFromString(text);
    PyObject *value = name ? PyObject_GetAttr(object, name) : NULL;
    Py_XDECREF(name);
    return value;
}

/* Calls a method with one argument, or with none if the argument is NULL. The name is interned for the same reason. */
static inline PyObject *core_call(PyObject *object, const char *method, PyObject *argument)
{
    PyObject *name = PyUnicode_InternFromString(method);
    PyObject *result = name ? PyObject_CallMethodObjArgs(object, name, argument, NULL) : NULL;
    Py_XDECREF(name);
    return result;
}

/* A message of the library as a str. It may quote a part of a text that begins or ends inside a character. */
static inline PyObject *core_message(const char *message)
{
    return PyUnicode_DecodeUTF8(message, (Py_ssize_t)strlen(message), "replace");
}

/* ---- Arguments ---- */

/* The only argument of a method, passed by position or by name; NULL with TypeError. The first line handles the usual
 * case. */
PyObject *core_named_argument(PyObject *const *args, Py_ssize_t count, PyObject *names, const char *name);
static inline PyObject *core_one_argument(PyObject *const *args, Py_ssize_t count, PyObject *names, const char *name)
{
    if (count == 1 && !names) return args[0];
    return core_named_argument(args, count, names, name);
}

/* Turns a method of one argument, function(self, argument), into one whose argument can also be passed by name. */
#define NAME_ARGUMENT(function, name)                                                                                  \
    static PyObject *function##_named(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)        \
    {                                                                                                                  \
        PyObject *argument = core_one_argument(args, count, names, name);                                              \
        return argument ? function(self, argument) : NULL;                                                             \
    }
/* The pointer and the flags of such a method in a PyMethodDef. */
#define NAMED(function) (PyCFunction)(void (*)(void)) function##_named, METH_FASTCALL | METH_KEYWORDS

/* Reads a square from 0 to 63; false with an exception for anything else. */
bool core_square(pf_square *out, PyObject *value);
/* Reads a set of squares: any integer, reduced to 64 bits, or an object that converts to one. */
bool core_bitboard(pf_bitboard *out, PyObject *value);
/* Reads a colour: values equal to Python's True are White, those equal to False are Black. False with ValueError for
 * other integers and TypeError for anything else. */
bool core_colour(pf_colour *out, PyObject *value);
/* Like core_colour, for functions in which python-chess uses the colour as an index of a list of two: there ~WHITE, -2,
 * is Black and ~BLACK, -1, is White. */
bool core_colour_index(pf_colour *out, PyObject *value);
/* Both are for the format O& of PyArg_ParseTuple, with a pf_colour. */
int core_colour_argument(PyObject *value, void *out);
int core_colour_index_argument(PyObject *value, void *out);
static inline PyObject *core_from_bitboard(pf_bitboard set)
{
    return PyLong_FromUnsignedLongLong(set);
}
static inline PyObject *core_from_square(pf_square square)
{
    if (square < PF_NO_SQUARE) return PyLong_FromLong((long)square);
    Py_RETURN_NONE;
}

/* ---- Moves ---- */

/* The fields of a Python move: piece types count from 1 (pawn) as in python-chess, and 0 means none. */
typedef struct move_fields {
    uint8_t from, to, promotion, drop;
} move_fields;

static inline bool move_is_null(move_fields move)
{
    return move.from == move.to && !move.promotion && !move.drop;
}

bool move_add_type(PyObject *module, core_state *state);
/* A new move that the caller may change. promotion and drop can be NULL. */
PyObject *move_own(core_state *state, PyObject *from, PyObject *to, PyObject *promotion, PyObject *drop);
PyObject *move_of_fields(core_state *state, move_fields fields);
/* A new reference to the shared move with these fields, which must be in range. */
PyObject *move_get(core_state *state, move_fields fields);
/* Returns the shared move for a move that a caller may change; a move of a subclass is returned as it is. */
PyObject *move_keep(core_state *state, PyObject *move, move_fields fields);
/* Reads the fields of a move; false with TypeError if the object is not a move. */
bool move_read(core_state *state, PyObject *move, move_fields *out);
/* Like move_read, for questions about a move, where None counts as a move that is never legal. 1: a move, 0: None, -1:
 * TypeError. */
static inline int move_read_or_none(core_state *state, PyObject *move, move_fields *out)
{
    if (move == Py_None) return 0;
    return move_read(state, move, out) ? 1 : -1;
}
/* Writes UCI text of at most 5 characters and a NUL. */
void move_write_uci(char *out, move_fields move);
/* Reads UCI text without a board; false with InvalidMoveError. */
bool move_read_uci(core_state *state, PyObject *text, move_fields *out);

/* ---- Boards ---- */

/* UNCHECKED: something was set since the last validation. SOUND: position is valid for the library. LOOSE: the library
 * refused it, for instance because a king is missing; its pieces, turn and counters are as they were set, and loose.c
 * implements its rules. */
typedef enum board_validity { BOARD_UNCHECKED, BOARD_SOUND, BOARD_LOOSE } board_validity;

/* A position as Python sees it. castling, promoted and ep_square are the values that were set; if the board is sound,
 * position contains the parts of castling and ep_square that validation accepted. */
typedef struct board_frame {
    pf_position position;
    pf_bitboard castling, promoted;
    uint8_t ep_square;
    uint8_t validity;
} board_frame;

typedef struct board_data {
    core_state *state;
    board_frame now;
    board_frame *stack; /* the positions before each move of move_stack */
    size_t depth, capacity;
    PyObject *move_stack;
    PyObject *pockets, *pocket[2]; /* Crazyhouse: the list and its pockets by pf_colour; NULL until first used */
    uint8_t variant;
    bool chess960;
} board_data;

/* The only place that defines the layout of a board object. */
typedef struct board_object {
    PyObject_HEAD
    board_data data;
} board_object;

static inline board_data *board_of(PyObject *self)
{
    return &((board_object *)self)->data;
}

/* A list with capacity for the moves of any board, even of one that no library function accepts. */
enum { LOOSE_CAPACITY = 4096 };
typedef struct loose_list {
    uint32_t size;
    move_fields moves[LOOSE_CAPACITY];
} loose_list;

bool board_add_types(PyObject *module, core_state *state);
PyObject *board_own_methods(PyObject *module, PyObject *type);
PyObject *board_register_base(PyObject *module, PyObject *type);

/* board.c: setting up and validating */
/* Whether the six sets of types and the two sets of colours, which may be any bytes, describe at most one piece for
 * each square. */
bool board_is_consistent(const pf_position *position);
bool board_is_sound(board_data *board);
/* All problems of the board as it was set up. */
pf_problems board_problems(const board_data *board);
static inline void board_touch(board_data *board)
{
    board->now.validity = BOARD_UNCHECKED;
}
void board_clear_stack(board_data *board);
pf_bitboard board_clean_castling(board_data *board);
static inline pf_position *board_pieces(board_data *board)
{
    return &board->now.position;
}
/* The type of the piece on an occupied square, even if the sets of the board contradict each other. */
static inline pf_piece_type board_type_at(board_data *board, pf_square square)
{
    pf_piece_type type = pf_position_type_at(board_pieces(board), square);
    return type <= PF_KING ? type : PF_QUEEN;
}
/* The piece on a square, or PF_NO_PIECE, even on such a board. */
static inline pf_piece board_piece_at(board_data *board, pf_square square)
{
    const pf_position *p = board_pieces(board);
    if (!pf_bitboard_has(pf_position_occupied(p), square)) return PF_NO_PIECE;
    return pf_piece_of(p->by_colour[PF_BLACK] >> square & 1, board_type_at(board, square));
}
/* The only king of that side that is not a promoted pawn; PF_NO_SQUARE if there is none or there are several. */
pf_square board_king(board_data *board, pf_colour colour);

/* board_play.c: conversion of moves between Python and the library, push and pop */
pf_move board_to_library(board_data *board, move_fields fields);
move_fields board_from_library(pf_move move, bool chess960);
bool board_is_legal(board_data *board, move_fields fields);
/* Whether a move is an en passant capture, by the pieces alone. */
bool board_is_en_passant(board_data *board, move_fields fields);
/* Whether a library move is legal on a sound board. */
static inline bool board_allows(const board_data *board, pf_move move)
{
    return pf_move_is_legal(&board->now.position, move);
}
PyObject *board_push_fields(board_data *board, PyObject *move, move_fields fields);
PyObject *board_push(PyObject *self, PyObject *move);
PyObject *board_pop(PyObject *self, PyObject *unused);
/* Plays a move like push(), but does not add it to move_stack: for a reader that has exclusive use of a board. library
 * may be PF_NO_MOVE; otherwise it must be legal. */
bool board_play(board_data *board, pf_move library, move_fields fields);
/* The number of plies to look back for a position equal to that of the frame. Captures and pawn moves are the limit,
 * and the clock counts the plies since the last one. In Crazyhouse drops undo captures, so they are not a limit
 * there. */
size_t board_window(const board_data *board, const board_frame *frame);
/* The number of times that the position of the frame occurs in the stack. */
unsigned board_repetitions(const board_data *board, const board_frame *frame);

/* board_moves.c: lists of moves */
PyObject *board_legal_iterator(board_data *board, pf_bitboard from, pf_bitboard to);
PyObject *board_pseudo_list(board_data *board, pf_bitboard from, pf_bitboard to);
bool board_any_legal(board_data *board);
uint32_t board_count_legal(board_data *board);
bool board_in_check(board_data *board);
extern PyMethodDef board_move_methods[];
bool generator_add_types(PyObject *module, core_state *state);
void generator_free_spare(core_state *state);
PyObject *generator_new(PyTypeObject *type, PyObject *board, board_data *own);

/* move_order.c */
void board_order_moves(const pf_position *position, pf_move_list *list);
/* The same for pseudo-legal moves, among which the king is not treated separately. */
void board_order_fields(board_data *board, loose_list *list);

/* loose.c: rules for boards that the library refuses */
void loose_pseudo_legal(board_data *board, loose_list *out);
bool loose_is_pseudo_legal(board_data *board, move_fields move);
bool loose_is_legal(board_data *board, move_fields move);
bool loose_in_check(board_data *board);
/* Plays any move whose origin is occupied, whether legal or not. */
void loose_play(board_data *board, move_fields move);

/* bits.c, square_set.c and piece.c */
extern PyMethodDef bit_functions[];
/* An iterator over the squares of a bitboard. */
PyObject *core_squares(pf_bitboard set, bool reversed);
bool square_set_add_type(PyObject *module, core_state *state);
PyObject *square_set_register(PyObject *module, PyObject *type);
bool piece_add_type(PyObject *module, core_state *state);

/* pocket.c */
bool pocket_add_type(PyObject *module, core_state *state);
PyObject *pockets_register(PyObject *module, PyObject *args);
/* For a board that is freed: its pockets keep their counts. */
void pockets_forget(board_data *board);

/* board_text.c and board_rules.c */
extern PyMethodDef board_text_methods[];
extern PyMethodDef board_rule_methods[];
extern PyMethodDef board_kind_methods[]; /* board_kinds.c */
extern PyMethodDef board_tool_methods[]; /* board_tools.c: perft, explain, bisect */
/* Sets the exception for a count that failed. */
PyObject *core_perft_exception(pf_status status);
extern PyMethodDef board_set_methods[];
extern PyGetSetDef board_fields[];
extern PyMemberDef board_members[];
PyObject *board_svg(PyObject *self, PyObject *args);
int board_set_start(board_data *board);
int board_read_fen(PyObject *self, PyObject *text);

#endif
