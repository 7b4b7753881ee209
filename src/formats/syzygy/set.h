/* Sets of tables: the tables that exist, and where their bytes are. */
#ifndef PLYFORGE_FORMATS_SYZYGY_SET_H
#define PLYFORGE_FORMATS_SYZYGY_SET_H

#include <stdatomic.h>

#include <plyforge/syzygy.h>

#include "formats/syzygy/table.h"

/* The source of a table: a path, or bytes provided by the caller. */
typedef struct pf_table_source {
    char *path;                       /* NULL if the source is bytes, or if there is no table */
    _Atomic(pf_syzygy_table *) table; /* NULL until it is needed */
} pf_table_source;

/* The tables of one combination of pieces. */
typedef struct pf_syzygy_entry {
    pf_material material;
    char name[PF_TABLEBASE_NAME_SIZE];
    bool has[PF_TABLE_KINDS];
    pf_table_source sources[PF_TABLE_KINDS];
} pf_syzygy_entry;

struct pf_tablebase {
    pf_numbering numbering;
    pf_syzygy_entry **entries; /* a hash table with open addressing; its size is a power of two, or 0 */
    size_t capacity, size;
    size_t counts[PF_TABLE_KINDS];
    unsigned most_men;
};

/* Reads the name of a file, such as "KQvK.rtbw": the pieces of its table, with the stronger side first, and its kind.
 * False if the name has another form. */
bool pf_table_name_read(const char *name, pf_material *material, pf_table_kind *kind);

/* Adds a table that is read when it is needed, unless there is one already (*is_new is false). Keeps a copy of path. */
pf_status pf_tablebase_add_path(pf_tablebase *tablebase, const char *name, const char *path, bool *is_new,
                                pf_error *error);

/* Maps a whole file into memory, where it remains after the file is closed. Fails with PF_ERROR_TABLEBASE or
 * PF_ERROR_NO_ROOM. */
pf_status pf_file_map(const char *path, const void **bytes, size_t *size, pf_error *error);
void pf_file_unmap(const void *bytes, size_t size);

/* The table of the entry, which must have one of this kind; it is opened if necessary. If two threads open it at the
 * same time, one of them discards its copy. */
pf_status pf_tablebase_table(const pf_tablebase *tablebase, pf_syzygy_entry *entry, pf_table_kind kind,
                             const pf_syzygy_table **out, pf_error *error);

/* The entry with these pieces, of either colour; NULL if there is none. */
pf_syzygy_entry *pf_tablebase_entry(const pf_tablebase *tablebase, const pf_material *material);

#endif
