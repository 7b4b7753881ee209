/* Decodes bzip2 with libbz2. */
#include "input/compressed.h"

#include <bzlib.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool begin(bz_stream *stream)
{
    memset(stream, 0, sizeof *stream);
    return BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK;
}

static void *create(void)
{
    bz_stream *stream = malloc(sizeof *stream);
    if (stream != NULL && begin(stream)) return stream;
    free(stream);
    return NULL;
}

static void destroy(void *state)
{
    BZ2_bzDecompressEnd(state); /* safe even if initialising the stream failed, because it checks */
    free(state);
}

static const char *reason(int status)
{
    switch (status) {
    case BZ_DATA_ERROR_MAGIC: return "no bzip2 stream begins here";
    case BZ_DATA_ERROR: return "a checksum or the structure is wrong";
    default: return "it cannot be decoded";
    }
}

static enum decode_status step(void *state, struct decode_buffers *buffers)
{
    bz_stream *stream = state;
    stream->next_in = (char *)(uintptr_t)buffers->in; /* libbz2 does not write to it */
    stream->avail_in = buffers->in_size < UINT_MAX ? (unsigned)buffers->in_size : UINT_MAX;
    stream->next_out = buffers->out;
    stream->avail_out = buffers->out_size < UINT_MAX ? (unsigned)buffers->out_size : UINT_MAX;
    int status = BZ2_bzDecompress(stream);
    buffers->in_size -= (size_t)(stream->next_in - buffers->in);
    buffers->in = stream->next_in;
    buffers->out_size -= (size_t)(stream->next_out - buffers->out);
    buffers->out = stream->next_out;
    if (status == BZ_OK) return DECODE_GOES_ON;
    if (status == BZ_STREAM_END) {
        BZ2_bzDecompressEnd(stream);
        return begin(stream) ? DECODE_AT_END : DECODE_NO_MEMORY;
    }
    if (status == BZ_MEM_ERROR) return DECODE_NO_MEMORY;
    buffers->error = reason(status);
    return DECODE_FAILED;
}

const struct decoder bzip2_decoder = {create, destroy, step};
