/* Values, levels and pages; see column.h. */
#include <parquet/column.h>
#include <parquet/thrift.h>

#include <stdlib.h>
#include <string.h>

/* ---- Values ---- */

/* Adds the level of a row that is there, and makes capacity for its value; false without memory. */
static bool begin_row(struct parquet_values *values, size_t size)
{
    if (!parquet_bytes_reserve(&values->defined, 1) || !parquet_bytes_reserve(&values->plain, size)) return false;
    values->defined.bytes[values->defined.length++] = 1;
    values->levels++;
    return true;
}

void parquet_null(struct parquet_values *values)
{
    parquet_bytes_add(&values->defined, "", 1);
    values->levels++;
    values->nulls++;
}

void parquet_add_plain(struct parquet_values *values, const void *bytes, size_t size)
{
    parquet_bytes_add(&values->plain, bytes, size);
}

void parquet_fixed(struct parquet_values *values, const void *bytes, size_t size)
{
    if (begin_row(values, size)) parquet_add_plain(values, bytes, size);
}

static void to_little_endian(unsigned char *bytes, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++) bytes[i] = (unsigned char)(value >> 8 * i);
}

static inline uint32_t from_little_endian(const char *bytes)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint32_t value; /* unlike what follows, compilers make vectors of this */
    memcpy(&value, bytes, sizeof value);
    return value;
#else
    const unsigned char *b = (const unsigned char *)bytes;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
#endif
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
    if (!begin_row(values, size + 4)) return;
    to_little_endian(length, size, 4);
    parquet_add_plain(values, length, 4);
    parquet_add_plain(values, bytes, size);
}

void parquet_list(struct parquet_values *values, size_t size, const bool *is_null)
{
    for (size_t i = 0; is_null != NULL && i < size; i++) {
        if (!is_null[i]) continue;
        const uint64_t level = values->levels + i;
        parquet_bytes_add(&values->holes, &level, sizeof level);
    }
    parquet_bytes_add(&values->lists, &(uint32_t){(uint32_t)size}, sizeof(uint32_t));
    values->levels += size > 0 ? size : 1;
}

void parquet_null_list(struct parquet_values *values)
{
    parquet_bytes_add(&values->lists, &(uint32_t){PARQUET_NULL_LIST}, sizeof(uint32_t));
    values->levels++;
}

bool parquet_values_failed(const struct parquet_values *values)
{
    return values->plain.failed || values->defined.failed || values->lists.failed || values->holes.failed;
}

void parquet_values_clear(struct parquet_values *values)
{
    parquet_bytes_clear(&values->plain);
    parquet_bytes_clear(&values->defined);
    parquet_bytes_clear(&values->lists);
    parquet_bytes_clear(&values->holes);
    values->levels = values->nulls = 0;
}

void parquet_values_free(struct parquet_values *values)
{
    free(values->plain.bytes);
    free(values->defined.bytes);
    free(values->lists.bytes);
    free(values->holes.bytes);
}

/* ---- Levels of rows, and indices ---- */

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

/* Levels come after the size of their bytes. */
static size_t begin_levels(struct parquet_bytes *out)
{
    parquet_bytes_add(out, "\0\0\0\0", 4);
    return out->length;
}

static void end_levels(struct parquet_bytes *out, size_t begin)
{
    if (!out->failed) to_little_endian((unsigned char *)out->bytes + begin - 4, out->length - begin, 4);
}

static void add_levels(struct parquet_bytes *out, const struct parquet_bytes *levels)
{
    struct numbers numbers = {.bytes = levels->bytes, .size = levels->length, .width = 1};
    size_t begin = begin_levels(out);
    add_numbers(out, &numbers);
    end_levels(out, begin);
}

/* ---- Levels of lists ---- */

static uint32_t list_at(const struct parquet_values *values, size_t i)
{
    uint32_t size;
    memcpy(&size, values->lists.bytes + i * sizeof size, sizeof size);
    return size;
}

static size_t list_count(const struct parquet_values *values)
{
    return values->lists.length / sizeof(uint32_t);
}

static bool has_elements(uint32_t list)
{
    return list > 0 && list != PARQUET_NULL_LIST;
}

static uint64_t hole_at(const struct parquet_values *values, size_t i)
{
    uint64_t hole;
    if (i * sizeof hole >= values->holes.length) return UINT64_MAX;
    memcpy(&hole, values->holes.bytes + i * sizeof hole, sizeof hole);
    return hole;
}

/* Levels as runs; one run is open. */
struct level_runs {
    struct parquet_bytes *out;
    char level;
    uint64_t size;
};

