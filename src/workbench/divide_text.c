/* Reads divides as people paste them and engines print them: first line by line, then the moves of all lines in a
 * position. No line ends the reading; lines that cannot be used are recorded with their numbers. */
#include "workbench/divide.h"

#include <plyforge/questions.h>

#include "base/text.h"
#include "notation/san.h"
#include "workbench/divide_scan.h"

/* ---- A move and its count ---- */

/* Copies the text of a move, cut to fit, and returns its length. Coordinates in capitals (E2E4, E7-E8=Q) become lower
 * case: no SAN has a square in capitals after another one. */
static size_t copy_move(char out[PF_DIVIDE_MOVE_SIZE], pf_span move)
{
    size_t length = 0;
    for (; length + 1 < PF_DIVIDE_MOVE_SIZE && move.at + length < move.end; length++) out[length] = move.at[length];
    out[length] = '\0';
    size_t second = length > 4 && is_one_of(out[2], "-x") ? 3 : 2;
    if (length < second + 2 || !is_one_of(out[0], "ABCDEFGH") || !is_digit(out[1]) ||
        !is_one_of(out[second], "ABCDEFGH") || !is_digit(out[second + 1]))
        return length;
    out[0] = to_lower(out[0]);
    out[second] = to_lower(out[second]);
    return length;
}

size_t pf_divide_move_length(pf_span span)
{
    size_t rest = (size_t)(span.end - span.at);
    for (size_t length = rest < PF_DIVIDE_MOVE_SIZE ? rest : PF_DIVIDE_MOVE_SIZE - 1; length >= 2; length--) {
        pf_san_token token;
        char move[PF_DIVIDE_MOVE_SIZE];
        pf_span after = {span.at + length, span.end};
        if (is_one_of(after.at[-1], PF_DIVIDE_BLANKS) || (after.at < after.end && gap_length(after) == 0)) continue;
        copy_move(move, (pf_span){span.at, after.at});
        if (pf_san_read_token(&token, move, length, NULL) == PF_OK && token.shape != PF_SAN_NULL_MOVE) return length;
    }
    return 0;
}

/* Skips what may precede a move: "info string", brackets, quotes, the mark of a quotation, a bullet, the comma after
 * the last pair, a number with a mark after it. */
static void skip_before_move(pf_span *line)
{
    static const char info[] = "info string ";
    static const char *const bars[] = {"\xe2\x94\x82", "\xe2\x94\x83", "\xe2\x95\x91", NULL}; /* │ ┃ ║ */
    if (starts_with(*line, info)) line->at += sizeof info - 1;
    skip(line, " \t\v\f*|([{\"'`>,;");
    for (size_t bar; (bar = length_of_any(*line, bars)) > 0; skip(line, PF_DIVIDE_BLANKS)) line->at += bar;
    if (starts_with(*line, "- ")) line->at += 2;
    pf_span number = *line;
    skip_digits(&number);
    if (number.at > line->at && number.at < number.end && is_one_of(*number.at, ".):]")) {
        skip(&number, ".):]");
        *line = number;
    }
    skip(line, " \t\v\f\"'`");
}

/* A minus sign makes a number negative, and then it is not a count, unless the sign separates a move from its count
 * without blanks (PF_DIVIDE_BLANKS), as in "e2e4-20". */
static void read_count_after_move(pf_line_parts *parts, pf_span line)
{
    const char *begin = line.at;
    for (size_t gap; (gap = gap_length(line)) > 0;) line.at += gap;
    bool negative = line.at > begin + 1 && line.at[-1] == '-';
    parts->count = negative ? PF_COUNT_NONE : read_count(&parts->nodes, &line);
    parts->rest = line;
}

/* Whether the span has a move where one is expected: first, after a number with a mark, or after a bare number. A bare
 * number is the count if none follows the move ("20 e2e4"), else the number of the line ("1 e2e4 20").
 */
