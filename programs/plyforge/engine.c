/* Running an engine: the process and its pipes, reading lines with a deadline, and seeing where a divide ends; see
 * engine.h. */
#include "engine.h"
#include "interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER_SIZE = 1 << 16, SETTLED = 3 };

struct engine {
    char *command; /* for the shell */
    bool is_script;
    bool chess960;
    bool offers_chess960; /* or the user has been warned that it does not */
    pf_variant variant;
    char variant_name[ENGINE_LINE_SIZE]; /* as the engine spells it; "" if it does not offer it */
    double timeout;

    pid_t process; /* 0: not running */
    int in, out;   /* our ends of its standard input and output */
    bool at_end;   /* its output has ended */
    char buffer[BUFFER_SIZE];
    size_t size;
    bool discarding; /* the rest of a line that is longer than the buffer */

    bool spoke_perft; /* has answered before, so that silence means "no moves" */
    bool prints_totals;
    unsigned settled_reads; /* divides in a row that were complete when it said "readyok" */
    char name[ENGINE_LINE_SIZE];
    char failure[ENGINE_LINE_SIZE];
    char last[ENGINE_LAST_LINES][ENGINE_LINE_SIZE]; /* a ring */
    size_t last_count;
};

/* ---- The process ---- */

struct engine *engine_create(const struct engine_options *options, bool chess960, pf_variant variant)
{
    struct engine *engine = allocated(calloc(1, sizeof *engine));
    engine->is_script = options->script != NULL;
    const char *command = engine->is_script ? options->script : options->engine;
    const char *arguments = engine->is_script ? " \"$@\"" : "";
    size_t size = strlen(command) + strlen(arguments) + 1;
    engine->command = allocated(malloc(size));
    snprintf(engine->command, size, "%s%s", command, arguments);
    engine->chess960 = chess960;
    engine->variant = variant;
    engine->timeout = options->timeout;
    snprintf(engine->name, sizeof engine->name, "%s", command);
    return engine;
}

/* Runs the command by the shell; its process group can be killed with its children. arguments are those of a script. */
static bool start(struct engine *engine, char *const arguments[3])
{
    int in[2], out[2];
    if (pipe(in) != 0) return false;
    if (pipe(out) != 0) {
        close(in[0]), close(in[1]);
        return false;
    }
    fflush(stdout);
    pid_t process = fork_child();
    if (process == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        dup2(out[1], STDERR_FILENO); /* shows failed assertions among the last lines */
        close(in[0]), close(in[1]), close(out[0]), close(out[1]);
        char shell[] = "sh", flag[] = "-c";
        if (arguments != NULL)
            execv("/bin/sh",
                  (char *[]){shell, flag, engine->command, shell, arguments[0], arguments[1], arguments[2], NULL});
        else
            execv("/bin/sh", (char *[]){shell, flag, engine->command, NULL});
        _exit(127);
    }
    close(in[0]), close(out[1]);
    if (process < 0) {
        close(in[1]), close(out[0]);
        return false;
    }
    engine->process = process;
    engine->in = in[1];
    engine->out = out[0];
    engine->at_end = false;
    engine->size = 0;
    engine->discarding = false;
    return true;
}

static enum engine_status not_started(struct engine *engine)
{
    const char *reason = errno == ENOSYS ? ": this plyforge cannot run programs" : ""; /* on Windows */
    snprintf(engine->failure, sizeof engine->failure, "could not be run%s", reason);
    return ENGINE_DIED;
}

/* Ends the process, whatever it is doing, and returns how it ended. */
static int stop(struct engine *engine, bool kill_it)
{
    int how = 0;
    if (engine->process == 0) return how;
    close(engine->in);
    close(engine->out);
    /* A process that has closed its output is about to end; wait for it briefly. */
    double deadline = seconds_now() + 1;
    pid_t ended = 0;
    while (!kill_it && (ended = waitpid(engine->process, &how, WNOHANG)) == 0 && seconds_now() < deadline)
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    if (ended == 0) {
        kill(-engine->process, SIGKILL);
        while (waitpid(engine->process, &how, 0) < 0 && errno == EINTR) {
        }
    }
    kill(-engine->process, SIGKILL); /* children that it may have left */
    forget_child();
    engine->process = 0;
    return how;
}

void engine_destroy(struct engine *engine)
{
    if (engine == NULL) return;
    stop(engine, true);
    free(engine->command);
    free(engine);
}

