/* The VFS through which SQLite accesses the files of a ledger; see ledger_vfs.h. */
#include "store/ledger_vfs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const endings[LEDGER_FILES] = {"", "-journal", "-wal", "-shm"};

/* Finds which of the ledger's files has this name; -1 if none has. */
static int which_file(const struct ledger_vfs *it, const char *name)
{
    size_t length = strlen(it->name);
    if (name == NULL || strncmp(name, it->name, length) != 0) return -1;
    for (int file = 0; file < LEDGER_FILES; file++)
        if (strcmp(name + length, endings[file]) == 0) return file;
    return -1;
}

static int checked_file(struct ledger_vfs *it, const char *name)
{
    int file = which_file(it, name);
    if (file < 0) it->refused = "its journal names a file that does not belong to it";
    return file;
}

/* Allocates the name of a file of the ledger, which must be freed; NULL if memory has run out. */
static char *name_of(const struct ledger_vfs *it, int file)
{
    size_t size = strlen(it->name) + sizeof "-journal";
    char *name = malloc(size);
    if (name != NULL) snprintf(name, size, "%s%s", it->name, endings[file]);
    return name;
}

/* ---- A ledger that is written: the files of the operating system ---- */

/* Whether a name is unused or that of a regular file. SQLite would block on a pipe, and would follow some links. */
static bool is_regular_or_absent(struct ledger_vfs *it, const char *name)
{
    struct stat status;
    if (lstat(name, &status) != 0 || S_ISREG(status.st_mode)) return true;
    it->refused = "its journal or log is not a regular file";
    return false;
}

/* The system's VFS opens the index of the log itself, not through this VFS. */
static bool has_regular_index(struct ledger_vfs *it)
{
    char *name = name_of(it, LEDGER_SHM);
    bool good = name != NULL && is_regular_or_absent(it, name);
    free(name);
    return good;
}

static int guarded_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
    struct ledger_vfs *it = (struct ledger_vfs *)vfs;
    file->pMethods = NULL;
    int kind = checked_file(it, name);
    if (kind < 0 || !is_regular_or_absent(it, name)) return SQLITE_CANTOPEN;
    if (kind == LEDGER_MAIN && !has_regular_index(it)) return SQLITE_CANTOPEN;
    return it->system->xOpen(it->system, name, file, flags, out_flags);
}

static int guarded_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    struct ledger_vfs *it = (struct ledger_vfs *)vfs;
    if (checked_file(it, name) < 0) return SQLITE_IOERR_DELETE;
    return it->system->xDelete(it->system, name, sync);
}

static int guarded_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    struct ledger_vfs *it = (struct ledger_vfs *)vfs;
    *out = 0;
    if (checked_file(it, name) < 0) return SQLITE_IOERR_ACCESS;
    return it->system->xAccess(it->system, name, flags, out);
}

/* ---- Read-only ledgers: copies ---- */

struct copied_file {
    sqlite3_file file; /* must be the first member */
    struct ledger_copy *copy;
    struct ledger_vfs *owner;
};

static struct ledger_copy *copy_of(sqlite3_file *file)
{
    return ((struct copied_file *)file)->copy;
}

static int copied_close(sqlite3_file *file)
{
    (void)file;
    return SQLITE_OK;
}

static int copied_read(sqlite3_file *file, void *out, int size, sqlite3_int64 offset)
{
    const struct ledger_copy *copy = copy_of(file);
    size_t wanted = (size_t)size, there = (uint64_t)offset < copy->size ? copy->size - (size_t)offset : 0;
    if (there > wanted) there = wanted;
    if (there > 0) memcpy(out, copy->bytes + offset, there);
    memset((char *)out + there, 0, wanted - there);
    return there == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

/* Rolling back an interrupted transaction rewrites existing pages of the ledger. Our transactions never make it
 * smaller. */
static int copied_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset)
{
    struct ledger_copy *copy = copy_of(file);
    if ((uint64_t)offset > copy->size || (uint64_t)size > copy->size - (uint64_t)offset) {
        ((struct copied_file *)file)->owner->refused = "its journal belongs to another database";
        return SQLITE_IOERR_WRITE;
    }
    memcpy(copy->bytes + offset, bytes, (size_t)size);
    return SQLITE_OK;
}

