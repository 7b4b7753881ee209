/* Loaded before libc (LD_PRELOAD), makes the disk fail at the n-th change that a program makes to files, where n is in
 * the environment variable FAIL_AT and the fault in FAULT:
 *
 *     kill       half of the bytes are written, and the program is killed
 *     full       from now on no bytes can be written
 *     readonly   from now on no file can be opened for writing
 *
 * When the program ends, the file that CHANGES_FILE names receives the number of changes. Needs the GNU C library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_uint changes;
static unsigned fail_at;
static const char *fault;

__attribute__((constructor)) static void begin(void)
{
    const char *number = getenv("FAIL_AT");
    fail_at = number ? (unsigned)strtoul(number, NULL, 10) : 0;
    fault = getenv("FAULT") ? getenv("FAULT") : "";
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("CHANGES_FILE");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%u\n", (unsigned)atomic_load(&changes));
    fclose(file);
}

/* Whether the fault has come, for a change that such a fault is about. */
static _Bool fails(const char *kind)
{
    unsigned number = atomic_fetch_add(&changes, 1) + 1;
    if (fail_at == 0 || number < fail_at) return 0;
    return strcmp(fault, kind) == 0 || (number == fail_at && strcmp(fault, "kill") == 0);
}

static void die(void)
{
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

/* The function of libc, as a pointer of this name. */
#define REAL(result, name, parameters)                                                                                 \
    static result(*real) parameters;                                                                                   \
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name)

/* What a failing write does; standard output and error are not on the disk. */
static _Bool write_fails(int file, size_t *size)
{
    if (file <= STDERR_FILENO || !fails("full")) return 0;
    if (strcmp(fault, "kill") == 0)
        *size /= 2;
    else
        errno = ENOSPC;
    return 1;
}

ssize_t write(int file, const void *bytes, size_t size)
{
    REAL(ssize_t, write, (int, const void *, size_t));
    if (!write_fails(file, &size)) return real(file, bytes, size);
    if (strcmp(fault, "full") == 0) return -1;
    real(file, bytes, size);
    die();
    return -1;
}

#define POSITIONED_WRITE(name, offset_type)                                                                            \
    ssize_t name(int file, const void *bytes, size_t size, offset_type offset)                                         \
    {                                                                                                                  \
        REAL(ssize_t, name, (int, const void *, size_t, offset_type));                                                 \
        if (!write_fails(file, &size)) return real(file, bytes, size, offset);                                         \
        if (strcmp(fault, "full") == 0) return -1;                                                                     \
        real(file, bytes, size, offset);                                                                               \
        die();                                                                                                         \
        return -1;                                                                                                     \
    }
POSITIONED_WRITE(pwrite, off_t)
POSITIONED_WRITE(pwrite64, off64_t)

#define CHANGE(name, parameters, arguments)                                                                            \
    int name parameters                                                                                                \
    {                                                                                                                  \
        REAL(int, name, parameters);                                                                                   \
        if (fails("none")) die();                                                                                      \
        return real arguments;                                                                                         \
    }
CHANGE(fsync, (int file), (file))
CHANGE(fdatasync, (int file), (file))
CHANGE(rename, (const char *from, const char *to), (from, to))
CHANGE(renameat, (int old, const char *from, int new, const char *to), (old, from, new, to))
CHANGE(unlink, (const char *name), (name))
CHANGE(unlinkat, (int folder, const char *name, int flags), (folder, name, flags))
CHANGE(ftruncate64, (int file, off64_t size), (file, size))

static _Bool open_fails(int flags)
{
    if ((flags & O_ACCMODE) == O_RDONLY || !fails("readonly")) return 0;
    if (strcmp(fault, "kill") == 0) die();
    errno = EROFS;
    return 1;
}

/* The mode of a call that creates a file, after its flags. */
#define MODE_AFTER(flags)                                                                                              \
    mode_t mode = 0;                                                                                                   \
    if (flags & O_CREAT) {                                                                                             \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode = va_arg(rest, mode_t);                                                                                   \
        va_end(rest);                                                                                                  \
    }

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...)                                                                         \
    {                                                                                                                  \
        REAL(int, name, (const char *, int, ...));                                                                     \
        MODE_AFTER(flags)                                                                                              \
        return open_fails(flags) ? -1 : real(path, flags, mode);                                                       \
    }
OPEN(open)
OPEN(open64)

#define OPEN_AT(name)                                                                                                  \
    int name(int folder, const char *path, int flags, ...)                                                             \
    {                                                                                                                  \
        REAL(int, name, (int, const char *, int, ...));                                                                \
        MODE_AFTER(flags)                                                                                              \
        return open_fails(flags) ? -1 : real(folder, path, flags, mode);                                               \
    }
OPEN_AT(openat)
OPEN_AT(openat64)
