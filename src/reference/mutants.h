/* Deliberate bugs, one at a time, for tests of the tools that find bugs. In a normal build MUTANT is the constant 0 and
 * the compiler forgets all of it; a build with REFERENCE_MUTANTS chooses one by setting reference_mutant. */
#ifndef PLYFORGE_REFERENCE_MUTANTS_H
#define PLYFORGE_REFERENCE_MUTANTS_H

/* X(NAME): what goes wrong. */
#define REFERENCE_MUTANT_LIST(X)                                                                                       \
    X(EP_RANK_PIN)              /* en passant is not tested for the king's safety */                                   \
    X(EP_STALE)                 /* the en passant square stays */                                                      \
    X(EP_NOT_SET)               /* the en passant square is not set */                                                 \
    X(EP_LEAVES_PAWN)           /* en passant leaves the taken pawn on the board */                                    \
    X(NO_EP_EVASION)            /* en passant never answers a check */                                                 \
    X(CASTLING_THROUGH)         /* the square that the king crosses may be attacked */                                 \
    X(CASTLING_INTO_CHECK)      /* the square that the king reaches may be attacked */                                 \
    X(CASTLING_OUT_OF_CHECK)    /* the king may be in check */                                                         \
    X(CASTLING_OVER_B_FILE)     /* only the king's path must be empty */                                               \
    X(CASTLING_B_FILE_ATTACKED) /* the b-file must not be attacked */                                                  \
    X(CASTLING_ROOK_STAYS)      /* the rook stays in its corner */                                                     \
    X(ROOK_CAPTURE_KEEPS_RIGHT) /* the right outlives the rook */                                                      \
    X(ROOK_MOVE_KEEPS_RIGHT)    /* the right outlives a move of the rook */                                            \
    X(ONLY_QUEENS)              /* no underpromotion */                                                                \
    X(NO_CAPTURE_PROMOTION)     /* no promotion with a capture */                                                      \
    X(ALWAYS_QUEENS)            /* whatever is promoted to, a queen comes */                                           \
    X(DOUBLE_CHECK)             /* it is enough to answer one of two checks */                                         \
    X(PINS_IGNORED)             /* a pinned piece moves freely */                                                      \
    X(PINNED_NEVER_MOVES)       /* a pinned piece does not move along the pin */                                       \
    X(KING_BACK_ALONG_RAY)      /* the king shields the square behind it */                                            \
    X(KING_TAKES_GUARDED)       /* the king takes protected pieces */                                                  \
    X(KINGS_TOUCH)              /* kings attack nothing */                                                             \
    X(DOUBLE_PUSH_JUMPS)        /* the square that a double push crosses may be taken */                               \
    X(EDGE_WRAP)                /* pawns capture around the edge of the board */

#define REFERENCE_MUTANT_ENUM(name) MUTANT_##name,
enum { MUTANT_NONE, REFERENCE_MUTANT_LIST(REFERENCE_MUTANT_ENUM) MUTANT_COUNT };

#ifdef REFERENCE_MUTANTS
extern unsigned reference_mutant; /* defined by the test program; MUTANT_NONE for no bug */
#define MUTANT(name) (reference_mutant == MUTANT_##name)
#else
#define MUTANT(name) 0
#endif

#endif
