/* All MPI calls; see team.h. MPI ends the whole job when a call fails or a process dies. That is intended, because all
 * finished work is on disk. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "team.h"

#include "common.h"

#include <mpi.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { REPORT_TAG = 1, RECORD_WORDS = sizeof(pf_perft_record) / sizeof(uint64_t) };

void team_pause(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
}

/* While MPI waits it would keep a core busy that another process may need. */
static void wait_for(MPI_Request *request)
{
    enum { QUICK_LOOKS = 100 };
    int is_done = 0;
    for (int i = 0;; i++) {
        MPI_Test(request, &is_done, MPI_STATUS_IGNORE);
        if (is_done) return;
        if (i > QUICK_LOOKS) team_pause();
    }
}

/* Whether the others wait in team_agree; rank 0 tells them when it ends. */
static bool may_refuse;

static void refuse_for_all(void)
{
    uint64_t agreed = 0;
    if (!may_refuse) return;
    team_share(&agreed, sizeof agreed);
    MPI_Finalize();
}

void team_agree(bool is_last)
{
    uint64_t agreed = 1;
    team_share(&agreed, sizeof agreed);
    if (is_last) may_refuse = false;
    if (agreed) return;
    MPI_Finalize();
    exit(STATUS_WRONG_INPUT);
}

struct team team_begin(int *word_count, char ***words)
{
    struct team team;
    MPI_Comm machine;
    int provided;
    MPI_Init_thread(word_count, words, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED) refuse("this MPI does not support programs with threads");
    MPI_Comm_rank(MPI_COMM_WORLD, &team.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &team.size);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, team.rank, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &team.place);
    MPI_Comm_size(machine, &team.neighbours);
    MPI_Comm_free(&machine);
    may_refuse = team.rank == 0;
    if (atexit(refuse_for_all) != 0) may_refuse = false;
    return team;
}

static unsigned machine_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > PF_PERFT_MAX_THREADS ? PF_PERFT_MAX_THREADS : (unsigned)cores;
}

unsigned team_cores(void)
{
    unsigned cores = machine_cores();
#ifdef CPU_COUNT
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0 && (unsigned)CPU_COUNT(&set) < cores)
        cores = (unsigned)CPU_COUNT(&set);
#endif
    return cores;
}

bool team_is_bound(void)
{
    return team_cores() < machine_cores();
}

void team_end(void)
{
    may_refuse = false;
    MPI_Finalize();
}

void team_abort(int status)
{
    fflush(NULL);
    /* MPICH's mpirun may drop output that was written just before the end. */
    nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
    MPI_Abort(MPI_COMM_WORLD, status);
    exit(status);
}

void team_meet(void)
{
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    wait_for(&request);
}

void team_share(void *bytes, size_t size)
{
    MPI_Request request;
    MPI_Ibcast(bytes, (int)size, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
    wait_for(&request);
}

static void reduce(uint64_t *numbers, size_t size, MPI_Op operation)
{
    MPI_Request request;
    MPI_Iallreduce(MPI_IN_PLACE, numbers, (int)size, MPI_UINT64_T, operation, MPI_COMM_WORLD, &request);
    wait_for(&request);
}

void team_add(uint64_t *numbers, size_t size)
{
    reduce(numbers, size, MPI_SUM);
}

void team_least(uint64_t *numbers, size_t size)
{
    reduce(numbers, size, MPI_MIN);
}

/* MPI has no 128-bit numbers: each count is sent as four 32-bit numbers, whose sums fit into 64 bits. */
void team_add_counts(pf_count *counts, size_t size)
{
    enum { LIMB_BITS = 32, LIMBS = 4 };
    const uint64_t low = ((uint64_t)1 << LIMB_BITS) - 1;
    uint64_t *limbs = allocated(calloc(size + 1, LIMBS * sizeof *limbs));
    for (size_t i = 0; i < size; i++) {
        uint64_t *own = limbs + LIMBS * i;
        own[0] = counts[i].lo & low;
        own[1] = counts[i].lo >> LIMB_BITS;
        own[2] = counts[i].hi & low;
        own[3] = counts[i].hi >> LIMB_BITS;
    }
    team_add(limbs, LIMBS * size);
    for (size_t i = 0; i < size; i++) {
        const uint64_t *sums = limbs + LIMBS * i;
        uint64_t second = sums[1] + (sums[0] >> LIMB_BITS);
        counts[i].lo = second << LIMB_BITS | (sums[0] & low);
        counts[i].hi = (second >> LIMB_BITS) + sums[2] + (sums[3] << LIMB_BITS);
    }
    free(limbs);
}

/* Computes where the records for each rank begin; returns the total number. */
static int add_up(int *starts, const int *counts, int size)
{
    int sum = 0;
    for (int i = 0; i < size; i++) {
        starts[i] = sum;
        sum += counts[i];
    }
    return sum;
}

size_t team_swap(const struct team *team, pf_perft_record **received, const pf_perft_record *records, const int *counts)
{
    MPI_Request request;
    MPI_Datatype record;
    int *numbers = allocated(calloc(3 * (size_t)team->size, sizeof *numbers));
    int *starts = numbers, *their_counts = numbers + team->size, *their_starts = numbers + 2 * team->size;
    MPI_Type_contiguous(RECORD_WORDS, MPI_UINT64_T, &record);
    MPI_Type_commit(&record);
    MPI_Ialltoall(counts, 1, MPI_INT, their_counts, 1, MPI_INT, MPI_COMM_WORLD, &request);
    wait_for(&request);
    add_up(starts, counts, team->size);
    size_t size = (size_t)add_up(their_starts, their_counts, team->size);
    *received = allocated(malloc((size + 1) * sizeof **received));
    MPI_Ialltoallv(records, counts, starts, record, *received, their_counts, their_starts, record, MPI_COMM_WORLD,
                   &request);
    wait_for(&request);
    MPI_Type_free(&record);
    free(numbers);
    return size;
}

/* A report is small, so MPI sends it at once, without waiting for rank 0. */
void team_report(const struct team_report *report)
{
    MPI_Send(report, sizeof *report, MPI_BYTE, 0, REPORT_TAG, MPI_COMM_WORLD);
}

bool team_take_report(struct team_report *report)
{
    int is_there;
    MPI_Iprobe(MPI_ANY_SOURCE, REPORT_TAG, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
    if (is_there)
        MPI_Recv(report, sizeof *report, MPI_BYTE, MPI_ANY_SOURCE, REPORT_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return is_there != 0;
}
