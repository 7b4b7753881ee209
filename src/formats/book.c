/* Polyglot books: entries, a check of a whole book, and the moves of a position. */
#include <plyforge/book.h>
#include <plyforge/moves.h>

#include "base/text.h"
#include "moves/castling.h"

/* ---- Entries ---- */

static uint64_t read_number(const uint8_t *bytes, unsigned size)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < size; i++) number = number << 8 | bytes[i];
    return number;
}

static void write_number(uint8_t *bytes, unsigned size, uint64_t number)
{
    for (unsigned i = size; i > 0; number >>= 8) bytes[--i] = (uint8_t)number;
}

pf_book_entry pf_book_entry_from_bytes(const uint8_t bytes[PF_BOOK_ENTRY_SIZE])
{
    pf_book_entry entry;
    entry.key = read_number(bytes, 8);
    entry.code = (uint16_t)read_number(bytes + 8, 2);
    entry.weight = (uint16_t)read_number(bytes + 10, 2);
    entry.learn = (uint32_t)read_number(bytes + 12, 4);
    return entry;
}

void pf_book_entry_to_bytes(uint8_t bytes[PF_BOOK_ENTRY_SIZE], const pf_book_entry *entry)
{
    write_number(bytes, 8, entry->key);
    write_number(bytes + 8, 2, entry->code);
    write_number(bytes + 10, 2, entry->weight);
    write_number(bytes + 12, 4, entry->learn);
}

/* Both codes have the squares in the low 12 bits, and castling as king takes rook. */
uint16_t pf_book_code_of(pf_move move)
{
    if (pf_move_is_drop(move) || pf_move_is_king_promotion(move)) return 0;
    unsigned promotion = pf_move_kind_of(move) == PF_MOVE_PROMOTION ? pf_move_promotion(move) : 0;
    return (uint16_t)((move & 0xfffu) | promotion << 12);
}

static bool is_malformed(uint16_t code)
{
    return code >> 12 > PF_QUEEN || (code >> 6 & 63) == (code & 63);
}

/* Reads castling that is written as a step of the king by two files or more. */
static pf_move castling_by_step(const pf_position *position, pf_square from, pf_square to)
{
    for (pf_bitboard rooks = position->castling & position->by_colour[position->turn]; rooks;) {
        pf_square rook = pf_pop_lowest(&rooks);
        pf_move move = pf_move_of(from, rook, PF_MOVE_CASTLING);
        bool far = from > to + 1 || to > from + 1;
        if (far && pf_castled_king(from, rook) == to && pf_move_is_legal(position, move)) return move;
    }
    return PF_NO_MOVE;
}

pf_move pf_book_move_of(const pf_position *position, uint16_t code)
{
    static const pf_move_kind kinds[] = {PF_MOVE_NORMAL, PF_MOVE_EN_PASSANT, PF_MOVE_CASTLING};
    pf_square from = code >> 6 & 63;
    pf_square to = code & 63;
    if (is_malformed(code)) return PF_NO_MOVE;
    if (code >> 12) {
        pf_move move = pf_move_of_promotion(from, to, code >> 12);
        return pf_move_is_legal(position, move) ? move : (pf_move)PF_NO_MOVE;
    }
    for (unsigned i = 0; i < 3; i++) {
        pf_move move = pf_move_of(from, to, kinds[i]);
        if (pf_move_is_legal(position, move)) return move;
    }
    return castling_by_step(position, from, to);
}

/* ---- Books ---- */

pf_status pf_book_open(pf_book *out, const void *bytes, size_t size, pf_error *error)
{
    size_t rest = size % PF_BOOK_ENTRY_SIZE;
    out->bytes = bytes;
    out->size = size / PF_BOOK_ENTRY_SIZE;
    if (rest == 0) return PF_OK;
    return pf_fail(error, PF_ERROR_BOOK, (uint32_t)(size - rest),
                   "the book ends within an entry: its size is not a multiple of 16 bytes");
}

pf_book_entry pf_book_entry_at(const pf_book *book, size_t index)
{
    return pf_book_entry_from_bytes(book->bytes + index * PF_BOOK_ENTRY_SIZE);
}

/* Whether one of the entries just before has the same key and code. */
static bool is_duplicate(const pf_book *book, size_t index, const pf_book_entry *entry)
{
    for (size_t back = 1; back <= 256 && back <= index; back++) {
        pf_book_entry other = pf_book_entry_at(book, index - back);
        if (other.key != entry->key) return false;
        if (other.code == entry->code) return true;
    }
    return false;
}

pf_book_report pf_book_check(const pf_book *book)
{
    pf_book_report report = {0, 0, 0, book->size};
    uint64_t key_before = 0;
    for (size_t i = 0; i < book->size; i++) {
        pf_book_entry entry = pf_book_entry_at(book, i);
        bool out_of_order = entry.key < key_before;
        bool duplicate = is_duplicate(book, i, &entry);
        bool malformed = is_malformed(entry.code);
        report.out_of_order += out_of_order;
        report.duplicates += duplicate;
        report.malformed += malformed;
        if ((out_of_order || duplicate || malformed) && report.first == book->size) report.first = i;
        key_before = entry.key;
    }
    return report;
}

/* ---- Moves of a position ---- */

/* The index of the first entry whose key is not less. */
static size_t lower_bound(const pf_book *book, uint64_t key)
{
    size_t low = 0;
    for (size_t size = book->size; size > 0;) {
        size_t half = size / 2;
        bool right = read_number(book->bytes + (low + half) * PF_BOOK_ENTRY_SIZE, 8) < key;
        low = right ? low + half + 1 : low;
        size = right ? size - half - 1 : half;
    }
    return low;
}

/* Inserts the move in order of weight; a move that is already in the list is skipped. */
static void insert(pf_book_moves *out, pf_book_move found)
{
    uint32_t place = out->size;
    for (uint32_t i = 0; i < out->size; i++)
        if (out->moves[i].move == found.move) {
            out->skipped++;
            return;
        }
    for (; place > 0 && out->moves[place - 1].weight < found.weight; place--) out->moves[place] = out->moves[place - 1];
    out->moves[place] = found;
    out->size++;
}

uint32_t pf_book_find(const pf_book *book, const pf_position *position, pf_book_moves *out)
{
    uint64_t key = pf_position_polyglot_key(position);
    out->size = out->skipped = 0;
    if (pf_position_variant(position) != PF_VARIANT_STANDARD) return 0;
    for (size_t i = lower_bound(book, key); i < book->size; i++) {
        pf_book_entry entry = pf_book_entry_at(book, i);
        if (entry.key != key) break;
        pf_book_move found = {pf_book_move_of(position, entry.code), entry.weight, entry.learn};
        if (found.move == PF_NO_MOVE)
            out->skipped++;
        else
            insert(out, found);
    }
    return out->size;
}

/* splitmix64, with the published constants of Sebastiano Vigna. */
static uint64_t mix(uint64_t z)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

pf_move pf_book_choose(const pf_book *book, const pf_position *position, uint64_t seed)
{
    pf_book_moves found;
    uint64_t sum = 0;
    pf_book_find(book, position, &found);
    for (uint32_t i = 0; i < found.size; i++) sum += found.moves[i].weight;
    if (sum == 0) return PF_NO_MOVE;
    uint64_t chosen = (mix(mix(seed) ^ pf_position_polyglot_key(position)) >> 32) * sum >> 32;
    uint32_t i = 0;
    for (; chosen >= found.moves[i].weight; i++) chosen -= found.moves[i].weight;
    return found.moves[i].move;
}
