/* Queries of a board: pieces, attacks, pins, checks, ends of the game, repetition. */
#include "core.h"

/* ---- Pieces ---- */

static PyObject *piece_at(PyObject *self, PyObject *value)
{
    board_data *board = board_of(self);
    pf_square square;
    if (!core_square(&square, value)) return NULL;
    pf_piece piece = board_piece_at(board, square);
    PyObject *object = piece < 15 ? board->state->pieces[piece] : NULL;
    return Py_NewRef(object ? object : Py_None);
}

static PyObject *piece_type_at(PyObject *self, PyObject *value)
{
    pf_square square;
    if (!core_square(&square, value)) return NULL;
    pf_piece piece = board_piece_at(board_of(self), square);
    if (piece == PF_NO_PIECE) Py_RETURN_NONE;
    return PyLong_FromUnsignedLong(pf_piece_type_of(piece) + 1);
}

static PyObject *color_at(PyObject *self, PyObject *value)
{
    pf_square square;
    if (!core_square(&square, value)) return NULL;
    pf_piece piece = board_piece_at(board_of(self), square);
    if (piece == PF_NO_PIECE) Py_RETURN_NONE;
    return PyBool_FromLong(pf_piece_colour(piece) == PF_WHITE);
}

static PyObject *pieces_mask(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"piece_type", "color", NULL};
    int type;
    pf_colour colour;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "iO&", names, &type, core_colour_index_argument, &colour))
        return NULL;
    if (type < 1 || type > 6) return PyErr_Format(PyExc_ValueError, "expected a piece type from 1 to 6, got %d", type);
    return core_from_bitboard(pf_position_pieces(board_pieces(board_of(self)), colour, (pf_piece_type)type - 1));
}

static PyObject *king(PyObject *self, PyObject *value)
{
    pf_colour colour;
    if (!core_colour_index(&colour, value)) return NULL;
    return core_from_square(board_king(board_of(self), colour));
}

/* ---- Attacks ---- */

static PyObject *attacks_mask(PyObject *self, PyObject *value)
{
    board_data *board = board_of(self);
    const pf_position *p = board_pieces(board);
    pf_square square;
    if (!core_square(&square, value)) return NULL;
    if (!pf_bitboard_has(pf_position_occupied(p), square)) return PyLong_FromLong(0);
    pf_colour colour = pf_bitboard_has(p->by_colour[PF_WHITE], square) ? PF_WHITE : PF_BLACK;
    return core_from_bitboard(pf_attacks(colour, board_type_at(board, square), square, pf_position_occupied(p)));
}

static bool read_attackers(PyObject *self, PyObject *args, PyObject *kwargs, pf_bitboard *out)
{
    static char *names[] = {"color", "square", "occupied", NULL};
    const pf_position *p = board_pieces(board_of(self));
    PyObject *value, *occupied = NULL;
    pf_square square;
    pf_bitboard blockers = pf_position_occupied(p);
    pf_colour colour;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O&O|O", names, core_colour_argument, &colour, &value, &occupied) ||
        !core_square(&square, value) || (occupied && occupied != Py_None && !core_bitboard(&blockers, occupied)))
        return false;
    *out = pf_position_attackers_to(p, square, blockers) & p->by_colour[colour];
    return true;
}

static PyObject *attackers_mask(PyObject *self, PyObject *args, PyObject *kwargs)
{
    pf_bitboard attackers;
    return read_attackers(self, args, kwargs, &attackers) ? core_from_bitboard(attackers) : NULL;
}

static PyObject *is_attacked_by(PyObject *self, PyObject *args, PyObject *kwargs)
{
    pf_bitboard attackers;
    return read_attackers(self, args, kwargs, &attackers) ? PyBool_FromLong(attackers != 0) : NULL;
}

