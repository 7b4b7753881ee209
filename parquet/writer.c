/* Row groups, dictionaries and the footer of a Parquet file; see writer.h. */
#include <parquet/thrift.h>
#include <parquet/writer.h>

#include <stdlib.h>
#include <string.h>

enum { GROUP_ROWS = 100000, GROUP_BYTES = 128 << 20 };

/* The distinct values of a string column in a row group, and the index of each row's value. */
struct dictionary {
    struct parquet_bytes plain; /* the values, each preceded by its length */
    size_t *places;             /* the offset of a value in plain */
    uint32_t *table;            /* indices by hash, plus one; 0 is free */
    uint32_t *rows;             /* indices */
    size_t size, places_capacity, table_size, rows_size, rows_capacity;
    bool is_given_up; /* nearly all values are different: they are collected as they are */
    bool failed;      /* to allocate memory; values are then missing */
};

/* A column of the row group that is being collected. */
struct collected {
    struct parquet_pages pages;   /* for an early column */
    struct parquet_values values; /* of the others; plain is empty while strings go into the dictionary */
    struct dictionary dictionary;
};

struct parquet_writer {
    struct parquet_description file;
    struct parquet_sink sink;
    struct collected *collected;
    struct parquet_pages dictionary; /* of the chunk that is being written */
    uint64_t at;                     /* bytes written */
    uint64_t rows, group_rows;
    size_t groups;
    struct parquet_bytes footer; /* the row groups in the file */
    enum parquet_status status;
};

/* Writes complete bytes, unless something has failed before. */
static void put(struct parquet_writer *writer, const struct parquet_bytes *bytes)
{
    if (writer->status == PARQUET_OK && bytes->failed) writer->status = PARQUET_NO_MEMORY;
    if (writer->status != PARQUET_OK || bytes->length == 0) return;
    if (!writer->sink.put(writer->sink.context, bytes->bytes, bytes->length)) writer->status = PARQUET_NOT_WRITTEN;
    writer->at += bytes->length;
}

struct parquet_writer *parquet_begin(const struct parquet_description *description, struct parquet_sink sink)
{
    static char magic[] = "PAR1";
    struct parquet_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) return NULL;
    *writer = (struct parquet_writer){.file = *description, .sink = sink};
    writer->collected = calloc(description->count, sizeof *writer->collected);
    if (writer->collected == NULL) {
        free(writer);
        return NULL;
    }
    put(writer, &(struct parquet_bytes){.bytes = magic, .length = 4});
    return writer;
}

static void clear_pages(struct parquet_pages *pages)
{
    parquet_bytes_clear(&pages->bytes);
    pages->values = pages->uncompressed = 0;
    pages->needs_known = false;
}

void parquet_part_clear(struct parquet_part *part)
{
    parquet_values_clear(&part->values);
    clear_pages(&part->pages);
}

void parquet_part_free(struct parquet_part *part)
{
    parquet_values_free(&part->values);
    free(part->pages.bytes.bytes);
}

/* ---- Dictionaries ---- */

static bool is_string(const struct parquet_column *column)
{
    return column->type == PARQUET_BYTES && !column->is_list;
}

static size_t length_at(const char *plain)
{
    const unsigned char *bytes = (const unsigned char *)plain;
    return bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
}

