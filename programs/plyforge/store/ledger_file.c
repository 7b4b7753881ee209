/* The ledger as an SQLite database; see ledger.h. Each subtree is added in its own transaction, using the write-ahead
 * log; buckets of a store are added together. An added row survives kill -9, and no row is ever partly written. SQLite
 * does not notice a flipped bit in a row, so each row has a checksum. Rows of plyforge 0.1 have none. */
#include "store/ledger.h"
#include "store/ledger_vfs.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <plyforge/experimental.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* "PlyF", which marks a database as a ledger, and the version of its layout. Every version of plyforge with the same
 * layout can continue a ledger, so the layout must also change when the meaning of a row changes, that is, what a
 * subtree or a bucket is. */
enum { APPLICATION = 0x506c7946, LAYOUT = 1 };

/* The tables of a ledger, with the SQL that creates them in the form in which SQLite stores it. A ledger with different
 * SQL is refused, because a table definition can contain expressions, which SQLite would execute. The tables of 0.1
 * have no checksums; once these are added, they are the same as today's. */
enum table { JOB, SUBTREES, STORE, BUCKETS, TABLES };
static const struct {
    const char *name, *sql, *sql_0_1;
} tables[TABLES] = {
    {"job",
     "CREATE TABLE job (fen TEXT NOT NULL, depth INTEGER NOT NULL, version TEXT NOT NULL, result TEXT,"
     " checksum INTEGER)",
     "CREATE TABLE job (fen TEXT NOT NULL, depth INTEGER NOT NULL, version TEXT NOT NULL, result TEXT)"},
    {"subtrees",
     "CREATE TABLE subtrees (fen TEXT NOT NULL, depth INTEGER NOT NULL, nodes TEXT NOT NULL, version TEXT NOT NULL,"
     " backend TEXT NOT NULL, keys TEXT NOT NULL, checksum INTEGER, PRIMARY KEY (fen, depth)) WITHOUT ROWID",
     "CREATE TABLE subtrees (fen TEXT NOT NULL, depth INTEGER NOT NULL, nodes TEXT NOT NULL, version TEXT NOT NULL,"
     " backend TEXT NOT NULL, keys TEXT NOT NULL, PRIMARY KEY (fen, depth)) WITHOUT ROWID"},
    {"store", "CREATE TABLE store (ply INTEGER NOT NULL, buckets INTEGER NOT NULL)", ""},
    {"buckets",
     "CREATE TABLE buckets (bucket INTEGER PRIMARY KEY, positions INTEGER NOT NULL, ways TEXT NOT NULL,"
     " leaves TEXT NOT NULL, seconds REAL NOT NULL, version TEXT NOT NULL, backend TEXT NOT NULL, checksum INTEGER)",
     "CREATE TABLE buckets (bucket INTEGER PRIMARY KEY, positions INTEGER NOT NULL, ways TEXT NOT NULL,"
     " leaves TEXT NOT NULL, seconds REAL NOT NULL, version TEXT NOT NULL, backend TEXT NOT NULL)"},
};

/* The kind of ledger that has these tables. */
enum contents { CONTENTS_NONE, CONTENTS_SUBTREES, CONTENTS_STORE, CONTENTS_OTHER };

struct ledger {
    struct ledger_vfs files;
    sqlite3 *database;
    const char *path;         /* memory that belongs to the caller */
    sqlite3_stmt *find, *add; /* NULL if nothing is added */
    enum contents contents;
    bool has_checksums[TABLES];
    char backend[16], keys[64];
};

bool ledger_is_available(void)
{
    return true;
}

/* Writes the message that ends the program, and closes the file; after that, SQLite's reason may no longer be
 * available. */
static void close_with(char line[2 * LINE_SIZE], struct ledger *ledger, const char *reason)
{
    snprintf(line, 2 * LINE_SIZE, "ledger '%s': %s", ledger->path, reason);
    ledger_close(ledger);
}

static _Noreturn void refuse_file(struct ledger *ledger, const char *reason)
{
    char line[2 * LINE_SIZE];
    close_with(line, ledger, reason);
    refuse("%s", line);
}

