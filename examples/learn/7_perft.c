/* Chapter 7 of docs/learn: perft with statistics, which show which kind of move is wrong.
 *     cc -O3 -march=native 7_perft.c -o 7_perft
 *     ./7_perft DEPTH [FEN]
 * It prints a row for each depth, and the number of nodes at DEPTH on the last line. */

/* ---- include the generator ---- */
#define main generator_main
#include "generator.c"
#undef main

/* ---- statistics ---- */
enum { NODES, CAPTURES, EN_PASSANT, CASTLES, PROMOTIONS, CHECKS, MATES, COLUMNS };
struct row {
    uint64_t counts[COLUMNS];
};

/* ---- classify ---- */
/* Counts the last move of a sequence: what it was, and what the other side can do about it. */
static void classify(struct row *row, const struct board *b, struct move move, const struct board *after)
{
    struct masks m = find_masks(after);
    int is_castling = move.piece == KING && (b->colour[b->turn] & BIT(move.to)) != 0;
    int is_ep = move.piece == PAWN && move.to == b->ep;
    row->counts[NODES]++;
    row->counts[CAPTURES] += is_ep || (b->colour[!b->turn] & BIT(move.to)) != 0;
    row->counts[EN_PASSANT] += (uint64_t)is_ep;
    row->counts[CASTLES] += (uint64_t)is_castling;
    row->counts[PROMOTIONS] += move.becomes != move.piece;
    if (m.checkers == 0) return;
    struct list replies;
    generate(after, &replies);
    row->counts[CHECKS]++;
    row->counts[MATES] += replies.size == 0;
}

/* ---- count rows ---- */
/* rows[0] is for the moves of b, rows[1] for the replies, and so on. */
static void count_rows(struct row *rows, const struct board *b, int depth)
{
    struct list list;
    generate(b, &list);
    for (int i = 0; i < list.size; i++) {
        struct board after = play(b, list.moves[i]);
        classify(&rows[0], b, list.moves[i], &after);
        if (depth > 1) count_rows(rows + 1, &after, depth - 1);
    }
}

/* ---- perft main ---- */
int main(int argc, char **argv)
{
    enum { MAX_DEPTH = 20 };
    static struct row rows[MAX_DEPTH];
    int depth = argc > 1 ? atoi(argv[1]) : 4;
    struct board b = read_fen(argc > 2 ? argv[2] : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    if (depth < 1 || depth > MAX_DEPTH) fail("the depth is a number from 1 to 20");
    init_leapers();
    init_lines();
    count_rows(rows, &b, depth);
    printf("depth      nodes  captures  e.p.  castles  promotions  checks  mates\n");
    for (int i = 0; i < depth; i++) {
        const uint64_t *counts = rows[i].counts;
        printf("%5d %10" PRIu64 " %9" PRIu64 " %5" PRIu64 " %8" PRIu64 " %11" PRIu64 " %7" PRIu64 " %6" PRIu64 "\n",
               i + 1, counts[NODES], counts[CAPTURES], counts[EN_PASSANT], counts[CASTLES], counts[PROMOTIONS],
               counts[CHECKS], counts[MATES]);
    }
    printf("%" PRIu64 "\n", rows[depth - 1].counts[NODES]);
    return 0;
}