static uint64_t hash_of(const char *bytes, size_t size)
{
    uint64_t hash = size;
    for (; size >= 8; bytes += 8, size -= 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    for (; size > 0; size--) hash = (hash ^ (unsigned char)*bytes++) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 29;
}

/* The slot of the table with this value, or the free one where it belongs. size includes the length that precedes the
 * value. */
static uint32_t *find_slot(const struct dictionary *dictionary, const char *plain, size_t size)
{
    size_t mask = dictionary->table_size - 1;
    for (size_t i = (size_t)hash_of(plain, size) & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &dictionary->table[i];
        if (*slot == 0) return slot;
        const char *known = dictionary->plain.bytes + dictionary->places[*slot - 1];
        if (length_at(known) + 4 == size && memcmp(known, plain, size) == 0) return slot;
    }
}

static bool enlarge_table(struct dictionary *dictionary)
{
    size_t size = dictionary->table_size > 0 ? 2 * dictionary->table_size : 1024;
    uint32_t *table = calloc(size, sizeof *table);
    if (table == NULL) return false;
    free(dictionary->table);
    dictionary->table = table;
    dictionary->table_size = size;
    for (size_t i = 0; i < dictionary->size; i++) {
        const char *plain = dictionary->plain.bytes + dictionary->places[i];
        *find_slot(dictionary, plain, length_at(plain) + 4) = (uint32_t)i + 1;
    }
    return true;
}

/* Doubles the capacity of places, and of rows, if they are full. */
static bool enlarge_lists(struct dictionary *dictionary)
{
    if (dictionary->size == dictionary->places_capacity) {
        size_t capacity = 2 * dictionary->places_capacity + 256;
        size_t *places = realloc(dictionary->places, capacity * sizeof *places);
        if (places == NULL) return false;
        dictionary->places = places;
        dictionary->places_capacity = capacity;
    }
    if (dictionary->rows_size == dictionary->rows_capacity) {
        size_t capacity = 2 * dictionary->rows_capacity + 4096;
        uint32_t *rows = realloc(dictionary->rows, capacity * sizeof *rows);
        if (rows == NULL) return false;
        dictionary->rows = rows;
        dictionary->rows_capacity = capacity;
    }
    return true;
}

static void add_to_dictionary(struct dictionary *dictionary, const char *plain, size_t size)
{
    bool has_table = 2 * (dictionary->size + 1) <= dictionary->table_size || enlarge_table(dictionary);
    dictionary->failed |= !has_table || !enlarge_lists(dictionary);
    if (dictionary->failed) return;
    uint32_t *slot = find_slot(dictionary, plain, size);
    if (*slot == 0) {
        size_t place = dictionary->plain.length;
        parquet_bytes_add(&dictionary->plain, plain, size);
        dictionary->failed = dictionary->plain.failed;
        if (dictionary->failed) return;
        dictionary->places[dictionary->size] = place;
        *slot = (uint32_t)++dictionary->size;
    }
    dictionary->rows[dictionary->rows_size++] = *slot - 1;
}

static void clear_dictionary(struct dictionary *dictionary)
{
    if (dictionary->table != NULL) memset(dictionary->table, 0, dictionary->table_size * sizeof *dictionary->table);
    parquet_bytes_clear(&dictionary->plain);
    dictionary->size = dictionary->rows_size = 0;
    dictionary->is_given_up = false;
}

static void free_dictionary(struct dictionary *dictionary)
{
    free(dictionary->plain.bytes);
    free(dictionary->places);
    free(dictionary->table);
    free(dictionary->rows);
}

/* The values of the rows themselves, for columns in which most values are distinct. */
static void to_plain(struct parquet_values *values, const struct dictionary *dictionary)
{
    for (size_t i = 0; i < dictionary->rows_size; i++) {
        const char *plain = dictionary->plain.bytes + dictionary->places[dictionary->rows[i]];
        parquet_add_plain(values, plain, length_at(plain) + 4);
    }
}

/* Adds strings, each after its length. A dictionary of values that do not repeat costs much more time than it is worth,
 * because each look-up misses the caches; so the first rows of the group decide whether there is one. */
static void collect_strings(struct collected *collected, const struct parquet_bytes *plain)
{
    enum { TRIED_ROWS = 8192 };
    struct dictionary *dictionary = &collected->dictionary;
    size_t at = 0;
    while (at < plain->length && !dictionary->is_given_up) {
        size_t size = length_at(plain->bytes + at) + 4;
        add_to_dictionary(dictionary, plain->bytes + at, size);
        at += size;
        if (dictionary->failed) return;
        if (dictionary->rows_size != TRIED_ROWS || 8 * dictionary->size <= 7 * TRIED_ROWS) continue;
        to_plain(&collected->values, dictionary);
        dictionary->is_given_up = true;
    }
    parquet_add_plain(&collected->values, plain->bytes + at, plain->length - at);
}

/* ---- Statistics ---- */

/* The minimum and the maximum. */
struct range {
    const char *least, *greatest;
    size_t least_size, greatest_size;
};

static int compare(const char *a, size_t a_size, const char *b, size_t b_size)
{
    int order = memcmp(a, b, a_size < b_size ? a_size : b_size);
    return order != 0 ? order : (a_size > b_size) - (a_size < b_size);
}

static void widen_by_string(struct range *range, const char *plain)
{
    size_t size = length_at(plain);
    plain += 4;
    if (range->least == NULL || compare(plain, size, range->least, range->least_size) < 0)
        range->least = plain, range->least_size = size;
    if (range->greatest == NULL || compare(plain, size, range->greatest, range->greatest_size) > 0)
        range->greatest = plain, range->greatest_size = size;
}

static int64_t number_at(const char *plain, size_t size)
{
    uint64_t value = 0;
    for (size_t i = size; i-- > 0;) value = value << 8 | (unsigned char)plain[i];
    return size == 4 ? (int32_t)(uint32_t)value : (int64_t)value;
}

static void widen_by_number(struct range *range, const char *plain, size_t size)
{
    if (range->least == NULL || number_at(plain, size) < number_at(range->least, size)) range->least = plain;
    if (range->greatest == NULL || number_at(plain, size) > number_at(range->greatest, size)) range->greatest = plain;
    range->least_size = range->greatest_size = size;
}

static struct range range_of(const struct parquet_column *column, const struct collected *collected)
{
    struct range range = {0};
    const struct parquet_bytes *plain = &collected->values.plain;
    size_t size = column->type == PARQUET_INT32 ? 4 : column->type == PARQUET_INT64 ? 8 : 0;
    if (is_string(column) && collected->dictionary.is_given_up)
        for (size_t at = 0; at < plain->length; at += length_at(plain->bytes + at) + 4)
            widen_by_string(&range, plain->bytes + at);
    else if (is_string(column))
        for (size_t i = 0; i < collected->dictionary.size; i++)
            widen_by_string(&range, collected->dictionary.plain.bytes + collected->dictionary.places[i]);
    else if (size > 0)
        for (size_t at = 0; at < plain->length; at += size) widen_by_number(&range, plain->bytes + at, size);
    return range;
}

/* ---- Row groups ---- */

/* The pages of a column: that of its dictionary, if it has one, and the others. */
struct chunk {
    struct parquet_pages *dictionary, *pages;
    struct range range;
};

static struct chunk make_chunk(struct parquet_writer *writer, size_t i)
{
    const struct parquet_column *column = &writer->file.columns[i];
    struct collected *collected = &writer->collected[i];
    const struct dictionary *dictionary = &collected->dictionary;
    struct chunk chunk = {.dictionary = &writer->dictionary, .pages = &collected->pages};
    clear_pages(chunk.dictionary);
    if (collected->pages.needs_known) parquet_known_page(chunk.dictionary, column->known, writer->file.codec);
    if (column->is_early) return chunk;
    chunk.range = range_of(column, collected);
    if (is_string(column) && !dictionary->is_given_up && 2 * dictionary->size <= dictionary->rows_size) {
        parquet_dictionary_page(chunk.dictionary, &dictionary->plain, (uint32_t)dictionary->size, writer->file.codec);
        parquet_index_page(chunk.pages, &collected->values, dictionary->rows, (uint32_t)dictionary->size,
                           writer->file.codec);
        return chunk;
    }
    if (is_string(column) && !dictionary->is_given_up) to_plain(&collected->values, dictionary);
    parquet_page(chunk.pages, column, &collected->values, writer->file.codec);
    return chunk;
}

static void describe_statistics(struct thrift *column, const struct chunk *chunk, uint64_t nulls)
{
    struct thrift statistics = thrift_struct(column, 12);
    thrift_number(&statistics, 3, THRIFT_I64, (int64_t)nulls);
    if (chunk->range.least != NULL) {
        thrift_bytes(&statistics, 5, chunk->range.greatest, chunk->range.greatest_size);
        thrift_bytes(&statistics, 6, chunk->range.least, chunk->range.least_size);
    }
    thrift_end(&statistics);
}

static void describe_chunk(struct parquet_writer *writer, const struct chunk *chunk, size_t i)
{
    enum { PLAIN = 0, RLE = 3, DELTA_BINARY_PACKED = 5, RLE_DICTIONARY = 8 };
    const struct parquet_column *column = &writer->file.columns[i];
    struct parquet_bytes *out = &writer->footer;
    size_t dictionary_size = chunk->dictionary->bytes.length;
    bool is_delta = parquet_is_packed(column) && column->known == NULL;
    struct thrift entry = thrift_begin(out);
    thrift_number(&entry, 2, THRIFT_I64, (int64_t)writer->at);
    struct thrift data = thrift_struct(&entry, 3);
    thrift_number(&data, 1, THRIFT_I32, column->type);
    thrift_list(&data, 2, THRIFT_I32, dictionary_size > 0 ? 3 : 2);
    thrift_element_number(out, is_delta ? DELTA_BINARY_PACKED : PLAIN);
    thrift_element_number(out, RLE);
    if (dictionary_size > 0) thrift_element_number(out, RLE_DICTIONARY);
    thrift_list(&data, 3, THRIFT_BINARY, column->is_list ? 3 : 1);
    thrift_element_string(out, column->name);
    if (column->is_list) thrift_element_string(out, "list");
    if (column->is_list) thrift_element_string(out, "element");
    thrift_number(&data, 4, THRIFT_I32, parquet_is_packed(column) ? 0 : writer->file.codec->number);
    thrift_number(&data, 5, THRIFT_I64, (int64_t)chunk->pages->values);
    thrift_number(&data, 6, THRIFT_I64, (int64_t)(chunk->dictionary->uncompressed + chunk->pages->uncompressed));
    thrift_number(&data, 7, THRIFT_I64, (int64_t)(dictionary_size + chunk->pages->bytes.length));
    thrift_number(&data, 9, THRIFT_I64, (int64_t)(writer->at + dictionary_size));
    if (dictionary_size > 0) thrift_number(&data, 11, THRIFT_I64, (int64_t)writer->at);
    if (!column->is_early) describe_statistics(&data, chunk, writer->collected[i].values.nulls);
    thrift_end(&data);
    thrift_end(&entry);
}

static void clear_collected(struct collected *collected)
{
    clear_pages(&collected->pages);
    parquet_values_clear(&collected->values);
    clear_dictionary(&collected->dictionary);
}

/* Records whether memory ran out while values were collected. */
static bool has_failed(struct parquet_writer *writer)
{
    for (size_t i = 0; i < writer->file.count && writer->status == PARQUET_OK; i++) {
        const struct collected *collected = &writer->collected[i];
        if (collected->dictionary.failed || collected->pages.bytes.failed || parquet_values_failed(&collected->values))
            writer->status = PARQUET_NO_MEMORY;
    }
    return writer->status != PARQUET_OK;
}

static void write_group(struct parquet_writer *writer)
{
    uint64_t bytes = 0;
    if (writer->group_rows == 0 || has_failed(writer)) return;
    struct thrift group = thrift_begin(&writer->footer);
    thrift_list(&group, 1, THRIFT_STRUCT, writer->file.count);
    for (size_t i = 0; i < writer->file.count; i++) {
        struct chunk chunk = make_chunk(writer, i);
        describe_chunk(writer, &chunk, i);
        bool has_pages = !chunk.dictionary->bytes.failed && !chunk.pages->bytes.failed;
        if (!has_pages && writer->status == PARQUET_OK) writer->status = PARQUET_NO_MEMORY;
        put(writer, &chunk.dictionary->bytes);
        put(writer, &chunk.pages->bytes);
        bytes += chunk.dictionary->uncompressed + chunk.pages->uncompressed;
        clear_collected(&writer->collected[i]);
    }
    thrift_number(&group, 2, THRIFT_I64, (int64_t)bytes);
    thrift_number(&group, 3, THRIFT_I64, (int64_t)writer->group_rows);
    thrift_end(&group);
    writer->groups++;
    writer->group_rows = 0;
}

static void collect(struct parquet_writer *writer, const struct parquet_part *part, size_t i)
{
    const struct parquet_column *column = &writer->file.columns[i];
    struct collected *collected = &writer->collected[i];
    const struct parquet_bytes *plain = &part->values.plain;
    if (column->is_early) {
        parquet_bytes_add(&collected->pages.bytes, part->pages.bytes.bytes, part->pages.bytes.length);
        collected->pages.values += part->pages.values;
        collected->pages.uncompressed += part->pages.uncompressed;
        collected->pages.needs_known |= part->pages.needs_known;
        return;
    }
    parquet_bytes_add(&collected->values.defined, part->values.defined.bytes, part->values.defined.length);
    collected->values.levels += part->values.levels;
    collected->values.nulls += part->values.nulls;
    if (is_string(column))
        collect_strings(collected, plain);
    else
        parquet_add_plain(&collected->values, plain->bytes, plain->length);
}

enum parquet_status parquet_add_rows(struct parquet_writer *writer, const struct parquet_part *parts, uint64_t rows)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < writer->file.count; i++)
        if (parts[i].pages.bytes.failed || parquet_values_failed(&parts[i].values)) writer->status = PARQUET_NO_MEMORY;
    if (writer->status != PARQUET_OK) return writer->status;
    for (size_t i = 0; i < writer->file.count; i++) {
        collect(writer, &parts[i], i);
        bytes += writer->collected[i].pages.bytes.length + writer->collected[i].values.plain.length +
                 writer->collected[i].dictionary.plain.length;
    }
    writer->rows += rows;
    writer->group_rows += rows;
    if (writer->group_rows >= GROUP_ROWS || bytes >= GROUP_BYTES) write_group(writer);
    return writer->status;
}

