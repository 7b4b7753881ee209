/* Commands in comments: [%clk 1:02:03], [%emt 0:00:05], [%eval 0.17,20], [%eval #-3]. */
#include <string.h>

#include "notation/pgn/reader.h"
#include "notation/scan.h"

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

/* ---- The usual forms, eight bytes at once ---- */

/* The bytes of a word that must be digits, and the bytes that must equal those of pattern, which has '0' for digits. */
typedef struct command_form {
    uint64_t pattern, digits, others;
} command_form;

/* The difference of the word and the pattern, in which every digit is its value, if the word has this form. */
static bool fits(uint64_t word, command_form form, uint64_t *values)
{
    uint64_t found = *values = word ^ form.pattern;
    /* adding 6 carries into the high half of any byte above 9 */
    uint64_t high = (found | (found + (form.digits & UINT64_C(0x0606060606060606)))) & UINT64_C(0xf0f0f0f0f0f0f0f0);
    return ((high & form.digits) | (found & form.others)) == 0;
}

/* The number that two digits make; index is that of the first. */
static unsigned two_digits(uint64_t values, unsigned index)
{
    return (unsigned)((10 * values + (values >> 8)) >> (8 * index)) & 255;
}

/* 0:12:34] in milliseconds. Eight bytes can be read. */
static bool usual_time(const char *text, int64_t *out)
{
    static const command_form usual = {UINT64_C(0x5d30303a30303a30), UINT64_C(0x00ffff00ffff00ff),
                                       UINT64_C(0xff0000ff0000ff00)};
    uint64_t v;
    if (!fits(pf_load8(text), usual, &v)) return false;
    *out = 1000 * (3600 * (unsigned)(v & 255) + 60 * two_digits(v, 2) + two_digits(v, 5));
    return true;
}

/* 0.17] or -0.17] in centipawns; the length, or 0. Eight bytes can be read. */
static unsigned usual_eval(const char *text, int32_t *out)
{
    static const command_form usual = {UINT64_C(0x5d30302e30), UINT64_C(0x00ffff00ff), UINT64_C(0xff0000ff00)};
    uint64_t v, word = pf_load8(text);
    const bool negative = (word & 255) == '-';
    if (!fits(word >> (negative ? 8 : 0), usual, &v)) return 0;
    int32_t eval = (int32_t)(100 * (unsigned)(v & 255) + two_digits(v, 2));
    *out = negative ? -eval : eval;
    return negative ? 6 : 5;
}

static bool take_usual_time(cursor *in, int64_t *out)
{
    if (in->end - in->at < 8 || !usual_time(in->at, out)) return false;
    in->at += 8;
    return true;
}

static bool take_usual_eval(cursor *in, pf_pgn_commands *out)
{
    int32_t eval;
    unsigned length = in->end - in->at < 8 ? 0 : usual_eval(in->at, &eval);
    if (length == 0) return false;
    out->eval_kind = PF_PGN_EVAL_CENTIPAWNS;
    out->eval = eval;
    out->eval_depth = -1;
    in->at += length;
    return true;
}

void pf_pgn_add_short_commands(pf_pgn_columns *columns, size_t row, const char *text, size_t length)
{
    enum { CLOCK = 6, EVAL = 7 }; /* the lengths of [%clk and [%eval with the blank */
    static const uint64_t clock_name = UINT64_C(0x206b6c63255b), eval_name = UINT64_C(0x206c617665255b);
    const char *p = text, *end = text + length;
    int64_t clock = PF_PGN_NO_CLOCK;
    int32_t eval = PF_PGN_NO_EVAL;
    p += length > 0 && *p == ' ';
    while (p < end) {
        uint64_t word = pf_load8(p);
        unsigned eval_length;
        if ((word & UINT64_C(0xffffffffffff)) == clock_name && usual_time(p + CLOCK, &clock)) {
            p += CLOCK + 8;
        } else if ((word & UINT64_C(0xffffffffffffff)) == eval_name && (eval_length = usual_eval(p + EVAL, &eval))) {
            p += EVAL + eval_length;
        } else {
            pf_pgn_add_commands(columns, row, text, length);
            return;
        }
        p += p < end && *p == ' ';
    }
    if (row < columns->move_count || row == SIZE_MAX) return; /* before the first move of the game */
    if (columns->clocks && clock != PF_PGN_NO_CLOCK) columns->clocks[row] = (int32_t)clock;
    if (columns->evals && eval != PF_PGN_NO_EVAL) columns->evals[row] = eval;
}

/* ---- All forms ---- */

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
    return take(in, ']');
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
    if (!take(in, ']')) return false;
    out->eval_kind = mate ? PF_PGN_EVAL_MATE : PF_PGN_EVAL_CENTIPAWNS;
    out->eval = (int32_t)(negative ? -number : number);
    out->eval_depth = (int32_t)depth;
    return true;
}

/* Skips the name of a command and the blanks after it. */
PF_TEMPLATE bool take_name(cursor *in, const char *name, size_t length)
{
    if ((size_t)(in->end - in->at) <= length || memcmp(in->at, name, length) != 0 || !is_blank(in->at[length]))
        return false;
    in->at += length + 1;
    while (in->at < in->end && is_blank(*in->at)) in->at++;
    return true;
}

/* Reads the command after a '['. False if it is not a command or cannot be read. */
static bool take_command(cursor *in, pf_pgn_commands *out)
{
    int64_t time;
    if (take_name(in, "%clk", 4)) {
        if (!take_usual_time(in, &time) && !take_time(in, &time)) return false;
        out->clock = time;
    } else if (take_name(in, "%eval", 5)) {
        return take_usual_eval(in, out) || take_eval(in, out);
    } else if (take_name(in, "%emt", 4)) {
        if (!take_usual_time(in, &time) && !take_time(in, &time)) return false;
        out->elapsed = time;
    } else {
        return false;
    }
    return true;
}

void pf_pgn_commands_clear(pf_pgn_commands *out)
{
    out->clock = out->elapsed = -1;
    out->eval_kind = PF_PGN_EVAL_NONE;
    out->eval = 0;
    out->eval_depth = -1;
}

bool pf_pgn_commands_from_text(pf_pgn_commands *out, const char *text, size_t length)
{
    pf_pgn_commands_clear(out);
    return pf_pgn_commands_add(out, text, length);
}

bool pf_pgn_commands_add(pf_pgn_commands *out, const char *text, size_t length)
{
    bool found = false;
    if (length == 0) return false;
    cursor in = {text, text + length};
    for (;;) {
        /* Commands come first, one after the other. */
        if (in.end - in.at > 1 && *in.at == ' ') in.at++;
        if (in.at == in.end) return found;
        if (*in.at != '[' && (in.at = memchr(in.at, '[', (size_t)(in.end - in.at))) == NULL) return found;
        cursor command = {in.at + 1, in.end};
        bool read = take_command(&command, out);
        found |= read;
        /* A command that cannot be read may contain another one. */
        in.at = read ? command.at : in.at + 1;
    }
}
