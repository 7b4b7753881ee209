/* What the FEN of a variant has beside the six fields of standard chess, between the reader and writer in board/fen.c
 * and the variants. */
#ifndef PLYFORGE_FEN_ADDITIONS_H
#define PLYFORGE_FEN_ADDITIONS_H

#include <plyforge/fen.h>

#include "base/text.h"

typedef struct pf_fen_additions {
    bool has_pockets; /* pockets and '~' may be there */
    bool has_checks;  /* a field of checks may be there */
    pf_bitboard promoted;
    uint8_t pockets[2][5];
    uint8_t checks_given[2];
} pf_fen_additions;

/* Reads the fields of a FEN. additions says what may be there and receives it; NULL for standard chess. Both outputs
 * are left alone on failure. */
PF_PRIVATE pf_status pf_read_fen(pf_setup *out, pf_fen_additions *additions, const char *text, size_t length,
                                 pf_error *error);

/* Writes a FEN with that en passant square; additions may be NULL. */
PF_PRIVATE size_t pf_write_fen(char *buffer, size_t size, const pf_position *position,
                               const pf_fen_additions *additions, pf_castling_style castling, pf_square ep_square);

#endif
