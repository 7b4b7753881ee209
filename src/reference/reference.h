/* The slow, obvious legal move generator: a mailbox board and the FIDE Laws of Chess (with their Chess960 guidelines),
 * article by article. It judges the fast generator, so it shares nothing with it but the public types. */
#ifndef PLYFORGE_REFERENCE_REFERENCE_H
#define PLYFORGE_REFERENCE_REFERENCE_H

#include <plyforge/position.h>
#include <plyforge/types.h>

/* Far more than any position that passes validation has. */
#define REFERENCE_MAX_MOVES 512

typedef struct reference_board {
    uint8_t squares[64];      /* pf_piece values */
    bool may_castle[64];      /* the rooks that may still castle, by their squares */
    uint8_t turn;             /* PF_WHITE or PF_BLACK */
    uint8_t ep_square;        /* the square a pawn has just jumped over, capturable or not; else PF_NO_SQUARE */
    uint16_t halfmove_clock;  /* stays at 65535 */
    uint32_t fullmove_number; /* stays at 4294967295 */
} reference_board;

void reference_board_from_position(reference_board *out, const pf_position *position);

/* Whether every field of position but its key says what board says: each bitboard, the side to move, the castling
 * rights, the en passant square as played, both clocks. */
bool reference_board_matches(const reference_board *board, const pf_position *position);

/* Whether the piece on from attacks the square `to`; what stands there does not matter. */
bool reference_piece_attacks(const reference_board *board, pf_square from, pf_square to);

/* Whether a piece of that colour attacks the square; what stands on the square does not matter. */
bool reference_is_attacked(const reference_board *board, pf_square square, pf_colour by);

/* Whether a king of that colour is attacked; false where there is none. */
bool reference_in_check(const reference_board *board, pf_colour colour);

/* Fills moves, in no promised order, and returns how many there are. */
unsigned reference_legal_moves(const reference_board *board, pf_move moves[REFERENCE_MAX_MOVES]);

/* Plays a move that reference_legal_moves lists; anything else gives a board of no meaning. */
void reference_play(reference_board *board, pf_move move);

/* The number of legal move sequences of this length; 1 for depth 0. */
uint64_t reference_perft(const reference_board *board, unsigned depth);

#endif
