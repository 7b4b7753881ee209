/* The plan that the directed search for a helpmate follows. A plan only orders moves: it decides how soon a mate is
 * found, never whether a line is legal or ends in mate. "Winner" is the side that is to mate, "loser" the other. */
#ifndef PLYFORGE_HELPMATE_PLAN_H
#define PLYFORGE_HELPMATE_PLAN_H

#include <plyforge/moves.h>

#include "base/compiler.h"

/* The weight of each purpose of a move. */
typedef struct pf_mate_weights {
    int8_t ring;    /* the winner attacks the squares around the loser's king */
    int8_t flights; /* the loser's king and pieces take squares from that king */
    int8_t king;    /* the loser's king walks to where it will be mated */
    int8_t other;   /* the winner's king walks there */
    int8_t pawn;    /* the winner's best pawn walks to promotion, and its path is cleared */
    int8_t capture; /* the winner takes */
    int8_t chance;  /* bits of randomness */
    int8_t corner;  /* minor pieces mate in a corner, where a piece of the loser blocks a square; blocked pawns are
                       offered bait */
    int8_t guard;   /* the loser's pieces stop guarding the squares around its king */
    bool swift;     /* the first move to try is chosen without a list of moves */
    bool again;     /* maps are computed again after a capture or promotion */
    bool opens;     /* in every other map the kings walk to enemy pieces instead, to take walls down */
} pf_mate_weights;

enum { PF_OUT_OF_REACH = 60 }; /* the steps of a pawn that will not promote */

/* Maps hold the steps from each square to the goal of a piece. */
typedef struct pf_mate_plan {
    const pf_mate_weights *weights;
    uint64_t seed;  /* the state of the random numbers */
    unsigned round; /* later rounds choose other goals */
    pf_colour winner;
    pf_square block; /* where a piece of the loser must block a square, or PF_NO_SQUARE */
    bool opening;    /* the kings walk to enemy pieces now */
    uint8_t king_way[64], other_way[64], pawn_way[64];
    uint8_t block_pawn[64], block_knight[64]; /* steps to the square to block */
} pf_mate_plan;

/* Computes the maps; weights, seed, round and winner must be set. */
PF_PRIVATE void pf_mate_plan_draw(pf_mate_plan *plan, const pf_position *position);

/* The move that was tried last, and the number of moves tried. All zero before the first. */
typedef struct pf_mate_choice {
    uint32_t value; /* moves are tried in decreasing order of score */
    pf_move move;   /* PF_NO_MOVE after the last one */
    uint16_t tried;
} pf_mate_choice;

/* Chooses the next move to try. Returns true if it mates, or if the position is mate already: the move is then
 * PF_NO_MOVE. */
PF_PRIVATE bool pf_mate_plan_choose(pf_mate_choice *choice, const pf_mate_plan *plan, const pf_position *position);

#endif