/* The line on which the piece is pinned to its king; all squares if it is not. */
static pf_bitboard pin_of(board_data *board, pf_colour colour, pf_square square)
{
    const pf_position *p = board_pieces(board);
    pf_square home = board_king(board, colour);
    if (home == PF_NO_SQUARE || home == square) return (pf_bitboard)-1;
    pf_bitboard line = pf_line(home, square), occupied = pf_position_occupied(p) & ~pf_bit(square);
    if (!line || (pf_between(home, square) & occupied)) return (pf_bitboard)-1;
    bool straight = (home & 7) == (square & 7) || home >> 3 == square >> 3;
    pf_bitboard sliders = p->by_colour[colour ^ 1u] &
                          (p->by_type[PF_QUEEN] | p->by_type[straight ? PF_ROOK : PF_BISHOP]);
    for (sliders &= line; sliders;) {
        pf_square slider = pf_bitboard_pop(&sliders);
        pf_bitboard between = pf_between(home, slider);
        if (pf_bitboard_has(between, square) && !(between & occupied)) return line;
    }
    return (pf_bitboard)-1;
}

static PyObject *pin_mask(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"color", "square", NULL};
    PyObject *value;
    pf_square square;
    pf_colour colour;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O&O", names, core_colour_argument, &colour, &value) ||
        !core_square(&square, value))
        return NULL;
    return core_from_bitboard(pin_of(board_of(self), colour, square));
}

static PyObject *checkers_mask(PyObject *self, PyObject *unused)
{
    (void)unused;
    board_data *board = board_of(self);
    const pf_position *p = board_pieces(board);
    pf_square home = board_king(board, p->turn);
    if (home == PF_NO_SQUARE || !board_in_check(board)) return PyLong_FromLong(0);
    return core_from_bitboard(pf_position_attackers_to(p, home, pf_position_occupied(p)) & p->by_colour[p->turn ^ 1u]);
}

static PyObject *is_check(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(board_in_check(board_of(self)));
}

static PyObject *gives_check(PyObject *self, PyObject *move)
{
    board_data *board = board_of(self);
    move_fields fields;
    if (!move_read(board->state, move, &fields)) return NULL;
    if (board_is_sound(board)) {
        pf_move library = board_to_library(board, fields);
        if (library && board_allows(board, library))
            return PyBool_FromLong(pf_move_gives_check(&board->now.position, library));
    }
    board_frame before = board->now;
    loose_play(board, fields);
    bool check = board_in_check(board);
    board->now = before;
    return PyBool_FromLong(check);
}

static PyObject *was_into_check(PyObject *self, PyObject *unused)
{
    (void)unused;
    board_data *board = board_of(self);
    const pf_position *p = board_pieces(board);
    pf_square home = board_king(board, p->turn ^ 1u);
    if (home == PF_NO_SQUARE) Py_RETURN_FALSE;
    return PyBool_FromLong((pf_position_attackers_to(p, home, pf_position_occupied(p)) & p->by_colour[p->turn]) != 0);
}

/* ---- Ends ---- */

/* Whether this side lacks the material to win. On a board that the library refuses, this means: no pawn, rook or queen,
 * and no more than one knight, or bishops on squares of one colour only. */
static bool lacks_material(board_data *board, pf_colour colour)
{
    if (board_is_sound(board)) return !pf_position_can_win(&board->now.position, colour);
    const pf_position *p = board_pieces(board);
    const pf_bitboard dark = UINT64_C(0xaa55aa55aa55aa55);
    pf_bitboard own = p->by_colour[colour], heavy = p->by_type[PF_PAWN] | p->by_type[PF_ROOK] | p->by_type[PF_QUEEN];
    if (own & heavy) return false;
    if (own & p->by_type[PF_KNIGHT])
        return pf_bitboard_count(own) <= 2 &&
               !(p->by_colour[colour ^ 1u] & ~p->by_type[PF_KING] & ~p->by_type[PF_QUEEN]);
    if (own & p->by_type[PF_BISHOP]) {
        bool one_colour = !(p->by_type[PF_BISHOP] & dark) || !(p->by_type[PF_BISHOP] & ~dark);
        return one_colour && !p->by_type[PF_PAWN] && !p->by_type[PF_KNIGHT];
    }
    return true;
}

