/* Games as trees: the C part of plyforge.chess.pgn. */
#ifndef PLYFORGE_PYTHON_PGN_H
#define PLYFORGE_PYTHON_PGN_H

#include "core.h"

/* pgn_node.c: the fields of a node. Empty lists are created only when Python asks for them. */
bool node_add_type(PyObject *module, core_state *state);
/* Creates a node of a class of nodes; it becomes the last continuation of its parent. */
PyObject *node_append(PyTypeObject *type, PyObject *parent, PyObject *move);
/* The parent, a borrowed reference; NULL if there is none. */
PyObject *node_parent(PyObject *node);
bool node_is_end(PyObject *node);
/* False with an exception. */
bool node_add_comment(PyObject *node, PyObject *text);
bool node_add_nag(PyObject *node, PyObject *nag);
/* Takes over the reference to the list, which may be NULL. */
void node_set_starting_comments(PyObject *node, PyObject *comments);

/* pgn_text.c: lines, tags and movetext */
bool text_add_type(PyObject *module, core_state *state);

/* A line of a file as UTF-8. */
typedef struct text_line {
    PyObject *object, *encoded; /* encoded: the bytes of a line that contains lone surrogates, otherwise NULL */
    const char *bytes;
    size_t length;
} text_line;

typedef struct pgn_text {
    core_state *state;
    PyObject *readline;
    text_line line;
} pgn_text;

/* Reads the next line: 1 if there is one, 0 at the end of the file, -1 with an exception. */
int text_next(pgn_text *text);
/* Whether the line consists only of white space; -1 with an exception. */
int text_is_blank(const pgn_text *text);
/* Whether a line outside comments does not belong to the game: it is an escape, or consists entirely of a comment. */
static inline bool text_is_ignored(const pgn_text *text)
{
    return text->line.length > 0 && (text->line.bytes[0] == '%' || text->line.bytes[0] == ';');
}
/* A part of the line as a str. */
PyObject *text_part(const pgn_text *text, size_t from, size_t to);

/* pgn_moves.c: the moves of a game, from the current line on */
PyObject *text_moves(pgn_text *text, PyObject *args);

/* pgn_token.c: the words of movetext */
typedef enum token_kind {
    TOKEN_END, /* there are no more tokens in the line */
    TOKEN_COMMENT,
    TOKEN_REST_OF_LINE,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_NAG,
    TOKEN_MARK, /* from ! to ?? */
    TOKEN_RESULT,
    TOKEN_MOVE
} token_kind;

/* Finds the first token at or after *from; *from and *to become its limits. */
token_kind token_find(const char *text, size_t length, size_t *from, size_t *to);

#endif
