/* The variants, spelled out rule by rule: every move that the pieces can make is played on a copy, and the rules of the
 * variant decide whether it was allowed. Speed does not matter here. */
#include "reference/variant.h"

#define HILL_FILE(square) (pf_square_file(square) == 3 || pf_square_file(square) == 4)
#define HILL_RANK(square) (pf_square_rank(square) == 3 || pf_square_rank(square) == 4)

/* ---- From and to the library's position ---- */

void reference_variant_from_position(reference_variant_board *out, const pf_position *position)
{
    reference_board_from_position(&out->board, position);
    out->variant = (pf_variant)position->variant;
    for (pf_square square = 0; square < 64; square++) out->promoted[square] = position->promoted >> square & 1;
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        for (pf_piece_type type = PF_PAWN; type <= PF_QUEEN; type++)
            out->pockets[colour][type] = position->pockets[colour][type];
        out->checks_given[colour] = position->checks_given[colour];
    }
}

bool reference_variant_matches(const reference_variant_board *board, const pf_position *position)
{
    if (!reference_board_matches(&board->board, position)) return false;
    if (board->variant != (pf_variant)position->variant) return false;
    for (pf_square square = 0; square < 64; square++)
        if (board->promoted[square] != (position->promoted >> square & 1)) return false;
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        for (pf_piece_type type = PF_PAWN; type <= PF_QUEEN; type++)
            if (board->pockets[colour][type] != position->pockets[colour][type]) return false;
        if (board->checks_given[colour] != position->checks_given[colour]) return false;
    }
    return true;
}

/* ---- The board ---- */

static bool is_piece(const reference_board *board, pf_square square, pf_colour colour, pf_piece_type type)
{
    return board->squares[square] == pf_piece_of(colour, type);
}

static bool is_of(const reference_board *board, pf_square square, pf_colour colour)
{
    return board->squares[square] != PF_NO_PIECE && pf_piece_colour(board->squares[square]) == colour;
}

/* The king's square; PF_NO_SQUARE if the side has none. */
static pf_square find_king(const reference_board *board, pf_colour colour)
{
    for (pf_square square = 0; square < 64; square++)
        if (is_piece(board, square, colour, PF_KING)) return square;
    return PF_NO_SQUARE;
}

static unsigned count_pieces(const reference_board *board, pf_colour colour)
{
    unsigned count = 0;
    for (pf_square square = 0; square < 64; square++) count += is_of(board, square, colour);
    return count;
}

static bool touch(pf_square a, pf_square b)
{
    int files = (int)pf_square_file(a) - (int)pf_square_file(b);
    int ranks = (int)pf_square_rank(a) - (int)pf_square_rank(b);
    return a != b && files >= -1 && files <= 1 && ranks >= -1 && ranks <= 1;
}

/* Whether a king of that colour would be attacked on this square. In Atomic it is never attacked beside the other king,
 * because the capture would blow up both. */
static bool is_attacked(const reference_variant_board *board, const reference_board *on, pf_square square,
                        pf_colour colour)
{
    if (board->variant == PF_VARIANT_ATOMIC) {
        pf_square other = find_king(on, colour ^ 1u);
        if (other == PF_NO_SQUARE || touch(square, other)) return false;
    }
    return reference_is_attacked(on, square, colour ^ 1u);
}

/* In Antichess the king is a piece like any other. */
bool reference_variant_in_check(const reference_variant_board *board, pf_colour colour)
{
    pf_square king = find_king(&board->board, colour);
    if (king == PF_NO_SQUARE || board->variant == PF_VARIANT_ANTICHESS) return false;
    return is_attacked(board, &board->board, king, colour);
}

/* ---- Playing ---- */

/* The square of the piece that the move takes, or PF_NO_SQUARE. */
static pf_square captured_square(const reference_board *board, pf_move move)
{
    pf_square to = pf_move_to(move);
    if (pf_move_is_drop(move) || pf_move_kind_of(move) == PF_MOVE_CASTLING) return PF_NO_SQUARE;
    if (pf_move_kind_of(move) == PF_MOVE_EN_PASSANT)
        return pf_square_of(pf_square_file(to), pf_square_rank(pf_move_from(move)));
    return is_of(board, to, board->turn ^ 1u) ? to : (pf_square)PF_NO_SQUARE;
}