/* Castling rights of a colour. ~WHITE and ~BLACK, -2 and -1, have the same meaning as in python-chess, whose programs
 * use them: the king is found by using the value as an index, and the rank is the first one only for values that equal
 * WHITE. So ~WHITE is Black, and ~BLACK is a white king on the eighth rank. */
static bool castling_side(board_data *board, PyObject *value, pf_bitboard *king, pf_bitboard *rights)
{
    pf_colour colour;
    if (!core_colour_index(&colour, value)) return false;
    bool is_white = colour == PF_WHITE && PyObject_RichCompareBool(value, Py_True, Py_EQ) == 1;
    pf_bitboard rank = pf_bitboard_rank(is_white ? 0 : 7);
    *king = pf_position_pieces(board_pieces(board), colour, PF_KING) & rank & ~board->now.promoted;
    *rights = board_clean_castling(board) & rank;
    return true;
}

static PyObject *has_castling_rights(PyObject *self, PyObject *value)
{
    pf_bitboard king, rights;
    return castling_side(board_of(self), value, &king, &rights) ? PyBool_FromLong(rights != 0) : NULL;
}

static PyObject *has_kingside_rights(PyObject *self, PyObject *value)
{
    pf_bitboard king, rights;
    if (!castling_side(board_of(self), value, &king, &rights)) return NULL;
    return PyBool_FromLong(king && rights && pf_bit(pf_bitboard_highest(rights)) > king);
}

static PyObject *has_queenside_rights(PyObject *self, PyObject *value)
{
    pf_bitboard king, rights;
    if (!castling_side(board_of(self), value, &king, &rights)) return NULL;
    return PyBool_FromLong(king && rights && pf_bit(pf_bitboard_lowest(rights)) < king);
}

static PyObject *has_insufficient_material(PyObject *self, PyObject *value)
{
    pf_colour colour;
    if (!core_colour(&colour, value)) return NULL;
    return PyBool_FromLong(lacks_material(board_of(self), colour));
}

static bool is_insufficient(board_data *board)
{
    return lacks_material(board, PF_WHITE) && lacks_material(board, PF_BLACK);
}

static PyObject *is_insufficient_material(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(is_insufficient(board_of(self)));
}

/* The outcome if the game has ended by a rule of the variant. */
static pf_outcome variant_end(board_data *board)
{
    pf_outcome none = {PF_RESULT_UNDECIDED, PF_REASON_NONE};
    if (board->variant == PF_VARIANT_STANDARD || !board_is_sound(board)) return none;
    pf_outcome outcome = pf_position_outcome(&board->now.position, PF_POLICY_FIDE);
    return outcome.reason >= PF_REASON_VARIANT ? outcome : none;
}

static PyObject *variant_outcome(PyObject *self, PyObject *unused)
{
    (void)unused;
    pf_outcome outcome = variant_end(board_of(self));
    return Py_BuildValue("ii", (int)outcome.result, (int)outcome.reason);
}

static bool occurred(board_data *board, unsigned count)
{
    board_is_sound(board);
    return board_repetitions(board, &board->now) + 1 >= count;
}

/* Whether a legal move leads to a position that has already occurred twice. */
static bool can_repeat(board_data *board)
{
    if (!board_is_sound(board) || !board->depth) return false;
    pf_move_list list;
    pf_generate_legal(&board->now.position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        board_frame next = board->now;
        pf_position_play_unchecked(&next.position, list.moves[i]);
        if (board_window(board, &next) < 4) continue;
        unsigned count = next.position.key == board->now.position.key;
        if (count + board_repetitions(board, &next) >= 2) return true;
    }
    return false;
}

static PyObject *is_repetition(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"count", NULL};
    int count = 3;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|i", names, &count)) return NULL;
    board_is_sound(board_of(self));
    return PyBool_FromLong(count <= 1 || occurred(board_of(self), (unsigned)count));
}

