/* plyforge uci: implements the protocol of chess engines, so that GUIs and scripts can drive the library. It does not
 * evaluate positions: "go" answers with a legal move, and "go perft N" counts. As the protocol requires, unknown input
 * is ignored. A bad position or move is reported in an "info string", and the last good position is kept. */
#include "count/counting.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct uci_options {
    bool chess960;
    pf_variant variant;
    bool backend; /* --backend was given, and the library already uses it */
};

struct session {
    bool chess960;        /* set by either of the two options */
    bool chess960_option; /* UCI_Chess960 */
    bool chess960_name;   /* UCI_Variant is set to a name of Chess960 */
    pf_variant variant;   /* UCI_Variant, for the next position */
    pf_position position;
    bool searching; /* "go infinite" or "go ponder": the answer waits for "stop" */
    pf_move best;
};

static const char blanks[] = " \t\r\n\v\f";

/* The next word of the line, ended with a NUL in place, or NULL. */
static char *next_word(char **line)
{
    *line += strspn(*line, blanks);
    if (**line == '\0') return NULL;
    char *word = *line;
    *line += strcspn(*line, blanks);
    if (**line != '\0') *(*line)++ = '\0';
    return word;
}

/* ---- position, setoption ---- */

static void complain_of(const char *what, const char *text, const char *message)
{
    char line[LINE_SIZE];
    size_t length = strlen(text);
    while (length > 0 && strchr(blanks, text[length - 1]) != NULL) length--;
    snprintf(line, sizeof line, "%s '%.*s': %.700s", what, length < 200 ? (int)length : 200, text, message);
    make_printable(line);
    printf("info string %s\n", line);
}

static void play_words(pf_position *position, char *line)
{
    for (char *word; (word = next_word(&line)) != NULL;) {
        pf_move move;
        pf_error error;
        pf_status status = pf_move_from_uci_any(&move, position, word, strlen(word), &error);
        if (status == PF_OK) status = pf_position_play(position, move, &error);
        if (status == PF_OK) continue;
        complain_of("move", word, error.message);
        return; /* moves after a bad one cannot be played */
    }
}

/* Finds the word "moves"; NULL if there is none. */
static char *find_moves(char *line)
{
    for (char *found = line; (found = strstr(found, "moves")) != NULL; found++) {
        bool begins = found == line || strchr(blanks, found[-1]) != NULL;
        if (begins && strchr(blanks, found[5]) != NULL) return found; /* the NUL at the end counts as a blank */
    }
    return NULL;
}

static void set_position(struct session *session, char *line)
{
    char *moves = find_moves(line);
    if (moves != NULL) {
        *moves = '\0';
        moves += strlen("moves");
    }
    char *word = next_word(&line);
    pf_position position = pf_variant_start(session->variant);
    if (word != NULL && strcmp(word, "fen") == 0) {
        pf_problems problems = 0;
        pf_error error;
        pf_accept accept = acceptance(true, session->chess960, session->variant);
        if (pf_position_from_fen(&position, line, strlen(line), accept, &problems, &error) != PF_OK) {
            char reason[LINE_SIZE];
            describe_fen_error(reason, &error, problems, (struct quoted_fen){0});
            complain_of("position", line, reason);
            return;
        }
        if (problems != 0) {
            char what[LINE_SIZE];
            describe_problems(what, problems, "UCI_Chess960", (struct quoted_fen){0});
            complain_of("position", line, what);
        }
    } else if (word == NULL || strcmp(word, "startpos") != 0) {
        complain_of("position", word != NULL ? word : "", "expected startpos or fen");
        return;
    } else if ((word = next_word(&line)) != NULL) {
        complain_of("position startpos", word, "ignored; expected moves, as in 'position startpos moves e2e4'");
    }
    if (moves != NULL) play_words(&position, moves);
    session->position = position;
}

static void set_chess960(struct session *session, const char *value)
{
    bool is_true = value != NULL && strcasecmp(value, "true") == 0;
    if (value == NULL || (!is_true && strcasecmp(value, "false") != 0)) {
        complain_of("UCI_Chess960", value != NULL ? value : "", "expected true or false");
        return;
    }
    session->chess960_option = is_true;
    session->chess960 = is_true || session->chess960_name;
}

