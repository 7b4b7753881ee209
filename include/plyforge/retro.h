/* Plyforge: retrograde moves: from which positions, by which moves, a position can have come about in one half-move.
 *
 *     pf_predecessors all;
 *     pf_position before;
 *     pf_retraction last;
 *     pf_predecessors_init(&all, &position, NULL);
 *     while (pf_predecessors_next(&all, &before, &last)) ... // playing last.move on before gives the position
 *
 * A predecessor is a position that validation accepts (<plyforge/position.h>), with the other side to move, and a legal
 * move that leads to an equal position (pf_position_equal). An en passant square of the position is taken as evidence
 * that the double push was the last move; without one, a double push is possible only where no en passant capture would
 * be legal. Castling rights are evidence that king and rook have not moved. The clocks are no evidence: FENs seldom
 * know them. A predecessor's clock is one less after a reversible move and 0 otherwise.
 *
 * Every function reads the position only and is safe to call from any thread on distinct objects; nothing is
 * allocated. */
#ifndef PLYFORGE_RETRO_H
#define PLYFORGE_RETRO_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which castling rights predecessors have. */
typedef enum pf_retro_castling {
    PF_RETRO_CASTLING_SAME, /* those of the position; before castling, also the right that it used */
    PF_RETRO_CASTLING_ALL   /* every set that the move reduces to those of the position */
} pf_retro_castling;

/* Which en passant squares predecessors have, in addition to none. Before an en passant capture there is always its
 * square and no other. */
typedef enum pf_retro_ep {
    PF_RETRO_EP_NONE,
    PF_RETRO_EP_LEGAL, /* each on which a capture is legal */
    PF_RETRO_EP_ALL    /* each that a double push can have left, whether it can be captured on or not */
} pf_retro_ep;

/* All zero, or NULL, is right: standard chess, strict, the same rights, no en passant square before, unpromotions, and
 * any piece may have been taken that leaves material which a game can have. */
typedef struct pf_retro_options {
    /* PF_ACCEPT_STRICT drops predecessors that cannot arise in a game as far as validation sees it (impossible checks);
     * PF_ACCEPT_LENIENT keeps them. PF_ACCEPT_CHESS960 allows its castling; a position with such rights implies it. */
    pf_accept accept;
    pf_retro_castling castling;
    pf_retro_ep ep;
    bool no_unpromotions;
    /* With use_pockets a piece of a colour can have been taken only if the pocket has one: so many of each type, pawn
     * to queen, by colour. */
    bool use_pockets;
    uint8_t pockets[2][5];
} pf_retro_options;

/* ---- Unmoves ---- */

/* A set of piece types: bit 1 << type. */
typedef uint8_t pf_type_set;

/* A move that can have been the last one, as it was played, and the pieces that it can have taken. Which of them it was
 * never matters to whether their king was attacked, so one entry stands for several predecessors. */
typedef struct pf_unmove {
    pf_move move;
    pf_type_set captured; /* 1 << PF_NO_PIECE_TYPE: it can have taken nothing */
} pf_unmove;

/* No position has more. */
#define PF_UNMOVE_LIST_CAPACITY 512

/* A list of unmoves in caller memory. */
typedef struct pf_unmove_list {
    uint32_t size;
    pf_unmove unmoves[PF_UNMOVE_LIST_CAPACITY];
} pf_unmove_list;

/* Fills the list, each move once, in no promised order, and returns the size. options may be NULL; its castling and ep
 * do not matter here. Takes a step for each entry, which is some ten times as long as to generate a move. */
PF_API uint32_t pf_generate_unmoves(const pf_position *position, const pf_retro_options *options, pf_unmove_list *list);

/* ---- Predecessors ---- */

/* What must be known to take the last move back. */
typedef struct pf_retraction {
    pf_bitboard castling; /* the rights before it */
    pf_move move;
    uint8_t captured;  /* the pf_piece_type it took, or PF_NO_PIECE_TYPE */
    uint8_t ep_square; /* before it, or PF_NO_SQUARE */
} pf_retraction;

/* Takes the last move back: the position becomes the one before it. PF_ERROR_MOVE_ILLEGAL, and nothing is changed, if
 * that is no predecessor even with every option open (lenient, Chess960). Looks through all of them. */
PF_API pf_status pf_position_unplay(pf_position *position, const pf_retraction *retraction, pf_error *error);

/* The same for a retraction that the caller knows to be possible: from pf_predecessors_next, or a move that was played.
 * What happens otherwise is undefined. The cost of playing a move and computing a key. */
PF_API void pf_position_unplay_unchecked(pf_position *position, const pf_retraction *retraction);

/* An iteration over all predecessors. The fields are private; copies with = are right. */
typedef struct pf_predecessors {
    pf_position position;
    pf_retro_options options;
    pf_unmove_list list;
    uint32_t next;          /* place in the list */
    pf_type_set captured;   /* types still to be tried with the current move */
    bool has_rights;        /* whether rights is one more set to be given out */
    pf_retraction current;  /* move and type */
    pf_position before;     /* without rights, en passant square and key */
    pf_bitboard candidates; /* rights that the move can have destroyed */
    pf_bitboard rights;     /* the subset of them whose turn it is */
    pf_bitboard ep_choices; /* for the current move and type; bit 0 stands for none */
    pf_bitboard ep_squares; /* those still to be given out */
} pf_predecessors;

/* Starts. options may be NULL. Generates the unmoves. */
PF_API void pf_predecessors_init(pf_predecessors *all, const pf_position *position, const pf_retro_options *options);

/* The next predecessor, each once, and how the position came about; out and how may be NULL. false when there is no
 * more. Costs as much as computing a key. */
PF_API bool pf_predecessors_next(pf_predecessors *all, pf_position *out, pf_retraction *how);

/* How many predecessors there are. Looks at each of them. */
PF_API uint64_t pf_count_predecessors(const pf_position *position, const pf_retro_options *options);

#ifdef __cplusplus
}
#endif

#endif
