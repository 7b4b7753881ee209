/* The commands perft, moves and show by the rules of a variant. What they print is what they print for
 * standard chess, as far as it has a meaning. */
#include "counting.h"
#include "interrupt.h"
#include "json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pf_status read_listed_variant_move(pf_move *out, const pf_variant_position *position, const char *text, size_t length,
                                   pf_error *error)
{
    pf_status status = pf_variant_move_from_uci(out, position, text, length, error);
    if (status != PF_ERROR_MOVE_TEXT) return status;
    return pf_variant_move_from_san(out, position, text, length, PF_SAN_LENIENT, error);
}

pf_variant_position requested_variant_position(const struct position_options *options)
{
    if (options->variant == PF_VARIANT_STANDARD) {
        pf_position standard = requested_position(options);
        return pf_variant_of_position(&standard);
    }
    pf_variant_position position = pf_variant_start(options->variant);
    pf_problems problems = 0;
    pf_error error;
    if (!is_start(options->fen)) {
        pf_accept accept = acceptance(options->lenient, options->chess960);
        pf_status status = pf_variant_from_fen(&position, options->fen, strlen(options->fen), options->variant, accept,
                                               &problems, &error);
        refuse_or_warn(status, &error, problems);
    }
    const char *text = options->moves != NULL ? options->moves : "";
    for (size_t length; (length = next_move_length(&text)) > 0; text += length) {
        pf_move move;
        if (read_listed_variant_move(&move, &position, text, length, &error) != PF_OK)
            refuse("--moves '%.*s': %s", (int)length, text, error.message);
        pf_variant_play_unchecked(&position, move);
    }
    return position;
}

void write_variant_fen(char fen[PF_VARIANT_FEN_SIZE], const pf_variant_position *position, bool chess960)
{
    pf_variant_to_fen(fen, PF_VARIANT_FEN_SIZE, position, chess960 ? PF_CASTLING_XFEN : PF_CASTLING_STANDARD,
                      PF_EP_LEGAL);
}

void write_given_variant_fen(char fen[PF_VARIANT_FEN_SIZE], const pf_variant_position *position, bool chess960)
{
    pf_variant_to_fen(fen, PF_VARIANT_FEN_SIZE, position, chess960 ? PF_CASTLING_XFEN : PF_CASTLING_STANDARD,
                      PF_EP_ALWAYS);
}

struct rules_words rules_words(const struct position_options *options)
{
    struct rules_words words;
    bool standard = options->variant == PF_VARIANT_STANDARD;
    snprintf(words.text, sizeof words.text, "%s%s%s", options->chess960 ? " --chess960" : "",
             standard ? "" : " --variant ", standard ? "" : pf_variant_name(options->variant));
    return words;
}

void describe_variant_picture(pf_svg_options *svg, char description[VARIANT_DESCRIPTION_SIZE],
                              const pf_variant_position *position, bool chess960)
{
    char fen[PF_VARIANT_FEN_SIZE];
    bool in_check = pf_variant_in_check(position);
    write_variant_fen(fen, position, chess960);
    svg->hide_check = true;
    svg->description = description;
    svg->description_length = (size_t)snprintf(description, VARIANT_DESCRIPTION_SIZE, "%s%s", fen,
                                               in_check ? ", in check" : "");
    if (in_check) svg->squares[PF_SVG_RED] |= pf_position_pieces(&position->board, position->board.turn, PF_KING);
}

/* ---- perft ---- */

/* Prints the finished root moves after Ctrl-C; half a JSON document is none. */
static int tell_variant_stop(const struct variant_perft *options, const struct divided *count, double seconds)
{
    if (!options->json) print_divided(count);
    flush_output();
    complain("stopped after %.1f s", seconds);
    return STATUS_INTERRUPTED;
}

int run_variant_perft(const struct variant_perft *options)
{
    static struct divided count;
    pf_variant_position position = requested_variant_position(options->position);
    unsigned depth = options->depth;
    if (options->drawing != NULL) {
        print_board(&position.board, options->drawing);
        putchar('\n');
        flush_output();
    }
    count.chess960 = options->position->chess960;
    pf_perft_options run = counting_options(options->counting);
    run.context = &count;
    if (options->divide) run.on_root = add_root;
    pf_count nodes;
    catch_interrupts();
    double start = seconds_now();
    bool finished = count_variant_or_stop(&nodes, &position, depth, &run);
    double seconds = seconds_now() - start;
    sort_roots(count.roots, count.size);
    if (!finished) return tell_variant_stop(options, &count, seconds);
    if (options->json) {
        char fen[PF_VARIANT_FEN_SIZE];
        write_variant_fen(fen, &position, options->position->chess960);
        json_print_perft(fen, depth, nodes, seconds, options->divide ? count.roots : NULL, count.size, NULL);
        return STATUS_OK;
    }
    print_divided(&count);
    if (options->divide) putchar('\n');
    printf("Nodes searched: %s\n", COUNT_TEXT(nodes));
    flush_output();
    fprintf(stderr, "Time: %.3f s, speed: %.1f Mnps\n", seconds, speed(nodes, seconds) * 1e-6);
    return STATUS_OK;
}

