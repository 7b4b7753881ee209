/* Finds the frames of a zstd file by their headers; see zstd_frames.h. */
#include "input/zstd_frames.h"

#include <string.h>
#include <unistd.h>

#define FRAME_MAGIC     UINT32_C(0xfd2fb528)
#define SKIPPABLE_MAGIC UINT32_C(0x184d2a50) /* this value and the fifteen that follow it */

enum { LARGEST_HEADER = 18, BLOCK_HEADER = 3, CHECKSUM = 4 };

static uint64_t little_endian(const unsigned char *bytes, unsigned count)
{
    uint64_t value = 0;
    while (count-- > 0) value = value << 8 | bytes[count];
    return value;
}

/* Reads the bytes at this offset; returns how many of them there are. */
static unsigned look(int file, uint64_t at, unsigned char *bytes, unsigned count)
{
    memset(bytes, 0, count);
    ssize_t got = pread(file, bytes, count, (off_t)at);
    return got < 0 ? 0 : (unsigned)got;
}

/* The size of a frame's header according to its first bytes; 0 if that is more than the bytes available. */
static unsigned header_size(const unsigned char *header, unsigned size, uint64_t *window)
{
    static const unsigned char dictionary_sizes[4] = {0, 1, 2, 4}, content_sizes[4] = {0, 2, 4, 8};
    unsigned flags = header[4];
    bool is_single_segment = flags & 0x20;
    unsigned dictionary = dictionary_sizes[flags & 3], content = content_sizes[flags >> 6];
    if (content == 0 && is_single_segment) content = 1;
    unsigned length = 5U + !is_single_segment + dictionary + content;
    if (length > size) return 0;
    if (is_single_segment) {
        *window = little_endian(header + 5 + dictionary, content);
    } else {
        uint64_t base = UINT64_C(1) << (10 + (header[5] >> 3));
        *window = base + base / 8 * (header[5] & 7);
    }
    return length;
}

/* Advances *at past the blocks of a frame; false if one of them is missing or of an unknown type. */
static bool pass_blocks(int file, uint64_t size, uint64_t *at)
{
    enum { RLE = 1, RESERVED = 3 };
    for (bool is_last = false; !is_last;) {
        unsigned char bytes[BLOCK_HEADER];
        if (look(file, *at, bytes, BLOCK_HEADER) < BLOCK_HEADER) return false;
        uint64_t header = little_endian(bytes, BLOCK_HEADER);
        unsigned kind = (unsigned)header >> 1 & 3;
        if (kind == RESERVED) return false;
        is_last = header & 1;
        *at += BLOCK_HEADER + (kind == RLE ? 1 : header >> 3);
        if (*at > size) return false;
    }
    return true;
}

/* Advances *at past the frame there. */
static bool pass_frame(int file, uint64_t size, uint64_t *at, struct zstd_run *run)
{
    unsigned char header[LARGEST_HEADER];
    unsigned got = look(file, *at, header, sizeof header);
    uint64_t magic = little_endian(header, 4), window;
    if (got < 8) return false;
    if ((magic & UINT32_C(0xfffffff0)) == SKIPPABLE_MAGIC) {
        *at += 8 + little_endian(header + 4, 4);
        return *at <= size;
    }
    unsigned length = magic == FRAME_MAGIC ? header_size(header, got, &window) : 0;
    if (length == 0) return false;
    *at += length;
    if (!pass_blocks(file, size, at)) return false;
    if (header[4] & 4) *at += CHECKSUM;
    if (window > run->window) run->window = window;
    run->frames++;
    return *at <= size;
}

struct zstd_run zstd_find_run(int file, uint64_t size, uint64_t at, uint64_t enough)
{
    struct zstd_run run = {.is_known = true};
    uint64_t begin = at;
    run.end = at;
    while (run.end < size && run.end - begin < enough) {
        at = run.end;
        if (!pass_frame(file, size, &at, &run)) {
            /* The frames found so far form a run; the rest of the file is the next one. */
            if (run.end > begin) return run;
            run.is_known = false;
            run.end = size;
            return run;
        }
        run.end = at;
    }
    return run;
}
