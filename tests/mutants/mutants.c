/* The mutants' generator. It takes the moves that the pieces can make from the reference, asks for castling itself, and
 * judges each as the reference does: play it and look whether the king is attacked. The rules of mutants.def change one
 * answer on that way. */
#include "mutants.h"

#include <string.h>

const mutant_row mutants[MUTANT_COUNT] = {
    {"NONE", PF_BUG_UNKNOWN, "no bug"},
#define MUTANT(name, bug, text, ...) {#name, PF_BUG_##bug, text},
#include "mutants.def"
};

bool mutant_is_chess960(unsigned mutant)
{
    return strncmp(mutants[mutant].name, "C960_", 5) == 0;
}

/* ---- Squares ---- */

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

static int forward_of(pf_colour colour)
{
    return colour == PF_WHITE ? 1 : -1;
}

static bool on_one_diagonal(pf_square a, pf_square b)
{
    return distance(file_of(a), file_of(b)) == distance(rank_of(a), rank_of(b));
}

/* Whether the square is on the a- or h-file. */
static bool on_rim(pf_square square)
{
    return file_of(square) == 0 || file_of(square) == 7;
}

/* Whether a slider that goes there comes to the edge of the board. */
static bool reaches_edge(pf_square from, pf_square to)
{
    int file = file_of(to) + sign(file_of(to) - file_of(from));
    int rank = rank_of(to) + sign(rank_of(to) - rank_of(from));
    return file < 0 || file > 7 || rank < 0 || rank > 7;
}

/* Whether the number of the square is from a to b, both included. */
static bool within(pf_square square, pf_square a, pf_square b)
{
    return a < b ? a <= square && square <= b : b <= square && square <= a;
}

/* Whether the numbers of the squares differ as for a knight's move, which is also true across the edge of the board. */
static bool is_knight_offset(pf_square from, pf_square to)
{
    int offset = distance((int)from, (int)to);
    return offset == 6 || offset == 10 || offset == 15 || offset == 17;
}

/* ---- The board ---- */

static bool has_piece(const reference_board *board, pf_square square, pf_colour colour)
{
    pf_piece piece = board->squares[square];
    return piece != PF_NO_PIECE && pf_piece_colour(piece) == colour;
}

static void clear(reference_board *board, pf_square square)
{
    board->squares[square] = PF_NO_PIECE;
}

static void drop_rights(reference_board *board, pf_colour colour)
{
    for (unsigned file = 0; file < 8; file++) board->may_castle[pf_square_of(file, colour == PF_WHITE ? 0 : 7)] = false;
}

/* The last square if there is no king. */
static pf_square king_of(const reference_board *board, pf_colour colour)
{
    pf_square square = 0;
    while (square < 63 && board->squares[square] != pf_piece_of(colour, PF_KING)) square++;
    return square;
}

static bool attacks_king(const reference_board *board, pf_square from, pf_colour colour)
{
    return has_piece(board, from, colour ^ 1u) && reference_piece_attacks(board, from, king_of(board, colour));
}

static unsigned attackers_of_king(const reference_board *board, pf_colour colour)
{
    unsigned count = 0;
    for (pf_square from = 0; from < 64; from++) count += attacks_king(board, from, colour);
    return count;
}

/* Whether the side's king is attacked once the piece on the square is gone. */
static bool exposed_without(const reference_board *board, pf_colour us, pf_square square)
{
    reference_board without = *board;
    clear(&without, square);
    return reference_in_check(&without, us);
}

static bool is_pinned(const reference_board *board, pf_colour us, pf_square square)
{
    return !reference_in_check(board, us) && exposed_without(board, us, square);
}

/* Whether another piece stands with this one between the king and a slider, so that the two shield it together. */
static bool shields_with_another(const reference_board *board, pf_colour us, pf_square square)
{
    if (reference_in_check(board, us) || exposed_without(board, us, square)) return false;
    reference_board without = *board;
    clear(&without, square);
    for (pf_square other = 0; other < 64; other++) {
        bool is_king = pf_piece_type_of(board->squares[other]) == PF_KING;
        if (board->squares[other] == PF_NO_PIECE || is_king || other == square) continue;
        if (!exposed_without(board, us, other) && exposed_without(&without, us, other)) return true;
    }
    return false;
}

