/* A fixed job. The number of nodes is a signature of the engine: it is the same on every machine, and a change that
 * should not affect the search must leave it alone. */
#include "engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const positions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
};

void bench(int depth)
{
    search *s = calloc(1, sizeof *s); /* one of its own: options and earlier games have no influence */
    if (!s || !table_resize(&s->table, 16)) return;
    s->silent = true;
    s->limits = (limits){.depth = depth, .nodes = -1};
    s->budget = (budget){INT64_MAX, INT64_MAX};
    uint64_t nodes = 0, start = (uint64_t)now_ms();
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        pf_position_from_fen(&s->root, positions[i], strlen(positions[i]), PF_ACCEPT_CHESS960, NULL, NULL);
        pf_repetition_init(&s->line, &s->root);
        search_run(s);
        nodes += s->nodes;
    }
    printf("%" PRIu64 " nodes %" PRIu64 " nps\n", nodes, nodes * 1000 / ((uint64_t)now_ms() - start + 1));
    free(s->table.entries);
    free(s);
}
