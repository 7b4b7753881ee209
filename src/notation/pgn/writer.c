/* Writes PGN in export form. One word is held back at a time, because a closing parenthesis or brace must stay on its
 * line. */
#include <plyforge/fen.h>
#include <plyforge/pgn.h>
#include <plyforge/play.h>
#include <plyforge/san.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "notation/pgn/reader.h"

enum { COLUMNS = 79, WORD_SIZE = 256, BUFFER_SIZE = 8192 };

/* A game of standard chess uses only the boards. */
typedef struct frame {
    pf_position before, now;
    bool moved;
} frame;

struct pf_pgn_writer {
    pf_write_bytes *write;
    void *context;
    bool failed; /* the sink has failed; the rest of the game is dropped */

    char buffer[BUFFER_SIZE];
    size_t used;
    size_t column;

    char word[WORD_SIZE]; /* the word that is held back */
    size_t word_length;
    bool must_stay;    /* the word must not begin a line, because it would be read as something else there */
    bool long_word;    /* the first part of the word has been written */
    bool glue;         /* the next text belongs to the same word */
    bool in_comment;   /* in a comment that continues */
    bool opens;        /* a variation has begun; its parenthesis is written with the first item in it */
    bool needs_number; /* the next move needs a number, even if it is Black's */

    bool has_tags, has_fen, has_variant;
    bool lacks_beginning; /* the game has no tags, and nothing of its movetext has been written */
    bool has_number;      /* the number of the next move has been written; a comment or NAG comes between */
    unsigned depth;
    frame frames[PF_PGN_MAX_DEPTH + 1];
};

pf_pgn_writer *pf_pgn_writer_create(pf_write_bytes *write, void *context)
{
    pf_pgn_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) return NULL;
    writer->write = write;
    writer->context = context;
    writer->frames[0].now = pf_variant_start(PF_VARIANT_STANDARD);
    return writer;
}

void pf_pgn_writer_destroy(pf_pgn_writer *writer)
{
    free(writer);
}

/* ---- Lines and words ---- */

static void hand_over(pf_pgn_writer *writer)
{
    if (writer->used > 0 && !writer->failed && !writer->write(writer->context, writer->buffer, writer->used))
        writer->failed = true;
    writer->used = 0;
}

static void put(pf_pgn_writer *writer, const char *text, size_t length)
{
    if (writer->used + length > BUFFER_SIZE) hand_over(writer);
    if (length > BUFFER_SIZE) {
        if (!writer->failed && !writer->write(writer->context, text, length)) writer->failed = true;
        return;
    }
    memcpy(writer->buffer + writer->used, text, length);
    writer->used += length;
}

static void put_newline(pf_pgn_writer *writer)
{
    put(writer, "\n", 1);
    writer->column = 0;
}

/* Columns count characters: continuation bytes of UTF-8 are not counted. */
static size_t width_of(const char *text, size_t length)
{
    size_t width = 0;
    for (size_t i = 0; i < length; i++) width += ((unsigned char)text[i] & 0xc0) != 0x80;
    return width;
}

/* Writes the separator before a word of this width: a blank or a line end. */
static void put_gap(pf_pgn_writer *writer, size_t width)
{
    if (writer->long_word || writer->column == 0) return;
    if (writer->column + 1 + width > COLUMNS && !writer->must_stay) {
        put_newline(writer);
    } else {
        put(writer, " ", 1);
        writer->column++;
    }
}

/* Writes the word that was held back on this line or the next. */
static void put_word(pf_pgn_writer *writer)
{
    size_t width = width_of(writer->word, writer->word_length);
    if (writer->word_length == 0) return;
    put_gap(writer, width);
    put(writer, writer->word, writer->word_length);
    writer->column += width;
    writer->word_length = 0;
}

/* Text added from now on is another word, unless it is glued to the last one. */
static void begin_word(pf_pgn_writer *writer)
{
    if (!writer->glue) {
        put_word(writer);
        writer->long_word = false;
        writer->must_stay = false;
    }
    writer->glue = false;
}

static void add(pf_pgn_writer *writer, const char *text, size_t length)
{
    if (writer->word_length + length > WORD_SIZE) {
        if (writer->word_length == 0) put_gap(writer, width_of(text, length));
        put_word(writer);
        writer->long_word = true;
    }
    if (length > WORD_SIZE) {
        put(writer, text, length);
        writer->column += width_of(text, length);
        return;
    }
    memcpy(writer->word + writer->word_length, text, length);
    writer->word_length += length;
}

static void add_word(pf_pgn_writer *writer, const char *text, size_t length)
{
    begin_word(writer);
    add(writer, text, length);
}

static pf_status status_of(const pf_pgn_writer *writer)
{
    return writer->failed ? PF_ERROR_NO_ROOM : PF_OK;
}

/* ---- Tags ---- */

