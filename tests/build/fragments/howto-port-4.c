/* docs/howto-port.md: the UCI command position. */
#include <plyforge.h>
#include <stdio.h>
#include <string.h>

static pf_position board;

#include "block.inc"

int main(void)
{
    board = pf_position_start();
    game = pf_game_create(&board);
    parse_position("position startpos moves e2e4 e7e5\n");
    parse_position("position startpos moves e2e5\n"); /* changes nothing */
    pf_position start = pf_position_start();
    bool right = repetition_index == 2 && repetition_table[0] == start.key && board.fullmove_number == 2;
    pf_game_destroy(game);
    return right ? 0 : 1;
}
