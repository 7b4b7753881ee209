/* Plyforge: tools for authors of move generators: reading moves that may be illegal, explaining why a move is legal or
 * not, naming the bug behind a missing or extra move, and shrinking positions.
 *
 * Every function only reads the position and is safe to call from any thread. */
#ifndef PLYFORGE_WORKBENCH_H
#define PLYFORGE_WORKBENCH_H

#include <plyforge/questions.h>
#include <plyforge/svg.h>
#include <plyforge/uci.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Moves that may be illegal ---- */

/* Reads a UCI move, legal or not. A legal move is read as pf_move_from_uci reads it. Otherwise the kind of move is
 * inferred. It is castling if the king goes two squares along its first rank from the e-file, with the rook in the
 * corner, unless a right to castle on that side belongs to another rook; or if the king takes its own rook on that rank
 * and the rook has a right, the side has a right of Chess960, or the rook is more than one square away. It is en
 * passant if a pawn goes diagonally to the en passant square; a fifth letter makes it a promotion. Promotion letters
 * may be capitals and follow '='. PF_ERROR_MOVE_TEXT for text that is not a move; out is untouched then.
 *
 *     pf_move_from_uci_any(&move, &position, "e1g1", 4, NULL); // then ask pf_move_why_illegal, or pf_explain */
PF_API pf_status pf_move_from_uci_any(pf_move *out, const pf_position *position, const char *text, size_t length,
                                      pf_error *error);

/* The same for text that may be UCI or SAN, in any form that the lenient reader of <plyforge/san.h> accepts. Illegal
 * SAN is taken to mean the only piece that fits, preferring pieces that attack the target. PF_ERROR_MOVE_TEXT for text
 * that is not a move, PF_ERROR_MOVE_AMBIGUOUS if several legal moves fit, PF_ERROR_MOVE_ILLEGAL if it cannot be told
 * which piece is meant; out is untouched then. */
PF_API pf_status pf_move_from_text_any(pf_move *out, const pf_position *position, const char *text, size_t length,
                                       pf_error *error);

/* All moves that such text could mean: the legal one if there is one; otherwise the moves of every piece that fits, or
 * of those among them that attack the target; for UCI text in which the king goes to a distant rook of its own side
 * without a right to castle, the king's step and then castling as Chess960 writes it. Errors are those of
 * pf_move_from_text_any; PF_ERROR_MOVE_ILLEGAL means that no piece fits. */
PF_API pf_status pf_moves_from_text_any(pf_move_list *out, const pf_position *position, const char *text, size_t length,
                                        pf_error *error);

/* ---- Why a move is legal or not, in words ---- */

/* Enough for any explanation, NUL included. */
#define PF_EXPLANATION_SIZE 320

/* An explanation of a move, as text and as data. */
typedef struct pf_explanation {
    pf_why why;                     /* why.reason is PF_WHY_LEGAL for a legal move */
    bool is_mate;                   /* a legal move that mates */
    pf_check check;                 /* the kind of check that a legal move gives */
    pf_bitboard squares;            /* squares that the move leaves, reaches, or clears (en passant) */
    pf_bitboard proof;              /* other squares that prove the answer: kings, attackers, the lines between them */
    char text[PF_EXPLANATION_SIZE]; /* "e1g1 is not legal: White cannot castle, because the rook on f8 attacks f1" */
} pf_explanation;

/* Explains any 16-bit value; castling says how it is written. */
PF_API void pf_explain(pf_explanation *out, const pf_position *position, pf_move move, pf_uci_castling castling);

/* Enough for the arrows of any explanation. */
#define PF_EXPLANATION_ARROWS 16

/* Puts an explanation of pf_explain into the options of a picture (<plyforge/svg.h>) of the same position: squares,
 * arrows and title; the other options stay as they are. The move and its squares are green if it is legal, otherwise
 * red. Attacks, pins and checks are blue arrows from the attacker, a piece in the way has a blue ring, and the squares
 * that prove the answer are yellow. The options point to arrows and to the text of the explanation.
 *
 *     pf_svg_options options = {.size = 480};
 *     pf_svg_arrow arrows[PF_EXPLANATION_ARROWS];
 *     pf_explanation_draw(&options, arrows, &position, &explanation);
 *     pf_svg(buffer, sizeof buffer, &position, &options);
 */
