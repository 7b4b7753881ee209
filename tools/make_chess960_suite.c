/* Writes the perft suite of the 960 start positions of Chess960 to standard output.
 *
 *     make_chess960_suite DEPTH           depths 1 to DEPTH: tests/perft/chess960-starts.epd is what it prints for 4
 *     make_chess960_suite DEPTH cpu|gpu   that depth alone, by merging equal positions, which is exact and far faster
 *
 * Stockfish confirms the suite in a test. Each line is written when it is counted. */
#include <plyforge.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_count(unsigned depth, pf_count nodes)
{
    char text[PF_COUNT_TEXT_SIZE];
    pf_count_to_text(text, sizeof text, nodes);
    printf(" ;D%u %s", depth, text);
}

/* Returns false, with a message, if the run failed. */
static bool print_line(unsigned number, unsigned depth, const pf_perft_options *merging)
{
    pf_position position = pf_position_chess960_start(number);
    char fen[PF_FEN_SIZE];
    pf_position_to_fen(fen, sizeof fen, &position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS);
    printf("%s", fen);
    if (merging) {
        pf_count nodes;
        pf_error error;
        if (pf_perft_run(&nodes, &position, depth, merging, &error) != PF_OK) {
            fprintf(stderr, "make_chess960_suite: position %u: %s\n", number, error.message);
            return false;
        }
        print_count(depth, nodes);
    } else {
        for (unsigned d = 1; d <= depth; d++) print_count(d, pf_perft(&position, d));
    }
    printf(" ;id chess960-%03u\n", number);
    return fflush(stdout) == 0;
}

int main(int argc, char **argv)
{
    unsigned depth = argc >= 2 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    bool gpu = argc == 3 && strcmp(argv[2], "gpu") == 0;
    if (depth == 0 || argc > 3 || (argc == 3 && !gpu && strcmp(argv[2], "cpu") != 0)) {
        fprintf(stderr, "usage: make_chess960_suite DEPTH [cpu|gpu]\n");
        return 2;
    }
    pf_perft_options merging = {.method = PF_PERFT_MERGE, .device = gpu ? PF_PERFT_CUDA : PF_PERFT_CPU};
    for (unsigned number = 0; number < 960; number++)
        if (!print_line(number, depth, argc == 3 ? &merging : NULL)) return 1;
    return ferror(stdout) != 0;
}
