/* Writing JSON, value by value. */
#include "output/json_writer.h"
#include "common.h"
#include "output/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void begin_line(struct json *json)
{
    if (json->is_compact) return;
    text_add(&json->text, "\n", 1);
    for (unsigned i = 0; i < json->depth; i++) text_add(&json->text, "  ", 2);
}

/* Whether it is a control character (including those from 0x7f to 0x9f, because terminals obey them), or a character
 * with a special meaning in JSON. */
static bool needs_escape(unsigned code)
{
    return code < 0x20 || code == '"' || code == '\\' || (code >= 0x7f && code < 0xa0);
}

static void add_escape(struct text *text, unsigned code)
{
    static const char letters[] = {['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r'};
    char escape[8];
    if (code == '"' || code == '\\')
        snprintf(escape, sizeof escape, "\\%c", code);
    else if (code < sizeof letters && letters[code] != '\0')
        snprintf(escape, sizeof escape, "\\%c", letters[code]);
    else
        snprintf(escape, sizeof escape, "\\u%04x", code);
    text_add_string(text, escape);
}

static void add_quoted(struct text *text, const char *string, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)string;
    bool is_latin_1 = !is_utf8(string, length);
    size_t added = 0; /* all bytes before this offset have been added to the text */
    text_add(text, "\"", 1);
    for (size_t at = 0, size; at < length; at += size) {
        unsigned code = bytes[at];
        size = is_latin_1 ? 1 : utf8_character_length(bytes + at, length - at);
        if (size == 2) code = (code & 0x1f) << 6 | (bytes[at + 1] & 0x3f);
        bool is_escaped = size <= 2 && needs_escape(code);
        if (!is_escaped && !(is_latin_1 && code >= 0x80)) continue;
        text_add(text, string + added, at - added);
        added = at + size;
        if (is_escaped)
            add_escape(text, code);
        else
            text_add(text, (const char[]){(char)(0xc0 | code >> 6), (char)(0x80 | (code & 0x3f))}, 2);
    }
    text_add(text, string + added, length - added);
    text_add(text, "\"", 1);
}

/* Adds the comma, line break and name before a value. */
static void begin_value(struct json *json, const char *name)
{
    if (json->has_value) text_add(&json->text, ",", 1);
    if (json->depth > 0) begin_line(json);
    json->has_value = true;
    if (name == NULL) return;
    add_quoted(&json->text, name, strlen(name));
    text_add_string(&json->text, json->is_compact ? ":" : ": ");
}

static void open_bracket(struct json *json, const char *name, const char *bracket)
{
    begin_value(json, name);
    text_add_string(&json->text, bracket);
    json->depth++;
    json->has_value = false;
}

static void close_bracket(struct json *json, const char *bracket)
{
    json->depth--;
    if (json->has_value) begin_line(json);
    text_add_string(&json->text, bracket);
    json->has_value = true;
}

void json_open_object(struct json *json, const char *name)
{
    open_bracket(json, name, "{");
}

void json_open_array(struct json *json, const char *name)
{
    open_bracket(json, name, "[");
}

void json_close_object(struct json *json)
{
    close_bracket(json, "}");
}

void json_close_array(struct json *json)
{
    close_bracket(json, "]");
}

void json_bytes(struct json *json, const char *name, const char *bytes, size_t length)
{
    begin_value(json, name);
    add_quoted(&json->text, bytes, length);
}

static void add_word(struct json *json, const char *name, const char *word)
{
    begin_value(json, name);
    text_add_string(&json->text, word);
}

void json_string(struct json *json, const char *name, const char *string)
{
    if (string == NULL)
        json_null(json, name);
    else
        json_bytes(json, name, string, strlen(string));
}

void json_integer(struct json *json, const char *name, int64_t value)
{
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, value);
    add_word(json, name, number);
}

void json_unsigned(struct json *json, const char *name, uint64_t value)
{
    add_word(json, name, COUNT_TEXT(pf_count_of(value)));
}

/* A point or an exponent shows that the number is not an integer. Six digits are enough for human readers. */
void json_real(struct json *json, const char *name, double value)
{
    char number[32];
    snprintf(number, sizeof number, "%.*g", json->is_compact ? 15 : 6, value);
    if (strpbrk(number, ".e") == NULL) strcat(number, ".0");
    add_word(json, name, isfinite(value) ? number : "null");
}

void json_boolean(struct json *json, const char *name, bool value)
{
    add_word(json, name, value ? "true" : "false");
}

void json_null(struct json *json, const char *name)
{
    add_word(json, name, "null");
}

void json_count(struct json *json, const char *name, pf_count count)
{
    json_string(json, name, COUNT_TEXT(count));
}

void json_values(struct json *json, const struct json *values)
{
    if (json->has_value && values->has_value) text_add(&json->text, ",", 1);
    text_add(&json->text, values->text.bytes, values->text.length);
    json->has_value |= values->has_value;
}

void json_print(struct json *json)
{
    text_add(&json->text, "\n", 1);
    fwrite(json->text.bytes, 1, json->text.length, stdout); /* main reports write errors */
    free(json->text.bytes);
    *json = (struct json){0};
}
