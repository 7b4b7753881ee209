/* The tokens of movetext: one handler for each kind, and the text after a result. The loop of movetext.h reads the
 * common ones itself and leaves the others to pf_pgn_read_token. */
#include <plyforge/play.h>

#include <string.h>

#include "base/text.h"
#include "notation/pgn/reader.h"
#include "notation/san.h"

/* The length of the word at p, at most PF_PGN_WORD_MAX. */
static size_t word_length(const pf_pgn_reader *reader, const char *p)
{
    const char *q = p;
    while (q < reader->end && !pf_pgn_ends_word(*q) && q - p < PF_PGN_WORD_MAX) q++;
    return (size_t)(q - p);
}

/* Warns about length bytes at p and skips them. */
static pf_pgn_stop pass_odd(pf_pgn_reader *reader, const char *p, size_t length, pf_status code, const char *message,
                            size_t subject_length, pf_pgn_token *token)
{
    token->type = PF_PGN_WARNING;
    token->after = p + length;
    return pf_pgn_warn(reader, p, code, message, subject_length);
}

/* ---- Results ---- */

/* The length of a text at p, if it is there. */
static size_t match(const pf_pgn_reader *reader, const char *p, const char *text)
{
    size_t length = strlen(text);
    return (size_t)(reader->end - p) >= length && memcmp(p, text, length) == 0 ? length : 0;
}

/* The length of the first of several texts that is at p. */
static size_t match_any(const pf_pgn_reader *reader, const char *p, const char *const *texts, size_t count)
{
    size_t length = 0;
    for (size_t i = 0; i < count && length == 0; i++) length = match(reader, p, texts[i]);
    return length;
}

/* The length of the blanks at p, of which up to *line_ends may be line ends; their number is subtracted. Long runs of
 * blanks do not belong to a result, so that it stays within PF_PGN_REACH. */
static size_t match_gap(const pf_pgn_reader *reader, const char *p, unsigned *line_ends)
{
    enum { LONGEST_GAP = 80 };
    size_t length = 0;
    for (; length < LONGEST_GAP && p + length < reader->end && pf_pgn_is_blank(p[length]); length++) {
        if (p[length] != '\n') continue;
        if (*line_ends == 0) break;
        --*line_ends;
    }
    return length;
}

/* The length of a hyphen at p, or of a dash in its place, which a strict reader does not accept. */
static size_t match_dash(const pf_pgn_reader *reader, const char *p)
{
    size_t length = pf_dash_length(p, (size_t)(reader->end - p));
    return reader->mode == PF_PGN_STRICT && length > 0 && *p != '-' ? 0 : length;
}

/* The same with blanks and at most one end of a line around it. */
static size_t match_hyphen(const pf_pgn_reader *reader, const char *p)
{
    unsigned line_ends = 1;
    size_t before = match_gap(reader, p, &line_ends);
    size_t length = match_dash(reader, p + before);
    if (length == 0) return 0;
    return before + length + match_gap(reader, p + before + length, &line_ends);
}

/* The fraction one half, as two digits or as a character of UTF-8 or Latin-1. */
static size_t match_half(const pf_pgn_reader *reader, const char *p)
{
    static const char *const halves[] = {"1/2", "\xc2\xbd", "\xbd"};
    return match_any(reader, p, halves, reader->mode == PF_PGN_STRICT ? 1 : sizeof halves / sizeof halves[0]);
}

