/* Ctrl-C during long work; see interrupt.h. */
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t interrupted;

static void remember(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
}

void catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = remember, .sa_flags = (int)(SA_RESETHAND | SA_RESTART)};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

bool was_interrupted(void)
{
    return interrupted != 0;
}

bool stop_when_interrupted(void *context)
{
    (void)context;
    return was_interrupted();
}
