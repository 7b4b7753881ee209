/* Compression of pages; see codec.h. */
#include "parquet/codec.h"

#if defined(PLYFORGE_HAVE_ZSTD)
#include "common.h"

#include <stdlib.h>
#include <zstd.h>

enum { LEVEL = 1 }; /* higher levels would take more time than reading the games */

static bool compress(void *context, struct parquet_bytes *out, const char *bytes, size_t size)
{
    size_t most = ZSTD_compressBound(size);
    if (!parquet_bytes_reserve(out, most)) return false;
    size_t made = ZSTD_compressCCtx(context, out->bytes + out->length, most, bytes, size, LEVEL);
    if (ZSTD_isError(made)) return false;
    out->length += made;
    return true;
}

struct parquet_codec *table_codec_create(void)
{
    struct parquet_codec *codec = allocated(malloc(sizeof *codec));
    *codec = (struct parquet_codec){.number = 6, .compress = compress, .context = allocated(ZSTD_createCCtx())};
    return codec;
}

void table_codec_destroy(struct parquet_codec *codec)
{
    if (codec == NULL) return;
    ZSTD_freeCCtx(codec->context);
    free(codec);
}
#else
struct parquet_codec *table_codec_create(void)
{
    return NULL;
}

void table_codec_destroy(struct parquet_codec *codec)
{
    (void)codec;
}
#endif
