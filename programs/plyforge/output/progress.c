/* The progress line; see progress.h. */
#include "output/progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const double delay = 0.5;    /* in seconds; for short work the line never appears */
static const double interval = 0.2; /* seconds between updates of the line */

struct progress progress_begin(const char *unit)
{
    double now = seconds_now();
    bool wanted = isatty(STDERR_FILENO) != 0;
    return (struct progress){.unit = unit, .start = now, .next = wanted ? now + delay : INFINITY};
}

/* The number of columns of the terminal; 80 if it does not report it. */
static size_t terminal_width(void)
{
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
#endif
    return 80;
}

/* Cuts a line so that it fits on one line of the terminal; otherwise it could not be erased. It never cuts within a
 * character. */
static void cut_to_terminal(char *line)
{
    size_t columns = 1, end = 0; /* the last column stays free */
    size_t width = terminal_width();
    for (; line[end] != '\0'; end++)
        if (((unsigned char)line[end] & 0xc0) != 0x80 && columns++ == width) break;
    line[end] = '\0';
}

void describe_seconds(char out[DURATION_SIZE], double seconds)
{
    if (seconds < 120)
        snprintf(out, DURATION_SIZE, "%.0f s", seconds);
    else if (seconds < 7200)
        snprintf(out, DURATION_SIZE, "%.0f min", seconds / 60);
    else if (seconds < 72 * 3600)
        snprintf(out, DURATION_SIZE, "%.1f h", seconds / 3600);
    else
        snprintf(out, DURATION_SIZE, "%.1f days", seconds / 86400);
}

void progress_describe(char line[LINE_SIZE], const struct progress *progress, size_t done, size_t total,
                       double fraction, pf_count nodes)
{
    double elapsed = seconds_now() - progress->start;
    char time[DURATION_SIZE];
    describe_seconds(time, elapsed);
    int length = total > 0 ? snprintf(line, LINE_SIZE, "%zu of %zu %s, %s nodes, %s", done, total, progress->unit,
                                      COUNT_TEXT(nodes), time)
                           : snprintf(line, LINE_SIZE, "%.1f %%, %s", 100 * fraction, time);
    if (fraction <= 0 || length <= 0) return;
    describe_seconds(time, elapsed * (1 - fraction) / fraction);
    snprintf(line + length, LINE_SIZE - (size_t)length, ", about %s to go", time);
}

void progress_update(struct progress *progress, size_t done, size_t total, double fraction, pf_count nodes)
{
    double elapsed;
    char line[LINE_SIZE];
    if (!progress_is_due(progress, &elapsed)) return;
    progress_describe(line, progress, done, total, fraction, nodes);
    progress_print(progress, line);
}

void progress_bar(char bar[PROGRESS_BAR_SIZE], double fraction)
{
    size_t width = PROGRESS_BAR_SIZE - 3;
    size_t done = fraction >= 1 ? width : fraction > 0 ? (size_t)(fraction * (double)width) : 0;
    bar[0] = '[';
    memset(bar + 1, '#', done);
    memset(bar + 1 + done, '.', width - done);
    memcpy(bar + 1 + width, "]", 2);
}

bool progress_is_due(const struct progress *progress, double *elapsed)
{
    double now = seconds_now();
    *elapsed = now - progress->start;
    return now >= progress->next;
}

void progress_print(struct progress *progress, char *line)
{
    cut_to_terminal(line);
    fprintf(stderr, "\r\033[K%s", line);
    progress->next = seconds_now() + interval;
    progress->visible = true;
}

void progress_erase(struct progress *progress)
{
    if (progress->visible) fputs("\r\033[K", stderr);
    progress->visible = false;
}
