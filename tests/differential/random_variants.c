#include "random_variants.h"

#include <string.h>

pf_move random_variant_move(random_stream *random, const pf_variant_position *position, const pf_move *moves,
                            unsigned size)
{
    pf_move move = moves[random_below(random, size)];
    for (unsigned tries = 0; tries < 4 && random_below(random, 2); tries++) {
        pf_move other = moves[random_below(random, size)];
        if (!pf_move_is_drop(other) && pf_position_piece_at(&position->board, pf_move_to(other)) != PF_NO_PIECE)
            move = other;
    }
    return move;
}

pf_variant_position random_variant_reachable(random_stream *random, pf_variant variant)
{
    pf_variant_position position = random_variant_start(random, variant);
    for (unsigned plies = random_below(random, 80); plies > 0; plies--) {
        pf_variant_move_list list;
        if (pf_variant_generate(&position, &list) == 0) break;
        pf_variant_play_unchecked(&position, random_variant_move(random, &position, list.moves, list.size));
    }
    return position;
}

pf_variant_position random_variant_start(random_stream *random, pf_variant variant)
{
    pf_variant_position position = pf_variant_start(variant);
    bool castles = variant != PF_VARIANT_ANTICHESS && variant != PF_VARIANT_RACING_KINGS && variant != PF_VARIANT_HORDE;
    if (!castles || random_below(random, 2)) return position;
    pf_position board = pf_position_chess960_start(random_below(random, 960));
    pf_variant_setup setup;
    pf_variant_setup_of(&setup, &position);
    pf_setup_from_position(&setup.setup, &board);
    pf_variant_from_setup(&position, &setup, variant, PF_ACCEPT_CHESS960, NULL, NULL);
    return position;
}

pf_variant_position random_variant_set_up(random_stream *random, pf_variant variant, pf_accept accept)
{
    for (;;) {
        pf_variant_setup setup;
        memset(&setup, 0, sizeof setup);
        setup.setup.ep_square = PF_NO_SQUARE;
        setup.setup.turn = random_below(random, 2) != 0;
        bool pawns = variant != PF_VARIANT_RACING_KINGS;
        for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
            bool horde = variant == PF_VARIANT_HORDE && colour == PF_WHITE;
            if (!horde && random_below(random, 3) == 0)
                pf_random_put_castling(&setup.setup, random, colour, true);
            else if (!horde && (variant != PF_VARIANT_ANTICHESS || random_below(random, 2)))
                pf_random_put(&setup.setup, random, colour, PF_KING);
        }
        if (pawns && random_below(random, 3) == 0) pf_random_put_en_passant(&setup.setup, random);
        for (unsigned i = random_below(random, 16); i > 0; i--) {
            pf_colour colour = random_below(random, 2);
            pf_piece_type type = random_below(random, 5);
            if (type == PF_PAWN && !pawns) continue;
            pf_random_put(&setup.setup, random, colour, type);
        }
        if (variant == PF_VARIANT_HORDE)
            for (unsigned i = random_below(random, 8); i > 0; i--) {
                pf_square square = random_below(random, 8);
                if (setup.setup.squares[square] == PF_NO_PIECE)
                    setup.setup.squares[square] = (uint8_t)pf_piece_of(PF_WHITE, PF_PAWN);
            }
        if (variant == PF_VARIANT_CRAZYHOUSE) {
            pf_bitboard marks = random_next(random) & random_next(random);
            for (pf_square square = 0; square < 64; square++) {
                pf_piece piece = setup.setup.squares[square];
                pf_piece_type type = pf_piece_type_of(piece);
                if (piece != PF_NO_PIECE && type != PF_PAWN && type != PF_KING)
                    setup.promoted |= marks & pf_bit(square);
            }
            for (unsigned i = random_below(random, 8); i > 0; i--)
                setup.pockets[random_below(random, 2)][random_below(random, 5)]++;
        }
        if (variant == PF_VARIANT_THREE_CHECK)
            for (unsigned i = 0; i < 2; i++) setup.checks_given[i] = (uint8_t)random_below(random, 3);
        pf_variant_position position;
        if (pf_variant_from_setup(&position, &setup, variant, accept | PF_ACCEPT_CHESS960, NULL, NULL) == PF_OK)
            return position;
    }
}
