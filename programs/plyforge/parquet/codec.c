/* Compression of pages; see codec.h. */
#include "parquet/codec.h"

#include "common.h"

#include <stdlib.h>

#if defined(PLYFORGE_HAVE_ZSTD)
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

static void set_up(struct parquet_codec *codec)
{
    codec->number = 6;
    codec->compress = compress;
    codec->context = allocated(ZSTD_createCCtx());
}

static void release(struct parquet_codec *codec)
{
    ZSTD_freeCCtx(codec->context);
}
#else
static void set_up(struct parquet_codec *codec)
{
    (void)codec;
}

static void release(struct parquet_codec *codec)
{
    (void)codec;
}
#endif

struct parquet_codec *table_codec_create(void)
{
    struct parquet_codec *codec = allocated(calloc(1, sizeof *codec));
    set_up(codec);
    return codec;
}

void table_codec_destroy(struct parquet_codec *codec)
{
    if (codec == NULL) return;
    release(codec);
    free(codec->space.bytes);
    free(codec);
}
