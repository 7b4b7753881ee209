/* Skips text without reading it: the rest of a broken game, and variations and games that the caller skips. */
#include <string.h>

#include "notation/pgn/reader.h"
#include "notation/scan.h"

/* Skips a word, a move number, a byte order mark, or a single byte that does not begin one. */
static void pass_word(pf_pgn_reader *reader)
{
    const char *p = reader->at;
    if (pf_pgn_is_mark(reader, p)) {
        reader->at += PF_PGN_MARK_LENGTH;
        return;
    }
    if (pf_pgn_is_digit(*p)) {
        reader->at += pf_pgn_length_of_number(reader, p);
        return;
    }
    while (p < reader->end && !pf_pgn_ends_word(*p) && p - reader->at < PF_PGN_WORD_MAX) p++;
    reader->at = p > reader->at ? p : p + 1;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

pf_pgn_stop pf_pgn_pass_text(pf_pgn_reader *reader, uint64_t depth, bool to_parenthesis)
{
    bool moved = reader->frames[0].moved; /* also set when a word that may be a move is skipped */
    while (pf_pgn_has_input(reader)) {
        const char *p = reader->at;
        if (*p == '[' && pf_pgn_is_tag_line(reader, p)) return PF_PGN_STOP_GAME;
        if (*p == '{' || *p == ';') {
            if (!pf_pgn_pass_comment(reader)) return reader->at < reader->end ? PF_PGN_STOP_GAME : PF_PGN_STOP_END;
            continue;
        }
        if (pf_pgn_is_escaped_line(reader, p)) {
            pf_pgn_pass_escaped_line(reader);
            continue;
        }
        if (*p == '(') {
            depth++;
        } else if (*p == ')') {
            if (depth > 0) depth--;
            if (depth == 0 && to_parenthesis) return PF_PGN_STOP_EVENT;
        } else if (depth == 0 && !pf_pgn_is_blank(*p)) {
            pf_result result;
            size_t length = pf_pgn_result_length(reader, p, &result);
            reader->at += length;
            if (length > 0) return PF_PGN_STOP_RESULT;
            if (moved && pf_pgn_is_first_move(reader, p)) return PF_PGN_STOP_GAME;
            moved |= is_letter(*p);
        }
        pass_word(reader);
    }
    return PF_PGN_STOP_END;
}

void pf_pgn_pass_outside(pf_pgn_reader *reader)
{
    pf_pgn_token token;
    const pf_pgn_mode mode = reader->mode;
    reader->mode = PF_PGN_TOLERANT; /* a strict reader recognises fewer texts as results, and stops earlier */
    reader->quiet = true;
    while (pf_pgn_read_outside(reader, PF_PGN_SINK_SUMMARY, &token) == PF_PGN_STOP_EVENT) continue;
    reader->quiet = false;
    reader->mode = mode;
}

/* Whether a bracket in the block may begin a tag. [%clk and other commands do not. */
static bool has_candidate(const char *block, uint64_t brackets)
{
    while (brackets)
        if (block[pf_pop_lowest(&brackets) + 1] != '%') return true;
    return false;
}

/* Skips the blocks of 64 bytes in which no line can begin with a tag. */
static void pass_blocks_without_tag(pf_pgn_reader *reader)
{
    const char *p = reader->at;
    uint64_t carry = 1; /* the block may begin at the start of a line */
    for (; p < reader->limit; p += 64) {
        uint64_t margins = pf_match_margins(p);
        uint64_t brackets = pf_match_either(p, '[', '[') & (margins << 1 | carry);
        if (PF_UNLIKELY(brackets) && has_candidate(p, brackets)) break;
        carry = margins >> 63;
    }
    reader->at = p < reader->end ? p : reader->end; /* the last block may have gone past the end */
}

void pf_pgn_pass_to_tag_line(pf_pgn_reader *reader)
{
    while (pf_pgn_has_input(reader)) {
        pass_blocks_without_tag(reader);
        if (!pf_pgn_has_input(reader)) return;
        const char *stop = reader->limit - reader->at > 64 ? reader->at + 64 : reader->limit;
        const char *p = pf_find_either(reader->at, stop, '[', '[');
        reader->at = p;
        if (p == stop) continue;
        if (pf_pgn_is_tag_line(reader, p)) return;
        reader->at++;
    }
}

void pf_pgn_pass_tags(pf_pgn_reader *reader)
{
    do pf_pgn_pass_line(reader);
    while (pf_pgn_has_input(reader) && *reader->at == '[');
}
