/* Opening and probing one Syzygy table; see table.h. The format in short:
 *
 *     magic, flags, then for each file of the leading pawn: order of groups and pieces, half a byte for each side
 *     for each part: flags, sizes, and a code of symbols by canonical Huffman lengths; a symbol is a value or two
 *                    symbols
 *     DTZ: maps from stored values to distances
 *     for each part: the sparse index; then the lengths of blocks; then the blocks, on multiples of 64 bytes */
#include "formats/syzygy/table.h"

#include <stdlib.h>
#include <string.h>

#include <plyforge/bitboard.h>

#include "base/text.h"

enum { MAGIC_SIZE = 4, BLOCK_ALIGNMENT = 64, INDEX_SIZE = 6, PAIR_SIZE = 3 };
enum { SPLIT = 1, HAS_PAWNS = 2 }; /* flags of the file */
enum {
    STORED_SIDE = 1, /* flag of a part of DTZ: the side to move whose values are stored */
    IS_MAPPED = 2,
    WIN_IN_PLIES = 4,
    LOSS_IN_PLIES = 8,
    IS_WIDE = 16,
    IS_SINGLE = 128
};
enum { NO_PAIR = 0xfff, MOST_SYMBOLS = 0xfff, UNKNOWN = 0xffff };

/* ---- Bytes ---- */

/* Reads bytes in order. After an attempt to read past the end, it stays at the end and returns 0. */
struct cursor {
    const uint8_t *begin, *next, *end;
    bool is_cut;
};

static const uint8_t *take(struct cursor *in, uint64_t size)
{
    const uint8_t *bytes = in->next;
    if ((uint64_t)(in->end - in->next) < size) {
        in->is_cut = true;
        in->next = in->end;
        return NULL;
    }
    in->next += size;
    return bytes;
}

static unsigned low_two(const uint8_t *bytes)
{
    return bytes[0] | (unsigned)bytes[1] << 8;
}

static uint32_t low_four(const uint8_t *bytes)
{
    return low_two(bytes) | (uint32_t)low_two(bytes + 2) << 16;
}

static uint32_t high_four(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static unsigned take_one(struct cursor *in)
{
    const uint8_t *bytes = take(in, 1);
    return bytes ? bytes[0] : 0;
}

static unsigned take_two(struct cursor *in)
{
    const uint8_t *bytes = take(in, 2);
    return bytes ? low_two(bytes) : 0;
}

static uint32_t take_four(struct cursor *in)
{
    const uint8_t *bytes = take(in, 4);
    return bytes ? low_four(bytes) : 0;
}

static void align(struct cursor *in, unsigned to)
{
    size_t over = (size_t)(in->next - in->begin) % to;
    if (over) take(in, to - over);
}

/* ---- Opening ---- */

static unsigned count_of(const pf_material *material, pf_colour colour, pf_piece_type type)
{
    return material->sides[colour] >> 4 * type & 15;
}

/* Determines the three properties that select the encoding. If both sides have pawns, the side with fewer pawns
 * leads. */
static void find_encoding(const pf_syzygy_table *table, pf_table_groups *groups)
{
    const pf_material *material = &table->material;
    groups->has_pawns = table->has_pawns;
    groups->has_other_pawns = count_of(material, PF_WHITE, PF_PAWN) > 0 && count_of(material, PF_BLACK, PF_PAWN) > 0;
    for (pf_piece_type type = PF_PAWN; type < PF_KING; type++)
        groups->is_unique |= count_of(material, PF_WHITE, type) == 1 || count_of(material, PF_BLACK, type) == 1;
    for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++)
        groups->men = (uint8_t)(groups->men + count_of(material, PF_WHITE, type) + count_of(material, PF_BLACK, type));
}

/* Whether the pieces of a part are those of the table. A nibble is 1 to 6 for White's pawn to king, and 9 to 14 for
 * Black's. */
static bool read_pieces(const pf_syzygy_table *table, pf_table_groups *groups, const uint8_t *halves, unsigned shift)
{
    pf_material rest = table->material;
    for (unsigned i = 0; i < groups->men; i++) {
        unsigned half = halves[i] >> shift & 15, type = (half & 7) - 1;
        if ((half & 7) == 0 || type > PF_KING || count_of(&rest, half >> 3, type) == 0) return false;
        rest.sides[half >> 3] -= 1u << 4 * type;
        groups->pieces[i] = (uint8_t)pf_piece_of(half >> 3, type);
    }
    return true;
}

