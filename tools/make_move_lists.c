/* Writes the precomputed move lists of the lookup strategy, as initialiser bodies, into a folder: `make_move_lists
 * OUTDIR`. The attack sets come from src/reference, and the program verifies that no two sets share a list. Exit
 * status: 0 written, 1 a table is wrong, 2 bad usage or a file cannot be written. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/lookup_tables.h"
#include "reference/attack_sets.h"

enum { EXIT_WRONG_TABLE = 1, EXIT_CANNOT_WRITE = 2 };

static _Noreturn void fail(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "make_move_lists: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    exit(status);
}

/* ---- Output files: rows of numbers, each row in braces ---- */

static void write_rows(const char *folder, const char *name, const char *comment, const uint16_t *values, size_t rows,
                       size_t size, size_t rows_in_brace)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof path) fail(EXIT_CANNOT_WRITE, "the path of the folder is too long");
    FILE *file = fopen(path, "wb");
    if (!file) fail(EXIT_CANNOT_WRITE, "cannot open %s: %s", path, strerror(errno));
    fprintf(file, "/* %s. Written by tools/make_move_lists.c; do not edit. */\n", comment);
    for (size_t row = 0; row < rows; row++) {
        if (rows_in_brace > 1 && row % rows_in_brace == 0) fprintf(file, "{\n");
        fprintf(file, "{");
        for (size_t i = 0; i < size; i++) fprintf(file, "%u%s", values[row * size + i], i + 1 < size ? ", " : "");
        fprintf(file, "},\n");
        if (rows_in_brace > 1 && row % rows_in_brace == rows_in_brace - 1) fprintf(file, "},\n");
    }
    bool failed = ferror(file) != 0;
    if (fclose(file) != 0 || failed) {
        remove(path);
        fail(EXIT_CANNOT_WRITE, "cannot write %s", path);
    }
}

/* ---- Lists ---- */

/* Writes the moves from a square to each of the targets, as differences from 65 times the square. */
static void list_fill(uint16_t *list, pf_square from, pf_bitboard targets)
{
    for (pf_square to = 0; to < 64; to++)
        if (targets & pf_bit(to)) *list++ = (uint16_t)(to - from);
}

/* Uses a piece in the middle of the board that reaches all its squares: the subsets of its targets are all shapes. */
static void write_steps(const char *folder, const char *name, const char *comment, pf_bitboard all,
                        unsigned (*index_of)(uint64_t targets, pf_square from))
{
    uint16_t lists[256][8] = {{0}};
    bool seen[256] = {false};
    pf_bitboard targets = 0;
    do {
        unsigned index = index_of(targets, PF_E4);
        if (seen[index]) fail(EXIT_WRONG_TABLE, "%s: two sets have the same number", name);
        seen[index] = true;
        list_fill(lists[index], PF_E4, targets);
        targets = (targets - all) & all;
    } while (targets);
    write_rows(folder, name, comment, &lists[0][0], 256, 8, 1);
}

/* The squares of one rank, each as the move of a piece from there to itself: rank and step are added later. */
static void write_pawns(const char *folder)
{
    uint16_t lists[256][8] = {{0}};
    for (unsigned byte = 0; byte < 256; byte++) {
        uint16_t *list = lists[byte];
        for (unsigned file = 0; file < 8; file++)
            if (byte >> file & 1) *list++ = (uint16_t)(65 * file);
    }
    write_rows(folder, "pawn_lists.inc", "Pawn moves, [targets on a rank]", &lists[0][0], 256, 8, 1);
}

/* ---- Lines ---- */

static unsigned reach_number(unsigned left, unsigned right)
{
    unsigned number = right;
    for (unsigned i = 0; i < left; i++) number += 8 - i;
    return number;
}

/* A line with the slider on some place: left squares before it, right squares behind it. */
static unsigned reach_byte(unsigned place, unsigned left, unsigned right)
{
    unsigned byte = 0;
    for (unsigned i = place - left; i <= place + right; i++) byte |= 1u << i;
    return byte & ~(1u << place);
}

static void write_codes(const char *folder)
{
    uint16_t reach[8][256] = {{0}}, place_of[8][256];
    for (unsigned place = 0; place < 8; place++) {
        for (unsigned left = 0; left <= place; left++)
            for (unsigned right = 0; right <= 7 - place; right++)
                reach[place][reach_byte(place, left, right)] = (uint16_t)reach_number(left, right);
        for (unsigned byte = 0; byte < 256; byte++) place_of[place][byte] = PF_NO_PLACE;
        for (unsigned other = 0; other < 8; other++)
            place_of[place][1u << other] = (uint16_t)(other - place + PF_NO_PLACE);
    }
    write_rows(folder, "reach_code.inc", "Reaches both ways, [place][targets]", &reach[0][0], 8, 256, 1);
    write_rows(folder, "place_code.inc", "The place of one target, [place][targets]", &place_of[0][0], 8, 256, 1);
}

/* The differences of the squares reached both ways on a line on which a step is so many squares. */
static uint16_t *append_reach(uint16_t *list, unsigned left, unsigned right, int step)
{
    for (unsigned i = left; i > 0; i--) *list++ = (uint16_t)(-(int)i * step);
    for (unsigned i = 1; i <= right; i++) *list++ = (uint16_t)((int)i * step);
    return list;
}

static void write_slider(const char *folder, const char *name, const char *blocks_name, const char *comment,
                         int first_step, int second_step)
{
    static uint16_t lists[PF_REACHES][PF_REACHES][16], blocks[PF_PLACES][PF_PLACES][2];
    memset(lists, 0, sizeof lists);
    memset(blocks, 0, sizeof blocks);
    for (unsigned a = 0; a < 8; a++)
        for (unsigned b = 0; a + b < 8; b++)
            for (unsigned c = 0; c < 8; c++)
                for (unsigned d = 0; c + d < 8; d++) {
                    uint16_t *list = lists[reach_number(a, b)][reach_number(c, d)];
                    append_reach(append_reach(list, a, b, first_step), c, d, second_step);
                }
    for (int a = -7; a <= 7; a++)
        for (int b = -7; b <= 7; b++) {
            uint16_t *list = blocks[a + PF_NO_PLACE][b + PF_NO_PLACE];
            if (a) *list++ = (uint16_t)(a * first_step);
            if (b) *list++ = (uint16_t)(b * second_step);
        }
    write_rows(folder, name, comment, &lists[0][0][0], PF_REACHES * PF_REACHES, 16, PF_REACHES);
    write_rows(folder, blocks_name, comment, &blocks[0][0][0], PF_PLACES * PF_PLACES, 2, PF_PLACES);
}

int main(int argc, char **argv)
{
    if (argc != 2 || argv[1][0] == '\0') {
        fprintf(stderr, "usage: make_move_lists OUTDIR\n");
        return EXIT_CANNOT_WRITE;
    }
    const char *folder = argv[1];
    write_codes(folder);
    write_steps(folder, "king_lists.inc", "King moves, [set]", reference_king_attacks(PF_E4), pf_index_king);
    write_steps(folder, "knight_lists.inc", "Knight moves, [set]", reference_knight_attacks(PF_E4), pf_index_knight);
    write_pawns(folder);
    write_slider(folder, "rook_lists.inc", "rook_block_lists.inc", "Rook moves, [rank][file]", 1, 8);
    /* Along both diagonals in the order of files. */
    write_slider(folder, "bishop_lists.inc", "bishop_block_lists.inc", "Bishop moves, [diagonal][anti-diagonal]", 9,
                 -7);
    return EXIT_SUCCESS;
}
