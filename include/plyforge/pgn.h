/* Plyforge: games as PGN text, read as a stream and written. Neither the whole file nor a whole game needs to be in
 * memory: a reader works on bytes in the caller's memory (a mapped file, without copying) or from a callback (a pipe, a
 * decompressor), and returns tags, moves, comments and variations one by one, or only the summary of a game.
 *
 * docs/pgn.md describes what is read, the limits and all errors. A reader or writer belongs to one thread at a time;
 * different ones are independent. */
#ifndef PLYFORGE_PGN_H
#define PLYFORGE_PGN_H

#include <plyforge/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The deepest nesting of variations that is read or written. */
#define PF_PGN_MAX_DEPTH 255

/* ---- Commands in comments ---- */

/* Whether there is an evaluation, and its unit. */
typedef enum pf_pgn_eval_kind { PF_PGN_EVAL_NONE, PF_PGN_EVAL_CENTIPAWNS, PF_PGN_EVAL_MATE } pf_pgn_eval_kind;

/* The values of [%clk 1:02:03.4], [%emt 0:00:05] and [%eval 0.17,20] or [%eval #-3]. Times are in milliseconds, -1 if
 * there is none; evaluations are from White's point of view, in centipawns or moves to mate (negative: Black mates). */
typedef struct pf_pgn_commands {
    int64_t clock;
    int64_t elapsed;
    pf_pgn_eval_kind eval_kind;
    int32_t eval;
    int32_t eval_depth; /* -1 if there is none */
} pf_pgn_commands;

/* Finds the commands in the text of a comment. If a kind occurs several times, the last one counts; unreadable ones
 * are ignored. Returns whether there were any; out is always filled. */
PF_API bool pf_pgn_commands_from_text(pf_pgn_commands *out, const char *text, size_t length);

/* ---- Reading ---- */

/* Reads games, from text in memory or from a source of bytes. */
typedef struct pf_pgn_reader pf_pgn_reader;

/* Creates a reader without input; NULL if memory cannot be allocated. It takes 86 KB. */
PF_API pf_pgn_reader *pf_pgn_reader_create(void);
PF_API void pf_pgn_reader_destroy(pf_pgn_reader *reader); /* NULL is allowed */

/* How a reader handles text that cannot be part of a game: a word that cannot be a move, a stray bracket, a tag without
 * a value. A tolerant reader skips it with a warning; for a strict one it breaks the game. Illegal or ambiguous moves
 * of the main line break the game in both modes, and so does text that has words but no tag, move or result. In a
 * variation, a tolerant reader then skips the rest of the variation. docs/pgn.md has the list. */
typedef enum pf_pgn_mode { PF_PGN_TOLERANT, PF_PGN_STRICT } pf_pgn_mode;

/* Sets the mode; readers are tolerant by default. Call this before reading; it applies to every input that follows. */
PF_API void pf_pgn_reader_set_mode(pf_pgn_reader *reader, pf_pgn_mode mode);

/* Lets the reader play games of variants by the rules that their Variant tag names (see pf_variant_from_name), and
 * games without that tag by the rules of untagged. Without this call, a game of a variant is broken, as "unsupported
 * variant". Call this before reading; it applies to every input that follows. The moves of such a game may be drops and
 * promotions to king. Does nothing if PF_VARIANTS is 0. */
PF_API void pf_pgn_reader_accept_variants(pf_pgn_reader *reader, pf_variant untagged);

/* The default limit on the length of a game, in bytes up to the next game. */
#define PF_PGN_MAX_GAME (UINT64_C(64) << 20)

/* Sets that limit; 0 means none. A longer game is broken, and reading continues at the first line beyond the limit that
 * begins with a tag. So a program that collects a game needs bounded memory, even for input that never ends. The limit
 * does not apply to games that are skipped. Call this before reading; it applies to every input that follows. */
PF_API void pf_pgn_reader_set_max_game(pf_pgn_reader *reader, uint64_t bytes);

/* Starts reading text in memory, which is not copied and must stay unchanged. */
PF_API void pf_pgn_reader_from_memory(pf_pgn_reader *reader, const char *text, size_t length);

/* Starts reading from a source of bytes. They go through a buffer of one MiB, which the reader owns. A tag pair must
 * fit into it (when reading from memory as well), and a longer comment is returned in pieces that never cut a command.
 * PF_ERROR_NO_ROOM if memory cannot be allocated. */
