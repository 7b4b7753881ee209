/* plyforge show: a position as a person wants to see it: the board, and what follows from it. */
#include "common.h"
#include "json.h"

#include <inttypes.h>
#include <stdio.h>

struct show_options {
    struct position_options position;
    struct drawing drawing;
    struct picture_options picture;
    bool json;
};

static void print_squares(const char *label, pf_bitboard squares)
{
    printf("%-15s", label);
    if (squares == 0) putchar('-');
    const char *gap = "";
    for (pf_square square = 0; square < 64; square++) {
        if ((squares & pf_bit(square)) == 0) continue;
        char name[PF_SQUARE_TEXT_SIZE];
        pf_square_to_text(name, sizeof name, square);
        printf("%s%s", gap, name);
        gap = " ";
    }
    putchar('\n');
}

static const char *ending(const pf_position *position)
{
    if (pf_any_legal(position)) return "";
    return pf_position_checkers(position) != 0 ? " (checkmate)" : " (stalemate)";
}

static void print_position(const pf_position *position, const char *fen, const struct drawing *drawing)
{
    char castling[PF_FEN_SIZE];
    sscanf(fen, "%*s %*s %127s", castling);
    pf_square ep = pf_position_ep_legal(position);

    print_board(position, drawing);
    printf("\nFEN:           %s\n", fen);
    printf("Side to move:  %s\n", position->turn == PF_WHITE ? "White" : "Black");
    printf("Castling:      %s\n", castling);
    print_squares("En passant:", ep == PF_NO_SQUARE ? 0 : pf_bit(ep));
    printf("Key:           %016" PRIx64 "\n", position->key);
    printf("Polyglot key:  %016" PRIx64 "\n", pf_position_polyglot_key(position));
    print_squares("Checkers:", pf_position_checkers(position));
    print_squares("Pinned:", pf_position_pinned(position, PF_WHITE) | pf_position_pinned(position, PF_BLACK));
    printf("Legal moves:   %u%s\n", (unsigned)pf_count_legal(position), ending(position));
}

static int run_show(const void *context, const struct operands *operands)
{
    const struct show_options *options = context;
    (void)operands;
    if (options->position.variant != PF_VARIANT_STANDARD)
        return run_variant_show(&options->position, &options->drawing, &options->picture, options->json);
    pf_move last_move;
    pf_position position = requested_line(&options->position, &last_move);
    struct picture picture = open_picture(&options->picture, options->json);
    char fen[PF_FEN_SIZE];
    write_fen(fen, &position, options->position.chess960);
    if (options->json)
        json_print_show(fen, &position);
    else if (!picture.is_output)
        print_position(&position, fen, &options->drawing);
    pf_svg_options svg = {.last_move = last_move, .flipped = options->drawing.flip};
    return finish_picture(&picture, &position, &svg);
}

static const struct option_row option_rows[] = {
    POSITION_ROWS(struct show_options), VARIANT_ROW(struct show_options, position.variant),
    DRAWING_ROWS(struct show_options),  PICTURE_ROWS(struct show_options),
    JSON_ROW(struct show_options),      END_OF_OPTIONS,
};

static const struct show_options defaults = {.position = POSITION_DEFAULTS, .picture = PICTURE_DEFAULTS};

const struct command show_command = {
    .name = "show",
    .operands = "",
    COMMAND_OPTIONS(option_rows, defaults),
    .check = check_picture,
    .summary = "draw the board and say what follows from it",
    .description = "Draws the board and prints the FEN, the side to move, castling rights, the en passant square if a\n"
                   "capture there is legal, the Zobrist and Polyglot keys, the pieces that give check, the pinned\n"
                   "pieces of both sides and the number of legal moves. The picture marks the last move and the check.",
    .example = "  plyforge show --moves \"e2e4 c7c5 g1f3\"",
    .run = run_show,
};
