/* A growing byte buffer; see bytes.h. */
#include <parquet/bytes.h>

#include <stdlib.h>

bool parquet_bytes_enlarge(struct parquet_bytes *bytes, size_t more)
{
    size_t capacity = 2 * (bytes->length + more) + 4096;
    char *larger = bytes->failed || more > SIZE_MAX / 4 - bytes->length ? NULL : realloc(bytes->bytes, capacity);
    bytes->failed = larger == NULL;
    if (bytes->failed) return false;
    bytes->bytes = larger;
    bytes->capacity = capacity;
    return true;
}

void parquet_bytes_clear(struct parquet_bytes *bytes)
{
    bytes->length = 0;
    bytes->failed = false;
}
