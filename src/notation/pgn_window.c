/* The reader's window on its input: a text in memory, or a buffer that is filled from a stream; where lines begin in
 * it, and what is wrong where. */
#include <stdlib.h>
#include <string.h>

#include "board/text.h"
#include "notation/pgn_reader.h"

pf_pgn_reader *pf_pgn_reader_create(void)
{
    pf_pgn_reader *reader = aligned_alloc(_Alignof(pf_pgn_reader), sizeof *reader);
    if (reader == NULL) return NULL;
    memset(reader, 0, sizeof *reader);
    reader->start_position = pf_position_start();
    pf_pgn_reader_from_memory(reader, "", 0);
    return reader;
}

void pf_pgn_reader_destroy(pf_pgn_reader *reader)
{
    if (reader == NULL) return;
    free(reader->buffer);
    free(reader);
}

static void start_over(pf_pgn_reader *reader, const char *text, size_t length)
{
    reader->at = reader->start = reader->line_at = text;
    reader->uncounted = reader->uncounted_end = text;
    reader->end = text + length;
    reader->limit = length > PF_PGN_LOOKAHEAD ? reader->end - PF_PGN_LOOKAHEAD : text;
    reader->base = 0;
    reader->starts_line = true;
    reader->lines = 0;
    reader->read = NULL;
    reader->no_more = false;
    reader->state = PF_PGN_BETWEEN;
    reader->skip_variation = false;
    reader->depth = 0;
    pf_pgn_begin_line(&reader->frames[0], &reader->start_position);
}

void pf_pgn_reader_from_memory(pf_pgn_reader *reader, const char *text, size_t length)
{
    start_over(reader, length > 0 ? text : "", length); /* NULL is a text of no bytes */
}

pf_status pf_pgn_reader_from_stream(pf_pgn_reader *reader, pf_pgn_read *read, void *context)
{
    if (reader->buffer == NULL) reader->buffer = malloc(PF_PGN_WINDOW_SIZE + PF_PGN_PADDING);
    if (reader->buffer == NULL) return PF_ERROR_NO_ROOM;
    start_over(reader, reader->buffer, 0);
    reader->read = read;
    reader->context = context;
    return PF_OK;
}

static uint64_t count_lines(const char *p, const char *end)
{
    uint64_t lines = 0;
    while (p < end) {
        /* Short runs whose count fits a byte are added up many at a time by the compiler. */
        const char *stop = end - p > 255 * 16 ? p + 255 * 16 : end;
        unsigned run = 0;
        for (; p < stop; p++) run += *p == '\n';
        lines += run;
    }
    return lines;
}

/* The line that p is in. Lines are counted on demand, and no byte twice as long as the questions go forward. */
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

/* The same for an offset; of one that has left the window, the first line that is still there. */
uint64_t pf_pgn_line_at(pf_pgn_reader *reader, uint64_t offset)
{
    return line_of(reader, offset >= reader->base ? reader->start + (offset - reader->base) : reader->start);
}

/* Tags that say how the game begins are looked at when all tags are read: their lines must be known then. */
static void remember_lines(pf_pgn_reader *reader)
{
    if (reader->state != PF_PGN_IN_TAGS) return;
    if (reader->variant_length > 0 && reader->variant_line == 0)
        reader->variant_line = pf_pgn_line_at(reader, reader->variant_offset);
    if (reader->fen_length > 0 && reader->fen_line == 0) reader->fen_line = pf_pgn_line_at(reader, reader->fen_offset);
}

bool pf_pgn_refill(pf_pgn_reader *reader)
{
    if (reader->no_more) return reader->at < reader->end;

    remember_lines(reader);
    if (reader->read == NULL) {
        /* The text stays where it is: its lines can be counted when somebody asks. */
        reader->uncounted = reader->line_at;
        reader->uncounted_end = reader->at;
    } else {
        line_of(reader, reader->at);
    }
    reader->starts_line = pf_pgn_is_line_start(reader, reader->at);
    reader->base += (uint64_t)(reader->at - reader->start);
    size_t kept = (size_t)(reader->end - reader->at);
    char *buffer = reader->read == NULL ? reader->tail : reader->buffer;
    if (reader->at != buffer) memmove(buffer, reader->at, kept);
    reader->at = reader->start = reader->line_at = buffer;
    reader->no_more = reader->read == NULL;
    while (!reader->no_more && kept < PF_PGN_WINDOW_SIZE) {
        size_t got = reader->read(reader->context, buffer + kept, PF_PGN_WINDOW_SIZE - kept);
        kept += got;
        if (got == 0) reader->no_more = true;
        if (kept >= 2 * PF_PGN_LOOKAHEAD) break;
    }
    reader->end = buffer + kept;
    reader->limit = reader->no_more ? reader->end : reader->end - PF_PGN_LOOKAHEAD;
    if (reader->no_more) memset(buffer + kept, 0, PF_PGN_PADDING);
    return kept > 0;
}

/* ---- Errors ---- */

pf_pgn_stop pf_pgn_fail(pf_pgn_reader *reader, const char *p, pf_status code, const char *message)
{
    pf_fail(&reader->error, code, 0, message);
    reader->error_offset = pf_pgn_offset(reader, p);
    reader->error_line = line_of(reader, p);
    reader->broken = true;
    reader->at = p;
    return PF_PGN_STOP_ERROR;
}

pf_pgn_stop pf_pgn_fail_byte(pf_pgn_reader *reader, const char *p)
{
    pf_pgn_fail(reader, p, PF_ERROR_PGN, "");
    pf_fail_at_char(&reader->error, PF_ERROR_PGN, 0, "nothing in movetext begins with", *p);
    return PF_PGN_STOP_ERROR;
}
