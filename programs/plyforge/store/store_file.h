/* The folder of perft --store: a file for the children of each bucket of each stored ply, and a lock file. The counts
 * are in the ledgers next to them (ledger.h). A function that returns false has written the reason, with the name of
 * the file and the remedy, into the message of the folder. */
#ifndef PLYFORGE_PROGRAM_STORE_FILE_H
#define PLYFORGE_PROGRAM_STORE_FILE_H

#include <plyforge.h>
#include <plyforge/experimental.h>

/* The maximum number of buckets of a new store. The index of a ply has a section for each pair of buckets and is
 * completely in memory: 1 GiB for this many. */
enum { STORE_MAX_BUCKETS = 8192 };

/* The capacity for the name of a file. */
enum { STORE_NAME_SIZE = 4096 };

/* The suffix of the names of its ledgers. */
#define STORE_LEDGER ".ledger"
bool store_is_ledger_name(const char *name);

/* Whether a folder has ledgers. */
bool store_has_ledger(const char *path);

struct store_folder {
    const char *path;           /* the caller's */
    char fen[PF_FEN_SIZE + 16]; /* with the name of a variant: see KEPT_FEN_SIZE */
    uint32_t buckets;
    int folder, lock; /* descriptors; -1: none */
    char message[STORE_NAME_SIZE + 1024];
};

/* Whether to open a store to inspect it, which changes nothing in the folder and takes no locks, to change an existing
 * one, or to create it. fen and buckets may be set later. */
enum store_use { STORE_LOOK, STORE_CHANGE, STORE_CREATE };
bool store_open(struct store_folder *out, const char *path, enum store_use use);
void store_close(struct store_folder *folder);

/* Opens a file in the folder: for reading, to create a new one that replaces an existing one, or for appending. A store
 * may come from an untrusted source, so links are not followed, and opening a pipe does not block. Returns -1 and sets
 * errno on failure; errno is ELOOP for anything but a regular file. */
enum store_access { STORE_READ, STORE_MAKE, STORE_APPEND };
int store_open_file(const struct store_folder *folder, const char *name, enum store_access access);

/* The reason, for the value of errno after store_open_file has returned -1. */
const char *store_reason(int number);

/* Locks of a store. STORE_PLIES is held shared while plies are read and exclusively while they are made or removed;
 * STORE_BUCKETS + i is held exclusively by the run that counts bucket i. False if another process holds one of them;
 * the message then reports that. */
enum { STORE_PLIES, STORE_BUCKETS };
enum store_lock { STORE_SHARED, STORE_EXCLUSIVE };
bool store_lock(struct store_folder *folder, enum store_lock kind, uint32_t first, uint32_t size);

/* The name of a bucket's file in the folder: "05-00012.bucket". */
enum { STORE_FILE_SIZE = 48 };
void store_file_name(char name[STORE_FILE_SIZE], unsigned ply, uint32_t bucket);
bool store_has(const struct store_folder *folder, unsigned ply, uint32_t bucket);

/* Lists the files of a ply in the folder; files must have an element for each bucket. */
bool store_list(struct store_folder *folder, unsigned ply, bool *files);

/* Suffixes of files that are needed only by the process that created them, and that may be removed. */
#define STORE_NEW      ".new"      /* not complete yet */
#define STORE_RECEIVED ".received" /* records that belong to the bucket, from other folders */

/* Writes a file under a temporary name, synchronises it to the disk and renames it: either the whole file exists or
 * none of it. */
bool store_write(struct store_folder *folder, const pf_perft_children *children);

/* The index of a ply whose files are all there. */
struct store_section;
struct store_ply {
    unsigned ply;
    struct store_section *sections; /* buckets * buckets elements; NULL: the ply is not open */
    pf_count ways, parent_ways;
    uint64_t parents; /* the number of distinct positions of the ply above */
    uint64_t records, bytes;
};

/* Reads and checks the headers of all files. */
bool store_open_ply(struct store_ply *out, struct store_folder *folder, unsigned ply);

/* Like store_open_ply for some of the files; the others are treated as empty. */
bool store_open_some(struct store_ply *out, struct store_folder *folder, unsigned ply, const bool *files);
void store_close_ply(struct store_ply *ply);

/* The records that belong to a bucket: the first function returns their number; the second one reads them, and fails
 * unless all their checksums are right. */
uint64_t store_size(const struct store_ply *ply, const struct store_folder *folder, uint32_t bucket);
bool store_read(const struct store_ply *ply, struct store_folder *folder, uint32_t bucket, pf_perft_record *records);

/* Removes the files of all plies, and the incomplete files of killed runs; *removed is the number of files. */
bool store_remove(struct store_folder *folder, unsigned *removed);

/* Removes only leftovers of a killed run that are useless to other runs: STORE_NEW and STORE_RECEIVED. */
bool store_remove_temporary(struct store_folder *folder);

#endif
