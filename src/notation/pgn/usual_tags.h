/* Tags as nearly all of them are written, with the instructions of a level: skipping and reading them. tags.c reads all
 * others. */
#ifndef PLYFORGE_PGN_USUAL_TAGS_H
#define PLYFORGE_PGN_USUAL_TAGS_H

#include "notation/pgn/reader.h"
#include "notation/scan.h"

/* A short line of the form [Name "value"], with nothing escaped: the offsets of the quotation marks, of the bracket and
 * of the newline. */
typedef struct pf_pgn_usual_tag {
    unsigned open, shut, bracket, newline;
} pf_pgn_usual_tag;

/* Whether the line at p is one. 64 bytes can be read. */
PF_TEMPLATE bool pf_pgn_find_usual_tag(pf_pgn_usual_tag *tag, const char *p)
{
    if (*p != '[' || !pf_pgn_is_tag_letter(p[1])) return false;
    uint64_t newlines = pf_match_either(p, '\n', '\n');
    if (newlines == 0) return false;
    tag->newline = pf_lowest(newlines);
    tag->bracket = tag->newline - 1 - (p[tag->newline - 1] == '\r');
    tag->shut = tag->bracket - 1;
    uint64_t before = (UINT64_C(1) << tag->newline) - 1;
    uint64_t quotes = pf_match_either(p, '"', '\\') & before;
    /* Two quotation marks, nothing escaped: one after a name and a blank, the other before the last bracket. */
    if ((quotes & (quotes - 1)) != UINT64_C(1) << tag->shut || p[tag->bracket] != ']' || p[tag->shut] != '"')
        return false;
    tag->open = pf_lowest(quotes);
    uint64_t blanks = pf_match_either(p, ' ', '\t') & ((UINT64_C(1) << tag->open) - 1);
    return p[tag->open] == '"' && blanks == UINT64_C(1) << (tag->open - 1);
}

/* Whether the first letter is that of FEN or Variant, which affect the first position. */
static inline bool pf_pgn_may_set_up(const char *name)
{
    return *name == 'F' || *name == 'V';
}

/* Stops before a tag that is not a usual one, or that affects the first position. */
PF_TEMPLATE void pf_pgn_pass_usual_tags_body(pf_pgn_reader *reader)
{
    const char *p = reader->at;
    pf_pgn_usual_tag tag;
    while (p < reader->scan_limit && pf_pgn_find_usual_tag(&tag, p)) {
        if (pf_pgn_may_set_up(p + 1))
            if (pf_pgn_is_word(p + 1, tag.open - 2, "FEN") || pf_pgn_is_word(p + 1, tag.open - 2, "Variant")) break;
        reader->tag_count++;
        reader->has_tag_lines = true;
        p += tag.newline + 1;
    }
    reader->at = p;
}

/* Reads such a tag at reader->at; false if it is another one. */
PF_TEMPLATE bool pf_pgn_read_usual_tag_body(pf_pgn_reader *reader, pf_pgn_tag *out)
{
    const char *p = reader->at;
    pf_pgn_usual_tag tag;
    if (p >= reader->scan_limit || !pf_pgn_find_usual_tag(&tag, p) || pf_pgn_may_set_up(p + 1)) return false;
    out->start = p;
    out->name = p + 1;
    out->name_length = tag.open - 2;
    out->value = p + tag.open + 1;
    out->length = tag.shut - tag.open - 1;
    reader->at = p + tag.bracket + 1;
    reader->tag_count++;
    return true;
}

#endif
