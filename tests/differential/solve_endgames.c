/* Solves endgames of up to four men from the rules alone, and compares every position with Syzygy tables: a check of
 * the tables, of the code that reads them, and of the move generator, each against the others.
 *
 *     solve_endgames MEN DIRECTORY     all endgames of up to MEN men, against the tables in DIRECTORY
 *
 * A class is all positions with the same pieces. Every position is evaluated from its legal moves, and again when one
 * of them leads to a position that has been decided since, until nothing changes. What is left is drawn. Positions that
 * are mirror images are solved once: the white king is on the files a to d, without pawns in the triangle a1-d1-d4. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <plyforge.h>

enum { MOST_MEN = 4, MOST_CLASSES = 64, TRIANGLE = 10 };
enum { LOSS = -1, DRAW = 0, WIN = 1, ILLEGAL = 2 }; /* DRAW is also: not decided yet */

struct class
{
    char name[8];
    unsigned men;
    bool has_pawns;
    pf_colour colours[MOST_MEN]; /* both kings first, then the others of White, then those of Black */
    pf_piece_type types[MOST_MEN];
    uint32_t sides[2];
    size_t cells;   /* for one side to move */
    int8_t *values; /* of the side to move */
    uint8_t *dirty;
};

static struct class classes[MOST_CLASSES];
static size_t class_count;

/* ---- Cells ---- */

static int triangle_index(unsigned square)
{
    static const int8_t indices[28] = {6,  0,  1,  2,  -1, -1, -1, -1, -1, 7,  3,  4,  -1, -1,
                                       -1, -1, -1, -1, 8,  5,  -1, -1, -1, -1, -1, -1, -1, 9};
    return square < 28 ? indices[square] : -1;
}

static unsigned transposed(unsigned square)
{
    return (square >> 3 | square << 3) & 63;
}

/* The cell of a position, turned to where it is stored. Two equal pieces are in the order of their squares. */
static size_t cell_of(const struct class *class, pf_colour turn, const unsigned *squares)
{
    unsigned turned[MOST_MEN] = {0}, flip = (squares[0] & 7) > 3 ? 7 : 0;
    if (!class->has_pawns && squares[0] >> 3 > 3) flip |= 56;
    bool transpose = !class->has_pawns && ((squares[0] ^ flip) >> 3) > ((squares[0] ^ flip) & 7);
    for (unsigned i = 0; i < class->men; i++) {
        turned[i] = squares[i] ^ flip;
        if (transpose) turned[i] = transposed(turned[i]);
    }
    bool are_equal = class->men == 4 && class->types[2] == class->types[3] && class->colours[2] == class->colours[3];
    if (are_equal && turned[2] > turned[3]) {
        unsigned square = turned[2];
        turned[2] = turned[3];
        turned[3] = square;
    }
    size_t cell = class->has_pawns ? (turned[0] >> 3) * 4 + (turned[0] & 7) : (size_t)triangle_index(turned[0]);
    for (unsigned i = 1; i < class->men; i++) cell = cell * 64 + turned[i];
    return turn * class->cells + cell;
}

/* The squares of a cell; the other way round. */
static void squares_of(const struct class *class, size_t cell, unsigned *squares)
{
    cell %= class->cells;
    for (unsigned i = class->men; i-- > 1; cell /= 64) squares[i] = cell % 64;
    unsigned king = (unsigned)cell;
    if (class->has_pawns) {
        squares[0] = king / 4 * 8 + king % 4;
        return;
    }
    for (squares[0] = 0; triangle_index(squares[0]) != (int)king;) squares[0]++;
}

/* False if pieces are where they cannot be, or the side that has moved is in check. */
static bool position_of(const struct class *class, size_t cell, pf_position *out)
{
    unsigned squares[MOST_MEN];
    squares_of(class, cell, squares);
    memset(out, 0, sizeof *out);
    out->turn = cell >= class->cells;
    out->ep_square = PF_NO_SQUARE;
    out->fullmove_number = 1;
    for (unsigned i = 0; i < class->men; i++) {
        pf_bitboard bit = pf_bit(squares[i]);
        if (pf_position_occupied(out) & bit) return false;
        if (class->types[i] == PF_PAWN && (squares[i] < 8 || squares[i] >= 56)) return false;
        out->by_type[class->types[i]] |= bit;
        out->by_colour[class->colours[i]] |= bit;
    }
    if (cell_of(class, out->turn, squares) != cell) return false; /* equal pieces the other way round */
    return !pf_position_is_square_attacked(out, pf_position_king(out, out->turn ^ 1u), out->turn);
}

