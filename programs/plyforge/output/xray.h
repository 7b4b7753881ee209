/* Prints and draws the sets of squares that a move generator computes for a position: plyforge show --xray and --mark.
 * --mark. */
#ifndef PLYFORGE_PROGRAM_XRAY_H
#define PLYFORGE_PROGRAM_XRAY_H

#include "common.h"
#include "output/json.h"

/* The layers and marks that were requested. Zero-initialised: none. */
struct xray_options {
    uint32_t layers;                        /* bit i: layer i of the table in xray.c */
    uint64_t targets_of;                    /* the squares of the pieces whose targets are wanted */
    pf_bitboard squares[PF_SVG_TINT_COUNT]; /* the squares given with --mark */
    pf_svg_arrow arrows[64];
    uint32_t arrow_count;
};

option_reader read_xray; /* struct xray_options */
option_reader read_mark; /* struct xray_options */

#define XRAY_ROWS(type)                                                                                                \
    OPTION("xray", "LAYERS",                                                                                           \
           "what the generator sees: attacks, danger, checkers, capture, push, pins, discovered, targets=SQUARE",      \
           read_xray, type, xray),                                                                                     \
        OPTION("mark", "MARKS", "squares, sets and arrows to draw, as in \"yellow e4 0xff00, red a5h5\"", read_mark,   \
               type, xray)

/* Prints the sets of the layers, one per line, or adds them to an object. */
void print_xray(const struct xray_options *options, const pf_position *position);
void json_xray(struct json *json, const struct xray_options *options, const pf_position *position);

/* Adds layers and marks to a picture. The arrows are stored in the options, to which some are added. */
void draw_xray(pf_svg_options *svg, struct xray_options *options, const pf_position *position);

/* Prints "LABEL   a1 b2", with "-" for the empty set. */
void print_squares(const char *label, pf_bitboard squares);

#endif
