/* Whose work a run continues. Ledgers and stores name the version that began them. A version is listed here if its
 * counts are right and its buckets hold the same positions; remove the older ones when a change breaks either. */
#ifndef PLYFORGE_PROGRAM_VERSIONS_H
#define PLYFORGE_PROGRAM_VERSIONS_H

#include <plyforge.h>
#include <string.h>

static inline bool is_continued_version(const char *version)
{
    static const char *const versions[] = {"0.1.0", PF_VERSION_TEXT};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        if (strcmp(version, versions[i]) == 0) return true;
    return false;
}

#endif
