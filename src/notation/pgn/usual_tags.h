/* Skipping tags whose values are not needed. tags.c reads all other tags. */
#ifndef PLYFORGE_PGN_USUAL_TAGS_H
#define PLYFORGE_PGN_USUAL_TAGS_H

#include "notation/pgn/reader.h"
#include "notation/scan.h"

/* Each must be a short line of the form [Name "value"]. Stops before one that is not, or that affects the first
 * position. */
PF_TEMPLATE void pf_pgn_pass_usual_tags_body(pf_pgn_reader *reader)
{
    const char *p = reader->at;
    while (p < reader->scan_limit && *p == '[' && pf_pgn_is_tag_letter(p[1])) {
        uint64_t newlines = pf_match_either(p, '\n', '\n');
        if (newlines == 0) break;
        unsigned newline = pf_lowest(newlines);
        uint64_t before = (UINT64_C(1) << newline) - 1;
        uint64_t quotes = pf_match_either(p, '"', '\\') & before;
        unsigned close = newline - 1 - (p[newline - 1] == '\r');
        /* Two quotation marks, nothing escaped: one after a name and a blank, the other before the last bracket. */
        if ((quotes & (quotes - 1)) != UINT64_C(1) << (close - 1) || p[close] != ']' || p[close - 1] != '"') break;
        unsigned open = pf_lowest(quotes);
        uint64_t blanks = pf_match_either(p, ' ', '\t') & ((UINT64_C(1) << open) - 1);
        if (p[open] != '"' || blanks != UINT64_C(1) << (open - 1)) break;
        if (p[1] == 'F' || p[1] == 'V')
            if (pf_pgn_is_word(p + 1, open - 2, "FEN") || pf_pgn_is_word(p + 1, open - 2, "Variant")) break;
        reader->tag_count++;
        reader->has_tag_lines = true;
        p += newline + 1;
    }
    reader->at = p;
}

#endif