/* Sets up the board for the new rules, as "position startpos" does. */
static void set_variant(struct session *session, const char *value)
{
    pf_variant variant;
    if (value == NULL || !pf_variant_from_name(&variant, value, strlen(value))) {
        complain_of("UCI_Variant", value != NULL ? value : "",
                    "expected chess, crazyhouse, atomic, antichess, kingofthehill, 3check, horde or racingkings");
        return;
    }
    session->chess960_name = pf_variant_name_is_chess960(value, strlen(value));
    session->chess960 = session->chess960_option || session->chess960_name;
    session->variant = variant;
    session->position = pf_variant_start(variant);
}

static void set_option(struct session *session, char *line)
{
    char *name = NULL, *value = NULL;
    const char *named = NULL;
    for (char *word; (word = next_word(&line)) != NULL;) {
        if (strcasecmp(word, "UCI_Chess960") == 0 || strcasecmp(word, "UCI_Variant") == 0) named = word;
        if (strcmp(word, "name") == 0)
            name = next_word(&line);
        else if (strcmp(word, "value") == 0)
            value = next_word(&line);
    }
    if (name == NULL && named != NULL)
        complain_of("setoption", strcasecmp(named, "UCI_Variant") == 0 ? "UCI_Variant" : "UCI_Chess960",
                    strcasecmp(named, "UCI_Variant") == 0
                        ? "expected 'setoption name UCI_Variant value crazyhouse' or another variant"
                        : "expected 'setoption name UCI_Chess960 value true' or false");
    /* The protocol requires that neither names nor values of options are case-sensitive. */
    if (name != NULL && strcasecmp(name, "UCI_Chess960") == 0) set_chess960(session, value);
    if (name != NULL && strcasecmp(name, "UCI_Variant") == 0) set_variant(session, value);
}

/* ---- go ---- */

static void go_perft(const struct session *session, const char *text)
{
    unsigned depth;
    if (text == NULL || !read_number(&depth, text, strlen(text), PF_PERFT_MAX_DEPTH)) {
        complain_of("perft", text != NULL ? text : "", "expected a depth from 0 to 255");
        return;
    }
    struct divided divide = {.chess960 = session->chess960};
    pf_count nodes;
    pf_perft_divide(&nodes, &session->position, depth, PF_PERFT_BULK, add_root, &divide);
    sort_roots(divide.roots, divide.size);
    print_divided(&divide);
    printf("\nNodes searched: %s\n\n", COUNT_TEXT(nodes));
}

/* The first legal move in alphabetical order, so that the answer is the same everywhere. */
static pf_move first_move(const struct session *session, const pf_move_list *list)
{
    pf_move best = PF_NO_MOVE;
    char best_uci[PF_UCI_SIZE] = "";
    for (uint32_t i = 0; i < list->size; i++) {
        char uci[PF_UCI_SIZE];
        write_move(uci, list->moves[i], session->chess960);
        if (best != PF_NO_MOVE && strcmp(uci, best_uci) > 0) continue;
        best = list->moves[i];
        memcpy(best_uci, uci, sizeof best_uci);
    }
    return best;
}

static void answer(struct session *session)
{
    char uci[PF_UCI_SIZE];
    session->searching = false;
    write_move(uci, session->best, session->chess960);
    printf("bestmove %s\n", session->best != PF_NO_MOVE ? uci : "(none)");
}

