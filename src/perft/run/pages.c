/* Large blocks of memory from mmap; see pages.h. Systems without it use calloc, and shrinking does not return memory to
 * them. */
#if defined(__unix__) || defined(__APPLE__)
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#include <sys/mman.h>
#include <unistd.h>
#define PF_HAVE_MMAP 1
#else
#include <stdlib.h>
#define PF_HAVE_MMAP 0
#endif

#include "perft/run/pages.h"

#if PF_HAVE_MMAP

enum { HUGE_PAGE = 2 << 20 };

static size_t rounded(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return bytes / page * page + (bytes % page ? page : 0);
}

pf_pages pf_pages_allocate(size_t bytes)
{
    pf_pages pages = {NULL, 0};
    if (bytes == 0 || bytes > SIZE_MAX / 2) return pages;
    bytes = rounded(bytes);
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return pages;
#if defined(MADV_HUGEPAGE)
    /* Only a hint; small pages work as well, with more misses of the address cache. */
    if (bytes >= HUGE_PAGE) (void)madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    pages.memory = memory;
    pages.bytes = bytes;
    return pages;
}

void pf_pages_shrink(pf_pages *pages, size_t bytes)
{
    bytes = rounded(bytes ? bytes : 1);
    if (bytes >= pages->bytes) return;
    munmap((char *)pages->memory + bytes, pages->bytes - bytes);
    pages->bytes = bytes;
}

void pf_pages_free(pf_pages *pages)
{
    if (pages->memory) munmap(pages->memory, pages->bytes);
    pages->memory = NULL;
    pages->bytes = 0;
}

#else

/* calloc promises 16 bytes of alignment; the rest of a cache line is wasted at the front. */
enum { LINE = 64 };

pf_pages pf_pages_allocate(size_t bytes)
{
    pf_pages pages = {NULL, 0};
    if (bytes == 0 || bytes > SIZE_MAX / 2) return pages;
    char *block = calloc(1, bytes + LINE);
    if (!block) return pages;
    size_t skip = LINE - (size_t)((uintptr_t)block % LINE);
    block[skip - 1] = (char)skip;
    pages.memory = block + skip;
    pages.bytes = bytes;
    return pages;
}

void pf_pages_shrink(pf_pages *pages, size_t bytes)
{
    (void)pages, (void)bytes;
}

void pf_pages_free(pf_pages *pages)
{
    if (pages->memory) free((char *)pages->memory - ((char *)pages->memory)[-1]);
    pages->memory = NULL;
    pages->bytes = 0;
}

#endif
