/* Conversion of moves between Python's notation and the library's, playing moves and taking them back, and
 * repetition. */
#include "core.h"

/* In standard notation the king moves two squares; in Chess960 it captures its own rook. If the king is not on the
 * e-file, or the rook is not in a corner, only the second form is used. */
move_fields board_from_library(pf_move move, bool chess960)
{
    move_fields fields = {(uint8_t)pf_move_from(move), (uint8_t)pf_move_to(move), 0, 0};
    switch (pf_move_kind_of(move)) {
    case PF_MOVE_PROMOTION: fields.promotion = (uint8_t)(pf_move_promotion(move) + 1); break;
    case PF_MOVE_CASTLING:
        if (!chess960 && (fields.from & 7) == 4) {
            if ((fields.to & 7) == 7) fields.to = (uint8_t)(fields.to - 1);
            if ((fields.to & 7) == 0) fields.to = (uint8_t)(fields.to + 2);
        }
        break;
    case PF_MOVE_NORMAL:
        if (pf_move_is_drop(move)) {
            fields.from = fields.to;
            fields.drop = (uint8_t)(pf_move_dropped(move) + 1);
        } else if (pf_move_is_king_promotion(move)) {
            fields.promotion = 6;
        }
        break;
    default: break;
    }
    return fields;
}

/* The square of the rook with which this king move castles, or PF_NO_SQUARE. */
static pf_square castling_rook(board_data *board, move_fields move)
{
    pf_bitboard rights = board_clean_castling(board);
    if (pf_bitboard_has(rights & board_pieces(board)->by_colour[board_pieces(board)->turn], move.to)) return move.to;
    if ((move.from & 7) != 4 || ((move.from ^ move.to) & 56)) return PF_NO_SQUARE;
    pf_square rook = PF_NO_SQUARE;
    if ((move.to & 7) == 6) rook = move.to + 1u;
    if ((move.to & 7) == 2) rook = move.to - 2u;
    return rook != PF_NO_SQUARE && pf_bitboard_has(rights, rook) ? rook : PF_NO_SQUARE;
}

pf_move board_to_library(board_data *board, move_fields move)
{
    const pf_position *p = board_pieces(board);
    if (move.drop) {
        bool possible = move.from == move.to && !move.promotion && move.drop <= 5;
        return possible ? pf_move_of_drop(move.drop - 1u, move.to) : PF_NO_MOVE;
    }
    if (move.from == move.to) return PF_NO_MOVE;
    if (move.promotion == 6) return pf_move_of_king_promotion(move.from, move.to);
    if (move.promotion)
        return move.promotion > 1 ? pf_move_of_promotion(move.from, move.to, move.promotion - 1u) : PF_NO_MOVE;
    pf_bitboard from = pf_bit(move.from) & p->by_colour[p->turn];
    if (from & p->by_type[PF_KING]) {
        pf_square rook = castling_rook(board, move);
        if (rook != PF_NO_SQUARE) return pf_move_of(move.from, rook, PF_MOVE_CASTLING);
    }
    bool en_passant = (from & p->by_type[PF_PAWN]) && move.to == p->ep_square && ((move.from ^ move.to) & 7);
    return pf_move_of(move.from, move.to, en_passant ? PF_MOVE_EN_PASSANT : PF_MOVE_NORMAL);
}

bool board_is_legal(board_data *board, move_fields fields)
{
    if (!board_is_sound(board)) return loose_is_legal(board, fields);
    pf_move move = board_to_library(board, fields);
    return move && board_allows(board, move);
}

/* ---- Push and pop ---- */

static bool make_room(board_data *board)
{
    if (board->depth < board->capacity) return true;
    size_t capacity = board->capacity ? board->capacity * 2 : 16;
    board_frame *memory = PyMem_Realloc(board->stack, capacity * sizeof *memory);
    if (!memory) return PyErr_NoMemory(), false;
    board->stack = memory;
    board->capacity = capacity;
    return true;
}

static void play_sound(board_data *board, pf_move move, move_fields fields)
{
    board_frame *now = &board->now;
    pf_position_play_unchecked(&now->position, move);
    now->castling = now->position.castling;
    now->ep_square = now->position.ep_square;
    if (board->variant == PF_VARIANT_CRAZYHOUSE) {
        now->promoted = now->position.promoted;
    } else if (now->promoted || fields.promotion) {
        bool moved = fields.promotion || pf_bitboard_has(now->promoted, fields.from);
        now->promoted &= ~pf_bit(fields.from) & ~pf_bit(fields.to);
        if (moved) now->promoted |= pf_bit(fields.to);
        now->promoted &= pf_position_occupied(&now->position);
    }
}

