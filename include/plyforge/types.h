/* Plyforge: squares, colours, pieces, bitboards and moves, as plain numbers.
 * No function of this header touches a position. */
#ifndef PLYFORGE_TYPES_H
#define PLYFORGE_TYPES_H

#include <plyforge/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Types that are used in arithmetic are unsigned integers. The values of such a type pf_NAME are in the enum
 * pf_NAME_value, or pf_NAME_bit for a set of flags. All headers follow this rule. */

/* Squares: a1 = 0, b1 = 1 ... h8 = 63; file = square & 7, rank = square >> 3. */
typedef unsigned pf_square;

/* clang-format off */
/* The squares by name. */
enum pf_square_value {
    PF_A1, PF_B1, PF_C1, PF_D1, PF_E1, PF_F1, PF_G1, PF_H1, PF_A2, PF_B2, PF_C2, PF_D2, PF_E2, PF_F2, PF_G2, PF_H2,
    PF_A3, PF_B3, PF_C3, PF_D3, PF_E3, PF_F3, PF_G3, PF_H3, PF_A4, PF_B4, PF_C4, PF_D4, PF_E4, PF_F4, PF_G4, PF_H4,
    PF_A5, PF_B5, PF_C5, PF_D5, PF_E5, PF_F5, PF_G5, PF_H5, PF_A6, PF_B6, PF_C6, PF_D6, PF_E6, PF_F6, PF_G6, PF_H6,
    PF_A7, PF_B7, PF_C7, PF_D7, PF_E7, PF_F7, PF_G7, PF_H7, PF_A8, PF_B8, PF_C8, PF_D8, PF_E8, PF_F8, PF_G8, PF_H8,
    PF_NO_SQUARE
};
/* clang-format on */

/* The sides. */
typedef unsigned pf_colour;
/* The values of pf_colour. */
enum pf_colour_value { PF_WHITE, PF_BLACK };

/* Piece types, without colour. */
typedef unsigned pf_piece_type;
/* The values of pf_piece_type. */
enum pf_piece_type_value { PF_PAWN, PF_KNIGHT, PF_BISHOP, PF_ROOK, PF_QUEEN, PF_KING, PF_NO_PIECE_TYPE };

/* Pieces with colour: 0 is "none", otherwise colour * 8 + type + 1 (white pawn 1 ... white king 6, black pawn 9 ...
 * 14). */
typedef unsigned pf_piece;
/* No piece. */
enum pf_piece_value { PF_NO_PIECE = 0 };

/* Makes a piece from a colour and a type, and splits a piece again; PF_NO_PIECE has neither. */
PF_INLINE pf_piece pf_piece_of(pf_colour colour, pf_piece_type type)
{
    return colour * 8 + type + 1;
}
PF_INLINE pf_colour pf_piece_colour(pf_piece piece)
{
    return piece >> 3;
}
PF_INLINE pf_piece_type pf_piece_type_of(pf_piece piece)
{
    return (piece & 7) - 1;
}

/* Makes a square from a file and a rank, each 0 to 7, and splits a square again. */
PF_INLINE pf_square pf_square_of(unsigned file, unsigned rank)
{
    return rank * 8 + file;
}
PF_INLINE unsigned pf_square_file(pf_square square)
{
    return square & 7;
}
PF_INLINE unsigned pf_square_rank(pf_square square)
{
    return square >> 3;
}

/* A set of squares: bit n is square n. */
typedef uint64_t pf_bitboard;

/* The set of one square, which must not be PF_NO_SQUARE. */
PF_INLINE pf_bitboard pf_bit(pf_square square)
{
    return UINT64_C(1) << square;
}

/* A move in 16 bits; 0 is "no move". Castling is stored as the king taking its own rook, so that standard chess and
 * Chess960 share one code path.
 *
 *     15 14 | 13 12     | 11 ... 6 | 5 ... 0
 *     kind  | promotion | from     | to
 *
 *     kind       0 normal, 1 promotion, 2 en passant, 3 castling
 *     promotion  piece type minus PF_KNIGHT, for kind 1; en passant and castling with these bits set are never legal
 *
 * Normal moves with promotion bits belong to variants:
 *
 *     15 14 | 13 12 | 11 ... 6   | 5 ... 0
 *     0     | 1     | piece type | to         Crazyhouse: a drop from the pocket, pawn to queen
 *     0     | 2     | from       | to         Antichess: a promotion to king */
