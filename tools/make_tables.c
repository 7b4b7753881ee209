/* Writes the library's constant tables, as initialiser bodies, into a folder: `make_tables OUTDIR`. Everything comes
 * from the slow attack sets of src/reference and a documented random generator; the magic numbers are verified on the
 * way. Exit status: 0 written, 1 a table cannot be right, 2 bad usage or a file cannot be written. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/attack_sets.h"
#include "splitmix.h"

enum {
    EXIT_WRONG_TABLE = 1,
    EXIT_CANNOT_WRITE = 2,
    ROOK_ENTRIES = 102400,
    BISHOP_ENTRIES = 5248,
    SLIDER_ENTRIES = ROOK_ENTRIES + BISHOP_ENTRIES,
    ZOBRIST_PIECES = 12 * 64,
    ZOBRIST_CASTLING = 64,
    ZOBRIST_EN_PASSANT = 8,
    ZOBRIST_TURN = 1,
    ZOBRIST_ENTRIES = ZOBRIST_PIECES + ZOBRIST_CASTLING + ZOBRIST_EN_PASSANT + ZOBRIST_TURN,
    CUCKOO_ENTRIES = 8192,
    VALUES_PER_LINE = 5
};

/* The Zobrist numbers are the first outputs of splitmix64 from this seed, "plyforge" in ASCII, without the bit that
 * src/board/key.h keeps for en passant. Changing any of these invalidates every stored key. */
#define ZOBRIST_SEED   UINT64_C(0x706c79666f726765)
#define ZOBRIST_EP_BIT (UINT64_C(1) << 32)

static const uint64_t magic_numbers[128] = {
#include "board/magic_numbers.inc"
};

/* ---- Output files ---- */

typedef struct table_file {
    FILE *file;
    char path[4096];
} table_file;

/* Prints the reason, removes the incomplete file so that no build uses it, and exits. */
static _Noreturn void file_fail(const table_file *out, const char *what)
{
    fprintf(stderr, "make_tables: cannot %s %s: %s\n", what, out->path, strerror(errno));
    if (out->file) {
        fclose(out->file);
        remove(out->path);
    }
    exit(EXIT_CANNOT_WRITE);
}

static void file_print(table_file *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int written = vfprintf(out->file, format, arguments);
    va_end(arguments);
    if (written < 0) file_fail(out, "write");
}

static void file_open(table_file *out, const char *folder, const char *name, const char *comment)
{
    out->file = NULL;
    int length = snprintf(out->path, sizeof out->path, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof out->path) {
        fprintf(stderr, "make_tables: the path of the folder is too long\n");
        exit(EXIT_CANNOT_WRITE);
    }
    /* Binary, so that the bytes are the same on hosts with other line ends. */
    out->file = fopen(out->path, "wb");
    if (!out->file) file_fail(out, "open");
    file_print(out, "/* %s. Written by tools/make_tables.c; do not edit. */\n", comment);
}

static void file_close(table_file *out)
{
    FILE *file = out->file;
    out->file = NULL;
    if (fclose(file) != 0) {
        int reason = errno;
        remove(out->path);
        errno = reason;
        file_fail(out, "write");
    }
}

static void file_print_values(table_file *out, const uint64_t *values, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        bool ends_line = i % VALUES_PER_LINE == VALUES_PER_LINE - 1 || i == size - 1;
        file_print(out, "0x%016" PRIx64 "ULL,%s", values[i], ends_line ? "\n" : " ");
    }
}

static void file_print_row(table_file *out, const uint64_t *values, size_t size)
{
    file_print(out, "{\n");
    file_print_values(out, values, size);
    file_print(out, "},\n");
}

static void file_write_all(const char *folder, const char *name, const char *comment, const uint64_t *values,
                           size_t size)
{
    table_file out;
    file_open(&out, folder, name, comment);
    file_print_values(&out, values, size);
    file_close(&out);
}

/* ---- Pieces that step, and lines ---- */

static void write_leapers(const char *folder)
{
    uint64_t knight[64], king[64], pawn[2][64];
    for (pf_square square = 0; square < 64; square++) {
        knight[square] = reference_knight_attacks(square);
        king[square] = reference_king_attacks(square);
        pawn[PF_WHITE][square] = reference_pawn_attacks(PF_WHITE, square);
        pawn[PF_BLACK][square] = reference_pawn_attacks(PF_BLACK, square);
    }
    file_write_all(folder, "knight_attacks.inc", "Knight attacks, [square]", knight, 64);
    file_write_all(folder, "king_attacks.inc", "King attacks, [square]", king, 64);

    table_file out;
    file_open(&out, folder, "pawn_attacks.inc", "Pawn attacks, [colour][square]");
    file_print_row(&out, pawn[PF_WHITE], 64);
    file_print_row(&out, pawn[PF_BLACK], 64);
    file_close(&out);
}

