/* The table of compressed formats, and the decoding of consecutive streams; see compressed.h. */
#include "input/compressed.h"

#include <stdio.h>

#if defined(PLYFORGE_HAVE_ZSTD)
extern const struct decoder zstd_decoder;
#define ZSTD_DECODER &zstd_decoder
#else
#define ZSTD_DECODER NULL
#endif
#if defined(PLYFORGE_HAVE_ZLIB)
extern const struct decoder gzip_decoder;
#define GZIP_DECODER &gzip_decoder
#else
#define GZIP_DECODER NULL
#endif
#if defined(PLYFORGE_HAVE_BZIP2)
extern const struct decoder bzip2_decoder;
#define BZIP2_DECODER &bzip2_decoder
#else
#define BZIP2_DECODER NULL
#endif
#if defined(PLYFORGE_HAVE_XZ)
extern const struct decoder xz_decoder;
#define XZ_DECODER &xz_decoder
#else
#define XZ_DECODER NULL
#endif

/* Formats without a decoder are listed for their error message. No PGN text begins like one of them. */
static const struct compressed_format formats[] = {
    {"zstd", {0x28, 0xb5, 0x2f, 0xfd}, {0xff, 0xff, 0xff, 0xff}, ZSTD_DECODER, "zstd -dc"},
    /* A skippable frame: some zstd writers put one at the beginning. */
    {"zstd", {0x50, 0x2a, 0x4d, 0x18}, {0xf0, 0xff, 0xff, 0xff}, ZSTD_DECODER, "zstd -dc"},
    {"gzip", {0x1f, 0x8b}, {0xff, 0xff}, GZIP_DECODER, "gzip -dc"},
    {"bzip2", {'B', 'Z', 'h', '0'}, {0xff, 0xff, 0xff, 0xf0}, BZIP2_DECODER, "bzip2 -dc"},
    {"xz", {0xfd, '7', 'z', 'X', 'Z', 0}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, XZ_DECODER, "xz -dc"},
    {"lz4", {0x04, 0x22, 0x4d, 0x18}, {0xff, 0xff, 0xff, 0xff}, NULL, "lz4 -dc"},
    {"zip", {'P', 'K', 3, 4}, {0xff, 0xff, 0xff, 0xff}, NULL, "unzip -p"},
    {"7z", {'7', 'z', 0xbc, 0xaf, 0x27, 0x1c}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, NULL, "7z e -so"},
};

static bool begins_with(const char *bytes, size_t size, const struct compressed_format *format)
{
    for (size_t i = 0; i < FORMAT_BYTES && format->mask[i] != 0; i++)
        if (i >= size || ((unsigned char)bytes[i] & format->mask[i]) != format->first[i]) return false;
    return true;
}

const struct compressed_format *compressed_format_of(const char *bytes, size_t size)
{
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (begins_with(bytes, size, &formats[i])) return &formats[i];
    return NULL;
}

bool decoding_begin(struct decoding *decoding, const struct compressed_format *format)
{
    *decoding = (struct decoding){.format = format, .state = format->decoder->create(), .at_end = true};
    return decoding->state != NULL;
}

void decoding_end(struct decoding *decoding)
{
    if (decoding->state != NULL) decoding->format->decoder->destroy(decoding->state);
    decoding->state = NULL;
}

enum decode_status decoding_step(struct decoding *decoding, struct decode_buffers *buffers)
{
    for (;;) {
        while (decoding->at_end && buffers->in_size > 0 && *buffers->in == '\0') buffers->in++, buffers->in_size--;
        if (decoding->at_end && buffers->in_size == 0) return DECODE_AT_END;
        /* A decoder may still have output left when its input is used up, so it is also called without input. */
        size_t in_size = buffers->in_size, out_size = buffers->out_size;
        enum decode_status status = decoding->format->decoder->step(decoding->state, buffers);
        if (status == DECODE_FAILED || status == DECODE_REFUSED || status == DECODE_NO_MEMORY) return status;
        decoding->at_end = status == DECODE_AT_END;
        bool moved = buffers->in_size != in_size || buffers->out_size != out_size;
        if (buffers->out_size == 0 || (!moved && status == DECODE_GOES_ON)) return status;
    }
}

void decode_describe(char *error, size_t size, const struct decoding *decoding, enum decode_status status,
                     const struct decode_buffers *buffers)
{
    const char *name = decoding->format->name;
    if (status == DECODE_NO_MEMORY) snprintf(error, size, "not enough memory");
    if (status == DECODE_FAILED) snprintf(error, size, "damaged %s data: %s", name, buffers->error);
    if (status == DECODE_REFUSED) snprintf(error, size, "cannot read this %s data: %s", name, buffers->error);
}