static void add_level_run(struct level_runs *runs, unsigned level, uint64_t size)
{
    if (size == 0) return;
    if (runs->size > 0 && runs->level != (char)level) {
        thrift_varint(runs->out, runs->size << 1);
        parquet_bytes_add(runs->out, &runs->level, 1);
        runs->size = 0;
    }
    runs->level = (char)level;
    runs->size += size;
}

static void end_level_runs(struct level_runs *runs)
{
    add_level_run(runs, (unsigned)runs->level + 1, 1);
}

/* A list begins at level 0; its other elements are repeated. */
static void add_repeated(struct parquet_bytes *out, const struct parquet_values *values)
{
    size_t begin = begin_levels(out);
    struct level_runs runs = {.out = out};
    for (size_t i = 0; i < list_count(values); i++) {
        uint32_t list = list_at(values, i);
        add_level_run(&runs, 0, 1);
        add_level_run(&runs, 1, has_elements(list) ? list - 1 : 0);
    }
    end_level_runs(&runs);
    end_levels(out, begin);
}

enum { LEVEL_NULL = 0, LEVEL_EMPTY = 1, LEVEL_HOLE = 2, LEVEL_THERE = 3, LEVELS_PER_BYTE = 4 };

/* Where lists and elements are complete, there is nearly always a long run of them. */
static void add_defined_runs(struct parquet_bytes *out, const struct parquet_values *values)
{
    struct level_runs runs = {.out = out};
    uint64_t at = 0;
    size_t hole = 0;
    for (size_t i = 0; i < list_count(values); i++) {
        uint32_t list = list_at(values, i);
        if (!has_elements(list)) {
            add_level_run(&runs, list == 0 ? LEVEL_EMPTY : LEVEL_NULL, 1);
            at++;
            continue;
        }
        for (uint64_t end = at + list; at < end;) {
            uint64_t next = hole_at(values, hole) < end ? hole_at(values, hole) : end;
            add_level_run(&runs, LEVEL_THERE, next - at);
            add_level_run(&runs, LEVEL_HOLE, next < end);
            hole += next < end;
            at = next + (next < end);
        }
    }
    end_level_runs(&runs);
}

static void set_level(unsigned char *bits, uint64_t at, unsigned level)
{
    bits[at / LEVELS_PER_BYTE] &= (unsigned char)~((level ^ LEVEL_THERE) << 2 * (at % LEVELS_PER_BYTE));
}

static void add_defined_groups(struct parquet_bytes *out, const struct parquet_values *values)
{
    size_t groups = (size_t)((values->levels + 7) / 8), size = groups * 8 / LEVELS_PER_BYTE;
    uint64_t at = 0;
    thrift_varint(out, (uint64_t)groups << 1 | 1);
    if (!parquet_bytes_reserve(out, size)) return;
    unsigned char *bits = (unsigned char *)out->bytes + out->length;
    memset(bits, 0xff, size); /* all are there */
    out->length += size;
    for (size_t i = 0; i < list_count(values); i++) {
        uint32_t list = list_at(values, i);
        if (!has_elements(list)) set_level(bits, at, list == 0 ? LEVEL_EMPTY : LEVEL_NULL);
        at += has_elements(list) ? list : 1;
    }
    for (size_t i = 0; hole_at(values, i) != UINT64_MAX; i++) set_level(bits, hole_at(values, i), LEVEL_HOLE);
}

/* How much of each element there is, in the shorter form: a hole or a list without elements takes two runs. */
static void add_defined(struct parquet_bytes *out, const struct parquet_values *values)
{
    enum { BYTES_OF_TWO_RUNS = 5 };
    size_t begin = begin_levels(out);
    uint64_t others = values->holes.length / sizeof(uint64_t);
    for (size_t i = 0; i < list_count(values); i++) others += !has_elements(list_at(values, i));
    if (BYTES_OF_TWO_RUNS * others <= values->levels / LEVELS_PER_BYTE)
        add_defined_runs(out, values);
    else
        add_defined_groups(out, values);
    end_levels(out, begin);
}

/* ---- Packed numbers ---- */

/* Numbers are put into a word of 64 bits, which is emptied by bytes. */
struct packing {
    unsigned char *out;
    uint64_t bits;
    unsigned count;
};

/* A number of at most 32 bits. There is capacity for eight bytes more than are needed. */
static inline void pack(struct packing *packing, uint32_t number, unsigned width)
{
    packing->bits |= (uint64_t)number << packing->count;
    packing->count += width;
    if (packing->count < 32) return;
    to_little_endian(packing->out, packing->bits, 4);
    packing->out += 4;
    packing->bits >>= 32;
    packing->count -= 32;
}

