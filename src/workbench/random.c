/* Random small positions; see random.h. */
#include "workbench/random.h"

#include "board/variant_fields.h"

/* SplitMix64: a counter, scrambled. */
uint64_t pf_random_next(pf_random *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

unsigned pf_random_below(pf_random *random, unsigned bound)
{
    return (unsigned)((pf_random_next(random) >> 32) * bound >> 32);
}

static bool one_in(pf_random *random, unsigned n)
{
    return pf_random_below(random, n) == 0;
}

void pf_random_put(pf_setup *setup, pf_random *random, pf_colour colour, pf_piece_type type)
{
    for (unsigned tries = 0; tries < 100; tries++) {
        pf_square square = type == PF_PAWN ? 8 + pf_random_below(random, 48) : pf_random_below(random, 64);
        if (setup->squares[square] != PF_NO_PIECE) continue;
        setup->squares[square] = (uint8_t)pf_piece_of(colour, type);
        return;
    }
}

void pf_random_put_castling(pf_setup *setup, pf_random *random, pf_colour colour, bool chess960)
{
    pf_square back_rank = colour == PF_WHITE ? PF_A1 : PF_A8;
    unsigned king = chess960 ? 1 + pf_random_below(random, 6) : 4;
    unsigned left = chess960 ? pf_random_below(random, king) : 0;
    unsigned right = chess960 ? king + 1 + pf_random_below(random, 7 - king) : 7;
    setup->squares[back_rank + king] = (uint8_t)pf_piece_of(colour, PF_KING);
    for (unsigned i = 0; i < 2; i++) {
        pf_square rook = back_rank + (i == 0 ? left : right);
        if (one_in(random, 4)) continue;
        setup->squares[rook] = (uint8_t)pf_piece_of(colour, PF_ROOK);
        if (!one_in(random, 8)) setup->castling |= pf_bit(rook);
    }
}

void pf_random_put_en_passant(pf_setup *setup, pf_random *random)
{
    pf_colour us = setup->turn;
    unsigned file = pf_random_below(random, 8);
    unsigned rank = us == PF_WHITE ? 4 : 3;
    setup->squares[pf_square_of(file, rank)] = (uint8_t)pf_piece_of(us ^ 1u, PF_PAWN);
    if (file > 0 && !one_in(random, 3))
        setup->squares[pf_square_of(file - 1, rank)] = (uint8_t)pf_piece_of(us, PF_PAWN);
    if (file < 7 && !one_in(random, 3))
        setup->squares[pf_square_of(file + 1, rank)] = (uint8_t)pf_piece_of(us, PF_PAWN);
    setup->ep_square = (uint8_t)pf_square_of(file, us == PF_WHITE ? 5 : 2);
}

/* Puts the king of the side to move and an enemy rook on the rank of the pawns. */
static void put_king_and_rook(pf_setup *setup, pf_random *random)
{
    pf_square rank = setup->turn == PF_WHITE ? PF_A5 : PF_A4;
    pf_square king = rank + pf_random_below(random, 8), rook = rank + pf_random_below(random, 8);
    setup->squares[king] = (uint8_t)pf_piece_of(setup->turn, PF_KING);
    if (rook != king) setup->squares[rook] = (uint8_t)pf_piece_of(setup->turn ^ 1u, PF_ROOK);
}

pf_position pf_random_small_position(pf_random *random, bool chess960)
{
    for (;;) {
        pf_setup setup = {.turn = (uint8_t)pf_random_below(random, 2), .ep_square = PF_NO_SQUARE, .fullmove_number = 1};
        pf_position position;
        bool on_rank = one_in(random, 9); /* en passant may expose the king */
        if (on_rank || one_in(random, 3)) pf_random_put_en_passant(&setup, random);
        if (on_rank) put_king_and_rook(&setup, random);
        for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
            if (on_rank && colour == setup.turn) continue;
            if (one_in(random, 2))
                pf_random_put_castling(&setup, random, colour, chess960);
            else
                pf_random_put(&setup, random, colour, PF_KING);
            if (chess960 && one_in(random, 4)) { /* a second rook on one side of the king */
                uint8_t *square = &setup.squares[(colour == PF_WHITE ? PF_A1 : PF_A8) + pf_random_below(random, 8)];
                if (*square == PF_NO_PIECE) *square = (uint8_t)pf_piece_of(colour, PF_ROOK);
            }
            for (unsigned pieces = pf_random_below(random, 4); pieces > 0; pieces--)
                pf_random_put(&setup, random, colour, pf_random_below(random, PF_QUEEN + 1));
        }
        pf_accept accept = PF_ACCEPT_STRICT | (chess960 ? PF_ACCEPT_CHESS960 : 0u);
        if (pf_position_from_setup(&position, &setup, accept, NULL, NULL) == PF_OK) return position;
    }
}

