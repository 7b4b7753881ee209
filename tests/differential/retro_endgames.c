/* Edges of whole endgames, forward and backward. Every position of a class of material, with every castling right, and
 * with every en passant square on which a capture is legal, is a node. Forward, the legal moves of all nodes are
 * counted; backward, the predecessors of all nodes, each of which is replayed. Distinct predecessors that all lead here
 * are edges of the forward graph, so equal counts mean equal sets.
 *
 * Of KPKP half is enough: forward and backward, only nodes whose white king is on the files a to d count when White
 * moves, and e to h when Black moves. Mirrored, each half is the other one.
 *
 *     retro_endgames [SHARE]   only every SHARE-th rank of the black king, and then only moves of White, whom that does
 *                              not cut off from anything; 1 (all) by default */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <plyforge.h>

enum { MAX_PIECES = 4 };

static unsigned share = 1;

/* Material: kings first, then the rest. */
struct class
{
    const char *name;
    unsigned size;
    struct {
        pf_colour colour;
        pf_piece_type type;
    } pieces[MAX_PIECES];
};

static const struct class kk = {"KK", 2, {{PF_WHITE, PF_KING}, {PF_BLACK, PF_KING}}};
static const struct class kqk = {"KQK", 3, {{PF_WHITE, PF_KING}, {PF_BLACK, PF_KING}, {PF_WHITE, PF_QUEEN}}};
static const struct class krk = {"KRK", 3, {{PF_WHITE, PF_KING}, {PF_BLACK, PF_KING}, {PF_WHITE, PF_ROOK}}};
static const struct class kpk = {"KPK", 3, {{PF_WHITE, PF_KING}, {PF_BLACK, PF_KING}, {PF_WHITE, PF_PAWN}}};
static const struct class kkp = {"KKP", 3, {{PF_WHITE, PF_KING}, {PF_BLACK, PF_KING}, {PF_BLACK, PF_PAWN}}};
static const struct class kkq = {"KKQ", 3, {{PF_WHITE, PF_KING}, {PF_BLACK, PF_KING}, {PF_BLACK, PF_QUEEN}}};
static const struct class kpkp = {
    "KPKP", 4, {{PF_WHITE, PF_KING}, {PF_BLACK, PF_KING}, {PF_WHITE, PF_PAWN}, {PF_BLACK, PF_PAWN}}};

/* What a walk over the nodes of a class counts. */
struct tally {
    uint64_t nodes;
    uint64_t quiet;      /* neither captures nor promotions: edges within the class */
    uint64_t captures;   /* of anything, without promotion */
    uint64_t promotions; /* to a queen, without capture */
    pf_retro_options options;
    bool strict; /* forward: only nodes that strict validation accepts */
    bool failed;
};

typedef void visitor(const pf_position *position, struct tally *tally);

/* Puts the piece on the square; false where it cannot stand. */
static bool put(pf_position *position, pf_colour colour, pf_piece_type type, pf_square square)
{
    if (pf_bitboard_has(pf_position_occupied(position), square)) return false;
    if (type == PF_PAWN && (square < 8 || square >= 56)) return false;
    position->by_type[type] |= pf_bit(square);
    position->by_colour[colour] |= pf_bit(square);
    return true;
}

/* The same node with the right to castle with the only rook, if king and rook are at home. */
static void visit_with_right(const pf_position *position, visitor *visit, struct tally *tally)
{
    pf_bitboard rook = position->by_type[PF_ROOK];
    pf_bitboard home = pf_bit(PF_A1) | pf_bit(PF_H1);
    if (!(rook & home & position->by_colour[PF_WHITE]) || pf_position_king(position, PF_WHITE) != PF_E1) return;
    pf_position with_right = *position;
    with_right.castling = rook;
    with_right.key = pf_position_compute_key(&with_right);
    visit(&with_right, tally);
}