static bool say(struct engine *engine, const char *text)
{
    /* Writing to a dead engine must return an error, not end this program with SIGPIPE. */
    struct sigaction before, ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, &before);
    size_t length = strlen(text);
    while (length > 0) {
        ssize_t written = write(engine->in, text, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break;
        text += written;
        length -= (size_t)written;
    }
    sigaction(SIGPIPE, &before, NULL);
    return length == 0;
}

static void remember(struct engine *engine, const char *line)
{
    char *slot = engine->last[engine->last_count++ % ENGINE_LAST_LINES];
    snprintf(slot, ENGINE_LINE_SIZE, "%s", line);
    make_printable(slot);
}

enum reading { READ_LINE, READ_TIMEOUT, READ_END };

/* The next line of the engine, without its end, before the deadline; Ctrl-C ends the wait. */
static enum reading read_line(struct engine *engine, char *line, size_t line_size, double deadline)
{
    for (;;) {
        char *end = memchr(engine->buffer, '\n', engine->size);
        bool full = engine->size == BUFFER_SIZE;
        if (end != NULL || full || (engine->at_end && engine->size > 0)) {
            size_t length = end != NULL ? (size_t)(end - engine->buffer) : engine->size;
            bool skip = engine->discarding;
            snprintf(line, line_size, "%.*s", (int)length, engine->buffer);
            line[strcspn(line, "\r")] = '\0';
            size_t used = end != NULL ? length + 1 : length;
            memmove(engine->buffer, engine->buffer + used, engine->size - used);
            engine->size -= used;
            engine->discarding = end == NULL && full;
            if (skip) continue;
            if (line[0] != '\0') remember(engine, line);
            return READ_LINE;
        }
        if (engine->at_end) return READ_END;
        double left = deadline - seconds_now();
        if (left <= 0 || was_interrupted()) return READ_TIMEOUT;
        if (!wait_for_input(engine->out, left)) continue;
        ssize_t got = read(engine->out, engine->buffer + engine->size, BUFFER_SIZE - engine->size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0)
            engine->at_end = true;
        else
            engine->size += (size_t)got;
    }
}

static enum engine_status died(struct engine *engine)
{
    enum { LAST_SIGNAL = 64, NOT_EXECUTABLE = 126, NOT_FOUND = 127, FIRST_OF_SIGNALS = 128 }; /* to the shell */
    /* Its last lines may say why. They are not read yet if it ended before something was written to it. */
    char line[LINE_SIZE];
    double deadline = seconds_now() + 1;
    while (seconds_now() < deadline && read_line(engine, line, sizeof line, deadline) == READ_LINE) continue;
    int how = stop(engine, false);
    int signal_number = WIFSIGNALED(how) ? WTERMSIG(how) : WEXITSTATUS(how) - FIRST_OF_SIGNALS;
    if (signal_number > 0 && signal_number <= LAST_SIGNAL)
        snprintf(engine->failure, sizeof engine->failure, "was killed by signal %d (%s)", signal_number,
                 strsignal(signal_number));
    else if (WEXITSTATUS(how) == NOT_EXECUTABLE || WEXITSTATUS(how) == NOT_FOUND)
        snprintf(engine->failure, sizeof engine->failure, "could not be run");
    else
        snprintf(engine->failure, sizeof engine->failure, "ended by itself with status %d", WEXITSTATUS(how));
    return ENGINE_DIED;
}

static enum engine_status timed_out(struct engine *engine)
{
    stop(engine, true);
    snprintf(engine->failure, sizeof engine->failure, "did not answer within %g s; --timeout gives it longer",
             engine->timeout);
    return ENGINE_TIMEOUT;
}

/* ---- Divides ---- */

static enum engine_status finish(struct engine *engine, const pf_divide *answer)
{
    engine->spoke_perft = true;
    bool none = answer->size == 0 && !pf_count_equal(answer->total, pf_count_of(0));
    if (none) snprintf(engine->failure, sizeof engine->failure, "prints a total, but no counts by move");
    return none ? ENGINE_NO_DIVIDE : ENGINE_OK;
}

static enum engine_status no_perft(struct engine *engine)
{
    snprintf(engine->failure, sizeof engine->failure, "does not speak perft: it %s",
             engine->is_script ? "printed no counts" : "answered \"go perft\" with no counts");
    return ENGINE_NO_PERFT;
}

/* ---- Asking ---- */

