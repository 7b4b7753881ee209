/* Plyforge in forty lines: read a position, list its legal moves, play one, write the position that follows.
 *
 *     cc hello.c $(pkg-config --cflags --libs plyforge) -o hello
 *     ./hello "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
 */
#include <plyforge.h>

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    const char *text = argc > 1 ? argv[1] : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /* A position is a plain value. Reading one can fail; the error says what is wrong, and at which byte. */
    pf_position position;
    pf_error error;
    if (pf_position_from_fen(&position, text, strlen(text), PF_ACCEPT_STRICT, NULL, &error) != PF_OK) {
        fprintf(stderr, "bad position at byte %u: %s\n", (unsigned)error.offset, error.message);
        return 1;
    }

    /* The list is yours too, and has room for the moves of any position. */
    pf_move_list list;
    pf_generate_legal(&position, &list);
    printf("%u legal moves:", (unsigned)list.size);
    for (uint32_t i = 0; i < list.size; i++) {
        char move[PF_UCI_SIZE];
        pf_move_to_uci(move, sizeof move, list.moves[i], PF_UCI_KING_STEP);
        printf(" %s", move);
    }
    printf("\n");

    /* Moves from the list are legal, so they can be played unchecked; pf_position_play would test the move first. */
    if (list.size > 0) pf_position_play_unchecked(&position, list.moves[0]);

    char fen[PF_FEN_SIZE];
    pf_position_to_fen(fen, sizeof fen, &position, PF_CASTLING_STANDARD, PF_EP_LEGAL);
    printf("%s\n", fen);
    return 0;
}
