/* Plyforge: positions and moves of the lichess variants: Crazyhouse, Atomic, Antichess, King of the Hill, Three-check,
 * Horde and Racing Kings. The functions are in <plyforge/variant.h>, outcomes in <plyforge/rules.h>, counting in
 * <plyforge/perft.h>. */
#ifndef PLYFORGE_VARIANT_POSITION_H
#define PLYFORGE_VARIANT_POSITION_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The rules a position is played by. Standard chess is one of them. Chess960 is not: every variant with castling takes
 * its rights where PF_ACCEPT_CHESS960 is asked for. */
typedef enum pf_variant {
    PF_VARIANT_STANDARD,
    PF_VARIANT_CRAZYHOUSE,
    PF_VARIANT_ATOMIC,
    PF_VARIANT_ANTICHESS,
    PF_VARIANT_KING_OF_THE_HILL,
    PF_VARIANT_THREE_CHECK,
    PF_VARIANT_HORDE,
    PF_VARIANT_RACING_KINGS
} pf_variant;

/* How many there are. */
#define PF_VARIANT_COUNT 8

/* A validated position of any variant: a plain value of 112 bytes without pointers; copying it with = is always right.
 * The fields may be read freely; only the functions of this library may change them.
 *
 * &position.board may be given to the functions that only look at pieces: pf_position_occupied, pf_position_pieces,
 * pf_position_piece_at, pf_attacks and pf_position_attackers_to; and to pf_svg with hide_check and a description. No
 * other function of standard chess may have it: its moves, checks and ends are not those of the variant, and in Horde,
 * Antichess and a lost game of Atomic a king is missing. */
typedef struct pf_variant_position {
    pf_position board;       /* board.key is the key of the whole: pockets, promoted pieces and checks included */
    pf_bitboard promoted;    /* Crazyhouse: the pieces that were pawns and go back to the pocket as pawns */
    uint8_t pockets[2][5];   /* Crazyhouse: how many of each type, pawn to queen, each side may drop */
    uint8_t checks_given[2]; /* Three-check: by each side; the third wins */
    uint8_t variant;         /* a pf_variant */
    uint8_t reserved[3];     /* 0 */
} pf_variant_position;

/* ---- Moves that standard chess does not have ----
 *
 *     15 14 | 13 12 | 11 ... 6   | 5 ... 0
 *     0     | 1     | piece type | to         a drop out of the pocket, pawn to queen
 *     0     | 2     | from       | to         a promotion to king, in Antichess
 */

/* A drop of the side to move. */
PF_INLINE pf_move pf_move_of_drop(pf_piece_type type, pf_square to)
{
    return PF_CAST(pf_move, to | type << 6 | 1u << 12);
}

/* Whether the move is a drop. */
PF_INLINE bool pf_move_is_drop(pf_move move)
{
    return move >> 12 == 1;
}

/* The piece that a drop puts on the board; of no meaning for another move. */
PF_INLINE pf_piece_type pf_move_dropped(pf_move move)
{
    return (move >> 6) & 63u;
}

/* A pawn that becomes a king. */
PF_INLINE pf_move pf_move_of_king_promotion(pf_square from, pf_square to)
{
    return PF_CAST(pf_move, to | from << 6 | 2u << 12);
}

/* Whether the move promotes a pawn to a king. */
PF_INLINE bool pf_move_is_king_promotion(pf_move move)
{
    return move >> 12 == 2;
}

/* Room for the moves of every position that a variant accepts or reaches. Let a side have n pieces on the board, s of
 * them sliders, and t types in its pocket.
 *
 *  - On the board there are 420 pairs of a square and a direction in which a neighbour exists. Each slider move ends
 *    such a pair: the nearest piece in that direction made it. Squares of own pieces end none, and have at least 3 of
 *    the pairs each. So sliders have at most min(27 s, 420 - 3 n) moves.
 *  - Each of the n - s other pieces has at most 15: a pawn that promotes in Antichess, 3 squares by 5 pieces; in the
 *    others at most 12.
 *  - There are at most t (63 - n) drops, because the other king stands somewhere.
 *
 * Crazyhouse has 32 pieces in all: n <= 31 - t. The sum is greatest with t = 5, n = 26, s = 12 or 13: less than
 * 342 + 12 * 14 + 185 = 695. Horde has 36 pieces on a side: 312 + 12 * 25 = 612. All others are smaller. */
#define PF_VARIANT_LIST_CAPACITY 768

/* A list of moves of any variant in caller memory. */
typedef struct pf_variant_move_list {
    uint32_t size;
    pf_move moves[PF_VARIANT_LIST_CAPACITY];
} pf_variant_move_list;

/* ---- Setting up ---- */

/* A setup with what the variants add. Zero-initialised but for setup.ep_square, the additions are empty. */
typedef struct pf_variant_setup {
    pf_setup setup;
    pf_bitboard promoted;
    uint8_t pockets[2][5];
    uint8_t checks_given[2];
} pf_variant_setup;

/* What can be wrong with a setup of a variant, beside the pf_problems of standard chess that its rules do not lift.
 * Fatal, that is refused in lenient mode too, but for PF_PROBLEM_PROMOTED. */
enum pf_variant_problem_value {
    PF_PROBLEM_POCKET = 1 << 14,       /* more than 32 pieces on the board and in the pockets, or a pocket in a variant
                                          without drops */
    PF_PROBLEM_CHECKS_GIVEN = 1 << 15, /* more than three checks, or checks counted in another variant */
    PF_PROBLEM_WHITE_KING = 1 << 16,   /* Horde: White has a king */
    PF_PROBLEM_PAWNS = 1 << 17,        /* Racing Kings: there are pawns */
    PF_PROBLEM_IN_CHECK = 1 << 18,     /* Racing Kings: the side to move is in check */
    PF_PROBLEM_PROMOTED = 1 << 19,     /* a promoted mark on a pawn, a king or an empty square, or in another variant
                                          than Crazyhouse; lenient: dropped */
    PF_PROBLEM_VARIANT_FATAL = PF_PROBLEM_FATAL | 31 << 14,
    PF_PROBLEM_VARIANT_ALL = (1 << 20) - 1
};

#ifdef __cplusplus
}
#endif

#endif
