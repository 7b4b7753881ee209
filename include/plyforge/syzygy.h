/* Plyforge: Syzygy tablebases: the result of every position with few pieces (WDL), and the distance to the next capture
 * or pawn move that keeps it (DTZ). Tables are files of up to seven men, which are mapped into memory when they are
 * first needed, or bytes that the caller has loaded.
 *
 *     pf_tablebase *tables = pf_tablebase_create();
 *     if (pf_tablebase_add_directory(tables, "/path/to/tables", &added, &error) == PF_OK &&
 *         pf_tablebase_probe_wdl(tables, &position, &wdl, &error) == PF_OK) ...
 *     pf_tablebase_destroy(tables);
 *
 * Tables cover standard chess, in positions without castling rights. Files are not trusted: a damaged or hostile table
 * is refused or gives wrong values, but no byte outside it is read. If another program truncates a file while it is
 * mapped, the process is killed by the operating system, as with every mapped file.
 *
 * Any number of threads may probe at once, but not while tables are being added, so add them first. There is no global
 * state: several tablebases can be open. */
#ifndef PLYFORGE_SYZYGY_H
#define PLYFORGE_SYZYGY_H

#include <plyforge/moves.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The maximum number of men in a table, kings included, and the size of the longest table name, NUL included, such as
 * "KQPPvKRP". */
#define PF_TABLEBASE_MOST_MEN  7
#define PF_TABLEBASE_NAME_SIZE 16

/* Results for the side to move. A cursed win and a blessed loss are draws by the fifty-move rule; without that rule
 * they would be a win and a loss. */
typedef enum pf_wdl {
    PF_WDL_LOSS = -2,
    PF_WDL_BLESSED_LOSS = -1,
    PF_WDL_DRAW = 0,
    PF_WDL_CURSED_WIN = 1,
    PF_WDL_WIN = 2
} pf_wdl;

/* A set of tables. */
typedef struct pf_tablebase pf_tablebase;

/* Creates an empty set; NULL if memory cannot be allocated. */
PF_API pf_tablebase *pf_tablebase_create(void);

/* Frees the set and unmaps its files. NULL is ignored. */
PF_API void pf_tablebase_destroy(pf_tablebase *tablebase);

/* ---- Adding tables ---- */

/* Adds the files of a directory whose names are those of tables: KQvK.rtbw (WDL), KQvK.rtbz (DTZ). Nothing is read yet.
 * If the set already has a table, the new file is ignored. *added, unless NULL, receives the number of files that were
 * added. PF_ERROR_TABLEBASE if the directory cannot be read, PF_ERROR_NO_ROOM if memory cannot be allocated. */
PF_API pf_status pf_tablebase_add_directory(pf_tablebase *tablebase, const char *path, size_t *added, pf_error *error);

/* Adds one file from any folder. PF_ERROR_TABLEBASE if its name is not the name of a table. */
PF_API pf_status pf_tablebase_add_file(pf_tablebase *tablebase, const char *path, pf_error *error);

/* Adds a table from bytes that the caller must keep in memory, unchanged, until the set is destroyed. name is that of
 * its file, without a folder. Checked at once: PF_ERROR_TABLEBASE if the bytes are not such a table. If the set already
 * has the table, the bytes are checked and then ignored. */
PF_API pf_status pf_tablebase_add_bytes(pf_tablebase *tablebase, const char *name, const void *bytes, size_t size,
                                        pf_error *error);

/* The number of tables of each kind, and the largest number of men in a WDL table; 0 if there is none. */
PF_API size_t pf_tablebase_count_wdl(const pf_tablebase *tablebase);
PF_API size_t pf_tablebase_count_dtz(const pf_tablebase *tablebase);
PF_API unsigned pf_tablebase_most_men(const pf_tablebase *tablebase);

/* ---- Probing ----
 *
 * All of these fail with PF_ERROR_UNSUPPORTED for a position that no table can have (of a variant, with castling
 * rights, or with more than seven men); with PF_ERROR_NO_TABLE if a table is missing, whose name is in the message; and
 * with PF_ERROR_TABLEBASE if a file cannot be read or is damaged. Two bare kings need no table. */

/* The result of the position, as if its half-move clock were 0. It searches all captures, so the tables with fewer men
 * are needed as well. A few microseconds. */
PF_API pf_status pf_tablebase_probe_wdl(const pf_tablebase *tablebase, const pf_position *position, pf_wdl *out,
                                        pf_error *error);

/* The distance to zeroing in half-moves: positive for a win or cursed win, negative for a loss or blessed loss, 0 for a
 * draw.
 *
 *     1 to 100      a win, if the half-move clock plus this is at most 100; some tables round up to even numbers, so a
 *                   value may be one too great, and 100 after a clock of 0 is still a win
 *     above 100     a cursed win
 *     -1, mated     a loss, and so on
 *
 * Needs DTZ tables in addition to those that pf_tablebase_probe_wdl needs, and may try all moves. */
PF_API pf_status pf_tablebase_probe_dtz(const pf_tablebase *tablebase, const pf_position *position, int *out,
                                        pf_error *error);

/* The raw value of a table, for tools that examine tables. It ignores en passant, and where a capture is best it need
 * not be the true result. read_dtz needs the result of the position, which must not be a draw; *out is a distance of at
 * least 1, without a sign and without the 100 added for cursed wins, or -1 if the table only has values for the other
 * side to move. */
PF_API pf_status pf_tablebase_read_wdl(const pf_tablebase *tablebase, const pf_position *position, pf_wdl *out,
                                       pf_error *error);
PF_API pf_status pf_tablebase_read_dtz(const pf_tablebase *tablebase, const pf_position *position, pf_wdl wdl, int *out,
                                       pf_error *error);

/* A legal move with the result and distance it leads to, from the point of view of the side that plays it. dtz includes
 * the move itself, so a winning capture, pawn move or mate has 1. */
typedef struct pf_tablebase_move {
    pf_move move;
    int8_t wdl; /* a pf_wdl that respects the half-move clock: a win that comes too late is cursed */
    int16_t dtz;
} pf_tablebase_move;

/* All legal moves of a position that a table can have, in caller memory. */
typedef struct pf_tablebase_moves {
    uint32_t size;
    pf_tablebase_move moves[PF_MOVE_LIST_CAPACITY];
} pf_tablebase_moves;

/* Fills out with all legal moves, best first: sorted by result, then by distance, the shortest first for wins and the
 * longest first for losses. Always playing the first move converts every win within the fifty-move rule, unless
 * positions had already been repeated. Needs WDL and DTZ tables. */
PF_API pf_status pf_tablebase_rank_moves(const pf_tablebase *tablebase, const pf_position *position,
                                         pf_tablebase_moves *out, pf_error *error);

/* ---- Names ---- */

/* The name of the table for the pieces of the position, the stronger side first, as in file names: "KBNvK". Writes text
 * in the manner of snprintf. "" if no table can have these pieces. */
PF_API size_t pf_tablebase_name_of(char *buffer, size_t size, const pf_position *position);

/* The result in words: "win", "cursed win", "draw", "blessed loss", "loss". A static string, "" for any other
 * number. */
PF_API const char *pf_wdl_name(pf_wdl wdl);

#ifdef __cplusplus
}
#endif

#endif
