/* A small UCI engine that counts with the mutant of the reference generator that its first argument names ("none" for
 * no bug). The second argument is the dialect of its divide: colon, dash, space, or bare (no total). With the argument
 * "list" it prints the names of its bugs, with "classes" also "standard" or "chess960" and the class of each. */
#include <plyforge.h>

#include "mutants.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned mutant = MUTANT_NONE;

static bool same_but_for_case(const char *a, const char *b)
{
    for (; *a != '\0' && toupper((unsigned char)*a) == toupper((unsigned char)*b); a++) b++;
    return *a == *b;
}

static reference_board board;
static pf_uci_castling castling = PF_UCI_KING_STEP;

static void play(const char *uci)
{
    pf_move moves[REFERENCE_MAX_MOVES];
    unsigned size = mutant_legal_moves(mutant, &board, moves);
    for (unsigned i = 0; i < size; i++) {
        char step[PF_UCI_SIZE], rook[PF_UCI_SIZE];
        pf_move_to_uci(step, sizeof step, moves[i], PF_UCI_KING_STEP);
        pf_move_to_uci(rook, sizeof rook, moves[i], PF_UCI_KING_TAKES_ROOK);
        if (strcmp(uci, step) != 0 && strcmp(uci, rook) != 0) continue;
        mutant_play(mutant, &board, moves[i]);
        return;
    }
    printf("info string illegal move %s\n", uci);
}

static void set_position(char *line)
{
    pf_position position = pf_position_start();
    char *moves = strstr(line, " moves ");
    if (moves != NULL) *moves = '\0';
    char *fen = strstr(line, "fen ");
    if (fen != NULL)
        pf_position_from_fen(&position, fen + 4, strlen(fen + 4), PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, NULL);
    reference_board_from_position(&board, &position);
    if (moves == NULL) return;
    for (char *word = strtok(moves + 7, " "); word != NULL; word = strtok(NULL, " ")) play(word);
}

static void go_perft(unsigned depth, const char *dialect)
{
    const char *gap = strcmp(dialect, "dash") == 0 ? " - " : strcmp(dialect, "space") == 0 ? " " : ": ";
    pf_move moves[REFERENCE_MAX_MOVES];
    unsigned size = mutant_legal_moves(mutant, &board, moves);
    unsigned long long total = 0;
    for (unsigned i = 0; i < size; i++) {
        reference_board after = board;
        char uci[PF_UCI_SIZE];
        mutant_play(mutant, &after, moves[i]);
        unsigned long long nodes = mutant_perft(mutant, &after, depth - 1);
        pf_move_to_uci(uci, sizeof uci, moves[i], castling);
        printf("%s%s%llu\n", uci, gap, nodes);
        total += nodes;
    }
    if (strcmp(dialect, "bare") != 0) printf("\nNodes searched: %llu\n", total);
}

int main(int argc, char **argv)
{
    const char *dialect = argc > 2 ? argv[2] : "colon";
    if (argc > 1 && strcmp(argv[1], "list") == 0) {
        for (unsigned i = 1; i < MUTANT_COUNT; i++) puts(mutants[i].name);
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "classes") == 0) {
        for (unsigned i = 1; i < MUTANT_COUNT; i++)
            printf("%s %s %s\n", mutants[i].name, mutant_is_chess960(i) ? "chess960" : "standard",
                   pf_bug_name(mutants[i].bug));
        return 0;
    }
    if (argc > 1) {
        while (mutant < MUTANT_COUNT && !same_but_for_case(argv[1], mutants[mutant].name)) mutant++;
        if (mutant == MUTANT_COUNT) {
            fprintf(stderr, "no such bug: %s\n", argv[1]);
            return 2;
        }
    }
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "quit") == 0) break;
        if (strcmp(line, "uci") == 0)
            printf("id name broken %s\nuciok\n", mutants[mutant].name);
        else if (strcmp(line, "isready") == 0)
            puts("readyok");
        else if (strcmp(line, "setoption name UCI_Chess960 value true") == 0)
            castling = PF_UCI_KING_TAKES_ROOK;
        else if (strncmp(line, "position ", 9) == 0)
            set_position(line);
        else if (strncmp(line, "go perft ", 9) == 0)
            go_perft((unsigned)strtoul(line + 9, NULL, 10), dialect);
        fflush(stdout);
    }
    return 0;
}
