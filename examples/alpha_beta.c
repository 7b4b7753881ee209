/* A small chess search, written to be read: alpha-beta with quiescence, moves from the staged picker.
 *
 *     cc -O2 alpha_beta.c $(pkg-config --cflags --libs plyforge) -o alpha_beta
 *     ./alpha_beta "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1" 6
 *     depth 1: b6a7 90 (20 nodes)
 *     depth 2: b6a7 90 (83 nodes)
 *     depth 3: a1a6 mate in 2 (410 nodes)
 *
 * It knows material and a little about the centre, has no hash table and no clock. What it shows is the loop: pick a
 * move, play it on a copy, search, and tell the picker's tables what was good. */
#include <plyforge.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MATE = 30000, MAX_PLY = 64 };

typedef struct search {
    unsigned long long nodes;
    pf_move best;                /* at the root, of the last iteration that was finished */
    pf_move killers[MAX_PLY][2]; /* quiets that were too good for the opponent, by ply */
    int32_t history[2][4096];    /* and by side, from and to */
} search;

/* Material, and the centre for minor pieces; from the side to move's point of view. */
static int evaluate(const pf_position *position)
{
    static const int values[6] = {100, 300, 310, 500, 900, 0};
    const pf_bitboard centre = UINT64_C(0x00003c3c3c3c0000);
    int score = 0;
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        int sign = colour == position->turn ? 1 : -1;
        for (pf_piece_type type = PF_PAWN; type < PF_KING; type++)
            for (pf_bitboard set = pf_position_pieces(position, colour, type); set; set &= set - 1)
                score += sign * values[type];
        pf_bitboard minors = position->by_type[PF_KNIGHT] | position->by_type[PF_BISHOP];
        for (pf_bitboard set = minors & position->by_colour[colour] & centre; set; set &= set - 1) score += sign * 6;
    }
    return score;
}

/* Goes on with captures until the position is quiet. In check there is no standing pat, and every evasion is tried. */
static int quiesce(search *s, const pf_position *position, int alpha, int beta, unsigned ply)
{
    bool in_check = pf_position_checkers(position) != 0;
    int best = in_check ? -MATE + (int)ply : evaluate(position);
    s->nodes++;
    if (best >= beta || ply >= MAX_PLY) return in_check ? evaluate(position) : best;
    if (best > alpha) alpha = best;

    pf_picker picker;
    pf_picker_init(&picker, position, PF_PICK_QUIESCENCE, NULL);
    for (pf_move move; (move = pf_picker_next(&picker)) != PF_NO_MOVE;) {
        if (pf_picker_stage(&picker) == PF_STAGE_LOSING_CAPTURES) break; /* the exchange loses: not worth a look */
        pf_position child = *position;
        pf_position_play_unchecked(&child, move);
        int score = -quiesce(s, &child, -beta, -alpha, ply + 1);
        if (score > best) best = score;
        if (score > alpha) alpha = score;
        if (alpha >= beta) break;
    }
    return best;
}

/* A quiet move that refuted the opponent's is tried early next time. */
static void remember(search *s, const pf_position *position, pf_move move, unsigned ply, unsigned depth)
{
    if (!pf_move_is_in_category(position, move, PF_QUIETS)) return;
    if (s->killers[ply][0] != move) {
        s->killers[ply][1] = s->killers[ply][0];
        s->killers[ply][0] = move;
    }
    s->history[position->turn][move & 4095] += (int32_t)(depth * depth);
}

static int search_node(search *s, const pf_position *position, int alpha, int beta, unsigned depth, unsigned ply)
{
    if (depth == 0 || ply >= MAX_PLY) return quiesce(s, position, alpha, beta, ply);
    s->nodes++;

    pf_picker_options options = {.hash = ply == 0 ? s->best : PF_NO_MOVE,
                                 .killers = {s->killers[ply][0], s->killers[ply][1]},
                                 .quiet_scores = s->history[position->turn]};
    pf_picker picker;
    pf_picker_init(&picker, position, PF_PICK_ALL, &options);
    int best = -MATE - 1;
    for (pf_move move; (move = pf_picker_next(&picker)) != PF_NO_MOVE;) {
        pf_position child = *position;
        pf_position_play_unchecked(&child, move);
        int score = -search_node(s, &child, -beta, -alpha, depth - 1, ply + 1);
        if (score > best) {
            best = score;
            if (ply == 0) s->best = move;
        }
        if (score > alpha) alpha = score;
        if (alpha < beta) continue;
        remember(s, position, move, ply, depth);
        break;
    }
    if (best < -MATE) return pf_position_checkers(position) ? -MATE + (int)ply : 0; /* mate or stalemate */
    return best;
}

static void print_result(const search *s, unsigned depth, int score)
{
    char move[PF_UCI_SIZE];
    pf_move_to_uci(move, sizeof move, s->best, PF_UCI_KING_STEP);
    int plies = MATE - abs(score);
    if (plies <= MAX_PLY)
        printf("depth %u: %s %s in %d", depth, move, score > 0 ? "mate" : "mated", (plies + 1) / 2);
    else
        printf("depth %u: %s %d", depth, move, score);
    printf(" (%llu nodes)\n", s->nodes);
}

int main(int argc, char **argv)
{
    unsigned depths = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 6;
    pf_position position = pf_position_start();
    pf_error error;
    if (argc > 1 &&
        pf_position_from_fen(&position, argv[1], strlen(argv[1]), PF_ACCEPT_STRICT, NULL, &error) != PF_OK) {
        fprintf(stderr, "bad position at byte %u: %s\n", (unsigned)error.offset, error.message);
        return 1;
    }
    if (!pf_any_legal(&position)) {
        printf("no legal move\n");
        return 0;
    }
    static search s;
    for (unsigned depth = 1; depth <= depths && depth < MAX_PLY; depth++) {
        int score = search_node(&s, &position, -MATE, MATE, depth, 0);
        print_result(&s, depth, score);
        if (MATE - abs(score) <= (int)depth) break; /* nothing shorter is left to find */
    }
    return 0;
}
