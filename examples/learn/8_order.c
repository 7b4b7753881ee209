/* Chapter 8 of docs/learn: moves in the order in which a search wants to see them.
 *     cc -O3 -march=native 8_order.c -o 8_order
 *     ./8_order FEN           the legal moves, stage by stage
 *     ./8_order FEN DEPTH     the nodes of an alpha-beta search, with and without the order */

/* ---- include the generator ---- */
#define main generator_main
#include "generator.c"
#undef main

/* ---- values ---- */
static const int values[7] = {100, 300, 300, 500, 900, 10000, 0}; /* the last one is for an empty square */

static int type_on(const struct board *b, int square)
{
    int type = PAWN;
    while (type <= KING && (b->pieces[type] & BIT(square)) == 0) type++;
    return type; /* one more than KING if the square is empty */
}

/* ---- see ---- */
/* What the side to move wins, at least, by capturing on the square and letting both sides go on as long as it pays.
 * The least valuable attacker captures first. A captured piece may open a line for the next attacker. */
static int exchange(const struct board *b, int square, int victim, int side, bitboard occupied)
{
    bitboard attacking = attackers(b, square, occupied) & b->colour[side] & occupied;
    if (attacking == 0) return 0;
    int type = PAWN;
    while ((b->pieces[type] & attacking) == 0) type++;
    bitboard attacker = b->pieces[type] & attacking & -(b->pieces[type] & attacking);
    int gain = values[victim] - exchange(b, square, type, !side, occupied ^ attacker);
    return gain > 0 ? gain : 0; /* nobody has to capture */
}

/* What a capture wins or loses once the other side has answered. */
static int see(const struct board *b, struct move move)
{
    int is_ep = move.piece == PAWN && move.to == b->ep;
    bitboard occupied = (b->colour[WHITE] | b->colour[BLACK]) & ~BIT(move.from);
    if (is_ep) occupied &= ~BIT(move.to ^ 8);
    int won = (is_ep ? values[PAWN] : values[type_on(b, move.to)]) + values[move.becomes] - values[move.piece];
    return won - exchange(b, move.to, move.becomes, !b->turn, occupied);
}

/* ---- stages ---- */
enum stage { HASH_MOVE, WINNING_CAPTURES, KILLERS, QUIETS, LOSING_CAPTURES, DONE };

/* One node of the search: where its moves come from, and how far it has got. */
struct picker {
    const struct board *board;
    struct move hash, killers[2];
    struct list moves, losing;
    int scores[512];
    enum stage stage;
    int next;
};

static int equal(struct move a, struct move b)
{
    return a.from == b.from && a.to == b.to && a.becomes == b.becomes;
}

/* Queen promotions belong to the captures: they change the material just as much. */
static int is_capture(const struct board *b, struct move move)
{
    return (b->colour[!b->turn] & BIT(move.to)) != 0 ||
           (move.piece == PAWN && (move.to == b->ep || move.becomes == QUEEN));
}

/* ---- is legal ---- */
/* Whether a move from the hash table or from another node exists here. It may have come from any position. */
static int is_legal(const struct board *b, struct move move)
{
    struct list list;
    if ((b->pieces[move.piece] & b->colour[b->turn] & BIT(move.from)) == 0) return 0; /* nearly always enough */
    generate(b, &list);
    for (int i = 0; i < list.size; i++) {
        if (equal(list.moves[i], move)) return 1;
    }
    return 0;
}

/* ---- load ---- */
/* Fills the list with captures and their scores, or with quiet moves. */
static void load(struct picker *p, int captures)
{
    struct list all;
    generate(p->board, &all);
    p->moves.size = p->next = 0;
    for (int i = 0; i < all.size; i++) {
        struct move move = all.moves[i];
        if (is_capture(p->board, move) != captures || equal(move, p->hash)) continue;
        if (!captures && (equal(move, p->killers[0]) || equal(move, p->killers[1]))) continue;
        int victim = type_on(p->board, move.to);
        /* The most valuable victim first, and among equals the least valuable attacker. */
        p->scores[p->moves.size] = captures ? values[victim] - move.piece : 0;
        p->moves.moves[p->moves.size++] = move;
    }
}

/* ---- pick ---- */
/* Takes the best move that is left out of the list. */
static struct move take_best(struct picker *p)
{
    int best = p->next;
    for (int i = p->next + 1; i < p->moves.size; i++) {
        if (p->scores[i] > p->scores[best]) best = i;
    }
    struct move move = p->moves.moves[best];
    p->moves.moves[best] = p->moves.moves[p->next];
    p->scores[best] = p->scores[p->next++];
    return move;
}