size_t pf_pgn_result_length(const pf_pgn_reader *reader, const char *p, pf_result *result)
{
    if (reader->end - p >= 3 && p[1] == '-' && ((p[0] ^ p[2]) == 1) && (p[0] == '0' || p[0] == '1')) {
        *result = *p == '1' ? PF_RESULT_WHITE_WINS : PF_RESULT_BLACK_WINS;
        return 3;
    }
    if (*p >= '2' && *p <= 'z') return 0; /* the common case */
    size_t half = match_half(reader, p);
    if (half > 0) {
        *result = PF_RESULT_DRAW;
        size_t hyphen = match_hyphen(reader, p + half);
        size_t other = hyphen > 0 ? match_half(reader, p + half + hyphen) : 0;
        return other > 0 ? half + hyphen + other : half;
    }
    if (match(reader, p, "*")) {
        *result = PF_RESULT_UNDECIDED;
        return 1;
    }
    size_t hyphen = match(reader, p, "1") || match(reader, p, "0") ? match_hyphen(reader, p + 1) : 0;
    if (hyphen == 0 || !match(reader, p + 1 + hyphen, *p == '1' ? "0" : "1")) return 0;
    size_t length = 1 + hyphen + 1;
    /* "1 - 0." is a sign followed by a move number. */
    const char *after = p + length;
    bool has_gap = pf_pgn_is_blank(p[1]) || pf_pgn_is_blank(after[-2]);
    if (has_gap && after < reader->end && !pf_pgn_ends_word(*after)) return 0;
    *result = *p == '1' ? PF_RESULT_WHITE_WINS : PF_RESULT_BLACK_WINS;
    return length;
}

/* Ends the game if there is a result at p. In a variation the result is ignored: some writers end variations with one.
 */
static pf_pgn_stop read_result(pf_pgn_reader *reader, const char *p, pf_pgn_token *token, bool *is_result)
{
    pf_result result = PF_RESULT_NOT_GIVEN;
    size_t length = pf_pgn_result_length(reader, p, &result);
    *is_result = length > 0;
    token->after = p + length;
    if (length == 0 || reader->depth > 0) return PF_PGN_PASSED;
    reader->result = result;
    reader->at = token->after;
    return PF_PGN_STOP_RESULT;
}

/* ---- Words ---- */

/* Signs for "White is better" and the like, which older writers put between moves. */
static bool is_judgement_sign(char c)
{
    return c == '+' || c == '-' || c == '=' || c == '/' || c == '~';
}

static bool is_judgement(const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_judgement_sign(word[i])) return false;
    return true;
}

static bool is_castling_letter(char c)
{
    return c == 'O' || c == 'o' || c == '0';
}

/* Whether a word is meant as a move: it contains a square, or begins like castling. If such a word were skipped, the
 * moves after it would be played for the wrong side. */
static bool is_meant_as_move(const char *word, size_t length)
{
    if (length > 1 && is_castling_letter(*word) && pf_dash_length(word + 1, length - 1) > 0) return true;
    for (size_t i = 1; i < length; i++)
        if (word[i - 1] >= 'a' && word[i - 1] <= 'h' && pf_pgn_is_digit(word[i])) return true;
    return false;
}

/* Whether a word is OO, OOO, 00 or 000, perhaps with a mark for check: not read as castling, but not skipped either. */
static bool is_castling_without_hyphens(const char *word, size_t length)
{
    if (length > 0 && (word[length - 1] == '+' || word[length - 1] == '#')) length--;
    if (length != 2 && length != 3) return false;
    return is_castling_letter(*word) && word[1] == *word && word[length - 1] == *word;
}

static pf_status find_null_move(const pf_position *position, pf_move *move, pf_error *error)
{
    pf_position copy = *position;
    *move = PF_NO_MOVE;
    if (pf_position_play_null(&copy)) return PF_OK;
    bool is_over = pf_position_is_variant_end(position);
    return pf_fail(error, PF_ERROR_MOVE_ILLEGAL, 0, is_over ? "the game is over" : PF_NULL_MOVE_IN_CHECK);
}

/* Whether a move is castling with dashes instead of hyphens. */
static bool has_dashes(const pf_san_token *san, const char *word, size_t length)
{
    if (san->shape != PF_SAN_SHORT_CASTLING && san->shape != PF_SAN_LONG_CASTLING) return false;
    for (size_t i = 0; i < length; i++)
        if (word[i] & 0x80) return true;
    return false;
}

