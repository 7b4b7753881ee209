/* Files, pipes and compressed input for `plyforge pgn`; see pgn_input.h. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "pgn_input.h"
#include "common.h"
#include "compressed.h"
#include "interrupt.h"

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
    uint64_t used, text, line_ends;
    bool cut; /* by Ctrl-C */
    char error[128];
    struct decoding decoding; /* of format NULL: the bytes are the text */
    size_t at, size;          /* of what has been read and not yet handed on */
    char buffer[BUFFER_SIZE];
};

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
        snprintf(stream->error, sizeof stream->error, "%s", strerror(errno));
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

/* Whether a text begins with the byte order mark of UTF-16. */
static bool is_utf16(const char *bytes, size_t size)
{
    return size >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0);
}

static bool complain_of_utf16(const char *name, bool is_file)
{
    complain("%s: the text is UTF-16; convert it to UTF-8: iconv -f UTF-16 -t UTF-8%s%s%s | plyforge pgn -", name,
             is_file ? " '" : "", is_file ? name : "", is_file ? "'" : "");
    return false;
}

/* The first bytes may come one by one. */
static bool begin_stream(struct pgn_stream *stream, const struct pgn_input *input)
{
    for (size_t got = 1; stream->size < FORMAT_BYTES && got > 0; stream->size += got)
        got = read_bytes(stream, stream->buffer + stream->size, BUFFER_SIZE - stream->size);
    if (stream->error[0] != '\0') {
        complain("%s: %s", input->name, stream->error);
        return false;
    }
    const struct compressed_format *format = compressed_format_of(stream->buffer, stream->size);
    if (format == NULL && is_utf16(stream->buffer, stream->size))
        return complain_of_utf16(input->name, stream->file != STDIN_FILENO);
    if (format == NULL) return true;
    if (format->decoder == NULL) return complain_of_format(input->name, stream->file != STDIN_FILENO, format);
    if (decoding_begin(&stream->decoding, format)) return true;
    complain("%s: not enough memory", input->name);
    return false;
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

/* The file that is mapped. If it becomes shorter, its last pages are gone, and touching them is a bus error. */
static struct {
    char *begin, *end;
    size_t page_size;
    _Atomic(char *) lost; /* the first page that was found gone; end if there is none */
} mapped;

#if defined(SIGBUS) && defined(MAP_ANONYMOUS)
/* Puts an empty page in the place of one that is gone, so that reading comes to an end. */
static void on_bus_error(int number, siginfo_t *info, void *context)
{
    (void)context;
    char *place = info->si_addr;
    if (place < mapped.begin || place >= mapped.end) {
        signal(number, SIG_DFL); /* it is raised again */
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
    if (is_utf16(text, input->size)) {
        munmap(text, input->size);
        return complain_of_utf16(input->name, true);
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
    size_t left = stream->size - stream->at; /* of the bytes that told the format */
    if (left == 0) return read_bytes(stream, buffer, size);
    if (left > size) left = size;
    memcpy(buffer, stream->buffer + stream->at, left);
    stream->at += left;
    return left;
}

static size_t read_compressed(struct pgn_stream *stream, char *buffer, size_t size)
{
    struct decoding *decoding = &stream->decoding;
    for (;;) {
        struct decode_buffers buffers = {stream->buffer + stream->at, stream->size - stream->at, buffer, size, NULL};
        enum decode_status status = decoding_step(decoding, &buffers);
        stream->at = stream->size - buffers.in_size;
        if (status == DECODE_NO_MEMORY) snprintf(stream->error, sizeof stream->error, "not enough memory");
        if (status == DECODE_FAILED)
            snprintf(stream->error, sizeof stream->error, "damaged %s data: %s", decoding->format->name, buffers.error);
        if (buffers.out_size < size || stream->error[0] != '\0') return size - buffers.out_size;
        stream->at = 0;
        stream->size = read_bytes(stream, stream->buffer, BUFFER_SIZE);
        if (stream->size > 0) continue;
        if (!decoding->at_end && stream->error[0] == '\0' && !stream->cut)
            snprintf(stream->error, sizeof stream->error, "the %s data is cut off", decoding->format->name);
        return 0;
    }
}

size_t pgn_stream_read(void *context, void *buffer, size_t size)
{
    struct pgn_stream *stream = context;
    if (stream->error[0] != '\0') return 0;
    size_t got = stream->decoding.format != NULL ? read_compressed(stream, buffer, size)
                                                 : read_plain(stream, buffer, size);
    stream->text += got;
    stream->line_ends += count_line_ends(buffer, got);
    return got;
}

uint64_t pgn_stream_used(const struct pgn_stream *stream)
{
    return stream->used;
}

uint64_t pgn_stream_text(const struct pgn_stream *stream)
{
    return stream->text;
}

uint64_t pgn_stream_lines(const struct pgn_stream *stream)
{
    return stream->line_ends + 1;
}

bool pgn_stream_was_cut(const struct pgn_stream *stream)
{
    return stream->cut;
}

const char *pgn_stream_error(const struct pgn_stream *stream)
{
    return stream->error[0] != '\0' ? stream->error : NULL;
}
