/* Chapter 3 of docs/learn: bishops, rooks and queens, by seven methods.
 *     cc -O3 -march=native 3_sliders.c -o 3_sliders
 *     ./3_sliders [FEN]          the pseudo-legal moves of all pieces, and their number
 *     ./3_sliders magic SQUARE   looks for a magic number of a rook
 *     ./3_sliders test           compares the methods */
#include <ctype.h>
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

/* ---- pawn shift ---- */
/* Where a set of pawns attacks: towards the a-file (side 0) or the h-file (side 1). */
static bitboard pawns_attack(bitboard pawns, int colour, int side)
{
    pawns &= ~(side == 0 ? FILE_A : FILE_H);
    return shift(pawns, (colour == WHITE ? 8 : -8) + (side == 0 ? -1 : 1));
}

/* ---- a loop ---- */
/* Walks from the square in one direction until it leaves the board or meets a piece. */
static bitboard walk(int square, int files, int ranks, bitboard occupied)
{
    bitboard reached = 0;
    int file = square % 8 + files, rank = square / 8 + ranks;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += files, rank += ranks) {
        reached |= BIT(rank * 8 + file);
        if (occupied & BIT(rank * 8 + file)) break;
    }
    return reached;
}

static bitboard rook_by_loop(int square, bitboard occupied)
{
    return walk(square, 0, 1, occupied) | walk(square, 0, -1, occupied) | walk(square, 1, 0, occupied) |
           walk(square, -1, 0, occupied);
}

/* ---- rays ---- */
static bitboard rays[4][64]; /* up, right, down, left, on an empty board */

static void init_rays(void)
{
    for (int square = 0; square < 64; square++) {
        rays[0][square] = walk(square, 0, 1, 0);
        rays[1][square] = walk(square, 1, 0, 0);
        rays[2][square] = walk(square, 0, -1, 0);
        rays[3][square] = walk(square, -1, 0, 0);
    }
}

/* A ray ends at its first blocker: cut off what that blocker would see in the same direction. */
static bitboard rook_by_rays(int square, bitboard occupied)
{
    bitboard reached = 0;
    for (int direction = 0; direction < 4; direction++) {
        bitboard ray = rays[direction][square], blockers = ray & occupied;
        if (blockers != 0) {
            int nearest = direction < 2 ? first(blockers) : 63 - __builtin_clzll(blockers);
            ray &= ~rays[direction][nearest];
        }
        reached |= ray;
    }
    return reached;
}

/* ---- o^(o-2r) ---- */
/* The squares above the rook on its file: subtracting 2r borrows from the nearest blocker. */
static bitboard file_upwards(bitboard o, bitboard r)
{
    return o ^ (o - 2 * r);
}

