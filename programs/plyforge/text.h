/* Text that grows. */
#ifndef PLYFORGE_PROGRAM_TEXT_H
#define PLYFORGE_PROGRAM_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* All zero is an empty text. Release it with free(text.bytes). */
struct text {
    char *bytes;
    size_t length, capacity;
    uint64_t printed; /* how much of it is out already, and is not in bytes any more */
};

/* Running out of memory ends the program. */
void text_add(struct text *text, const char *bytes, size_t length);
void text_add_string(struct text *text, const char *string);

#endif
