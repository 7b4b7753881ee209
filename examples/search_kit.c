/* What a search keeps beside a position, in one small alpha-beta: an evaluation kept move by move (pf_move_changes),
 * repetition with the game before the root (pf_repetition), null move and late-move reductions. It prints the score of
 * a position in centipawns, after the moves that led to it:
 *
 *     search_kit "FEN" DEPTH [MOVE]...
 *
 * examples/alpha_beta.c shows the picker, killers and quiescence. */
#include <plyforge.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MATE = 30000 };

static pf_repetition line;

/* ---- Evaluation ---- */

/* Material, and ten points for a central square, as White sees it. */
static int value_on(pf_piece piece, pf_square square)
{
    static const int values[6] = {100, 300, 300, 500, 900, 0};
    int value = values[pf_piece_type_of(piece)];
    if (pf_bitboard_has(UINT64_C(0x3c3c3c3c0000), square)) value += 10;
    return pf_piece_colour(piece) == PF_WHITE ? value : -value;
}

static int evaluate_all(const pf_position *position)
{
    int score = 0;
    for (pf_bitboard set = pf_position_occupied(position); set;) {
        pf_square square = pf_bitboard_pop(&set);
        score += value_on(pf_position_piece_at(position, square), square);
    }
    return score;
}

/* The evaluation after a move, from the one before it. A network would update its accumulator in the same loop. */
static int evaluate_after(const pf_position *position, pf_move move, int score)
{
    pf_changes changes;
    pf_move_changes(position, move, &changes);
    for (unsigned i = 0; i < changes.size; i++) {
        const pf_change *change = &changes.list[i];
        if (change->from != PF_NO_SQUARE) score -= value_on(change->piece, change->from);
        if (change->to != PF_NO_SQUARE) score += value_on(change->piece, change->to);
    }
    return score;
}

/* ---- Search ---- */

/* How many plies less the n-th move is searched. The stage of quiets has promotions to rook, bishop and knight too,
 * capturing or not; pf_move_is_quiet leaves them alone. */
static int reduction(const pf_position *position, pf_move move, pf_stage stage, int depth, int n)
{
    if (depth < 3 || n < 4 || stage != PF_STAGE_QUIETS || !pf_move_is_quiet(position, move)) return 0;
    return pf_move_gives_check(position, move) != PF_CHECK_NONE ? 0 : 1;
}

/* The score for the side to move; eval is the evaluation of the position as White sees it. */
static int search(const pf_position *position, int depth, int alpha, int beta, int eval)
{
    int ply = (int)pf_repetition_ply(&line);
    bool in_check = pf_position_checkers(position) != 0;
    if (ply > 0 && pf_repetition_is_draw(&line)) return 0;
    if (position->halfmove_clock >= 100 && pf_any_legal(position)) return 0; /* fifty moves, unless it is mate */
    if (alpha < 0 && pf_repetition_upcoming(&line, position) != PF_NO_MOVE) {
        alpha = 0; /* one move repeats: at least a draw */
        if (alpha >= beta) return alpha;
    }
    if (depth <= 0 && !in_check) return position->turn == PF_WHITE ? eval : -eval;

    pf_position child = *position;
    if (depth > 3 && pf_position_play_null(&child)) {
        pf_repetition_push_null(&line, &child);
        int score = -search(&child, depth - 3, -beta, -beta + 1, eval);
        pf_repetition_pop(&line);
        if (score >= beta) return score;
    }

    pf_picker picker;
    int n = 0;
    pf_picker_init(&picker, position, PF_PICK_ALL, NULL);
    for (pf_move move; alpha < beta && (move = pf_picker_next(&picker)) != PF_NO_MOVE; n++) {
        int less = reduction(position, move, pf_picker_stage(&picker), depth, n);
        int next = evaluate_after(position, move, eval);
        child = *position;
        pf_position_play_unchecked(&child, move);
        if (!pf_repetition_push(&line, &child)) break; /* hundreds of plies deep */
        int score = -search(&child, depth - 1 - less, -beta, -alpha, next);
        if (less > 0 && score > alpha) score = -search(&child, depth - 1, -beta, -alpha, next);
        pf_repetition_pop(&line);
        if (score > alpha) alpha = score;
    }
    if (n == 0 && alpha < beta) return in_check ? ply - MATE : 0;
    return alpha;
}

int main(int argc, char **argv)
{
    pf_position position;
    pf_error error;
    if (argc < 3) {
        fprintf(stderr, "usage: search_kit FEN DEPTH [MOVE]...\n");
        return 2;
    }
    if (pf_position_from_fen(&position, argv[1], strlen(argv[1]), PF_ACCEPT_CHESS960, NULL, &error) != PF_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 2;
    }
    pf_game *game = pf_game_create(&position);
    if (!game) return 1;
    for (int i = 3; i < argc; i++) {
        pf_move move;
        pf_status status = pf_move_from_uci(&move, pf_game_position(game), argv[i], strlen(argv[i]), &error);
        if (status == PF_OK) status = pf_game_play(game, move, &error);
        if (status == PF_OK) continue;
        fprintf(stderr, "%s: %s\n", argv[i], error.message);
        pf_game_destroy(game);
        return 2;
    }
    pf_repetition_from_game(&line, game);
    const pf_position *root = pf_game_position(game);
    printf("%d\n", search(root, atoi(argv[2]), -MATE, MATE, evaluate_all(root)));
    pf_game_destroy(game);
    return 0;
}
