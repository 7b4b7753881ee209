/* Running an engine: the process and its pipes, reading lines with a deadline, and detecting the end of a divide; see
 * engine.h. Finding out which commands to use is in engine_try.c, and engines without perft are in engine_moves.c. */
#include "engine/engine_state.h"
#include "platform/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SETTLED = 3 };

/* The search for a protocol and its commands takes at most this many times --timeout. */
enum { SEARCH_TIMEOUTS = 5 };

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
    engine->position_template = options->position_command;
    if (options->perft_command != NULL)
        snprintf(engine->perft_template, sizeof engine->perft_template, "%s", options->perft_command);
    engine->own_perft = options->perft_command != NULL;
    snprintf(engine->name, sizeof engine->name, "%s", command);
    return engine;
}

/* Runs the command with the shell, in a process group, so that it can be killed with its children. arguments are those
 * of a script. */
bool engine_start(struct engine *engine, char *const arguments[3])
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
        dup2(out[1], STDERR_FILENO); /* so that failed assertions appear among the last lines */
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
    engine->used = engine->size = 0;
    engine->discarding = false;
    return true;
}

enum engine_status engine_not_started(struct engine *engine)
{
    const char *reason = errno == ENOSYS ? ": this plyforge cannot run programs" : ""; /* on Windows */
    snprintf(engine->failure, sizeof engine->failure, "could not be run%s", reason);
    return ENGINE_DIED;
}

/* Ends the process, whatever it is doing, and returns its exit status. */
int engine_stop(struct engine *engine, bool kill_it)
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
    kill(-engine->process, SIGKILL); /* children that it may have left behind */
    forget_child();
    engine->process = 0;
    return how;
}

void engine_destroy(struct engine *engine)
{
    if (engine == NULL) return;
    engine_stop(engine, true);
    free(engine->command);
    free(engine);
}

bool engine_say(struct engine *engine, const char *text)
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

bool engine_gives_up(const struct engine *engine)
{
    return was_interrupted() || (engine->give_up_at > 0 && seconds_now() >= engine->give_up_at);
}

double engine_limit(const struct engine *engine, double seconds)
{
    return engine->timeout < seconds ? engine->timeout : seconds;
}

enum reading engine_read_line(struct engine *engine, char *line, size_t line_size, double deadline)
{
    for (;;) {
        const char *text = engine->buffer + engine->used;
        size_t left_over = engine->size - engine->used;
        const char *end = memchr(text, '\n', left_over);
        bool full = left_over == ENGINE_BUFFER_SIZE;
        if (end != NULL || full || (engine->at_end && left_over > 0)) {
            size_t length = end != NULL ? (size_t)(end - text) : left_over;
            bool skip = engine->discarding;
            snprintf(line, line_size, "%.*s", (int)length, text);
            line[strcspn(line, "\r")] = '\0';
            engine->used += end != NULL ? length + 1 : length;
            engine->discarding = end == NULL && full;
            if (skip) continue;
            if (line[0] != '\0') remember(engine, line);
            return READ_LINE;
        }
        if (engine->at_end) return READ_END;
        memmove(engine->buffer, text, left_over);
        engine->used = 0;
        engine->size = left_over;
        double left = deadline - seconds_now();
        if (left <= 0 || engine_gives_up(engine)) return READ_TIMEOUT;
        if (engine->give_up_at > 0 && left > engine->give_up_at - seconds_now())
            left = engine->give_up_at - seconds_now();
        if (!wait_for_input(engine->out, left)) continue;
        ssize_t got = read(engine->out, engine->buffer + engine->size, ENGINE_BUFFER_SIZE - engine->size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0)
            engine->at_end = true;
        else
            engine->size += (size_t)got;
    }
}

