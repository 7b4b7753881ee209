/* The parser of the command line: options and operands of a command, its help text, rules about options, and functions
 * that read plain values. Those for the shared groups are in option_groups.c. */
#include "input/options.h"
#include "common.h"

#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_OPTIONS = 64, /* per command, limited by the number of bits in struct given */
    FIRST_ROW = 256   /* getopt returns this for row 0; no character has this value */
};

static void print_row(const char *name, const char *argument, const char *help)
{
    char synopsis[32];
    snprintf(synopsis, sizeof synopsis, "--%s%s%s", name, argument != NULL ? " " : "",
             argument != NULL ? argument : "");
    printf("  %-18s  %s\n", synopsis, help);
}

static const char *program_of(const struct command *command)
{
    return command->program != NULL ? command->program : "plyforge";
}

void print_help(const struct command *command)
{
    bool takes_position = command_takes(command, "fen") && strstr(command->operands, "FEN") == NULL;
    printf("Usage: %s %s %s%s%s[OPTION]...\n\n%s\n\nOptions:\n", program_of(command), command->name, command->operands,
           command->operands[0] != '\0' ? " " : "", takes_position ? "[FEN] " : "", command->description);
    for (const struct option_row *row = command->options; row->name != NULL; row++)
        print_row(row->name, row->argument, row->help);
    print_row("help", NULL, "print this text");
    printf("\nExample:\n%s\n", command->example);
}

/* ---- Readers ---- */

void read_flag(void *value, const struct option_word *word)
{
    (void)word;
    *(bool *)value = true;
}

void read_text(void *value, const struct option_word *word)
{
    *(const char **)value = word->text;
}

void read_file_name(void *value, const struct option_word *word)
{
    if (word->text[0] == '\0') refuse("--%s needs the name of a file", word->row->name);
    *(const char **)value = word->text;
}

void read_report_name(void *value, const struct option_word *word)
{
    read_file_name(value, word);
    if (strcmp(word->text, "-") == 0)
        refuse("--%s - would mix the report with the other output; give the name of a file (./- for one named -)",
               word->row->name);
}

void read_depth_option(void *value, const struct option_word *word)
{
    char name[32];
    snprintf(name, sizeof name, "--%s", word->row->name);
    *(unsigned *)value = read_depth(name, word->text, 0);
}

void read_threads(void *value, const struct option_word *word)
{
    *(unsigned *)value = read_positive(word, "number", PF_PERFT_MAX_THREADS);
}

unsigned read_choice(const struct option_word *word, const char *const *words, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        if (strcmp(word->text, words[i]) == 0) return i;
    char list[128] = "";
    for (unsigned i = 0; i < size; i++) {
        if (i > 0) strcat(list, i + 1 == size ? " or " : ", ");
        strcat(list, words[i]);
    }
    refuse("--%s takes %s, not '%s'", word->row->name, list, word->text);
}

unsigned read_positive(const struct option_word *word, const char *what, unsigned max)
{
    unsigned number;
    if (!read_number(&number, word->text, strlen(word->text), max) || number == 0)
        refuse("--%s must be a %s from 1 to %u, not '%s'", word->row->name, what, max, word->text);
    return number;
}

/* ---- Rules ---- */

/* The index of the option in the command's table, or -1. */
static int find_row(const struct command *command, const char *name)
{
    for (int i = 0; command->options[i].name != NULL; i++)
        if (strcmp(command->options[i].name, name) == 0) return i;
    return -1;
}

bool command_takes(const struct command *command, const char *name)
{
    return find_row(command, name) >= 0;
}

bool is_given(const struct given *given, const char *name)
{
    int row = find_row(given->command, name);
    return row >= 0 && (given->rows >> row & 1) != 0;
}

void check_rules(const struct given *given, const struct option_rule *rules, size_t size)
{
    for (const struct option_rule *rule = rules; rule < rules + size; rule++) {
        if (!is_given(given, rule->name) || !command_takes(given->command, rule->other)) continue;
        bool other = is_given(given, rule->other);
        if (rule->kind == NEEDS && !other) refuse("--%s needs --%s", rule->name, rule->other);
        if (rule->kind == EXCLUDES && other) refuse("--%s and --%s cannot be combined", rule->name, rule->other);
    }
}

/* ---- The parser ---- */

/* getopt would report a negative number as an unknown option. */
static void refuse_negative_numbers(int word_count, char **words)
{
    for (int i = 1; i < word_count && strcmp(words[i], "--") != 0; i++)
        if (words[i][0] == '-' && isdigit((unsigned char)words[i][1]))
            refuse("negative number '%s': no command takes one", words[i]);
}

/* A hint for a word that the command does not take. */
static const char *hint_for(const char *word, const struct given *given)
{
    bool is_move = word[0] >= 'a' && word[0] <= 'h' && isdigit((unsigned char)word[1]);
    bool moves_are_free = command_takes(given->command, "moves") && !is_given(given, "moves");
    if (moves_are_free && is_move) return "; moves are given as --moves \"MOVES\"";
    return " (a FEN or a list of moves goes in quotes)";
}

static void check_operands(const struct operands *operands, const struct given *given)
{
    const struct command *command = given->command;
    if (operands->count < command->min_operands)
        refuse("%s needs %s; try '%s %s --help'", command->name, command->operands, program_of(command), command->name);
    if (operands->count > command->max_operands) {
        const char *word = operands->words[command->max_operands];
        refuse("unexpected argument '%s'%s", word, hint_for(word, given));
    }
}

/* Treats a position among the operands as --fen. */
static void use_position_operand(void *options, struct operands *operands, struct given *given)
{
    int row = find_row(given->command, "fen");
    const char *fen = row >= 0 ? take_position_operand(operands, given->command) : NULL;
    if (fen == NULL) return;
    if (is_given(given, "fen")) refuse("the position is given twice: by --fen and as '%s'", fen);
    given->rows |= UINT64_C(1) << row;
    memcpy((char *)options + given->command->options[row].offset, &fen, sizeof fen);
}

bool read_options(void *options, struct operands *operands, const struct command *command, int word_count, char **words)
{
    static char program_name[] = "plyforge";
    struct option accepted[MAX_OPTIONS + 2] = {0};
    int size = 0;
    for (; command->options[size].name != NULL; size++)
        accepted[size] = (struct option){
            .name = command->options[size].name,
            .has_arg = command->options[size].argument != NULL ? required_argument : no_argument,
            .val = FIRST_ROW + size,
        };
    accepted[size] = (struct option){.name = "help", .val = 'h'};

    struct given given = {.command = command};
    memcpy(options, command->defaults, command->size);
    refuse_negative_numbers(word_count, words);
    words[0] = program_name; /* getopt begins its messages with this word */
    int output = find_row(command, "output");
    for (int id; (id = getopt_long(word_count, words, output >= 0 ? "ho:" : "h", accepted, NULL)) != -1;) {
        if (id == '?') exit(STATUS_WRONG_INPUT);
        if (id == 'h') return false;
        if (id == 'o') id = FIRST_ROW + output;
        const struct option_row *row = &command->options[id - FIRST_ROW];
        given.rows |= UINT64_C(1) << (id - FIRST_ROW);
        row->read((char *)options + row->offset, &(struct option_word){command, row, optarg});
    }
    *operands = (struct operands){words + optind, word_count - optind};
    use_position_operand(options, operands, &given);
    if (command->check != NULL) command->check(options, &given);
    check_operands(operands, &given);
    return true;
}