static int copied_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    struct ledger_copy *copy = copy_of(file);
    if ((uint64_t)size < copy->size) copy->size = (size_t)size;
    return SQLITE_OK;
}

static int copied_sync(sqlite3_file *file, int flags)
{
    (void)file, (void)flags;
    return SQLITE_OK;
}

static int copied_size(sqlite3_file *file, sqlite3_int64 *size)
{
    *size = (sqlite3_int64)copy_of(file)->size;
    return SQLITE_OK;
}

static int copied_lock(sqlite3_file *file, int level)
{
    (void)file, (void)level;
    return SQLITE_OK;
}

static int copied_is_reserved(sqlite3_file *file, int *out)
{
    (void)file;
    *out = 0;
    return SQLITE_OK;
}

static int copied_control(sqlite3_file *file, int operation, void *argument)
{
    (void)file, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static int copied_property(sqlite3_file *file)
{
    (void)file;
    return 0; /* default sector size, no guarantees */
}

static int copied_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
    /* Version 1 has no shared memory: only one process sees these files, and it keeps the index of the log to
       itself. */
    static const sqlite3_io_methods methods = {
        .iVersion = 1,
        .xClose = copied_close,
        .xRead = copied_read,
        .xWrite = copied_write,
        .xTruncate = copied_truncate,
        .xSync = copied_sync,
        .xFileSize = copied_size,
        .xLock = copied_lock,
        .xUnlock = copied_lock,
        .xCheckReservedLock = copied_is_reserved,
        .xFileControl = copied_control,
        .xSectorSize = copied_property,
        .xDeviceCharacteristics = copied_property,
    };
    struct ledger_vfs *it = (struct ledger_vfs *)vfs;
    int kind = checked_file(it, name);
    file->pMethods = NULL;
    if (kind < 0 || kind > LEDGER_WAL) return SQLITE_CANTOPEN;
    struct ledger_copy *copy = &it->copies[kind];
    if (!copy->exists && (flags & SQLITE_OPEN_CREATE) == 0) return SQLITE_CANTOPEN;
    copy->exists = true;
    file->pMethods = &methods;
    ((struct copied_file *)file)->copy = copy;
    ((struct copied_file *)file)->owner = it;
    if (out_flags != NULL) *out_flags = flags;
    return SQLITE_OK;
}

static int copied_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    struct ledger_vfs *it = (struct ledger_vfs *)vfs;
    int kind = checked_file(it, name);
    (void)sync;
    if (kind < 0 || kind > LEDGER_WAL) return SQLITE_IOERR_DELETE;
    it->copies[kind].exists = false;
    it->copies[kind].size = 0;
    return SQLITE_OK;
}

static int copied_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    struct ledger_vfs *it = (struct ledger_vfs *)vfs;
    int kind = checked_file(it, name);
    (void)flags;
    *out = 0;
    if (kind < 0) return SQLITE_IOERR_ACCESS;
    *out = kind <= LEDGER_WAL && it->copies[kind].exists;
    return SQLITE_OK;
}

static int copied_full_name(sqlite3_vfs *vfs, const char *name, int size, char *out)
{
    (void)vfs;
    snprintf(out, (size_t)size, "%s", name);
    return SQLITE_OK;
}

/* ---- Copying ---- */

/* The first bytes of a database show whether it has a log; the header of a log contains numbers that are different for
 * every log. */
enum { DATABASE_HEADER = 100, WRITE_VERSION_AT = 18, WITH_LOG = 2, LOG_HEADER = 32 };

/* Opens a regular file for reading; returns -1 and sets errno on failure. It does not block on a pipe. flags may be
 * O_NOFOLLOW. */