/* The leading pawns are the same in all parts, so that the first part tells which part a position is in. */
static bool read_groups(pf_syzygy_table *table, const pf_numbering *numbering, struct cursor *in, unsigned files,
                        unsigned sides)
{
    for (unsigned file = 0; file < files; file++) {
        pf_table_groups groups = {.size = 0};
        find_encoding(table, &groups);
        unsigned first = take_one(in);
        unsigned second = groups.has_other_pawns ? take_one(in) : 0xff;
        const uint8_t *halves = take(in, groups.men);
        if (!halves) return false;
        for (unsigned side = 0; side < sides; side++) {
            unsigned order[2] = {first >> 4 * side & 15, second >> 4 * side & 15};
            pf_table_groups *part = &table->parts[file][side].groups;
            *part = groups;
            if (!read_pieces(table, part, halves, 4 * side)) return false;
            if (!pf_table_groups_fill(part, numbering, order, file)) return false;
            if (table->has_pawns && part->pieces[0] != table->parts[0][0].groups.pieces[0]) return false;
        }
    }
    align(in, 2);
    return !in->is_cut;
}

/* Computes the smallest code of each length, from the longest to the shortest, according to canonical Huffman
 * numbering. */
static void fill_bases(pf_table_part *part)
{
    unsigned size = part->longest - part->shortest + 1u;
    part->bases[size - 1] = 0;
    for (unsigned i = size - 1; i-- > 0;)
        part->bases[i] = (part->bases[i + 1] + low_two(part->lowest + 2 * i) - low_two(part->lowest + 2 * i + 2)) / 2;
    for (unsigned i = 0; i < size; i++) part->bases[i] <<= 64 - i - part->shortest;
}

static bool read_code(pf_table_part *part, struct cursor *in)
{
    part->flags = (uint8_t)take_one(in);
    if (part->flags & IS_SINGLE) {
        part->is_single = true;
        part->single = (uint8_t)take_one(in);
        return !in->is_cut;
    }
    part->block_bits = (uint8_t)take_one(in);
    part->span_bits = (uint8_t)take_one(in);
    if (part->block_bits < 2 || part->block_bits > 24 || part->span_bits < 1 || part->span_bits > 31) return false;
    unsigned padding = take_one(in);
    part->blocks = take_four(in);
    part->longest = (uint8_t)take_one(in);
    part->shortest = (uint8_t)take_one(in);
    if (part->shortest < 1 || part->longest < part->shortest || part->longest > PF_LONGEST_CODE) return false;
    part->length_count = (uint64_t)part->blocks + padding;
    part->index_count = (part->groups.positions + ((uint64_t)1 << part->span_bits) - 1) >> part->span_bits;
    part->lowest = take(in, (part->longest - part->shortest + 1u) * 2u);
    part->symbols = (uint16_t)take_two(in);
    part->pairs = take(in, (uint64_t)part->symbols * PAIR_SIZE);
    if (in->is_cut || part->symbols == 0 || part->symbols > MOST_SYMBOLS) return false;
    if (part->symbols & 1) take(in, 1);
    fill_bases(part);
    return !in->is_cut;
}

static unsigned left_of(const pf_table_part *part, unsigned symbol)
{
    return low_two(part->pairs + PAIR_SIZE * symbol) & 0xfff;
}

static unsigned right_of(const pf_table_part *part, unsigned symbol)
{
    return low_two(part->pairs + PAIR_SIZE * symbol + 1) >> 4;
}

/* Counts the values that each symbol represents, minus one. The two symbols of a pair are counted first, so a stack
 * deeper than the number of symbols means that there is a cycle. A correct file has no symbol of more than 256
 * values. */
