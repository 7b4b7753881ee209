/* Solves endgames of up to four men from the rules alone, and compares every position with Syzygy tables: a check of
 * the tables, of the code that reads them, and of the move generator, each against the others.
 *
 *     solve_endgames MEN DIRECTORY     all endgames of up to MEN men, against the tables in DIRECTORY
 *
 * Every position is evaluated from its legal moves, and again when one of them leads to a position that has been
 * decided since, until nothing changes. What is left is drawn. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "endgames.h"

enum { LOSS = -1, DRAW = 0, WIN = 1, ILLEGAL = 2 }; /* DRAW is also: not decided yet */

/* ---- Values ---- */

/* What is known of a position without en passant. */
static int value_of(const pf_position *position)
{
    size_t cell;
    bool are_changed;
    const endgame *class = endgame_of(position, &cell, &are_changed);
    return class ? class->values[cell] : DRAW;
}

static int value_with_ep(const pf_position *position);

/* The best that the moves give. Only those of one kind, if the position has en passant. Counts those in *tried. */
static int best_of_moves(const pf_position *position, bool only_ep, uint32_t *tried, uint32_t *all)
{
    pf_move_list list;
    int best = LOSS;
    *all = pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        if (only_ep && pf_move_kind_of(list.moves[i]) != PF_MOVE_EN_PASSANT) continue;
        pf_position next = *position;
        pf_position_play_unchecked(&next, list.moves[i]);
        int value = -value_with_ep(&next);
        if (value > best) best = value;
        ++*tried;
        if (best == WIN) break;
    }
    return best;
}

/* En passant captures lead to a class that is solved; the other moves are those of the cell without it. */
static int value_with_ep(const pf_position *position)
{
    pf_square ep = pf_position_ep_legal(position);
    if (ep == PF_NO_SQUARE) return value_of(position);
    uint32_t tried = 0, all = 0;
    int best = best_of_moves(position, true, &tried, &all);
    if (best == WIN || tried == all) return best;
    int other = value_of(position);
    return other > best ? other : best;
}

/* The value of a cell by its moves now. */
static int evaluate(const pf_position *position)
{
    uint32_t tried = 0, all = 0;
    int best = best_of_moves(position, false, &tried, &all);
    if (all == 0) return pf_position_in_check(position) ? LOSS : DRAW;
    return best;
}

/* ---- Solving ---- */

static uint8_t *dirty; /* a bit for each cell: to be evaluated again */

static void set_dirty(size_t cell)
{
    dirty[cell / 8] |= (uint8_t)(1u << cell % 8);
}

static void mark_predecessors(const endgame *class, size_t cell, const pf_position *position)
{
    unsigned squares[MOST_MEN];
    size_t cells[2];
    endgame_squares(class, cell, squares);
    for (unsigned i = 0; i < class->men; i++) {
        if (class->colours[i] == position->turn) continue;
        unsigned square = squares[i];
        for (pf_bitboard from = endgame_origins(position, class->types[i], square); from;) {
            squares[i] = pf_bitboard_pop(&from);
            for (unsigned n = endgame_cells(class, position->turn ^ 1u, squares, cells); n-- > 0;) set_dirty(cells[n]);
        }
        squares[i] = square;
    }
}

static void solve(endgame *class)
{
    size_t size = 2 * class->cells;
    pf_position position;
    for (size_t cell = 0; cell < size; cell++) {
        bool is_legal = endgame_position(class, cell, &position);
        class->values[cell] = is_legal ? DRAW : ILLEGAL;
        if (is_legal) set_dirty(cell);
    }
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (size_t cell = 0; cell < size; cell++) {
            if (cell % 8 == 0 && dirty[cell / 8] == 0) {
                cell += 7;
                continue;
            }
            if (!(dirty[cell / 8] >> cell % 8 & 1)) continue;
            dirty[cell / 8] &= (uint8_t) ~(1u << cell % 8);
            if (class->values[cell] != DRAW) continue;
            endgame_position(class, cell, &position);
            int value = evaluate(&position);
            if (value == DRAW) continue;
            class->values[cell] = (int8_t)value;
            mark_predecessors(class, cell, &position);
            has_changed = true;
        }
    }
}

/* ---- Comparing ---- */

struct tally {
    uint64_t positions, wins, draws, losses, wrong;
};

static void compare(const pf_tablebase *tables, const pf_position *position, int value, struct tally *tally)
{
    pf_wdl wdl;
    pf_error error;
    tally->positions++;
    tally->wins += value == WIN;
    tally->draws += value == DRAW;
    tally->losses += value == LOSS;
    pf_status status = pf_tablebase_probe_wdl(tables, position, &wdl, &error);
    if (status == PF_OK && (int)wdl == 2 * value) return;
    char fen[PF_FEN_SIZE];
    pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
    if (tally->wrong++ < 10)
        printf("FAILED: %s is %d, the table: %s\n", fen, value, status == PF_OK ? pf_wdl_name(wdl) : error.message);
}

/* The position, and with every en passant capture that is legal. */
static void compare_all(const pf_tablebase *tables, const pf_position *position, int value, struct tally *tally)
{
    pf_position jumped[2];
    compare(tables, position, value, tally);
    for (unsigned n = endgame_en_passant(position, jumped); n-- > 0;)
        compare(tables, &jumped[n], value_with_ep(&jumped[n]), tally);
}

static bool check(endgame *class, const pf_tablebase *tables)
{
    struct tally tally = {0};
    pf_position position;
    size_t size = 2 * class->cells;
    class->values = malloc(size);
    dirty = calloc(size / 8 + 1, 1);
    if (!class->values || !dirty) {
        printf("FAILED: no memory\n");
        return false;
    }
    solve(class);
    for (size_t cell = 0; cell < size; cell++)
        if (class->values[cell] != ILLEGAL && endgame_position(class, cell, &position))
            compare_all(tables, &position, class->values[cell], &tally);
    printf("%s: %llu positions, %llu won, %llu drawn, %llu lost; %llu differ\n", class->name,
           (unsigned long long)tally.positions, (unsigned long long)tally.wins, (unsigned long long)tally.draws,
           (unsigned long long)tally.losses, (unsigned long long)tally.wrong);
    fflush(stdout);
    free(dirty);
    return tally.wrong == 0 && tally.positions > 0;
}

int main(int argc, char **argv)
{
    pf_error error;
    if (argc != 3 || (strcmp(argv[1], "3") != 0 && strcmp(argv[1], "4") != 0)) {
        fprintf(stderr, "usage: solve_endgames 3|4 DIRECTORY\n");
        return EXIT_FAILURE;
    }
    pf_tablebase *tables = pf_tablebase_create();
    if (!tables || pf_tablebase_add_directory(tables, argv[2], NULL, &error) != PF_OK) {
        printf("FAILED: %s\n", tables ? error.message : "no memory");
        return EXIT_FAILURE;
    }
    endgames_add((unsigned)(argv[1][0] - '0'));
    bool right = true;
    for (size_t i = 0; i < endgame_count; i++) right &= check(&endgames[i], tables);
    for (size_t i = 0; i < endgame_count; i++) free(endgames[i].values);
    pf_tablebase_destroy(tables);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
