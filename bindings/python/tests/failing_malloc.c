/* Preloaded by test_robust.py: after fail_at(n), the n-th allocation of this thread, counted from 0, fails once. A
 * negative number turns this off. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

static __thread long left = -1;

void fail_at(long n)
{
    left = n;
}

/* Whether the failing allocation is still to come. */
int is_pending(void)
{
    return left >= 0;
}

static int fails(void)
{
    if (left < 0 || left-- > 0) return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails() ? NULL : __libc_realloc(old, size);
}
