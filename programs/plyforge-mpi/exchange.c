/* Sends records to the owners of their buckets. In each round a process sends a limited number of records, so that the
 * buffers stay small and all counts fit into MPI's int. */
#include "cluster.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The most records that one process receives in a round, and the fewest that it sends. */
enum { MOST_RECEIVED = 1 << 20, LEAST_SENT = 1024 };

/* ---- Received records ---- */

/* A sum that does not depend on the order of the records. */
static uint64_t digest(const pf_perft_record *records, uint64_t size)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < size; i++) {
        uint64_t mixed = records[i].ways;
        for (int plane = 0; plane < 4; plane++) {
            mixed = (mixed ^ records[i].planes[plane]) * UINT64_C(0x9e3779b97f4a7c15);
            mixed ^= mixed >> 29;
        }
        sum += mixed;
    }
    return sum;
}

void read_received(struct cluster *it, unsigned ply, uint32_t bucket, pf_perft_record *records)
{
    if (it->received[bucket] == 0) return;
    it->keeping->read_received(it, ply, bucket, records);
    if (digest(records, it->received[bucket]) == it->digests[bucket]) return;
    char reason[128];
    snprintf(reason, sizeof reason,
             "ply %u, bucket %" PRIu32 ": the received data differs from what was sent; run the same command again",
             ply, bucket);
    give_up(it, reason);
}

void drop_received(struct cluster *it, unsigned ply, uint32_t bucket)
{
    if (it->received[bucket] == 0) return;
    it->keeping->drop_received(it, ply, bucket);
    it->received[bucket] = 0;
}

/* ---- Rounds ---- */

/* Iterates over the buckets that a process sends. */
struct outgoing {
    uint32_t bucket; /* the next one, or the one whose records are present */
    pf_perft_record *records;
    uint64_t size, sent;
};

/* The contents of one round. The records of a bucket follow a record that holds the bucket and their number. */
struct parcel {
    int owner;
    size_t start, size;
};

struct letter {
    struct parcel *parcels;
    size_t parcel_count, room, size;
    pf_perft_record *records;
};

/* Whether this process sends a bucket: the bucket is needed in another folder, and it is this process's turn among
 * those that share this one. */
static bool is_sent(const struct cluster *it, uint32_t bucket)
{
    int owner = it->owners[bucket];
    return owner != NO_OWNER && it->leaders[owner] != it->leaders[it->team.rank] &&
           bucket % (uint32_t)it->sharers == (uint32_t)it->place;
}

/* Reads the next bucket that has records to send; false if there is none. */
static bool read_next(struct cluster *it, struct outgoing *out)
{
    for (; out->bucket < it->count.store.folder.buckets; out->bucket++) {
        if (!is_sent(it, out->bucket)) continue;
        out->size = it->keeping->size(it, out->bucket);
        out->sent = 0;
        if (out->size == 0) continue;
        out->records = allocated(malloc((size_t)out->size * sizeof *out->records));
        it->keeping->read(it, out->bucket, out->records);
        it->digests[out->bucket] += digest(out->records, out->size);
        return true;
    }
    return false;
}

/* Fills a letter; false if nothing is left to send. */
static bool fill(struct cluster *it, struct letter *letter, struct outgoing *out)
{
    letter->size = letter->parcel_count = 0;
    while (letter->room - letter->size > 1) {
        if (out->records == NULL && !read_next(it, out)) return false;
        size_t size = letter->room - letter->size - 1;
        if (size > out->size - out->sent) size = (size_t)(out->size - out->sent);
        letter->parcels[letter->parcel_count++] = (struct parcel){it->owners[out->bucket], letter->size, size + 1};
        letter->records[letter->size++] = (pf_perft_record){.planes = {out->bucket, size}};
        memcpy(letter->records + letter->size, out->records + out->sent, size * sizeof *out->records);
        letter->size += size;
        out->sent += size;
        if (out->sent < out->size) continue;
        free(out->records);
        out->records = NULL;
        out->bucket++;
    }
    return true;
}

/* Puts parcels into the order of their owners. */
static pf_perft_record *sorted(const struct cluster *it, const struct letter *letter, int *counts)
{
    pf_perft_record *records = allocated(malloc((letter->size + 1) * sizeof *records));
    size_t next = 0;
    for (int rank = 0; rank < it->team.size; rank++) {
        counts[rank] = 0;
        for (size_t i = 0; i < letter->parcel_count; i++) {
            const struct parcel *parcel = &letter->parcels[i];
            if (parcel->owner != rank) continue;
            memcpy(records + next, letter->records + parcel->start, parcel->size * sizeof *records);
            next += parcel->size;
            counts[rank] += (int)parcel->size;
        }
    }
    return records;
}

static void keep(struct cluster *it, const pf_perft_record *records, size_t size)
{
    uint32_t buckets = it->count.store.folder.buckets;
    for (size_t i = 0; i < size;) {
        uint64_t bucket = records[i].planes[0], here = records[i].planes[1];
        if (bucket >= buckets || !is_own(it, (uint32_t)bucket) || here > size - i - 1)
            give_up(it, "internal error: received records of a bucket that belongs to another process");
        it->keeping->receive(it, (uint32_t)bucket, records + i + 1, here);
        it->received[bucket] += here;
        i += (size_t)here + 1;
    }
}

void exchange(struct cluster *it)
{
    uint32_t buckets = it->count.store.folder.buckets;
    memset(it->received, 0, buckets * sizeof *it->received);
    memset(it->digests, 0, buckets * sizeof *it->digests);
    if (it->sharers == it->team.size) return; /* one folder: there is nothing to send */
    struct outgoing out = {.bucket = 0};
    size_t room = MOST_RECEIVED / (size_t)it->team.size;
    struct letter letter = {.room = room > LEAST_SENT ? room : LEAST_SENT};
    letter.records = allocated(malloc(letter.room * sizeof *letter.records));
    letter.parcels = allocated(malloc(letter.room * sizeof *letter.parcels));
    int *counts = allocated(calloc((size_t)it->team.size, sizeof *counts));
    for (uint64_t senders = 1; senders > 0;) {
        pf_perft_record *received;
        uint64_t numbers[2];
        numbers[0] = fill(it, &letter, &out);
        numbers[1] = letter.size * sizeof(pf_perft_record);
        pf_perft_record *records = sorted(it, &letter, counts);
        size_t size = team_swap(&it->team, &received, records, counts);
        keep(it, received, size);
        free(records);
        free(received);
        team_add(numbers, 2);
        senders = numbers[0];
        it->bytes_sent += numbers[1];
    }
    free(letter.records);
    free(letter.parcels);
    free(counts);
    team_add(it->digests, buckets);
}
