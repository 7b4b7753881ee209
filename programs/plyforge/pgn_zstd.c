/* Decompression with libzstd. The window is limited to what `zstd --long` needs by default, so that memory is, too. */
#include "pgn_input.h"

#include <stdlib.h>
#include <zstd.h>

struct pgn_zstd {
    ZSTD_DStream *stream;
};

bool pgn_zstd_is_available(void)
{
    return true;
}

struct pgn_zstd *pgn_zstd_create(void)
{
    struct pgn_zstd *zstd = calloc(1, sizeof *zstd);
    if (zstd != NULL) zstd->stream = ZSTD_createDStream();
    if (zstd != NULL && zstd->stream != NULL) return zstd;
    free(zstd);
    return NULL;
}

void pgn_zstd_destroy(struct pgn_zstd *zstd)
{
    if (zstd == NULL) return;
    ZSTD_freeDStream(zstd->stream);
    free(zstd);
}

size_t pgn_zstd_read(struct pgn_zstd *zstd, char *out, size_t out_size, const char *in, size_t in_size, size_t *in_at,
                     bool *at_end, const char **error)
{
    ZSTD_inBuffer input = {in, in_size, *in_at};
    ZSTD_outBuffer output = {out, out_size, 0};
    size_t left = ZSTD_decompressStream(zstd->stream, &output, &input);
    *in_at = input.pos;
    *at_end = left == 0;
    if (ZSTD_isError(left)) *error = ZSTD_getErrorName(left);
    return output.pos;
}