static bool count_values(const pf_table_part *part, uint16_t *counts, uint16_t *stack)
{
    for (unsigned symbol = 0; symbol < part->symbols; symbol++) counts[symbol] = UNKNOWN;
    for (unsigned symbol = 0; symbol < part->symbols; symbol++) {
        unsigned depth = 0;
        stack[depth++] = (uint16_t)symbol;
        while (depth > 0) {
            unsigned top = stack[depth - 1], left = left_of(part, top), right = right_of(part, top);
            unsigned count = 0;
            if (counts[top] != UNKNOWN) {
                depth--;
                continue;
            }
            if (right != NO_PAIR) {
                if (left >= part->symbols || right >= part->symbols) return false;
                unsigned missing = counts[left] == UNKNOWN ? left : right;
                if (counts[missing] == UNKNOWN) {
                    if (depth > part->symbols) return false;
                    stack[depth++] = (uint16_t)missing;
                    continue;
                }
                count = counts[left] + counts[right] + 1u;
                if (count > UINT8_MAX) return false;
            }
            counts[top] = (uint16_t)count;
            part->values[top] = (uint8_t)count;
            depth--;
        }
    }
    return true;
}

static bool read_maps(pf_syzygy_table *table, struct cursor *in, unsigned files)
{
    for (unsigned file = 0; file < files; file++) {
        pf_table_part *part = &table->parts[file][0];
        if (!(part->flags & IS_MAPPED)) continue;
        bool is_wide = part->flags & IS_WIDE;
        if (is_wide) align(in, 2);
        for (unsigned i = 0; i < PF_DTZ_MAPS; i++) {
            part->map_sizes[i] = (uint16_t)(is_wide ? take_two(in) : take_one(in));
            part->maps[i] = take(in, is_wide ? 2 * (uint64_t)part->map_sizes[i] : part->map_sizes[i]);
        }
    }
    align(in, 2);
    return !in->is_cut;
}

/* Finds the sections of all parts, one kind after the other. */
static bool find_sections(pf_syzygy_table *table, struct cursor *in, unsigned files, unsigned sides)
{
    for (unsigned section = 0; section < 3; section++)
        for (unsigned file = 0; file < files; file++)
            for (unsigned side = 0; side < sides; side++) {
                pf_table_part *part = &table->parts[file][side];
                if (section == 0) part->index = take(in, part->is_single ? 0 : part->index_count * INDEX_SIZE);
                if (section == 1) part->lengths = take(in, part->is_single ? 0 : part->length_count * 2);
                if (section == 2) {
                    if (!part->is_single) align(in, BLOCK_ALIGNMENT);
                    part->blocks_begin = take(in, part->is_single ? 0 : (uint64_t)part->blocks << part->block_bits);
                }
            }
    return !in->is_cut;
}

static bool has_magic(pf_table_kind kind, const uint8_t *bytes)
{
    static const uint8_t magics[PF_TABLE_KINDS][MAGIC_SIZE] = {{0x71, 0xe8, 0x23, 0x5d}, {0xd7, 0x66, 0x0c, 0xa5}};
    return memcmp(bytes, magics[kind], MAGIC_SIZE) == 0;
}

/* Fills in the value counts of all parts, in one block on the heap. */
static pf_status fill_values(pf_syzygy_table *table, unsigned files, unsigned sides, pf_error *error)
{
    size_t symbols = 1;
    for (unsigned i = 0; i < files * sides; i++) symbols += table->parts[i / sides][i % sides].symbols;
    uint16_t *work = malloc(2 * (MOST_SYMBOLS + 1) * sizeof *work);
    table->values = malloc(symbols);
    bool right = true;
    if (work && table->values) {
        uint8_t *next = table->values;
        for (unsigned i = 0; i < files * sides && right; i++) {
            pf_table_part *part = &table->parts[i / sides][i % sides];
            part->values = next;
            next += part->symbols;
            right = part->is_single || count_values(part, work, work + MOST_SYMBOLS + 1);
        }
    }
    bool has_memory = work && table->values;
    free(work);
    if (!has_memory) return pf_fail(error, PF_ERROR_NO_ROOM, 0, "not enough memory for a table");
    return right ? PF_OK
                 : pf_fail(error, PF_ERROR_TABLEBASE, 0,
                           "the table is damaged: its symbols refer to each other endlessly");
}

