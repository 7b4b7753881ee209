/* Commands in comments: [%clk 1:02:03], [%emt 0:00:05], [%eval 0.17,20], [%eval #-3]. */
#include <plyforge/pgn.h>

#include <string.h>

/* Lines may break between any two words. */
static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

typedef struct cursor {
    const char *at, *end;
} cursor;

static bool is_digit(const cursor *in)
{
    return in->at < in->end && *in->at >= '0' && *in->at <= '9';
}

static bool take(cursor *in, char c)
{
    if (in->at == in->end || *in->at != c) return false;
    in->at++;
    return true;
}

/* Reads up to nine digits; clocks and evaluations have no more. */
static bool take_number(cursor *in, int64_t *out)
{
    const char *first = in->at;
    int64_t number = 0;
    for (; is_digit(in); in->at++) {
        if (in->at - first == 9) return false;
        number = 10 * number + (*in->at - '0');
    }
    *out = number;
    return in->at > first;
}

/* The digits after a decimal point, scaled by 100 or 1000; further digits are cut off. */
static int64_t take_fraction(cursor *in, int64_t parts)
{
    int64_t fraction = 0;
    if (!take(in, '.')) return 0;
    for (; is_digit(in); in->at++) {
        parts /= 10;
        fraction += parts * (*in->at - '0');
    }
    return fraction;
}

/* h:mm:ss, mm:ss or ss, with or without a fraction, in milliseconds. */
static bool take_time(cursor *in, int64_t *out)
{
    int64_t seconds = 0;
    for (int i = 0; i < 3; i++) {
        int64_t number;
        if (!take_number(in, &number)) return false;
        seconds = 60 * seconds + number;
        if (!take(in, ':')) break;
    }
    *out = 1000 * seconds + take_fraction(in, 1000);
    return true;
}

static bool take_eval(cursor *in, pf_pgn_commands *out)
{
    int64_t number, depth = -1;
    bool mate = take(in, '#');
    bool negative = take(in, '-');
    if (!negative) take(in, '+');
    if (!mate) mate = take(in, '#');
    if (!take_number(in, &number)) return false;
    if (!mate) {
        if (number > 1000000) return false;
        number = 100 * number + take_fraction(in, 100);
    }
    if (take(in, ',') && !take_number(in, &depth)) return false;
    out->eval_kind = mate ? PF_PGN_EVAL_MATE : PF_PGN_EVAL_CENTIPAWNS;
    out->eval = (int32_t)(negative ? -number : number);
    out->eval_depth = (int32_t)depth;
    return true;
}

/* The text between the name of a command and its ']', if it is this one. */
static bool take_name(cursor *in, const char *name)
{
    size_t length = strlen(name);
    if ((size_t)(in->end - in->at) <= length || memcmp(in->at, name, length) != 0 || !is_blank(in->at[length]))
        return false;
    in->at += length;
    while (in->at < in->end && is_blank(*in->at)) in->at++;
    return true;
}

bool pf_pgn_commands_from_text(pf_pgn_commands *out, const char *text, size_t length)
{
    const char *end = text + length;
    bool found = false;
    out->clock = out->elapsed = -1;
    out->eval_kind = PF_PGN_EVAL_NONE;
    out->eval = 0;
    out->eval_depth = -1;

    while (length > 0 && (text = memchr(text, '[', (size_t)(end - text))) != NULL) {
        cursor in = {++text, end};
        int64_t time;
        pf_pgn_commands eval = *out;
        if (!take(&in, '%')) continue;
        if (take_name(&in, "clk")) {
            if (take_time(&in, &time) && take(&in, ']')) out->clock = time, found = true;
        } else if (take_name(&in, "emt")) {
            if (take_time(&in, &time) && take(&in, ']')) out->elapsed = time, found = true;
        } else if (take_name(&in, "eval")) {
            if (take_eval(&in, &eval) && take(&in, ']')) *out = eval, found = true;
        }
    }
    return found;
}
