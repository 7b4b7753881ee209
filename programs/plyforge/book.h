/* What plyforge book hands to the writer of JSON. */
#ifndef PLYFORGE_PROGRAM_BOOK_H
#define PLYFORGE_PROGRAM_BOOK_H

#include "common.h"

/* What came of making a book. */
struct book_made {
    uint64_t games, broken, entries;
};

/* Whether nothing in a book is damaged. */
bool book_is_sound(const pf_book_report *report);

#endif