static pf_status find_move(const pf_pgn_reader *reader, const pf_position *position, const char *word, size_t length,
                           pf_move *move, pf_error *error)
{
    pf_san_token san;
    pf_status status = pf_san_read_token(&san, word, length, error);
    if (status != PF_OK) return status;
    if (reader->mode == PF_PGN_STRICT && has_dashes(&san, word, length))
        return pf_fail(error, PF_ERROR_MOVE_TEXT, 1, "castling is written with hyphens, not with dashes");
    if (san.shape == PF_SAN_NULL_MOVE) return find_null_move(position, move, error);
    return pf_san_find_move(move, position, &san, word, length, error);
}

/* Plays a move, including castling and null moves. */
static void play(pf_pgn_frame *frame, pf_move move)
{
    pf_position *after = frame->before;
    *after = *frame->now;
    if (move == PF_NO_MOVE)
        pf_position_play_null(after);
    else
        pf_position_play_unchecked(after, move);
    pf_pgn_swap(frame);
}

static pf_pgn_stop refuse_word(pf_pgn_reader *reader, const char *p, size_t length, const pf_error *error,
                               pf_pgn_token *token)
{
    bool is_move = is_meant_as_move(p, length) || is_castling_without_hyphens(p, length);
    if (error->code == PF_ERROR_MOVE_TEXT && !is_move) {
        const char *message = reader->mode == PF_PGN_STRICT ? error->message : "this is not a move; it is skipped";
        return pass_odd(reader, p, length, error->code, message, length, token);
    }
    return pf_pgn_fail(reader, p, error->code, error->message, length);
}

static bool is_after_move(char c)
{
    return is_judgement_sign(c) || c == '.' || c == ',' || c == ':' || (c & 0x80);
}

/* The length of a word without what some writers put directly after a move: a result, or signs and punctuation. */
static size_t bare_length(const char *word, size_t length)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2"};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        size_t tail = strlen(results[i]);
        if (length > tail && memcmp(word + length - tail, results[i], tail) == 0) {
            length -= tail;
            break;
        }
    }
    while (length > 1 && is_after_move(word[length - 1])) length--;
    return length;
}

/* A move in any form of the lenient SAN reader, a null move, a sign, or another word. */
static pf_pgn_stop read_word(pf_pgn_reader *reader, const char *p, pf_pgn_token *token)
{
    pf_pgn_frame *frame = &reader->frames[reader->depth];
    size_t length = word_length(reader, p);
    /* A promotion piece may be in parentheses, which otherwise begin a variation. */
    const char *q = p + length;
    const char *pieces = reader->rules == PF_VARIANT_ANTICHESS ? "QRBNK" : "QRBN";
    if (reader->end - q >= 3 && q[0] == '(' && q[2] == ')' && strchr(pieces, q[1]) && q[1] != '\0') length += 3;
    token->after = p + length;
    if (pf_pgn_is_word(p, length, "e.p.") || pf_pgn_is_word(p, length, "ep")) return PF_PGN_PASSED;

    pf_error error;
    pf_status status = find_move(reader, frame->now, p, length, &token->move, &error);
    if (status == PF_ERROR_MOVE_TEXT && is_judgement(p, length)) return PF_PGN_PASSED;
    if (status == PF_ERROR_MOVE_TEXT && reader->mode == PF_PGN_TOLERANT) {
        /* Try a move with other text directly after it, which is then treated as a separate word. */
        size_t shorter = bare_length(p, length);
        pf_error ignored;
        if (shorter < length && is_meant_as_move(p, shorter) &&
            find_move(reader, frame->now, p, shorter, &token->move, &ignored) == PF_OK) {
            status = PF_OK;
            length = shorter;
            token->after = p + length;
        }
    }
    if (status != PF_OK) return refuse_word(reader, p, length, &error, token);
    play(frame, token->move);
    token->type = PF_PGN_MOVE;
    token->text = p;
    token->length = length;
    return PF_PGN_STOP_EVENT;
}

