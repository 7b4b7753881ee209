/* Packed positions and their streams. */
#include "support.h"

#include <stdlib.h>

static void assert_round_trip(const pf_position *position)
{
    pf_packed packed, again;
    pf_position back;
    pf_error error;
    pf_position_pack(&packed, position);
    if (pf_position_unpack(&back, &packed, PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT, &error) != PF_OK)
        fail_msg("%s", error.message);
    assert_int_equal(back.halfmove_clock, 0);
    assert_int_equal(back.fullmove_number, 1);
    back.halfmove_clock = position->halfmove_clock;
    back.fullmove_number = position->fullmove_number;
    assert_memory_equal(&back, position, sizeof back); /* every byte, the en passant square and the key too */
    pf_position_pack(&again, &back);
    assert_memory_equal(&again, &packed, sizeof packed);
}

/* The bytes are the format: other programs read them. */
static void layout(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        uint8_t bytes[24];
    } cases[] = {
        {START_FEN, {0xff, 0xff, 0,    0,    0,    0,    0xff, 0xff,   /* ranks 1, 2, 7 and 8 */
                     0x1d, 0x42, 0x25, 0xd1, 0,    0,    0,    0,      /* R N  B Q  K B  N R, pawns */
                     0x66, 0x66, 0x66, 0x66, 0x7d, 0xa8, 0x8b, 0xd7}}, /* pawns, r n  b q  k b  n r */
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
         {0xff, 0xef, 0, 0x10, 0,    0,    0xff, 0xff, 0x1d, 0x42, 0x25, 0xd1,
          0,    0,    0, 0xc0, 0x66, 0x66, 0x66, 0x66, 0x7d, 0xa8, 0x8e, 0xd7}},
        {"4k3/8/8/8/8/8/8/4K3 b - - 0 1", {0x10, 0, 0, 0, 0, 0, 0, 0x10, 0xe5}},
        {"1r2k1r1/p6p/8/8/8/8/P6P/1R2K1R1 w Gb - 0 1",
         {0x52, 0x81, 0, 0, 0, 0, 0x81, 0x52, 0x53, 0x0d, 0x60, 0xd6, 0x9b}},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_of(cases[i].fen);
        pf_packed packed;
        pf_position_pack(&packed, &position);
        for (unsigned b = 0; b < 24; b++)
            if (packed.bytes[b] != cases[i].bytes[b]) fail_msg("%s: byte %u is %02x", cases[i].fen, b, packed.bytes[b]);
        assert_round_trip(&position);
    }
}

static void round_trips(void **state)
{
    (void)state;
    for (unsigned number = 0; number < 960; number++) {
        pf_position position = pf_position_chess960_start(number);
        assert_round_trip(&position);
    }
    test_random random = {23};
    for (int i = 0; i < 20000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        assert_round_trip(&position);
    }
    pf_position corners = position_of("r2r3k/p6p/8/8/8/8/P6P/K2R3R b Hd - 0 1");
    assert_int_equal(corners.castling, pf_bit(PF_H1) | pf_bit(PF_D8));
    assert_round_trip(&corners);
    pf_position most = position_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 65535 4294967295");
    assert_round_trip(&most);
}

static void round_trips_of_corpora(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/fen_cozy_shredder.tsv");
    unsigned read = 0;
    while (tsv_next(&in)) {
        pf_position position;
        const char *fen = tsv_get(&in, "fen");
        if (pf_position_from_fen(&position, fen, strlen(fen), PF_ACCEPT_CHESS960, NULL, NULL) != PF_OK) continue;
        assert_round_trip(&position);
        read++;
    }
    assert_int_equal(read, 4907);
    tsv_close(&in);
}

static void refuses(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        unsigned byte;
        uint8_t value;
        pf_accept accept;
        pf_status code;
        uint32_t offset;
        const char *message;
    } cases[] = {
        {START_FEN, 2, 1, 0, PF_ERROR_PACKED, 0, "more than 32 pieces"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 8, 0xf5, 0, PF_ERROR_PACKED, 8, "a code that is not a piece on that square"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 8, 0x5c, 0, PF_ERROR_PACKED, 8, "a code that is not a piece on that square"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 9, 0x01, 0, PF_ERROR_PACKED, 9, "codes after the last piece"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 23, 0x10, 0, PF_ERROR_PACKED, 23, "codes after the last piece"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 8, 0xb1, 0, PF_ERROR_POSITION, 0, "no white king"},
        /* A rook with a right but without a king beside it, a pawn that did not jump: lenient does not repair them. */
        {"4k3/8/8/8/8/8/8/3RK3 w - - 0 1", 8, 0x5d, PF_ACCEPT_LENIENT, PF_ERROR_POSITION, 0,
         "castling right that exists only in Chess960"},
        {"4k3/8/8/8/4P3/8/4P3/4K3 b - - 0 1", 9, 0xec, PF_ACCEPT_LENIENT, PF_ERROR_POSITION, 0,
         "impossible en passant square"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_of(cases[i].fen), out = position, before = out;
        pf_packed packed;
        pf_error error = {0};
        pf_position_pack(&packed, &position);
        packed.bytes[cases[i].byte] = cases[i].value;
        assert_int_equal(pf_position_unpack(&out, &packed, cases[i].accept, &error), cases[i].code);
        assert_int_equal(error.offset, cases[i].offset);
        assert_string_equal(error.message, cases[i].message);
        assert_memory_equal(&out, &before, sizeof out);
        assert_int_equal(pf_position_unpack(&out, &packed, cases[i].accept, NULL), cases[i].code);
    }
}

