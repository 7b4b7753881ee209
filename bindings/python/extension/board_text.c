/* Text of boards and moves: FEN, SAN, UCI. The common cases are handled here by the library. Boards that it refuses and
 * notations that it does not support are handled by methods of the Python class whose names end in _loosely. */
#include "core.h"

static const char *text_of(PyObject *value, Py_ssize_t *length)
{
    if (PyUnicode_Check(value)) return PyUnicode_AsUTF8AndSize(value, length);
    PyErr_Format(PyExc_TypeError, "expected a str, got %R", (PyObject *)Py_TYPE(value));
    return NULL;
}

/* ---- FEN ---- */

/* If the castling field has an order that python-chess refuses, it is left to the Python side, which refuses it as
 * well. */
int board_read_fen(PyObject *self, PyObject *fen)
{
    board_data *board = board_of(self);
    Py_ssize_t length;
    const char *text = text_of(fen, &length);
    if (!text) return -1;
    pf_accept accept = PF_ACCEPT_LENIENT | (board->chess960 ? PF_ACCEPT_CHESS960 : 0);
    pf_position position;
    pf_problems problems = 0;
    pf_error error;
    if (pf_position_from_fen(&position, text, (size_t)length, accept | pf_accept_variant(board->variant), &problems,
                             &error) == PF_OK &&
        !(problems & ~(pf_problems)(PF_PROBLEM_CHECKERS | PF_PROBLEM_IMPOSSIBLE_CHECK)) && position.fullmove_number) {
        board->now.position = position;
        board->now.castling = position.castling;
        board->now.ep_square = position.ep_square;
        board->now.promoted = position.promoted;
        board->now.validity = BOARD_SOUND;
        board_clear_stack(board);
        return 0;
    }
    PyObject *result = core_call(self, "_set_fen_loosely", fen);
    Py_XDECREF(result);
    return result ? 0 : -1;
}

static PyObject *set_fen(PyObject *self, PyObject *fen)
{
    if (board_read_fen(self, fen) < 0) return NULL;
    Py_RETURN_NONE;
}

/* _fen(shredder, ep_mode) -> str; None if the library refuses the board or cannot store all of its data. */
static PyObject *fen_of(PyObject *self, PyObject *args)
{
    board_data *board = board_of(self);
    int shredder, mode;
    char text[PF_FEN_SIZE];
    if (!PyArg_ParseTuple(args, "pi", &shredder, &mode)) return NULL;
    if (!board_is_sound(board) || (mode == PF_EP_ALWAYS && board->now.ep_square != board_pieces(board)->ep_square))
        Py_RETURN_NONE;
    pf_castling_style style = shredder ? PF_CASTLING_SHREDDER : PF_CASTLING_XFEN;
    size_t length = pf_position_to_fen(text, sizeof text, &board->now.position, style, (pf_ep_mode)mode);
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
}

static PyObject *board_fen(PyObject *self, PyObject *mark_promoted)
{
    board_data *board = board_of(self);
    int marks = PyObject_IsTrue(mark_promoted);
    char text[64 * 2 + 8], *end = text;
    if (marks < 0) return NULL;
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            pf_square square = (pf_square)(rank * 8 + file);
            pf_piece piece = board_piece_at(board, square);
            if (piece == PF_NO_PIECE) {
                empty++;
                continue;
            }
            if (empty) *end++ = (char)('0' + empty);
            empty = 0;
            *end++ = pf_piece_to_letter(piece);
            if (marks && pf_bitboard_has(board->now.promoted, square)) *end++ = '~';
        }
        if (empty) *end++ = (char)('0' + empty);
        if (rank) *end++ = '/';
    }
    return PyUnicode_FromStringAndSize(text, end - text);
}

/* ---- SAN ---- */