/* Tokens that begin with a non-ASCII byte: a byte order mark where files were joined, the dots of a move number as one
 * character, a drawn result, or a word. */
static pf_pgn_stop read_beyond_ascii(pf_pgn_reader *reader, const char *p, pf_pgn_token *token)
{
    size_t mark = pf_pgn_is_mark(reader, p) ? PF_PGN_MARK_LENGTH : match(reader, p, PF_PGN_ELLIPSIS);
    token->after = p + mark;
    if (mark > 0) return PF_PGN_PASSED;
    bool is_result;
    pf_pgn_stop stop = read_result(reader, p, token, &is_result);
    return is_result ? stop : read_word(reader, p, token);
}

/* Whether a digit and a hyphen, dash or slash at p begin castling with zeros or a result. */
static bool begins_with_digit(const pf_pgn_reader *reader, const char *p)
{
    if (*p != '0' && *p != '1') return false;
    if (match(reader, p, "1/2")) return true;
    const char *other = p + 1 + match_dash(reader, p + 1);
    return other > p + 1 && (match(reader, other, "0") || match(reader, other, "1"));
}

size_t pf_pgn_length_of_number(const pf_pgn_reader *reader, const char *p)
{
    const char *end = reader->end - p > PF_PGN_WORD_MAX ? p + PF_PGN_WORD_MAX : reader->end;
    const char *q = p;
    while (q < end && (pf_pgn_is_digit(*q) || *q == '.')) q++;
    const char *after_dot = q;
    while (after_dot > p && after_dot[-1] != '.') after_dot--;
    if (after_dot > p) return (size_t)(after_dot - p);
    if (q - p > 1 && begins_with_digit(reader, q - 1)) q--;
    return (size_t)(q - p);
}

/* A result, castling or a null move with zeros, or a move number, which may begin another game. */
static pf_pgn_stop read_digits(pf_pgn_reader *reader, const char *p, pf_pgn_token *token)
{
    char second = reader->end - p > 1 ? p[1] : '\0';
    bool is_result = false;
    pf_pgn_stop stop = second != '.' ? read_result(reader, p, token, &is_result) : PF_PGN_PASSED;
    if (is_result) return stop;
    const char *end = reader->end - p > PF_PGN_WORD_MAX ? p + PF_PGN_WORD_MAX : reader->end;
    const char *q = p;
    while (q < end && pf_pgn_is_digit(*q)) q++;
    bool has_dot = q < end && *q == '.';
    bool has_zeros = *p == '0' && second == '0' && !has_dot;
    size_t dash = *p == '0' ? pf_dash_length(p + 1, (size_t)(reader->end - p - 1)) : 0;
    bool is_castling = dash > 0 && match(reader, p + 1 + dash, "0");
    if (second == '-' || second == '/' || has_zeros || is_castling) return read_word(reader, p, token);
    const pf_pgn_frame *frame = &reader->frames[0];
    if (reader->depth == 0 && frame->moved && pf_pgn_is_first_move(reader, p)) {
        reader->at = p;
        return PF_PGN_STOP_GAME;
    }
    q = p + pf_pgn_length_of_number(reader, p);
    token->after = q;
    if (reader->depth == 0 && q < end && *q == ')')
        return pass_odd(reader, p, (size_t)(q + 1 - p), PF_ERROR_PGN, "a move number is written with ')'", 0, token);
    return PF_PGN_PASSED;
}

/* ---- Everything else ---- */

/* Collects the commands of a comment in pieces. A comment in one piece is left to the sink. */
static void collect_commands(pf_pgn_reader *reader, const char *close, bool whole, pf_pgn_token *token)
{
    if (whole && !token->has_commands) return;
    if (!token->has_commands) pf_pgn_commands_clear(&reader->commands);
    token->has_commands = true;
    pf_pgn_commands_add(&reader->commands, reader->at, (size_t)(close - reader->at));
}

