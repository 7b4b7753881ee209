/* The commands perft, moves and show by the rules of a variant. What they print is what they print for
 * standard chess, as far as it has a meaning. */
#include "counting.h"
#include "interrupt.h"
#include "json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pf_variant_position requested_variant_position(const struct position_options *options)
{
    pf_variant_position position = pf_variant_start(options->variant);
    pf_problems problems = 0;
    pf_error error;
    if (options->fen != NULL) {
        pf_accept accept = acceptance(options->lenient, options->chess960);
        pf_status status = pf_variant_from_fen(&position, options->fen, strlen(options->fen), options->variant, accept,
                                               &problems, &error);
        refuse_or_warn(status, &error, problems);
    }
    const char *text = options->moves != NULL ? options->moves : "";
    for (size_t length; (length = next_word_length(&text)) > 0; text += length) {
        pf_move move;
        if (pf_variant_move_from_uci(&move, &position, text, length, &error) != PF_OK)
            refuse_move(text, length, &error);
        pf_variant_play_unchecked(&position, move);
    }
    return position;
}

void write_variant_fen(char fen[PF_VARIANT_FEN_SIZE], const pf_variant_position *position, bool chess960)
{
    pf_variant_to_fen(fen, PF_VARIANT_FEN_SIZE, position, chess960 ? PF_CASTLING_XFEN : PF_CASTLING_STANDARD,
                      PF_EP_LEGAL);
}

/* ---- perft ---- */

struct variant_count {
    bool chess960;
    struct root roots[PF_VARIANT_LIST_CAPACITY];
    uint32_t size;
};

static bool on_root(void *context, pf_move move, pf_count nodes, uint32_t index, uint32_t total)
{
    struct variant_count *count = context;
    struct root *root = &count->roots[count->size++];
    (void)index, (void)total;
    write_move(root->uci, move, count->chess960);
    root->nodes = nodes;
    return true;
}

int run_variant_perft(const struct variant_perft *options)
{
    static struct variant_count count;
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
    if (options->divide) run.on_root = on_root;
    pf_count nodes;
    catch_interrupts();
    double start = seconds_now();
    if (!count_variant_or_stop(&nodes, &position, depth, &run)) {
        complain("stopped after %.1f s", seconds_now() - start);
        return STATUS_INTERRUPTED;
    }
    double seconds = seconds_now() - start;
    sort_roots(count.roots, count.size);
    if (options->json) {
        char fen[PF_VARIANT_FEN_SIZE];
        write_variant_fen(fen, &position, options->position->chess960);
        json_print_perft(fen, depth, nodes, seconds, options->divide ? count.roots : NULL, count.size, NULL);
        return STATUS_OK;
    }
    for (uint32_t i = 0; i < count.size; i++) printf("%s: %s\n", count.roots[i].uci, COUNT_TEXT(count.roots[i].nodes));
    if (options->divide) putchar('\n');
    printf("Nodes searched: %s\n", COUNT_TEXT(nodes));
    flush_output();
    fprintf(stderr, "Time: %.3f s, speed: %.1f Mnps\n", seconds, speed(nodes, seconds) * 1e-6);
    return STATUS_OK;
}

/* ---- moves ---- */

int run_variant_moves(const struct position_options *options, bool json)
{
    static struct root moves[PF_VARIANT_LIST_CAPACITY];
    pf_variant_position position = requested_variant_position(options);
    pf_variant_move_list list;
    pf_variant_generate(&position, &list);
    for (uint32_t i = 0; i < list.size; i++) write_move(moves[i].uci, list.moves[i], options->chess960);
    char fen[PF_VARIANT_FEN_SIZE];
    write_variant_fen(fen, &position, options->chess960);
    print_moves(fen, moves, list.size, json);
    return STATUS_OK;
}

/* ---- show ---- */

static void print_pocket(const char *label, const pf_variant_position *position, pf_colour colour)
{
    printf("%s", label);
    unsigned size = 0;
    for (pf_piece_type type = PF_KING; type-- > PF_PAWN;)
        for (unsigned i = 0; i < position->pockets[colour][type]; i++, size++)
            putchar(pf_piece_to_letter(pf_piece_of(colour, type)));
    puts(size == 0 ? "-" : "");
}

int run_variant_show(const struct position_options *options, const struct drawing *drawing, bool json)
{
    pf_variant_position position = requested_variant_position(options);
    char fen[PF_VARIANT_FEN_SIZE], castling[PF_VARIANT_FEN_SIZE], square[PF_SQUARE_TEXT_SIZE];
    if (json) refuse("show --json is for standard chess, not for --variant %s", pf_variant_name(options->variant));
    write_variant_fen(fen, &position, options->chess960);
    sscanf(fen, "%*s %*s %127s", castling);
    pf_square_to_text(square, sizeof square, pf_variant_ep_legal(&position));
    pf_outcome outcome = pf_variant_outcome(&position, PF_POLICY_FIDE);
    const char *reason = pf_reason_text(outcome.reason);

    print_board(&position.board, drawing);
    printf("\nVariant:       %s\n", pf_variant_name(options->variant));
    printf("FEN:           %s\n", fen);
    printf("Side to move:  %s\n", position.board.turn == PF_WHITE ? "White" : "Black");
    printf("Castling:      %s\n", castling);
    printf("En passant:    %s\n", square);
    if (options->variant == PF_VARIANT_CRAZYHOUSE) {
        print_pocket("White drops:   ", &position, PF_WHITE);
        print_pocket("Black drops:   ", &position, PF_BLACK);
    }
    if (options->variant == PF_VARIANT_THREE_CHECK)
        printf("Checks given:  %u by White, %u by Black\n", position.checks_given[PF_WHITE],
               position.checks_given[PF_BLACK]);
    printf("Key:           %016" PRIx64 "\n", position.board.key);
    printf("Check:         %s\n", pf_variant_in_check(&position) ? "yes" : "no");
    printf("Legal moves:   %u%s%s%s\n", (unsigned)pf_variant_count_legal(&position), reason[0] != '\0' ? " (" : "",
           reason, reason[0] != '\0' ? ")" : "");
    return STATUS_OK;
}
