/* Plyforge: squares, pieces and boards as text, for programs and bindings that print them. Moves are in
 * <plyforge/uci.h> and <plyforge/san.h>, positions in <plyforge/fen.h>.
 *
 * Text goes out as described in <plyforge/base.h>. Every function is safe to call from any thread. */
#ifndef PLYFORGE_TEXT_H
#define PLYFORGE_TEXT_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Enough for the name of any square, NUL included. */
#define PF_SQUARE_TEXT_SIZE 3

/* Writes "e4"; "-" for PF_NO_SQUARE and any other value above 63. */
PF_API size_t pf_square_to_text(char *buffer, size_t size, pf_square square);

/* Reads what pf_square_to_text writes, "-" as PF_NO_SQUARE. False for any other text; out is untouched then. */
PF_API bool pf_square_from_text(pf_square *out, const char *text, size_t length);

/* The letter of a piece as in FEN, "PNBRQK" for White and "pnbrqk" for Black; '.' for a value that is not a piece. */
PF_API char pf_piece_to_letter(pf_piece piece);

/* The piece of a FEN letter; PF_NO_PIECE for any other character. */
PF_API pf_piece pf_piece_from_letter(char letter);

/* The type of a letter, upper or lower case; PF_NO_PIECE_TYPE for any other character. */
PF_API pf_piece_type pf_piece_type_from_letter(char letter);

/* "pawn" to "king"; "piece" for a value that is not a piece type. A static string. */
PF_API const char *pf_piece_type_name(pf_piece_type type);

/* The chess symbol of Unicode in UTF-8, as in "♞"; "·" for a value that is not a piece. A static string. */
PF_API const char *pf_piece_to_figurine(pf_piece piece);

/* How a board is drawn. Zero-initialised: letters, no marks, no colours. */
typedef struct pf_board_style {
    bool figurines;          /* symbols of Unicode instead of letters */
    bool flipped;            /* seen from Black's side */
    pf_bitboard brackets;    /* squares to draw as [K]; with any mark each square is three characters wide */
    pf_bitboard parentheses; /* squares to draw as (K), if they have no brackets */
    /* Escape sequences, written before the text that they colour; NULL for none. */
    const char *white_on; /* for white pieces on a board without marks */
    const char *brackets_on;
    const char *parentheses_on;
    const char *off; /* ends each of these */
} pf_board_style;

/* Enough for any board without escape sequences, NUL included. */
#define PF_BOARD_SIZE 512

/* Draws the board, from White's side unless the style says otherwise: eight ranks with their numbers, an empty line and
 * the files. Every line ends with a newline. style may be NULL. */
PF_API size_t pf_position_to_board(char *buffer, size_t size, const pf_position *position, const pf_board_style *style);

#ifdef __cplusplus
}
#endif

#endif
