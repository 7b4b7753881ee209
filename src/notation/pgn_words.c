/* Movetext that is not in the quick loop of pgn_movetext.h: moves in forms other than the export form, long comments,
 * and text that is passed over. */
#include <plyforge/play.h>

#include <string.h>

#include "board/text.h"
#include "notation/pgn_reader.h"
#include "notation/san.h"
#include "notation/scan.h"

static bool ends_word(char c)
{
    return pf_pgn_is_blank(c) || c == '\0' || c == '{' || c == '}' || c == '(' || c == ')' || c == ';' || c == '$' ||
           c == '!' || c == '?' || c == '[' || c == ']' || c == '*';
}

/* Signs for "White is better" and the like, which older writers put between the moves. */
static bool is_judgement(const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (word[i] != '+' && word[i] != '-' && word[i] != '=' && word[i] != '/' && word[i] != '~') return false;
    return true;
}

void pf_pgn_play_word(pf_pgn_frame *frame, pf_move move)
{
    pf_position *after = frame->before;
    *after = *frame->now;
    if (move == PF_NO_MOVE) {
        pf_undo ignored;
        pf_position_make_null(after, &ignored);
    } else {
        pf_position_play_unchecked(after, move);
    }
    pf_pgn_swap(frame);
}

bool pf_pgn_read_word(pf_pgn_reader *reader, const char *p, pf_move *move, size_t *length, bool *passed_over)
{
    const pf_position *position = reader->frames[reader->depth].now;
    const char *q = p;
    while (q < reader->end && !ends_word(*q) && q - p <= PF_PGN_WORD_MAX) q++;
    /* A promotion may stand in parentheses, which otherwise begin a variation. */
    if (q > p && reader->end - q >= 3 && q[0] == '(' && q[2] == ')' && strchr("QRBN", q[1]) && q[1] != '\0') q += 3;
    *length = (size_t)(q - p);
    *passed_over = true;
    if (q == p) {
        pf_pgn_fail_byte(reader, p);
        return false;
    }
    if (pf_pgn_is_word(p, *length, "e.p.") || pf_pgn_is_word(p, *length, "ep")) return true;
    if (pf_pgn_is_word(p, *length, "\xef\xbb\xbf")) return true; /* a byte order mark where files were joined */
    *passed_over = false;

    pf_san_token token;
    pf_status status = pf_san_read_token(&token, p, *length, &reader->error);
    if (status == PF_OK && token.shape == PF_SAN_NULL_MOVE) {
        pf_undo undo;
        pf_position copy = *position;
        *move = PF_NO_MOVE;
        if (pf_position_make_null(&copy, &undo)) return true;
        pf_pgn_fail(reader, p, PF_ERROR_MOVE_ILLEGAL, "a null move cannot answer a check");
        return false;
    }
    if (status == PF_OK) status = pf_san_find_move(move, position, &token, p, *length, &reader->error);
    if (status == PF_OK) return true;
    if (is_judgement(p, *length)) return *passed_over = true;

    char shown[24];
    pf_error reason = reader->error;
    pf_text text = pf_text_begin(shown, sizeof shown);
    for (size_t i = 0; i < *length && i < 12; i++) {
        bool printable = p[i] > 32 && p[i] < 127;
        pf_text_char(&text, printable ? p[i] : '?');
    }
    pf_text_string(&text, *length > 12 ? "..." : "");
    pf_text_end(&text);
    pf_pgn_fail(reader, p, status, "");
    text = pf_text_begin(reader->error.message, sizeof reader->error.message);
    pf_text_string(&text, shown);
    pf_text_string(&text, ": ");
    pf_text_string(&text, reason.message);
    pf_text_end(&text);
    return false;
}

const char *pf_pgn_comment_end(pf_pgn_reader *reader, const char *p, bool line_comment, bool *whole)
{
    size_t seen = 0; /* how far the text from reader->at on is known not to hold the end */
    *whole = true;
    reader->at = p;
    for (;;) {
        const char *q = pf_find_either(reader->at + seen, reader->end, line_comment ? '\n' : '}', '\n');
        if (q < reader->end && (*q == '}' || line_comment)) return q;
        if (q < reader->end && (q < reader->limit || pf_pgn_is_last_window(reader))) {
            /* A line that is a tag belongs to the next game: the comment was never closed. */
            if (q + 1 < reader->end && q[1] == '[' && pf_pgn_is_tag(q + 1, reader->end)) break;
            seen = (size_t)(q + 1 - reader->at);
            continue;
        }
        if (pf_pgn_is_last_window(reader)) {
            if (line_comment) return reader->end;
            seen = (size_t)(reader->end - reader->at);
            break;
        }
        /* More input, unless the window is full of this comment: then it is handed out in pieces. */
        if (reader->at == reader->buffer && reader->end == reader->buffer + PF_PGN_WINDOW_SIZE) {
            *whole = false;
            return reader->limit;
        }
        seen = (size_t)(q - reader->at);
        if (reader->token_offset >= reader->base) reader->token_line = pf_pgn_line_at(reader, reader->token_offset);
        pf_pgn_refill(reader);
    }
    /* The error is where the comment began, which may have left the window; reading goes on behind it. */
    const char *q = pf_find_either(reader->at + seen, reader->end, '\n', '\n');
    reader->at = q < reader->end ? q + 1 : reader->end;
    pf_fail(&reader->error, PF_ERROR_PGN, 0, "the comment is not closed");
    reader->error_offset = reader->token_offset;
    reader->error_line = reader->token_offset >= reader->base ? pf_pgn_line_at(reader, reader->token_offset)
                                                              : reader->token_line;
    reader->broken = true;
    return NULL;
}