/* A raw value comes from a file, where quotation marks may or may not be escaped. */
static void put_tag(pf_pgn_writer *writer, const char *name, size_t name_length, const char *value, size_t length,
                    bool raw)
{
    begin_word(writer);
    if (writer->column > 0) put_newline(writer); /* after a comment before the tags */
    put(writer, "[", 1);
    put(writer, name, name_length);
    put(writer, " \"", 2);
    for (size_t i = 0; i < length; i++) {
        char c = value[i];
        if (raw && c == '\\' && i + 1 < length && (value[i + 1] == '"' || value[i + 1] == '\\')) c = value[++i];
        if (c == '"' || c == '\\') put(writer, "\\", 1);
        if (c == '\n' || c == '\r') c = ' ';
        put(writer, &c, 1);
    }
    put(writer, "\"]\n", 3);
    writer->has_tags = true;
    if (name_length == 3 && memcmp(name, "FEN", 3) == 0) writer->has_fen = true;
    if (name_length == 7 && memcmp(name, "Variant", 7) == 0) writer->has_variant = true;
}

pf_status pf_pgn_write_tag(pf_pgn_writer *writer, const char *name, size_t name_length, const char *value,
                           size_t length)
{
    put_tag(writer, name, name_length, value, length, false);
    return status_of(writer);
}

pf_status pf_pgn_write_start(pf_pgn_writer *writer, const pf_position *position)
{
    pf_variant variant = pf_position_variant(position);
    pf_position usual = pf_variant_start(variant);
    if (variant != PF_VARIANT_STANDARD && !writer->has_variant) {
        const char *title = pf_variant_title(variant);
        put_tag(writer, "Variant", 7, title, strlen(title), false);
    }
    if (!writer->has_fen && (!pf_position_equal(position, &usual) || position->fullmove_number != 1)) {
        char fen[PF_FEN_SIZE];
        size_t length = pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_XFEN, PF_EP_LEGAL);
        put_tag(writer, "SetUp", 5, "1", 1, false);
        put_tag(writer, "FEN", 3, fen, length, false);
    }
    if (writer->has_tags) put_newline(writer);
    writer->lacks_beginning = !writer->has_tags;
    writer->has_number = false;
    writer->depth = 0;
    writer->opens = false;
    writer->frames[0].now = *position;
    writer->frames[0].moved = false;
    writer->needs_number = true;
    return status_of(writer);
}

/* ---- Movetext ---- */

/* Writes the parenthesis of a variation that is no longer empty. */
static void open_variation(pf_pgn_writer *writer)
{
    if (!writer->opens) return;
    add_word(writer, "(", 1);
    writer->glue = true;
    writer->opens = false;
    writer->needs_number = true;
}

/* A comment or NAG at the beginning of a game without tags follows the first move number. Without the number, it would
 * be read as part of the previous game. Such a game begins with the usual position. */
static void write_beginning(pf_pgn_writer *writer)
{
    if (!writer->lacks_beginning) return;
    add_word(writer, "1.", 2);
    writer->lacks_beginning = false;
    writer->has_number = true;
}

/* Plays a legal move or a null move; false if the null move is not possible. */
static bool play(pf_position *position, pf_move move)
{
    if (move == PF_NO_MOVE) return pf_position_play_null(position);
    pf_position_play_unchecked(position, move);
    return true;
}

pf_status pf_pgn_write_move(pf_pgn_writer *writer, pf_move move)
{
    frame *line = &writer->frames[writer->depth];
    const pf_position *now = &line->now;
    pf_position after = line->now;
    char san[PF_SAN_SIZE];
    char number[16];
    size_t length = pf_move_to_san(san, sizeof san, &line->now, move, PF_SAN_LETTERS);
    if (length == 0 || !play(&after, move)) return PF_ERROR_MOVE_ILLEGAL;

    open_variation(writer);
    if ((now->turn == PF_WHITE || writer->needs_number) && !writer->has_number) {
        pf_text text = pf_text_begin(number, sizeof number);
        pf_text_number(&text, now->fullmove_number);
        pf_text_string(&text, now->turn == PF_WHITE ? "." : "...");
        add_word(writer, number, pf_text_end(&text));
    }
    add_word(writer, san, length);
    writer->needs_number = writer->has_number = writer->lacks_beginning = false;
    line->before = line->now;
    line->now = after;
    line->moved = true;
    return status_of(writer);
}

pf_status pf_pgn_write_nag(pf_pgn_writer *writer, unsigned nag)
{
    char word[16];
    pf_text text = pf_text_begin(word, sizeof word);
    write_beginning(writer);
    open_variation(writer);
    pf_text_char(&text, '$');
    pf_text_number(&text, nag);
    add_word(writer, word, pf_text_end(&text));
    return status_of(writer);
}

enum { COMMAND_SIZE = 64 };

/* A command like [%clk 0:05:00] at text[*at], with one blank for each run of blanks and line ends. Returns its length
 * and moves *at past it; 0 if there is none, or if it is too long for a line. */
static size_t take_command(char command[COMMAND_SIZE], const char *text, size_t length, size_t *at)
{
    size_t size = 0;
    if (length - *at < 3 || text[*at] != '[' || text[*at + 1] != '%') return 0;
    for (size_t i = *at; i < length && size < COMMAND_SIZE; i++) {
        if (!pf_pgn_is_blank(text[i]))
            command[size++] = text[i] == '}' ? ')' : text[i];
        else if (command[size - 1] != ' ')
            command[size++] = ' ';
        if (text[i] != ']') continue;
        *at = i + 1;
        return size;
    }
    return 0;
}

