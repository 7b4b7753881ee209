/* Training records: what is written is read again, in both formats and however the bytes arrive; files that are
 * damaged, cut off, foreign or newer are refused. */
#include "support.h"

#include <plyforge/train.h>

#include <stdlib.h>

typedef struct bytes {
    uint8_t data[1 << 16];
    size_t size, at;
    size_t step; /* at most so many bytes are given at once */
    bool is_full;
} bytes;

static bool take(void *context, const void *data, size_t size)
{
    bytes *out = context;
    if (out->is_full) return false;
    assert_true(out->size + size <= sizeof out->data);
    memcpy(out->data + out->size, data, size);
    out->size += size;
    return true;
}

static size_t give(void *context, void *buffer, size_t size)
{
    bytes *in = context;
    size_t left = in->size - in->at;
    if (size > left) size = left;
    if (size > in->step) size = in->step;
    memcpy(buffer, in->data + in->at, size);
    in->at += size;
    return size;
}

enum { RECORDS = 40 };

static pf_train_record records[RECORDS];

/* A game with promotions, castling and en passant squares, from a position of Chess960. */
static void make_records(void)
{
    pf_position position = position_accepted("r2k3r/1P4pp/8/8/2p5/8/1P4PP/R2K3R w HAha - 0 7",
                                             PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960);
    uint32_t random = 1;
    for (int i = 0; i < RECORDS; i++) {
        pf_move_list list;
        pf_generate_legal(&position, &list);
        assert_true(list.size > 0);
        random = random * 1103515245u + 12345u;
        static const int16_t scores[] = {0, -1, 31000, -31000, PF_TRAIN_MATE - 1, 1 - PF_TRAIN_MATE, PF_TRAIN_NO_SCORE};
        records[i] = (pf_train_record){.position = position,
                                       .move = list.moves[(random >> 16) % list.size],
                                       .score = scores[i % 7],
                                       .result = (int8_t)(i % 3 - 1),
                                       .ply = pf_train_ply(&position)};
        pf_position_play_unchecked(&position, records[i].move);
    }
}

static void write_records(bytes *out, pf_train_format format)
{
    pf_train_writer writer;
    out->size = out->at = 0;
    out->is_full = false;
    pf_train_writer_init(&writer, format, take, out);
    for (int i = 0; i < RECORDS; i++) assert_true(pf_train_write(&writer, &records[i]));
    assert_true(pf_train_writer_finish(&writer));
}

static void assert_same(const pf_train_record *a, const pf_train_record *b)
{
    assert_true(pf_position_equal(&a->position, &b->position));
    assert_int_equal(a->position.ep_square, b->position.ep_square);
    assert_int_equal(a->position.fullmove_number, b->position.fullmove_number);
    assert_int_equal(a->move, b->move);
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->result, b->result);
    assert_int_equal(a->ply, b->ply);
}

static void read_back(void **state)
{
    (void)state;
    static bytes file;
    make_records();
    for (int format = PF_TRAIN_BINARY; format <= PF_TRAIN_PLAIN; format++) {
        static const size_t steps[] = {1, 7, 32, 1000, sizeof file.data};
        write_records(&file, (pf_train_format)format);
        for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
            pf_train_reader reader;
            pf_train_record record;
            bool end;
            file.at = 0;
            file.step = steps[i];
            pf_train_reader_init(&reader, give, &file);
            for (int j = 0; j < RECORDS; j++) {
                assert_int_equal(pf_train_read(&reader, &record, &end, NULL), PF_OK);
                assert_false(end);
                assert_same(&record, &records[j]);
            }
            assert_int_equal(pf_train_read(&reader, &record, &end, NULL), PF_OK);
            assert_true(end);
            assert_int_equal(reader.records, RECORDS);
        }
    }
}

/* Records written as bytes that the caller made are those that pf_train_write makes; the text of one is its part of the
 * file. */
static void bytes_and_text_of_a_record(void **state)
{
    (void)state;
    static bytes expected, found;
    pf_train_writer writer;
    make_records();
    write_records(&expected, PF_TRAIN_BINARY);
    found.size = found.at = 0;
    found.is_full = false;
    pf_train_writer_init(&writer, PF_TRAIN_BINARY, take, &found);
    for (int i = 0; i < RECORDS; i++) {
        uint8_t record[PF_TRAIN_RECORD_SIZE];
        pf_train_to_bytes(record, &records[i]);
        assert_true(pf_train_write_bytes(&writer, record));
    }
    assert_true(pf_train_writer_finish(&writer));
    assert_int_equal(found.size, expected.size);
    assert_memory_equal(found.data, expected.data, expected.size);

    write_records(&expected, PF_TRAIN_PLAIN);
    size_t at = 0;
    for (int i = 0; i < RECORDS; i++) {
        char text[PF_TRAIN_PLAIN_SIZE], cut[8];
        size_t length = pf_train_to_plain(text, sizeof text, &records[i]);
        assert_int_equal(pf_train_to_plain(cut, sizeof cut, &records[i]), length);
        assert_memory_equal(cut, "fen ", 4);
        assert_int_equal(cut[7], 0);
        assert_memory_equal(text, expected.data + at, length);
        at += length;
    }
    assert_int_equal(at, expected.size);
}

