/* Plyforge: how a game can end, and the outcome of a single position. <plyforge/game.h> has the history
 * of a game (repetition, claims, undo). Every function is safe to call from any thread; positions are only read. */
#ifndef PLYFORGE_RULES_H
#define PLYFORGE_RULES_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Outcomes ---- */

/* The result of a game, whether it was played or read. */
typedef enum pf_result {
    PF_RESULT_UNDECIDED, /* "*": the game is not over, or was left unfinished */
    PF_RESULT_WHITE_WINS,
    PF_RESULT_BLACK_WINS,
    PF_RESULT_DRAW,
    PF_RESULT_NOT_GIVEN /* the text of the game has no result; never part of an outcome */
} pf_result;

/* Why the game is over. */
typedef enum pf_reason {
    PF_REASON_NONE,
    PF_REASON_CHECKMATE,
    PF_REASON_STALEMATE,
    PF_REASON_INSUFFICIENT_MATERIAL, /* neither side has the material to mate */
    PF_REASON_DEAD_POSITION,         /* for callers of pf_position_is_dead; no outcome function searches */
    PF_REASON_SEVENTY_FIVE_MOVES,    /* 150 half-moves: the game ends automatically */
    PF_REASON_FIVEFOLD_REPETITION,   /* the game ends automatically */
    PF_REASON_FIFTY_MOVES,           /* 100 half-moves: a claim, or automatic for engines */
    PF_REASON_THREEFOLD_REPETITION,  /* a claim, or automatic for engines */
    PF_REASON_VARIANT,               /* an ending that only a variant has, for callers that add rules */
    PF_REASON_KING_EXPLODED,         /* Atomic */
    PF_REASON_KING_ON_HILL,          /* King of the Hill */
    PF_REASON_THIRD_CHECK,           /* Three-check */
    PF_REASON_HORDE_TAKEN,           /* Horde: White has no pieces left */
    PF_REASON_RACE_FINISHED,         /* Racing Kings: a king is on the eighth rank, or both are, a draw */
    PF_REASON_ALL_PIECES_LOST,       /* Antichess: the side to move has no pieces and wins */
    PF_REASON_NO_MOVES_LEFT,         /* Antichess: the side to move has pieces but no moves and wins */
    PF_REASON_TIMEOUT                /* pf_position_timeout: a win, or a draw if the other side cannot win */
} pf_reason;

/* PF_RESULT_UNDECIDED and PF_REASON_NONE until the game is over. */
typedef struct pf_outcome {
    pf_result result;
    pf_reason reason;
} pf_outcome;

/* Which draws are automatic.
 *   FIDE    75 moves and fivefold repetition; 50 moves and threefold repetition must be claimed
 *   ENGINE  50 moves and threefold repetition, as engines, engine matches and many programs play it
 * Checkmate and stalemate take precedence over the clocks, as in the Laws. */
typedef enum pf_policy { PF_POLICY_FIDE, PF_POLICY_ENGINE } pf_policy;

/* The outcome of the position and its half-move clock by the rules of its variant; repetition needs a pf_game.
 * Crazyhouse has neither a half-move clock nor a draw by insufficient material. */
PF_API pf_outcome pf_position_outcome(const pf_position *position, pf_policy policy);

/* Whether this side could win with the material on the board if both sides cooperated. false is certain: no sequence of
 * legal moves lets this side win. true depends on the material only; pf_position_is_unwinnable examines the position
 * itself. In Horde Black can always win, by taking everything. */
PF_API bool pf_position_can_win(const pf_position *position, pf_colour colour);

/* Whether neither side can win with this material: the draw of PF_REASON_INSUFFICIENT_MATERIAL. */
PF_API bool pf_position_is_insufficient(const pf_position *position);

/* "1-0", "0-1", "1/2-1/2" or "*", as in PGN; "*" also for PF_RESULT_NOT_GIVEN and for a value that is not a result. A
 * static string. */
PF_API const char *pf_result_text(pf_result result);

/* Reads a result as PGN writes it. False, and out unchanged, for other text. Thread-safe. */
PF_API bool pf_result_from_text(pf_result *out, const char *text, size_t length);

/* The reason in words, such as "checkmate" or "fifty moves"; "" for none. A static string. */
PF_API const char *pf_reason_text(pf_reason reason);

/* ---- Positions that can no longer be won ---- */

