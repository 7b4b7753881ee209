/* Standard input, output and error may be closed when the program starts. Otherwise the next file, pipe or database to
 * be opened would get the free descriptor, and would be read, written or waited for in its place. */
#include "common.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_open(int descriptor)
{
    return fcntl(descriptor, F_GETFD) != -1 || errno != EBADF;
}

/* Opens a file as this descriptor. On Windows it does not get the smallest free one: the first three are never free. */
static void occupy(int descriptor, const char *path, int flags)
{
    if (is_open(descriptor)) return;
    int file = open(path, flags);
    if (file == descriptor) return;
    if (file < 0 || dup2(file, descriptor) < 0) exit(STATUS_FAILED); /* there is nowhere to report the error */
    close(file);
}

void guard_descriptors(void)
{
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* a file that reaches the limit of ulimit -f is then an error with a name */
#endif
    bool has_output = is_open(STDOUT_FILENO);
    /* A directory cannot be read as a file, not even under another name such as /dev/stdin. */
    occupy(STDIN_FILENO, "/", O_RDONLY);
    occupy(STDOUT_FILENO, "/", O_RDONLY);
    occupy(STDERR_FILENO, "/dev/null", O_WRONLY);
    if (has_output) return;
    complain("standard output is closed; use >/dev/null to discard the output");
    _exit(STATUS_FAILED); /* nothing is left to be written, and standard output could not be */
}

bool can_read_standard_input(void)
{
    struct stat status;
    if (fstat(STDIN_FILENO, &status) == 0 && !S_ISDIR(status.st_mode)) return true;
    complain("standard input is closed or a directory");
    return false;
}
