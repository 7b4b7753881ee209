/* Plyforge: the workbench of people who write move generators: moves as somebody means them, legal or not, and in words
 * why they are what they are.
 *
 * Every function only reads the position and is safe to call from any thread. */
#ifndef PLYFORGE_WORKBENCH_H
#define PLYFORGE_WORKBENCH_H

#include <plyforge/questions.h>
#include <plyforge/uci.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Moves that may be illegal ---- */

/* Reads a UCI move as somebody means it who takes it for legal: a legal move as pf_move_from_uci reads it; otherwise a
 * king that takes its own rook, or steps from the e-file of its first rank to the c- or g-file, castles; a pawn that
 * goes diagonally to the en passant square takes en passant; a fifth letter promotes. Promotion letters may be capitals
 * and follow '='. PF_ERROR_MOVE_TEXT for text that is no move; out is untouched then. pf_move_from_uci_as_meant(&move,
 * &position, "e1g1", 4, NULL); // then ask pf_move_why_illegal, or pf_explain */
PF_API pf_status pf_move_from_uci_as_meant(pf_move *out, const pf_position *position, const char *text, size_t length,
                                           pf_error *error);

/* ---- Why a move is legal or not, in words ---- */

/* Room for any explanation, NUL included. */
#define PF_EXPLANATION_SIZE 320

typedef struct pf_explanation {
    pf_why why;                     /* why.reason is PF_WHY_LEGAL for a legal move */
    bool is_mate;                   /* a legal move that mates */
    pf_check check;                 /* what check a legal move gives */
    pf_bitboard squares;            /* that the move leaves, reaches, or clears (en passant) */
    pf_bitboard proof;              /* other squares that prove the answer: kings, attackers, the lines between them */
    char text[PF_EXPLANATION_SIZE]; /* "e1g1 is not legal: White cannot castle, because the rook on f8 attacks f1" */
} pf_explanation;

/* Explains any 16-bit value; castling says how it is written. */
PF_API void pf_explain(pf_explanation *out, const pf_position *position, pf_move move, pf_uci_castling castling);

#ifdef __cplusplus
}
#endif

#endif
