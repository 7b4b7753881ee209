/* Reads the moves of a game from a text file into a tree. _Parser and GameBuilder of plyforge/chess/pgn define what a
 * visitor that builds trees is told, and in which order; this does the same without calling them. */
#include "pgn.h"

enum { MAX_DEPTH = 255 /* the deepest nesting of variations, as in _reader.py */, NOWHERE = -1 };

/* An open variation: the position in the game to which its end returns. */
typedef struct branch {
    board_frame after; /* the position after the move that is replaced */
    size_t depth;      /* the number of moves before that move */
} branch;

typedef struct tree_reader {
    pgn_text *text;
    PyObject *board_object, *visitor;
    board_data *board;
    PyTypeObject *child_type;
    size_t at; /* the offset in the line */
    branch *branches;
    int open;                       /* the number of open variations */
    PyObject *nodes[MAX_DEPTH + 1]; /* the last node of each open line, the main one first */
    PyObject *starting_comments;    /* a list, or NULL */
    bool has_moves;                 /* whether the innermost line has a move yet, like GameBuilder.in_variation */
    int skipped;                    /* the number of nested variations that are being left out, including the innermost
                                       one */
    bool too_deep;                  /* whether the innermost of those is deeper than a tree may be */
    int failed;                     /* the number of open variations at the point where a move could not be read, or
                                       NOWHERE */
} tree_reader;

static PyObject **last_node(tree_reader *reader)
{
    return &reader->nodes[reader->open];
}

/* Passes the ValueError that has been raised to the visitor. False if it is another exception, or if the visitor raises
 * one. */
static bool report(tree_reader *reader)
{
    if (!PyErr_ExceptionMatches(PyExc_ValueError)) return false;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback) PyException_SetTraceback(value, traceback);
    PyObject *result = core_call(reader->visitor, "handle_error", value);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
    Py_XDECREF(result);
    return result != NULL;
}

/* ---- Comments and annotations ---- */

static bool keep_comment(tree_reader *reader, PyObject *comment)
{
    if (PyUnicode_GetLength(comment) == 0) return true;
    PyObject *node = *last_node(reader);
    if (reader->has_moves || (!node_parent(node) && node_is_end(node))) return node_add_comment(node, comment);
    if (!reader->starting_comments && !(reader->starting_comments = PyList_New(0))) return false;
    return PyList_Append(reader->starting_comments, comment) == 0;
}

/* Joins the parts of a comment of several lines into one text; takes over the list. */
static PyObject *join(PyObject *parts)
{
    PyObject *nothing = PyUnicode_FromString("");
    PyObject *whole = nothing && parts ? PyUnicode_Join(nothing, parts) : NULL;
    Py_XDECREF(nothing);
    Py_XDECREF(parts);
    return whole;
}

/* A part of a list, without one blank at the beginning or end if a brace is there. */
static PyObject *without_blanks(PyObject *whole, bool has_end)
{
    if (!whole) return NULL;
    Py_ssize_t from = 0, to = PyUnicode_GetLength(whole);
    if (to && PyUnicode_ReadChar(whole, 0) == ' ') from++;
    if (has_end && to > from && PyUnicode_ReadChar(whole, to - 1) == ' ') to--;
    PyObject *comment = PyUnicode_Substring(whole, from, to);
    Py_DECREF(whole);
    return comment;
}

/* Reads the rest of a comment that does not end on this line. */
static PyObject *read_long_comment(tree_reader *reader)
{
    text_line *line = &reader->text->line;
    PyObject *parts = PyList_New(0);
    bool has_end = false;
    for (int more = 1; parts && more && !has_end;) {
        const char *start = line->bytes + reader->at, *brace = memchr(start, '}', line->length - reader->at);
        has_end = brace != NULL;
        size_t to = has_end ? (size_t)(brace - line->bytes) : line->length;
        PyObject *part = text_part(reader->text, reader->at, to);
        if (!part || PyList_Append(parts, part) < 0) Py_CLEAR(parts);
        Py_XDECREF(part);
        reader->at = has_end ? to + 1 : 0;
        if (parts && !has_end && (more = text_next(reader->text)) < 0) Py_CLEAR(parts);
    }
    return without_blanks(join(parts), has_end);
}

