/* plyforge unmoves: lists the moves that could have led to a position, or counts the lines that lead to it. */
#include "output/json.h"
#include "platform/interrupt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct unmoves_options {
    const char *fen;
    bool chess960, lenient, json;
    pf_variant variant; /* anything but standard chess is refused */
    pf_castling_style castling;
    bool counts;    /* --depth was given */
    unsigned depth; /* the argument of --depth */
    bool all_rights;
    pf_retro_ep ep_before;
    bool no_unpromotions;
    struct pockets {
        bool are_given;
        uint8_t counts[2][5]; /* the same as in pf_retro_options */
    } pockets;
};

/* A predecessor as text. */
struct predecessor {
    char uci[PF_UCI_SIZE];
    char captured; /* the letter of the captured piece as in a FEN, or '\0' if there was none */
    char fen[PF_FEN_SIZE];
};

static pf_retro_options retro_options(const struct unmoves_options *options)
{
    pf_retro_options retro = {
        .accept = acceptance(options->lenient, options->chess960, options->variant),
        .castling = options->all_rights ? PF_RETRO_CASTLING_ALL : PF_RETRO_CASTLING_SAME,
        .ep = options->ep_before,
        .no_unpromotions = options->no_unpromotions,
        .use_pockets = options->pockets.are_given,
    };
    memcpy(retro.pockets, options->pockets.counts, sizeof retro.pockets);
    return retro;
}

/* ---- One move back ---- */

static int compare_predecessors(const void *a, const void *b)
{
    const struct predecessor *x = a, *y = b;
    int order = strcmp(x->uci, y->uci);
    return order != 0 ? order : strcmp(x->fen, y->fen);
}

/* The en passant square is always written, because the user asked for it. */
static void describe(struct predecessor *out, const pf_position *before, const pf_retraction *how,
                     const struct unmoves_options *options)
{
    write_move(out->uci, how->move, options->chess960);
    out->captured = how->captured == PF_NO_PIECE_TYPE ? '\0' : "PNBRQ"[how->captured];
    if (out->captured != '\0' && before->turn == PF_WHITE) out->captured = "pnbrq"[how->captured];
    pf_position_to_fen(out->fen, sizeof out->fen, before, options->castling, PF_EP_ALWAYS);
}

static void print_json(const char *fen, const struct predecessor *predecessors, size_t size)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_string(&json, "fen", fen);
    json_unsigned(&json, "count", size);
    json_open_array(&json, "predecessors");
    for (size_t i = 0; i < size; i++) {
        const char captured[2] = {predecessors[i].captured, '\0'};
        json_open_object(&json, NULL);
        json_string(&json, "move", predecessors[i].uci);
        json_string(&json, "captured", captured[0] != '\0' ? captured : NULL);
        json_string(&json, "fen", predecessors[i].fen);
        json_close_object(&json);
    }
    json_close_array(&json);
    json_finish(&json);
}

static int list_predecessors(const pf_position *position, const pf_retro_options *retro,
                             const struct unmoves_options *options)
{
    size_t size = (size_t)pf_count_predecessors(position, retro), i = 0;
    struct predecessor *list = calloc(size > 0 ? size : 1, sizeof *list);
    if (list == NULL) {
        complain("not enough memory for %zu predecessors", size);
        return STATUS_FAILED;
    }
    pf_predecessors all;
    pf_position before;
    pf_retraction how;
    pf_predecessors_init(&all, position, retro);
    for (; pf_predecessors_next(&all, &before, &how); i++) describe(&list[i], &before, &how, options);
    qsort(list, size, sizeof *list, compare_predecessors);

    if (options->json) {
        char fen[PF_FEN_SIZE];
        pf_position_to_fen(fen, sizeof fen, position, options->castling, PF_EP_LEGAL);
        print_json(fen, list, size);
    } else {
        for (i = 0; i < size; i++) printf("%-5s %s\n", list[i].uci, list[i].fen);
    }
    free(list);
    return STATUS_OK;
}

/* ---- Several moves back ---- */

/* Counts the lines of depth moves that lead here. Captured pieces that are put back are taken from the pocket. Stops
 * early after Ctrl-C. */
static pf_count count_lines(const pf_position *position, const pf_retro_options *options, unsigned depth)
{
    if (depth == 0) return pf_count_of(1);
    if (depth == 1) return pf_count_of(pf_count_predecessors(position, options));
    pf_count sum = pf_count_of(0);
    pf_predecessors all;
    pf_position before;
    pf_retraction how;
    pf_predecessors_init(&all, position, options);
    while (!was_interrupted() && pf_predecessors_next(&all, &before, &how)) {
        pf_retro_options rest = *options;
        if (how.captured != PF_NO_PIECE_TYPE && rest.use_pockets) rest.pockets[position->turn][how.captured]--;
        sum = pf_count_add(sum, count_lines(&before, &rest, depth - 1));
    }
    return sum;
}