/* The node, the same with the right to castle, and with each en passant square on which a capture is legal. */
static void visit_node(pf_position *position, visitor *visit, struct tally *tally)
{
    pf_square king = pf_position_king(position, position->turn ^ 1u);
    if (pf_position_is_square_attacked(position, king, position->turn)) return;
    position->key = pf_position_compute_key(position);
    visit(position, tally);
    visit_with_right(position, visit, tally);
    pf_bitboard pawns = pf_position_pieces(position, position->turn ^ 1u, PF_PAWN);
    int step = position->turn == PF_WHITE ? 8 : -8; /* from a pawn that has jumped to the square behind it */
    pawns &= pf_bitboard_rank(position->turn == PF_WHITE ? 4 : 3);
    while (pawns) {
        pf_square pawn = pf_bitboard_pop(&pawns);
        pf_square over = (pf_square)((int)pawn + step), origin = (pf_square)((int)over + step);
        if (pf_position_occupied(position) & (pf_bit(over) | pf_bit(origin))) continue;
        pf_position jumped = *position;
        jumped.ep_square = (uint8_t)over;
        if (pf_position_ep_legal(&jumped) == PF_NO_SQUARE) continue;
        jumped.key = pf_position_compute_key(&jumped);
        visit(&jumped, tally);
    }
}

/* All ways to place the pieces from number `index` on. */
static void visit_placements(const struct class *class, unsigned index, const pf_position *placed, visitor *visit,
                             struct tally *tally)
{
    if (index == MAX_PIECES || index == class->size) {
        pf_position position = *placed;
        visit_node(&position, visit, tally);
        return;
    }
    for (pf_square square = 0; square < 64; square++) {
        pf_position position = *placed;
        if (index == 1 && pf_square_rank(square) % share != share - 1) continue;
        if (!put(&position, class->pieces[index].colour, class->pieces[index].type, square)) continue;
        visit_placements(class, index + 1, &position, visit, tally);
    }
}

/* The class, or the half of it for the side that moves, seen before its move (forward) or after it. */
static void visit_class(const struct class *class, pf_colour mover, pf_colour turn, visitor *visit, struct tally *tally,
                        bool half)
{
    for (pf_square square = 0; square < 64; square++) {
        bool left = pf_square_file(square) < 4;
        if (half && left != (mover == PF_WHITE)) continue;
        pf_position position;
        memset(&position, 0, sizeof position);
        position.turn = (uint8_t)turn;
        position.ep_square = PF_NO_SQUARE;
        position.fullmove_number = 1;
        put(&position, PF_WHITE, PF_KING, square);
        visit_placements(class, 1, &position, visit, tally);
    }
}

static void count_forward(const pf_position *position, struct tally *tally)
{
    pf_move_list list;
    if (tally->strict) {
        pf_setup setup;
        pf_setup_from_position(&setup, position);
        if (pf_setup_problems(&setup, PF_ACCEPT_STRICT) != 0) return;
    }
    tally->nodes++;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        bool takes = pf_move_captured_piece(position, list.moves[i]) != PF_NO_PIECE;
        bool promotes = pf_move_kind_of(list.moves[i]) == PF_MOVE_PROMOTION;
        tally->quiet += !takes && !promotes;
        tally->captures += takes && !promotes;
        tally->promotions += !takes && promotes && pf_move_promotion(list.moves[i]) == PF_QUEEN;
    }
}

static void count_backward(const pf_position *position, struct tally *tally)
{
    pf_predecessors all;
    pf_position before;
    pf_retraction how;
    tally->nodes++;
    pf_predecessors_init(&all, position, &tally->options);
    while (pf_predecessors_next(&all, &before, &how)) {
        bool takes = how.captured != PF_NO_PIECE_TYPE;
        bool promotes = pf_move_kind_of(how.move) == PF_MOVE_PROMOTION;
        tally->quiet += !takes && !promotes;
        tally->captures += takes && !promotes;
        tally->promotions += !takes && promotes;
        bool legal = pf_move_is_legal(&before, how.move);
        if (legal) pf_position_play_unchecked(&before, how.move);
        if (legal && pf_position_equal(&before, position)) continue;
        char fen[PF_FEN_SIZE];
        if (!tally->failed) {
            pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
            printf("FAILED: a predecessor does not lead to %s\n", fen);
        }
        tally->failed = true;
    }
}

