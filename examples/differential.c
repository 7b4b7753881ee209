/* Checking a move generator with the differential kit. Put your own board and functions in the place of these: here the
 * "own" generator is Plyforge's, on a stack of positions, and as an argument it takes a mistake to make.
 *
 *     cc differential.c $(pkg-config --cflags --libs plyforge) -o differential
 *     ./differential                    says that all is well
 *     ./differential no-underpromotion  says what is wrong, where, and why
 */
#include <plyforge.h>

#include <stdio.h>
#include <string.h>

enum { MAX_PLIES = PF_DIFFERENTIAL_MAX_PLIES + 2 };

typedef struct my_board {
    pf_position stack[MAX_PLIES]; /* the last one is the position; the others are there to take moves back */
    size_t ply;
    bool no_underpromotion; /* the mistakes */
    bool no_turn_in_key;
} my_board;

static bool set(void *context, const char *fen)
{
    my_board *it = context;
    it->ply = 0;
    return pf_position_from_fen(&it->stack[0], fen, strlen(fen), PF_ACCEPT_CHESS960, NULL, NULL) == PF_OK;
}

static size_t generate(void *context, char (*moves)[PF_UCI_SIZE], size_t capacity)
{
    my_board *it = context;
    pf_move_list list;
    size_t size = 0;
    pf_generate_legal(&it->stack[it->ply], &list);
    for (uint32_t i = 0; i < list.size && size < capacity; i++) {
        bool promotes = pf_move_kind_of(list.moves[i]) == PF_MOVE_PROMOTION;
        if (it->no_underpromotion && promotes && pf_move_promotion(list.moves[i]) != PF_QUEEN) continue;
        pf_move_to_uci(moves[size++], PF_UCI_SIZE, list.moves[i], PF_UCI_KING_TAKES_ROOK);
    }
    return size;
}

static bool make(void *context, const char *text)
{
    my_board *it = context;
    pf_move move;
    if (pf_move_from_uci(&move, &it->stack[it->ply], text, strlen(text), NULL) != PF_OK) return false;
    it->stack[it->ply + 1] = it->stack[it->ply];
    pf_position_play_unchecked(&it->stack[++it->ply], move);
    return true;
}

static void unmake(void *context)
{
    my_board *it = context;
    it->ply--;
}

static uint64_t key(void *context)
{
    my_board *it = context;
    pf_position position = it->stack[it->ply];
    if (it->no_turn_in_key) position.turn = PF_WHITE;
    return pf_position_compute_key(&position);
}

static bool is_legal(void *context, const char *text)
{
    my_board *it = context;
    pf_move move;
    return pf_move_from_uci(&move, &it->stack[it->ply], text, strlen(text), NULL) == PF_OK;
}

int main(int argc, char **argv)
{
    static my_board board;
    board.no_underpromotion = argc > 1 && strcmp(argv[1], "no-underpromotion") == 0;
    board.no_turn_in_key = argc > 1 && strcmp(argv[1], "no-turn-in-key") == 0;

    pf_generator generator = {
        .board = &board,
        .set = set,
        .generate = generate,
        .make = make,
        .unmake = unmake,
        .key = key,
        .is_legal = is_legal,
    };
    pf_differential_options options = {.games = 200, .chess960 = true};
    pf_differential_report report;
    pf_error error;
    if (pf_differential_run(&report, &generator, &options, &error) != PF_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 2;
    }
    if (report.flaw == PF_FLAW_NONE)
        printf("%llu games, %llu positions, %llu probes: all is well\n", (unsigned long long)report.games,
               (unsigned long long)report.positions, (unsigned long long)report.probes);
    else
        puts(report.text);
    return report.flaw != PF_FLAW_NONE;
}
