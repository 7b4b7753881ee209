/* What the files of the module share: the memory through which JavaScript hands over positions and texts. There is one
 * instance of each module in a program, and one call at a time, so that everything here is static. */
#ifndef PLYFORGE_JS_MODULE_H
#define PLYFORGE_JS_MODULE_H

#include <plyforge.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

/* Room for the SANs of the longest list of moves, and for the text of any divide. */
#define TEXT_SIZE 65536

/* How many positions JavaScript keeps in this memory. */
#define ROWS 64

/* What a verbose list says about a move. */
typedef struct move_note {
    uint16_t move;
    uint8_t piece;    /* a pf_piece */
    uint8_t captured; /* a pf_piece, or PF_NO_PIECE */
} move_note;

/* The addresses and sizes of these are known to JavaScript: src/core.ts. */
typedef struct exchange {
    pf_variant_position position; /* a position that is not in a row */
    pf_variant_position other;    /* a second one */
    pf_variant_setup setup;
    pf_error error;
    uint32_t out[16];
    pf_variant_move_list list;
    char text[TEXT_SIZE];
    move_note notes[PF_VARIANT_LIST_CAPACITY];
    pf_variant_position rows[ROWS];
} exchange;
extern exchange io;

/* The position that a call is about: io.position or a row. */
extern pf_variant_position *current;

/* Standard chess and Chess960 alone, or all variants: the small module has no code for the others. */
#ifdef PF_JS_STANDARD
#define BY_RULES(standard, variant) (standard)
#else
#define BY_RULES(standard, variant) (variant)
#endif

#endif
