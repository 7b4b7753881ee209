/* Selecting games; see pgn_select.h. */
#include "pgn/pgn_select.h"
#include "common.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- The options ---- */

static bool read_decimal(double *out, const char *text)
{
    char *end;
    const char *digits = text + (text[0] == '+' || text[0] == '-');
    if (!isdigit((unsigned char)digits[0]) && digits[0] != '.')
        return false; /* strtod accepts more than decimal numbers */
    *out = strtod(text, &end);
    return end != text && *end == '\0' && strpbrk(text, "xXnN") == NULL;
}

/* Reads YYYY, YYYY.MM or YYYY.MM.DD, with ? for digits that are not known. The parts after an unknown part count as
 * unknown. */
static bool read_date(struct pgn_date *date, const char *text)
{
    bool is_known = true;
    *date = (struct pgn_date){0};
    for (unsigned i = 0; i < 3; i++) {
        size_t length = strspn(text, "0123456789?");
        if (i == 0 ? length != 4 : length < 1 || length > 2) return false;
        if (memchr(text, '?', length) != NULL) is_known = false;
        if (is_known) date->parts[date->known++] = (unsigned)strtoul(text, NULL, 10);
        text += length;
        if (*text == '\0') return true;
        if (*text++ != '.') return false;
    }
    return false;
}

/* The value of a condition. One that begins with a sign is more likely a mistyped sign, as in WhiteElo=>2400, so that
 * it must be written with a backslash. */
static const char *read_value(const char *value, const char *text)
{
    static const char signs[] = "=<>~";
    if (value[0] != '\0' && strchr(signs, value[0]) != NULL)
        refuse("--select takes one of = != < <= > >= ~ between TAG and value, not '%s'; a value that begins with %c is "
               "written \\%s",
               text, value[0], value);
    bool is_escaped = value[0] == '\\' && value[1] != '\0' && strchr(signs, value[1]) != NULL;
    return value + is_escaped;
}

void read_condition(void *value, const struct option_word *word)
{
    /* Longer signs first. */
    static const struct {
        const char *text;
        enum comparison comparison;
    } signs[] = {{"<=", LESS_OR_EQUAL}, {">=", GREATER_OR_EQUAL}, {"!=", NOT_EQUAL}, {"=", EQUAL},
                 {"<", LESS},           {">", GREATER},           {"~", CONTAINS}};
    struct pgn_filter *filter = value;
    const char *text = word->text;
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_') length++;
    const char *at = text + length + strspn(text + length, BLANKS);
    for (size_t i = 0; length > 0 && i < sizeof signs / sizeof signs[0]; i++) {
        if (strncmp(at, signs[i].text, strlen(signs[i].text)) != 0) continue;
        if (filter->size == MAX_CONDITIONS) refuse("--select may be given %d times at most", MAX_CONDITIONS);
        struct pgn_condition *condition = &filter->conditions[filter->size++];
        at += strlen(signs[i].text);
        *condition = (struct pgn_condition){.name = text, .name_length = length, .comparison = signs[i].comparison};
        condition->value = read_value(at + strspn(at, BLANKS), text);
        condition->is_number = read_decimal(&condition->number, condition->value);
        if (!read_date(&condition->date, condition->value)) condition->date.known = 0;
        return;
    }
    refuse("--select takes TAG and a value with one of = != < <= > >= ~ between them, not '%s'", text);
}

void read_results(void *value, const struct option_word *word)
{
    struct pgn_filter *filter = value;
    for (const char *text = word->text;; text++) {
        size_t length = strcspn(text, ",");
        pf_result result = PF_RESULT_NOT_GIVEN;
        bool is_none = length == 4 && memcmp(text, "none", 4) == 0;
        if (!is_none && !pf_result_from_text(&result, text, length))
            refuse("--result takes 1-0, 0-1, 1/2-1/2, * and none, with commas between them, not '%s'", word->text);
        filter->results |= 1u << result;
        text += length;
        if (*text == '\0') return;
    }
}

void read_plies_limit(void *value, const struct option_word *word)
{
    if (!read_number(value, word->text, strlen(word->text), UINT_MAX))
        refuse("--%s must be a number from 0 to %u, not '%s'", word->row->name, UINT_MAX, word->text);
}

/* ---- Tags ---- */

enum { VALUE_SIZE = 1024 }; /* only this much of a longer value is compared */

static bool contains(const char *text, const char *part)
{
    size_t length = strlen(part);
    for (; strlen(text) >= length; text++)
        if (strncasecmp(text, part, length) == 0) return true;
    return false;
}

