/* Chapter 4 of docs/learn: a complete, slow generator, which plays each move and looks at the king.
 *     cc -O3 -march=native 4_check.c -o 4_check
 *     ./4_check DEPTH [FEN] [MOVES]
 * It prints the number of move sequences of length DEPTH below each move, and their sum on the last line. */
#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
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

/* ---- lines ---- */
/* The four lines through each square, without the square itself: file, rank, diagonal, anti-diagonal. */
enum { ALONG_FILE, ALONG_RANK, DIAGONAL, ANTI_DIAGONAL };
static bitboard lines[4][64];

static void init_lines(void)
{
    static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};
    for (int square = 0; square < 64; square++) {
        for (int line = 0; line < 4; line++) {
            for (int distance = -7; distance <= 7; distance++) {
                const int step[1][2] = {{steps[line][0] * distance, steps[line][1] * distance}};
                if (distance != 0) lines[line][square] |= leaps(square, step, 1);
            }
        }
    }
}

/* ---- line attacks ---- */
static bitboard line_attacks(int square, bitboard occupied, int line)
{
    bitboard blockers = occupied & lines[line][square];
    bitboard above = blockers & -BIT(square);
    bitboard below = blockers & (BIT(square) - 1);
    bitboard nearest_above = above & -above;
    bitboard nearest_below = BIT(63 - __builtin_clzll(below | 1));
    return (2 * nearest_above - nearest_below) & lines[line][square];
}

static bitboard bishop_attacks(int square, bitboard occupied)
{
    return line_attacks(square, occupied, DIAGONAL) | line_attacks(square, occupied, ANTI_DIAGONAL);
}

static bitboard rook_attacks(int square, bitboard occupied)
{
    return line_attacks(square, occupied, ALONG_FILE) | line_attacks(square, occupied, ALONG_RANK);
}

/* ---- piece attacks ---- */
static bitboard piece_attacks(int type, int square, bitboard occupied)
{
    if (type == KNIGHT) return knight_attacks[square];
    if (type == KING) return king_attacks[square];
    bitboard diagonals = type == ROOK ? 0 : bishop_attacks(square, occupied);
    return type == BISHOP ? diagonals : diagonals | rook_attacks(square, occupied);
}

/* ---- between ---- */
/* Which of the four lines has both squares, or -1. */
static int common_line(int a, int b)
{
    int line = 3;
    while (line >= 0 && (lines[line][a] & BIT(b)) == 0) line--;
    return line;
}