static bool read_parts(pf_line_parts *parts, pf_span line)
{
    pf_count number;
    bool has_number = false;
    skip_before_move(&line);
    size_t length = pf_divide_move_length(line);
    if (length == 0 && read_count(&number, &line) == PF_COUNT_READ) {
        has_number = true;
        if (line.at == line.end || !is_one_of(*line.at, PF_DIVIDE_BLANKS)) return false;
        skip(&line, PF_DIVIDE_BLANKS);
        if (line.at < line.end && is_one_of(*line.at, ":|-")) line.at++; /* "1 : e2e4 : 20" */
        skip(&line, PF_DIVIDE_BLANKS);
        length = pf_divide_move_length(line);
    }
    if (length == 0) return false;
    parts->move = (pf_span){line.at, line.at + length};
    read_count_after_move(parts, (pf_span){parts->move.end, line.end});
    if (parts->count == PF_COUNT_NONE && has_number) {
        parts->nodes = number;
        parts->count = PF_COUNT_READ;
    }
    return true;
}

/* ---- Lines ---- */

/* The first note that the divide is full; NULL if there is none. */
static const pf_divide_note *find_full(const pf_divide *divide)
{
    for (uint32_t i = 0; i < divide->note_count && i < PF_DIVIDE_MAX_NOTES; i++)
        if (divide->notes[i].kind == PF_DIVIDE_NOTE_FULL) return &divide->notes[i];
    return NULL;
}

static void add_note(pf_divide *divide, uint32_t line, pf_divide_note_kind kind)
{
    bool has_room = divide->note_count < PF_DIVIDE_MAX_NOTES;
    /* A lost move is always noted, if necessary in the slot of another note. */
    if (has_room || (kind == PF_DIVIDE_NOTE_FULL && find_full(divide) == NULL))
        divide->notes[has_room ? divide->note_count : PF_DIVIDE_MAX_NOTES - 1] = (pf_divide_note){.line = line,
                                                                                                  .kind = kind};
    divide->note_count++;
}

/* Keeps the numbers of the line: if the counts add up to one of them, that is the total. */
static void keep_numbers(pf_divide *divide, const pf_total_line *line)
{
    for (uint32_t i = 0; i < line->size && divide->total_count < PF_DIVIDE_OTHER_TOTALS; i++) {
        divide->total_lines[divide->total_count] = divide->lines;
        divide->totals[divide->total_count++] = line->numbers[i];
    }
}

/* Of two totals that differ, the one that equals the sum so far is kept, else the first. Without moves, the last total
 * that names a depth is kept: some engines count every depth up to the requested one. */
static void add_total(pf_divide *divide, const pf_total_line *line)
{
    pf_count total = line->total;
    uint32_t wrong_line = divide->lines;
    bool is_first = divide->total_line == 0;
    if (!is_first && pf_count_equal(total, divide->total)) return;
    if (is_first || pf_count_equal(total, divide->sum) || (divide->size == 0 && line->is_of_depth)) {
        wrong_line = divide->total_line;
        divide->total = total;
        divide->total_line = divide->lines;
    }
    if (!is_first) add_note(divide, wrong_line, PF_DIVIDE_NOTE_OTHER_TOTAL);
}

static bool add_entry(pf_divide *divide, pf_span move, pf_count nodes, uint32_t line)
{
    if (divide->size == PF_DIVIDE_CAPACITY) return false;
    pf_divide_entry *entry = &divide->entries[divide->size++];
    *entry = (pf_divide_entry){.nodes = nodes, .line = line, .move = PF_NO_MOVE};
    copy_move(entry->text, move);
    divide->other_counts[divide->size - 1] = 0;
    divide->sum = pf_count_add(divide->sum, nodes);
    if (divide->total_line == 0) divide->total = divide->sum;
    return true;
}

/* Keeps the numbers that follow the count of the last entry, one of which may be the count instead. */
static void keep_others(pf_divide *divide, pf_span rest)
{
    uint32_t last = divide->size - 1;
    pf_count number;
    while (divide->other_counts[last] < PF_DIVIDE_OTHER_NUMBERS && rest.at < rest.end) {
        const char *begin = rest.at;
        for (size_t gap; (gap = gap_length(rest)) > 0;) rest.at += gap;
        if (rest.at == rest.end || read_count(&number, &rest) != PF_COUNT_READ || rest.at == begin) return;
        divide->others[last][divide->other_counts[last]++] = number;
    }
}

