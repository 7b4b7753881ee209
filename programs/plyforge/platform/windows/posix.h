/* POSIX on Windows, as far as the program uses it. The build includes this file before every source of the program, so
 * that those need no conditions. Names of files are UTF-8 everywhere, and files are binary. */
#ifndef PLYFORGE_WINDOWS_POSIX_H
#define PLYFORGE_WINDOWS_POSIX_H

#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* ---- Files ---- */

#define O_CLOEXEC   _O_NOINHERIT
#define O_NONBLOCK  0
#define O_NOFOLLOW  0         /* links are rare, and pipes have separate names */
#define O_DIRECTORY (1 << 30) /* no such flag on Windows */

FILE *windows_fopen(const char *name, const char *mode);
int windows_open(const char *name, int flags, ...);
/* Both the struct and the function are called stat. */
struct windows_stat {
    unsigned long long st_dev, st_ino;
    unsigned short st_mode;
    long long st_size;
};
int windows_stat(const char *name, struct windows_stat *out);
int windows_fstat(int file, struct windows_stat *out);
int windows_access(const char *name, int mode);
int windows_mkdir(const char *name, int mode);
int windows_rename(const char *from, const char *to);
int windows_remove(const char *name);
int windows_mkstemp(char *name);
/* For files in an open folder; the descriptor comes from open with O_DIRECTORY. */
int openat(int folder, const char *name, int flags, ...);
int faccessat(int folder, const char *name, int mode, int flags);
int renameat(int from_folder, const char *from, int to_folder, const char *to);
int unlinkat(int folder, const char *name, int flags);
#define fopen(name, mode) windows_fopen(name, mode)
#define open(...)         windows_open(__VA_ARGS__)
#undef stat
#undef fstat
#define stat               windows_stat
#define lstat(name, out)   windows_stat(name, out)
#define fstat(file, out)   windows_fstat(file, out)
#define access(name, mode) windows_access(name, mode)
#define mkdir(name, mode)  windows_mkdir(name, mode)
#define rename(from, to)   windows_rename(from, to)
#define remove(name)       windows_remove(name)
#define unlink(name)       windows_remove(name)
#define mkstemp(name)      windows_mkstemp(name)
#define fchmod(file, mode) ((void)(mode), 0)
#define fsync(file)        _commit(file)

/* Converts Windows text to UTF-8, which must be freed. */
char *windows_narrow(const wchar_t *text);

char *realpath(const char *name, char *out);
ssize_t pread(int file, void *bytes, size_t size, long long offset);
ssize_t getline(char **line, size_t *size, FILE *stream);
char *strndup(const char *text, size_t size);
FILE *fmemopen(void *text, size_t size, const char *mode);

/* Text for standard error is written immediately; see prepare_console in main.c. */
int windows_vfprintf(FILE *stream, const char *format, va_list arguments);
int windows_fprintf(FILE *stream, const char *format, ...);
#define vfprintf(stream, format, arguments) windows_vfprintf(stream, format, arguments)
#define fprintf(...)                        windows_fprintf(__VA_ARGS__)

/* Locking a range of a file, and testing whether a descriptor is open. */
enum { F_GETFD, F_SETFD, F_SETFL, F_SETLK, FD_CLOEXEC = 1 };
enum { F_RDLCK, F_WRLCK };
struct flock {
    short l_type, l_whence;
    long long l_start, l_len;
};
int fcntl(int file, int command, ...);

/* ---- The machine ---- */

enum { _SC_NPROCESSORS_ONLN };
long sysconf(int name);

/* ---- Processes: interrupt_windows.c never starts one ---- */

enum { SIGKILL = 9, SIGPIPE = 13 };
struct sigaction {
    void (*sa_handler)(int);
};
#define sigaction(signal_number, action, before) ((void)(action), (void)(before))
#define pipe(files)                              ((void)(files), errno = ENOSYS, -1)
#define kill(process, signal_number)             ((void)(process))
#define execv(program, ...)                      ((void)shell, (void)flag)
#define strsignal(signal_number)                 ((void)(signal_number), "")

#endif
