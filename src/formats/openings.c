/* Names of openings: a hash table from positions to the lines of a text. */
#include <stdlib.h>
#include <string.h>

#include <plyforge/openings.h>
#include <plyforge/play.h>
#include <plyforge/san.h>

#include "base/text.h"

enum { FIRST_CAPACITY = 1024, LONGEST_FIELD = 1024 };

/* A line of the table: where its texts begin. plies is 0 for an empty slot; this is possible because the start position
 * has no name. */
struct opening_entry {
    uint64_t key;
    size_t eco, name;
    uint32_t plies;
};

struct pf_openings {
    struct opening_entry *entries; /* open addressing; capacity is a power of two */
    size_t capacity, size;
    char *texts; /* each one ends with a NUL */
    size_t texts_size, texts_capacity;
};

/* One field of a line. */
struct field {
    const char *begin;
    size_t length;
};

pf_openings *pf_openings_create(void)
{
    return calloc(1, sizeof(pf_openings));
}

void pf_openings_destroy(pf_openings *openings)
{
    if (!openings) return;
    free(openings->entries);
    free(openings->texts);
    free(openings);
}

size_t pf_openings_size(const pf_openings *openings)
{
    return openings->size;
}

/* ---- The table ---- */

static struct opening_entry *entry_of(const pf_openings *openings, uint64_t key)
{
    for (size_t place = (size_t)(key ^ key >> 32);; place++) {
        struct opening_entry *entry = &openings->entries[place & (openings->capacity - 1)];
        if (entry->plies == 0 || entry->key == key) return entry;
    }
}

/* Half of the slots stay empty. */
static bool reserve_entry(pf_openings *openings)
{
    if (2 * (openings->size + 1) <= openings->capacity) return true;
    pf_openings larger = {.capacity = openings->capacity ? 2 * openings->capacity : FIRST_CAPACITY};
    larger.entries = calloc(larger.capacity, sizeof *larger.entries);
    if (!larger.entries) return false;
    for (size_t i = 0; i < openings->capacity; i++)
        if (openings->entries[i].plies) *entry_of(&larger, openings->entries[i].key) = openings->entries[i];
    free(openings->entries);
    openings->entries = larger.entries;
    openings->capacity = larger.capacity;
    return true;
}

static bool reserve_text(pf_openings *openings, size_t size)
{
    if (openings->texts_size + size <= openings->texts_capacity) return true;
    size_t capacity = 2 * openings->texts_capacity + size + 4096;
    char *texts = realloc(openings->texts, capacity);
    if (!texts) return false;
    openings->texts = texts;
    openings->texts_capacity = capacity;
    return true;
}

static size_t add_text(pf_openings *openings, const struct field *field)
{
    size_t begin = openings->texts_size;
    memcpy(openings->texts + begin, field->begin, field->length);
    openings->texts[begin + field->length] = '\0';
    openings->texts_size += field->length + 1;
    return begin;
}

static bool add_entry(pf_openings *openings, const pf_position *position, uint32_t plies, const struct field *eco,
                      const struct field *name)
{
    if (!reserve_entry(openings) || !reserve_text(openings, eco->length + name->length + 2)) return false;
    struct opening_entry *entry = entry_of(openings, position->key);
    if (entry->plies) return true;
    entry->key = position->key;
    entry->eco = add_text(openings, eco);
    entry->name = add_text(openings, name);
    entry->plies = plies;
    openings->size++;
    return true;
}

bool pf_opening_of(const pf_openings *openings, const pf_position *position, pf_opening *out)
{
    if (openings->size == 0 || pf_position_variant(position) != PF_VARIANT_STANDARD) return false;
    const struct opening_entry *entry = entry_of(openings, position->key);
    if (entry->plies == 0) return false;
    out->eco = openings->texts + entry->eco;
    out->name = openings->texts + entry->name;
    out->plies = entry->plies;
    return true;
}

/* ---- Reading ---- */

