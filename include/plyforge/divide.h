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
 * The structs are plain and large (55 and 84 KiB): make them static or allocate them, and copy them with = as you
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
#define PF_DIVIDE_CAPACITY  PF_MOVE_LIST_CAPACITY
#define PF_DIVIDE_MAX_NOTES 32

/* The size of the text of a move, NUL included; longer text is cut off. */
#define PF_DIVIDE_MOVE_SIZE 16

/* A move and the leaves below it. */
typedef struct pf_divide_entry {
    pf_count nodes;
    uint32_t line; /* where it was read, counted from 1; 0 if it was added without text */
    pf_move move; /* the move that the text means, legal or not (<plyforge/workbench.h>); PF_NO_MOVE if no piece fits */
    bool is_unclear;    /* the text fits several legal moves, as a promotion without a letter does: move is one of them,
                           and pf_divide_compare tells them apart by their counts */
    bool is_unreadable; /* the line looks like a move and its count, but the move cannot be read ("P*e6: 5"):
                           pf_divide_compare gives it a legal move that is not listed otherwise */
    char text[PF_DIVIDE_MOVE_SIZE];
} pf_divide_entry;

/* Notes about a line of text. */
typedef enum pf_divide_note_kind {
    PF_DIVIDE_NOTE_IGNORED,      /* neither a move with a count nor a total */
    PF_DIVIDE_NOTE_NO_COUNT,     /* a move without a count; ignored */
    PF_DIVIDE_NOTE_HUGE_COUNT,   /* a count that needs more than 128 bits; ignored */
    PF_DIVIDE_NOTE_MORE_NUMBERS, /* more numbers follow the count; the first one is used unless the total or our counts
                                    show that another one is the count */
    PF_DIVIDE_NOTE_FULL,         /* more moves than a divide holds; ignored */
    PF_DIVIDE_NOTE_NO_SUCH_MOVE, /* no piece of the position fits the text; the entry has PF_NO_MOVE */
    PF_DIVIDE_NOTE_OTHER_TOTAL,  /* a second total that differs from the first; ignored */
    PF_DIVIDE_NOTE_WRONG_TOTAL,  /* the total is not the sum of the counts */
    PF_DIVIDE_NOTE_UNREADABLE,   /* an entry with is_unreadable */
    PF_DIVIDE_NOTE_COUNT
} pf_divide_note_kind;

/* A note about a line. */
typedef struct pf_divide_note {
    uint32_t line; /* counted from 1 */
    pf_divide_note_kind kind;
} pf_divide_note;

/* How many further numbers of a line, and how many candidates for the total, are kept until it is clear which of them
 * are the counts. */
#define PF_DIVIDE_OTHER_NUMBERS 2
#define PF_DIVIDE_OTHER_TOTALS  8

/* A divide. Zero-initialised it is empty. */
typedef struct pf_divide {
    uint32_t size;
    uint32_t lines;      /* lines read so far */
    uint32_t note_count; /* may exceed PF_DIVIDE_MAX_NOTES; later notes are not kept, except for the first
                            PF_DIVIDE_NOTE_FULL */
    uint32_t total_line; /* the line of the total; 0: no total was read */
    pf_count total;      /* the total that was read; otherwise the sum */
    pf_count sum;
    pf_divide_entry entries[PF_DIVIDE_CAPACITY];
    pf_divide_note notes[PF_DIVIDE_MAX_NOTES];

    /* Private: other numbers that may be the counts, or the total. */
    pf_count possible_total;
    uint32_t possible_total_line;
    uint32_t total_count;
    uint32_t total_lines[PF_DIVIDE_OTHER_TOTALS];
    pf_count totals[PF_DIVIDE_OTHER_TOTALS];
    uint8_t other_counts[PF_DIVIDE_CAPACITY];
    pf_count others[PF_DIVIDE_CAPACITY][PF_DIVIDE_OTHER_NUMBERS];
} pf_divide;

/* How a line was read. */
typedef enum pf_divide_line { PF_DIVIDE_BLANK, PF_DIVIDE_ENTRY, PF_DIVIDE_TOTAL, PF_DIVIDE_OTHER } pf_divide_line;

/* Reads one line, without its end, and adds it to the divide. A line has one or more pairs, or a total, as in these:
 *
 *     e2e4: 20     e2e4 20    1. e2e4 - 20    "e2e4": 20,    20 e2e4        a move and its count
 *     Nf3: 20      O-O 5      0-0-0 5         e1g1 5         e1h1 5         moves are UCI or SAN; castling in any form
 *     a7b8q 30     a7b8Q 30   a7b8=q 30       axb8=Q+ 30     a7b8 30        promotions, with or without a letter
 *     move: e2e4 nodes: 20    info currmove e2e4 nodes 20                   words before the move and the count
 *     Nodes searched: 8,902   Total: 8902     8902    20 nodes in 5 ms      totals
 *
 *     a2a3: 380 b2b3: 420     {"a2a3": 380, "b2b3": 420}                    several pairs
 *     > e2e4: 20              info string e2e4: 20    E2E4: 20              quoted, from an engine, in capitals
 *     [1] e2e4 = 20           2) e2e4 20                                    numbered
 *
 * Counts may have thousands separators: , . ' _ and the non-breaking spaces of Unicode. Terminal colours and the lines
 * of a drawn table are ignored. Anything else is noted with the number of its line and does not change the divide. Call
 * pf_divide_resolve after the last line. */
