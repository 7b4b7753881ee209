/* A referee for two UCI engines: plays games with clocks, tests every move, writes them as PGN and prints the score.
 *
 *     match --engine ./engine --engine stockfish --option "Skill Level=0" --games 20 --time 2+0.02 --chess960 half
 *
 * Each opening is played twice, with colours changed. Openings are a few random moves from the start position, or a
 * random start position of Chess960; --seed chooses them. A side that plays an illegal move, oversteps its time or ends
 * loses the game; if it is the first engine, the exit status is 1. --option and --nodes are about the engine before
 * them; --nodes limits each move by nodes instead of a clock, so that the load of the machine has no influence. */
#define _POSIX_C_SOURCE 200809L
#include "match_player.h"
#include "splitmix.h"

#include <plyforge.h>

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which games are Chess960: none, every second opening, or all. */
enum { MS_FOR_NODES = 60000 }; /* the time for a move of an engine that plays by nodes */
typedef enum share { SHARE_NONE, SHARE_HALF, SHARE_ALL } share;

typedef struct match {
    player players[2];
    int player_count;
    long games, plies;       /* plies: random moves of an opening of standard chess */
    int64_t base, increment; /* milliseconds */
    int64_t margin;          /* how late a move may come */
    share chess960;
    uint64_t seed;
    const char *pgn_name;
    FILE *pgn;
    long wins, draws, losses; /* of the first engine */
    long forfeits[2];         /* games that an engine lost by anything but mate */
} match;

/* How a game ended; why is a static string. */
typedef struct ending {
    pf_result result;
    const char *why;
    int forfeited_by; /* 0 or 1; -1 for neither */
} ending;

/* ---- One game ---- */

static ending forfeit(const pf_game *game, int side_player, const char *why)
{
    bool white = pf_game_position(game)->turn == PF_WHITE;
    return (ending){white ? PF_RESULT_BLACK_WINS : PF_RESULT_WHITE_WINS, why, side_player};
}

/* The position command: where the game began, and all of its moves. */
static void send_position(player *p, const pf_game *game, bool chess960)
{
    char text[PF_FEN_SIZE + 32], fen[PF_FEN_SIZE];
    pf_position_to_fen(fen, sizeof fen, pf_game_position_at(game, 0),
                       chess960 ? PF_CASTLING_SHREDDER : PF_CASTLING_STANDARD, PF_EP_LEGAL);
    snprintf(text, sizeof text, "position fen %s moves", fen);
    player_say(p, text);
    for (uint32_t ply = 1; ply <= pf_game_ply(game); ply++) {
        char move[PF_UCI_SIZE + 1] = " ";
        pf_move_to_uci(move + 1, sizeof move - 1, pf_game_move_at(game, ply),
                       chess960 ? PF_UCI_KING_TAKES_ROOK : PF_UCI_KING_STEP);
        player_say(p, move);
    }
    player_say(p, "\n");
}

/* Asks for a move and plays it. false, with the ending filled in, if there was none to play. */
static bool play_turn(match *m, pf_game *game, int who, int64_t clocks[2], bool chess960, ending *out)
{
    player *p = &m->players[who];
    pf_colour turn = pf_game_position(game)->turn;
    char go[200], line[LINE_SIZE];
    send_position(p, game, chess960);
    int64_t left = p->nodes > 0 ? MS_FOR_NODES : clocks[turn];
    if (p->nodes > 0)
        snprintf(go, sizeof go, "go nodes %ld\n", p->nodes);
    else
        snprintf(go, sizeof go, "go wtime %" PRId64 " btime %" PRId64 " winc %" PRId64 " binc %" PRId64 "\n", clocks[0],
                 clocks[1], m->increment, m->increment);
    int64_t start = clock_ms();
    player_say(p, go);
    bool answered = player_wait(p, "bestmove", line, start + left + m->margin + 5000);
    int64_t used = clock_ms() - start;
    if (!answered) {
        *out = forfeit(game, who, used > left ? "time forfeit" : "engine ended");
        player_end(p);
        return false;
    }
    left -= used;
    if (left < -m->margin) {
        *out = forfeit(game, who, "time forfeit");
        return false;
    }
    if (p->nodes == 0) clocks[turn] = (left > 1 ? left : 1) + m->increment;
    char *word = line + strlen("bestmove"), *next = NULL;
    word = strtok_r(word, " ", &next);
    pf_move move;
    pf_error error;
    pf_status status = pf_move_from_uci(&move, pf_game_position(game), word ? word : "", word ? strlen(word) : 0,
                                        &error);
    if (status == PF_OK) status = pf_game_play(game, move, &error);
    if (status == PF_OK) return true;
    fprintf(stderr, "%s: illegal move '%s': %s\n", p->name, word ? word : "", error.message);
    *out = forfeit(game, who, "illegal move");
    return false;
}