static enum engine_status ask_script(struct engine *engine, const char *fen, const char *moves, unsigned depth,
                                     pf_divide *answer)
{
    char depth_word[16], line[LINE_SIZE];
    char *fen_word = allocated(strdup(fen)), *moves_word = allocated(strdup(moves));
    snprintf(depth_word, sizeof depth_word, "%u", depth);
    bool started = start(engine, (char *[]){depth_word, fen_word, moves[0] != '\0' ? moves_word : NULL});
    free(fen_word);
    free(moves_word);
    if (!started) return not_started(engine);
    double deadline = seconds_now() + engine->timeout;
    for (enum reading reading; (reading = read_line(engine, line, sizeof line, deadline)) != READ_END;) {
        if (reading == READ_TIMEOUT) return timed_out(engine);
        pf_divide_add_line(answer, line, strlen(line));
    }
    if (answer->size > 0 || answer->total_line != 0) {
        stop(engine, false);
        return finish(engine, answer);
    }
    enum engine_status status = died(engine);
    return strcmp(engine->failure, "ended by itself with status 0") == 0 ? no_perft(engine) : status;
}

/* Looks for the variant in "option name UCI_Variant type combo default chess var atomic var ...". An engine that does
 * not list it would ignore the option and play chess. */
static void find_variant(struct engine *engine, char *line)
{
    if (strncmp(line, "option name UCI_Variant ", 24) != 0) return;
    bool is_choice = false;
    for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " ")) {
        pf_variant variant;
        if (is_choice && pf_variant_from_name(&variant, word, strlen(word)) && variant == engine->variant &&
            strcmp(word, "chess960") != 0)
            snprintf(engine->variant_name, sizeof engine->variant_name, "%.*s", ENGINE_LINE_SIZE - 1, word);
        is_choice = strcmp(word, "var") == 0;
    }
}

/* Tells the engine the rules, if they are not those of standard chess. */
static enum engine_status choose_variant(struct engine *engine)
{
    char text[LINE_SIZE];
    if (engine->variant == PF_VARIANT_STANDARD) return ENGINE_OK;
    if (engine->variant_name[0] == '\0') {
        stop(engine, true);
        snprintf(engine->failure, sizeof engine->failure,
                 "does not offer %s among the values of its option UCI_Variant, and would play chess",
                 pf_variant_name(engine->variant));
        return ENGINE_NO_VARIANT;
    }
    snprintf(text, sizeof text, "setoption name UCI_Variant value %s\n", engine->variant_name);
    return say(engine, text) ? ENGINE_OK : died(engine);
}

/* Reads until the expected line. Before its first line an engine has the whole timeout; after that, half a minute of
 * silence is too long. */
static enum reading wait_for(struct engine *engine, const char *word, double deadline)
{
    static const double long_silence = 30;
    char line[BUFFER_SIZE / 4]; /* lists of variants are long */
    bool has_spoken = false;
    for (;; has_spoken = true) {
        double patience = seconds_now() + long_silence;
        if (!has_spoken || patience > deadline) patience = deadline;
        enum reading reading = read_line(engine, line, sizeof line, patience);
        if (reading != READ_LINE || strcmp(line, word) == 0) return reading;
        if (strncmp(line, "id name ", 8) == 0) {
            snprintf(engine->name, sizeof engine->name, "%.*s", ENGINE_LINE_SIZE - 1, line + 8);
            make_printable(engine->name);
        }
        if (strncmp(line, "option name UCI_Chess960 ", 25) == 0) engine->offers_chess960 = true;
        find_variant(engine, line);
    }
}

static enum engine_status begin_uci(struct engine *engine)
{
    if (!start(engine, NULL)) return not_started(engine);
    if (!say(engine, "uci\n")) return died(engine);
    enum reading reading = wait_for(engine, "uciok", seconds_now() + engine->timeout);
    if (reading == READ_END) return died(engine);
    if (reading == READ_TIMEOUT) {
        stop(engine, true);
        snprintf(engine->failure, sizeof engine->failure, "does not speak UCI: no \"uciok\" within %g s",
                 engine->timeout);
        return ENGINE_NO_UCI;
    }
    if (engine->chess960 && !engine->offers_chess960) {
        complain("warning: %s does not list the option UCI_Chess960, and may know only standard chess", engine->name);
        engine->offers_chess960 = true;
    }
    if (engine->chess960 && !say(engine, "setoption name UCI_Chess960 value true\n")) return died(engine);
    return choose_variant(engine);
}

