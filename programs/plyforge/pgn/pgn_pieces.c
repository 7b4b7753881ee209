/* Cutting an input where games begin; see pgn_pieces.h. */
#include "pgn/pgn_pieces.h"
#include "common.h"
#include "platform/interrupt.h"

#include <stdlib.h>
#include <string.h>

/* This many bytes are enough to recognise a tag. A game is cut off before a tag only if this many bytes follow; when a
 * search ends without a tag, the next one begins this many bytes earlier. */
enum { LOOKAHEAD = 512, OVERLAP = 8192 };

/* A frame of pzstd -19 has 32 MiB of text. */
const struct pgn_piece_sizes pgn_usual_sizes = {
    .piece = 1 << 20, .step = 1 << 16, .longest = 4 << 20, .slot = {.run = 1 << 18, .text = 40 << 20}};

struct pgn_pieces {
    struct pgn_input *input;
    struct pgn_frames *frames; /* NULL unless the file consists of frames */
    struct pgn_piece_sizes sizes;
    bool is_sequential; /* the whole input is one long piece */
    bool is_over;       /* the input has ended, apart from the pending text */
    bool is_cut;        /* Ctrl-C came before the end of the input */
    const char *error;  /* why the input ended early */
    size_t end;         /* the end of the text of a mapped file that is to be read */
    uint64_t skipped;   /* text of the first frames that is still to be skipped */
    struct text added;  /* text after the last frames; added_at bytes of it have been read */
    size_t added_at;
    uint64_t cut_to;     /* how much text has been cut off */
    struct text pending; /* text that has been read, and is not part of a piece yet */
    size_t wanted, from; /* while a cut waits for frames: how much text it wants, and where it looks for a game */

    /* For the long piece: the first begin bytes of pending have been handed out, and the piece does not end before
     * known. */
    bool at_its_end;
    size_t begin, known;
    uint64_t line_ends;
};

struct pgn_pieces *pgn_pieces_create(struct pgn_input *input, unsigned threads, const struct pgn_piece_sizes *sizes)
{
    struct pgn_pieces *pieces = calloc(1, sizeof *pieces);
    if (pieces == NULL) return NULL;
    *pieces = (struct pgn_pieces){.input = input, .sizes = *sizes, .end = input->size};
    if (input->stream == NULL) return pieces;
    pieces->is_sequential = threads <= 1 && !sizes->is_steady;
    if (!pieces->is_sequential) pieces->frames = pgn_stream_frames(input->stream, input->size, threads, &sizes->slot);
    return pieces;
}

bool pgn_pieces_limit(struct pgn_pieces *pieces, const struct pgn_range *range)
{
    struct pgn_input *input = pieces->input;
    struct archive_range archive;
    if (input->text != NULL) {
        size_t size = input->size;
        pieces->cut_to = range->from == 0      ? 0
                         : range->from >= size ? size
                                               : pf_pgn_find_game(input->text, size, (size_t)range->from);
        pieces->end = range->to == 0      ? 0
                      : range->to >= size ? size
                                          : pf_pgn_find_game(input->text, size, (size_t)range->to);
        return true;
    }
    if (pieces->frames == NULL) pieces->frames = pgn_stream_frames(input->stream, input->size, 1, &pieces->sizes.slot);
    if (pieces->frames == NULL) {
        complain("%s: --bytes needs a plain file, or one of several zstd frames, as pzstd writes them", input->name);
        return false;
    }
    if (!pgn_stream_range(&archive, input, range)) return false;
    pieces->is_sequential = false;
    if (archive.to < archive.from) archive.to = archive.from;
    pgn_frames_limit(pieces->frames, archive.from, archive.to);
    pieces->skipped = archive.skipped;
    pieces->added = archive.added;
    return true;
}

void pgn_pieces_destroy(struct pgn_pieces *pieces)
{
    if (pieces == NULL) return;
    pgn_frames_destroy(pieces->frames);
    free(pieces->pending.bytes);
    free(pieces->added.bytes);
    free(pieces);
}

/* ---- Reading into pending ---- */

