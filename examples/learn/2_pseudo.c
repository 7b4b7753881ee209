/* Chapter 2 of docs/learn: pseudo-legal moves of pawns, knights and kings.
 *     cc -O3 -march=native 2_pseudo.c -o 2_pseudo
 *     ./2_pseudo [FEN]
 * It prints the captures, then the quiet moves, one per line, and their number on the last line. */
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

/* ---- leapers ---- */
static bitboard knight_attacks[64], king_attacks[64], pawn_attacks[2][64];

/* The squares that a leaper reaches: each step is a file and a rank distance, and must end on the board. */
static bitboard leaps(int square, const int steps[][2], int number)
{
    bitboard reached = 0;
    for (int i = 0; i < number; i++) {
        int file = square % 8 + steps[i][0], rank = square / 8 + steps[i][1];
        if (file >= 0 && file < 8 && rank >= 0 && rank < 8) reached |= BIT(rank * 8 + file);
    }
    return reached;
}

static void init_leapers(void)
{
    static const int knight[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    static const int king[8][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
    static const int pawns[2][2][2] = {{{-1, 1}, {1, 1}}, {{-1, -1}, {1, -1}}};
    for (int square = 0; square < 64; square++) {
        knight_attacks[square] = leaps(square, knight, 8);
        king_attacks[square] = leaps(square, king, 8);
        for (int colour = 0; colour < 2; colour++) pawn_attacks[colour][square] = leaps(square, pawns[colour], 2);
    }
}

/* ---- pawn shift ---- */
/* Where a set of pawns attacks: towards the a-file (side 0) or the h-file (side 1). */
static bitboard pawns_attack(bitboard pawns, int colour, int side)
{
    pawns &= ~(side == 0 ? FILE_A : FILE_H);
    return shift(pawns, (colour == WHITE ? 8 : -8) + (side == 0 ? -1 : 1));
}

/* ---- move ---- */
struct move {
    uint8_t from, to;
    uint8_t piece;   /* the type that leaves `from` */
    uint8_t becomes; /* the type that arrives on `to`: another one if a pawn promotes */
};

struct list {
    struct move moves[512];
    int size;
};

static void add(struct list *list, int from, int to, int piece, int becomes)
{
    list->moves[list->size++] = (struct move){(uint8_t)from, (uint8_t)to, (uint8_t)piece, (uint8_t)becomes};
}

/* Adds a move of a piece to each of the targets. */
static void add_all(struct list *list, int from, bitboard targets, int piece)
{
    while (targets != 0) add(list, from, pop(&targets), piece, piece);
}

/* Adds the pawn moves that end on the targets. All of them cover the same distance. */
static void add_pawns(struct list *list, bitboard targets, int distance)
{
    while (targets != 0) {
        int to = pop(&targets);
        if (BIT(to) & (RANK_1 | RANK_8)) {
            for (int type = QUEEN; type >= KNIGHT; type--) add(list, to - distance, to, PAWN, type);
        } else {
            add(list, to - distance, to, PAWN, PAWN);
        }
    }
}

/* ---- pawn pushes ---- */
static void add_pawn_pushes(const struct board *b, struct list *list)
{
    int up = b->turn == WHITE ? 8 : -8;
    bitboard empty = ~(b->colour[WHITE] | b->colour[BLACK]);
    bitboard third = b->turn == WHITE ? RANK_1 << 16 : RANK_8 >> 16;
    bitboard one = shift(b->pieces[PAWN] & b->colour[b->turn], up) & empty;
    bitboard two = shift(one & third, up) & empty;
    add_pawns(list, one, up);
    add_pawns(list, two, 2 * up);
}

/* ---- pawn captures ---- */
static void add_pawn_captures(const struct board *b, struct list *list)
{
    bitboard pawns = b->pieces[PAWN] & b->colour[b->turn];
    for (int side = 0; side < 2; side++) {
        int distance = (b->turn == WHITE ? 8 : -8) + (side == 0 ? -1 : 1);
        add_pawns(list, pawns_attack(pawns, b->turn, side) & b->colour[!b->turn], distance);
    }
    if (b->ep == NO_SQUARE || (BIT(b->ep ^ 8) & b->pieces[PAWN] & b->colour[!b->turn]) == 0) return;
    /* The pawns that attack the square are where a pawn of the other colour on it would attack. */
    for (bitboard set = pawn_attacks[!b->turn][b->ep] & pawns; set != 0;) add(list, pop(&set), b->ep, PAWN, PAWN);
}

/* ---- leaper moves ---- */
static void add_leapers(const struct board *b, struct list *list, bitboard targets)
{
    for (bitboard set = b->pieces[KNIGHT] & b->colour[b->turn]; set != 0;) {
        int from = pop(&set);
        add_all(list, from, knight_attacks[from] & targets, KNIGHT);
    }
    int king = first(b->pieces[KING] & b->colour[b->turn]);
    add_all(list, king, king_attacks[king] & targets, KING);
}

/* ---- leaper categories ---- */
static void add_captures(const struct board *b, struct list *list)
{
    add_pawn_captures(b, list);
    add_leapers(b, list, b->colour[!b->turn]);
}

static void add_quiets(const struct board *b, struct list *list)
{
    add_pawn_pushes(b, list);
    add_leapers(b, list, ~(b->colour[WHITE] | b->colour[BLACK]));
}

/* ---- plain move text ---- */
/* A move as in "e7e8q". */
static const char *move_text(struct move move, char text[6])
{
    snprintf(text, 6, "%c%c%c%c%c", 'a' + move.from % 8, '1' + move.from / 8, 'a' + move.to % 8, '1' + move.to / 8,
             move.becomes != move.piece ? letters[move.becomes] : '\0');
    return text;
}

/* ---- pseudo main ---- */
int main(int argc, char **argv)
{
    struct board b = read_fen(argc > 1 ? argv[1] : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    struct list list = {.size = 0};
    char text[6];
    init_leapers();
    add_captures(&b, &list);
    add_quiets(&b, &list);
    for (int i = 0; i < list.size; i++) printf("%s\n", move_text(list.moves[i], text));
    printf("%d\n", list.size);
    return 0;
}