static pf_pgn_stop read_comment(pf_pgn_reader *reader, const char *p, pf_pgn_sink sink, pf_pgn_token *token)
{
    bool line_comment = *p == ';';
    bool whole = false;
    const char *text = p + 1;
    const char *close = text;
    reader->token_offset = token->offset;
    while (!whole) {
        close = pf_pgn_comment_end_in_game(reader, text, line_comment, &whole);
        if (close == NULL) return PF_PGN_STOP_ERROR;
        if (sink == PF_PGN_SINK_COLUMNS) collect_commands(reader, close, whole, token);
        text = close;
        if (sink == PF_PGN_SINK_EVENT) break;
    }
    token->type = PF_PGN_COMMENT;
    token->text = reader->at;
    token->length = (size_t)(close - reader->at);
    token->continues = !whole;
    token->after = close + (whole && !line_comment);
    if (!whole) reader->state = line_comment ? PF_PGN_IN_LINE_COMMENT : PF_PGN_IN_COMMENT;
    return PF_PGN_STOP_EVENT;
}

static pf_pgn_stop begin_variation(pf_pgn_reader *reader, const char *p, pf_pgn_token *token)
{
    pf_pgn_frame *frame = &reader->frames[reader->depth];
    if (!frame->moved)
        return pf_pgn_fail(reader, p, PF_ERROR_PGN, "a variation begins where there is no move to replace", 0);
    if (reader->depth == PF_PGN_MAX_DEPTH)
        return pf_pgn_fail(reader, p, PF_ERROR_PGN, "variations are nested more than 255 deep", 0);
    reader->depth++;
    pf_pgn_begin_line(frame + 1, frame->before);
    token->type = PF_PGN_BEGIN_VARIATION;
    return PF_PGN_STOP_EVENT;
}

static pf_pgn_stop end_variation(pf_pgn_reader *reader, const char *p, pf_pgn_token *token)
{
    if (reader->depth == 0) return pass_odd(reader, p, 1, PF_ERROR_PGN, "there is no variation to close", 0, token);
    reader->depth--;
    token->type = PF_PGN_END_VARIATION;
    return PF_PGN_STOP_EVENT;
}

/* $0 to $255, or one of ! ? !! ?? !? ?!, which are 1 to 6. */
static pf_pgn_stop read_nag(pf_pgn_reader *reader, const char *p, pf_pgn_token *token)
{
    unsigned nag = 0;
    const char *q = p + 1;
    const char *end = reader->end - p > PF_PGN_WORD_MAX ? p + PF_PGN_WORD_MAX : reader->end;
    if (*p == '$') {
        for (; q < end && pf_pgn_is_digit(*q); q++) nag = nag <= 255 ? 10 * nag + (unsigned)(*q - '0') : nag;
        if (q == p + 1 || nag > 255)
            return pass_odd(reader, p, (size_t)(q - p), PF_ERROR_PGN, "'$' must be followed by a number up to 255", 0,
                            token);
    } else {
        nag = *p == '!' ? 1 : 2;
        if (q < end && (*q == '!' || *q == '?')) nag = *q++ == *p ? nag + 2 : nag + 4;
    }
    token->type = PF_PGN_NAG;
    token->nag = (uint8_t)nag;
    token->after = q;
    return PF_PGN_STOP_EVENT;
}

/* Bytes that begin no token. Runs of equal bytes are skipped together, and a bracket with its contents. */
static pf_pgn_stop read_stray(pf_pgn_reader *reader, const char *p, pf_pgn_token *token)
{
    const char *end = reader->end - p > PF_PGN_WORD_MAX ? p + PF_PGN_WORD_MAX : reader->end;
    const char *q = p;
    while (q < end && *q == *p) q++;
    if (*p == '[') {
        const char *close = p;
        while (close < end && *close != ']' && *close != '\n') close++;
        if (close < end && *close == ']') q = close + 1;
    }
    pf_error error;
    pf_fail_at_char(&error, PF_ERROR_PGN, 0, "movetext cannot contain", *p);
    return pass_odd(reader, p, (size_t)(q - p), error.code, error.message, 0, token);
}

