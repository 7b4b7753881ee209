/* Reads the lines of a divide that have no move: totals, and the other numbers that engines print beside them. */
#include "workbench/divide_scan.h"

/* A number in a line, and the text around it. */
typedef struct pf_number {
    pf_count value;
    const char *begin, *end;
} pf_number;

/* Finds the next number that is a complete count: not "3D", "12.5" or "20k". */
static bool next_number(pf_number *out, pf_span *rest)
{
    while (rest->at < rest->end) {
        if (!is_digit(*rest->at)) {
            rest->at++;
            continue;
        }
        const char *begin = rest->at;
        pf_span in = *rest;
        if (read_count(&out->value, &in) == PF_COUNT_READ) {
            *out = (pf_number){out->value, begin, in.at};
            rest->at = in.at;
            return true;
        }
        while (rest->at < rest->end && (is_digit(*rest->at) || separator_length(*rest) > 0)) rest->at++;
    }
    return false;
}

/* The first number after that position; with mark_first, after the first : or = that follows it. */
static bool number_after(pf_count *out, const char *at, const char *end, bool mark_first)
{
    pf_span rest = {at, end};
    if (mark_first)
        while (rest.at < rest.end && *rest.at != ':' && *rest.at != '=') rest.at++;
    while (rest.at < rest.end && !is_digit(*rest.at)) rest.at++;
    return read_count(out, &rest) == PF_COUNT_READ;
}

/* The number directly before the word, as in "20 nodes", unless it belongs to a word before it: "depth 3 nodes". */
static bool number_before(pf_count *out, pf_span line, const char *word)
{
    static const char *const owners[] = {"depth", "ply", "perft", "time", "ms", "nps", NULL};
    pf_number number;
    pf_span rest = {line.at, word};
    const char *after = NULL, *begin = NULL;
    while (next_number(&number, &rest)) {
        *out = number.value;
        after = number.end;
        begin = number.begin;
    }
    while (after && after < word && is_one_of(*after, PF_DIVIDE_BLANKS "([")) after++;
    while (after && after < word && is_letter(*after)) after++; /* "20 leaf nodes" */
    while (after && after < word && is_one_of(*after, PF_DIVIDE_BLANKS)) after++;
    if (!after || after != word) return false;
    while (begin > line.at && is_one_of(begin[-1], PF_DIVIDE_BLANKS "(")) begin--;
    for (const char *const *owner = owners; *owner; owner++) {
        size_t length = 0;
        while ((*owner)[length]) length++;
        if ((size_t)(begin - line.at) >= length && find_word((pf_span){begin - length, begin}, *owner)) return false;
    }
    return true;
}

static bool is_rate(const char *after, const char *end)
{
    static const char *const rates[] = {"/", "s/", " per ", "s per ", "persec", "spersec", NULL};
    pf_span rest = {after, end};
    for (const char *const *rate = rates; *rate; rate++) {
        pf_span window = {rest.at, rest.end};
        size_t length = 0;
        while ((*rate)[length]) length++;
        if ((size_t)(window.end - window.at) > length) window.end = window.at + length;
        if (find_word(window, *rate)) return true;
    }
    return false;
}

/* The text after the word that is not a rate ("nodes per second"); NULL if there is none. */
static const char *find_total_word(pf_span line, const char *word)
{
    const char *after = NULL;
    for (pf_span rest = line; (after = find_word(rest, word)); rest.at = after)
        if (!is_rate(after, line.end)) return after;
    return NULL;
}

/* "total time: 12" */
static bool is_of_time(const char *after, const char *end)
{
    pf_span rest = {after, end};
    skip(&rest, PF_DIVIDE_BLANKS "_");
    if ((size_t)(rest.end - rest.at) > sizeof "time" - 1) rest.end = rest.at + (sizeof "time" - 1);
    return find_word(rest, "time") || find_word(rest, "nps");
}

