/* Reads divides as people paste them and engines print them: first line by line, then the moves of all lines in a
 * position. No line ends the reading; lines that cannot be used are recorded with their numbers. */
#include "workbench/divide.h"

#include <plyforge/variant.h>

#include "base/text.h"
#include "notation/san.h"

/* ---- Characters ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_letter(char c)
{
    return to_lower(c) >= 'a' && to_lower(c) <= 'z';
}

static bool is_one_of(char c, const char *characters)
{
    for (; *characters; characters++)
        if (c == *characters) return true;
    return false;
}

/* A part of the text. */
typedef struct pf_span {
    const char *at, *end;
} pf_span;

static bool starts_with(pf_span span, const char *word)
{
    for (; *word; word++, span.at++)
        if (span.at == span.end || *span.at != *word) return false;
    return true;
}

/* The length of the first of these words that the span starts with, or 0. */
static size_t length_of_any(pf_span span, const char *const *words)
{
    for (; *words; words++) {
        size_t length = 0;
        while ((*words)[length]) length++;
        if (starts_with(span, *words)) return length;
    }
    return 0;
}

static void skip(pf_span *span, const char *characters)
{
    while (span->at < span->end && is_one_of(*span->at, characters)) span->at++;
}

static void skip_digits(pf_span *span)
{
    while (span->at < span->end && is_digit(*span->at)) span->at++;
}

/* ---- Counts ---- */

/* The length of a thousands separator; these are also ’, the no-break space, the thin space and the narrow one. */
static size_t separator_length(pf_span span)
{
    static const char *const others[] = {"\xe2\x80\x99", "\xc2\xa0", "\xe2\x80\x89", "\xe2\x80\xaf", NULL};
    if (span.at < span.end && is_one_of(*span.at, ",._'")) return 1;
    return length_of_any(span, others);
}

/* The digits after a separator: groups of three, or of two before another separator (1,23,456). */
static size_t group_length(pf_span span)
{
    pf_span rest = span;
    skip_digits(&rest);
    size_t length = (size_t)(rest.at - span.at);
    return length == 3 || (length == 2 && separator_length(rest) > 0) ? length : 0;
}

typedef enum pf_count_reading { PF_COUNT_READ, PF_COUNT_NONE, PF_COUNT_HUGE } pf_count_reading;

/* Reads a count at the beginning of the span and skips it. A number that continues ("12.5", "20k") is not a count. */
static pf_count_reading read_count(pf_count *out, pf_span *span)
{
    char digits[PF_COUNT_TEXT_SIZE];
    size_t size = 0;
    pf_span in = *span, begin = in;
    skip_digits(&in);
    if (in.at == begin.at) return PF_COUNT_NONE;
    for (bool grouped = in.at - begin.at <= 3; grouped;) {
        pf_span next = {in.at + separator_length(in), in.end};
        size_t length = next.at > in.at ? group_length(next) : 0;
        grouped = length > 0;
        if (grouped) in.at = next.at + length;
    }
    for (const char *c = begin.at; c < in.at; c++) {
        if (!is_digit(*c) || (size == 0 && *c == '0' && c + 1 < in.at)) continue;
        if (size == sizeof digits) return PF_COUNT_HUGE;
        digits[size++] = *c;
    }
    pf_span after = {in.at + separator_length(in), in.end};
    if (in.at < in.end && is_letter(*in.at)) return PF_COUNT_NONE;
    if (after.at > in.at && after.at < after.end && is_digit(*after.at)) return PF_COUNT_NONE;
    if (!pf_count_from_text(out, digits, size)) return PF_COUNT_HUGE;
    span->at = in.at;
    return PF_COUNT_READ;
}

/* ---- A move and its count ---- */

static const char blanks[] = " \t\v\f";

/* The separators between a move and its count. */
static size_t gap_length(pf_span span)
{
    static const char *const others[] = {"\xe2\x86\x92", "\xe2\x80\x93", "\xe2\x80\x94", "\xc2\xa0", NULL}; /* → – — */
    if (span.at < span.end && is_one_of(*span.at, " \t:-=|>.,;()[]\"'`")) return 1;
    return length_of_any(span, others);
}

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

