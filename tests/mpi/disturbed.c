/* plyforge-mpi that dies, or whose clock runs fast. Linked in place of functions of the program (--wrap).
 *
 *     DIE="RANK store_write N"   the process of that rank is killed before its Nth file is written
 *     DIE="RANK store_read N"    the same before its Nth bucket is read
 *     FAST_CLOCK=1               every look at the clock is a minute later */
#include "store/store_file.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool __real_store_write(struct store_folder *folder, const pf_perft_children *children);
bool __wrap_store_write(struct store_folder *folder, const pf_perft_children *children);
bool __real_store_read(const struct store_ply *ply, struct store_folder *folder, uint32_t bucket,
                       pf_perft_record *records);
bool __wrap_store_read(const struct store_ply *ply, struct store_folder *folder, uint32_t bucket,
                       pf_perft_record *records);
double __real_seconds_now(void);
double __wrap_seconds_now(void);

static void die_if_wanted(const char *function, int call)
{
    const char *wish = getenv("DIE"), *rank = getenv("OMPI_COMM_WORLD_RANK");
    char own[64];
    if (rank == NULL) rank = getenv("PMI_RANK");
    snprintf(own, sizeof own, "%s %s %d", rank != NULL ? rank : "0", function, call);
    if (wish != NULL && strcmp(wish, own) == 0) kill(getpid(), SIGKILL);
}

bool __wrap_store_write(struct store_folder *folder, const pf_perft_children *children)
{
    static int calls;
    die_if_wanted("store_write", ++calls);
    return __real_store_write(folder, children);
}

bool __wrap_store_read(const struct store_ply *ply, struct store_folder *folder, uint32_t bucket,
                       pf_perft_record *records)
{
    static int calls;
    die_if_wanted("store_read", ++calls);
    return __real_store_read(ply, folder, bucket, records);
}

double __wrap_seconds_now(void)
{
    static _Atomic int minutes;
    return getenv("FAST_CLOCK") != NULL ? 60.0 * minutes++ : __real_seconds_now();
}
