/* Plyforge: positions: setting up and validating them, their keys, and their equality.
 * Reading and writing FEN text is in <plyforge/fen.h>; playing moves in <plyforge/play.h>. */
#ifndef PLYFORGE_POSITION_H
#define PLYFORGE_POSITION_H

#include <plyforge/bitboard.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Variants ---- */

/* The rules by which a position is played. Chess960 is not one of them: with PF_ACCEPT_CHESS960, every variant that has
 * castling accepts its castling rights. */
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

/* "standard", "crazyhouse", "atomic", "antichess", "kingofthehill", "threecheck", "horde", "racingkings"; "" for any
 * other value. A static string. */
PF_API const char *pf_variant_name(pf_variant variant);

/* "Standard", "King of the Hill", "Three-check" and so on, as lichess writes the Variant tag of PGN; "" for any other
 * value. A static string. */
PF_API const char *pf_variant_title(pf_variant variant);

/* Reads a name, ignoring case, blanks, hyphens and underscores. It knows the spellings of lichess's PGN tags, of
 * UCI_Variant and of some other programs, such as "King of the Hill", "koth", "3check", "zh", "From Position", "chess".
 * The names of Chess960 mean PF_VARIANT_STANDARD; "giveaway" and "suicide" mean PF_VARIANT_ANTICHESS. Returns false,
 * with out untouched, for any other name. */
PF_API bool pf_variant_from_name(pf_variant *out, const char *text, size_t length);

/* Whether a name is one of Chess960: "Chess960", "fischerandom", "FRC" and others. Its positions need
 * PF_ACCEPT_CHESS960, and its castling moves are written as king takes rook. */
PF_API bool pf_variant_name_is_chess960(const char *text, size_t length);

/* ---- Positions ---- */

/* A validated position of standard chess or a variant: a plain value of 112 bytes (88 if PF_VARIANTS is 0) without
 * pointers; copying it with = is always right. The fields may be read freely; only the functions of this library may
 * change them. Every function needs a position that came from this library (from_fen, from_setup, start, play), has no
 * other precondition, and follows the rules of the position's variant; pf_position_is_sound checks whether arbitrary
 * bytes are such a position.
 *
 * In Horde and Antichess, and in a lost game of Atomic, a king is missing; in Antichess there may be several. */
typedef struct pf_position {
    pf_bitboard by_type[6];   /* both colours, indexed by piece type */
    pf_bitboard by_colour[2]; /* all pieces of one side */
    pf_bitboard castling;     /* the rooks that may still castle, at most one on each side of each king */
    uint64_t key;             /* Zobrist key, kept up to date move by move; see pf_position_compute_key */
    uint8_t turn;             /* PF_WHITE or PF_BLACK */
    uint8_t ep_square;        /* the square that a double push has just crossed, capturable or not; else PF_NO_SQUARE */
    uint16_t halfmove_clock;  /* half-moves since the last capture or pawn move; stays at 65535 */
    uint32_t fullmove_number; /* counts up after each move of Black */
#if PF_VARIANTS
    pf_bitboard promoted;    /* Crazyhouse: the pieces that were pawns and go back to the pocket as pawns */
    uint8_t pockets[2][5];   /* Crazyhouse: how many of each type, pawn to queen, each side may drop */
    uint8_t checks_given[2]; /* Three-check: checks given by each side; the third wins */
    uint8_t variant;         /* a pf_variant */
    uint8_t reserved[3];     /* 0 */
#endif
} pf_position;

/* The variant of a position, whether or not the library has variants. */
PF_INLINE pf_variant pf_position_variant(const pf_position *position)
{
#if PF_VARIANTS
    return PF_CAST(pf_variant, position->variant);
#else
    return PF_CAST(void, position), PF_VARIANT_STANDARD;
#endif
}

/* The start position of standard chess. */
PF_API pf_position pf_position_start(void);

/* The start position of the variant; that of standard chess for any other value, and for every value if PF_VARIANTS is
 * 0. */
PF_API pf_position pf_variant_start(pf_variant variant);

/* The Chess960 start position with Scharnagl number 0 to 959 (518 is standard chess); larger numbers wrap around. */
PF_API pf_position pf_position_chess960_start(unsigned number);

/* Returned for a position that is not a Chess960 start position. */
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

/* The type of the piece on an occupied square; meaningless for an empty one. The six sets are read as three bit planes
 * of the type's number (N, R, K have bit 0; B, R bit 1; Q, K bit 2), which needs no branch. */
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

/* The square of a side's king; of the lowest if there are several. The side must have a king. */
PF_INLINE pf_square pf_position_king(const pf_position *position, pf_colour colour)
{
    return pf_bitboard_lowest(pf_position_pieces(position, colour & 1, PF_KING));
}

/* Whether the two positions have the same variant, pieces, side to move, castling rights, pockets, promoted pieces,
 * checks given and, if an en passant capture is legal, the same en passant square: the rule of threefold repetition.
 * Clocks are ignored. */
PF_API bool pf_position_equal(const pf_position *a, const pf_position *b);

/* The en passant square if a pawn of the side to move attacks it (pseudo-legal) or may legally capture there (legal);
 * otherwise PF_NO_SQUARE. */
PF_API pf_square pf_position_ep_pseudo_legal(const pf_position *position);
PF_API pf_square pf_position_ep_legal(const pf_position *position);

/* The Zobrist key computed from scratch; always equal to position->key. The en passant square is part of it only if a
 * capture there is legal, so that equal positions have equal keys; pockets, promoted pieces and checks given are. */
PF_API uint64_t pf_position_compute_key(const pf_position *position);