/* Writes SQLite's message, with the system's reason if there is one, or the name of the file that SQLite was denied. */
static void write_reason(char reason[LINE_SIZE], const struct ledger *ledger)
{
    sqlite3 *database = ledger->database;
    if (ledger->files.refused != NULL) {
        snprintf(reason, LINE_SIZE, "%s", ledger->files.refused);
        return;
    }
    int kind = sqlite3_errcode(database), number = sqlite3_system_errno(database);
    bool has_system_reason = number != 0 && (kind == SQLITE_CANTOPEN || kind == SQLITE_IOERR || kind == SQLITE_FULL);
    if (has_system_reason)
        snprintf(reason, LINE_SIZE, "%s: %s", kind == SQLITE_CANTOPEN ? "cannot be opened" : sqlite3_errmsg(database),
                 strerror(number));
    else
        snprintf(reason, LINE_SIZE, "%s", sqlite3_errmsg(database));
}

/* A full disk is not an input error. */
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
    write_reason(reason, ledger);
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
    make_printable(out);
}

static bool column_count(pf_count *out, sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text != NULL && pf_count_from_text(out, text, strlen(text));
}

/* ---- Checksums of rows ---- */

/* FNV-1a of the contents of a row, as text. */
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

static void add_checksums(struct ledger *ledger, enum table table)
{
    char sql[128];
    if (ledger->has_checksums[table]) return;
    snprintf(sql, sizeof sql, "ALTER TABLE %s ADD COLUMN checksum INTEGER", tables[table].name);
    run_sql(ledger, sql);
    ledger->has_checksums[table] = true;
}

/* Prepares "SELECT columns, checksum FROM table rest"; the checksum is NULL where the table has none. */
static sqlite3_stmt *prepare_select(struct ledger *ledger, const char *columns, enum table table, const char *rest)
{
    char sql[256];
    snprintf(sql, sizeof sql, "SELECT %s, %s FROM %s %s", columns, ledger->has_checksums[table] ? "checksum" : "NULL",
             tables[table].name, rest);
    return prepare(ledger, sql);
}

/* ---- The file ---- */

/* Clocks do not affect the counts, and with clocks equal positions would differ. */
void ledger_write_fen(char fen[KEPT_FEN_SIZE], const pf_position *position)
{
    pf_position copy = *position;
    copy.halfmove_clock = 0;
    copy.fullmove_number = 1;
    int length = position->variant == PF_VARIANT_STANDARD
                     ? 0
                     : snprintf(fen, KEPT_FEN_SIZE, "%s ", pf_variant_name((pf_variant)position->variant));
    pf_position_to_fen(fen + length, PF_FEN_SIZE, &copy, PF_CASTLING_SHREDDER, PF_EP_LEGAL);
}

void ledger_describe_job(char text[LINE_SIZE], const struct ledger_job *job)
{
    bool standard = job->variant == PF_VARIANT_STANDARD;
    snprintf(text, LINE_SIZE, "depth %u of %s%s%s", job->depth, standard ? "" : pf_variant_name(job->variant),
             standard ? "" : " ", job->shown);
}

static bool has_text(sqlite3_stmt *statement, int column, const char *expected)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text != NULL && strcmp((const char *)text, expected) == 0;
}

/* Finds the table that a row of the schema describes exactly as plyforge creates it; TABLES if there is none. */
static unsigned table_of(struct ledger *ledger, sqlite3_stmt *row)
{
    for (unsigned i = 0; i < TABLES; i++) {
        if (!has_text(row, 1, tables[i].name)) continue;
        ledger->has_checksums[i] = has_text(row, 3, tables[i].sql);
        bool has_sql = ledger->has_checksums[i] || has_text(row, 3, tables[i].sql_0_1);
        return has_text(row, 0, "table") && has_text(row, 2, tables[i].name) && has_sql ? i : TABLES;
    }
    return TABLES;
}

#define OTHER_SCHEMA "it contains tables or other objects that plyforge does not create"

static int is_too_long(void *context)
{
    (void)context;
    return 1;
}

/* Compares the schema with ours. This must come before any other query, because a schema can contain expressions whose
 * evaluation never ends. Reading it takes a few hundred steps, unless its pages contain each other. */