PF_API void pf_explanation_draw(pf_svg_options *options, pf_svg_arrow arrows[PF_EXPLANATION_ARROWS],
                                const pf_position *position, const pf_explanation *explanation);

/* ---- Where two generators differ ---- */

/* A legal move that the other generator does not list, or a move that it lists and that is not legal. */
typedef enum pf_difference { PF_MISSING, PF_EXTRA } pf_difference;

/* The usual bugs of move generators. */
typedef enum pf_bug {
    PF_BUG_UNKNOWN,
    PF_BUG_LISTED_TWICE,

    PF_BUG_NO_SUCH_PIECE,     /* moves an empty square or a piece of the other side */
    PF_BUG_EDGE_WRAP,         /* leaves the board on one side and reappears on the other */
    PF_BUG_PIECE_MOVEMENT,    /* a move that a piece of this type cannot make */
    PF_BUG_SLIDER_JUMPS,      /* a bishop, rook or queen jumps over a piece */
    PF_BUG_OWN_CAPTURE,       /* takes a piece of its own side */
    PF_BUG_PUSH_BLOCKED,      /* pushes a pawn onto a piece */
    PF_BUG_DOUBLE_PUSH_JUMPS, /* pushes a pawn two squares over a piece */
    PF_BUG_DOUBLE_PUSH_RANK,  /* a double push of a pawn that has already moved */
    PF_BUG_PAWN_CAPTURE,      /* a pawn moves diagonally to an empty square */
    PF_BUG_PROMOTION_FORCED,  /* a pawn reaches the last rank and stays a pawn, or promotes elsewhere */

    PF_BUG_EP_STALE,            /* takes en passant when no pawn has just moved two squares */
    PF_BUG_EP_RANK_PIN,         /* both pawns leave the rank, which opens it to an attack on the king */
    PF_BUG_EP_PIN,              /* the capturing pawn is pinned */
    PF_BUG_EP_CAPTURED_SHIELD,  /* the captured pawn was a shield */
    PF_BUG_EP_CHECK_UNANSWERED, /* takes en passant although that does not answer the check */

    PF_BUG_CASTLING_RIGHT,        /* castles without the right */
    PF_BUG_CASTLING_ROOK_TAKEN,   /* the right survives the capture of the rook */
    PF_BUG_CASTLING_ROOK_MOVED,   /* the right survives a move of the rook */
    PF_BUG_CASTLING_KING_MOVED,   /* the right survives a move of the king */
    PF_BUG_CASTLING_BLOCKED,      /* castles over pieces */
    PF_BUG_CASTLING_OUT_OF_CHECK, /* castles while in check */
    PF_BUG_CASTLING_THROUGH,      /* castles through an attacked square */
    PF_BUG_CASTLING_INTO_CHECK,   /* castles into check */
    PF_BUG_CASTLING_ROOK_SHIELDS, /* castling uncovers an attack that the castling rook blocked (Chess960) */
    PF_BUG_CASTLING_WRONG_ROOK,   /* castles with a rook of that side that has no right (Chess960) */

    PF_BUG_KING_BACK_ALONG_RAY,  /* the king steps back along the ray of the slider that checks it */
    PF_BUG_KING_TAKES_PROTECTED, /* the king takes a protected piece */
    PF_BUG_KINGS_ADJACENT,       /* the king moves next to the other king */
    PF_BUG_KING_INTO_CHECK,      /* the king goes to another attacked square */
    PF_BUG_DOUBLE_CHECK,         /* a piece other than the king answers a double check */
    PF_BUG_CHECK_UNANSWERED,     /* a move leaves the king in check */
    PF_BUG_PIN_OFF_RAY,          /* a pinned piece leaves the line of the pin */

    PF_BUG_PIN_ALONG_RAY_MISSING,   /* a pinned piece may move along the line of the pin */
    PF_BUG_EP_EVASION_MISSING,      /* en passant may take the pawn that gives check, or step between */
    PF_BUG_EP_MISSING,              /* en passant */
    PF_BUG_CASTLING_B_FILE_MISSING, /* castling on the a-side although the b-file square, which only the rook crosses,
                               is attacked */
    PF_BUG_CASTLING_KING_STAYS_MISSING, /* castling although the king stays where it is (Chess960) */
    PF_BUG_CASTLING_OVERLAP_MISSING,    /* castling although king and rook are in each other's way (Chess960) */
    PF_BUG_CASTLING_MISSING,
    PF_BUG_UNDERPROMOTION_MISSING,
    PF_BUG_PROMOTION_MISSING,
    PF_BUG_KING_MOVE_MISSING,
    PF_BUG_CHECKER_CAPTURE_MISSING, /* the capture of a piece that gives check */
    PF_BUG_BLOCK_MISSING,           /* a move between the king and a slider that gives check */
    PF_BUG_DOUBLE_PUSH_MISSING,
    PF_BUG_PUSH_MISSING,
    PF_BUG_PAWN_CAPTURE_MISSING,
    PF_BUG_PIECE_MOVE_MISSING,

    PF_BUG_PLAY_EN_PASSANT, /* only after the generator itself has played such a move */
    PF_BUG_PLAY_CASTLING,
    PF_BUG_PLAY_PROMOTION,
    PF_BUG_PLAY_CAPTURE,
    PF_BUG_PLAY_DOUBLE_PUSH, /* the en passant square is not set */
    PF_BUG_PLAY_MOVE,
    PF_BUG_UNMAKE, /* its counts contradict each other: taking moves back, or a hash table */

    PF_BUG_OWN_KING_EXPLODES,         /* Atomic: a capture next to the capturer's own king */
    PF_BUG_KING_CAPTURES,             /* Atomic */
    PF_BUG_EXPLOSION_EXPOSES_KING,    /* Atomic: the explosion opens a line to the capturer's own king */
    PF_BUG_EXPLOSION_CAPTURER_STAYS,  /* Atomic: the piece that captured is still there */
    PF_BUG_EXPLOSION_PIECE_STAYS,     /* Atomic: a piece beside the capture is still there */
    PF_BUG_EXPLOSION_TAKES_PAWN,      /* Atomic: a pawn beside the capture is gone */
    PF_BUG_EXPLOSION_EP_CENTRE,       /* Atomic: en passant explodes around a square other than the one it reaches */
    PF_BUG_PLAY_EXPLOSION,            /* Atomic: another wrong board after a capture */
    PF_BUG_CASTLING_ROOK_EXPLODED,    /* Atomic: the right survives the rook */
    PF_BUG_WINNING_EXPLOSION_MISSING, /* Atomic: the other king explodes, which also answers a check */
    PF_BUG_TOUCHING_KINGS_MISSING,    /* Atomic: kings that touch are not in check */

    PF_BUG_COMPULSION,    /* Antichess: another move although there is a capture */
    PF_BUG_EP_COMPULSION, /* Antichess: another move although there is a capture, and all captures are en passant */
    PF_BUG_KING_PROMOTION_MISSING,  /* Antichess */
    PF_BUG_ROYAL_KING,              /* Antichess: the king does not go to an attacked square */
    PF_BUG_CASTLING_NOT_IN_VARIANT, /* Antichess and Racing Kings have no castling */

    PF_BUG_DROP_NOT_IN_POCKET,      /* Crazyhouse: drops a piece that the side does not have */
    PF_BUG_DROP_OCCUPIED,           /* Crazyhouse: drops a piece onto another piece */
    PF_BUG_DROP_PAWN_RANK,          /* Crazyhouse: drops a pawn on the first or last rank */
    PF_BUG_DROP_CHECK_UNANSWERED,   /* Crazyhouse: a drop leaves the king in check */
    PF_BUG_DROP_BLOCK_MISSING,      /* Crazyhouse: a drop between the king and the piece that gives check */
    PF_BUG_DROP_CHECK_MISSING,      /* Crazyhouse: a drop that gives check */
    PF_BUG_DROP_ON_SEVENTH_MISSING, /* Crazyhouse: a pawn on the rank before the last */
    PF_BUG_DROP_MISSING,            /* Crazyhouse: another drop */
    PF_BUG_POCKET_PROMOTED, /* Crazyhouse: a captured promoted piece goes to the pocket as a promoted piece instead of a
                               pawn */
    PF_BUG_POCKET_OWNER,    /* Crazyhouse: a captured piece goes to the pocket of its owner */
    PF_BUG_POCKET_EN_PASSANT,     /* Crazyhouse: a pawn taken en passant does not go to the pocket */
    PF_BUG_POCKET_CAPTURE,        /* Crazyhouse: some other captured piece does not go to the pocket */
    PF_BUG_POCKET_ENDLESS,        /* Crazyhouse: a dropped piece stays in the pocket */
    PF_BUG_CASTLING_ROOK_DROPPED, /* Crazyhouse: castles with a rook that was dropped */

    PF_BUG_EP_FIRST_RANK,           /* Horde: takes a pawn en passant that jumped from the first rank */
    PF_BUG_FIRST_RANK_JUMP_MISSING, /* Horde */

    PF_BUG_HILL_ATTACKED,       /* King of the Hill: the king enters the hill on an attacked square */
    PF_BUG_CHECK_COUNTED_TWICE, /* Three-check: a double check counts as two */
    PF_BUG_CHECK_DISCOVERED,    /* Three-check: a check by a piece other than the one that moved is not counted */
    PF_BUG_CHECK_COUNT,         /* Three-check: a check is not counted, or for the wrong side */
    PF_BUG_GIVES_CHECK,         /* Racing Kings: the piece that moves gives check */
    PF_BUG_DISCOVERS_CHECK,     /* Racing Kings: another piece does */
    PF_BUG_RACE_ANSWER_MISSING, /* Racing Kings: Black's move after White's king has arrived */

    PF_BUG_PAST_EXPLOSION,     /* Atomic: plays on without a king */
    PF_BUG_PAST_HILL,          /* King of the Hill: plays on with a king on the hill */
    PF_BUG_PAST_THIRD_CHECK,   /* Three-check: plays on after the third check */
    PF_BUG_PAST_HORDE,         /* Horde: plays on without White's pieces */
    PF_BUG_PAST_WHITE_ARRIVAL, /* Racing Kings: Black plays on although its king cannot arrive as well */
    PF_BUG_PAST_BLACK_ARRIVAL, /* Racing Kings: White plays on although Black's king has arrived */
    PF_BUG_ENDS_EARLY,         /* a variant: no moves at all, although the game is not over */

    PF_BUG_COUNT
} pf_bug;

