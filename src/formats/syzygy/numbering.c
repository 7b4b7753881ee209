/* Numbers of positions in Syzygy tables; see numbering.h. */
#include "formats/syzygy/numbering.h"

#include <string.h>

#include <plyforge/bitboard.h>

enum {
    TRIANGLE = 10,
    TRIANGLE_BELOW = 6, /* the number of squares below the diagonal */
    BELOW = 28,
    UNIQUE_TRIPLES = 31332,
    KING_PAIRS = 462,
    PAWN_SQUARES = 48
};

/* Positive above the diagonal from a1 to h8, negative below it. */
static int off_diagonal(unsigned square)
{
    return (int)(square >> 3) - (int)(square & 7);
}

static unsigned transposed(unsigned square)
{
    return (square >> 3 | square << 3) & 63;
}

static void fill_choose(pf_numbering *out)
{
    for (unsigned n = 0; n < 64; n++) {
        out->choose[0][n] = 1;
        for (unsigned k = 1; k < PF_TABLE_MEN; k++)
            out->choose[k][n] = n > 0 ? out->choose[k][n - 1] + out->choose[k - 1][n - 1] : 0;
    }
}

static void fill_triangles(pf_numbering *out)
{
    unsigned below = 0, in_triangle = 0, on_diagonal = TRIANGLE_BELOW;
    for (unsigned square = 0; square < 64; square++) {
        bool is_left = (square & 7) < 4;
        if (off_diagonal(square) < 0) {
            out->below[square] = (uint8_t)below++;
            if (is_left) out->triangle[square] = (uint8_t)in_triangle++;
        } else if (off_diagonal(square) == 0 && is_left) {
            out->triangle[square] = (uint8_t)on_diagonal++;
        }
    }
}

/* The first king is in the triangle. If it is on the diagonal, the second king is not above the diagonal; pairs with
 * both kings on the diagonal come last. */
static void fill_kings(pf_numbering *out)
{
    unsigned number = 0;
    for (unsigned both_on_diagonal = 0; both_on_diagonal < 2; both_on_diagonal++)
        for (unsigned index = 0; index < TRIANGLE; index++)
            for (unsigned first = 0; first < 28; first++) {
                bool is_in = (first & 7) < 4 && off_diagonal(first) <= 0 && out->triangle[first] == index;
                if (!is_in) continue;
                for (unsigned second = 0; second < 64; second++) {
                    bool on_it = off_diagonal(first) == 0 && off_diagonal(second) == 0;
                    if (pf_square_distance((pf_square)first, (pf_square)second) <= 1) continue;
                    if (off_diagonal(first) == 0 && off_diagonal(second) > 0) continue;
                    if (on_it == (both_on_diagonal != 0)) out->kings[index][second] = (uint16_t)number++;
                }
            }
}

/* The leading pawn has the highest number of its group, so the others are on squares with lower numbers. */
static void fill_pawns(pf_numbering *out)
{
    unsigned number = PAWN_SQUARES;
    for (unsigned file = 0; file < PF_TABLE_FILES; file++)
        for (unsigned rank = 1; rank < 7; rank++) {
            out->pawns[rank * 8 + file] = (uint8_t)--number;
            out->pawns[rank * 8 + (file ^ 7)] = (uint8_t)--number;
        }
    for (unsigned count = 1; count < PF_TABLE_MEN - 1; count++)
        for (unsigned file = 0; file < PF_TABLE_FILES; file++) {
            uint32_t sum = 0;
            for (unsigned rank = 1; rank < 7; rank++) {
                unsigned square = rank * 8 + file;
                out->lead[count][square] = sum;
                sum += out->choose[count - 1][out->pawns[square]];
            }
            out->lead_sizes[count][file] = sum;
        }
}

void pf_numbering_init(pf_numbering *out)
{
    memset(out, 0, sizeof *out);
    fill_choose(out);
    fill_triangles(out);
    fill_kings(out);
    fill_pawns(out);
}

/* ---- Groups ---- */

/* The encoding determines the length of the first group; every other group is a run of equal pieces. */
static void find_lengths(pf_table_groups *groups)
{
    unsigned together = groups->has_pawns ? 1 : groups->is_unique ? 3 : 2;
    memset(groups->lengths, 0, sizeof groups->lengths);
    groups->size = 1;
    groups->lengths[0] = 1;
    for (unsigned i = 1; i < groups->men; i++) {
        if (i >= together && groups->pieces[i] != groups->pieces[i - 1]) groups->size++;
        groups->lengths[groups->size - 1]++;
    }
}

static bool is_pawn(uint8_t piece)
{
    return pf_piece_type_of(piece) == PF_PAWN;
}

/* Whether the first pieces are the ones that the encoding numbers first, and no other pieces are numbered in that
 * way. */
static bool begins_right(const pf_table_groups *groups)
{
    const uint8_t *pieces = groups->pieces;
    unsigned pawns = 0, kings = 0;
    for (unsigned i = 0; i < groups->men; i++) {
        pawns += is_pawn(pieces[i]);
        kings += i < 2 && pf_piece_type_of(pieces[i]) == PF_KING;
    }
    if (groups->has_pawns) {
        unsigned leading = groups->lengths[0];
        if (!is_pawn(pieces[0]) || leading > PF_TABLE_MEN - 2) return false;
        if (groups->has_other_pawns != (pawns > leading)) return false;
        return !groups->has_other_pawns || (is_pawn(pieces[leading]) && groups->lengths[1] == pawns - leading);
    }
    return groups->is_unique ? groups->lengths[0] == 3 : groups->lengths[0] == 2 && kings == 2;
}