static reference_board without_type(const reference_board *board, pf_colour colour, pf_piece_type type)
{
    reference_board without = *board;
    for (pf_square square = 0; square < 64; square++)
        if (without.squares[square] == pf_piece_of(colour, type)) clear(&without, square);
    return without;
}

static bool attacked_without_type(const reference_board *board, pf_square square, pf_colour by, pf_piece_type type)
{
    reference_board without = without_type(board, by, type);
    return reference_is_attacked(&without, square, by);
}

/* Whether the side's king is safe if the other side's pieces of the type do not count. */
static bool safe_without_type(const reference_board *board, pf_colour us, pf_piece_type type)
{
    reference_board without = without_type(board, us ^ 1u, type);
    return !reference_in_check(&without, us);
}

/* The same if the other side's pinned pieces do not count. */
static bool safe_without_pinned(const reference_board *board, pf_colour us)
{
    pf_colour them = us ^ 1u;
    reference_board without = *board;
    for (pf_square square = 0; square < 64; square++)
        if (has_piece(board, square, them) && square != king_of(board, them) && is_pinned(board, them, square))
            clear(&without, square);
    return !reference_in_check(&without, us);
}

/* Whether a pawn of that colour would come to the square by a push. */
static bool is_before_pawn(const reference_board *board, pf_square square, pf_colour colour)
{
    int rank = rank_of(square) - forward_of(colour);
    if (rank < 0 || rank > 7) return false;
    return board->squares[pf_square_of(pf_square_file(square), (unsigned)rank)] == pf_piece_of(colour, PF_PAWN);
}

/* ---- Facts about a move, for the rules ---- */

typedef struct facts {
    const reference_board *board; /* before the move */
    pf_square from, to;           /* castling: of the king and of the rook */
    pf_colour us, them;           /* the side that moves, and the other one */
    pf_piece_type type;           /* of the piece that moves */
    pf_piece_type promoted;       /* what a pawn is promoted to */
    bool castling, en_passant, promotion;
    bool king;                          /* a king's move other than castling */
    bool pawn;                          /* a pawn's move */
    bool double_push;                   /* a pawn's move by two ranks */
    bool ordinary;                      /* neither a king's move nor castling nor en passant */
    bool own, enemy, empty;             /* what stands on `to` */
    bool takes;                         /* captures what stands on `to` */
    int files, ranks;                   /* how far the move goes */
    int ahead;                          /* the same in ranks, towards the opponent; negative for backwards */
    int offset;                         /* of the squares' numbers, likewise */
    bool first_rank;                    /* from is where the side's pawns start */
    bool last_rank;                     /* to is on the first or eighth rank */
    pf_square between;                  /* of a double push: the square crossed */
    pf_square taken;                    /* en passant: where the captured pawn stands */
    bool h_side;                        /* castling: on the h-side, */
    pf_square king_target, rook_target; /* and where king and rook go */
} facts;

static unsigned checkers(const facts *m)
{
    return attackers_of_king(m->board, m->us);
}

/* One of the pieces that give check; PF_NO_SQUARE if there is none. */
static pf_square first_checker(const facts *m)
{
    for (pf_square from = 0; from < 64; from++)
        if (attacks_king(m->board, from, m->us)) return from;
    return PF_NO_SQUARE;
}

static bool on_last_rank_but_one(const facts *m)
{
    return rank_of(m->to) == 1 || rank_of(m->to) == 6;
}

static bool is_own_rook(const facts *m, pf_square square)
{
    return m->board->squares[square] == pf_piece_of(m->us, PF_ROOK);
}

/* Whether a rook on that side of the king may castle, not necessarily the one on m->to. */
static bool has_right_on_side(const facts *m)
{
    for (unsigned file = 0; file < 8; file++) {
        pf_square square = pf_square_of(file, pf_square_rank(m->from));
        bool same_side = (square > m->from) == (m->to > m->from);
        if (same_side && m->board->may_castle[square] && is_own_rook(m, square)) return true;
    }
    return false;
}

/* Whether the rook on m->to is the one nearest to the king on its side. */
static bool is_innermost_rook(const facts *m)
{
    for (unsigned file = 0; file < 8; file++) {
        pf_square square = pf_square_of(file, pf_square_rank(m->from));
        if (square != m->to && within(square, m->from, m->to) && is_own_rook(m, square)) return false;
    }
    return is_own_rook(m, m->to);
}