/* Crazyhouse: drops a piece from the pocket. For the clock, dropping a pawn counts as a pawn move. */
static void play_drop(reference_variant_board *board, pf_move move)
{
    reference_board *on = &board->board;
    pf_piece_type type = pf_move_dropped(move);
    on->squares[pf_move_to(move)] = (uint8_t)pf_piece_of(on->turn, type);
    board->pockets[on->turn][type]--;
    on->ep_square = PF_NO_SQUARE;
    if (type == PF_PAWN)
        on->halfmove_clock = 0;
    else if (on->halfmove_clock < UINT16_MAX)
        on->halfmove_clock++;
    if (on->turn == PF_BLACK && on->fullmove_number < UINT32_MAX) on->fullmove_number++;
    on->turn ^= 1;
}

/* Atomic: removes the capturer, and all pieces around it except pawns. Castling rights disappear with king or rook. */
static void explode(reference_board *board, pf_square centre)
{
    for (pf_square square = 0; square < 64; square++) {
        bool is_pawn = board->squares[square] != PF_NO_PIECE && pf_piece_type_of(board->squares[square]) == PF_PAWN;
        if (square == centre || (touch(square, centre) && !is_pawn)) {
            board->squares[square] = PF_NO_PIECE;
            board->may_castle[square] = false;
        }
    }
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        if (find_king(board, colour) != PF_NO_SQUARE) continue;
        for (unsigned file = 0; file < 8; file++)
            board->may_castle[pf_square_of(file, colour == PF_WHITE ? 0 : 7)] = false;
    }
}

void reference_variant_play(reference_variant_board *board, pf_move move)
{
    reference_board *on = &board->board;
    pf_colour us = on->turn;
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    if (pf_move_is_drop(move)) {
        play_drop(board, move);
        return;
    }

    pf_square taken = captured_square(on, move);
    pf_piece_type taken_type = taken == PF_NO_SQUARE ? (pf_piece_type)PF_NO_PIECE_TYPE
                                                     : pf_piece_type_of(on->squares[taken]);
    if (pf_move_is_king_promotion(move)) {
        reference_play(on, pf_move_of_promotion(from, to, PF_QUEEN));
        on->squares[to] = (uint8_t)pf_piece_of(us, PF_KING);
    } else {
        reference_play(on, move);
    }

    switch (board->variant) {
    case PF_VARIANT_CRAZYHOUSE:
        if (taken != PF_NO_SQUARE &&
            taken_type != PF_KING) /* kings do not go to the pocket; only a faulty generator takes one */
            board->pockets[us][board->promoted[taken] ? (pf_piece_type)PF_PAWN : taken_type]++;
        if (pf_move_kind_of(move) != PF_MOVE_CASTLING) {
            board->promoted[to] = board->promoted[from] || pf_move_kind_of(move) == PF_MOVE_PROMOTION;
            board->promoted[from] = false;
        }
        break;
    case PF_VARIANT_ATOMIC:
        if (taken != PF_NO_SQUARE) explode(on, to);
        break;
    case PF_VARIANT_THREE_CHECK:
        if (reference_variant_in_check(board, us ^ 1u)) board->checks_given[us]++;
        break;
    case PF_VARIANT_HORDE: /* a jump from the first rank cannot be answered en passant */
        if (us == PF_WHITE && pf_square_rank(from) == 0) on->ep_square = PF_NO_SQUARE;
        break;
    default: break;
    }
}

/* ---- The legal moves ---- */

typedef struct list {
    const reference_variant_board *board;
    pf_move *moves;
    unsigned size;
} list;

/* Whether the move leaves a position that the rules allow. */
static bool is_allowed(const reference_variant_board *board, pf_move move)
{
    pf_colour us = board->board.turn;
    reference_variant_board after = *board;
    reference_variant_play(&after, move);
    if (board->variant == PF_VARIANT_ANTICHESS) return true;
    if (board->variant == PF_VARIANT_ATOMIC) {
        bool king_captures = pf_piece_type_of(board->board.squares[pf_move_from(move)]) == PF_KING &&
                             captured_square(&board->board, move) != PF_NO_SQUARE;
        if (king_captures || find_king(&after.board, us) == PF_NO_SQUARE) return false;
        if (find_king(&after.board, us ^ 1u) == PF_NO_SQUARE) return true;
    }
    if (reference_variant_in_check(&after, us)) return false;
    if (board->variant == PF_VARIANT_RACING_KINGS && reference_variant_in_check(&after, us ^ 1u)) return false;
    return true;
}

static void add(list *out, pf_move move)
{
    if (out->size < REFERENCE_MAX_VARIANT_MOVES && is_allowed(out->board, move)) out->moves[out->size++] = move;
}