pf_status pf_table_open(pf_syzygy_table *out, pf_table_kind kind, const pf_material *material,
                        const pf_numbering *numbering, const void *bytes, size_t size, pf_error *error)
{
    struct cursor in = {bytes, bytes, (const uint8_t *)bytes + size, false};
    memset(out, 0, sizeof *out);
    out->bytes = bytes;
    out->size = size;
    out->kind = kind;
    out->material = *material;
    out->is_symmetric = material->sides[PF_WHITE] == material->sides[PF_BLACK];
    out->has_pawns = count_of(material, PF_WHITE, PF_PAWN) + count_of(material, PF_BLACK, PF_PAWN) > 0;
    const uint8_t *magic = take(&in, MAGIC_SIZE);
    if (!magic || !has_magic(kind, magic))
        return pf_fail(error, PF_ERROR_TABLEBASE, 0, "not a Syzygy table of this kind");
    unsigned flags = take_one(&in);
    if (((flags & SPLIT) != 0) == out->is_symmetric || ((flags & HAS_PAWNS) != 0) != out->has_pawns)
        return pf_fail(error, PF_ERROR_TABLEBASE, MAGIC_SIZE, "the table's pieces do not match its name");
    unsigned files = out->has_pawns ? PF_TABLE_FILES : 1;
    unsigned sides = kind == PF_TABLE_WDL && !out->is_symmetric ? 2 : 1;
    bool right = read_groups(out, numbering, &in, files, sides);
    for (unsigned i = 0; i < files * sides && right; i++) right = read_code(&out->parts[i / sides][i % sides], &in);
    if (right && kind == PF_TABLE_DTZ) right = read_maps(out, &in, files);
    if (right) right = find_sections(out, &in, files, sides);
    if (!right)
        return pf_fail(error, PF_ERROR_TABLEBASE, (size_t)(in.next - in.begin),
                       in.is_cut ? "the table is truncated" : "the table is damaged: its header contradicts itself");
    pf_status status = fill_values(out, files, sides, error);
    if (status != PF_OK) pf_table_close(out);
    return status;
}

void pf_table_close(pf_syzygy_table *table)
{
    free(table->values);
    table->values = NULL;
}

/* ---- Values ---- */

/* The bits of a block, highest first. At least 32 bits are always available; beyond the end of the block they are 0. */
struct bits {
    const uint8_t *next, *end;
    uint64_t word;
    unsigned size;
};

static uint32_t next_word(struct bits *bits)
{
    if (bits->end - bits->next < 4) return 0;
    bits->next += 4;
    return high_four(bits->next - 4);
}

/* Finds the symbol that contains the value at this index of the block, and the index within that symbol. False if there
 * is none. */
static bool find_symbol(const pf_table_part *part, uint32_t block, uint64_t *place, unsigned *symbol)
{
    size_t block_size = (size_t)1 << part->block_bits;
    const uint8_t *begin = part->blocks_begin + block * block_size;
    struct bits bits = {begin, begin + block_size, 0, 64};
    unsigned lengths = part->longest - part->shortest + 1u;
    bits.word = (uint64_t)next_word(&bits) << 32;
    bits.word |= next_word(&bits);
    for (;;) {
        unsigned i = 0;
        while (i < lengths && bits.word < part->bases[i]) i++;
        if (i == lengths) return false;
        unsigned length = i + part->shortest;
        uint64_t found = ((bits.word - part->bases[i]) >> (64 - length)) + low_two(part->lowest + 2 * i);
        if (found >= part->symbols) return false;
        *symbol = (unsigned)found;
        if (*place <= part->values[found]) return true;
        *place -= part->values[found] + 1u;
        bits.word <<= length;
        bits.size -= length;
        if (bits.size <= 32) {
            bits.size += 32;
            bits.word |= (uint64_t)next_word(&bits) << (64 - bits.size);
        }
    }
}

/* Finds the block that contains the value with this number, and the index of the value in it. The sparse index stores
 * the block at the middle of every span. */
static bool find_block(const pf_table_part *part, uint64_t number, uint32_t *block, uint64_t *place)
{
    const uint8_t *entry = part->index + (number >> part->span_bits) * INDEX_SIZE;
    uint64_t span = (uint64_t)1 << part->span_bits;
    uint64_t at = low_four(entry);
    int64_t offset = (int64_t)low_two(entry + 4) + (int64_t)(number & (span - 1)) - (int64_t)(span / 2);
    if (at >= part->length_count) return false;
    while (offset < 0) {
        if (at == 0) return false;
        offset += low_two(part->lengths + 2 * --at) + 1;
    }
    for (int64_t last; offset > (last = low_two(part->lengths + 2 * at));) {
        offset -= last + 1;
        if (++at == part->length_count) return false;
    }
    if (at >= part->blocks) return false;
    *block = (uint32_t)at;
    *place = (uint64_t)offset;
    return true;
}