/* Plays from the current position of the game to the end; white is the player of the white pieces. */
static ending play_game(match *m, pf_game *game, int white, bool chess960)
{
    int64_t clocks[2] = {m->base, m->base};
    ending end = {PF_RESULT_UNDECIDED, "", -1};
    for (int i = 0; i < 2; i++)
        if (!player_begin(&m->players[i], chess960)) {
            player_end(&m->players[i]);
            pf_result lost = i == white ? PF_RESULT_BLACK_WINS : PF_RESULT_WHITE_WINS;
            return (ending){lost, "engine does not answer", i};
        }
    for (;;) {
        pf_outcome outcome = pf_game_outcome(game, PF_POLICY_ENGINE);
        if (outcome.result != PF_RESULT_UNDECIDED) return (ending){outcome.result, pf_reason_text(outcome.reason), -1};
        int who = pf_game_position(game)->turn == PF_WHITE ? white : 1 - white;
        if (!play_turn(m, game, who, clocks, chess960, &end)) return end;
    }
}

/* ---- Openings and records ---- */

/* A game with the moves of the opening; the same number gives the same opening. */
static pf_game *make_opening(const match *m, long number, bool chess960)
{
    uint64_t state = m->seed * 1000003 + (uint64_t)number;
    pf_position start = chess960 ? pf_position_chess960_start((unsigned)(random_next(&state) % 960))
                                 : pf_position_start();
    pf_game *game = pf_game_create(&start);
    for (long ply = 0; game && !chess960 && ply < m->plies; ply++) {
        pf_move_list list;
        uint32_t size = pf_generate_legal(pf_game_position(game), &list);
        pf_move move = size > 0 ? list.moves[random_next(&state) % size] : PF_NO_MOVE;
        /* A move that loses a piece would decide the game. */
        for (int i = 0; i < 50 && size > 0 && !pf_see_at_least(pf_game_position(game), move, 0); i++)
            move = list.moves[random_next(&state) % size];
        if (size == 0 || !pf_game_play_unchecked(game, move)) break;
    }
    return game;
}

static bool write_bytes(void *context, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, context) == size;
}

static void write_tag(pf_pgn_writer *writer, const char *name, const char *value)
{
    pf_pgn_write_tag(writer, name, strlen(name), value, strlen(value));
}

/* false if the game could not be written. */
static bool write_pgn(const match *m, const pf_game *game, long number, int white, bool chess960, ending end)
{
    if (!m->pgn) return true;
    pf_pgn_writer *writer = pf_pgn_writer_create(write_bytes, m->pgn);
    if (!writer) return false;
    char round[24];
    snprintf(round, sizeof round, "%ld", number + 1);
    write_tag(writer, "Event", "Engine match");
    write_tag(writer, "Round", round);
    write_tag(writer, "White", m->players[white].name);
    write_tag(writer, "Black", m->players[1 - white].name);
    write_tag(writer, "Result", pf_result_text(end.result));
    if (chess960) write_tag(writer, "Variant", "Chess960");
    write_tag(writer, "Termination", end.why);
    pf_pgn_write_start(writer, pf_game_position_at(game, 0));
    for (uint32_t ply = 1; ply <= pf_game_ply(game); ply++) pf_pgn_write_move(writer, pf_game_move_at(game, ply));
    pf_pgn_write_end(writer, end.result);
    pf_pgn_writer_destroy(writer);
    return fflush(m->pgn) == 0 && !ferror(m->pgn);
}

/* ---- The match ---- */

static double elo(double score)
{
    if (score <= 0) return -INFINITY;
    if (score >= 1) return INFINITY;
    return 0.0 - 400 * log10(1 / score - 1); /* 0, not -0, for an even score */
}

/* The score of the first engine with its 95% margin, which assumes independent games. */
static void print_score(const match *m)
{
    double games = (double)(m->wins + m->draws + m->losses);
    double score = ((double)m->wins + 0.5 * (double)m->draws) / games;
    double variance = ((double)m->wins * pow(1 - score, 2) + (double)m->draws * pow(0.5 - score, 2) +
                       (double)m->losses * score * score) /
                      games;
    double margin = 1.96 * sqrt(variance / games);
    printf("%s against %s: %ld won, %ld drawn, %ld lost\n", m->players[0].name, m->players[1].name, m->wins, m->draws,
           m->losses);
    printf("score %.3f +- %.3f, Elo difference %+.0f (%+.0f to %+.0f)\n", score, margin, elo(score),
           elo(score - margin), elo(score + margin));
    printf("forfeits: %ld and %ld\n", m->forfeits[0], m->forfeits[1]);
}