static struct field next_field(const char **next, const char *end)
{
    struct field field = {*next, 0};
    const char *tab = *next < end ? memchr(*next, '\t', (size_t)(end - *next)) : NULL;
    field.length = (size_t)((tab ? tab : end) - *next);
    *next = tab ? tab + 1 : end;
    return field;
}

static bool is_field(const struct field *field, const char *text)
{
    return field->length == strlen(text) && memcmp(field->begin, text, field->length) == 0;
}

/* The length of a move number, "1." or "3...", which the move may follow directly; 0 if there is none. */
static size_t number_length(const char *word, size_t length)
{
    size_t digits = 0;
    while (digits < length && word[digits] >= '0' && word[digits] <= '9') digits++;
    size_t dots = digits;
    while (dots < length && word[dots] == '.') dots++;
    return digits > 0 && dots > digits ? dots : 0;
}

/* Plays the moves of a line. If the text cannot be read, *fault is where it went wrong. */
static pf_status play_moves(pf_position *position, uint32_t *plies, const struct field *moves, const char **fault,
                            pf_error *error)
{
    const char *next = moves->begin, *end = moves->begin + moves->length;
    *plies = 0;
    while (next < end) {
        if (pf_is_blank(*next)) {
            next++;
            continue;
        }
        const char *word = next;
        while (next < end && !pf_is_blank(*next)) next++;
        word += number_length(word, (size_t)(next - word));
        if (word == next) continue;
        pf_move move;
        *fault = word;
        pf_status status = pf_move_from_san(&move, position, word, (size_t)(next - word), PF_SAN_LENIENT, error);
        if (status != PF_OK) return status;
        pf_position_play_unchecked(position, move);
        ++*plies;
    }
    *fault = moves->begin;
    return *plies > 0 ? PF_OK : pf_fail(error, PF_ERROR_BOOK, 0, "the line has no moves");
}

static pf_status read_line(pf_openings *openings, const char *line, const char *end, const char **fault,
                           pf_error *error)
{
    const char *next = line;
    struct field eco = next_field(&next, end), name = next_field(&next, end), moves = next_field(&next, end);
    *fault = line;
    if (is_field(&eco, "eco") && is_field(&name, "name") && is_field(&moves, "pgn")) return PF_OK;
    if (moves.begin == end || eco.length == 0 || name.length == 0)
        return pf_fail(error, PF_ERROR_BOOK, 0, "expected an ECO code, a name and moves, separated by tabs");
    if (eco.length > LONGEST_FIELD || name.length > LONGEST_FIELD)
        return pf_fail(error, PF_ERROR_BOOK, 0, "the name of an opening is too long");
    if (memchr(line, '\0', (size_t)(end - line)))
        return pf_fail(error, PF_ERROR_BOOK, 0, "the line contains a zero byte");
    pf_position position = pf_position_start();
    uint32_t plies;
    pf_status status = play_moves(&position, &plies, &moves, fault, error);
    if (status != PF_OK) return status;
    if (add_entry(openings, &position, plies, &eco, &name)) return PF_OK;
    return pf_fail(error, PF_ERROR_NO_ROOM, 0, "not enough memory for openings");
}

pf_status pf_openings_read(pf_openings *openings, const char *text, size_t length, pf_error *error)
{
    const char *next = text, *end = text + length;
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) next += 3; /* a byte order mark */
    while (next < end) {
        const char *line = next, *fault = next;
        const char *line_end = memchr(line, '\n', (size_t)(end - line));
        next = line_end ? line_end + 1 : end;
        if (!line_end) line_end = end;
        if (line_end > line && line_end[-1] == '\r') line_end--;
        if (line_end == line || *line == '#') continue;
        pf_status status = read_line(openings, line, line_end, &fault, error);
        if (status == PF_OK) continue;
        /* A move that cannot be read is an error of the table. */
        if (error) error->offset = (uint32_t)(fault - text);
        if (status != PF_ERROR_NO_ROOM && error) error->code = PF_ERROR_BOOK;
        return status == PF_ERROR_NO_ROOM ? status : PF_ERROR_BOOK;
    }
    return PF_OK;
}
