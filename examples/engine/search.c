/* Principal variation search with iterative deepening. Read it from the end: search_run deepens, search_window keeps
 * the window around the last score, search_node decides whether a position needs a search at all, search_moves tries
 * its moves, and quiesce plays out the captures at the leaves. */
#include "engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int search_node(search *s, const board *b, int depth, int alpha, int beta);

/* ---- Limits ---- */

/* Counts a node, and returns whether the search must end. The clock is read every 1,024 nodes. */
static bool count_node(search *s)
{
    s->nodes++;
    if (s->limits.nodes >= 0 && s->nodes >= (uint64_t)s->limits.nodes) atomic_store(&s->stop, true);
    if (s->nodes % 1024 == 0 && now_ms() - s->started >= s->budget.hard) atomic_store(&s->stop, true);
    return atomic_load_explicit(&s->stop, memory_order_relaxed);
}

/* ---- Leaves ---- */

/* Whether an entry of the table answers for a search with this window. */
static bool decides(const entry *e, int alpha, int beta)
{
    return e->bound == BOUND_EXACT || (e->bound == BOUND_LOWER && e->score >= beta) ||
           (e->bound == BOUND_UPPER && e->score <= alpha);
}

/* Plays out captures until the position is quiet, because an evaluation amid an exchange means nothing. The side to
 * move need not capture, so the evaluation is the least it has; in check all evasions are tried instead. */
static int quiesce(search *s, const board *b, int alpha, int beta, int ply)
{
    const pf_position *position = &b->position;
    if (count_node(s)) return 0;
    bool in_check = pf_position_checkers(position) != 0;
    if (ply >= MAX_PLY) return in_check ? 0 : evaluate(b);
    entry found = table_probe(&s->table, position->key, ply);
    if (beta - alpha == 1 && decides(&found, alpha, beta)) return found.score;

    int best = in_check ? ply - MATE : found.bound != BOUND_NONE ? found.eval : evaluate(b);
    if (best >= beta) return best;
    if (best > alpha) alpha = best;
    pf_picker_options options = order_options(&s->order, found.move, ply);
    pf_picker picker;
    pf_picker_init(&picker, position, PF_PICK_QUIESCENCE, &options);
    for (pf_move move; (move = pf_picker_next(&picker)) != PF_NO_MOVE;) {
        if (pf_picker_stage(&picker) == PF_STAGE_LOSING_CAPTURES) break;
        board child;
        board_play(&child, b, move);
        int score = -quiesce(s, &child, -beta, -alpha, ply + 1);
        if (score <= best) continue;
        best = score;
        if (best > alpha) alpha = best;
        if (best >= beta) break;
    }
    return best;
}

/* ---- One node ---- */

/* The draws of the rules, inside the search: one repetition is enough, since what was possible once is possible again.
 * Checkmate takes precedence over the fifty moves. */
static bool is_draw(const search *s, const pf_position *position)
{
    if (pf_repetition_is_draw(&s->line) || pf_position_is_insufficient(position)) return true;
    return position->halfmove_clock >= 100 && (!pf_position_checkers(position) || pf_any_legal(position));
}

/* Null move: if passing the turn is still good enough, so is the best move. Wrong in zugzwang, which is common where
 * only pawns are left to move. */
static int search_null(search *s, const board *b, int depth, int beta)
{
    const pf_position *position = &b->position;
    pf_bitboard pawns_and_king = position->by_type[PF_PAWN] | position->by_type[PF_KING];
    if ((position->by_colour[position->turn] & ~pawns_and_king) == 0) return -INFINITE;
    board child = *b;
    if (!pf_position_play_null(&child.position) || !pf_repetition_push_null(&s->line, &child.position))
        return -INFINITE;
    int score = -search_node(s, &child, depth - 4 - depth / 4, -beta, -beta + 1);
    pf_repetition_pop(&s->line);
    return score >= MATE_BOUND ? beta : score;
}

/* How many plies less a late move is searched: more at great depth and late in the list. */
static int reduction(int depth, int number, bool is_pv)
{
    if (depth < 3 || number < 4) return 0;
    int less = 1 + (int)(pf_bitboard_highest((pf_bitboard)depth) * pf_bitboard_highest((pf_bitboard)number)) / 5;
    return is_pv ? less - 1 : less;
}

