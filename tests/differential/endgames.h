/* All endgames of up to four men, and a number for each of their positions: what the programs that solve endgames
 * share. A class is all positions with the same pieces; a class whose colours are changed is the same class. Every
 * position without castling rights and without an en passant square has a cell. Positions that are mirror images share
 * a cell: the white king is on the files a to d, without pawns in the triangle a1-d1-d4. */
#ifndef PLYFORGE_TESTS_ENDGAMES_H
#define PLYFORGE_TESTS_ENDGAMES_H

#include <plyforge.h>

enum { MOST_MEN = 4, MOST_ENDGAMES = 64 };

typedef struct endgame {
    char name[8]; /* KRvKB */
    unsigned men;
    bool has_pawns;
    pf_colour colours[MOST_MEN]; /* both kings first, then the others of White, then those of Black */
    pf_piece_type types[MOST_MEN];
    uint32_t sides[2];
    size_t cells;   /* for one side to move */
    int8_t *values; /* one for each cell and side to move; what they mean is up to the program. NULL at first */
} endgame;

extern endgame endgames[MOST_ENDGAMES];
extern size_t endgame_count;

/* Fills the list. Each class comes after those that captures and promotions lead to: few men first, then few pawns. */
void endgames_add(unsigned men);

/* The cell of a position with White's or Black's turn and with its pieces on these squares. */
size_t endgame_cell(const endgame *class, pf_colour turn, const unsigned *squares);

/* The squares of a cell; the other way round. */
void endgame_squares(const endgame *class, size_t cell, unsigned *squares);

/* The position of a cell, without its key. False if pieces are where they cannot be, or the side that has moved is in
 * check. */
bool endgame_position(const endgame *class, size_t cell, pf_position *out);

/* The class of a position, NULL if there is none, and its cell, with the colours changed if the class is that of the
 * other ones. */
endgame *endgame_of(const pf_position *position, size_t *cell, bool *are_changed);

/* The cells of a position with these squares: without pawns, a position with the white king on the diagonal has two
 * cells, which may be the same. Returns how many. */
unsigned endgame_cells(const endgame *class, pf_colour turn, const unsigned *squares, size_t cells[2]);

/* The squares from which the piece on square may have come with its last move, if that was no capture or promotion. */
pf_bitboard endgame_origins(const pf_position *position, pf_piece_type type, pf_square square);

/* The positions with an en passant square where a capture is legal that this position has; at most 2 written to out. */
unsigned endgame_en_passant(const pf_position *position, pf_position out[2]);

#endif
