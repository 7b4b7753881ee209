/* Reads games from PGN text for JavaScript. A call reads whole games from a block of text and leaves all their events
 * as numbers in one array and all their texts in another, so that JavaScript calls into the module once for many games.
 * src/pgn.ts reads what is written here. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* An array that grows. */
typedef struct growing {
    unsigned char *data;
    uint32_t size, room;
} growing;

static growing numbers, texts, input;
static bool out_of_memory;
static pf_pgn_reader *reader;

static bool reserve(growing *array, size_t size)
{
    if (size <= array->room) return true;
    if (size > (size_t)1 << 30) { /* more than malloc supports; doubling would overflow */
        out_of_memory = true;
        return false;
    }
    size_t room = array->room ? array->room : 4096;
    while (room < size) room *= 2;
    unsigned char *data = realloc(array->data, room);
    if (!data) {
        out_of_memory = true;
        return false;
    }
    array->data = data;
    array->room = (uint32_t)room;
    return true;
}

static void put_number(uint32_t number)
{
    if (!reserve(&numbers, (size_t)numbers.size + 4)) return;
    memcpy(numbers.data + numbers.size, &number, 4);
    numbers.size += 4;
}

static void put_wide(uint64_t number)
{
    put_number((uint32_t)number);
    put_number((uint32_t)(number >> 32));
}

/* The number of bytes of the sequence that begins here; 0 if it is not UTF-8. */
static uint32_t sequence_length(const unsigned char *p, size_t length)
{
    if (p[0] < 0x80) return 1;
    uint32_t size = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4 || size > length) return 0;
    for (uint32_t i = 1; i < size; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f)) return 0;
    if ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f)) return 0;
    return size;
}

/* Appends text and returns its length in UTF-16. A byte that is not part of UTF-8 is assumed to be Latin-1, which is
 * the encoding of most files that are not UTF-8. */
static uint32_t put_text(const char *text, size_t length)
{
    if (!reserve(&texts, (size_t)texts.size + 2 * length)) return 0;
    const unsigned char *p = (const unsigned char *)text;
    unsigned char *to = texts.data + texts.size;
    uint32_t units = 0;
    for (size_t i = 0; i < length;) {
        uint32_t size = sequence_length(p + i, length - i);
        if (size == 0) {
            *to++ = (unsigned char)(0xc0 | p[i] >> 6);
            *to++ = (unsigned char)(0x80 | (p[i] & 0x3f));
            i++;
            units++;
            continue;
        }
        for (uint32_t k = 0; k < size; k++) *to++ = p[i + k];
        i += size;
        units += size == 4 ? 2 : 1;
    }
    texts.size = (uint32_t)(to - texts.data);
    return units;
}

static void put_comment(const pf_pgn_event *event)
{
    put_number(event->type | (uint32_t)event->continues << 8);
    put_number(put_text(event->text, event->length));
    const pf_pgn_commands *commands = &event->commands;
    bool has_any = commands->clock >= 0 || commands->elapsed >= 0 || commands->eval_kind != PF_PGN_EVAL_NONE;
    put_number(has_any);
    if (!has_any) return;
    put_wide((uint64_t)commands->clock);
    put_wide((uint64_t)commands->elapsed);
    put_number((uint32_t)commands->eval_kind);
    put_number((uint32_t)commands->eval);
    put_number((uint32_t)commands->eval_depth);
}

static void put_fault(const pf_pgn_event *event)
{
    put_number(event->type | (uint32_t)event->error.code << 8);
    put_wide(event->offset);
    put_wide(event->line);
    put_number(put_text(event->error.message, strlen(event->error.message)));
}

static uint32_t warnings; /* in the current game */

static void put_event(const pf_pgn_event *event)
{
    switch (event->type) {
    case PF_PGN_MOVE: {
        size_t length = event->length < 255 ? event->length : 255;
        put_number(event->type | put_text(event->text, length) << 8 | (uint32_t)event->move << 16);
        break;
    }
    case PF_PGN_GAME:
        warnings = 0;
        put_number(event->type);
        put_wide(event->offset);
        break;
    case PF_PGN_TAG: {
        put_number(event->type);
        put_number(put_text(event->name, event->name_length));
        size_t room = event->length + 1;
        char *value = malloc(room);
        size_t length = value ? pf_pgn_unescape(value, room, event->text, event->length) : 0;
        put_number(value ? put_text(value, length) : 0);
        free(value);
        break;
    }
    case PF_PGN_MOVETEXT: {
        put_number(event->type | (uint32_t)pf_pgn_is_chess960(reader) << 8);
        const uint32_t *words = (const uint32_t *)pf_pgn_position(reader);
        for (unsigned i = 0; i < sizeof(pf_position) / 4; i++) put_number(words[i]);
        break;
    }
    case PF_PGN_NAG: put_number(event->type | (uint32_t)event->nag << 8); break;
    case PF_PGN_COMMENT: put_comment(event); break;
    case PF_PGN_WARNING:
        if (warnings++ >= PF_PGN_MAX_WARNINGS) break; /* each becomes an object, and there could be one per byte */
        put_fault(event);
        break;
    case PF_PGN_ERROR: put_fault(event); break;
    case PF_PGN_GAME_END:
        put_number(event->type | (uint32_t)event->result << 8 | (uint32_t)event->broken << 16);
        put_number(event->warnings);
        break;
    default: put_number(event->type); break;
    }
}

