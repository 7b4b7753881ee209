/* The columns of a Parquet file, and pages of their values. Values are collected with their levels: how much of a value
 * is present (0: null), and for lists whether it begins a row. Every column can be null, and so can the elements of
 * lists. Format: https://parquet.apache.org/docs/file-format/ */
#ifndef PLYFORGE_PARQUET_COLUMN_H
#define PLYFORGE_PARQUET_COLUMN_H

#include <parquet/bytes.h>

#include <stdbool.h>

/* Parquet's numbers. */
enum parquet_type {
    PARQUET_BOOLEAN = 0, /* one byte each until they are written to a page; not in lists */
    PARQUET_INT32 = 1,
    PARQUET_INT64 = 2,
    PARQUET_FLOAT = 4, /* added as an int32 with the same bits */
    PARQUET_BYTES = 6,
    PARQUET_FIXED_BYTES = 7
};
enum parquet_meaning {
    PARQUET_NO_MEANING = -1,
    PARQUET_UTF8 = 0,
    PARQUET_TIMESTAMP_MILLIS = 9,
    PARQUET_UINT_8 = 11,
    PARQUET_UINT_16 = 12,
    PARQUET_INT_16 = 16
};

struct parquet_column {
    const char *name;
    enum parquet_type type;
    enum parquet_meaning meaning;
    unsigned fixed_size; /* of PARQUET_FIXED_BYTES */
    bool is_list;
    bool is_early; /* its pages are made of each batch by the thread that read it; never of a dictionary */
};

/* Values of a column. All zero is none. */
struct parquet_values {
    struct parquet_bytes plain; /* as a page has them: numbers in little endian, bytes behind their length in 4 bytes */
    struct parquet_bytes defined, repeated; /* levels, a byte each; repeated of lists only */
    uint64_t nulls;
};

/* Adds a row. A list begins with parquet_list, with the number of elements that follow, or -1 for null. */
void parquet_null(struct parquet_values *values);
void parquet_boolean(struct parquet_values *values, bool value);
void parquet_int32(struct parquet_values *values, int32_t value);
void parquet_int64(struct parquet_values *values, int64_t value);
void parquet_bytes(struct parquet_values *values, const void *bytes, size_t size);
void parquet_fixed(struct parquet_values *values, const void *bytes, size_t size);

/* Adds a list whose values the caller adds to plain: one for each element that is not null. is_null, unless NULL, tells
 * which elements are null. */
void parquet_list(struct parquet_values *values, size_t size, const bool *is_null);
void parquet_null_list(struct parquet_values *values);
void parquet_add_plain(struct parquet_values *values, const void *bytes, size_t size);

/* Whether memory ran out for some of them. */
bool parquet_values_failed(const struct parquet_values *values);
void parquet_values_clear(struct parquet_values *values);
void parquet_values_free(struct parquet_values *values);

/* Pages, one after the other, and the data about them in the file. */
struct parquet_pages {
    struct parquet_bytes bytes;
    uint64_t values, uncompressed;
};

/* What compresses pages; a codec is used by one thread at a time. NULL: pages stay as they are. compress adds what it
 * makes of the bytes, and is false where that fails. */
struct parquet_codec {
    int number; /* of the format: 2 gzip, 6 zstd */
    bool (*compress)(void *context, struct parquet_bytes *out, const char *bytes, size_t size);
    void *context;
};

/* Adds a page of values as they are. */
void parquet_plain_page(struct parquet_pages *pages, const struct parquet_column *column,
                        const struct parquet_values *values, const struct parquet_codec *codec);

/* The first function adds a page of indices into a dictionary of this many values, the second one the page of a
 * dictionary. */
void parquet_index_page(struct parquet_pages *pages, const struct parquet_values *values, const uint32_t *indices,
                        uint32_t dictionary_size, const struct parquet_codec *codec);
void parquet_dictionary_page(struct parquet_pages *pages, const struct parquet_bytes *plain, uint32_t size,
                             const struct parquet_codec *codec);

#endif
