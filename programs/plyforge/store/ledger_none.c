/* Replaces ledger_file.c in builds without SQLite. */
#include "store/ledger.h"

bool ledger_is_available(void)
{
    return false;
}

static _Noreturn void refuse_ledger(void)
{
    refuse("ledgers are not available: this plyforge was built without SQLite");
}

struct ledger *ledger_begin(const char *path, const pf_position *position, unsigned depth,
                            const struct counting *counting)
{
    (void)path, (void)position, (void)depth, (void)counting;
    refuse_ledger();
}

struct ledger *ledger_open(const char *path)
{
    (void)path;
    refuse_ledger();
}

struct ledger *ledger_open_if_begun(const char *path, bool is_in_store)
{
    (void)path, (void)is_in_store;
    refuse_ledger();
}

void ledger_close(struct ledger *ledger)
{
    (void)ledger;
}

void ledger_read_job(struct ledger *ledger, struct ledger_job *job)
{
    (void)ledger, (void)job;
}

void ledger_write_fen(char fen[KEPT_FEN_SIZE], const pf_position *position)
{
    (void)fen, (void)position;
}

void ledger_describe_job(char text[LINE_SIZE], const struct ledger_job *job)
{
    (void)text, (void)job;
}

bool ledger_find(struct ledger *ledger, const pf_position *position, unsigned depth, pf_count *nodes)
{
    (void)ledger, (void)position, (void)depth, (void)nodes;
    return false;
}

bool ledger_add(struct ledger *ledger, const pf_position *position, unsigned depth, pf_count nodes)
{
    (void)ledger, (void)position, (void)depth, (void)nodes;
    return false;
}

bool ledger_finish(struct ledger *ledger, pf_count result)
{
    (void)ledger, (void)result;
    return false;
}

uint64_t ledger_size(struct ledger *ledger)
{
    (void)ledger;
    return 0;
}

unsigned ledger_subtree_depth(struct ledger *ledger)
{
    (void)ledger;
    return 0;
}

unsigned ledger_usual_depth(struct ledger *ledger)
{
    (void)ledger;
    return 0;
}

unsigned ledger_sample(struct ledger *ledger, struct ledger_row *rows, unsigned size)
{
    (void)ledger, (void)rows, (void)size;
    return 0;
}

struct ledger *ledger_begin_store(const char *path, const pf_position *position, unsigned depth,
                                  struct ledger_store *store)
{
    (void)path, (void)position, (void)depth, (void)store;
    refuse_ledger();
}

void ledger_read_store(struct ledger *ledger, struct ledger_store *store)
{
    (void)ledger, (void)store;
}

bool ledger_add_buckets(struct ledger *ledger, const struct ledger_bucket *buckets, unsigned size)
{
    (void)ledger, (void)buckets, (void)size;
    return false;
}

unsigned ledger_read_buckets(struct ledger *ledger, ledger_use_bucket *use, void *context)
{
    (void)ledger, (void)use, (void)context;
    return 0;
}
