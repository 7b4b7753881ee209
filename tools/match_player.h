/* A UCI engine as a process: starting it, writing commands, reading lines until a deadline. tools/match.c plays games
 * with two of them. */
#ifndef MATCH_PLAYER_H
#define MATCH_PLAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { MAX_OPTIONS = 16, LINE_SIZE = 4096 };

typedef struct player {
    const char *command;              /* run by the shell */
    const char *options[MAX_OPTIONS]; /* NAME=VALUE */
    bool offered[MAX_OPTIONS];        /* whether the engine has said that it has the option */
    int option_count;
    long nodes;    /* searches so many nodes a move, without a clock; 0: plays with a clock */
    char name[80]; /* the engine's own name */

    pid_t process; /* 0: not running */
    int in, out;   /* our ends of its standard input and output */
    char buffer[1 << 16];
    size_t size;
} player;

/* Milliseconds of a clock that never goes back. */
int64_t clock_ms(void);

/* Starts the process if it is not running and sets its options; ready for a new game of chess or Chess960. false if it
 * does not answer. */
bool player_begin(player *p, bool chess960);

/* Ends the process. */
void player_end(player *p);

/* Writes text to the engine. A write that fails shows as the end of its output. */
void player_say(player *p, const char *text);

/* Reads lines until one begins with this word; line then has it, and the others are skipped. false when the deadline, a
 * time of clock_ms, has passed or the output has ended. */
bool player_wait(player *p, const char *word, char line[LINE_SIZE], int64_t deadline);

#endif