/* Compares a date with one of a condition, to the precision of the latter; false if the date is not known well enough.
 */
static bool compare_dates(int *order, const struct pgn_date *date, const struct pgn_date *other)
{
    *order = 0;
    for (unsigned i = 0; *order == 0 && i < other->known; i++) {
        if (i == date->known) return false;
        *order = date->parts[i] < other->parts[i] ? -1 : date->parts[i] > other->parts[i];
    }
    return true;
}

/* Compares the value of a tag with that of the condition; false if they cannot be compared, such as a text with a
 * number. */
static bool compare(int *order, const struct pgn_condition *condition, const char *value)
{
    double number;
    struct pgn_date date;
    if (condition->is_number && read_decimal(&number, value)) {
        *order = number < condition->number ? -1 : number > condition->number;
        return true;
    }
    if (condition->date.known > 0) return read_date(&date, value) && compare_dates(order, &date, &condition->date);
    *order = strcmp(value, condition->value);
    return !condition->is_number;
}

static bool fits(const struct pgn_condition *condition, const char *value)
{
    int order = 0;
    switch (condition->comparison) {
    case EQUAL: return strcmp(value, condition->value) == 0;
    case NOT_EQUAL: return strcmp(value, condition->value) != 0;
    case CONTAINS: return contains(value, condition->value);
    case LESS: return compare(&order, condition, value) && order < 0;
    case LESS_OR_EQUAL: return compare(&order, condition, value) && order <= 0;
    case GREATER: return compare(&order, condition, value) && order > 0;
    case GREATER_OR_EQUAL: return compare(&order, condition, value) && order >= 0;
    }
    return false;
}

void selection_begin(struct pgn_selection *selection)
{
    *selection = (struct pgn_selection){.by_tag = PF_RESULT_NOT_GIVEN};
}

void selection_add_tag(struct pgn_selection *selection, const struct pgn_filter *filter, const pf_pgn_event *event)
{
    char value[VALUE_SIZE];
    if (event->name_length == 6 && memcmp(event->name, "Result", 6) == 0)
        pf_result_from_text(&selection->by_tag, event->text, event->length);
    static const char forfeit[] = "time forfeit";
    if (event->name_length == 11 && memcmp(event->name, "Termination", 11) == 0)
        selection->on_time = event->length == strlen(forfeit) && strncasecmp(event->text, forfeit, event->length) == 0;
    for (unsigned i = 0; i < filter->size; i++) {
        const struct pgn_condition *condition = &filter->conditions[i];
        if (condition->name_length != event->name_length ||
            memcmp(condition->name, event->name, event->name_length) != 0)
            continue;
        pf_pgn_unescape(value, sizeof value, event->text, event->length);
        selection->named |= 1u << i;
        if (fits(condition, value)) selection->fitting |= 1u << i;
    }
}

bool selection_fits_tags(const struct pgn_selection *selection, const struct pgn_filter *filter)
{
    for (unsigned i = 0; i < filter->size; i++) {
        bool absent = (selection->named >> i & 1) == 0;
        if (absent ? filter->conditions[i].comparison != NOT_EQUAL : (selection->fitting >> i & 1) == 0) return false;
    }
    return !filter->unfair || (selection->on_time && selection->by_tag != PF_RESULT_DRAW);
}

/* ---- Moves and results ---- */

/* Two different mixers, so that the halves of the hash are independent. */
static void mix(uint64_t hash[2], uint64_t value)
{
    hash[0] = (hash[0] ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    hash[0] ^= hash[0] >> 29;
    hash[1] = (hash[1] + value) * UINT64_C(0xc2b2ae3d27d4eb4f);
    hash[1] ^= hash[1] >> 32;
}

void game_hash_bytes(uint64_t hash[2], const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word;
        memcpy(&word, bytes + i, sizeof word);
        mix(hash, word);
    }
}

void selection_add_start(struct pgn_selection *selection, const struct pgn_filter *filter, const pf_position *start)
{
    if (!filter->unique) return;
    pf_packed_variant packed;
    pf_position_pack_variant(&packed, start);
    game_hash_bytes(selection->moves, packed.bytes, sizeof packed.bytes);
}

void selection_add_moves(struct pgn_selection *selection, const struct pgn_filter *filter, const pf_move *moves,
                         uint32_t count)
{
    selection->plies += count;
    for (uint32_t i = 0; filter->unique && i < count; i++) mix(selection->moves, (uint64_t)moves[i] + 1);
}

pf_result selection_result(const struct pgn_selection *selection, const struct pgn_filter *filter, pf_result result)
{
    return result == PF_RESULT_NOT_GIVEN && filter->fallback_result ? selection->by_tag : result;
}