static void read_contents(struct ledger *ledger)
{
    enum { MOST_STEPS = 20000 };
    unsigned seen = 0;
    sqlite3_stmt *select = NULL;
    sqlite3_progress_handler(ledger->database, MOST_STEPS, is_too_long, NULL);
    int status = sqlite3_prepare_v2(ledger->database, "SELECT type, name, tbl_name, sql FROM sqlite_master", -1,
                                    &select, NULL);
    while (seen < 1u << TABLES && (status == SQLITE_OK || status == SQLITE_ROW)) {
        status = sqlite3_step(select);
        unsigned table = status == SQLITE_ROW ? table_of(ledger, select) : 0;
        if (status == SQLITE_ROW) seen |= (seen & 1u << table) != 0 ? 1u << TABLES : 1u << table;
    }
    if (status == SQLITE_INTERRUPT) refuse_file(ledger, OTHER_SCHEMA);
    if (status != SQLITE_DONE && status != SQLITE_ROW) refuse_sql(ledger);
    sqlite3_finalize(select);
    sqlite3_progress_handler(ledger->database, 0, NULL, NULL);
    if (seen == (1u << JOB | 1u << SUBTREES))
        ledger->contents = CONTENTS_SUBTREES;
    else if (seen == (1u << JOB | 1u << SUBTREES | 1u << STORE | 1u << BUCKETS))
        ledger->contents = CONTENTS_STORE;
    else
        ledger->contents = seen == 0 ? CONTENTS_NONE : CONTENTS_OTHER;
}

/* These limits are high enough for every ledger. */
static void set_limits(sqlite3 *database)
{
    static const struct {
        int limit, value;
    } limits[] = {
        {SQLITE_LIMIT_LENGTH, 1 << 16},   {SQLITE_LIMIT_SQL_LENGTH, 4096}, {SQLITE_LIMIT_COLUMN, 16},
        {SQLITE_LIMIT_EXPR_DEPTH, 16},    {SQLITE_LIMIT_VDBE_OP, 10000},   {SQLITE_LIMIT_ATTACHED, 0},
        {SQLITE_LIMIT_TRIGGER_DEPTH, 1},  {SQLITE_LIMIT_FUNCTION_ARG, 16}, {SQLITE_LIMIT_COMPOUND_SELECT, 8},
        {SQLITE_LIMIT_WORKER_THREADS, 0},
    };
    static const struct {
        int setting, value;
    } settings[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
    };
    for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++)
        sqlite3_limit(database, limits[i].limit, limits[i].value);
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++)
        sqlite3_db_config(database, settings[i].setting, settings[i].value, NULL);
}

/* How to open a ledger: as a copy that is only read, or for writing. */
enum opening { TO_READ, TO_READ_IN_STORE, TO_WRITE };
static struct ledger *open_file(const char *path, enum opening opening)
{
    struct ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger == NULL) refuse("not enough memory for the ledger");
    ledger->path = path;
    const char *reason = opening == TO_WRITE ? ledger_vfs_to_write(&ledger->files, path)
                                             : ledger_vfs_to_read(&ledger->files, path, opening == TO_READ);
    if (reason != NULL) {
        char line[LINE_SIZE];
        snprintf(line, sizeof line, "%s%s", ledger->files.refused != NULL ? "" : "cannot open it: ", reason);
        refuse_file(ledger, line);
    }
    if (ledger_vfs_open(&ledger->files, &ledger->database) != SQLITE_OK) refuse_sql(ledger);
    sqlite3_busy_timeout(ledger->database, 10000);
    set_limits(ledger->database);
    run_sql(ledger, "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY");
    if (opening != TO_WRITE) run_sql(ledger, "PRAGMA locking_mode = EXCLUSIVE");
    read_contents(ledger);
    return ledger;
}

static bool is_empty(struct ledger *ledger)
{
    return ledger->contents == CONTENTS_NONE && ask_number(ledger, "PRAGMA application_id") == 0;
}

/* Parts of a damaged file could still be read and written, so the whole file is refused instead. */
static void check_is_whole(struct ledger *ledger)
{
    sqlite3_stmt *check = prepare(ledger, "PRAGMA quick_check(1)");
    if (sqlite3_step(check) != SQLITE_ROW) refuse_sql(ledger);
    const char *verdict = (const char *)sqlite3_column_text(check, 0);
    const char *line = verdict != NULL ? strrchr(verdict, '\n') : NULL; /* the last line contains the reason */
    line = line != NULL ? line + 1 : verdict != NULL ? verdict : "";
    bool is_whole = strcmp(line, "ok") == 0;
    char reason[2 * LINE_SIZE];
    snprintf(reason, sizeof reason, "damaged (%.500s); use a copy, or remove it to count everything again", line);
    sqlite3_finalize(check);
    if (!is_whole) refuse_file(ledger, reason);
}

