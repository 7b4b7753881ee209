/* Random positions of up to MEN men with what Syzygy tables say about them, for comparison with other programs: a line
 * of ten numbers for the position (the bitboards of White, Black, kings, queens, rooks, bishops, knights, pawns; the en
 * passant square or 0; 1 if White is to move), then "wdl dtz" and the FEN.
 *
 *     print_tables SEED POSITIONS MEN DIRECTORY */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "random_positions.h"

/* A pawn that has just jumped beside one of the side to move. */
static void put_en_passant(random_stream *random, pf_setup *setup)
{
    unsigned file = random_below(random, 7), left = random_below(random, 2);
    bool is_white = setup->turn == PF_WHITE;
    setup->squares[pf_square_of(file + left, is_white ? 4 : 3)] = (uint8_t)pf_piece_of(setup->turn, PF_PAWN);
    setup->squares[pf_square_of(file + !left, is_white ? 4 : 3)] = (uint8_t)pf_piece_of(setup->turn ^ 1u, PF_PAWN);
    setup->ep_square = (uint8_t)pf_square_of(file + !left, is_white ? 5 : 2);
}

/* Pieces on random squares, half of them pawns, and every eighth time an en passant square. */
static bool random_position(random_stream *random, unsigned men, pf_position *out)
{
    pf_setup setup = {.ep_square = PF_NO_SQUARE, .fullmove_number = 1, .turn = (uint8_t)random_below(random, 2)};
    unsigned placed = 2;
    if (men >= 4 && random_below(random, 8) == 0) {
        put_en_passant(random, &setup);
        placed = 4;
    }
    setup.squares[random_below(random, 64)] = (uint8_t)pf_piece_of(PF_WHITE, PF_KING);
    setup.squares[random_below(random, 64)] = (uint8_t)pf_piece_of(PF_BLACK, PF_KING);
    for (unsigned i = placed + random_below(random, men - placed + 1); i > placed; i--)
        setup.squares[random_below(random, 64)] = (uint8_t)pf_piece_of(
            random_below(random, 2), PF_PAWN + random_below(random, 2) * random_below(random, 5));
    return pf_position_from_setup(out, &setup, PF_ACCEPT_LENIENT, NULL, NULL) == PF_OK &&
           pf_bitboard_count(pf_position_occupied(out)) > 2;
}

static void print_position(const pf_position *position)
{
    static const pf_piece_type types[] = {PF_KING, PF_QUEEN, PF_ROOK, PF_BISHOP, PF_KNIGHT, PF_PAWN};
    pf_square ep = pf_position_ep_legal(position);
    printf("%" PRIu64 " %" PRIu64, position->by_colour[PF_WHITE], position->by_colour[PF_BLACK]);
    for (unsigned i = 0; i < 6; i++) printf(" %" PRIu64, position->by_type[types[i]]);
    printf(" %u %u", ep == PF_NO_SQUARE ? 0u : (unsigned)ep, position->turn == PF_WHITE);
}

int main(int argc, char **argv)
{
    pf_error error;
    pf_tablebase *tables = pf_tablebase_create();
    if (argc != 5 || !tables || pf_tablebase_add_directory(tables, argv[4], NULL, &error) != PF_OK) return EXIT_FAILURE;
    random_stream random = {strtoull(argv[1], NULL, 10)};
    unsigned men = (unsigned)strtoul(argv[3], NULL, 10);
    for (unsigned left = (unsigned)strtoul(argv[2], NULL, 10); left > 0;) {
        pf_position position;
        pf_wdl wdl;
        int dtz;
        char fen[PF_FEN_SIZE];
        if (!random_position(&random, men, &position)) continue;
        if (pf_tablebase_probe_wdl(tables, &position, &wdl, &error) != PF_OK ||
            pf_tablebase_probe_dtz(tables, &position, &dtz, &error) != PF_OK) {
            fprintf(stderr, "%s\n", error.message);
            return EXIT_FAILURE;
        }
        pf_position_to_fen(fen, sizeof fen, &position, PF_CASTLING_STANDARD, PF_EP_LEGAL);
        print_position(&position);
        printf(" %d %d %s\n", (int)wdl, dtz, fen);
        left--;
    }
    pf_tablebase_destroy(tables);
    return EXIT_SUCCESS;
}