/* The squares strictly between two squares of one line. */
static bitboard between(int a, int b)
{
    int line = common_line(a, b);
    return line < 0 ? 0 : line_attacks(a, BIT(b), line) & line_attacks(b, BIT(a), line);
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

/* ---- slider moves ---- */
static void add_pieces(const struct board *b, struct list *list, bitboard targets)
{
    bitboard occupied = b->colour[WHITE] | b->colour[BLACK];
    for (int type = KNIGHT; type <= KING; type++) {
        for (bitboard set = b->pieces[type] & b->colour[b->turn]; set != 0;) {
            int from = pop(&set);
            add_all(list, from, piece_attacks(type, from, occupied) & targets, type);
        }
    }
}

static void generate_pseudo(const struct board *b, struct list *list)
{
    list->size = 0;
    add_pawn_captures(b, list);
    add_pieces(b, list, b->colour[!b->turn]);
    add_pawn_pushes(b, list);
    add_pieces(b, list, ~(b->colour[WHITE] | b->colour[BLACK]));
}

/* ---- castling targets ---- */
/* Wherever they come from, castling takes the king to the g-file and the rook to the f-file, or to c and d. */
static int king_target(int king, int rook)
{
    return king / 8 * 8 + (rook > king ? 6 : 2);
}

static int rook_target(int king, int rook)
{
    return king / 8 * 8 + (rook > king ? 5 : 3);
}

/* ---- play ---- */
/* The board after the move. Castling is stored as the king taking its own rook. */
static struct board play(const struct board *b, struct move move)
{
    struct board after = *b;
    int us = b->turn;
    bitboard from = BIT(move.from), to = BIT(move.to);
    after.turn = !us;
    after.ep = NO_SQUARE;
    after.castling &= ~(from | to); /* a rook has moved, or was captured */
    if (move.piece == KING) after.castling &= ~(us == WHITE ? RANK_1 : RANK_8);
    bitboard gone = from | to; /* every square that is emptied first */
    if (move.piece == PAWN && move.to == b->ep) gone |= BIT(move.to ^ 8);
    for (int type = PAWN; type <= KING; type++) after.pieces[type] &= ~gone;
    after.colour[WHITE] &= ~gone;
    after.colour[BLACK] &= ~gone;

    if (move.piece == KING && (b->colour[us] & to) != 0) {
        bitboard rook = BIT(rook_target(move.from, move.to));
        after.pieces[ROOK] |= rook;
        after.colour[us] |= rook;
        to = BIT(king_target(move.from, move.to));
    }
    after.pieces[move.becomes] |= to;
    after.colour[us] |= to;
    if (move.piece == PAWN && (move.from ^ move.to) == 16) after.ep = (move.from + move.to) / 2;
    return after;
}

/* ---- attackers ---- */
/* The pieces of both colours that attack a square. */
static bitboard attackers(const struct board *b, int square, bitboard occupied)
{
    return (knight_attacks[square] & b->pieces[KNIGHT]) | (king_attacks[square] & b->pieces[KING]) |
           (pawn_attacks[WHITE][square] & b->pieces[PAWN] & b->colour[BLACK]) |
           (pawn_attacks[BLACK][square] & b->pieces[PAWN] & b->colour[WHITE]) |
           (bishop_attacks(square, occupied) & (b->pieces[BISHOP] | b->pieces[QUEEN])) |
           (rook_attacks(square, occupied) & (b->pieces[ROOK] | b->pieces[QUEEN]));
}

/* ---- is attacked ---- */
static bool is_attacked(const struct board *b, int square, int by)
{
    return (attackers(b, square, b->colour[WHITE] | b->colour[BLACK]) & b->colour[by]) != 0;
}

/* ---- castling by attacks ---- */
static void add_castling(const struct board *b, struct list *list)
{
    int us = b->turn, king = first(b->pieces[KING] & b->colour[us]);
    for (bitboard rooks = b->castling & b->colour[us]; rooks != 0;) {
        int rook = pop(&rooks);
        if (between(king, rook) & (b->colour[WHITE] | b->colour[BLACK])) continue;
        /* Not out of check, and not through check. Castling into check is left to the filter. */
        if (is_attacked(b, king, !us) || is_attacked(b, rook_target(king, rook), !us)) continue;
        add(list, king, rook, KING, KING);
    }
}

/* ---- filter ---- */
static void generate(const struct board *b, struct list *list)
{
    struct list pseudo;
    generate_pseudo(b, &pseudo);
    add_castling(b, &pseudo);
    list->size = 0;
    for (int i = 0; i < pseudo.size; i++) {
        struct board after = play(b, pseudo.moves[i]);
        int king = first(after.pieces[KING] & after.colour[b->turn]);
        if (!is_attacked(&after, king, after.turn)) list->moves[list->size++] = pseudo.moves[i];
    }
}

/* ---- perft ---- */
static uint64_t perft(const struct board *b, int depth)
{
    struct list list;
    if (depth == 0) return 1;
    generate(b, &list);
    if (depth == 1) return (uint64_t)list.size;
    uint64_t nodes = 0;
    for (int i = 0; i < list.size; i++) {
        struct board after = play(b, list.moves[i]);
        nodes += perft(&after, depth - 1);
    }
    return nodes;
}

/* ---- move text ---- */
/* A move as in "e7e8q". Castling is the king's step in standard chess, and king takes rook elsewhere. */
static const char *move_text(const struct board *b, struct move move, char text[6])
{
    int to = move.to;
    if (move.piece == KING && (b->colour[b->turn] & BIT(to)) != 0 && move.from % 8 == 4 && (to + 1) % 8 < 2) {
        to = king_target(move.from, to);
    }
    snprintf(text, 6, "%c%c%c%c%c", 'a' + move.from % 8, '1' + move.from / 8, 'a' + to % 8, '1' + to / 8,
             move.becomes != move.piece ? letters[move.becomes] : '\0');
    return text;
}

/* ---- main ---- */
static void play_text(struct board *b, const char *words)
{
    struct list list;
    char word[6], text[6];
    for (int length; sscanf(words, "%5s%n", word, &length) == 1; words += length) {
        generate(b, &list);
        int i = 0;
        while (i < list.size && strcmp(move_text(b, list.moves[i], text), word) != 0) i++;
        if (i == list.size) fail("this move is not legal");
        *b = play(b, list.moves[i]);
    }
}

int main(int argc, char **argv)
{
    int depth = argc > 1 ? atoi(argv[1]) : 5;
    struct board b = read_fen(argc > 2 ? argv[2] : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    struct list list;
    uint64_t nodes = depth == 0;
    char text[6];
    init_leapers();
    init_lines();
    if (argc > 3) play_text(&b, argv[3]);
    generate(&b, &list);
    for (int i = 0; i < list.size && depth > 0; i++) {
        struct board after = play(&b, list.moves[i]);
        uint64_t below = perft(&after, depth - 1);
        printf("%s: %" PRIu64 "\n", move_text(&b, list.moves[i], text), below);
        nodes += below;
    }
    printf("%" PRIu64 "\n", nodes);
    return 0;
}
