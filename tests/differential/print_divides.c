/* Random reachable positions for an outside judge: as commands for a UCI engine, or with our own answers, in the form
 * that the engine gives them. The same seed gives the same positions both times. */
#include "random_positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 3 };

static bool print_move(void *chess960, pf_move move, pf_count nodes, uint32_t index, uint32_t total)
{
    char text[PF_UCI_SIZE];
    char count[PF_COUNT_TEXT_SIZE];
    (void)index, (void)total;
    pf_move_to_uci(text, sizeof text, move, *(bool *)chess960 ? PF_UCI_KING_TAKES_ROOK : PF_UCI_KING_STEP);
    pf_count_to_text(count, sizeof count, nodes);
    printf("%s: %s\n", text, count);
    return true;
}

static void print_answers(const pf_position *position, bool chess960)
{
    for (unsigned depth = 1; depth <= DEPTH; depth++) {
        pf_count total;
        char count[PF_COUNT_TEXT_SIZE];
        pf_perft_divide(&total, position, depth, PF_PERFT_BULK, print_move, &chess960);
        pf_count_to_text(count, sizeof count, total);
        printf("\nNodes searched: %s\n\n", count);
    }
}

static void print_commands(const pf_position *position, bool chess960)
{
    char fen[PF_FEN_SIZE];
    pf_position_to_fen(fen, sizeof fen, position, chess960 ? PF_CASTLING_SHREDDER : PF_CASTLING_STANDARD, PF_EP_ALWAYS);
    printf("position fen %s\n", fen);
    for (unsigned depth = 1; depth <= DEPTH; depth++) printf("go perft %u\n", depth);
}

int main(int argc, char **argv)
{
    if (argc != 4 || (strcmp(argv[1], "commands") != 0 && strcmp(argv[1], "answers") != 0)) {
        fprintf(stderr, "usage: print_divides commands|answers SEED POSITIONS\n");
        return 2;
    }
    bool commands = strcmp(argv[1], "commands") == 0;
    random_stream random = {strtoull(argv[2], NULL, 10)};
    unsigned long positions = strtoul(argv[3], NULL, 10);
    for (int chess960 = 0; chess960 <= 1; chess960++) {
        if (commands) printf("setoption name UCI_Chess960 value %s\n", chess960 ? "true" : "false");
        for (unsigned long i = 0; i < positions; i++) {
            pf_position position = random_reachable_position(&random, chess960);
            (commands ? print_commands : print_answers)(&position, chess960);
        }
    }
    return 0;
}
