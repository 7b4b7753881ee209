/* Selecting the games that `plyforge pgn` keeps: conditions on tags, result and length, and duplicates. */
#ifndef PLYFORGE_PROGRAM_PGN_SELECT_H
#define PLYFORGE_PROGRAM_PGN_SELECT_H

#include "input/options.h"

#include <limits.h>

enum { MAX_CONDITIONS = 32 };

/* A date as PGN writes it, YYYY.MM.DD: year, month and day, as far as they are known. */
struct pgn_date {
    unsigned parts[3];
    unsigned known; /* how many parts are known, counted from the year */
};

/* A condition such as WhiteElo>=2400. */
struct pgn_condition {
    const char *name; /* the name of the tag */
    size_t name_length;
    enum comparison { EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, CONTAINS } comparison;
    const char *value;
    bool is_number; /* value is a number: < and > then compare numbers, and apart from dates no other text matches */
    double number;
    struct pgn_date date; /* known is 0 unless value is a date or a year: < and > then compare dates */
};

struct pgn_filter {
    struct pgn_condition conditions[MAX_CONDITIONS];
    unsigned size;
    unsigned results; /* bit i: games with pf_result i are kept; 0: all are */
    unsigned min_plies, max_plies;
    bool unique;
    bool unfair;          /* won on time by a side that could not win */
    bool fallback_result; /* the Result tag is used if the movetext has no result */
    size_t memory;        /* the maximum memory for --unique, in bytes */
};
#define FILTER_DEFAULTS                                                                                                \
    {                                                                                                                  \
        .max_plies = UINT_MAX, .memory = (size_t)1 << 30                                                               \
    }

#define UNFAIR_ROW(type)                                                                                               \
    OPTION("unfair", NULL, "only games won on time by a side that could not mate by any moves", read_flag, type,       \
           filter.unfair)

option_reader read_condition, read_results, read_plies_limit; /* struct pgn_filter, the same, unsigned */
#define FILTER_ROWS(type)                                                                                              \
    OPTION("select", "CONDITION",                                                                                      \
           "only games whose tag matches: 'WhiteElo>=2400', 'Date>=2021'; all that are given must match",              \
           read_condition, type, filter),                                                                              \
        OPTION("result", "LIST", "only games with one of these results, as in 1-0,0-1", read_results, type, filter),   \
        OPTION("min-plies", "N", "only games of at least N half-moves", read_plies_limit, type, filter.min_plies),     \
        OPTION("max-plies", "N", "only games of at most N half-moves", read_plies_limit, type, filter.max_plies),      \
        OPTION("unique", NULL, "only the first of the games with the same moves", read_flag, type, filter.unique),     \
        OPTION("memory", "SIZE",                                                                                       \
               "with --unique: use at most this much memory (default: 1G, enough for 62 million games)", read_memory,  \
               type, filter.memory),                                                                                   \
        OPTION("fallback-result", NULL, "if the movetext has no result, use the Result tag", read_flag, type,          \
               filter.fallback_result)

/* The facts collected about a game while it is being read. */
struct pgn_selection {
    uint32_t fitting;  /* bit i: a tag fits condition i */
    uint32_t named;    /* bit i: the game has the tag of condition i */
    pf_result by_tag;  /* the result in the Result tag */
    bool on_time;      /* according to the Termination tag, a flag fell */
    uint32_t plies;    /* of the main line */
    uint64_t moves[2]; /* a hash of the start position and the moves of the main line, if they must be compared */
};

void selection_begin(struct pgn_selection *selection);
void selection_add_tag(struct pgn_selection *selection, const struct pgn_filter *filter, const pf_pgn_event *event);
void selection_add_start(struct pgn_selection *selection, const struct pgn_filter *filter, const pf_position *start);
void selection_add_moves(struct pgn_selection *selection, const struct pgn_filter *filter, const pf_move *moves,
                         uint32_t count);

/* Whether the tags match, and whether the game does, given the result of its movetext. Of a broken game the moves up to
 * the error count; its movetext then has no result, which differs from a missing one. */
bool selection_fits_tags(const struct pgn_selection *selection, const struct pgn_filter *filter);
bool selection_fits_game(const struct pgn_selection *selection, const struct pgn_filter *filter, pf_result result,
                         bool broken);

/* Whether a side won when the opponent's flag fell in this position, although it could no longer win. scratch is
 * PF_DEAD_BUDGET * PF_DEAD_BYTES_PER_NODE bytes long. */
bool selection_is_unfair(const pf_position *last, pf_result result, void *scratch);

/* The result that counts. */
pf_result selection_result(const struct pgn_selection *selection, const struct pgn_filter *filter, pf_result result);

/* The options that select games, as listed in a message; empty if none is given. */
enum { FILTER_NAMES_SIZE = 64 };
void filter_names(char names[FILTER_NAMES_SIZE], const struct pgn_filter *filter);

/* Whether any option is given; whether it needs more than the tags. */
bool filter_is_active(const struct pgn_filter *filter);
bool filter_needs_moves(const struct pgn_filter *filter);

/* A hash of 128 bits; size is a multiple of 8. */
void game_hash_bytes(uint64_t hash[2], const uint8_t *bytes, size_t size);

/* The games seen so far, by their hashes of 128 bits. */
struct game_set;
struct game_set *game_set_create(size_t memory);                  /* uses at most this many bytes */
void game_set_destroy(struct game_set *set);                      /* NULL is allowed */
bool game_set_add(struct game_set *set, const uint64_t moves[2]); /* false if it is in the set; fails when full */

#endif
