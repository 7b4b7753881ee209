/* Slots for runs of frames; see pgn_frames.h. */
#include "pgn/pgn_frames.h"
#include "input/zstd_frames.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LARGE_RUN = 64 << 20,    /* a file whose first frame is larger is read as a stream */
    LARGE_WINDOW = 32 << 20, /* the frames of pzstd -19 are smaller */
    IN_SIZE = 1 << 17
};

/* A slot is filled by the thread that claimed it, then read. */
enum slot_state { SLOT_FREE, SLOT_CLAIMED, SLOT_FILLED };

struct pgn_slot {
    enum slot_state state;
    unsigned holders;  /* pieces whose text is in it */
    bool is_passed;    /* the reader has finished with it */
    uint64_t from, to; /* the part of the run that has not been read from the file yet */
    struct decoding decoding;
    bool is_over; /* the whole run is decompressed, or there was an error */
    char error[128];
    char *text;
    size_t size, capacity;
    size_t in_at, in_size; /* the position in, and the size of, the bytes in in */
    char in[IN_SIZE];
};

struct pgn_frames {
    int file;
    uint64_t file_size;
    const struct compressed_format *format;
    struct pgn_slot_sizes sizes;
    pthread_cond_t filled;
    pthread_mutex_t mutex; /* protects the members up to the next comment, and the states and holders of slots */
    uint64_t found_to;     /* the offset up to which runs have been found */
    bool is_finding;
    uint64_t next_claimed, next_read; /* slots, counted from the first one */
    /* These belong to the reader. */
    size_t at;     /* the offset in the slot that is being read */
    size_t copied; /* how many bytes before that offset the last call copied */
    uint64_t used;
    bool at_end;
    const char *error;
    unsigned count;
    struct pgn_slot **slots;
};

struct pgn_frames *pgn_frames_create(int file, uint64_t size, const struct compressed_format *format, unsigned threads,
                                     const struct pgn_slot_sizes *sizes)
{
    struct zstd_run first = zstd_find_run(file, size, 0, sizes->run);
    if (!first.is_known || first.end >= size || first.end > LARGE_RUN) return NULL;
    struct pgn_frames *frames = calloc(1, sizeof *frames);
    if (frames == NULL) return NULL;
    *frames = (struct pgn_frames){
        .file = file, .file_size = size, .format = format, .sizes = *sizes, .count = threads + 2};
    pthread_mutex_init(&frames->mutex, NULL);
    pthread_cond_init(&frames->filled, NULL);
    frames->slots = calloc(frames->count, sizeof *frames->slots);
    bool is_whole = frames->slots != NULL;
    for (unsigned i = 0; is_whole && i < frames->count; i++) {
        frames->slots[i] = calloc(1, sizeof *frames->slots[i]);
        is_whole = frames->slots[i] != NULL && decoding_begin(&frames->slots[i]->decoding, format);
    }
    if (is_whole) return frames;
    pgn_frames_destroy(frames);
    return NULL;
}

void pgn_frames_limit(struct pgn_frames *frames, uint64_t from, uint64_t to)
{
    frames->found_to = from;
    frames->file_size = to;
}

void pgn_frames_destroy(struct pgn_frames *frames)
{
    if (frames == NULL) return;
    for (unsigned i = 0; frames->slots != NULL && i < frames->count; i++) {
        struct pgn_slot *slot = frames->slots[i];
        if (slot == NULL) continue;
        decoding_end(&slot->decoding);
        free(slot->text);
        free(slot);
    }
    pthread_cond_destroy(&frames->filled);
    pthread_mutex_destroy(&frames->mutex);
    free(frames->slots);
    free(frames);
}

/* ---- Filling ---- */

/* Reads more bytes of the run from the file; false at its end. */
static bool refill(const struct pgn_frames *frames, struct pgn_slot *slot)
{
    uint64_t left = slot->to - slot->from;
    ssize_t got;
    do got = pread(frames->file, slot->in, left < IN_SIZE ? (size_t)left : IN_SIZE, (off_t)slot->from);
    while (got < 0 && errno == EINTR);
    if (got < 0) snprintf(slot->error, sizeof slot->error, "%s", strerror(errno));
    slot->in_at = 0;
    slot->in_size = got < 0 ? 0 : (size_t)got;
    slot->from += slot->in_size;
    return slot->in_size > 0;
}