/* The first move has the whole window. The others must only be proved worse, with an empty window and, if they come
 * late, less depth; one that turns out better is searched again. */
static int search_child(search *s, const board *child, int depth, int alpha, int beta, int number, int less)
{
    int score = 0;
    if (number > 1) {
        score = -search_node(s, child, depth - 1 - less, -alpha - 1, -alpha);
        if (score > alpha && less > 0) score = -search_node(s, child, depth - 1, -alpha - 1, -alpha);
    }
    if (number == 1 || (score > alpha && score < beta)) score = -search_node(s, child, depth - 1, -beta, -alpha);
    return score;
}

/* The move and the line below it become the principal variation of this node. */
static void update_pv(search *s, pf_move move, int ply)
{
    variation *here = &s->pv[ply], *below = &s->pv[ply + 1];
    here->moves[0] = move;
    memcpy(here->moves + 1, below->moves, (size_t)below->size * sizeof *below->moves);
    here->size = below->size + 1;
    if (ply == 0) s->best = move;
}

/* Tries the moves of a node and stores the result. known is what the table has, with the evaluation filled in. */
static int search_moves(search *s, const board *b, int depth, int alpha, int beta, int ply, entry known)
{
    const pf_position *position = &b->position;
    bool is_pv = beta - alpha > 1, in_check = pf_position_checkers(position) != 0;
    pf_picker_options options = order_options(&s->order, known.move, ply);
    pf_move quiets[PF_MOVE_LIST_CAPACITY];
    int first_alpha = alpha, best = -INFINITE, number = 0, quiet_count = 0;
    pf_move best_move = PF_NO_MOVE;
    pf_picker picker;
    pf_picker_init(&picker, position, PF_PICK_ALL, &options);
    for (pf_move move; (move = pf_picker_next(&picker)) != PF_NO_MOVE;) {
        bool quiet = pf_move_is_quiet(position, move);
        bool gives_check = pf_move_gives_check(position, move) != PF_CHECK_NONE;
        number++;
        bool can_skip = !is_pv && best > -MATE_BOUND; /* a move that does not lose at once is known */
        /* Near the leaves, late quiet moves and those of a position far below alpha are hopeless without check. */
        bool hopeless = number > 4 + depth * depth || known.eval + 100 + 90 * depth < alpha;
        if (can_skip && quiet && !in_check && !gives_check && depth < 7 && hopeless) continue;
        if (can_skip && depth < 4 && pf_picker_stage(&picker) == PF_STAGE_LOSING_CAPTURES) break;
        board child;
        board_play(&child, b, move);
        pf_repetition_push(&s->line, &child.position);
        int less = quiet && !in_check && !gives_check ? reduction(depth, number, is_pv) : 0;
        int score = search_child(s, &child, depth, alpha, beta, number, less);
        pf_repetition_pop(&s->line);
        if (atomic_load_explicit(&s->stop, memory_order_relaxed)) return 0;
        if (quiet) quiets[quiet_count++] = move;
        if (score > best) best = score;
        if (score <= alpha) continue;
        alpha = score;
        best_move = move;
        update_pv(s, move, ply);
        if (score < beta) continue;
        if (quiet) order_reward(&s->order, position->turn, quiets, quiet_count, depth, ply);
        break;
    }
    if (number == 0) return in_check ? ply - MATE : 0; /* checkmate or stalemate */
    bound kind = best >= beta ? BOUND_LOWER : alpha > first_alpha ? BOUND_EXACT : BOUND_UPPER;
    entry result = {position->key, best_move, (int16_t)best, known.eval, (uint8_t)depth, kind, 0};
    table_store(&s->table, result, ply);
    return best;
}

