/* Sets of tables; see set.h. Access to files is in files.c. */
#include "formats/syzygy/set.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const char letters[] = "PNBRQK";

/* ---- Names ---- */

static unsigned men_of_side(uint32_t side)
{
    unsigned men = 0;
    for (; side; side >>= 4) men += side & 15;
    return men;
}

static unsigned men_of(const pf_material *material)
{
    return men_of_side(material->sides[PF_WHITE]) + men_of_side(material->sides[PF_BLACK]);
}

/* Compares by number of pieces first, then by the most valuable piece type in whose number the two sides differ. */
static bool is_stronger(uint32_t side, uint32_t than)
{
    unsigned men = men_of_side(side), others = men_of_side(than);
    return men != others ? men > others : side > than;
}

/* Reads the pieces of one side: a king, then the others in any order. Advances past them; returns 0 for anything
 * else. */
static uint32_t read_side(const char **name, unsigned *men)
{
    uint32_t side = 0;
    if (**name != 'K') return 0;
    for (; **name >= 'A' && **name <= 'Z'; ++*name) {
        const char *letter = strchr(letters, **name);
        if (!letter || ++*men > PF_TABLEBASE_MOST_MEN) return 0;
        side += 1u << 4 * (letter - letters);
    }
    return side >> 4 * PF_KING == 1 ? side : 0;
}

/* strcmp, which a target without libc need not have. */
static bool is_equal(const char *text, const char *other)
{
    while (*text && *text == *other) text++, other++;
    return *text == *other;
}

bool pf_table_name_read(const char *name, pf_material *material, pf_table_kind *kind)
{
    unsigned men = 0;
    material->sides[PF_WHITE] = read_side(&name, &men);
    if (!material->sides[PF_WHITE] || *name++ != 'v') return false;
    material->sides[PF_BLACK] = read_side(&name, &men);
    if (!material->sides[PF_BLACK] || men < 3) return false;
    if (is_stronger(material->sides[PF_BLACK], material->sides[PF_WHITE])) return false; /* the wrong order */
    *kind = PF_TABLE_WDL;
    if (is_equal(name, ".rtbw")) return true;
    *kind = PF_TABLE_DTZ;
    return is_equal(name, ".rtbz");
}

size_t pf_tablebase_name_of(char *buffer, size_t size, const pf_position *position)
{
    pf_text text = pf_text_begin(buffer, size);
    pf_material material = pf_material_of(position);
    bool has_kings = true;
    for (unsigned i = 0; i < 2; i++) has_kings &= material.sides[i] >> 4 * PF_KING == 1;
    if (has_kings && men_of(&material) <= PF_TABLEBASE_MOST_MEN &&
        pf_position_variant(position) == PF_VARIANT_STANDARD) {
        bool swap = is_stronger(material.sides[PF_BLACK], material.sides[PF_WHITE]);
        for (unsigned i = 0; i < 2; i++) {
            uint32_t side = material.sides[i ^ (unsigned)swap];
            if (i == 1) pf_text_char(&text, 'v');
            for (unsigned type = PF_KING + 1; type-- > PF_PAWN;)
                for (unsigned count = side >> 4 * type & 15; count > 0; count--) pf_text_char(&text, letters[type]);
        }
    }
    return pf_text_end(&text);
}

const char *pf_wdl_name(pf_wdl wdl)
{
    static const char *const names[] = {"loss", "blessed loss", "draw", "cursed win", "win"};
    return (unsigned)(wdl + 2) < 5 ? names[wdl + 2] : "";
}

/* ---- The hash table ---- */

/* The slot of the entry, or the empty slot where it would be. It is the same if the colours are swapped. */
static size_t place_of(const pf_tablebase *tablebase, const pf_material *material)
{
    uint64_t a = material->sides[PF_WHITE], b = material->sides[PF_BLACK];
    uint64_t hash = ((a > b ? a << 32 | b : b << 32 | a) * UINT64_C(0x9e3779b97f4a7c15)) >> 32;
    for (size_t place = (size_t)hash;; place++) {
        const pf_syzygy_entry *entry = tablebase->entries[place & (tablebase->capacity - 1)];
        if (!entry) return place & (tablebase->capacity - 1);
        uint64_t c = entry->material.sides[PF_WHITE], d = entry->material.sides[PF_BLACK];
        if ((a == c && b == d) || (a == d && b == c)) return place & (tablebase->capacity - 1);
    }
}

