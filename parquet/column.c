/* Values, levels and pages; see column.h. */
#include <parquet/column.h>
#include <parquet/thrift.h>

#include <stdlib.h>
#include <string.h>

/* ---- Values ---- */

static void add_level(struct parquet_bytes *levels, char level)
{
    parquet_bytes_add(levels, &level, 1);
}

void parquet_null(struct parquet_values *values)
{
    add_level(&values->defined, 0);
    values->nulls++;
}

void parquet_add_plain(struct parquet_values *values, const void *bytes, size_t size)
{
    parquet_bytes_add(&values->plain, bytes, size);
}

void parquet_fixed(struct parquet_values *values, const void *bytes, size_t size)
{
    add_level(&values->defined, 1);
    parquet_add_plain(values, bytes, size);
}

static void to_little_endian(unsigned char *bytes, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++) bytes[i] = (unsigned char)(value >> 8 * i);
}

void parquet_boolean(struct parquet_values *values, bool value)
{
    parquet_fixed(values, &(char){(char)value}, 1);
}

void parquet_int32(struct parquet_values *values, int32_t value)
{
    unsigned char bytes[4];
    to_little_endian(bytes, (uint32_t)value, 4);
    parquet_fixed(values, bytes, 4);
}

void parquet_int64(struct parquet_values *values, int64_t value)
{
    unsigned char bytes[8];
    to_little_endian(bytes, (uint64_t)value, 8);
    parquet_fixed(values, bytes, 8);
}

void parquet_bytes(struct parquet_values *values, const void *bytes, size_t size)
{
    unsigned char length[4];
    to_little_endian(length, size, 4);
    parquet_fixed(values, length, 4);
    parquet_add_plain(values, bytes, size);
}

/* Levels of a list: 0 null, 1 empty, 2 an element that is null, 3 one that is there. */
void parquet_list(struct parquet_values *values, size_t size, const bool *is_null)
{
    struct parquet_bytes *defined = &values->defined, *repeated = &values->repeated;
    size_t levels = size > 0 ? size : 1;
    if (!parquet_bytes_reserve(defined, levels) || !parquet_bytes_reserve(repeated, levels)) return;
    memset(defined->bytes + defined->length, size > 0 ? 3 : 1, levels);
    memset(repeated->bytes + repeated->length, 1, levels);
    repeated->bytes[repeated->length] = 0;
    for (size_t i = 0; is_null != NULL && i < size; i++) defined->bytes[defined->length + i] = is_null[i] ? 2 : 3;
    defined->length += levels;
    repeated->length += levels;
}

void parquet_null_list(struct parquet_values *values)
{
    add_level(&values->repeated, 0);
    parquet_null(values);
}

bool parquet_values_failed(const struct parquet_values *values)
{
    return values->plain.failed || values->defined.failed || values->repeated.failed;
}

void parquet_values_clear(struct parquet_values *values)
{
    parquet_bytes_clear(&values->plain);
    parquet_bytes_clear(&values->defined);
    parquet_bytes_clear(&values->repeated);
    values->nulls = 0;
}

void parquet_values_free(struct parquet_values *values)
{
    free(values->plain.bytes);
    free(values->defined.bytes);
    free(values->repeated.bytes);
}

/* ---- Levels and indices ---- */

/* Writes numbers of this many bits in groups of eight, or as runs of one number. They come from bytes or words. */
struct numbers {
    const char *bytes; /* NULL: words */
    const uint32_t *words;
    size_t size;
    unsigned width;
};

static uint32_t number_at(const struct numbers *numbers, size_t i)
{
    if (i >= numbers->size) return 0;
    return numbers->bytes != NULL ? (unsigned char)numbers->bytes[i] : numbers->words[i];
}

static size_t run_at(const struct numbers *numbers, size_t i)
{
    size_t end = i + 1;
    while (end < numbers->size && number_at(numbers, end) == number_at(numbers, i)) end++;
    return end - i;
}

static void add_groups(struct parquet_bytes *out, const struct numbers *numbers, size_t begin, size_t groups)
{
    uint64_t bits = 0;
    unsigned count = 0;
    thrift_varint(out, groups << 1 | 1);
    for (size_t i = begin; i < begin + 8 * groups; i++) {
        bits |= (uint64_t)number_at(numbers, i) << count;
        for (count += numbers->width; count >= 8; count -= 8, bits >>= 8) {
            char byte = (char)bits;
            parquet_bytes_add(out, &byte, 1);
        }
    }
}

static void add_run(struct parquet_bytes *out, const struct numbers *numbers, size_t begin, size_t size)
{
    unsigned char bytes[4];
    to_little_endian(bytes, number_at(numbers, begin), 4);
    thrift_varint(out, size << 1);
    parquet_bytes_add(out, (const char *)bytes, (numbers->width + 7) / 8);
}

