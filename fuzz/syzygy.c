/* Tables of any bytes: no byte outside is read, and an answer is a result or an error. The first bytes make a position
 * and choose the kind, the rest are the table, which is given the magic number and flags that it needs to be looked at.
 * Every table that the position's captures lead to is missing. */
#include "line.h"

/* Kings and the pieces of the first bytes; they need not be a position of a game, since probing must stand any. */
static bool take_men(bytes *in, pf_position *out)
{
    pf_setup setup = {.ep_square = PF_NO_SQUARE, .fullmove_number = 1};
    uint8_t how = take_byte(in);
    setup.squares[take_byte(in) & 63] = (uint8_t)pf_piece_of(PF_WHITE, PF_KING);
    setup.squares[take_byte(in) & 63] = (uint8_t)pf_piece_of(PF_BLACK, PF_KING);
    setup.turn = how & 1;
    for (unsigned count = 1 + how / 2 % 5; count > 0; count--) {
        uint8_t square = take_byte(in) & 63, piece = take_byte(in);
        setup.squares[square] = (uint8_t)pf_piece_of(piece & 1, piece / 2 % 5);
    }
    return pf_position_from_setup(out, &setup, PF_ACCEPT_LENIENT, NULL, NULL) == PF_OK &&
           pf_bitboard_count(pf_position_occupied(out)) > 2;
}

/* The material is the same on both sides. */
static bool is_symmetric(const char *name)
{
    const char *middle = strchr(name, 'v');
    size_t half = (size_t)(middle - name);
    return strlen(middle + 1) == half && memcmp(name, middle + 1, half) == 0;
}

static void probe(const pf_tablebase *tables, const pf_position *position)
{
    pf_wdl wdl = PF_WDL_DRAW;
    pf_tablebase_moves moves;
    pf_error error;
    int dtz = 0;
    pf_status status = pf_tablebase_read_wdl(tables, position, &wdl, &error);
    if (status == PF_OK) REQUIRE(wdl >= PF_WDL_LOSS && wdl <= PF_WDL_WIN && *pf_wdl_name(wdl));
    if (status != PF_OK) REQUIRE(status == PF_ERROR_NO_TABLE || status == PF_ERROR_TABLEBASE);
    status = pf_tablebase_read_dtz(tables, position, PF_WDL_WIN, &dtz, &error);
    if (status == PF_OK) REQUIRE(dtz == -1 || (dtz > 0 && dtz <= 2 * 65535 + 1));
    status = pf_tablebase_probe_wdl(tables, position, &wdl, &error);
    if (status == PF_OK) REQUIRE(wdl >= PF_WDL_LOSS && wdl <= PF_WDL_WIN);
    status = pf_tablebase_probe_dtz(tables, position, &dtz, &error);
    REQUIRE(status == PF_OK || status == PF_ERROR_NO_TABLE || status == PF_ERROR_TABLEBASE);
    if (pf_tablebase_rank_moves(tables, position, &moves, &error) == PF_OK)
        REQUIRE(moves.size == pf_count_legal(position));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t magics[2][4] = {{0x71, 0xe8, 0x23, 0x5d}, {0xd7, 0x66, 0x0c, 0xa5}};
    bytes in = {data, data + size};
    pf_position position;
    char name[PF_TABLEBASE_NAME_SIZE + 8];
    if (!take_men(&in, &position)) return 0;
    size_t length = pf_tablebase_name_of(name, sizeof name, &position);
    size_t rest = (size_t)(in.end - in.next);
    if (length == 0 || rest < 5) return 0;
    pf_tablebase *tables = pf_tablebase_create();
    uint8_t *copies[2];
    for (unsigned kind = 0; kind < 2; kind++) {
        copies[kind] = (uint8_t *)text_of(in.next, rest);
        memcpy(copies[kind], magics[kind], 4);
        copies[kind][4] = (uint8_t)((is_symmetric(name) ? 0 : 1) | (strchr(name, 'P') ? 2 : 0));
        memcpy(name + length, kind ? ".rtbz" : ".rtbw", 6);
        pf_error error = {0};
        pf_status status = pf_tablebase_add_bytes(tables, name, copies[kind], rest, &error);
        REQUIRE(status == PF_OK || (status == PF_ERROR_TABLEBASE && error.message[0]));
    }
    probe(tables, &position);
    pf_tablebase_destroy(tables);
    free(copies[0]);
    free(copies[1]);
    return 0;
}