/* An engine that never starts, or that lacks an option, is a mistake in the arguments, and no reason to lose games. */
static bool start_engines(match *m)
{
    for (int i = 0; i < 2; i++) {
        const player *p = &m->players[i];
        if (!player_begin(&m->players[i], false)) {
            fprintf(stderr, "match: --engine '%s' does not start, or does not answer as a UCI engine\n", p->command);
            return false;
        }
        for (int option = 0; option < p->option_count; option++)
            if (!p->offered[option]) {
                fprintf(stderr, "match: --option '%s': %s has no such option\n", p->options[option], p->name);
                return false;
            }
    }
    return true;
}

/* Says why the games cannot be written, and returns false. */
static bool report_pgn(const match *m)
{
    fprintf(stderr, "match: --pgn '%s': %s\n", m->pgn_name, strerror(errno));
    return false;
}

static bool open_pgn(match *m)
{
    if (m->pgn_name) m->pgn = fopen(m->pgn_name, "w");
    return m->pgn || !m->pgn_name || report_pgn(m);
}

/* The exit status. */
static int run_match(match *m)
{
    for (long number = 0; number < m->games; number++) {
        long opening = number / 2;
        int white = (int)(number % 2); /* the player with the white pieces */
        bool chess960 = m->chess960 == SHARE_ALL || (m->chess960 == SHARE_HALF && opening % 2 == 1);
        pf_game *game = make_opening(m, opening, chess960);
        if (!game) {
            fputs("match: there is no memory left\n", stderr);
            return 2;
        }
        ending end = play_game(m, game, white, chess960);
        if (end.forfeited_by >= 0) m->forfeits[end.forfeited_by]++;
        bool first_wins = end.result == (white == 0 ? PF_RESULT_WHITE_WINS : PF_RESULT_BLACK_WINS);
        long *count = end.result == PF_RESULT_DRAW ? &m->draws : first_wins ? &m->wins : &m->losses;
        (*count)++;
        printf("game %ld%s: %s (%s), %u plies, first engine %ld-%ld-%ld\n", number + 1, chess960 ? ", Chess960" : "",
               pf_result_text(end.result), end.why, (unsigned)pf_game_ply(game), m->wins, m->draws, m->losses);
        fflush(stdout);
        bool written = write_pgn(m, game, number, white, chess960, end) || report_pgn(m);
        pf_game_destroy(game);
        if (!written) return 2;
    }
    print_score(m);
    return m->forfeits[0] > 0;
}

static const char usage_text[] = "usage: match --engine COMMAND [--option NAME=VALUE]... [--nodes N]\n"
                                 "             --engine COMMAND [--option NAME=VALUE]... [--nodes N]\n"
                                 "             [--games N] [--time SECONDS+INCREMENT] [--margin MILLISECONDS]\n"
                                 "             [--plies N] [--chess960 none|half|all] [--seed N] [--pgn FILE]\n";

static const char help_text[] =
    "\n"
    "Plays two UCI engines against each other and prints the score of the first. Each opening is\n"
    "played twice, with colours changed. The exit status is 1 if the first engine forfeits a game, and\n"
    "2 if an engine does not start or lacks an option, or if the games cannot be written.\n"
    "\n"
    "  --engine COMMAND         a command of the shell; given twice\n"
    "  --option NAME=VALUE      a UCI option of the engine before it\n"
    "  --nodes N                the engine before it searches N nodes a move, without a clock\n"
    "  --games N                how many games (10)\n"
    "  --time SECONDS+INCREMENT the clock (2+0.02)\n"
    "  --margin MILLISECONDS    how late a move may come (10)\n"
    "  --plies N                random moves that open a game of standard chess (6)\n"
    "  --chess960 none|half|all which openings are start positions of Chess960 (none)\n"
    "  --seed N                 chooses the openings (1)\n"
    "  --pgn FILE               write the games\n"
    "  --help                   print this text\n";

/* Refuses the arguments for this reason. */
__attribute__((format(printf, 1, 2), noreturn)) static void refuse(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("match: ", stderr);
    vfprintf(stderr, format, arguments);
    fputs("\n", stderr);
    va_end(arguments);
    fputs(usage_text, stderr);
    exit(2);
}