PF_API pf_divide_line pf_divide_add_line(pf_divide *divide, const char *text, size_t length);

/* Adds all lines of a text. Lines end with LF, CR LF or CR. */
PF_API void pf_divide_add_text(pf_divide *divide, const char *text, size_t length);

/* Adds a move, as UCI or SAN, without reading a line. False, and nothing is added, when the divide is full. */
PF_API bool pf_divide_add(pf_divide *divide, const char *move, size_t length, pf_count nodes);

/* Finds the moves of all entries in the position. If lines have several numbers, or several numbers may be the total,
 * it chooses those for which the counts add up to the total. A UCI move that takes a pawn to the last rank without a
 * promotion letter is read as a pawn that does not promote if it occurs once, and as one of the promotions if it is
 * repeated. */
PF_API void pf_divide_resolve(pf_divide *divide, const pf_position *position);

/* Combines the three: empties the divide, reads the text and finds the moves. PF_ERROR_DIVIDE if no line holds a move
 * and a count, unless a total of 0 or 1 shows that there are none; PF_ERROR_NO_ROOM if there are more moves than
 * PF_DIVIDE_CAPACITY. The error has the offset of the first line at fault and names its number. In either case the
 * divide holds the lines read so far. */
PF_API pf_status pf_divide_from_text(pf_divide *out, const pf_position *position, const char *text, size_t length,
                                     pf_error *error);

/* The text of a note, such as "a move without a count"; "" for a value that is not a kind of note. A static string. */
PF_API const char *pf_divide_note_text(pf_divide_note_kind kind);

/* ---- Comparing ---- */

/* The result of comparing a root move. */
typedef enum pf_divide_verdict {
    PF_DIVIDE_SAME,
    PF_DIVIDE_DIFFERENT, /* both list the move; the counts below it differ */
    PF_DIVIDE_MISSING,   /* legal, but not in the divide */
    PF_DIVIDE_EXTRA      /* in the divide, but not legal, or listed twice */
} pf_divide_verdict;

/* A root move with our count and theirs. */
typedef struct pf_divide_row {
    pf_count ours;   /* 0 for an extra move */
    pf_count theirs; /* 0 for a missing move */
    pf_divide_verdict verdict;
    pf_bug bug;    /* for PF_DIVIDE_MISSING and PF_DIVIDE_EXTRA: the bug that this row shows */
    uint32_t line; /* line in the divide; 0 for a missing move */
    pf_move move;
    char uci[PF_UCI_SIZE];
} pf_divide_row;

/* All root moves, sorted by UCI text. */
typedef struct pf_divide_comparison {
    pf_count ours;
    pf_count theirs; /* the total of the divide */
    uint32_t size;
    uint32_t missing; /* the number of rows with each verdict */
    uint32_t extra;
    uint32_t different;
    pf_bug bug;   /* the bug that most of the missing and extra moves show; PF_BUG_UNKNOWN if there are none */
    pf_move next; /* the first move whose counts differ: compare the divides after it next; else PF_NO_MOVE */
    pf_divide_row rows[PF_MOVE_LIST_CAPACITY + PF_DIVIDE_CAPACITY];
} pf_divide_comparison;

/* Asked before each small subtree is counted, at least once for each root move. Return true to stop. */
typedef bool pf_should_stop(void *context);

/* Counts perft(depth) and compares. castling is the form in which UCI moves are written. should_stop may be NULL; when
 * it stops the count, PF_ERROR_STOPPED is returned and out holds only rows of moves that both sides have counted.
 * PF_ERROR_OPTION, and no rows, if depth is not from 1 to PF_PERFT_MAX_DEPTH. */
PF_API pf_status pf_divide_compare(pf_divide_comparison *out, const pf_divide *theirs, const pf_position *position,
                                   unsigned depth, pf_uci_castling castling, pf_should_stop *should_stop,
                                   void *context);

/* Whether the divide contradicts itself: it has a total, and its counts do not add up to it. If it also differs from
 * ours, it was probably misread, and it proves nothing about the generator. */
static inline bool pf_divide_contradicts_itself(const pf_divide *divide)
{
    return divide->total_line != 0 && divide->size > 0 && !pf_count_equal(divide->total, divide->sum);
}

/* Whether anything differs. */
static inline bool pf_divide_differs(const pf_divide_comparison *comparison)
{
    return comparison->missing + comparison->extra + comparison->different > 0;
}

#ifdef __cplusplus
}
#endif

#endif
