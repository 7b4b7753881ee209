/* Plyforge: positions: setting up and validating them, their keys, and their equality.
 * Reading and writing FEN text is in <plyforge/fen.h>; playing moves in <plyforge/play.h>. */
#ifndef PLYFORGE_POSITION_H
#define PLYFORGE_POSITION_H

#include <plyforge/bitboard.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A validated position: a plain value of 88 bytes without pointers; copying it with = is always right.
 * The fields may be read freely; only the functions of this library may change them. Each function below needs a
 * position that came from this library (from_fen, from_setup, start, play) and has no other precondition;
 * pf_position_is_sound tells whether any bytes are one. */
typedef struct pf_position {
    pf_bitboard by_type[6];   /* both colours, indexed by piece type */
    pf_bitboard by_colour[2]; /* all pieces of one side */
    pf_bitboard castling;     /* the rooks that may still castle, at most one on each side of each king */
    uint64_t key;             /* Zobrist key, kept up to date move by move; see pf_position_compute_key */
    uint8_t turn;             /* PF_WHITE or PF_BLACK */
    uint8_t ep_square;        /* the square that a double push has just crossed, capturable or not; else PF_NO_SQUARE */
    uint16_t halfmove_clock;  /* half-moves since the last capture or pawn move; stays at 65535 */
    uint32_t fullmove_number; /* counts up after each move of Black */
} pf_position;

/* The start position of standard chess. */
PF_API pf_position pf_position_start(void);

/* The Chess960 start position with Scharnagl number 0 to 959 (518 is standard chess); larger numbers wrap around. */
PF_API pf_position pf_position_chess960_start(unsigned number);

/* Not the number of a Chess960 start position. */
#define PF_NO_CHESS960_NUMBER 960u

/* The number of this Chess960 start position: all 32 pieces on their squares, White to move, all four castling rights;
 * clocks are ignored. PF_NO_CHESS960_NUMBER for any other position. */
PF_API unsigned pf_position_chess960_number(const pf_position *position);

/* The occupied squares. */
PF_INLINE pf_bitboard pf_position_occupied(const pf_position *position)
{
    return position->by_colour[PF_WHITE] | position->by_colour[PF_BLACK];
}

/* The squares of one side's pieces of a type. */
PF_INLINE pf_bitboard pf_position_pieces(const pf_position *position, pf_colour colour, pf_piece_type type)
{
    return position->by_type[type] & position->by_colour[colour];
}

/* The type of the piece on an occupied square; of no meaning for an empty one. The six sets are read as three bit
 * planes of the type's number (N, R, K have bit 0; B, R bit 1; Q, K bit 2), which needs no branch. */
PF_INLINE pf_piece_type pf_position_type_at(const pf_position *position, pf_square square)
{
    const pf_bitboard *type = position->by_type;
    uint64_t plane0 = type[PF_KNIGHT] | type[PF_ROOK] | type[PF_KING];
    uint64_t plane1 = type[PF_BISHOP] | type[PF_ROOK];
    uint64_t plane2 = type[PF_QUEEN] | type[PF_KING];
    return PF_CAST(pf_piece_type, (plane0 >> square & 1) | (plane1 >> square & 1) << 1 | (plane2 >> square & 1) << 2);
}

/* The piece on square, or PF_NO_PIECE; only the low six bits of square count. */
PF_INLINE pf_piece pf_position_piece_at(const pf_position *position, pf_square square)
{
    square &= 63;
    if (!pf_bitboard_has(pf_position_occupied(position), square)) return PF_NO_PIECE;
    return pf_piece_of(position->by_colour[PF_BLACK] >> square & 1, pf_position_type_at(position, square));
}

/* The square of a side's king. */
PF_INLINE pf_square pf_position_king(const pf_position *position, pf_colour colour)
{
    return pf_bitboard_lowest(pf_position_pieces(position, colour & 1, PF_KING));
}

/* Whether the two positions have the same pieces, side to move, castling rights and, if an en passant capture is legal,
 * the same en passant square: the rule of threefold repetition. Clocks are ignored. */
PF_API bool pf_position_equal(const pf_position *a, const pf_position *b);

/* The en passant square if a pawn of the side to move attacks it (pseudo-legal) or may legally capture there (legal);
 * otherwise PF_NO_SQUARE. */
PF_API pf_square pf_position_ep_pseudo_legal(const pf_position *position);
PF_API pf_square pf_position_ep_legal(const pf_position *position);

/* The Zobrist key computed from scratch; always equal to position->key. The en passant square is part of it only if a
 * capture there is legal, so that equal positions have equal keys. */
PF_API uint64_t pf_position_compute_key(const pf_position *position);

/* The key of Polyglot opening books. It follows Polyglot's own rule: en passant counts if an enemy pawn is beside the
 * pawn that moved, pinned or not. A castling right with a rook that is not on the a- or h-file counts as the right of
 * its side. */
