/* Writing Thrift's compact protocol, in which Parquet keeps its page headers and its footer. Fields are written in the
 * order of their numbers. */
#ifndef PLYFORGE_PARQUET_THRIFT_H
#define PLYFORGE_PARQUET_THRIFT_H

#include <parquet/bytes.h>

enum thrift_type { THRIFT_I32 = 5, THRIFT_I64 = 6, THRIFT_BINARY = 8, THRIFT_LIST = 9, THRIFT_STRUCT = 12 };

/* A struct that is being written. */
struct thrift {
    struct parquet_bytes *out;
    unsigned last; /* the number of the last field */
};

struct thrift thrift_begin(struct parquet_bytes *out);
void thrift_end(struct thrift *fields);

void thrift_number(struct thrift *fields, unsigned field, enum thrift_type type, int64_t value);
void thrift_bytes(struct thrift *fields, unsigned field, const void *bytes, size_t size);
void thrift_string(struct thrift *fields, unsigned field, const char *string);

/* A struct as a field: its fields, and then thrift_end, must follow. */
struct thrift thrift_struct(struct thrift *fields, unsigned field);

/* A list: its elements must follow. A struct in a list is begun with thrift_begin. */
void thrift_list(struct thrift *fields, unsigned field, enum thrift_type type, size_t size);
void thrift_element_number(struct parquet_bytes *out, int64_t value);
void thrift_element_string(struct parquet_bytes *out, const char *string);

/* Writes a number in as few bytes as possible, with seven bits in each. */
void thrift_varint(struct parquet_bytes *out, uint64_t value);

#endif
