/* Lines of a divide in which words surround the move and its count, as in "move: b1a3 nodes: 1" and "info currmove e2e4
 * currmovenumber 1 nodes 20", and lines whose move cannot be read. */
#include "workbench/divide_scan.h"

static bool is_square(const char *at, const char *end)
{
    return end - at >= 2 && to_lower(at[0]) >= 'a' && to_lower(at[0]) <= 'h' && at[1] >= '1' && at[1] <= '8';
}

/* Two squares, and perhaps a promotion. */
static bool is_coordinates(pf_span word)
{
    size_t length = (size_t)(word.end - word.at);
    if (length < 4 || length > 6 || !is_square(word.at, word.end) || !is_square(word.at + 2, word.end)) return false;
    return length == 4 || (length == 5 && is_one_of(to_lower(word.at[4]), "qrbnk")) ||
           (length == 6 && word.at[4] == '=' && is_one_of(to_lower(word.at[5]), "qrbnk"));
}

/* The next word: the text between two gaps. */
static pf_span next_word(pf_span *rest)
{
    for (size_t gap; (gap = gap_length(*rest)) > 0;) rest->at += gap;
    pf_span word = {rest->at, rest->at};
    while (word.end < rest->end && gap_length((pf_span){word.end, rest->end}) == 0) word.end++;
    rest->at = word.end;
    return word;
}

static bool is_word(pf_span word, const char *const *names)
{
    for (; *names; names++) {
        size_t i = 0;
        while ((*names)[i] && word.at + i < word.end && to_lower(word.at[i]) == (*names)[i]) i++;
        if (!(*names)[i] && word.at + i == word.end) return true;
    }
    return false;
}

static bool is_number(pf_span word)
{
    pf_span rest = word;
    skip_digits(&rest);
    return word.at < word.end && rest.at == word.end;
}

/* Finds the move: coordinates, or any move after the word "move" and perhaps a number. SAN without that word is
 * ignored, because "a4" may be anything. */
static bool find_move(pf_span *out, pf_span line, bool *has_words)
{
    static const char *const labels[] = {"move", "currmove", NULL};
    bool labelled = false;
    *has_words = false;
    for (pf_span rest = line; rest.at < rest.end;) {
        pf_span word = next_word(&rest);
        if (word.at == word.end) return false;
        if (is_coordinates(word)) {
            *out = word;
            return true;
        }
        size_t length = labelled ? pf_divide_move_length((pf_span){word.at, line.end}) : 0;
        if (length > 0) {
            *out = (pf_span){word.at, word.at + length};
            return true;
        }
        if (is_number(word)) continue;
        labelled = is_word(word, labels);
        *has_words = true;
    }
    return false;
}

/* Finds the count after the move: the number after a word for it, else the first number. */
static bool find_count(pf_line_parts *parts, pf_span rest, bool any)
{
    static const char *const labels[] = {"nodes", "node", "count", "leaves", "leafs", "perft", "total", "n", NULL};
    bool found = false, after_label = false;
    while (rest.at < rest.end) {
        for (size_t gap; (gap = gap_length(rest)) > 0;) {
            if (*rest.at == '-' && rest.at + 1 < rest.end && is_digit(rest.at[1])) return found;
            rest.at += gap;
        }
        pf_count number;
        pf_span in = rest;
        if (rest.at < rest.end && is_digit(*rest.at)) {
            if (read_count(&number, &in) == PF_COUNT_READ && (after_label || (any && !found))) {
                parts->nodes = number;
                parts->count = PF_COUNT_READ;
                parts->rest = in;
                found = true;
                if (after_label) return true;
            }
            if (in.at == rest.at) next_word(&in);
            rest.at = in.at;
            after_label = false;
            continue;
        }
        pf_span word = next_word(&rest);
        if (word.at == word.end) break;
        after_label = is_word(word, labels);
    }
    return found;
}

bool pf_divide_read_words(pf_line_parts *parts, pf_span line)
{
    static const char *const others[] = {"bestmove", " pv ",    "score", "ponder", "option ",
                                         "fen",      "illegal", "nps",   NULL};
    bool has_words;
    if (starts_with(line, "id ") || has_any_word(line, others) || !find_move(&parts->move, line, &has_words))
        return false;
    pf_span rest = {parts->move.end, line.end};
    /* Without a word before the move the count needs one: "e2e4 many 5" is not a pair. The currmove of a search has no
     * count. */
    bool any = has_words && !find_word(line, "currmove");
    return find_count(parts, rest, any);
}

bool pf_divide_read_unreadable(pf_line_parts *parts, pf_span line)
{
    enum { LONGEST = 9 };
    bool has_square = false;
    pf_span rest = line;
    pf_span word = next_word(&rest);
    if (is_number(word) && rest.at < rest.end && is_one_of(*rest.at, ".):")) word = next_word(&rest);
    /* A comma or an apostrophe is a gap, so the text may be cut; the rest still contains the square. */
    for (const char *at = word.at; at < word.end; at++) has_square |= is_square(at, word.end);
    if (!has_square || word.end - word.at > LONGEST) return false;
    for (size_t gap; (gap = gap_length(rest)) > 0;) rest.at += gap;
    if (read_count(&parts->nodes, &rest) != PF_COUNT_READ) return false;
    skip(&rest, PF_DIVIDE_BLANKS "|)],;\"");
    parts->move = word;
    return rest.at == rest.end;
}