/* Whether a word at the start of a line would be read as a tag or an escaped line, or make the next one such a word:
 * for the reader a line begins after the bytes of a byte order mark. */
static bool changes_at_line_start(const char *word, const char *end)
{
    while (word < end && pf_pgn_is_margin(*word)) word++;
    return word == end || *word == '[' || *word == '%';
}

/* The words of a comment or of a piece of one; a command like [%clk 0:05:00] is one word. A comment cannot contain '}',
 * which becomes ')'. */
static void write_comment_words(pf_pgn_writer *writer, const char *text, size_t length, bool continues)
{
    if (!writer->in_comment) {
        write_beginning(writer);
        open_variation(writer);
        add_word(writer, "{", 1);
        writer->glue = true;
    }
    size_t i = 0;
    bool after_brace = false; /* no command begins within a word, and the same applies after ')' */
    while (i < length) {
        if (pf_pgn_is_blank(text[i])) {
            after_brace = false;
            /* Only between two words; a piece may end with blanks that precede the next piece. */
            if (!(writer->glue && !writer->in_comment)) writer->glue = false;
            i++;
            continue;
        }
        size_t first = i;
        char command[COMMAND_SIZE];
        size_t command_length = after_brace ? 0 : take_command(command, text, length, &i);
        size_t rest = i;
        while (i < length && !pf_pgn_is_blank(text[i]) && text[i] != '}') i++;
        bool glued = writer->glue;
        begin_word(writer);
        const char *end = text + i + (i < length && text[i] == '}');
        if (!glued && command_length == 0 && changes_at_line_start(text + first, end)) writer->must_stay = true;
        add(writer, command, command_length);
        add(writer, text + rest, i - rest);
        after_brace = i < length && text[i] == '}';
        if (after_brace) add(writer, ")", 1), i++;
        writer->in_comment = true;
        writer->glue = i == length || !pf_pgn_is_blank(text[i]);
    }
    writer->in_comment = true;
    if (continues) return;
    add(writer, "}", 1);
    writer->in_comment = false;
    writer->glue = false;
    writer->needs_number = true;
}

pf_status pf_pgn_write_comment(pf_pgn_writer *writer, const char *text, size_t length)
{
    write_comment_words(writer, text, length, false);
    return status_of(writer);
}

pf_status pf_pgn_write_begin_variation(pf_pgn_writer *writer)
{
    frame *line = &writer->frames[writer->depth];
    if (!line->moved || writer->depth == PF_PGN_MAX_DEPTH) return PF_ERROR_MOVE_ILLEGAL;
    line[1].now = line->before;
    line[1].moved = false;
    writer->depth++;
    writer->opens = true;
    return status_of(writer);
}

pf_status pf_pgn_write_end_variation(pf_pgn_writer *writer)
{
    if (writer->depth == 0) return PF_ERROR_MOVE_ILLEGAL;
    writer->depth--;
    if (!writer->opens) {
        add(writer, ")", 1);
        writer->glue = false;
        writer->needs_number = true;
    }
    writer->opens = false;
    return status_of(writer);
}

pf_status pf_pgn_write_end(pf_pgn_writer *writer, pf_result result)
{
    const char *text = pf_result_text(result);
    if (writer->in_comment) write_comment_words(writer, "", 0, false);
    while (writer->depth > 0) pf_pgn_write_end_variation(writer);
    add_word(writer, text, strlen(text));
    begin_word(writer);
    put_newline(writer);
    put_newline(writer);
    hand_over(writer);
    pf_status status = status_of(writer);
    writer->has_tags = writer->has_fen = writer->has_variant = writer->failed = writer->lacks_beginning = false;
    return status;
}

pf_status pf_pgn_write_event(pf_pgn_writer *writer, pf_pgn_reader *reader, const pf_pgn_event *event)
{
    switch (event->type) {
    case PF_PGN_TAG: put_tag(writer, event->name, event->name_length, event->text, event->length, true); break;
    case PF_PGN_MOVETEXT: return pf_pgn_write_start(writer, pf_pgn_position(reader));
    case PF_PGN_MOVE: return pf_pgn_write_move(writer, event->move);
    case PF_PGN_NAG: return pf_pgn_write_nag(writer, event->nag);
    case PF_PGN_COMMENT: write_comment_words(writer, event->text, event->length, event->continues); break;
    case PF_PGN_BEGIN_VARIATION: return pf_pgn_write_begin_variation(writer);
    case PF_PGN_END_VARIATION: return pf_pgn_write_end_variation(writer);
    case PF_PGN_GAME_END: return pf_pgn_write_end(writer, event->result);
    case PF_PGN_END:
    case PF_PGN_GAME:
    case PF_PGN_WARNING:
    case PF_PGN_ERROR: break;
    }
    return status_of(writer);
}