static PyObject *can_claim_threefold(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(occurred(board_of(self), 3) || can_repeat(board_of(self)));
}

/* The codes of python-chess's Termination; 0 means that the game is not over. */
enum {
    CHECKMATE = 1,
    STALEMATE,
    INSUFFICIENT,
    SEVENTYFIVE,
    FIVEFOLD,
    FIFTY,
    THREEFOLD,
    VARIANT_WIN,
    VARIANT_LOSS,
    VARIANT_DRAW
};

/* Crazyhouse has no such rule, because captured pieces come back. */
static bool clock_is_over(board_data *board, unsigned limit)
{
    return board->variant != PF_VARIANT_CRAZYHOUSE && board_pieces(board)->halfmove_clock >= limit;
}

/* Whether the move leads to a position in which the clock is at 100 and the game is not over. */
static bool fifty_after(board_data *board, move_fields move)
{
    board_frame before = board->now;
    loose_play(board, move);
    bool reached = clock_is_over(board, 100) && board_any_legal(board);
    board->now = before;
    return reached;
}

/* Whether a draw by 50 moves can be claimed now, or with a legal move that neither captures nor moves a pawn. */
static bool can_claim_fifty(board_data *board)
{
    if (!clock_is_over(board, 99) || !board_any_legal(board)) return false;
    if (clock_is_over(board, 100)) return true;
    if (!board_is_sound(board)) {
        loose_list loose;
        loose_pseudo_legal(board, &loose);
        for (uint32_t i = 0; i < loose.size; i++)
            if (loose_is_legal(board, loose.moves[i]) && fifty_after(board, loose.moves[i])) return true;
        return false;
    }
    pf_move_list list;
    pf_generate_legal(&board->now.position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position next = board->now.position;
        pf_position_play_unchecked(&next, list.moves[i]);
        if (next.halfmove_clock >= 100 && pf_any_legal(&next)) return true;
    }
    return false;
}

/* Whether so many half-moves without capture or pawn move have been played, and the game is not over otherwise. */
static PyObject *clock_says(board_data *board, unsigned limit)
{
    return PyBool_FromLong(clock_is_over(board, limit) && board_any_legal(board));
}

static PyObject *is_fifty_moves(PyObject *self, PyObject *unused)
{
    (void)unused;
    return clock_says(board_of(self), 100);
}

static PyObject *is_seventyfive_moves(PyObject *self, PyObject *unused)
{
    (void)unused;
    return clock_says(board_of(self), 150);
}

static PyObject *can_claim_fifty_moves(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(can_claim_fifty(board_of(self)));
}

/* Finds why the game is over, and who won: 1 White, 0 Black, -1 nobody. */
static int find_outcome(board_data *board, bool claim, int *winner)
{
    *winner = -1;
    pf_outcome end = variant_end(board);
    if (end.reason != PF_REASON_NONE) {
        if (end.result == PF_RESULT_DRAW) return VARIANT_DRAW;
        *winner = end.result == PF_RESULT_WHITE_WINS;
        return *winner == (board_pieces(board)->turn == PF_WHITE) ? VARIANT_WIN : VARIANT_LOSS;
    }
    bool any = board_any_legal(board);
    if (!any && board_in_check(board)) {
        *winner = board_pieces(board)->turn == PF_BLACK;
        return CHECKMATE;
    }
    if (is_insufficient(board)) return INSUFFICIENT;
    if (!any) return STALEMATE;
    if (clock_is_over(board, 150)) return SEVENTYFIVE;
    if (board_window(board, &board->now) >= 16 && occurred(board, 5)) return FIVEFOLD;
    if (claim && can_claim_fifty(board)) return FIFTY;
    if (claim && (occurred(board, 3) || can_repeat(board))) return THREEFOLD;
    return 0;
}