/* Runs of fewer than eight go into groups, so that a group is only filled up at the end. */
static void add_numbers(struct parquet_bytes *out, const struct numbers *numbers)
{
    for (size_t i = 0; i < numbers->size;) {
        size_t run = run_at(numbers, i), begin = i;
        if (run >= 8) {
            add_run(out, numbers, i, run);
            i += run;
            continue;
        }
        while (i < numbers->size && (i == begin || run_at(numbers, i) < 16)) i += 8;
        add_groups(out, numbers, begin, (i - begin) / 8);
    }
}

/* Levels stand behind the size of their bytes. */
static void add_levels(struct parquet_bytes *out, const struct parquet_bytes *levels, unsigned width)
{
    struct numbers numbers = {.bytes = levels->bytes, .size = levels->length, .width = width};
    size_t begin = out->length;
    parquet_bytes_add(out, "\0\0\0\0", 4);
    add_numbers(out, &numbers);
    if (!out->failed) to_little_endian((unsigned char *)out->bytes + begin, out->length - begin - 4, 4);
}

/* ---- Pages ---- */

enum encoding { ENCODING_PLAIN = 0, ENCODING_RLE = 3, ENCODING_RLE_DICTIONARY = 8 };
enum page_type { DATA_PAGE = 0, DICTIONARY_PAGE = 2 };

/* Adds the page with this content, which it releases, compressed or as it is. */
static void add_page(struct parquet_pages *pages, struct parquet_bytes *body, enum page_type type,
                     enum encoding encoding, uint64_t size, const struct parquet_codec *codec)
{
    struct parquet_bytes compressed = {0};
    bool is_made = !body->failed &&
                   (codec == NULL || codec->compress(codec->context, &compressed, body->bytes, body->length));
    const struct parquet_bytes *content = codec != NULL ? &compressed : body;
    size_t begin = pages->bytes.length;
    struct thrift header = thrift_begin(&pages->bytes);
    thrift_number(&header, 1, THRIFT_I32, type);
    thrift_number(&header, 2, THRIFT_I32, (int64_t)body->length);
    thrift_number(&header, 3, THRIFT_I32, (int64_t)content->length);
    struct thrift data = thrift_struct(&header, type == DATA_PAGE ? 5 : 7);
    thrift_number(&data, 1, THRIFT_I32, (int64_t)size);
    thrift_number(&data, 2, THRIFT_I32, encoding);
    if (type == DATA_PAGE) {
        thrift_number(&data, 3, THRIFT_I32, ENCODING_RLE);
        thrift_number(&data, 4, THRIFT_I32, ENCODING_RLE);
        pages->values += size;
    }
    thrift_end(&data);
    thrift_end(&header);
    pages->uncompressed += pages->bytes.length - begin + body->length;
    parquet_bytes_add(&pages->bytes, content->bytes, content->length);
    pages->bytes.failed |= !is_made || content->failed;
    free(compressed.bytes);
    free(body->bytes);
}

/* A bit for each byte, the first one lowest. */
static void add_bits(struct parquet_bytes *out, const struct parquet_bytes *bytes)
{
    for (size_t i = 0; i < bytes->length; i += 8) {
        unsigned bits = 0;
        for (unsigned j = 0; j < 8 && i + j < bytes->length; j++) bits |= (unsigned)(bytes->bytes[i + j] != 0) << j;
        parquet_bytes_add(out, &(char){(char)bits}, 1);
    }
}

void parquet_plain_page(struct parquet_pages *pages, const struct parquet_column *column,
                        const struct parquet_values *values, const struct parquet_codec *codec)
{
    struct parquet_bytes body = {0};
    pages->bytes.failed |= parquet_values_failed(values);
    if (values->defined.length == 0 || pages->bytes.failed) return;
    parquet_bytes_reserve(&body, values->plain.length + 1024);
    if (column->is_list) add_levels(&body, &values->repeated, 1);
    add_levels(&body, &values->defined, column->is_list ? 2 : 1);
    if (column->type == PARQUET_BOOLEAN)
        add_bits(&body, &values->plain);
    else
        parquet_bytes_add(&body, values->plain.bytes, values->plain.length);
    add_page(pages, &body, DATA_PAGE, ENCODING_PLAIN, values->defined.length, codec);
}

void parquet_index_page(struct parquet_pages *pages, const struct parquet_values *values, const uint32_t *indices,
                        uint32_t dictionary_size, const struct parquet_codec *codec)
{
    struct parquet_bytes body = {0};
    struct numbers numbers = {.words = indices, .size = values->defined.length - values->nulls, .width = 1};
    while (dictionary_size > (uint64_t)1 << numbers.width) numbers.width++;
    char width = (char)numbers.width;
    add_levels(&body, &values->defined, 1);
    parquet_bytes_add(&body, &width, 1);
    add_numbers(&body, &numbers);
    add_page(pages, &body, DATA_PAGE, ENCODING_RLE_DICTIONARY, values->defined.length, codec);
}

void parquet_dictionary_page(struct parquet_pages *pages, const struct parquet_bytes *plain, uint32_t size,
                             const struct parquet_codec *codec)
{
    struct parquet_bytes body = {0};
    parquet_bytes_add(&body, plain->bytes, plain->length);
    add_page(pages, &body, DICTIONARY_PAGE, ENCODING_PLAIN, size, codec);
}
