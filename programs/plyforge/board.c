/* Drawing: boards of letters or of chess figures, and the colours of a terminal that has them. */
#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool use_colours(enum colour_choice choice)
{
    if (choice != COLOURS_AUTO) return choice == COLOURS_ALWAYS;
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM"); /* no-color.org: any text but "" */
    if (no_color != NULL && no_color[0] != '\0') return false;
    return isatty(STDOUT_FILENO) != 0 && terminal != NULL && strcmp(terminal, "dumb") != 0;
}

const char *paint(const struct request *request, enum paint paint)
{
    static const char *const codes[] = {
        [PAINT_NONE] = "\033[0m",   [PAINT_GOOD] = "\033[32m",   [PAINT_BAD] = "\033[31m",
        [PAINT_STRONG] = "\033[1m", [PAINT_MOVE] = "\033[1;33m", [PAINT_PROOF] = "\033[36m",
    };
    return request->colours ? codes[paint] : "";
}

/* The piece as a letter or a figure; indexed by pf_piece, which leaves 7 and 8 out. */
static const char *piece_text(pf_piece piece, const struct request *request)
{
    static const char *const letters[] = {".", "P", "N", "B", "R", "Q", "K", "?", "?", "p", "n", "b", "r", "q", "k"};
    static const char *const figures[] = {"·", "♙", "♘", "♗", "♖", "♕", "♔", "?", "?", "♟", "♞", "♝", "♜", "♛", "♚"};
    return request->unicode ? figures[piece] : letters[piece];
}

/* The rank of a row that is printed, and the file of a column. */
static unsigned rank_of_row(unsigned row, const struct request *request)
{
    return request->flip ? row : 7 - row;
}

static unsigned file_of_column(unsigned column, const struct request *request)
{
    return request->flip ? 7 - column : column;
}

void print_board(const pf_position *position, const struct request *request)
{
    for (unsigned row = 0; row < 8; row++) {
        unsigned rank = rank_of_row(row, request);
        printf("%u ", rank + 1);
        for (unsigned column = 0; column < 8; column++) {
            pf_square square = pf_square_of(file_of_column(column, request), rank);
            pf_piece piece = pf_position_piece_at(position, square);
            bool white = piece != PF_NO_PIECE && pf_piece_colour(piece) == PF_WHITE;
            printf(" %s%s%s", white ? paint(request, PAINT_STRONG) : "", piece_text(piece, request),
                   white ? paint(request, PAINT_NONE) : "");
        }
        putchar('\n');
    }
    puts(request->flip ? "\n   h g f e d c b a" : "\n   a b c d e f g h");
}

void print_marked_board(const pf_position *position, const pf_explanation *explanation, const struct request *request)
{
    for (unsigned row = 0; row < 8; row++) {
        unsigned rank = rank_of_row(row, request);
        printf("%u ", rank + 1);
        for (unsigned column = 0; column < 8; column++) {
            pf_square square = pf_square_of(file_of_column(column, request), rank);
            const char *piece = piece_text(pf_position_piece_at(position, square), request);
            bool of_move = (explanation->squares & pf_bit(square)) != 0;
            bool of_proof = (explanation->proof & pf_bit(square)) != 0;
            if (of_move || of_proof)
                printf("%s%c%s%c%s", paint(request, of_move ? PAINT_MOVE : PAINT_PROOF), of_move ? '[' : '(', piece,
                       of_move ? ']' : ')', paint(request, PAINT_NONE));
            else
                printf(" %s%s", piece, column < 7 ? " " : "");
        }
        putchar('\n');
    }
    puts(request->flip ? "\n   h  g  f  e  d  c  b  a" : "\n   a  b  c  d  e  f  g  h");
}
