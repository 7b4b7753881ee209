/* Chapter 9 of docs/learn: three times the same count, each time faster.
 *     cc -O3 -march=native 9_fast.c -o 9_fast
 *     ./9_fast DEPTH [FEN]
 * It prints the speed of each method, and the number of move sequences on the last line. */
#define _POSIX_C_SOURCE 200809L
#define main            generator_main
#include "generator.c"
#undef main
#include <time.h>

/* ---- template ---- */
/* A copy of the function is compiled into each caller. If the caller passes a constant, so is the parameter. */
#define TEMPLATE static inline __attribute__((always_inline))

/* ---- count pawns ---- */
TEMPLATE int count_pawns(bitboard targets)
{
    return count(targets) + 3 * count(targets & (RANK_1 | RANK_8)); /* four moves if it promotes */
}

TEMPLATE int count_pawn_moves(const struct board *b, const struct masks *m, const int us)
{
    const int up = us == WHITE ? 8 : -8;
    const bitboard third = us == WHITE ? RANK_1 << 16 : RANK_8 >> 16;
    bitboard pawns = b->pieces[PAWN] & m->own, empty = ~m->occupied;
    bitboard movers = pawns & (~m->pinned | lines[ALONG_FILE][m->king]);
    bitboard one = shift(movers, up) & empty;
    int moves = count_pawns(one & m->push) + count(shift(one & third, up) & empty & m->push);
    bitboard diagonal = pawns & (~m->pinned | lines[DIAGONAL][m->king]);
    bitboard anti = pawns & (~m->pinned | lines[ANTI_DIAGONAL][m->king]);
    moves += count_pawns(pawns_attack(us == WHITE ? anti : diagonal, us, 0) & m->capture);
    return moves + count_pawns(pawns_attack(us == WHITE ? diagonal : anti, us, 1) & m->capture);
}

/* ---- count moves ---- */
/* The number of legal moves of a side that is known when the program is compiled. Rare moves are still listed. */
TEMPLATE int count_moves_of(const struct board *b, const int us)
{
    struct masks m = find_masks(b);
    int moves = count(king_attacks[m.king] & ~m.own & ~m.danger);
    if (count(m.checkers) > 1) return moves;
    struct list rare = {.size = 0};
    if (m.checkers == 0 && (b->castling & m.own) != 0) add_castling(b, &m, &rare);
    add_en_passant(b, &m, &rare);
    moves += rare.size + count_pawn_moves(b, &m, us);
    bitboard targets = m.capture | m.push;
    for (bitboard set = b->pieces[KNIGHT] & m.own & ~m.pinned; set != 0;) {
        moves += count(knight_attacks[pop(&set)] & targets);
    }
    bitboard queens = b->pieces[QUEEN];
    for (bitboard set = (b->pieces[BISHOP] | queens) & m.own & ~m.pinned; set != 0;) {
        moves += count(bishop_attacks(pop(&set), m.occupied) & targets);
    }
    for (bitboard set = (b->pieces[ROOK] | queens) & m.own & ~m.pinned; set != 0;) {
        moves += count(rook_attacks(pop(&set), m.occupied) & targets);
    }
    for (bitboard set = (b->pieces[BISHOP] | b->pieces[ROOK] | queens) & m.own & m.pinned; set != 0;) {
        int from = pop(&set), type = b->pieces[BISHOP] & BIT(from) ? BISHOP
                                     : b->pieces[ROOK] & BIT(from) ? ROOK
                                                                   : QUEEN;
        moves += count(piece_attacks(type, from, m.occupied) & targets & lines[common_line(m.king, from)][m.king]);
    }
    return moves;
}

static int count_moves(const struct board *b)
{
    return b->turn == WHITE ? count_moves_of(b, WHITE) : count_moves_of(b, BLACK);
}

/* ---- counting perft ---- */
static uint64_t perft_by_counting(const struct board *b, int depth)
{
    if (depth == 0) return 1;
    if (depth == 1) return (uint64_t)count_moves(b);
    struct list list;
    uint64_t nodes = 0;
    generate(b, &list);
    for (int i = 0; i < list.size; i++) {
        struct board after = play(b, list.moves[i]);
        nodes += perft_by_counting(&after, depth - 1);
    }
    return nodes;
}

