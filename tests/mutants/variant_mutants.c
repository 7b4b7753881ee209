/* The generator of the variants' mutants. The rules of variant_mutants.def change one answer of the reference. */
#include "variant_mutants.h"

const variant_mutant_row variant_mutants[VARIANT_MUTANT_COUNT] = {
    {"NONE", PF_VARIANT_STANDARD, PF_BUG_UNKNOWN, "no mistake"},
#define MUTANT(name, variant, bug, text, ...) {#name, PF_VARIANT_##variant, PF_BUG_##bug, text},
#include "variant_mutants.def"
};

/* ---- The board ---- */

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

/* Whether a king could go from one square to the other. */
static bool near(pf_square a, pf_square b)
{
    return a != b && distance(file_of(a), file_of(b)) <= 1 && distance(rank_of(a), rank_of(b)) <= 1;
}

static bool has_piece(const reference_variant_board *board, pf_square square, pf_colour colour)
{
    pf_piece piece = board->board.squares[square];
    return piece != PF_NO_PIECE && pf_piece_colour(piece) == colour;
}

static bool has_pieces(const reference_variant_board *board, pf_colour colour)
{
    for (pf_square square = 0; square < 64; square++)
        if (has_piece(board, square, colour)) return true;
    return false;
}

static bool has_king(const reference_variant_board *board, pf_colour colour)
{
    for (pf_square square = 0; square < 64; square++)
        if (board->board.squares[square] == pf_piece_of(colour, PF_KING)) return true;
    return false;
}

/* The first square if there is none. */
static pf_square king_of(const reference_variant_board *board, pf_colour colour)
{
    for (pf_square square = 0; square < 64; square++)
        if (board->board.squares[square] == pf_piece_of(colour, PF_KING)) return square;
    return 0;
}

/* Whether the king stands so near to the middle of the board. */
static bool king_within(const reference_variant_board *board, pf_colour colour, int first, int last)
{
    if (!has_king(board, colour)) return false;
    int file = file_of(king_of(board, colour)), rank = rank_of(king_of(board, colour));
    return file >= first && file <= last && rank >= first && rank <= last;
}

static bool king_on_hill(const reference_variant_board *board, pf_colour colour)
{
    return king_within(board, colour, 3, 4);
}

static bool in_large_hill(const reference_variant_board *board, pf_colour colour)
{
    return king_within(board, colour, 2, 5);
}

/* How many pieces give check to the side to move. */
static unsigned checkers(const reference_variant_board *board)
{
    unsigned count = 0;
    pf_square king = king_of(board, board->board.turn);
    for (pf_square from = 0; from < 64; from++)
        count += has_piece(board, from, board->board.turn ^ 1u) && reference_piece_attacks(&board->board, from, king);
    return count;
}

/* Whether all captures are en passant, and there is one. */
static bool only_en_passant(const reference_variant_board *board)
{
    pf_move moves[REFERENCE_MAX_VARIANT_MOVES];
    unsigned size = reference_variant_moves(board, moves);
    for (unsigned i = 0; i < size; i++)
        if (pf_move_kind_of(moves[i]) != PF_MOVE_EN_PASSANT) return false;
    return size > 0;
}

/* ---- Facts about a move, for the rules ---- */

typedef struct facts {
    const reference_variant_board *before, *after;
    pf_square from, to; /* castling: of the king and of the rook; from is of no meaning for a drop */
    pf_colour us, them; /* the side that moves, and the other one */
    pf_piece_type type; /* of the piece that moves; none for a drop */
    pf_piece_type taken;
    pf_piece_type dropped;
    bool drop, castling, en_passant, king_promotion;
    bool own, empty;        /* what stands on `to` */
    bool takes, captures;   /* takes what stands on `to`; the same or en passant */
    bool reaches;           /* the piece on from attacks `to` */
    bool jump;              /* a pawn's move by two ranks */
    bool in_check;          /* before the move, by the rules of standard chess */
    bool home_rank;         /* to is on the side's first rank */
    bool orthodox_castling; /* king on the e-file, rook in the corner, nothing between them */
    pf_square own_king;
} facts;

static bool is_orthodox_castling(const reference_variant_board *board, pf_square king, pf_square rook, pf_colour us)
{
    pf_square home = us == PF_WHITE ? 0 : 56;
    if (king != home + 4 || rook != home + 7 || board->board.squares[king] != pf_piece_of(us, PF_KING)) return false;
    return board->board.squares[rook] == pf_piece_of(us, PF_ROOK) && board->board.squares[king + 1] == PF_NO_PIECE &&
           board->board.squares[king + 2] == PF_NO_PIECE;
}