/* ---- moves ---- */

int run_variant_moves(const struct position_options *options, const struct move_listing *listing)
{
    static struct root moves[PF_VARIANT_LIST_CAPACITY];
    pf_variant_position position = requested_variant_position(options);
    pf_variant_move_list list;
    pf_variant_generate(&position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        write_move(moves[i].uci, list.moves[i], options->chess960);
        pf_variant_move_to_san(moves[i].san, sizeof moves[i].san, &position, list.moves[i], PF_SAN_LETTERS);
    }
    char fen[PF_VARIANT_FEN_SIZE];
    write_variant_fen(fen, &position, options->chess960);
    print_moves(fen, moves, list.size, listing);
    return STATUS_OK;
}

/* ---- show ---- */

void write_pocket(char text[POCKET_TEXT_SIZE], const pf_variant_position *position, pf_colour colour)
{
    size_t size = 0;
    for (pf_piece_type type = PF_KING; type-- > PF_PAWN;)
        for (unsigned i = 0; i < position->pockets[colour][type] && size + 1 < POCKET_TEXT_SIZE; i++)
            text[size++] = pf_piece_to_letter(pf_piece_of(colour, type));
    text[size] = '\0';
}

static void print_pocket(const char *label, const pf_variant_position *position, pf_colour colour)
{
    char text[POCKET_TEXT_SIZE];
    write_pocket(text, position, colour);
    printf("%s%s\n", label, text[0] != '\0' ? text : "-");
}

static void print_variant_position(const pf_variant_position *position, const char *fen, const struct drawing *drawing)
{
    pf_variant variant = (pf_variant)position->variant;
    char castling[PF_VARIANT_FEN_SIZE], square[PF_SQUARE_TEXT_SIZE];
    sscanf(fen, "%*s %*s %127s", castling);
    pf_square_to_text(square, sizeof square, pf_variant_ep_legal(position));
    pf_outcome outcome = pf_variant_outcome(position, PF_POLICY_FIDE);
    const char *reason = pf_reason_text(outcome.reason);

    print_board(&position->board, drawing);
    printf("\nVariant:       %s\n", pf_variant_name(variant));
    printf("FEN:           %s\n", fen);
    printf("Side to move:  %s\n", position->board.turn == PF_WHITE ? "White" : "Black");
    printf("Castling:      %s\n", castling);
    printf("En passant:    %s\n", square);
    if (variant == PF_VARIANT_CRAZYHOUSE) {
        print_pocket("White drops:   ", position, PF_WHITE);
        print_pocket("Black drops:   ", position, PF_BLACK);
    }
    if (variant == PF_VARIANT_THREE_CHECK)
        printf("Checks given:  %u by White, %u by Black\n", position->checks_given[PF_WHITE],
               position->checks_given[PF_BLACK]);
    printf("Key:           %016" PRIx64 "\n", position->board.key);
    printf("Check:         %s\n", pf_variant_in_check(position) ? "yes" : "no");
    printf("Legal moves:   %u%s%s%s\n", (unsigned)pf_variant_count_legal(position), reason[0] != '\0' ? " (" : "",
           reason, reason[0] != '\0' ? ")" : "");
}

static int draw_variant(struct picture *picture, const pf_variant_position *position, bool chess960, bool flipped)
{
    char title[64], description[VARIANT_DESCRIPTION_SIZE];
    pf_svg_options svg = {.flipped = flipped, .title = title};
    svg.title_length = (size_t)snprintf(title, sizeof title, "Position of %s, %s to move",
                                        pf_variant_name((pf_variant)position->variant),
                                        position->board.turn == PF_WHITE ? "White" : "Black");
    describe_variant_picture(&svg, description, position, chess960);
    return finish_picture(picture, &position->board, &svg);
}

int run_variant_show(const struct position_options *options, const struct drawing *drawing,
                     const struct picture_options *picture_options, bool json)
{
    pf_variant_position position = requested_variant_position(options);
    struct picture picture = open_picture(picture_options, json);
    char fen[PF_VARIANT_FEN_SIZE];
    write_variant_fen(fen, &position, options->chess960);
    if (json)
        json_print_variant_show(fen, &position);
    else if (!picture.is_output)
        print_variant_position(&position, fen, drawing);
    return draw_variant(&picture, &position, options->chess960, drawing->flip);
}
