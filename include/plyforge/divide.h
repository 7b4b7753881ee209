/* Plyforge: divides, which are perft counts split by root move, as other programs print them. This header reads them
 * from text and compares them with ours. <plyforge/bisect.h> finds the bug behind a divide that differs.
 *
 *     static pf_divide divide;
 *     static pf_divide_comparison comparison;
 *     if (pf_divide_from_text(&divide, &position, text, strlen(text), &error) == PF_OK) {
 *         pf_divide_compare(&comparison, &divide, &position, 3, PF_UCI_KING_STEP, NULL, NULL);
 *         for (uint32_t i = 0; i < comparison.size; i++) ...
 *     }
 *
 * The structs are plain and large (40 and 100 KiB): make them static or allocate them, and copy them with = as you
 * like. Nothing is allocated or printed. Every function is safe to call from any thread on distinct objects. No pointer
 * may be NULL unless the function says so; a text of length 0 may be NULL. */
#ifndef PLYFORGE_DIVIDE_H
#define PLYFORGE_DIVIDE_H

#include <plyforge/perft.h>
#include <plyforge/workbench.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Reading ---- */

/* The most moves, and the most notes about lines, that a divide holds. */
#define PF_DIVIDE_CAPACITY  PF_VARIANT_LIST_CAPACITY
#define PF_DIVIDE_MAX_NOTES 32

/* Room for the text of a move, NUL included; longer text is cut. */
#define PF_DIVIDE_MOVE_SIZE 16

/* A move and the leaves below it. */
typedef struct pf_divide_entry {
    pf_count nodes;
    uint32_t line;   /* where it was read, counted from 1; 0 if it was added without text */
    pf_move move;    /* as its writer means it (<plyforge/workbench.h>), legal or not; PF_NO_MOVE if no piece fits */
    bool is_unclear; /* the text fits several legal moves, as promotions without a letter do: move is one of them, and
                        pf_divide_compare tells them apart by their counts */
    char text[PF_DIVIDE_MOVE_SIZE];
} pf_divide_entry;

/* What there is to say about a line of text. */
typedef enum pf_divide_note_kind {
    PF_DIVIDE_NOTE_IGNORED,      /* neither a move with a count nor a total */
    PF_DIVIDE_NOTE_NO_COUNT,     /* a move without a count; ignored */
    PF_DIVIDE_NOTE_HUGE_COUNT,   /* a count of more than 128 bits; ignored */
    PF_DIVIDE_NOTE_MORE_NUMBERS, /* more numbers follow the count; the first one is used */
    PF_DIVIDE_NOTE_FULL,         /* one move too many; ignored */
    PF_DIVIDE_NOTE_NO_SUCH_MOVE, /* the text fits no piece of the position; the entry has PF_NO_MOVE */
    PF_DIVIDE_NOTE_OTHER_TOTAL,  /* a second total that differs from the first; ignored */
    PF_DIVIDE_NOTE_WRONG_TOTAL,  /* the total is not the sum of the counts */
    PF_DIVIDE_NOTE_COUNT
} pf_divide_note_kind;

/* A note about a line. */
typedef struct pf_divide_note {
    uint32_t line; /* counted from 1 */
    pf_divide_note_kind kind;
} pf_divide_note;

/* A divide. Zero-initialised it is empty. */
typedef struct pf_divide {
    uint32_t size;
    uint32_t lines;      /* lines read so far */
    uint32_t note_count; /* may exceed PF_DIVIDE_MAX_NOTES; the notes after that are not kept, the first
                            PF_DIVIDE_NOTE_FULL aside */
    uint32_t total_line; /* where the total was read; 0: no total was read */
    pf_count total;      /* as read; otherwise the sum */
    pf_count sum;
    pf_divide_entry entries[PF_DIVIDE_CAPACITY];
    pf_divide_note notes[PF_DIVIDE_MAX_NOTES];
} pf_divide;

/* What a line was read as. */
typedef enum pf_divide_line { PF_DIVIDE_BLANK, PF_DIVIDE_ENTRY, PF_DIVIDE_TOTAL, PF_DIVIDE_OTHER } pf_divide_line;

/* Reads one line, without its end, and adds it to the divide. A line has one or more pairs, or a total, as in these:
 *
 *     e2e4: 20     e2e4 20    1. e2e4 - 20    "e2e4": 20,    20 e2e4        a move and its count
 *     Nf3: 20      O-O 5      0-0-0 5         e1g1 5         e1h1 5         moves are UCI or SAN; castling in any form
 *     a7b8q 30     a7b8Q 30   a7b8=q 30       axb8=Q+ 30     a7b8 30        promotions, with or without a letter
 *     Nodes searched: 8,902   Total: 8902     8902                          totals
 *
 *     a2a3: 380 b2b3: 420     {"a2a3": 380, "b2b3": 420}                    several pairs
 *     > e2e4: 20              info string e2e4: 20    E2E4: 20              quoted, from an engine, in capitals
 *
 * Counts may have thousands separators: , . ' _ and the non-breaking spaces of Unicode. Anything else is noted with the
 * number of its line and does not change the divide. Call pf_divide_resolve after the last line. */
