/* Decodes zstd with libzstd. The window is limited to what `zstd --long` needs by default, and so is memory. */
#include "compressed.h"

#include <zstd.h>
#include <zstd_errors.h>

static void *create(void)
{
    return ZSTD_createDStream();
}

static void destroy(void *state)
{
    ZSTD_freeDStream(state);
}

static enum decode_status step(void *state, struct decode_buffers *buffers)
{
    ZSTD_inBuffer in = {buffers->in, buffers->in_size, 0};
    ZSTD_outBuffer out = {buffers->out, buffers->out_size, 0};
    size_t left = ZSTD_decompressStream(state, &out, &in);
    buffers->in += in.pos;
    buffers->in_size -= in.pos;
    buffers->out += out.pos;
    buffers->out_size -= out.pos;
    if (left == 0) return DECODE_AT_END;
    if (!ZSTD_isError(left)) return DECODE_GOES_ON;
    if (ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation) return DECODE_NO_MEMORY;
    buffers->error = ZSTD_getErrorName(left);
    return DECODE_FAILED;
}

const struct decoder zstd_decoder = {create, destroy, step};