PF_API pf_status pf_pgn_reader_from_stream(pf_pgn_reader *reader, pf_read_bytes *read, void *context);

/* The kinds of events, with the members of pf_pgn_event that they fill. */
typedef enum pf_pgn_event_type {
    PF_PGN_END,             /* the end of the input; further calls return it again */
    PF_PGN_GAME,            /* a game begins */
    PF_PGN_TAG,             /* name and text: the value as in the file, see pf_pgn_unescape */
    PF_PGN_MOVETEXT,        /* the end of the tags; pf_pgn_position is the first position of the game */
    PF_PGN_MOVE,            /* move (PF_NO_MOVE for a null move), and text as in the file */
    PF_PGN_NAG,             /* nag, 0 to 255; "!" to "?!" are 1 to 6 */
    PF_PGN_COMMENT,         /* text without blanks around it, commands; possibly before the tags */
    PF_PGN_BEGIN_VARIATION, /* the moves that follow replace the last move */
    PF_PGN_END_VARIATION,
    PF_PGN_ERROR,    /* error, line: the game is broken here; GAME_END follows */
    PF_PGN_GAME_END, /* result, broken, tags, warnings */
    PF_PGN_WARNING   /* error, line: text was skipped here; the game continues */
} pf_pgn_event_type;

/* An event. The texts point into the input and are valid until the next call that reads. */
typedef struct pf_pgn_event {
    pf_pgn_event_type type;
    uint32_t depth;  /* depth of nested variations: 0 is the main line */
    uint64_t offset; /* offset of its first byte in the input; for an error or warning, that of the fault */
    const char *name;
    size_t name_length;
    const char *text;
    size_t length;
    pf_move move;
    uint8_t nag;
    bool continues;    /* COMMENT: its text continues in the next event */
    bool broken;       /* GAME_END: there was an error */
    pf_result result;  /* GAME_END: the result in the movetext, PF_RESULT_NOT_GIVEN if there is none */
    uint32_t tags;     /* GAME_END: the number of tags */
    uint32_t warnings; /* GAME_END: the number of warnings */
    uint64_t line;     /* ERROR, WARNING: the line it is in, from 1 */
    pf_pgn_commands commands;
    pf_error error; /* ERROR, WARNING: code and message */
} pf_pgn_event;

/* Reads the next event and returns its type. Every move is checked: an ambiguous or illegal one in the main line, an
 * unsupported variant or an impossible FEN breaks the game, and reading continues with the next one. Text that cannot
 * be part of a game, and a fault in a variation, is a warning or breaks the game, see pf_pgn_mode.
 *
 *     while (pf_pgn_next(reader, &event) != PF_PGN_END)
 *         if (event.type == PF_PGN_MOVE && event.depth == 0) plies++;
 */
PF_API pf_pgn_event_type pf_pgn_next(pf_pgn_reader *reader, pf_pgn_event *event);

/* The position after the last move event, or at the start of the game or variation. Valid until the next call that
 * reads. This call computes the position's key, which costs more than reading a move: call it only if needed. */
PF_API const pf_position *pf_pgn_position(pf_pgn_reader *reader);

/* After MOVETEXT and until the game ends: the rules by which it is read. */
PF_API pf_variant pf_pgn_variant(const pf_pgn_reader *reader);

/* After MOVETEXT and until the game ends: whether it is a game of Chess960, because of its Variant tag or because its
 * FEN has castling rights that standard chess does not have. */
PF_API bool pf_pgn_is_chess960(const pf_pgn_reader *reader);

/* After GAME, TAG or MOVETEXT (or later): skips the rest of the game, at several times the speed. Nothing in it is
 * checked; the next event is GAME_END, with PF_RESULT_NOT_GIVEN. This does not separate games without tags. */
PF_API void pf_pgn_skip_game(pf_pgn_reader *reader);

/* After BEGIN_VARIATION: skips the variation without checking it; the next event is END_VARIATION. */
PF_API void pf_pgn_skip_variation(pf_pgn_reader *reader);

/* A warning or error and its place in the input. */
typedef struct pf_pgn_warning {
    uint64_t offset, line; /* lines count from 1 */
    pf_error error;
} pf_pgn_warning;

/* The number of warnings of a game that are kept; all are counted. */
#define PF_PGN_MAX_WARNINGS 16