static void add_pawn_move(list *out, pf_square from, pf_square to)
{
    if (pf_square_rank(to) != (out->board->board.turn == PF_WHITE ? 7 : 0)) {
        add(out, pf_move_of(from, to, PF_MOVE_NORMAL));
        return;
    }
    for (pf_piece_type type = PF_KNIGHT; type <= PF_QUEEN; type++) add(out, pf_move_of_promotion(from, to, type));
    if (out->board->variant == PF_VARIANT_ANTICHESS) add(out, pf_move_of_king_promotion(from, to));
}

static void add_pawn_moves(list *out, pf_square from)
{
    const reference_board *on = &out->board->board;
    pf_colour us = on->turn;
    int forward = us == PF_WHITE ? 8 : -8;
    pf_square one = (pf_square)((int)from + forward);
    bool at_home = pf_square_rank(from) == (us == PF_WHITE ? 1 : 6);
    bool horde_at_home = out->board->variant == PF_VARIANT_HORDE && us == PF_WHITE && pf_square_rank(from) == 0;
    if (on->squares[one] == PF_NO_PIECE) {
        add_pawn_move(out, from, one);
        pf_square two = (pf_square)((int)one + forward);
        if ((at_home || horde_at_home) && on->squares[two] == PF_NO_PIECE) add_pawn_move(out, from, two);
    }
    for (pf_square to = 0; to < 64; to++) {
        if (!reference_piece_attacks(on, from, to)) continue;
        if (is_of(on, to, us ^ 1u)) add_pawn_move(out, from, to);
        pf_square beside = pf_square_of(pf_square_file(to), pf_square_rank(from));
        if (to == on->ep_square && on->squares[to] == PF_NO_PIECE && is_piece(on, beside, us ^ 1u, PF_PAWN))
            add(out, pf_move_of(from, to, PF_MOVE_EN_PASSANT));
    }
}

static bool rank_is_empty(const reference_board *board, pf_square a, pf_square b)
{
    for (pf_square square = a < b ? a : b; square <= (a < b ? b : a); square++)
        if (board->squares[square] != PF_NO_PIECE) return false;
    return true;
}

/* Castling with this rook: king and rook end on the g- and f-file or on the c- and d-file; no other piece is in their
 * way; the king is not in check, and crosses no square where it would be. Its destination is examined after the
 * finished move, because in Atomic the rook may then be between the king and an attacker that was harmless before. */
static void add_castling(list *out, pf_square king, pf_square rook)
{
    const reference_board *on = &out->board->board;
    unsigned rank = pf_square_rank(king);
    bool h_side = rook > king;
    pf_square king_to = pf_square_of(h_side ? 6 : 2, rank);
    pf_square rook_to = pf_square_of(h_side ? 5 : 3, rank);
    reference_board lifted = *on;
    lifted.squares[king] = PF_NO_PIECE;
    lifted.squares[rook] = PF_NO_PIECE;
    if (!rank_is_empty(&lifted, king, king_to) || !rank_is_empty(&lifted, rook, rook_to)) return;
    lifted.squares[rook] = on->squares[rook];
    if (is_attacked(out->board, on, king, on->turn)) return;
    for (pf_square square = king; square != king_to; square += king_to > king ? 1u : -1u)
        if (is_attacked(out->board, &lifted, square, on->turn)) return;
    add(out, pf_move_of(king, rook, PF_MOVE_CASTLING));
}

static void add_piece_moves(list *out, pf_square from)
{
    const reference_board *on = &out->board->board;
    pf_colour us = on->turn;
    for (pf_square to = 0; to < 64; to++)
        if (reference_piece_attacks(on, from, to) && !is_of(on, to, us)) add(out, pf_move_of(from, to, PF_MOVE_NORMAL));
    if (!is_piece(on, from, us, PF_KING) || pf_square_rank(from) != (us == PF_WHITE ? 0 : 7)) return;
    for (unsigned file = 0; file < 8; file++) {
        pf_square rook = pf_square_of(file, us == PF_WHITE ? 0 : 7);
        if (on->may_castle[rook]) add_castling(out, from, rook);
    }
}

/* Drops any piece of the pocket on any empty square; pawns not on the first or last rank. */
static void add_drops(list *out)
{
    const reference_board *on = &out->board->board;
    for (pf_piece_type type = PF_PAWN; type <= PF_QUEEN; type++) {
        if (out->board->pockets[on->turn][type] == 0) continue;
        for (pf_square to = 0; to < 64; to++) {
            bool edge = pf_square_rank(to) == 0 || pf_square_rank(to) == 7;
            if (on->squares[to] == PF_NO_PIECE && !(type == PF_PAWN && edge)) add(out, pf_move_of_drop(type, to));
        }
    }
}

