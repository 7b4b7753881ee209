/* plyforge outcome: whether and why a game is over, what may be claimed, and who can still win. */
#include "outcome.h"
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEAD_BUDGET = 200000 }; /* positions; a fraction of a second */

struct outcome_options {
    struct position_options position;
    bool json;
};

static pf_game *requested_game(const struct position_options *options)
{
    struct position_options before_moves = *options;
    before_moves.moves = NULL;
    pf_variant_position start;
    if (options->variant == PF_VARIANT_STANDARD) {
        pf_position standard = requested_position(&before_moves);
        start = pf_variant_of_position(&standard);
    } else {
        start = requested_variant_position(&before_moves);
    }
    pf_game *game = pf_game_create_variant(&start);
    if (game == NULL) fail("not enough memory");
    const char *text = options->moves != NULL ? options->moves : "";
    for (size_t length; (length = next_move_length(&text)) > 0; text += length) {
        pf_move move;
        pf_error error;
        pf_variant_position position = pf_game_variant_position(game);
        if (read_listed_variant_move(&move, &position, text, length, &error) == PF_OK &&
            pf_game_play(game, move, &error) == PF_OK)
            continue;
        pf_game_destroy(game);
        if (options->variant != PF_VARIANT_STANDARD) refuse("--moves '%.*s': %s", (int)length, text, error.message);
        refuse_move(&position.board, text, length, &error);
    }
    return game;
}

static int compare_moves(const void *a, const void *b)
{
    return strcmp(((const struct claim_by_move *)a)->uci, ((const struct claim_by_move *)b)->uci);
}

static void list_claims(struct outcome_report *report, const pf_game *game, bool chess960)
{
    pf_variant_position position = pf_game_variant_position(game);
    pf_variant_move_list list;
    pf_variant_generate(&position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_claims claims = pf_game_claims_by_move(game, list.moves[i]);
        if (claims == 0) continue;
        struct claim_by_move *row = &report->by_move[report->by_move_size++];
        write_move(row->uci, list.moves[i], chess960);
        row->claims = claims;
    }
    qsort(report->by_move, report->by_move_size, sizeof *report->by_move, compare_moves);
}

static void ask_who_can_win(struct outcome_report *report, const pf_position *position)
{
    size_t size = (size_t)DEAD_BUDGET * PF_DEAD_BYTES_PER_NODE;
    void *scratch = malloc(size); /* without it, what needs no search is still answered */
    if (scratch == NULL) size = 0;
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
        report->unwinnable[colour] = pf_position_is_unwinnable(position, colour, DEAD_BUDGET, scratch, size);
    pf_verdict white = report->unwinnable[PF_WHITE], black = report->unwinnable[PF_BLACK];
    if (white == PF_VERDICT_NO || black == PF_VERDICT_NO)
        report->dead = PF_VERDICT_NO;
    else if (white == PF_VERDICT_YES && black == PF_VERDICT_YES)
        report->dead = PF_VERDICT_YES;
    else
        report->dead = pf_position_is_dead(position, DEAD_BUDGET, scratch, size);
    free(scratch);
}

/* In a variant only the material is examined. */
static void ask_who_can_win_variant(struct outcome_report *report, const pf_variant_position *position)
{
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
        report->unwinnable[colour] = pf_variant_can_win(position, colour) ? PF_VERDICT_UNKNOWN : PF_VERDICT_YES;
    bool neither = report->unwinnable[PF_WHITE] == PF_VERDICT_YES && report->unwinnable[PF_BLACK] == PF_VERDICT_YES;
    report->dead = neither ? PF_VERDICT_YES : PF_VERDICT_UNKNOWN;
}

/* A game that is won needs no search: the winner could win, as it did, and the other side no more. False if it is not
 * won. */
static bool tell_winner(struct outcome_report *report)
{
    bool by_white = report->fide.result == PF_RESULT_WHITE_WINS;
    if (!by_white && report->fide.result != PF_RESULT_BLACK_WINS) return false;
    report->unwinnable[PF_WHITE] = by_white ? PF_VERDICT_NO : PF_VERDICT_YES;
    report->unwinnable[PF_BLACK] = by_white ? PF_VERDICT_YES : PF_VERDICT_NO;
    report->dead = PF_VERDICT_NO;
    return true;
}