static PyObject *outcome(PyObject *self, PyObject *value)
{
    int winner, claim = PyObject_IsTrue(value);
    if (claim < 0) return NULL;
    int code = find_outcome(board_of(self), claim != 0, &winner);
    return Py_BuildValue("ii", code, winner);
}

static PyObject *is_game_over(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    int claim = 0, winner;
    if (count)
        return PyErr_Format(PyExc_TypeError, "is_game_over() takes no positional arguments, but %zd were given", count);
    if (names) {
        PyObject *value = core_named_argument(args, count, names, "claim_draw");
        claim = value ? PyObject_IsTrue(value) : -1;
        if (claim < 0) return NULL;
    }
    return PyBool_FromLong(find_outcome(board_of(self), claim != 0, &winner) != 0);
}

static PyObject *is_checkmate(PyObject *self, PyObject *unused)
{
    (void)unused;
    board_data *board = board_of(self);
    return PyBool_FromLong(board_in_check(board) && !board_any_legal(board));
}

static PyObject *is_stalemate(PyObject *self, PyObject *unused)
{
    (void)unused;
    board_data *board = board_of(self);
    if (board_in_check(board) || board_any_legal(board)) Py_RETURN_FALSE;
    pf_reason reason = variant_end(board).reason;
    return PyBool_FromLong(reason == PF_REASON_NONE || reason == PF_REASON_NO_MOVES_LEFT);
}

/* ---- Other questions ---- */

static PyObject *clean_castling_rights(PyObject *self, PyObject *unused)
{
    (void)unused;
    return core_from_bitboard(board_clean_castling(board_of(self)));
}

/* The problems that the library's validation finds, as a bit set. */
static PyObject *problems(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLong(board_problems(board_of(self)));
}

static PyObject *is_sound(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(board_is_sound(board_of(self)));
}

/* The en passant square if a capture there is legal, else PF_NO_SQUARE. */
static pf_square legal_ep_square(board_data *board)
{
    if (board_is_sound(board)) return pf_position_ep_legal(&board->now.position);
    loose_list list;
    loose_pseudo_legal(board, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        move_fields m = list.moves[i];
        bool pawn = pf_bitboard_has(board_pieces(board)->by_type[PF_PAWN], m.from);
        bool crossed = m.to == board->now.ep_square &&
                       !pf_bitboard_has(pf_position_occupied(board_pieces(board)), m.to);
        if (pawn && crossed && ((m.from ^ m.to) & 7) && loose_is_legal(board, m)) return m.to;
    }
    return PF_NO_SQUARE;
}

static PyObject *ep_legal(PyObject *self, PyObject *unused)
{
    (void)unused;
    return core_from_square(legal_ep_square(board_of(self)));
}

static PyObject *has_legal_en_passant(PyObject *self, PyObject *unused)
{
    (void)unused;
    board_data *board = board_of(self);
    return PyBool_FromLong(board->now.ep_square != PF_NO_SQUARE && legal_ep_square(board) != PF_NO_SQUARE);
}

/* The castling rights in another mode. */
static pf_bitboard castling_in_mode(board_data *board, bool chess960)
{
    if (board->chess960 == chess960) return board_clean_castling(board);
    board_frame before = board->now;
    board->chess960 = chess960;
    board_touch(board);
    pf_bitboard rights = board_clean_castling(board);
    board->chess960 = !chess960;
    board->now = before;
    return rights;
}

static PyObject *has_chess960_castling_rights(PyObject *self, PyObject *unused)
{
    (void)unused;
    board_data *board = board_of(self);
    return PyBool_FromLong(castling_in_mode(board, true) != castling_in_mode(board, false));
}

static PyObject *key_of(PyObject *self, PyObject *unused)
{
    (void)unused;
    board_data *board = board_of(self);
    return core_from_bitboard(board_is_sound(board) ? board_pieces(board)->key : 0);
}