/* Antichess: a side that can capture must do so. */
static void keep_captures(list *out)
{
    unsigned captures = 0;
    for (unsigned i = 0; i < out->size; i++)
        if (captured_square(&out->board->board, out->moves[i]) != PF_NO_SQUARE) out->moves[captures++] = out->moves[i];
    if (captures) out->size = captures;
}

/* The legal moves, provided that the game is not over. */
static unsigned find_moves(const reference_variant_board *board, pf_move moves[REFERENCE_MAX_VARIANT_MOVES])
{
    list out = {board, moves, 0};
    for (pf_square from = 0; from < 64; from++) {
        if (!is_of(&board->board, from, board->board.turn)) continue;
        if (pf_piece_type_of(board->board.squares[from]) == PF_PAWN)
            add_pawn_moves(&out, from);
        else
            add_piece_moves(&out, from);
    }
    if (board->variant == PF_VARIANT_CRAZYHOUSE) add_drops(&out);
    if (board->variant == PF_VARIANT_ANTICHESS) keep_captures(&out);
    return out.size;
}

/* ---- The end of the game ---- */

static reference_ending won_by(pf_colour colour)
{
    return colour == PF_WHITE ? REFERENCE_WHITE_WINS : REFERENCE_BLACK_WINS;
}

static bool on_last_rank(pf_square king)
{
    return king != PF_NO_SQUARE && pf_square_rank(king) == 7;
}

/* Racing Kings: White begins, so when White's king arrives first, Black has one more move to follow. */
static reference_ending race_ending(const reference_variant_board *board)
{
    bool white = on_last_rank(find_king(&board->board, PF_WHITE));
    bool black = on_last_rank(find_king(&board->board, PF_BLACK));
    if (white && black) return REFERENCE_DRAW;
    if (black) return REFERENCE_BLACK_WINS;
    if (!white) return REFERENCE_GOES_ON;
    if (board->board.turn == PF_WHITE) return REFERENCE_WHITE_WINS;
    pf_move moves[REFERENCE_MAX_VARIANT_MOVES];
    unsigned size = find_moves(board, moves);
    for (unsigned i = 0; i < size; i++) {
        reference_variant_board after = *board;
        reference_variant_play(&after, moves[i]);
        if (on_last_rank(find_king(&after.board, PF_BLACK))) return REFERENCE_GOES_ON;
    }
    return REFERENCE_WHITE_WINS;
}

/* The endings that do not depend on whether there is a legal move. */
static reference_ending variant_ending(const reference_variant_board *board)
{
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        pf_square king = find_king(&board->board, colour);
        switch (board->variant) {
        case PF_VARIANT_ATOMIC:
            if (king == PF_NO_SQUARE) return won_by(colour ^ 1u);
            break;
        case PF_VARIANT_KING_OF_THE_HILL:
            if (king != PF_NO_SQUARE && HILL_FILE(king) && HILL_RANK(king)) return won_by(colour);
            break;
        case PF_VARIANT_THREE_CHECK:
            if (board->checks_given[colour] >= 3) return won_by(colour);
            break;
        case PF_VARIANT_HORDE:
            if (colour == PF_WHITE && count_pieces(&board->board, PF_WHITE) == 0) return REFERENCE_BLACK_WINS;
            break;
        default: break;
        }
    }
    return board->variant == PF_VARIANT_RACING_KINGS ? race_ending(board) : REFERENCE_GOES_ON;
}

reference_ending reference_variant_ending(const reference_variant_board *board)
{
    reference_ending ending = variant_ending(board);
    if (ending != REFERENCE_GOES_ON) return ending;
    pf_move moves[REFERENCE_MAX_VARIANT_MOVES];
    if (find_moves(board, moves)) return REFERENCE_GOES_ON;
    if (board->variant == PF_VARIANT_ANTICHESS) return won_by(board->board.turn);
    return reference_variant_in_check(board, board->board.turn) ? REFERENCE_CHECKMATE : REFERENCE_STALEMATE;
}

unsigned reference_variant_moves(const reference_variant_board *board, pf_move moves[REFERENCE_MAX_VARIANT_MOVES])
{
    return variant_ending(board) == REFERENCE_GOES_ON ? find_moves(board, moves) : 0;
}

uint64_t reference_variant_perft(const reference_variant_board *board, unsigned depth)
{
    if (depth == 0) return 1;
    pf_move moves[REFERENCE_MAX_VARIANT_MOVES];
    unsigned size = reference_variant_moves(board, moves);
    if (depth == 1) return size;
    uint64_t nodes = 0;
    for (unsigned i = 0; i < size; i++) {
        reference_variant_board after = *board;
        reference_variant_play(&after, moves[i]);
        nodes += reference_variant_perft(&after, depth - 1);
    }
    return nodes;
}
