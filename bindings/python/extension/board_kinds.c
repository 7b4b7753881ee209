/* Classifies moves by the board alone, whether or not they are legal; also computes keys of positions. Valid and
 * invalid boards are treated alike. */
#include "core.h"

static pf_bitboard bit(unsigned square)
{
    return (pf_bitboard)1 << square;
}

/* The board and the fields of the move; NULL with TypeError. */
static board_data *read_move(PyObject *self, PyObject *move, move_fields *out)
{
    board_data *board = board_of(self);
    return move_read(board->state, move, out) ? board : NULL;
}

bool board_is_en_passant(board_data *board, move_fields m)
{
    const pf_position *p = board_pieces(board);
    int distance = m.to > m.from ? m.to - m.from : m.from - m.to;
    return board->now.ep_square == m.to && !m.drop && pf_bitboard_has(p->by_type[PF_PAWN], m.from) &&
           (distance == 7 || distance == 9) && !pf_bitboard_has(pf_position_occupied(p), m.to);
}

/* The squares of the move. There are none for a null move, and none for a drop, whose origin equals its target. */
static pf_bitboard touched(move_fields m)
{
    return bit(m.from) ^ bit(m.to);
}

static bool takes_a_piece(board_data *board, move_fields m)
{
    const pf_position *p = board_pieces(board);
    return (touched(m) & p->by_colour[p->turn ^ 1]) != 0;
}

static bool castles(board_data *board, move_fields m)
{
    const pf_position *p = board_pieces(board);
    if (!pf_bitboard_has(p->by_type[PF_KING], m.from) || m.drop) return false;
    int distance = (m.from & 7) - (m.to & 7);
    return distance > 1 || distance < -1 || (p->by_type[PF_ROOK] & p->by_colour[p->turn] & bit(m.to)) != 0;
}

static PyObject *is_en_passant(PyObject *self, PyObject *move)
{
    move_fields m;
    board_data *board = read_move(self, move, &m);
    return board ? PyBool_FromLong(board_is_en_passant(board, m)) : NULL;
}

static PyObject *is_capture(PyObject *self, PyObject *move)
{
    move_fields m;
    board_data *board = read_move(self, move, &m);
    return board ? PyBool_FromLong(takes_a_piece(board, m) || board_is_en_passant(board, m)) : NULL;
}

static PyObject *is_zeroing(PyObject *self, PyObject *move)
{
    move_fields m;
    board_data *board = read_move(self, move, &m);
    if (!board) return NULL;
    bool moves_pawn = (touched(m) & board_pieces(board)->by_type[PF_PAWN]) != 0 || m.drop == PF_PAWN + 1;
    return PyBool_FromLong(moves_pawn || takes_a_piece(board, m));
}

static PyObject *is_castling(PyObject *self, PyObject *move)
{
    move_fields m;
    board_data *board = read_move(self, move, &m);
    return board ? PyBool_FromLong(castles(board, m)) : NULL;
}

static PyObject *is_kingside_castling(PyObject *self, PyObject *move)
{
    move_fields m;
    board_data *board = read_move(self, move, &m);
    return board ? PyBool_FromLong((m.to & 7) > (m.from & 7) && castles(board, m)) : NULL;
}

static PyObject *is_queenside_castling(PyObject *self, PyObject *move)
{
    move_fields m;
    board_data *board = read_move(self, move, &m);
    return board ? PyBool_FromLong((m.to & 7) < (m.from & 7) && castles(board, m)) : NULL;
}

static PyObject *ply(PyObject *self, PyObject *unused)
{
    (void)unused;
    const pf_position *p = board_pieces(board_of(self));
    return PyLong_FromLongLong(2 * ((long long)p->fullmove_number - 1) + (p->turn == PF_BLACK));
}

static PyObject *piece_count(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromLong(pf_bitboard_count(pf_position_occupied(board_pieces(board_of(self)))));
}

/* The bytes that make positions equal by the repetition rule; None on a board that the library refuses. */
static PyObject *position_bytes(PyObject *self, PyObject *unused)
{
    (void)unused;
    board_data *board = board_of(self);
    if (!board_is_sound(board)) Py_RETURN_NONE;
    const pf_position *p = board_pieces(board);
    struct {
        pf_bitboard by_type[6], white, castling, promoted;
        uint8_t pockets[2][5], checks[2], turn, ep, variant, unused;
    } key;
    memset(&key, 0, sizeof key);
    memcpy(key.by_type, p->by_type, sizeof key.by_type);
    key.white = p->by_colour[PF_WHITE];
    key.castling = p->castling;
    key.turn = p->turn;
    key.ep = (uint8_t)pf_position_ep_legal(p);
    key.promoted = p->promoted;
    memcpy(key.pockets, p->pockets, sizeof key.pockets);
    memcpy(key.checks, p->checks_given, sizeof key.checks);
    key.variant = p->variant;
    return PyBytes_FromStringAndSize((const char *)&key, sizeof key);
}

NAME_ARGUMENT(is_en_passant, "move")
NAME_ARGUMENT(is_capture, "move")
NAME_ARGUMENT(is_zeroing, "move")
NAME_ARGUMENT(is_castling, "move")
NAME_ARGUMENT(is_kingside_castling, "move")
NAME_ARGUMENT(is_queenside_castling, "move")

PyMethodDef board_kind_methods[] = {
    {"is_en_passant", NAMED(is_en_passant),
     "is_en_passant($self, move)\n--\n\nWhether a pseudo-legal move captures en passant."},
    {"is_capture", NAMED(is_capture),
     "is_capture($self, move)\n--\n\nWhether a pseudo-legal move captures, en passant included."},
    {"is_zeroing", NAMED(is_zeroing),
     "is_zeroing($self, move)\n--\n\nWhether a pseudo-legal move captures or moves a pawn, so that the half-move clock "
     "begins again."},
    {"is_castling", NAMED(is_castling),
     "is_castling($self, move)\n--\n\nWhether a pseudo-legal move is castling, in either notation."},
    {"is_kingside_castling", NAMED(is_kingside_castling),
     "is_kingside_castling($self, move)\n--\n\nWhether a pseudo-legal move is castling towards the h-file."},
    {"is_queenside_castling", NAMED(is_queenside_castling),
     "is_queenside_castling($self, move)\n--\n\nWhether a pseudo-legal move is castling towards the a-file."},
    {"ply", ply, METH_NOARGS,
     "ply($self)\n--\n\nHalf-moves since the start of the game, by the move number and the side to move."},
    {"piece_count", piece_count, METH_NOARGS, "piece_count($self)\n--\n\nHow many pieces are on the board."},
    {"_position_bytes", position_bytes, METH_NOARGS,
     "_position_bytes($self)\n--\n\nEqual for positions that are the same by the rule of repetition, or None."},
    {0},
};
