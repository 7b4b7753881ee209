/* Text that grows. */
#ifndef PLYFORGE_PROGRAM_TEXT_H
#define PLYFORGE_PROGRAM_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* Zero-initialised, it is an empty text. Release it with free(text.bytes). */
struct text {
    char *bytes;
    size_t length, capacity;
    uint64_t printed; /* the number of bytes already printed and no longer in bytes */
};

/* Running out of memory ends the program. */
void text_reserve(struct text *text, size_t more); /* makes capacity for this many more bytes after the end */
void text_add(struct text *text, const char *bytes, size_t length);
void text_add_string(struct text *text, const char *string);

#endif
