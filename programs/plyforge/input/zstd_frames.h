/* Finds where the frames of a zstd file end, without decompressing and without libzstd. pzstd, which Lichess uses to
 * compress, writes many independent frames, which threads can decompress at the same time. Only the frames themselves
 * are examined, never the sizes that pzstd stores in front of them. The format is that of RFC 8878. */
#ifndef PLYFORGE_PROGRAM_ZSTD_FRAMES_H
#define PLYFORGE_PROGRAM_ZSTD_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A run of frames. */
struct zstd_run {
    uint64_t end;    /* the offset after its last frame */
    uint64_t window; /* the largest window that one of the frames requires */
    bool is_known;   /* whether the frames could be found; if not, the run is the rest of the file */
    unsigned frames; /* the number of frames that contain text */
};

/* The run that begins at offset at, with whole frames of at least enough bytes together. file is open for pread(2) and
 * has size bytes. A damaged or truncated run extends to the end of the file, so that the decoder reports the
 * problem. */
struct zstd_run zstd_find_run(int file, uint64_t size, uint64_t at, uint64_t enough);

#endif
