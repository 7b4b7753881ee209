/* Positions in 24 bytes, and streams of them. The layout is drawn in the public header. */
#include <plyforge/packed.h>

#include "base/text.h"
#include "entry/entry.h"
#include "formats/packed_codes.h"

enum {
    CODE_BLACK_KING_TO_MOVE = 14,

    VERSION = 1,
    HEAD_SIZE = 8,
    RECORD_SIZE = 32,
};

_Static_assert(sizeof(pf_packed) == 24, "a packed position takes 24 bytes");
_Static_assert(sizeof((pf_packed_reader *)0)->buffer % RECORD_SIZE == 0, "records do not straddle the buffer");

/* The code of each occupied square, written piece by piece: faster than looking up the piece of each square. Black's
 * turn is part of the code of its king: every position of standard chess has one. */
static void list_codes(uint8_t codes[64], const pf_position *position)
{
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
        for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++) {
            pf_bitboard pieces = pf_position_pieces(position, colour, type);
            while (pieces) codes[pf_pop_lowest(&pieces)] = (uint8_t)(colour * 6 + type);
        }
    pf_bitboard rooks = position->castling;
    while (rooks) codes[pf_pop_lowest(&rooks)] = PF_CODE_CASTLING_ROOK;
    if (position->ep_square != PF_NO_SQUARE) codes[position->ep_square ^ 8u] = PF_CODE_JUMPED_PAWN;
    if (position->turn == PF_BLACK) codes[pf_king_square(position, PF_BLACK)] = CODE_BLACK_KING_TO_MOVE;
}

bool pf_position_pack(pf_packed *out, const pf_position *position)
{
    if (PF_IS_VARIANT(position)) return false;
    uint8_t codes[64];
    pf_bitboard occupied = pf_position_occupied(position);
    list_codes(codes, position);
    pf_memset(out, 0, sizeof *out);
    pf_put_number(out->bytes, occupied, 8);
    for (uint8_t *byte = out->bytes + 8; occupied; byte++) {
        *byte = codes[pf_pop_lowest(&occupied)];
        if (occupied) *byte |= (uint8_t)(codes[pf_pop_lowest(&occupied)] << 4);
    }
    return true;
}

static pf_status bad(pf_error *error, unsigned byte, const char *message)
{
    return pf_fail(error, PF_ERROR_PACKED, byte, message);
}

static pf_piece piece_of(unsigned code, pf_square square, pf_setup *setup)
{
    if (code != CODE_BLACK_KING_TO_MOVE) return pf_packed_piece(code, square, setup);
    setup->turn = PF_BLACK;
    return pf_piece_of(PF_BLACK, PF_KING);
}

/* Reads a record in which every code has a meaning on its square, with no branch that depends on a code. False means
 * only that the setup is unusable and that read_setup must decide. */
static bool read_setup_quickly(pf_setup *setup, const pf_packed *packed)
{
    enum { JUMPED = 0x10, CASTLES = 0x20, TO_MOVE = 0x40, NONE = 0x80 };
    /* The piece and the other information that a code means on White's and on Black's half of the board. */
    static const uint8_t meanings[2][16] = {
        {1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 1 | JUMPED, 4 | CASTLES, 14 | TO_MOVE, NONE},
        {1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 9 | JUMPED, 12 | CASTLES, 14 | TO_MOVE, NONE},
    };
    pf_bitboard occupied = pf_get_number(packed->bytes, 8), jumped = 0, castles = 0;
    uint64_t codes = pf_get_number(packed->bytes + 8, 8), later_codes = pf_get_number(packed->bytes + 16, 8);
    unsigned all = 0, count = 0;
    for (; occupied; codes >>= 4) {
        if (count++ == 16) codes = later_codes, later_codes = 0;
        pf_square square = pf_pop_lowest(&occupied);
        unsigned meaning = meanings[square >> 5][codes & 15];
        setup->squares[square] = meaning & 15;
        jumped |= (pf_bitboard)(meaning >> 4 & 1) << square;
        castles |= (pf_bitboard)(meaning >> 5 & 1) << square;
        all |= meaning;
    }
    const pf_bitboard jumps_end = (PF_RANK_1 << 24) | (PF_RANK_1 << 32);
    if (count > 32 || (codes | later_codes) || (all & NONE)) return false;
    if ((jumped & ~jumps_end) || (jumped & (jumped - 1)) || (castles & ~(PF_RANK_1 | PF_RANK_8))) return false;
    setup->castling = castles;
    setup->ep_square = (uint8_t)(jumped ? pf_lowest(jumped) ^ 8u : PF_NO_SQUARE);
    setup->turn = all & TO_MOVE ? PF_BLACK : PF_WHITE;
    return true;
}

