/* docs/howto-port.md: the board, and perft. */
#include <plyforge.h>

#include "block.inc"

int main(void)
{
    board = pf_position_start();
    return perft(3) == 8902 ? 0 : 1;
}
