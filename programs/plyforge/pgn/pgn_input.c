/* Files, pipes and compressed input for `plyforge pgn`; see pgn_input.h. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#endif
#include "pgn/pgn_input.h"
#include "common.h"
#include "input/compressed.h"
#include "pgn/pgn_frames.h"
#include "pgn/pgn_range.h"
#include "platform/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER_SIZE = 1 << 17 };

struct pgn_stream {
    int file;
    uint64_t used, text;
    bool cut; /* Ctrl-C ended the stream */
    char error[128];
    struct decoding decoding; /* if its format is NULL, the bytes are the text itself */
    size_t at, size;          /* bytes that have been read and not yet passed on */
    char first[2];            /* decompressed text that was examined to recognise the format */
    size_t first_size;
    char buffer[BUFFER_SIZE];
};

/* Like read(2), but handles signals and errors. */
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
        snprintf(stream->error, sizeof stream->error, "%s", strerror(errno));
        return 0;
    }
}

static size_t read_compressed(struct pgn_stream *stream, char *buffer, size_t size)
{
    struct decoding *decoding = &stream->decoding;
    for (;;) {
        struct decode_buffers buffers = {stream->buffer + stream->at, stream->size - stream->at, buffer, size, NULL};
        enum decode_status status = decoding_step(decoding, &buffers);
        stream->at = stream->size - buffers.in_size;
        decode_describe(stream->error, sizeof stream->error, decoding, status, &buffers);
        if (buffers.out_size < size || stream->error[0] != '\0') return size - buffers.out_size;
        stream->at = 0;
        stream->size = read_bytes(stream, stream->buffer, BUFFER_SIZE);
        if (stream->size > 0) continue;
        if (!decoding->at_end && stream->error[0] == '\0' && !stream->cut)
            snprintf(stream->error, sizeof stream->error, "the %s data is truncated", decoding->format->name);
        return 0;
    }
}

/* ---- Opening ---- */

static bool complain_of_format(const char *name, bool is_file, const struct compressed_format *format)
{
    complain("%s: this plyforge cannot read %s; try: %s%s%s%s | plyforge pgn -", name, format->name, format->remedy,
             is_file ? " '" : "", is_file ? name : "", is_file ? "'" : "");
    return false;
}

/* The name that iconv has for the UTF-16 with which a text begins: with a byte order mark, or with two ASCII characters
 * of two bytes each. NULL for other text. */
static const char *utf16_of(const char *bytes, size_t size)
{
    if (size < 2) return NULL;
    if (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0) return "UTF-16";
    if (size < 4) return NULL;
    int first = bytes[0] == '\0'; /* the place of the byte that is not 0 */
    if (bytes[1 - first] != '\0' || bytes[3 - first] != '\0') return NULL;
    const char *two = bytes + first;
    if (two[0] == '\0' || two[2] == '\0' || ((two[0] | two[2]) & 0x80) != 0) return NULL;
    return first ? "UTF-16BE" : "UTF-16LE";
}

static bool complain_of_utf16(const char *name, bool is_file, const char *utf16)
{
    complain("%s: the text is UTF-16; convert it to UTF-8: iconv -f %s -t UTF-8%s%s%s | plyforge pgn -", name, utf16,
             is_file ? " '" : "", is_file ? name : "", is_file ? "'" : "");
    return false;
}

static bool complain_of_compressed_utf16(const char *name, bool is_file, const char *utf16, const char *remedy)
{
    complain("%s: the text is UTF-16; convert it to UTF-8: %s%s%s%s | iconv -f %s -t UTF-8 | plyforge pgn -", name,
             remedy, is_file ? " '" : "", is_file ? name : "", is_file ? "'" : "", utf16);
    return false;
}

