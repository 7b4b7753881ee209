/* Writing Thrift's compact protocol; see thrift.h. */
#include <parquet/thrift.h>

#include <string.h>

static void add_byte(struct parquet_bytes *out, unsigned byte)
{
    char c = (char)byte;
    parquet_bytes_add(out, &c, 1);
}

void thrift_varint(struct parquet_bytes *out, uint64_t value)
{
    for (; value >= 128; value >>= 7) add_byte(out, (unsigned)(value & 127) | 128);
    add_byte(out, (unsigned)value);
}

/* Numbers near 0 are short, regardless of sign. */
void thrift_element_number(struct parquet_bytes *out, int64_t value)
{
    thrift_varint(out, (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0));
}

static void add_bytes(struct parquet_bytes *out, const void *bytes, size_t size)
{
    thrift_varint(out, size);
    parquet_bytes_add(out, bytes, size);
}

void thrift_element_string(struct parquet_bytes *out, const char *string)
{
    add_bytes(out, string, strlen(string));
}

struct thrift thrift_begin(struct parquet_bytes *out)
{
    return (struct thrift){.out = out};
}

void thrift_end(struct thrift *fields)
{
    add_byte(fields->out, 0);
}

/* In Parquet, the number of a field is never fifteen or more above that of the previous one. */
static void begin_field(struct thrift *fields, unsigned field, enum thrift_type type)
{
    add_byte(fields->out, (field - fields->last) << 4 | type);
    fields->last = field;
}

void thrift_number(struct thrift *fields, unsigned field, enum thrift_type type, int64_t value)
{
    begin_field(fields, field, type);
    thrift_element_number(fields->out, value);
}

void thrift_bytes(struct thrift *fields, unsigned field, const void *bytes, size_t size)
{
    begin_field(fields, field, THRIFT_BINARY);
    add_bytes(fields->out, bytes, size);
}

void thrift_string(struct thrift *fields, unsigned field, const char *string)
{
    thrift_bytes(fields, field, string, strlen(string));
}

struct thrift thrift_struct(struct thrift *fields, unsigned field)
{
    begin_field(fields, field, THRIFT_STRUCT);
    return thrift_begin(fields->out);
}

void thrift_list(struct thrift *fields, unsigned field, enum thrift_type type, size_t size)
{
    begin_field(fields, field, THRIFT_LIST);
    if (size < 15) {
        add_byte(fields->out, (unsigned)size << 4 | type);
    } else {
        add_byte(fields->out, 0xf0 | type);
        thrift_varint(fields->out, size);
    }
}
