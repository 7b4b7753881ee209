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

/* Values that a column of PARQUET_INT32 is expected to have, all from 0 to 65535. They are written once for each row
 * group; the pages have their numbers in this list, in a few bits each. A page with another value has the values
 * themselves. */
struct parquet_known {
    const uint16_t *values;
    uint16_t size;
    const uint16_t *numbers; /* of each of the 65536 values in the list; PARQUET_UNKNOWN if it is not there */
};
#define PARQUET_UNKNOWN UINT16_MAX

struct parquet_column {
    const char *name;
    enum parquet_type type;
    enum parquet_meaning meaning;
    unsigned fixed_size; /* of PARQUET_FIXED_BYTES */
    bool is_list;
    bool is_early; /* its pages are made of each batch by the thread that read it, as those of all lists are */
    const struct parquet_known *known; /* NULL: the values can be any. Early columns only */
};

/* Whether the pages of a column are packed so tightly that they are not compressed: early columns of PARQUET_INT32. */
bool parquet_is_packed(const struct parquet_column *column);

/* Values of a column. Zero-initialised, there are none. */
struct parquet_values {
    struct parquet_bytes plain;   /* as in a page: little-endian numbers; bytes preceded by their length in 4 bytes */
    struct parquet_bytes defined; /* whether each row is null, a byte each; not of lists */
    struct parquet_bytes lists;   /* of lists: the size of each, as a uint32_t; or PARQUET_NULL_LIST */
    struct parquet_bytes holes;   /* of lists: which elements, counted like levels, are null, as uint64_t */
    uint64_t levels;              /* a level for each row, or for each element of a list that has some */
    uint64_t nulls;               /* not of lists */
};
#define PARQUET_NULL_LIST UINT32_MAX

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
    bool needs_known; /* they have numbers of known values */
};

/* What compresses pages; a codec is used by one thread at a time. compress adds what it makes of the bytes, and is
 * false where that fails. Release space with free(space.bytes). */
struct parquet_codec {
    int number; /* as defined by the format: 2 gzip, 6 zstd; 0: pages stay as they are */
    bool (*compress)(void *context, struct parquet_bytes *out, const char *bytes, size_t size);
    void *context;
    struct parquet_bytes space; /* the page that is being made */
};

/* Adds a page of values. */
void parquet_page(struct parquet_pages *pages, const struct parquet_column *column, const struct parquet_values *values,
                  struct parquet_codec *codec);

/* The first function adds a page of indices into a dictionary of this many values, the second one the page of a
 * dictionary. */
void parquet_index_page(struct parquet_pages *pages, const struct parquet_values *values, const uint32_t *indices,
                        uint32_t dictionary_size, struct parquet_codec *codec);
void parquet_dictionary_page(struct parquet_pages *pages, const struct parquet_bytes *plain, uint32_t size,
                             struct parquet_codec *codec);

/* The same of known values. */
void parquet_known_page(struct parquet_pages *pages, const struct parquet_known *known, struct parquet_codec *codec);

#endif
