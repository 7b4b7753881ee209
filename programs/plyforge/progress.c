/* The progress line; see progress.h. */
#include "progress.h"
#include "common.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

static const double delay = 0.5;    /* seconds before the line appears: short work stays quiet */
static const double interval = 0.2; /* seconds between two versions of it */

struct progress progress_begin(const char *unit)
{
    double now = seconds_now();
    bool wanted = isatty(STDERR_FILENO) != 0;
    return (struct progress){.unit = unit, .start = now, .next = wanted ? now + delay : INFINITY};
}

void progress_update(struct progress *progress, size_t done, size_t total, double fraction, pf_count nodes)
{
    double now = seconds_now();
    if (now < progress->next) return;
    double elapsed = now - progress->start;
    if (total > 0)
        fprintf(stderr, "\r\033[K%zu of %zu %s, %s nodes, %.1f s", done, total, progress->unit, COUNT_TEXT(nodes),
                elapsed);
    else
        fprintf(stderr, "\r\033[K%.1f %%, %.1f s", 100 * fraction, elapsed);
    if (fraction > 0) fprintf(stderr, ", about %.1f s to go", elapsed * (1 - fraction) / fraction);
    progress->next = now + interval;
    progress->visible = true;
}

bool progress_is_due(const struct progress *progress, double *elapsed)
{
    double now = seconds_now();
    *elapsed = now - progress->start;
    return now >= progress->next;
}

void progress_print(struct progress *progress, const char *line)
{
    fprintf(stderr, "\r\033[K%s", line);
    progress->next = seconds_now() + interval;
    progress->visible = true;
}

void progress_erase(struct progress *progress)
{
    if (progress->visible) fputs("\r\033[K", stderr);
    progress->visible = false;
}
