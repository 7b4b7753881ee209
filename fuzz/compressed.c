/* Compressed input: any bytes end as text, as damage that has a name, or without an end, and it does not matter how
 * many of them come at once. Byte 0 is how many, in and out; the rest is the file. */
#include "fuzz.h"

#include "input/compressed.h"

/* What a few bytes become may be gigabytes; the program reads them piece by piece as well. */
enum { LONGEST = 1 << 18 };

struct result {
    enum decode_status status;
    size_t size;
    char text[LONGEST];
};

static void decode(struct result *out, const struct compressed_format *format, const uint8_t *data, size_t size,
                   size_t in_step, size_t out_step)
{
    struct decoding decoding;
    REQUIRE(decoding_begin(&decoding, format));
    out->size = 0;
    out->status = DECODE_GOES_ON;
    size_t given = 0;
    for (bool over = false; !over;) {
        size_t in_size = size - given < in_step ? size - given : in_step;
        size_t out_size = LONGEST - out->size < out_step ? LONGEST - out->size : out_step;
        struct decode_buffers buffers = {(const char *)data + given, in_size, out->text + out->size, out_size, NULL};
        out->status = decoding_step(&decoding, &buffers);
        REQUIRE(buffers.in_size <= in_size && buffers.out_size <= out_size);
        REQUIRE(out->status != DECODE_FAILED || buffers.error != NULL);
        size_t taken = in_size - buffers.in_size, made = out_size - buffers.out_size;
        given += taken;
        out->size += made;
        bool is_damaged = out->status == DECODE_FAILED || out->status == DECODE_REFUSED ||
                          out->status == DECODE_NO_MEMORY;
        bool is_stuck = taken == 0 && made == 0 && given == size;
        REQUIRE(is_damaged || is_stuck || taken > 0 || made > 0 || in_size == 0); /* no step does nothing for ever */
        over = is_damaged || is_stuck || out->size == LONGEST;
    }
    decoding_end(&decoding);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct result whole, pieces;
    if (size == 0) return 0;
    const struct compressed_format *format = compressed_format_of((const char *)data + 1, size - 1);
    if (format == NULL || format->decoder == NULL) return 0;
    decode(&whole, format, data + 1, size - 1, size, LONGEST);
    decode(&pieces, format, data + 1, size - 1, data[0] % 16 + 1u, data[0] / 16 * 100 + 1u);
    if (whole.size == LONGEST || pieces.size == LONGEST) return 0;
    REQUIRE((whole.status == DECODE_FAILED) == (pieces.status == DECODE_FAILED));
    REQUIRE((whole.status == DECODE_REFUSED) == (pieces.status == DECODE_REFUSED));
    if (whole.status == DECODE_FAILED || whole.status == DECODE_REFUSED)
        return 0; /* how much comes before the damage depends on the pieces */
    REQUIRE(whole.size == pieces.size && memcmp(whole.text, pieces.text, whole.size) == 0);
    return 0;
}
