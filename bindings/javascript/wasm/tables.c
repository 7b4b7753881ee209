/* Tablebases and names of openings for JavaScript, which loads the files and passes their bytes. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

#include "formats/syzygy/set.h"

/* There are no files here: every table comes from bytes. */
pf_status pf_file_map(const char *path, const void **bytes, size_t *size, pf_error *error)
{
    (void)path, (void)bytes, (void)size, (void)error;
    return PF_ERROR_UNSUPPORTED;
}

void pf_file_unmap(const void *bytes, size_t size)
{
    (void)bytes, (void)size;
}

/* Allocates memory for the bytes of a file, which JavaScript then writes; 0 if memory has run out. */
void *EXPORT(tables_room)(uint32_t size)
{
    return malloc(size ? size : 1);
}

void EXPORT(tables_release)(void *memory)
{
    free(memory);
}

pf_tablebase *EXPORT(tables_new)(void)
{
    return pf_tablebase_create();
}

void EXPORT(tables_destroy)(pf_tablebase *tables)
{
    pf_tablebase_destroy(tables);
}

/* io.text: the name of the file. io.out: whether the bytes are now in use (not if the same table was added before), the
 * number of tables, and the largest number of pieces. */
uint32_t EXPORT(tables_add)(pf_tablebase *tables, uint32_t name_length, const void *bytes, uint32_t size)
{
    size_t before = pf_tablebase_count_wdl(tables) + pf_tablebase_count_dtz(tables);
    io.text[name_length < TEXT_SIZE ? name_length : TEXT_SIZE - 1] = '\0';
    pf_status status = pf_tablebase_add_bytes(tables, io.text, bytes, size, &io.error);
    size_t after = pf_tablebase_count_wdl(tables) + pf_tablebase_count_dtz(tables);
    io.out[0] = after > before;
    io.out[1] = (uint32_t)after;
    io.out[2] = pf_tablebase_most_men(tables);
    return status;
}

/* io.out[0]: the result plus 2. */
uint32_t EXPORT(tables_wdl)(const pf_tablebase *tables)
{
    pf_wdl wdl = PF_WDL_DRAW;
    pf_status status = pf_tablebase_probe_wdl(tables, current, &wdl, &io.error);
    io.out[0] = (uint32_t)(wdl + 2);
    return status;
}

/* io.out[0]: the distance, as a signed 32-bit number. */
uint32_t EXPORT(tables_dtz)(const pf_tablebase *tables)
{
    int dtz = 0;
    pf_status status = pf_tablebase_probe_dtz(tables, current, &dtz, &io.error);
    io.out[0] = (uint32_t)dtz;
    return status;
}

/* io.out[0]: the number of moves. io.text: three 32-bit numbers for each: the move, its result plus 2, and its
 * distance. */
uint32_t EXPORT(tables_rank)(const pf_tablebase *tables)
{
    static pf_tablebase_moves moves;
    pf_status status = pf_tablebase_rank_moves(tables, current, &moves, &io.error);
    io.out[0] = moves.size;
    for (uint32_t i = 0; i < moves.size; i++) {
        int32_t row[3] = {moves.moves[i].move, moves.moves[i].wdl + 2, moves.moves[i].dtz};
        memcpy(io.text + i * sizeof row, row, sizeof row);
    }
    return status;
}

/* ---- Openings ---- */

pf_openings *EXPORT(openings_new)(void)
{
    return pf_openings_create();
}

void EXPORT(openings_destroy)(pf_openings *openings)
{
    pf_openings_destroy(openings);
}

/* io.out[0]: the number of positions that have a name. */
uint32_t EXPORT(openings_read)(pf_openings *openings, const char *text, uint32_t length)
{
    pf_status status = pf_openings_read(openings, text, length, &io.error);
    io.out[0] = (uint32_t)pf_openings_size(openings);
    return status;
}

/* io.out: the addresses of ECO code and name, and the number of plies. False if there is no name. */
uint32_t EXPORT(openings_find)(const pf_openings *openings)
{
    pf_opening found;
    if (!pf_opening_of(openings, current, &found)) return 0;
    io.out[0] = (uint32_t)(uintptr_t)found.eco;
    io.out[1] = (uint32_t)(uintptr_t)found.name;
    io.out[2] = found.plies;
    return 1;
}