/* Reserves capacity for a block of text; returns 0 if memory has run out. */
uint32_t EXPORT(pgn_input)(uint32_t size)
{
    return reserve(&input, (size_t)size + 64) ? (uint32_t)(uintptr_t)input.data : 0;
}

/* Whether a game certainly begins at p, even if more text follows: no decision of the reader looks further ahead than
 * this many bytes. A tag or a move number on a complete line is sufficient. */
static bool begins_for_certain(const char *p, const char *end)
{
    enum { LOOKAHEAD = 512 };
    size_t length = (size_t)(end - p);
    if (length >= LOOKAHEAD) return true;
    if (!memchr(p, '\n', length)) return false;
    if (*p == '[') return pf_pgn_find_game(p, length, 0) == 0;
    const char *q = p;
    while (*q >= '0' && *q <= '9') q++;
    return q > p && *q == '.';
}

/* Skips the rest of a game that is too long, from an offset of the block on. Returns the number of bytes that can be
 * dropped; io.out receives whether a tag begins after them, and whether anything but blanks precedes it on its line. */
uint32_t EXPORT(pgn_pass)(uint32_t from, uint32_t length, uint32_t mid_line, uint32_t is_last)
{
    bool found, is_mid_line = mid_line;
    if (length > input.room || from > length) return 0;
    size_t passed = pf_pgn_pass_to_tag(&found, &is_mid_line, (const char *)input.data + from, length - from, is_last);
    io.out[0] = found;
    io.out[1] = is_mid_line;
    return (uint32_t)passed;
}

static uint32_t is_mid_line(const unsigned char *text, uint32_t at)
{
    while (at > 0 && (text[at - 1] == ' ' || (text[at - 1] >= '\t' && text[at - 1] <= '\r' && text[at - 1] != '\n') ||
                      text[at - 1] == 0xef || text[at - 1] == 0xbb || text[at - 1] == 0xbf))
        at--;
    return at > 0 && text[at - 1] != '\n';
}

/* Reads games from the block, beginning at from, until the end or until the arrays exceed limit bytes. Unless the block
 * is the last one, the last game is not read, because more of it may follow. But if it is longer than longest bytes, it
 * is treated as broken, and the rest of it must be skipped with pgn_pass. Returns the offset of the first byte that was
 * not read, or length. io.out receives the arrays and, if the rest of a game follows, 1, or 2 if that begins in the
 * middle of a line. 0xffffffff means that memory has run out. */
uint32_t EXPORT(pgn_read)(uint32_t from, uint32_t length, uint32_t limit, uint32_t strict, uint32_t untagged,
                          uint32_t longest, uint32_t is_last)
{
    enum { FURTHEST = 1 << 21 }; /* the furthest that a reader looks when it finds that a game is too long */
    if (length > input.room || from > length) return UINT32_MAX;
    if (!reader && !(reader = pf_pgn_reader_create())) return UINT32_MAX;
    out_of_memory = false;
    numbers.size = texts.size = 0;
    pf_pgn_reader_set_mode(reader, strict ? PF_PGN_STRICT : PF_PGN_TOLERANT);
    pf_pgn_reader_set_max_game(reader, longest);
    pf_pgn_reader_accept_variants(reader, untagged < PF_VARIANT_COUNT ? (pf_variant)untagged : PF_VARIANT_STANDARD);
    const char *text = (const char *)input.data;
    pf_pgn_reader_from_memory(reader, text + from, length - from);
    pf_pgn_event event;
    uint32_t next = from, last = from;
    uint32_t whole[2] = {0, 0}; /* the sizes of the arrays, including only the games before next */
    for (bool is_over = false; !is_over;) {
        is_over = pf_pgn_next(reader, &event) == PF_PGN_END;
        uint32_t at = is_over ? length : from + (uint32_t)event.offset;
        if (is_over ? is_last
                    : event.type == PF_PGN_GAME && (is_last || begins_for_certain(text + at, text + length))) {
            next = at;
            whole[0] = numbers.size;
            whole[1] = texts.size;
            is_over |= numbers.size > limit;
        }
        if (!is_over && event.type == PF_PGN_GAME) last = at;
        if (!is_over) put_event(&event);
    }
    io.out[4] = 0;
    if (!is_last && event.type == PF_PGN_END && length - last > (uint64_t)longest + FURTHEST) {
        next = last + longest;
        whole[0] = numbers.size;
        whole[1] = texts.size;
        io.out[4] = 1 + is_mid_line(input.data, next);
    }
    io.out[0] = (uint32_t)(uintptr_t)numbers.data;
    io.out[1] = whole[0] / 4;
    io.out[2] = (uint32_t)(uintptr_t)texts.data;
    io.out[3] = whole[1];
    return out_of_memory ? UINT32_MAX : next;
}
