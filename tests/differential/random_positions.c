/* Random games, and random set-ups. */
#include "random_positions.h"

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

/* A king on the a- or h-file that may castle with a rook somewhere on its rank. No game of Chess960 begins like this.
 */
static void put_corner_castling(pf_setup *setup, random_stream *random, pf_colour colour)
{
    pf_square back_rank = colour == PF_WHITE ? PF_A1 : PF_A8;
    unsigned king = one_in(random, 2) ? 0 : 7, rook = king ^ (1 + random_below(random, 7));
    setup->squares[back_rank + king] = (uint8_t)pf_piece_of(colour, PF_KING);
    setup->squares[back_rank + rook] = (uint8_t)pf_piece_of(colour, PF_ROOK);
    setup->castling |= pf_bit(back_rank + rook);
}

static pf_setup random_setup(random_stream *random, bool chess960)
{
    static const uint16_t clocks[] = {0, 1, 99, 100, UINT16_MAX - 1, UINT16_MAX};
    static const uint32_t numbers[] = {0, 1, 2, 100, UINT32_MAX - 1, UINT32_MAX};
    pf_setup setup = {.turn = (uint8_t)random_below(random, 2), .ep_square = PF_NO_SQUARE};
    setup.halfmove_clock = clocks[random_below(random, 6)];
    setup.fullmove_number = numbers[random_below(random, 6)];

    if (one_in(random, 2)) pf_random_put_en_passant(&setup, random);
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        if (chess960 && one_in(random, 8))
            put_corner_castling(&setup, random, colour);
        else if (one_in(random, 2))
            pf_random_put_castling(&setup, random, colour, chess960);
        else
            pf_random_put(&setup, random, colour, PF_KING);
        unsigned pawns = random_below(random, 9);
        unsigned pieces = random_below(random, 9);
        for (unsigned i = 0; i < pawns; i++) pf_random_put(&setup, random, colour, PF_PAWN);
        for (unsigned i = 0; i < pieces; i++)
            pf_random_put(&setup, random, colour, PF_KNIGHT + random_below(random, PF_QUEEN - PF_KNIGHT + 1));
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
