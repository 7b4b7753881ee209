/* Chapter 5 of docs/learn: legal moves from masks, without playing a move. One of the traps of chapter 6 is still open.
 *     cc -O3 -march=native 5_legal.c -o 5_legal
 *     ./5_legal DEPTH [FEN] [MOVES]
 * It prints the number of move sequences of length DEPTH below each move, and their sum on the last line. */
#include <ctype.h>
#include <inttypes.h>
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

/* ---- danger ---- */
/* All squares that a side attacks. */
static bitboard attacked_by(const struct board *b, int colour, bitboard occupied)
{
    bitboard pawns = b->pieces[PAWN] & b->colour[colour];
    bitboard attacked = pawns_attack(pawns, colour, 0) | pawns_attack(pawns, colour, 1);
    for (int type = KNIGHT; type <= KING; type++) {
        for (bitboard set = b->pieces[type] & b->colour[colour]; set != 0;) {
            attacked |= piece_attacks(type, pop(&set), occupied);
        }
    }
    return attacked;
}

/* ---- masks ---- */
/* What the generator must know about the position before it writes a move. */
struct masks {
    int king;
    bitboard own, enemy, occupied;
    bitboard danger;   /* where our king would be attacked */
    bitboard checkers; /* the enemy pieces that give check */
    bitboard capture;  /* the enemy pieces that may be captured */
    bitboard push;     /* the empty squares that may be moved to */
    bitboard pinned;   /* our pieces that must stay on their line to the king */
};

static struct masks find_masks(const struct board *b)
{
    int us = b->turn;
    struct masks m = {.own = b->colour[us], .enemy = b->colour[!us]};
    m.occupied = m.own | m.enemy;
    m.king = first(b->pieces[KING] & m.own);
    m.danger = attacked_by(b, !us, m.occupied ^ BIT(m.king));
    m.checkers = m.enemy &
                 ((knight_attacks[m.king] & b->pieces[KNIGHT]) | (pawn_attacks[us][m.king] & b->pieces[PAWN]));
    /* Sliders that would attack the king if our own pieces were not there. */
    bitboard snipers = (bishop_attacks(m.king, m.enemy) & (b->pieces[BISHOP] | b->pieces[QUEEN])) |
                       (rook_attacks(m.king, m.enemy) & (b->pieces[ROOK] | b->pieces[QUEEN]));
    for (snipers &= m.enemy; snipers != 0;) {
        int sniper = pop(&snipers);
        bitboard shield = between(m.king, sniper) & m.own;
        if (shield == 0) m.checkers |= BIT(sniper);
        if (count(shield) == 1) m.pinned |= shield;
    }
    m.capture = m.enemy;
    m.push = ~m.occupied;
    if (m.checkers != 0) {
        m.capture = m.checkers;
        m.push = between(m.king, first(m.checkers));
    }
    return m;
}

/* ---- en passant by masks ---- */
/* The pawn arrives on one square and captures on another, so either mask may allow the move. */
static void add_en_passant(const struct board *b, const struct masks *m, struct list *list)
{
    if (b->ep == NO_SQUARE) return;
    bitboard captured = BIT(b->ep ^ 8) & b->pieces[PAWN] & m->enemy;
    if (captured == 0 || ((captured & m->capture) == 0 && (BIT(b->ep) & m->push) == 0)) return;
    for (bitboard set = pawn_attacks[!b->turn][b->ep] & b->pieces[PAWN] & m->own; set != 0;) {
        int from = pop(&set);
        if ((m->pinned & BIT(from)) == 0 || (lines[common_line(m->king, from)][m->king] & BIT(b->ep)) != 0) {
            add(list, from, b->ep, PAWN, PAWN);
        }
    }
}

/* ---- pawn moves ---- */
static void add_pawn_moves(const struct board *b, const struct masks *m, struct list *list)
{
    int us = b->turn, up = us == WHITE ? 8 : -8;
    bitboard pawns = b->pieces[PAWN] & m->own, empty = ~m->occupied;
    bitboard third = us == WHITE ? RANK_1 << 16 : RANK_8 >> 16;

    bitboard movers = pawns & (~m->pinned | lines[ALONG_FILE][m->king]);
    bitboard one = shift(movers, up) & empty;
    bitboard two = shift(one & third, up) & empty;
    add_pawns(list, one & m->push, up);
    add_pawns(list, two & m->push, 2 * up);

    for (int side = 0; side < 2; side++) {
        int distance = up + (side == 0 ? -1 : 1);
        int line = distance == 9 || distance == -9 ? DIAGONAL : ANTI_DIAGONAL;
        movers = pawns & (~m->pinned | lines[line][m->king]);
        add_pawns(list, pawns_attack(movers, us, side) & m->capture, distance);
    }
}

/* ---- castling by danger ---- */
static void add_castling(const struct board *b, const struct masks *m, struct list *list)
{
    for (bitboard rooks = b->castling & m->own; rooks != 0;) {
        int rook = pop(&rooks), king_to = king_target(m->king, rook);
        if (between(m->king, rook) & m->occupied) continue;
        if ((between(m->king, king_to) | BIT(king_to)) & m->danger) continue;
        add(list, m->king, rook, KING, KING);
    }
}

/* ---- generate ---- */
static void generate(const struct board *b, struct list *list)
{
    struct masks m = find_masks(b);
    list->size = 0;
    add_all(list, m.king, king_attacks[m.king] & ~m.own & ~m.danger, KING);
    if (count(m.checkers) > 1) return;
    if (m.checkers == 0) add_castling(b, &m, list);
    add_pawn_moves(b, &m, list);
    add_en_passant(b, &m, list);
    for (int type = KNIGHT; type <= QUEEN; type++) {
        for (bitboard set = b->pieces[type] & m.own; set != 0;) {
            int from = pop(&set);
            bitboard targets = piece_attacks(type, from, m.occupied) & (m.capture | m.push);
            if (m.pinned & BIT(from)) targets &= lines[common_line(m.king, from)][m.king];
            add_all(list, from, targets, type);
        }
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