/* Whatever bytes are accepted, packing gives them back. */
static void accepted_bytes_are_canonical(void **state)
{
    (void)state;
    test_random random = {29};
    unsigned accepted = 0;
    for (int i = 0; i < 200000; i++) {
        pf_position position = i % 64 ? position_of("r3k2r/pp6/8/2PpP3/8/8/6PP/R3K2R w KQkq d6 0 1")
                                      : random_game_position(&random);
        pf_packed packed, again;
        pf_position_pack(&packed, &position);
        for (unsigned flips = 1 + random_below(&random, 3); flips > 0; flips--)
            packed.bytes[random_below(&random, 24)] ^= (uint8_t)(1u << random_below(&random, 8));
        if (pf_position_unpack(&position, &packed, PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT, NULL) != PF_OK) continue;
        pf_position_pack(&again, &position);
        assert_memory_equal(&again, &packed, sizeof packed);
        accepted++;
    }
    assert_true(accepted > 1000);
}

/* ---- Streams ---- */

typedef struct tape {
    uint8_t *bytes;
    size_t size, at, capacity;
    size_t chunk; /* bytes that are given at a time */
} tape;

static bool write_tape(void *context, const void *bytes, size_t size)
{
    tape *out = context;
    if (out->size + size > out->capacity) return false;
    memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
    return true;
}

static size_t read_tape(void *context, void *buffer, size_t size)
{
    tape *in = context;
    if (size > in->chunk) size = in->chunk;
    if (size > in->size - in->at) size = in->size - in->at;
    memcpy(buffer, in->bytes + in->at, size);
    in->at += size;
    return size;
}

enum { RECORDS = 1000 };
static uint8_t storage[8 + 32 * RECORDS];

static void streams(void **state)
{
    (void)state;
    static const size_t chunks[] = {1, 7, 32, 4096, 100000};
    tape t = {.bytes = storage, .capacity = sizeof storage};
    test_random random = {31};
    pf_packed_writer writer;
    pf_packed_writer_init(&writer, write_tape, &t);
    for (unsigned i = 0; i < RECORDS; i++) {
        pf_position position = random_game_position(&random);
        assert_true(pf_packed_write(&writer, &position, (uint16_t)(i * 77)));
    }
    assert_true(pf_packed_writer_finish(&writer));
    assert_int_equal(t.size, sizeof storage);
    assert_memory_equal(storage, "PLYP\1\0\0\0", 8);

    for (size_t c = 0; c < COUNT_OF(chunks); c++) {
        pf_packed_reader reader;
        t.at = 0;
        t.chunk = chunks[c];
        random.state = 31;
        pf_packed_reader_init(&reader, read_tape, &t, PF_ACCEPT_CHESS960);
        pf_position position;
        bool end;
        for (unsigned i = 0; i < RECORDS; i++) {
            uint16_t note;
            assert_int_equal(pf_packed_read(&reader, &position, i % 2 ? &note : NULL, &end, NULL), PF_OK);
            assert_false(end);
            pf_position expected = random_game_position(&random);
            assert_memory_equal(&position, &expected, sizeof position);
            if (i % 2) assert_int_equal(note, (uint16_t)(i * 77));
        }
        assert_int_equal(pf_packed_read(&reader, &position, NULL, &end, NULL), PF_OK);
        assert_true(end);
        assert_int_equal(reader.records, RECORDS);
    }
}