/* The value that is stored for a position number; -1 if the table is damaged. */
static int stored_value(const pf_table_part *part, uint64_t number)
{
    uint32_t block;
    uint64_t place;
    unsigned symbol;
    if (part->is_single) return part->single;
    if (number >= part->groups.positions) return -1;
    if (!find_block(part, number, &block, &place) || !find_symbol(part, block, &place, &symbol)) return -1;
    while (part->values[symbol]) {
        unsigned left = left_of(part, symbol);
        if (place <= part->values[left]) {
            symbol = left;
        } else {
            place -= part->values[left] + 1u;
            symbol = right_of(part, symbol);
        }
    }
    return (int)left_of(part, symbol);
}

/* ---- Probing ---- */

pf_material pf_material_of(const pf_position *position)
{
    pf_material material = {{0, 0}};
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
        for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++)
            for (pf_bitboard set = pf_position_pieces(position, colour, type); set; set &= set - 1)
                material.sides[colour] += material.sides[colour] >> 4 * type & 8 ? 0 : 1u << 4 * type;
    return material;
}

/* The squares of the pieces in the order of the part, from the viewpoint of the table's White. */
static void find_squares(const pf_table_groups *groups, const pf_position *position, bool flip, uint8_t *squares)
{
    pf_bitboard left[2][PF_KING + 1];
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
        for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++)
            left[colour][type] = pf_position_pieces(position, colour ^ (pf_colour)flip, type);
    for (unsigned i = 0; i < groups->men; i++) {
        pf_piece piece = groups->pieces[i];
        pf_square square = pf_bitboard_pop(&left[pf_piece_colour(piece)][pf_piece_type_of(piece)]);
        squares[i] = (uint8_t)(square ^ (flip ? 56u : 0u));
    }
}

/* Converts a value of a DTZ table to plies, at least 1. Some values are stored in moves. */
static int plies_of(const pf_table_part *part, int wdl, int value)
{
    static const uint8_t map_of[5] = {1, 3, 0, 2, 0}; /* indexed by result, from loss to win */
    if (part->flags & IS_MAPPED) {
        unsigned map = map_of[wdl + 2];
        if (value >= part->map_sizes[map]) return -1;
        value = part->flags & IS_WIDE ? (int)low_two(part->maps[map] + 2 * value) : part->maps[map][value];
    }
    bool in_plies = wdl == 2 ? part->flags & WIN_IN_PLIES : wdl == -2 && part->flags & LOSS_IN_PLIES;
    return (in_plies ? value : 2 * value) + 1;
}

pf_table_answer pf_table_probe(const pf_syzygy_table *table, const pf_numbering *numbering, const pf_position *position,
                               const pf_material *material, int wdl, int *value)
{
    bool is_black = position->turn == PF_BLACK;
    bool flip = table->is_symmetric ? is_black : material->sides[PF_WHITE] != table->material.sides[PF_WHITE];
    unsigned side = is_black != flip;
    uint8_t squares[PF_TABLE_MEN];
    unsigned file = 0;
    if (table->has_pawns) {
        /* The leading pawns come first in every part. */
        const pf_table_groups *first = &table->parts[0][0].groups;
        find_squares(first, position, flip, squares);
        pf_table_order_pawns(numbering, squares, first->lengths[0]);
        file = squares[0] & 7;
        if (file >= PF_TABLE_FILES) file ^= 7;
    }
    const pf_table_part *part = &table->parts[file][table->kind == PF_TABLE_WDL && !table->is_symmetric ? side : 0];
    if (table->kind == PF_TABLE_DTZ) {
        bool has_both = table->is_symmetric && !table->has_pawns;
        if ((part->flags & STORED_SIDE) != side && !has_both) return PF_TABLE_OTHER_SIDE;
    }
    find_squares(&part->groups, position, flip, squares);
    if (table->has_pawns) pf_table_order_pawns(numbering, squares, part->groups.lengths[0]);
    int stored = stored_value(part, pf_table_number(&part->groups, numbering, squares));
    if (table->kind == PF_TABLE_WDL)
        *value = stored - 2;
    else
        *value = stored < 0 ? -1 : plies_of(part, wdl, stored);
    bool is_right = table->kind == PF_TABLE_WDL ? stored >= 0 && stored <= 4 : *value > 0;
    return is_right ? PF_TABLE_FOUND : PF_TABLE_DAMAGED;
}
