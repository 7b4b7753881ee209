/* The offsets of the members of the library's structs, for scripts/wasm.mjs, which compiles this file to assembly and
 * writes the names and values to src/wasm/layout.ts. Offsets in positions are in words of 32 bits, with a bit shift for
 * smaller members; all other offsets are in bytes. */
#include "module.h"

#include <stddef.h>

#define MEMBER(name, value)                                                                                            \
    extern const uint32_t name;                                                                                        \
    const uint32_t name = (value)
#define WORD(name, member) MEMBER(name, offsetof(pf_position, member) / 4)
#define PART(name, member)                                                                                             \
    WORD(name, member);                                                                                                \
    MEMBER(name##_SHIFT, offsetof(pf_position, member) % 4 * 8)

/* The size of a position in words. */
MEMBER(WORDS, sizeof(place) / 4);
MEMBER(ROW_COUNT, ROWS);
WORD(BY_TYPE, by_type);
WORD(BY_COLOUR, by_colour);
WORD(CASTLING, castling);
WORD(KEY, key);
PART(TURN, turn);
PART(EP_SQUARE, ep_square);
PART(HALFMOVES, halfmove_clock);
WORD(MOVE_NUMBER, fullmove_number);
#if PF_VARIANTS
MEMBER(POCKETS, offsetof(pf_position, pockets));
MEMBER(CHECKS_GIVEN, offsetof(pf_position, checks_given));
PART(VARIANT, variant);
#endif

#ifdef PF_JS_STANDARD
MEMBER(SETUP_SQUARES, offsetof(pf_setup, squares));
MEMBER(SETUP_CASTLING, offsetof(pf_setup, castling));
MEMBER(SETUP_TURN, offsetof(pf_setup, turn));
MEMBER(SETUP_EP_SQUARE, offsetof(pf_setup, ep_square));
MEMBER(SETUP_HALFMOVES, offsetof(pf_setup, halfmove_clock));
MEMBER(SETUP_MOVE_NUMBER, offsetof(pf_setup, fullmove_number));
#endif

MEMBER(ERROR_OFFSET, offsetof(pf_error, offset));
MEMBER(ERROR_MESSAGE, offsetof(pf_error, message));

MEMBER(NOTE_SIZE, sizeof(move_note));
MEMBER(NOTE_MOVE, offsetof(move_note, move));
MEMBER(NOTE_PIECE, offsetof(move_note, piece));
MEMBER(NOTE_CAPTURED, offsetof(move_note, captured));

MEMBER(SAN_SIZE, PF_SAN_SIZE);