bool pf_divide_add(pf_divide *divide, const char *move, size_t length, pf_count nodes)
{
    return add_entry(divide, (pf_span){move, length > 0 ? move + length : move}, nodes, 0);
}

/* Adds the first pair of a line and those that follow it. */
static pf_divide_line add_pairs(pf_divide *divide, pf_line_parts parts)
{
    bool is_move = true;
    uint32_t before = divide->size;
    for (; is_move && parts.count == PF_COUNT_READ; is_move = read_parts(&parts, parts.rest)) {
        if (!add_entry(divide, parts.move, parts.nodes, divide->lines)) {
            add_note(divide, divide->lines, PF_DIVIDE_NOTE_FULL);
            return divide->size > before ? PF_DIVIDE_ENTRY : PF_DIVIDE_OTHER;
        }
        keep_others(divide, parts.rest);
    }
    skip(&parts.rest, PF_DIVIDE_BLANKS);
    if (is_move)
        add_note(divide, divide->lines,
                 parts.count == PF_COUNT_HUGE ? PF_DIVIDE_NOTE_HUGE_COUNT : PF_DIVIDE_NOTE_NO_COUNT);
    else if (parts.rest.at < parts.rest.end && is_digit(*parts.rest.at))
        add_note(divide, divide->lines, PF_DIVIDE_NOTE_MORE_NUMBERS);
    return divide->size > before ? PF_DIVIDE_ENTRY : PF_DIVIDE_OTHER;
}

/* The line without the sequences that colour a terminal. It is copied, and cut to fit, only if it has any. */
static pf_span without_colours(pf_span line, char *buffer, size_t capacity)
{
    static const char escape = '\x1b';
    size_t size = 0;
    const char *at = line.at;
    while (at < line.end && *at != escape) at++;
    if (at == line.end) return line;
    for (at = line.at; at < line.end && size < capacity; at++) {
        if (*at != escape) {
            buffer[size++] = *at;
            continue;
        }
        if (at + 1 < line.end && at[1] == '[') at++;
        while (at + 1 < line.end && (is_digit(at[1]) || is_one_of(at[1], ";?"))) at++;
        if (at + 1 < line.end) at++; /* the letter that ends it */
    }
    return (pf_span){buffer, buffer + size};
}

static pf_divide_line add_unreadable(pf_divide *divide, const pf_line_parts *parts)
{
    if (!add_entry(divide, parts->move, parts->nodes, divide->lines)) {
        add_note(divide, divide->lines, PF_DIVIDE_NOTE_FULL);
        return PF_DIVIDE_OTHER;
    }
    divide->entries[divide->size - 1].is_unreadable = true;
    add_note(divide, divide->lines, PF_DIVIDE_NOTE_UNREADABLE);
    return PF_DIVIDE_ENTRY;
}

pf_divide_line pf_divide_add_line(pf_divide *divide, const char *text, size_t length)
{
    char buffer[1024];
    pf_line_parts parts = {.count = PF_COUNT_NONE}, by_words = {.count = PF_COUNT_NONE};
    pf_total_line total;
    pf_span line = {text, length > 0 ? text + length : text};
    divide->lines++;
    if (divide->lines == 1 && starts_with(line, "\xef\xbb\xbf")) line.at += 3; /* a byte order mark */
    line = without_colours(line, buffer, sizeof buffer);
    skip(&line, PF_DIVIDE_BLANKS);
    while (line.end > line.at && (is_one_of(line.end[-1], PF_DIVIDE_BLANKS) || line.end[-1] == '\r')) line.end--;
    if (line.at == line.end) return PF_DIVIDE_BLANK;
    bool is_move = read_parts(&parts, line);
    if (is_move && parts.count != PF_COUNT_NONE) return add_pairs(divide, parts);
    if (pf_divide_read_words(&by_words, line)) return add_pairs(divide, by_words);
    if (is_move) return add_pairs(divide, parts);
    pf_divide_read_total(&total, line);
    keep_numbers(divide, &total);
    if (total.rank == PF_TOTAL_CERTAIN) {
        add_total(divide, &total);
        return PF_DIVIDE_TOTAL;
    }
    if (pf_divide_read_unreadable(&parts, line)) return add_unreadable(divide, &parts);
    if (total.rank == PF_TOTAL_POSSIBLE)
        divide->possible_total_line = divide->lines, divide->possible_total = total.total;
    add_note(divide, divide->lines, PF_DIVIDE_NOTE_IGNORED);
    return PF_DIVIDE_OTHER;
}

