/* Decodes xz with liblzma. The memory limit is high enough for every preset of xz. */
#include "input/compressed.h"

#include <lzma.h>
#include <stdlib.h>

enum { MEMORY_LIMIT = 128 << 20 };

static bool begin(lzma_stream *stream)
{
    return lzma_stream_decoder(stream, MEMORY_LIMIT, 0) == LZMA_OK;
}

static void *create(void)
{
    lzma_stream *stream = malloc(sizeof *stream);
    if (stream == NULL) return NULL;
    *stream = (lzma_stream)LZMA_STREAM_INIT;
    if (begin(stream)) return stream;
    free(stream);
    return NULL;
}

static void destroy(void *state)
{
    lzma_end(state);
    free(state);
}

static const char *reason(lzma_ret status)
{
    switch (status) {
    case LZMA_FORMAT_ERROR: return "no xz stream begins here";
    case LZMA_OPTIONS_ERROR: return "it uses options that liblzma does not know";
    case LZMA_DATA_ERROR: return "a checksum or the structure is wrong";
    default: return "it cannot be decoded";
    }
}

static enum decode_status step(void *state, struct decode_buffers *buffers)
{
    lzma_stream *stream = state;
    stream->next_in = (const uint8_t *)buffers->in;
    stream->avail_in = buffers->in_size;
    stream->next_out = (uint8_t *)buffers->out;
    stream->avail_out = buffers->out_size;
    lzma_ret status = lzma_code(stream, LZMA_RUN);
    buffers->in = (const char *)stream->next_in;
    buffers->in_size = stream->avail_in;
    buffers->out = (char *)stream->next_out;
    buffers->out_size = stream->avail_out;
    if (status == LZMA_OK || status == LZMA_BUF_ERROR) return DECODE_GOES_ON; /* the second one means no progress */
    if (status == LZMA_STREAM_END) return begin(stream) ? DECODE_AT_END : DECODE_NO_MEMORY;
    if (status == LZMA_MEM_ERROR) return DECODE_NO_MEMORY;
    if (status == LZMA_MEMLIMIT_ERROR) {
        buffers->error = "it needs more than 128 MiB of memory; decompress it with: xz -dc";
        return DECODE_REFUSED;
    }
    buffers->error = reason(status);
    return DECODE_FAILED;
}

const struct decoder xz_decoder = {create, destroy, step};
