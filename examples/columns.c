/* Games as columns: which first moves a PGN file has, how often, and how they score. The moves, results and clocks of
 * many games lie in plain arrays, as numpy and training programs want them, and every move has been checked.
 *
 *     cc columns.c $(pkg-config --cflags --libs plyforge) -o columns
 *     ./columns games.pgn
 */
#include <plyforge.h>

#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 1000, MOVES = 100000 };

static pf_move moves[MOVES];
static int32_t clocks[MOVES];
static size_t move_ends[GAMES];
static uint8_t results[GAMES], flags[GAMES];
static pf_pgn_fault faults[GAMES];

/* By pf_move. */
static struct {
    unsigned games, points; /* White's, in half points */
} first_moves[1 << 16];

static unsigned broken, halfmoves, on_the_clock;

/* Sums up the games that are in the columns. */
static void use(const pf_pgn_columns *columns)
{
    for (size_t game = 0; game < columns->game_count; game++) {
        size_t begin = game > 0 ? move_ends[game - 1] : 0, end = move_ends[game];
        if (flags[game] & PF_PGN_FLAG_BROKEN || begin == end) continue;
        first_moves[moves[begin]].games++;
        if (results[game] == PF_RESULT_WHITE_WINS) first_moves[moves[begin]].points += 2;
        if (results[game] == PF_RESULT_DRAW) first_moves[moves[begin]].points += 1;
        halfmoves += (unsigned)(end - begin);
        for (size_t i = begin; i < end; i++) on_the_clock += clocks[i] != PF_PGN_NO_CLOCK;
    }
    for (size_t i = 0; i < columns->fault_count; i++) {
        fprintf(stderr, "line %llu: %s\n", (unsigned long long)faults[i].place.line, faults[i].place.error.message);
        broken++;
    }
}

static size_t read_file(void *context, void *buffer, size_t size)
{
    return fread(buffer, 1, size, context);
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    pf_pgn_reader *reader = pf_pgn_reader_create();
    if (file == NULL || reader == NULL || pf_pgn_reader_from_stream(reader, read_file, file) != PF_OK) {
        fprintf(stderr, "usage: columns GAMES.pgn\n");
        return 2;
    }
    pf_pgn_columns columns = {.game_room = GAMES,
                              .move_ends = move_ends,
                              .results = results,
                              .flags = flags,
                              .move_room = MOVES,
                              .moves = moves,
                              .clocks = clocks,
                              .fault_room = GAMES,
                              .faults = faults};
    pf_status status;
    do {
        status = pf_pgn_read_columns(reader, &columns);
        if (status == PF_ERROR_NO_ROOM && columns.game_count == 0) break; /* a game of more than MOVES half-moves */
        use(&columns);
        pf_pgn_columns_clear(&columns);
    } while (status == PF_ERROR_NO_ROOM);

    for (unsigned move = 0; move < 1 << 16; move++) {
        char text[PF_UCI_SIZE];
        if (first_moves[move].games == 0) continue;
        pf_move_to_uci(text, sizeof text, (pf_move)move, PF_UCI_KING_STEP);
        printf("%s %u games, White scores %.1f\n", text, first_moves[move].games, first_moves[move].points / 2.0);
    }
    printf("%u half-moves, %u with a clock, %u games broken\n", halfmoves, on_the_clock, broken);
    pf_pgn_reader_destroy(reader);
    fclose(file);
    return status == PF_OK ? 0 : 1;
}
