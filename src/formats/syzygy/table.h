/* One Syzygy table: a file in memory, which may be damaged or hostile. Opening a table checks that every section is
 * within the file. Reading a value checks every step that depends on the file's content, so that no byte outside the
 * file is ever read. */
#ifndef PLYFORGE_FORMATS_SYZYGY_TABLE_H
#define PLYFORGE_FORMATS_SYZYGY_TABLE_H

#include <plyforge/position.h>

#include "formats/syzygy/numbering.h"

typedef enum pf_table_kind { PF_TABLE_WDL, PF_TABLE_DTZ, PF_TABLE_KINDS } pf_table_kind;

/* The pieces of a table: how many there are of each type, four bits each, pawns lowest. */
typedef struct pf_material {
    uint32_t sides[2];
} pf_material;

enum { PF_LONGEST_CODE = 32, PF_DTZ_MAPS = 4 };

/* The values of one side to move, with the leading pawn on one file. */
typedef struct pf_table_part {
    pf_table_groups groups;
    uint8_t flags;
    bool is_single; /* all positions have the same value */
    uint8_t single;
    uint8_t block_bits, span_bits; /* log2 of the bytes in a block, and of the numbers between entries of the index */
    uint8_t shortest, longest;     /* of a code, in bits */
    uint16_t symbols;
    uint32_t blocks;
    uint64_t length_count; /* the number of blocks, including padding */
    uint64_t index_count;
    const uint8_t *lowest;  /* the first symbol of each length: two bytes */
    const uint8_t *pairs;   /* the two symbols that each symbol represents, in three bytes */
    const uint8_t *index;   /* block and offset of every span-th number, in six bytes */
    const uint8_t *lengths; /* the number of values in each block minus one, in two bytes */
    const uint8_t *blocks_begin;
    const uint8_t *maps[PF_DTZ_MAPS]; /* DTZ only: the value of each stored code, by result */
    uint16_t map_sizes[PF_DTZ_MAPS];
    uint8_t *values;                 /* the number of values that each symbol represents, minus one */
    uint64_t bases[PF_LONGEST_CODE]; /* the smallest code of each length, in the highest bits */
} pf_table_part;

typedef struct pf_syzygy_table {
    const uint8_t *bytes;
    size_t size;
    pf_table_kind kind;
    pf_material material;
    bool is_symmetric; /* both sides have the same pieces */
    bool has_pawns;
    uint8_t *values; /* the values arrays of all parts, on the heap */
    pf_table_part parts[PF_TABLE_FILES][2];
} pf_syzygy_table;

/* Reads the structure of a table of this material from bytes, which must remain valid while the table is used. Fails
 * with PF_ERROR_TABLEBASE if the bytes are not such a table, are truncated or are inconsistent, and with
 * PF_ERROR_NO_ROOM if memory has run out; in these cases out need not be closed. */
pf_status pf_table_open(pf_syzygy_table *out, pf_table_kind kind, const pf_material *material,
                        const pf_numbering *numbering, const void *bytes, size_t size, pf_error *error);

void pf_table_close(pf_syzygy_table *table);

/* The result of pf_table_probe. */
typedef enum pf_table_answer {
    PF_TABLE_FOUND,
    PF_TABLE_OTHER_SIDE, /* a DTZ table has values only for the other side to move */
    PF_TABLE_DAMAGED
} pf_table_answer;

/* The value of the position. It must have the table's pieces, possibly with colours swapped, and no pawns on the first
 * and last rank; material is that of the position. For DTZ, wdl is the result of the position, which is not 0, and the
 * value is at least 1. Tables ignore en passant. */
pf_table_answer pf_table_probe(const pf_syzygy_table *table, const pf_numbering *numbering, const pf_position *position,
                               const pf_material *material, int wdl, int *value);

/* The pieces of a position; more than eight of one kind, which no table has, count as eight. */
pf_material pf_material_of(const pf_position *position);

#endif
