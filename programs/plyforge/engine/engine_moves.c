/* Finds out which moves an engine without perft plays. An xboard engine prints "Illegal move". Some UCI engines
 * complain as well; others ignore an illegal move and those after it, so that the side to move does not change, which
 * shows in the move that they find. Even an engine that plays any move it is sent searches only legal ones: with a
 * large MultiPV it prints a line for each of them, and with searchmoves it searches the given move only if it is legal.
 */
#include "engine/engine_state.h"
#include "platform/interrupt.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum verdict { ACCEPTED, REFUSED, NO_ANSWER, GAME_OVER, NO_MOVE };

/* The most moves that a position of a game can have. */
enum { MOST_MOVES = 218 };

/* The maximum number of positions to ask about for one count, with one question for each of their moves; fewer if
 * questions take long. */
enum { MOST_POSITIONS = 300, MOST_SLOW_POSITIONS = 30 };

/* ---- Searching ---- */

enum { WORD_SIZE = 8, SEARCH_LIMIT = 3 /* seconds */ };

/* Stores the word if it begins like a move. */
static bool read_move_word(char word[WORD_SIZE], const char *text)
{
    pf_square square;
    size_t length = strcspn(text, " \t");
    if (length < 4 || length >= WORD_SIZE) return false;
    for (size_t i = 0; i < length; i++) word[i] = (char)tolower((unsigned char)text[i]);
    word[length] = '\0';
    return pf_square_from_text(&square, word, 2) && pf_square_from_text(&square, word + 2, 2) &&
           strncmp(word, word + 2, 2) != 0;
}

/* Adds the move after that word in a line of a search, unless it has already been added. */
static void keep_move_after(pf_divide *moves, const char *line, const char *before)
{
    char word[WORD_SIZE];
    const char *at = strstr(line, before);
    if (at == NULL || !read_move_word(word, at + strlen(before))) return;
    for (uint32_t i = 0; i < moves->size; i++)
        if (strcmp(moves->entries[i].text, word) == 0) return;
    pf_divide_add(moves, word, strlen(word), pf_count_of(1));
}

/* Reads the output of a search up to its best move ("" if that is not a move) and keeps the first move of each line;
 * moves may be NULL. */
static enum reading read_search(struct engine *engine, char best[WORD_SIZE], pf_divide *moves)
{
    char line[LINE_SIZE];
    double deadline = seconds_now() + engine_limit(engine, SEARCH_LIMIT);
    for (enum reading reading;;) {
        reading = engine_read_line(engine, line, sizeof line, deadline);
        if (reading != READ_LINE) return reading;
        if (moves != NULL && strncmp(line, "info ", 5) == 0 && strstr(line, " string ") == NULL) {
            keep_move_after(moves, line, " pv ");
            keep_move_after(moves, line, " currmove ");
        }
        if (strncmp(line, "bestmove", 8) != 0) continue;
        if (!read_move_word(best, line + 8 + strspn(line + 8, " "))) best[0] = '\0';
        return READ_LINE;
    }
}

/* ---- One move ---- */

/* xboard: looks for a complaint before the answer to the synchronizing question, or shortly after it. */
static enum verdict ask_xboard(struct engine *engine, const char *fen, const char *moves)
{
    static const double moment = 0.03;
    char line[LINE_SIZE];
    bool refused = false, synced = false;
    enum reading reading;
    /* A failed write ends the reading as well: the engine has exited because of the move. */
    if (engine_say_position(engine, fen, moves)) engine_say_sync(engine);
    double deadline = seconds_now() + (engine->syncs ? engine->timeout : 0.2);
    while ((reading = engine_read_line(engine, line, sizeof line, deadline)) == READ_LINE) {
        bool is_sync = engine_is_sync(engine, line);
        refused |= !is_sync &&
                   (strstr(line, "llegal") != NULL || strstr(line, "nvalid") != NULL || strncmp(line, "Error", 5) == 0);
        engine->complains_late |= refused && synced;
        if (refused && synced) return REFUSED;
        if (!is_sync) continue;
        if (refused) return REFUSED;
        if (!engine->complains_late && engine->patience == 0) return ACCEPTED;
        synced = true;
        deadline = seconds_now() + (engine->patience > 0 ? engine->patience : moment);
    }
    if (reading == READ_END) return REFUSED;
    return synced || !engine->syncs ? (refused ? REFUSED : ACCEPTED) : NO_ANSWER;
}

