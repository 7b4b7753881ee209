/* The part of libc that the library needs, for WebAssembly. Copying and filling are single instructions (bulk memory).
 * The size of a heap block is a power of two, and free blocks are kept in one list for each size, so that memory never
 * grows beyond the peak demand for each size. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    return __builtin_memmove(to, from, size);
}

void *memset(void *to, int byte, size_t size)
{
    return __builtin_memset(to, byte, size);
}

void *memchr(const void *from, int byte, size_t size)
{
    const unsigned char *p = from;
    for (; size > 0; p++, size--)
        if (*p == (unsigned char)byte) return (void *)(uintptr_t)p;
    return NULL;
}

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *p = a, *q = b;
    for (; size > 0; p++, q++, size--)
        if (*p != *q) return *p < *q ? -1 : 1;
    return 0;
}

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length]) length++;
    return length;
}

char *strchr(const char *text, int byte)
{
    for (;; text++) {
        if (*text == (char)byte) return (char *)(uintptr_t)text;
        if (!*text) return NULL;
    }
}

/* The product of two 128-bit numbers; the compiler generates calls of a function with this name. */
__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;
wide __multi3(wide a, wide b);
wide __multi3(wide a, wide b)
{
    uint64_t a_low = (uint64_t)a, b_low = (uint64_t)b;
    uint64_t low = (a_low & UINT32_MAX) * (b_low & UINT32_MAX);
    uint64_t first = (a_low >> 32) * (b_low & UINT32_MAX);
    uint64_t second = (a_low & UINT32_MAX) * (b_low >> 32);
    uint64_t middle = (low >> 32) + (first & UINT32_MAX) + (second & UINT32_MAX);
    uint64_t high = (a_low >> 32) * (b_low >> 32) + (first >> 32) + (second >> 32) + (middle >> 32);
    high += (uint64_t)((unsigned_wide)a >> 64) * b_low + a_low * (uint64_t)((unsigned_wide)b >> 64);
    return (wide)((unsigned_wide)high << 64 | (middle << 32 | (low & UINT32_MAX)));
}

/* ---- The heap ---- */

/* The header takes 64 bytes, so that every block has the greatest alignment that the library needs. */
enum { PAGE = 65536, SMALLEST = 7, CLASSES = 32, HEADER = 64 };

typedef struct block {
    struct block *next; /* while the block is free */
    uint32_t class;     /* the size is 1 << class, header included */
} block;

extern unsigned char __heap_base;
static uintptr_t top;
static block *unused_blocks[CLASSES];

void *malloc(size_t size)
{
    if (size > (size_t)1 << 30) return NULL;
    uint32_t class = SMALLEST;
    while ((size_t)1 << class < size + HEADER) class ++;
    block *found = unused_blocks[class];
    if (found) {
        unused_blocks[class] = found->next;
        return (unsigned char *)found + HEADER;
    }
    if (!top) top = ((uintptr_t)&__heap_base + HEADER - 1) & ~(uintptr_t)(HEADER - 1);
    uintptr_t end = top + ((uintptr_t)1 << class);
    uintptr_t have = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
    if (end < top) return NULL;
    if (end > have && __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) == (size_t)-1) return NULL;
    found = (block *)top;
    found->class = class;
    top = end;
    return (unsigned char *)found + HEADER;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return alignment <= HEADER ? malloc(size) : NULL;
}

void free(void *memory)
{
    if (!memory) return;
    block *freed = (block *)((unsigned char *)memory - HEADER);
    freed->next = unused_blocks[freed->class];
    unused_blocks[freed->class] = freed;
}

void *calloc(size_t count, size_t size)
{
    if (size && count > ((size_t)1 << 30) / size) return NULL;
    void *memory = malloc(count * size);
    return memory ? memset(memory, 0, count * size) : NULL;
}

void *realloc(void *memory, size_t size)
{
    if (!memory) return malloc(size);
    size_t room = ((size_t)1 << ((block *)((unsigned char *)memory - HEADER))->class) - HEADER;
    if (size <= room) return memory;
    void *larger = malloc(size);
    if (!larger) return NULL;
    memcpy(larger, memory, room);
    free(memory);
    return larger;
}
