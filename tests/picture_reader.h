/* Reads what pf_svg has drawn, from its text alone: what stands on which square, which squares are marked, which arrows
 * there are. The unit test and the fuzzer compare it with the position and the options. */
#ifndef PLYFORGE_TESTS_PICTURE_READER_H
#define PLYFORGE_TESTS_PICTURE_READER_H

#include <plyforge.h>

#include "xml_reader.h"

enum { PICTURE_MOST_ARROWS = 64, PICTURE_MOST_TEXT = 1 << 12 };

typedef struct picture {
    bool flipped; /* set before reading */
    bool wrong;   /* something that no picture has: a piece between squares, a shape that is not defined */
    pf_setup board;
    unsigned pieces;
    unsigned defined; /* set of piece types, bit 1 << type */
    bool defined_twice;
    pf_bitboard last_move, check, tinted[PF_SVG_TINT_COUNT];
    pf_svg_arrow arrows[PICTURE_MOST_ARROWS];
    unsigned arrow_count;
    unsigned size, viewbox, labels;
    char title[PICTURE_MOST_TEXT], description[PICTURE_MOST_TEXT]; /* entities resolved */
} picture;

static const char picture_letters[] = "pnbrqk";
static const char *const picture_tints[] = {"green", "red", "blue", "yellow"};

static inline bool picture_class_is(const xml_element *element, const char *name)
{
    return xml_is(xml_attribute(element, "class"), name);
}

/* The square whose corner is there. */
static inline pf_square picture_square(picture *out, int x, int y)
{
    if (x % 100 != 0 || y % 100 != 0 || x < 0 || y < 0 || x > 700 || y > 700) {
        out->wrong = true;
        return 0;
    }
    unsigned file = (unsigned)x / 100, rank = 7 - (unsigned)y / 100;
    return pf_square_of(out->flipped ? 7 - file : file, out->flipped ? 7 - rank : rank);
}

/* The type that an id such as "pf-k" or "#pf12-k" names. */
static inline unsigned picture_type(picture *out, xml_piece id)
{
    const char *letter = id.length > 0 ? strchr(picture_letters, id.text[id.length - 1]) : NULL;
    if (!letter || *letter == '\0' || id.length < 4 || id.text[id.length - 2] != '-') {
        out->wrong = true;
        return 0;
    }
    return (unsigned)(letter - picture_letters);
}

static inline void picture_read_use(picture *out, const xml_element *group, const xml_element *use)
{
    pf_square square = picture_square(out, xml_number(use, "x"), xml_number(use, "y"));
    unsigned type = picture_type(out, xml_attribute(use, "xlink:href"));
    pf_colour colour = picture_class_is(group, "black") ? PF_BLACK : PF_WHITE;
    if (!(out->defined >> type & 1) || out->board.squares[square] != PF_NO_PIECE) out->wrong = true;
    if (colour == PF_WHITE && !picture_class_is(group, "white")) out->wrong = true;
    out->board.squares[square] = (uint8_t)pf_piece_of(colour, type);
    out->pieces++;
}

static inline void picture_read_rect(picture *out, const xml_element *rect)
{
    if (picture_class_is(rect, "frame")) return;
    pf_bitboard square = pf_bit(picture_square(out, xml_number(rect, "x"), xml_number(rect, "y")));
    if (picture_class_is(rect, "last-move")) out->last_move |= square;
    if (picture_class_is(rect, "check")) out->check |= square;
    for (unsigned i = 0; i < PF_SVG_TINT_COUNT; i++)
        if (picture_class_is(rect, picture_tints[i])) out->tinted[i] |= square;
}

/* The square that a point lies in. */
static inline pf_square picture_square_at(picture *out, double x, double y)
{
    if (x <= 0 || y <= 0 || x >= 800 || y >= 800) out->wrong = true;
    return picture_square(out, (int)x / 100 * 100, (int)y / 100 * 100);
}