/* The squares from which a pawn can be pushed to a square, promotion excluded. */
static pf_bitboard push_origins(pf_colour colour, pf_square to)
{
    int step = colour == PF_WHITE ? -8 : 8;
    unsigned rank = colour == PF_WHITE ? pf_square_rank(to) : 7 - pf_square_rank(to);
    pf_bitboard set = 0;
    if (rank >= 2 && rank < 7) set |= pf_bit((pf_square)((int)to + step));
    if (rank == 3) set |= pf_bit((pf_square)((int)to + 2 * step));
    return set;
}

/* The six types in their order, pawns pushed; then pawns that capture. Promotions are left out. */
static void write_origins(const char *folder)
{
    table_file out;
    file_open(&out, folder, "comes_from.inc", "Where a move can come from on an empty board, [colour][way][target]");
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        uint64_t rows[7][64];
        for (pf_square to = 0; to < 64; to++) {
            rows[PF_PAWN][to] = push_origins(colour, to);
            rows[PF_KNIGHT][to] = reference_knight_attacks(to);
            rows[PF_BISHOP][to] = reference_bishop_attacks(to, 0);
            rows[PF_ROOK][to] = reference_rook_attacks(to, 0);
            rows[PF_QUEEN][to] = rows[PF_BISHOP][to] | rows[PF_ROOK][to];
            rows[PF_KING][to] = reference_king_attacks(to);
            bool promotes = pf_square_rank(to) % 7 == 0;
            rows[PF_KING + 1][to] = promotes ? 0 : reference_pawn_attacks(colour ^ 1, to);
        }
        file_print(&out, "{\n");
        for (int way = 0; way < 7; way++) file_print_row(&out, rows[way], 64);
        file_print(&out, "},\n");
    }
    file_close(&out);
}

/* By colour and square: from where the colour's pieces attack the square on an empty board, in the order of the sets of
 * a position: six types, and two that are 0. */
static void write_attackers_from(const char *folder)
{
    table_file out;
    file_open(&out, folder, "attackers_from.inc", "From where pieces attack on an empty board, [colour][square][set]");
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        file_print(&out, "{\n");
        for (pf_square to = 0; to < 64; to++) {
            pf_bitboard bishop = reference_bishop_attacks(to, 0), rook = reference_rook_attacks(to, 0);
            uint64_t row[8] = {reference_pawn_attacks(colour ^ 1, to),
                               reference_knight_attacks(to),
                               bishop,
                               rook,
                               bishop | rook,
                               reference_king_attacks(to)};
            file_print_row(&out, row, 8);
        }
        file_print(&out, "},\n");
    }
    file_close(&out);
}

static void write_king_zones(const char *folder)
{
    table_file out;
    file_open(&out, folder, "king_zones.inc", "From where pieces attack a square beside a king, [square]");
    for (pf_square king = 0; king < 64; king++) {
        uint64_t row[3] = {0, 0, 0}; /* knight, bishop, rook */
        for (pf_square beside = 0; beside < 64; beside++) {
            if (!(reference_king_attacks(king) & pf_bit(beside))) continue;
            row[0] |= reference_knight_attacks(beside);
            row[1] |= reference_bishop_attacks(beside, 0);
            row[2] |= reference_rook_attacks(beside, 0);
        }
        file_print_row(&out, row, 3);
    }
    file_close(&out);
}

static void write_pairs(const char *folder, const char *name, const char *comment,
                        pf_bitboard (*set_of)(pf_square a, pf_square b))
{
    table_file out;
    file_open(&out, folder, name, comment);
    for (pf_square a = 0; a < 64; a++) {
        uint64_t row[64];
        for (pf_square b = 0; b < 64; b++) row[b] = set_of(a, b);
        file_print_row(&out, row, 64);
    }
    file_close(&out);
}