pf_syzygy_entry *pf_tablebase_entry(const pf_tablebase *tablebase, const pf_material *material)
{
    return tablebase->capacity ? tablebase->entries[place_of(tablebase, material)] : NULL;
}

static bool grow(pf_tablebase *tablebase)
{
    size_t old = tablebase->capacity;
    pf_syzygy_entry **entries = tablebase->entries;
    if (2 * tablebase->size < old) return true;
    tablebase->capacity = old ? 2 * old : 64;
    tablebase->entries = calloc(tablebase->capacity, sizeof *tablebase->entries);
    if (!tablebase->entries) {
        tablebase->capacity = old;
        tablebase->entries = entries;
        return false;
    }
    for (size_t i = 0; i < old; i++)
        if (entries[i]) tablebase->entries[place_of(tablebase, &entries[i]->material)] = entries[i];
    free(entries);
    return true;
}

/* The entry of this name, which is created if it does not exist; NULL if memory has run out. */
static pf_syzygy_entry *make_entry(pf_tablebase *tablebase, const pf_material *material, const char *name)
{
    if (!grow(tablebase)) return NULL;
    pf_syzygy_entry **entry = &tablebase->entries[place_of(tablebase, material)];
    if (*entry) return *entry;
    *entry = calloc(1, sizeof **entry);
    if (!*entry) return NULL;
    (*entry)->material = *material;
    for (unsigned i = 0; name[i] != '.' && i + 1 < PF_TABLEBASE_NAME_SIZE; i++) (*entry)->name[i] = name[i];
    tablebase->size++;
    return *entry;
}

pf_tablebase *pf_tablebase_create(void)
{
    pf_tablebase *tablebase = calloc(1, sizeof *tablebase);
    if (tablebase) pf_numbering_init(&tablebase->numbering);
    return tablebase;
}

static void close_source(pf_table_source *source)
{
    pf_syzygy_table *table = atomic_load(&source->table);
    if (table) {
        if (source->path) pf_file_unmap(table->bytes, table->size);
        pf_table_close(table);
        free(table);
    }
    free(source->path);
}

void pf_tablebase_destroy(pf_tablebase *tablebase)
{
    if (!tablebase) return;
    for (size_t i = 0; i < tablebase->capacity; i++) {
        pf_syzygy_entry *entry = tablebase->entries[i];
        if (!entry) continue;
        for (unsigned kind = 0; kind < PF_TABLE_KINDS; kind++) close_source(&entry->sources[kind]);
        free(entry);
    }
    free(tablebase->entries);
    free(tablebase);
}

size_t pf_tablebase_count_wdl(const pf_tablebase *tablebase)
{
    return tablebase->counts[PF_TABLE_WDL];
}

size_t pf_tablebase_count_dtz(const pf_tablebase *tablebase)
{
    return tablebase->counts[PF_TABLE_DTZ];
}

unsigned pf_tablebase_most_men(const pf_tablebase *tablebase)
{
    return tablebase->most_men;
}

/* ---- Adding ---- */

static pf_status no_memory(pf_error *error)
{
    return pf_fail(error, PF_ERROR_NO_ROOM, 0, "not enough memory for tables");
}

static void count_table(pf_tablebase *tablebase, pf_syzygy_entry *entry, pf_table_kind kind)
{
    unsigned men = men_of(&entry->material);
    entry->has[kind] = true;
    tablebase->counts[kind]++;
    if (kind == PF_TABLE_WDL && men > tablebase->most_men) tablebase->most_men = men;
}