/* The first bytes may arrive one by one. */
static bool begin_stream(struct pgn_stream *stream, const struct pgn_input *input)
{
    for (size_t got = 1; stream->size < FORMAT_BYTES && got > 0; stream->size += got)
        got = read_bytes(stream, stream->buffer + stream->size, BUFFER_SIZE - stream->size);
    if (stream->error[0] != '\0') {
        complain("%s: %s", input->name, stream->error);
        return false;
    }
    const struct compressed_format *format = compressed_format_of(stream->buffer, stream->size);
    const char *utf16 = utf16_of(stream->buffer, stream->size);
    if (format == NULL && utf16 != NULL) return complain_of_utf16(input->name, stream->file != STDIN_FILENO, utf16);
    if (format == NULL) return true;
    if (format->decoder == NULL) return complain_of_format(input->name, stream->file != STDIN_FILENO, format);
    if (!decoding_begin(&stream->decoding, format)) {
        complain("%s: not enough memory", input->name);
        return false;
    }
    stream->first_size = read_compressed(stream, stream->first, sizeof stream->first);
    utf16 = utf16_of(stream->first, stream->first_size);
    if (utf16 == NULL) return true;
    decoding_end(&stream->decoding);
    return complain_of_compressed_utf16(input->name, stream->file != STDIN_FILENO, utf16, format->remedy);
}

static bool open_stream(struct pgn_input *input, int file)
{
    struct pgn_stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) {
        complain("%s: not enough memory", input->name);
        return false;
    }
    stream->file = file;
    input->stream = stream;
    if (begin_stream(stream, input)) return true;
    free(stream);
    return false;
}

static bool is_compressed(int file)
{
    char first[FORMAT_BYTES];
    ssize_t size = pread(file, first, sizeof first, 0);
    return size > 0 && compressed_format_of(first, (size_t)size) != NULL;
}

/* The mapped file. If the file is truncated, its last pages are gone, and touching them is a bus error. */
static struct {
    char *begin, *end;
    size_t page_size;
    _Atomic(char *) lost; /* the first page that turned out to be missing; end if there is none */
} mapped;

#if defined(SIGBUS) && defined(MAP_ANONYMOUS)
/* Replaces a missing page by an empty one, so that reading comes to an end. */
static void on_bus_error(int number, siginfo_t *info, void *context)
{
    (void)context;
    char *place = info->si_addr;
    if (place < mapped.begin || place >= mapped.end) {
        signal(number, SIG_DFL); /* the signal is raised again */
        return;
    }
    char *page = mapped.begin + (size_t)(place - mapped.begin) / mapped.page_size * mapped.page_size;
    int error = errno;
    if (mmap(page, mapped.page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != page)
        signal(number, SIG_DFL);
    else
        memset(page, '\n', mapped.page_size);
    errno = error;
    char *lost = mapped.lost;
    while (page < lost && !atomic_compare_exchange_weak(&mapped.lost, &lost, page)) continue;
}
#endif

static void watch_mapping(char *text, size_t size)
{
    mapped.begin = text;
    mapped.end = text + size;
    mapped.lost = mapped.end;
#if defined(SIGBUS) && defined(MAP_ANONYMOUS)
    mapped.page_size = (size_t)sysconf(_SC_PAGESIZE);
    struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = (int)SA_SIGINFO};
    sigaction(SIGBUS, &action, NULL);
#endif
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
    if (!S_ISREG(status.st_mode)) return open_stream(input, file);
    input->size = (size_t)status.st_size;
    if (input->size == 0) {
        input->text = "";
        close(file);
        return true;
    }
    void *text = is_compressed(file) ? MAP_FAILED : mmap(NULL, input->size, PROT_READ, MAP_PRIVATE, file, 0);
    if (text == MAP_FAILED) return open_stream(input, file);
    watch_mapping(text, input->size);
    const char *utf16 = utf16_of(text, input->size);
    if (utf16 != NULL) {
        munmap(text, input->size);
        return complain_of_utf16(input->name, true, utf16);
    }
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
        return can_read_standard_input() && open_stream(input, STDIN_FILENO);
    }
    int file = open(name, O_RDONLY | O_NONBLOCK); /* do not wait for a FIFO here, because Ctrl-C would have no effect */
    if (file < 0 || fcntl(file, F_SETFL, 0) < 0) {
        complain("%s: %s", name, strerror(errno));
        if (file >= 0) close(file);
        return false;
    }
    if (open_file(input, file)) return true;
    close(file);
    return false;
}