/* The text after the last frames of a range. */
static size_t read_added(struct pgn_pieces *pieces, char *buffer, size_t size)
{
    size_t left = pieces->added.length - pieces->added_at;
    if (left > size) left = size;
    if (left > 0) memcpy(buffer, pieces->added.bytes + pieces->added_at, left);
    pieces->added_at += left;
    return left;
}

/* Reads up to this many bytes into the buffer. 0: the input has ended, or frames are not ready yet. */
static size_t read_some(struct pgn_pieces *pieces, char *buffer, size_t size)
{
    struct pgn_stream *stream = pieces->input->stream;
    size_t got = 0;
    if (pieces->is_over) return 0;
    if (pieces->frames != NULL) {
        got = pgn_frames_read(pieces->frames, buffer, size);
        pieces->error = pgn_frames_error(pieces->frames);
        bool at_end = got == 0 && pgn_frames_at_end(pieces->frames);
        if (at_end && pieces->error == NULL) got = read_added(pieces, buffer, size);
        pieces->is_over = at_end && got == 0;
    } else {
        got = pgn_stream_read(stream, buffer, size);
        pieces->error = pgn_stream_error(stream);
        pieces->is_cut = pgn_stream_was_cut(stream);
        pieces->is_over = got == 0;
    }
    return got;
}

static bool read_pending(struct pgn_pieces *pieces, size_t size)
{
    text_reserve(&pieces->pending, size);
    size_t got = read_some(pieces, pieces->pending.bytes + pieces->pending.length, size);
    pieces->pending.length += got;
    return got > 0;
}

/* ---- Pieces ---- */

static void finish_piece(struct pgn_pieces *pieces, struct pgn_piece *piece)
{
    piece->offset = pieces->cut_to;
    pieces->cut_to += piece->size;
    piece->used = pgn_pieces_used(pieces);
}

/* A part of a mapped file. */
static enum cut_result cut_mapped(struct pgn_pieces *pieces, struct pgn_piece *piece)
{
    const char *text = pieces->input->text + pieces->cut_to;
    if (pieces->cut_to >= pieces->end) return CUT_END;
    size_t left = pieces->end - (size_t)pieces->cut_to, size = pieces->sizes.piece;
    piece->text = text;
    piece->size = left <= size ? left : pf_pgn_find_game(text, left, size);
    finish_piece(pieces, piece);
    return CUT_PIECE;
}

/* Makes the first size pending bytes the piece. */
static enum cut_result cut_pending(struct pgn_pieces *pieces, struct pgn_piece *piece, size_t size)
{
    struct text whole = pieces->pending;
    pieces->pending = piece->own;
    pieces->pending.length = 0;
    text_add(&pieces->pending, whole.bytes + size, whole.length - size);
    piece->own = whole;
    piece->text = whole.bytes;
    piece->size = size;
    finish_piece(pieces, piece);
    return CUT_PIECE;
}

/* The first offset, at or after from, at which a game begins whatever text follows; length if there is none. */
static size_t find_game(const char *text, size_t length, size_t from)
{
    size_t found = pf_pgn_find_game(text, length, from);
    return found + LOOKAHEAD <= length ? found : length;
}

/* Where to begin the next search, after a search from offset 1 found nothing. */
static size_t next_search(size_t length)
{
    return length > OVERLAP ? length - OVERLAP : 1;
}

/* The rest of the input. */
static enum cut_result cut_last(struct pgn_pieces *pieces, struct pgn_piece *piece)
{
    if (pieces->pending.length == 0) return CUT_END;
    piece->error = pieces->error;
    piece->is_cut = pieces->is_cut;
    piece->is_last = true;
    return cut_pending(pieces, piece, pieces->pending.length);
}

static enum cut_result begin_long(struct pgn_pieces *pieces, struct pgn_piece *piece)
{
    piece->is_long = true;
    piece->offset = pieces->cut_to;
    pieces->at_its_end = false;
    pieces->begin = pieces->line_ends = 0;
    /* No end was found, so the piece has none. */
    pieces->known = pieces->pending.length > LOOKAHEAD ? pieces->pending.length - LOOKAHEAD : 0;
    return CUT_PIECE;
}