static bool read_comment(tree_reader *reader)
{
    const text_line *line = &reader->text->line;
    size_t from = reader->at, to;
    const char *brace = memchr(line->bytes + from, '}', line->length - from);
    PyObject *comment;
    if (brace) {
        to = (size_t)(brace - line->bytes);
        reader->at = to + 1;
        if (reader->skipped) return true;
        if (from < to && line->bytes[from] == ' ') from++;
        if (from < to && line->bytes[to - 1] == ' ') to--;
        comment = text_part(reader->text, from, to);
    } else {
        comment = read_long_comment(reader);
    }
    bool done = comment && (reader->skipped || keep_comment(reader, comment));
    Py_XDECREF(comment);
    return done;
}

static bool add_nag(tree_reader *reader, unsigned long number)
{
    PyObject *nag = PyLong_FromUnsignedLong(number);
    bool done = nag && node_add_nag(*last_node(reader), nag);
    Py_XDECREF(nag);
    return done;
}

static bool read_nag(tree_reader *reader, size_t from, size_t to)
{
    if (to - from > 10) {
        PyObject *word = text_part(reader->text, from, from + (to - from < 20 ? to - from : 20));
        if (word) PyErr_Format(PyExc_ValueError, "too large a NAG: %U", word);
        Py_XDECREF(word);
        return word && report(reader);
    }
    unsigned long number = 0;
    for (size_t i = from + 1; i < to; i++) number = number * 10 + (unsigned long)(reader->text->line.bytes[i] - '0');
    return add_nag(reader, number);
}

static bool read_mark(tree_reader *reader, size_t from, size_t to)
{
    static const char *const marks[] = {"!", "?", "!!", "??", "!?", "?!"};
    const char *word = reader->text->line.bytes + from;
    for (unsigned i = 0; i < 6; i++)
        if (strlen(marks[i]) == to - from && memcmp(marks[i], word, to - from) == 0) return add_nag(reader, i + 1);
    return true;
}

static bool read_result(tree_reader *reader, size_t from, size_t to)
{
    if (reader->open) return true;
    PyObject *result = text_part(reader->text, from, to);
    PyObject *done = result ? core_call(reader->visitor, "visit_result", result) : NULL;
    Py_XDECREF(result);
    Py_XDECREF(done);
    return done != NULL;
}

/* ---- Variations ---- */

static bool begin_variation(tree_reader *reader)
{
    if (reader->skipped) {
        reader->skipped++;
        return true;
    }
    board_data *board = reader->board;
    PyObject *parent = node_parent(*last_node(reader));
    if (!board->depth || !parent || !PyObject_TypeCheck(parent, board->state->node_type)) return true;
    if (reader->open == MAX_DEPTH) {
        PyErr_Format(PyExc_ValueError, "variations are nested more than %d deep", MAX_DEPTH);
        reader->skipped = 1;
        reader->too_deep = true;
        return report(reader);
    }
    if (!reader->branches && !(reader->branches = PyMem_Calloc(MAX_DEPTH, sizeof *reader->branches)))
        return PyErr_NoMemory(), false;
    reader->branches[reader->open++] = (branch){board->now, board->depth - 1};
    board->now = board->stack[--board->depth];
    *last_node(reader) = Py_NewRef(parent);
    reader->has_moves = false;
    return true;
}

/* Returns to the line from which the variation branched off. */
static void leave_variation(tree_reader *reader)
{
    board_data *board = reader->board;
    Py_CLEAR(*last_node(reader));
    const branch *back = &reader->branches[--reader->open];
    if (board->depth == back->depth)
        board->stack[board->depth] = board->now; /* the replaced move was stored here, so there is memory for it */
    board->depth = back->depth + 1;
    board->now = back->after;
    reader->has_moves = true;
}

/* A surplus bracket is ignored. Text that is left out because of an error ends with its variation. */
static void end_variation(tree_reader *reader)
{
    if (reader->skipped > 1) {
        reader->skipped--;
    } else if (reader->skipped == 1 && reader->failed != reader->open) {
        reader->skipped = 0;
        reader->too_deep = false;
    } else if (reader->open) {
        if (reader->failed == reader->open) {
            reader->failed = NOWHERE;
            reader->skipped = 0;
        }
        leave_variation(reader);
    }
}

/* ---- Moves ---- */