static pf_status read_setup(pf_setup *setup, const pf_packed *packed, pf_error *error)
{
    pf_memset(setup, 0, sizeof *setup);
    setup->fullmove_number = 1;
    if (read_setup_quickly(setup, packed)) return PF_OK;

    pf_bitboard occupied = pf_get_number(packed->bytes, 8);
    if (pf_popcount(occupied) > 32) return bad(error, 0, "more than 32 pieces");
    pf_memset(setup, 0, sizeof *setup);
    setup->ep_square = PF_NO_SQUARE;
    setup->fullmove_number = 1;
    unsigned i = 0;
    for (; occupied; i++) {
        pf_square square = pf_pop_lowest(&occupied);
        unsigned code = packed->bytes[8 + i / 2] >> (i % 2 * 4) & 15;
        setup->squares[square] = (uint8_t)piece_of(code, square, setup);
        if (setup->squares[square] == PF_NO_PIECE)
            return bad(error, 8 + i / 2, "a code that is not a piece on that square");
    }
    for (; i < 32; i++)
        if (packed->bytes[8 + i / 2] >> (i % 2 * 4) & 15) return bad(error, 8 + i / 2, "codes after the last piece");
    return PF_OK;
}

pf_status pf_position_unpack(pf_position *out, const pf_packed *packed, pf_accept accept, pf_error *error)
{
    pf_setup setup;
    pf_status status = read_setup(&setup, packed, error);
    if (status) return status;

    /* Packing a position never produces the rights and en passant squares that lenient reading drops. */
    const pf_problems dropped = PF_PROBLEM_CASTLING | PF_PROBLEM_CASTLING_CHESS960 | PF_PROBLEM_EN_PASSANT;
    pf_problems problems;
    pf_position position;
    status = pf_position_from_setup(&position, &setup, accept, &problems, error);
    if (status) return status;
    status = pf_packed_refuse_dropped(problems, dropped, error);
    if (!status) *out = position;
    return status;
}

/* ---- Writing ---- */

static bool hand_over(pf_packed_writer *writer)
{
    if (writer->filled && !writer->failed)
        writer->failed = !writer->write(writer->context, writer->buffer, writer->filled);
    writer->filled = 0;
    return !writer->failed;
}

void pf_packed_writer_init(pf_packed_writer *writer, pf_write_bytes *write, void *context)
{
    static const uint8_t head[HEAD_SIZE] = {'P', 'L', 'Y', 'P', VERSION, 0, 0, 0};
    writer->write = write;
    writer->context = context;
    writer->failed = false;
    writer->filled = HEAD_SIZE;
    pf_memcpy(writer->buffer, head, HEAD_SIZE);
}

bool pf_packed_write(pf_packed_writer *writer, const pf_position *position, uint16_t note)
{
    pf_packed packed;
    if (!pf_position_pack(&packed, position)) return false;
    if (writer->filled + RECORD_SIZE > sizeof writer->buffer && !hand_over(writer)) return false;
    uint8_t *record = writer->buffer + writer->filled;
    pf_memcpy(record, packed.bytes, sizeof packed);
    pf_put_number(record + 24, position->halfmove_clock, 2);
    pf_put_number(record + 26, note, 2);
    pf_put_number(record + 28, position->fullmove_number, 4);
    writer->filled += RECORD_SIZE;
    return !writer->failed;
}