/* The minimum amount of text for the next piece. With frames, it begins with the rest of a slot. */
static size_t wanted_text(struct pgn_pieces *pieces)
{
    size_t left = 0;
    if (pieces->frames == NULL) return pieces->sizes.piece;
    if (pieces->pending.length > 0) return pieces->pending.length;
    pgn_frames_view(pieces->frames, &left);
    if (left > pieces->sizes.longest) left = pieces->sizes.longest;
    return left > 0 ? left : pieces->sizes.piece;
}

/* Reads until this much is pending; less if no more is available now. */
static void read_until(struct pgn_pieces *pieces, size_t enough)
{
    const struct text *pending = &pieces->pending;
    while (pending->length < enough && read_pending(pieces, pieces->sizes.step)) {
        /* Games from a slow writer should appear without delay. */
        if (!pieces->sizes.is_steady && pieces->frames == NULL && pending->length >= pieces->sizes.step &&
            pgn_stream_is_idle(pieces->input->stream))
            break;
    }
}

/* Text from a stream, or text that spans several frames. */
static enum cut_result cut_read_text(struct pgn_pieces *pieces, struct pgn_piece *piece)
{
    const struct text *pending = &pieces->pending;
    size_t wanted = pieces->wanted, from = pieces->from;
    if (wanted == 0) from = wanted = wanted_text(pieces);
    pieces->wanted = 0;
    while (pending->length < pieces->sizes.longest) {
        read_until(pieces, wanted + pieces->sizes.step);
        if (pieces->is_over) return cut_last(pieces, piece);
        if (pending->length < wanted + pieces->sizes.step) {
            if (pieces->frames != NULL) {
                pieces->wanted = pending->length > 0 ? wanted : 0;
                pieces->from = from;
                return CUT_WAIT;
            }
            from = 1;
        }
        size_t found = find_game(pending->bytes, pending->length, from);
        if (found < pending->length) {
            size_t rest = pending->length - found;
            if (pieces->frames != NULL && pgn_frames_unread(pieces->frames, rest)) pieces->pending.length = found;
            return cut_pending(pieces, piece, found);
        }
        from = next_search(pending->length);
        wanted = 2 * pending->length;
        if (wanted > pieces->sizes.longest) wanted = pieces->sizes.longest;
    }
    return begin_long(pieces, piece);
}

/* A part of the text of one slot, if it has enough. */
static bool cut_slot(struct pgn_pieces *pieces, struct pgn_piece *piece)
{
    size_t left, size = pieces->sizes.piece;
    const char *text = pgn_frames_view(pieces->frames, &left);
    if (pieces->pending.length > 0 || left <= size) return false;
    size_t found = find_game(text, left, size);
    if (found == left) return false;
    piece->slot = pgn_frames_hold(pieces->frames);
    piece->text = text;
    piece->size = found;
    pgn_frames_pass(pieces->frames, found);
    finish_piece(pieces, piece);
    return true;
}

/* Skips the games before the range; false if no more text is available, either now or at all. */
static bool skip_text(struct pgn_pieces *pieces)
{
    char buffer[4096];
    while (pieces->skipped > 0) {
        size_t size = pieces->skipped < sizeof buffer ? (size_t)pieces->skipped : sizeof buffer;
        size_t got = read_some(pieces, buffer, size);
        if (got == 0) return false;
        pieces->skipped -= got;
        pieces->cut_to += got;
    }
    return true;
}

enum cut_result pgn_pieces_next(struct pgn_pieces *pieces, struct pgn_piece *piece)
{
    bool is_stream = pieces->input->stream != NULL;
    *piece = (struct pgn_piece){.own = piece->own};
    /* The result of a single read from a stream is used, however small. */
    bool is_begun = !is_stream || pieces->frames != NULL || pieces->cut_to + pieces->pending.length > 0;
    if (!pieces->is_over && !pieces->is_sequential && is_begun && was_interrupted()) {
        pieces->is_over = true;
        pieces->is_cut = is_stream || pieces->cut_to < pieces->end;
    }
    if (pieces->is_over) return cut_last(pieces, piece);
    if (!is_stream) return cut_mapped(pieces, piece);
    if (pieces->is_sequential) return begin_long(pieces, piece);
    if (!skip_text(pieces)) return pieces->is_over ? CUT_END : CUT_WAIT;
    return pieces->frames != NULL && cut_slot(pieces, piece) ? CUT_PIECE : cut_read_text(pieces, piece);
}