/* The four lines through each square, as the part with lower square numbers and the part with higher ones. */
static void write_half_lines(const char *folder)
{
    static const int steps_up[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}}; /* rank, file, diagonal, anti-diagonal */
    table_file out;
    file_open(&out, folder, "half_lines.inc", "Lines through a square, [square][axis]: {below, above, both}");
    for (pf_square square = 0; square < 64; square++) {
        file_print(&out, "{\n");
        for (int axis = 0; axis < 4; axis++) {
            int files = steps_up[axis][0], ranks = steps_up[axis][1];
            pf_bitboard below = reference_ray(square, -files, -ranks), above = reference_ray(square, files, ranks);
            file_print(&out, "{0x%016" PRIx64 "ULL, 0x%016" PRIx64 "ULL, 0x%016" PRIx64 "ULL},\n", below, above,
                       below | above);
        }
        file_print(&out, "},\n");
    }
    file_close(&out);
}

static pf_bitboard board_reversed(pf_bitboard board)
{
    pf_bitboard reversed = 0;
    for (pf_square square = 0; square < 64; square++)
        if (board & pf_bit(square)) reversed |= pf_bit(63 - square);
    return reversed;
}

/* Four directions: two that go up the board, whose bits are reversed, and two that go down. */
typedef const int four_directions[4][2];

static pf_bitboard all_squares(pf_square square)
{
    (void)square;
    return ~UINT64_C(0);
}

/* For a kind of piece, its attacks in four or eight directions, as far as it reaches. */
static void print_sight(table_file *out, pf_bitboard (*reach)(pf_square), four_directions *fours, int size)
{
    file_print(out, "{\n");
    for (pf_square square = 0; square < 64; square++) {
        uint64_t rays[8];
        for (int i = 0; i < 4 * size; i++) {
            const int *direction = fours[i / 4][i % 4];
            pf_bitboard ray = reference_ray(square, direction[0], direction[1]) & reach(square);
            rays[i] = i % 4 < 2 ? board_reversed(ray) : ray;
        }
        file_print_row(out, rays, (size_t)size * 4);
    }
    file_print(out, "},\n");
}

