/* plyforge outcome: reports whether and why a game is over, which draws may be claimed, and who can still win. */
#include "output/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The side whose time has run out. */
enum flag { FLAG_NONE, FLAG_WHITE, FLAG_BLACK };

struct outcome_options {
    struct position_options position;
    enum flag flag;
    bool json;
};

/* A legal move, and the draws that may be claimed by declaring it. */
struct claim_by_move {
    char uci[PF_UCI_SIZE];
    pf_claims claims;
};

struct outcome_report {
    char fen[PF_FEN_SIZE];
    pf_outcome fide, engine;
    unsigned repetitions;
    unsigned halfmove_clock;
    pf_claims claims;
    struct claim_by_move by_move[PF_MOVE_LIST_CAPACITY]; /* only moves with claims, in alphabetical order */
    size_t by_move_size;
    pf_verdict unwinnable[2];
    pf_verdict dead;
    enum flag flag;
    bool chess960;
    pf_helpmate helpmate; /* for the side that still has time left */
    pf_position position;
};

static pf_game *requested_game(const struct position_options *options)
{
    struct position_options before_moves = *options;
    before_moves.moves = NULL;
    pf_position start = requested_position(&before_moves);
    pf_game *game = pf_game_create(&start);
    if (game == NULL) fail("not enough memory");
    const char *text = options->moves != NULL ? options->moves : "";
    for (size_t length; (length = next_move_length(&text)) > 0; text += length) {
        pf_move move;
        pf_error error;
        pf_position position = *pf_game_position(game);
        if (read_listed_move(&move, &position, text, length, &error) == PF_OK &&
            pf_game_play(game, move, &error) == PF_OK)
            continue;
        pf_game_destroy(game);
        refuse_move(&position, text, length, &error);
    }
    return game;
}

static int compare_moves(const void *a, const void *b)
{
    return strcmp(((const struct claim_by_move *)a)->uci, ((const struct claim_by_move *)b)->uci);
}

static void list_claims(struct outcome_report *report, const pf_game *game, bool chess960)
{
    pf_position position = *pf_game_position(game);
    pf_move_list list;
    pf_generate_legal(&position, &list);
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
    size_t size = (size_t)PF_DEAD_BUDGET * PF_DEAD_BYTES_PER_NODE;
    void *scratch = malloc(size);
    /* A smaller buffer is enough for nearly every position, and even without one, all questions that need no search are
       answered. */
    while (scratch == NULL && (size /= 2) > 0) scratch = malloc(size);
    pf_colour last = report->flag == FLAG_BLACK ? PF_WHITE : PF_BLACK; /* the helpmate line of this side is kept */
    for (pf_colour i = 0; i < 2; i++) {
        pf_colour colour = i == 0 ? last ^ 1u : last;
        report->unwinnable[colour] = pf_position_find_helpmate(&report->helpmate, position, colour, PF_DEAD_BUDGET,
                                                               scratch, size);
    }
    pf_verdict white = report->unwinnable[PF_WHITE], black = report->unwinnable[PF_BLACK];
    if (white == PF_VERDICT_NO || black == PF_VERDICT_NO)
        report->dead = PF_VERDICT_NO;
    else if (white == PF_VERDICT_YES && black == PF_VERDICT_YES)
        report->dead = PF_VERDICT_YES;
    else
        report->dead = pf_position_is_dead(position, PF_DEAD_BUDGET, scratch, size);
    free(scratch);
}

/* If the game has been won, no search is needed: the winner can win, and the other side cannot. False if the game has
 * not been won. */
static bool tell_winner(struct outcome_report *report)
{
    bool by_white = report->fide.result == PF_RESULT_WHITE_WINS;
    if (!by_white && report->fide.result != PF_RESULT_BLACK_WINS) return false;
    report->unwinnable[PF_WHITE] = by_white ? PF_VERDICT_NO : PF_VERDICT_YES;
    report->unwinnable[PF_BLACK] = by_white ? PF_VERDICT_YES : PF_VERDICT_NO;
    report->dead = PF_VERDICT_NO;
    return true;
}

