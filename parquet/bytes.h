/* A growing byte buffer. If memory runs out, the bytes stay unchanged and failed is set from then on. The writer checks
 * it before bytes go into a file. */
#ifndef PLYFORGE_PARQUET_BYTES_H
#define PLYFORGE_PARQUET_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Zero-initialised, it is empty. Release it with free(bytes.bytes). */
struct parquet_bytes {
    char *bytes;
    size_t length, capacity;
    bool failed;
};

/* Makes capacity for this many more bytes; false if the buffer has failed. */
bool parquet_bytes_enlarge(struct parquet_bytes *bytes, size_t more);
static inline bool parquet_bytes_reserve(struct parquet_bytes *bytes, size_t more)
{
    return (!bytes->failed && more <= bytes->capacity - bytes->length) || parquet_bytes_enlarge(bytes, more);
}

static inline void parquet_bytes_add(struct parquet_bytes *bytes, const void *more, size_t size)
{
    if (!parquet_bytes_reserve(bytes, size)) return;
    if (size > 0) memcpy(bytes->bytes + bytes->length, more, size);
    bytes->length += size;
}

/* Empties the buffer, and keeps its memory. */
void parquet_bytes_clear(struct parquet_bytes *bytes);

#endif