static void write_sight(const char *folder)
{
    static four_directions jumps[2] = {{{1, 2}, {-1, 2}, {1, -2}, {-1, -2}}, {{2, 1}, {-2, 1}, {2, -1}, {-2, -1}}};
    static four_directions lines[2] = {{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}, {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
    table_file out;
    file_open(&out, folder, "sight.inc", "Squares seen by knight, king, bishop, rook, [square][direction]");
    print_sight(&out, reference_knight_attacks, jumps, 2);
    print_sight(&out, reference_king_attacks, lines, 2);
    print_sight(&out, all_squares, &lines[0], 1);
    print_sight(&out, all_squares, &lines[1], 1);
    file_close(&out);
}

/* For each square, the squares that a piece there reaches on an empty board, and the moves to them, at most 14. */
static void print_reach(table_file *out, pf_bitboard (*attacks)(pf_square))
{
    file_print(out, "{\n");
    for (pf_square from = 0; from < 64; from++) {
        file_print(out, "{0x%016" PRIx64 "ULL, {", attacks(from));
        for (pf_square to = 0; to < 64; to++)
            if (attacks(from) & pf_bit(to)) file_print(out, "%u, ", to | from << 6);
        file_print(out, "}},\n");
    }
    file_print(out, "},\n");
}

static pf_bitboard bishop_reach(pf_square square)
{
    return reference_bishop_attacks(square, 0);
}

static pf_bitboard rook_reach(pf_square square)
{
    return reference_rook_attacks(square, 0);
}

static void write_reach(const char *folder)
{
    table_file out;
    file_open(&out, folder, "reach.inc", "Squares reached by knight, king, bishop, rook, and the moves there");
    print_reach(&out, reference_knight_attacks);
    print_reach(&out, reference_king_attacks);
    print_reach(&out, bishop_reach);
    print_reach(&out, rook_reach);
    file_close(&out);
}

/* Attacks along the first rank. Only the inner squares matter, because there is nothing behind the outer ones. */
static void write_rank_attacks(const char *folder)
{
    table_file out;
    file_open(&out, folder, "rank_attacks.inc", "Attacks along a rank, [file][pieces on files b to g]");
    for (pf_square file = 0; file < 8; file++) {
        file_print(&out, "{\n");
        for (pf_bitboard inner = 0; inner < 64; inner++)
            file_print(&out, "0x%02x,%s", (unsigned)(reference_rook_attacks(file, inner << 1) & 0xff),
                       inner % 16 == 15 ? "\n" : " ");
        file_print(&out, "},\n");
    }
    file_close(&out);
}

/* ---- Sliders ---- */

/* One table serves rooks and bishops, rooks first. A square's entries start at its offset; both ways to index them
 * use the same offsets:
 *
 *     magic   offset + ((occupied & mask) * magic >> shift)
 *     pext    offset + pext(occupied, mask) */
typedef struct slider {
    const char *name;
    pf_bitboard (*mask_of)(pf_square square);
    pf_bitboard (*attacks_of)(pf_square square, pf_bitboard occupied);
    const uint64_t *magics;
    uint32_t first_offset;
    uint32_t entries;
} slider;

static uint64_t slider_magic[SLIDER_ENTRIES];
static uint64_t slider_pext[SLIDER_ENTRIES];

static uint32_t count_bits(pf_bitboard set)
{
    uint32_t count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

/* What the PEXT instruction does: the bits of value under mask, moved together at the low end. */
static uint64_t bits_extract(uint64_t value, uint64_t mask)
{
    uint64_t result = 0;
    unsigned place = 0;
    for (unsigned bit = 0; bit < 64; bit++) {
        if (!(mask >> bit & 1)) continue;
        result |= (value >> bit & 1) << place;
        place++;
    }
    return result;
}

/* Fills the square's part of both tables. An attack set is never empty, so 0 marks an entry not yet used. */
static void slider_fill_square(const slider *piece, pf_square square, uint32_t offset)
{
    pf_bitboard mask = piece->mask_of(square);
    uint64_t magic = piece->magics[square];
    uint32_t shift = 64 - count_bits(mask);
    pf_bitboard occupied = 0;
    do {
        pf_bitboard attacks = piece->attacks_of(square, occupied);
        uint64_t *by_magic = &slider_magic[offset + (occupied * magic >> shift)];
        if (*by_magic != 0 && *by_magic != attacks) {
            fprintf(stderr, "make_tables: %s magic 0x%016" PRIx64 " maps two attack sets of square %u to one entry\n",
                    piece->name, magic, square);
            exit(EXIT_WRONG_TABLE);
        }
        *by_magic = attacks;
        slider_pext[offset + bits_extract(occupied, mask)] = attacks;
        occupied = (occupied - mask) & mask; /* the next subset of mask; 0 after the last */
    } while (occupied);
}

static void write_column(table_file *out, const uint64_t *values)
{
    file_print(out, "{\n");
    for (pf_square square = 0; square < 64; square++) file_print(out, "0x%016" PRIx64 "ULL,\n", values[square]);
    file_print(out, "},\n");
}

static void write_slider(const char *folder, const char *name, const char *comment, const slider *piece)
{
    uint64_t masks[64], offsets[64], shifts[64];
    uint32_t offset = piece->first_offset;
    for (pf_square square = 0; square < 64; square++) {
        masks[square] = piece->mask_of(square);
        offsets[square] = offset;
        shifts[square] = 64 - count_bits(masks[square]);
        slider_fill_square(piece, square, offset);
        offset += UINT32_C(1) << count_bits(masks[square]);
    }
    if (offset != piece->first_offset + piece->entries) {
        fprintf(stderr, "make_tables: the %s tables have %" PRIu32 " entries, not %" PRIu32 "\n", piece->name,
                offset - piece->first_offset, piece->entries);
        exit(EXIT_WRONG_TABLE);
    }
    table_file out;
    file_open(&out, folder, name, comment);
    write_column(&out, masks);
    write_column(&out, piece->magics);
    write_column(&out, offsets);
    write_column(&out, shifts);
    file_close(&out);
}

static void write_sliders(const char *folder)
{
    const slider rook = {"rook", reference_rook_mask, reference_rook_attacks, magic_numbers, 0, ROOK_ENTRIES};
    const slider bishop = {"bishop",           reference_bishop_mask, reference_bishop_attacks,
                           magic_numbers + 64, ROOK_ENTRIES,          BISHOP_ENTRIES};
    write_slider(folder, "rook_magics.inc", "Rooks: mask, magic, offset and shift, each by square", &rook);
    write_slider(folder, "bishop_magics.inc", "Bishops: mask, magic, offset and shift, each by square", &bishop);
    file_write_all(folder, "slider_magic.inc", "Slider attacks, [offset + ((occupied & mask) * magic >> shift)]",
                   slider_magic, SLIDER_ENTRIES);
    file_write_all(folder, "slider_pext.inc", "Slider attacks, [offset + pext(occupied, mask)]", slider_pext,
                   SLIDER_ENTRIES);
}

/* ---- Zobrist numbers ---- */

static void make_zobrist(uint64_t numbers[ZOBRIST_ENTRIES])
{
    uint64_t state = ZOBRIST_SEED;
    for (int i = 0; i < ZOBRIST_ENTRIES; i++) {
        numbers[i] = random_next(&state) & ~ZOBRIST_EP_BIT;
        bool is_usable = numbers[i] != 0;
        for (int j = 0; j < i; j++) is_usable = is_usable && numbers[j] != numbers[i];
        if (!is_usable) {
            fprintf(stderr, "make_tables: Zobrist number %d is zero or repeats an earlier one; change the seed\n", i);
            exit(EXIT_WRONG_TABLE);
        }
    }
}

static void write_zobrist(const char *folder)
{
    uint64_t numbers[ZOBRIST_ENTRIES];
    make_zobrist(numbers);
    file_write_all(folder, "zobrist.inc", "Piece [colour * 6 + type][square], castling [rook square], ep [file], turn",
                   numbers, ZOBRIST_ENTRIES);
}

/* ---- Reversible moves by the change of the key ---- */

/* A move between two squares and what it does to the key. */
typedef struct reversible_move {
    uint64_t key;
    uint64_t move; /* to | from << 6, from the lower square */
} reversible_move;

static pf_bitboard moves_on_empty_board(pf_piece_type type, pf_square square)
{
    switch (type) {
    case PF_KNIGHT: return reference_knight_attacks(square);
    case PF_BISHOP: return reference_bishop_attacks(square, 0);
    case PF_ROOK: return reference_rook_attacks(square, 0);
    case PF_QUEEN: return reference_bishop_attacks(square, 0) | reference_rook_attacks(square, 0);
    default: return reference_king_attacks(square);
    }
}

/* Puts the move into one of the two places where src/rules/repetition.c looks for its key. The move that stood there
 * goes on to the other of its own two places, and so on; an empty place has key 0. */
static void cuckoo_insert(reversible_move table[CUCKOO_ENTRIES], reversible_move entry)
{
    uint64_t place = entry.key % CUCKOO_ENTRIES;
    for (unsigned tries = 0; tries < 10000; tries++) {
        reversible_move thrown_out = table[place];
        table[place] = entry;
        if (thrown_out.key == 0) return;
        entry = thrown_out;
        uint64_t first = entry.key % CUCKOO_ENTRIES, second = entry.key / CUCKOO_ENTRIES % CUCKOO_ENTRIES;
        place = place == first ? second : first;
    }
    fprintf(stderr, "make_tables: the cuckoo table has no place for all reversible moves; change the seed\n");
    exit(EXIT_WRONG_TABLE);
}

static void write_cuckoo(const char *folder)
{
    static reversible_move table[CUCKOO_ENTRIES];
    static uint64_t numbers[ZOBRIST_ENTRIES], keys[CUCKOO_ENTRIES], moves[CUCKOO_ENTRIES];
    make_zobrist(numbers);
    uint64_t turn = numbers[ZOBRIST_ENTRIES - 1];
    for (unsigned piece = 0; piece < 12; piece++) {
        if (piece % 6 == PF_PAWN) continue;
        for (pf_square from = 0; from < 64; from++)
            for (pf_square to = from + 1; to < 64; to++) {
                if (!(moves_on_empty_board(piece % 6, from) & pf_bit(to))) continue;
                uint64_t key = numbers[piece * 64 + from] ^ numbers[piece * 64 + to] ^ turn;
                cuckoo_insert(table, (reversible_move){key, to | from << 6});
            }
    }
    for (unsigned i = 0; i < CUCKOO_ENTRIES; i++) {
        keys[i] = table[i].key;
        moves[i] = table[i].move;
    }
    file_write_all(folder, "cuckoo_keys.inc",
                   "What a reversible move changes a key by, [key % 8192 or key / 8192 % 8192]", keys, CUCKOO_ENTRIES);
    file_write_all(folder, "cuckoo_moves.inc", "The two squares of that move, to | from << 6", moves, CUCKOO_ENTRIES);
}

int main(int argc, char **argv)
{
    if (argc != 2 || argv[1][0] == '\0') {
        fprintf(stderr, "usage: make_tables OUTDIR\n");
        return EXIT_CANNOT_WRITE;
    }
    const char *folder = argv[1];
    write_leapers(folder);
    write_origins(folder);
    write_pairs(folder, "between.inc", "Squares strictly between, [a][b]", reference_between);
    write_pairs(folder, "line.inc", "The whole line through both, [a][b]", reference_line);
    write_attackers_from(folder);
    write_king_zones(folder);
    write_half_lines(folder);
    write_sight(folder);
    write_reach(folder);
    write_rank_attacks(folder);
    write_sliders(folder);
    write_zobrist(folder);
    write_cuckoo(folder);
    return EXIT_SUCCESS;
}