/* UCI: the engine searches the position after the moves. It finds a move of the side that has just moved only if it
 * refused the last move. An engine that exits on an illegal move refuses it as well. */
static enum verdict ask_for_reply(struct engine *engine, const char *fen, const char *moves, const pf_position *before,
                                  bool has_replies)
{
    char best[WORD_SIZE];
    pf_square from;
    if (!engine_say_position(engine, fen, moves) || !engine_say(engine, "go depth 1\n")) return REFUSED;
    enum reading reading = read_search(engine, best, NULL);
    if (reading == READ_END) return REFUSED;
    if (reading == READ_TIMEOUT) return NO_ANSWER;
    /* No move: if the move was accepted, the game is over. */
    if (!pf_square_from_text(&from, best, best[0] != '\0' ? 2 : 0)) return has_replies ? REFUSED : ACCEPTED;
    pf_piece piece = pf_position_piece_at(before, from);
    if (piece == PF_NO_PIECE) {
        snprintf(engine->failure, sizeof engine->failure,
                 "answered \"go depth 1\" with %s, although no piece is on that square", best);
        return NO_MOVE;
    }
    return pf_piece_colour(piece) == before->turn ? REFUSED : ACCEPTED;
}

/* UCI: whether the engine prints anything about the position before it is ready. */
static enum verdict ask_for_complaint(struct engine *engine, const char *fen, const char *moves)
{
    char line[LINE_SIZE];
    bool refused = false;
    enum reading reading;
    if (!engine_say_position(engine, fen, moves) || !engine_say_sync(engine)) return REFUSED;
    double deadline = seconds_now() + engine->timeout;
    while ((reading = engine_read_line(engine, line, sizeof line, deadline)) == READ_LINE) {
        if (engine_is_sync(engine, line)) return refused ? REFUSED : ACCEPTED;
        refused |= line[0] != '\0';
    }
    return reading == READ_END ? REFUSED : NO_ANSWER;
}

/* UCI: whether the best move is the one move that the engine was told to search. */
static enum verdict ask_to_search(struct engine *engine, const char *fen, const char *moves)
{
    char line[LINE_SIZE], best[WORD_SIZE] = "";
    const char *last = strrchr(moves, ' ');
    size_t before = last != NULL ? (size_t)(last - moves) : 0;
    last = last != NULL ? last + 1 : moves;
    snprintf(line, sizeof line, "%.*s", (int)before, moves);
    if (!engine_say_position(engine, fen, line)) return REFUSED;
    snprintf(line, sizeof line, "go depth 1 searchmoves %.16s\n", last);
    if (!engine_say(engine, line)) return REFUSED;
    enum reading reading = read_search(engine, best, NULL);
    if (reading == READ_END) return REFUSED;
    return reading == READ_TIMEOUT ? NO_ANSWER : strcmp(best, last) == 0 ? ACCEPTED : REFUSED;
}

/* Whether the engine plays the last of the moves; before is the position before that move. */
static enum verdict ask_move(struct engine *engine, const char *fen, const char *moves, const pf_position *before,
                             bool has_replies)
{
    if (engine->process == 0 && engine_greet(engine) != ENGINE_OK) return NO_ANSWER;
    if (engine->protocol != PROTOCOL_UCI) return ask_xboard(engine, fen, moves);
    if (engine->moves_method == METHOD_COMPLAINT) return ask_for_complaint(engine, fen, moves);
    if (engine->moves_method == METHOD_SEARCHMOVES) return ask_to_search(engine, fen, moves);
    return ask_for_reply(engine, fen, moves, before, has_replies);
}

