/* The ledger of a long count: looking at any file ends, and changes nothing in its folder; resuming it touches no files
 * but its own. An input is the file; or 'W' or 'J', three bytes with a size, a file of that size, and its log or its
 * journal. The checksums of the log are made right, so that its frames are read. */
#include "folder.h"

#include <plyforge/experimental.h>
#include <setjmp.h>
#include <stdarg.h>

#include "store/ledger.h"

/* The program ends where this returns to the fuzzer (--wrap in CMakeLists.txt). */
static jmp_buf end_of_program;
_Noreturn void __wrap_refuse(const char *format, ...);
_Noreturn void __wrap_fail(const char *format, ...);
void __wrap_complain(const char *format, ...);

static void check_message(const char *format, va_list values)
{
    char line[4096];
    vsnprintf(line, sizeof line, format, values);
    REQUIRE(strlen(line) > 0);
}

void __wrap_refuse(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    check_message(format, values);
    va_end(values);
    longjmp(end_of_program, 1);
}

void __wrap_fail(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    check_message(format, values);
    va_end(values);
    longjmp(end_of_program, 1);
}

void __wrap_complain(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    check_message(format, values);
    va_end(values);
}

static void require_printable(const char *text)
{
    for (; *text != '\0'; text++) REQUIRE((unsigned char)*text >= 32 && *text != 127);
}

static void use_bucket(void *context, const struct ledger_bucket *bucket)
{
    *(uint64_t *)context += bucket->positions;
    require_printable(bucket->backend);
}

/* Reads everything that the program reads; true if there is a job that could be resumed. */
static bool read_ledger(struct ledger_job *job, struct ledger_store *store)
{
    enum { ROWS = 64 };
    static struct ledger_row rows[ROWS];
    if (setjmp(end_of_program) != 0) return false;
    struct ledger *ledger = ledger_open_if_begun(file_name("ledger"), false);
    uint64_t positions = 0;
    if (ledger == NULL) return false;
    ledger_read_job(ledger, job);
    require_printable(job->fen);
    require_printable(job->shown);
    require_printable(job->version);
    ledger_read_store(ledger, store);
    if (store->buckets > 0) ledger_read_buckets(ledger, use_bucket, &positions);
    ledger_size(ledger);
    ledger_subtree_depth(ledger);
    ledger_usual_depth(ledger);
    unsigned size = ledger_sample(ledger, rows, ROWS);
    REQUIRE(size <= ROWS);
    for (unsigned i = 0; i < size; i++) {
        require_printable(rows[i].fen);
        require_printable(rows[i].backend);
        require_printable(rows[i].keys);
    }
    ledger_close(ledger);
    return true;
}

/* Resumes the job: looks for the first position, and adds it. */
static void resume(const struct ledger_job *job, struct ledger_store *store)
{
    static const struct counting counting;
    const struct ledger_bucket bucket = {.positions = 1, .backend = "none"};
    pf_position position;
    pf_count nodes;
    if (setjmp(end_of_program) != 0) return;
    if (!read_kept_fen(&position, job->fen, NULL)) return;
    struct ledger *ledger = store->buckets > 0 ? ledger_begin_store(file_name("ledger"), &position, job->depth, store)
                                               : ledger_begin(file_name("ledger"), &position, job->depth, &counting);
    if (store->buckets > 0) {
        ledger_add_buckets(ledger, &bucket, 1);
    } else if (!ledger_find(ledger, &position, 1, &nodes)) {
        bool added = ledger_add(ledger, &position, 1, pf_count_of(20));
        REQUIRE(!added || ledger_find(ledger, &position, 1, &nodes));
    }
    ledger_finish(ledger, pf_count_of(1));
    ledger_close(ledger);
}

/* The checksum of SQLite's logs. */
static void add_words(uint32_t sum[2], const uint8_t *bytes, size_t size, bool big_endian)
{
    for (size_t i = 0; i + 8 <= size; i += 8)
        for (unsigned half = 0; half < 2; half++) {
            const uint8_t *b = bytes + i + 4 * half;
            uint32_t word = big_endian ? (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3]
                                       : (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
            sum[half] += word + sum[1 - half];
        }
}

static void put_sum(uint8_t *out, const uint32_t sum[2])
{
    for (unsigned i = 0; i < 8; i++) out[i] = (uint8_t)(sum[i / 4] >> (24 - 8 * (i % 4)));
}

static void repair_log(uint8_t *log, size_t size)
{
    if (size < 32) return;
    uint32_t sum[2] = {0, 0}, page = (uint32_t)log[8] << 24 | (uint32_t)log[9] << 16 | (uint32_t)log[10] << 8 | log[11];
    bool big_endian = log[3] & 1;
    add_words(sum, log, 24, big_endian);
    put_sum(log + 24, sum);
    for (size_t at = 32; page >= 512 && page <= 65536 && at + 24 + page <= size; at += 24 + page) {
        memcpy(log + at + 8, log + 16, 8);
        add_words(sum, log + at, 8, big_endian);
        add_words(sum, log + at + 24, page, big_endian);
        put_sum(log + at + 16, sum);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *second = size >= 4 && data[0] == 'W'   ? "ledger-wal"
                         : size >= 4 && data[0] == 'J' ? "ledger-journal"
                                                       : NULL;
    size_t main_size = size, second_size = 0;
    if (second != NULL) {
        size -= 4;
        main_size = (size_t)data[1] << 16 | (size_t)data[2] << 8 | data[3];
        if (main_size > size) main_size = size;
        second_size = size - main_size;
        data += 4;
    }
    make_folder();
    empty_folder();
    uint8_t *beside = (uint8_t *)text_of(data + main_size, second_size);
    save("ledger", data, main_size);
    if (second != NULL && second[7] == 'w') repair_log(beside, second_size);
    if (second != NULL) save(second, beside, second_size);

    struct ledger_job job;
    struct ledger_store store;
    bool is_read = read_ledger(&job, &store);
    REQUIRE(count_files() == 1u + (second != NULL));
    require_bytes("ledger", data, main_size);
    if (second != NULL) require_bytes(second, beside, second_size);
    free(beside);

    if (is_read) resume(&job, &store);
    DIR *entries = opendir(folder);
    REQUIRE(entries);
    for (struct dirent *entry; (entry = readdir(entries));) {
        const char *name = entry->d_name;
        if (name[0] == '.') continue;
        REQUIRE(strcmp(name, "ledger") == 0 || strcmp(name, "ledger-journal") == 0 || strcmp(name, "ledger-wal") == 0 ||
                strcmp(name, "ledger-shm") == 0);
    }
    closedir(entries);
    empty_folder();
    return 0;
}
