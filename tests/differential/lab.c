/* Every legality strategy and every slider back end against the reference, as sets: on random games, on random set-ups,
 * and on the positions of the suites that are named. `lab SEED POSITIONS [FILE...]`; under a cut-down machine too. */
#include "random_positions.h"

#include <plyforge/experimental.h>

#include <lab/lab.h>

#include "reference/reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FAILURES = 10 };

static move_set legal; /* by the reference; empty between positions */
static unsigned failures;
static unsigned long long compared;

static void check_list(const pf_position *position, const char *name, const pf_move_list *list, uint32_t count,
                       unsigned expected)
{
    bool same = list->size == expected && count == expected;
    for (uint32_t i = 0; i < list->size; i++) {
        same &= move_set_has(&legal, list->moves[i]); /* each once: it is taken out */
        move_set_toggle(&legal, list->moves[i]);
    }
    move_set_toggle_all(&legal, list->moves, list->size);
    compared++;
    if (same || failures++ >= MAX_FAILURES) return;
    char fen[PF_FEN_SIZE];
    pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS);
    printf("FAILED: %s: %s: %u listed, %u counted, %u expected, or not the same moves\n", fen, name, list->size, count,
           expected);
}

static void check_position(const pf_position *position)
{
    reference_board board;
    pf_move moves[REFERENCE_MAX_MOVES];
    pf_move_list list;
    reference_board_from_position(&board, position);
    unsigned expected = reference_legal_moves(&board, moves);
    move_set_toggle_all(&legal, moves, expected);
    for (pf_legality legality = PF_LEGALITY_MASKS; legality < PF_LEGALITY_COUNT; legality++) {
        if (!pf_legality_is_available(legality)) continue;
        pf_generate_legal_by_strategy(position, &list, legality);
        check_list(position, pf_legality_name(legality), &list, pf_count_legal_by_strategy(position, legality),
                   expected);
    }
    for (pf_sliders sliders = PF_SLIDERS_MAGIC; sliders < PF_SLIDERS_COUNT; sliders++) {
        if (!pf_sliders_is_available(sliders)) continue;
        pf_generate_legal_using_sliders(position, &list, sliders);
        check_list(position, pf_sliders_name(sliders), &list, pf_count_legal_using_sliders(position, sliders),
                   expected);
    }
    move_set_toggle_all(&legal, moves, expected);
}

/* Every position of a game, or the first of a set-up and a few after it. */
static unsigned long long check_game(random_stream *random, unsigned kind)
{
    bool chess960 = kind & 1;
    pf_position position = kind & 2   ? random_set_up_position(random, chess960)
                           : chess960 ? pf_position_chess960_start(random_below(random, 960))
                                      : pf_position_start();
    unsigned long long positions = 0;
    for (unsigned plies = kind & 2 ? 4 : 150; plies > 0; plies--) {
        check_position(&position);
        positions++;
        pf_move_list list;
        if (pf_generate_legal(&position, &list) == 0) break;
        pf_position_play_unchecked(&position, random_move(random, list.moves, list.size));
    }
    return positions;
}

/* The positions of a suite, a FEN a line with or without "epd" before it, and all that follow after one move. */
static unsigned long long check_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[4096];
    unsigned long long positions = 0;
    if (!file) {
        fprintf(stderr, "lab: cannot read %s\n", path);
        exit(2);
    }
    while (fgets(line, sizeof line, file)) {
        pf_position position;
        line[strcspn(line, ";\r\n")] = '\0';
        if (strncmp(line, "epd ", 4) == 0) memmove(line, line + 4, strlen(line + 4) + 1);
        size_t length = strlen(line);
        while (length > 0 && line[length - 1] == ' ') length--;
        if (pf_position_from_fen(&position, line, length, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, NULL) != PF_OK)
            continue;
        check_position(&position);
        positions++;
        pf_move_list list;
        pf_generate_legal(&position, &list);
        for (uint32_t i = 0; i < list.size; i++, positions++) {
            pf_position child = position;
            pf_position_play_unchecked(&child, list.moves[i]);
            check_position(&child);
        }
    }
    fclose(file);
    return positions;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: lab SEED POSITIONS [FILE...]\n");
        return 2;
    }
    /* A quarter of the positions on each of these machines; the whole machine also gets the suites. */
    static const pf_cpu_features masks[] = {0, PF_CPU_SSSE3, PF_CPU_BMI2 | PF_CPU_FAST_PEXT, ~0u};
    random_stream random = {strtoull(argv[1], NULL, 10)};
    unsigned long long wanted = strtoull(argv[2], NULL, 10), positions = 0, of_files = 0;
    for (unsigned m = 0; m < 4; m++) {
        pf_cpu_force(masks[m]);
        for (unsigned game = 0; positions < wanted * (m + 1) / 4 && failures < MAX_FAILURES; game++)
            /* A set-up is short and a game long: fifty for one. */
            positions += check_game(&random, game % 100 == 0 ? 0 : game % 100 == 1 ? 1 : 2 + game % 2);
    }
    for (int i = 3; i < argc && failures < MAX_FAILURES; i++) of_files += check_file(argv[i]);
    printf("seed %s, machine 0x%x: %llu random positions, %llu of suites, %llu lists: %u failed\n", argv[1],
           (unsigned)pf_cpu(), positions, of_files, compared, failures);
    return failures != 0 || positions == 0 || (argc > 3 && of_files == 0);
}
