/* The contract of a writer: how moves are written out of a set of targets. A file that generates moves includes one
 * writer before moves/generate.h:
 *
 *     moves/write_pairs.h    for every machine: a loop, two moves at a time
 *     moves/write_avx512.h   all moves of a piece at once
 *     moves/write_tight.h    one move after the other
 *
 * The first two may write past the end that they return: a list of 256 has space after the 218 moves that are possible.
 *
 * A writer defines the macro PF_WRITER and includes one of moves/captures_*.h. There is no default, so that a wrong
 * order of includes is an error rather than a slower program. */
#ifndef PLYFORGE_WRITE_H
#define PLYFORGE_WRITE_H

#include <plyforge/position.h>

#include "base/compiler.h"

/* How many moves to expect: many, or usually at most one. PF_FEW_OF_PIECE is like PF_FEW, for knights, bishops, rooks
 * and queens, of which there are usually several. A writer may ignore this. */
typedef enum pf_density { PF_MANY, PF_FEW, PF_FEW_OF_PIECE } pf_density;

/* All moves from one square to each square of targets, in ascending order. The targets are squares that a knight,
 * bishop, rook or king, as type says, reaches on an empty board: a queen is written as a rook and a bishop. Returns the
 * slot for the next move. */
PF_TEMPLATE pf_move *pf_write_from(pf_move *list, pf_square from, pf_bitboard targets, pf_piece_type type,
                                   pf_density density);

/* Pawn moves to each square of targets, all by the same step (to - from). */
PF_TEMPLATE pf_move *pf_write_pawns(pf_move *list, pf_bitboard targets, int step, pf_density density);

/* Writes the captures that the movers, pieces of one side but no pawns, make among victims; *left becomes the movers
 * whose captures are not written. Returns the slot for the next move. Called if PF_CAPTURES_AT_ONCE is 1. */
PF_TEMPLATE pf_move *pf_write_captures_at_once(pf_move *list, pf_bitboard *left, const pf_position *position,
                                               pf_bitboard movers, pf_bitboard victims);

#endif
