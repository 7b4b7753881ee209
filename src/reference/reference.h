/* The reference: a slow, obvious generator of legal moves on a mailbox board, which follows the FIDE Laws of Chess and
 * their guideline on Chess960 article by article. The fast generator is tested against it, so the two share nothing but
 * the public types. */
#ifndef PLYFORGE_REFERENCE_REFERENCE_H
#define PLYFORGE_REFERENCE_REFERENCE_H

#include <plyforge/position.h>
#include <plyforge/types.h>

/* More than any valid position has. */
#define REFERENCE_MAX_MOVES 512

typedef struct reference_board {
    uint8_t squares[64];      /* pf_piece values */
    bool may_castle[64];      /* the rooks that may still castle, by their squares */
    uint8_t turn;             /* PF_WHITE or PF_BLACK */
    uint8_t ep_square;        /* the square that a pawn has just crossed by a double push; else PF_NO_SQUARE */
    uint16_t halfmove_clock;  /* stays at 65535 */
    uint32_t fullmove_number; /* stays at 4294967295 */
} reference_board;

void reference_board_from_position(reference_board *out, const pf_position *position);

/* Whether position and board agree in everything but the key: each bitboard, the side to move, the castling rights, the
 * en passant square, both clocks. */
bool reference_board_matches(const reference_board *board, const pf_position *position);

/* Whether the piece on from attacks the square `to`; what stands there does not matter. */
bool reference_piece_attacks(const reference_board *board, pf_square from, pf_square to);

/* Whether a piece of that colour attacks the square; what stands on the square does not matter. */
bool reference_is_attacked(const reference_board *board, pf_square square, pf_colour by);

/* Whether the king of that colour is attacked; false if there is none. */
bool reference_in_check(const reference_board *board, pf_colour colour);

/* Fills moves, in no particular order, and returns their number. */
unsigned reference_legal_moves(const reference_board *board, pf_move moves[REFERENCE_MAX_MOVES]);

/* Plays a move that reference_legal_moves lists. The result of any other move is unspecified. */
void reference_play(reference_board *board, pf_move move);

/* The number of legal move sequences of this length; 1 for depth 0. */
uint64_t reference_perft(const reference_board *board, unsigned depth);

#endif
