/* The process of an engine and the lines that it prints; see match_player.h. */
#define _POSIX_C_SOURCE 200809L
#include "match_player.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { START_MS = 20000 };

int64_t clock_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000) + time.tv_nsec / 1000000;
}

static void close_pipe(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

static bool start_process(player *p)
{
    int in[2], out[2];
    if (pipe(in) != 0) return false;
    if (pipe(out) != 0) {
        close_pipe(in);
        return false;
    }
    char command[LINE_SIZE];
    snprintf(command, sizeof command, "exec %s", p->command);
    pid_t process = fork();
    if (process == 0) {
        signal(SIGPIPE, SIG_DFL);
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close_pipe(in);
        close_pipe(out);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    if (process < 0) {
        close_pipe(in);
        close_pipe(out);
        return false;
    }
    close(in[0]);
    close(out[1]);
    /* The other engine must not inherit these ends, or this one would never see the end of its input. */
    fcntl(in[1], F_SETFD, FD_CLOEXEC);
    fcntl(out[0], F_SETFD, FD_CLOEXEC);
    p->process = process;
    p->in = in[1];
    p->out = out[0];
    p->size = 0;
    return true;
}

void player_say(player *p, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        ssize_t written = write(p->in, text, left);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        text += written;
        left -= (size_t)written;
    }
}

/* Moves the first complete line from the buffer to line. */
static bool take_line(player *p, char line[LINE_SIZE])
{
    char *end = memchr(p->buffer, '\n', p->size);
    if (!end) return false;
    size_t length = (size_t)(end - p->buffer);
    snprintf(line, LINE_SIZE, "%.*s", (int)length, p->buffer);
    line[strcspn(line, "\r")] = '\0';
    p->size -= length + 1;
    memmove(p->buffer, end + 1, p->size);
    return true;
}

/* The next line of the engine; false if there is none until the deadline. */
static bool next_line(player *p, char line[LINE_SIZE], int64_t deadline)
{
    for (;;) {
        if (take_line(p, line)) return true;
        if (p->size == sizeof p->buffer) p->size = 0; /* no engine prints lines of that length */
        int64_t left = deadline - clock_ms();
        struct pollfd wait = {.fd = p->out, .events = POLLIN};
        int ready = poll(&wait, 1, left > 0 ? (int)left : 0);
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) return false;
        ssize_t got = read(p->out, p->buffer + p->size, sizeof p->buffer - p->size);
        if (got <= 0) return false;
        p->size += (size_t)got;
    }
}

bool player_wait(player *p, const char *word, char line[LINE_SIZE], int64_t deadline)
{
    size_t length = strlen(word);
    while (next_line(p, line, deadline))
        if (strncmp(line, word, length) == 0 && (line[length] == '\0' || line[length] == ' ')) return true;
    return false;
}

/* The length of the name in NAME=VALUE. */
static size_t name_length(const char *option)
{
    return strcspn(option, "=");
}

/* Notes which of our options a line "option name NAME type ..." offers; case does not matter in UCI. */
static void note_option(player *p, const char *name)
{
    const char *end = strstr(name, " type ");
    size_t length = end ? (size_t)(end - name) : strlen(name);
    for (int i = 0; i < p->option_count; i++)
        if (name_length(p->options[i]) == length && strncasecmp(p->options[i], name, length) == 0) p->offered[i] = true;
}

/* Waits for the end of the introduction, and keeps the name if there is one. */
static bool wait_introduction(player *p)
{
    char line[LINE_SIZE];
    int64_t deadline = clock_ms() + START_MS;
    while (next_line(p, line, deadline)) {
        if (strcmp(line, "uciok") == 0) return true;
        if (strncmp(line, "id name ", 8) == 0) snprintf(p->name, sizeof p->name, "%.79s", line + 8);
        if (strncmp(line, "option name ", 12) == 0) note_option(p, line + 12);
    }
    return false;
}

static void send_option(player *p, const char *option)
{
    char text[LINE_SIZE];
    const char *value = strchr(option, '=');
    snprintf(text, sizeof text, "setoption name %.*s%s%s\n", (int)name_length(option), option, value ? " value " : "",
             value ? value + 1 : "");
    player_say(p, text);
}

bool player_begin(player *p, bool chess960)
{
    char line[LINE_SIZE];
    if (p->process == 0) {
        if (!start_process(p)) return false;
        player_say(p, "uci\n");
        if (!wait_introduction(p)) return false;
        for (int i = 0; i < p->option_count; i++) send_option(p, p->options[i]);
    }
    send_option(p, chess960 ? "UCI_Chess960=true" : "UCI_Chess960=false");
    player_say(p, "ucinewgame\nisready\n");
    return player_wait(p, "readyok", line, clock_ms() + START_MS);
}

void player_end(player *p)
{
    if (p->process == 0) return;
    player_say(p, "quit\n");
    close(p->in);
    close(p->out);
    int64_t deadline = clock_ms() + 2000;
    pid_t ended = 0;
    while ((ended = waitpid(p->process, NULL, WNOHANG)) == 0 && clock_ms() < deadline)
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    if (ended == 0) {
        kill(p->process, SIGKILL);
        waitpid(p->process, NULL, 0);
    }
    p->process = 0;
}