/* A warning of the current game, or of the last one that was read; index 0 is the first. NULL if there is no such
 * warning or it was not kept. Valid until the next game begins. */
PF_API const pf_pgn_warning *pf_pgn_reader_warning(const pf_pgn_reader *reader, uint32_t index);

/* The number of warnings of that game, including those that were not kept. */
PF_API uint32_t pf_pgn_reader_warning_count(const pf_pgn_reader *reader);

/* The summary of a game. */
typedef struct pf_pgn_summary {
    uint64_t offset, line; /* line is that of the error, for broken games only */
    uint64_t error_offset;
    uint32_t tags;
    uint32_t plies; /* of the main line */
    uint32_t variation_plies;
    uint32_t variations;
    uint32_t comments;
    uint32_t nags;
    uint32_t warnings; /* warnings of the whole game, see pf_pgn_reader_warning */
    pf_result result;
    bool broken;
    pf_error error;
} pf_pgn_summary;

/* Reads the rest of the game, or the next one, without events but with the same checks. This is the fastest way to
 * validate games. The summary covers only what this call has read. False at the end of the input; summary is then
 * unchanged. */
PF_API bool pf_pgn_read_game(pf_pgn_reader *reader, pf_pgn_summary *summary);

/* The next offset at which a game certainly begins, for splitting a file among several threads: the first tag pair
 * after a blank line, at or after from; length if there is none. The file is not split at a tag that may continue the
 * tags of a game, nor between the first tag of the file and the text before it, which belongs to the same game. */
PF_API size_t pf_pgn_find_game(const char *text, size_t length, size_t from);

/* Finds the position after a game that is too long. Use it in programs that pass games to a reader one by one and
 * cannot keep such a game in memory. text is the next part of the rest of the game; *mid_line tells whether its line
 * already has text other than blanks, and is updated. Returns how many bytes of text can be dropped. If *found is set,
 * a line that begins with a tag starts there; otherwise fewer than 256 bytes remain, to which more text must be
 * appended. */
PF_API size_t pf_pgn_pass_to_tag(bool *found, bool *mid_line, const char *text, size_t length, bool is_last);

/* Removes the escapes from the value of a tag: \" and \\ become " and \. Text goes out as described in
 * <plyforge/base.h>. */
PF_API size_t pf_pgn_unescape(char *buffer, size_t size, const char *value, size_t length);

/* ---- Writing ---- */

/* Writes games. */
typedef struct pf_pgn_writer pf_pgn_writer;

/* Creates a writer of games in PGN's export form: lines of at most 79 columns where words allow, SAN with marks, moves
 * numbered. It tracks the position and refuses illegal moves, so that its output can be read back. NULL if memory
 * cannot be allocated. */
PF_API pf_pgn_writer *pf_pgn_writer_create(pf_write_bytes *write, void *context);
PF_API void pf_pgn_writer_destroy(pf_pgn_writer *writer); /* NULL is allowed */

/* To write a game, call these in order: its tags, the start, the moves with comments, NAGs and variations, and the end.
 * Each function returns PF_OK; PF_ERROR_NO_ROOM if the callback failed; PF_ERROR_MOVE_ILLEGAL for an illegal move (or a
 * null move in check), for a variation that is too deep or has no move to replace, or for an end of a variation that
 * did not begin; nothing is then written. An empty variation is left out. */
PF_API pf_status pf_pgn_write_tag(pf_pgn_writer *writer, const char *name, size_t name_length, const char *value,
                                  size_t length);
PF_API pf_status pf_pgn_write_start(pf_pgn_writer *writer, const pf_position *position);
PF_API pf_status pf_pgn_write_move(pf_pgn_writer *writer, pf_move move);
PF_API pf_status pf_pgn_write_nag(pf_pgn_writer *writer, unsigned nag);
PF_API pf_status pf_pgn_write_comment(pf_pgn_writer *writer, const char *text, size_t length);
PF_API pf_status pf_pgn_write_begin_variation(pf_pgn_writer *writer);
PF_API pf_status pf_pgn_write_end_variation(pf_pgn_writer *writer);
PF_API pf_status pf_pgn_write_end(pf_pgn_writer *writer, pf_result result);

/* Writes the event that the reader has just returned: passing on every event copies a file into export form. */
PF_API pf_status pf_pgn_write_event(pf_pgn_writer *writer, pf_pgn_reader *reader, const pf_pgn_event *event);

#ifdef __cplusplus
}
#endif

#endif
