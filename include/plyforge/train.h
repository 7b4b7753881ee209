/* Plyforge: records for training evaluation networks: a position, the move played there, a score and the result of the
 * game. Files are binary, 32 bytes per record, or the plain text of nnue-pytorch; one reader reads both. Nothing here
 * allocates or does I/O; bytes go through callbacks. docs/formats.md has the layout. Records exist for standard chess
 * and Chess960 only.
 *
 * A reader or writer belongs to one thread at a time; different ones are independent. */
#ifndef PLYFORGE_TRAIN_H
#define PLYFORGE_TRAIN_H

#include <plyforge/packed.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The score of a record without a score. */
#define PF_TRAIN_NO_SCORE INT16_MIN

/* Mate in n moves is the score PF_TRAIN_MATE - n, where n is at least 1; other scores are within +-PF_TRAIN_MAX_SCORE.
 * A larger score is written as mate in one. */
#define PF_TRAIN_MATE      32000
#define PF_TRAIN_MAX_SCORE 31000

/* A record. Score and result are from the point of view of the side to move. */
typedef struct pf_train_record {
    pf_position position;
    pf_move move;  /* legal in the position */
    int16_t score; /* in centipawns, see above */
    int8_t result; /* 1: the side to move won, 0: a draw, -1: it lost */
    uint16_t ply;  /* half-moves since the first move of a game: 2 * (move number - 1), plus 1 if Black is to move */
} pf_train_record;

/* The ply of a position, from its move number. At most 65535. */
PF_API uint16_t pf_train_ply(const pf_position *position);

/* The size of a binary record in bytes. */
#define PF_TRAIN_RECORD_SIZE 32

/* A record as bytes, for any use. The half-move clock is lost; the move number comes from the ply.
 * Writing returns false, with bytes unchanged, for the position of a variant.
 * Reading refuses bytes that are not a record: PF_ERROR_PACKED or PF_ERROR_POSITION for the position,
 * PF_ERROR_MOVE_ILLEGAL for the move, PF_ERROR_TRAIN for the other fields; out is then unchanged. Thread-safe. */
PF_API bool pf_train_to_bytes(uint8_t bytes[PF_TRAIN_RECORD_SIZE], const pf_train_record *record);
PF_API pf_status pf_train_from_bytes(pf_train_record *out, const uint8_t bytes[PF_TRAIN_RECORD_SIZE], pf_error *error);

/* Enough for any record as plain text, NUL included. */
#define PF_TRAIN_PLAIN_SIZE 256

/* A record as the six lines "fen", "move", "score", "ply", "result" and "e". PF_TRAIN_NO_SCORE is written as 32002, the
 * "none" of Stockfish. Nothing is written for the position of a variant. Text goes out as described in
 * <plyforge/base.h>. Thread-safe. */
PF_API size_t pf_train_to_plain(char *buffer, size_t size, const pf_train_record *record);

/* The two file formats. */
typedef enum pf_train_format { PF_TRAIN_BINARY, PF_TRAIN_PLAIN } pf_train_format;

/* A writer in caller memory. The fields are private. */
typedef struct pf_train_writer {
    pf_write_bytes *write;
    void *context;
    pf_train_format format;
    uint32_t filled;
    uint64_t records, checksum;
    bool failed;
    uint8_t buffer[8192];
} pf_train_writer;

/* Starts a file whose bytes go to the callback. */
PF_API void pf_train_writer_init(pf_train_writer *writer, pf_train_format format, pf_write_bytes *write, void *context);

/* Writes one record; the second form writes the bytes of pf_train_to_bytes to a binary file unchecked. False if the
 * callback has failed, now or before, or if the position is that of a variant; that record is not written. */
PF_API bool pf_train_write(pf_train_writer *writer, const pf_train_record *record);
PF_API bool pf_train_write_bytes(pf_train_writer *writer, const uint8_t bytes[PF_TRAIN_RECORD_SIZE]);

/* Writes the buffered bytes and, in a binary file, the end that shows that it is complete. Must be the last call. */
PF_API bool pf_train_writer_finish(pf_train_writer *writer);

/* A reader in caller memory. All fields but records are private. */
typedef struct pf_train_reader {
    pf_read_bytes *read;
    void *context;
    uint64_t records; /* the number of records read so far */
    uint64_t line;    /* lines of plain text read so far */
    uint64_t checksum;
    uint32_t at, filled;
    uint8_t state;
    bool at_end; /* the callback has no more bytes */
    pf_error error;
    uint8_t buffer[8192];
} pf_train_reader;

/* Starts reading a file of either format from the callback; its first bytes identify the format. */
PF_API void pf_train_reader_init(pf_train_reader *reader, pf_read_bytes *read, void *context);

/* Reads the next record. At the end of the file sets *end and returns PF_OK. A file of another kind or a newer version,
 * or one that is truncated or damaged, is an error (PF_ERROR_TRAIN, or one of pf_train_from_bytes), whose message has
 * the number of the record or of the line, counted from 1; every later call fails in the same way. */
PF_API pf_status pf_train_read(pf_train_reader *reader, pf_train_record *out, bool *end, pf_error *error);

#ifdef __cplusplus
}
#endif

#endif
