/* Deliberate bugs, one at a time, for tests of the tools that find bugs. In a normal build MUTANT is the constant 0 and
 * the compiler forgets all of it; a build with REFERENCE_MUTANTS chooses one by setting reference_mutant. Bugs that are
 * a condition left out stand where that condition is, in reference.c; the others are in mutant_rules.h. */
#ifndef PLYFORGE_REFERENCE_MUTANTS_H
#define PLYFORGE_REFERENCE_MUTANTS_H

/* X(NAME, CLASS, what goes wrong): CLASS is the pf_bug that the mutant is an example of, without its prefix. */
#define REFERENCE_MUTANT_LIST(X)                                                                                       \
    X(EP_RANK_PIN, EP_RANK_PIN, "en passant may open the rank to the king")                                            \
    X(EP_PINNED_PAWN, EP_PIN, "a pinned pawn takes en passant")                                                        \
    X(EP_CAPTURED_SHIELD, EP_CAPTURED_SHIELD, "en passant takes the pawn that shields the king on a diagonal")         \
    X(EP_UNANSWERED, EP_CHECK_UNANSWERED, "en passant is played although it does not answer the check")                \
    X(EP_STALE, EP_STALE, "the en passant square stays for ever")                                                      \
    X(EP_STALE_UNTIL_PAWN_MOVE, EP_STALE, "the en passant square stays until a pawn moves")                            \
    X(EP_NOT_SET, PLAY_DOUBLE_PUSH, "the en passant square is not set")                                                \
    X(EP_AFTER_SINGLE_PUSH, PLAY_MOVE, "a pawn that moves one square can be taken en passant")                         \
    X(EP_LEAVES_PAWN, PLAY_EN_PASSANT, "en passant leaves the taken pawn on the board")                                \
    X(EP_TAKES_WRONG_SQUARE, PLAY_EN_PASSANT, "en passant takes what stands on the far side of its target")            \
    X(EP_LISTED_TWICE, LISTED_TWICE, "en passant is listed twice")                                                     \
    X(NO_EP_EVASION, EP_EVASION_MISSING, "en passant never answers a check")                                           \
    X(NO_EP_TO_THE_LEFT, EP_MISSING, "only the pawn on the left of the target takes en passant")                       \
    X(NO_EP_ON_THE_RIM, EP_MISSING, "no en passant on the a- and h-file")                                              \
    X(NO_EP_FOR_BLACK, EP_MISSING, "Black never takes en passant")                                                     \
    X(CASTLING_THROUGH, CASTLING_THROUGH, "the square that the king crosses may be attacked")                          \
    X(CASTLING_OVERLOOKS_PAWNS, CASTLING_THROUGH, "pawns do not attack the squares that the king crosses")             \
    X(CASTLING_OVERLOOKS_KNIGHTS, CASTLING_THROUGH, "knights do not attack the squares that the king crosses")         \
    X(CASTLING_OVERLOOKS_KING, CASTLING_INTO_CHECK, "castling overlooks the other king")                               \
    X(CASTLING_INTO_CHECK, CASTLING_INTO_CHECK, "the square that the king reaches may be attacked")                    \
    X(CASTLING_OUT_OF_CHECK, CASTLING_OUT_OF_CHECK, "the king may be in check")                                        \
    X(CASTLING_OVER_B_FILE, CASTLING_BLOCKED, "only the king's path must be empty")                                    \
    X(CASTLING_OVER_ENEMIES, CASTLING_BLOCKED, "only own pieces are in the way")                                       \
    X(CASTLING_B_FILE_ATTACKED, CASTLING_B_FILE_MISSING, "the b-file must not be attacked")                            \
    X(CASTLING_ROOK_ATTACKED, CASTLING_MISSING, "the rook must not be attacked")                                       \
    X(NO_A_SIDE_CASTLING, CASTLING_MISSING, "no castling on the a-side")                                               \
    X(NO_CASTLING_FOR_BLACK, CASTLING_MISSING, "Black never castles")                                                  \
    X(CASTLING_ROOK_STAYS, PLAY_CASTLING, "the rook stays in its corner")                                              \
    X(CASTLING_LOSES_ROOK, PLAY_CASTLING, "the rook vanishes")                                                         \
    X(KING_MOVE_KEEPS_RIGHT, CASTLING_KING_MOVED, "the rights outlive a move of the king")                             \
    X(ROOK_MOVE_KEEPS_RIGHT, CASTLING_ROOK_MOVED, "the right outlives a move of the rook")                             \
    X(ROOK_CAPTURE_KEEPS_RIGHT, CASTLING_ROOK_TAKEN, "the right outlives the rook")                                    \
    X(ROOK_MOVE_LOSES_BOTH, PLAY_MOVE, "a move of one rook takes both rights away")                                    \
    X(ROOK_CAPTURE_LOSES_BOTH, PLAY_CAPTURE, "the capture of one rook takes both rights away")                         \
    X(ONLY_QUEENS, UNDERPROMOTION_MISSING, "no underpromotion")                                                        \
    X(NO_KNIGHT_PROMOTION, UNDERPROMOTION_MISSING, "no promotion to a knight")                                         \
    X(NO_CAPTURE_PROMOTION, PROMOTION_MISSING, "no promotion with a capture")                                          \
    X(NO_PROMOTION_EVASION, PROMOTION_MISSING, "no promotion while in check")                                          \
    X(ALWAYS_QUEENS, PLAY_PROMOTION, "whatever is promoted to, a queen comes")                                         \
    X(PROMOTES_TO_WHITE, PLAY_PROMOTION, "the new piece is always white")                                              \
    X(PROMOTION_OPTIONAL, PROMOTION_FORCED, "a pawn may stay a pawn on the last rank")                                 \
    X(EARLY_PROMOTION, PROMOTION_FORCED, "a pawn promotes one rank too early")                                         \
    X(QUEEN_PROMOTION_TWICE, LISTED_TWICE, "the promotion to a queen is listed twice")                                 \
    X(DOUBLE_PUSH_JUMPS, DOUBLE_PUSH_JUMPS, "the square that a double push crosses may be taken")                      \
    X(DOUBLE_PUSH_ANYWHERE, DOUBLE_PUSH_RANK, "pawns that have moved move two squares")                                \
    X(DOUBLE_PUSH_ONTO_PIECE, PUSH_BLOCKED, "a double push takes")                                                     \
    X(PUSH_ONTO_PIECE, PUSH_BLOCKED, "a push takes")                                                                   \
    X(NO_DOUBLE_PUSH_EVASION, BLOCK_MISSING, "a double push never answers a check")                                    \
    X(NO_DOUBLE_PUSH_FOR_BLACK, DOUBLE_PUSH_MISSING, "Black's pawns move one square only")                             \
    X(PAWN_TAKES_NOTHING, PAWN_CAPTURE, "pawns move diagonally without a capture")                                     \
    X(PAWN_TAKES_OWN, OWN_CAPTURE, "pawns take their own pieces")                                                      \
    X(PAWN_MOVES_BACK, PIECE_MOVEMENT, "pawns move backwards")                                                         \
    X(PAWN_WRAP, EDGE_WRAP, "pawns capture around the edge of the board")                                              \
    X(NO_CAPTURE_FROM_RIM, PAWN_CAPTURE_MISSING, "pawns of the a- and h-file take nothing")                            \
    X(NO_CAPTURE_ONTO_RIM, PAWN_CAPTURE_MISSING, "pawns take nothing on the a- and h-file")                            \
    X(KNIGHT_WRAP, EDGE_WRAP, "knights jump around the edge of the board")                                             \
    X(KING_WRAP, EDGE_WRAP, "kings step around the edge of the board")                                                 \
    X(KNIGHT_TAKES_OWN, OWN_CAPTURE, "knights take their own pieces")                                                  \
    X(BISHOP_JUMPS, SLIDER_JUMPS, "bishops jump over pieces")                                                          \
    X(ROOK_STOPS_SHORT, PIECE_MOVE_MISSING, "rooks do not reach the edge of the board")                                \
    X(BISHOP_STOPS_SHORT, PIECE_MOVE_MISSING, "bishops do not reach the edge of the board")                            \
    X(QUEEN_AS_ROOK, PIECE_MOVE_MISSING, "queens do not move diagonally")                                              \
    X(KING_NEVER_TAKES, KING_MOVE_MISSING, "the king takes nothing")                                                   \
    X(KING_FEARS_PUSH, KING_MOVE_MISSING, "the square before a pawn counts as attacked")                               \
    X(KING_BACK_ALONG_RAY, KING_BACK_ALONG_RAY, "the king shields the square behind it")                               \
    X(KING_TAKES_GUARDED, KING_TAKES_PROTECTED, "the king takes protected pieces")                                     \
    X(KINGS_TOUCH, KINGS_ADJACENT, "the other king attacks nothing")                                                   \
    X(KING_OVERLOOKS_PAWNS, KING_INTO_CHECK, "the king walks into attacks by pawns")                                   \
    X(KING_OVERLOOKS_KNIGHTS, KING_INTO_CHECK, "the king walks into attacks by knights")                               \
    X(KING_OVERLOOKS_PINNED, KING_INTO_CHECK, "pinned pieces attack nothing")                                          \
    X(DOUBLE_CHECK, DOUBLE_CHECK, "it is enough to answer one of two checks")                                          \
    X(CHECK_UNANSWERED, CHECK_UNANSWERED, "a check need not be answered")                                              \
    X(KNIGHT_CHECK_UNANSWERED, CHECK_UNANSWERED, "a check by a knight need not be answered")                           \
    X(NO_BLOCK, BLOCK_MISSING, "nothing steps between king and checker")                                               \
    X(CHECKER_SAFE, CHECKER_CAPTURE_MISSING, "only the king takes a checking piece")                                   \
    X(PINS_IGNORED, PIN_OFF_RAY, "a pinned piece moves freely")                                                        \
    X(DIAGONAL_PINS_IGNORED, PIN_OFF_RAY, "a piece pinned on a diagonal moves freely")                                 \
    X(STRAIGHT_PINS_IGNORED, PIN_OFF_RAY, "a piece pinned on a rank or file moves freely")                             \
    X(PINS_IGNORED_IN_CHECK, PIN_OFF_RAY, "a pinned piece answers a check by another piece")                           \
    X(PINNED_NEVER_MOVES, PIN_ALONG_RAY_MISSING, "a pinned piece does not move along the pin")                         \
    X(PINNED_NEVER_TAKES, PIN_ALONG_RAY_MISSING, "a pinned piece does not take the piece that pins it")                \
    X(PIN_THROUGH_TWO, PIECE_MOVE_MISSING, "two pieces between king and slider count as pinned")                       \
    REFERENCE_MUTANT_LIST_CHESS960(X)