/* ---- Values ---- */

static const struct class *class_with(uint32_t white, uint32_t black)
{
    for (size_t i = 0; i < class_count; i++)
        if (classes[i].sides[PF_WHITE] == white && classes[i].sides[PF_BLACK] == black) return &classes[i];
    return NULL;
}

static uint32_t side_of(const pf_position *position, pf_colour colour)
{
    uint32_t side = 0;
    for (pf_piece_type type = PF_PAWN; type < PF_KING; type++)
        side |= pf_bitboard_count(pf_position_pieces(position, colour, type)) << 4 * type;
    return side;
}

/* What is known of a position without en passant. Colours are changed if the class is that of the other ones. */
static int value_of(const pf_position *position)
{
    uint32_t white = side_of(position, PF_WHITE), black = side_of(position, PF_BLACK);
    if (white == 0 && black == 0) return DRAW;
    const struct class *class = class_with(white, black);
    unsigned swap = class == NULL, flip = swap ? 56 : 0, squares[MOST_MEN];
    if (swap) class = class_with(black, white);
    pf_bitboard left[2][PF_KING + 1];
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
        for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++)
            left[colour ^ swap][type] = pf_position_pieces(position, colour, type);
    for (unsigned i = 0; i < class->men; i++)
        squares[i] = pf_bitboard_pop(&left[class->colours[i]][class->types[i]]) ^ flip;
    return class->values[cell_of(class, position->turn ^ swap, squares)];
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

static void set_dirty(const struct class *class, size_t cell)
{
    class->dirty[cell / 8] |= (uint8_t)(1u << cell % 8);
}

/* Without pawns, a position with the white king on the diagonal has two cells. */
static void set_both_dirty(const struct class *class, pf_colour turn, const unsigned *squares)
{
    unsigned mirrored[MOST_MEN];
    set_dirty(class, cell_of(class, turn, squares));
    if (class->has_pawns) return;
    for (unsigned i = 0; i < class->men; i++) mirrored[i] = transposed(squares[i]);
    set_dirty(class, cell_of(class, turn, mirrored));
}

/* From where a piece may have come. Too many squares do no harm: the cells are only evaluated once more. */
static pf_bitboard comes_from(const pf_position *position, pf_piece_type type, pf_square square)
{
    pf_bitboard occupied = pf_position_occupied(position);
    if (type != PF_PAWN) return pf_attacks(PF_WHITE, type, square, occupied) & ~occupied;
    bool is_white = position->turn == PF_BLACK; /* it has moved */
    pf_bitboard one = is_white ? pf_bit(square) >> 8 : pf_bit(square) << 8;
    pf_bitboard two = is_white ? one >> 8 : one << 8;
    if (pf_square_rank(square) != (is_white ? 3u : 4u)) two = 0;
    return (one | two) & ~occupied;
}

static void mark_predecessors(const struct class *class, size_t cell, const pf_position *position)
{
    unsigned squares[MOST_MEN];
    squares_of(class, cell, squares);
    for (unsigned i = 0; i < class->men; i++) {
        if (class->colours[i] == position->turn) continue;
        unsigned square = squares[i];
        for (pf_bitboard from = comes_from(position, class->types[i], square); from;) {
            squares[i] = pf_bitboard_pop(&from);
            set_both_dirty(class, position->turn ^ 1u, squares);
        }
        squares[i] = square;
    }
}

