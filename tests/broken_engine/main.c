/* A small UCI engine that counts with the mutant of the reference generator that its first argument names ("none" for
 * no bug). A mutant of a variant is asked for in that variant, which UCI_Variant chooses; in all others it has no bug.
 * The second argument is the dialect of its divide: colon, dash, space, or bare (no total). With the argument "list" it
 * prints the names of its bugs, with "classes" also "standard", "chess960" or the variant, and the class of each. */
#include <plyforge.h>

#include "mutants.h"
#include "variant_mutants.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Exactly one of the two boards is in use: the second if the variant is not standard chess. */
static unsigned mutant = MUTANT_NONE, variant_mutant = VARIANT_MUTANT_NONE;
static pf_variant variant = PF_VARIANT_STANDARD;
static reference_board board;
static reference_variant_board variant_board;
static pf_uci_castling castling = PF_UCI_KING_STEP;

static bool same_but_for_case(const char *a, const char *b)
{
    for (; *a != '\0' && toupper((unsigned char)*a) == toupper((unsigned char)*b); a++) b++;
    return *a == *b;
}

/* ---- The chosen generator ---- */

static bool is_variant(void)
{
    return variant != PF_VARIANT_STANDARD;
}

static unsigned list_moves(pf_move moves[REFERENCE_MAX_VARIANT_MOVES])
{
    return is_variant() ? variant_mutant_moves(variant_mutant, &variant_board, moves)
                        : mutant_legal_moves(mutant, &board, moves);
}

static void play_move(pf_move move)
{
    if (is_variant())
        variant_mutant_play(variant_mutant, &variant_board, move);
    else
        mutant_play(mutant, &board, move);
}

static uint64_t count(unsigned depth)
{
    return is_variant() ? variant_mutant_perft(variant_mutant, &variant_board, depth)
                        : mutant_perft(mutant, &board, depth);
}

/* ---- Commands ---- */

static void play(const char *uci)
{
    pf_move moves[REFERENCE_MAX_VARIANT_MOVES];
    unsigned size = list_moves(moves);
    for (unsigned i = 0; i < size; i++) {
        char step[PF_UCI_SIZE], rook[PF_UCI_SIZE];
        pf_move_to_uci(step, sizeof step, moves[i], PF_UCI_KING_STEP);
        pf_move_to_uci(rook, sizeof rook, moves[i], PF_UCI_KING_TAKES_ROOK);
        if (strcmp(uci, step) != 0 && strcmp(uci, rook) != 0) continue;
        play_move(moves[i]);
        return;
    }
    printf("info string illegal move %s\n", uci);
}

static void set_position(char *line)
{
    pf_position position = pf_variant_start(variant);
    char *moves = strstr(line, " moves ");
    if (moves != NULL) *moves = '\0';
    char *fen = strstr(line, "fen ");
    if (fen != NULL)
        pf_position_from_fen(&position, fen + 4, strlen(fen + 4),
                             PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960 | pf_accept_variant(variant), NULL, NULL);
    if (is_variant())
        reference_variant_from_position(&variant_board, &position);
    else
        reference_board_from_position(&board, &position);
    if (moves == NULL) return;
    for (char *word = strtok(moves + 7, " "); word != NULL; word = strtok(NULL, " ")) play(word);
}

static void go_perft(unsigned depth, const char *dialect)
{
    const char *gap = strcmp(dialect, "dash") == 0 ? " - " : strcmp(dialect, "space") == 0 ? " " : ": ";
    pf_move moves[REFERENCE_MAX_VARIANT_MOVES];
    unsigned size = list_moves(moves);
    unsigned long long total = 0;
    for (unsigned i = 0; i < size; i++) {
        reference_board before = board;
        reference_variant_board variant_before = variant_board;
        char uci[PF_UCI_SIZE];
        play_move(moves[i]);
        unsigned long long nodes = count(depth - 1);
        board = before;
        variant_board = variant_before;
        pf_move_to_uci(uci, sizeof uci, moves[i], castling);
        printf("%s%s%llu\n", uci, gap, nodes);
        total += nodes;
    }
    if (strcmp(dialect, "bare") != 0) printf("\nNodes searched: %llu\n", total);
}

static void say_uci(void)
{
    printf("id name broken %s\noption name UCI_Variant type combo default chess var chess",
           variant_mutant != VARIANT_MUTANT_NONE ? variant_mutants[variant_mutant].name : mutants[mutant].name);
    for (unsigned i = PF_VARIANT_STANDARD + 1; i < PF_VARIANT_COUNT; i++)
        printf(" var %s", i == PF_VARIANT_THREE_CHECK ? "3check" : pf_variant_name((pf_variant)i));
    puts("\noption name UCI_Chess960 type check default false\nuciok");
}

static void print_classes(void)
{
    for (unsigned i = 1; i < MUTANT_COUNT; i++)
        printf("%s %s %s\n", mutants[i].name, mutant_is_chess960(i) ? "chess960" : "standard",
               pf_bug_name(mutants[i].bug));
    for (unsigned i = 1; i < VARIANT_MUTANT_COUNT; i++)
        printf("%s %s %s\n", variant_mutants[i].name, pf_variant_name(variant_mutants[i].variant),
               pf_bug_name(variant_mutants[i].bug));
}

static void print_names(void)
{
    for (unsigned i = 1; i < MUTANT_COUNT; i++) puts(mutants[i].name);
    for (unsigned i = 1; i < VARIANT_MUTANT_COUNT; i++) puts(variant_mutants[i].name);
}

static bool choose_mutant(const char *name)
{
    while (mutant < MUTANT_COUNT && !same_but_for_case(name, mutants[mutant].name)) mutant++;
    if (mutant < MUTANT_COUNT) return true;
    mutant = MUTANT_NONE;
    while (variant_mutant < VARIANT_MUTANT_COUNT && !same_but_for_case(name, variant_mutants[variant_mutant].name))
        variant_mutant++;
    return variant_mutant < VARIANT_MUTANT_COUNT;
}

static void obey(char *line, const char *dialect)
{
    static const char variant_option[] = "setoption name UCI_Variant value ";
    const char *name = line + sizeof variant_option - 1;
    if (strcmp(line, "uci") == 0)
        say_uci();
    else if (strcmp(line, "isready") == 0)
        puts("readyok");
    else if (strcmp(line, "setoption name UCI_Chess960 value true") == 0)
        castling = PF_UCI_KING_TAKES_ROOK;
    else if (strncmp(line, variant_option, sizeof variant_option - 1) == 0)
        pf_variant_from_name(&variant, name, strlen(name));
    else if (strncmp(line, "position ", 9) == 0)
        set_position(line);
    else if (strncmp(line, "go perft ", 9) == 0)
        go_perft((unsigned)strtoul(line + 9, NULL, 10), dialect);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *dialect = argc > 2 ? argv[2] : "colon";
    if (argc > 1 && strcmp(argv[1], "list") == 0) {
        print_names();
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "classes") == 0) {
        print_classes();
        return 0;
    }
    if (argc > 1 && !choose_mutant(argv[1])) {
        fprintf(stderr, "no such bug: %s\n", argv[1]);
        return 2;
    }
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "quit") == 0) break;
        obey(line, dialect);
    }
    return 0;
}