bool selection_fits_game(const struct pgn_selection *selection, const struct pgn_filter *filter, pf_result result,
                         bool broken)
{
    if (selection->plies < filter->min_plies || selection->plies > filter->max_plies) return false;
    if (filter->results == 0) return true;
    result = selection_result(selection, filter, broken ? PF_RESULT_NOT_GIVEN : result);
    if (broken && result == PF_RESULT_NOT_GIVEN) return false;
    return (filter->results >> result & 1) != 0;
}

bool selection_is_unfair(const pf_position *last, pf_result result, void *scratch)
{
    size_t size = (size_t)PF_DEAD_BUDGET * PF_DEAD_BYTES_PER_NODE;
    if (result != PF_RESULT_WHITE_WINS && result != PF_RESULT_BLACK_WINS) return false;
    pf_colour winner = result == PF_RESULT_WHITE_WINS ? PF_WHITE : PF_BLACK;
    return pf_position_is_unwinnable(last, winner, PF_DEAD_BUDGET, scratch, size) == PF_VERDICT_YES;
}

void filter_names(char names[FILTER_NAMES_SIZE], const struct pgn_filter *filter)
{
    snprintf(names, FILTER_NAMES_SIZE, "%s%s%s%s%s", filter->size > 0 ? ", --select" : "",
             filter->results != 0 ? ", --result" : "", filter->min_plies > 0 ? ", --min-plies" : "",
             filter->max_plies < UINT_MAX ? ", --max-plies" : "", filter->unfair ? ", --unfair" : "");
    size_t separator = names[0] == '\0' ? 0 : 2;
    memmove(names, names + separator, strlen(names + separator) + 1);
}

bool filter_needs_moves(const struct pgn_filter *filter)
{
    return filter->results != 0 || filter->min_plies > 0 || filter->max_plies < UINT_MAX || filter->unique ||
           filter->unfair;
}

bool filter_is_active(const struct pgn_filter *filter)
{
    return filter->size > 0 || filter->fallback_result || filter_needs_moves(filter);
}

/* ---- The set of games ---- */

/* Open addressing with linear probing; an empty slot is zero. */
struct game_set {
    uint64_t (*slots)[2];
    size_t capacity, size, max_capacity; /* capacities are powers of two */
};

struct game_set *game_set_create(size_t memory)
{
    struct game_set *set = allocated(calloc(1, sizeof *set));
    set->max_capacity = 1 << 12;
    while (2 * set->max_capacity * sizeof *set->slots <= memory) set->max_capacity *= 2;
    set->capacity = 1 << 12;
    set->slots = allocated(calloc(set->capacity, sizeof *set->slots));
    return set;
}

void game_set_destroy(struct game_set *set)
{
    if (set == NULL) return;
    free(set->slots);
    free(set);
}

/* The slot of the hash, or the empty slot for it. */
static uint64_t *find_slot(uint64_t (*slots)[2], size_t capacity, const uint64_t hash[2])
{
    for (size_t i = hash[0];; i++) {
        uint64_t *slot = slots[i & (capacity - 1)];
        if ((slot[0] == hash[0] && slot[1] == hash[1]) || (slot[0] | slot[1]) == 0) return slot;
    }
}

static void grow(struct game_set *set)
{
    size_t capacity = 2 * set->capacity;
    uint64_t(*slots)[2] = calloc(capacity, sizeof *slots);
    if (slots == NULL) fail("not enough memory for the moves of %zu games", set->size);
    for (size_t i = 0; i < set->capacity; i++)
        if ((set->slots[i][0] | set->slots[i][1]) != 0)
            memcpy(find_slot(slots, capacity, set->slots[i]), set->slots[i], sizeof *slots);
    free(set->slots);
    set->slots = slots;
    set->capacity = capacity;
}

bool game_set_add(struct game_set *set, const uint64_t moves[2])
{
    uint64_t hash[2] = {moves[0], moves[1] | (moves[0] == 0)}; /* 0 would mean an empty slot */
    uint64_t *slot = find_slot(set->slots, set->capacity, hash);
    if ((slot[0] | slot[1]) != 0) return false;
    if (set->capacity < set->max_capacity && 4 * set->size >= 3 * set->capacity) {
        grow(set);
        slot = find_slot(set->slots, set->capacity, hash);
    } else if (16 * set->size >= 15 * set->capacity) {
        fail("--unique: the moves of %zu games fill the memory for them; see --memory", set->size);
    }
    memcpy(slot, hash, sizeof hash);
    set->size++;
    return true;
}