bool pf_packed_writer_finish(pf_packed_writer *writer)
{
    return hand_over(writer);
}

/* ---- Reading ---- */

void pf_packed_reader_init(pf_packed_reader *reader, pf_read_bytes *read, void *context, pf_accept accept)
{
    reader->read = read;
    reader->context = context;
    reader->accept = accept;
    reader->records = 0;
    reader->at = reader->filled = 0;
    reader->begun = reader->broken = false;
}

/* Tries to make this many bytes available at reader->at. Returns how many of them there are, which is less only at the
 * end of the stream. */
static uint32_t want(pf_packed_reader *reader, uint32_t size)
{
    uint32_t have = reader->filled - reader->at;
    if (have >= size) return size;
    for (uint32_t i = 0; i < have; i++) reader->buffer[i] = reader->buffer[reader->at + i];
    reader->at = 0;
    reader->filled = have;
    while (reader->filled < size) {
        size_t room = sizeof reader->buffer - reader->filled;
        size_t given = reader->read(reader->context, reader->buffer + reader->filled, room);
        if (given == 0 || given > room) break;
        reader->filled += (uint32_t)given;
    }
    return reader->filled < size ? reader->filled : size;
}

static pf_status name_record(pf_error *error, pf_status status, uint64_t record, const char *message)
{
    if (!error) return status;
    char copy[sizeof error->message];
    pf_text text = pf_text_begin(copy, sizeof copy);
    pf_text_string(&text, "record ");
    pf_text_number(&text, record);
    pf_text_string(&text, ": ");
    pf_text_string(&text, message);
    pf_text_end(&text);
    return pf_fail(error, status, error->offset, copy);
}

static pf_status break_off(pf_packed_reader *reader, pf_error *error, const char *message)
{
    reader->broken = true;
    return pf_fail(error, PF_ERROR_PACKED, 0, message);
}

static pf_status read_head(pf_packed_reader *reader, pf_error *error)
{
    static const char magic[4] = {'P', 'L', 'Y', 'P'};
    const uint8_t *head = reader->buffer;
    if (want(reader, HEAD_SIZE) < HEAD_SIZE) return break_off(reader, error, "the stream ends inside its header");
    for (unsigned i = 0; i < 4; i++)
        if (head[i] != (uint8_t)magic[i]) return break_off(reader, error, "not a stream of packed positions");
    if (head[4] != VERSION || head[5] || head[6] || head[7])
        return break_off(reader, error, "unknown version of the packed stream");
    reader->at += HEAD_SIZE;
    reader->begun = true;
    return PF_OK;
}

pf_status pf_packed_read(pf_packed_reader *reader, pf_position *out, uint16_t *note, bool *end, pf_error *error)
{
    *end = false;
    if (reader->broken) return pf_fail(error, PF_ERROR_PACKED, 0, "the stream is broken before this record");
    pf_status status = reader->begun ? PF_OK : read_head(reader, error);
    if (status) return status;

    uint32_t have = want(reader, RECORD_SIZE);
    if (have == 0) {
        *end = true;
        return PF_OK;
    }
    reader->records++;
    if (have < RECORD_SIZE) return break_off(reader, error, "the stream ends inside a record");

    const uint8_t *record = reader->buffer + reader->at;
    reader->at += RECORD_SIZE;
    pf_packed packed;
    pf_position position;
    pf_error fault = {PF_OK, 0, ""};
    pf_memcpy(packed.bytes, record, sizeof packed);
    status = pf_position_unpack(&position, &packed, reader->accept, &fault);
    uint32_t number = (uint32_t)pf_get_number(record + 28, 4);
    if (!status && number == 0) status = pf_fail(&fault, PF_ERROR_PACKED, 28, "the move number is 0");
    if (status) {
        if (error) *error = fault;
        return name_record(error, status, reader->records, fault.message);
    }
    position.halfmove_clock = (uint16_t)pf_get_number(record + 24, 2);
    position.fullmove_number = number;
    *out = position;
    if (note) *note = (uint16_t)pf_get_number(record + 26, 2);
    return PF_OK;
}
