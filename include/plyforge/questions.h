/* Plyforge: questions about a move before it is made: which piece moves, what it captures, whether it gives check, and,
 * if it is not legal, why. Legality itself is in <plyforge/moves.h>; attacks, pins and blockers are in
 * <plyforge/attacks.h>.
 *
 * Every function accepts any 16-bit value as the move. Each costs a few table look-ups, only reads the position, and is
 * safe to call from any thread. */
#ifndef PLYFORGE_QUESTIONS_H
#define PLYFORGE_QUESTIONS_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What a move does ---- */

/* The piece on the origin square (of a drop, the piece dropped), and the enemy piece that is captured, en passant
 * included; PF_NO_PIECE if there is none. Castling captures nothing. The other pieces that an explosion takes in Atomic
 * are in pf_move_changes. The move need not be legal. */
PF_API pf_piece pf_move_moved_piece(const pf_position *position, pf_move move);
PF_API pf_piece pf_move_captured_piece(const pf_position *position, pf_move move);

/* Whether a pseudo-legal move captures, and whether it neither captures nor promotes. A capture that promotes is a
 * capture; a push that promotes is neither. Both are false for a value that is not a pseudo-legal move.
 *
 * This follows the rules of chess. The categories PF_CAPTURES and PF_QUIETS, and the picker, follow the needs of a
 * search instead: they put every move into one of two halves, so promotions to a queen come early and the others late.
 * So
 *
 *     pf_move_is_quiet(p, m) == (pf_move_is_in_category(p, m, PF_QUIETS | PF_PSEUDO) &&
 *                                pf_move_kind_of(m) != PF_MOVE_PROMOTION)
 *
 * Use this function for late-move reductions and history, which should not apply to promotions; see
 * examples/search_kit.c. */
PF_API bool pf_move_is_capture(const pf_position *position, pf_move move);
PF_API bool pf_move_is_quiet(const pf_position *position, pf_move move);

/* How a move gives check: a bit set. */
typedef unsigned pf_check;
/* The bits of pf_check. */
enum pf_check_bit {
    PF_CHECK_NONE = 0,
    PF_CHECK_DIRECT = 1,     /* from the piece that moves, after its promotion, if any; in castling, from the rook */
    PF_CHECK_DISCOVERED = 2, /* from another piece */
    PF_CHECK_DOUBLE = 4 /* from two pieces; with PF_CHECK_DISCOVERED alone (en passant can do that) from two others */
};

/* What check the move gives, found before it is made; PF_CHECK_NONE for a value that is not a pseudo-legal move. A king
 * never gives check, even if a pseudo-legal move puts it beside the other one. In variants only legal moves give check,
 * and the move that blows up the king ends the game and gives none. */
PF_API pf_check pf_move_gives_check(const pf_position *position, pf_move move);

/* Prepares many questions about checks in one position: most moves are then answered by two bit tests.
 *
 *     pf_check_info info;
 *     pf_check_info_init(&info, &position);
 *     for (uint32_t i = 0; i < list.size; i++)
 *         if (pf_move_gives_check_with(&info, &position, list.moves[i])) ... */
typedef struct pf_check_info {
    pf_bitboard leaving;     /* a move from one of these squares may uncover a check */
    pf_bitboard arriving[6]; /* squares on which a piece of that type gives check; none for a king */
} pf_check_info;

/* Computes the sets for the side to move. They are valid until the position changes. In a variant every square is in
 * leaving, so that each move is examined by that variant's rules. */
PF_API void pf_check_info_init(pf_check_info *out, const pf_position *position);

/* The same answer as pf_move_gives_check, for a position and the sets made from it. */
static inline pf_check pf_move_gives_check_with(const pf_check_info *info, const pf_position *position, pf_move move)
{
    pf_square from = pf_move_from(move), to = pf_move_to(move);
    bool is_normal = move < 0x1000;
    if (is_normal && !((info->leaving >> from | info->arriving[pf_position_type_at(position, from)] >> to) & 1))
        return PF_CHECK_NONE;
    return pf_move_gives_check(position, move);
}

/* The squares, after the move, of the pieces that will give check; the empty set for a value that is not a
 * pseudo-legal move. */
PF_API pf_bitboard pf_move_checkers(const pf_position *position, pf_move move);

/* ---- The state of the position ---- */

/* Whether the side to move is in check. In Atomic a king beside the other king never is, in Antichess no king
 * ever is, and neither is a side without a king. */
PF_API bool pf_position_in_check(const pf_position *position);

/* Whether the game is over by a rule that standard chess does not have, other than having no move: a king has blown up,
 * reached the hill or the last rank, the third check was given, the horde is gone. */
PF_API bool pf_position_is_variant_end(const pf_position *position);

/* ---- Why a move is not legal ---- */

/* Why a move is illegal. The first reason that applies is given, in this order: the code, the squares, the movement of
 * the piece, castling, the king. */