typedef uint16_t pf_move;

/* Special kinds of moves, which do more than move one piece. */
typedef unsigned pf_move_kind;
/* The values of pf_move_kind. */
enum pf_move_kind_value { PF_MOVE_NORMAL, PF_MOVE_PROMOTION, PF_MOVE_EN_PASSANT, PF_MOVE_CASTLING };

/* No move. */
enum pf_move_value { PF_NO_MOVE = 0 };

/* The fields of a move; the target of castling is the square of the rook. */
PF_INLINE pf_square pf_move_to(pf_move move)
{
    return move & 63u;
}
PF_INLINE pf_square pf_move_from(pf_move move)
{
    return (move >> 6) & 63u;
}
PF_INLINE pf_move_kind pf_move_kind_of(pf_move move)
{
    return (move >> 14) & 3u;
}

/* The piece of a promotion; meaningless for other kinds. */
PF_INLINE pf_piece_type pf_move_promotion(pf_move move)
{
    return ((move >> 12) & 3u) + PF_KNIGHT;
}

/* The squares on which king and rook stand after castling, in standard chess and Chess960; meaningless for other kinds.
 * Castling is stored as king takes rook, so pf_move_to is the square that the rook leaves:
 *
 *     e1h1: pf_move_from e1, pf_move_to h1, pf_move_king_to g1, pf_move_rook_to f1 */
PF_INLINE pf_square pf_move_king_to(pf_move move)
{
    return (pf_move_from(move) & 56u) + (pf_move_to(move) > pf_move_from(move) ? 6 : 2);
}
PF_INLINE pf_square pf_move_rook_to(pf_move move)
{
    return (pf_move_from(move) & 56u) + (pf_move_to(move) > pf_move_from(move) ? 5 : 3);
}

/* Makes a move that is not a promotion. */
PF_INLINE pf_move pf_move_of(pf_square from, pf_square to, pf_move_kind kind)
{
    return PF_CAST(pf_move, to | from << 6 | kind << 14);
}

/* Makes a promotion to a knight, bishop, rook or queen. */
PF_INLINE pf_move pf_move_of_promotion(pf_square from, pf_square to, pf_piece_type type)
{
    return PF_CAST(pf_move, to | from << 6 | (type - PF_KNIGHT) << 12 | PF_CAST(unsigned, PF_MOVE_PROMOTION) << 14);
}

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

/* The piece that a drop puts on the board; meaningless for other moves. */
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

/* Enough for the moves of every position that passes validation, and for up to 16 elements after the last move, which
 * the generators may overwrite.
 *
 * No position of standard chess with more than 218 legal moves is known, and tools/most_moves proves that none has more
 * than 240, pseudo-legal ones included. For the variants, let a side have n pieces on the board, s of them sliders, and
 * t types in its pocket.
 *
 *  - On the board there are 420 pairs of a square and a direction in which a neighbour exists. Each slider move ends
 *    such a pair: the nearest piece in that direction made it. Squares of the side's own pieces end none, and each of
 *    them is in at least 3 of the pairs. So sliders have at most min(27 s, 420 - 3 n) moves.
 *  - Each of the n - s other pieces has at most 15: a pawn that promotes in Antichess, 3 squares by 5 pieces; in the
 *    others at most 12.
 *  - There are at most t (63 - n) drops, because the other king occupies a square.
 *
 * Crazyhouse has 32 pieces in all: n <= 31 - t. The sum is greatest with t = 5, n = 26, s = 12 or 13: less than
 * 342 + 12 * 14 + 185 = 695. Horde has 36 pieces on a side: 312 + 12 * 25 = 612. All others are smaller. */
#if PF_VARIANTS
#define PF_MOVE_LIST_CAPACITY 768
#else
#define PF_MOVE_LIST_CAPACITY 256
#endif

/* A list of moves in caller memory. */
typedef struct pf_move_list {
    uint32_t size;
    pf_move moves[PF_MOVE_LIST_CAPACITY];
} pf_move_list;

#ifdef __cplusplus
}
#endif

#endif
