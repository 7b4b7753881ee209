/* Plyforge: names of openings. The table is read from text in the format of lichess-org/chess-openings: lines of three
 * fields separated by tabs, namely ECO code, name and moves. Positions are looked up, not moves, so transpositions are
 * found. The library contains no names; the caller brings the text.
 *
 *     pf_openings *openings = pf_openings_create();
 *     pf_openings_read(openings, text, length, &error);
 *     if (pf_opening_of(openings, &position, &found)) printf("%s %s\n", found.eco, found.name);
 *
 * Any number of threads may look up positions at once, but not while a text is being read. */
#ifndef PLYFORGE_OPENINGS_H
#define PLYFORGE_OPENINGS_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A table of openings. */
typedef struct pf_openings pf_openings;

/* An opening that was found. The texts are UTF-8 as in the table and NUL-terminated. They are valid until more text is
 * read into the table or the table is destroyed. */
typedef struct pf_opening {
    const char *eco;
    const char *name;
    uint32_t plies; /* plies of the line in the table; a game may have reached the position in more or fewer */
} pf_opening;

/* Creates an empty table; NULL if memory cannot be allocated. */
PF_API pf_openings *pf_openings_create(void);

/* Frees a table. NULL is ignored. */
PF_API void pf_openings_destroy(pf_openings *openings);

/* Adds the lines of a text. Lines that are empty, begin with '#' or are the header "eco name pgn" (with tabs) are
 * skipped, so that the five files of lichess-org/chess-openings can be read one after the other or joined. If two lines
 * lead to the same position, the first one is used. Fields after the third are ignored.
 *
 * PF_ERROR_BOOK for a line that cannot be read, with its offset in the text; the lines before it are in the table.
 * PF_ERROR_NO_ROOM if memory cannot be allocated. */
PF_API pf_status pf_openings_read(pf_openings *openings, const char *text, size_t length, pf_error *error);

/* The number of positions with a name. */
PF_API size_t pf_openings_size(const pf_openings *openings);

/* The opening of a position; false if it has none. Positions of variants never have one. Clocks do not matter, and an
 * en passant square matters only if a capture there is legal. Named positions are those at the end of lines: to name a
 * game, look up its positions and keep the last one found. A few dozen instructions. */
PF_API bool pf_opening_of(const pf_openings *openings, const pf_position *position, pf_opening *out);

#ifdef __cplusplus
}
#endif

#endif
