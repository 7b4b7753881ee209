/* Keeps plies in the files of a folder (store_file.h). Records received from other folders wait in a file until their
 * bucket is read. This file is not synchronised to the disk, because after a crash they are sent again. */
#include "cluster.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void write_children(struct cluster *it, const pf_perft_children *children)
{
    struct store_folder *folder = &it->count.store.folder;
    if (!store_write(folder, children)) give_up(it, folder->message);
}

static void list(struct cluster *it, unsigned ply, bool *files)
{
    struct store_folder *folder = &it->count.store.folder;
    if (!store_list(folder, ply, files)) give_up(it, folder->message);
}

static void open_files(struct cluster *it, struct store_ply *out, unsigned ply, const bool *files)
{
    struct store_folder *folder = &it->count.store.folder;
    if (!store_open_some(out, folder, ply, files)) give_up(it, folder->message);
}

static uint64_t size_of_bucket(const struct cluster *it, uint32_t bucket)
{
    return store_size(&it->count.ply, &it->count.store.folder, bucket);
}

static void read_bucket(struct cluster *it, uint32_t bucket, pf_perft_record *records)
{
    struct store_folder *folder = &it->count.store.folder;
    if (!store_read(&it->count.ply, folder, bucket, records)) give_up(it, folder->message);
}

/* ---- Received records ---- */

/* The name in the folder. */
enum { RECEIVED_SIZE = STORE_FILE_SIZE + sizeof STORE_RECEIVED };
static void name_received(char name[RECEIVED_SIZE], unsigned ply, uint32_t bucket)
{
    char file[STORE_FILE_SIZE];
    store_file_name(file, ply, bucket);
    snprintf(name, RECEIVED_SIZE, "%s" STORE_RECEIVED, file);
}

_Noreturn static void file_failed(const struct cluster *it, const char *name, const char *reason)
{
    char line[STORE_NAME_SIZE + 128];
    snprintf(line, sizeof line, "store file '%s/%s': %s", it->count.store.folder.path, name, reason);
    give_up(it, line);
}

static void receive(struct cluster *it, uint32_t bucket, const pf_perft_record *records, uint64_t size)
{
    char name[RECEIVED_SIZE];
    name_received(name, it->ply, bucket);
    int file = store_open_file(&it->count.store.folder, name, it->received[bucket] > 0 ? STORE_APPEND : STORE_MAKE);
    const char *next = (const char *)records;
    if (file < 0) file_failed(it, name, store_reason(errno));
    for (size_t left = (size_t)size * sizeof *records; left > 0;) {
        ssize_t written = write(file, next, left);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) file_failed(it, name, strerror(errno));
        next += written;
        left -= (size_t)written;
    }
    if (close(file) != 0) file_failed(it, name, strerror(errno));
}

static void read_all_received(struct cluster *it, unsigned ply, uint32_t bucket, pf_perft_record *records)
{
    char name[RECEIVED_SIZE];
    name_received(name, ply, bucket);
    int file = store_open_file(&it->count.store.folder, name, STORE_READ);
    if (file < 0) file_failed(it, name, store_reason(errno));
    char *next = (char *)records;
    for (size_t left = (size_t)it->received[bucket] * sizeof *records; left > 0;) {
        ssize_t got = read(file, next, left);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) file_failed(it, name, "truncated; run the same command again");
        next += got;
        left -= (size_t)got;
    }
    close(file);
}

static void drop(struct cluster *it, unsigned ply, uint32_t bucket)
{
    char name[RECEIVED_SIZE];
    name_received(name, ply, bucket);
    unlinkat(it->count.store.folder.folder, name, 0);
}

const struct keeping in_folder = {.write = write_children,
                                  .list = list,
                                  .open = open_files,
                                  .size = size_of_bucket,
                                  .read = read_bucket,
                                  .receive = receive,
                                  .read_received = read_all_received,
                                  .drop_received = drop};
