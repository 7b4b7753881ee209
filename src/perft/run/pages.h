/* Large blocks of zeroed memory, on huge pages where the system provides them. */
#ifndef PLYFORGE_PAGES_H
#define PLYFORGE_PAGES_H

#include <stddef.h>

#include "base/compiler.h"

typedef struct pf_pages {
    void *memory; /* NULL if there is none; aligned at least to a cache line */
    size_t bytes;
} pf_pages;

/* Allocates zeroed memory; the member memory is NULL if that fails. */
PF_PRIVATE pf_pages pf_pages_allocate(size_t bytes);

/* Frees all but the first bytes. */
PF_PRIVATE void pf_pages_shrink(pf_pages *pages, size_t bytes);

/* Frees all of it. pages is empty afterwards, and freeing it again is harmless. */
PF_PRIVATE void pf_pages_free(pf_pages *pages);

#endif
