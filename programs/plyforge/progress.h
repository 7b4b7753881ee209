/* The progress line of long work: on standard error, only when that is a terminal, only after half a second, and gone
 * when the work is done. */
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

/* done of total units and fraction (0 to 1) of the work are finished. */
void progress_update(struct progress *progress, size_t done, size_t total, double fraction, pf_count nodes);

/* The text of that line, for output that is not a terminal. */
void progress_describe(char line[LINE_SIZE], const struct progress *progress, size_t done, size_t total,
                       double fraction, pf_count nodes);

/* The same for lines of other kinds: is it time for one (then elapsed is the time so far), and here it is. */
bool progress_is_due(const struct progress *progress, double *elapsed);
void progress_print(struct progress *progress, char *line); /* cuts it to the width of the terminal */

/* A time in the unit that fits: "43 s", "12 min", "3.5 h", "8.2 days". */
enum { DURATION_SIZE = 32 };
void describe_seconds(char out[DURATION_SIZE], double seconds);

/* A bar like [#####...............] for such a line, fraction (0 to 1) of it full. */
enum { PROGRESS_BAR_SIZE = 23 };
void progress_bar(char bar[PROGRESS_BAR_SIZE], double fraction);

/* Takes the line away, at the end or before something else is printed. */
void progress_erase(struct progress *progress);

#endif
