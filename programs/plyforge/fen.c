/* plyforge fen: writes a FEN the way it was asked for, or says what is wrong with it. The only command that is strict
 * unless it is told otherwise. */
#include "common.h"
#include "json.h"

#include <stdio.h>
#include <string.h>

static int run_fen(const struct request *request)
{
    if (request->variant != PF_VARIANT_STANDARD) return run_variant_fen(request);
    const char *text = request->operands[0];
    pf_position position;
    pf_problems problems = 0;
    pf_error error;
    char line[LINE_SIZE];
    if (pf_position_from_fen(&position, text, strlen(text), acceptance(request), &problems, &error) != PF_OK) {
        if (request->json) json_print_bad_fen(&error, problems);
        describe_fen_error(line, &error, problems);
        complain("%s", line);
        return STATUS_WRONG_INPUT;
    }
    if (problems != 0) {
        describe_problems(line, problems, "--chess960");
        complain("warning: %s", line);
    }
    char fen[PF_FEN_SIZE];
    write_fen(fen, &position, request);
    if (request->json)
        json_print_fen(fen, problems);
    else
        puts(fen);
    return STATUS_OK;
}

const struct command fen_command = {
    .name = "fen",
    .operands = "FEN",
    .min_operands = 1,
    .max_operands = 1,
    .options = OPTION_SET(OPTION_CHESS960) | OPTION_SET(OPTION_VARIANT) | OPTION_SET(OPTION_CASTLING) |
               OPTION_SET(OPTION_EP) | OPTION_SET(OPTION_LENIENT) | OPTION_SET(OPTION_JSON),
    .summary = "normalise a FEN or say what is wrong with it",
    .description =
        "Prints the FEN with all six fields in the style asked for, or says what is wrong with it: where it\n"
        "cannot be read, or all the reasons why the position is impossible. Castling is read in every style.",
    .example = "  plyforge fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq\" --castling shredder",
    .run = run_fen,
};
