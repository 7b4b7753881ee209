/* The ledger as an SQLite database; see ledger.h. Rows are added by transactions, each subtree by its own, in the
 * write-ahead log, and buckets of a store together: an added row survives kill -9, and no row is ever partly written.
 * SQLite does not notice a flipped bit in a row, so each row has a checksum. Rows of plyforge 0.1 have none. */
#include "ledger.h"

#include <errno.h>
#include <inttypes.h>
#include <plyforge/experimental.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "PlyF", by which a database is known to be a ledger, and the version of its layout. Every plyforge with the same
 * layout goes on with a ledger, so the layout changes with the meaning of a row, too: what a subtree or a bucket is. */
enum { APPLICATION = 0x506c7946, LAYOUT = 1 };

struct ledger {
    sqlite3 *database;
    const char *path; /* the caller's */
    sqlite3_stmt *find, *add;
    char backend[16], keys[64];
};

bool ledger_is_available(void)
{
    return true;
}

/* Writes the line that ends the program, and closes the file, after which SQLite's reason may be gone. */
static void close_with(char line[2 * LINE_SIZE], struct ledger *ledger, const char *reason)
{
    snprintf(line, 2 * LINE_SIZE, "ledger '%s': %s", ledger->path, reason);
    sqlite3_close(ledger->database);
}

static _Noreturn void refuse_file(struct ledger *ledger, const char *reason)
{
    char line[2 * LINE_SIZE];
    close_with(line, ledger, reason);
    refuse("%s", line);
}

/* What SQLite says, and the reason of the system where it has one. */
static void write_reason(char reason[LINE_SIZE], sqlite3 *database)
{
    int kind = sqlite3_errcode(database), number = sqlite3_system_errno(database);
    bool has_system_reason = number != 0 && (kind == SQLITE_CANTOPEN || kind == SQLITE_IOERR || kind == SQLITE_FULL);
    if (has_system_reason)
        snprintf(reason, LINE_SIZE, "%s: %s", kind == SQLITE_CANTOPEN ? "cannot be opened" : sqlite3_errmsg(database),
                 strerror(number));
    else
        snprintf(reason, LINE_SIZE, "%s", sqlite3_errmsg(database));
}

/* A full disk is no wrong input. */
static bool is_full(sqlite3 *database)
{
    int number = sqlite3_system_errno(database);
    return sqlite3_errcode(database) == SQLITE_FULL ||
           (sqlite3_errcode(database) == SQLITE_IOERR && (number == ENOSPC || number == EFBIG || number == EDQUOT));
}

static _Noreturn void refuse_sql(struct ledger *ledger)
{
    char reason[LINE_SIZE], line[2 * LINE_SIZE];
    bool full = is_full(ledger->database);
    write_reason(reason, ledger->database);
    close_with(line, ledger, reason);
    if (full) fail("%s", line);
    refuse("%s", line);
}

static void run_sql(struct ledger *ledger, const char *sql)
{
    if (sqlite3_exec(ledger->database, sql, NULL, NULL, NULL) != SQLITE_OK) refuse_sql(ledger);
}

static sqlite3_stmt *prepare(struct ledger *ledger, const char *sql)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(ledger->database, sql, -1, &statement, NULL) != SQLITE_OK) refuse_sql(ledger);
    return statement;
}