/* ---- All moves in one search ---- */

/* Stores the moves of the lines; false if the engine did not answer. */
static bool list_by_multipv(struct engine *engine, const char *fen, const char *moves, pf_divide *answer)
{
    char best[WORD_SIZE] = "";
    if (engine->process == 0 && engine_greet(engine) != ENGINE_OK) return false;
    return engine_say_position(engine, fen, moves) && engine_say(engine, "go depth 1\n") &&
           read_search(engine, best, answer) == READ_LINE;
}

/* Whether the list is as long as it should be; an engine with a small MultiPV prints fewer moves. */
static bool lists_all(struct engine *engine, const char *fen, unsigned count)
{
    static pf_divide answer;
    answer = (pf_divide){.size = 0};
    if (!list_by_multipv(engine, fen, "", &answer)) return false;
    return answer.size == (count < engine->multipv ? count : engine->multipv);
}

static bool lists_by_multipv(struct engine *engine)
{
    if (engine->multipv < 2 || !engine_say_multipv(engine)) return false;
    return lists_all(engine, START_FEN, 20) && lists_all(engine, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 6);
}

/* ---- Finding the method ---- */

static bool tells_moves_apart(struct engine *engine)
{
    pf_position start = pf_position_start();
    static const char *const legal[] = {"e2e4", "g1f3", "a2a3"}, *const illegal[] = {"e2e5", "e1e2", "g1e2"};
    for (size_t i = 0; i < sizeof legal / sizeof legal[0]; i++)
        if (engine_gives_up(engine) || ask_move(engine, START_FEN, legal[i], &start, true) != ACCEPTED) return false;
    for (size_t i = 0; i < sizeof illegal / sizeof illegal[0]; i++) {
        if (engine_gives_up(engine) || ask_move(engine, START_FEN, illegal[i], &start, true) != REFUSED) return false;
        if (engine->process != 0 && engine->at_end) engine_stop(engine, true);
    }
    return true;
}

/* Asks a second time if the answer is wrong, so that a late or accidental answer does not count as a bug. On a machine
 * with much other work a complaint may take long; only engines that accept an illegal move wait for the whole time. */
static enum verdict ask_surely(struct engine *engine, const char *fen, const char *moves, const pf_position *before,
                               pf_move move)
{
    pf_position after = *before;
    bool legal = pf_position_play(&after, move, NULL) == PF_OK;
    bool is_over = pf_position_is_insufficient(before) ||
                   (legal && (!pf_any_legal(&after) || pf_position_is_insufficient(&after)));
    enum verdict right = legal ? ACCEPTED : REFUSED, verdict = ask_move(engine, fen, moves, before, !is_over);
    if (verdict == right || was_interrupted()) return verdict;
    engine_stop(engine, true);
    engine->patience = 2;
    verdict = ask_move(engine, fen, moves, before, !is_over);
    engine->patience = 0;
    return verdict == NO_ANSWER && is_over ? GAME_OVER : verdict;
}