static bool read_after_word(pf_count *out, pf_span line, const char *word, const char *after)
{
    size_t length = 0;
    while (word[length]) length++;
    const char *past = after;
    while (past < line.end && (is_letter(*past) || is_one_of(*past, PF_DIVIDE_BLANKS "\"'"))) past++;
    bool marked = past < line.end && is_one_of(*past, ":=");
    return (marked && number_after(out, past, line.end, false)) || number_before(out, line, after - length) ||
           number_after(out, after, line.end, true) || number_after(out, after, line.end, false) ||
           number_after(out, line.at, line.end, false);
}

/* "perft(3) = 8902": the number after a mark; without one the first number is the depth. */
static bool read_after_perft(pf_count *out, const char *after, const char *end)
{
    pf_number number;
    pf_span rest = {after, end};
    if (number_after(out, after, end, true)) return true;
    if (!next_number(&number, &rest) || !next_number(&number, &rest)) return false;
    *out = number.value;
    return true;
}

/* "perft(2)=400, time: 1ms": a line that begins with the depth and its count, whatever else follows. */
static bool begins_with_perft(pf_count *out, pf_span line)
{
    skip(&line, PF_DIVIDE_BLANKS);
    if (!starts_with(line, "perft")) return false;
    line.at += sizeof "perft" - 1;
    while (line.at < line.end && (is_digit(*line.at) || is_one_of(*line.at, PF_DIVIDE_BLANKS "()[]"))) line.at++;
    if (line.at == line.end || !is_one_of(*line.at, ":=")) return false;
    line.at++;
    skip(&line, PF_DIVIDE_BLANKS);
    return read_count(out, &line) == PF_COUNT_READ;
}

static pf_total_rank rank_of(pf_count *out, pf_span line)
{
    static const char *const words[] = {"node", "total", "leaves", "leafs", NULL};
    static const char *const possible[] = {"moves", "result", "count", "positions", "depth", "perft", "sum", NULL};
    static const char *const others[] = {"nps", "time", "knode", "hash", "score", " pv ", "second", NULL};
    pf_span rest = line;
    if (starts_with(line, "info ") && !starts_with(line, "info string ")) return PF_TOTAL_NONE;
    if (read_count(out, &rest) == PF_COUNT_READ) {
        skip(&rest, PF_DIVIDE_BLANKS);
        if (rest.at == rest.end) return PF_TOTAL_CERTAIN;
    }
    for (const char *const *word = words; *word; word++) {
        const char *after = find_total_word(line, *word);
        if (!after || is_of_time(after, line.end)) continue;
        if (has_any_word((pf_span){line.at, after}, (const char *const[]){"knode", NULL})) continue;
        if (read_after_word(out, line, *word, after)) return PF_TOTAL_CERTAIN;
    }
    if (begins_with_perft(out, line)) return PF_TOTAL_CERTAIN;
    if (has_any_word(line, others)) return PF_TOTAL_NONE;
    const char *perft = find_word(line, "perft");
    if (perft && read_after_perft(out, perft, line.end)) return PF_TOTAL_CERTAIN;
    for (const char *const *word = possible; *word; word++) {
        const char *after = find_word(line, *word);
        if (after && read_after_perft(out, after, line.end)) return PF_TOTAL_POSSIBLE;
        if (after && !find_word((pf_span){line.at, after}, "depth") && number_after(out, after, line.end, true))
            return PF_TOTAL_POSSIBLE;
    }
    return PF_TOTAL_NONE;
}

void pf_divide_read_total(pf_total_line *out, pf_span line)
{
    pf_number number;
    pf_span rest = line;
    out->size = 0;
    out->total = pf_count_of(0);
    out->is_of_depth = find_word(line, "depth") || find_word(line, "perft");
    out->rank = rank_of(&out->total, line);
    if (out->rank == PF_TOTAL_NONE) return;
    while (out->size < PF_DIVIDE_OTHER_TOTALS && next_number(&number, &rest)) out->numbers[out->size++] = number.value;
}