/* The answer to a question that may be too hard. */
typedef enum pf_verdict { PF_VERDICT_UNKNOWN, PF_VERDICT_NO, PF_VERDICT_YES } pf_verdict;

/* Scratch memory for one position in the functions below. */
#define PF_DEAD_BYTES_PER_NODE 44

/* A generous budget for the functions below: 8.8 MB of scratch memory, of which positions from real games need less
 * than a hundredth. Only pawn walls that were composed to be hard exhaust it, in about 0.1 s. */
#define PF_DEAD_BUDGET 200000

/* Whether the position is dead: no sequence of legal moves, even if both sides cooperate, ends in checkmate
 * (FIDE Laws 5.2.2). Clocks are ignored. NO and YES are exact: NO means that a mate was found, YES that the pieces can
 * be proven never to mate (blocked pawn walls, for example) or that every reachable position was examined.
 * docs/rules.md has the proof. In variants only the material and random games are examined, and YES is rare.
 *
 * node_budget limits the number of positions that are examined; scratch is memory for them, PF_DEAD_BYTES_PER_NODE
 * each, used only during the call. If the memory is too small for the budget, the search ends when the memory is full.
 * With NULL, or budget 0, only the proofs without search are tried. 2,000 nodes settled all of 15,000 final positions
 * of lichess games; blocked positions can need PF_DEAD_BUDGET.
 *
 *     static unsigned char scratch[20000 * PF_DEAD_BYTES_PER_NODE];
 *     pf_verdict dead = pf_position_is_dead(&position, 20000, scratch, sizeof scratch);
 */
PF_API pf_verdict pf_position_is_dead(const pf_position *position, uint32_t node_budget, void *scratch, size_t size);

/* Whether this side can no longer win by any sequence of legal moves. This decides the result when the other side's
 * time has run out (FIDE Laws 6.9). The parameters are those of pf_position_is_dead. */
PF_API pf_verdict pf_position_is_unwinnable(const pf_position *position, pf_colour colour, uint32_t node_budget,
                                            void *scratch, size_t size);

/* Why pf_position_is_unwinnable gave its answer. */
typedef enum pf_win_reason {
    PF_WIN_UNSETTLED, /* the budget ran out before the search ended; the answer is unknown */
    PF_WIN_MATE,      /* a series of legal moves ends in mate, or a variant's win: the side can win */
    PF_WIN_MATERIAL,  /* the material allows no mate: it cannot */
    PF_WIN_WALL,      /* no piece can ever reach the squares that a mate would need: it cannot */
    PF_WIN_EXHAUSTED  /* every reachable position was examined, and none is a mate: it cannot */
} pf_win_reason;

/* "mate", "material", "wall", "exhausted"; "" for PF_WIN_UNSETTLED. A static string. */
PF_API const char *pf_win_reason_text(pf_win_reason reason);

/* The length of the longest mating line that is searched for, in half-moves. */
#define PF_HELPMATE_CAPACITY 1000

/* Whether a side can win, and the proof. */
typedef struct pf_helpmate {
    pf_verdict unwinnable;
    pf_win_reason reason;
    uint32_t nodes; /* positions that were examined */
    uint32_t size;  /* the moves of the line: 0 if the position itself is mate, or if there is no line */
    pf_move moves[PF_HELPMATE_CAPACITY];
} pf_helpmate;

/* pf_position_is_unwinnable with its proof. If the side can win, moves is a legal line from position, not necessarily a
 * short one, after which the other side is mated, or in a variant has lost by its rules. Returns out->unwinnable.
 * Thread-safe; out and scratch are only written. */
PF_API pf_verdict pf_position_find_helpmate(pf_helpmate *out, const pf_position *position, pf_colour colour,
                                            uint32_t node_budget, void *scratch, size_t size);

/* The outcome when a side has run out of time: the other side wins, unless no series of legal moves could let it win,
 * in which case the game is drawn (FIDE Laws 6.9). PF_RESULT_UNDECIDED with PF_REASON_TIMEOUT if the budget was too
 * small to find out. A game that is over already keeps its outcome (by PF_POLICY_FIDE). The other parameters are those
 * of pf_position_is_dead. Thread-safe. */
PF_API pf_outcome pf_position_timeout(const pf_position *position, pf_colour colour, uint32_t node_budget,
                                      void *scratch, size_t size);

#ifdef __cplusplus
}
#endif

#endif
