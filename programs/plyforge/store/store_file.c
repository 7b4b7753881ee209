/* Files of a store; see store_file.h. A file has a header, an index with a section for each bucket, and the records:
 *
 *     header    240 bytes: what the file is and what it adds up to
 *     index     16 bytes for each bucket: the number of its records and their checksum
 *     records   40 bytes each, in the order of their buckets
 *
 * Numbers are in the byte order of the machine, which the first number reveals. */
#include "store/store_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC         UINT64_C(0x54454b4355424650) /* "PFBUCKET" on a little-endian machine */
#define SWAPPED_MAGIC UINT64_C(0x50464255434b4554) /* the same bytes read with the other byte order */
enum { LAYOUT = 1, FEN_ROOM = 128, RECORD_SIZE = sizeof(pf_perft_record) };

struct header {
    uint64_t magic;
    uint32_t layout, buckets, ply, bucket;
    uint64_t records, parents;
    pf_count ways, parent_ways;
    char fen[FEN_ROOM];
    char version[32];  /* the plyforge version that wrote the file, for information only; the layout determines who can
                          read it */
    uint64_t checksum; /* checksums of the preceding part of the header, and of the index */
};
_Static_assert(sizeof(struct header) == 240 && RECORD_SIZE == 40, "no padding in files");

struct store_section {
    uint64_t records, checksum;
};

#define SUFFIX     ".bucket"
#define NAME_WIDTH "00-00000"

/* name is the name of the file within the folder. */
static bool failed(struct store_folder *folder, const char *name, const char *reason, const char *remedy)
{
    snprintf(folder->message, sizeof folder->message, "store file '%s/%s': %s%s", folder->path, name, reason, remedy);
    return false;
}

static bool damaged(struct store_folder *folder, const char *name, const char *reason)
{
    return failed(folder, name, reason, "; remove it to have it generated again");
}

/* Adds words to a checksum, which covers all words before them. */
static uint64_t add_to_checksum(uint64_t sum, const void *bytes, size_t size)
{
    const unsigned char *next = bytes;
    for (size_t i = 0; i + 8 <= size; i += 8) {
        uint64_t word;
        memcpy(&word, next + i, 8);
        sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 29;
    }
    return sum;
}

static uint64_t header_checksum(const struct header *header, const struct store_section *sections)
{
    uint64_t sum = add_to_checksum(1, header, offsetof(struct header, checksum));
    return add_to_checksum(sum, sections, header->buckets * sizeof *sections);
}

static uint64_t section_checksum(const pf_perft_record *records, uint64_t size, uint32_t bucket)
{
    return size == 0 ? bucket + 1u : add_to_checksum(bucket + 1u, records, (size_t)size * RECORD_SIZE);
}

/* ---- The folder ---- */

bool store_is_ledger_name(const char *name)
{
    size_t length = strlen(name), ending = strlen(STORE_LEDGER);
    return length > ending && strcmp(name + length - ending, STORE_LEDGER) == 0;
}

bool store_has_ledger(const char *path)
{
    DIR *entries = opendir(path);
    bool found = false;
    for (const struct dirent *entry; entries && !found && (entry = readdir(entries));)
        found = store_is_ledger_name(entry->d_name);
    if (entries) closedir(entries);
    return found;
}