static PyObject *same(PyObject *self, PyObject *other)
{
    board_data *a = board_of(self), *b;
    if (!PyObject_TypeCheck(other, a->state->board_type)) Py_RETURN_FALSE;
    b = board_of(other);
    const pf_position *p = board_pieces(a), *q = board_pieces(b);
    bool pieces = memcmp(p->by_type, q->by_type, sizeof p->by_type) == 0 &&
                  memcmp(p->by_colour, q->by_colour, sizeof p->by_colour) == 0;
    return PyBool_FromLong(pieces && p->turn == q->turn && p->halfmove_clock == q->halfmove_clock &&
                           p->fullmove_number == q->fullmove_number && a->variant == b->variant &&
                           board_clean_castling(a) == board_clean_castling(b) &&
                           memcmp(a->now.position.pockets, b->now.position.pockets, sizeof a->now.position.pockets) ==
                               0 &&
                           memcmp(a->now.position.checks_given, b->now.position.checks_given, 2) == 0);
}

static PyObject *polyglot_key(PyObject *self, PyObject *unused)
{
    (void)unused;
    board_data *board = board_of(self);
    if (!board_is_sound(board)) Py_RETURN_NONE;
    return core_from_bitboard(pf_position_polyglot_key(board_pieces(board)));
}

NAME_ARGUMENT(piece_at, "square")
NAME_ARGUMENT(piece_type_at, "square")
NAME_ARGUMENT(color_at, "square")
NAME_ARGUMENT(king, "color")
NAME_ARGUMENT(attacks_mask, "square")
NAME_ARGUMENT(gives_check, "move")
NAME_ARGUMENT(has_insufficient_material, "color")
NAME_ARGUMENT(has_castling_rights, "color")
NAME_ARGUMENT(has_kingside_rights, "color")
NAME_ARGUMENT(has_queenside_rights, "color")

#define WITH_KEYWORDS(function) (PyCFunction)(void (*)(void)) function, METH_VARARGS | METH_KEYWORDS

