/* Batches of FENs and of packed positions: every row is what the function for one position gives, however many rows are
 * read at once. The first byte chooses how the input is read; the rest is text or packed positions. */
#include "fuzz.h"

enum { ROOM = 8 };

typedef struct batch {
    pf_position positions[ROOM];
    uint8_t statuses[ROOM];
    pf_error errors[ROOM];
    pf_position_rows rows;
} batch;

static void begin(batch *all)
{
    memset(all, 0xa5, sizeof *all);
    all->rows = (pf_position_rows){all->positions, all->statuses, all->errors};
}

static void check_row(const batch *all, size_t row, pf_status status, const pf_position *position,
                      const pf_error *error)
{
    pf_position start = pf_position_start();
    REQUIRE(all->statuses[row] == status && all->errors[row].code == status);
    REQUIRE(memcmp(&all->positions[row], status == PF_OK ? position : &start, sizeof start) == 0);
    if (status == PF_OK) return;
    REQUIRE(all->errors[row].offset == error->offset);
    REQUIRE(strcmp(all->errors[row].message, error->message) == 0);
}

/* Lines, some at a time, against their FENs one by one. */
static void check_lines(const char *text, size_t size, size_t room, pf_accept accept)
{
    for (size_t at = 0; at < size;) {
        batch all;
        size_t rows, used, wrong = 0;
        begin(&all);
        size_t found = pf_positions_from_fen_lines(&all.rows, room, text + at, size - at, accept, &rows, &used);
        REQUIRE(used > 0 && at + used <= size && rows > 0 && rows <= room);
        REQUIRE(rows == room || at + used == size);
        const char *lines[ROOM];
        size_t lengths[ROOM];
        const char *line = text + at, *end = line + used;
        for (size_t row = 0; row < rows; row++) {
            const char *stop = memchr(line, '\n', (size_t)(end - line));
            lines[row] = line;
            lengths[row] = (size_t)((stop ? stop : end) - line);
            line = stop ? stop + 1 : end;
            pf_position position;
            pf_error error;
            pf_status status = pf_position_from_fen(&position, lines[row], lengths[row], accept, NULL, &error);
            check_row(&all, row, status, &position, &error);
            wrong += status != PF_OK;
        }
        REQUIRE(line == end && found == wrong);
        batch again;
        begin(&again);
        REQUIRE(pf_positions_from_fens(&again.rows, lines, lengths, rows, accept) == wrong);
        REQUIRE(memcmp(again.positions, all.positions, sizeof all.positions) == 0);
        REQUIRE(memcmp(again.statuses, all.statuses, sizeof all.statuses) == 0);
        at += used;
    }
}

static void check_packed(const char *bytes, size_t size, size_t stride, size_t room, pf_accept accept)
{
    size_t count = size < sizeof(pf_packed) ? 0 : 1 + (size - sizeof(pf_packed)) / stride;
    for (size_t at = 0; at < count; at += room) {
        batch all;
        size_t rows = count - at < room ? count - at : room, wrong = 0;
        begin(&all);
        size_t found = pf_positions_unpack(&all.rows, bytes + at * stride, stride, rows, accept);
        for (size_t row = 0; row < rows; row++) {
            pf_packed packed, back;
            pf_position position;
            pf_error error;
            memcpy(&packed, bytes + (at + row) * stride, sizeof packed);
            pf_status status = pf_position_unpack(&position, &packed, accept, &error);
            check_row(&all, row, status, &position, &error);
            wrong += status != PF_OK;
            if (status != PF_OK) continue;
            pf_position_pack(&back, &all.positions[row]);
            REQUIRE(memcmp(&back, &packed, sizeof back) == 0);
        }
        REQUIRE(found == wrong);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    const unsigned choice = data[0];
    char *text = text_of(data + 1, size - 1);
    const pf_accept accept = choice & (PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960);
    const size_t room = 1 + (choice >> 2) % ROOM;
    if (choice & 128)
        check_packed(text, size - 1, choice & 64 ? 32 : sizeof(pf_packed), room, accept);
    else
        check_lines(text, size - 1, room, accept);
    free(text);
    return 0;
}
