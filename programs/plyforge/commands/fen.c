/* plyforge fen: writes a FEN in the requested style, or reports what is wrong with it. This command is strict unless
 * --lenient is given. */
#include "common.h"
#include "output/json.h"

#include <stdio.h>
#include <string.h>

struct fen_options {
    const char *fen;
    bool chess960, lenient, json;
    pf_variant variant;
    pf_castling_style castling;
    pf_ep_mode ep;
};

static const char *start_fen(pf_variant variant)
{
    static char fen[PF_FEN_SIZE];
    pf_position start = pf_variant_start(variant);
    write_fen(fen, &start, false);
    return fen;
}

static void print_json(const char *fen, pf_problems problems)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_boolean(&json, "valid", true);
    json_string(&json, "fen", fen);
    json_problems(&json, problems);
    json_finish(&json);
}

static void print_bad_json(const pf_error *error, pf_problems problems)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_boolean(&json, "valid", false);
    json_string(&json, "message", error->message);
    if (error->code == PF_ERROR_POSITION)
        json_null(&json, "offset");
    else
        json_integer(&json, "offset", error->offset);
    json_problems(&json, problems);
    json_finish(&json);
}

static int run_fen(const void *context, const struct operands *operands)
{
    const struct fen_options *options = context;
    const char *text = required_fen(options->fen, operands, &fen_command);
    if (is_start(text)) text = start_fen(options->variant);
    pf_accept accept = acceptance(options->lenient, options->chess960, options->variant);
    const struct quoted_fen fen_text = {text, strlen(text), options->variant};
    pf_position position;
    pf_problems problems = 0;
    pf_error error;
    char line[LINE_SIZE];
    if (pf_position_from_fen(&position, text, strlen(text), accept, &problems, &error) != PF_OK) {
        if (options->json) print_bad_json(&error, problems);
        describe_fen_error(line, &error, problems, fen_text);
        complain("%s", line);
        return STATUS_WRONG_INPUT;
    }
    if (problems != 0) {
        describe_problems(line, problems, "--chess960", fen_text);
        complain("warning: %s", line);
    }
    char fen[PF_FEN_SIZE];
    pf_position_to_fen(fen, sizeof fen, &position, options->castling, options->ep);
    if (options->json)
        print_json(fen, problems);
    else
        puts(fen);
    return STATUS_OK;
}

static void read_ep(void *value, const struct option_word *word)
{
    static const char *const words[] = {"always", "pseudo", "legal"};
    *(pf_ep_mode *)value = (pf_ep_mode)read_choice(word, words, 3);
}

static void check_fen(void *context, const struct given *given)
{
    struct fen_options *options = context;
    options->castling = chosen_castling(options->castling, options->chess960, given);
}

static const struct option_row option_rows[] = {
    FEN_ROW_OF(struct fen_options, fen),
    CHESS960_ROW(struct fen_options, chess960),
    VARIANT_ROW(struct fen_options, variant),
    CASTLING_STYLE_ROW(struct fen_options),
    OPTION("ep", "MODE", "write the en passant square always, pseudo or legal (default: legal)", read_ep,
           struct fen_options, ep),
    LENIENT_ROW(struct fen_options, lenient),
    JSON_ROW(struct fen_options),
    END_OF_OPTIONS,
};

static const struct fen_options defaults = {.castling = PF_CASTLING_STANDARD, .ep = PF_EP_LEGAL};

const struct command fen_command = {
    .name = "fen",
    .operands = "FEN",
    .max_operands = 1, /* --fen may be used instead */
    COMMAND_OPTIONS(option_rows, defaults),
    .check = check_fen,
    .summary = "normalise a FEN or report what is wrong with it",
    .description =
        "Prints the FEN with all six fields in the requested style, or reports what is wrong with it: where it\n"
        "cannot be read, or every reason why the position is impossible. Castling rights are read in every style.",
    .example = "  plyforge fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq\" --castling shredder",
    .run = run_fen,
};
