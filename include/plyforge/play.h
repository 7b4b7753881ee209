/* Plyforge: playing moves and taking them back. */
#ifndef PLYFORGE_PLAY_H
#define PLYFORGE_PLAY_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Plays any 16-bit value if it is a legal move. Otherwise returns PF_ERROR_MOVE_ILLEGAL and leaves the position
 * unchanged; the error's message then gives the reason, as pf_why_to_text does. */
PF_API pf_status pf_position_play(pf_position *position, pf_move move, pf_error *error);

/* Plays a move that the caller knows to be legal (from a list, or tested). Copy the position first to keep it:
 *     pf_position child = position;
 *     pf_position_play_unchecked(&child, move);
 * An illegal move has undefined results. */
PF_API void pf_position_play_unchecked(pf_position *position, pf_move move);

/* Filled by make, so that unmake can restore every byte. */
typedef struct pf_undo {
#if PF_VARIANTS
    pf_position before; /* filled in variants only */
#endif
    pf_bitboard castling;
    uint64_t key;
    uint32_t fullmove_number;
    uint16_t halfmove_clock;
    uint8_t ep_square;
    uint8_t captured; /* a pf_piece_type, PF_NO_PIECE_TYPE if nothing was taken */
} pf_undo;

/* pf_position_play_unchecked that can be undone: unmake with the same move and undo, in reverse order, restores the
 * position byte for byte. */
PF_API void pf_position_make(pf_position *position, pf_move move, pf_undo *undo);
PF_API void pf_position_unmake(pf_position *position, pf_move move, const pf_undo *undo);

/* The null move: passes the turn without moving, as a search does. The en passant square is cleared, the half-move
 * clock is incremented. Returns false and changes nothing if the side to move is in check, or if the game is over by a
 * rule of its variant. On a copy it needs no pf_undo:
 *     pf_position child = position;
 *     if (pf_position_play_null(&child)) ... */
PF_API bool pf_position_play_null(pf_position *position);

/* The same, with data to undo it. */
PF_API bool pf_position_make_null(pf_position *position, pf_undo *undo);
PF_API void pf_position_unmake_null(pf_position *position, const pf_undo *undo);

#ifdef __cplusplus
}
#endif

#endif
