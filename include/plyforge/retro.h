/* Plyforge: retrograde moves: the positions from which this one can be reached in one half-move, and the moves that
 * lead here.
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
 * be legal. Castling rights are evidence that king and rook have not moved. The clocks are ignored, because FENs
 * often have wrong ones. A predecessor's clock is one less after a reversible move and 0 otherwise.
 *
 * This covers standard chess and Chess960. For a position of another variant nothing is found.
 *
 * Every function only reads the position and is safe to call from any thread on distinct objects; nothing is
 * allocated. */
#ifndef PLYFORGE_RETRO_H
#define PLYFORGE_RETRO_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The castling rights that predecessors have. */
typedef enum pf_retro_castling {
    PF_RETRO_CASTLING_SAME, /* those of the position; before castling, also the right that it used */
    PF_RETRO_CASTLING_ALL   /* every set that the move reduces to those of the position */
} pf_retro_castling;

/* The en passant squares that predecessors have, in addition to none. Before an en passant capture, it is always the
 * square of the capture. */
typedef enum pf_retro_ep {
    PF_RETRO_EP_NONE,
    PF_RETRO_EP_LEGAL, /* each on which a capture is legal */
    PF_RETRO_EP_ALL    /* each that a double push may have left behind, even if no capture there is possible */
} pf_retro_ep;

/* Zero-initialise it, or pass NULL, for the defaults: standard chess, strict, the same rights, no en passant square
 * before, unpromotions, and every capture that leaves material that can occur in a game. */
typedef struct pf_retro_options {
    /* PF_ACCEPT_STRICT drops predecessors that validation knows cannot arise in a game (impossible checks);
     * PF_ACCEPT_LENIENT keeps them. PF_ACCEPT_CHESS960 allows its castling; a position with such rights implies it. */
    pf_accept accept;
    pf_retro_castling castling;
    pf_retro_ep ep;
    bool no_unpromotions;
    /* With use_pockets, only pieces in these pockets could have been captured: the number of each type, pawn to queen,
     * by colour. */
    bool use_pockets;
    uint8_t pockets[2][5];
} pf_retro_options;

/* ---- Unmoves ---- */

/* A set of piece types: bit 1 << type. */
typedef uint8_t pf_type_set;

/* A move that could have been the last one, as it was played, and the pieces that it could have taken. The choice
 * never affects whether their king was attacked, so one entry represents several predecessors. */
typedef struct pf_unmove {
    pf_move move;
    pf_type_set captured; /* 1 << PF_NO_PIECE_TYPE: it need not have captured anything */
} pf_unmove;

/* The maximum number of unmoves of any position. */
#define PF_UNMOVE_LIST_CAPACITY 512

/* A list of unmoves in caller memory. */
typedef struct pf_unmove_list {
    uint32_t size;
    pf_unmove unmoves[PF_UNMOVE_LIST_CAPACITY];
} pf_unmove_list;

/* Fills the list, each move once, in an unspecified order, and returns the size. options may be NULL; its castling and
 * ep do not matter here. The cost per entry is about ten times that of generating a move. */
PF_API uint32_t pf_generate_unmoves(const pf_position *position, const pf_retro_options *options, pf_unmove_list *list);

/* ---- Predecessors ---- */

/* The information needed to take the last move back. */
typedef struct pf_retraction {
    pf_bitboard castling; /* the rights before it */
    pf_move move;
    uint8_t captured;  /* the pf_piece_type that it took, or PF_NO_PIECE_TYPE */
    uint8_t ep_square; /* before it, or PF_NO_SQUARE */
} pf_retraction;

/* Takes the last move back: the position becomes the one before it. PF_ERROR_MOVE_ILLEGAL, and nothing is changed, if
 * no predecessor matches even with the widest options (lenient, Chess960). It searches all of them. */
PF_API pf_status pf_position_unplay(pf_position *position, const pf_retraction *retraction, pf_error *error);

/* The same for a retraction that the caller knows to be possible: from pf_predecessors_next, or a move that was played.
 * Any other retraction has undefined results. It costs as much as playing a move and computing a key. */
PF_API void pf_position_unplay_unchecked(pf_position *position, const pf_retraction *retraction);

/* An iteration over all predecessors. The fields are private; it may be copied with =. */
typedef struct pf_predecessors {
    pf_position position;
    pf_retro_options options;
    pf_unmove_list list;
    uint32_t next;          /* index in the list */
    pf_type_set captured;   /* captured types still to be tried with the current move */
    bool has_rights;        /* whether rights is a set still to be returned */
    pf_retraction current;  /* move and type */
    pf_position before;     /* without rights, en passant square and key */
    pf_bitboard candidates; /* rights that the move could have removed */
    pf_bitboard rights;     /* the subset of them to return next */
    pf_bitboard ep_choices; /* for the current move and type; bit 0 means none */
    pf_bitboard ep_squares; /* those still to be returned */
} pf_predecessors;

/* Starts the iteration by generating the unmoves. options may be NULL. */
PF_API void pf_predecessors_init(pf_predecessors *all, const pf_position *position, const pf_retro_options *options);

/* Returns each predecessor once, and how the position arose from it; out and how may be NULL. false after the last one.
 * Costs as much as computing a key. */
PF_API bool pf_predecessors_next(pf_predecessors *all, pf_position *out, pf_retraction *how);

/* Whether there is a predecessor with any castling rights and any en passant square: if not, no game reaches the
 * position, although validation may accept it. Start positions have one, because a knight may have returned to its
 * square. Chess960 castling is considered. false for a position of another variant. Usually stops at the first
 * unmove. */
PF_API bool pf_position_has_predecessor(const pf_position *position);

/* The number of predecessors. They are counted one by one. */
PF_API uint64_t pf_count_predecessors(const pf_position *position, const pf_retro_options *options);

#ifdef __cplusplus
}
#endif

#endif