/* Whether the rook on m->to is the one furthest from the king on its side. */
static bool is_outermost_rook(const facts *m)
{
    for (unsigned file = 0; file < 8; file++) {
        pf_square square = pf_square_of(file, pf_square_rank(m->from));
        if (square != m->to && within(m->to, m->from, square) && is_own_rook(m, square)) return false;
    }
    return is_own_rook(m, m->to);
}

/* Whether the square is attacked while the king is lifted off the board and the castling rook is not. */
static bool attacked_behind_rook(const facts *m, const reference_board *lifted, pf_square square)
{
    reference_board shielded = *lifted;
    shielded.squares[m->to] = m->board->squares[m->to];
    return reference_is_attacked(&shielded, square, m->them);
}

/* ---- What the rules do to a board after the move ---- */

static void put_back(const facts *m, reference_board *board, pf_square square)
{
    board->squares[square] = m->board->squares[square];
}

/* The rights as before the move, except that of a rook that was captured or has castled. */
static void keep_rights(const facts *m, reference_board *board)
{
    for (pf_square square = 0; square < 64; square++)
        board->may_castle[square] = m->board->may_castle[square] && square != m->to;
}

/* Castles again, to other squares. */
static void castle_to(const facts *m, reference_board *board, pf_square king_target, pf_square rook_target)
{
    memcpy(board->squares, m->board->squares, sizeof board->squares);
    clear(board, m->from);
    clear(board, m->to);
    board->squares[king_target] = m->board->squares[m->from];
    board->squares[rook_target] = m->board->squares[m->to];
}

/* ---- The rules ---- */

/* In each of the functions below, the rows of mutants.def become the cases of a switch, with the rules of one kind. */
#define CASE(name, bug, text, ...)                                                                                     \
    case MUTANT_##name: __VA_ARGS__ break;

static bool refuses(unsigned mutant, const facts *m)
{
    switch (mutant) {
#define MUTANT       CASE
#define REFUSES(...) return __VA_ARGS__;
#include "mutants.def"
    default: break;
    }
    return false;
}

static bool allows(unsigned mutant, const facts *m, const reference_board *after)
{
    switch (mutant) {
#define MUTANT      CASE
#define ALLOWS(...) return __VA_ARGS__;
#include "mutants.def"
    default: break;
    }
    return false;
}

static bool invents(unsigned mutant, const facts *m)
{
    switch (mutant) {
#define MUTANT       CASE
#define INVENTS(...) return __VA_ARGS__;
#include "mutants.def"
    default: break;
    }
    return false;
}

static bool promotes(unsigned mutant, const facts *m)
{
    switch (mutant) {
#define MUTANT        CASE
#define PROMOTES(...) return __VA_ARGS__;
#include "mutants.def"
    default: break;
    }
    return false;
}

/* Whether the mutant invents any moves at all. */
static bool is_inventive(unsigned mutant)
{
    switch (mutant) {
#define MUTANT        CASE
#define INVENTS(...)  return true;
#define PROMOTES(...) return true;
#include "mutants.def"
    default: break;
    }
    return false;
}

static bool repeats(unsigned mutant, const facts *m)
{
    switch (mutant) {
#define MUTANT       CASE
#define REPEATS(...) return __VA_ARGS__;
#include "mutants.def"
    default: break;
    }
    return false;
}

static void spoil_move(unsigned mutant, const facts *m, reference_board *board)
{
    switch (mutant) {
#define MUTANT     CASE
#define PLAYS(...) __VA_ARGS__;
#include "mutants.def"
    default: break;
    }
}

static void spoil_castling(unsigned mutant, const facts *m, reference_board *board)
{
    switch (mutant) {
#define MUTANT              CASE
#define PLAYS_CASTLING(...) __VA_ARGS__;
#include "mutants.def"
    default: break;
    }
}

static bool has_right(unsigned mutant, const facts *m)
{
    switch (mutant) {
#define MUTANT     CASE
#define RIGHT(...) return __VA_ARGS__;
#include "mutants.def"
    default: break;
    }
    return m->board->may_castle[m->to] && is_own_rook(m, m->to);
}