int store_open_file(const struct store_folder *folder, const char *name, enum store_access access)
{
    static const int flags[] = {O_RDONLY, O_WRONLY | O_CREAT | O_EXCL, O_WRONLY | O_APPEND};
    if (access == STORE_MAKE && unlinkat(folder->folder, name, 0) != 0 && errno != ENOENT) return -1;
    int file = openat(folder->folder, name, flags[access] | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    struct stat status;
    if (file < 0 && errno == ENXIO) errno = ELOOP; /* a pipe without a reader */
    if (file < 0 || (fstat(file, &status) == 0 && S_ISREG(status.st_mode))) return file;
    close(file);
    errno = ELOOP;
    return -1;
}

const char *store_reason(int number)
{
    return number == ELOOP ? "not a regular file" : strerror(number);
}

/* Opens the lock file; returns false and sets errno on failure. */
static bool open_lock(struct store_folder *out, bool create)
{
    struct stat status;
    out->lock = openat(out->folder, "lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (create ? O_CREAT : 0),
                       0666);
    if (out->lock < 0 || (fstat(out->lock, &status) == 0 && S_ISREG(status.st_mode))) return out->lock >= 0;
    close(out->lock);
    out->lock = -1;
    errno = ELOOP;
    return false;
}

bool store_open(struct store_folder *out, const char *path, enum store_use use)
{
    *out = (struct store_folder){.path = path, .folder = -1, .lock = -1};
    if (strlen(path) > STORE_NAME_SIZE / 2) {
        snprintf(out->message, sizeof out->message, "the name of the store is too long");
        return false;
    }
    if (use == STORE_CREATE && mkdir(path, 0777) != 0 && errno != EEXIST) {
        snprintf(out->message, sizeof out->message, "store '%s': %s", path, strerror(errno));
        return false;
    }
    out->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* A folder of ledgers that were copied without the lock file is still a store, and a read-only folder needs no
       lock. */
    bool has_ledger = out->folder >= 0 && store_has_ledger(path);
    if (use == STORE_LOOK && (has_ledger || (out->folder >= 0 && faccessat(out->folder, "lock", F_OK, 0) == 0)))
        return true;
    if (out->folder >= 0 && use != STORE_LOOK && open_lock(out, use == STORE_CREATE || has_ledger)) return true;
    if (use == STORE_CHANGE && has_ledger && (errno == EROFS || errno == EACCES || errno == EPERM)) return true;
    const char *reason = use != STORE_CREATE && errno == ENOENT ? "no such folder, or not a store"
                         : errno == ELOOP                       ? "its lock is not a regular file"
                                                                : strerror(errno);
    snprintf(out->message, sizeof out->message, "store '%s': %s", path, reason);
    store_close(out);
    return false;
}

void store_close(struct store_folder *folder)
{
    if (folder->lock >= 0) close(folder->lock);
    if (folder->folder >= 0) close(folder->folder);
    folder->folder = folder->lock = -1;
}

bool store_lock(struct store_folder *folder, enum store_lock kind, uint32_t first, uint32_t size)
{
    if (size == 0) return true;
    if (folder->lock < 0) {
        snprintf(folder->message, sizeof folder->message, "store '%s': it is read-only", folder->path);
        return false;
    }
    struct flock range = {.l_whence = SEEK_SET, .l_start = first, .l_len = size};
    range.l_type = kind == STORE_SHARED ? F_RDLCK : F_WRLCK;
    if (fcntl(folder->lock, F_SETLK, &range) == 0) return true;
    if (errno == EACCES || errno == EAGAIN)
        snprintf(folder->message, sizeof folder->message,
                 "store '%s': another run is working on it; wait for it to finish, or use other --buckets",
                 folder->path);
    else
        snprintf(folder->message, sizeof folder->message, "cannot lock store '%s': %s", folder->path, strerror(errno));
    return false;
}

void store_file_name(char name[STORE_FILE_SIZE], unsigned ply, uint32_t bucket)
{
    snprintf(name, STORE_FILE_SIZE, "%02u-%05" PRIu32 SUFFIX, ply, bucket);
}

bool store_has(const struct store_folder *folder, unsigned ply, uint32_t bucket)
{
    char name[STORE_FILE_SIZE];
    store_file_name(name, ply, bucket);
    return faccessat(folder->folder, name, F_OK, 0) == 0;
}

/* Whether a name in the folder is one of our own: two digits, a hyphen, five digits, and the suffix. */
static bool is_bucket_name(const char *name)
{
    static const char *const endings[] = {STORE_NEW, STORE_RECEIVED};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t ending = strlen(endings[i]);
        if (length > ending && strcmp(name + length - ending, endings[i]) == 0) length -= ending;
    }
    if (length < strlen(NAME_WIDTH SUFFIX)) return false;
    if (strncmp(name + length - strlen(SUFFIX), SUFFIX, strlen(SUFFIX)) != 0) return false;
    return strspn(name, "0123456789-") == length - strlen(SUFFIX);
}

static bool is_temporary_name(const char *name)
{
    size_t length = strlen(name), ending = strlen(SUFFIX);
    return is_bucket_name(name) && strcmp(name + length - ending, SUFFIX) != 0;
}

static bool unreadable(struct store_folder *folder)
{
    snprintf(folder->message, sizeof folder->message, "cannot read store '%s': %s", folder->path, strerror(errno));
    return false;
}

bool store_list(struct store_folder *folder, unsigned ply, bool *files)
{
    DIR *entries = opendir(folder->path);
    if (entries == NULL) return unreadable(folder);
    memset(files, 0, folder->buckets * sizeof *files);
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        char *end;
        if (!is_bucket_name(entry->d_name) || is_temporary_name(entry->d_name)) continue;
        if (strtoul(entry->d_name, &end, 10) != ply || *end != '-') continue;
        unsigned long bucket = strtoul(end + 1, NULL, 10);
        if (bucket < folder->buckets) files[bucket] = true;
    }
    closedir(entries);
    return true;
}

