/* Files, pipes and compressed files for `plyforge pgn`; see pgn_input.h. */
#include "pgn_input.h"
#include "common.h"
#include "interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COMPRESSED_SIZE = 1 << 17 };

struct pgn_stream {
    int file;
    uint64_t used;
    bool cut; /* by Ctrl-C */
    const char *error;
    struct pgn_zstd *zstd; /* NULL: the bytes are the text */
    bool at_end;           /* of a compressed frame */
    size_t at, size;       /* of what has been read and not yet decompressed */
    char compressed[COMPRESSED_SIZE];
};

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

static bool open_stream(struct pgn_input *input, int file, bool compressed)
{
    struct pgn_stream *stream = calloc(1, sizeof *stream);
    if (stream != NULL && compressed) stream->zstd = pgn_zstd_create();
    if (stream == NULL || (compressed && stream->zstd == NULL)) {
        complain("%s: not enough memory", input->name);
        free(stream);
        return false;
    }
    stream->file = file;
    stream->at_end = true;
    input->stream = stream;
    return true;
}

static bool open_file(struct pgn_input *input, int file)
{
    struct stat status;
    if (fstat(file, &status) != 0) {
        complain("%s: %s", input->name, strerror(errno));
        return false;
    }
    if (S_ISDIR(status.st_mode)) {
        complain("%s: %s", input->name, strerror(EISDIR));
        return false;
    }
    bool compressed = ends_with(input->name, ".zst");
    if (compressed && !pgn_zstd_is_available()) {
        complain("%s: this plyforge was built without zstd; try: zstd -dc '%s' | plyforge pgn -", input->name,
                 input->name);
        return false;
    }
    if (S_ISREG(status.st_mode)) input->size = (size_t)status.st_size;
    if (compressed || !S_ISREG(status.st_mode)) return open_stream(input, file, compressed);
    if (input->size == 0) {
        input->text = "";
        close(file);
        return true;
    }
    void *text = mmap(NULL, input->size, PROT_READ, MAP_PRIVATE, file, 0);
    if (text == MAP_FAILED) return open_stream(input, file, false);
    (void)posix_madvise(text, input->size, POSIX_MADV_SEQUENTIAL);
    input->text = text;
    close(file);
    return true;
}

bool pgn_input_open(struct pgn_input *input, const char *name)
{
    *input = (struct pgn_input){.name = name};
    if (strcmp(name, "-") == 0) {
        input->name = "standard input";
        return open_stream(input, STDIN_FILENO, false);
    }
    int file = open(name, O_RDONLY | O_NONBLOCK); /* a FIFO is not waited for here, where Ctrl-C would not be heard */
    if (file < 0 || fcntl(file, F_SETFL, 0) < 0) {
        complain("%s: %s", name, strerror(errno));
        if (file >= 0) close(file);
        return false;
    }
    if (open_file(input, file)) return true;
    close(file);
    return false;
}

void pgn_input_close(struct pgn_input *input)
{
    if (input->stream != NULL) {
        pgn_zstd_destroy(input->stream->zstd);
        if (input->stream->file != STDIN_FILENO) close(input->stream->file);
        free(input->stream);
    } else if (input->size > 0) {
        munmap((void *)(uintptr_t)input->text, input->size);
    }
}

/* As read(2), with signals and errors taken care of. */
static size_t read_bytes(struct pgn_stream *stream, char *buffer, size_t size)
{
    for (;;) {
        while (!wait_for_input(stream->file, INFINITY)) {
            if (!was_interrupted()) continue;
            stream->cut = true;
            return 0;
        }
        ssize_t got = read(stream->file, buffer, size);
        if (got >= 0) {
            stream->used += (uint64_t)got;
            return (size_t)got;
        }
        if (errno == EINTR) continue;
        stream->error = strerror(errno);
        return 0;
    }
}

size_t pgn_stream_read(void *context, char *buffer, size_t size)
{
    struct pgn_stream *stream = context;
    if (stream->error != NULL) return 0;
    if (stream->zstd == NULL) return read_bytes(stream, buffer, size);
    for (;;) {
        if (stream->at == stream->size) {
            stream->at = 0;
            stream->size = read_bytes(stream, stream->compressed, COMPRESSED_SIZE);
            if (stream->size == 0) {
                if (!stream->at_end && stream->error == NULL && !stream->cut)
                    stream->error = "the compressed file is cut off";
                return 0;
            }
        }
        size_t got = pgn_zstd_read(stream->zstd, buffer, size, stream->compressed, stream->size, &stream->at,
                                   &stream->at_end, &stream->error);
        if (got > 0 || stream->error != NULL) return got;
    }
}

uint64_t pgn_stream_used(const struct pgn_stream *stream)
{
    return stream->used;
}

bool pgn_stream_was_cut(const struct pgn_stream *stream)
{
    return stream->cut;
}

const char *pgn_stream_error(const struct pgn_stream *stream)
{
    return stream->error;
}