/* The outcome of a fallen flag, unless the game was over before (FIDE Laws 6.9). */
static void drop_flag(struct outcome_report *report)
{
    if (report->flag == FLAG_NONE || report->fide.result != PF_RESULT_UNDECIDED) return;
    pf_colour other = report->flag == FLAG_WHITE ? PF_BLACK : PF_WHITE;
    pf_result won = other == PF_WHITE ? PF_RESULT_WHITE_WINS : PF_RESULT_BLACK_WINS;
    pf_verdict verdict = report->unwinnable[other];
    pf_result result = verdict == PF_VERDICT_NO    ? won
                       : verdict == PF_VERDICT_YES ? PF_RESULT_DRAW
                                                   : PF_RESULT_UNDECIDED;
    report->fide = (pf_outcome){result, PF_REASON_TIMEOUT};
    if (report->engine.result == PF_RESULT_UNDECIDED) report->engine = report->fide;
    report->claims = 0;
    report->by_move_size = 0;
}

static struct outcome_report *make_report(const pf_game *game, bool chess960, enum flag flag)
{
    static struct outcome_report report;
    pf_position position = *pf_game_position(game);
    report.flag = flag;
    report.chess960 = chess960;
    report.position = position;
    write_fen(report.fen, &position, chess960);
    report.fide = pf_game_outcome(game, PF_POLICY_FIDE);
    report.engine = pf_game_outcome(game, PF_POLICY_ENGINE);
    report.repetitions = pf_game_repetitions(game);
    report.halfmove_clock = position.halfmove_clock;
    report.claims = pf_game_claims(game);
    list_claims(&report, game, chess960);
    if (tell_winner(&report)) return &report;
    ask_who_can_win(&report, &position);