static bool is_h_side(unsigned mutant, const facts *m)
{
    switch (mutant) {
#define MUTANT      CASE
#define H_SIDE(...) return __VA_ARGS__;
#include "mutants.def"
    default: break;
    }
    return file_of(m->to) > file_of(m->from);
}

static bool may_be_in_check(unsigned mutant)
{
    switch (mutant) {
#define MUTANT        CASE
#define IN_CHECK(...) return __VA_ARGS__;
#include "mutants.def"
    default: break;
    }
    return false;
}

static bool steps_over(unsigned mutant, const facts *m, pf_square square)
{
    switch (mutant) {
#define MUTANT          CASE
#define STEPS_OVER(...) return __VA_ARGS__;
#include "mutants.def"
    default: break;
    }
    return false;
}

static bool overlooks(unsigned mutant, const facts *m, const reference_board *lifted, pf_square square)
{
    switch (mutant) {
#define MUTANT         CASE
#define OVERLOOKS(...) return __VA_ARGS__;
#include "mutants.def"
    default: break;
    }
    return false;
}

/* ---- The generator ---- */

static facts facts_of(unsigned mutant, const reference_board *board, pf_move move)
{
    pf_square from = pf_move_from(move), to = pf_move_to(move);
    pf_move_kind kind = pf_move_kind_of(move);
    facts m = {.board = board, .from = from, .to = to, .us = board->turn, .them = board->turn ^ 1u};
    m.type = pf_piece_type_of(board->squares[from]);
    m.castling = kind == PF_MOVE_CASTLING;
    m.en_passant = kind == PF_MOVE_EN_PASSANT;
    m.promotion = kind == PF_MOVE_PROMOTION;
    if (m.promotion) m.promoted = pf_move_promotion(move);
    m.king = m.type == PF_KING && !m.castling;
    m.pawn = m.type == PF_PAWN;
    m.ordinary = !m.king && !m.castling && !m.en_passant;
    m.own = has_piece(board, to, m.us);
    m.enemy = has_piece(board, to, m.them);
    m.empty = !m.own && !m.enemy;
    m.takes = !m.empty && !m.castling;
    m.files = distance(file_of(from), file_of(to));
    m.ranks = distance(rank_of(from), rank_of(to));
    m.ahead = (rank_of(to) - rank_of(from)) * forward_of(m.us);
    m.offset = ((int)to - (int)from) * forward_of(m.us);
    m.double_push = m.pawn && m.ranks == 2;
    m.first_rank = rank_of(from) == (m.us == PF_WHITE ? 1 : 6);
    m.last_rank = rank_of(to) == 0 || rank_of(to) == 7;
    m.between = (from + to) / 2;
    m.taken = pf_square_of(pf_square_file(to), pf_square_rank(from));
    m.h_side = is_h_side(mutant, &m);
    m.king_target = pf_square_of(m.h_side ? 6 : 2, pf_square_rank(from));
    m.rook_target = pf_square_of(m.h_side ? 5 : 3, pf_square_rank(from));
    return m;
}

/* Plays the move on a copy of the board. */
static reference_board board_after(unsigned mutant, const facts *m, pf_move move)
{
    reference_board board = *m->board;
    reference_play(&board, move);
    if (m->castling)
        spoil_castling(mutant, m, &board);
    else
        spoil_move(mutant, m, &board);
    return board;
}

void mutant_play(unsigned mutant, reference_board *board, pf_move move)
{
    facts m = facts_of(mutant, board, move);
    *board = board_after(mutant, &m, move);
}

typedef struct move_sink {
    unsigned mutant;
    const reference_board *board;
    pf_move *moves;
    unsigned size;
} move_sink;

static void add(move_sink *sink, pf_move move)
{
    if (sink->size < REFERENCE_MAX_MOVES) sink->moves[sink->size++] = move;
}

static void add_if_legal(move_sink *sink, pf_move move)
{
    facts m = facts_of(sink->mutant, sink->board, move);
    reference_board after = board_after(sink->mutant, &m, move);
    if (reference_in_check(&after, m.us) && !allows(sink->mutant, &m, &after)) return;
    if (refuses(sink->mutant, &m)) return;
    add(sink, move);
    if (repeats(sink->mutant, &m)) add(sink, move);
}

/* The moves of all pieces but the king, whether or not they leave it attacked: what the reference finds legal on a
 * board where our king is a knight, which blocks the same squares and cannot be in check. */
