/* A user of the two files: reads a perft suite ("FEN ;D1 20 ;D2 400") and counts it, alone and with threads and a
 * table. Depths with more than a million leaves are left out. */
#include "plyforge_amalgamated.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned counted, wrong;

static void check(const pf_position *position, unsigned depth, unsigned long long expected)
{
    pf_perft_options options;
    pf_count alone = pf_perft(position, depth), together = {0, 0};
    memset(&options, 0, sizeof options); /* C++17 has no other way that is C too */
    options.threads = 2;
    options.table_bytes = 1 << 20;
    if (pf_perft_run(&together, position, depth, &options, NULL) != PF_OK || alone.lo != expected ||
        together.lo != expected) {
        printf("depth %u: %llu expected, %llu and %llu counted\n", depth, expected, (unsigned long long)alone.lo,
               (unsigned long long)together.lo);
        wrong++;
    }
    counted++;
}

int main(int argc, char **argv)
{
    char line[512];
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file || strcmp(pf_version(), PF_VERSION_TEXT) != 0) return 1;
    while (fgets(line, sizeof line, file)) {
        pf_position position;
        if (pf_position_from_fen(&position, line, strcspn(line, ";"), PF_ACCEPT_STRICT, NULL, NULL) != PF_OK) continue;
        for (const char *at = line; (at = strstr(at, ";D")); at++) {
            char *count;
            unsigned depth = (unsigned)strtoul(at + 2, &count, 10);
            unsigned long long expected = strtoull(count, NULL, 10);
            if (expected <= 1000000) check(&position, depth, expected);
        }
    }
    fclose(file);
    printf("%u counts, %u wrong\n", counted, wrong);
    return counted > 0 && wrong == 0 ? 0 : 1;
}