    /* A dead position ends the game as well, before anything can be claimed (FIDE Laws 5.2.2). */
    if (report.dead == PF_VERDICT_YES && report.fide.result == PF_RESULT_UNDECIDED) {
        report.fide = (pf_outcome){PF_RESULT_DRAW, PF_REASON_DEAD_POSITION};
        report.claims = 0;
        report.by_move_size = 0;
    }
    drop_flag(&report);
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

/* Prints the proof of that outcome: the line with move numbers, or the reason why there is none. */
static void print_proof(const struct outcome_report *report)
{
    const pf_helpmate *helpmate = &report->helpmate;
    if (report->fide.reason != PF_REASON_TIMEOUT) return;
    if (helpmate->unwinnable != PF_VERDICT_NO) {
        const char *reason = pf_win_reason_text(helpmate->reason);
        printf("No win because:   %s\n", reason[0] != '\0' ? reason : "unknown");
        return;
    }
    pf_position position = report->position;
    printf("It can end:      ");
    for (uint32_t i = 0; i < helpmate->size; i++) {
        char san[PF_SAN_SIZE];
        pf_move_to_san(san, sizeof san, &position, helpmate->moves[i], PF_SAN_LETTERS);
        if (i == 0 || position.turn == PF_WHITE)
            printf(" %u.%s", (unsigned)position.fullmove_number, position.turn == PF_WHITE ? "" : "..");
        printf(" %s", san);
        pf_position_play_unchecked(&position, helpmate->moves[i]);
    }
    putchar('\n');
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
    print_proof(report);
}

static void add_outcome(struct json *json, pf_outcome outcome)
{
    json_string(json, "result", pf_result_text(outcome.result));
    json_reason(json, "reason", outcome.reason);
}

static void add_claims(struct json *json, const char *name, pf_claims claims)
{
    json_open_array(json, name);
    if (claims & PF_CLAIM_FIFTY_MOVES) json_string(json, NULL, pf_reason_text(PF_REASON_FIFTY_MOVES));
    if (claims & PF_CLAIM_THREEFOLD_REPETITION) json_string(json, NULL, pf_reason_text(PF_REASON_THREEFOLD_REPETITION));
    json_close_array(json);
}

/* Adds whether the verdict is the one asked about; null if it is unknown. */
static void add_verdict(struct json *json, const char *name, pf_verdict verdict, pf_verdict asked)
{
    if (verdict == PF_VERDICT_UNKNOWN)
        json_null(json, name);
    else
        json_boolean(json, name, verdict == asked);
}

/* Adds the reason why the side with time left can or cannot win, and the moves by which it can. */
static void add_proof(struct json *json, const struct outcome_report *report)
{
    const pf_helpmate *helpmate = &report->helpmate;
    bool decided = report->fide.reason == PF_REASON_TIMEOUT;
    json_string(json, "flag", report->flag == FLAG_WHITE ? "white" : "black");
    if (decided && helpmate->reason != PF_WIN_UNSETTLED)
        json_string(json, "win", pf_win_reason_text(helpmate->reason));
    else
        json_null(json, "win");
    json_open_array(json, "line");
    for (uint32_t i = 0; decided && i < helpmate->size; i++) {
        char uci[PF_UCI_SIZE];
        write_move(uci, helpmate->moves[i], report->chess960);
        json_string(json, NULL, uci);
    }
    json_close_array(json);
}

static void print_json(const struct outcome_report *report)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    add_outcome(&json, report->fide);
    json_string(&json, "fen", report->fen);
    json_open_object(&json, "engine");
    add_outcome(&json, report->engine);
    json_close_object(&json);
    add_claims(&json, "claims", report->claims);
    json_open_object(&json, "claims_by_move");
    for (size_t i = 0; i < report->by_move_size; i++)
        add_claims(&json, report->by_move[i].uci, report->by_move[i].claims);
    json_close_object(&json);
    json_integer(&json, "repetitions", report->repetitions);
    json_integer(&json, "halfmove_clock", report->halfmove_clock);
    add_verdict(&json, "white_can_win", report->unwinnable[PF_WHITE], PF_VERDICT_NO);
    add_verdict(&json, "black_can_win", report->unwinnable[PF_BLACK], PF_VERDICT_NO);
    add_verdict(&json, "dead", report->dead, PF_VERDICT_YES);
    if (report->flag != FLAG_NONE) add_proof(&json, report);
    json_finish(&json);
}

static int run_outcome(const void *context, const struct operands *operands)
{
    const struct outcome_options *options = context;
    (void)operands;
    pf_game *game = requested_game(&options->position);
    const struct outcome_report *report = make_report(game, options->position.chess960, options->flag);
    pf_game_destroy(game);
    if (options->json)
        print_json(report);
    else
        print_outcome(report);
    return STATUS_OK;
}

static void read_side(void *value, const struct option_word *word)
{
    static const char *const sides[] = {"white", "black"};
    *(enum flag *)value = read_choice(word, sides, 2) == 0 ? FLAG_WHITE : FLAG_BLACK;
}

static const struct option_row option_rows[] = {
    POSITION_ROWS(struct outcome_options),
    VARIANT_ROW(struct outcome_options, position.variant),
    OPTION("flag", "SIDE", "SIDE, white or black, has run out of time", read_side, struct outcome_options, flag),
    JSON_ROW(struct outcome_options),
    END_OF_OPTIONS,
};

static const struct outcome_options defaults = {.position = POSITION_DEFAULTS};

const struct command outcome_command = {
    .name = "outcome",
    .operands = "",
    COMMAND_OPTIONS(option_rows, defaults),
    .summary = "report whether a game is over and which draws may be claimed",
    .description =
        "Reports whether and why the game is over by the FIDE Laws and by the rules engines use, which draws the side\n"
        "to move may claim now or by declaring a move, how often the position has occurred since the\n"
        "first one given, and which side can still win if the other helps. With --flag, it also reports how the game\n"
        "ends if that side runs out of time, and the moves by which the other side could win.",
    .example = "  plyforge outcome --moves \"g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1\"",
    .run = run_outcome,
};
