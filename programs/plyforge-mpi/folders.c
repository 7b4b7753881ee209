/* Finds out which processes share a folder. On a shared disk all of them do; if each machine has its own disk, the
 * processes of one machine do. Each process leaves a file named for its rank in the folder and looks for the files of
 * lower ranks. */
#include "cluster.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void give_up(const struct cluster *it, const char *reason)
{
    complain("rank %d: %s", it->team.rank, reason);
    team_abort(STATUS_FAILED);
}

/* The file of a rank in the folder; the number differs from run to run. */
static void name_sign(char name[STORE_FILE_SIZE], uint64_t run, int rank)
{
    snprintf(name, STORE_FILE_SIZE, "%016" PRIx64 "-%d.rank", run, rank);
}

static void leave_sign(const struct cluster *it, const char *name)
{
    int file = store_open_file(&it->count.store.folder, name, STORE_MAKE);
    if (file >= 0 && close(file) == 0) return;
    char reason[STORE_NAME_SIZE + 128];
    snprintf(reason, sizeof reason, "store '%s': %s", it->count.store.folder.path, strerror(errno));
    give_up(it, reason);
}

void find_sharers(struct cluster *it)
{
    char own[STORE_FILE_SIZE], name[STORE_FILE_SIZE];
    const int folder = it->count.store.folder.folder;
    uint64_t run = (uint64_t)getpid() << 32 ^ (uint64_t)(seconds_now() * 1e6);
    int leader = 0;
    team_share(&run, sizeof run);
    name_sign(own, run, it->team.rank);
    leave_sign(it, own);
    team_meet();
    for (; leader < it->team.rank; leader++) {
        name_sign(name, run, leader);
        if (faccessat(folder, name, F_OK, 0) == 0) break;
    }
    team_meet();
    unlinkat(folder, own, 0);

    size_t size = (size_t)it->team.size;
    uint64_t *leaders = allocated(calloc(size, sizeof *leaders));
    it->leaders = allocated(calloc(size, sizeof *it->leaders));
    leaders[it->team.rank] = (uint64_t)leader;
    team_add(leaders, size);
    for (int rank = 0; rank < it->team.size; rank++) {
        it->leaders[rank] = (int)leaders[rank];
        it->place += rank < it->team.rank && it->leaders[rank] == leader;
        it->sharers += it->leaders[rank] == leader;
    }
    free(leaders);
}

/* The leader holds the locks of all buckets, and every process holds a shared lock on the plies, so that a process that
 * briefly outlives its job keeps the next job out. */
void lock_folders(struct cluster *it)
{
    struct store_folder *folder = &it->count.store.folder;
    bool locked = true;
    if (it->place == 0 && it->team.rank != 0 && store_has_ledger(folder->path)) {
        char reason[STORE_NAME_SIZE + 256];
        snprintf(reason, sizeof reason,
                 "store '%s': it has a ledger, but rank 0 uses another folder; list the machine with the ledger first",
                 folder->path);
        give_up(it, reason);
    }
    if (it->place == 0) {
        locked = store_lock(folder, STORE_EXCLUSIVE, STORE_BUCKETS, folder->buckets) &&
                 store_lock(folder, STORE_EXCLUSIVE, STORE_PLIES, 1) && store_remove_temporary(folder) &&
                 store_lock(folder, STORE_SHARED, STORE_PLIES, 1);
        if (!locked) give_up(it, folder->message);
    }
    team_meet();
    if (!store_lock(folder, STORE_SHARED, STORE_PLIES, 1)) give_up(it, folder->message);
    team_meet();
}