/* How long to wait for the next line of a divide before it counts as complete; no_limit leaves the engine's timeout. */
static double patience_of(const struct engine *engine, const pf_divide *answer, bool ready, unsigned depth)
{
    static const double pause = 0.3, long_pause = 2, first_pause = 5, no_limit = 1e9;
    bool settled = engine->settled_reads >= SETTLED && depth <= 2;
    if (!ready) return no_limit;
    if (!engine->spoke_perft) return answer->size > 0 ? long_pause : first_pause;
    if (answer->size == 0) return settled ? pause : long_pause;
    if (engine->prints_totals) return no_limit;
    return settled ? 0 : pause;
}

/* Reads a divide. Its end is hard to detect: only some engines print a total, and an engine that counts in a thread of
 * its own answers "isready" before or within the divide. If the engine has ever printed a total, read until the total.
 * Otherwise read until it has printed "readyok" and has been silent for a moment. For small depths that pause is
 * shortened after several divides that were complete at "readyok". */
static enum engine_status read_divide(struct engine *engine, pf_divide *answer, unsigned depth)
{
    double deadline = seconds_now() + engine->timeout;
    bool ready = false, searched = false, late = false;
    char line[LINE_SIZE];
    for (;;) {
        double patience = seconds_now() + patience_of(engine, answer, ready, depth);
        enum reading reading = read_line(engine, line, sizeof line, patience < deadline ? patience : deadline);
        if (reading == READ_END) return died(engine);
        if (reading == READ_TIMEOUT) {
            if (seconds_now() >= deadline && engine->prints_totals) return timed_out(engine);
            if (ready && answer->size > 0) {
                engine->settled_reads = late ? 0 : engine->settled_reads + 1;
                return finish(engine, answer);
            }
            if (ready && !searched && engine->spoke_perft) return finish(engine, answer);
            if (ready || searched) {
                stop(engine, true);
                return no_perft(engine);
            }
            return timed_out(engine);
        }
        size_t size = answer->size;
        if (strcmp(line, "readyok") == 0)
            ready = true;
        else if (strncmp(line, "bestmove", 8) == 0 || strncmp(line, "info depth", 10) == 0)
            searched = true;
        else
            pf_divide_add_line(answer, line, strlen(line));
        late |= ready && answer->size > size;
        if (ready && answer->total_line != 0) {
            engine->prints_totals = true;
            return finish(engine, answer);
        }
        if (ready && searched && answer->size == 0) {
            stop(engine, true);
            return no_perft(engine);
        }
    }
}

static enum engine_status ask_uci(struct engine *engine, const char *fen, const char *moves, unsigned depth,
                                  pf_divide *answer)
{
    if (engine->process == 0) {
        enum engine_status status = begin_uci(engine);
        if (status != ENGINE_OK) return status;
    }
    char go[64];
    snprintf(go, sizeof go, "\ngo perft %u\nisready\n", depth);
    bool said = say(engine, "position fen ") && say(engine, fen) && (moves[0] == '\0' || say(engine, " moves ")) &&
                say(engine, moves) && say(engine, go);
    if (!said) return died(engine);
    return read_divide(engine, answer, depth);
}

enum engine_status engine_ask(struct engine *engine, const char *fen, const char *moves, unsigned depth,
                              pf_divide *answer)
{
    *answer = (pf_divide){.size = 0};
    enum engine_status status = ENGINE_INTERRUPTED;
    if (!was_interrupted())
        status = engine->is_script ? ask_script(engine, fen, moves, depth, answer)
                                   : ask_uci(engine, fen, moves, depth, answer);
    if (!was_interrupted()) return status;
    stop(engine, true); /* its output may be half of an answer */
    return ENGINE_INTERRUPTED;
}

bool engine_has_answered(const struct engine *engine)
{
    return engine->spoke_perft;
}

const char *engine_variant_name(const struct engine *engine)
{
    return engine->variant_name;
}

const char *engine_name(const struct engine *engine)
{
    return engine->name;
}

const char *engine_failure(const struct engine *engine, enum engine_status status)
{
    return status == ENGINE_OK ? "" : engine->failure;
}

size_t engine_last_lines(const struct engine *engine, const char *lines[ENGINE_LAST_LINES])
{
    size_t size = engine->last_count < ENGINE_LAST_LINES ? engine->last_count : ENGINE_LAST_LINES;
    for (size_t i = 0; i < size; i++) lines[i] = engine->last[(engine->last_count - size + i) % ENGINE_LAST_LINES];
    return size;
}
