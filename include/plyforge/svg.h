/* Plyforge: a position as a picture, in SVG 1.1. The pieces are part of the library; a picture needs no other file, and
 * is sharp at any size. It can have marks (last move, check, coloured squares, arrows) and text for screen readers. */
#ifndef PLYFORGE_SVG_H
#define PLYFORGE_SVG_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The colours of the board. The pieces are the same in both themes. */
typedef enum pf_svg_theme { PF_SVG_LIGHT, PF_SVG_DARK } pf_svg_theme;

/* The colours of marks. */
typedef enum pf_svg_tint { PF_SVG_GREEN, PF_SVG_RED, PF_SVG_BLUE, PF_SVG_YELLOW } pf_svg_tint;

/* How many tints there are. */
#define PF_SVG_TINT_COUNT 4

/* An arrow between two squares; a ring if they are the same. Arrows with a square above 63 or an unknown tint are not
 * drawn. */
typedef struct pf_svg_arrow {
    uint8_t from, to;
    uint8_t tint; /* a pf_svg_tint */
} pf_svg_arrow;

/* Zero-initialised: the light theme seen from White's side, with coordinates and no marks but the check. */
typedef struct pf_svg_options {
    uint32_t size;         /* width and height in pixels; 0: as large as the space that the page gives it */
    uint32_t number;       /* pictures in one HTML page need different numbers, otherwise their ids collide */
    pf_svg_theme theme;    /* an unknown theme is drawn as the light one */
    bool flipped;          /* seen from Black's side */
    bool hide_coordinates; /* no letters and digits, and no frame for them */
    bool hide_check;       /* does not mark the king in check */
    pf_move last_move;     /* the last move, whose two squares are marked; PF_NO_MOVE: none */
    pf_bitboard squares[PF_SVG_TINT_COUNT]; /* squares to be coloured, by pf_svg_tint */
    const pf_svg_arrow *arrows;
    size_t arrow_count;

    /* Text for screen readers and tooltips: UTF-8, any bytes. What XML does not allow is written as U+FFFD. NULL: the
     * side to move is the title; the pieces with their squares, the last move and the check are the description. */
    const char *title;
    size_t title_length;
    const char *description;
    size_t description_length;
} pf_svg_options;

/* Writes the picture: one svg element without an XML declaration, which can be a separate file or part of an HTML page.
 * Text goes out as described in <plyforge/base.h>; the length (about 4 to 8 KiB) depends on the texts and arrows, so
 * query it first. options may be NULL. Thread-safe. With hide_check and both texts given, only the pieces are read:
 * then a board without kings can be drawn too.
 *
 * Each piece is a "use" element at 100 times the column and row of its square, in a group of class "white" or "black";
 * its shape is defined once in the file. Marked squares are "rect" elements of class "last-move", "check", "green",
 * "red", "blue" or "yellow"; arrows are a "path" or "circle" of the last four classes. A style sheet may rely on these
 * names.
 *
 *     pf_svg_arrow arrow = {PF_G1, PF_F3, PF_SVG_GREEN};
 *     pf_svg_options options = {.size = 480, .arrows = &arrow, .arrow_count = 1};
 *     size_t length = pf_svg(NULL, 0, &position, &options);
 *     char *text = malloc(length + 1);
 *     if (text) pf_svg(text, length + 1, &position, &options);
 */
PF_API size_t pf_svg(char *buffer, size_t size, const pf_position *position, const pf_svg_options *options);

#ifdef __cplusplus
}
#endif

#endif
