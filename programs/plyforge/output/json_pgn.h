/* The output of `plyforge pgn --json`. */
#ifndef PLYFORGE_PROGRAM_JSON_PGN_H
#define PLYFORGE_PROGRAM_JSON_PGN_H

#include "output/json_writer.h"
#include "pgn/pgn.h"

/* The broken games and the warnings, in the order they are added. */
struct json_broken_list;
struct json_broken_list *json_broken_create(void);
void json_broken_destroy(struct json_broken_list *list); /* only needed if the list was not printed; NULL is allowed */
void json_broken_add(struct json_broken_list *list, bool is_warning, const char *file, uint64_t line, uint64_t offset,
                     uint64_t game, const char *message);

/* Prints the totals, and releases the list. skimmed is whether only tags were read. */
void json_print_pgn(const struct pgn_sums *sums, uint64_t broken, struct json_broken_list *list, uint64_t bytes,
                    double seconds, bool skimmed);

/* One game as an object on its own line. */
struct json_game;
struct json_game *json_game_begin(const struct pgn_options *options);
void json_game_tag(struct json_game *game, const pf_pgn_event *event);
void json_game_error(struct json_game *game, const char *message);

/* The moves and their annotations: comments, NAGs and variations belong to the last move. */
const pf_position *json_game_before(const struct json_game *game); /* the next move */
void json_game_move(struct json_game *game, const char *move, const pf_position *after);
void json_game_nag(struct json_game *game, unsigned nag);
void json_game_comment(struct json_game *game, const pf_pgn_event *event);
void json_game_begin_variation(struct json_game *game, const pf_position *start);
void json_game_end_variation(struct json_game *game);

/* A position of the main line, including the first. */
void json_game_position(struct json_game *game, const pf_position *position);

/* The opening of the game and its number of plies; eco is NULL if there is none. */
void json_game_opening(struct json_game *game, const pf_opening *opening, unsigned plies);

/* Adds the line to the output, unless end is NULL, and releases the game. The object ends with "}\n". */
void json_game_end(struct json_game *game, const pf_pgn_event *end, struct text *output);

#endif