PyMethodDef board_rule_methods[] = {
    {"piece_at", NAMED(piece_at), "piece_at($self, square)\n--\n\nThe piece on a square, or None."},
    {"piece_type_at", NAMED(piece_type_at),
     "piece_type_at($self, square)\n--\n\nThe type of the piece on a square, or None."},
    {"color_at", NAMED(color_at), "color_at($self, square)\n--\n\nTrue for a white piece."},
    {"pieces_mask", WITH_KEYWORDS(pieces_mask), "pieces_mask($self, piece_type, color)\n--\n\nA bitboard."},
    {"king", NAMED(king),
     "king($self, color)\n--\n\nThe square of the only king of that side; None if there is none or several."},
    {"attacks_mask", NAMED(attacks_mask),
     "attacks_mask($self, square)\n--\n\nWhat the piece on the square attacks, as a bitboard."},
    {"attackers_mask", WITH_KEYWORDS(attackers_mask),
     "attackers_mask($self, color, square, occupied=None)\n--\n\nThe pieces of that side that attack the square, as a "
     "bitboard."},
    {"is_attacked_by", WITH_KEYWORDS(is_attacked_by),
     "is_attacked_by($self, color, square, occupied=None)\n--\n\nWhether a side attacks a square."},
    {"pin_mask", WITH_KEYWORDS(pin_mask),
     "pin_mask($self, color, square)\n--\n\nThe line on which the piece is pinned to its king; all squares if it is "
     "not."},
    {"checkers_mask", checkers_mask, METH_NOARGS,
     "checkers_mask($self)\n--\n\nThe pieces that give check, as a bitboard."},
    {"is_check", is_check, METH_NOARGS, "is_check($self)\n--\n\nWhether the side to move is in check."},
    {"gives_check", NAMED(gives_check), "gives_check($self, move)\n--\n\nWhether a pseudo-legal move gives check."},
    {"was_into_check", was_into_check, METH_NOARGS,
     "was_into_check($self)\n--\n\nWhether the side to move could take the king."},
    {"has_castling_rights", NAMED(has_castling_rights),
     "has_castling_rights($self, color)\n--\n\nWhether a side may still castle."},
    {"has_kingside_castling_rights", NAMED(has_kingside_rights),
     "has_kingside_castling_rights($self, color)\n--\n\nWhether a side may still castle towards the h-file."},
    {"has_queenside_castling_rights", NAMED(has_queenside_rights),
     "has_queenside_castling_rights($self, color)\n--\n\nWhether a side may still castle towards the a-file."},
    {"has_insufficient_material", NAMED(has_insufficient_material),
     "has_insufficient_material($self, color)\n--\n\nWhether this side cannot win with the material on the board."},
    {"is_insufficient_material", is_insufficient_material, METH_NOARGS,
     "is_insufficient_material($self)\n--\n\nWhether neither side can win."},
    {"_variant_outcome", variant_outcome, METH_NOARGS, "_variant_outcome() -> (result, reason)"},
    {"is_repetition", WITH_KEYWORDS(is_repetition),
     "is_repetition($self, count=3)\n--\n\nWhether the position is on the board at least for the count-th time."},
    {"can_claim_threefold_repetition", can_claim_threefold, METH_NOARGS,
     "can_claim_threefold_repetition($self)\n--\n\nWhether the position is there for the third time, or will be after "
     "a "
     "legal move."},
    {"can_claim_fifty_moves", can_claim_fifty_moves, METH_NOARGS,
     "can_claim_fifty_moves($self)\n--\n\nWhether a draw by the fifty-move rule can be claimed, now or with a legal "
     "move."},
    {"_outcome", outcome, METH_O, "_outcome(claim_draw) -> (termination, winner)"},
    {"is_game_over", (PyCFunction)(void (*)(void))is_game_over, METH_FASTCALL | METH_KEYWORDS,
     "is_game_over($self, *, claim_draw=False)\n--\n\nWhether the game is over by any rule."},
    {"is_checkmate", is_checkmate, METH_NOARGS, "is_checkmate($self)\n--\n\nWhether the side to move is mated."},
    {"is_stalemate", is_stalemate, METH_NOARGS,
     "is_stalemate($self)\n--\n\nWhether the side to move has no legal move and is not in check."},
    {"clean_castling_rights", clean_castling_rights, METH_NOARGS,
     "clean_castling_rights($self)\n--\n\nThose of the castling rights that king and rook allow, as a bitboard."},
    {"_is_sound", is_sound, METH_NOARGS, "_is_sound($self)\n--\n\nWhether the library accepts the position."},
    {"_problems", problems, METH_NOARGS, "_problems($self)\n--\n\nWhat validation finds, as the bits of pf_problems."},
    {"is_seventyfive_moves", is_seventyfive_moves, METH_NOARGS,
     "is_seventyfive_moves($self)\n--\n\nWhether 150 half-moves without capture or pawn move have been played, and "
     "the game is not over otherwise."},
    {"is_fifty_moves", is_fifty_moves, METH_NOARGS,
     "is_fifty_moves($self)\n--\n\nWhether 100 half-moves without capture or pawn move have been played, and the "
     "game is not over otherwise."},
    {"has_legal_en_passant", has_legal_en_passant, METH_NOARGS,
     "has_legal_en_passant($self)\n--\n\nWhether an en passant capture is legal."},
    {"has_chess960_castling_rights", has_chess960_castling_rights, METH_NOARGS,
     "has_chess960_castling_rights($self)\n--\n\nWhether there are castling rights that only Chess960 has."},
    {"_legal_ep_square", ep_legal, METH_NOARGS, "_legal_ep_square($self)\n--\n\n"},
    {"_key", key_of, METH_NOARGS, "_key($self)\n--\n\nThe Zobrist key; 0 for a board that the library refuses."},
    {"_same", same, METH_O, "_same($self, other, /)\n--\n\nEquality without the en passant square."},
    {"_polyglot_key", polyglot_key, METH_NOARGS, "_polyglot_key($self)\n--\n\n"},
    {0},
};
