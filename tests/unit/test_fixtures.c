/* Packed positions that plyforge 0.2.0 wrote (tests/fixtures/0.2.0): they are read as the positions they were, and
 * packing those gives the same bytes. The files of the program are read by tests/cli/fixtures.bats. */
#include "support.h"

#include <stdio.h>

#define FIXTURES PF_TEST_SOURCE_DIR "/tests/fixtures/0.2.0/"

static FILE *open_fixture(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL) fail_msg("%s cannot be opened", name);
    return file;
}

/* The next line of packed.txt: a variant and a position. */
static bool next_position(FILE *text, pf_variant *variant, pf_position *position)
{
    char line[256];
    if (fgets(line, sizeof line, text) == NULL) return false;
    char *fen = strchr(line, ' ');
    assert_non_null(fen);
    fen[strcspn(fen, "\n")] = '\0';
    *fen++ = '\0';
    *variant = PF_VARIANT_STANDARD;
    if (strcmp(line, "chess") != 0) assert_true(pf_variant_from_name(variant, line, strlen(line)));
    assert_int_equal(
        pf_position_from_fen(position, fen, strlen(fen), PF_ACCEPT_CHESS960 | pf_accept_variant(*variant), NULL, NULL),
        PF_OK);
    return true;
}

/* Packed positions have no clocks. */
static void assert_same(const pf_position *position, pf_position expected)
{
    char fen[PF_FEN_SIZE], expected_fen[PF_FEN_SIZE];
    expected.halfmove_clock = 0;
    expected.fullmove_number = 1;
    pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS);
    pf_position_to_fen(expected_fen, sizeof expected_fen, &expected, PF_CASTLING_SHREDDER, PF_EP_ALWAYS);
    assert_string_equal(fen, expected_fen);
}

static void version_1(void **state)
{
    (void)state;
    FILE *text = open_fixture(FIXTURES "packed.txt"), *file = open_fixture(FIXTURES "packed.v1");
    pf_variant variant;
    pf_position expected, read;
    pf_packed packed, again;
    unsigned records = 0;
    while (next_position(text, &variant, &expected)) {
        pf_position position;
        if (variant != PF_VARIANT_STANDARD) continue;
        assert_int_equal(fread(&packed, sizeof packed, 1, file), 1);
        assert_int_equal(pf_position_unpack(&position, &packed, PF_ACCEPT_CHESS960, NULL), PF_OK);
        read = position;
        assert_same(&read, expected);
        pf_position_pack(&again, &position);
        assert_memory_equal(&again, &packed, sizeof packed);
        records++;
    }
    assert_int_equal(records, 4);
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
    fclose(text);
}

static void version_2(void **state)
{
    (void)state;
    FILE *text = open_fixture(FIXTURES "packed.txt"), *file = open_fixture(FIXTURES "packed.v2");
    pf_variant variant;
    pf_position expected, read;
    pf_packed_variant packed, again;
    unsigned records = 0;
    for (; next_position(text, &variant, &expected); records++) {
        assert_int_equal(fread(&packed, sizeof packed, 1, file), 1);
        assert_int_equal(pf_position_unpack_variant(&read, &packed, PF_ACCEPT_CHESS960, NULL), PF_OK);
        assert_int_equal(read.variant, variant);
        assert_same(&read, expected);
        pf_position_pack_variant(&again, &read);
        assert_memory_equal(&again, &packed, sizeof packed);
    }
    assert_int_equal(records, 11);
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
    fclose(text);
}

static size_t read_bytes(void *context, void *buffer, size_t size)
{
    return fread(buffer, 1, size, context);
}

/* A stream has the clocks, and the numbers of the lines as notes. */
static void stream(void **state)
{
    (void)state;
    FILE *text = open_fixture(FIXTURES "packed.txt"), *file = open_fixture(FIXTURES "packed.plyp");
    pf_variant variant;
    pf_position expected;
    pf_packed_reader reader;
    pf_position position;
    uint16_t note, line = 0;
    bool end;
    pf_packed_reader_init(&reader, read_bytes, file, PF_ACCEPT_CHESS960);
    while (next_position(text, &variant, &expected)) {
        line++;
        if (variant != PF_VARIANT_STANDARD) continue;
        assert_int_equal(pf_packed_read(&reader, &position, &note, &end, NULL), PF_OK);
        assert_false(end);
        assert_int_equal(note, line);
        assert_memory_equal(&position, &expected, sizeof position);
    }
    assert_int_equal(pf_packed_read(&reader, &position, &note, &end, NULL), PF_OK);
    assert_true(end);
    assert_int_equal(reader.records, 4);
    fclose(file);
    fclose(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(version_1), cmocka_unit_test(version_2),
                                       cmocka_unit_test(stream)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
