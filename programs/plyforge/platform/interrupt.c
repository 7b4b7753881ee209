/* Signals during long work; see interrupt.h. */
#include "platform/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* All are read or written by signal handlers, which may run on any thread. */
static atomic_int is_catching;           /* Ctrl-C is recorded */
static atomic_int interrupted;           /* not a bool: on RISC-V, exchanging a byte would need libatomic */
static _Atomic(pid_t) child;             /* a process group; 0: none */
static _Atomic(const char *) unfinished; /* the name of a file; NULL: none */

/* The handler writes a byte here, so that poll returns even if Ctrl-C came before it started to wait. poll ignores
 * -1. */
static int interrupt_pipe[2] = {-1, -1};

static void end_child(void)
{
    pid_t group = child;
    if (group > 0) kill(-group, SIGKILL);
}

static void remove_file(void)
{
    const char *name = atomic_exchange(&unfinished, NULL);
    if (name != NULL) unlink(name);
}

/* The first Ctrl-C is recorded if the command requested that; any other signal ends the program as if it had not been
 * caught.
 */
static void on_signal(int signal_number)
{
    if (signal_number == SIGINT && is_catching && !atomic_exchange(&interrupted, 1)) {
        int error = errno;
        while (write(interrupt_pipe[1], "", 1) < 0 && errno == EINTR) continue;
        errno = error;
        return;
    }
    end_child();
    remove_file();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* A signal stays ignored if it was ignored before, for example by nohup, or by a shell that runs a script's command in
 * the background. */
static void catch_signal(int signal_number)
{
    struct sigaction action;
    if (sigaction(signal_number, NULL, &action) != 0 || action.sa_handler == SIG_IGN) return;
    /* SA_RESTART: printing must not fail because of Ctrl-C. Reads that may take long wait in poll first. */
    action = (struct sigaction){.sa_handler = on_signal, .sa_flags = (int)SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(signal_number, &action, NULL);
}

void catch_interrupts(void)
{
    if (interrupt_pipe[0] >= 0) return; /* has been done */
    if (pipe(interrupt_pipe) == 0)
        for (int i = 0; i < 2; i++) fcntl(interrupt_pipe[i], F_SETFD, FD_CLOEXEC);
    is_catching = 1;
    catch_signal(SIGINT);
}

bool was_interrupted(void)
{
    return interrupted;
}

bool stop_when_interrupted(void *context)
{
    (void)context;
    return was_interrupted();
}

bool wait_for_input(int file, double seconds)
{
    struct pollfd files[] = {{.fd = file, .events = POLLIN}, {.fd = interrupt_pipe[0], .events = POLLIN}};
    int ready = poll(files, 2, seconds < 2e6 ? (int)(seconds * 1000) + 1 : -1);
    bool failed = ready < 0 && errno != EINTR; /* the read that follows reports the error */
    return !was_interrupted() && (failed || (ready > 0 && files[0].revents != 0));
}

/* Once, before there is a child or an unfinished file. */
static void prepare_for_end(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    static bool prepared;
    if (prepared) return;
    prepared = true;
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) catch_signal(signals[i]);
    atexit(end_child);
    atexit(remove_file);
}

pid_t fork_child(void)
{
    sigset_t all, before;
    catch_interrupts();
    prepare_for_end();
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before); /* no handler may run between fork and the assignment */
    pid_t process = fork();
    if (process >= 0)
        setpgid(process, process); /* parent and child both call it, so that neither depends on the other */
    if (process > 0) child = process;
    if (process == 0) unfinished = NULL; /* the file belongs to the parent */
    sigprocmask(SIG_SETMASK, &before, NULL);
    return process;
}

void forget_child(void)
{
    child = 0;
}

int create_unfinished_file(char *name)
{
    sigset_t all, before;
    prepare_for_end();
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before); /* no handler may run between creation and the assignment */
    int file = mkstemp(name);
    if (file >= 0) unfinished = name;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return file;
}

void forget_unfinished_file(void)
{
    unfinished = NULL;
}