/* The first and last points of an outline are the corners of the tail, the fourth one is the tip. */
static inline void picture_read_arrow(picture *out, const xml_element *element)
{
    pf_svg_arrow *arrow = &out->arrows[out->arrow_count++ % PICTURE_MOST_ARROWS];
    for (uint8_t i = 0; i < PF_SVG_TINT_COUNT; i++)
        if (picture_class_is(element, picture_tints[i])) arrow->tint = i;
    if (xml_is(element->name, "circle")) {
        arrow->from = (uint8_t)picture_square_at(out, xml_number(element, "cx"), xml_number(element, "cy"));
        arrow->to = arrow->from;
        return;
    }
    double x[7], y[7];
    int read = sscanf(xml_attribute(element, "d").text, "M%lf %lfL%lf %lfL%lf %lfL%lf %lfL%lf %lfL%lf %lfL%lf %lfz\"",
                      x, y, x + 1, y + 1, x + 2, y + 2, x + 3, y + 3, x + 4, y + 4, x + 5, y + 5, x + 6, y + 6);
    if (read != 14) {
        out->wrong = true;
        return;
    }
    arrow->from = (uint8_t)picture_square_at(out, (x[0] + x[6]) / 2, (y[0] + y[6]) / 2);
    arrow->to = (uint8_t)picture_square_at(out, x[3], y[3]);
}

static inline void picture_begin(void *context, const xml_element *path, unsigned depth)
{
    picture *out = context;
    const xml_element *element = &path[depth - 1];
    if (depth == 1) {
        if (!xml_is(element->name, "svg")) out->wrong = true;
        out->size = (unsigned)xml_number(element, "width");
        out->viewbox = xml_is(xml_attribute(element, "viewBox"), "0 0 800 800") ? 800 : 880;
        return;
    }
    const xml_element *parent = &path[depth - 2];
    if (xml_is(parent->name, "defs") && xml_is(element->name, "g")) {
        unsigned type = picture_type(out, xml_attribute(element, "id"));
        if (out->defined >> type & 1) out->defined_twice = true;
        out->defined |= 1u << type;
    }
    if (xml_is(element->name, "use")) picture_read_use(out, parent, element);
    if (xml_is(element->name, "rect")) picture_read_rect(out, element);
    if (xml_is(element->name, "text")) out->labels++;
    if (picture_class_is(parent, "arrows")) picture_read_arrow(out, element);
}

/* Adds text with its entities resolved. */
static inline void picture_add_text(char *out, xml_piece text)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    size_t length = strlen(out);
    for (size_t i = 0; i < text.length && length + 1 < PICTURE_MOST_TEXT; length++) {
        out[length] = text.text[i];
        size_t taken = 1;
        for (size_t j = 0; j < 5; j++) {
            if (text.length - i < strlen(entities[j]) || memcmp(text.text + i, entities[j], strlen(entities[j])) != 0)
                continue;
            out[length] = "&<>\"'"[j];
            taken = strlen(entities[j]);
        }
        out[length + 1] = '\0';
        i += taken;
    }
}

static inline void picture_characters(void *context, const xml_element *path, unsigned depth, xml_piece text)
{
    picture *out = context;
    if (xml_is(path[depth - 1].name, "title")) picture_add_text(out->title, text);
    if (xml_is(path[depth - 1].name, "desc")) picture_add_text(out->description, text);
}

/* Reads a picture; false if it is not well-formed or something in it is wrong. */
static inline bool picture_read(picture *out, const char *text, size_t length, bool flipped)
{
    memset(out, 0, sizeof *out);
    out->flipped = flipped;
    xml_handler handler = {picture_begin, picture_characters, out};
    return xml_read(text, length, &handler) && !out->wrong && !out->defined_twice;
}

/* Whether it shows the pieces of the position, and defines their shapes and no other. */
static inline bool picture_shows(const picture *drawn, const pf_position *position)
{
    unsigned types = 0;
    for (pf_square square = 0; square < 64; square++) {
        pf_piece piece = pf_position_piece_at(position, square);
        if (drawn->board.squares[square] != piece) return false;
        if (piece != PF_NO_PIECE) types |= 1u << pf_piece_type_of(piece);
    }
    return drawn->defined == types;
}

#endif