/* Both directions: the same again on the board turned upside down. */
static bitboard file_by_subtraction(int square, bitboard occupied)
{
    bitboard r = BIT(square), file = FILE_A << square % 8;
    bitboard o = (occupied & file) | r;
    bitboard up = file_upwards(o, r);
    bitboard down = __builtin_bswap64(file_upwards(__builtin_bswap64(o), __builtin_bswap64(r)));
    return (up ^ down) & file & ~r;
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

/* ---- kogge-stone ---- */
/* Everything that the sliders of a set reach in one direction, in three steps of 1, 2 and 4 squares. The set may have
 * any number of sliders. keep has the squares that a step may land on without having wrapped around the board. */
static bitboard fill(bitboard sliders, bitboard empty, int distance, bitboard keep)
{
    empty &= keep;
    sliders |= empty & shift(sliders, distance);
    empty &= shift(empty, distance);
    sliders |= empty & shift(sliders, 2 * distance);
    empty &= shift(empty, 2 * distance);
    sliders |= empty & shift(sliders, 4 * distance);
    return shift(sliders, distance) & keep;
}

static bitboard rooks_by_fill(bitboard rooks, bitboard occupied)
{
    return fill(rooks, ~occupied, 8, ~(bitboard)0) | fill(rooks, ~occupied, -8, ~(bitboard)0) |
           fill(rooks, ~occupied, 1, ~FILE_A) | fill(rooks, ~occupied, -1, ~FILE_H);
}

/* ---- relevant blockers ---- */
/* The squares whose occupancy changes where a rook can go. The last square of each ray is reached in any case. */
static bitboard relevant_blockers(int square)
{
    bitboard file = rays[0][square] | rays[2][square], rank = rays[1][square] | rays[3][square];
    return (file & ~(RANK_1 | RANK_8)) | (rank & ~(FILE_A | FILE_H));
}

/* ---- magic ---- */
struct magic {
    bitboard mask, number;
    int bits;
    bitboard attacks[4096]; /* by index */
};

static unsigned magic_index(const struct magic *m, bitboard occupied)
{
    return (unsigned)(((occupied & m->mask) * m->number) >> (64 - m->bits));
}

/* ---- find magic ---- */
static uint64_t random_bits(void)
{
    static uint64_t state = 0x9e3779b97f4a7c15;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Fills the table with a number. False if two different attack sets meet at one index. */
static bool fill_table(struct magic *m, int square)
{
    memset(m->attacks, 0, sizeof m->attacks);
    bitboard blockers = 0;
    do {
        bitboard *entry = &m->attacks[magic_index(m, blockers)];
        bitboard attacks = rook_by_loop(square, blockers);
        if (*entry != 0 && *entry != attacks) return false;
        *entry = attacks;
        blockers = (blockers - m->mask) & m->mask; /* the next subset of the mask */
    } while (blockers != 0);
    return true;
}

/* Tries random numbers with few bits until one works, and returns how many it took. */
static long find_magic(struct magic *m, int square)
{
    long tried = 0;
    m->mask = relevant_blockers(square);
    m->bits = count(m->mask);
    do {
        m->number = random_bits() & random_bits() & random_bits();
        tried++;
    } while (!fill_table(m, square));
    return tried;
}

/* ---- pext ---- */
/* What the instruction PEXT does: collects the bits of a set that are in the mask, side by side. */
static unsigned collect(bitboard set, bitboard mask)
{
    unsigned collected = 0;
    for (int i = 0; mask != 0; i++) {
        if (set & BIT(pop(&mask))) collected |= 1u << i;
    }
    return collected;
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

/* ---- plain move text ---- */
/* A move as in "e7e8q". */
static const char *move_text(struct move move, char text[6])
{
    snprintf(text, 6, "%c%c%c%c%c", 'a' + move.from % 8, '1' + move.from / 8, 'a' + move.to % 8, '1' + move.to / 8,
             move.becomes != move.piece ? letters[move.becomes] : '\0');
    return text;
}

/* ---- test sliders ---- */
static struct magic table; /* of one square at a time */

static int test(void)
{
    long tables = 0, boards = 0;
    for (int square = 0; square < 64; square++) {
        bitboard collected[4096] = {0};
        find_magic(&table, square);
        bitboard subset = 0;
        do {
            collected[collect(subset, table.mask)] = rook_by_loop(square, subset);
            subset = (subset - table.mask) & table.mask;
        } while (subset != 0);
        tables++;
        for (int i = 0; i < 10000; i++, boards++) {
            bitboard occupied = (random_bits() & random_bits()) | BIT(square);
            bitboard expected = rook_by_loop(square, occupied);
            bitboard file = FILE_A << square % 8;
            bool equal = rook_by_rays(square, occupied) == expected && rook_attacks(square, occupied) == expected &&
                         rooks_by_fill(BIT(square), occupied) == expected &&
                         file_by_subtraction(square, occupied) == (expected & file) &&
                         table.attacks[magic_index(&table, occupied)] == expected &&
                         collected[collect(occupied, table.mask)] == expected;
            if (!equal) fail("the methods differ");
        }
    }
    printf("%ld magic numbers found; seven methods agree on %ld boards\n", tables, boards);
    return 0;
}

/* ---- sliders main ---- */
int main(int argc, char **argv)
{
    init_leapers();
    init_lines();
    init_rays();
    if (argc > 1 && strcmp(argv[1], "test") == 0) return test();
    if (argc > 2 && strcmp(argv[1], "magic") == 0) {
        int file = argv[2][0] - 'a', rank = argv[2][0] != '\0' ? argv[2][1] - '1' : -1;
        if (file < 0 || file > 7 || rank < 0 || rank > 7) fail("a square is a1 to h8");
        long tried = find_magic(&table, rank * 8 + file);
        printf("0x%016llx sends the %d sets of %d blockers to %d entries; number %ld of those tried\n",
               (unsigned long long)table.number, 1 << table.bits, table.bits, 1 << table.bits, tried);
        return 0;
    }
    struct board b = read_fen(argc > 1 ? argv[1] : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    struct list list;
    char text[6];
    generate_pseudo(&b, &list);
    for (int i = 0; i < list.size; i++) printf("%s\n", move_text(list.moves[i], text));
    printf("%d\n", list.size);
    return 0;
}
