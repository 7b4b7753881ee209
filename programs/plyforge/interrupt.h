/* Ctrl-C during long work: the first one asks for an end, the second one ends the program at once. */
#ifndef PLYFORGE_PROGRAM_INTERRUPT_H
#define PLYFORGE_PROGRAM_INTERRUPT_H

#include <stdbool.h>

/* What a shell reports for a program that SIGINT ended. */
enum { STATUS_INTERRUPTED = 130 };

/* From now on Ctrl-C is remembered instead of ending the program. */
void catch_interrupts(void);

/* Whether it came. */
bool was_interrupted(void);

/* The same as a pf_perft_should_stop. */
bool stop_when_interrupted(void *context);

#endif