/* Some engines accept only ordinary moves after searchmoves, which is not the fault of their generator. */
static bool searches_special_moves(struct engine *engine)
{
    static const struct {
        const char *fen, *move;
    } cases[] = {
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"},
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"},
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (ask_to_search(engine, cases[i].fen, cases[i].move) != ACCEPTED) return false;
    return true;
}

bool engine_find_moves_method(struct engine *engine)
{
    bool is_uci = engine->protocol == PROTOCOL_UCI;
    for (unsigned method = 0; method < (is_uci ? METHOD_COUNT : METHOD_REPLY + 1) && !engine_gives_up(engine);
         method++) {
        if (engine->process == 0 && engine_greet(engine) != ENGINE_OK) continue;
        engine->moves_method = (enum moves_method)method;
        engine->patience = 0.3;
        bool found = method == METHOD_MULTIPV ? lists_by_multipv(engine) : tells_moves_apart(engine);
        if (method == METHOD_SEARCHMOVES) found = found && searches_special_moves(engine);
        engine->patience = 0;
        if (found) return true;
        engine_stop(engine, true); /* it may be searching */
        engine->moves_method = METHOD_REPLY;
    }
    return false;
}

const char *engine_describe_moves(const struct engine *engine)
{
    static const char *const texts[] = {
        [METHOD_REPLY] = "no perft: it is asked which moves it refuses",
        [METHOD_COMPLAINT] = "no perft: it is asked which moves it refuses",
        [METHOD_MULTIPV] = "no perft: its moves are those of a search with MultiPV",
        [METHOD_SEARCHMOVES] = "no perft: it is asked which moves it searches (go searchmoves)",
    };
    if (engine->moves_method == METHOD_MULTIPV && engine->multipv < MOST_MOVES)
        return "no perft: its moves are those of a search with MultiPV, where that is large enough";
    return texts[engine->moves_method];
}

/* ---- All moves ---- */

/* Moves that a buggy engine may play: the legal ones, those that leave the king in check, castling whenever the right
 * exists, and diagonal steps of pawns to empty squares beside an enemy pawn. */
static uint32_t find_candidates(pf_move candidates[PF_MOVE_LIST_CAPACITY], const pf_position *position)
{
    uint32_t size = 0;
    for (unsigned from = 0; from < 64; from++) {
        pf_piece piece = pf_position_piece_at(position, (pf_square)from);
        if (piece == PF_NO_PIECE || pf_piece_colour(piece) != position->turn) continue;
        for (unsigned to = 0; to < 64; to++) {
            static const pf_move_kind kinds[] = {PF_MOVE_NORMAL, PF_MOVE_EN_PASSANT, PF_MOVE_CASTLING};
            for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
                pf_move move = pf_move_of((pf_square)from, (pf_square)to, kinds[i]);
                if (size < PF_MOVE_LIST_CAPACITY &&
                    (pf_move_is_pseudo_legal(position, move) || pf_move_is_legal(position, move)))
                    candidates[size++] = move;
            }
            for (unsigned type = PF_KNIGHT; type <= PF_QUEEN; type++) {
                pf_move move = pf_move_of_promotion((pf_square)from, (pf_square)to, (pf_piece_type)type);
                if (size < PF_MOVE_LIST_CAPACITY && pf_move_is_pseudo_legal(position, move)) candidates[size++] = move;
            }
        }
    }
    return size;
}

/* Castling with a king on its original square, although the rights or the squares may forbid it, and although the rook
 * may have been taken. In Chess960 that text could mean a move of the king. */
static uint32_t add_castling(pf_move candidates[PF_MOVE_LIST_CAPACITY], uint32_t size, const pf_position *position,
                             bool chess960)
{
    pf_square home = position->turn == PF_WHITE ? PF_E1 : PF_E8;
    if (pf_position_piece_at(position, home) != pf_piece_of(position->turn, PF_KING)) return size;
    static const int corners[] = {3, -4};
    for (size_t i = 0; i < 2; i++) {
        pf_square corner = (pf_square)((int)home + corners[i]);
        pf_move move = pf_move_of(home, corner, PF_MOVE_CASTLING);
        bool known = false;
        for (uint32_t at = 0; at < size; at++) known |= candidates[at] == move;
        bool has_rook = pf_position_piece_at(position, corner) == pf_piece_of(position->turn, PF_ROOK);
        if (!known && size < PF_MOVE_LIST_CAPACITY && (has_rook || !chess960)) candidates[size++] = move;
    }
    return size;
}

