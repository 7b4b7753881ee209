/* docs/howto-port.md: a move in the search. */
#include <plyforge.h>

static pf_position board;

#define copy_board() pf_position board_copy = board
#define take_back()  board = board_copy

static int negamax(int alpha, int beta, int depth)
{
    return alpha + beta + depth;
}

int main(void)
{
    static const char fen[] = "4k3/8/8/8/8/8/8/K2r3R w - - 0 1";
    int alpha = -100, beta = 200, depth = 3;
    pf_move move = pf_move_of(PF_H1, PF_D1, PF_MOVE_NORMAL);
    if (pf_position_from_fen(&board, fen, sizeof fen - 1, PF_ACCEPT_STRICT, NULL, NULL) != PF_OK) return 1;
    pf_position before = board;
#include "block.inc"
    bool right = captures && piece == pf_piece_of(PF_WHITE, PF_ROOK) && target == PF_D1 && score == 98;
    return right && pf_position_equal(&board, &before) ? 0 : 1;
}
