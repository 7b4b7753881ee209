/* Ranges of plain and compressed files; see pgn_range.h. */
#include "pgn/pgn_range.h"
#include "common.h"
#include "input/zstd_frames.h"

#include <errno.h>
#include <inttypes.h>
#include <plyforge.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void read_range(void *value, const struct option_word *word)
{
    struct pgn_range *range = value;
    const char *text = word->text;
    char *end;
    *range = (struct pgn_range){.is_given = true, .to = UINT64_MAX};
    errno = 0;
    bool is_good = *text >= '0' && *text <= '9';
    range->from = strtoull(text, &end, 10);
    is_good = is_good && *end == '-';
    if (is_good && end[1] != '\0') {
        text = end + 1;
        is_good = *text >= '0' && *text <= '9';
        range->to = strtoull(text, &end, 10);
        is_good = is_good && *end == '\0' && range->from <= range->to;
    }
    if (!is_good || errno != 0)
        refuse("--bytes takes A-B, from byte A up to but not including byte B, or A- to the end, not '%s'", word->text);
}

/* The first frame that begins at or after this byte. */
static uint64_t find_frame(int file, uint64_t size, uint64_t from)
{
    uint64_t at = 0;
    while (at < from && at < size) at = zstd_find_run(file, size, at, 1).end;
    return at;
}

/* Decompresses from a frame on until a game certainly begins, whatever precedes the frame; out receives the text before
 * that game, or all of it. False if the data is damaged, or if no game begins within the limit. */
static bool read_to_game(struct text *out, int file, uint64_t at, const struct compressed_format *format,
                         const char **error)
{
    enum { STEP = 1 << 17, LOOKAHEAD = 512, LONGEST = 256 << 20 };
    static char in[STEP];
    struct decoding decoding;
    size_t searched = 2;
    ssize_t got;
    bool is_found = false;
    *error = NULL;
    if (!decoding_begin(&decoding, format)) fail("not enough memory");
    /* A search that reaches these bytes does not know what preceded them, so it does not mistake a tag after them for a
     * new game. */
    text_add_string(out, "[[");
    while (!is_found && *error == NULL && (got = pread(file, in, STEP, (off_t)at)) > 0) {
        struct decode_buffers buffers = {.in = in, .in_size = (size_t)got};
        at += (uint64_t)got;
        for (bool is_full = true; is_full && !is_found && *error == NULL;) {
            text_reserve(out, STEP);
            buffers.out = out->bytes + out->length;
            buffers.out_size = STEP;
            enum decode_status status = decoding_step(&decoding, &buffers);
            if (status == DECODE_FAILED || status == DECODE_REFUSED) *error = buffers.error;
            out->length += STEP - buffers.out_size;
            is_full = buffers.out_size == 0;
            size_t found = pf_pgn_find_game(out->bytes, out->length, searched);
            is_found = found + LOOKAHEAD <= out->length;
            searched = out->length > 8192 ? out->length - 8192 : 2;
            if (is_found) out->length = found;
            if (out->length > LONGEST) *error = "no game begins in 256 MiB of text";
        }
    }
    decoding_end(&decoding);
    memmove(out->bytes, out->bytes + 2, out->length - 2);
    out->length -= 2;
    return *error == NULL;
}

bool archive_range_find(struct archive_range *out, const char *name, int file, uint64_t size,
                        const struct compressed_format *format, const struct pgn_range *range)
{
    const char *error = NULL;
    struct text skipped = {0};
    *out = (struct archive_range){.from = find_frame(file, size, range->from)};
    out->to = range->to < size ? find_frame(file, size, range->to) : size;
    bool is_empty = out->from >= out->to;
    if (!is_empty && out->from > 0) read_to_game(&skipped, file, out->from, format, &error);
    if (!is_empty && out->to < size && error == NULL) read_to_game(&out->added, file, out->to, format, &error);
    out->skipped = skipped.length;
    free(skipped.bytes);
    if (error == NULL) return true;
    complain("%s: the games of the range cannot be found: %s", name, error);
    free(out->added.bytes);
    return false;
}