static facts facts_of(const reference_variant_board *before, const reference_variant_board *after, pf_move move)
{
    const reference_board *on = &before->board;
    facts m = {.before = before, .after = after, .from = pf_move_from(move), .to = pf_move_to(move)};
    m.us = on->turn;
    m.them = m.us ^ 1u;
    m.drop = pf_move_is_drop(move);
    m.dropped = m.drop ? pf_move_dropped(move) : (pf_piece_type)PF_NO_PIECE_TYPE;
    m.type = m.drop ? (pf_piece_type)PF_NO_PIECE_TYPE : pf_piece_type_of(on->squares[m.from]);
    m.castling = !m.drop && pf_move_kind_of(move) == PF_MOVE_CASTLING;
    m.en_passant = !m.drop && pf_move_kind_of(move) == PF_MOVE_EN_PASSANT;
    m.king_promotion = pf_move_is_king_promotion(move);
    m.own = has_piece(before, m.to, m.us);
    m.empty = on->squares[m.to] == PF_NO_PIECE;
    m.takes = !m.drop && !m.castling && !m.empty && !m.own;
    m.captures = m.takes || m.en_passant;
    m.taken = m.takes ? pf_piece_type_of(on->squares[m.to]) : (pf_piece_type)PF_NO_PIECE_TYPE;
    m.reaches = !m.drop && !m.castling && reference_piece_attacks(on, m.from, m.to);
    m.jump = m.type == PF_PAWN && distance(rank_of(m.from), rank_of(m.to)) == 2;
    m.in_check = reference_in_check(on, m.us);
    m.home_rank = rank_of(m.to) == (m.us == PF_WHITE ? 0 : 7);
    m.orthodox_castling = m.castling && is_orthodox_castling(before, m.from, m.to, m.us);
    m.own_king = king_of(before, m.us);
    return m;
}

/* ---- What the rules do to a board after the move ---- */

static void clear_around(reference_variant_board *board, pf_square centre, pf_piece_type type)
{
    for (pf_square square = 0; square < 64; square++)
        if (near(square, centre) && board->board.squares[square] != PF_NO_PIECE &&
            pf_piece_type_of(board->board.squares[square]) == type)
            board->board.squares[square] = PF_NO_PIECE;
}

/* What stood on from before the move stands on to. */
static void put_back(const facts *m, reference_variant_board *board, pf_square from, pf_square to)
{
    board->board.squares[to] = m->before->board.squares[from];
}

static void put_back_around(const facts *m, reference_variant_board *board, pf_piece_type type)
{
    for (pf_square square = 0; square < 64; square++) {
        pf_piece piece = m->before->board.squares[square];
        if (near(square, m->to) && square != m->from && piece != PF_NO_PIECE && pf_piece_type_of(piece) == type)
            put_back(m, board, square, square);
    }
}

static void put_back_diagonals(const facts *m, reference_variant_board *board)
{
    for (pf_square square = 0; square < 64; square++)
        if (near(square, m->to) && square != m->from && file_of(square) != file_of(m->to) &&
            rank_of(square) != rank_of(m->to))
            put_back(m, board, square, square);
}

/* Puts everything back and explodes around the pawn that was taken. */
static void explode_around_victim(const facts *m, reference_variant_board *board)
{
    pf_square victim = pf_square_of(pf_square_file(m->to), pf_square_rank(m->from));
    for (pf_square square = 0; square < 64; square++) {
        pf_piece piece = m->before->board.squares[square];
        bool pawn = piece != PF_NO_PIECE && pf_piece_type_of(piece) == PF_PAWN;
        bool gone = square == victim || square == m->from || (near(square, victim) && !pawn);
        board->board.squares[square] = gone ? PF_NO_PIECE : (uint8_t)piece;
    }
}

static void keep_rights_around(const facts *m, reference_variant_board *board)
{
    for (pf_square square = 0; square < 64; square++)
        if (near(square, m->to) && m->before->board.may_castle[square]) board->board.may_castle[square] = true;
}

/* ---- The rules ---- */

/* In each of the functions below, the rows of variant_mutants.def become the cases of a switch. */
#define CASE(name, variant, bug, text, ...)                                                                            \
    case VARIANT_MUTANT_##name: __VA_ARGS__ break;