/* Removes the files whose names satisfy is_kind. */
static bool remove_files(struct store_folder *folder, bool (*is_kind)(const char *name), unsigned *removed)
{
    DIR *entries = opendir(folder->path);
    *removed = 0;
    if (entries == NULL) return unreadable(folder);
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        if (!is_kind(entry->d_name)) continue;
        if (unlinkat(folder->folder, entry->d_name, 0) != 0) {
            failed(folder, entry->d_name, "cannot remove it: ", strerror(errno));
            closedir(entries);
            return false;
        }
        ++*removed;
    }
    closedir(entries);
    return true;
}

bool store_remove(struct store_folder *folder, unsigned *removed)
{
    return remove_files(folder, is_bucket_name, removed);
}

bool store_remove_temporary(struct store_folder *folder)
{
    unsigned removed;
    return remove_files(folder, is_temporary_name, &removed);
}

/* ---- Writing ---- */

static bool write_all(int file, const void *bytes, size_t size)
{
    const char *next = bytes;
    while (size > 0) {
        ssize_t written = write(file, next, size < (1u << 30) ? size : 1u << 30);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        next += written;
        size -= (size_t)written;
    }
    return true;
}

/* Makes sure that the new name in the folder survives a power failure. */
static bool sync_folder(const struct store_folder *folder)
{
    return fsync(folder->folder) == 0 || errno == EINVAL; /* some file systems do not support it */
}

static struct header header_of(const struct store_folder *folder, const pf_perft_children *children)
{
    struct header header = {
        .magic = MAGIC,
        .layout = LAYOUT,
        .buckets = folder->buckets,
        .ply = children->ply,
        .bucket = children->bucket,
        .records = children->starts[folder->buckets],
        .parents = children->parents,
        .ways = children->ways,
        .parent_ways = children->parent_ways,
        .version = PF_VERSION_TEXT,
    };
    snprintf(header.fen, sizeof header.fen, "%.*s", FEN_ROOM - 1, folder->fen); /* the rest of the field stays zero */
    return header;
}

static bool write_file(int file, const struct header *header, const struct store_section *sections,
                       const pf_perft_record *records)
{
    return write_all(file, header, sizeof *header) && write_all(file, sections, header->buckets * sizeof *sections) &&
           write_all(file, records, (size_t)header->records * RECORD_SIZE) && fsync(file) == 0;
}

bool store_write(struct store_folder *folder, const pf_perft_children *children)
{
    char name[STORE_FILE_SIZE], new_name[STORE_FILE_SIZE + sizeof STORE_NEW];
    store_file_name(name, children->ply, children->bucket);
    snprintf(new_name, sizeof new_name, "%s" STORE_NEW, name);
    struct store_section *sections = calloc(folder->buckets, sizeof *sections);
    if (sections == NULL) return failed(folder, name, "not enough memory for its index", "");
    for (uint32_t i = 0; i < folder->buckets; i++) {
        uint64_t size = children->starts[i + 1] - children->starts[i];
        const pf_perft_record *records = size > 0 ? children->records + children->starts[i] : NULL;
        sections[i] = (struct store_section){size, section_checksum(records, size, i)};
    }
    struct header header = header_of(folder, children);
    header.checksum = header_checksum(&header, sections);

    int file = store_open_file(folder, new_name, STORE_MAKE);
    bool opened = file >= 0;
    bool written = opened && write_file(file, &header, sections, children->records);
    int reason = errno;
    if (opened && close(file) != 0 && written) {
        written = false;
        reason = errno;
    }
    free(sections);
    if (written && (renameat(folder->folder, new_name, folder->folder, name) != 0 || !sync_folder(folder))) {
        written = false;
        reason = errno;
    }
    if (written) return true;
    if (opened) unlinkat(folder->folder, new_name, 0);
    return failed(folder, name, "cannot write it: ", store_reason(reason));
}

/* ---- Reading ---- */

static bool read_all(int file, void *bytes, size_t size, uint64_t offset)
{
    char *next = bytes;
    while (size > 0) {
        ssize_t got = pread(file, next, size < (1u << 30) ? size : 1u << 30, (off_t)offset);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        next += got;
        offset += (uint64_t)got;
        size -= (size_t)got;
    }
    return true;
}

static uint64_t records_offset(const struct store_folder *folder)
{
    return sizeof(struct header) + folder->buckets * sizeof(struct store_section);
}