static struct outcome_report *make_report(const pf_game *game, bool chess960)
{
    static struct outcome_report report;
    pf_variant_position position = pf_game_variant_position(game);
    write_variant_fen(report.fen, &position, chess960);
    report.fide = pf_game_outcome(game, PF_POLICY_FIDE);
    report.engine = pf_game_outcome(game, PF_POLICY_ENGINE);
    report.repetitions = pf_game_repetitions(game);
    report.halfmove_clock = position.board.halfmove_clock;
    report.claims = pf_game_claims(game);
    list_claims(&report, game, chess960);
    if (tell_winner(&report)) return &report;
    if (pf_game_variant(game) != PF_VARIANT_STANDARD) {
        ask_who_can_win_variant(&report, &position);
        return &report;
    }
    ask_who_can_win(&report, &position.board);

    /* A dead position ends the game as well, before anything can be claimed (FIDE Laws 5.2.2). */
    if (report.dead == PF_VERDICT_YES && report.fide.result == PF_RESULT_UNDECIDED) {
        report.fide = (pf_outcome){PF_RESULT_DRAW, PF_REASON_DEAD_POSITION};
        report.claims = 0;
        report.by_move_size = 0;
    }
    return &report;
}

static const char *claims_text(pf_claims claims)
{
    switch (claims) {
    case 0: return "-";
    case PF_CLAIM_FIFTY_MOVES: return "fifty moves";
    case PF_CLAIM_THREEFOLD_REPETITION: return "threefold repetition";
    default: return "fifty moves, threefold repetition";
    }
}

static void print_claims_by_move(const struct outcome_report *report)
{
    static const pf_claims kinds[] = {PF_CLAIM_FIFTY_MOVES, PF_CLAIM_THREEFOLD_REPETITION};
    printf("Claims by move:   ");
    if (report->by_move_size == 0) putchar('-');
    const char *gap = "";
    for (int kind = 0; kind < 2; kind++) {
        bool named = false;
        for (size_t i = 0; i < report->by_move_size; i++) {
            if ((report->by_move[i].claims & kinds[kind]) == 0) continue;
            if (!named) printf("%s%s:", gap, claims_text(kinds[kind]));
            named = true;
            gap = "; ";
            printf(" %s", report->by_move[i].uci);
        }
    }
    putchar('\n');
}

static const char *yes_or_no(pf_verdict verdict, const char *yes, const char *no)
{
    return verdict == PF_VERDICT_YES ? yes : verdict == PF_VERDICT_NO ? no : "unknown";
}

static void print_outcome(const struct outcome_report *report)
{
    const char *reason = pf_reason_text(report->fide.reason), *engine = pf_reason_text(report->engine.reason);
    printf("Result:           %s\n", pf_result_text(report->fide.result));
    printf("Reason:           %s\n", reason[0] != '\0' ? reason : "-");
    printf("For engines:      %s%s%s%s\n", pf_result_text(report->engine.result), engine[0] != '\0' ? " (" : "", engine,
           engine[0] != '\0' ? ")" : "");
    printf("Claims now:       %s\n", claims_text(report->claims));
    print_claims_by_move(report);
    printf("Repetitions:      %u\n", report->repetitions);
    printf("Half-move clock:  %u\n", report->halfmove_clock);
    printf("White can win:    %s\n", yes_or_no(report->unwinnable[PF_WHITE], "no", "yes"));
    printf("Black can win:    %s\n", yes_or_no(report->unwinnable[PF_BLACK], "no", "yes"));
    printf("Dead position:    %s\n", yes_or_no(report->dead, "yes", "no"));
}

static int run_outcome(const void *context, const struct operands *operands)
{
    const struct outcome_options *options = context;
    (void)operands;
    pf_game *game = requested_game(&options->position);
    const struct outcome_report *report = make_report(game, options->position.chess960);
    pf_game_destroy(game);
    if (options->json)
        json_print_outcome(report);
    else
        print_outcome(report);
    return STATUS_OK;
}

static const struct option_row option_rows[] = {
    POSITION_ROWS(struct outcome_options),
    VARIANT_ROW(struct outcome_options, position.variant),
    JSON_ROW(struct outcome_options),
    END_OF_OPTIONS,
};

static const struct outcome_options defaults = {.position = POSITION_DEFAULTS};

const struct command outcome_command = {
    .name = "outcome",
    .operands = "",
    COMMAND_OPTIONS(option_rows, defaults),
    .summary = "say whether a game is over, and what may be claimed",
    .description =
        "Says whether and why the game is over by the FIDE Laws and as engines play it, which draws the side\n"
        "to move may claim now or by declaring a move, how often the position has occurred since the\n"
        "first one given, and which side can still win with the help of the other.",
    .example = "  plyforge outcome --moves \"g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1\"",
    .run = run_outcome,
};