pf_pgn_stop pf_pgn_read_token(pf_pgn_reader *reader, const char *p, pf_pgn_sink sink, pf_pgn_token *token)
{
    *token = (pf_pgn_token){.offset = pf_pgn_offset(reader, p), .after = p + 1, .move = PF_NO_MOVE};
    bool is_result;
    switch (*p) {
    case '{':
    case ';': return read_comment(reader, p, sink, token);
    case '(': return begin_variation(reader, p, token);
    case ')': return end_variation(reader, p, token);
    case '$':
    case '!':
    case '?': return read_nag(reader, p, token);
    case '*': return read_result(reader, p, token, &is_result);
    case '.': return PF_PGN_PASSED;
    case '[':
        if (!pf_pgn_is_tag_line(reader, p)) return read_stray(reader, p, token);
        reader->at = p;
        return PF_PGN_STOP_GAME;
    case '}':
    case ']':
    case '\0': return read_stray(reader, p, token);
    case '%':
        if (!pf_pgn_is_escaped_line(reader, p)) return read_word(reader, p, token);
        reader->at = p;
        pf_pgn_pass_escaped_line(reader);
        token->after = reader->at;
        return PF_PGN_PASSED;
    default: break;
    }
    if (pf_pgn_is_digit(*p)) return read_digits(reader, p, token);
    return *p & 0x80 ? read_beyond_ascii(reader, p, token) : read_word(reader, p, token);
}

/* ---- Outside of movetext ---- */

/* Whether a game begins with the byte at p, which is not a tag's, a comment's or a result's. A word must be meant as a
 * move, and a number must have a dot or be 1 after an empty line: titles of events and years are not games. */
static bool begins_movetext(const pf_pgn_reader *reader, const char *p)
{
    size_t length = word_length(reader, p);
    if (is_meant_as_move(p, length)) return true;
    if (!pf_pgn_is_digit(*p)) return false;
    size_t digits = 0;
    while (digits < length && pf_pgn_is_digit(p[digits])) digits++;
    return match(reader, p + digits, ".") || match(reader, p + digits, PF_PGN_ELLIPSIS) ||
           pf_pgn_is_first_move(reader, p);
}

/* Skips a word that is not part of a game, or a byte that is not a word. */
static pf_pgn_stop pass_text_outside(pf_pgn_reader *reader, const char *p, pf_pgn_token *token)
{
    size_t length = word_length(reader, p);
    *token = (pf_pgn_token){.offset = pf_pgn_offset(reader, p), .after = p + length};
    if (length == 0) return read_stray(reader, p, token);
    size_t dots = 0;
    while (dots < length && p[dots] == '.') dots++;
    if (dots == length || is_judgement(p, length)) return PF_PGN_PASSED;
    return pass_odd(reader, p, length, PF_ERROR_PGN, "this is not part of a game; it is skipped", length, token);
}

static pf_pgn_stop pass_parenthesis_outside(pf_pgn_reader *reader, const char *p, pf_pgn_token *token)
{
    *token = (pf_pgn_token){.offset = pf_pgn_offset(reader, p)};
    pf_pgn_stop stop = pass_odd(reader, p, 1, PF_ERROR_PGN, "a variation after the result is skipped", 0, token);
    reader->at = p;
    pf_pgn_pass_parenthesis(reader);
    token->after = reader->at;
    return stop;
}

