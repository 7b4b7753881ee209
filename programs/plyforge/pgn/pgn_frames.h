/* A zstd file of many frames, decompressed by several threads. Threads claim slots: each finds the next run of frames
 * and decompresses it into memory, up to a limit. One thread at a time reads the slots in the order of the file; text
 * beyond the limit is decompressed while it is read. So memory is bounded by the number of slots, however large the
 * decompressed frames are. */
#ifndef PLYFORGE_PROGRAM_PGN_FRAMES_H
#define PLYFORGE_PROGRAM_PGN_FRAMES_H

#include "input/compressed.h"

#include <stdint.h>

struct pgn_frames;
struct pgn_slot;

/* How many bytes of the file a slot holds (small frames are combined), and how much text is decompressed into it. */
struct pgn_slot_sizes {
    size_t run, text;
};

/* NULL if the file has no frames that are worth decompressing in parallel, or if memory runs out. Owns neither the file
 * nor the format. */
struct pgn_frames *pgn_frames_create(int file, uint64_t size, const struct compressed_format *format, unsigned threads,
                                     const struct pgn_slot_sizes *sizes);
void pgn_frames_destroy(struct pgn_frames *frames); /* NULL is allowed */

/* Restricts reading to the frames between these bytes; call it first. */
void pgn_frames_limit(struct pgn_frames *frames, uint64_t from, uint64_t to);

/* ---- For every thread ---- */

/* Claims a slot for pgn_frames_fill to fill; NULL if none is free now. */
struct pgn_slot *pgn_frames_claim(struct pgn_frames *frames);
void pgn_frames_fill(struct pgn_frames *frames, struct pgn_slot *slot);

/* Releases a slot that was held. */
void pgn_frames_release(struct pgn_frames *frames, struct pgn_slot *slot);

/* Whether a slot can be claimed; whether the reader can continue. */
bool pgn_frames_can_claim(struct pgn_frames *frames);
bool pgn_frames_is_ready(struct pgn_frames *frames);

/* ---- For the reading thread ---- */

/* Text that can be used in place: its size, 0 if there is none. It stays valid while its slot is held. */
const char *pgn_frames_view(struct pgn_frames *frames, size_t *size);
void pgn_frames_pass(struct pgn_frames *frames, size_t size);
struct pgn_slot *pgn_frames_hold(struct pgn_frames *frames); /* the slot that contains the text */

/* Copies text; 0 at the end, or if the next slot is not ready. */
size_t pgn_frames_read(struct pgn_frames *frames, char *buffer, size_t size);
/* Un-reads the last bytes that were copied; false if they are no longer in a slot. */
bool pgn_frames_unread(struct pgn_frames *frames, size_t size);
/* Waits until the next slot is ready, filling another slot in the meantime if there is one. */
void pgn_frames_wait(struct pgn_frames *frames);
bool pgn_frames_at_end(const struct pgn_frames *frames);

/* Why the text ended early, or NULL; how many bytes of the file have been used. */
const char *pgn_frames_error(const struct pgn_frames *frames);
uint64_t pgn_frames_used(const struct pgn_frames *frames);

#endif
