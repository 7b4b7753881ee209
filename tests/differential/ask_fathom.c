/* Fathom's answers about the positions that print_tables has printed: the same lines, with its values in place of ours.
 * The distance of a position without moves is -1 if it is mate and 0 if it is stalemate, as ours.
 *
 *     ask_fathom DIRECTORY <LINES */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <tbprobe.h>

int main(int argc, char **argv)
{
    uint64_t b[10];
    char rest[256];
    if (argc != 2 || !tb_init(argv[1]) || TB_LARGEST < 3) return EXIT_FAILURE;
    for (;;) {
        for (unsigned i = 0; i < 10; i++)
            if (scanf("%" SCNu64, &b[i]) != 1) return i == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
        if (scanf(" %*d %*d %255[^\n]", rest) != 1) return EXIT_FAILURE;
        unsigned wdl = tb_probe_wdl(b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], 0, 0, (unsigned)b[8], b[9] != 0);
        unsigned root = tb_probe_root(b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], 0, 0, (unsigned)b[8], b[9] != 0,
                                      NULL);
        if (wdl == TB_RESULT_FAILED || root == TB_RESULT_FAILED) return EXIT_FAILURE;
        int dtz = (int)TB_GET_DTZ(root);
        if (wdl < TB_DRAW) dtz = -dtz;
        if (root == TB_RESULT_CHECKMATE) dtz = -1;
        for (unsigned i = 0; i < 10; i++) printf("%" PRIu64 " ", b[i]);
        printf("%d %d %s\n", (int)wdl - TB_DRAW, dtz, rest);
    }
}