static void go(struct session *session, char *line)
{
    pf_move_list allowed = {0};
    bool wait = false, restricted = false;
    for (char *word; (word = next_word(&line)) != NULL;) {
        pf_move move;
        if (strcmp(word, "perft") == 0) {
            go_perft(session, next_word(&line));
            return;
        }
        if (strcmp(word, "infinite") == 0 || strcmp(word, "ponder") == 0)
            wait = true;
        else if (strcmp(word, "searchmoves") == 0)
            restricted = true;
        else if (restricted && allowed.size < PF_MOVE_LIST_CAPACITY &&
                 pf_move_from_uci(&move, &session->position, word, strlen(word), NULL) == PF_OK)
            allowed.moves[allowed.size++] = move;
    }
    if (allowed.size == 0) pf_generate_legal(&session->position, &allowed);
    session->best = first_move(session, &allowed);
    if (session->best != PF_NO_MOVE) {
        char uci[PF_UCI_SIZE];
        write_move(uci, session->best, session->chess960);
        printf("info depth 1 nodes %u score cp 0 pv %s\n", (unsigned)allowed.size, uci);
    }
    session->searching = wait;
    if (!wait) answer(session);
}

/* ---- The rest ---- */

static void introduce(void)
{
    printf("id name Plyforge %s\nid author the Plyforge authors\n"
           "option name UCI_Chess960 type check default false\n"
           "option name UCI_Variant type combo default chess var chess var crazyhouse var atomic var antichess "
           "var kingofthehill var 3check var horde var racingkings\nuciok\n",
           pf_version());
}

static void display(const struct session *session)
{
    char fen[PF_FEN_SIZE];
    write_fen(fen, &session->position, session->chess960);
    print_board(&session->position, &(struct drawing){.colours = COLOURS_NEVER});
    printf("\nFen: %s\nKey: %016llX\n", fen, (unsigned long long)session->position.key);
}

/* Executes one line; false to quit. Unknown words before the first known one are ignored, as the protocol requires. */
static bool execute(struct session *session, char *line)
{
    for (char *word; (word = next_word(&line)) != NULL;) {
        if (strcmp(word, "quit") == 0) return false;
        if (strcmp(word, "uci") == 0)
            introduce();
        else if (strcmp(word, "isready") == 0)
            puts("readyok");
        else if (strcmp(word, "position") == 0)
            set_position(session, line);
        else if (strcmp(word, "go") == 0)
            go(session, line);
        else if (strcmp(word, "setoption") == 0)
            set_option(session, line);
        else if (strcmp(word, "ucinewgame") == 0)
            session->position = pf_variant_start(session->variant);
        else if (strcmp(word, "stop") == 0 || strcmp(word, "ponderhit") == 0) {
            if (session->searching) answer(session);
        } else if (strcmp(word, "d") == 0)
            display(session);
        else if (strcmp(word, "debug") != 0 && strcmp(word, "register") != 0)
            continue;
        return true;
    }
    return true;
}

static int run_uci(const void *context, const struct operands *operands)
{
    const struct uci_options *options = context;
    (void)operands;
    if (!can_read_standard_input()) return STATUS_WRONG_INPUT;
    struct session session = {.chess960 = options->chess960,
                              .chess960_option = options->chess960,
                              .variant = options->variant,
                              .position = pf_variant_start(options->variant)};
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, stdin) >= 0) {
        if (!execute(&session, line)) break;
        flush_output(); /* the GUI waits for the answer */
    }
    bool failed = ferror(stdin) != 0;
    if (failed) complain("cannot read standard input: %s", strerror(errno));
    free(line);
    return failed ? STATUS_WRONG_INPUT : STATUS_OK;
}

static const struct option_row option_rows[] = {
    CHESS960_ROW(struct uci_options, chess960),
    VARIANT_ROW(struct uci_options, variant),
    CPU_BACKEND_ROW(struct uci_options),
    END_OF_OPTIONS,
};

static const struct uci_options defaults = {0};

const struct command uci_command = {
    .name = "uci",
    .operands = "",
    COMMAND_OPTIONS(option_rows, defaults),
    .summary = "speak UCI on standard input and output",
    .description =
        "Speaks the protocol of chess engines: uci, isready, ucinewgame, position, go, stop, setoption name\n"
        "UCI_Chess960 and UCI_Variant, quit; \"go perft N\" counts, \"d\" draws the board. It evaluates "
        "nothing: any other\n"
        "\"go\" answers with a legal move. Unknown commands are ignored.",
    .example = "  plyforge uci <<<$'position startpos moves e2e4\\ngo perft 3'",
    .run = run_uci,
};