/* Reads to the end or to the first error. */
static pf_status read_all(bytes *file, pf_error *error)
{
    pf_train_reader reader;
    pf_train_record record;
    bool end = false;
    file->at = 0;
    file->step = 100;
    pf_train_reader_init(&reader, give, file);
    for (;;) {
        pf_status status = pf_train_read(&reader, &record, &end, error);
        if (status != PF_OK) {
            assert_int_equal(pf_train_read(&reader, &record, &end, NULL), status);
            return status;
        }
        if (end) return PF_OK;
    }
}

/* No binary file that is shorter, longer, or has another bit anywhere is taken for a good one. */
static void damage(void **state)
{
    (void)state;
    static bytes file;
    pf_error error;
    make_records();
    write_records(&file, PF_TRAIN_BINARY);
    assert_int_equal(file.size, (RECORDS + 2) * 32);
    assert_int_equal(read_all(&file, &error), PF_OK);
    for (size_t i = 0; i < file.size; i++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            file.data[i] ^= (uint8_t)(1u << bit);
            assert_int_not_equal(read_all(&file, &error), PF_OK);
            file.data[i] ^= (uint8_t)(1u << bit);
        }
    }
    size_t whole = file.size;
    for (file.size = 0; file.size < whole; file.size++) assert_int_not_equal(read_all(&file, &error), PF_OK);
    file.data[file.size++] = 0;
    assert_int_equal(read_all(&file, &error), PF_ERROR_TRAIN);
    assert_string_equal(error.message, "record 41: there are bytes after the end of the file");
    file.size = 32 + 5 * 32 + 3;
    assert_int_equal(read_all(&file, &error), PF_ERROR_TRAIN);
    assert_string_equal(error.message, "record 6: the file is truncated");
    file.size = whole;
    file.data[4] = 2;
    assert_int_equal(read_all(&file, &error), PF_ERROR_TRAIN);
    assert_non_null(strstr(error.message, "version 2"));
}

static void wrong_files(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "the file is empty"},
        {"[Event \"?\"]", "not training data: it begins with neither PLYT nor 'fen '"},
        {"PLYT", "the file ends inside its header"},
        {"fen 8/8/8\n", "line 1: fewer than 8 ranks"},
        {"fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nmove e1e3\n", "line 2: a king does not move from e1 to e3"},
        {"fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nmove e1e2\nscore 1\nresult 0\n", "line 4: the file ends inside a record"},
        {"fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nmove e1e2\nscore 1\ne\n",
         "line 4: the record lacks a fen, move, score or result"},
        {"fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nmove e1e2\nfen 4k3/8/8/8/8/8/8/4K2R w - - 0 1\n",
         "line 3: the record already has this field; is the 'e' before it missing?"},
        {"fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nscore 1\nscore 2\n",
         "line 3: the record already has this field; is the 'e' before it missing?"},
        {"fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nscore x\n", "line 2: the score is not a number in the allowed range"},
        {"fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nscore 32001\n", "line 2: the score is not a number in the allowed range"},
        {"fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nresult 2\n", "line 2: the result is neither 1, 0 nor -1"},
        {"fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nply -1\n", "line 2: the ply is not a number from 0 to 65535"},
        {"fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nscores 1\n",
         "line 2: this is neither fen, move, score, ply, result nor e"},
    };
    static bytes file;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pf_error error;
        file.size = strlen(cases[i].text);
        memcpy(file.data, cases[i].text, file.size);
        assert_int_not_equal(read_all(&file, &error), PF_OK);
        assert_string_equal(error.message, cases[i].message);
    }
}

static void scores_out_of_range_are_written_as_the_nearest(void **state)
{
    (void)state;
    static const int16_t scores[][2] = {{32000, 31999},
                                        {INT16_MAX, 31999},
                                        {-32000, -31999},
                                        {INT16_MIN + 1, -31999},
                                        {31999, 31999},
                                        {0, 0},
                                        {PF_TRAIN_NO_SCORE, PF_TRAIN_NO_SCORE}};
    for (size_t i = 0; i < sizeof scores / sizeof scores[0]; i++) {
        pf_position start = pf_position_start();
        pf_move_list list;
        pf_generate_legal(&start, &list);
        pf_train_record record = {.position = start, .move = list.moves[0], .score = scores[i][0]}, again;
        uint8_t packed[PF_TRAIN_RECORD_SIZE];
        pf_train_to_bytes(packed, &record);
        assert_int_equal(pf_train_from_bytes(&again, packed, NULL), PF_OK);
        assert_int_equal(again.score, scores[i][1]);
        static bytes file;
        pf_train_writer writer;
        file.size = 0;
        pf_train_writer_init(&writer, PF_TRAIN_PLAIN, take, &file);
        assert_true(pf_train_write(&writer, &record) && pf_train_writer_finish(&writer));
        pf_error error;
        assert_int_equal(read_all(&file, &error), PF_OK);
    }
}

static void full_disk(void **state)
{
    (void)state;
    static bytes file;
    pf_train_writer writer;
    make_records();
    file.is_full = true;
    pf_train_writer_init(&writer, PF_TRAIN_BINARY, take, &file);
    bool written = true;
    for (int i = 0; i < 10 * RECORDS; i++) written = pf_train_write(&writer, &records[i % RECORDS]);
    assert_false(written);
    assert_false(pf_train_writer_finish(&writer));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(read_back),
                                       cmocka_unit_test(bytes_and_text_of_a_record),
                                       cmocka_unit_test(damage),
                                       cmocka_unit_test(wrong_files),
                                       cmocka_unit_test(scores_out_of_range_are_written_as_the_nearest),
                                       cmocka_unit_test(full_disk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