static int64_t ask_number(struct ledger *ledger, const char *sql)
{
    sqlite3_stmt *statement = prepare(ledger, sql);
    if (sqlite3_step(statement) != SQLITE_ROW) refuse_sql(ledger);
    int64_t number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

static void copy_column(char *out, size_t size, sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    snprintf(out, size, "%s", text != NULL ? (const char *)text : "");
}

static bool column_count(pf_count *out, sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text != NULL && pf_count_from_text(out, text, strlen(text));
}

/* ---- Checksums of rows ---- */

/* FNV-1a of what a row says, as text. */
PRINTF_LIKE static int64_t checksum_of(const char *format, ...)
{
    char text[2 * LINE_SIZE];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (const char *next = text; *next != '\0'; next++) sum = (sum ^ (unsigned char)*next) * UINT64_C(0x100000001b3);
    int64_t number;
    memcpy(&number, &sum, sizeof number);
    return number;
}

static int64_t count_checksum(const char *fen, unsigned depth, const char *nodes)
{
    return checksum_of("%s %u %s", fen, depth, nodes);
}

static bool has_checksum(sqlite3_stmt *statement, int column, int64_t expected)
{
    return sqlite3_column_type(statement, column) == SQLITE_NULL || sqlite3_column_int64(statement, column) == expected;
}

static bool has_checksums(struct ledger *ledger, const char *table)
{
    char sql[128];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM pragma_table_info('%s') WHERE name = 'checksum'", table);
    return ask_number(ledger, sql) > 0;
}

static void add_checksums(struct ledger *ledger, const char *table)
{
    char sql[128];
    if (has_checksums(ledger, table)) return;
    snprintf(sql, sizeof sql, "ALTER TABLE %s ADD COLUMN checksum INTEGER", table);
    run_sql(ledger, sql);
}

/* Prepares "SELECT columns, checksum FROM table rest"; the checksum is NULL where the table has none. */
static sqlite3_stmt *prepare_select(struct ledger *ledger, const char *columns, const char *table, const char *rest)
{
    char sql[256];
    snprintf(sql, sizeof sql, "SELECT %s, %s FROM %s %s", columns, has_checksums(ledger, table) ? "checksum" : "NULL",
             table, rest);
    return prepare(ledger, sql);
}

/* ---- The file ---- */

/* Clocks do not change the counts, and with them equal positions would differ. */
void ledger_write_fen(char fen[PF_FEN_SIZE], const pf_position *position)
{
    pf_position copy = *position;
    copy.halfmove_clock = 0;
    copy.fullmove_number = 1;
    pf_position_to_fen(fen, PF_FEN_SIZE, &copy, PF_CASTLING_SHREDDER, PF_EP_LEGAL);
}

/* Opens the file of that name. "./" keeps SQLite from reading a relative name as one of its own, such as ":memory:" or
 * "file:x?mode=ro". */
static int open_database(sqlite3 **database, const char *path, int flags)
{
    size_t size = strlen(path) + sizeof "./";
    char *name = allocated(malloc(size));
    snprintf(name, size, "%s%s", path[0] == '/' ? "" : "./", path);
    int status = sqlite3_open_v2(name, database, flags, NULL);
    free(name);
    return status;
}

static struct ledger *open_file(const char *path, int flags)
{
    struct ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger == NULL) refuse("no memory for the ledger");
    ledger->path = path;
    if (open_database(&ledger->database, path, flags) != SQLITE_OK) refuse_sql(ledger);
    sqlite3_busy_timeout(ledger->database, 10000);
    return ledger;
}

static bool is_of_store(struct ledger *ledger)
{
    return ask_number(ledger, "SELECT count(*) FROM sqlite_master WHERE name = 'store'") > 0;
}

static bool is_empty(struct ledger *ledger)
{
    return ask_number(ledger, "SELECT count(*) FROM sqlite_master") == 0 &&
           ask_number(ledger, "PRAGMA application_id") == 0;
}

/* Parts of a damaged file could still be read and written; refuse the whole file instead. */
static void check_is_whole(struct ledger *ledger)
{
    char verdict[LINE_SIZE];
    sqlite3_stmt *check = prepare(ledger, "PRAGMA quick_check(1)");
    if (sqlite3_step(check) != SQLITE_ROW) refuse_sql(ledger);
    copy_column(verdict, sizeof verdict, check, 0);
    sqlite3_finalize(check);
    if (strcmp(verdict, "ok") == 0) return;
    const char *last_line = strrchr(verdict, '\n');
    char reason[2 * LINE_SIZE];
    snprintf(reason, sizeof reason, "is damaged (%s); use a copy, or remove it, and what it has is counted again",
             last_line != NULL ? last_line + 1 : verdict);
    refuse_file(ledger, reason);
}

