/* The commands perft, moves, show and outcome by the rules of a variant. What they print is what they print for
 * standard chess, as far as it has a meaning. */
#include "counting.h"
#include "interrupt.h"
#include "json.h"
#include "outcome.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pf_variant_position requested_variant_position(const struct position_options *options)
{
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
        if (pf_variant_move_from_uci(&move, &position, text, length, &error) != PF_OK)
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
    print_moves(fen, moves, list.size, &(struct move_listing){.json = json});
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

/* ---- outcome ---- */

/* How often the last position occurred on the way there, itself included. A position with other rights or, in
 * Crazyhouse, other pockets is another one, so that the whole way is looked at. */
static unsigned count_repetitions(const struct position_options *options, const pf_variant_position *last)
{
    struct position_options before_moves = *options;
    before_moves.moves = NULL;
    pf_variant_position position = requested_variant_position(&before_moves);
    unsigned repetitions = pf_variant_equal(&position, last);
    const char *text = options->moves != NULL ? options->moves : "";
    for (size_t length; (length = next_move_length(&text)) > 0; text += length) {
        pf_move move;
        if (pf_variant_move_from_uci(&move, &position, text, length, NULL) != PF_OK) break;
        pf_variant_play_unchecked(&position, move);
        repetitions += pf_variant_equal(&position, last);
    }
    return repetitions;
}

static pf_outcome with_repetitions(pf_outcome outcome, unsigned repetitions, pf_policy policy)
{
    if (outcome.reason != PF_REASON_NONE) return outcome;
    if (policy == PF_POLICY_ENGINE && repetitions >= 3)
        return (pf_outcome){PF_RESULT_DRAW, PF_REASON_THREEFOLD_REPETITION};
    if (repetitions >= 5) return (pf_outcome){PF_RESULT_DRAW, PF_REASON_FIVEFOLD_REPETITION};
    return outcome;
}

int run_variant_outcome(const struct position_options *options, bool json)
{
    static struct outcome_report report;
    pf_variant_position position = requested_variant_position(options);
    bool clock_counts = options->variant != PF_VARIANT_CRAZYHOUSE;
    write_variant_fen(report.fen, &position, options->chess960);
    report.repetitions = count_repetitions(options, &position);
    report.fide = with_repetitions(pf_variant_outcome(&position, PF_POLICY_FIDE), report.repetitions, PF_POLICY_FIDE);
    report.engine = with_repetitions(pf_variant_outcome(&position, PF_POLICY_ENGINE), report.repetitions,
                                     PF_POLICY_ENGINE);
    report.halfmove_clock = position.board.halfmove_clock;
    if (report.fide.reason == PF_REASON_NONE) {
        if (clock_counts && report.halfmove_clock >= 100) report.claims |= PF_CLAIM_FIFTY_MOVES;
        if (report.repetitions >= 3) report.claims |= PF_CLAIM_THREEFOLD_REPETITION;
    }
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
        report.unwinnable[colour] = pf_variant_can_win(&position, colour) ? PF_VERDICT_UNKNOWN : PF_VERDICT_YES;
    bool neither = report.unwinnable[PF_WHITE] == PF_VERDICT_YES && report.unwinnable[PF_BLACK] == PF_VERDICT_YES;
    report.dead = neither ? PF_VERDICT_YES : PF_VERDICT_UNKNOWN;
    if (json)
        json_print_outcome(&report);
    else
        print_outcome(&report);
    return STATUS_OK;
}
