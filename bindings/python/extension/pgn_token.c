/* The words of movetext. A word is anything that _TOKEN in plyforge/chess/pgn/_reader.py matches; that expression
 * defines the same in fewer lines, and the tests compare the two. */
#include "pgn.h"

/* A line that is examined from some offset on. Zeros are read beyond its end. */
typedef struct view {
    const char *at, *end;
} view;

static char look(view v, size_t ahead)
{
    return v.at + ahead < v.end ? v.at[ahead] : 0;
}

static bool is_in(char c, const char *set)
{
    return c && strchr(set, c);
}

static bool is_file(char c)
{
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c)
{
    return c >= '1' && c <= '8';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t match(view v, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(v.end - v.at) >= length && memcmp(v.at, word, length) == 0 ? length : 0;
}

/* The length of the target square and the optional characters after it; 0 if there is no such square here. */
static size_t match_target(view v, size_t at)
{
    if (!is_file(look(v, at)) || !is_rank(look(v, at + 1))) return 0;
    at += 2;
    size_t letter = at + (look(v, at) == '=');
    return is_in(look(v, letter), "nbrqkNBRQK") ? letter + 1 : at;
}

/* [NBKRQP]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?, with each optional part matched if possible. */
static size_t match_move(view v)
{
    size_t piece = is_in(look(v, 0), "NBKRQP");
    for (int parts = 7; parts >= 0; parts--) {
        size_t at = piece;
        if (parts & 4 && !is_file(look(v, at++))) continue;
        if (parts & 2 && !is_rank(look(v, at++))) continue;
        if (parts & 1 && !is_in(look(v, at++), "-x")) continue;
        size_t end = match_target(v, at);
        if (end) return end;
    }
    return 0;
}

static size_t match_drop(view v)
{
    size_t at = is_in(look(v, 0), "PNBRQK");
    return look(v, at) == '@' && is_file(look(v, at + 1)) && is_rank(look(v, at + 2)) ? at + 3 : 0;
}

static size_t match_any(view v, const char *const *words, size_t count)
{
    size_t length = 0;
    for (size_t i = 0; i < count && length == 0; i++) length = match(v, words[i]);
    return length;
}

static size_t match_result(view v)
{
    static const char *const words[] = {"1-0", "0-1", "1/2-1/2", "*"};
    return match_any(v, words, sizeof words / sizeof *words);
}

static size_t match_special(view v)
{
    static const char *const words[] = {"O-O-O", "O-O", "0-0-0", "0-0", "--", "Z0", "0000", "@@@@"};
    return match_any(v, words, sizeof words / sizeof *words);
}

static token_kind kind_of(view v, size_t *length)
{
    *length = 1;
    switch (*v.at) {
    case '{': return TOKEN_COMMENT;
    case ';': return TOKEN_REST_OF_LINE;
    case '(': return TOKEN_OPEN;
    case ')': return TOKEN_CLOSE;
    case '!':
    case '?': *length += is_in(look(v, 1), "!?"); return TOKEN_MARK;
    case '$':
        while (is_digit(look(v, *length))) ++*length;
        return *length > 1 ? TOKEN_NAG : TOKEN_END;
    default: break;
    }
    if ((*length = match_result(v))) return TOKEN_RESULT;
    if ((*length = match_move(v)) || (*length = match_drop(v)) || (*length = match_special(v))) return TOKEN_MOVE;
    return TOKEN_END;
}

token_kind token_find(const char *text, size_t length, size_t *from, size_t *to)
{
    /* Every token begins with one of these. */
    static const char beginnings[] = "{;()!?$*0123456789abcdefghx-NBKRQPO@Z";
    view v = {text + *from, text + length};
    for (; v.at < v.end; v.at++) {
        size_t size;
        if (*v.at == ' ' || *v.at == '.' || !is_in(*v.at, beginnings)) continue;
        token_kind kind = kind_of(v, &size);
        if (kind == TOKEN_END) continue;
        *from = (size_t)(v.at - text);
        *to = *from + size;
        return kind;
    }
    return TOKEN_END;
}
