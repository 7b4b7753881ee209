/* What the fuzz targets share. A target is a file with LLVMFuzzerTestOneInput, which libFuzzer calls with bytes of its
 * own making; without libFuzzer, replay.c calls it with the files of corpus/. */
#ifndef PLYFORGE_FUZZ_H
#define PLYFORGE_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <plyforge.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What must hold for every input. */
#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);                                  \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

/* The input as text of just its length, so that a sanitizer sees a read beyond the end. */
static inline char *text_of(const uint8_t *data, size_t size)
{
    char *text = malloc(size ? size : 1);
    REQUIRE(text);
    if (size) memcpy(text, data, size);
    return text;
}

/* The input as a stream that gives at most 100 bytes at once. */
typedef struct input {
    const uint8_t *data;
    size_t size, at;
} input;

static inline size_t give(void *context, void *buffer, size_t size)
{
    input *in = context;
    if (size > in->size - in->at) size = in->size - in->at;
    if (size > 100) size = 100;
    if (size) memcpy(buffer, in->data + in->at, size);
    in->at += size;
    return size;
}

#endif