static bool add_node(tree_reader *reader, PyObject *move)
{
    PyObject *node = node_append(reader->child_type, *last_node(reader), move);
    if (!node) return false;
    if (reader->starting_comments) {
        node_set_starting_comments(node, reader->starting_comments);
        reader->starting_comments = NULL;
    }
    PyObject *before = *last_node(reader);
    *last_node(reader) = node;
    Py_DECREF(before);
    reader->has_moves = true;
    return true;
}

/* Handles text that the library cannot read: null moves, moves in positions that it refuses, mistakes. The method of
 * the board decides. */
static bool read_odd_move(tree_reader *reader, size_t from, size_t to)
{
    board_data *board = reader->board;
    PyObject *word = text_part(reader->text, from, to);
    PyObject *move = word ? core_call(reader->board_object, "parse_san", word) : NULL;
    Py_XDECREF(word);
    if (!move) {
        if (!report(reader)) return false;
        reader->failed = reader->open;
        reader->skipped = 1;
        return true;
    }
    move_fields fields;
    bool done = move_read(board->state, move, &fields);
    if (done) {
        pf_move library = board_is_sound(board) ? board_to_library(board, fields) : PF_NO_MOVE;
        if (move_is_null(fields) || (library && !board_allows(board, library))) library = PF_NO_MOVE;
        done = add_node(reader, move) && board_play(board, library, fields);
    }
    Py_DECREF(move);
    return done;
}

static bool read_move(tree_reader *reader, size_t from, size_t to)
{
    board_data *board = reader->board;
    pf_move library;
    if (!board_is_sound(board) || pf_move_from_san(&library, &board->now.position, reader->text->line.bytes + from,
                                                   to - from, PF_SAN_LENIENT, NULL) != PF_OK)
        return read_odd_move(reader, from, to);
    move_fields fields = board_from_library(library, board->chess960);
    PyObject *move = move_get(board->state, fields);
    bool done = move && add_node(reader, move) && board_play(board, library, fields);
    Py_XDECREF(move);
    return done;
}

/* ---- A game ---- */

static bool read_line(tree_reader *reader)
{
    reader->at = 0;
    for (bool done = true; done;) {
        size_t from = reader->at, to;
        token_kind kind = token_find(reader->text->line.bytes, reader->text->line.length, &from, &to);
        if (kind == TOKEN_END || kind == TOKEN_REST_OF_LINE) return true;
        reader->at = to;
        if (kind == TOKEN_COMMENT) {
            done = read_comment(reader);
        } else if (kind == TOKEN_OPEN) {
            done = begin_variation(reader);
        } else if (kind == TOKEN_CLOSE) {
            end_variation(reader);
        } else if (!reader->skipped) {
            done = kind == TOKEN_MOVE   ? read_move(reader, from, to)
                   : kind == TOKEN_NAG  ? read_nag(reader, from, to)
                   : kind == TOKEN_MARK ? read_mark(reader, from, to)
                                        : read_result(reader, from, to);
        }
        if (!done) return false;
    }
    return true;
}

static bool read_lines(tree_reader *reader)
{
    for (int more = 1; more;) {
        int is_blank = text_is_blank(reader->text);
        if (is_blank) return is_blank > 0;
        if (!text_is_ignored(reader->text) && !read_line(reader)) return false;
        if ((more = text_next(reader->text)) < 0) return false;
    }
    return true;
}

PyObject *text_moves(pgn_text *text, PyObject *args)
{
    core_state *state = text->state;
    tree_reader reader = {.text = text, .failed = NOWHERE};
    PyObject *game, *child_type;
    if (!PyArg_ParseTuple(args, "OOOO", &reader.board_object, &reader.visitor, &game, &child_type)) return NULL;
    if (!PyObject_TypeCheck(reader.board_object, state->board_type) || !PyObject_TypeCheck(game, state->node_type) ||
        !PyType_Check(child_type) || !PyType_IsSubtype((PyTypeObject *)child_type, state->node_type)) {
        PyErr_SetString(PyExc_TypeError, "expected a board, a visitor, a game and its class of nodes");
        return NULL;
    }
    reader.board = board_of(reader.board_object);
    reader.child_type = (PyTypeObject *)child_type;
    reader.nodes[0] = Py_NewRef(game);
    bool done = read_lines(&reader);
    while (reader.open) leave_variation(&reader);
    Py_CLEAR(reader.nodes[0]);
    Py_XDECREF(reader.starting_comments);
    PyMem_Free(reader.branches);
    if (!done) return NULL;
    Py_RETURN_NONE;
}
