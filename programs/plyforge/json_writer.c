/* Writing JSON, value by value. */
#include "json_writer.h"
#include "common.h"

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

/* The number of bytes of the UTF-8 character at the start of a text, 0 if there is none: an overlong form, a surrogate
 * or a number beyond Unicode is not a character. */
static size_t character_length(const unsigned char *bytes, size_t length)
{
    if (bytes[0] < 0x80) return 1;
    size_t size = bytes[0] >= 0xf0 ? 4 : bytes[0] >= 0xe0 ? 3 : 2;
    if (bytes[0] < 0xc2 || bytes[0] > 0xf4 || size > length) return 0;
    for (size_t i = 1; i < size; i++)
        if ((bytes[i] & 0xc0) != 0x80) return 0;
    bool is_overlong = (bytes[0] == 0xe0 && bytes[1] < 0xa0) || (bytes[0] == 0xf0 && bytes[1] < 0x90);
    bool is_surrogate = bytes[0] == 0xed && bytes[1] >= 0xa0;
    bool is_too_large = bytes[0] == 0xf4 && bytes[1] >= 0x90;
    return is_overlong || is_surrogate || is_too_large ? 0 : size;
}

static bool is_utf8(const unsigned char *bytes, size_t length)
{
    for (size_t at = 0, size; at < length; at += size) {
        size = character_length(bytes + at, length - at);
        if (size == 0) return false;
    }
    return true;
}

/* A control character, those from 0x7f to 0x9f included, because terminals obey them; or a sign with a meaning. */
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
    bool is_latin_1 = !is_utf8(bytes, length);
    size_t added = 0; /* bytes before this place are in the text */
    text_add(text, "\"", 1);
    for (size_t at = 0, size; at < length; at += size) {
        unsigned code = bytes[at];
        size = is_latin_1 ? 1 : character_length(bytes + at, length - at);
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

/* The comma, line and name before a value. */
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

/* A point or an exponent shows that it is not an integer. Six digits are enough for people. */
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
    fwrite(json->text.bytes, 1, json->text.length, stdout); /* main notices what could not be written */
    free(json->text.bytes);
    *json = (struct json){0};
}