enum engine_status engine_died(struct engine *engine)
{
    enum { LAST_SIGNAL = 64, NOT_EXECUTABLE = 126, NOT_FOUND = 127, FIRST_OF_SIGNALS = 128 }; /* to the shell */
    /* Its last lines may explain the failure. If it ended before we wrote to it, they have not been read yet. */
    char line[LINE_SIZE];
    double deadline = seconds_now() + 1;
    while (seconds_now() < deadline && engine_read_line(engine, line, sizeof line, deadline) == READ_LINE) continue;
    int how = engine_stop(engine, false);
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

enum engine_status engine_timed_out(struct engine *engine)
{
    engine_stop(engine, true);
    snprintf(engine->failure, sizeof engine->failure, "did not answer within %g s; --timeout allows more time%s",
             engine->timeout,
             engine->last_count > 0 ? "" : "; if it does not flush its output, 'stdbuf -oL ' before its command helps");
    return ENGINE_TIMEOUT;
}

/* ---- Divides ---- */

static enum engine_status finish(struct engine *engine, pf_divide *answer)
{
    engine->spoke_perft = true;
    if (answer->total_line == 0 && answer->size == 0 && answer->possible_total_line != 0) {
        answer->total = answer->possible_total;
        answer->total_line = answer->possible_total_line;
    }
    bool none = answer->size == 0 && !pf_count_equal(answer->total, pf_count_of(0));
    if (none) snprintf(engine->failure, sizeof engine->failure, "prints a total, but no counts by move");
    return none ? ENGINE_NO_DIVIDE : ENGINE_OK;
}

static enum engine_status no_perft(struct engine *engine)
{
    snprintf(engine->failure, sizeof engine->failure, "does not speak perft: it %s",
             engine->is_script
                 ? "printed no counts"
                 : "knows none of the perft commands that were tried; set its command with --perft-command");
    return ENGINE_NO_PERFT;
}

/* ---- Asking ---- */

static enum engine_status ask_script(struct engine *engine, const char *fen, const char *moves, unsigned depth,
                                     pf_divide *answer)
{
    char depth_word[16], line[LINE_SIZE];
    char *fen_word = allocated(strdup(fen)), *moves_word = allocated(strdup(moves));
    snprintf(depth_word, sizeof depth_word, "%u", depth);
    bool started = engine_start(engine, (char *[]){depth_word, fen_word, moves[0] != '\0' ? moves_word : NULL});
    free(fen_word);
    free(moves_word);
    if (!started) return engine_not_started(engine);
    double deadline = seconds_now() + engine->timeout;
    for (enum reading reading; (reading = engine_read_line(engine, line, sizeof line, deadline)) != READ_END;) {
        if (reading == READ_TIMEOUT) return engine_timed_out(engine);
        pf_divide_add_line(answer, line, strlen(line));
    }
    if (answer->size > 0 || answer->total_line != 0) {
        engine_stop(engine, false);
        return finish(engine, answer);
    }
    enum engine_status status = engine_died(engine);
    return strcmp(engine->failure, "ended by itself with status 0") == 0 ? no_perft(engine) : status;
}

/* How long to wait for the next line of a divide before the divide is considered complete; no_limit means the engine's
 * timeout. */
static double patience_of(const struct engine *engine, const pf_divide *answer, bool ready, unsigned depth)
{
    static const double pause = 0.3, long_pause = 2, first_pause = 5, trial_pause = 1.5, trial_ready = 0.3,
                        no_limit = 1e9;
    bool settled = engine->settled_reads >= SETTLED && depth <= 2;
    if (engine->trying && answer->size == 0 && answer->total_line == 0) return ready ? trial_ready : trial_pause;
    if (!ready) return engine->syncs ? no_limit : engine->spoke_perft ? long_pause : first_pause;
    if (!engine->spoke_perft) return answer->size > 0 ? long_pause : first_pause;
    if (answer->size == 0) return settled ? pause : long_pause;
    if (engine->prints_totals) return no_limit;
    return settled ? 0 : pause;
}

/* Reads a divide. Its end is hard to detect: only some engines print a total, and an engine that counts in a separate
 * thread answers "isready" before or within the divide. If the engine has ever printed a total, read until the total.
 * Otherwise read until it has printed "readyok" and has been silent for a moment. For small depths that pause is
 * shortened after several divides that were complete at "readyok". */
enum engine_status engine_read_divide(struct engine *engine, pf_divide *answer, unsigned depth)
{
    const double trial_limit = engine->is_first ? 10 : 3; /* a search may run forever and never stop printing */
    double limit = (engine->trying || engine->is_first) && !engine->own_perft && engine->timeout > trial_limit
                       ? trial_limit
                       : engine->timeout;
    double deadline = seconds_now() + limit;
    bool ready = false, searched = false, late = false;
    char line[LINE_SIZE];
    for (;;) {
        double patience = seconds_now() + patience_of(engine, answer, ready, depth);
        enum reading reading = engine_read_line(engine, line, sizeof line, patience < deadline ? patience : deadline);
        if (reading == READ_END) return engine_died(engine);
        if (reading == READ_TIMEOUT) {
            if (seconds_now() >= deadline && engine->prints_totals) return engine_timed_out(engine);
            if ((ready || !engine->syncs) && answer->size > 0) {
                engine->settled_reads = late ? 0 : engine->settled_reads + 1;
                return finish(engine, answer);
            }
            if ((ready || !engine->syncs) && !searched &&
                (engine->spoke_perft || answer->total_line != 0 || answer->possible_total_line != 0))
                return finish(engine, answer);
            if (ready || searched || engine->trying) {
                if (!ready || searched || !engine->trying) engine_stop(engine, true);
                return no_perft(engine);
            }
            return engine_timed_out(engine);
        }
        size_t size = answer->size;
        if (engine_is_sync(engine, line))
            ready = true;
        else if (strncmp(line, "bestmove", 8) == 0 ||
                 (strncmp(line, "info depth", 10) == 0 && strstr(line, " score ") != NULL))
            searched = true;
        else
            pf_divide_add_line(answer, line, strlen(line));
        late |= ready && answer->size > size;
        /* If the engine started a search that was not requested, wait for it at most one more second. */
        if (engine->is_first && searched && deadline > seconds_now() + 1) deadline = seconds_now() + 1;
        if ((ready || !engine->syncs) && answer->total_line != 0) {
            engine->prints_totals = true;
            return finish(engine, answer);
        }
        /* The output lines of a search are not a perft. */
        if (searched && strncmp(line, "bestmove", 8) == 0) *answer = (pf_divide){.size = 0};
        if ((ready || engine->trying) && searched && answer->size == 0) {
            engine_stop(engine, true);
            return no_perft(engine);
        }
    }
}

/* Asks the engine with the commands that it turned out to understand. */
static enum engine_status ask_as_found(struct engine *engine, const char *fen, const char *moves, unsigned depth,
                                       pf_divide *answer)
{
    enum engine_status status = engine->process == 0 ? engine_greet(engine) : ENGINE_OK;
    if (status != ENGINE_OK) return status;
    *answer = (pf_divide){.size = 0};
    if (engine->means == MEANS_MOVES) return engine_list_moves(engine, fen, moves, depth, answer);
    if (!engine_say_position(engine, fen, moves) || !engine_say_perft(engine, depth)) return engine_died(engine);
    return engine_read_divide(engine, answer, depth);
}

/* Most engines speak UCI and know "go perft", so that is tried first, and other commands only if there is no answer. */
static enum engine_status ask_program(struct engine *engine, const char *fen, const char *moves, unsigned depth,
                                      pf_divide *answer)
{
    if (engine->means != MEANS_UNKNOWN) return ask_as_found(engine, fen, moves, depth, answer);
    if (!engine->tried) engine->give_up_at = seconds_now() + SEARCH_TIMEOUTS * engine->timeout;
    if (!engine->own_perft) snprintf(engine->perft_template, sizeof engine->perft_template, "go perft {depth}");
    /* An engine that has never answered may be searching, no matter which command it was given. */
    engine->is_first = depth <= 2 && !engine->tried;
    enum engine_status status = ask_as_found(engine, fen, moves, depth, answer);
    bool was_first = engine->is_first;
    engine->is_first = false;
    if (engine->spoke_perft) engine->means = status == ENGINE_NO_DIVIDE ? MEANS_TOTALS : MEANS_DIVIDE;
    bool silent = status == ENGINE_TIMEOUT && was_first && !engine->spoke_perft;
    bool other = silent || status == ENGINE_NO_PERFT || status == ENGINE_NO_UCI ||
                 (status == ENGINE_DIED && !engine->said_uciok);
    if (!other || was_interrupted()) return status;
    char failure[sizeof engine->failure], last[ENGINE_LAST_LINES][ENGINE_LINE_SIZE];
    size_t last_count = engine->last_count;
    memcpy(failure, engine->failure, sizeof failure);
    memcpy(last, engine->last, sizeof last);
    engine->not_uci = status == ENGINE_NO_UCI || status == ENGINE_DIED;
    bool could_not_be_run = strncmp(failure, "could not be run", 16) == 0;
    bool found = !could_not_be_run && engine_find_means(engine) == ENGINE_OK;
    engine->give_up_at = 0;
    if (found) return ask_as_found(engine, fen, moves, depth, answer);
    if (engine->no_setboard) return ENGINE_NO_PERFT;
    memcpy(engine->failure, failure, sizeof failure);
    memcpy(engine->last, last, sizeof last);
    engine->last_count = last_count;
    engine->tried = true;
    bool hurried = silent && engine->timeout > 10;
    return hurried ? ask_as_found(engine, fen, moves, depth, answer) : status;
}

enum engine_status engine_ask(struct engine *engine, const char *fen, const char *moves, unsigned depth,
                              pf_divide *answer)
{
    *answer = (pf_divide){.size = 0};
    enum engine_status status = ENGINE_INTERRUPTED;
    if (!was_interrupted())
        status = engine->is_script ? ask_script(engine, fen, moves, depth, answer)
                                   : ask_program(engine, fen, moves, depth, answer);
    engine->give_up_at = 0;
    if (!was_interrupted()) return status;
    engine_stop(engine, true); /* the output so far may be half of an answer */
    return ENGINE_INTERRUPTED;
}

bool engine_has_answered(const struct engine *engine)
{
    return engine->spoke_perft;
}

enum engine_means engine_means(const struct engine *engine)
{
    return engine->means;
}

enum engine_status engine_open(struct engine *engine)
{
    if (engine->is_script || engine->means != MEANS_UNKNOWN) return ENGINE_OK;
    engine->give_up_at = seconds_now() + SEARCH_TIMEOUTS * engine->timeout;
    enum engine_status status = engine_find_means(engine);
    engine->give_up_at = 0;
    return status;
}

const char *engine_perft_command(const struct engine *engine)
{
    return engine->perft_template;
}

bool engine_lists_options(const struct engine *engine)
{
    return engine->said_uciok;
}

bool engine_offers_chess960(const struct engine *engine)
{
    return engine->offers_chess960;
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
