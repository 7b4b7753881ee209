/* Plyforge: how a game can end, what a position alone says about it, and the rule sets behind one small table.
 * The history of a game (repetition, claims, undo) is in <plyforge/game.h>.
 * Every function is safe to call from any thread; positions are only read. */
#ifndef PLYFORGE_RULES_H
#define PLYFORGE_RULES_H

#include <plyforge/variant_position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Outcomes ---- */

/* Who has won, if the game is over. */
typedef enum pf_result { PF_RESULT_NONE, PF_RESULT_WHITE_WINS, PF_RESULT_BLACK_WINS, PF_RESULT_DRAW } pf_result;

/* Why the game is over. */
typedef enum pf_reason {
    PF_REASON_NONE,
    PF_REASON_CHECKMATE,
    PF_REASON_STALEMATE,
    PF_REASON_INSUFFICIENT_MATERIAL, /* neither side has the material to mate, whatever the other does */
    PF_REASON_DEAD_POSITION,         /* for callers that asked pf_position_is_dead; no outcome function searches */
    PF_REASON_SEVENTY_FIVE_MOVES,    /* 150 half-moves: the game ends by itself */
    PF_REASON_FIVEFOLD_REPETITION,   /* the game ends by itself */
    PF_REASON_FIFTY_MOVES,           /* 100 half-moves: a claim, or automatic for engines */
    PF_REASON_THREEFOLD_REPETITION,  /* a claim, or automatic for engines */
    PF_REASON_VARIANT,               /* an end that only a variant has, for rule sets of the caller */
    PF_REASON_KING_EXPLODED,         /* Atomic */
    PF_REASON_KING_ON_HILL,          /* King of the Hill */
    PF_REASON_THIRD_CHECK,           /* Three-check */
    PF_REASON_HORDE_TAKEN,           /* Horde: White has no pieces left */
    PF_REASON_RACE_FINISHED,         /* Racing Kings: a king is on the eighth rank, or both are, a draw */
    PF_REASON_ALL_PIECES_LOST,       /* Antichess: the side to move has no pieces and wins */
    PF_REASON_NO_MOVES_LEFT          /* Antichess: the side to move has pieces but no moves and wins */
} pf_reason;

/* PF_RESULT_NONE and PF_REASON_NONE while the game goes on. */
typedef struct pf_outcome {
    pf_result result;
    pf_reason reason;
} pf_outcome;

/* When a draw comes by itself.
 *   FIDE    75 moves and fivefold repetition; 50 moves and threefold repetition must be claimed
 *   ENGINE  50 moves and threefold repetition, as engines, engine matches and many programs play it
 * Checkmate and stalemate come before any clock, as the Laws have it. */
typedef enum pf_policy { PF_POLICY_FIDE, PF_POLICY_ENGINE } pf_policy;

/* The outcome that follows from the position and its half-move clock alone; repetition needs a pf_game. */
PF_API pf_outcome pf_position_outcome(const pf_position *position, pf_policy policy);

/* The same by the rules of the position's variant. Crazyhouse knows no clock and no insufficient material. */
PF_API pf_outcome pf_variant_outcome(const pf_variant_position *position, pf_policy policy);

/* Whether the material could let this side win by the rules of the variant. false is final; true speaks of material
 * only, and in Horde it is always true. */
PF_API bool pf_variant_can_win(const pf_variant_position *position, pf_colour colour);

/* Whether the material could let this side mate if both sides cooperated. false is final: no sequence
 * of legal moves lets this side win. true speaks of material only; for this position itself ask
 * pf_position_is_unwinnable. */
PF_API bool pf_position_can_win(const pf_position *position, pf_colour colour);

/* Whether neither side can win with this material: the draw of PF_REASON_INSUFFICIENT_MATERIAL. */
PF_API bool pf_position_is_insufficient(const pf_position *position);

/* "1-0", "0-1", "1/2-1/2", "*"; static strings, as in PGN. */
PF_API const char *pf_result_text(pf_result result);

/* "checkmate", "fifty moves" ...; "" for none. A static string. */
PF_API const char *pf_reason_text(pf_reason reason);

/* ---- Positions that cannot be won any more ---- */

/* The answer to a question that may be too hard. */
typedef enum pf_verdict { PF_VERDICT_UNKNOWN, PF_VERDICT_NO, PF_VERDICT_YES } pf_verdict;

/* What one position costs in the scratch memory of the two functions below. */
#define PF_DEAD_BYTES_PER_NODE 36

/* Whether the position is dead: no sequence of legal moves, even if both sides cooperate, ends in checkmate
 * (FIDE Laws 5.2.2). Clocks do not count. Exact when it answers: NO has found a mate, YES has a proof, either that the
 * pieces can never come to mate (blocked pawn walls and the like) or because every position that can be reached was
 * looked at. docs/rules.md has the proof.
 *
 * node_budget bounds the work, in positions looked at; scratch is memory for them, PF_DEAD_BYTES_PER_NODE each, used
 * only during the call; with less memory than budget the memory is the limit. With NULL, or budget 0, only the proofs
 * that need no search are tried. About 20,000 nodes settle nearly every position of play, most of them far earlier.
 *
 *     static unsigned char scratch[20000 * PF_DEAD_BYTES_PER_NODE];
 *     pf_verdict dead = pf_position_is_dead(&position, 20000, scratch, sizeof scratch);
 */
PF_API pf_verdict pf_position_is_dead(const pf_position *position, uint32_t node_budget, void *scratch, size_t size);

/* Whether this side can no longer win, by any sequence of legal moves: what decides the result when the other side's
 * time has run out (FIDE Laws 6.9). Everything else as above. */
PF_API pf_verdict pf_position_is_unwinnable(const pf_position *position, pf_colour colour, uint32_t node_budget,
                                            void *scratch, size_t size);

/* ---- Rule sets ---- */

/* A rule set: what a game needs to know to be played by it. Standard chess and Chess960 are here; a variant fills in
 * the same table. The generator and pf_position_play never look at it, so standard chess pays nothing.
 * Every function takes a position that the rule set itself accepted or reached. */
typedef struct pf_rules {
    const char *name; /* "standard", "chess960" */
    pf_accept accept; /* how its setups and FENs are read: PF_ACCEPT_CHESS960 or 0 */
    /* The legal moves; none once the game is over by a rule of the variant. Returns their number. */
    uint32_t (*generate)(const pf_position *position, pf_move_list *list);
    /* Whether any 16-bit value is a legal move. */
    bool (*is_legal)(const pf_position *position, pf_move move);
    /* Plays a legal move, and keeps key and clocks. */
    void (*play)(pf_position *position, pf_move move);
    /* Whether the side to move is in check. */
    bool (*in_check)(const pf_position *position);
    /* What the board alone decides: mate, stalemate, material and the ends of the variant; no clock, no history. */
    pf_outcome (*outcome)(const pf_position *position);
    /* Whether the material could let this side win. */
    bool (*can_win)(const pf_position *position, pf_colour colour);
} pf_rules;

/* Static tables that live as long as the program. */
PF_API const pf_rules *pf_rules_standard(void);
PF_API const pf_rules *pf_rules_chess960(void);

#ifdef __cplusplus
}
#endif

#endif