void pf_divide_add_text(pf_divide *divide, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && text[end] != '\n' && text[end] != '\r') end++;
        pf_divide_add_line(divide, text + at, end - at);
        at = end + 1;
        if (end + 1 < length && text[end] == '\r' && text[end + 1] == '\n') at++;
    }
}

/* ---- Moves ---- */

static bool same_text(const pf_divide_entry *a, const pf_divide_entry *b)
{
    unsigned i = 0;
    while (a->text[i] && a->text[i] == b->text[i]) i++;
    return a->text[i] == b->text[i];
}

static size_t text_length(const pf_divide_entry *entry)
{
    size_t length = 0;
    while (entry->text[length]) length++;
    return length;
}

bool pf_divide_fits(const pf_divide_entry *entry, const pf_position *position, pf_move move)
{
    pf_san_token token;
    if (pf_san_read_token(&token, entry->text, text_length(entry), NULL) != PF_OK) return false;
    if (pf_move_is_drop(move) || token.shape == PF_SAN_DROP)
        return token.shape == PF_SAN_DROP && move == pf_move_of_drop(token.type, token.to);
    pf_square from = pf_move_from(move);
    pf_piece_type type = pf_piece_type_of(pf_position_piece_at(position, from));
    pf_piece_type promotion = PF_NO_PIECE_TYPE;
    if (pf_move_kind_of(move) == PF_MOVE_PROMOTION) promotion = pf_move_promotion(move);
    if (pf_move_is_king_promotion(move)) promotion = PF_KING;
    return pf_move_to(move) == token.to && (token.from & pf_bit(from)) &&
           (token.shape == PF_SAN_COORDINATES || token.type == type) &&
           (token.promotion == PF_NO_PIECE_TYPE || token.promotion == promotion);
}

static bool is_repeated(const pf_divide *divide, uint32_t index)
{
    for (uint32_t i = 0; i < divide->size; i++)
        if (i != index && same_text(&divide->entries[i], &divide->entries[index])) return true;
    return false;
}

/* Whether the move takes a pawn to the last rank and does not name the promotion piece. */
static bool lacks_promotion(const pf_position *position, pf_move move)
{
    return move >> 12 == 0 && (pf_position_pieces(position, position->turn, PF_PAWN) & pf_bit(pf_move_from(move))) &&
           (pf_bit(pf_move_to(move)) & (PF_RANK_1 | PF_RANK_8));
}

/* Gives each of several entries with the same ambiguous text another legal move that fits it, and the first such move
 * when there are no more. PF_NO_MOVE if none fits. */
static pf_move assign(const pf_divide *divide, uint32_t index, const pf_position *position, const pf_move_list *legal)
{
    const pf_divide_entry *entry = &divide->entries[index];
    pf_move first = PF_NO_MOVE;
    uint32_t before = 0;
    for (uint32_t i = 0; i < index; i++) before += same_text(&divide->entries[i], entry);
    for (uint32_t i = 0; i < legal->size; i++) {
        if (!pf_divide_fits(entry, position, legal->moves[i])) continue;
        if (first == PF_NO_MOVE) first = legal->moves[i];
        if (before-- == 0) return legal->moves[i];
    }
    return first;
}

