/* A position, and moves from it, out of any bytes: what the fuzz targets that compare answers share. Most inputs give
 * something that can be played, and a small change of the input is a small change of the line.
 *
 *     byte 0        0 to 63: the start position; to 127: one of Chess960, number 4 * byte 1; else pieces as follows
 *     bytes 1-2     the squares of the kings
 *     byte 3        bit 0: Black is to move; the others, how many more pieces (up to 30)
 *     bytes 4-5     the file of the en passant square, if below 8; which rooks at home may castle
 *     two bytes     each more piece: its square, what it is
 *     all others    each the number of a legal move to play
 */
#ifndef PLYFORGE_FUZZ_LINE_H
#define PLYFORGE_FUZZ_LINE_H

#include "fuzz.h"

typedef struct bytes {
    const uint8_t *next, *end;
} bytes;

/* The next byte; 0 when there is none left. */
static inline uint8_t take_byte(bytes *in)
{
    return in->next < in->end ? *in->next++ : 0;
}

static inline uint16_t take_two(bytes *in)
{
    uint16_t low = take_byte(in);
    return (uint16_t)(take_byte(in) << 8 | low);
}

/* Pieces thrown on the board; false if validation refuses them even when lenient. */
static inline bool take_setup(bytes *in, pf_position *out)
{
    pf_setup setup = {.ep_square = PF_NO_SQUARE, .fullmove_number = 1};
    setup.squares[take_byte(in) & 63] = (uint8_t)pf_piece_of(PF_WHITE, PF_KING);
    setup.squares[take_byte(in) & 63] = (uint8_t)pf_piece_of(PF_BLACK, PF_KING);
    uint8_t how = take_byte(in), ep_file = take_byte(in), castling = take_byte(in);
    setup.turn = how & 1;
    for (unsigned count = how / 2 % 31; count > 0 && in->next < in->end; count--) {
        pf_square square = take_byte(in) & 63;
        unsigned what = take_byte(in) % 10; /* no king */
        bool taken = setup.squares[square] != PF_NO_PIECE;
        bool pawn_at_the_edge = what % 5 == PF_PAWN && (square < 8 || square >= 56);
        if (!taken && !pawn_at_the_edge) setup.squares[square] = (uint8_t)pf_piece_of(what / 5, what % 5);
    }
    if (ep_file < 8) setup.ep_square = (uint8_t)pf_square_of(ep_file, setup.turn == PF_WHITE ? 5 : 2);
    for (unsigned i = 0; i < 8; i++) /* two bits for each quarter of the back ranks */
        if (castling >> i & 1) setup.castling |= pf_bit(i % 4 + (i / 4) * 56) | pf_bit(7 - i % 4 + (i / 4) * 56);
    return pf_position_from_setup(out, &setup, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, NULL) == PF_OK;
}

static inline bool take_position(bytes *in, pf_position *out)
{
    uint8_t kind = take_byte(in);
    if (kind >= 128) return take_setup(in, out);
    *out = kind < 64 ? pf_position_start() : pf_position_chess960_start(take_byte(in) * 4u);
    return true;
}

/* Calls check on every position of the line; check may take bytes for itself. */
static inline void walk(const uint8_t *data, size_t size, void (*check)(const pf_position *position, bytes *in))
{
    enum { LONGEST = 30 }; /* plies: a fuzzer should try many lines, not long ones */
    bytes in = {data, data + size};
    pf_position position;
    if (!take_position(&in, &position)) return;
    for (unsigned ply = 0; ply <= LONGEST; ply++) {
        check(&position, &in);
        pf_move_list list;
        if (in.next == in.end || pf_generate_legal(&position, &list) == 0) return;
        pf_position_play_unchecked(&position, list.moves[take_byte(&in) % list.size]);
    }
}

/* For comparing lists, whose order is not promised. */
static inline int compare_moves(const void *a, const void *b)
{
    return (int)*(const pf_move *)a - (int)*(const pf_move *)b;
}

static inline void sort_moves(pf_move *moves, size_t size)
{
    if (size > 1) qsort(moves, size, sizeof *moves, compare_moves);
}

static inline void require_same_moves(pf_move_list *a, pf_move_list *b)
{
    REQUIRE(a->size == b->size);
    sort_moves(a->moves, a->size);
    sort_moves(b->moves, b->size);
    REQUIRE(memcmp(a->moves, b->moves, a->size * sizeof *a->moves) == 0);
}

#endif
