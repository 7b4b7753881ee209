/* plyforge show: prints the board and the properties of a position, for people to read. */
#include "common.h"
#include "output/json.h"
#include "output/xray.h"

#include <inttypes.h>
#include <stdio.h>

struct show_options {
    struct position_options position;
    struct drawing drawing;
    struct picture_options picture;
    struct xray_options xray;
    bool json;
};

/* The pieces that a side may drop, the most valuable first, as in "QNPP"; 32 at most. */
enum { POCKET_TEXT_SIZE = 33 };

static void write_pocket(char text[POCKET_TEXT_SIZE], const pf_position *position, pf_colour colour)
{
    size_t size = 0;
    for (pf_piece_type type = PF_KING; type-- > PF_PAWN;)
        for (unsigned i = 0; i < position->pockets[colour][type] && size + 1 < POCKET_TEXT_SIZE; i++)
            text[size++] = pf_piece_to_letter(pf_piece_of(colour, type));
    text[size] = '\0';
}

static void print_pocket(const char *label, const pf_position *position, pf_colour colour)
{
    char text[POCKET_TEXT_SIZE];
    write_pocket(text, position, colour);
    printf("%-15s%s\n", label, text[0] != '\0' ? text : "-");
}

static bool is_standard(const pf_position *position)
{
    return position->variant == PF_VARIANT_STANDARD;
}

/* In Antichess no king can be attacked, so there are no pins. */
static bool has_pins(const pf_position *position)
{
    return position->variant != PF_VARIANT_ANTICHESS;
}

/* In standard chess nothing is printed about the end of the game as long as there are legal moves. */
static const char *ending(const pf_position *position)
{
    if (is_standard(position) && pf_any_legal(position)) return "";
    return pf_reason_text(pf_position_outcome(position, PF_POLICY_FIDE).reason);
}

static void print_keys_and_checks(const pf_position *position)
{
    printf("Key:           %016" PRIx64 "\n", position->key);
    if (is_standard(position))
        printf("Polyglot key:  %016" PRIx64 "\n", pf_position_polyglot_key(position));
    else
        printf("Check:         %s\n", pf_position_in_check(position) ? "yes" : "no");
    print_squares("Checkers:", pf_position_checkers(position));
    if (has_pins(position))
        print_squares("Pinned:", pf_position_pinned(position, PF_WHITE) | pf_position_pinned(position, PF_BLACK));
}

static void print_position(const pf_position *position, const char *fen, const struct drawing *drawing)
{
    char castling[PF_FEN_SIZE];
    sscanf(fen, "%*s %*s %127s", castling);
    pf_square ep = pf_position_ep_legal(position);
    const char *reason = ending(position);

    print_board(position, drawing);
    putchar('\n');
    if (!is_standard(position)) printf("Variant:       %s\n", pf_variant_name((pf_variant)position->variant));
    printf("FEN:           %s\n", fen);
    printf("Side to move:  %s\n", position->turn == PF_WHITE ? "White" : "Black");
    printf("Castling:      %s\n", castling);
    print_squares("En passant:", ep == PF_NO_SQUARE ? 0 : pf_bit(ep));
    if (position->variant == PF_VARIANT_CRAZYHOUSE) {
        print_pocket("White drops:", position, PF_WHITE);
        print_pocket("Black drops:", position, PF_BLACK);
    }
    if (position->variant == PF_VARIANT_THREE_CHECK)
        printf("Checks given:  %u by White, %u by Black\n", position->checks_given[PF_WHITE],
               position->checks_given[PF_BLACK]);
    print_keys_and_checks(position);
    printf("Legal moves:   %u%s%s%s\n", (unsigned)pf_count_legal(position), reason[0] != '\0' ? " (" : "", reason,
           reason[0] != '\0' ? ")" : "");
}

/* Adds the members that only Crazyhouse and Three-check have. */
static void add_holdings(struct json *json, const pf_position *position)
{
    char white[POCKET_TEXT_SIZE], black[POCKET_TEXT_SIZE];
    if (position->variant == PF_VARIANT_CRAZYHOUSE) {
        write_pocket(white, position, PF_WHITE);
        write_pocket(black, position, PF_BLACK);
        json_squares(json, "promoted", position->promoted);
        json_string(json, "white_pocket", white);
        json_string(json, "black_pocket", black);
    }
    if (position->variant == PF_VARIANT_THREE_CHECK) {
        json_integer(json, "white_checks", position->checks_given[PF_WHITE]);
        json_integer(json, "black_checks", position->checks_given[PF_BLACK]);
    }
}

