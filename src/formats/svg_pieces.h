/* The piece set: each piece as two paths on a square of 100 by 100 units. The outline is filled; the lines are drawn on
 * it, dark on white pieces and light on black ones. The set was drawn for this project and is small enough to read: all
 * pieces except the pawn share one base; king, queen, bishop and pawn share one collar. */
#ifndef PLYFORGE_SVG_PIECES_H
#define PLYFORGE_SVG_PIECES_H

#include <plyforge/types.h>

typedef struct pf_svg_shape {
    char letter; /* its id */
    const char *outline;
    const char *lines;
} pf_svg_shape;

/* clang-format off */
static const pf_svg_shape pf_svg_shapes[6] = {
    [PF_PAWN] = {
        'p',
        "M25 89V85Q25 80 30 79.5C39 74.5 43 67 43.5 58H39Q34.5 58 34.5 53.5T39 49H40A14.8 14.8 0 1 1 60 49H61"
        "Q65.5 49 65.5 53.5T61 58H56.5C57 67 61 74.5 70 79.5Q75 80 75 85V89Z",
        "M34 80H66M45 58H55M43 49.5H57",
    },
    [PF_KNIGHT] = {
        'n',
        "M19 89V85Q19 80 25 79.5H28C28 67 43 64 46 52C42 56 37 55 34 58.5C32 62 29.5 65.5 25.5 65"
        "C20 64.5 16 59 17 54C18 49.5 27 42 30 33.5C32 28 35.5 24.5 40 22.5L40.5 11L49.5 18"
        "C71 21 81 46 73 79.5H75Q81 80 81 85V89Z",
        "M32 80H69M53 24.5C66.5 30.5 71 51 66 70M36.5 35L40.5 33.5M22.5 55L23.5 54M27.5 59.5L31.5 57.5",
    },
    [PF_BISHOP] = {
        'b',
        "M19 89V85Q19 80 25 79.5H30C37 74 40.5 69 41.5 62H38Q33.5 62 33.5 57.5T38 53H38.5C28 46.5 28 36 35 28"
        "C38 24.5 41 22.5 44.5 20.5A6.5 6.5 0 1 1 55.5 20.5C59 22.5 62 24.5 65 28C72 36 72 46.5 61.5 53H62"
        "Q66.5 53 66.5 57.5T62 62H58.5C59.5 69 63 74 70 79.5H75Q81 80 81 85V89Z",
        "M34 80H66M43 62H57M42 53.5H58M64 28.5L53 41.5M46.5 21.5H53.5",
    },
    [PF_ROOK] = {
        'r',
        "M19 89V85Q19 80 25 79.5H27L33 70L35 44L27 37V18H37.5V25H44.5V18H55.5V25H62.5V18H73V37L65 44L67 70"
        "L73 79.5H75Q81 80 81 85V89Z",
        "M31 80H69M36 70H64M38 44H62M31 36.5H69",
    },
    [PF_QUEEN] = {
        'q',
        "M19 89V85Q19 80 25 79.5H30C37 73 40 65 40.5 57H37Q32.5 57 32.5 52.5T37 48C34 40.5 28.5 33 20.5 28.5"
        "A4.7 4.7 0 1 1 25 23L33.5 32L34.5 19.5A4.7 4.7 0 1 1 39.5 18L45 29.5L47.5 15.5"
        "A4.7 4.7 0 1 1 52.5 15.5L55 29.5L60.5 18A4.7 4.7 0 1 1 65.5 19.5L66.5 32L75 23"
        "A4.7 4.7 0 1 1 79.5 28.5C71.5 33 66 40.5 63 48Q67.5 48 67.5 52.5T63 57H59.5C60 65 63 73 70 79.5H75"
        "Q81 80 81 85V89Z",
        "M34 80H66M42 57H58M39.5 48.5H60.5M36.5 40.5Q50 36 63.5 40.5",
    },
    [PF_KING] = {
        'k',
        "M19 89V85Q19 80 25 79.5H30C37 73 40 65 40.5 57H37Q32.5 57 32.5 52.5T37 48C35 41.5 31 36 26 31"
        "Q35 24.5 47 24V18.5H41V12.5H47V6.5H53V12.5H59V18.5H53V24Q65 24.5 74 31C69 36 65 41.5 63 48"
        "Q67.5 48 67.5 52.5T63 57H59.5C60 65 63 73 70 79.5H75Q81 80 81 85V89Z",
        "M34 80H66M42 57H58M39.5 48.5H60.5M34 36Q50 30 66 36",
    },
};
/* clang-format on */

#endif