PF_API pf_divide_line pf_divide_add_line(pf_divide *divide, const char *text, size_t length);

/* Adds all lines of a text. Lines end with LF, CR LF or CR. */
PF_API void pf_divide_add_text(pf_divide *divide, const char *text, size_t length);

/* Adds a move, as UCI or SAN, without reading a line. False, and nothing is added, when the divide is full. */
PF_API bool pf_divide_add(pf_divide *divide, const char *move, size_t length, pf_count nodes);

/* Finds the moves of all entries in the position. A UCI text that takes a pawn to the last rank without a letter is
 * read as a pawn that does not promote if it stands there once, and as one of the promotions if it is repeated. */
PF_API void pf_divide_resolve(pf_divide *divide, const pf_position *position);

/* The same in a position of any variant, with drops and promotions to king. */
PF_API void pf_variant_divide_resolve(pf_divide *divide, const pf_variant_position *position);

/* All three in one: empties the divide, reads the text and finds the moves. PF_ERROR_DIVIDE if no line holds a move and
 * a count and no total of 0 or 1 says that there is none; PF_ERROR_NO_ROOM if there are more moves than
 * PF_DIVIDE_CAPACITY. The error has the offset of the first line at fault and names its number. The divide holds what
 * was read in either case. */
PF_API pf_status pf_divide_from_text(pf_divide *out, const pf_position *position, const char *text, size_t length,
                                     pf_error *error);

/* The same in a position of any variant. */
PF_API pf_status pf_variant_divide_from_text(pf_divide *out, const pf_variant_position *position, const char *text,
                                             size_t length, pf_error *error);

/* As in "a move without a count"; "" for a value that is no kind of note. A static string. */
PF_API const char *pf_divide_note_text(pf_divide_note_kind kind);

/* ---- Comparing ---- */

/* How a root move compares. */
typedef enum pf_divide_verdict {
    PF_DIVIDE_SAME,
    PF_DIVIDE_DIFFERENT, /* both list the move; the counts below it differ */
    PF_DIVIDE_MISSING,   /* legal, but not in the divide */
    PF_DIVIDE_EXTRA      /* in the divide, but not legal, or listed twice */
} pf_divide_verdict;

/* A root move, our count beside theirs. */
typedef struct pf_divide_row {
    pf_count ours;   /* 0 for an extra move */
    pf_count theirs; /* 0 for a missing move */
    pf_divide_verdict verdict;
    pf_bug bug;    /* PF_DIVIDE_MISSING and PF_DIVIDE_EXTRA: which bug shows here */
    uint32_t line; /* of the divide; 0 for a missing move */
    pf_move move;
    char uci[PF_UCI_SIZE];
} pf_divide_row;

/* All root moves, sorted by UCI text. */
typedef struct pf_divide_comparison {
    pf_count ours;
    pf_count theirs; /* the total of the divide */
    uint32_t size;
    uint32_t missing; /* rows with each verdict */
    uint32_t extra;
    uint32_t different;
    pf_bug bug;   /* the one that most of the missing and extra moves show; PF_BUG_UNKNOWN if there are none */
    pf_move next; /* the first move whose counts differ: compare the divides after it next; else PF_NO_MOVE */
    pf_divide_row rows[PF_VARIANT_LIST_CAPACITY + PF_DIVIDE_CAPACITY];
} pf_divide_comparison;

/* Asked before each small subtree is counted, at least once for each root move. Return true to stop. */
typedef bool pf_should_stop(void *context);

/* Counts perft(depth), depth at least 1, and compares. castling is how UCI texts are written. should_stop may be NULL;
 * when it stops the count, PF_ERROR_STOPPED is returned and out holds only rows of moves that both sides have counted.
 */
PF_API pf_status pf_divide_compare(pf_divide_comparison *out, const pf_divide *theirs, const pf_position *position,
                                   unsigned depth, pf_uci_castling castling, pf_should_stop *should_stop,
                                   void *context);

/* The same by the rules of a variant. */
PF_API pf_status pf_variant_divide_compare(pf_divide_comparison *out, const pf_divide *theirs,
                                           const pf_variant_position *position, unsigned depth,
                                           pf_uci_castling castling, pf_should_stop *should_stop, void *context);

/* Whether anything differs. */
static inline bool pf_divide_differs(const pf_divide_comparison *comparison)
{
    return comparison->missing + comparison->extra + comparison->different > 0;
}

#ifdef __cplusplus
}
#endif

#endif
