/* Writes the perft suite of the 960 start positions of Chess960 to standard output: tests/perft/chess960-starts.epd is
 * what it prints for depth 4, and Stockfish confirms it in a test. */
#include <plyforge.h>

#include <stdio.h>
#include <stdlib.h>

static void print_line(unsigned number, unsigned depth)
{
    pf_position position = pf_position_chess960_start(number);
    char fen[PF_FEN_SIZE];
    pf_position_to_fen(fen, sizeof fen, &position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS);
    printf("%s", fen);
    for (unsigned d = 1; d <= depth; d++) {
        char count[PF_COUNT_TEXT_SIZE];
        pf_count_to_text(count, sizeof count, pf_perft(&position, d));
        printf(" ;D%u %s", d, count);
    }
    printf(" ;id chess960-%03u\n", number);
}

int main(int argc, char **argv)
{
    unsigned depth = argc == 2 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    if (depth == 0) {
        fprintf(stderr, "usage: make_chess960_suite DEPTH\n");
        return 2;
    }
    for (unsigned number = 0; number < 960; number++) print_line(number, depth);
    return fflush(stdout) != 0 || ferror(stdout);
}