/* What is left; there must be whole bytes of it. */
static void end_packing(struct packing *packing)
{
    for (; packing->count > 0; packing->count -= 8, packing->bits >>= 8) *packing->out++ = (unsigned char)packing->bits;
}

static unsigned width_of(uint32_t most)
{
    unsigned width = 0;
    while (width < 32 && most >> width != 0) width++;
    return width;
}

enum { BLOCK = 128, MINIBLOCK = 32, PACKING_SPARE = 8 };
enum { NO_NUMBER = 1 << 15 }; /* lists of known values are shorter, so this bit is one of PARQUET_UNKNOWN */

/* A block of up to 128 differences: the least one, the widths of what they have more, and that. */
static void add_block(struct parquet_bytes *out, uint32_t differences[BLOCK], size_t count)
{
    int32_t least = INT32_MAX;
    for (size_t i = 0; i < count; i++) least = (int32_t)differences[i] < least ? (int32_t)differences[i] : least;
    for (size_t i = count; i < BLOCK; i++) differences[i] = (uint32_t)least;
    thrift_varint(out, (uint32_t)least << 1 ^ (uint32_t) - (least < 0));
    if (!parquet_bytes_reserve(out, BLOCK / MINIBLOCK + 4 * BLOCK + PACKING_SPARE)) return;
    unsigned char *widths = (unsigned char *)out->bytes + out->length;
    struct packing packing = {.out = widths + BLOCK / MINIBLOCK};
    for (size_t begin = 0; begin < BLOCK; begin += MINIBLOCK) {
        uint32_t more[MINIBLOCK], all = 0;
        for (size_t i = 0; i < MINIBLOCK; i++) all |= more[i] = differences[begin + i] - (uint32_t)least;
        unsigned width = width_of(all);
        widths[begin / MINIBLOCK] = (unsigned char)width;
        for (size_t i = 0; width > 0 && i < MINIBLOCK; i++) pack(&packing, more[i], width);
        end_packing(&packing);
    }
    out->length = (size_t)((char *)packing.out - out->bytes);
}

/* The first number, and the differences between the others. They may overflow; readers then undo that. */
static void add_differences(struct parquet_bytes *out, const struct parquet_bytes *plain)
{
    const char *numbers = plain->bytes;
    size_t size = plain->length / 4;
    uint32_t first = size > 0 ? from_little_endian(numbers) : 0;
    thrift_varint(out, BLOCK);
    thrift_varint(out, BLOCK / MINIBLOCK);
    thrift_varint(out, size);
    thrift_varint(out, first << 1 ^ (uint32_t) - (first >> 31));
    for (size_t at = 1; at < size; at += BLOCK) {
        uint32_t differences[BLOCK];
        size_t count = size - at < BLOCK ? size - at : BLOCK;
        for (size_t i = at; i < at + count; i++)
            differences[i - at] = from_little_endian(numbers + 4 * i) - from_little_endian(numbers + 4 * i - 4);
        add_block(out, differences, count);
    }
}

/* Adds the numbers of the values among known ones, in so many bits. Returns the union of their bits; with the bit of
 * NO_NUMBER or higher ones if there is another value. */
static uint32_t add_known_numbers(struct parquet_bytes *out, const struct parquet_known *known,
                                  const struct parquet_bytes *plain, unsigned width)
{
    size_t size = plain->length / 4, groups = (size + 7) / 8;
    uint32_t all = 0;
    parquet_bytes_add(out, &(char){(char)width}, 1);
    thrift_varint(out, (uint64_t)groups << 1 | 1);
    if (!parquet_bytes_reserve(out, groups * width + PACKING_SPARE)) return 0;
    struct packing packing = {.out = (unsigned char *)out->bytes + out->length};
    uint32_t mask = (1u << width) - 1;
    for (size_t i = 0; i < size; i++) {
        uint32_t value = from_little_endian(plain->bytes + 4 * i);
        uint32_t number = known->numbers[value & 0xffff];
        all |= number | (value & 0xffff0000);
        pack(&packing, number & mask, width);
    }
    for (size_t i = size; i < 8 * groups; i++) pack(&packing, 0, width);
    end_packing(&packing);
    out->length += groups * width;
    return all;
}

/* The same in as few bits as they need: usually those of the first half of the known values. False, with nothing added,
 * if there is another value. */