bool pf_table_groups_fill(pf_table_groups *groups, const pf_numbering *numbering, const unsigned order[2],
                          unsigned file)
{
    find_lengths(groups);
    if (!begins_right(groups)) return false;
    unsigned next = groups->has_other_pawns ? 2 : 1;
    unsigned free_squares = 64u - groups->lengths[0] - (groups->has_other_pawns ? groups->lengths[1] : 0u);
    uint64_t product = 1;
    unsigned placed = 0;
    for (unsigned place = 0; next < groups->size || place == order[0] || place == order[1]; place++) {
        if (place == order[0]) {
            groups->factors[0] = product;
            product *= groups->has_pawns   ? numbering->lead_sizes[groups->lengths[0]][file]
                       : groups->is_unique ? (uint64_t)UNIQUE_TRIPLES
                                           : (uint64_t)KING_PAIRS;
        } else if (place == order[1]) {
            if (!groups->has_other_pawns) return false;
            groups->factors[1] = product;
            product *= numbering->choose[groups->lengths[1]][PAWN_SQUARES - groups->lengths[0]];
        } else {
            groups->factors[next] = product;
            product *= numbering->choose[groups->lengths[next]][free_squares];
            free_squares -= groups->lengths[next++];
        }
        placed++;
    }
    groups->positions = product;
    return placed == groups->size;
}

/* ---- Numbers ---- */

/* Insertion sort, because there are at most six. */
static void sort(uint8_t *squares, unsigned size)
{
    for (unsigned i = 1; i < size; i++) {
        uint8_t square = squares[i];
        unsigned place = i;
        for (; place > 0 && squares[place - 1] > square; place--) squares[place] = squares[place - 1];
        squares[place] = square;
    }
}

void pf_table_order_pawns(const pf_numbering *numbering, uint8_t *squares, unsigned size)
{
    for (unsigned i = 1; i < size; i++) {
        if (numbering->pawns[squares[i]] > numbering->pawns[squares[0]]) {
            uint8_t greatest = squares[i];
            squares[i] = squares[0];
            squares[0] = greatest;
        }
    }
    for (unsigned i = 2; i < size; i++) {
        uint8_t square = squares[i];
        unsigned place = i;
        for (; place > 1 && numbering->pawns[squares[place - 1]] > numbering->pawns[square]; place--)
            squares[place] = squares[place - 1];
        squares[place] = square;
    }
}

/* Turns the board so that the leading piece is on files a to d. Without pawns it is also on ranks 1 to 4, and the first
 * of the leading pieces that is not on the diagonal is below it. */
static void turn(const pf_table_groups *groups, uint8_t *squares)
{
    unsigned flip = (squares[0] & 7) > 3 ? 7 : 0;
    if (!groups->has_pawns && squares[0] >> 3 > 3) flip |= 56;
    for (unsigned i = 0; i < groups->men; i++) squares[i] ^= (uint8_t)flip;
    if (groups->has_pawns) return;
    for (unsigned i = 0; i < groups->lengths[0]; i++) {
        if (off_diagonal(squares[i]) == 0) continue;
        if (off_diagonal(squares[i]) > 0)
            for (unsigned j = i; j < groups->men; j++) squares[j] = (uint8_t)transposed(squares[j]);
        return;
    }
}

/* Numbers three different pieces. If the first is on the diagonal, fewer squares are possible for the pieces that
 * follow it there. */
static uint64_t number_of_three(const pf_numbering *numbering, const uint8_t *squares)
{
    unsigned first = squares[0], second = squares[1], third = squares[2];
    unsigned less_second = second > first;
    unsigned less_third = (unsigned)(third > first) + (third > second);
    if (off_diagonal(first) != 0)
        return (numbering->triangle[first] * 63u + (second - less_second)) * 62u + third - less_third;
    unsigned base = TRIANGLE_BELOW * 63 * 62;
    if (off_diagonal(second) != 0)
        return base + ((first >> 3) * BELOW + numbering->below[second]) * 62u + third - less_third;
    base += 4 * BELOW * 62;
    if (off_diagonal(third) != 0)
        return base + ((first >> 3) * 7 + (second >> 3) - less_second) * BELOW + numbering->below[third];
    base += 4 * 7 * BELOW;
    return base + ((first >> 3) * 7 + (second >> 3) - less_second) * 6 + (third >> 3) - less_third;
}

static uint64_t number_of_first(const pf_table_groups *groups, const pf_numbering *numbering, const uint8_t *squares)
{
    if (!groups->has_pawns)
        return groups->is_unique ? number_of_three(numbering, squares)
                                 : numbering->kings[numbering->triangle[squares[0]]][squares[1]];
    uint64_t number = numbering->lead[groups->lengths[0]][squares[0]];
    for (unsigned i = 1; i < groups->lengths[0]; i++) number += numbering->choose[i][numbering->pawns[squares[i]]];
    return number;
}

uint64_t pf_table_number(const pf_table_groups *groups, const pf_numbering *numbering, uint8_t *squares)
{
    turn(groups, squares);
    uint64_t number = number_of_first(groups, numbering, squares) * groups->factors[0];
    unsigned begin = groups->lengths[0];
    for (unsigned group = 1; group < groups->size; group++) {
        /* Squares occupied by pieces of earlier groups are not counted, and neither are first ranks for pawns. */
        unsigned length = groups->lengths[group];
        unsigned first_square = group == 1 && groups->has_other_pawns ? 8 : 0;
        uint64_t combination = 0;
        sort(squares + begin, length);
        for (unsigned i = 0; i < length; i++) {
            unsigned square = squares[begin + i], taken = 0;
            for (unsigned j = 0; j < begin; j++) taken += squares[j] < square;
            combination += numbering->choose[i + 1][square - taken - first_square];
        }
        number += combination * groups->factors[group];
        begin += length;
    }
    return number;
}