/* ---- merge ---- */
/* The distinct positions of one ply. */
struct slot {
    struct board board;
    uint64_t paths; /* in how many ways the position is reached; 0: the slot is empty */
};
struct ply {
    struct slot *slots;
    size_t size, used; /* the size is a power of two */
};

static struct ply new_ply(size_t size)
{
    struct ply ply = {.slots = calloc(size, sizeof(struct slot)), .size = size};
    if (ply.slots == NULL) fail("not enough memory");
    return ply;
}

static uint64_t hash(const struct board *b)
{
    uint64_t words[sizeof *b / 8], sum = 0;
    memcpy(words, b, sizeof words);
    for (size_t i = 0; i < sizeof words / 8; i++) {
        sum = (sum ^ words[i]) * 0x9e3779b97f4a7c15;
        sum ^= sum >> 29;
    }
    return sum;
}

/* Adds a position, or paths to it if it is there already. The whole boards are compared, so this is exact. */
static void reach(struct ply *ply, const struct board *b, uint64_t paths)
{
    size_t at = hash(b) & (ply->size - 1);
    while (ply->slots[at].paths != 0 && memcmp(&ply->slots[at].board, b, sizeof *b) != 0)
        at = (at + 1) & (ply->size - 1);
    if (ply->slots[at].paths == 0) ply->used++;
    ply->slots[at].board = *b;
    ply->slots[at].paths += paths;
}

/* ---- grow ---- */
static struct ply grown(struct ply ply)
{
    struct ply larger = new_ply(2 * ply.size);
    for (size_t i = 0; i < ply.size; i++) {
        if (ply.slots[i].paths != 0) reach(&larger, &ply.slots[i].board, ply.slots[i].paths);
    }
    free(ply.slots);
    return larger;
}

/* ---- equal positions ---- */
/* Two positions are equal if the same moves are possible: an en passant square counts only if a pawn can use it. */
static int can_capture_ep(const struct board *b)
{
    struct list list = {.size = 0};
    if (b->ep == NO_SQUARE || (pawn_attacks[!b->turn][b->ep] & b->pieces[PAWN] & b->colour[b->turn]) == 0) return 0;
    struct masks m = find_masks(b);
    add_en_passant(b, &m, &list);
    return list.size > 0;
}

/* ---- next ply ---- */
static struct ply next_ply(const struct ply *ply)
{
    struct ply next = new_ply(1024);
    struct list list;
    for (size_t i = 0; i < ply->size; i++) {
        if (ply->slots[i].paths == 0) continue;
        const struct board *b = &ply->slots[i].board;
        generate(b, &list);
        for (int k = 0; k < list.size; k++) {
            struct board after = play(b, list.moves[k]);
            if (!can_capture_ep(&after)) after.ep = NO_SQUARE;
            reach(&next, &after, ply->slots[i].paths);
            if (next.used > next.size / 2) next = grown(next);
        }
    }
    return next;
}

/* ---- merging perft ---- */
static uint64_t perft_by_merging(const struct board *b, int depth)
{
    struct ply ply = new_ply(1024);
    uint64_t nodes = 0;
    reach(&ply, b, 1);
    for (; depth > 2; depth--) {
        struct ply next = next_ply(&ply);
        free(ply.slots);
        ply = next;
    }
    for (size_t i = 0; i < ply.size; i++) {
        const struct slot *slot = &ply.slots[i];
        if (slot->paths != 0) nodes += slot->paths * perft_by_counting(&slot->board, depth);
    }
    free(ply.slots);
    return nodes;
}

/* ---- fast main ---- */
/* Of this process, so that other programs do not disturb the measurement. */
static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        uint64_t (*count)(const struct board *, int);
    } methods[] = {{"listing", perft}, {"counting", perft_by_counting}, {"merging", perft_by_merging}};
    int depth = argc > 1 ? atoi(argv[1]) : 5;
    struct board b = read_fen(argc > 2 ? argv[2] : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    uint64_t nodes[3];
    init_leapers();
    init_lines();
    for (int i = 0; i < 3; i++) {
        double start = seconds();
        nodes[i] = methods[i].count(&b, depth);
        double taken = seconds() - start;
        printf("%-8s %6.0f million nodes per second\n", methods[i].name, (double)nodes[i] / taken / 1e6);
        if (nodes[i] != nodes[0]) fail("the methods differ");
    }
    printf("%" PRIu64 "\n", nodes[0]);
    return 0;
}