static bool add_known(struct parquet_bytes *out, const struct parquet_known *known, const struct parquet_bytes *plain)
{
    size_t begin = out->length;
    unsigned most = width_of(known->size), width = most - 1;
    uint32_t all = add_known_numbers(out, known, plain, width);
    if (all >> width == 0) return true;
    out->length = begin;
    if (all >= NO_NUMBER) return false;
    add_known_numbers(out, known, plain, most);
    return true;
}

/* ---- Pages ---- */

enum encoding { ENCODING_PLAIN = 0, ENCODING_RLE = 3, ENCODING_DELTA = 5, ENCODING_RLE_DICTIONARY = 8 };
enum page_type { DATA_PAGE = 0, DICTIONARY_PAGE = 2 };

bool parquet_is_packed(const struct parquet_column *column)
{
    return column->is_early && column->type == PARQUET_INT32;
}

static struct parquet_bytes *begin_page(struct parquet_codec *codec)
{
    parquet_bytes_clear(&codec->space);
    return &codec->space;
}

/* Adds the page whose content is in the codec's space, compressed or as it is. */
static void add_page(struct parquet_pages *pages, enum page_type type, enum encoding encoding, uint64_t size,
                     const struct parquet_codec *codec, bool is_compressed)
{
    const struct parquet_bytes *body = &codec->space;
    struct parquet_bytes compressed = {0};
    const struct parquet_bytes *content = is_compressed ? &compressed : body;
    bool is_made = !body->failed &&
                   (!is_compressed || codec->compress(codec->context, &compressed, body->bytes, body->length));
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

/* Adds the values, in the form that suits the column. */
static enum encoding add_values(struct parquet_bytes *out, const struct parquet_column *column,
                                const struct parquet_values *values)
{
    enum { FEW = 4096 }; /* values, which do not pay for the list of known ones */
    const struct parquet_bytes *plain = &values->plain;
    if (column->known != NULL && plain->length / 4 >= FEW && add_known(out, column->known, plain))
        return ENCODING_RLE_DICTIONARY;
    if (column->known == NULL && parquet_is_packed(column)) {
        add_differences(out, plain);
        return ENCODING_DELTA;
    }
    if (column->type == PARQUET_BOOLEAN)
        add_bits(out, plain);
    else
        parquet_bytes_add(out, plain->bytes, plain->length);
    return ENCODING_PLAIN;
}

void parquet_page(struct parquet_pages *pages, const struct parquet_column *column, const struct parquet_values *values,
                  struct parquet_codec *codec)
{
    struct parquet_bytes *body = begin_page(codec);
    pages->bytes.failed |= parquet_values_failed(values);
    if (values->levels == 0 || pages->bytes.failed) return;
    parquet_bytes_reserve(body, values->plain.length + 1024);
    if (column->is_list) {
        add_repeated(body, values);
        add_defined(body, values);
    } else {
        add_levels(body, &values->defined);
    }
    enum encoding encoding = add_values(body, column, values);
    pages->needs_known |= encoding == ENCODING_RLE_DICTIONARY;
    add_page(pages, DATA_PAGE, encoding, values->levels, codec, codec->number != 0 && !parquet_is_packed(column));
}

void parquet_index_page(struct parquet_pages *pages, const struct parquet_values *values, const uint32_t *indices,
                        uint32_t dictionary_size, struct parquet_codec *codec)
{
    struct parquet_bytes *body = begin_page(codec);
    struct numbers numbers = {.words = indices, .size = values->defined.length - values->nulls, .width = 1};
    while (dictionary_size > (uint64_t)1 << numbers.width) numbers.width++;
    char width = (char)numbers.width;
    add_levels(body, &values->defined);
    parquet_bytes_add(body, &width, 1);
    add_numbers(body, &numbers);
    add_page(pages, DATA_PAGE, ENCODING_RLE_DICTIONARY, values->levels, codec, codec->number != 0);
}

void parquet_dictionary_page(struct parquet_pages *pages, const struct parquet_bytes *plain, uint32_t size,
                             struct parquet_codec *codec)
{
    struct parquet_bytes *body = begin_page(codec);
    parquet_bytes_add(body, plain->bytes, plain->length);
    add_page(pages, DICTIONARY_PAGE, ENCODING_PLAIN, size, codec, codec->number != 0);
}

void parquet_known_page(struct parquet_pages *pages, const struct parquet_known *known, struct parquet_codec *codec)
{
    struct parquet_bytes *body = begin_page(codec);
    for (uint16_t i = 0; i < known->size; i++) {
        unsigned char bytes[4];
        to_little_endian(bytes, known->values[i], 4);
        parquet_bytes_add(body, bytes, 4);
    }
    add_page(pages, DICTIONARY_PAGE, ENCODING_PLAIN, known->size, codec, false);
}
