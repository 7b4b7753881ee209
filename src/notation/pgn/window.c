/* The reader's window on its input: a text in memory, or a buffer that is filled from a stream; line numbers; errors
 * and warnings with their positions. */
#include <string.h>

#include "base/text.h"
#include "notation/pgn/reader.h"

void pf_pgn_open_window(pf_pgn_reader *reader, const char *text, size_t length, pf_read_bytes *read, void *context)
{
    reader->at = reader->start = reader->line_at = text;
    reader->uncounted = reader->uncounted_end = text;
    reader->end = text + length;
    reader->limit = length > PF_PGN_LOOKAHEAD ? reader->end - PF_PGN_LOOKAHEAD : text;
    reader->base = 0;
    reader->game_end = UINT64_MAX;
    pf_pgn_limit_scan(reader);
    reader->margin = PF_PGN_AFTER_EMPTY_LINE;
    reader->lines = 0;
    reader->no_more = false;
    reader->read = read;
    reader->context = context;
}

/* ---- Lines ---- */

pf_pgn_margin pf_pgn_margin_of(const pf_pgn_reader *reader, const char *p)
{
    bool is_first = false; /* only blanks since the last newline */
    while (p > reader->start) {
        char c = *--p;
        if (c == '\n') {
            if (is_first) return PF_PGN_AFTER_EMPTY_LINE;
            is_first = true;
        } else if (!pf_pgn_is_margin(c)) {
            return is_first ? PF_PGN_LINE_START : PF_PGN_MID_LINE;
        }
    }
    if (!is_first) return reader->margin;
    return reader->margin == PF_PGN_MID_LINE ? PF_PGN_LINE_START : PF_PGN_AFTER_EMPTY_LINE;
}

static uint64_t count_lines(const char *p, const char *end)
{
    uint64_t lines = 0;
    while (p < end) {
        /* In short runs the count fits into a byte, which lets the compiler vectorise the sum. */
        const char *stop = end - p > 255 * 16 ? p + 255 * 16 : end;
        unsigned run = 0;
        for (; p < stop; p++) run += *p == '\n';
        lines += run;
    }
    return lines;
}

/* The line number of p. Lines are counted on demand, and each byte once as long as the positions asked for increase. */
static uint64_t line_of(pf_pgn_reader *reader, const char *p)
{
    reader->lines += count_lines(reader->uncounted, reader->uncounted_end);
    reader->uncounted = reader->uncounted_end;
    if (p < reader->line_at) {
        reader->lines -= count_lines(p, reader->line_at);
    } else {
        reader->lines += count_lines(reader->line_at, p);
    }
    reader->line_at = p;
    return reader->lines + 1;
}

uint64_t pf_pgn_line_at(pf_pgn_reader *reader, uint64_t offset)
{
    return line_of(reader, offset >= reader->base ? reader->start + (offset - reader->base) : reader->start);
}

/* Tags that define the first position are used after all tags are read. Their line numbers must be known then. */
static void remember_lines(pf_pgn_reader *reader)
{
    if (reader->state != PF_PGN_IN_TAGS) return;
    if (reader->variant_length > 0 && reader->variant_line == 0)
        reader->variant_line = pf_pgn_line_at(reader, reader->variant_offset);
    if (reader->fen_length > 0 && reader->fen_line == 0) reader->fen_line = pf_pgn_line_at(reader, reader->fen_offset);
}

/* The position of the error for a game that is too long, which may be noticed only after many blanks. */
static void remember_end_of_game(pf_pgn_reader *reader)
{
    if (reader->game_end < pf_pgn_offset(reader, reader->at) && reader->end_line == 0)
        reader->end_line = pf_pgn_line_at(reader, reader->game_end);
}

/* ---- More input ---- */

bool pf_pgn_refill(pf_pgn_reader *reader)
{
    if (reader->no_more) return reader->at < reader->end;

    remember_lines(reader);
    remember_end_of_game(reader);
    if (reader->read == NULL) {
        /* The text stays in memory; its lines are counted when a line number is needed. */
        reader->uncounted = reader->line_at;
        reader->uncounted_end = reader->at;
    } else {
        line_of(reader, reader->at);
    }
    reader->margin = pf_pgn_margin_of(reader, reader->at);
    reader->base += (uint64_t)(reader->at - reader->start);
    size_t kept = (size_t)(reader->end - reader->at);
    char *buffer = reader->read == NULL ? reader->tail : reader->buffer;
    if (reader->at != buffer) memmove(buffer, reader->at, kept);
    reader->at = reader->start = reader->line_at = buffer;
    reader->no_more = reader->read == NULL;
    while (!reader->no_more && kept < PF_PGN_WINDOW_SIZE) {
        size_t room = PF_PGN_WINDOW_SIZE - kept;
        size_t got = reader->read(reader->context, buffer + kept, room);
        if (got > room) got = 0;
        kept += got;
        if (got == 0) reader->no_more = true;
        if (kept >= 2 * PF_PGN_LOOKAHEAD) break;
    }
    reader->end = buffer + kept;
    reader->limit = reader->no_more ? reader->end : reader->end - PF_PGN_LOOKAHEAD;
    pf_pgn_limit_scan(reader);
    if (reader->no_more) memset(buffer + kept, 0, PF_PGN_PADDING);
    return kept > 0;
}

