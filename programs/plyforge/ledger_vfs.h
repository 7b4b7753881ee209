/* How SQLite reaches the files of a ledger. A database from somebody else can make SQLite open, change and delete files
 * that it names: a journal names the journal of a transaction over several databases, which SQLite deletes. So each
 * ledger has a VFS that knows the ledger, its journal, its log and the index of the log, and refuses every other name.
 * A ledger that is only looked at has a VFS whose files are copies in memory: nothing on the disk can change, and what
 * a run killed in the middle had committed is still read. */
#ifndef PLYFORGE_PROGRAM_LEDGER_VFS_H
#define PLYFORGE_PROGRAM_LEDGER_VFS_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most bytes of a ledger that is only looked at, log included: millions of subtrees. */
#define LEDGER_LARGEST (UINT64_C(1) << 30)

/* A copy of a file in memory. */
struct ledger_copy {
    unsigned char *bytes;
    size_t size;
    bool exists;
};

enum { LEDGER_MAIN, LEDGER_JOURNAL, LEDGER_WAL, LEDGER_SHM, LEDGER_FILES };

struct ledger_vfs {
    sqlite3_vfs vfs;     /* the first member, by which SQLite gives the whole back */
    sqlite3_vfs *system; /* that of this machine */
    char *name;          /* of the ledger as SQLite has it */
    const char *given;   /* the caller's name of the ledger if it may not be a link, or NULL */
    const char *refused; /* why a file was refused, or NULL */
    bool registered;
    char vfs_name[48];
    struct ledger_copy copies[LEDGER_WAL + 1]; /* of a ledger that is only looked at */
};

/* Prepares a ledger that is written, which may not be there yet, or copies one that is only looked at. Returns NULL, or
 * the reason why that is not possible, which is valid until errno changes. A symbolic link is read only where
 * follows_link is set. The struct must stay where it is. */
const char *ledger_vfs_to_write(struct ledger_vfs *out, const char *path);
const char *ledger_vfs_to_read(struct ledger_vfs *out, const char *path, bool follows_link);

/* Opens the database; a status of SQLite. */
int ledger_vfs_open(struct ledger_vfs *it, sqlite3 **database);

/* To be called after the database has been closed. */
void ledger_vfs_end(struct ledger_vfs *it);

#endif