static void help(void)
{
    fputs(usage_text, stdout);
    fputs(help_text, stdout);
    exit(0);
}

static long number_of(const char *option, const char *text, long min)
{
    enum { MAX = 1000000000 };
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < min || value > MAX)
        refuse("--%s '%s': expected a number from %ld to %d", option, text, min, MAX);
    return value;
}

static void read_time(match *m, const char *text)
{
    char *end;
    double base = strtod(text, &end), increment = 0;
    if (*end == '+') increment = strtod(end + 1, &end);
    if (*end != '\0' || !(base > 0 && base < 1e6) || !(increment >= 0 && increment < 1e6))
        refuse("--time '%s': expected seconds and an increment, as in 2+0.02", text);
    m->base = (int64_t)(base * 1000);
    m->increment = (int64_t)(increment * 1000);
}

static void read_share(match *m, const char *text)
{
    static const char *const names[] = {"none", "half", "all"};
    for (int i = 0; i < 3; i++)
        if (strcmp(text, names[i]) == 0) {
            m->chess960 = (share)i;
            return;
        }
    refuse("--chess960 '%s': expected none, half or all", text);
}

static void add_engine(match *m, const char *command)
{
    if (m->player_count == 2) refuse("--engine '%s': a match has two engines", command);
    player *p = &m->players[m->player_count++];
    p->command = command;
    snprintf(p->name, sizeof p->name, "%s", command);
}

/* The engine that an option is about. */
static player *last_engine(match *m, const char *option)
{
    if (m->player_count == 0) refuse("--%s comes after the --engine that it is about", option);
    return &m->players[m->player_count - 1];
}

static void add_option(player *p, const char *option)
{
    if (p->option_count == MAX_OPTIONS) refuse("--option '%s': an engine may have %d", option, MAX_OPTIONS);
    p->options[p->option_count++] = option;
}

static void read_arguments(match *m, int argc, char **argv)
{
    enum { ENGINE = 1, OPTION, NODES, GAMES, TIME, MARGIN, PLIES, CHESS960, SEED, PGN, HELP };
    static const struct option names[] = {
        {"engine", 1, NULL, ENGINE}, {"option", 1, NULL, OPTION},     {"nodes", 1, NULL, NODES},
        {"games", 1, NULL, GAMES},   {"time", 1, NULL, TIME},         {"margin", 1, NULL, MARGIN},
        {"plies", 1, NULL, PLIES},   {"chess960", 1, NULL, CHESS960}, {"seed", 1, NULL, SEED},
        {"pgn", 1, NULL, PGN},       {"help", 0, NULL, HELP},         {NULL, 0, NULL, 0}};
    opterr = 0; /* the messages are below */
    for (int name; (name = getopt_long(argc, argv, ":", names, NULL)) != -1;) switch (name) {
        case ENGINE: add_engine(m, optarg); break;
        case OPTION: add_option(last_engine(m, "option"), optarg); break;
        case NODES: last_engine(m, "nodes")->nodes = number_of("nodes", optarg, 1); break;
        case GAMES: m->games = number_of("games", optarg, 1); break;
        case TIME: read_time(m, optarg); break;
        case MARGIN: m->margin = number_of("margin", optarg, 0); break;
        case PLIES: m->plies = number_of("plies", optarg, 0); break;
        case CHESS960: read_share(m, optarg); break;
        case SEED: m->seed = (uint64_t)number_of("seed", optarg, 0); break;
        case PGN: m->pgn_name = optarg; break;
        case HELP: help(); break;
        case ':': refuse("%s needs a value", argv[optind - 1]);
        default: refuse("unknown option '%s'", argv[optind - 1]);
        }
    if (optind < argc) refuse("unexpected argument '%s'", argv[optind]);
    if (m->player_count != 2) refuse("--engine is needed twice");
}

int main(int argc, char **argv)
{
    static match m = {.games = 10, .plies = 6, .base = 2000, .increment = 20, .margin = 10, .seed = 1};
    signal(SIGPIPE, SIG_IGN); /* an engine that has ended is noticed when its answer is missing */
    read_arguments(&m, argc, argv);
    int status = start_engines(&m) && open_pgn(&m) ? run_match(&m) : 2;
    for (int i = 0; i < 2; i++) player_end(&m.players[i]);
    if (m.pgn && fclose(m.pgn) != 0 && status != 2) {
        report_pgn(&m);
        return 2;
    }
    return status;
}