static pf_status read_name(const char *name, pf_material *material, pf_table_kind *kind, pf_error *error)
{
    if (pf_table_name_read(name, material, kind)) return PF_OK;
    return pf_fail(error, PF_ERROR_TABLEBASE, 0,
                   "not the name of a table of up to 7 men, such as KQvK.rtbw or KQvK.rtbz");
}

pf_status pf_tablebase_add_path(pf_tablebase *tablebase, const char *name, const char *path, bool *is_new,
                                pf_error *error)
{
    pf_material material;
    pf_table_kind kind;
    pf_status status = read_name(name, &material, &kind, error);
    *is_new = false;
    if (status != PF_OK) return status;
    pf_syzygy_entry *entry = make_entry(tablebase, &material, name);
    if (!entry) return no_memory(error);
    if (entry->has[kind]) return PF_OK;
    size_t length = strlen(path) + 1;
    char *copy = malloc(length);
    if (!copy) return no_memory(error);
    memcpy(copy, path, length);
    entry->sources[kind].path = copy;
    count_table(tablebase, entry, kind);
    *is_new = true;
    return PF_OK;
}

/* Puts the name of the table in front of the error message. */
static pf_status name_error(pf_error *error, const pf_syzygy_entry *entry, pf_table_kind kind, pf_status status)
{
    if (!error) return status;
    pf_error cause = *error;
    pf_text text = pf_text_begin(error->message, sizeof error->message);
    pf_text_string(&text, entry->name);
    pf_text_string(&text, kind == PF_TABLE_WDL ? ".rtbw: " : ".rtbz: ");
    pf_text_string(&text, cause.message);
    pf_text_end(&text);
    return status;
}

/* Opens a table, which is allocated on the heap. */
static pf_status open_table(const pf_tablebase *tablebase, const pf_syzygy_entry *entry, pf_table_kind kind,
                            const void *bytes, size_t size, pf_syzygy_table **out, pf_error *error)
{
    pf_syzygy_table *table = malloc(sizeof *table);
    if (!table) return no_memory(error);
    pf_status status = pf_table_open(table, kind, &entry->material, &tablebase->numbering, bytes, size, error);
    if (status != PF_OK) {
        free(table);
        return name_error(error, entry, kind, status);
    }
    *out = table;
    return PF_OK;
}

pf_status pf_tablebase_add_bytes(pf_tablebase *tablebase, const char *name, const void *bytes, size_t size,
                                 pf_error *error)
{
    pf_material material;
    pf_table_kind kind;
    pf_syzygy_table *table = NULL;
    pf_status status = read_name(name, &material, &kind, error);
    if (status != PF_OK) return status;
    pf_syzygy_entry *entry = make_entry(tablebase, &material, name);
    if (!entry) return no_memory(error);
    status = open_table(tablebase, entry, kind, bytes, size, &table, error);
    if (status != PF_OK) return status;
    if (entry->has[kind]) { /* the table that was added first is kept */
        pf_table_close(table);
        free(table);
        return PF_OK;
    }
    atomic_store(&entry->sources[kind].table, table);
    count_table(tablebase, entry, kind);
    return PF_OK;
}

pf_status pf_tablebase_table(const pf_tablebase *tablebase, pf_syzygy_entry *entry, pf_table_kind kind,
                             const pf_syzygy_table **out, pf_error *error)
{
    pf_table_source *source = &entry->sources[kind];
    pf_syzygy_table *table = atomic_load_explicit(&source->table, memory_order_acquire);
    if (!table) {
        const void *bytes;
        size_t size;
        pf_status status = pf_file_map(source->path, &bytes, &size, error);
        if (status != PF_OK) return name_error(error, entry, kind, status);
        status = open_table(tablebase, entry, kind, bytes, size, &table, error);
        if (status != PF_OK) {
            pf_file_unmap(bytes, size);
            return status;
        }
        pf_syzygy_table *other = NULL;
        if (!atomic_compare_exchange_strong(&source->table, &other, table)) { /* another thread opened it first */
            pf_file_unmap(bytes, size);
            pf_table_close(table);
            free(table);
            table = other;
        }
    }
    *out = table;
    return PF_OK;
}
