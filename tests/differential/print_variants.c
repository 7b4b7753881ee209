/* Random positions of every variant with their legal moves, for outside judges. A line is
 *
 *     crazyhouse <tab> FEN <tab> e1h1 e2e4 N@f3 ...
 *
 * with rights as rook files, castling as king takes rook, and moves in no promised order. Half of the positions are
 * reached by play and half are set up.
 * usage: print_variants SEED POSITIONS_OF_EACH_VARIANT */
#include "random_variants.h"

#include <stdio.h>
#include <stdlib.h>

static void print(const pf_position *position)
{
    char fen[PF_FEN_SIZE];
    pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS);
    printf("%s\t%s\t", pf_variant_name((pf_variant)position->variant), fen);
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        char uci[PF_UCI_SIZE];
        pf_move_to_uci(uci, sizeof uci, list.moves[i], PF_UCI_KING_TAKES_ROOK);
        printf("%s%s", i ? " " : "", uci);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    random_stream random = {strtoull(argv[1], NULL, 10)};
    unsigned long positions = strtoul(argv[2], NULL, 10);
    for (unsigned variant = PF_VARIANT_CRAZYHOUSE; variant < PF_VARIANT_COUNT; variant++) {
        for (unsigned long i = 0; i < positions; i++) {
            pf_position position = i % 2 ? pf_random_variant_position(&random, (pf_variant)variant, PF_ACCEPT_CHESS960)
                                         : random_variant_reachable(&random, (pf_variant)variant);
            print(&position);
        }
    }
    return 0;
}
