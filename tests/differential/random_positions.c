/* Random numbers, random games, and random set-ups. */
#include "random_positions.h"

/* SplitMix64: a counter, scrambled. */
uint64_t random_next(random_stream *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

unsigned random_below(random_stream *random, unsigned bound)
{
    return (unsigned)((random_next(random) >> 32) * bound >> 32);
}

static bool one_in(random_stream *random, unsigned n)
{
    return random_below(random, n) == 0;
}

/* ---- Games ---- */

pf_move random_move(random_stream *random, const pf_move *moves, unsigned size)
{
    pf_move special[PF_MOVE_LIST_CAPACITY];
    unsigned specials = 0;
    for (unsigned i = 0; i < size; i++)
        if (pf_move_kind_of(moves[i]) != PF_MOVE_NORMAL) special[specials++] = moves[i];
    if (specials && one_in(random, 4)) return special[random_below(random, specials)];
    return moves[random_below(random, size)];
}

pf_position random_reachable_position(random_stream *random, bool chess960)
{
    pf_position position = chess960 ? pf_position_chess960_start(random_below(random, 960)) : pf_position_start();
    for (unsigned plies = random_below(random, 160); plies > 0; plies--) {
        pf_move_list list;
        if (pf_generate_legal(&position, &list) == 0) break;
        pf_position_play_unchecked(&position, random_move(random, list.moves, list.size));
    }
    return position;
}

/* ---- Set-ups ---- */

/* Puts the piece on a free square, a pawn not on the first or last rank; does nothing if it finds none soon. */
static void put_anywhere(pf_setup *setup, random_stream *random, pf_colour colour, pf_piece_type type)
{
    for (unsigned tries = 0; tries < 100; tries++) {
        pf_square square = type == PF_PAWN ? 8 + random_below(random, 48) : random_below(random, 64);
        if (setup->squares[square] != PF_NO_PIECE) continue;
        setup->squares[square] = (uint8_t)pf_piece_of(colour, type);
        return;
    }
}

/* A king on its back rank with rooks beside it, most of which claim that they may castle. */
static void put_castling(pf_setup *setup, random_stream *random, pf_colour colour, bool chess960)
{
    pf_square back_rank = colour == PF_WHITE ? PF_A1 : PF_A8;
    unsigned king = chess960 ? 1 + random_below(random, 6) : 4;
    unsigned left = chess960 ? random_below(random, king) : 0;
    unsigned right = chess960 ? king + 1 + random_below(random, 7 - king) : 7;
    setup->squares[back_rank + king] = (uint8_t)pf_piece_of(colour, PF_KING);
    for (unsigned i = 0; i < 2; i++) {
        pf_square rook = back_rank + (i == 0 ? left : right);
        if (one_in(random, 4)) continue;
        setup->squares[rook] = (uint8_t)pf_piece_of(colour, PF_ROOK);
        if (!one_in(random, 8)) setup->castling |= pf_bit(rook);
    }
}

/* A pawn that has just jumped, mostly with pawns beside it that would like to take it. */
static void put_en_passant(pf_setup *setup, random_stream *random)
{
    pf_colour us = setup->turn;
    unsigned file = random_below(random, 8);
    unsigned rank = us == PF_WHITE ? 4 : 3;
    setup->squares[pf_square_of(file, rank)] = (uint8_t)pf_piece_of(us ^ 1u, PF_PAWN);
    if (file > 0 && !one_in(random, 3))
        setup->squares[pf_square_of(file - 1, rank)] = (uint8_t)pf_piece_of(us, PF_PAWN);
    if (file < 7 && !one_in(random, 3))
        setup->squares[pf_square_of(file + 1, rank)] = (uint8_t)pf_piece_of(us, PF_PAWN);
    setup->ep_square = (uint8_t)pf_square_of(file, us == PF_WHITE ? 5 : 2);
}

static pf_setup random_setup(random_stream *random, bool chess960)
{
    static const uint16_t clocks[] = {0, 1, 99, 100, UINT16_MAX - 1, UINT16_MAX};
    static const uint32_t numbers[] = {0, 1, 2, 100, UINT32_MAX - 1, UINT32_MAX};
    pf_setup setup = {.turn = (uint8_t)random_below(random, 2), .ep_square = PF_NO_SQUARE};
    setup.halfmove_clock = clocks[random_below(random, 6)];
    setup.fullmove_number = numbers[random_below(random, 6)];

    if (one_in(random, 2)) put_en_passant(&setup, random);
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        if (one_in(random, 2))
            put_castling(&setup, random, colour, chess960);
        else
            put_anywhere(&setup, random, colour, PF_KING);
        unsigned pawns = random_below(random, 9);
        unsigned pieces = random_below(random, 9);
        for (unsigned i = 0; i < pawns; i++) put_anywhere(&setup, random, colour, PF_PAWN);
        for (unsigned i = 0; i < pieces; i++)
            put_anywhere(&setup, random, colour, PF_KNIGHT + random_below(random, PF_QUEEN - PF_KNIGHT + 1));
    }
    /* Now and then claims that make no sense, for lenient validation to drop. */
    if (one_in(random, 8)) setup.castling |= pf_bit(random_below(random, 64));
    if (one_in(random, 8)) setup.ep_square = (uint8_t)random_below(random, 64);
    return setup;
}