static void print_json(const pf_position *position, const char *fen, const struct xray_options *xray)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    if (!is_standard(position)) json_string(&json, "variant", pf_variant_name((pf_variant)position->variant));
    json_string(&json, "fen", fen);
    json_string(&json, "turn", position->turn == PF_WHITE ? "white" : "black");
    json_squares(&json, "castling_rooks", position->castling);
    json_square(&json, "en_passant", pf_position_ep_legal(position));
    json_key(&json, "key", position->key);
    if (is_standard(position))
        json_key(&json, "polyglot_key", pf_position_polyglot_key(position));
    else
        json_boolean(&json, "check", pf_position_in_check(position));
    json_squares(&json, "checkers", pf_position_checkers(position));
    if (has_pins(position)) {
        json_squares(&json, "white_pinned", pf_position_pinned(position, PF_WHITE));
        json_squares(&json, "black_pinned", pf_position_pinned(position, PF_BLACK));
    }
    add_holdings(&json, position);
    json_integer(&json, "legal_moves", pf_count_legal(position));
    if (!is_standard(position)) json_reason(&json, "ending", pf_position_outcome(position, PF_POLICY_FIDE).reason);
    json_xray(&json, xray, position);
    json_finish(&json);
}

static int run_show(const void *context, const struct operands *operands)
{
    const struct show_options *options = context;
    (void)operands;
    pf_move last_move;
    pf_position position = requested_line(&options->position, &last_move);
    struct picture picture = open_picture(&options->picture, options->json);
    char fen[PF_FEN_SIZE];
    write_fen(fen, &position, options->position.chess960);
    if (options->json)
        print_json(&position, fen, &options->xray);
    else if (!picture.is_output) {
        print_position(&position, fen, &options->drawing);
        print_xray(&options->xray, &position);
    }
    pf_svg_options svg = {.last_move = last_move, .flipped = options->drawing.flip};
    struct xray_options xray = options->xray;
    draw_xray(&svg, &xray, &position);
    return finish_picture(&picture, &position, &svg);
}

static const struct option_row option_rows[] = {
    POSITION_ROWS(struct show_options),
    VARIANT_ROW(struct show_options, position.variant),
    DRAWING_ROWS(struct show_options),
    PICTURE_ROWS(struct show_options),
    XRAY_ROWS(struct show_options),
    JSON_ROW(struct show_options),
    END_OF_OPTIONS,
};

/* The sets concern a king that must not be left in check; some variants do not have one. */
static void check_show(void *options, const struct given *given)
{
    const struct show_options *show = options;
    check_picture(options, given);
    if (is_given(given, "mark") && !is_given(given, "svg")) refuse("--mark needs --svg");
    if (is_given(given, "xray") && show->position.variant != PF_VARIANT_STANDARD)
        refuse("--xray works with standard chess, not with --variant %s", pf_variant_name(show->position.variant));
}

static const struct show_options defaults = {.position = POSITION_DEFAULTS, .picture = PICTURE_DEFAULTS};

const struct command show_command = {
    .name = "show",
    .operands = "",
    COMMAND_OPTIONS(option_rows, defaults),
    .check = check_show,
    .summary = "draw the board and print its properties",
    .description =
        "Draws the board and prints the FEN, the side to move, castling rights, the en passant square if a\n"
        "capture there is legal, the Zobrist and Polyglot keys, the pieces that give check, the pinned\n"
        "pieces of both sides and the number of legal moves. The picture marks the last move and the check.\n"
        "With --xray it also prints and draws what a generator must know: the squares that the enemy attacks\n"
        "(attacks), where the king would be attacked (danger), the checkers, the capture mask, the push mask,\n"
        "pins with their rays, the pieces that can discover a check, and where the piece on a square can go\n"
        "before and after the test for legality.",
    .example = "  plyforge show --moves \"e2e4 c7c5 g1f3\"",
    .run = run_show,
};