static void check_is_ledger(struct ledger *ledger)
{
    if (ask_number(ledger, "PRAGMA application_id") != APPLICATION)
        refuse_file(ledger, "a database, but not a plyforge ledger");
    if (ask_number(ledger, "PRAGMA user_version") != LAYOUT)
        refuse_file(ledger, "a layout that this version of plyforge cannot read");
    if (ledger->contents != CONTENTS_SUBTREES && ledger->contents != CONTENTS_STORE) refuse_file(ledger, OTHER_SCHEMA);
    check_is_whole(ledger);
}

static void create_table(struct ledger *ledger, enum table table)
{
    run_sql(ledger, tables[table].sql);
    ledger->has_checksums[table] = true;
}

static void create(struct ledger *ledger, const char *fen, unsigned depth)
{
    char sql[256];
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION, LAYOUT);
    run_sql(ledger, sql);
    create_table(ledger, JOB);
    create_table(ledger, SUBTREES);
    ledger->contents = CONTENTS_SUBTREES;
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
    char reason[LINE_SIZE + 32], other[LINE_SIZE];
    if (strcmp(job.fen, fen) != 0 || job.depth != depth) {
        ledger_describe_job(other, &job);
        snprintf(reason, sizeof reason, "it belongs to another job, %s", other);
        refuse_file(ledger, reason);
    }
}

/* Refuses a file that cannot be written. SQLite would open it for reading, and then report a misleading reason. A pipe
 * or a device is not a ledger. In a store, which may come from an untrusted source, a link is not accepted either. */
static void check_is_writable(const char *path, bool is_for_store)
{
    struct stat status;
    int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK;
    int file = open(path, is_for_store ? flags | O_NOFOLLOW : flags, 0666);
    bool is_other = file < 0 ? errno == ENXIO || errno == ELOOP : fstat(file, &status) == 0 && !S_ISREG(status.st_mode);
    if (file < 0 && !is_other) refuse("ledger '%s': cannot open it: %s", path, strerror(errno));
    if (file >= 0) close(file);
    if (is_other) refuse("ledger '%s': not a regular file", path);
}

/* Opens or creates the ledger of a job; journal is the mode in which SQLite protects its transactions. */
static struct ledger *begin(const char *path, const pf_position *position, unsigned depth, bool is_for_store,
                            const char *journal)
{
    char fen[KEPT_FEN_SIZE];
    ledger_write_fen(fen, position);
    check_is_writable(path, is_for_store);

    /* Nothing is changed, not even by rolling back a transaction, until a copy has shown that the file is one of
       ours. */
    struct ledger *ledger = ledger_open_if_begun(path, is_for_store);
    if (ledger != NULL) {
        if (!is_for_store && ledger->contents == CONTENTS_STORE)
            refuse_file(ledger, "it belongs to a store; continue it with --store");
        check_is_same_job(ledger, fen, depth);
        ledger_close(ledger);
    }
    ledger = open_file(path, TO_WRITE);
    run_sql(ledger, journal);
    run_sql(ledger, "BEGIN IMMEDIATE");
    read_contents(ledger);
    if (is_empty(ledger)) create(ledger, fen, depth);
    check_is_ledger(ledger);
    check_is_same_job(ledger, fen, depth); /* another process may have created it first */
    add_checksums(ledger, JOB);
    add_checksums(ledger, SUBTREES);
    return ledger;
}