/* Decompresses up to this many bytes of the run; fewer only at its end. */
static size_t decode(const struct pgn_frames *frames, struct pgn_slot *slot, char *out, size_t size)
{
    size_t made = 0;
    while (made < size && !slot->is_over) {
        struct decode_buffers buffers = {slot->in + slot->in_at, slot->in_size - slot->in_at, out + made, size - made,
                                         NULL};
        enum decode_status status = decoding_step(&slot->decoding, &buffers);
        slot->in_at = slot->in_size - buffers.in_size;
        made = size - buffers.out_size;
        decode_describe(slot->error, sizeof slot->error, &slot->decoding, status, &buffers);
        slot->is_over = slot->error[0] != '\0';
        if (slot->is_over || made == size || refill(frames, slot)) continue;
        slot->is_over = true;
        if (slot->error[0] == '\0' && !slot->decoding.at_end)
            snprintf(slot->error, sizeof slot->error, "the %s data is truncated", frames->format->name);
    }
    return made;
}

struct pgn_slot *pgn_frames_claim(struct pgn_frames *frames)
{
    struct pgn_slot *slot = NULL;
    pthread_mutex_lock(&frames->mutex);
    struct pgn_slot *next = frames->slots[frames->next_claimed % frames->count];
    if (next->state == SLOT_FREE && !frames->is_finding && frames->found_to < frames->file_size) {
        slot = next;
        slot->state = SLOT_CLAIMED;
        frames->is_finding = true;
        frames->next_claimed++;
    }
    pthread_mutex_unlock(&frames->mutex);
    return slot;
}

bool pgn_frames_can_claim(struct pgn_frames *frames)
{
    pthread_mutex_lock(&frames->mutex);
    bool can = frames->slots[frames->next_claimed % frames->count]->state == SLOT_FREE && !frames->is_finding &&
               frames->found_to < frames->file_size;
    pthread_mutex_unlock(&frames->mutex);
    return can;
}

/* Doubles the memory for the text, up to the limit; false if it cannot be allocated. */
static bool grow(struct pgn_slot *slot, size_t limit)
{
    size_t capacity = slot->capacity > 0 ? 2 * slot->capacity : 1 << 20;
    if (capacity > limit) capacity = limit;
    char *text = capacity > slot->capacity ? realloc(slot->text, capacity) : NULL;
    if (text == NULL) return false;
    slot->text = text;
    slot->capacity = capacity;
    return true;
}

void pgn_frames_fill(struct pgn_frames *frames, struct pgn_slot *slot)
{
    struct zstd_run run = zstd_find_run(frames->file, frames->file_size, frames->found_to, frames->sizes.run);
    slot->from = frames->found_to;
    slot->to = run.end;
    pthread_mutex_lock(&frames->mutex);
    frames->found_to = run.end;
    frames->is_finding = false;
    pthread_mutex_unlock(&frames->mutex);

    slot->size = slot->in_at = slot->in_size = 0;
    slot->is_passed = slot->is_over = false;
    /* Large windows in every slot would take too much memory, so frames that need them are decompressed one by one. */
    bool is_small = run.is_known && run.window <= LARGE_WINDOW;
    while (is_small && !slot->is_over && (slot->size < slot->capacity || grow(slot, frames->sizes.text)))
        slot->size += decode(frames, slot, slot->text + slot->size, slot->capacity - slot->size);

    pthread_mutex_lock(&frames->mutex);
    slot->state = SLOT_FILLED;
    pthread_cond_broadcast(&frames->filled);
    pthread_mutex_unlock(&frames->mutex);
}

static void free_if_unused(struct pgn_slot *slot)
{
    if (slot->is_passed && slot->holders == 0) slot->state = SLOT_FREE;
}

void pgn_frames_release(struct pgn_frames *frames, struct pgn_slot *slot)
{
    pthread_mutex_lock(&frames->mutex);
    slot->holders--;
    free_if_unused(slot);
    pthread_mutex_unlock(&frames->mutex);
}

