/* A strict reader of small XML documents, for tests and fuzzers of what the library writes: elements, attributes, text,
 * the five named entities. Declarations, comments, CDATA and numeric entities are not read, because none is written. */
#ifndef PLYFORGE_TESTS_XML_READER_H
#define PLYFORGE_TESTS_XML_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct xml_piece {
    const char *text;
    size_t length;
} xml_piece;

enum { XML_MOST_ATTRIBUTES = 16, XML_DEEPEST = 16 };

typedef struct xml_element {
    xml_piece name;
    xml_piece attributes[XML_MOST_ATTRIBUTES]; /* as written, entities and all */
    xml_piece values[XML_MOST_ATTRIBUTES];
    unsigned attribute_count;
} xml_element;

/* What a reader receives; path holds the elements that are open, the last one is the one in question. */
typedef struct xml_handler {
    void (*begin)(void *context, const xml_element *path, unsigned depth);
    void (*characters)(void *context, const xml_element *path, unsigned depth, xml_piece text);
    void *context;
} xml_handler;

static inline bool xml_is(xml_piece piece, const char *text)
{
    return piece.length == strlen(text) && memcmp(piece.text, text, piece.length) == 0;
}

/* The value of an attribute; empty if it is not there. */
static inline xml_piece xml_attribute(const xml_element *element, const char *name)
{
    for (unsigned i = 0; i < element->attribute_count; i++)
        if (xml_is(element->attributes[i], name)) return element->values[i];
    return (xml_piece){"", 0};
}

static inline int xml_number(const xml_element *element, const char *name)
{
    return (int)strtoll(xml_attribute(element, name).text, NULL, 10); /* the quote behind it ends the number */
}

/* The character of XML 1.0 at the front of the text; 0 if there is none. */
static inline size_t xml_character(const char *at, const char *end)
{
    const unsigned char *b = (const unsigned char *)at;
    size_t size = (size_t)(end - at);
    if (size == 0) return 0;
    if (b[0] < 0x80) return b[0] >= 0x20 || b[0] == '\t' || b[0] == '\n' || b[0] == '\r';
    if (b[0] >= 0xc2 && b[0] <= 0xdf) return size >= 2 && b[1] >> 6 == 2 ? 2 : 0;
    if (b[0] >> 4 == 14) {
        if (size < 3 || b[1] >> 6 != 2 || b[2] >> 6 != 2) return 0;
        if ((b[0] == 0xe0 && b[1] < 0xa0) || (b[0] == 0xed && b[1] >= 0xa0)) return 0;
        return b[0] == 0xef && b[1] == 0xbf && b[2] >= 0xbe ? 0 : 3;
    }
    if (b[0] < 0xf0 || b[0] > 0xf4 || size < 4 || b[1] >> 6 != 2 || b[2] >> 6 != 2 || b[3] >> 6 != 2) return 0;
    return (b[0] == 0xf0 && b[1] < 0x90) || (b[0] == 0xf4 && b[1] >= 0x90) ? 0 : 4;
}

static inline size_t xml_entity(const char *at, const char *end)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    for (size_t i = 0; i < 5; i++) {
        size_t length = strlen(entities[i]);
        if ((size_t)(end - at) >= length && memcmp(at, entities[i], length) == 0) return length;
    }
    return 0;
}

/* Text up to one of the two characters, which is not part of it. False if it is not well-formed or has no end. */
static inline bool xml_text(const char **at, const char *end, char stop, char refused, xml_piece *out)
{
    const char *start = *at;
    while (*at < end && **at != stop) {
        size_t length = **at == '&' ? xml_entity(*at, end) : xml_character(*at, end);
        if (length == 0 || **at == refused) return false;
        *at += length;
    }
    *out = (xml_piece){start, (size_t)(*at - start)};
    return true;
}

static inline bool xml_name(const char **at, const char *end, xml_piece *out)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char *start = *at;
    while (*at < end && **at != '\0' && (strchr(letters, **at) || (*at > start && strchr("-:.0123456789", **at))))
        ++*at;
    *out = (xml_piece){start, (size_t)(*at - start)};
    return *at > start;
}

static inline bool xml_blanks(const char **at, const char *end)
{
    const char *start = *at;
    while (*at < end && (**at == ' ' || **at == '\n' || **at == '\t' || **at == '\r')) ++*at;
    return *at > start;
}

/* The attributes of a tag, up to '>' or '/'. */
static inline bool xml_attributes(const char **at, const char *end, xml_element *element)
{
    while (xml_blanks(at, end) && *at < end && **at != '>' && **at != '/') {
        unsigned i = element->attribute_count;
        if (i == XML_MOST_ATTRIBUTES || !xml_name(at, end, &element->attributes[i])) return false;
        for (unsigned j = 0; j < i; j++) {
            xml_piece a = element->attributes[j], b = element->attributes[i];
            if (a.length == b.length && memcmp(a.text, b.text, a.length) == 0) return false;
        }
        if (end - *at < 2 || memcmp(*at, "=\"", 2) != 0) return false;
        *at += 2;
        if (!xml_text(at, end, '"', '<', &element->values[i]) || *at == end) return false;
        ++*at;
        element->attribute_count++;
    }
    return *at < end;
}

/* Reads the whole text; false if it is not one well-formed element with blanks around it. */
static inline bool xml_read(const char *text, size_t length, const xml_handler *handler)
{
    xml_element path[XML_DEEPEST];
    unsigned depth = 0;
    const char *at = text, *end = text + length;
    xml_blanks(&at, end);
    do {
        xml_piece words;
        if (at == end || *at++ != '<') return false;
        bool closes = at < end && *at == '/';
        if (closes) {
            at++;
            if (depth == 0 || !xml_name(&at, end, &words) || at == end || *at++ != '>') return false;
            xml_piece open = path[--depth].name;
            if (words.length != open.length || memcmp(words.text, open.text, open.length) != 0) return false;
        } else {
            if (depth == XML_DEEPEST) return false;
            xml_element *element = &path[depth++];
            element->attribute_count = 0;
            if (!xml_name(&at, end, &element->name) || !xml_attributes(&at, end, element)) return false;
            if (handler->begin) handler->begin(handler->context, path, depth);
            if (*at == '/') {
                depth--;
                at++;
            }
            if (at == end || *at++ != '>') return false;
        }
        if (depth > 0) {
            if (!xml_text(&at, end, '<', '\0', &words)) return false;
            for (size_t i = 2; i < words.length; i++)
                if (memcmp(words.text + i - 2, "]]>", 3) == 0) return false;
            if (handler->characters) handler->characters(handler->context, path, depth, words);
        }
    } while (depth > 0);
    xml_blanks(&at, end);
    return at == end;
}

#endif
