/* Plyforge: games as PGN text, read as a stream and written. Reading needs neither the file nor a game in memory: a
 * reader goes over bytes that the caller has (a mapped file, without copying any) or asks for (a pipe, a decompressor),
 * and hands out tags, moves, comments and variations one by one, or only the sum of a game.
 *
 * What is read, the limits and all the errors are described in docs/pgn.md. A reader or writer belongs to one thread at
 * a time; different ones are independent. */
#ifndef PLYFORGE_PGN_H
#define PLYFORGE_PGN_H

#include <plyforge/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How deep variations may be nested, in reading and writing; what is deeper is an error. */
#define PF_PGN_MAX_DEPTH 255

/* ---- Commands in comments ---- */

/* Whether there is an evaluation, and in what it is measured. */
typedef enum pf_pgn_eval_kind { PF_PGN_EVAL_NONE, PF_PGN_EVAL_CENTIPAWNS, PF_PGN_EVAL_MATE } pf_pgn_eval_kind;

/* What [%clk 1:02:03.4], [%emt 0:00:05] and [%eval 0.17,20] or [%eval #-3] say. Times are in milliseconds, -1 where
 * there is none; evaluations are White's view, in centipawns or moves to mate (negative: Black mates). */
typedef struct pf_pgn_commands {
    int64_t clock;
    int64_t elapsed;
    pf_pgn_eval_kind eval_kind;
    int32_t eval;
    int32_t eval_depth; /* -1 where there is none */
} pf_pgn_commands;

/* Finds the commands in the text of a comment; of several of one kind the last counts, one that cannot be read is
 * passed over. Returns whether there were any; out is filled in any case. */
PF_API bool pf_pgn_commands_from_text(pf_pgn_commands *out, const char *text, size_t length);

/* ---- Reading ---- */

/* Reads games, from text in memory or from a source of bytes. */
typedef struct pf_pgn_reader pf_pgn_reader;

/* A reader without input, or NULL when there is no memory. It takes 86 KB, and reads nothing until it is given a
 * source.
 */
PF_API pf_pgn_reader *pf_pgn_reader_create(void);
PF_API void pf_pgn_reader_destroy(pf_pgn_reader *reader); /* NULL is allowed */

/* How a reader takes text that cannot be part of a game: a word that cannot be a move, a stray bracket, a tag without a
 * value. A tolerant reader steps over it and warns; for a strict one it breaks the game. Moves that are illegal or
 * ambiguous break the game in both modes. docs/pgn.md has the list. */
typedef enum pf_pgn_mode { PF_PGN_TOLERANT, PF_PGN_STRICT } pf_pgn_mode;

/* Readers are tolerant until told otherwise. Call this before reading; it holds for every input that follows. */
PF_API void pf_pgn_reader_set_mode(pf_pgn_reader *reader, pf_pgn_mode mode);

/* Starts over on text in memory, which must stay there and unchanged; it is not copied. */
PF_API void pf_pgn_reader_from_memory(pf_pgn_reader *reader, const char *text, size_t length);

/* Starts over on a source of bytes. They go through a buffer of one MiB, which is the reader's own: a tag pair must fit
 * into it (from memory too), a longer comment comes in pieces, everything else is short. PF_ERROR_NO_ROOM when there is
 * no memory. */
PF_API pf_status pf_pgn_reader_from_stream(pf_pgn_reader *reader, pf_read_bytes *read, void *context);

/* What can come next in a file. Behind each, the members of pf_pgn_event that say more. */
typedef enum pf_pgn_event_type {
    PF_PGN_END,             /* there is no more input; stays so */
    PF_PGN_GAME,            /* a game begins */
    PF_PGN_TAG,             /* name and text: the value as it stands in the file, see pf_pgn_unescape */
    PF_PGN_MOVETEXT,        /* the tags are over, pf_pgn_position is the position that the game starts from */
    PF_PGN_MOVE,            /* move (PF_NO_MOVE for a null move), and text as it stands in the file */
    PF_PGN_NAG,             /* nag, 0 to 255; "!" to "?!" are 1 to 6 */
    PF_PGN_COMMENT,         /* text without blanks around it, commands; before the tags too */
    PF_PGN_BEGIN_VARIATION, /* what follows replaces the last move */
    PF_PGN_END_VARIATION,
    PF_PGN_ERROR,    /* error, line: the game is broken here, and the next event is its end */
    PF_PGN_GAME_END, /* result, broken, tags, warnings */
    PF_PGN_WARNING   /* error, line: something was stepped over here; the game goes on */
} pf_pgn_event_type;

/* One thing read. The texts point into the input and are good until the next call that reads. */
typedef struct pf_pgn_event {
    pf_pgn_event_type type;
    uint32_t depth;  /* of variations: 0 is the main line */
    uint64_t offset; /* of the first byte of it in the input; for an error or warning, of what is wrong */
    const char *name;
    size_t name_length;
    const char *text;
    size_t length;
    pf_move move;
    uint8_t nag;
    bool continues;    /* COMMENT: its text goes on in the next event */
    bool broken;       /* GAME_END: there was an error */
    pf_result result;  /* GAME_END: what the movetext says, PF_RESULT_NOT_GIVEN if it says nothing */
    uint32_t tags;     /* GAME_END: how many there were */
    uint32_t warnings; /* GAME_END: the same */
    uint64_t line;     /* ERROR, WARNING: the line it is in, from 1 */
    pf_pgn_commands commands;
    pf_error error; /* ERROR, WARNING: code and message */
} pf_pgn_event;