static int open_regular(const char *name, int flags, uint64_t *size)
{
    struct stat status;
    int file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags);
    if (file < 0) return -1;
    bool known = fstat(file, &status) == 0;
    if (known && S_ISREG(status.st_mode)) {
        *size = (uint64_t)status.st_size;
        return file;
    }
    int number = !known ? errno : S_ISDIR(status.st_mode) ? EISDIR : ESPIPE;
    close(file);
    errno = number;
    return -1;
}

/* Reads up to size bytes from the beginning of a file; returns how many were read, or -1. */
static int64_t read_bytes(int file, void *bytes, uint64_t size)
{
    uint64_t done = 0;
    while (done < size) {
        uint64_t left = size - done;
        ssize_t got = pread(file, (char *)bytes + done, left < (1u << 30) ? left : 1u << 30, (off_t)done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        if (got == 0) break;
        done += (uint64_t)got;
    }
    return (int64_t)done;
}

/* Copies an open file; returns false and sets errno on failure. */
static bool copy_file(struct ledger_copy *out, int file, uint64_t size)
{
    if (size > LEDGER_LARGEST) {
        errno = EFBIG;
        return false;
    }
    free(out->bytes);
    out->bytes = malloc((size_t)size + 1);
    int64_t done = out->bytes != NULL ? read_bytes(file, out->bytes, size) : -1;
    if (done < 0) return false;
    out->size = (size_t)done;
    out->exists = true;
    return true;
}

/* Copies a file next to the ledger if it exists; returns false and sets errno on failure. */
static bool copy_companion(struct ledger_vfs *it, int kind)
{
    struct ledger_copy *copy = &it->copies[kind];
    uint64_t size;
    char *name = name_of(it, kind);
    if (name == NULL) return false;
    int file = open_regular(name, O_NOFOLLOW, &size);
    free(name);
    copy->exists = false;
    copy->size = 0;
    if (file < 0) return errno == ENOENT;
    bool copied = copy_file(copy, file, size);
    int number = errno;
    close(file);
    errno = number;
    return copied;
}

/* Reads the current header of the log; zeros if there is no log. Returns false and sets errno on failure. */
static bool read_log_header(struct ledger_vfs *it, unsigned char header[LOG_HEADER])
{
    uint64_t size;
    char *name = name_of(it, LEDGER_WAL);
    memset(header, 0, LOG_HEADER);
    if (name == NULL) return false;
    int file = open_regular(name, O_NOFOLLOW, &size);
    free(name);
    if (file < 0) return errno == ENOENT;
    bool good = read_bytes(file, header, LOG_HEADER) >= 0;
    close(file);
    return good;
}

/* Locks a file in the same way as SQLite's readers, so that no transaction begins to write it. The lock is held until
 * the file is closed. False if the file is being written now. A file system without locks is assumed to have no other
 * users. */
static bool lock_to_read(int file)
{
    struct flock range = {.l_whence = SEEK_SET, .l_start = 0x40000002, .l_len = 510};
    range.l_type = F_RDLCK;
    return fcntl(file, F_SETLK, &range) == 0 || (errno != EAGAIN && errno != EACCES);
}

/* Copies all files of an open ledger. The result is COPIED only if they belong together. While there is a log,
 * transactions are first written to the log and later copied to the ledger, so a log that stayed the same during
 * copying contains all of them. */
enum copying { COPIED, CHANGED, FAILED };
static enum copying copy_all(struct ledger_vfs *it, int file, uint64_t size)
{
    unsigned char before[LOG_HEADER], after[LOG_HEADER];
    if (!lock_to_read(file)) return CHANGED;
    if (!read_log_header(it, before) || !copy_file(&it->copies[LEDGER_MAIN], file, size) ||
        !copy_companion(it, LEDGER_JOURNAL) || !copy_companion(it, LEDGER_WAL) || !read_log_header(it, after))
        return FAILED;
    return memcmp(before, after, LOG_HEADER) == 0 ? COPIED : CHANGED;
}

static const char *refused(struct ledger_vfs *it, const char *reason)
{
    it->refused = reason;
    return reason;
}

static const char *take_copies(struct ledger_vfs *it)
{
    enum { ATTEMPTS = 100 };
    for (unsigned attempt = 0; attempt < ATTEMPTS; attempt++) {
        uint64_t size;
        if (attempt > 0) it->system->xSleep(it->system, 100000);
        /* SQLite has already resolved symbolic links in its version of the name. */
        int file = it->given != NULL ? open_regular(it->given, O_NOFOLLOW, &size) : open_regular(it->name, 0, &size);
        if (file < 0 && it->given != NULL && errno == ELOOP)
            return refused(it, "symbolic links are not followed in a store");
        if (file < 0) return errno == ESPIPE ? refused(it, "not a regular file") : strerror(errno);
        enum copying result = copy_all(it, file, size);
        int number = errno;
        close(file);
        if (result == COPIED) return NULL;
        if (result == FAILED && (number == ESPIPE || number == ELOOP))
            return refused(it, "its journal or log is not a regular file");
        if (result == FAILED) return strerror(number);
    }
    return "another process keeps writing to it";
}

/* ---- Both ---- */

/* Fills in all members except the functions. */
static const char *prepare(struct ledger_vfs *out, const char *path)
{
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    memset(out, 0, sizeof *out);
    if (system == NULL) return "SQLite cannot be used";
    out->system = system;
    out->vfs = *system;
    out->vfs.iVersion = 2; /* later versions add members that only SQLite's tests use */
    out->vfs.pNext = NULL;
    out->vfs.zName = out->vfs_name;
    snprintf(out->vfs_name, sizeof out->vfs_name, "plyforge-%p", (void *)out);
    size_t size = strlen(path) + sizeof "./";
    char *relative = malloc(size);
    out->name = malloc((size_t)system->mxPathname + 1);
    if (relative != NULL && out->name != NULL) {
        /* Without a leading "./", SQLite would interpret a name such as "file:x?mode=ro" as a URI. */
        snprintf(relative, size, "%s%s", path[0] == '/' ? "" : "./", path);
        int status = system->xFullPathname(system, relative, system->mxPathname + 1, out->name);
        if ((status & 0xff) != SQLITE_OK) *out->name = '\0';
    }
    free(relative);
    if (relative == NULL || out->name == NULL) return strerror(ENOMEM);
    return *out->name == '\0' ? strerror(ENAMETOOLONG) : NULL;
}

static const char *begin(struct ledger_vfs *it)
{
    it->registered = sqlite3_vfs_register(&it->vfs, 0) == SQLITE_OK;
    return it->registered ? NULL : strerror(ENOMEM);
}

const char *ledger_vfs_to_write(struct ledger_vfs *out, const char *path)
{
    const char *reason = prepare(out, path);
    if (reason != NULL) return reason;
    out->vfs.xOpen = guarded_open;
    out->vfs.xDelete = guarded_delete;
    out->vfs.xAccess = guarded_access;
    return begin(out);
}

const char *ledger_vfs_to_read(struct ledger_vfs *out, const char *path, bool follows_link)
{
    const char *reason = prepare(out, path);
    if (!follows_link) out->given = path;
    if (reason == NULL) reason = take_copies(out);
    if (reason != NULL) return reason;
    out->vfs.szOsFile = (int)sizeof(struct copied_file);
    out->vfs.xOpen = copied_open;
    out->vfs.xDelete = copied_delete;
    out->vfs.xAccess = copied_access;
    out->vfs.xFullPathname = copied_full_name;
    out->vfs.xGetLastError = NULL; /* errors of these files do not come from the system */
    return begin(out);
}

int ledger_vfs_open(struct ledger_vfs *it, sqlite3 **database)
{
    return sqlite3_open_v2(it->name, database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, it->vfs_name);
}

void ledger_vfs_end(struct ledger_vfs *it)
{
    if (it->registered) sqlite3_vfs_unregister(&it->vfs);
    for (unsigned kind = 0; kind <= LEDGER_WAL; kind++) free(it->copies[kind].bytes);
    free(it->name);
}