/* ---- The footer ---- */

static void describe_column(struct parquet_bytes *out, const struct parquet_column *column)
{
    enum { OPTIONAL = 1, REPEATED = 2, LIST = 3 };
    struct thrift group = {0};
    if (column->is_list) {
        group = thrift_begin(out);
        thrift_number(&group, 3, THRIFT_I32, OPTIONAL);
        thrift_string(&group, 4, column->name);
        thrift_number(&group, 5, THRIFT_I32, 1);
        thrift_number(&group, 6, THRIFT_I32, LIST);
        thrift_end(&group);
        group = thrift_begin(out);
        thrift_number(&group, 3, THRIFT_I32, REPEATED);
        thrift_string(&group, 4, "list");
        thrift_number(&group, 5, THRIFT_I32, 1);
        thrift_end(&group);
    }
    struct thrift leaf = thrift_begin(out);
    thrift_number(&leaf, 1, THRIFT_I32, column->type);
    if (column->type == PARQUET_FIXED_BYTES) thrift_number(&leaf, 2, THRIFT_I32, column->fixed_size);
    thrift_number(&leaf, 3, THRIFT_I32, OPTIONAL);
    thrift_string(&leaf, 4, column->is_list ? "element" : column->name);
    if (column->meaning != PARQUET_NO_MEANING) thrift_number(&leaf, 6, THRIFT_I32, column->meaning);
    thrift_end(&leaf);
}