static bool compare(const char *what, const char *from, const char *to, uint64_t forward, uint64_t backward)
{
    printf("%s %s -> %s: %llu forward, %llu backward\n", what, from, to, (unsigned long long)forward,
           (unsigned long long)backward);
    fflush(stdout);
    if (forward == backward && forward > 0) return true;
    printf("FAILED: these must be the same\n");
    return false;
}

/* Both ways within a class, for both sides, lenient or strict. Returns the forward tallies too. */
static bool check_within(const struct class *class, pf_accept accept, struct tally forward[2])
{
    bool strict = accept == PF_ACCEPT_STRICT;
    bool right = true, half = class == &kpkp;
    for (pf_colour mover = PF_WHITE; mover <= (share == 1 ? PF_BLACK : PF_WHITE); mover++) {
        struct tally backward = {.options = {.accept = accept,
                                             .castling = PF_RETRO_CASTLING_ALL,
                                             .ep = PF_RETRO_EP_LEGAL,
                                             .use_pockets = true,
                                             .no_unpromotions = true}};
        forward[mover] = (struct tally){.strict = strict};
        visit_class(class, mover, mover, count_forward, &forward[mover], half);
        visit_class(class, mover, mover ^ 1u, count_backward, &backward, half);
        right &= compare(strict ? "strict" : "lenient", class->name, class->name, forward[mover].quiet, backward.quiet);
        right &= !backward.failed;
    }
    return right;
}

/* From one class into another: the captures of a piece, or the promotions to a queen, of the mover. */
static bool check_between(const struct class *from, const struct class *to, pf_colour mover, pf_piece_type captured,
                          uint64_t forward)
{
    struct tally backward = {.options = {.accept = PF_ACCEPT_LENIENT,
                                         .castling = PF_RETRO_CASTLING_ALL,
                                         .ep = PF_RETRO_EP_LEGAL,
                                         .use_pockets = true}};
    if (captured != PF_NO_PIECE_TYPE) backward.options.pockets[mover ^ 1u][captured] = 1;
    visit_class(to, mover, mover ^ 1u, count_backward, &backward, from == &kpkp);
    uint64_t found = captured != PF_NO_PIECE_TYPE ? backward.captures : backward.promotions;
    return compare(captured != PF_NO_PIECE_TYPE ? "captures" : "promotions", from->name, to->name, forward, found) &&
           !backward.failed;
}

int main(int argc, char **argv)
{
    static const struct class *const classes[] = {&kk, &kqk, &krk, &kpk, &kkp, &kpkp};
    struct tally strict[2], kings[2], q[2], r[2], p[2], black_p[2], both_p[2];
    struct tally *const lenient[] = {kings, q, r, p, black_p, both_p};
    bool right = true;
    if (argc > 1) share = (unsigned)strtoul(argv[1], NULL, 10);
    if (share < 1 || share > 8) return EXIT_FAILURE;
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        right &= check_within(classes[i], PF_ACCEPT_LENIENT, lenient[i]);
    right &= check_within(&krk, PF_ACCEPT_STRICT, strict);
    right &= check_within(&kpk, PF_ACCEPT_STRICT, strict);
    right &= check_between(&kpk, &kqk, PF_WHITE, PF_NO_PIECE_TYPE, p[PF_WHITE].promotions);
    right &= check_between(&kpkp, &kpk, PF_WHITE, PF_PAWN, both_p[PF_WHITE].captures);
    if (share > 1) return right ? EXIT_SUCCESS : EXIT_FAILURE;
    right &= check_between(&kqk, &kk, PF_BLACK, PF_QUEEN, q[PF_BLACK].captures);
    right &= check_between(&krk, &kk, PF_BLACK, PF_ROOK, r[PF_BLACK].captures);
    right &= check_between(&kpk, &kk, PF_BLACK, PF_PAWN, p[PF_BLACK].captures);
    right &= check_between(&kkp, &kkq, PF_BLACK, PF_NO_PIECE_TYPE, black_p[PF_BLACK].promotions);
    right &= check_between(&kpkp, &kkp, PF_BLACK, PF_PAWN, both_p[PF_BLACK].captures);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