/* Reads on to the next event and returns its type. Every move is checked: an ambiguous or illegal one, an unsupported
 * variant or an impossible FEN breaks the game, and reading goes on with the next one. Text that cannot be part of a
 * game is a warning, or breaks the game too, see pf_pgn_mode.
 *
 *     while (pf_pgn_next(reader, &event) != PF_PGN_END)
 *         if (event.type == PF_PGN_MOVE && event.depth == 0) plies++;
 */
PF_API pf_pgn_event_type pf_pgn_next(pf_pgn_reader *reader, pf_pgn_event *event);

/* The position after the last move event, or at the start of the game or variation. Valid until the next call that
 * reads. Its key is computed by this call, which costs more than reading a move: ask only where you need it. */
PF_API const pf_position *pf_pgn_position(pf_pgn_reader *reader);

/* After MOVETEXT and until the game ends: whether the game is one of Chess960, because its Variant tag says so or
 * because its FEN has castling rights that standard chess does not have. */
PF_API bool pf_pgn_is_chess960(const pf_pgn_reader *reader);

/* After GAME, TAG or MOVETEXT (or later): passes over the rest of the game, at several times the speed. Nothing in it
 * is checked; the next event is its end, without result. Games that have no tags are not told apart here. */
PF_API void pf_pgn_skip_game(pf_pgn_reader *reader);

/* After BEGIN_VARIATION: passes over all that is in it, unchecked; the next event is its end. */
PF_API void pf_pgn_skip_variation(pf_pgn_reader *reader);

/* What is wrong in the input, and where. */
typedef struct pf_pgn_warning {
    uint64_t offset, line; /* lines count from 1 */
    pf_error error;
} pf_pgn_warning;

/* How many warnings of a game are kept; all are counted. */
#define PF_PGN_MAX_WARNINGS 16

/* The warnings of the game that is being read or was read last, whichever call read it: 0 is the first. NULL if there
 * is no such warning or it was not kept. Valid until the next game begins. */
PF_API const pf_pgn_warning *pf_pgn_reader_warning(const pf_pgn_reader *reader, uint32_t index);

/* What a whole game came to. */
typedef struct pf_pgn_summary {
    uint64_t offset, line; /* line is filled for broken games only, and is that of the error */
    uint64_t error_offset;
    uint32_t tags;
    uint32_t plies; /* of the main line */
    uint32_t variation_plies;
    uint32_t variations;
    uint32_t comments;
    uint32_t nags;
    uint32_t warnings; /* of the whole game, see pf_pgn_reader_warning */
    pf_result result;
    bool broken;
    pf_error error;
} pf_pgn_summary;

/* Reads the rest of the game, or the next one, without events but with the same checks: the fast way to validate.
 * Counts what this call has read. False when there is no more input; summary is untouched then. */
PF_API bool pf_pgn_read_game(pf_pgn_reader *reader, pf_pgn_summary *summary);

/* A place after which games can be read as from the start of the file: the first tag pair after a blank line, at or
 * after from; length if there is none. What splits a file for several threads. */
PF_API size_t pf_pgn_find_game(const char *text, size_t length, size_t from);

/* The value of a tag without its escapes: \" and \\ become " and \. Text goes out as described in <plyforge/base.h>. */
PF_API size_t pf_pgn_unescape(char *buffer, size_t size, const char *value, size_t length);

/* ---- Writing ---- */

/* Writes games. */
typedef struct pf_pgn_writer pf_pgn_writer;

/* A writer of games in PGN's export form: lines of at most 80 columns where words allow, SAN with marks, moves
 * numbered. It knows the position, so that what it writes can be read. NULL when there is no memory. */
PF_API pf_pgn_writer *pf_pgn_writer_create(pf_write_bytes *write, void *context);
PF_API void pf_pgn_writer_destroy(pf_pgn_writer *writer); /* NULL is allowed */

/* One game: its tags, then the start, then moves with what belongs to them, then the end. Each returns PF_OK;
 * PF_ERROR_NO_ROOM when the text could not be handed over; PF_ERROR_MOVE_ILLEGAL for a move (or null move in check)
 * that is not legal, a variation where there is no move to replace or too deep, or an end of one that never began; then
 * nothing was written. */
PF_API pf_status pf_pgn_write_tag(pf_pgn_writer *writer, const char *name, size_t name_length, const char *value,
                                  size_t length);
PF_API pf_status pf_pgn_write_start(pf_pgn_writer *writer, const pf_position *position);
PF_API pf_status pf_pgn_write_move(pf_pgn_writer *writer, pf_move move);
PF_API pf_status pf_pgn_write_nag(pf_pgn_writer *writer, unsigned nag);
PF_API pf_status pf_pgn_write_comment(pf_pgn_writer *writer, const char *text, size_t length);
PF_API pf_status pf_pgn_write_begin_variation(pf_pgn_writer *writer);
PF_API pf_status pf_pgn_write_end_variation(pf_pgn_writer *writer);
PF_API pf_status pf_pgn_write_end(pf_pgn_writer *writer, pf_result result);

/* Writes what a reader has just read: handing over every event copies a file into export form. */
PF_API pf_status pf_pgn_write_event(pf_pgn_writer *writer, pf_pgn_reader *reader, const pf_pgn_event *event);

#ifdef __cplusplus
}
#endif

#endif