/* Names the bug behind a difference. The other generator was given base and played the moves of line, which are legal
 * one after the other; size is 0 if it was given the position itself. Pass the shortest line that shows the difference:
 * pf_bug_of blames make or unmake only if the line is not empty. */
PF_API pf_bug pf_bug_of(const pf_position *base, const pf_move *line, size_t size, pf_move move,
                        pf_difference difference);

/* The bug behind several differences in one list: the one that most of them show. PF_BUG_UNKNOWN if there are none. */
PF_API pf_bug pf_bug_most_likely(const pf_bug *bugs, size_t size);

/* The name of a bug, such as "en passant pin on the rank"; "" for a value that is not a bug. A static string. */
PF_API const char *pf_bug_name(pf_bug bug);

/* Returns whether the position still shows the difference in question. */
typedef bool pf_shrink_test(void *context, const pf_position *position);

/* Removes pieces, castling rights, the en passant square and the counters from the position as long as still_differs
 * returns true, which it must for the position as given. accept says which positions may be tried; with
 * PF_ACCEPT_STRICT only positions that every generator must handle. Calls still_differs a few hundred times. */
PF_API void pf_shrink(pf_position *position, pf_accept accept, pf_shrink_test *still_differs, void *context);

#ifdef __cplusplus
}
#endif

#endif