typedef enum pf_why_reason {
    PF_WHY_LEGAL = 0, /* the move is legal */

    PF_WHY_NO_MOVE,       /* PF_NO_MOVE */
    PF_WHY_MALFORMED,     /* promotion bits set in a move that is not a promotion */
    PF_WHY_NO_PIECE,      /* the origin square is empty */
    PF_WHY_NOT_YOUR_TURN, /* the piece on the origin square is the opponent's */
    PF_WHY_SAME_SQUARE,   /* origin and target are the same square */

    PF_WHY_PIECE_MOVEMENT,        /* the piece cannot make this move on any board */
    PF_WHY_PATH_BLOCKED,          /* square: the first piece in the way; for a pawn push, possibly the target */
    PF_WHY_OWN_PIECE,             /* square: the target, occupied by a piece of the same side */
    PF_WHY_PAWN_HAS_MOVED,        /* a double push of a pawn that has moved before */
    PF_WHY_NOTHING_TO_CAPTURE,    /* a pawn moves diagonally to an empty square */
    PF_WHY_PROMOTION_MISSING,     /* a pawn reaches the last rank without a promotion piece */
    PF_WHY_PROMOTION_NOT_ALLOWED, /* a promotion of another piece, or not on the last rank */
    PF_WHY_EN_PASSANT_UNMARKED,   /* a pawn goes to the en passant square, but the move is not coded as en passant */
    PF_WHY_NO_EN_PASSANT, /* coded as en passant, but the piece is not a pawn, or no pawn has just jumped over that
                             square */

    PF_WHY_CASTLING_PIECES,  /* the piece is not a king, or no rook of its side is on the target: castling is king takes
                                rook */
    PF_WHY_CASTLING_RIGHT,   /* the right to castle with that rook is lost */
    PF_WHY_CASTLING_BLOCKED, /* square: a piece in the way of king or rook */
    PF_WHY_CASTLING_IN_CHECK, /* attacker: gives check */
    PF_WHY_CASTLING_ATTACKED, /* square: crossed or reached by the king; attacker: attacks it */

    PF_WHY_KING_ATTACKED,       /* the king would be attacked on the target; by attacker */
    PF_WHY_DOUBLE_CHECK,        /* attacker and second give check: only the king can answer */
    PF_WHY_CHECK_UNANSWERED,    /* attacker gives check, and this move neither takes it nor steps between */
    PF_WHY_PINNED,              /* attacker pins the piece to its king, and the move leaves that line */
    PF_WHY_EN_PASSANT_RANK_PIN, /* en passant takes both pawns off the line between the king and attacker; square: the
                                pawn that would be taken */
    PF_WHY_EN_PASSANT_CAPTURED_SHIELD, /* en passant would take the pawn that shields the king from attacker; square:
                                          that pawn */

    /* Only in variants. */
    PF_WHY_GAME_OVER,              /* the game is over by a rule of the variant */
    PF_WHY_NOT_IN_POCKET,          /* Crazyhouse: the pocket has no piece of this type */
    PF_WHY_DROP_OCCUPIED,          /* Crazyhouse: a drop on a piece; square: that piece */
    PF_WHY_DROP_PAWN_RANK,         /* Crazyhouse: a pawn is dropped on the first or last rank */
    PF_WHY_KING_CAPTURES,          /* Atomic: a king never captures, because it would explode */
    PF_WHY_OWN_KING_EXPLODES,      /* Atomic: the capture would blow up the king of the side to move */
    PF_WHY_EXPLOSION_EXPOSES_KING, /* Atomic: the explosion opens a line from attacker to the king */
    PF_WHY_MUST_CAPTURE,           /* Antichess: attacker can take the piece on square, so a capture must be played */
    PF_WHY_GIVES_CHECK /* Racing Kings: attacker would give check to the king on square; if attacker moves itself, the
                          square is the one that it leaves */
} pf_why_reason;

/* A square and the piece on it. */
typedef struct pf_square_piece {
    uint8_t square; /* PF_NO_SQUARE if the reason does not need it */
    uint8_t piece;  /* a pf_piece */
} pf_square_piece;

/* The reason and the squares that prove it: 14 bytes. mover and king are set for every reason from PF_WHY_NOT_YOUR_TURN
 * on, except PF_WHY_GAME_OVER; square, attacker and second for the reasons above that name them. In a variant a side
 * may have no king, and the mover of a drop has a piece but no square. */
typedef struct pf_why {
    pf_move move;
    uint8_t reason; /* a pf_why_reason */
    uint8_t turn;   /* the side to move */
    pf_square_piece mover;
    pf_square_piece king; /* of the side to move */
    pf_square_piece square;
    pf_square_piece attacker;
    pf_square_piece second;
} pf_why;

/* Why the move is not legal; PF_WHY_LEGAL exactly when pf_move_is_legal returns true. out, unless NULL, receives the
 * proof.
 *
 *     pf_why why;
 *     char text[PF_WHY_TEXT_SIZE];
 *     if (pf_move_why_illegal(&position, move, &why) != PF_WHY_LEGAL) {
 *         pf_why_to_text(text, sizeof text, &why);
 *         puts(text); // the knight on c6 is pinned to the king on e8 by the bishop on b5
 *     } */
PF_API pf_why_reason pf_move_why_illegal(const pf_position *position, pf_move move, pf_why *out);

/* Enough for any sentence, NUL included; it also fits into a pf_error. */
#define PF_WHY_TEXT_SIZE 120

/* The reason as one English sentence without a full stop. Text goes out as described in <plyforge/base.h>. */
PF_API size_t pf_why_to_text(char *buffer, size_t size, const pf_why *why);

/* The short name of the reason, such as "pinned" or "castling blocked", for tables and programs. A static string; ""
 * for a value that is not a reason. */
PF_API const char *pf_why_name(pf_why_reason reason);

#ifdef __cplusplus
}
#endif

#endif
