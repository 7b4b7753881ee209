/* The part of <string.h> that the library uses, for a target without libc; memory.c has the functions. */
#ifndef PLYFORGE_JS_STRING_H
#define PLYFORGE_JS_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
void *memchr(const void *from, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
char *strchr(const char *text, int byte);
size_t strlen(const char *text);

#endif