PF_API uint64_t pf_position_polyglot_key(const pf_position *position);

/* ---- Set up, then validate ---- */

/* A board as a user or a FEN describes it, not validated yet: any values are allowed. Zero-initialised it is the empty
 * board with White to move; set ep_square to PF_NO_SQUARE if there is none. */
typedef struct pf_setup {
    uint8_t squares[64];  /* pf_piece values */
    pf_bitboard castling; /* rooks that are claimed to have kept the right to castle */
    uint8_t turn;
    uint8_t ep_square;
    uint16_t halfmove_clock;
    uint32_t fullmove_number;
} pf_setup;

/* What can be wrong with a setup: a bit set, so that all problems are reported at once. */
typedef uint32_t pf_problems;
/* The bits of pf_problems. */
enum pf_problems_bit {
    PF_PROBLEM_NO_WHITE_KING = 1 << 0,
    PF_PROBLEM_NO_BLACK_KING = 1 << 1,
    PF_PROBLEM_MANY_WHITE_KINGS = 1 << 2,
    PF_PROBLEM_MANY_BLACK_KINGS = 1 << 3,
    PF_PROBLEM_PAWN_ON_LAST_RANK = 1 << 4, /* a pawn of either side on rank 1 or 8 */
    PF_PROBLEM_OPPONENT_IN_CHECK = 1 << 5, /* the side to move could take the king */
    PF_PROBLEM_WHITE_MATERIAL = 1 << 6,    /* more than 16 pieces, more than 8 pawns, or more promoted pieces than
                                              pawns are missing */
    PF_PROBLEM_BLACK_MATERIAL = 1 << 7,
    PF_PROBLEM_INVALID_VALUE = 1 << 8, /* a piece code, turn, square or variant that does not exist */
    /* The problems above are always refused. Those below are refused when strict; when lenient they are repaired or
     * accepted. */
    PF_PROBLEM_CASTLING = 1 << 9,           /* a right without its rook or king on the back rank, or two rights on
                                               one side of the king; lenient: that right is dropped */
    PF_PROBLEM_CASTLING_CHESS960 = 1 << 10, /* a right that only Chess960 has (king not on the e-file, rook not on
                                               the a- or h-file) while the rules asked for are standard chess;
                                               lenient: that right is dropped */
    PF_PROBLEM_EN_PASSANT = 1 << 11,        /* no pawn can just have crossed the square; lenient: dropped */
    PF_PROBLEM_CHECKERS = 1 << 12,          /* more than two pieces give check; lenient: accepted */
    PF_PROBLEM_IMPOSSIBLE_CHECK = 1 << 13,  /* two checkers of which neither was uncovered, or with the king between
                                               them on one line, or a check that the double pawn push cannot have
                                               given; lenient: accepted. Other checks that no last move can have given
                                               are not looked for */
    PF_PROBLEM_FATAL = (1 << 9) - 1,        /* mask of the problems that are refused even when lenient */
    PF_PROBLEM_ALL = (1 << 14) - 1
};

/* How a setup or a FEN is accepted: a combination of these bits. 0 is strict, standard chess. */
typedef unsigned pf_accept;
/* The bits of pf_accept. */
enum pf_accept_bit {
    PF_ACCEPT_STRICT = 0,
    PF_ACCEPT_LENIENT = 1, /* repair or accept all but the fatal problems */
    PF_ACCEPT_CHESS960 = 2 /* castling rights of Chess960 */
};

/* All the problems a setup has, or 0. Only PF_ACCEPT_CHESS960 matters in accept. */
PF_API pf_problems pf_setup_problems(const pf_setup *setup, pf_accept accept);

/* Makes the position, or returns PF_ERROR_POSITION and leaves out unchanged. problems, unless NULL, receives all that
 * was found, also on success: in lenient mode these were dropped or accepted. */
PF_API pf_status pf_position_from_setup(pf_position *out, const pf_setup *setup, pf_accept accept,
                                        pf_problems *problems, pf_error *error);

/* The setup from which pf_position_from_setup makes this position. */
PF_API void pf_setup_from_position(pf_setup *out, const pf_position *position);

/* Whether these bytes, whatever they are, form a position that every function of this library may be given: the one
 * that pf_position_from_setup makes from its pieces, side to move, rights, en passant square and clocks, when it is
 * lenient and knows Chess960. Every position that the library made is sound. For positions that were kept where others
 * can write, as in a file or in shared memory; copy them first if they may change meanwhile. */
PF_API bool pf_position_is_sound(const pf_position *position);

/* The name of the lowest problem in the set, as in "no white king"; "" for the empty set. A static string. */
PF_API const char *pf_problem_name(pf_problems problems);

/* All the problems in the set, separated by "; ". Text goes out as described in <plyforge/base.h>. */
PF_API size_t pf_problems_to_text(char *buffer, size_t size, pf_problems problems);

#ifdef __cplusplus
}
#endif

#endif