static bool play_all(pf_position *position, const struct engine *engine, const char *fen, const char *moves)
{
    pf_accept accept = acceptance(true, engine->chess960, engine->variant);
    if (pf_position_from_fen(position, fen, strlen(fen), accept, NULL, NULL) != PF_OK) return false;
    while (moves += strspn(moves, " "), *moves != '\0') {
        pf_move move;
        size_t length = strcspn(moves, " ");
        if (pf_move_from_uci(&move, position, moves, length, NULL) != PF_OK) return false;
        pf_position_play_unchecked(position, move);
        moves += length;
    }
    return true;
}

/* A count that is being assembled from the move lists of positions. */
struct listing {
    struct engine *engine;
    const char *fen;
    char moves[2 * PF_PERFT_MAX_DEPTH * PF_UCI_SIZE];
    unsigned asked;
};

static unsigned most_positions(const struct engine *engine)
{
    return engine->complains_late ? MOST_SLOW_POSITIONS : MOST_POSITIONS;
}

static enum engine_status no_list(struct engine *engine, const char *why)
{
    snprintf(engine->failure, sizeof engine->failure, "has no perft, and %s", why);
    return ENGINE_NO_PERFT;
}

static enum engine_status no_answer(struct engine *engine)
{
    if (engine->process == 0) return ENGINE_DIED;
    if (engine->at_end) return engine_died(engine);
    bool searched = engine->protocol == PROTOCOL_UCI && engine->moves_method != METHOD_COMPLAINT;
    enum engine_status status = engine_timed_out(engine);
    if (searched && engine->timeout > SEARCH_LIMIT)
        snprintf(engine->failure, sizeof engine->failure, "did not answer \"go depth 1\" within %d s", SEARCH_LIMIT);
    return status;
}

static bool has_move(const pf_divide *answer, pf_move move)
{
    for (uint32_t i = 0; i < answer->size; i++)
        if (answer->entries[i].move == move) return true;
    return false;
}

/* Asks a second time about legal moves that the lines lack, because an engine may leave out moves that it does not want
 * to search: those that it searches when it is told to are added. */
static void ask_again(struct listing *listing, const pf_position *position, pf_divide *answer)
{
    static pf_divide resolved;
    struct engine *engine = listing->engine;
    pf_move_list legal;
    size_t length = strlen(listing->moves);
    enum verdict verdict = REFUSED;
    resolved = *answer;
    pf_divide_resolve(&resolved, position);
    pf_generate_legal(position, &legal);
    for (uint32_t i = 0; i < legal.size && verdict != NO_ANSWER && !was_interrupted(); i++) {
        if (has_move(&resolved, legal.moves[i])) continue;
        if (engine->process == 0 && engine_greet(engine) != ENGINE_OK) return;
        char uci[PF_UCI_SIZE];
        pf_move_to_uci(uci, sizeof uci, legal.moves[i], uci_castling(engine->chess960));
        snprintf(listing->moves + length, sizeof listing->moves - length, "%s%s", length > 0 ? " " : "", uci);
        verdict = ask_to_search(engine, listing->fen, listing->moves);
        listing->moves[length] = '\0';
        if (verdict == ACCEPTED) pf_divide_add(answer, uci, strlen(uci), pf_count_of(1));
        if (verdict == NO_ANSWER || engine->at_end) engine_stop(engine, true); /* it may still be searching */
    }
}

/* The lines of a search with MultiPV. */
static enum engine_status list_in_one(struct listing *listing, const pf_position *position, pf_divide *answer)
{
    struct engine *engine = listing->engine;
    if (!list_by_multipv(engine, listing->fen, listing->moves, answer)) return no_answer(engine);
    if (answer->size >= engine->multipv) return no_list(engine, "its MultiPV is too small to list all moves");
    ask_again(listing, position, answer);
    return ENGINE_OK;
}