/* Checks that a header is the one of the requested file. */
static bool check_header(struct store_folder *folder, const char *name, const struct header *header, unsigned ply,
                         uint32_t bucket)
{
    if (header->magic == SWAPPED_MAGIC)
        return failed(folder, name, "written on a machine with the other byte order",
                      "; continue there, or remove it to have it generated again");
    if (header->magic != MAGIC) return damaged(folder, name, "not a bucket of a store");
    if (header->layout != LAYOUT) return damaged(folder, name, "this version of plyforge cannot read its layout");
    if (header->buckets != folder->buckets || strncmp(header->fen, folder->fen, sizeof header->fen) != 0)
        return damaged(folder, name, "it belongs to another run");
    if (header->ply != ply || header->bucket != bucket)
        return damaged(folder, name, "it is the file of another bucket");
    return true;
}

/* Reads and checks the header and the index of a file. */
static bool read_index(struct store_folder *folder, unsigned ply, uint32_t bucket, struct header *header,
                       struct store_section *sections)
{
    char name[STORE_FILE_SIZE];
    struct stat status;
    store_file_name(name, ply, bucket);
    int file = store_open_file(folder, name, STORE_READ);
    if (file < 0) return failed(folder, name, store_reason(errno), "");
    bool read = fstat(file, &status) == 0 && read_all(file, header, sizeof *header, 0);
    bool good = read && check_header(folder, name, header, ply, bucket);
    bool has_index = good && read_all(file, sections, folder->buckets * sizeof *sections, sizeof *header);
    close(file);
    if (!read) return damaged(folder, name, "truncated");
    if (!good) return false;
    if (!has_index) return damaged(folder, name, "truncated");
    if (header_checksum(header, sections) != header->checksum) return damaged(folder, name, "damaged");
    uint64_t bytes = (uint64_t)status.st_size - records_offset(folder), records = 0;
    if (header->records > bytes / RECORD_SIZE) return damaged(folder, name, "truncated");
    for (uint32_t i = 0; i < folder->buckets && records <= header->records; i++) {
        uint64_t here = sections[i].records;
        records = here > header->records ? UINT64_MAX : records + here;
    }
    if (records != header->records || bytes != records * RECORD_SIZE) return damaged(folder, name, "damaged");
    return true;
}

bool store_open_ply(struct store_ply *out, struct store_folder *folder, unsigned ply)
{
    return store_open_some(out, folder, ply, NULL);
}

bool store_open_some(struct store_ply *out, struct store_folder *folder, unsigned ply, const bool *files)
{
    *out = (struct store_ply){.ply = ply};
    size_t buckets = folder->buckets;
    out->sections = calloc(buckets * buckets, sizeof *out->sections);
    if (out->sections == NULL) {
        snprintf(folder->message, sizeof folder->message,
                 "store '%s': not enough memory for the index of a ply with %" PRIu32 " buckets, %zu MiB", folder->path,
                 folder->buckets, buckets * buckets * sizeof *out->sections >> 20);
        return false;
    }
    for (uint32_t i = 0; i < folder->buckets; i++) {
        struct header header;
        if (files != NULL && !files[i]) continue;
        if (!read_index(folder, ply, i, &header, out->sections + i * buckets)) {
            store_close_ply(out);
            return false;
        }
        out->ways = pf_count_add(out->ways, header.ways);
        out->parent_ways = pf_count_add(out->parent_ways, header.parent_ways);
        out->parents += header.parents;
        out->records += header.records;
        out->bytes += records_offset(folder) + header.records * RECORD_SIZE;
    }
    return true;
}

void store_close_ply(struct store_ply *ply)
{
    free(ply->sections);
    ply->sections = NULL;
}

uint64_t store_size(const struct store_ply *ply, const struct store_folder *folder, uint32_t bucket)
{
    uint64_t size = 0;
    for (size_t from = 0; from < folder->buckets; from++)
        size += ply->sections[from * folder->buckets + bucket].records;
    return size;
}

bool store_read(const struct store_ply *ply, struct store_folder *folder, uint32_t bucket, pf_perft_record *records)
{
    for (uint32_t from = 0; from < folder->buckets; from++) {
        const struct store_section *sections = ply->sections + (size_t)from * folder->buckets;
        uint64_t size = sections[bucket].records, offset = records_offset(folder);
        if (size == 0) continue;
        for (uint32_t i = 0; i < bucket; i++) offset += sections[i].records * RECORD_SIZE;
        char name[STORE_FILE_SIZE];
        store_file_name(name, ply->ply, from);
        int file = store_open_file(folder, name, STORE_READ);
        if (file < 0) return failed(folder, name, store_reason(errno), "");
        bool read = read_all(file, records, (size_t)size * RECORD_SIZE, offset);
        close(file);
        if (!read) return damaged(folder, name, "truncated");
        if (section_checksum(records, size, bucket) != sections[bucket].checksum)
            return damaged(folder, name, "damaged");
        records += size;
    }
    return true;
}
