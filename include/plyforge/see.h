/* Plyforge: static exchange evaluation: what a move wins or loses by captures on its target square.
 *
 * The exchange: after the move, both sides in turn may take on that square or stop. A side takes with the least
 * valuable piece that can do so legally (of equal types, the one on the lowest square), a pawn that reaches the last
 * rank becomes a queen, and a side stops when the next capture would lose material. Legality is judged on the board as
 * the exchange has left it: pinned pieces take no part until the pin is gone, pieces behind others join in, a side in
 * check may take only if that ends the check, and a king may take only a piece that is no longer defended. En passant
 * counts as the first move, not as a reply. Castling starts no exchange.
 *
 * Exchanges are the same in Crazyhouse, King of the Hill, Three-check and Horde: after a drop the enemy takes first,
 * only the pieces on the board count, and the variant's own endings are ignored. There are no exchanges in Atomic,
 * where a capture leaves nothing to take back, in Antichess, where captures are forced and losing pieces is the goal,
 * and in Racing Kings, where no capture may give check: there the functions answer as for an illegal move.
 *
 * Every function takes about ten nanoseconds for each capture of the exchange, only reads the position, and is safe to
 * call from any thread. */
#ifndef PLYFORGE_SEE_H
#define PLYFORGE_SEE_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The values of the pieces. Knights and bishops have the same value, so trading one for the other is even. */
enum pf_see_value {
    PF_SEE_PAWN = 100,
    PF_SEE_KNIGHT = 300,
    PF_SEE_BISHOP = 300,
    PF_SEE_ROOK = 500,
    PF_SEE_QUEEN = 900
};

/* The largest value that the functions ending in _with accept. They take five numbers, pawn to queen; negative numbers
 * count as 0, larger ones as this. The least valuable piece is then the one with the lowest number, and among equals
 * the first in the order P N B R Q; the king always takes last. */
enum pf_see_limit { PF_SEE_MAX_VALUE = 15000 };

/* The value of a move that is not legal, and of every move in a variant without exchanges: less than any exchange can
 * cost. */
enum pf_see_no_value { PF_SEE_ILLEGAL = -32000 };

/* What the side to move gains by the move (a loss is negative) when both sides exchange optimally. */
PF_API int32_t pf_see(const pf_position *position, pf_move move);

/* The same with your own values; NULL means those above. */
PF_API int32_t pf_see_with(const pf_position *position, pf_move move, const int32_t values[5]);

/* Whether pf_see is at least threshold, without evaluating the whole exchange. False for a move that is not legal, and
 * in a variant without exchanges, whatever the threshold. */
PF_API bool pf_see_at_least(const pf_position *position, pf_move move, int32_t threshold);
PF_API bool pf_see_at_least_with(const pf_position *position, pf_move move, int32_t threshold, const int32_t values[5]);

/* The exchange. moves are the move and all the captures that could follow it, whether they pay or not; balance is what
 * the side of the first move has gained after each of them. The first `played` moves are optimal play by both sides;
 * balance after the last of these is value. */
typedef struct pf_exchange {
    int32_t value; /* as pf_see */
    uint32_t size;
    uint32_t played;
    pf_move moves[36]; /* pieces on 27 squares in line with the target and on 8 a knight's move away, and a drop */
    int32_t balance[36];
} pf_exchange;

/* Fills the exchange and returns its value; size is 0 if that is PF_SEE_ILLEGAL. */
PF_API int32_t pf_see_exchange(const pf_position *position, pf_move move, pf_exchange *out);
PF_API int32_t pf_see_exchange_with(const pf_position *position, pf_move move, const int32_t values[5],
                                    pf_exchange *out);

#ifdef __cplusplus
}
#endif

#endif
