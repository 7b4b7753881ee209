/* The values of columns of chess moves in 16 bits, in the form that <plyforge/types.h> defines: target square in bits 0
 * to 5, origin in 6 to 11, promotion in 12 and 13, kind in 14 and 15. The only file in this folder that knows anything
 * about chess. */
#ifndef PLYFORGE_PARQUET_MOVES_H
#define PLYFORGE_PARQUET_MOVES_H

#include <parquet/column.h>

/* The moves that can occur, null moves and those of variants included; first the 2001 of standard chess, whose numbers
 * have 11 bits. */
struct parquet_moves {
    struct parquet_known known;
    uint16_t values[4096];
    uint16_t numbers[65536];
};

/* NULL without memory. Release with free. */
struct parquet_moves *parquet_moves_create(void);

#endif
