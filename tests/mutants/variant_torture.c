/* Small positions that show the mutants of the variants.
 * usage: variant_torture make VARIANT          prints one position for each mutant of the variant, as EPD
 *        variant_torture check VARIANT FILE    the counts of FILE are those of the reference, and every mutant of the
 *                                              variant has another one somewhere */
#include "random_variants.h"
#include "variant_mutants.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 3, MAX_NODES = 20000, MAX_LINES = 64 };

static unsigned pieces_of(const pf_position *position)
{
    unsigned count = 0;
    for (pf_bitboard set = pf_position_occupied(position); set; set &= set - 1) count++;
    for (unsigned i = 0; i < 10; i++) count += position->pockets[i / 5][i % 5];
    return count;
}

/* The smallest depth at which the mutant has another count; 0 if there is none up to that depth. */
static unsigned shown_at(unsigned mutant, const reference_variant_board *board, unsigned depth)
{
    for (unsigned i = 1; i <= depth; i++) {
        uint64_t nodes = reference_variant_perft(board, i);
        if (nodes > MAX_NODES) return 0;
        if (variant_mutant_perft(mutant, board, i) != nodes) return i;
    }
    return 0;
}

static void print(const pf_position *position, const reference_variant_board *board, unsigned mutant)
{
    char fen[PF_FEN_SIZE];
    pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_STANDARD, PF_EP_LEGAL);
    printf("%s", fen);
    for (unsigned depth = 1; depth <= MAX_DEPTH; depth++) {
        uint64_t nodes = reference_variant_perft(board, depth);
        if (nodes <= MAX_NODES) printf(" ;D%u %" PRIu64, depth, nodes);
        if (nodes > MAX_NODES) break;
    }
    printf(" ;id %s\n", pf_bug_name(variant_mutants[mutant].bug));
}

/* Whether a game could have come here, as far as the end of the game decides: the side to move has not won already, and
 * in Antichess neither side has lost all pieces. What engines do elsewhere is no bug. */
static bool is_fair(const pf_position *position)
{
    static const pf_bitboard hill = UINT64_C(0x0000001818000000), last_rank = UINT64_C(0xff00000000000000);
    const pf_position *board = position;
    pf_bitboard king = pf_position_pieces(board, board->turn, PF_KING);
    switch ((pf_variant)position->variant) {
    case PF_VARIANT_ANTICHESS: return board->by_colour[PF_WHITE] != 0 && board->by_colour[PF_BLACK] != 0;
    case PF_VARIANT_KING_OF_THE_HILL: return (king & hill) == 0;
    case PF_VARIANT_RACING_KINGS: return (king & last_rank) == 0;
    default: return true;
    }
}

/* The position with the fewest pieces among some that show the mutant: many are tried two plies deep, then some three
 * plies deep. */
static bool find(unsigned mutant, pf_variant variant)
{
    random_stream random = {mutant};
    pf_position best;
    reference_variant_board best_board, board;
    unsigned fewest = 14;
    for (unsigned tries = 0; tries < 40000 && !(tries >= 3000 && fewest < 14); tries++) {
        pf_position position = pf_random_variant_position(&random, variant, PF_ACCEPT_STRICT);
        if (!is_fair(&position) || pieces_of(&position) >= (tries < 3000 ? fewest : 5)) continue;
        reference_variant_from_position(&board, &position);
        if (!shown_at(mutant, &board, tries < 3000 ? 2 : 3)) continue;
        best = position;
        best_board = board;
        fewest = pieces_of(&position);
    }
    if (fewest < 14) print(&best, &best_board, mutant);
    if (fewest == 14) fprintf(stderr, "%s survives\n", variant_mutants[mutant].name);
    return fewest < 14;
}

static bool make(pf_variant variant)
{
    bool all = true;
    for (unsigned mutant = 1; mutant < VARIANT_MUTANT_COUNT; mutant++)
        if (variant_mutants[mutant].variant == variant) all &= find(mutant, variant);
    return all;
}

/* ---- Checking ---- */

typedef struct torture_line {
    reference_variant_board board;
    uint64_t nodes[MAX_DEPTH + 1];
    unsigned depth;
} torture_line;

static unsigned read_lines(torture_line lines[MAX_LINES], FILE *file, pf_variant variant)
{
    unsigned size = 0;
    char text[512];
    while (size < MAX_LINES && fgets(text, sizeof text, file)) {
        torture_line *line = &lines[size++];
        pf_position position;
        pf_error error;
        size_t length = strcspn(text, ";");
        if (pf_position_from_fen(&position, text, length, PF_ACCEPT_CHESS960 | pf_accept_variant(variant), NULL,
                                 &error) != PF_OK) {
            printf("FAILED: %s: %s\n", text, error.message);
            exit(1);
        }
        reference_variant_from_position(&line->board, &position);
        line->depth = 0;
        for (const char *field = strstr(text, ";D"); field; field = strstr(field + 1, ";D"))
            line->nodes[++line->depth] = strtoull(field + 4, NULL, 10);
        for (unsigned depth = 1; depth <= line->depth; depth++)
            if (variant_mutant_perft(VARIANT_MUTANT_NONE, &line->board, depth) != line->nodes[depth]) {
                printf("FAILED: depth %u: %s", depth, text);
                exit(1);
            }
    }
    return size;
}

static bool is_shown(unsigned mutant, const torture_line *lines, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        for (unsigned depth = 1; depth <= lines[i].depth; depth++)
            if (variant_mutant_perft(mutant, &lines[i].board, depth) != lines[i].nodes[depth]) return true;
    return false;
}

static bool check(pf_variant variant, const char *path)
{
    static torture_line lines[MAX_LINES];
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    unsigned size = read_lines(lines, file, variant);
    fclose(file);
    unsigned shown = 0, all = 0;
    for (unsigned mutant = 1; mutant < VARIANT_MUTANT_COUNT; mutant++) {
        if (variant_mutants[mutant].variant != variant) continue;
        all++;
        if (is_shown(mutant, lines, size))
            shown++;
        else
            printf("FAILED: %s survives: %s\n", variant_mutants[mutant].name, variant_mutants[mutant].text);
    }
    printf("%s: %u positions show %u of %u mutants\n", pf_variant_name(variant), size, shown, all);
    return size > 0 && shown == all;
}

int main(int argc, char **argv)
{
    pf_variant variant;
    if (argc < 3 || !pf_variant_from_name(&variant, argv[2], strlen(argv[2]))) return 2;
    if (argc == 3 && strcmp(argv[1], "make") == 0) return !make(variant);
    if (argc == 4 && strcmp(argv[1], "check") == 0) return !check(variant, argv[3]);
    return 2;
}
