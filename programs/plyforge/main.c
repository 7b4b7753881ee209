/* The entry of the program: finds the command, reads its options, runs it, and checks that the output was written.
 * Each command is a file in commands/, registered by its line in commands.def; shared code is in common.c and
 * options.c. */
#include "common.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct command *const commands[] = {
#define COMMAND(name) &name##_command,
#include "commands.def"
#undef COMMAND
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void print_overview(void)
{
    puts("Usage: plyforge COMMAND [ARGUMENT]... [OPTION]...\n\n"
         "Legal chess moves, listed, counted and checked.\n\nCommands:");
    for (int i = 0; i < COMMAND_COUNT; i++) printf("  %-9s%s\n", commands[i]->name, commands[i]->summary);
    puts(
        "\nOptions:\n"
        "  --help     print this text, or after a command its help; so does help [COMMAND]\n"
        "  --version  print the version\n\n"
        "Exit status: 0 if all went well, 1 if a count is wrong, an engine differs, a game is broken, or the output\n"
        "could not be written, 2 for wrong input, 3 if --time-limit ended the work, 130 if Ctrl-C did; the results so\n"
        "far are printed.");
}

static void print_version(void)
{
    printf("plyforge %s\n", PF_VERSION_TEXT);
    if (strcmp(pf_version(), PF_VERSION_TEXT) != 0) printf("libplyforge %s\n", pf_version());
}

/* A name is suggested if fewer edits than FAR_APART turn it into the word that was typed. */
enum { FAR_APART = 3, LONGEST_NAME = 15 };

/* How many letters must be changed, added, removed or swapped with their neighbour to turn one word into the other;
 * FAR_APART for longer words than any command's. */
static int distance(const char *a, const char *b)
{
    int rows[LONGEST_NAME + 1][LONGEST_NAME + 1];
    int height = (int)strlen(a), width = (int)strlen(b);
    if (height > LONGEST_NAME || width > LONGEST_NAME) return FAR_APART;
    for (int i = 0; i <= height; i++) {
        for (int j = 0; j <= width; j++) {
            int best = i == 0 ? j : j == 0 ? i : rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (i > 0 && rows[i - 1][j] + 1 < best) best = rows[i - 1][j] + 1;
            if (j > 0 && rows[i][j - 1] + 1 < best) best = rows[i][j - 1] + 1;
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && rows[i - 2][j - 2] + 1 < best) best = rows[i - 2][j - 2] + 1;
            rows[i][j] = best;
        }
    }
    return rows[height][width];
}

static const struct command *find_command(const char *name)
{
    const char *nearest = NULL;
    int least = FAR_APART;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(name, commands[i]->name) == 0) return commands[i];
        int apart = distance(name, commands[i]->name);
        /* A two-letter word is close to any other two-letter word. */
        if (apart < least && apart < (int)strlen(name) - 1) {
            least = apart;
            nearest = commands[i]->name;
        }
    }
    if (name[0] != '-' && nearest != NULL) refuse("unknown command '%s'; did you mean '%s'?", name, nearest);
    refuse("unknown %s '%s'; try 'plyforge --help'", name[0] == '-' ? "option" : "command", name);
}

/* plyforge help [COMMAND] */
static int help_with(int word_count, char **words)
{
    if (word_count > 3) refuse("unexpected argument '%s' after %s", words[3], words[1]);
    if (word_count == 3)
        print_help(find_command(words[2]));
    else
        print_overview();
    return STATUS_OK;
}

static int run(int word_count, char **words)
{
    if (word_count < 2) refuse("no command given; try 'plyforge --help'");
    if (strcmp(words[1], "help") == 0) return help_with(word_count, words);
    bool help = strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0;
    bool version = strcmp(words[1], "--version") == 0;
    if ((help || version) && word_count > 2) refuse("unexpected argument '%s' after %s", words[2], words[1]);
    if (help) print_overview();
    if (version) print_version();
    if (help || version) return STATUS_OK;

    const struct command *command = find_command(words[1]);
    void *options = allocated(malloc(command->size));
    struct operands operands;
    int status = STATUS_OK;
    if (read_options(options, &operands, command, word_count - 1, words + 1))
        status = command->run(options, &operands);
    else
        print_help(command);
    free(options);
    return status;
}

/* A full disk shows only when the last bytes leave the buffer. */
static bool close_output(void)
{
    bool failed = ferror(stdout) != 0;
    errno = 0;
    if (fclose(stdout) == 0 && !failed) return true;
    complain("cannot write to standard output%s%s", errno != 0 ? ": " : "", errno != 0 ? strerror(errno) : "");
    return false;
}

int main(int argc, char **argv)
{
    guard_descriptors();
    int status = run(argc, argv);
    return close_output() ? status : STATUS_FAILED;
}