/* ---- Errors and warnings ---- */

/* The length of the non-ASCII UTF-8 character at text, up to end; 0 if there is none. */
static size_t utf8_length(const char *text, const char *end)
{
    unsigned char first = (unsigned char)*text;
    size_t length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first >= 0xf5 || (size_t)(end - text) < length) return 0;
    for (size_t i = 1; i < length; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80) return 0;
    return length;
}

/* Writes the first bytes of the subject, then the message. */
static void compose(pf_error *error, pf_status code, const char *message, const char *subject, size_t length)
{
    enum { SHOWN = 12 };
    const char *end = subject + (length > SHOWN ? SHOWN : length);
    pf_fail(error, code, 0, "");
    pf_text text = pf_text_begin(error->message, sizeof error->message);
    for (const char *p = subject; p < end;) {
        size_t bytes = utf8_length(p, end);
        if (bytes == 0) pf_text_char(&text, *p > 32 && *p < 127 ? *p : '?');
        for (size_t i = 0; i < bytes; i++) pf_text_char(&text, p[i]);
        p += bytes > 0 ? bytes : 1;
    }
    if (length > SHOWN) pf_text_string(&text, "...");
    if (length > 0) pf_text_string(&text, ": ");
    pf_text_string(&text, message);
    pf_text_end(&text);
}

static void record(pf_pgn_reader *reader, pf_pgn_warning *fault, const char *p)
{
    fault->offset = pf_pgn_offset(reader, p);
    fault->line = line_of(reader, p);
}

pf_pgn_stop pf_pgn_fail(pf_pgn_reader *reader, const char *p, pf_status code, const char *message,
                        size_t subject_length)
{
    reader->at = p;
    if (reader->quiet) return PF_PGN_STOP_ERROR;
    compose(&reader->fault.error, code, message, p, subject_length);
    record(reader, &reader->fault, p);
    reader->broken = true;
    return PF_PGN_STOP_ERROR;
}

pf_pgn_stop pf_pgn_fail_long(pf_pgn_reader *reader, const char *p)
{
    char message[sizeof reader->fault.error.message];
    bool is_mebibytes = reader->max_game % (1 << 20) == 0;
    pf_text text = pf_text_begin(message, sizeof message);
    pf_text_string(&text, "the game is longer than the limit of ");
    pf_text_number(&text, is_mebibytes ? reader->max_game >> 20 : reader->max_game);
    pf_text_string(&text, is_mebibytes ? " MiB" : " bytes");
    pf_text_end(&text);
    reader->is_long = true;
    pf_pgn_fail(reader, p, PF_ERROR_PGN, message, 0);
    reader->fault.offset = reader->game_end;
    reader->fault.line = reader->end_line > 0 ? reader->end_line : pf_pgn_line_at(reader, reader->game_end);
    return PF_PGN_STOP_ERROR;
}

/* Counts the last warning and keeps it if it is one of the first. */
static void add_warning(pf_pgn_reader *reader)
{
    if (reader->warning_count < PF_PGN_MAX_WARNINGS) reader->warnings[reader->warning_count] = reader->last;
    if (reader->warning_count < UINT32_MAX) reader->warning_count++;
    reader->has_news = true;
}

void pf_pgn_forgive(pf_pgn_reader *reader)
{
    reader->broken = false;
    reader->last = reader->fault;
    add_warning(reader);
}

pf_pgn_stop pf_pgn_warn(pf_pgn_reader *reader, const char *p, pf_status code, const char *message,
                        size_t subject_length)
{
    if (reader->quiet) return PF_PGN_STOP_EVENT;
    if (reader->mode == PF_PGN_STRICT) return pf_pgn_fail(reader, p, code, message, subject_length);
    compose(&reader->last.error, code, message, p, subject_length);
    record(reader, &reader->last, p);
    add_warning(reader);
    return PF_PGN_STOP_EVENT;
}