/* ---- Long pieces ---- */

/* Forgets the text that was handed out, except the part that a search may have to look back at. Two brackets replace
 * the text before that: a search that reaches them sees a tag, so it does not mistake the tag it is examining for a new
 * game. */
static void forget_text(struct pgn_pieces *pieces)
{
    struct text *pending = &pieces->pending;
    if (pieces->begin <= OVERLAP) return;
    size_t size = pieces->begin - OVERLAP;
    memmove(pending->bytes, pending->bytes + size, pending->length - size);
    memcpy(pending->bytes, "[[", 2);
    pending->length -= size;
    pieces->begin -= size;
    pieces->known -= size;
}

/* Reads more and looks for the end of the piece in it. */
static void look_further(struct pgn_pieces *pieces)
{
    struct text *pending = &pieces->pending;
    forget_text(pieces);
    if (!read_pending(pieces, pieces->sizes.step) && !pieces->is_over) pgn_frames_wait(pieces->frames);
    size_t from = pieces->known > 0 ? pieces->known : 1;
    size_t found = find_game(pending->bytes, pending->length, from);
    pieces->at_its_end = pieces->is_over || found < pending->length;
    if (pieces->is_over)
        pieces->known = pending->length;
    else if (found < pending->length)
        pieces->known = found;
    else if (pending->length > LOOKAHEAD + pieces->known)
        pieces->known = pending->length - LOOKAHEAD;
}

static void end_long(struct pgn_pieces *pieces)
{
    struct text *pending = &pieces->pending;
    pending->length -= pieces->begin;
    memmove(pending->bytes, pending->bytes + pieces->begin, pending->length);
    pieces->begin = pieces->known = 0;
}

static size_t hand_out(struct pgn_pieces *pieces, char *buffer, size_t size)
{
    while (pieces->begin == pieces->known && !pieces->at_its_end) look_further(pieces);
    if (size > pieces->known - pieces->begin) size = pieces->known - pieces->begin;
    memcpy(buffer, pieces->pending.bytes + pieces->begin, size);
    pieces->begin += size;
    if (size == 0) end_long(pieces);
    return size;
}

size_t pgn_pieces_read_long(void *context, void *buffer, size_t size)
{
    struct pgn_pieces *pieces = context;
    size_t got = pieces->is_sequential ? read_some(pieces, buffer, size) : hand_out(pieces, buffer, size);
    pieces->line_ends += count_line_ends(buffer, got);
    pieces->cut_to += got;
    return got;
}

const char *pgn_pieces_error(const struct pgn_pieces *pieces)
{
    /* Ctrl-C also ends the program that writes to a pipe, so it is not an error that the data ends there. */
    return pieces->is_over && !pieces->is_cut ? pieces->error : NULL;
}

bool pgn_pieces_was_cut(const struct pgn_pieces *pieces)
{
    return pieces->is_cut;
}

void pgn_pieces_stop(struct pgn_pieces *pieces)
{
    pieces->is_cut = true;
}

uint64_t pgn_pieces_line_ends(const struct pgn_pieces *pieces)
{
    return pieces->line_ends;
}

uint64_t pgn_pieces_used(const struct pgn_pieces *pieces)
{
    if (pieces->frames != NULL) return pgn_frames_used(pieces->frames);
    return pieces->input->stream != NULL ? pgn_stream_used(pieces->input->stream) : pieces->cut_to;
}

uint64_t pgn_pieces_text(const struct pgn_pieces *pieces)
{
    return pieces->cut_to;
}

struct pgn_frames *pgn_pieces_frames(struct pgn_pieces *pieces)
{
    return pieces->frames;
}

void pgn_piece_release(struct pgn_pieces *pieces, struct pgn_piece *piece)
{
    if (piece->slot != NULL) pgn_frames_release(pieces->frames, piece->slot);
    piece->slot = NULL;
    piece->text = NULL;
}

void pgn_piece_free(struct pgn_piece *piece)
{
    free(piece->own.bytes);
}
