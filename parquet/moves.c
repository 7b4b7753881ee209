/* The list of chess moves; see moves.h. */
#include <parquet/moves.h>

#include <stdlib.h>
#include <string.h>

enum { PROMOTION = 1 << 14, EN_PASSANT = 2 << 14, CASTLING = 3 << 14, DROP = 1 << 12, TO_KING = 2 << 12 };

static void add(struct parquet_moves *moves, unsigned from, unsigned to, unsigned rest)
{
    uint16_t move = (uint16_t)(to | from << 6 | rest);
    moves->numbers[move] = moves->known.size;
    moves->values[moves->known.size++] = move;
}

/* The moves of standard chess from one square to another; castling is king takes rook. */
static void add_standard(struct parquet_moves *moves, unsigned from, unsigned to)
{
    int files = abs((int)(to & 7) - (int)(from & 7)), ranks = abs((int)(to >> 3) - (int)(from >> 3));
    bool is_in_line = files == 0 || ranks == 0 || files == ranks, is_knight = files * ranks == 2;
    bool is_pawn = ranks == 1 && files <= 1, goes_up = to > from;
    if (is_in_line || is_knight) add(moves, from, to, 0);
    for (unsigned piece = 0; is_pawn && to >> 3 == (goes_up ? 7 : 0) && piece < 4; piece++)
        add(moves, from, to, PROMOTION | piece << 12);
    if (is_pawn && files == 1 && to >> 3 == (goes_up ? 5 : 2)) add(moves, from, to, EN_PASSANT);
    if ((from == 4 || from == 60) && (to == from + 3 || to + 4 == from)) add(moves, from, to, CASTLING);
}

/* Castling in Chess960, and promotions to king. */
static void add_others(struct parquet_moves *moves, unsigned from, unsigned to)
{
    unsigned rank = to >> 3;
    bool is_on_back_rank = from >> 3 == rank && (rank == 0 || rank == 7);
    int files = abs((int)(to & 7) - (int)(from & 7));
    if (is_on_back_rank && moves->numbers[CASTLING | from << 6 | to] == PARQUET_UNKNOWN) add(moves, from, to, CASTLING);
    if (files <= 1 && ((from >> 3 == 6 && rank == 7) || (from >> 3 == 1 && rank == 0))) add(moves, from, to, TO_KING);
}

struct parquet_moves *parquet_moves_create(void)
{
    struct parquet_moves *moves = malloc(sizeof *moves);
    if (moves == NULL) return NULL;
    moves->known = (struct parquet_known){moves->values, 0, moves->numbers};
    memset(moves->numbers, 0xff, sizeof moves->numbers);
    add(moves, 0, 0, 0); /* a null move */
    for (unsigned from = 0; from < 64; from++)
        for (unsigned to = 0; to < 64; to++)
            if (from != to) add_standard(moves, from, to);
    for (unsigned from = 0; from < 64; from++)
        for (unsigned to = 0; to < 64; to++)
            if (from != to) add_others(moves, from, to);
    for (unsigned piece = 0; piece < 5; piece++)
        for (unsigned to = 0; to < 64; to++) add(moves, piece, to, DROP);
    return moves;
}
