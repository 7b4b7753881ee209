/* plyforge tb: looks up a position and its moves in Syzygy tablebases. */
#include "output/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tb_options {
    struct position_options position;
    const char *tables; /* directories */
    bool san;
    bool json;
};

#ifdef _WIN32
static const char separator[] = ";";
#else
static const char separator[] = ":";
#endif

/* The tables of all directories in the list. */
static pf_tablebase *open_tables(const char *directories)
{
    const char *list = directories;
    pf_tablebase *tables = pf_tablebase_create();
    if (tables == NULL) fail("not enough memory");
    while (*list) {
        size_t length = strcspn(list, separator), added = 0;
        char *directory = allocated(malloc(length + 1));
        pf_error error;
        memcpy(directory, list, length);
        directory[length] = '\0';
        list += length + (list[length] != '\0');
        if (length > 0 && pf_tablebase_add_directory(tables, directory, &added, &error) != PF_OK)
            refuse("%s: %s", directory, error.message);
        free(directory);
    }
    if (pf_tablebase_count_wdl(tables) + pf_tablebase_count_dtz(tables) == 0)
        refuse("there are no tables (files such as KQvK.rtbw) in '%s'", directories);
    return tables;
}

/* The results for a position. */
struct tb_answer {
    char fen[PF_FEN_SIZE];
    char table[PF_TABLEBASE_NAME_SIZE];
    pf_wdl wdl;
    int dtz;
    pf_tablebase_moves moves;
};

static void print_text(const struct tb_answer *answer, const pf_position *position, const struct tb_options *options)
{
    printf("%s: %s", answer->table, pf_wdl_name(answer->wdl));
    if (answer->dtz != 0) printf(", dtz %d", answer->dtz);
    puts("");
    for (uint32_t i = 0; i < answer->moves.size; i++) {
        const pf_tablebase_move *row = &answer->moves.moves[i];
        char text[PF_SAN_SIZE > PF_UCI_SIZE ? PF_SAN_SIZE : PF_UCI_SIZE];
        if (options->san)
            pf_move_to_san(text, sizeof text, position, row->move, PF_SAN_LETTERS);
        else
            write_move(text, row->move, options->position.chess960);
        printf("%-7s %-12s", text, pf_wdl_name((pf_wdl)row->wdl));
        if (row->dtz != 0)
            printf(" %4d\n", row->dtz);
        else
            printf("    -\n");
    }
}

static void print_json(const struct tb_answer *answer, const pf_position *position, const struct tb_options *options)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_string(&json, "fen", answer->fen);
    json_string(&json, "table", answer->table);
    json_string(&json, "result", pf_wdl_name(answer->wdl));
    json_integer(&json, "wdl", answer->wdl);
    json_integer(&json, "dtz", answer->dtz);
    json_open_array(&json, "moves");
    for (uint32_t i = 0; i < answer->moves.size; i++) {
        const pf_tablebase_move *row = &answer->moves.moves[i];
        char uci[PF_UCI_SIZE], san[PF_SAN_SIZE];
        write_move(uci, row->move, options->position.chess960);
        pf_move_to_san(san, sizeof san, position, row->move, PF_SAN_LETTERS);
        json_open_object(&json, NULL);
        json_string(&json, "uci", uci);
        json_string(&json, "san", san);
        json_string(&json, "result", pf_wdl_name((pf_wdl)row->wdl));
        json_integer(&json, "wdl", row->wdl);
        json_integer(&json, "dtz", row->dtz);
        json_close_object(&json);
    }
    json_close_array(&json);
    json_finish(&json);
}

static int run_tb(const void *context, const struct operands *operands)
{
    static struct tb_answer answer;
    const struct tb_options *options = context;
    if (options->tables == NULL) refuse("tb needs --tables DIRECTORY, the directory of the tablebases");
    required_fen(options->position.fen, operands, &tb_command); /* no table contains the start position */
    pf_position position = requested_position(&options->position);
    pf_tablebase *tables = open_tables(options->tables);
    pf_error error;
    if (pf_tablebase_probe_wdl(tables, &position, &answer.wdl, &error) != PF_OK ||
        pf_tablebase_probe_dtz(tables, &position, &answer.dtz, &error) != PF_OK ||
        pf_tablebase_rank_moves(tables, &position, &answer.moves, &error) != PF_OK)
        refuse("%s", error.message);
    write_fen(answer.fen, &position, options->position.chess960);
    pf_tablebase_name_of(answer.table, sizeof answer.table, &position);
    if (options->json)
        print_json(&answer, &position, options);
    else
        print_text(&answer, &position, options);
    pf_tablebase_destroy(tables);
    return STATUS_OK;
}

static const struct option_row option_rows[] = {
    POSITION_ROWS(struct tb_options),
    OPTION("tables", "DIRECTORY", "the directory of the tables, or several separated by ':'", read_file_name,
           struct tb_options, tables),
    OPTION("san", NULL, "print SAN (Kd2) instead of UCI notation; --json has both", read_flag, struct tb_options, san),
    JSON_ROW(struct tb_options),
    END_OF_OPTIONS,
};

static const struct tb_options defaults = {.position = POSITION_DEFAULTS};

const struct command tb_command = {
    .name = "tb",
    .operands = "",
    COMMAND_OPTIONS(option_rows, defaults),
    .summary = "look a position up in Syzygy tablebases",
    .description =
        "Prints the table that covers a position with few pieces, the result for the side to move, and the DTZ:\n"
        "the half-moves to the next capture or pawn move with best play, negative if the side to move loses.\n"
        "Then every legal move follows, best first, with the result and DTZ that it leads to.\n"
        "A cursed win and a blessed loss are draws by the fifty-move rule. For each move, the half-move clock of the\n"
        "FEN is taken into account. The directories must contain WDL (.rtbw) and DTZ (.rtbz) files, including those "
        "with fewer "
        "pieces.",
    .example = "  plyforge tb --tables syzygy --san \"8/8/8/8/8/2k5/8/K2R4 w - - 0 1\"",
    .run = run_tb,
};