static void check_is_ledger(struct ledger *ledger)
{
    if (ask_number(ledger, "PRAGMA application_id") != APPLICATION)
        refuse_file(ledger, "a database, but not a ledger of plyforge");
    if (ask_number(ledger, "PRAGMA user_version") != LAYOUT)
        refuse_file(ledger, "a layout that this plyforge cannot read");
    /* A view is a program, which may never end, and so is a trigger. What has no page is one of these, or virtual. */
    run_sql(ledger, "PRAGMA trusted_schema = OFF");
    if (ask_number(ledger, "SELECT count(*) FROM sqlite_master WHERE type NOT IN ('table', 'index') OR rootpage = 0") >
        0)
        refuse_file(ledger, "has a view, a trigger or a virtual table, which no ledger has");
    check_is_whole(ledger);
}

static void create(struct ledger *ledger, const char *fen, unsigned depth)
{
    char sql[256];
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION, LAYOUT);
    run_sql(ledger, sql);
    run_sql(ledger, "CREATE TABLE job (fen TEXT NOT NULL, depth INTEGER NOT NULL, version TEXT NOT NULL, result TEXT,"
                    " checksum INTEGER);"
                    "CREATE TABLE subtrees (fen TEXT NOT NULL, depth INTEGER NOT NULL, nodes TEXT NOT NULL,"
                    " version TEXT NOT NULL, backend TEXT NOT NULL, keys TEXT NOT NULL, checksum INTEGER,"
                    " PRIMARY KEY (fen, depth)) WITHOUT ROWID");
    sqlite3_stmt *insert = prepare(ledger, "INSERT INTO job (fen, depth, version) VALUES (?, ?, ?)");
    sqlite3_bind_text(insert, 1, fen, -1, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 2, depth);
    sqlite3_bind_text(insert, 3, PF_VERSION_TEXT, -1, SQLITE_STATIC);
    if (sqlite3_step(insert) != SQLITE_DONE) refuse_sql(ledger);
    sqlite3_finalize(insert);
}

static void check_is_same_job(struct ledger *ledger, const char *fen, unsigned depth)
{
    struct ledger_job job;
    ledger_read_job(ledger, &job);
    char reason[LINE_SIZE];
    if (strcmp(job.fen, fen) != 0 || job.depth != depth) {
        snprintf(reason, sizeof reason, "belongs to another job, depth %u of %s", job.depth, job.shown);
        refuse_file(ledger, reason);
    }
}

/* Refuses a file that cannot be written. SQLite would open it for reading, and then give another reason. */
static void check_is_writable(const char *path)
{
    FILE *file = fopen(path, "ab");
    if (file == NULL) refuse("ledger '%s': cannot be opened: %s", path, strerror(errno));
    fclose(file);
}

