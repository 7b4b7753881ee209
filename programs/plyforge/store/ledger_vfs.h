/* The VFS through which SQLite accesses the files of a ledger. An untrusted database can make SQLite open, change and
 * delete other files: for example, a journal can name the journal of a transaction over several databases, which SQLite
 * then deletes. So each ledger has a VFS that permits only the ledger, its journal, its log and the index of the log,
 * and refuses every other name. For a ledger that is only read, the files of the VFS are copies in memory: nothing on
 * disk can change, and everything that a killed run had committed is still read. */
#ifndef PLYFORGE_PROGRAM_LEDGER_VFS_H
#define PLYFORGE_PROGRAM_LEDGER_VFS_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The maximum size of a ledger that is only read, including its log. It is enough for millions of subtrees. */
#define LEDGER_LARGEST (UINT64_C(1) << 30)

/* A copy of a file in memory. */
struct ledger_copy {
    unsigned char *bytes;
    size_t size;
    bool exists;
};

enum { LEDGER_MAIN, LEDGER_JOURNAL, LEDGER_WAL, LEDGER_SHM, LEDGER_FILES };

struct ledger_vfs {
    sqlite3_vfs vfs;     /* the first member, because SQLite passes a pointer to it to the functions */
    sqlite3_vfs *system; /* the default VFS of this machine */
    char *name;          /* the name of the ledger as SQLite knows it */
    const char *given;   /* the caller's name of the ledger if links are not allowed, or NULL */
    const char *refused; /* why a file was refused, or NULL */
    bool registered;
    char vfs_name[48];
    struct ledger_copy copies[LEDGER_WAL + 1]; /* only for a ledger that is read */
};

/* The first function prepares a ledger for writing, which need not exist yet; the second one copies a ledger that is
 * only read. Each returns NULL, or the reason for a failure, which is valid until errno changes. A symbolic link is
 * followed only if follows_link is set. The struct must not be moved afterwards. */
const char *ledger_vfs_to_write(struct ledger_vfs *out, const char *path);
const char *ledger_vfs_to_read(struct ledger_vfs *out, const char *path, bool follows_link);

/* Opens the database; returns a status of SQLite. */
int ledger_vfs_open(struct ledger_vfs *it, sqlite3 **database);

/* Call this after the database has been closed. */
void ledger_vfs_end(struct ledger_vfs *it);

#endif