/* The longest move at the beginning of the span that is followed by a gap or by the end; its length, or 0. */
static size_t move_length(pf_span span)
{
    size_t rest = (size_t)(span.end - span.at);
    for (size_t length = rest < PF_DIVIDE_MOVE_SIZE ? rest : PF_DIVIDE_MOVE_SIZE - 1; length >= 2; length--) {
        pf_san_token token;
        char move[PF_DIVIDE_MOVE_SIZE];
        pf_span after = {span.at + length, span.end};
        if (is_one_of(after.at[-1], blanks) || (after.at < after.end && gap_length(after) == 0)) continue;
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
    if (starts_with(*line, info)) line->at += sizeof info - 1;
    skip(line, " \t\v\f*|([{\"'`>,;");
    if (starts_with(*line, "- ")) line->at += 2;
    pf_span number = *line;
    skip_digits(&number);
    if (number.at > line->at && number.at < number.end && is_one_of(*number.at, ".):")) {
        skip(&number, ".):");
        *line = number;
    }
    skip(line, " \t\v\f\"'`");
}

/* A move and its count, which are the line or a part of it. */
typedef struct pf_line_parts {
    pf_span move;
    pf_count nodes;
    pf_count_reading count;
    pf_span rest; /* after them */
} pf_line_parts;

/* A minus sign that does not stand between a move and its count without blanks ("e2e4-20") makes a negative number,
 * which is not a count. */
static void read_count_after_move(pf_line_parts *parts, pf_span line)
{
    const char *begin = line.at;
    for (size_t gap; (gap = gap_length(line)) > 0;) line.at += gap;
    bool negative = line.at > begin + 1 && line.at[-1] == '-';
    parts->count = negative ? PF_COUNT_NONE : read_count(&parts->nodes, &line);
    parts->rest = line;
}

/* Whether the span has a move in a place where one is expected: first, after a number with a mark, or after a bare
 * number. A bare number is the count if none follows the move ("20 e2e4"), else the number of the line ("1 e2e4 20").
 */
static bool read_parts(pf_line_parts *parts, pf_span line)
{
    pf_count number;
    bool has_number = false;
    skip_before_move(&line);
    size_t length = move_length(line);
    if (length == 0 && read_count(&number, &line) == PF_COUNT_READ) {
        has_number = true;
        if (line.at == line.end || !is_one_of(*line.at, blanks)) return false;
        skip(&line, blanks);
        length = move_length(line);
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

/* ---- Totals ---- */

/* The text after the word in the line, in any case; NULL if the word is not there. */
static const char *find_word(pf_span line, const char *word)
{
    for (; line.at < line.end; line.at++) {
        size_t i = 0;
        while (word[i] && line.at + i < line.end && to_lower(line.at[i]) == word[i]) i++;
        if (!word[i]) return line.at + i;
    }
    return NULL;
}

static bool has_any_word(pf_span line, const char *const *words)
{
    for (; *words; words++)
        if (find_word(line, *words)) return true;
    return false;
}

static bool find_number(pf_count *out, pf_span line, bool mark_first)
{
    if (mark_first)
        while (line.at < line.end && *line.at != ':' && *line.at != '=') line.at++;
    while (line.at < line.end && !is_digit(*line.at)) line.at++;
    return read_count(out, &line) == PF_COUNT_READ;
}

/* Reads a total: "Nodes searched: 8902", "Total: 8,902", "8902 nodes", "perft(3) = 8902", "8902". The count is the
 * number after the first mark (: or =) that follows the word, else the first number after the word, else the first
 * number. */
static bool read_total(pf_count *out, pf_span line)
{
    static const char *const others[] = {"info ", "per sec", "/s", "nps", "time", "knode", NULL};
    static const char *const words[] = {"node", "total", "leaves", NULL};
    pf_count ignored;
    skip(&line, blanks);
    pf_span rest = line;
    if (read_count(out, &rest) == PF_COUNT_READ) {
        skip(&rest, blanks);
        if (rest.at == rest.end) return true;
    }
    for (const char *const *word = words; *word; word++) {
        const char *after = find_word(line, *word);
        if (!after || (has_any_word(line, others) && !find_word(line, "nodes"))) continue;
        if (has_any_word((pf_span){line.at, after}, others) || find_word(line, "per sec")) return false;
        rest = (pf_span){after, line.end};
        return find_number(out, rest, true) || find_number(out, rest, false) || find_number(out, line, false);
    }
    const char *after = find_word(line, "perft");
    rest = (pf_span){after, line.end};
    if (!after || has_any_word(line, others)) return false;
    if (find_number(out, rest, true)) return true;
    /* Without a mark the first number is the depth. */
    while (rest.at < rest.end && !is_digit(*rest.at)) rest.at++;
    return read_count(&ignored, &rest) == PF_COUNT_READ && find_number(out, rest, false);
}

/* ---- Lines ---- */

/* The first note that a move found no room; NULL if there is none. */
static const pf_divide_note *find_full(const pf_divide *divide)
{
    for (uint32_t i = 0; i < divide->note_count && i < PF_DIVIDE_MAX_NOTES; i++)
        if (divide->notes[i].kind == PF_DIVIDE_NOTE_FULL) return &divide->notes[i];
    return NULL;
}

static void add_note(pf_divide *divide, uint32_t line, pf_divide_note_kind kind)
{
    bool has_room = divide->note_count < PF_DIVIDE_MAX_NOTES;
    /* A move that is lost is always noted, if need be at the place of another note. */
    if (has_room || (kind == PF_DIVIDE_NOTE_FULL && find_full(divide) == NULL))
        divide->notes[has_room ? divide->note_count : PF_DIVIDE_MAX_NOTES - 1] = (pf_divide_note){.line = line,
                                                                                                  .kind = kind};
    divide->note_count++;
}

/* Of two totals that differ, the one that is the sum so far is kept, else the first. */
static void add_total(pf_divide *divide, pf_count total)
{
    uint32_t wrong_line = divide->lines;
    bool is_first = divide->total_line == 0;
    if (!is_first && pf_count_equal(total, divide->total)) return;
    if (is_first || pf_count_equal(total, divide->sum)) {
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
    divide->sum = pf_count_add(divide->sum, nodes);
    if (divide->total_line == 0) divide->total = divide->sum;
    return true;
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
    }
    skip(&parts.rest, blanks);
    if (is_move)
        add_note(divide, divide->lines,
                 parts.count == PF_COUNT_HUGE ? PF_DIVIDE_NOTE_HUGE_COUNT : PF_DIVIDE_NOTE_NO_COUNT);
    else if (parts.rest.at < parts.rest.end && is_digit(*parts.rest.at))
        add_note(divide, divide->lines, PF_DIVIDE_NOTE_MORE_NUMBERS);
    return divide->size > before ? PF_DIVIDE_ENTRY : PF_DIVIDE_OTHER;
}

pf_divide_line pf_divide_add_line(pf_divide *divide, const char *text, size_t length)
{
    pf_line_parts parts = {.count = PF_COUNT_NONE};
    pf_count total;
    pf_span line = {text, length > 0 ? text + length : text};
    divide->lines++;
    if (divide->lines == 1 && starts_with(line, "\xef\xbb\xbf")) line.at += 3; /* a byte order mark */
    skip(&line, blanks);
    while (line.end > line.at && (is_one_of(line.end[-1], blanks) || line.end[-1] == '\r')) line.end--;
    if (line.at == line.end) return PF_DIVIDE_BLANK;
    bool is_move = read_parts(&parts, line);
    if (is_move) return add_pairs(divide, parts);
    if (read_total(&total, line)) {
        add_total(divide, total);
        return PF_DIVIDE_TOTAL;
    }
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

bool pf_divide_fits(const pf_divide_entry *entry, const pf_variant_position *position, pf_move move)
{
    pf_san_token token;
    if (pf_san_read_token(&token, entry->text, text_length(entry), NULL) != PF_OK) return false;
    if (pf_move_is_drop(move) || token.shape == PF_SAN_DROP)
        return token.shape == PF_SAN_DROP && move == pf_move_of_drop(token.type, token.to);
    pf_square from = pf_move_from(move);
    pf_piece_type type = pf_piece_type_of(pf_position_piece_at(&position->board, from));
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
static pf_move assign(const pf_divide *divide, uint32_t index, const pf_variant_position *position,
                      const pf_variant_move_list *legal)
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

void pf_variant_divide_resolve(pf_divide *divide, const pf_variant_position *position)
{
    pf_variant_move_list legal;
    pf_variant_generate(position, &legal);
    for (uint32_t i = 0; i < divide->size; i++) {
        pf_divide_entry *entry = &divide->entries[i];
        pf_status status = pf_variant_move_from_text_any(&entry->move, position, entry->text, text_length(entry), NULL);
        pf_move fitting = assign(divide, i, position, &legal);
        entry->is_unclear = status == PF_ERROR_MOVE_AMBIGUOUS ||
                            (status == PF_OK && fitting != PF_NO_MOVE &&
                             lacks_promotion(&position->board, entry->move) && is_repeated(divide, i));
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

void pf_divide_resolve(pf_divide *divide, const pf_position *position)
{
    pf_variant_position standard = pf_variant_of_position(position);
    pf_variant_divide_resolve(divide, &standard);
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
    pf_variant_position standard = pf_variant_of_position(position);
    return pf_variant_divide_from_text(out, &standard, text, length, error);
}

pf_status pf_variant_divide_from_text(pf_divide *out, const pf_variant_position *position, const char *text,
                                      size_t length, pf_error *error)
{
    *out = (pf_divide){.size = 0};
    pf_divide_add_text(out, text, length);
    pf_variant_divide_resolve(out, position);
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
        [PF_DIVIDE_NOTE_HUGE_COUNT] = "a count of more than 128 bits",
        [PF_DIVIDE_NOTE_MORE_NUMBERS] = "more than one number; the first one is used",
        [PF_DIVIDE_NOTE_FULL] = "one move too many",
        [PF_DIVIDE_NOTE_NO_SUCH_MOVE] = "no piece can be meant by this move",
        [PF_DIVIDE_NOTE_OTHER_TOTAL] = "another total",
        [PF_DIVIDE_NOTE_WRONG_TOTAL] = "the total is not the sum of the counts",
    };
    return (unsigned)kind < PF_DIVIDE_NOTE_COUNT ? texts[kind] : "";
}