static void print_counts_json(const char *fen, const pf_count *lines, unsigned depth)
{
    struct json json = {0};
    json_begin_count(&json, fen, depth);
    json_open_array(&json, "unmoves");
    for (unsigned ply = 1; ply <= depth; ply++) {
        json_open_object(&json, NULL);
        json_integer(&json, "ply", ply);
        json_count(&json, "lines", lines[ply]);
        json_close_object(&json);
    }
    json_close_array(&json);
    json_finish(&json);
}

static int count_plies(const pf_position *position, const pf_retro_options *retro,
                       const struct unmoves_options *options)
{
    pf_count lines[PF_PERFT_MAX_DEPTH + 1];
    catch_interrupts();
    for (unsigned ply = 1; ply <= options->depth; ply++) {
        lines[ply] = count_lines(position, retro, ply);
        if (was_interrupted()) {
            complain("stopped: the plies above are complete");
            return STATUS_INTERRUPTED;
        }
        if (options->json) continue;
        printf("%u: %s\n", ply, COUNT_TEXT(lines[ply]));
        flush_output();
    }
    if (options->json) {
        char fen[PF_FEN_SIZE];
        pf_position_to_fen(fen, sizeof fen, position, options->castling, PF_EP_LEGAL);
        print_counts_json(fen, lines, options->depth);
    }
    return STATUS_OK;
}

static int run_unmoves(const void *context, const struct operands *operands)
{
    const struct unmoves_options *options = context;
    struct position_options place = {.fen = required_fen(options->fen, operands, &unmoves_command),
                                     .chess960 = options->chess960,
                                     .lenient = options->lenient};
    pf_position position = requested_position(&place);
    pf_retro_options retro = retro_options(options);
    return options->counts ? count_plies(&position, &retro, options) : list_predecessors(&position, &retro, options);
}

/* ---- The options ---- */

static void read_ep_before(void *value, const struct option_word *word)
{
    static const char *const words[] = {"none", "legal", "all"};
    *(pf_retro_ep *)value = (pf_retro_ep)read_choice(word, words, 3);
}

/* Reads the pieces that are missing from the board, as letters of a FEN in any order; "-" means none. */
static void read_pockets(void *value, const struct option_word *word)
{
    static const char letters[] = "PNBRQpnbrq";
    struct pockets *pockets = value;
    const char *text = word->text;
    *pockets = (struct pockets){.are_given = true};
    if (strcmp(text, "-") == 0) return;
    for (const char *letter = text; letter == text || *letter != '\0'; letter++) {
        const char *found = *letter != '\0' ? strchr(letters, *letter) : NULL;
        if (found == NULL || strlen(text) > 30)
            refuse("--pockets takes at most 30 letters of PNBRQpnbrq, or -, not '%s'", text);
        pockets->counts[(found - letters) / 5][(found - letters) % 5]++;
    }
}

static void check_unmoves(void *context, const struct given *given)
{
    struct unmoves_options *options = context;
    if (options->variant != PF_VARIANT_STANDARD)
        refuse("unmoves works with standard chess, not with --variant %s", pf_variant_name(options->variant));
    options->counts = is_given(given, "depth");
    options->castling = chosen_castling(options->castling, options->chess960, given);
}

static const struct option_row option_rows[] = {
    FEN_ROW_OF(struct unmoves_options, fen),
    CHESS960_ROW(struct unmoves_options, chess960),
    OPTION("variant", "NAME", "standard or chess960; other variants are not supported", read_variant,
           struct unmoves_options, variant),
    CASTLING_STYLE_ROW(struct unmoves_options),
    LENIENT_ROW(struct unmoves_options, lenient),
    OPTION("depth", "N", "count the lines of 1 to N moves instead", read_depth_option, struct unmoves_options, depth),
    OPTION("all-rights", NULL, "try every set of castling rights before the move, not only the same one", read_flag,
           struct unmoves_options, all_rights),
    OPTION("ep-before", "WHICH", "none, legal or all: en passant squares before the move (default: none)",
           read_ep_before, struct unmoves_options, ep_before),
    OPTION("no-unpromotions", NULL, "the last move was not a promotion", read_flag, struct unmoves_options,
           no_unpromotions),
    OPTION("pockets", "PIECES",
           "the pieces that may have been captured, as in Qpp, or - (default: any possible material)", read_pockets,
           struct unmoves_options, pockets),
    JSON_ROW(struct unmoves_options),
    END_OF_OPTIONS,
};

static const struct unmoves_options defaults = {.castling = PF_CASTLING_STANDARD};

const struct command unmoves_command = {
    .name = "unmoves",
    .operands = "FEN",
    .max_operands = 1, /* --fen may be used instead */
    COMMAND_OPTIONS(option_rows, defaults),
    .check = check_unmoves,
    .summary = "list the moves that could have led to a position",
    .description =
        "Lists the moves that could have been played last, each with the position before it, in alphabetical order;\n"
        "with --depth, counts the lines of 1, 2 ... N moves that lead to the position, one line per ply.\n"
        "An en passant square in the FEN means that the last move was the double push. Clocks are ignored.",
    .example = "  plyforge unmoves \"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1\"",
    .run = run_unmoves,
};