/* ---- Reading ---- */

/* Whether all slots that will ever be filled have been read. */
static bool is_all_read(const struct pgn_frames *frames)
{
    return frames->next_read == frames->next_claimed && frames->found_to == frames->file_size && !frames->is_finding;
}

static bool is_filled(const struct pgn_frames *frames)
{
    return frames->next_read < frames->next_claimed &&
           frames->slots[frames->next_read % frames->count]->state == SLOT_FILLED;
}

bool pgn_frames_is_ready(struct pgn_frames *frames)
{
    pthread_mutex_lock(&frames->mutex);
    bool is_ready = frames->at_end || is_filled(frames) || is_all_read(frames);
    pthread_mutex_unlock(&frames->mutex);
    return is_ready;
}

/* The slot with the next text, which may have to be decompressed; NULL at the end, or if it is not ready. */
static struct pgn_slot *current(struct pgn_frames *frames)
{
    while (!frames->at_end) {
        pthread_mutex_lock(&frames->mutex);
        bool filled = is_filled(frames);
        frames->at_end = !filled && is_all_read(frames);
        pthread_mutex_unlock(&frames->mutex);
        if (!filled) return NULL;
        struct pgn_slot *slot = frames->slots[frames->next_read % frames->count];
        frames->used = slot->to;
        if (frames->at < slot->size || !slot->is_over) return slot;
        if (slot->error[0] != '\0') {
            frames->error = slot->error; /* the slot is not used again */
            frames->at_end = true;
            return NULL;
        }
        frames->at = frames->copied = 0;
        pthread_mutex_lock(&frames->mutex);
        frames->next_read++;
        slot->is_passed = true;
        free_if_unused(slot);
        pthread_mutex_unlock(&frames->mutex);
    }
    return NULL;
}

const char *pgn_frames_view(struct pgn_frames *frames, size_t *size)
{
    struct pgn_slot *slot = current(frames);
    *size = slot != NULL ? slot->size - frames->at : 0;
    return *size > 0 ? slot->text + frames->at : NULL;
}

void pgn_frames_pass(struct pgn_frames *frames, size_t size)
{
    frames->at += size;
    frames->copied = 0;
}

struct pgn_slot *pgn_frames_hold(struct pgn_frames *frames)
{
    struct pgn_slot *slot = frames->slots[frames->next_read % frames->count];
    pthread_mutex_lock(&frames->mutex);
    slot->holders++;
    pthread_mutex_unlock(&frames->mutex);
    return slot;
}

size_t pgn_frames_read(struct pgn_frames *frames, char *buffer, size_t size)
{
    for (;;) {
        struct pgn_slot *slot = current(frames);
        if (slot == NULL) return 0;
        size_t left = slot->size - frames->at;
        if (left == 0) {
            size_t made = decode(frames, slot, buffer, size);
            frames->copied = 0;
            if (made > 0) return made;
            continue;
        }
        if (left > size) left = size;
        memcpy(buffer, slot->text + frames->at, left);
        frames->at += left;
        frames->copied += left;
        return left;
    }
}

bool pgn_frames_unread(struct pgn_frames *frames, size_t size)
{
    if (size > frames->copied) return false;
    frames->at -= size;
    frames->copied -= size;
    return true;
}

void pgn_frames_wait(struct pgn_frames *frames)
{
    struct pgn_slot *slot = pgn_frames_claim(frames);
    if (slot != NULL) {
        pgn_frames_fill(frames, slot);
        return;
    }
    pthread_mutex_lock(&frames->mutex);
    while (!is_filled(frames) && !is_all_read(frames)) pthread_cond_wait(&frames->filled, &frames->mutex);
    pthread_mutex_unlock(&frames->mutex);
}

bool pgn_frames_at_end(const struct pgn_frames *frames)
{
    return frames->at_end;
}

const char *pgn_frames_error(const struct pgn_frames *frames)
{
    return frames->error;
}

uint64_t pgn_frames_used(const struct pgn_frames *frames)
{
    return frames->used;
}