/* A result after the result: the same one again, or another one. */
static pf_pgn_stop pass_second_result(pf_pgn_reader *reader, const char *p, size_t length, pf_result result,
                                      pf_pgn_token *token)
{
    *token = (pf_pgn_token){.offset = pf_pgn_offset(reader, p), .after = p + length};
    if (result == reader->result) return PF_PGN_PASSED;
    return pass_odd(reader, p, length, PF_ERROR_PGN, "the game already has another result", 0, token);
}

/* Nothing of it can be read, so a single error covers all of it. */
static pf_pgn_stop refuse_utf16(pf_pgn_reader *reader, const char *p)
{
    pf_pgn_fail(reader, p, PF_ERROR_UNSUPPORTED, "the text is UTF-16; convert it to UTF-8", 0);
    while (pf_pgn_has_input(reader)) reader->at = reader->end;
    return PF_PGN_STOP_ERROR;
}

/* Identifies the text that begins at p, outside of movetext. */
typedef enum outside_token {
    OUTSIDE_GAME,
    OUTSIDE_ANNOTATION,
    OUTSIDE_RESULT,
    OUTSIDE_PARENTHESIS,
    OUTSIDE_TEXT
} outside_token;

static outside_token outside_token_at(const pf_pgn_reader *reader, const char *p, bool empty_line, size_t result_length)
{
    const bool is_after = !reader->before_tags;
    bool is_nag = *p == '$' || *p == '!' || *p == '?';
    if (result_length > 0) return is_after && !empty_line ? OUTSIDE_RESULT : OUTSIDE_GAME;
    if (*p == '{' || *p == ';' || (is_nag && is_after)) return OUTSIDE_ANNOTATION;
    if (*p == '[' && (pf_pgn_is_tag(p, reader->end) || pf_pgn_margin_of(reader, p) != PF_PGN_MID_LINE))
        return OUTSIDE_GAME;
    if (!is_after && (is_nag || *p == '(' || *p == ')' || reader->mode == PF_PGN_STRICT))
        return OUTSIDE_GAME; /* its faults are reported when it is read as movetext */
    if (*p == '(') return OUTSIDE_PARENTHESIS;
    return begins_movetext(reader, p) ? OUTSIDE_GAME : OUTSIDE_TEXT;
}

pf_pgn_stop pf_pgn_read_outside(pf_pgn_reader *reader, pf_pgn_sink sink, pf_pgn_token *token)
{
    const bool is_after = !reader->before_tags;
    if (pf_pgn_is_utf16(reader)) return refuse_utf16(reader, reader->at);
    for (;;) {
        bool empty_line = pf_pgn_pass_blanks(reader);
        bool has_input = pf_pgn_has_input(reader);
        const char *p = reader->at;
        if (pf_pgn_is_too_long(reader, p, !has_input || *p == '[')) return pf_pgn_fail_long(reader, p);
        if (!has_input) return PF_PGN_STOP_END;
        if (PF_LIKELY(empty_line && *p == '[')) return PF_PGN_STOP_GAME;
        bool is_comment = *p == '{' || *p == ';';
        pf_result result;
        size_t length = pf_pgn_result_length(reader, p, &result);
        pf_pgn_stop stop = PF_PGN_PASSED;
        switch (outside_token_at(reader, p, empty_line, length)) {
        case OUTSIDE_GAME: return PF_PGN_STOP_GAME;
        case OUTSIDE_ANNOTATION: stop = pf_pgn_read_token(reader, p, sink, token); break;
        case OUTSIDE_RESULT: stop = pass_second_result(reader, p, length, result, token); break;
        case OUTSIDE_PARENTHESIS: stop = pass_parenthesis_outside(reader, p, token); break;
        case OUTSIDE_TEXT: stop = pass_text_outside(reader, p, token); break;
        }
        if (stop == PF_PGN_STOP_ERROR && is_comment) return stop; /* reading continues where the comment ended */
        reader->at = token->after;
        if (is_after) reader->result_end = pf_pgn_offset(reader, reader->at);
        if (stop != PF_PGN_PASSED) return stop;
    }
}