static void broken_streams(void **state)
{
    (void)state;
    uint8_t bytes[8 + 32 * 3];
    pf_position start = pf_position_start(), position;
    bool end;
    pf_error error;
    pf_packed_writer writer;
    pf_packed_reader reader;

    /* A full disk shows. */
    tape small = {.bytes = bytes, .capacity = 10};
    pf_packed_writer_init(&writer, write_tape, &small);
    bool well = true;
    for (int i = 0; i < 300; i++) well = pf_packed_write(&writer, &start, 0);
    assert_false(well);
    assert_false(pf_packed_writer_finish(&writer));

    tape t = {.bytes = bytes, .capacity = sizeof bytes, .chunk = 1000};
    pf_packed_writer_init(&writer, write_tape, &t);
    for (int i = 0; i < 3; i++) assert_true(pf_packed_write(&writer, &start, 0));
    assert_true(pf_packed_writer_finish(&writer));

    /* A bad record is named, and the next one is read. */
    bytes[8 + 32] ^= 0xff;
    pf_packed_reader_init(&reader, read_tape, &t, 0);
    assert_int_equal(pf_packed_read(&reader, &position, NULL, &end, &error), PF_OK);
    assert_int_equal(pf_packed_read(&reader, &position, NULL, &end, &error), PF_ERROR_PACKED);
    assert_string_equal(error.message, "record 2: a code that is not a piece on that square");
    assert_int_equal(pf_packed_read(&reader, &position, NULL, &end, &error), PF_OK);
    bytes[8 + 32] ^= 0xff;
    memset(bytes + 8 + 28, 0, 4); /* the move number */
    t.at = 0;
    pf_packed_reader_init(&reader, read_tape, &t, 0);
    assert_int_equal(pf_packed_read(&reader, &position, NULL, &end, &error), PF_ERROR_PACKED);
    assert_string_equal(error.message, "record 1: the move number is 0");

    /* Every place where a stream can be cut. */
    bytes[8 + 28] = 1;
    for (size_t size = 0; size <= sizeof bytes; size++) {
        t.at = 0;
        t.size = size;
        pf_packed_reader_init(&reader, read_tape, &t, 0);
        unsigned records = 0;
        pf_status status;
        while ((status = pf_packed_read(&reader, &position, NULL, &end, &error)) == PF_OK && !end) records++;
        bool whole = size >= 8 && (size - 8) % 32 == 0;
        assert_int_equal(status, whole ? PF_OK : PF_ERROR_PACKED);
        assert_int_equal(records, size < 8 ? 0 : (size - 8) / 32);
        if (!whole) assert_int_equal(pf_packed_read(&reader, &position, NULL, &end, &error), PF_ERROR_PACKED);
    }
    t.size = sizeof bytes;
    for (unsigned byte = 0; byte < 8; byte++) { /* another head, a later version */
        bytes[byte]++;
        t.at = 0;
        pf_packed_reader_init(&reader, read_tape, &t, 0);
        assert_int_equal(pf_packed_read(&reader, &position, NULL, &end, &error), PF_ERROR_PACKED);
        assert_int_equal(pf_packed_read(&reader, &position, NULL, &end, NULL), PF_ERROR_PACKED);
        bytes[byte]--;
    }
}

/* ---- Variants ---- */

/* Every byte of a packed position has one meaning: changed, it is another position or refused. */
static void variants_have_one_form(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *fen;
    } cases[] = {
        {PF_VARIANT_CRAZYHOUSE, "r3k2r/8/8/3Q~Pp2/8/8/8/R3K2R[QPPnb] w KQkq f6 0 1"},
        {PF_VARIANT_THREE_CHECK, "4k3/8/8/8/8/8/8/4K3 b - - 1+2 0 1"},
        {PF_VARIANT_HORDE, "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"},
        {PF_VARIANT_ANTICHESS, "8/8/8/8/8/8/KKK5/8 b - - 0 1"},
        {PF_VARIANT_STANDARD, "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = variant_position_of(cases[i].fen, cases[i].variant), read;
        pf_packed_variant packed, changed, again;
        pf_position_pack_variant(&packed, &position);
        assert_int_equal(pf_position_unpack_variant(&read, &packed, PF_ACCEPT_CHESS960, NULL), PF_OK);
        assert_true(pf_position_equal(&read, &position));
        for (unsigned bit = 0; bit < 8 * sizeof packed; bit++) {
            pf_error error;
            changed = packed;
            changed.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
            if (pf_position_unpack_variant(&read, &changed, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, &error) == PF_OK) {
                pf_position_pack_variant(&again, &read);
                assert_memory_equal(&again, &changed, sizeof again);
            } else {
                assert_true(error.code == PF_ERROR_PACKED || error.code == PF_ERROR_POSITION);
            }
        }
        changed = packed;
        changed.bytes[0] = 1;
        assert_int_equal(pf_position_unpack_variant(&read, &changed, 0, NULL), PF_ERROR_PACKED);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout),
        cmocka_unit_test(round_trips),
        cmocka_unit_test(round_trips_of_corpora),
        cmocka_unit_test(refuses),
        cmocka_unit_test(accepted_bytes_are_canonical),
        cmocka_unit_test(streams),
        cmocka_unit_test(broken_streams),
        cmocka_unit_test(variants_have_one_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
