/* Signals. Ctrl-C during long work: the first one asks the command to stop, the second one ends the program at once. A
 * stopped command prints its results so far and returns STATUS_INTERRUPTED, even if it has already found something
 * wrong. With --json it prints nothing, because half a document could be taken for a whole one. Short commands do not
 * use this: the signal ends them. */
#ifndef PLYFORGE_PROGRAM_INTERRUPT_H
#define PLYFORGE_PROGRAM_INTERRUPT_H

#include <stdbool.h>
#include <sys/types.h>

/* The status that a shell reports for a program that was ended by SIGINT. */
enum { STATUS_INTERRUPTED = 130 };

/* From now on Ctrl-C is recorded instead of ending the program. */
void catch_interrupts(void);

/* Whether Ctrl-C was pressed. */
bool was_interrupted(void);

/* was_interrupted as a callback of the library. */
bool stop_when_interrupted(void *context);

/* Waits until the file can be read or is at its end, for at most this many seconds, which may be INFINITY. False on a
 * timeout, and always after Ctrl-C. */
bool wait_for_input(int file, double seconds);

/* Like fork(), but the child has its own process group, which is killed when this program ends, normally or by a
 * signal, until forget_child is called. Only one child at a time. Also calls catch_interrupts. */
pid_t fork_child(void);
void forget_child(void);

/* Like mkstemp(), but the file is removed when this program ends, normally or by a signal, until forget_unfinished_file
 * is called. Only one file at a time; the name must stay in the same place in memory. Ctrl-C ends the program unless it
 * is caught. */
int create_unfinished_file(char *name);
void forget_unfinished_file(void);

#endif
