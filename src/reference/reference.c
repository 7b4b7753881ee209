/* The FIDE Laws of Chess as a program: how the pieces attack, how a move changes the board, and which moves are legal.
 * It is written to be compared with the Laws, line by line. Speed does not matter, and bitboards occur only where a
 * pf_position is read or compared.
 *
 * Numbers such as 3.8.2 are articles of the Laws (edition of 2018 and later). "Chess960" is the guideline on Chess960
 * in their appendix. Editions number the paragraphs of 3.7 differently, so 3.7 stands for all of them. */
#include "reference/reference.h"

/* ---- From and to the library's position ---- */

void reference_board_from_position(reference_board *out, const pf_position *position)
{
    for (pf_square square = 0; square < 64; square++) {
        pf_piece piece = PF_NO_PIECE;
        for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
            for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++) {
                if (position->by_colour[colour] & position->by_type[type] & pf_bit(square)) {
                    piece = pf_piece_of(colour, type);
                }
            }
        }
        out->squares[square] = (uint8_t)piece;
        out->may_castle[square] = (position->castling & pf_bit(square)) != 0;
    }
    out->turn = position->turn;
    out->ep_square = position->ep_square;
    out->halfmove_clock = position->halfmove_clock;
    out->fullmove_number = position->fullmove_number;
}

bool reference_board_matches(const reference_board *board, const pf_position *position)
{
    /* Compare whole bitboards. A lookup square by square would miss a piece that is in two sets at once or in a colour
     * set only. */
    pf_bitboard by_type[6] = {0};
    pf_bitboard by_colour[2] = {0};
    pf_bitboard castling = 0;
    for (pf_square square = 0; square < 64; square++) {
        pf_piece piece = board->squares[square];
        if (board->may_castle[square]) castling |= pf_bit(square);
        if (piece == PF_NO_PIECE) continue;
        by_type[pf_piece_type_of(piece)] |= pf_bit(square);
        by_colour[pf_piece_colour(piece)] |= pf_bit(square);
    }
    for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++) {
        if (by_type[type] != position->by_type[type]) return false;
    }
    return by_colour[PF_WHITE] == position->by_colour[PF_WHITE] &&
           by_colour[PF_BLACK] == position->by_colour[PF_BLACK] && castling == position->castling &&
           board->turn == position->turn && board->ep_square == position->ep_square &&
           board->halfmove_clock == position->halfmove_clock && board->fullmove_number == position->fullmove_number;
}

/* ---- How the pieces move ---- */

static int file_of(pf_square square)
{
    return (int)pf_square_file(square);
}

static int rank_of(pf_square square)
{
    return (int)pf_square_rank(square);
}

