/* Plyforge: EPD records: the first four fields of a FEN, then operations such as `bm Nf3; id "WAC.001";`. In
 * Three-check the remaining checks, "3+3", come between the two, as in its FENs. Reading makes no copies: results point
 * into the caller's text, which must stay unchanged. Unknown operations are preserved. Every function is safe to call
 * from any thread. */
#ifndef PLYFORGE_EPD_H
#define PLYFORGE_EPD_H

#include <plyforge/fen.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A part of the caller's text. Not NUL-terminated. */
typedef struct pf_epd_text {
    const char *text;
    size_t length;
} pf_epd_text;

/* The operands of the opcodes of the PGN standard. */
typedef enum pf_epd_kind {
    PF_EPD_UNKNOWN,      /* not a standard opcode: operands of any form */
    PF_EPD_NO_OPERAND,   /* draw_accept, draw_claim, draw_offer, draw_reject, resign */
    PF_EPD_ANY_OPERANDS, /* noop */
    PF_EPD_UNSIGNED,     /* acd acn acs dm fmvn hmvc rc tcgs */
    PF_EPD_INTEGER,      /* ce */
    PF_EPD_STRING,       /* c0 to c9, eco, id, nic, v0 to v9 */
    PF_EPD_STRINGS,      /* tcri tcsi: one or more */
    PF_EPD_MOVE,         /* pm sm: one move of the position */
    PF_EPD_MOVES,        /* am bm: moves of the position */
    PF_EPD_VARIATION     /* pv: moves one after the other, or none */
} pf_epd_kind;

/* The kind of operands of an opcode; PF_EPD_UNKNOWN if it is not in the standard. */
PF_API pf_epd_kind pf_epd_opcode_kind(const char *opcode, size_t length);

/* A record that was read. */
typedef struct pf_epd {
    pf_position position; /* with the clocks from hmvc and fmvn, or "0 1" */
    pf_epd_text text;     /* the whole record */
    size_t operations;    /* the offset where the operations begin */
} pf_epd;

/* Reads a record of one line. Operations end with ';', which the last one may omit; empty ones are skipped. An
 * unterminated string extends to the end of the record. In strings a backslash escapes the character after it. Fails
 * with PF_ERROR_EPD and a byte offset if an operation cannot be read, and with the errors of FEN for the position.
 * Unless accept is lenient, the operands of standard opcodes must be valid: moves legal, numbers numeric. out is
 * unchanged on failure. */
PF_API pf_status pf_epd_from_text(pf_epd *out, const char *text, size_t length, pf_accept accept, pf_error *error);

/* One operation: its opcode, and the text after it up to the ';', without surrounding blanks. */
typedef struct pf_epd_operation {
    pf_epd_text opcode;
    pf_epd_text operands;
    pf_epd_kind kind;
} pf_epd_operation;

/* The operations in order: *cursor is 0 for the first. false after the last.
 *
 *     pf_epd_operation operation;
 *     for (size_t cursor = 0; pf_epd_next(&epd, &cursor, &operation);) ...
 */
PF_API bool pf_epd_next(const pf_epd *epd, size_t *cursor, pf_epd_operation *out);

/* The first operation with this opcode (NUL-terminated); false if there is none. */
PF_API bool pf_epd_find(const pf_epd *epd, const char *opcode, pf_epd_operation *out);

/* The operands in order: a string without its quotes (its backslashes are still there), or a word. *quoted, unless
 * NULL, tells which. *cursor is 0 for the first. */
PF_API bool pf_epd_next_operand(const pf_epd_operation *operation, size_t *cursor, pf_epd_text *out, bool *quoted);

/* The first operand as text, its backslashes resolved; "" if there is none. Text goes out as described in
 * <plyforge/base.h>. */
PF_API size_t pf_epd_to_string(char *buffer, size_t size, const pf_epd_operation *operation);

/* The first operand as a number. PF_ERROR_EPD if it is not a number or does not fit into int64_t; the offset counts
 * from the beginning of the operands. */
PF_API pf_status pf_epd_to_integer(int64_t *out, const pf_epd_operation *operation, pf_error *error);

/* All operands as moves: SAN, read leniently, or UCI. For PF_EPD_VARIATION (pv) each is played before the next is read,
 * move numbers are skipped and "--" is a null move; otherwise all are moves of the position. Errors are those of
 * pf_move_from_san, and PF_ERROR_NO_ROOM after PF_MOVE_LIST_CAPACITY moves; the offset counts from the beginning of the
 * operands. */
PF_API pf_status pf_epd_to_moves(pf_move_list *out, const pf_epd *epd, const pf_epd_operation *operation,
                                 pf_error *error);

/* ---- Writing ----
 *
 *     char line[512];
 *     pf_epd_writer writer;
 *     pf_epd_begin(&writer, line, sizeof line, &position, PF_CASTLING_STANDARD, PF_EP_LEGAL);
 *     pf_epd_add_moves(&writer, "bm", &best, 1);
 *     pf_epd_add_string(&writer, "id", "WAC.001", 7);
 *     size_t length = pf_epd_end(&writer);        // text goes out as described in <plyforge/base.h>
 */
typedef struct pf_epd_writer {
    char *buffer;
    size_t size, length;
    pf_position position;
} pf_epd_writer;

/* Starts a record with the position: its FEN fields before the clocks, in that style. */
PF_API void pf_epd_begin(pf_epd_writer *writer, char *buffer, size_t size, const pf_position *position,
                         pf_castling_style castling, pf_ep_mode ep);

/* "hmvc N; fmvn N;" from the position. */
PF_API void pf_epd_add_clocks(pf_epd_writer *writer);

/* Adds an opcode without an operand, with a number, or with a string, which is quoted; line ends in it become blanks.
 */
PF_API void pf_epd_add(pf_epd_writer *writer, const char *opcode);
PF_API void pf_epd_add_integer(pf_epd_writer *writer, const char *opcode, int64_t number);
PF_API void pf_epd_add_string(pf_epd_writer *writer, const char *opcode, const char *text, size_t length);

/* Adds moves in SAN; those of pv are played one after the other. Illegal moves are left out, and in pv all moves after
 * them. */
PF_API void pf_epd_add_moves(pf_epd_writer *writer, const char *opcode, const pf_move *moves, size_t count);

/* Adds an operation exactly as it was read, byte for byte, so that unknown ones are preserved. */
PF_API void pf_epd_add_operation(pf_epd_writer *writer, const pf_epd_operation *operation);

/* Ends the record and returns the length of the whole text, as described in <plyforge/base.h>. */
PF_API size_t pf_epd_end(pf_epd_writer *writer);

/* Writes the record with one operation replaced: opcode followed by operands, which are copied as they are (NULL
 * removes the operation). The new operation takes the place of the first one with that opcode, or comes last if there
 * is none; everything else is kept. Text goes out as described in <plyforge/base.h>; buffer must not be the record's
 * own text. */
PF_API size_t pf_epd_replace(char *buffer, size_t size, const pf_epd *epd, const char *opcode, const char *operands);

#ifdef __cplusplus
}
#endif

#endif