/* ---- Variants ---- */

pf_position pf_random_variant_start(pf_random *random, pf_variant variant, bool chess960)
{
    pf_position position = pf_variant_start(variant);
    bool castles = variant != PF_VARIANT_ANTICHESS && variant != PF_VARIANT_RACING_KINGS && variant != PF_VARIANT_HORDE;
    if (!castles || !chess960 || one_in(random, 2)) return position;
    pf_position board = pf_position_chess960_start(pf_random_below(random, 960));
    pf_setup setup;
    pf_setup_from_position(&setup, &board);
    pf_setup_set_variant(&setup, variant);
    pf_position_from_setup(&position, &setup, PF_ACCEPT_CHESS960, NULL, NULL);
    return position;
}

static void put_kings(pf_setup *setup, pf_random *random, pf_variant variant, bool chess960)
{
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        bool horde = variant == PF_VARIANT_HORDE && colour == PF_WHITE;
        if (!horde && one_in(random, 3))
            pf_random_put_castling(setup, random, colour, chess960);
        else if (!horde && (variant != PF_VARIANT_ANTICHESS || one_in(random, 2)))
            pf_random_put(setup, random, colour, PF_KING);
    }
    if (variant == PF_VARIANT_ANTICHESS || variant == PF_VARIANT_RACING_KINGS) setup->castling = 0;
}

/* Pockets, marks, checks and the pawns on White's first rank. */
static void put_additions(pf_setup *setup, pf_random *random, pf_variant variant)
{
    if (variant == PF_VARIANT_HORDE) {
        for (unsigned i = pf_random_below(random, 8); i > 0; i--) {
            uint8_t *square = &setup->squares[pf_random_below(random, 8)];
            if (*square == PF_NO_PIECE) *square = (uint8_t)pf_piece_of(PF_WHITE, PF_PAWN);
        }
    }
    if (variant == PF_VARIANT_CRAZYHOUSE) {
        pf_bitboard marks = pf_random_next(random) & pf_random_next(random);
        for (pf_square square = 0; square < 64; square++) {
            uint8_t piece = setup->squares[square];
            bool may = piece != PF_NO_PIECE && pf_piece_type_of(piece) != PF_PAWN && pf_piece_type_of(piece) != PF_KING;
            if (!may) marks &= ~pf_bit(square);
        }
        pf_setup_set_promoted(setup, marks & ~setup->castling);
        for (unsigned i = pf_random_below(random, 8); i > 0; i--) {
            pf_colour colour = pf_random_below(random, 2);
            pf_piece_type type = pf_random_below(random, 5);
            pf_setup_set_pocket(setup, colour, type, pf_setup_pocket(setup, colour, type) + 1);
        }
    }
    if (variant == PF_VARIANT_THREE_CHECK)
        for (unsigned i = 0; i < 2; i++) pf_setup_set_checks_given(setup, i, pf_random_below(random, 3));
}

pf_position pf_random_variant_position(pf_random *random, pf_variant variant, pf_accept accept)
{
    for (;;) {
        pf_setup setup = {.turn = (uint8_t)pf_random_below(random, 2), .ep_square = PF_NO_SQUARE};
        pf_setup_set_variant(&setup, variant);
        bool pawns = variant != PF_VARIANT_RACING_KINGS;
        put_kings(&setup, random, variant, (accept & PF_ACCEPT_CHESS960) != 0);
        if (pawns && one_in(random, 3)) pf_random_put_en_passant(&setup, random);
        for (unsigned i = pf_random_below(random, 16); i > 0; i--) {
            pf_colour colour = pf_random_below(random, 2);
            pf_piece_type type = pf_random_below(random, 5);
            if (pawns || type != PF_PAWN) pf_random_put(&setup, random, colour, type);
        }
        put_additions(&setup, random, variant);
        pf_position position;
        if (pf_position_from_setup(&position, &setup, accept, NULL, NULL) == PF_OK) return position;
    }
}
