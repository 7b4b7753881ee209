#include "endgames.h"

#include <string.h>

enum { TRIANGLE = 10 };

endgame endgames[MOST_ENDGAMES];
size_t endgame_count;

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

/* Two equal pieces are in the order of their squares. */
size_t endgame_cell(const endgame *class, pf_colour turn, const unsigned *squares)
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

void endgame_squares(const endgame *class, size_t cell, unsigned *squares)
{
    static const uint8_t triangle[TRIANGLE] = {1, 2, 3, 10, 11, 19, 0, 9, 18, 27};
    cell %= class->cells;
    for (unsigned i = class->men; i-- > 1; cell /= 64) squares[i] = cell % 64;
    unsigned king = (unsigned)cell;
    squares[0] = class->has_pawns ? king / 4 * 8 + king % 4 : triangle[king];
}

bool endgame_position(const endgame *class, size_t cell, pf_position *out)
{
    unsigned squares[MOST_MEN];
    endgame_squares(class, cell, squares);
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
    if (endgame_cell(class, out->turn, squares) != cell) return false; /* equal pieces the other way round */
    return !pf_position_is_square_attacked(out, pf_position_king(out, out->turn ^ 1u), out->turn);
}

static endgame *class_with(uint32_t white, uint32_t black)
{
    for (size_t i = 0; i < endgame_count; i++)
        if (endgames[i].sides[PF_WHITE] == white && endgames[i].sides[PF_BLACK] == black) return &endgames[i];
    return NULL;
}

static uint32_t side_of(const pf_position *position, pf_colour colour)
{
    uint32_t side = 0;
    for (pf_piece_type type = PF_PAWN; type < PF_KING; type++)
        side |= pf_bitboard_count(pf_position_pieces(position, colour, type)) << 4 * type;
    return side;
}

endgame *endgame_of(const pf_position *position, size_t *cell, bool *are_changed)
{
    uint32_t white = side_of(position, PF_WHITE), black = side_of(position, PF_BLACK);
    endgame *class = class_with(white, black);
    unsigned swap = class == NULL, flip = swap ? 56 : 0, squares[MOST_MEN];
    if (swap) class = class_with(black, white);
    if (!class) return NULL;
    pf_bitboard left[2][PF_KING + 1];
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
        for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++)
            left[colour ^ swap][type] = pf_position_pieces(position, colour, type);
    for (unsigned i = 0; i < class->men; i++)
        squares[i] = pf_bitboard_pop(&left[class->colours[i]][class->types[i]]) ^ flip;
    *cell = endgame_cell(class, position->turn ^ swap, squares);
    *are_changed = swap;
    return class;
}

/* ---- Neighbours ---- */

unsigned endgame_cells(const endgame *class, pf_colour turn, const unsigned *squares, size_t cells[2])
{
    unsigned mirrored[MOST_MEN];
    cells[0] = endgame_cell(class, turn, squares);
    if (class->has_pawns) return 1;
    for (unsigned i = 0; i < class->men; i++) mirrored[i] = transposed(squares[i]);
    cells[1] = endgame_cell(class, turn, mirrored);
    return 2;
}

pf_bitboard endgame_origins(const pf_position *position, pf_piece_type type, pf_square square)
{
    pf_bitboard occupied = pf_position_occupied(position);
    if (type != PF_PAWN) return pf_attacks(PF_WHITE, type, square, occupied) & ~occupied;
    bool is_white = position->turn == PF_BLACK; /* it has moved */
    pf_bitboard one = (is_white ? pf_bit(square) >> 8 : pf_bit(square) << 8) & ~occupied;
    pf_bitboard two = (is_white ? one >> 8 : one << 8) & ~occupied;
    if (pf_square_rank(square) != (is_white ? 3u : 4u)) two = 0;
    return one | two;
}

unsigned endgame_en_passant(const pf_position *position, pf_position out[2])
{
    unsigned count = 0;
    pf_bitboard pawns = pf_position_pieces(position, position->turn ^ 1u, PF_PAWN);
    int step = position->turn == PF_WHITE ? 8 : -8;
    pawns &= pf_bitboard_rank(position->turn == PF_WHITE ? 4 : 3);
    while (pawns && count < 2) {
        pf_square over = (pf_square)((int)pf_bitboard_pop(&pawns) + step), origin = (pf_square)((int)over + step);
        if (pf_position_occupied(position) & (pf_bit(over) | pf_bit(origin))) continue;
        out[count] = *position;
        out[count].ep_square = (uint8_t)over;
        count += pf_position_ep_legal(&out[count]) != PF_NO_SQUARE;
    }
    return count;
}

/* ---- Classes ---- */

static void add_class(const pf_piece_type *white, unsigned white_size, const pf_piece_type *black, unsigned black_size)
{
    static const char letters[] = "PNBRQK";
    endgame *class = &endgames[endgame_count++];
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

void endgames_add(unsigned men)
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