static PyObject *algebraic(PyObject *self, PyObject *move, pf_san_style style, const char *otherwise)
{
    board_data *board = board_of(self);
    move_fields fields;
    if (!move_read(board->state, move, &fields)) return NULL;
    if (move_is_null(fields)) return PyUnicode_FromString("--");
    if (board_is_sound(board)) {
        char text[PF_SAN_SIZE];
        pf_move library = board_to_library(board, fields);
        size_t length = library ? pf_move_to_san(text, sizeof text, &board->now.position, library, style) : 0;
        /* python-chess writes the drop of a pawn without a piece letter. */
        size_t skipped = length && fields.drop == 1;
        if (length) return PyUnicode_FromStringAndSize(text + skipped, (Py_ssize_t)(length - skipped));
    }
    return core_call(self, otherwise, move);
}

static PyObject *san(PyObject *self, PyObject *move)
{
    return algebraic(self, move, PF_SAN_LETTERS, "_san_loosely");
}

static PyObject *lan(PyObject *self, PyObject *move)
{
    return algebraic(self, move, PF_SAN_LONG, "_lan_loosely");
}

static PyObject *raise(board_data *board, pf_status status, PyObject *text, const pf_error *error)
{
    core_state *state = board->state;
    PyObject *type = state->illegal_move;
    if (status == PF_ERROR_MOVE_TEXT) type = state->invalid_move;
    if (status == PF_ERROR_MOVE_AMBIGUOUS) type = state->ambiguous_move;
    char fen[PF_FEN_SIZE];
    pf_position_to_fen(fen, sizeof fen, &board->now.position, PF_CASTLING_XFEN, PF_EP_LEGAL);
    const char *kind = type == state->invalid_move ? "invalid" : type == state->illegal_move ? "illegal" : "ambiguous";
    return PyErr_Format(type, "%s move %R in %s: %s", kind, text, fen, error->message);
}

/* python-chess ignores the sign of a capture: "xe5" is the pawn move e5. NULL, without an exception, if that does not
 * make it a legal move. */
static PyObject *read_without_capture(PyObject *self, PyObject *text)
{
    PyObject *move = core_call(self, "_parse_san_loosely", text);
    if (!move && PyErr_ExceptionMatches(PyExc_ValueError)) PyErr_Clear();
    return move;
}

static PyObject *parse_san(PyObject *self, PyObject *text)
{
    board_data *board = board_of(self);
    if (!board_is_sound(board)) return core_call(self, "_parse_san_loosely", text);
    Py_ssize_t length;
    const char *bytes = text_of(text, &length);
    if (!bytes) return NULL;
    pf_move move;
    pf_error error;
    for (Py_ssize_t i = 0; i < length; i++)
        if ((unsigned char)bytes[i] <= ' ')
            return PyErr_Format(board->state->invalid_move, "a move has no blanks or control characters: %R", text);
    pf_status status = pf_move_from_san(&move, &board->now.position, bytes, (size_t)length,
                                        PF_SAN_LENIENT | PF_SAN_NULL, &error);
    if (status != PF_OK) {
        PyObject *meant = memchr(bytes, 'x', (size_t)length) ? read_without_capture(self, text) : NULL;
        return meant || PyErr_Occurred() ? meant : raise(board, status, text, &error);
    }
    return move_get(board->state, move == PF_NO_MOVE ? (move_fields){0} : board_from_library(move, board->chess960));
}

/* Plays a move that was read. A subclass may have its own push(). */
static PyObject *play_read(PyObject *self, PyObject *move)
{
    bool is_own = (PyObject *)Py_TYPE(self) == board_of(self)->state->board_class;
    return is_own ? board_push(self, move) : core_call(self, "push", move);
}

static PyObject *push_san(PyObject *self, PyObject *text)
{
    PyObject *move = core_call(self, "parse_san", text);
    PyObject *result = move ? play_read(self, move) : NULL;
    if (!result) Py_CLEAR(move);
    Py_XDECREF(result);
    return move;
}

/* ---- UCI ---- */

