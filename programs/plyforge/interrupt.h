/* Ctrl-C during long work: the first one asks for an end, the second one ends the program at once. A command that was
 * stopped tells what it knows by then and returns STATUS_INTERRUPTED, also if something was wrong already; with --json,
 * where half a document could be taken for a whole one, it prints none. Commands that are done in a moment do without
 * this: there the signal itself is the end. */
#ifndef PLYFORGE_PROGRAM_INTERRUPT_H
#define PLYFORGE_PROGRAM_INTERRUPT_H

#include <stdbool.h>
#include <sys/types.h>

/* What a shell reports for a program that SIGINT ended. */
enum { STATUS_INTERRUPTED = 130 };

/* From now on Ctrl-C is remembered instead of ending the program. */
void catch_interrupts(void);

/* Whether it came. */
bool was_interrupted(void);

/* The same as a pf_perft_should_stop. */
bool stop_when_interrupted(void *context);

/* Waits until there is something to be read from the file, or its end; at most so many seconds, which may be INFINITY.
 * False if there is nothing yet, and for ever after Ctrl-C. */
bool wait_for_input(int file, double seconds);

/* As fork(), but the child has a process group of its own, which is killed when this program ends by itself or by a
 * signal, until it is forgotten. One at a time. Catches interrupts, too. */
pid_t fork_child(void);
void forget_child(void);

#endif