static bool append(board_data *board, PyObject *move, move_fields given, move_fields own)
{
    if (memcmp(&given, &own, sizeof own) == 0) return PyList_Append(board->move_stack, move) == 0;
    PyObject *other = move_get(board->state, own);
    bool done = other && PyList_Append(board->move_stack, other) == 0;
    Py_XDECREF(other);
    return done;
}

/* Whether the move, which has only an origin and a target, is among the legal moves that were listed last and the board
 * is still in their position. Loops over a list play its moves in order, so the next one is tested first. */
static bool is_known(board_data *board, pf_move move)
{
    known_moves *known = &board->state->known;
    if (board->now.validity != BOARD_SOUND ||
        memcmp(&known->position, board_pieces(board), sizeof known->position) != 0)
        return false;
    uint32_t size = known->list.size, at = known->next;
    if (at >= size || known->list.moves[at] != move)
        for (at = 0; at < size && known->list.moves[at] != move;) at++;
    known->next = at + 1;
    return at < size;
}

bool board_play(board_data *board, pf_move library, move_fields fields)
{
    if (!make_room(board)) return false;
    board->stack[board->depth++] = board->now;
    if (library)
        play_sound(board, library, fields);
    else
        loose_play(board, fields);
    return true;
}

PyObject *board_push_fields(board_data *board, PyObject *move, move_fields fields)
{
    if (!make_room(board)) return NULL;
    pf_move plain = (pf_move)(fields.from << 6 | fields.to);
    if (!fields.promotion && !fields.drop && is_known(board, plain)) {
        if (PyList_Append(board->move_stack, move) < 0) return NULL;
        board->stack[board->depth++] = board->now;
        play_sound(board, plain, fields);
        Py_RETURN_NONE;
    }
    bool sound = board_is_sound(board);
    pf_move library = board_to_library(board, fields);
    move_fields own = library && pf_move_kind_of(library) == PF_MOVE_CASTLING
                          ? board_from_library(library, board->chess960)
                          : fields;
    bool is_null = move_is_null(fields);
    if (!is_null && !fields.drop && !pf_bitboard_has(pf_position_occupied(board_pieces(board)), fields.from)) {
        char text[8];
        move_write_uci(text, fields);
        return PyErr_Format(board->state->illegal_move,
                            "push() needs a move of a piece, but %s begins on an empty square", text);
    }
    if (!append(board, move, fields, own)) return NULL;
    board->stack[board->depth++] = board->now;
    if (sound && library && !is_null && board_allows(board, library))
        play_sound(board, library, fields);
    else
        loose_play(board, fields);
    Py_RETURN_NONE;
}

PyObject *board_push(PyObject *self, PyObject *move)
{
    board_data *board = board_of(self);
    move_fields fields;
    if (!move_read(board->state, move, &fields)) return NULL;
    /* The moves in the stack are never modified by anyone. */
    PyObject *kept = move_keep(board->state, move, fields);
    PyObject *result = kept ? board_push_fields(board, kept, fields) : NULL;
    Py_XDECREF(kept);
    return result;
}

PyObject *board_pop(PyObject *self, PyObject *unused)
{
    (void)unused;
    board_data *board = board_of(self);
    Py_ssize_t size = PyList_Size(board->move_stack);
    if (size < 1 || board->depth == 0) {
        PyErr_SetString(PyExc_IndexError, "pop from a board without moves");
        return NULL;
    }
    /* Does the work of list.pop(): the list passes its reference on and becomes shorter; its memory is kept. */
    PyObject *move = PyList_GetItem(board->move_stack, size - 1);
    Py_SET_SIZE((PyVarObject *)board->move_stack, size - 1);
    board->now = board->stack[--board->depth];
    return move;
}

/* ---- Repetition ---- */

static bool same_position(const board_frame *a, const board_frame *b)
{
    if (a->validity == BOARD_SOUND && b->validity == BOARD_SOUND)
        return a->position.key == b->position.key && pf_position_equal(&a->position, &b->position);
    const pf_position *p = &a->position, *q = &b->position;
    return memcmp(p->by_type, q->by_type, sizeof p->by_type) == 0 &&
           memcmp(p->by_colour, q->by_colour, sizeof p->by_colour) == 0 && p->turn == q->turn &&
           a->castling == b->castling && a->ep_square == b->ep_square &&
           memcmp(a->position.pockets, b->position.pockets, sizeof a->position.pockets) == 0;
}

size_t board_window(const board_data *board, const board_frame *frame)
{
    return board->variant == PF_VARIANT_CRAZYHOUSE ? SIZE_MAX : frame->position.halfmove_clock;
}

unsigned board_repetitions(const board_data *board, const board_frame *frame)
{
    size_t window = board_window(board, frame);
    unsigned count = 0;
    for (size_t i = board->depth; i > 0 && board->depth - i < window; i--)
        count += same_position(&board->stack[i - 1], frame);
    return count;
}
