/* Decodes gzip with zlib. */
#include "input/compressed.h"

#include <limits.h>
#include <stdlib.h>
#define ZLIB_CONST /* makes zlib declare its input as const */
#include <zlib.h>

enum { GZIP_WITH_LARGEST_WINDOW = 16 + MAX_WBITS };

static void *create(void)
{
    z_stream *stream = calloc(1, sizeof *stream);
    if (stream != NULL && inflateInit2(stream, GZIP_WITH_LARGEST_WINDOW) == Z_OK) return stream;
    free(stream);
    return NULL;
}

static void destroy(void *state)
{
    inflateEnd(state);
    free(state);
}

static enum decode_status step(void *state, struct decode_buffers *buffers)
{
    z_stream *stream = state;
    stream->next_in = (const Bytef *)buffers->in;
    stream->avail_in = buffers->in_size < UINT_MAX ? (uInt)buffers->in_size : UINT_MAX;
    stream->next_out = (Bytef *)buffers->out;
    stream->avail_out = buffers->out_size < UINT_MAX ? (uInt)buffers->out_size : UINT_MAX;
    int status = inflate(stream, Z_NO_FLUSH);
    buffers->in_size -= (size_t)((const char *)stream->next_in - buffers->in);
    buffers->in = (const char *)stream->next_in;
    buffers->out_size -= (size_t)((char *)stream->next_out - buffers->out);
    buffers->out = (char *)stream->next_out;
    if (status == Z_STREAM_END) {
        inflateReset(stream);
        return DECODE_AT_END;
    }
    if (status == Z_OK || status == Z_BUF_ERROR)
        return DECODE_GOES_ON; /* the second one means that no progress was possible */
    if (status == Z_MEM_ERROR) return DECODE_NO_MEMORY;
    buffers->error = stream->msg != NULL ? stream->msg : "it cannot be decoded";
    return DECODE_FAILED;
}

const struct decoder gzip_decoder = {create, destroy, step};
