/* Bytes that grow. Running out of memory does not end anything: the bytes stay as they are, and failed says so from
 * then on. The writer looks at it before bytes go into a file. */
#ifndef PLYFORGE_PARQUET_BYTES_H
#define PLYFORGE_PARQUET_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero is empty. Release with free(bytes.bytes). */
struct parquet_bytes {
    char *bytes;
    size_t length, capacity;
    bool failed;
};

/* Makes capacity for so many more bytes; false if they have failed. */
bool parquet_bytes_reserve(struct parquet_bytes *bytes, size_t more);
void parquet_bytes_add(struct parquet_bytes *bytes, const void *more, size_t size);

/* Empties them, and keeps the memory. */
void parquet_bytes_clear(struct parquet_bytes *bytes);

#endif