static void add_piece_moves(move_sink *sink)
{
    pf_colour us = sink->board->turn;
    reference_board kingless = *sink->board;
    for (pf_square square = 0; square < 64; square++)
        if (kingless.squares[square] == pf_piece_of(us, PF_KING))
            kingless.squares[square] = (uint8_t)pf_piece_of(us, PF_KNIGHT);
    pf_move moves[REFERENCE_MAX_MOVES];
    unsigned size = reference_legal_moves(&kingless, moves);
    for (unsigned i = 0; i < size; i++)
        if (sink->board->squares[pf_move_from(moves[i])] != pf_piece_of(us, PF_KING)) add_if_legal(sink, moves[i]);
}

/* Whether nothing prevents castling: the conditions of the reference, each as the mutant sees it. */
static bool can_castle(unsigned mutant, const facts *m)
{
    if (!has_right(mutant, m)) return false;
    if (reference_is_attacked(m->board, m->from, m->them) && !may_be_in_check(mutant)) return false;
    reference_board lifted = *m->board;
    clear(&lifted, m->from);
    clear(&lifted, m->to);
    for (unsigned file = 0; file < 8; file++) {
        pf_square square = pf_square_of(file, pf_square_rank(m->from));
        bool for_king = within(square, m->from, m->king_target), for_rook = within(square, m->to, m->rook_target);
        bool occupied = (for_king || for_rook) && lifted.squares[square] != PF_NO_PIECE;
        bool attacked = for_king && reference_is_attacked(&lifted, square, m->them);
        if (occupied && !steps_over(mutant, m, square)) return false;
        if (attacked && !overlooks(mutant, m, &lifted, square)) return false;
    }
    return true;
}

static void add_king_moves(move_sink *sink, pf_square king)
{
    pf_colour us = sink->board->turn;
    for (pf_square to = 0; to < 64; to++)
        if (reference_piece_attacks(sink->board, king, to) && !has_piece(sink->board, to, us))
            add_if_legal(sink, pf_move_of(king, to, PF_MOVE_NORMAL));
    if (rank_of(king) != (us == PF_WHITE ? 0 : 7)) return;
    for (unsigned file = 0; file < 8; file++) {
        pf_move move = pf_move_of(king, pf_square_of(file, pf_square_rank(king)), PF_MOVE_CASTLING);
        facts m = facts_of(sink->mutant, sink->board, move);
        if (can_castle(sink->mutant, &m)) add_if_legal(sink, move);
    }
}

static void add_invented_moves(move_sink *sink, pf_square from)
{
    if (!is_inventive(sink->mutant)) return; /* saves time */
    for (pf_square to = 0; to < 64; to++) {
        if (pf_piece_type_of(sink->board->squares[to]) == PF_KING) continue;
        pf_move move = pf_move_of(from, to, PF_MOVE_NORMAL);
        facts m = facts_of(sink->mutant, sink->board, move);
        if (invents(sink->mutant, &m)) add_if_legal(sink, move);
        for (pf_piece_type type = PF_KNIGHT; type <= PF_QUEEN && promotes(sink->mutant, &m); type++)
            add_if_legal(sink, pf_move_of_promotion(from, to, type));
    }
}

unsigned mutant_legal_moves(unsigned mutant, const reference_board *board, pf_move moves[REFERENCE_MAX_MOVES])
{
    move_sink sink = {mutant, board, moves, 0};
    add_piece_moves(&sink);
    for (pf_square from = 0; from < 64; from++) {
        if (!has_piece(board, from, board->turn)) continue;
        if (pf_piece_type_of(board->squares[from]) == PF_KING) add_king_moves(&sink, from);
        add_invented_moves(&sink, from);
    }
    return sink.size;
}

uint64_t mutant_perft(unsigned mutant, const reference_board *board, unsigned depth)
{
    if (depth == 0) return 1;
    pf_move moves[REFERENCE_MAX_MOVES];
    unsigned size = mutant_legal_moves(mutant, board, moves);
    if (depth == 1) return size;
    uint64_t nodes = 0;
    for (unsigned i = 0; i < size; i++) {
        reference_board after = *board;
        mutant_play(mutant, &after, moves[i]);
        nodes += mutant_perft(mutant, &after, depth - 1);
    }
    return nodes;
}