static void change_view(unsigned mutant, reference_variant_board *board)
{
    switch (mutant) {
#define MUTANT    CASE
#define SEES(...) __VA_ARGS__;
#include "variant_mutants.def"
    default: break;
    }
}

static bool refuses(unsigned mutant, const facts *m)
{
    switch (mutant) {
#define MUTANT       CASE
#define REFUSES(...) return __VA_ARGS__;
#include "variant_mutants.def"
    default: break;
    }
    return false;
}

static bool invents(unsigned mutant, const facts *m)
{
    switch (mutant) {
#define MUTANT       CASE
#define INVENTS(...) return __VA_ARGS__;
#include "variant_mutants.def"
    default: break;
    }
    return false;
}

static bool is_inventive(unsigned mutant)
{
    switch (mutant) {
#define MUTANT       CASE
#define INVENTS(...) return true;
#include "variant_mutants.def"
    default: break;
    }
    return false;
}

static void spoil(unsigned mutant, const facts *m, reference_variant_board *board)
{
    switch (mutant) {
#define MUTANT     CASE
#define PLAYS(...) __VA_ARGS__;
#include "variant_mutants.def"
    default: break;
    }
}

/* ---- The generator ---- */

void variant_mutant_play(unsigned mutant, reference_variant_board *board, pf_move move)
{
    const reference_variant_board before = *board;
    reference_variant_play(board, move);
    facts m = facts_of(&before, board, move);
    spoil(mutant, &m, board);
}

typedef struct move_sink {
    unsigned mutant;
    const reference_variant_board *board;
    pf_move *moves;
    unsigned legal, size; /* the legal moves, and with the invented ones */
} move_sink;

static void try_move(move_sink *sink, pf_move move)
{
    for (unsigned i = 0; i < sink->legal; i++)
        if (sink->moves[i] == move) return;
    reference_variant_board after = *sink->board;
    reference_variant_play(&after, move);
    facts m = facts_of(sink->board, &after, move);
    if (sink->size < REFERENCE_MAX_VARIANT_MOVES && invents(sink->mutant, &m)) sink->moves[sink->size++] = move;
}

/* The game is not over: there are moves, or no rule of the variant has ended it. */
static void invent(move_sink *sink)
{
    const reference_variant_board *board = sink->board;
    pf_colour us = board->board.turn;
    for (pf_square from = 0; from < 64; from++) {
        if (!has_piece(board, from, us)) continue;
        for (pf_square to = 0; to < 64; to++) {
            if (from == to) continue;
            if (!has_piece(board, to, us)) try_move(sink, pf_move_of(from, to, PF_MOVE_NORMAL));
            if (is_orthodox_castling(board, from, to, us)) try_move(sink, pf_move_of(from, to, PF_MOVE_CASTLING));
        }
    }
    for (pf_piece_type type = PF_PAWN; type <= PF_QUEEN; type++)
        for (pf_square to = 0; to < 64 && board->pockets[us][type]; to++)
            if (board->board.squares[to] == PF_NO_PIECE) try_move(sink, pf_move_of_drop(type, to));
}

unsigned variant_mutant_moves(unsigned mutant, const reference_variant_board *board,
                              pf_move moves[REFERENCE_MAX_VARIANT_MOVES])
{
    reference_variant_board seen = *board;
    change_view(mutant, &seen);
    unsigned size = reference_variant_moves(&seen, moves);
    move_sink sink = {mutant, board, moves, size, size};
    reference_ending ending = reference_variant_ending(board);
    if (is_inventive(mutant) && (ending == REFERENCE_GOES_ON || ending == REFERENCE_CHECKMATE)) invent(&sink);
    unsigned kept = 0;
    for (unsigned i = 0; i < sink.size; i++) {
        reference_variant_board after = *board;
        reference_variant_play(&after, moves[i]);
        facts m = facts_of(board, &after, moves[i]);
        if (!refuses(mutant, &m)) moves[kept++] = moves[i];
    }
    return kept;
}

uint64_t variant_mutant_perft(unsigned mutant, const reference_variant_board *board, unsigned depth)
{
    if (depth == 0) return 1;
    pf_move moves[REFERENCE_MAX_VARIANT_MOVES];
    unsigned size = variant_mutant_moves(mutant, board, moves);
    if (depth == 1) return size;
    uint64_t nodes = 0;
    for (unsigned i = 0; i < size; i++) {
        reference_variant_board after = *board;
        variant_mutant_play(mutant, &after, moves[i]);
        nodes += variant_mutant_perft(mutant, &after, depth - 1);
    }
    return nodes;
}