/* Takes a random piece of the colour off the board, but not its king; false if there is none. */
static bool take_off(pf_setup *setup, random_stream *random, pf_colour colour)
{
    unsigned start = random_below(random, 64);
    for (unsigned i = 0; i < 64; i++) {
        uint8_t *piece = &setup->squares[(start + i) % 64];
        if (*piece == PF_NO_PIECE || pf_piece_colour(*piece) != colour || pf_piece_type_of(*piece) == PF_KING) continue;
        *piece = PF_NO_PIECE;
        return true;
    }
    return false;
}

pf_position random_set_up_position(random_stream *random, bool chess960)
{
    pf_accept accept = PF_ACCEPT_LENIENT | (chess960 ? PF_ACCEPT_CHESS960 : 0u);
    for (;;) {
        pf_setup setup = random_setup(random, chess960);
        for (bool changed = true; changed;) {
            pf_position position;
            pf_problems problems;
            if (pf_position_from_setup(&position, &setup, accept, &problems, NULL) == PF_OK) return position;
            changed = false;
            if (problems & PF_PROBLEM_WHITE_MATERIAL) changed |= take_off(&setup, random, PF_WHITE);
            if (problems & PF_PROBLEM_BLACK_MATERIAL) changed |= take_off(&setup, random, PF_BLACK);
            if (problems & PF_PROBLEM_OPPONENT_IN_CHECK) changed |= take_off(&setup, random, setup.turn);
        }
    }
}

/* The king of the side to move and an enemy rook on the rank of the pawns. */
static void put_king_and_rook(pf_setup *setup, random_stream *random)
{
    pf_square rank = setup->turn == PF_WHITE ? PF_A5 : PF_A4;
    pf_square king = rank + random_below(random, 8), rook = rank + random_below(random, 8);
    setup->squares[king] = (uint8_t)pf_piece_of(setup->turn, PF_KING);
    if (rook != king) setup->squares[rook] = (uint8_t)pf_piece_of(setup->turn ^ 1u, PF_ROOK);
}

pf_position random_small_position(random_stream *random, bool chess960)
{
    for (;;) {
        pf_setup setup = {.turn = (uint8_t)random_below(random, 2), .ep_square = PF_NO_SQUARE, .fullmove_number = 1};
        pf_position position;
        bool on_rank = one_in(random, 9); /* a king that en passant may expose */
        if (on_rank || one_in(random, 3)) put_en_passant(&setup, random);
        if (on_rank) put_king_and_rook(&setup, random);
        for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
            if (on_rank && colour == setup.turn) continue;
            if (one_in(random, 2))
                put_castling(&setup, random, colour, chess960);
            else
                put_anywhere(&setup, random, colour, PF_KING);
            if (chess960 && one_in(random, 4)) { /* a second rook on one side of the king */
                uint8_t *square = &setup.squares[(colour == PF_WHITE ? PF_A1 : PF_A8) + random_below(random, 8)];
                if (*square == PF_NO_PIECE) *square = (uint8_t)pf_piece_of(colour, PF_ROOK);
            }
            for (unsigned pieces = random_below(random, 4); pieces > 0; pieces--)
                put_anywhere(&setup, random, colour, random_below(random, PF_QUEEN + 1));
        }
        pf_accept accept = PF_ACCEPT_STRICT | (chess960 ? PF_ACCEPT_CHESS960 : 0u);
        if (pf_position_from_setup(&position, &setup, accept, NULL, NULL) == PF_OK) return position;
    }
}
