/* The entry of the program: finds the command, reads its options, runs it, and checks that the output was written.
 * Each command is in a file of its own; what they share is in common.c and options.c. */
#include "common.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct command *const commands[] = {
    &perft_command,   &unique_command,  &ledger_command,  &store_command, &suite_command,
    &moves_command,   &unmoves_command, &show_command,    &fen_command,   &outcome_command,
    &explain_command, &bisect_command,  &torture_command, &uci_command,   &san_command,
    &pgn_command,     &train_command,   &book_command,    &bench_command,
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void print_overview(void)
{
    puts("Usage: plyforge COMMAND [ARGUMENT]... [OPTION]...\n\n"
         "Legal chess moves, listed, counted and checked.\n\nCommands:");
    for (int i = 0; i < COMMAND_COUNT; i++) printf("  %-9s%s\n", commands[i]->name, commands[i]->summary);
    puts("\nOptions:\n"
         "  --help     print this text; after a command, that command's own; so does help [COMMAND]\n"
         "  --version  print the version\n\n"
         "Exit status: 0 if all went well, 1 if a count is wrong, an engine differs, a game is broken, or the output\n"
         "could not be written, 2 for wrong input, 3 if --time-limit ended the work, 130 if Ctrl-C did; what was known "
         "by\n"
         "then is printed.");
}

static void print_version(void)
{
    printf("plyforge %s\n", PF_VERSION_TEXT);
    if (strcmp(pf_version(), PF_VERSION_TEXT) != 0) printf("libplyforge %s\n", pf_version());
}

static const struct command *find_command(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(name, commands[i]->name) == 0) return commands[i];
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
