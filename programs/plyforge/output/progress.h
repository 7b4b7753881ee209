/* The progress line of long work: it appears on standard error, only if that is a terminal and only after half a
 * second, and is erased when the work is done. */
#ifndef PLYFORGE_PROGRAM_PROGRESS_H
#define PLYFORGE_PROGRAM_PROGRESS_H

#include "common.h"

struct progress {
    const char *unit; /* what is counted: "moves" */
    double start;
    double next; /* when the line may be written again */
    bool visible;
};

struct progress progress_begin(const char *unit);

/* Reports that done of total units, and this fraction (0 to 1) of the work, are finished. */
void progress_update(struct progress *progress, size_t done, size_t total, double fraction, pf_count nodes);

/* The text of that line, for output that is not a terminal. */
void progress_describe(char line[LINE_SIZE], const struct progress *progress, size_t done, size_t total,
                       double fraction, pf_count nodes);

/* The same for other lines: whether one is due (elapsed is then the time so far), and printing it. */
bool progress_is_due(const struct progress *progress, double *elapsed);
void progress_print(struct progress *progress, char *line); /* cuts it to the width of the terminal */

/* Writes a time in a suitable unit: "43 s", "12 min", "3.5 h", "8.2 days". */
enum { DURATION_SIZE = 32 };
void describe_seconds(char out[DURATION_SIZE], double seconds);

/* Writes a bar like [#####...............] for such a line; fraction is from 0 to 1. */
enum { PROGRESS_BAR_SIZE = 23 };
void progress_bar(char bar[PROGRESS_BAR_SIZE], double fraction);

/* Erases the line, at the end or before something else is printed. */
void progress_erase(struct progress *progress);

#endif