/* Reads a legal or null move from UCI text, with castling in the notation of the board. */
static PyObject *parse_uci(PyObject *self, PyObject *text)
{
    board_data *board = board_of(self);
    move_fields fields;
    if (!move_read_uci(board->state, text, &fields)) return NULL;
    if (move_is_null(fields)) return move_get(board->state, fields);
    if (!board_is_legal(board, fields)) {
        PyObject *fen = core_call(self, "fen", NULL);
        if (fen) PyErr_Format(board->state->illegal_move, "illegal move %R in %U", text, fen);
        Py_XDECREF(fen);
        return NULL;
    }
    pf_move library = board_to_library(board, fields);
    if (library && pf_move_kind_of(library) == PF_MOVE_CASTLING) fields = board_from_library(library, board->chess960);
    return move_get(board->state, fields);
}

static PyObject *push_uci(PyObject *self, PyObject *text)
{
    PyObject *move = parse_uci(self, text);
    PyObject *result = move ? play_read(self, move) : NULL;
    if (!result) Py_CLEAR(move);
    Py_XDECREF(result);
    return move;
}

/* Converts the move to the notation of a board with or without Chess960. */
static PyObject *normalize(PyObject *self, PyObject *args)
{
    board_data *board = board_of(self);
    PyObject *move;
    int chess960;
    move_fields fields;
    if (!PyArg_ParseTuple(args, "Op", &move, &chess960) || !move_read(board->state, move, &fields)) return NULL;
    pf_move library = move_is_null(fields) ? PF_NO_MOVE : board_to_library(board, fields);
    if (!library || pf_move_kind_of(library) != PF_MOVE_CASTLING) return Py_NewRef(move);
    bool own = board->chess960;
    board->chess960 = chess960 != 0;
    fields = board_from_library(library, board->chess960);
    board->chess960 = own;
    return move_get(board->state, fields);
}

NAME_ARGUMENT(set_fen, "fen")
NAME_ARGUMENT(san, "move")
NAME_ARGUMENT(lan, "move")
NAME_ARGUMENT(parse_san, "san")
NAME_ARGUMENT(push_san, "san")
NAME_ARGUMENT(parse_uci, "uci")
NAME_ARGUMENT(push_uci, "uci")

PyMethodDef board_text_methods[] = {
    {"set_fen", NAMED(set_fen),
     "set_fen($self, fen)\n--\n\nSets the position up. ValueError if the text is no FEN; is_valid() says whether the "
     "position is "
     "one."},
    {"_fen", fen_of, METH_VARARGS, "_fen($self, shredder, ep_mode)\n--\n\n"},
    {"_board_fen", board_fen, METH_O, "_board_fen($self, promoted, /)\n--\n\n"},
    {"san", NAMED(san),
     "san($self, move)\n--\n\nThe move in standard algebraic notation, with the mark for check or mate."},
    {"lan", NAMED(lan), "lan($self, move)\n--\n\nThe move in long algebraic notation, as in Ng1-f3."},
    {"parse_san", NAMED(parse_san),
     "parse_san($self, san)\n--\n\nReads a legal move or a null move. InvalidMoveError, IllegalMoveError or "
     "AmbiguousMoveError."},
    {"push_san", NAMED(push_san), "push_san($self, san)\n--\n\nReads a move, plays it and returns it."},
    {"parse_uci", NAMED(parse_uci),
     "parse_uci($self, uci)\n--\n\nReads a legal move or a null move, with either notation of castling. "
     "InvalidMoveError "
     "or "
     "IllegalMoveError."},
    {"push_uci", NAMED(push_uci), "push_uci($self, uci)\n--\n\nReads a UCI move, plays it and returns it."},
    {"_svg", board_svg, METH_VARARGS,
     "_svg($self, size, flipped, coordinates, dark, from, to, squares, arrows, title, description)\n--\n\n"},
    {"_normalize", normalize, METH_VARARGS, "_normalize($self, move, chess960)\n--\n\n"},
    {0},
};