static void solve(struct class *class)
{
    size_t size = 2 * class->cells;
    pf_position position;
    for (size_t cell = 0; cell < size; cell++) {
        bool is_legal = position_of(class, cell, &position);
        class->values[cell] = is_legal ? DRAW : ILLEGAL;
        if (is_legal) set_dirty(class, cell);
    }
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (size_t cell = 0; cell < size; cell++) {
            if (cell % 8 == 0 && class->dirty[cell / 8] == 0) {
                cell += 7;
                continue;
            }
            if (!(class->dirty[cell / 8] >> cell % 8 & 1)) continue;
            class->dirty[cell / 8] &= (uint8_t) ~(1u << cell % 8);
            if (class->values[cell] != DRAW) continue;
            position_of(class, cell, &position);
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
    compare(tables, position, value, tally);
    pf_bitboard pawns = pf_position_pieces(position, position->turn ^ 1u, PF_PAWN);
    int step = position->turn == PF_WHITE ? 8 : -8;
    pawns &= pf_bitboard_rank(position->turn == PF_WHITE ? 4 : 3);
    while (pawns) {
        pf_square over = (pf_square)((int)pf_bitboard_pop(&pawns) + step), origin = (pf_square)((int)over + step);
        if (pf_position_occupied(position) & (pf_bit(over) | pf_bit(origin))) continue;
        pf_position jumped = *position;
        jumped.ep_square = (uint8_t)over;
        if (pf_position_ep_legal(&jumped) != PF_NO_SQUARE) compare(tables, &jumped, value_with_ep(&jumped), tally);
    }
}

static bool check(struct class *class, const pf_tablebase *tables)
{
    struct tally tally = {0};
    pf_position position;
    size_t size = 2 * class->cells;
    class->values = malloc(size);
    class->dirty = calloc(size / 8 + 1, 1);
    if (!class->values || !class->dirty) {
        printf("FAILED: no memory\n");
        return false;
    }
    solve(class);
    for (size_t cell = 0; cell < size; cell++)
        if (class->values[cell] != ILLEGAL && position_of(class, cell, &position))
            compare_all(tables, &position, class->values[cell], &tally);
    printf("%s: %llu positions, %llu won, %llu drawn, %llu lost; %llu differ\n", class->name,
           (unsigned long long)tally.positions, (unsigned long long)tally.wins, (unsigned long long)tally.draws,
           (unsigned long long)tally.losses, (unsigned long long)tally.wrong);
    fflush(stdout);
    free(class->dirty);
    return tally.wrong == 0 && tally.positions > 0;
}

/* ---- Classes ---- */

static void add_class(const pf_piece_type *white, unsigned white_size, const pf_piece_type *black, unsigned black_size)
{
    static const char letters[] = "PNBRQK";
    struct class *class = &classes[class_count++];
    char *name = class->name;
    class->men = 2;
    class->types[0] = class->types[1] = PF_KING;
    class->colours[1] = PF_BLACK;
    for (unsigned side = 0; side < 2; side++) {
        const pf_piece_type *types = side ? black : white;
        if (side) *name++ = 'v';
        *name++ = 'K';
        for (unsigned i = 0; i < (side ? black_size : white_size); i++) {
            *name++ = letters[types[i]];
            class->types[class->men] = types[i];
            class->colours[class->men++] = side;
            class->sides[side] += 1u << 4 * types[i];
            class->has_pawns |= types[i] == PF_PAWN;
        }
    }
    class->cells = class->has_pawns ? 32 : TRIANGLE;
    for (unsigned i = 1; i < class->men; i++) class->cells *= 64;
}

/* Each class after those that captures and promotions lead to: few men first, then few pawns. */
static void add_classes(unsigned men)
{
    for (pf_piece_type type = PF_QUEEN + 1; type-- > PF_PAWN;) add_class(&type, 1, NULL, 0);
    if (men < 4) return;
    for (unsigned pawns = 0; pawns <= 2; pawns++)
        for (pf_piece_type a = PF_QUEEN + 1; a-- > PF_PAWN;)
            for (pf_piece_type b = a + 1; b-- > PF_PAWN;) {
                if ((a == PF_PAWN) + (b == PF_PAWN) != (int)pawns) continue;
                pf_piece_type both[2] = {a, b};
                add_class(both, 2, NULL, 0);
                add_class(&a, 1, &b, 1);
            }
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
    add_classes((unsigned)(argv[1][0] - '0'));
    bool right = true;
    for (size_t i = 0; i < class_count; i++) right &= check(&classes[i], tables);
    for (size_t i = 0; i < class_count; i++) free(classes[i].values);
    pf_tablebase_destroy(tables);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
