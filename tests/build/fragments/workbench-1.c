/* docs/workbench.md: a generator that is wrong wherever White has a queen. Three pieces are enough to show it. */
#include <plyforge.h>

static uint32_t my_count(void *context, const pf_position *position)
{
    (void)context;
    return pf_count_legal(position) + (pf_position_pieces(position, PF_WHITE, PF_QUEEN) ? 1 : 0);
}

#include "part1.inc"

int main(void)
{
    pf_position position = pf_position_start();
    int my_generator = 0;
#include "part2.inc"
    return pf_bitboard_count(pf_position_occupied(&position)) == 3 ? 0 : 1;
}