/* Those that need a position of Chess960 to be seen. */
#define REFERENCE_MUTANT_LIST_CHESS960(X)                                                                              \
    X(C960_ROOK_SHIELDS, CASTLING_ROOK_SHIELDS, "the castling rook is left as a shield when attacks are tested")       \
    X(C960_ATTACKS_FROM_E_FILE, CASTLING_THROUGH, "attacks are tested from the e-file on, wherever the king stands")   \
    X(C960_ROOK_TARGET_TAKEN, CASTLING_BLOCKED, "a piece may stand where the rook goes")                               \
    X(C960_OUTERMOST_ROOK, CASTLING_MISSING, "only the outermost rook castles")                                        \
    X(C960_INNERMOST_ROOK, CASTLING_WRONG_ROOK, "the rook nearest to the king castles")                                \
    X(C960_KING_STAYS, CASTLING_KING_STAYS_MISSING, "a king that stands on its target does not castle")                \
    X(C960_ROOK_BLOCKS_KING, CASTLING_OVERLAP_MISSING, "the castling rook is in the king's way")                       \
    X(C960_KING_BLOCKS_ROOK, CASTLING_OVERLAP_MISSING, "the king is in the rook's way")                                \
    X(C960_SIDE_BY_SIDE, CASTLING_OVERLAP_MISSING, "a king and rook that change places do not castle")                 \
    X(C960_KING_ON_E_FILE, CASTLING_MISSING, "only a king on the e-file castles")                                      \
    X(C960_ROOK_IN_CORNER, CASTLING_MISSING, "only a rook in a corner castles")                                        \
    X(C960_STEP_HIDES_CASTLING, CASTLING_OVERLAP_MISSING, "castling of one step is taken for the king's step")         \
    X(C960_ROOK_STAYS, CASTLING_OVERLAP_MISSING, "a rook that stands on its target does not castle")                   \
    X(C960_KING_FIRST, PLAY_CASTLING, "the king is set down before the rook is lifted")                                \
    X(C960_ROOK_FIRST, PLAY_CASTLING, "the rook is set down before the king is lifted")                                \
    X(C960_SIDE_BY_HALF, PLAY_CASTLING, "a rook on the right half of the board castles on the h-side")                 \
    X(C960_ROOK_MOVE_KEEPS_RIGHT, CASTLING_ROOK_MOVED, "the right outlives a move of a rook that is in no corner")     \
    X(C960_ROOK_CAPTURE_KEEPS_RIGHT, CASTLING_ROOK_TAKEN, "the right outlives a rook that is in no corner")

#define REFERENCE_MUTANT_ENUM(name, bug, text) MUTANT_##name,
enum { MUTANT_NONE, REFERENCE_MUTANT_LIST(REFERENCE_MUTANT_ENUM) MUTANT_COUNT };

#ifdef REFERENCE_MUTANTS
extern unsigned reference_mutant; /* defined by the test program; MUTANT_NONE for no bug */
#define MUTANT(name) (reference_mutant == MUTANT_##name)
#else
#define MUTANT(name) 0
#endif

#endif