/* The next move, and its stage; DONE if there is none. Each stage is generated when the one before it is used up. */
static enum stage pick(struct picker *p, struct move *move)
{
    switch (p->stage) {
    case HASH_MOVE:
        p->stage = WINNING_CAPTURES;
        load(p, 1);
        *move = p->hash;
        if (is_legal(p->board, *move)) return HASH_MOVE;
        /* fall through */
    case WINNING_CAPTURES:
        while (p->next < p->moves.size) {
            *move = take_best(p);
            if (see(p->board, *move) >= 0) return WINNING_CAPTURES;
            p->losing.moves[p->losing.size++] = *move; /* set aside until the end */
        }
        p->stage = KILLERS;
        p->next = 0;
        /* fall through */
    case KILLERS:
        while (p->next < 2) {
            *move = p->killers[p->next++];
            int quiet = !is_capture(p->board, *move) && !equal(*move, p->hash);
            if (quiet && is_legal(p->board, *move)) return KILLERS;
        }
        p->stage = QUIETS;
        load(p, 0);
        /* fall through */
    case QUIETS:
        if (p->next < p->moves.size) {
            *move = p->moves.moves[p->next++];
            return QUIETS;
        }
        p->stage = LOSING_CAPTURES;
        p->next = 0;
        /* fall through */
    case LOSING_CAPTURES:
        if (p->next < p->losing.size) {
            *move = p->losing.moves[p->next++];
            return LOSING_CAPTURES;
        }
        p->stage = DONE;
        /* fall through */
    default: return DONE;
    }
}

/* ---- search ---- */
enum { MAX_DEPTH = 20, MATE = 100000 };

struct search {
    uint64_t nodes;
    int ordered;
    struct move killers[MAX_DEPTH + 1][2];
};

/* Material only, seen by the side to move. */
static int evaluate(const struct board *b)
{
    int sum = 0;
    for (int type = PAWN; type < KING; type++) {
        sum += values[type] *
               (count(b->pieces[type] & b->colour[b->turn]) - count(b->pieces[type] & b->colour[!b->turn]));
    }
    return sum;
}

static int search(struct search *s, const struct board *b, int depth, int alpha, int beta)
{
    s->nodes++;
    if (depth == 0) return evaluate(b);
    struct picker p = {.board = b, .stage = HASH_MOVE};
    memcpy(p.killers, s->killers[depth], sizeof p.killers);
    if (!s->ordered) {
        generate(b, &p.moves);
        p.stage = QUIETS; /* one stage with all moves, in the order of the generator */
    }
    struct move move;
    int played = 0;
    while (pick(&p, &move) != DONE) {
        struct board after = play(b, move);
        int score = -search(s, &after, depth - 1, -beta, -alpha);
        played++;
        if (score > alpha) alpha = score;
        if (alpha >= beta) { /* the opponent will not allow this position: the other moves do not matter */
            if (is_capture(b, move)) break;
            s->killers[depth][1] = s->killers[depth][0];
            s->killers[depth][0] = move;
            break;
        }
    }
    if (played == 0) return find_masks(b).checkers != 0 ? -MATE - depth : 0;
    return alpha;
}

/* ---- order main ---- */
int main(int argc, char **argv)
{
    static const char *const names[] = {"hash move", "winning or even capture", "killer", "quiet", "losing capture"};
    struct board b = read_fen(argc > 1 ? argv[1] : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    int depth = argc > 2 ? atoi(argv[2]) : 0;
    char text[6];
    init_leapers();
    init_lines();
    if (depth < 0 || depth > MAX_DEPTH) fail("the depth is a number from 1 to 20");
    if (depth > 0) {
        for (int ordered = 0; ordered < 2; ordered++) {
            struct search s = {.ordered = ordered};
            int score = search(&s, &b, depth, -2 * MATE, 2 * MATE);
            printf("%s: score %d, %" PRIu64 " nodes\n", ordered ? "in order" : "as generated", score, s.nodes);
        }
        return 0;
    }
    struct picker p = {.board = &b, .stage = HASH_MOVE};
    struct move move;
    int moves = 0;
    for (enum stage stage; (stage = pick(&p, &move)) != DONE; moves++) {
        printf("%s %s", move_text(&b, move, text), names[stage]);
        if (is_capture(&b, move)) printf(", %+d", see(&b, move));
        printf("\n");
    }
    printf("%d\n", moves);
    return 0;
}
