/* Loaded before libc (LD_PRELOAD), refuses one request of a program for memory or a thread: the one whose number is in
 * the environment variable REFUSE_REQUEST. What is asked for before main, by the dynamic linker, does not count. When
 * the program ends, the file that REQUESTS_FILE names receives the number of requests. Needs the GNU C library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

/* glibc's own names for what is replaced here. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static atomic_uint requests;
static unsigned refused_request;
static _Bool counting;

__attribute__((constructor)) static void begin(void)
{
    const char *number = getenv("REFUSE_REQUEST");
    refused_request = number ? (unsigned)strtoul(number, NULL, 10) : 0;
    counting = 1;
}

__attribute__((destructor)) static void end(void)
{
    counting = 0;
    const char *path = getenv("REQUESTS_FILE");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%u\n", (unsigned)atomic_load(&requests));
    fclose(file);
}

static _Bool refuse_this(void)
{
    return counting && atomic_fetch_add(&requests, 1) + 1 == refused_request;
}

static void *no_memory(void)
{
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t size)
{
    return refuse_this() ? no_memory() : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return refuse_this() ? no_memory() : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return refuse_this() ? no_memory() : __libc_realloc(block, size);
}

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset)
{
    static void *(*real)(void *, size_t, int, int, int, off_t);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "mmap");
    if (!refuse_this()) return real(address, length, protection, flags, file, offset);
    errno = ENOMEM;
    return MAP_FAILED;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
    static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    return refuse_this() ? EAGAIN : real(thread, attributes, run, argument);
}
