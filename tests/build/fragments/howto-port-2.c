/* docs/howto-port.md: a view of the board with a8 as square 0. */
#include <plyforge.h>

static pf_position board;

#include "block.inc"

int main(void)
{
    board = pf_position_start();
    view_board();
    /* The white rooks are on squares 56 and 63, the black king is on 4; a bishop on a8 sees b7 only. */
    bool right = bitboards[3] == (pf_bit(56) | pf_bit(63)) && bitboards[11] == pf_bit(4);
    return right && occupancies[2] >> 48 == 0xffff && get_bishop_attacks(0, occupancies[2]) == pf_bit(9) ? 0 : 1;
}