static void describe_schema(struct thrift *file, const struct parquet_writer *writer)
{
    size_t elements = 1;
    for (size_t i = 0; i < writer->file.count; i++) elements += writer->file.columns[i].is_list ? 3 : 1;
    thrift_list(file, 2, THRIFT_STRUCT, elements);
    struct thrift root = thrift_begin(file->out);
    thrift_string(&root, 4, "schema");
    thrift_number(&root, 5, THRIFT_I32, (int64_t)writer->file.count);
    thrift_end(&root);
    for (size_t i = 0; i < writer->file.count; i++) describe_column(file->out, &writer->file.columns[i]);
}

static void describe_file(struct thrift *file, const struct parquet_writer *writer)
{
    thrift_number(file, 1, THRIFT_I32, 1);
    describe_schema(file, writer);
    thrift_number(file, 3, THRIFT_I64, (int64_t)writer->rows);
    thrift_list(file, 4, THRIFT_STRUCT, writer->groups);
    parquet_bytes_add(file->out, writer->footer.bytes, writer->footer.length);
    if (writer->file.note != NULL) {
        thrift_list(file, 5, THRIFT_STRUCT, 1);
        struct thrift pair = thrift_begin(file->out);
        thrift_string(&pair, 1, writer->file.note[0]);
        thrift_string(&pair, 2, writer->file.note[1]);
        thrift_end(&pair);
    }
    thrift_string(file, 6, writer->file.writer);
    /* The order of minima and maxima: that of the type. */
    thrift_list(file, 7, THRIFT_STRUCT, writer->file.count);
    for (size_t i = 0; i < writer->file.count; i++) {
        struct thrift order = thrift_begin(file->out);
        struct thrift by_type = thrift_struct(&order, 1);
        thrift_end(&by_type);
        thrift_end(&order);
    }
    thrift_end(file);
}

enum parquet_status parquet_end(struct parquet_writer *writer)
{
    struct parquet_bytes footer = {0};
    unsigned char size[4];
    write_group(writer);
    if (writer->footer.failed && writer->status == PARQUET_OK) writer->status = PARQUET_NO_MEMORY;
    struct thrift file = thrift_begin(&footer);
    describe_file(&file, writer);
    for (unsigned i = 0; i < 4; i++) size[i] = (unsigned char)(footer.length >> 8 * i);
    parquet_bytes_add(&footer, size, 4);
    parquet_bytes_add(&footer, "PAR1", 4);
    put(writer, &footer);
    free(footer.bytes);
    return writer->status;
}

void parquet_writer_destroy(struct parquet_writer *writer)
{
    if (writer == NULL) return;
    for (size_t i = 0; i < writer->file.count; i++) {
        free(writer->collected[i].pages.bytes.bytes);
        parquet_values_free(&writer->collected[i].values);
        free_dictionary(&writer->collected[i].dictionary);
    }
    free(writer->collected);
    free(writer->dictionary.bytes.bytes);
    free(writer->footer.bytes);
    free(writer);
}
