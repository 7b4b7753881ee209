/* The rules of the lichess variants on the mailbox of reference.h, written from the rules as lichess.org states them.
 * It judges the fast code of src/variants and shares nothing with it but the public types. */
#ifndef PLYFORGE_REFERENCE_VARIANT_H
#define PLYFORGE_REFERENCE_VARIANT_H

#include <plyforge/position.h>

#include "reference/reference.h"

/* The capacity for the moves of any position in any variant. */
#define REFERENCE_MAX_VARIANT_MOVES 1024

typedef struct reference_variant_board {
    reference_board board;
    pf_variant variant;
    bool promoted[64];        /* Crazyhouse: this piece was a pawn */
    unsigned pockets[2][5];   /* Crazyhouse: pieces to drop, by colour and type */
    unsigned checks_given[2]; /* Three-check */
} reference_variant_board;

/* The state of a game according to the rules of its variant, including checkmate and stalemate, but not clocks,
 * repetition and insufficient material. */
typedef enum reference_ending {
    REFERENCE_GOES_ON,
    REFERENCE_CHECKMATE,
    REFERENCE_STALEMATE,
    REFERENCE_WHITE_WINS, /* won by a rule of the variant */
    REFERENCE_BLACK_WINS,
    REFERENCE_DRAW
} reference_ending;

void reference_variant_from_position(reference_variant_board *out, const pf_position *position);

/* Whether every field of position except its key agrees with the board. */
bool reference_variant_matches(const reference_variant_board *board, const pf_position *position);

/* Whether the king of that side is in check, as the variant understands it. */
bool reference_variant_in_check(const reference_variant_board *board, pf_colour colour);

/* Fills moves, in no particular order, and returns their number: 0 once the game is over. */
unsigned reference_variant_moves(const reference_variant_board *board, pf_move moves[REFERENCE_MAX_VARIANT_MOVES]);

/* Plays a move that reference_variant_moves lists. */
void reference_variant_play(reference_variant_board *board, pf_move move);

reference_ending reference_variant_ending(const reference_variant_board *board);

/* The number of legal move sequences of this length; 1 for depth 0. */
uint64_t reference_variant_perft(const reference_variant_board *board, unsigned depth);

#endif