/* The score of a position for the side to move: exact between alpha and beta, otherwise a bound. */
static int search_node(search *s, const board *b, int depth, int alpha, int beta)
{
    const pf_position *position = &b->position;
    int ply = (int)pf_repetition_ply(&s->line);
    bool is_pv = beta - alpha > 1, in_check = pf_position_checkers(position) != 0;
    s->pv[ply].size = 0;
    if (ply > 0) {
        if (is_draw(s, position)) return 0;
        if (ply >= MAX_PLY) return in_check ? 0 : evaluate(b);
        if (alpha < 0 && pf_repetition_upcoming(&s->line, position) != PF_NO_MOVE) alpha = 0; /* it can repeat */
        if (alpha < ply - MATE) alpha = ply - MATE;       /* mated here: nothing is worse */
        if (beta > MATE - ply - 1) beta = MATE - ply - 1; /* mate next move: nothing is better */
        if (alpha >= beta) return alpha;
    }
    if (in_check) depth++; /* an evasion is half forced: look further */
    if (depth <= 0) return quiesce(s, b, alpha, beta, ply);
    if (count_node(s)) return 0;

    entry known = table_probe(&s->table, position->key, ply);
    /* The key knows nothing of the fifty moves, so near that draw scores of the table are not trusted. */
    if (!is_pv && known.depth >= depth && position->halfmove_clock < 90 && decides(&known, alpha, beta))
        return known.score;
    if (known.bound == BOUND_NONE) known.eval = (int16_t)(in_check ? 0 : evaluate(b));

    if (!is_pv && !in_check && abs(beta) < MATE_BOUND) {
        if (depth < 7 && known.eval - 80 * depth >= beta) return known.eval; /* far above beta near the leaves */
        int score = depth >= 3 && known.eval >= beta ? search_null(s, b, depth, beta) : -INFINITE;
        if (score >= beta) return score;
    }
    if (depth >= 4 && known.move == PF_NO_MOVE) depth--; /* badly ordered: the next iteration will know a move */
    return search_moves(s, b, depth, alpha, beta, ply, known);
}

/* ---- The root ---- */

static void print_info(const search *s, int depth, int score)
{
    int64_t elapsed = now_ms() - s->started;
    bool mate = abs(score) >= MATE_BOUND;
    int value = !mate ? score : score > 0 ? (MATE - score + 1) / 2 : -(MATE + score) / 2;
    char pv[(MAX_PLY + 1) * PF_UCI_SIZE + 1] = "", *end = pv;
    for (int i = 0; i < s->pv[0].size; i++) {
        *end++ = ' ';
        end += pf_move_to_uci(end, PF_UCI_SIZE, s->pv[0].moves[i], s->castling);
    }
    /* One call, so that the line stays whole: the other thread may print too. */
    printf("info depth %d score %s %d nodes %" PRIu64 " nps %" PRIu64 " time %" PRId64 " pv%s\n", depth,
           mate ? "mate" : "cp", value, s->nodes, s->nodes * 1000 / (uint64_t)(elapsed + 1), elapsed, pv);
}

/* Searches with a narrow window around the score of the last iteration, and wider ones until the score is inside. */
static int search_window(search *s, const board *root, int depth, int last)
{
    int width = depth < 5 ? INFINITE : 20;
    for (;; width *= 3) {
        int alpha = last - width > -MATE ? last - width : -INFINITE;
        int beta = last + width < MATE ? last + width : INFINITE;
        int score = search_node(s, root, depth, alpha, beta);
        if (atomic_load(&s->stop) || (score > alpha && score < beta)) return score;
    }
}

void search_run(search *s)
{
    board root;
    board_set(&root, &s->root);
    pf_move_list moves;
    pf_generate_legal(&s->root, &moves);
    s->nodes = 0;
    s->best = moves.size > 0 ? moves.moves[0] : PF_NO_MOVE;
    if (moves.size == 0) return;

    s->table.age++;
    memset(s->order.killers, 0, sizeof s->order.killers);
    int score = 0;
    int64_t last_depth = s->limits.depth > 0 && s->limits.depth < MAX_PLY ? s->limits.depth : MAX_PLY - 1;
    for (int depth = 1; depth <= last_depth; depth++) {
        score = search_window(s, &root, depth, score);
        if (atomic_load(&s->stop)) break;
        if (!s->silent) print_info(s, depth, score);
        if (s->budget.soft == INT64_MAX) continue; /* no clock */
        if (moves.size == 1 || now_ms() - s->started >= s->budget.soft) break;
    }
}

void search_forget(search *s)
{
    memset(s->table.entries, 0, s->table.size * sizeof(entry));
    memset(&s->order, 0, sizeof s->order);
}
