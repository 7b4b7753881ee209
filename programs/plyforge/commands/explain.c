/* plyforge explain: explains why a move is legal or not, in words and on the board. */
#include "common.h"
#include "output/json.h"

#include <stdio.h>
#include <string.h>

struct explain_options {
    struct position_options position;
    struct drawing drawing;
    struct picture_options picture;
    bool json;
};

/* A move that was asked about, and the answer. */
struct explained {
    char uci[PF_UCI_SIZE];
    pf_explanation explanation;
};

/* With --chess960, a king that moves to its own rook castles, whether or not it has the right to. */
static pf_move king_takes_rook(const pf_position *position, pf_move move)
{
    pf_square from = pf_move_from(move), to = pf_move_to(move);
    bool takes = !pf_move_is_drop(move) && from == pf_position_king(position, position->turn) &&
                 pf_square_rank(from) == pf_square_rank(to) &&
                 pf_position_piece_at(position, to) == pf_piece_of(position->turn, PF_ROOK);
    return takes ? pf_move_of(from, to, PF_MOVE_CASTLING) : move;
}

/* The moves that the text can mean: a single one if it is legal or in UCI notation, otherwise all that match. */
static void read_moves(pf_move_list *out, const pf_position *position, const char *text, bool chess960)
{
    pf_error error;
    pf_status status = pf_moves_from_text_any(out, position, text, strlen(text), &error);
    if (status == PF_ERROR_MOVE_TEXT) refuse("MOVE '%s' at offset %u: %s", text, (unsigned)error.offset, error.message);
    if (status != PF_OK) refuse("MOVE '%s': %s", text, error.message);
    if (!chess960) return;
    out->moves[0] = king_takes_rook(position, out->moves[0]);
    if (pf_move_kind_of(out->moves[0]) == PF_MOVE_CASTLING) out->size = 1; /* the other reading was a king step */
}

static void print_explanation(const pf_position *position, const pf_explanation *explanation,
                              const struct drawing *drawing)
{
    bool legal = explanation->why.reason == PF_WHY_LEGAL;
    printf("%s%s%s\n\n", paint(drawing, legal ? PAINT_GOOD : PAINT_BAD), explanation->text, paint(drawing, PAINT_NONE));
    print_marked_board(position, explanation, drawing);
}

static void print_json(const char *fen, const struct explained *explained, size_t size)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_explanation(&json, explained[0].uci, &explained[0].explanation);
    json_string(&json, "fen", fen);
    if (size > 1) json_open_array(&json, "others");
    for (size_t i = 1; i < size; i++) {
        json_open_object(&json, NULL);
        json_explanation(&json, explained[i].uci, &explained[i].explanation);
        json_close_object(&json);
    }
    if (size > 1) json_close_array(&json);
    json_finish(&json);
}

static int run_explain(const void *context, const struct operands *operands)
{
    const struct explain_options *options = context;
    static struct explained explained[PF_MOVE_LIST_CAPACITY];
    bool chess960 = options->position.chess960;
    pf_position position = requested_position(&options->position);
    pf_move_list list;
    read_moves(&list, &position, operands->words[0], chess960);
    for (uint32_t i = 0; i < list.size; i++) {
        write_move(explained[i].uci, list.moves[i], chess960);
        pf_explain(&explained[i].explanation, &position, list.moves[i], uci_castling(chess960));
    }
    struct picture picture = open_picture(&options->picture, options->json);
    if (options->json) {
        char fen[PF_FEN_SIZE];
        /* The explanation may be about the en passant square, so it is written whether or not a capture there is
           legal. */
        write_given_fen(fen, &position, chess960);
        print_json(fen, explained, list.size);
    } else if (!picture.is_output) {
        for (uint32_t i = 0; i < list.size; i++) {
            if (i > 0) putchar('\n');
            print_explanation(&position, &explained[i].explanation, &options->drawing);
        }
    }
    pf_svg_options svg = {.flipped = options->drawing.flip};
    pf_svg_arrow arrows[PF_EXPLANATION_ARROWS];
    pf_explanation_draw(&svg, arrows, &position, &explained[0].explanation);
    return finish_picture(&picture, &position, &svg);
}

static void check_explain(void *context, const struct given *given)
{
    check_picture(context, given);
    check_variant(((struct explain_options *)context)->position.variant, given);
}

static const struct option_row option_rows[] = {
    POSITION_ROWS(struct explain_options), VARIANT_ROW(struct explain_options, position.variant),
    DRAWING_ROWS(struct explain_options),  PICTURE_ROWS(struct explain_options),
    JSON_ROW(struct explain_options),      END_OF_OPTIONS,
};

static const struct explain_options defaults = {.position = POSITION_DEFAULTS, .picture = PICTURE_DEFAULTS};

const struct command explain_command = {
    .name = "explain",
    .operands = "MOVE",
    .min_operands = 1,
    .max_operands = 1,
    COMMAND_OPTIONS(option_rows, defaults),
    .check = check_explain,
    .summary = "explain why a move is legal or not",
    .description =
        "Explains in one sentence why MOVE is legal or not, and draws the board: [ ] marks the squares of the\n"
        "move, ( ) those that prove the answer. MOVE is in UCI notation (e2e4) or SAN (Nf3, O-O);\n"
        "an illegal move that could mean several things is explained for each of them; the picture shows the first.\n"
        "The move is drawn green if it is legal, otherwise red; attacks, pins and checks are blue arrows, the\n"
        "squares that prove the answer are yellow.",
    .example = "  plyforge explain e1g1 --fen \"4kr2/8/8/8/8/8/8/4K2R w K - 0 1\"",
    .run = run_explain,
};
