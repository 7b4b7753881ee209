/* Plyforge: FEN text in and out. */
#ifndef PLYFORGE_FEN_H
#define PLYFORGE_FEN_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Enough for any FEN that this library writes, NUL included. */
#if PF_VARIANTS
#define PF_FEN_SIZE 192
#else
#define PF_FEN_SIZE 128
#endif

/* How castling rights are written. All styles are read.
 *   standard  KQkq; a rook that is not in its corner is written by its file, as in X-FEN
 *   xfen      KQkq for the outermost rook on that side of the king, the file letter for an inner one
 *   shredder  the file letter of the rook, always: HAha */
typedef enum pf_castling_style { PF_CASTLING_STANDARD, PF_CASTLING_XFEN, PF_CASTLING_SHREDDER } pf_castling_style;

/* When the en passant square is written.
 *   always  after every double push (the FEN standard)
 *   pseudo  when a pawn of the side to move attacks it, pinned or not (X-FEN)
 *   legal   when the capture is legal */
typedef enum pf_ep_mode { PF_EP_ALWAYS, PF_EP_PSEUDO, PF_EP_LEGAL } pf_ep_mode;

/* Reads the fields of a FEN by the rules of a variant, without validating the position. Fields are separated by blanks;
 * missing ones at the end become "w - - 0 1". Castling is read as standard, X-FEN or Shredder: K means the outermost
 * rook on the king's right; a right without such a rook is set for the corner square, which validation reports.
 * Variants add
 *   Crazyhouse   the pockets behind the board, as [Qn] or as a ninth rank /Qn; '~' behind promoted pieces
 *   Three-check  the checks that are left to each side before the clocks, 3+3, or the checks given as the last field,
 *                +0+0; without either, none was given */
PF_API pf_status pf_setup_from_fen(pf_setup *out, const char *text, size_t length, pf_variant variant, pf_error *error);

/* Reads and validates, for a variant with pf_accept_variant in accept. On failure out is unchanged and error has the
 * reason: for text that cannot be read, the byte offset of the fault; for an impossible position, PF_ERROR_POSITION and
 * all the problems, by name; PF_ERROR_UNSUPPORTED for a variant if PF_VARIANTS is 0. problems, unless NULL, receives
 * what validation found, on success too.
 *
 *     pf_position position;
 *     pf_error error;
 *     if (pf_position_from_fen(&position, text, strlen(text), PF_ACCEPT_STRICT, NULL, &error) != PF_OK)
 *         fprintf(stderr, "%u: %s\n", error.offset, error.message);
 */
PF_API pf_status pf_position_from_fen(pf_position *out, const char *text, size_t length, pf_accept accept,
                                      pf_problems *problems, pf_error *error);

/* Writes six fields; in Crazyhouse with pockets, as [Qn], and in Three-check with the checks that are left, as 3+3.
 * Text goes out as described in <plyforge/base.h>; PF_FEN_SIZE is always enough. */
PF_API size_t pf_position_to_fen(char *buffer, size_t size, const pf_position *position, pf_castling_style castling,
                                 pf_ep_mode ep);

#ifdef __cplusplus
}
#endif

#endif