void pf_divide_resolve(pf_divide *divide, const pf_position *position)
{
    pf_move_list legal;
    pf_generate_legal(position, &legal);
    pf_divide_choose(divide);
    for (uint32_t i = 0; i < divide->size; i++) {
        pf_divide_entry *entry = &divide->entries[i];
        if (entry->is_unreadable) continue;
        pf_status status = pf_move_from_text_any(&entry->move, position, entry->text, text_length(entry), NULL);
        pf_move fitting = assign(divide, i, position, &legal);
        entry->is_unclear = status == PF_ERROR_MOVE_AMBIGUOUS ||
                            (status == PF_OK && fitting != PF_NO_MOVE && lacks_promotion(position, entry->move) &&
                             is_repeated(divide, i));
        if (entry->is_unclear) {
            entry->move = fitting;
        } else if (status != PF_OK) {
            entry->move = PF_NO_MOVE;
            add_note(divide, entry->line, PF_DIVIDE_NOTE_NO_SUCH_MOVE);
        }
    }
    if (divide->total_line != 0 && !pf_count_equal(divide->total, divide->sum) && divide->size > 0)
        add_note(divide, divide->total_line, PF_DIVIDE_NOTE_WRONG_TOTAL);
}

/* The offset of a line, counted from 1. */
static size_t offset_of_line(const char *text, size_t length, uint32_t line)
{
    size_t at = 0;
    for (; line > 1 && at < length; at++)
        if (text[at] == '\n' || (text[at] == '\r' && (at + 1 == length || text[at + 1] != '\n'))) line--;
    return at;
}

static pf_status fail_at_line(pf_error *error, pf_status status, const char *text, size_t length, uint32_t line,
                              const char *why)
{
    if (error) {
        pf_fail(error, status, offset_of_line(text, length, line), "");
        pf_text message = pf_text_begin(error->message, sizeof error->message);
        pf_text_string(&message, "line ");
        pf_text_number(&message, line);
        pf_text_string(&message, ": ");
        pf_text_string(&message, why);
        pf_text_end(&message);
    }
    return status;
}

pf_status pf_divide_from_text(pf_divide *out, const pf_position *position, const char *text, size_t length,
                              pf_error *error)
{
    *out = (pf_divide){.size = 0};
    pf_divide_add_text(out, text, length);
    pf_divide_resolve(out, position);
    const pf_divide_note *full = find_full(out);
    if (full)
        return fail_at_line(error, PF_ERROR_NO_ROOM, text, length, full->line, "more moves than a divide can hold");
    bool has_none = out->total_line != 0 && out->total.hi == 0 && out->total.lo <= 1;
    if (out->size > 0 || has_none) return PF_OK;
    if (out->note_count == 0 && out->total_line == 0)
        return pf_fail(error, PF_ERROR_DIVIDE, 0, "the text is empty: a divide has a move and its count on each line");
    bool only_total = out->total_line != 0;
    return fail_at_line(error, PF_ERROR_DIVIDE, text, length, only_total ? out->total_line : out->notes[0].line,
                        only_total ? "a total, but no line with a move and its count, as in 'e2e4: 20'"
                                   : "no move and its count, as in 'e2e4: 20', here or in any other line");
}

const char *pf_divide_note_text(pf_divide_note_kind kind)
{
    static const char *const texts[PF_DIVIDE_NOTE_COUNT] = {
        [PF_DIVIDE_NOTE_IGNORED] = "neither a move with a count nor a total",
        [PF_DIVIDE_NOTE_NO_COUNT] = "a move without a count",
        [PF_DIVIDE_NOTE_HUGE_COUNT] = "a count that needs more than 128 bits",
        [PF_DIVIDE_NOTE_MORE_NUMBERS] = "more than one number; the first one is used",
        [PF_DIVIDE_NOTE_FULL] = "one move too many",
        [PF_DIVIDE_NOTE_NO_SUCH_MOVE] = "no piece fits this move",
        [PF_DIVIDE_NOTE_OTHER_TOTAL] = "another total",
        [PF_DIVIDE_NOTE_WRONG_TOTAL] = "the total is not the sum of the counts",
        [PF_DIVIDE_NOTE_UNREADABLE] = "the move cannot be read",
    };
    return (unsigned)kind < PF_DIVIDE_NOTE_COUNT ? texts[kind] : "";
}
