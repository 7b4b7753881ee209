/* The part of <stdlib.h> that the library uses, for a target without libc; memory.c has the functions. */
#ifndef PLYFORGE_JS_STDLIB_H
#define PLYFORGE_JS_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *memory, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
void free(void *memory);

#endif