/* The key of Polyglot opening books. It follows Polyglot's own rule: en passant counts if an enemy pawn is beside the
 * pawn that moved, pinned or not. A castling right with a rook that is not on the a- or h-file counts as an ordinary
 * right on that side. For a variant, only the board is part of the key. */
PF_API uint64_t pf_position_polyglot_key(const pf_position *position);

/* ---- Set up, then validate ---- */

/* A board as a user or a FEN describes it, not validated yet: any values are allowed. Zero-initialised it is the empty
 * board of standard chess with White to move; set ep_square to PF_NO_SQUARE if there is none. promoted and the fields
 * after it have the same meaning as in pf_position. */
typedef struct pf_setup {
    uint8_t squares[64];  /* pf_piece values */
    pf_bitboard castling; /* rooks that are claimed to have kept the right to castle */
    uint8_t turn;
    uint8_t ep_square;
    uint16_t halfmove_clock;
    uint32_t fullmove_number;
#if PF_VARIANTS
    pf_bitboard promoted;
    uint8_t pockets[2][5];
    uint8_t checks_given[2];
    uint8_t variant;
    uint8_t reserved[3]; /* 0 */
#endif
} pf_setup;

/* The problems that a setup can have, as a bit set, so that all of them are reported at once. */
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
                                               the a- or h-file) while the requested rules are standard chess;
                                               lenient: that right is dropped */
    PF_PROBLEM_EN_PASSANT = 1 << 11,        /* no pawn could have just crossed the square; lenient: dropped */
    PF_PROBLEM_CHECKERS = 1 << 12,          /* more than two pieces give check; lenient: accepted */
    PF_PROBLEM_IMPOSSIBLE_CHECK =
        1 << 13, /* two checkers of which neither was uncovered, or with the king between
                    them on one line, or a check that the double pawn push could not have given; lenient: accepted.
                    Other checks that no last move could have given are not detected */
    /* The problems of variants, whose rules lift some of those above. Only the last is not fatal. */
    PF_PROBLEM_POCKET = 1 << 14,       /* more than 32 pieces on the board and in the pockets, or a pocket in a variant
                                          without drops */
    PF_PROBLEM_CHECKS_GIVEN = 1 << 15, /* more than three checks, or checks counted in another variant */
    PF_PROBLEM_WHITE_KING = 1 << 16,   /* Horde: White has a king */
    PF_PROBLEM_PAWNS = 1 << 17,        /* Racing Kings: there are pawns */
    PF_PROBLEM_IN_CHECK = 1 << 18,     /* Racing Kings: the side to move is in check */
    PF_PROBLEM_PROMOTED = 1 << 19, /* a promoted mark on a pawn, a king or an empty square, or in a variant other than
                                      Crazyhouse; lenient: dropped */
    PF_PROBLEM_FATAL = ((1 << 9) - 1) | 31 << 14, /* mask of the problems that are refused even when lenient */
    PF_PROBLEM_ALL = (1 << 20) - 1
};

/* How a setup or a text is accepted: a combination of these bits, and for text of a variant pf_accept_variant. 0 is
 * strict, standard chess. */
typedef unsigned pf_accept;
/* The bits of pf_accept. */
enum pf_accept_bit {
    PF_ACCEPT_STRICT = 0,
    PF_ACCEPT_LENIENT = 1, /* repair or accept all but the fatal problems */
    PF_ACCEPT_CHESS960 = 2 /* castling rights of Chess960 */
};

/* Selects the rules for functions that read text, because text does not name them: PF_ACCEPT_LENIENT |
 * pf_accept_variant(PF_VARIANT_ATOMIC). A setup names its variant itself, and that one is used. */
PF_INLINE pf_accept pf_accept_variant(pf_variant variant)
{
    pf_accept number = PF_CAST(pf_accept, variant);
    return (number < 255 ? number : 255u) << 8; /* 255 is not a variant */
}

/* The variant that accept selects. */
PF_INLINE pf_variant pf_accept_variant_of(pf_accept accept)
{
    return PF_CAST(pf_variant, accept >> 8);
}

/* All the problems of a setup, or 0 if it has none. The only bit of accept that matters is PF_ACCEPT_CHESS960. */
PF_API pf_problems pf_setup_problems(const pf_setup *setup, pf_accept accept);

/* Makes the position, or returns PF_ERROR_POSITION and leaves out unchanged. problems, unless NULL, receives all
 * problems found, even on success: in lenient mode they were repaired or accepted. */
PF_API pf_status pf_position_from_setup(pf_position *out, const pf_setup *setup, pf_accept accept,
                                        pf_problems *problems, pf_error *error);

/* The setup from which pf_position_from_setup makes this position. */
PF_API void pf_setup_from_position(pf_setup *out, const pf_position *position);

/* Whether these bytes, whatever they are, form a position that may be passed to every function of this library: the one
 * that pf_position_from_setup makes from its pieces, side to move, rights, en passant square and clocks, with
 * PF_ACCEPT_LENIENT and PF_ACCEPT_CHESS960. Every position that the library made is sound. Use it for positions that
 * were kept where others can write, such as a file or shared memory; copy them first if they may change in the
 * meantime. */
PF_API bool pf_position_is_sound(const pf_position *position);

/* The name of the lowest problem in the set, as in "no white king"; "" for the empty set. A static string. */
PF_API const char *pf_problem_name(pf_problems problems);

/* All the problems in the set, separated by "; ". Text goes out as described in <plyforge/base.h>. */
PF_API size_t pf_problems_to_text(char *buffer, size_t size, pf_problems problems);

#ifdef __cplusplus
}
#endif

#endif