/* Asks one question for each move that the engine may play. */
static enum engine_status list_one_by_one(struct listing *listing, const pf_position *position, pf_divide *answer)
{
    struct engine *engine = listing->engine;
    pf_move candidates[PF_MOVE_LIST_CAPACITY];
    uint32_t size = add_castling(candidates, find_candidates(candidates, position), position, engine->chess960);
    size_t length = strlen(listing->moves);
    for (uint32_t i = 0; i < size && !was_interrupted(); i++) {
        char uci[PF_UCI_SIZE];
        pf_move_to_uci(uci, sizeof uci, candidates[i], uci_castling(engine->chess960));
        snprintf(listing->moves + length, sizeof listing->moves - length, "%s%s", length > 0 ? " " : "", uci);
        enum verdict verdict = ask_surely(engine, listing->fen, listing->moves, position, candidates[i]);
        listing->moves[length] = '\0';
        if (verdict == NO_ANSWER) return no_answer(engine);
        if (verdict == NO_MOVE) return ENGINE_DIED;
        if (verdict == GAME_OVER) return no_list(engine, "it does not answer after a move that ends the game");
        if (verdict == ACCEPTED) pf_divide_add(answer, uci, strlen(uci), pf_count_of(1));
        if (engine->at_end && engine->process != 0) engine_stop(engine, true);
    }
    /* An engine may consider the game drawn, and play nothing, if neither side can win. */
    if (answer->size == 0 && pf_position_is_insufficient(position) && pf_any_legal(position))
        return no_list(engine, "it plays no move where neither side has the pieces to mate");
    return ENGINE_OK;
}

static enum engine_status list_position(struct listing *listing, const pf_position *position, pf_divide *answer)
{
    if (listing->asked++ >= most_positions(listing->engine))
        return no_list(listing->engine, "this count would take questions about too many positions");
    *answer = (pf_divide){.size = 0};
    return listing->engine->moves_method == METHOD_MULTIPV ? list_in_one(listing, position, answer)
                                                           : list_one_by_one(listing, position, answer);
}

/* Counts the moves that the engine lists after these moves; an illegal move counts as one leaf. */
static enum engine_status count_listed(struct listing *listing, const pf_position *position, unsigned depth,
                                       pf_divide *answer)
{
    pf_divide one;
    size_t length = strlen(listing->moves);
    enum engine_status status = list_position(listing, position, answer);
    if (depth == 1 || status != ENGINE_OK) return status;
    pf_divide_resolve(answer, position);
    answer->sum = pf_count_of(0);
    for (uint32_t i = 0; i < answer->size && status == ENGINE_OK; i++) {
        char uci[PF_UCI_SIZE];
        pf_position after = *position;
        if (pf_position_play(&after, answer->entries[i].move, NULL) != PF_OK) {
            answer->sum = pf_count_add(answer->sum, answer->entries[i].nodes);
            continue;
        }
        pf_move_to_uci(uci, sizeof uci, answer->entries[i].move, uci_castling(listing->engine->chess960));
        snprintf(listing->moves + length, sizeof listing->moves - length, "%s%s", length > 0 ? " " : "", uci);
        status = count_listed(listing, &after, depth - 1, &one);
        listing->moves[length] = '\0';
        answer->entries[i].nodes = one.sum;
        answer->sum = pf_count_add(answer->sum, one.sum);
    }
    return status;
}

enum engine_status engine_list_moves(struct engine *engine, const char *fen, const char *moves, unsigned depth,
                                     pf_divide *answer)
{
    pf_position position;
    struct listing listing = {.engine = engine, .fen = fen};
    snprintf(listing.moves, sizeof listing.moves, "%s", moves);
    if (!play_all(&position, engine, fen, moves)) return no_list(engine, "this position cannot be asked");
    for (unsigned inner = 1; inner < depth; inner++)
        if (pf_perft(&position, inner).lo > most_positions(engine))
            return no_list(engine, "this count would take questions about too many positions");
    enum engine_status status = count_listed(&listing, &position, depth, answer);
    if (status != ENGINE_OK) return status;
    engine->spoke_perft = true;
    answer->total = answer->sum;
    return ENGINE_OK;
}