/* Opens or begins the ledger of a job; journal is how SQLite protects its transactions. */
static struct ledger *begin(const char *path, const pf_position *position, unsigned depth, bool is_for_store,
                            const char *journal)
{
    check_is_writable(path);
    struct ledger *ledger = open_file(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    char fen[PF_FEN_SIZE];
    ledger_write_fen(fen, position);

    /* Nothing is changed, not even the journal's mode, before the file is known to be ours or empty. */
    if (!is_empty(ledger)) {
        check_is_ledger(ledger);
        if (!is_for_store && is_of_store(ledger)) refuse_file(ledger, "belongs to a store, which --store goes on with");
        check_is_same_job(ledger, fen, depth);
    }
    run_sql(ledger, journal);
    run_sql(ledger, "BEGIN IMMEDIATE");
    if (is_empty(ledger)) create(ledger, fen, depth);
    check_is_same_job(ledger, fen, depth); /* another process may have been faster */
    add_checksums(ledger, "job");
    add_checksums(ledger, "subtrees");
    return ledger;
}

struct ledger *ledger_begin(const char *path, const pf_position *position, unsigned depth,
                            const struct counting *counting)
{
    struct ledger *ledger = begin(path, position, depth, false,
                                  "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    run_sql(ledger, "COMMIT");

    ledger->find = prepare_select(ledger, "nodes", "subtrees", "WHERE fen = ? AND depth = ?");
    /* Only subtrees without a readable row are counted. A row that cannot be read is replaced. */
    ledger->add = prepare(ledger, "INSERT OR REPLACE INTO subtrees (fen, depth, nodes, version, backend, keys,"
                                  " checksum) VALUES (?, ?, ?, ?, ?, ?, ?)");
    snprintf(ledger->backend, sizeof ledger->backend, "%s", pf_level_name(pf_perft_level()));
    if (counting->hash == 0)
        snprintf(ledger->keys, sizeof ledger->keys, "none");
    else
        snprintf(ledger->keys, sizeof ledger->keys, "seed %llu", (unsigned long long)counting->seed);
    return ledger;
}

/* SQLite cannot read a file with a write-ahead log in a folder in which it may not make files, although the log is
 * empty. Such a file is read as one that does not change. */
static void open_unchanging(struct ledger *ledger)
{
    size_t size = 3 * strlen(ledger->path) + sizeof "file:./?immutable=1";
    char *name = allocated(malloc(size));
    char *end = name + sprintf(name, "file:%s", ledger->path[0] == '/' ? "" : "./");
    for (const char *next = ledger->path; *next != '\0'; next++)
        end += sprintf(end, strchr("%?#", *next) != NULL ? "%%%02X" : "%c", (unsigned char)*next);
    sprintf(end, "?immutable=1");
    sqlite3_close(ledger->database);
    int status = sqlite3_open_v2(name, &ledger->database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
    free(name);
    if (status != SQLITE_OK) refuse_sql(ledger);
}

/* Whether there is a log beside the file, with rows that are not in the file yet. */
static bool has_log(const char *path)
{
    char *name = allocated(malloc(strlen(path) + sizeof "-wal"));
    sprintf(name, "%s-wal", path);
    FILE *log = fopen(name, "rb");
    bool is_there = log != NULL && fgetc(log) != EOF;
    if (log != NULL) fclose(log);
    free(name);
    return is_there;
}

/* Opens a file that is only read. */
static struct ledger *open_to_read(const char *path)
{
    struct ledger *ledger = open_file(path, SQLITE_OPEN_READWRITE);
    int status = sqlite3_exec(ledger->database, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL);
    if (status != SQLITE_CANTOPEN && status != SQLITE_READONLY) return ledger;
    if (has_log(path))
        refuse_file(ledger, "its log (-wal) cannot be read here; copy both files to a folder that may be written");
    open_unchanging(ledger);
    return ledger;
}

struct ledger *ledger_open(const char *path)
{
    struct ledger *ledger = ledger_open_if_begun(path);
    if (ledger == NULL) refuse("ledger '%s': has nothing yet", path);
    if (is_of_store(ledger)) refuse_file(ledger, "belongs to a store; see plyforge store");
    return ledger;
}

struct ledger *ledger_open_if_begun(const char *path)
{
    struct ledger *ledger = open_to_read(path);
    if (is_empty(ledger)) {
        ledger_close(ledger);
        return NULL;
    }
    check_is_ledger(ledger);
    return ledger;
}

void ledger_close(struct ledger *ledger)
{
    sqlite3_finalize(ledger->find);
    sqlite3_finalize(ledger->add);
    sqlite3_close(ledger->database);
    free(ledger);
}

/* A FEN of a ledger as people write it; unchanged if only Chess960 has its castling rights, so that it can be seen. */
static void write_shown_fen(char shown[PF_FEN_SIZE], const char *fen)
{
    pf_position position;
    if (pf_position_from_fen(&position, fen, strlen(fen), PF_ACCEPT_STRICT, NULL, NULL) == PF_OK)
        pf_position_to_fen(shown, PF_FEN_SIZE, &position, PF_CASTLING_STANDARD, PF_EP_LEGAL);
    else
        memcpy(shown, fen, strlen(fen) + 1);
}

void ledger_read_job(struct ledger *ledger, struct ledger_job *job)
{
    sqlite3_stmt *select = prepare_select(ledger, "fen, depth, version, result", "job", "");
    int status = sqlite3_step(select);
    if (status == SQLITE_DONE) refuse_file(ledger, "has no job in it");
    if (status != SQLITE_ROW) refuse_sql(ledger);
    copy_column(job->fen, sizeof job->fen, select, 0);
    write_shown_fen(job->shown, job->fen);
    job->depth = (unsigned)sqlite3_column_int(select, 1);
    copy_column(job->version, sizeof job->version, select, 2);
    job->finished = column_count(&job->result, select, 3);
    const char *result = (const char *)sqlite3_column_text(select, 3);
    job->is_damaged = result != NULL && !has_checksum(select, 4, count_checksum(job->fen, job->depth, result));
    if (job->is_damaged) job->finished = false;
    sqlite3_finalize(select);
}

bool ledger_find(struct ledger *ledger, const pf_position *position, unsigned depth, pf_count *nodes)
{
    char fen[PF_FEN_SIZE];
    ledger_write_fen(fen, position);
    sqlite3_bind_text(ledger->find, 1, fen, -1, SQLITE_STATIC);
    sqlite3_bind_int64(ledger->find, 2, depth);
    bool found = sqlite3_step(ledger->find) == SQLITE_ROW && column_count(nodes, ledger->find, 0);
    const char *text = found ? (const char *)sqlite3_column_text(ledger->find, 0) : "";
    if (found && !has_checksum(ledger->find, 1, count_checksum(fen, depth, text))) {
        complain("warning: ledger '%s': the count of %s depth %u is damaged, and is made again", ledger->path, fen,
                 depth);
        found = false;
    }
    sqlite3_reset(ledger->find);
    return found;
}

static bool complain_of(struct ledger *ledger)
{
    char reason[LINE_SIZE];
    write_reason(reason, ledger->database);
    complain("ledger '%s': %s", ledger->path, reason);
    return false;
}

bool ledger_add(struct ledger *ledger, const pf_position *position, unsigned depth, pf_count nodes)
{
    char fen[PF_FEN_SIZE];
    struct count_text text = count_text(nodes);
    ledger_write_fen(fen, position);
    sqlite3_bind_text(ledger->add, 1, fen, -1, SQLITE_STATIC);
    sqlite3_bind_int64(ledger->add, 2, depth);
    sqlite3_bind_text(ledger->add, 3, text.text, -1, SQLITE_STATIC);
    sqlite3_bind_text(ledger->add, 4, PF_VERSION_TEXT, -1, SQLITE_STATIC);
    sqlite3_bind_text(ledger->add, 5, ledger->backend, -1, SQLITE_STATIC);
    sqlite3_bind_text(ledger->add, 6, ledger->keys, -1, SQLITE_STATIC);
    sqlite3_bind_int64(ledger->add, 7, count_checksum(fen, depth, text.text));
    bool added = sqlite3_step(ledger->add) == SQLITE_DONE || complain_of(ledger);
    sqlite3_reset(ledger->add);
    return added;
}

bool ledger_finish(struct ledger *ledger, pf_count result)
{
    struct ledger_job job;
    ledger_read_job(ledger, &job);
    sqlite3_stmt *update = prepare(ledger, "UPDATE job SET result = ?, checksum = ?");
    struct count_text text = count_text(result);
    sqlite3_bind_text(update, 1, text.text, -1, SQLITE_STATIC);
    sqlite3_bind_int64(update, 2, count_checksum(job.fen, job.depth, text.text));
    bool kept = sqlite3_step(update) == SQLITE_DONE || complain_of(ledger);
    sqlite3_finalize(update);
    return kept;
}

uint64_t ledger_size(struct ledger *ledger)
{
    return (uint64_t)ask_number(ledger, "SELECT count(*) FROM subtrees");
}

unsigned ledger_subtree_depth(struct ledger *ledger)
{
    return (unsigned)ask_number(ledger,
                                "SELECT CASE WHEN min(depth) = max(depth) THEN min(depth) ELSE 0 END FROM subtrees");
}

unsigned ledger_usual_depth(struct ledger *ledger)
{
    if (ledger_size(ledger) == 0) return 0;
    return (unsigned)ask_number(ledger, "SELECT depth FROM subtrees GROUP BY depth ORDER BY count(*) DESC LIMIT 1");
}

unsigned ledger_sample(struct ledger *ledger, struct ledger_row *rows, unsigned size)
{
    sqlite3_stmt *select = prepare_select(ledger, "fen, depth, nodes, backend, keys", "subtrees",
                                          "ORDER BY random() LIMIT ?");
    sqlite3_bind_int64(select, 1, size);
    unsigned read = 0;
    int status;
    while ((status = sqlite3_step(select)) == SQLITE_ROW) {
        struct ledger_row *row = &rows[read++];
        copy_column(row->fen, sizeof row->fen, select, 0);
        row->depth = (unsigned)sqlite3_column_int(select, 1);
        if (!column_count(&row->nodes, select, 2)) refuse_file(ledger, "has a row whose count is no number");
        copy_column(row->backend, sizeof row->backend, select, 3);
        copy_column(row->keys, sizeof row->keys, select, 4);
        const char *nodes = (const char *)sqlite3_column_text(select, 2);
        row->is_damaged = !has_checksum(select, 5, count_checksum(row->fen, row->depth, nodes));
    }
    if (status != SQLITE_DONE) refuse_sql(ledger);
    sqlite3_finalize(select);
    return read;
}

/* ---- Buckets of a store ---- */

struct ledger *ledger_begin_store(const char *path, const pf_position *position, unsigned depth,
                                  struct ledger_store *store)
{
    struct ledger *ledger = begin(path, position, depth, true,
                                  "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL");
    if (!is_of_store(ledger)) {
        char sql[512];
        if (ask_number(ledger, "SELECT count(*) FROM subtrees") > 0)
            refuse_file(ledger, "is a ledger of subtrees, not of a store");
        snprintf(sql, sizeof sql,
                 "CREATE TABLE store (ply INTEGER NOT NULL, buckets INTEGER NOT NULL);"
                 "CREATE TABLE buckets (bucket INTEGER PRIMARY KEY, positions INTEGER NOT NULL, ways TEXT NOT NULL,"
                 " leaves TEXT NOT NULL, seconds REAL NOT NULL, version TEXT NOT NULL, backend TEXT NOT NULL,"
                 " checksum INTEGER);"
                 "INSERT INTO store VALUES (%u, %lu)",
                 store->ply, (unsigned long)store->buckets);
        run_sql(ledger, sql);
    }
    add_checksums(ledger, "buckets");
    run_sql(ledger, "COMMIT");
    ledger_read_store(ledger, store);
    /* Only buckets without a whole row are counted. A damaged row is replaced. */
    ledger->add = prepare(ledger, "INSERT OR REPLACE INTO buckets (bucket, positions, ways, leaves, seconds, version,"
                                  " backend, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    return ledger;
}

void ledger_read_store(struct ledger *ledger, struct ledger_store *store)
{
    *store = (struct ledger_store){0, 0};
    if (!is_of_store(ledger)) return;
    int64_t ply = ask_number(ledger, "SELECT ply FROM store"),
            buckets = ask_number(ledger, "SELECT buckets FROM store");
    int64_t depth = ask_number(ledger, "SELECT depth FROM job");
    if (depth < 0 || depth > PF_PERFT_MAX_DEPTH || ply < 0 || ply > depth)
        refuse_file(ledger, "has a wrong depth or ply");
    store->ply = (unsigned)ply;
    if (buckets < 1 || buckets > PF_PERFT_MAX_BUCKETS) refuse_file(ledger, "has a wrong number of buckets");
    store->buckets = (uint32_t)buckets;
}

static int64_t bucket_checksum(int64_t bucket, uint64_t positions, const char *ways, const char *leaves)
{
    return checksum_of("%" PRId64 " %" PRIu64 " %s %s", bucket, positions, ways, leaves);
}

static bool add_bucket(struct ledger *ledger, const struct ledger_bucket *bucket)
{
    struct count_text ways = count_text(bucket->ways), leaves = count_text(bucket->leaves);
    sqlite3_bind_int64(ledger->add, 1, bucket->bucket);
    sqlite3_bind_int64(ledger->add, 2, (int64_t)bucket->positions);
    sqlite3_bind_text(ledger->add, 3, ways.text, -1, SQLITE_STATIC);
    sqlite3_bind_text(ledger->add, 4, leaves.text, -1, SQLITE_STATIC);
    sqlite3_bind_double(ledger->add, 5, bucket->seconds);
    sqlite3_bind_text(ledger->add, 6, PF_VERSION_TEXT, -1, SQLITE_STATIC);
    sqlite3_bind_text(ledger->add, 7, bucket->backend, -1, SQLITE_STATIC);
    sqlite3_bind_int64(ledger->add, 8, bucket_checksum(bucket->bucket, bucket->positions, ways.text, leaves.text));
    bool added = sqlite3_step(ledger->add) == SQLITE_DONE || complain_of(ledger);
    sqlite3_reset(ledger->add);
    return added;
}

static bool runs(struct ledger *ledger, const char *sql)
{
    return sqlite3_exec(ledger->database, sql, NULL, NULL, NULL) == SQLITE_OK || complain_of(ledger);
}

bool ledger_add_buckets(struct ledger *ledger, const struct ledger_bucket *buckets, unsigned size)
{
    if (size == 0) return true;
    bool added = runs(ledger, "BEGIN IMMEDIATE");
    for (unsigned i = 0; i < size && added; i++) added = add_bucket(ledger, &buckets[i]);
    added = added && runs(ledger, "COMMIT");
    if (!added) sqlite3_exec(ledger->database, "ROLLBACK", NULL, NULL, NULL); /* fails where nothing was begun */
    return added;
}

/* Reads a row; false if it is damaged. */
static bool read_bucket_row(struct ledger_bucket *row, sqlite3_stmt *select, uint32_t buckets)
{
    int64_t bucket = sqlite3_column_int64(select, 0);
    *row = (struct ledger_bucket){.bucket = (uint32_t)bucket,
                                  .positions = (uint64_t)sqlite3_column_int64(select, 1),
                                  .seconds = sqlite3_column_double(select, 4)};
    copy_column(row->backend, sizeof row->backend, select, 5);
    if (bucket < 0 || bucket >= buckets || !column_count(&row->ways, select, 2) ||
        !column_count(&row->leaves, select, 3))
        return false;
    const char *ways = (const char *)sqlite3_column_text(select, 2);
    const char *leaves = (const char *)sqlite3_column_text(select, 3);
    return has_checksum(select, 6, bucket_checksum(bucket, row->positions, ways, leaves));
}

unsigned ledger_read_buckets(struct ledger *ledger, ledger_use_bucket *use, void *context)
{
    struct ledger_store store;
    ledger_read_store(ledger, &store);
    sqlite3_stmt *select = prepare_select(ledger, "bucket, positions, ways, leaves, seconds, backend", "buckets",
                                          "ORDER BY 1");
    unsigned damaged = 0;
    int status;
    while ((status = sqlite3_step(select)) == SQLITE_ROW) {
        struct ledger_bucket row;
        if (read_bucket_row(&row, select, store.buckets))
            use(context, &row);
        else
            damaged++;
    }
    if (status != SQLITE_DONE) refuse_sql(ledger);
    sqlite3_finalize(select);
    return damaged;
}
