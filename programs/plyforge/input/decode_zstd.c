/* Decodes zstd with libzstd. The window, and with it the memory, is limited to what `zstd --long` needs by default. */
#include "input/compressed.h"

#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

struct state {
    ZSTD_DStream *stream;
    size_t wanted; /* the maximum input for the next call */
};

static void *create(void)
{
    struct state *state = malloc(sizeof *state);
    if (state == NULL) return NULL;
    *state = (struct state){.stream = ZSTD_createDStream(), .wanted = ZSTD_DStreamInSize()};
    if (state->stream != NULL) state->wanted = ZSTD_initDStream(state->stream);
    if (state->stream != NULL && !ZSTD_isError(state->wanted)) return state;
    ZSTD_freeDStream(state->stream);
    free(state);
    return NULL;
}

static void destroy(void *context)
{
    struct state *state = context;
    ZSTD_freeDStream(state->stream);
    free(state);
}

static enum decode_status fail_with(size_t result, struct decode_buffers *buffers)
{
    switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation: return DECODE_NO_MEMORY;
    case ZSTD_error_dictionary_wrong:
        buffers->error = "it was compressed with a dictionary; decompress it with: zstd -dc -D DICTIONARY";
        return DECODE_REFUSED;
    case ZSTD_error_frameParameter_windowTooLarge:
        buffers->error = "its window is larger than 128 MiB; decompress it with: zstd -dc --long=31";
        return DECODE_REFUSED;
    default: buffers->error = ZSTD_getErrorName(result); return DECODE_FAILED;
    }
}

/* Each call decodes at most one block, because it gets no more input than the previous call requested. A call that
 * finds damage returns no output, so all text before the damaged block is returned, no matter how input and output are
 * split. */
static enum decode_status step(void *context, struct decode_buffers *buffers)
{
    struct state *state = context;
    for (;;) {
        size_t in_size = buffers->in_size < state->wanted ? buffers->in_size : state->wanted;
        ZSTD_inBuffer in = {buffers->in, in_size, 0};
        ZSTD_outBuffer out = {buffers->out, buffers->out_size, 0};
        size_t left = ZSTD_decompressStream(state->stream, &out, &in);
        buffers->in += in.pos;
        buffers->in_size -= in.pos;
        buffers->out += out.pos;
        buffers->out_size -= out.pos;
        if (ZSTD_isError(left)) return fail_with(left, buffers);
        state->wanted = left > 0 ? left : ZSTD_initDStream(state->stream);
        if (left == 0) return DECODE_AT_END;
        if (buffers->out_size == 0 || (in.pos == 0 && out.pos == 0)) return DECODE_GOES_ON;
    }
}

const struct decoder zstd_decoder = {create, destroy, step};
