/* Chapter 1 of docs/learn: the board.
 *     cc -O3 -march=native 1_board.c -o 1_board
 *     ./1_board [FEN]
 * It prints the board, and what shifting its white pawns does. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- bitboard ---- */
typedef uint64_t bitboard; /* a set of squares: bit 0 is a1, bit 7 is h1, bit 63 is h8 */

#define BIT(square) ((bitboard)1 << (square))
#define FILE_A      ((bitboard)0x0101010101010101)
#define FILE_H      (FILE_A << 7)
#define RANK_1      ((bitboard)0xff)
#define RANK_8      (RANK_1 << 56)

enum { WHITE, BLACK };
enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };
enum { NO_SQUARE = 64 };

/* ---- scan ---- */
static int count(bitboard set)
{
    return __builtin_popcountll(set);
}

/* The lowest square of a set that is not empty. */
static int first(bitboard set)
{
    return __builtin_ctzll(set);
}

/* Removes the lowest square from the set and returns it. */
static int pop(bitboard *set)
{
    int square = first(*set);
    *set &= *set - 1;
    return square;
}

/* ---- board ---- */
struct board {
    bitboard pieces[6]; /* by type, both colours together */
    bitboard colour[2]; /* by colour, all types together */
    bitboard castling;  /* the rooks that may still castle */
    int turn;
    int ep; /* the square that a pawn has just jumped over, or NO_SQUARE */
};

/* ---- shift ---- */
/* Moves every square of the set by the same distance; a negative one goes down the board. */
static bitboard shift(bitboard set, int distance)
{
    return distance > 0 ? set << distance : set >> -distance;
}

/* ---- fail ---- */
static void fail(const char *message)
{
    fprintf(stderr, "%s\n", message);
    exit(2);
}

/* ---- fen board ---- */
static const char letters[] = "pnbrqk";

/* Reads the first field of a FEN, which starts with a8, and returns where it ends. */
static const char *read_pieces(struct board *b, const char *fen)
{
    int square = 56;
    for (; *fen != '\0' && *fen != ' '; fen++) {
        const char *letter = strchr(letters, tolower((unsigned char)*fen));
        if (*fen == '/' && square % 8 == 0) {
            square -= 16;
        } else if (*fen >= '1' && *fen <= '8') {
            square += *fen - '0';
        } else if (letter != NULL && square >= 0 && square < 64 &&
                   !((b->colour[WHITE] | b->colour[BLACK]) & BIT(square))) {
            b->pieces[letter - letters] |= BIT(square);
            b->colour[isupper((unsigned char)*fen) ? WHITE : BLACK] |= BIT(square++);
        } else {
            fail("the pieces of this FEN cannot be read");
        }
    }
    return fen;
}

/* ---- corner rooks ---- */
/* In standard chess the king that castles is on the e-file of its back rank, and the rook in a corner. */
static bitboard castling_rook(const struct board *b, char letter)
{
    int colour = isupper((unsigned char)letter) ? WHITE : BLACK, corner = colour == WHITE ? 0 : 56;
    bitboard rooks = b->pieces[ROOK] & b->colour[colour];
    if ((b->pieces[KING] & b->colour[colour] & BIT(corner + 4)) == 0) return 0;
    switch (tolower((unsigned char)letter)) {
    case 'q': return rooks & BIT(corner);
    case 'k': return rooks & BIT(corner + 7);
    default: return 0;
    }
}

/* ---- fen rest ---- */
static struct board read_fen(const char *fen)
{
    struct board b = {.turn = WHITE, .ep = NO_SQUARE};
    char turn = 'w', castling[8] = "-", ep[3] = "-";
    fen = read_pieces(&b, fen);
    sscanf(fen, " %c %7s %2s", &turn, castling, ep);
    b.turn = turn == 'b' ? BLACK : WHITE;
    for (const char *letter = castling; *letter != '\0'; letter++) b.castling |= castling_rook(&b, *letter);
    if (ep[0] >= 'a' && ep[0] <= 'h' && (ep[1] == '3' || ep[1] == '6')) b.ep = (ep[1] - '1') * 8 + (ep[0] - 'a');
    for (int colour = WHITE; colour <= BLACK; colour++) {
        if (count(b.pieces[KING] & b.colour[colour]) != 1) fail("each side needs one king");
        if (count(b.colour[colour]) > 16) fail("a side has more than 16 pieces");
    }
    return b;
}

/* ---- print board ---- */
static char letter_on(const struct board *b, int square)
{
    for (int type = PAWN; type <= KING; type++) {
        if (b->pieces[type] & BIT(square)) {
            return (char)(b->colour[WHITE] & BIT(square) ? toupper(letters[type]) : letters[type]);
        }
    }
    return '.';
}

static void print_board(const struct board *b)
{
    for (int rank = 7; rank >= 0; rank--) {
        for (int file = 0; file < 8; file++) printf("%c%s", letter_on(b, rank * 8 + file), file < 7 ? " " : "\n");
    }
}

/* ---- print set ---- */
static void print_set(const char *name, bitboard set)
{
    printf("\n%s: %d squares, 0x%016llx\n", name, count(set), (unsigned long long)set);
    for (int rank = 7; rank >= 0; rank--) {
        for (int file = 0; file < 8; file++) {
            printf("%c%s", set & BIT(rank * 8 + file) ? 'x' : '.', file < 7 ? " " : "\n");
        }
    }
}

/* ---- board main ---- */
int main(int argc, char **argv)
{
    struct board b = read_fen(argc > 1 ? argv[1] : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    print_board(&b);
    printf("\n%s to move; rooks that may castle:", b.turn == WHITE ? "White" : "Black");
    for (bitboard rooks = b.castling; rooks != 0;) {
        int square = pop(&rooks);
        printf(" %c%c", 'a' + square % 8, '1' + square / 8);
    }
    printf("\n");
    bitboard pawns = b.pieces[PAWN] & b.colour[WHITE];
    print_set("white pawns", pawns);
    print_set("one rank up", shift(pawns, 8));
    print_set("up and to the right, wrongly", shift(pawns, 9));
    print_set("up and to the right", shift(pawns & ~FILE_H, 9));
    print_set("up and to the left", shift(pawns & ~FILE_A, 7));
    return 0;
}
