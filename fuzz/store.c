/* A file of a stored ply: reading any bytes ends, and changes nothing in the folder; and records that are no positions
 * are refused by those who count them, although their checksums are right. An input is the file of a bucket; or 'R', a
 * number, and records: so many of them belong to the first bucket, the others to the second. */
#include "folder.h"

#include "store/store_file.h"

enum { PLY = 4, BUCKETS = 2 };

static const char fen[] = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1";

struct reading {
    struct store_folder *store;
    struct store_ply ply;
    uint64_t most; /* records that can be in the folder */
};

static bool has_all(void *context, unsigned ply, uint32_t bucket)
{
    (void)context, (void)ply, (void)bucket;
    return true;
}

static bool write_nothing(void *context, const pf_perft_children *children)
{
    (void)context, (void)children;
    return false;
}

static bool size_of_bucket(void *context, unsigned ply, uint32_t bucket, uint64_t *size)
{
    struct reading *it = context;
    REQUIRE(ply == PLY);
    *size = store_size(&it->ply, it->store, bucket);
    REQUIRE(*size <= it->most);
    return true;
}

static bool read_bucket(void *context, unsigned ply, uint32_t bucket, pf_perft_record *records)
{
    struct reading *it = context;
    REQUIRE(ply == PLY);
    return store_read(&it->ply, it->store, bucket, records);
}

static bool wants_all(void *context, uint32_t bucket)
{
    (void)context, (void)bucket;
    return true;
}

static bool ignore_count(void *context, const pf_perft_bucket *bucket)
{
    (void)context, (void)bucket;
    return true;
}

/* Reads the ply, and counts the moves of its positions. */
static void read_store(struct store_folder *store, size_t size)
{
    struct reading it = {.store = store, .most = size / sizeof(pf_perft_record)};
    pf_position position;
    pf_error error;
    REQUIRE(pf_position_from_fen(&position, fen, strlen(fen), PF_ACCEPT_STRICT, NULL, NULL) == PF_OK);
    if (!store_open_ply(&it.ply, store, PLY)) {
        REQUIRE(strlen(store->message) > 0);
        return;
    }
    const pf_perft_options options = {.threads = 1, .memory_bytes = 1 << 24};
    const pf_perft_store callbacks = {.ply = PLY,
                                      .buckets = BUCKETS,
                                      .context = &it,
                                      .has = has_all,
                                      .write = write_nothing,
                                      .size = size_of_bucket,
                                      .read = read_bucket,
                                      .wants = wants_all,
                                      .counted = ignore_count};
    pf_perft_stored(&position, PLY + 1, &options, &callbacks, &error);
    store_close_ply(&it.ply);
}

static void write_bucket(struct store_folder *store, uint32_t bucket, const pf_perft_record *records, uint64_t first,
                         uint64_t size)
{
    uint64_t starts[BUCKETS + 1] = {0, first, size};
    pf_perft_children children = {
        .ply = PLY, .bucket = bucket, .starts = starts, .records = (pf_perft_record *)records};
    REQUIRE(store_write(store, &children));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct store_folder store;
    make_folder();
    empty_folder();
    REQUIRE(store_open(&store, folder, STORE_CREATE));
    store.buckets = BUCKETS;
    strcpy(store.fen, fen);
    write_bucket(&store, 1, NULL, 0, 0);
    if (size >= 2 && data[0] == 'R') {
        uint64_t records = (size - 2) / sizeof(pf_perft_record), first = data[1] < records ? data[1] : records;
        char *copy = text_of(data + 2, size - 2);
        write_bucket(&store, 0, (const pf_perft_record *)(const void *)copy, first, records);
        free(copy);
        read_store(&store, size);
    } else {
        save("04-00000.bucket", data, size);
        read_store(&store, size);
        require_bytes("04-00000.bucket", data, size);
    }
    REQUIRE(count_files() == 3);
    store_close(&store);
    empty_folder();
    return 0;
}