static int distance(int a, int b)
{
    return a < b ? b - a : a - b;
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

/* Towards the opponent: up the board for White, down for Black. */
static int forward_of(pf_colour colour)
{
    return colour == PF_WHITE ? 1 : -1;
}

static bool has_piece(const reference_board *board, pf_square square, pf_colour colour)
{
    pf_piece piece = board->squares[square];
    return piece != PF_NO_PIECE && pf_piece_colour(piece) == colour;
}

/* 3.5: a bishop, rook or queen may not move over any intervening pieces. The caller makes sure that the two squares are
 * on one rank, file or diagonal. */
static bool path_is_clear(const reference_board *board, pf_square from, pf_square to)
{
    int df = sign(file_of(to) - file_of(from));
    int dr = sign(rank_of(to) - rank_of(from));
    int file = file_of(from) + df;
    int rank = rank_of(from) + dr;
    while (file != file_of(to) || rank != rank_of(to)) {
        if (board->squares[rank * 8 + file] != PF_NO_PIECE) return false;
        file += df;
        rank += dr;
    }
    return true;
}

/* 3.1.2: a piece attacks a square if it could capture there. 3.1.3: it does so even if moving there would expose its
 * own king. Therefore pins do not matter here, and neither does what stands on `to`. */
static bool piece_attacks(const reference_board *board, pf_square from, pf_square to)
{
    if (from == to) return false;
    pf_piece piece = board->squares[from];
    int files = distance(file_of(from), file_of(to));
    int ranks = distance(rank_of(from), rank_of(to));
    bool on_diagonal = files == ranks;
    bool on_rank_or_file = files == 0 || ranks == 0;

    switch (pf_piece_type_of(piece)) {
    case PF_BISHOP: /* 3.2: to any square along a diagonal on which it stands */
        return on_diagonal && path_is_clear(board, from, to);
    case PF_ROOK: /* 3.3: to any square along the file or the rank on which it stands */
        return on_rank_or_file && path_is_clear(board, from, to);
    case PF_QUEEN: /* 3.4: to any square along the file, the rank or a diagonal on which it stands */
        return (on_diagonal || on_rank_or_file) && path_is_clear(board, from, to);
    case PF_KNIGHT: /* 3.6: to one of the nearest squares not on the same rank, file or diagonal */
        return (files == 1 && ranks == 2) || (files == 2 && ranks == 1);
    case PF_PAWN: /* 3.7: captures diagonally in front of it, on an adjacent file */
        return files == 1 && rank_of(to) - rank_of(from) == forward_of(pf_piece_colour(piece));
    case PF_KING: /* 3.8.1: to any adjoining square */ return files <= 1 && ranks <= 1;
    default: return false;
    }
}

bool reference_piece_attacks(const reference_board *board, pf_square from, pf_square to)
{
    return piece_attacks(board, from, to);
}

bool reference_is_attacked(const reference_board *board, pf_square square, pf_colour by)
{
    for (pf_square from = 0; from < 64; from++) {
        if (has_piece(board, from, by) && piece_attacks(board, from, square)) return true;
    }
    return false;
}

/* 3.9.1: the king is in check if one or more of the opponent's pieces attack it. */
bool reference_in_check(const reference_board *board, pf_colour colour)
{
    for (pf_square square = 0; square < 64; square++) {
        if (board->squares[square] == pf_piece_of(colour, PF_KING) &&
            reference_is_attacked(board, square, colour ^ 1u)) {
            return true;
        }
    }
    return false;
}

/* ---- Playing a move ---- */

/* 3.8.2 and Chess960: whichever files they come from, castling on the h-side takes the king to the g-file and the rook
 * to the f-file, and castling on the a-side takes them to the c-file and the d-file. */
static bool is_h_side(pf_square king, pf_square rook)
{
    return file_of(rook) > file_of(king);
}

static pf_square castling_king_target(pf_square king, pf_square rook)
{
    return pf_square_of(is_h_side(king, rook) ? 6 : 2, pf_square_rank(king));
}

static pf_square castling_rook_target(pf_square king, pf_square rook)
{
    return pf_square_of(is_h_side(king, rook) ? 5 : 3, pf_square_rank(king));
}

static void drop_rights(reference_board *board, pf_colour colour)
{
    for (unsigned file = 0; file < 8; file++) {
        board->may_castle[pf_square_of(file, colour == PF_WHITE ? 0 : 7)] = false;
    }
}

void reference_play(reference_board *board, pf_move move)
{
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    pf_move_kind kind = pf_move_kind_of(move);
    pf_colour us = board->turn;
    uint8_t piece = board->squares[from];
    bool is_pawn = pf_piece_type_of(piece) == PF_PAWN;
    bool is_capture = kind != PF_MOVE_CASTLING && board->squares[to] != PF_NO_PIECE;

    board->squares[from] = PF_NO_PIECE;
    if (kind == PF_MOVE_CASTLING) {
        /* Remove both before placing either: in Chess960 one may go to the square of the other. */
        uint8_t rook = board->squares[to];
        board->squares[to] = PF_NO_PIECE;
        board->squares[castling_king_target(from, to)] = piece;
        board->squares[castling_rook_target(from, to)] = rook;
    } else if (kind == PF_MOVE_PROMOTION) {
        /* 3.7: the pawn is exchanged for the new piece as part of the same move. */
        board->squares[to] = (uint8_t)pf_piece_of(us, pf_move_promotion(move));
    } else {
        /* 3.1.1: an opponent's piece on that square is captured and removed. */
        board->squares[to] = piece;
    }
    /* 3.7: the pawn captured en passant stands on the rank that the capturing pawn leaves and the file that it goes to.
     */
    if (kind == PF_MOVE_EN_PASSANT) {
        board->squares[pf_square_of(pf_square_file(to), pf_square_rank(from))] = PF_NO_PIECE;
    }

    /* 3.8.2.1: the right to castle is lost if the king has already moved, and with a rook that has already moved. The
     * right ends with a captured rook too: it does not pass to another rook that comes to the square. */
    board->may_castle[from] = false;
    board->may_castle[to] = false;
    if (pf_piece_type_of(piece) == PF_KING) drop_rights(board, us);

    /* 3.7: en passant is legal only on the move following the advance of two squares. */
    board->ep_square = PF_NO_SQUARE;
    if (is_pawn && distance(rank_of(from), rank_of(to)) == 2) {
        board->ep_square = (uint8_t)((from + to) / 2);
    }

    /* 9.3 and 9.6.2 count the moves without the movement of any pawn and without any capture. */
    if (is_pawn || is_capture) {
        board->halfmove_clock = 0;
    } else if (board->halfmove_clock < UINT16_MAX) {
        board->halfmove_clock++;
    }
    if (us == PF_BLACK && board->fullmove_number < UINT32_MAX) board->fullmove_number++;
    board->turn = (uint8_t)(us ^ 1u);
}

/* ---- Which moves are legal ---- */

typedef struct move_sink {
    const reference_board *board;
    pf_move *moves;
    unsigned size;
} move_sink;

/* 3.9.2: no piece can be moved that will expose the king of the same colour to check or leave that king in check. The
 * move is played on a copy of the board, where the king is then in check or not. This covers pins, evasions, double
 * check and the discovered attacks of en passant. The size is tested for boards that were not validated. */
static void add_if_legal(move_sink *sink, pf_move move)
{
    reference_board after = *sink->board;
    reference_play(&after, move);
    if (reference_in_check(&after, sink->board->turn)) return;
    if (sink->size < REFERENCE_MAX_MOVES) sink->moves[sink->size++] = move;
}

/* 3.7: a pawn that reaches the rank furthest from its starting position must be exchanged, as part of the same move,
 * for a new queen, rook, bishop or knight of the same colour. */
static void add_pawn_move(move_sink *sink, pf_square from, pf_square to)
{
    if (rank_of(to) != 0 && rank_of(to) != 7) {
        add_if_legal(sink, pf_move_of(from, to, PF_MOVE_NORMAL));
        return;
    }
    for (pf_piece_type type = PF_KNIGHT; type <= PF_QUEEN; type++) {
        add_if_legal(sink, pf_move_of_promotion(from, to, type));
    }
}

static void add_pawn_moves(move_sink *sink, pf_square from)
{
    const reference_board *board = sink->board;
    pf_colour us = board->turn;
    int forward = forward_of(us);
    int rank = rank_of(from);
    if (rank + forward < 0 || rank + forward > 7) return;

    /* 3.7: it moves forward to the square immediately in front of it on the same file, provided that this square is
     * unoccupied; or, on its first move, two squares along the same file, provided that both are unoccupied. */
    pf_square one = pf_square_of(pf_square_file(from), (unsigned)(rank + forward));
    if (board->squares[one] == PF_NO_PIECE) {
        add_pawn_move(sink, from, one);
        if (rank == (us == PF_WHITE ? 1 : 6)) {
            pf_square two = pf_square_of(pf_square_file(from), (unsigned)(rank + 2 * forward));
            if (board->squares[two] == PF_NO_PIECE) add_pawn_move(sink, from, two);
        }
    }

    for (pf_square to = 0; to < 64; to++) {
        if (!piece_attacks(board, from, to)) continue;
        /* 3.7: it moves to a square diagonally in front of it that an opponent's piece occupies, and captures it. */
        if (has_piece(board, to, us ^ 1u)) add_pawn_move(sink, from, to);
        /* 3.7: it captures an opponent's pawn beside it that has just advanced two squares as though that pawn had
         * advanced only one square. */
        pf_square beside = pf_square_of(pf_square_file(to), pf_square_rank(from));
        if (to == board->ep_square && board->squares[to] == PF_NO_PIECE &&
            board->squares[beside] == pf_piece_of(us ^ 1u, PF_PAWN)) {
            add_if_legal(sink, pf_move_of(from, to, PF_MOVE_EN_PASSANT));
        }
    }
}

/* 3.1 to 3.6 and 3.8.1: a piece moves to a square that it attacks, but not to one occupied by a piece of the same
 * colour. */
static void add_piece_moves(move_sink *sink, pf_square from)
{
    for (pf_square to = 0; to < 64; to++) {
        if (piece_attacks(sink->board, from, to) && !has_piece(sink->board, to, sink->board->turn)) {
            add_if_legal(sink, pf_move_of(from, to, PF_MOVE_NORMAL));
        }
    }
}

/* Whether every square of the rank from a to b, both included, is empty. */
static bool rank_is_empty(const reference_board *board, pf_square a, pf_square b)
{
    for (pf_square square = a < b ? a : b; square <= (a < b ? b : a); square++) {
        if (board->squares[square] != PF_NO_PIECE) return false;
    }
    return true;
}

/* 3.8.2 and Chess960: castling with this rook. The right to it is not lost; 3.8.2.2 says what else prevents it. */
static void add_castling(move_sink *sink, pf_square king, pf_square rook)
{
    const reference_board *board = sink->board;
    pf_colour them = board->turn ^ 1u;
    pf_square king_target = castling_king_target(king, rook);

    /* 3.8.2.2: castling is prevented if the square on which the king stands is attacked. */
    if (reference_is_attacked(board, king, them)) return;

    /* 3.8.2.2 and Chess960: it is prevented if a piece other than this king and this rook stands between the king and
     * its destination or between the rook and its destination, or on a destination. With the king and the rook removed,
     * all these squares must be empty. */
    reference_board lifted = *board;
    lifted.squares[king] = PF_NO_PIECE;
    lifted.squares[rook] = PF_NO_PIECE;
    if (!rank_is_empty(&lifted, king, king_target)) return;
    if (!rank_is_empty(&lifted, rook, castling_rook_target(king, rook))) return;

    /* 3.8.2.2: it is prevented if a square that the king must cross or occupy is attacked. The rook is removed for this
     * test because it does not stay where it is, and so does not shield the king:
     *
     *     q R . K . . . .      the queen on a1 attacks c1 once the rook has left b1 */
    pf_square low = king < king_target ? king : king_target;
    pf_square high = king < king_target ? king_target : king;
    for (pf_square square = low; square <= high; square++) {
        if (reference_is_attacked(&lifted, square, them)) return;
    }
    add_if_legal(sink, pf_move_of(king, rook, PF_MOVE_CASTLING));
}

/* The right to castle belongs to a rook, which stands on the back rank as the king does. */
static void add_castlings(move_sink *sink, pf_square king)
{
    const reference_board *board = sink->board;
    pf_colour us = board->turn;
    unsigned back_rank = us == PF_WHITE ? 0 : 7;
    if (pf_square_rank(king) != back_rank) return;
    for (unsigned file = 0; file < 8; file++) {
        pf_square rook = pf_square_of(file, back_rank);
        if (board->may_castle[rook] && board->squares[rook] == pf_piece_of(us, PF_ROOK)) {
            add_castling(sink, king, rook);
        }
    }
}

/* 3.10.1: a move is legal if it meets all the requirements of 3.1 to 3.9. */
unsigned reference_legal_moves(const reference_board *board, pf_move moves[REFERENCE_MAX_MOVES])
{
    move_sink sink = {board, moves, 0};
    for (pf_square from = 0; from < 64; from++) {
        if (!has_piece(board, from, board->turn)) continue;
        switch (pf_piece_type_of(board->squares[from])) {
        case PF_PAWN: add_pawn_moves(&sink, from); break;
        case PF_KING:
            add_piece_moves(&sink, from);
            add_castlings(&sink, from);
            break;
        default: add_piece_moves(&sink, from); break;
        }
    }
    return sink.size;
}

uint64_t reference_perft(const reference_board *board, unsigned depth)
{
    if (depth == 0) return 1;
    pf_move moves[REFERENCE_MAX_MOVES];
    unsigned size = reference_legal_moves(board, moves);
    if (depth == 1) return size;
    uint64_t nodes = 0;
    for (unsigned i = 0; i < size; i++) {
        reference_board after = *board;
        reference_play(&after, moves[i]);
        nodes += reference_perft(&after, depth - 1);
    }
    return nodes;
}
