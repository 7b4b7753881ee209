/* The declarations that the files of the module share: above all the memory through which JavaScript passes positions
 * and texts. A program has one instance of each module and makes one call at a time, so everything here is static. */
#ifndef PLYFORGE_JS_MODULE_H
#define PLYFORGE_JS_MODULE_H

#include <plyforge.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

/* Capacity for the SANs of the longest list of moves, and for the text of any divide. */
#define TEXT_SIZE 65536

/* The number of positions that JavaScript keeps in this memory. */
#define ROWS 64

/* The description of a move in a verbose list. */
typedef struct move_note {
    uint16_t move;
    uint8_t piece;    /* a pf_piece */
    uint8_t captured; /* a pf_piece, or PF_NO_PIECE */
} move_note;

/* In JavaScript a position has the same size in every module, so that the modules can share code. A module of standard
 * chess uses only the beginning of it. */
typedef union place {
    pf_position position;
    uint32_t words[28];
} place;

/* JavaScript gets the addresses of these from layout in module.c, and the offsets within them from layout.c. */
typedef struct exchange {
    place position; /* a position that is not in a row */
    place other;    /* a second one */
    pf_setup setup;
    pf_error error;
    uint32_t out[16];
    pf_move_list list;
    char text[TEXT_SIZE];
    move_note notes[PF_MOVE_LIST_CAPACITY];
    place rows[ROWS];
} exchange;
extern exchange io;

/* The position on which a call operates: io.position or a row. */
extern pf_position *current;

#endif
