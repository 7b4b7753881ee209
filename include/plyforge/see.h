/* Plyforge: static exchange evaluation: what a move wins or loses by captures on its target square.
 *
 * The exchange: after the move, both sides in turn may take on that square or stop. A side takes with the least
 * valuable piece that can do so legally (of equal types, the one on the lowest square), a pawn that reaches the last
 * rank becomes a queen, and a side stops when the next capture would lose material. Legally means on the board as the
 * exchange has left it: pinned pieces take no part until the pin is gone, pieces behind others join in, a side that is
 * in check may take only if that ends the check, and a king takes only what is no longer defended. En passant counts as
 * the first move, not as a reply. Castling has no exchange.
 *
 * Every function takes some ten nanoseconds for each capture of the exchange, reads the position only, and is safe to
 * call from any thread. */
#ifndef PLYFORGE_SEE_H
#define PLYFORGE_SEE_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The values of the pieces. Knights and bishops are equal, so that one for the other is an even trade. */
enum pf_see_value {
    PF_SEE_PAWN = 100,
    PF_SEE_KNIGHT = 300,
    PF_SEE_BISHOP = 300,
    PF_SEE_ROOK = 500,
    PF_SEE_QUEEN = 900
};

/* The caller's own values, for the functions that end with _with: five numbers, pawn to queen, from 0 to this. Smaller
 * numbers count as 0, larger ones as this. The least valuable piece is then the one with the lowest value, of equal
 * values the first in P N B R Q; the king takes last. */
enum pf_see_limit { PF_SEE_MAX_VALUE = 15000 };

/* The value of a move that is not legal: less than any exchange can lose. */
enum pf_see_no_value { PF_SEE_ILLEGAL = -32000 };

/* What the side to move gains by the move (a loss is negative) when both sides exchange optimally. */
PF_API int32_t pf_see(const pf_position *position, pf_move move);

/* The same with the caller's values; NULL: those above. */
PF_API int32_t pf_see_with(const pf_position *position, pf_move move, const int32_t values[5]);

/* Whether pf_see is at least threshold, without evaluating the whole exchange. False for a move that is not legal,
 * whatever the threshold. */
PF_API bool pf_see_at_least(const pf_position *position, pf_move move, int32_t threshold);
PF_API bool pf_see_at_least_with(const pf_position *position, pf_move move, int32_t threshold, const int32_t values[5]);

/* The exchange. moves are the move and all the captures that could follow it, whether they pay or not; balance is what
 * the side of the first move has gained after each of them. The first `played` moves are optimal play by both sides;
 * balance after the last of these is value. */
typedef struct pf_exchange {
    int32_t value; /* as pf_see */
    uint32_t size;
    uint32_t played;
    pf_move moves[32];
    int32_t balance[32];
} pf_exchange;

/* Fills the exchange and returns its value; size is 0 for a move that is not legal. */
PF_API int32_t pf_see_exchange(const pf_position *position, pf_move move, pf_exchange *out);
PF_API int32_t pf_see_exchange_with(const pf_position *position, pf_move move, const int32_t values[5],
                                    pf_exchange *out);

#ifdef __cplusplus
}
#endif

#endif