bool pgn_input_close(struct pgn_input *input)
{
    bool is_whole = true;
    if (input->stream != NULL) {
        decoding_end(&input->stream->decoding);
        if (input->stream->file != STDIN_FILENO) close(input->stream->file);
        free(input->stream);
    } else if (input->size > 0) {
        munmap((void *)(uintptr_t)input->text, input->size);
        is_whole = mapped.lost == mapped.end;
        mapped.begin = mapped.end = NULL;
        mapped.lost = NULL;
    }
    if (!is_whole) complain("%s: %s", input->name, PGN_INPUT_SHORTER);
    return is_whole;
}

bool pgn_input_open_games(struct pgn_input *input, const char *name)
{
    static const char records[] = "PLYT";
    if (!pgn_input_open(input, name)) return false;
    const char *text = input->stream != NULL ? input->stream->buffer : input->text;
    size_t size = input->stream != NULL ? input->stream->size : input->size;
    if (size < strlen(records) || memcmp(text, records, strlen(records)) != 0) return true;
    complain("%s: these are training records, not games; read them with: plyforge train --read", input->name);
    pgn_input_close(input);
    return false;
}

/* ---- Reading ---- */

const char *pgn_input_lost(const char *begin, const char *end)
{
    const char *lost = mapped.lost;
    if (lost == NULL || begin < mapped.begin || end > mapped.end || lost >= end) return NULL;
    return lost > begin ? lost : begin;
}

uint64_t count_line_ends(const char *bytes, size_t size)
{
    uint64_t ends = 0;
    const char *end = bytes + size;
    for (const char *p = bytes; (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++) ends++;
    return ends;
}

static size_t read_plain(struct pgn_stream *stream, char *buffer, size_t size)
{
    size_t left = stream->size - stream->at; /* the rest of the bytes that identified the format */
    if (left == 0) return read_bytes(stream, buffer, size);
    if (left > size) left = size;
    memcpy(buffer, stream->buffer + stream->at, left);
    stream->at += left;
    return left;
}

size_t pgn_stream_read(void *context, void *buffer, size_t size)
{
    struct pgn_stream *stream = context;
    size_t got = stream->first_size;
    if (got > 0) {
        memcpy(buffer, stream->first, got);
        stream->first_size = 0;
    } else if (stream->error[0] == '\0') {
        got = stream->decoding.format != NULL ? read_compressed(stream, buffer, size)
                                              : read_plain(stream, buffer, size);
    }
    stream->text += got;
    return got;
}

bool pgn_stream_is_idle(const struct pgn_stream *stream)
{
    return stream->at == stream->size && !wait_for_input(stream->file, 0);
}

struct pgn_frames *pgn_stream_frames(const struct pgn_stream *stream, uint64_t size, unsigned threads,
                                     const struct pgn_slot_sizes *sizes)
{
    const struct compressed_format *format = stream->decoding.format;
    if (size == 0 || format == NULL || strcmp(format->name, "zstd") != 0) return NULL;
    return pgn_frames_create(stream->file, size, format, threads, sizes);
}

bool pgn_stream_range(struct archive_range *out, const struct pgn_input *input, const struct pgn_range *range)
{
    const struct pgn_stream *stream = input->stream;
    return archive_range_find(out, input->name, stream->file, input->size, stream->decoding.format, range);
}

uint64_t pgn_stream_used(const struct pgn_stream *stream)
{
    return stream->used;
}

uint64_t pgn_stream_text(const struct pgn_stream *stream)
{
    return stream->text;
}

bool pgn_stream_was_cut(const struct pgn_stream *stream)
{
    return stream->cut;
}

const char *pgn_stream_error(const struct pgn_stream *stream)
{
    return stream->error[0] != '\0' ? stream->error : NULL;
}
