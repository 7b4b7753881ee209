/* Plyforge: moves as UCI text, "e2e4" and "e7e8q"; in variants also drops, "N@f3", and promotions to king, "e7e8k"; and
 * the UCI command "position". */
#ifndef PLYFORGE_UCI_H
#define PLYFORGE_UCI_H

#include <plyforge/game.h>
#include <plyforge/questions.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Enough for any UCI move, NUL included. */
#define PF_UCI_SIZE 6

/* How castling is written: as the king's step, e1g1, or as the king taking its rook, e1h1 (UCI_Chess960). Castling that
 * is possible only in Chess960 is always written as king takes rook, because the king's step could also mean a king
 * move. */
typedef enum pf_uci_castling { PF_UCI_KING_STEP, PF_UCI_KING_TAKES_ROOK } pf_uci_castling;

/* Writes a move of any variant; "0000" for PF_NO_MOVE. Text goes out as described in <plyforge/base.h>. */
PF_API size_t pf_move_to_uci(char *buffer, size_t size, pf_move move, pf_uci_castling castling);

/* Reads a legal move of the position. Both castling forms are read; if the text means one move as king takes rook and
 * another as king step, it is read as king takes rook. PF_ERROR_MOVE_TEXT for text that is not a move,
 * PF_ERROR_MOVE_ILLEGAL for a move that is not legal here, with the sentence of pf_why_to_text as the message; out is
 * then unchanged. A drop may be written with a small letter. The reason costs extra only if the move is illegal and
 * error is not NULL.
 */
PF_API pf_status pf_move_from_uci(pf_move *out, const pf_position *position, const char *text, size_t length,
                                  pf_error *error);

/* Reads the UCI command "position" into a game, which then has all its moves and so knows about repetitions. The word
 * "position" itself may be missing:
 *
 *     position startpos
 *     position startpos moves e2e4 e7e5 g1f3
 *     position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4
 *
 * startpos is the start position of the variant in accept; accept and problems are those of pf_position_from_fen. The
 * words are separated by blanks, and the end of the line may be part of the text. The game may have been created from
 * any position. PF_ERROR_UCI for text that is not this command, and the errors of pf_position_from_fen and
 * pf_move_from_uci, with the offset of the fault; PF_ERROR_NO_ROOM for too many moves. The game is then unchanged.
 *
 *     if (pf_game_from_uci(game, line, strlen(line), PF_ACCEPT_LENIENT, NULL, &error) != PF_OK)
 *         printf("info string %s\n", error.message); */
PF_API pf_status pf_game_from_uci(pf_game *game, const char *text, size_t length, pf_accept accept,
                                  pf_problems *problems, pf_error *error);

#ifdef __cplusplus
}
#endif

#endif
