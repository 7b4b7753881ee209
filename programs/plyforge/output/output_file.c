/* Files that commands write: books, training records, pictures, reports. A plain file is written under a temporary name
 * next to its destination and renamed when it is complete, so that a failure leaves the previous file intact. Devices
 * and pipes are written to directly. If the name is a symbolic link, the link is kept and its target is written. */
#define _XOPEN_SOURCE 700 /* for realpath */
#include "common.h"
#include "platform/interrupt.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The name of the incomplete file. A command writes at most one file. */
static char temporary[PATH_MAX];

static _Noreturn void refuse_output(const char *name, int reason)
{
    refuse("cannot write %s: %s", name, strerror(reason));
}

/* A stream to standard output or standard error, if that is what the name means, as /dev/stdout does; otherwise NULL.
 * A second, independent descriptor would overwrite the output of the first. */
static FILE *open_standard_stream(const struct stat *existing)
{
    for (int descriptor = STDOUT_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        struct stat open;
        if (fstat(descriptor, &open) != 0 || open.st_dev != existing->st_dev || open.st_ino != existing->st_ino)
            continue;
        int copy = dup(descriptor);
        return copy < 0 ? NULL : fdopen(copy, "wb");
    }
    return NULL;
}

/* Creates the file beside path, with the permissions of the existing one, or with the usual ones. */
static FILE *create_beside(const char *path, const struct stat *existing)
{
    if ((size_t)snprintf(temporary, sizeof temporary, "%s.XXXXXX", path) >= sizeof temporary) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    int file = create_unfinished_file(temporary);
    if (file < 0) return NULL;
    mode_t mask = umask(0);
    umask(mask);
    mode_t mode = existing ? existing->st_mode & 0777 : 0666 & ~mask;
    return fchmod(file, mode) == 0 ? fdopen(file, "wb") : NULL;
}

struct output_file open_output_file(const char *name, bool replaces)
{
    struct output_file output = {.name = name};
    struct stat existing;
    bool exists = stat(name, &existing) == 0;
    if (exists && (output.stream = open_standard_stream(&existing)) != NULL) return output;
    if (exists && S_ISREG(existing.st_mode)) {
        if (!replaces) refuse("%s already exists; use --force to replace it", name);
        if (access(name, W_OK) != 0) refuse_output(name, errno);
    }
    struct stat link;
    bool is_direct = exists ? !S_ISREG(existing.st_mode) : lstat(name, &link) == 0; /* a dangling link */
    if (is_direct) {
        output.stream = fopen(name, "wb");
    } else {
        /* The target of a link is replaced; the link itself stays. */
        output.path = exists ? realpath(name, NULL) : strdup(name);
        if (output.path != NULL) output.stream = create_beside(output.path, exists ? &existing : NULL);
    }
    if (output.stream == NULL) {
        int reason = errno;
        free(output.path);
        refuse_output(name, reason);
    }
    return output;
}

bool close_output_file(struct output_file *output, bool complete)
{
    int reason = errno;
    bool written = complete && !ferror(output->stream);
    if (written && (fflush(output->stream) != 0 || (output->path != NULL && fsync(fileno(output->stream)) != 0))) {
        written = false;
        reason = errno;
    }
    if (fclose(output->stream) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (written && output->path != NULL && rename(temporary, output->path) != 0) {
        written = false;
        reason = errno;
    }
    if (!written && output->path != NULL) remove(temporary);
    forget_unfinished_file();
    free(output->path);
    output->path = NULL;
    output->stream = NULL;
    errno = reason;
    return written;
}