static bool is_result(const char *word, size_t length)
{
    return pf_pgn_is_word(word, length, "1-0") || pf_pgn_is_word(word, length, "0-1") ||
           pf_pgn_is_word(word, length, "1/2-1/2") || pf_pgn_is_word(word, length, "1/2");
}

/* Passes over movetext without looking at its moves, from a depth on: up to the result, which is passed too, a tag, the
 * end of the input, or (PF_PGN_STOP_EVENT) a ')' that ends that depth if it is to be found. */
pf_pgn_stop pf_pgn_pass_text(pf_pgn_reader *reader, uint64_t depth, bool to_parenthesis)
{
    bool at_line_start = pf_pgn_is_line_start(reader, reader->at);
    while (pf_pgn_has_input(reader)) {
        const char *p = reader->at;
        if (at_line_start && *p == '[' && pf_pgn_is_tag(p, reader->end)) return PF_PGN_STOP_TAG;
        at_line_start = *p == '\n';
        if (*p == '{' || *p == ';') {
            bool line_comment = *p == ';';
            bool whole = false;
            pf_error error = reader->error;
            uint64_t error_offset = reader->error_offset, error_line = reader->error_line;
            bool broken = reader->broken;
            reader->token_offset = pf_pgn_offset(reader, p);
            reader->at = p + 1;
            while (!whole) {
                const char *q = pf_pgn_comment_end(reader, reader->at, line_comment, &whole);
                if (q == NULL) {
                    /* The first error of the game is the one to tell. */
                    reader->error = error;
                    reader->error_offset = error_offset;
                    reader->error_line = error_line;
                    reader->broken = broken;
                    return reader->at < reader->end ? PF_PGN_STOP_TAG : PF_PGN_STOP_END;
                }
                reader->at = q + (whole && !line_comment);
            }
            continue;
        }
        if (*p == '(') {
            depth++;
        } else if (*p == ')') {
            if (depth > 0) depth--;
            if (depth == 0 && to_parenthesis) return PF_PGN_STOP_EVENT;
        } else if (*p == '*' && depth == 0) {
            reader->at++;
            reader->result = PF_PGN_UNDECIDED;
            return PF_PGN_STOP_RESULT;
        } else if (!ends_word(*p)) {
            while (p < reader->end && !ends_word(*p) && p - reader->at <= PF_PGN_WORD_MAX) p++;
            bool over = depth == 0 && is_result(reader->at, (size_t)(p - reader->at));
            reader->at = p;
            if (over) return PF_PGN_STOP_RESULT;
            continue;
        }
        reader->at++;
    }
    return PF_PGN_STOP_END;
}

/* Passes over the blocks of 64 bytes that have no line that begins with a bracket. */
static void pass_blocks_without_bracket(pf_pgn_reader *reader)
{
    const char *p = reader->at;
    uint64_t begins_line = 0; /* the last byte of the block before was a newline */
    for (; p < reader->limit; p += 64) {
        uint64_t newlines = pf_match_either(p, '\n', '\n');
        uint64_t brackets = pf_match_either(p, '[', '[');
        if ((newlines << 1 | begins_line) & brackets) break;
        begins_line = newlines >> 63;
    }
    /* Back onto the newline, if that was the last byte; and the last block may have gone past the end. */
    p -= begins_line != 0;
    reader->at = p < reader->end ? p : reader->end;
}

/* Passes over everything up to a line that is a tag. */
void pf_pgn_pass_to_tag(pf_pgn_reader *reader)
{
    while (pf_pgn_has_input(reader)) {
        pass_blocks_without_bracket(reader);
        if (!pf_pgn_has_input(reader)) return;
        const char *from = reader->at;
        const char *newline = memchr(from, '\n', (size_t)(reader->end - from));
        if (newline == NULL) {
            reader->at = reader->end;
            continue;
        }
        if (newline >= reader->limit && !reader->no_more) {
            /* The next line must be seen too. */
            reader->at = newline;
            pf_pgn_refill(reader);
            newline = reader->at;
        }
        reader->at = newline + 1;
        if (reader->at < reader->end && *reader->at == '[' && pf_pgn_is_tag(reader->at, reader->end)) return;
    }
}