struct ledger *ledger_begin(const char *path, const pf_position *position, unsigned depth,
                            const struct counting *counting)
{
    struct ledger *ledger = begin(path, position, depth, false,
                                  "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    run_sql(ledger, "COMMIT");

    ledger->find = prepare_select(ledger, "nodes", SUBTREES, "WHERE fen = ? AND depth = ?");
    /* Only subtrees without a readable row are counted, so a row that cannot be read is replaced. */
    ledger->add = prepare(ledger, "INSERT OR REPLACE INTO subtrees (fen, depth, nodes, version, backend, keys,"
                                  " checksum) VALUES (?, ?, ?, ?, ?, ?, ?)");
    snprintf(ledger->backend, sizeof ledger->backend, "%s", pf_level_name(pf_perft_level()));
    if (counting->hash == 0)
        snprintf(ledger->keys, sizeof ledger->keys, "none");
    else
        snprintf(ledger->keys, sizeof ledger->keys, "seed %llu", (unsigned long long)counting->seed);
    return ledger;
}

struct ledger *ledger_open(const char *path)
{
    struct ledger *ledger = ledger_open_if_begun(path, false);
    if (ledger == NULL) refuse("ledger '%s' is empty", path);
    if (ledger->contents == CONTENTS_STORE) refuse_file(ledger, "it belongs to a store; use 'plyforge store'");
    return ledger;
}

struct ledger *ledger_open_if_begun(const char *path, bool is_in_store)
{
    struct ledger *ledger = open_file(path, is_in_store ? TO_READ_IN_STORE : TO_READ);
    if (is_empty(ledger)) {
        ledger_close(ledger);
        return NULL;
    }
    check_is_ledger(ledger);
    return ledger;
}

void ledger_close(struct ledger *ledger)
{
    if (ledger->database != NULL)
        for (sqlite3_stmt *next; (next = sqlite3_next_stmt(ledger->database, NULL)) != NULL;) sqlite3_finalize(next);
    sqlite3_close(ledger->database);
    ledger_vfs_end(&ledger->files);
    free(ledger);
}

/* Writes a FEN from a ledger in the usual notation. It is unchanged if its castling rights are possible only in
 * Chess960, so that this remains visible. */
static void write_shown_fen(char shown[PF_FEN_SIZE], const char *fen, pf_variant variant)
{
    pf_position position;
    pf_accept strict = PF_ACCEPT_STRICT | pf_accept_variant(variant);
    if (pf_position_from_fen(&position, fen, strlen(fen), strict, NULL, NULL) == PF_OK)
        pf_position_to_fen(shown, PF_FEN_SIZE, &position, PF_CASTLING_STANDARD, PF_EP_LEGAL);
    else
        snprintf(shown, PF_FEN_SIZE, "%s", fen);
}

/* Text that is truncated or contains a zero byte was not written by plyforge. */
static void read_job_position(struct ledger *ledger, struct ledger_job *job, sqlite3_stmt *select)
{
    pf_position position;
    pf_error error = {.message = "not text"};
    char reason[LINE_SIZE];
    bool is_text = sqlite3_column_type(select, 0) == SQLITE_TEXT; /* below, every type is converted to text */
    copy_column(job->fen, sizeof job->fen, select, 0);
    is_text = is_text && (size_t)sqlite3_column_bytes(select, 0) == strlen(job->fen);
    if (!is_text || !read_kept_fen(&position, job->fen, &error)) {
        snprintf(reason, sizeof reason, "the job in it is damaged: the position '%s' cannot be read: %s", job->fen,
                 error.message);
        refuse_file(ledger, reason);
    }
    const char *fen = job->fen;
    job->variant = kept_variant(&fen);
    write_shown_fen(job->shown, fen, job->variant);
}

static void read_job_depth(struct ledger *ledger, struct ledger_job *job, sqlite3_stmt *select)
{
    int64_t depth = sqlite3_column_int64(select, 1);
    if (sqlite3_column_type(select, 1) != SQLITE_INTEGER || depth < 0 || depth > PF_PERFT_MAX_DEPTH) {
        char text[32], reason[LINE_SIZE];
        copy_column(text, sizeof text, select, 1);
        snprintf(reason, sizeof reason, "the job in it is damaged: the depth '%s' is not a number from 0 to %d", text,
                 PF_PERFT_MAX_DEPTH);
        refuse_file(ledger, reason);
    }
    job->depth = (unsigned)depth;
}

void ledger_read_job(struct ledger *ledger, struct ledger_job *job)
{
    sqlite3_stmt *select = prepare_select(ledger, "fen, depth, version, result", JOB, "");
    int status = sqlite3_step(select);
    if (status == SQLITE_DONE) refuse_file(ledger, "contains no job");
    if (status != SQLITE_ROW) refuse_sql(ledger);
    read_job_position(ledger, job, select);
    read_job_depth(ledger, job, select);
    copy_column(job->version, sizeof job->version, select, 2);
    job->finished = column_count(&job->result, select, 3);
    const char *result = (const char *)sqlite3_column_text(select, 3);
    job->is_damaged = result != NULL &&
                      (!job->finished || !has_checksum(select, 4, count_checksum(job->fen, job->depth, result)));
    if (job->is_damaged) job->finished = false;
    sqlite3_finalize(select);
}

bool ledger_find(struct ledger *ledger, const pf_position *position, unsigned depth, pf_count *nodes)
{
    char fen[KEPT_FEN_SIZE];
    ledger_write_fen(fen, position);
    sqlite3_bind_text(ledger->find, 1, fen, -1, SQLITE_STATIC);
    sqlite3_bind_int64(ledger->find, 2, depth);
    bool found = sqlite3_step(ledger->find) == SQLITE_ROW && column_count(nodes, ledger->find, 0);
    const char *text = found ? (const char *)sqlite3_column_text(ledger->find, 0) : "";
    if (found && !has_checksum(ledger->find, 1, count_checksum(fen, depth, text))) {
        complain("warning: ledger '%s': the count of %s depth %u is damaged, and is counted again", ledger->path, fen,
                 depth);
        found = false;
    }
    sqlite3_reset(ledger->find);
    return found;
}

static bool complain_of(struct ledger *ledger)
{
    char reason[LINE_SIZE];
    write_reason(reason, ledger);
    complain("ledger '%s': %s", ledger->path, reason);
    return false;
}

bool ledger_add(struct ledger *ledger, const pf_position *position, unsigned depth, pf_count nodes)
{
    char fen[KEPT_FEN_SIZE];
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
    sqlite3_stmt *select = prepare_select(ledger, "fen, depth, nodes, backend, keys", SUBTREES,
                                          "ORDER BY random() LIMIT ?");
    sqlite3_bind_int64(select, 1, size);
    unsigned read = 0;
    int status;
    while ((status = sqlite3_step(select)) == SQLITE_ROW) {
        struct ledger_row *row = &rows[read++];
        copy_column(row->fen, sizeof row->fen, select, 0);
        int64_t depth = sqlite3_column_int64(select, 1);
        row->depth = depth >= 0 && depth <= UINT_MAX ? (unsigned)depth : UINT_MAX; /* no valid row is that deep */
        if (!column_count(&row->nodes, select, 2)) refuse_file(ledger, "a row has a count that is not a number");
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
    if (ledger->contents != CONTENTS_STORE) {
        char sql[64];
        if (ask_number(ledger, "SELECT count(*) FROM subtrees") > 0)
            refuse_file(ledger, "it is a ledger of subtrees, not of a store");
        create_table(ledger, STORE);
        create_table(ledger, BUCKETS);
        ledger->contents = CONTENTS_STORE;
        snprintf(sql, sizeof sql, "INSERT INTO store VALUES (%u, %lu)", store->ply, (unsigned long)store->buckets);
        run_sql(ledger, sql);
    }
    add_checksums(ledger, BUCKETS);
    run_sql(ledger, "COMMIT");
    ledger_read_store(ledger, store);
    /* Only buckets without an undamaged row are counted. A damaged row is replaced. */
    ledger->add = prepare(ledger, "INSERT OR REPLACE INTO buckets (bucket, positions, ways, leaves, seconds, version,"
                                  " backend, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    return ledger;
}

void ledger_read_store(struct ledger *ledger, struct ledger_store *store)
{
    *store = (struct ledger_store){0, 0};
    if (ledger->contents != CONTENTS_STORE) return;
    int64_t ply = ask_number(ledger, "SELECT ply FROM store"),
            buckets = ask_number(ledger, "SELECT buckets FROM store");
    int64_t depth = ask_number(ledger, "SELECT depth FROM job");
    if (ply < 0 || ply > depth) refuse_file(ledger, "the ply is wrong");
    store->ply = (unsigned)ply;
    if (buckets < 1 || buckets > PF_PERFT_MAX_BUCKETS) refuse_file(ledger, "the number of buckets is wrong");
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
    if (!added) sqlite3_exec(ledger->database, "ROLLBACK", NULL, NULL, NULL); /* fails if no transaction was begun */
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
    sqlite3_stmt *select = prepare_select(ledger, "bucket, positions, ways, leaves, seconds, backend", BUCKETS,
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
