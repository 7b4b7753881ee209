/* Every public function that takes a position, with positions of every variant. What a move does is compared with
 * playing it, which variant_games compares with the reference: changes, keys, checks, taking back, exchanges,
 * categories, the picker and repetitions. What a variant does not have must be refused as documented. And every
 * function is called with moves that are none; a build with sanitizers sees if one of them reads what is not there.
 * usage: variant_functions SEED POSITIONS_OF_EACH_VARIANT */
#include "random_variants.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/variant.h"

static uint64_t seen[PF_VARIANT_COUNT];

static _Noreturn void fail(const pf_position *position, const char *what, unsigned code)
{
    char fen[PF_FEN_SIZE], uci[PF_UCI_SIZE];
    pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS);
    pf_move_to_uci(uci, sizeof uci, (pf_move)code, PF_UCI_KING_TAKES_ROOK);
    printf("FAILED: %s: %s: %s: %04x %s\n", pf_variant_name((pf_variant)position->variant), fen, what, code, uci);
    exit(1);
}

#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) fail(position, #condition, move);                                                            \
    } while (0)

static bool is_standard(const pf_position *position)
{
    return position->variant == PF_VARIANT_STANDARD;
}

static bool has_exchanges(const pf_position *position)
{
    pf_variant variant = (pf_variant)position->variant;
    return variant != PF_VARIANT_ATOMIC && variant != PF_VARIANT_ANTICHESS && variant != PF_VARIANT_RACING_KINGS;
}

/* ---- What a legal move does ---- */

static void fill_board(uint8_t squares[64], const pf_position *position)
{
    for (pf_square square = 0; square < 64; square++) squares[square] = (uint8_t)pf_position_piece_at(position, square);
}

static void check_changes(const pf_position *position, const pf_position *after, pf_move move)
{
    uint8_t before[64], expected[64], squares[64];
    pf_changes changes;
    fill_board(before, position);
    fill_board(expected, after);
    memcpy(squares, before, sizeof squares);
    REQUIRE(pf_move_changes(position, move, &changes) == changes.size);
    REQUIRE(changes.size >= 1 && changes.size <= (position->variant == PF_VARIANT_ATOMIC ? PF_MAX_CHANGES : 3));
    REQUIRE(pf_move_kind_of(move) == PF_MOVE_CASTLING || changes.list[0].piece == pf_move_moved_piece(position, move));
    pf_changes_apply(&changes, squares);
    REQUIRE(memcmp(squares, expected, sizeof squares) == 0);
    pf_changes_revert(&changes, squares);
    REQUIRE(memcmp(squares, before, sizeof squares) == 0);

    pf_keys keys = pf_position_keys(position), keys_after = pf_position_keys(after);
    pf_keys_update(&keys, &changes);
    REQUIRE(memcmp(&keys, &keys_after, sizeof keys) == 0);
    REQUIRE(pf_position_key_after(position, move) == after->key);
    REQUIRE(pf_position_compute_key(after) == after->key);
}

static void check_making(const pf_position *position, const pf_position *after, pf_move move)
{
    pf_undo undo;
    pf_position copy = *position;
    pf_position_make(&copy, move, &undo);
    REQUIRE(memcmp(&copy, after, sizeof copy) == 0);
    pf_piece captured = pf_move_captured_piece(position, move);
    unsigned type = captured == PF_NO_PIECE ? (unsigned)PF_NO_PIECE_TYPE : pf_piece_type_of(captured);
    REQUIRE(undo.captured == type && undo.key == position->key && undo.castling == position->castling);
    REQUIRE(pf_move_is_capture(position, move) == (captured != PF_NO_PIECE));
    pf_position_unmake(&copy, move, &undo);
    REQUIRE(memcmp(&copy, position, sizeof copy) == 0);
    REQUIRE(pf_position_is_sound(after));
}

static void check_checks(const pf_position *position, const pf_position *after, pf_move move)
{
    reference_variant_board board;
    reference_variant_from_position(&board, after);
    bool check = pf_position_in_check(after);
    REQUIRE(check == reference_variant_in_check(&board, after->turn));
    REQUIRE(check == (pf_move_gives_check(position, move) != PF_CHECK_NONE));
    REQUIRE(pf_move_checkers(position, move) == pf_position_checkers(after));
    REQUIRE(pf_position_checker_count(after) > 0 || !check);
}

/* What the side to move gains by taking on the square with its least valuable piece; it may stop. */
static int32_t searched(const pf_position *position, pf_square square)
{
    static const int32_t values[] = {PF_SEE_PAWN, PF_SEE_KNIGHT, PF_SEE_BISHOP, PF_SEE_ROOK, PF_SEE_QUEEN, 0, 0};
    pf_move_list list;
    pf_move best = PF_NO_MOVE;
    pf_piece_type least = PF_NO_PIECE_TYPE;
    pf_generate(position, PF_CAPTURES, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_move move = list.moves[i];
        pf_piece_type type = pf_piece_type_of(pf_move_moved_piece(position, move));
        if (pf_move_to(move) != square || type > least) continue;
        if (type == least && pf_move_from(move) > pf_move_from(best)) continue;
        least = type;
        best = move;
    }
    if (best == PF_NO_MOVE) return 0;
    int32_t gain = values[pf_position_type_at(position, square)];
    if (pf_move_kind_of(best) == PF_MOVE_PROMOTION) gain += PF_SEE_QUEEN - PF_SEE_PAWN;
    pf_position after = *position;
    pf_position_play_unchecked(&after, best);
    gain -= searched(&after, square);
    return gain > 0 ? gain : 0;
}

/* The same board in standard chess; false if that does not have it. */
static bool as_standard(pf_position *out, const pf_position *position)
{
    pf_setup setup;
    pf_setup_from_position(&setup, position);
    setup.variant = PF_VARIANT_STANDARD;
    setup.promoted = 0;
    memset(setup.pockets, 0, sizeof setup.pockets);
    memset(setup.checks_given, 0, sizeof setup.checks_given);
    return pf_position_from_setup(out, &setup, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, NULL) == PF_OK;
}

static void check_exchange(const pf_position *position, const pf_position *after, pf_move move)
{
    pf_exchange exchange;
    pf_position standard;
    int32_t value = pf_see(position, move);
    REQUIRE(pf_see_exchange(position, move, &exchange) == value && exchange.value == value);
    if (!has_exchanges(position)) {
        REQUIRE(value == PF_SEE_ILLEGAL && exchange.size == 0 && !pf_see_at_least(position, move, INT32_MIN));
        return;
    }
    REQUIRE(value > PF_SEE_ILLEGAL);
    REQUIRE(pf_see_at_least(position, move, value) && !pf_see_at_least(position, move, value + 1));
    REQUIRE(exchange.played >= 1 && exchange.played <= exchange.size && exchange.balance[exchange.played - 1] == value);
    if (pf_move_is_drop(move) || (position->variant == PF_VARIANT_HORDE && !pf_move_is_capture(position, move) &&
                                  pf_move_kind_of(move) == PF_MOVE_NORMAL))
        REQUIRE(value == -searched(after, pf_move_to(move)));
    else if (as_standard(&standard, position) && pf_move_is_legal(&standard, move))
        REQUIRE(value == pf_see(&standard, move));
}

static void check_moves(const pf_position *position, const pf_move_list *list)
{
    for (uint32_t i = 0; i < list->size; i++) {
        pf_move move = list->moves[i];
        pf_position after = *position;
        REQUIRE(pf_position_play(&after, move, NULL) == PF_OK);
        check_changes(position, &after, move);
        check_making(position, &after, move);
        check_checks(position, &after, move);
        check_exchange(position, &after, move);
    }
}

/* ---- Lists ---- */

static void check_categories(const pf_position *position, const pf_move_list *legal)
{
    const pf_move move = PF_NO_MOVE;
    uint32_t sizes[PF_LEGAL + 1];
    for (pf_category category = PF_CAPTURES; category <= PF_LEGAL; category++) {
        pf_move_list list;
        sizes[category] = pf_generate(position, category, &list);
        REQUIRE(list.size == sizes[category] && pf_count_moves(position, category) == list.size);
        REQUIRE(pf_any_move(position, category) == (list.size > 0));
        uint32_t found = 0;
        for (uint32_t i = 0; i < legal->size; i++) {
            bool is_in = pf_move_is_in_category(position, legal->moves[i], category);
            if (is_in != pf_move_list_contains(&list, legal->moves[i])) fail(position, "category", legal->moves[i]);
            found += is_in;
        }
        REQUIRE(found == list.size);
    }
    REQUIRE(sizes[PF_CAPTURES] + sizes[PF_QUIETS] == legal->size && sizes[PF_LEGAL] == legal->size);
    REQUIRE(sizes[PF_EVASIONS] == (pf_position_in_check(position) ? legal->size : 0));
}

/* Draws everything out of a picker: each of the expected moves once. */
static void check_picker(const pf_position *position, pf_random *random, pf_pick pick, const pf_move_list *legal)
{
    static move_set left; /* empty between calls */
    pf_move_list captures, checks;
    const pf_move_list *expected = legal;
    if (pick != PF_PICK_ALL && !pf_position_in_check(position)) {
        pf_generate(position, PF_CAPTURES, &captures);
        pf_generate(position, PF_QUIET_CHECKS, &checks);
        for (uint32_t i = 0; pick == PF_PICK_QUIESCENCE_CHECKS && i < checks.size; i++)
            captures.moves[captures.size++] = checks.moves[i];
        expected = &captures;
    }
    move_set_toggle_all(&left, expected->moves, expected->size);
    pf_move given[4];
    for (unsigned i = 0; i < 4; i++)
        given[i] = legal->size && random_below(random, 2) ? legal->moves[random_below(random, legal->size)]
                                                          : (pf_move)random_next(random);
    pf_picker_options options = {.hash = given[0], .killers = {given[1], given[2]}, .counter = given[3]};
    pf_picker picker;
    pf_picker_init(&picker, position, pick, &options);
    uint32_t size = 0;
    for (pf_move move; (move = pf_picker_next(&picker)) != PF_NO_MOVE; size++) {
        REQUIRE(move_set_has(&left, move));
        move_set_toggle(&left, move);
        REQUIRE(has_exchanges(position) || pf_picker_stage(&picker) != PF_STAGE_LOSING_CAPTURES);
    }
    if (size != expected->size) fail(position, "moves of the picker", size);
}

/* ---- The rest, by position ---- */

static void check_null_move(const pf_position *position)
{
    const pf_move move = PF_NO_MOVE;
    pf_position after = *position;
    pf_undo undo;
    bool played = pf_position_play_null(&after);
    REQUIRE(played == !(pf_position_in_check(position) || pf_position_is_variant_end(position)));
    if (!played) return;
    REQUIRE(pf_position_key_after(position, move) == after.key && pf_position_compute_key(&after) == after.key);
    after = *position;
    REQUIRE(pf_position_make_null(&after, &undo));
    pf_position_unmake_null(&after, &undo);
    REQUIRE(memcmp(&after, position, sizeof after) == 0);
}

static void check_attacks(const pf_position *position)
{
    const pf_move move = PF_NO_MOVE;
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        bool royal = pf_position_pieces(position, colour, PF_KING) && position->variant != PF_VARIANT_ANTICHESS;
        pf_bitboard around = pf_position_pinned(position, colour) | pf_position_pinners(position, colour) |
                             pf_position_blockers(position, colour) | pf_position_king_danger(position, colour) |
                             pf_position_discovered_check_candidates(position, colour ^ 1u);
        for (pf_piece_type type = PF_PAWN; type <= PF_NO_PIECE_TYPE; type++)
            around |= pf_position_check_squares(position, colour ^ 1u, type);
        REQUIRE(royal || around == 0);
        for (pf_square square = 0; square < 64; square++) pf_position_is_square_attacked(position, square, colour);
    }
    pf_bitboard masks = pf_position_capture_mask(position) | pf_position_push_mask(position);
    REQUIRE(pf_position_in_check(position) || masks == ~position->by_colour[position->turn]);
}

static bool keep_bytes(void *context, const void *bytes, size_t size)
{
    (void)bytes;
    *(size_t *)context += size;
    return true;
}

/* What only standard chess has. */
static void check_refusals(const pf_position *position)
{
    const pf_move move = PF_NO_MOVE;
    static pf_unmove_list unmoves;
    pf_position copy = *position;
    pf_retraction retraction = {.ep_square = PF_NO_SQUARE, .captured = PF_NO_PIECE_TYPE};
    pf_packed packed;
    static pf_train_writer writer;
    static pf_packed_writer packed_writer;
    size_t written = 0;
    char text[PF_TRAIN_PLAIN_SIZE];
    pf_train_record record = {.position = *position, .move = move};
    uint8_t bytes[PF_TRAIN_RECORD_SIZE], entry[PF_BOOK_ENTRY_SIZE];
    pf_book_entry of_position = {.key = pf_position_polyglot_key(position), .code = PF_E2 << 6 | PF_E4, .weight = 1};
    pf_book book;
    pf_book_moves moves;
    if (is_standard(position)) return;
    REQUIRE(pf_generate_unmoves(position, NULL, &unmoves) == 0 && pf_count_predecessors(position, NULL) == 0);
    REQUIRE(pf_position_unplay(&copy, &retraction, NULL) == PF_ERROR_MOVE_ILLEGAL);
    REQUIRE(memcmp(&copy, position, sizeof copy) == 0);
    REQUIRE(!pf_position_pack(&packed, position) && !pf_train_to_bytes(bytes, &record));
    REQUIRE(pf_train_to_plain(text, sizeof text, &record) == 0);
    for (int format = PF_TRAIN_BINARY; format <= PF_TRAIN_PLAIN; format++) {
        pf_train_writer_init(&writer, (pf_train_format)format, keep_bytes, &written);
        REQUIRE(!pf_train_write(&writer, &record) && writer.records == 0);
    }
    pf_packed_writer_init(&packed_writer, keep_bytes, &written);
    REQUIRE(!pf_packed_write(&packed_writer, position, 0) && pf_packed_writer_finish(&packed_writer) && written == 8);
    pf_book_entry_to_bytes(entry, &of_position);
    REQUIRE(pf_book_open(&book, entry, sizeof entry, NULL) == PF_OK);
    REQUIRE(pf_book_find(&book, position, &moves) == 0 && pf_book_choose(&book, position, 1) == PF_NO_MOVE);
    REQUIRE(pf_position_chess960_number(position) == PF_NO_CHESS960_NUMBER);
}

/* Texts, and back to the same position. */
static void check_texts(const pf_position *position, pf_move move)
{
    static char svg[65536];
    char line[512], fen[PF_FEN_SIZE], board[PF_BOARD_SIZE];
    pf_epd_writer writer;
    pf_epd epd;
    pf_position read;
    uint8_t status;
    const char *fens[] = {fen};
    pf_position_rows rows = {&read, &status, NULL};
    pf_accept accept = PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960 | pf_accept_variant((pf_variant)position->variant);
    pf_svg_options options = {.last_move = move};
    REQUIRE(pf_svg(svg, sizeof svg, position, &options) < sizeof svg);
    REQUIRE(!strstr(svg, "class=\"check\"") == !pf_position_in_check(position));
    REQUIRE(pf_position_to_board(board, sizeof board, position, NULL) < sizeof board);
    pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS);
    REQUIRE(pf_positions_from_fens(&rows, fens, NULL, 1, accept) == 0);
    REQUIRE(memcmp(&read, position, sizeof read) == 0);
    pf_epd_begin(&writer, line, sizeof line, position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS);
    pf_epd_add_clocks(&writer);
    pf_epd_add_moves(&writer, "pv", &move, move != PF_NO_MOVE);
    REQUIRE(pf_epd_end(&writer) < sizeof line);
    REQUIRE(pf_epd_from_text(&epd, line, strlen(line), accept & ~(pf_accept)PF_ACCEPT_LENIENT, NULL) == PF_OK ||
            pf_epd_from_text(&epd, line, strlen(line), accept, NULL) == PF_OK);
    REQUIRE(memcmp(&epd.position, position, sizeof read) == 0);
    pf_epd_operation pv;
    pf_move_list moves;
    REQUIRE(pf_epd_find(&epd, "pv", &pv) && pf_epd_to_moves(&moves, &epd, &pv, NULL) == PF_OK);
    REQUIRE(moves.size == (move != PF_NO_MOVE) && (moves.size == 0 || moves.moves[0] == move));
}

static void check_verdicts(const pf_position *position)
{
    static unsigned char scratch[50 * PF_DEAD_BYTES_PER_NODE];
    pf_verdict dead = pf_position_is_dead(position, 50, scratch, sizeof scratch);
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        static pf_helpmate line;
        pf_move move = PF_NO_MOVE;
        pf_verdict lost = pf_position_find_helpmate(&line, position, colour, 50, scratch, sizeof scratch);
        REQUIRE(line.nodes <= 50 && lost == line.unwinnable);
        REQUIRE(pf_position_can_win(position, colour) || lost == PF_VERDICT_YES);
        if (lost != PF_VERDICT_NO) continue;
        REQUIRE(dead != PF_VERDICT_YES);
        pf_position now = *position;
        for (uint32_t i = 0; i < line.size; i++) {
            move = line.moves[i];
            REQUIRE(pf_position_play(&now, move, NULL) == PF_OK);
        }
        pf_result won = colour == PF_WHITE ? PF_RESULT_WHITE_WINS : PF_RESULT_BLACK_WINS;
        pf_result result = pf_position_outcome(&now, PF_POLICY_FIDE).result;
        REQUIRE(result == won);
    }
}

/* ---- Moves that are none ---- */

static void call_everything(const pf_position *position, pf_move move, const int32_t *values)
{
    char text[512];
    static char svg[65536];
    pf_why why;
    pf_changes changes;
    pf_exchange exchange;
    pf_position after = *position;
    uint8_t squares[64];
    pf_keys keys = pf_position_keys(position);
    pf_svg_options options = {.last_move = move};
    bool legal = pf_move_is_legal(position, move);
    fill_board(squares, position);
    REQUIRE(legal == pf_move_is_pseudo_legal(position, move) || is_standard(position));
    pf_move_moved_piece(position, move);
    pf_move_captured_piece(position, move);
    pf_move_is_capture(position, move);
    pf_move_is_quiet(position, move);
    pf_move_checkers(position, move);
    pf_move_gives_check(position, move);
    for (pf_category category = 0; category < 16; category++) pf_move_is_in_category(position, move, category);
    REQUIRE(pf_move_why_illegal(position, move, &why) == PF_WHY_LEGAL || !legal);
    pf_why_to_text(text, sizeof text, &why);
    REQUIRE(pf_move_changes(position, move, &changes) <= PF_MAX_CHANGES);
    for (unsigned i = 0; i < changes.size; i++)
        REQUIRE(changes.list[i].from <= PF_NO_SQUARE && changes.list[i].to <= PF_NO_SQUARE);
    pf_changes_apply(&changes, squares);
    pf_changes_revert(&changes, squares);
    pf_keys_update(&keys, &changes);
    pf_position_key_after(position, move);
    REQUIRE((pf_see_with(position, move, values) != PF_SEE_ILLEGAL) == (legal && has_exchanges(position)));
    REQUIRE(pf_see_at_least_with(position, move, INT32_MIN, values) == (legal && has_exchanges(position)));
    pf_see_exchange_with(position, move, values, &exchange);
    REQUIRE(pf_book_move_of(position, move) == PF_NO_MOVE ||
            pf_move_is_legal(position, pf_book_move_of(position, move)));
    pf_book_code_of(move);
    pf_move_to_uci(text, sizeof text, move, PF_UCI_KING_STEP);
    pf_move_to_san(text, sizeof text, position, move, PF_SAN_LETTERS);
    pf_svg(svg, sizeof svg, position, &options);
    REQUIRE((pf_position_play(&after, move, NULL) == PF_OK) == legal);
    REQUIRE(legal || memcmp(&after, position, sizeof after) == 0);
}

static void check_codes(const pf_position *position, pf_random *random)
{
    static const int32_t values[5] = {90, 320, 330, 510, 980};
    static unsigned char memory[PF_GAME_MEMORY(2)];
    pf_game *game = pf_game_init(memory, sizeof memory, position);
    for (unsigned i = 0; i < 256; i++) {
        pf_move move = (pf_move)random_next(random);
        call_everything(position, move, i % 2 ? values : NULL);
        pf_claims claims = pf_game_claims_by_move(game, move);
        REQUIRE(claims == 0 || pf_move_is_legal(position, move));
        if (pf_game_play(game, move, NULL) == PF_OK) REQUIRE(pf_game_undo(game));
    }
}

/* ---- Repetition ---- */

/* Whether some legal move makes the line a draw. */
static bool can_repeat(const pf_repetition *line, const pf_position *position, const pf_move_list *legal)
{
    for (uint32_t i = 0; i < legal->size; i++) {
        pf_repetition copy = *line;
        pf_position after = *position;
        pf_position_play_unchecked(&after, legal->moves[i]);
        if (pf_repetition_push(&copy, &after) && pf_repetition_is_draw(&copy)) return true;
    }
    return false;
}

static void check_repetition(const pf_repetition *line, const pf_game *game, const pf_move_list *legal)
{
    const pf_position *position = pf_game_position(game);
    pf_move move = pf_repetition_upcoming(line, position);
    REQUIRE(pf_repetition_count(line) == pf_game_repetitions(game));
    REQUIRE((move != PF_NO_MOVE) == can_repeat(line, position, legal));
    if (move == PF_NO_MOVE) return;
    pf_repetition copy = *line;
    pf_position after = *position;
    REQUIRE(pf_position_play(&after, move, NULL) == PF_OK);
    REQUIRE(pf_repetition_push(&copy, &after) && pf_repetition_is_draw(&copy));
}

/* A move back to a position of the game where there is one, or the move that was taken back by none. */
static pf_move choose(pf_random *random, const pf_repetition *line, const pf_game *game, const pf_move_list *legal)
{
    const pf_position *position = pf_game_position(game);
    pf_move move = pf_repetition_upcoming(line, position);
    if (move != PF_NO_MOVE && random_below(random, 2)) return move;
    uint32_t ply = pf_game_ply(game);
    if (ply >= 2 && random_below(random, 2)) {
        pf_move before = pf_game_move_at(game, ply - 1);
        move = pf_move_of(pf_move_to(before), pf_move_from(before), PF_MOVE_NORMAL);
        if (!pf_move_is_drop(before) && pf_move_list_contains(legal, move)) return move;
    }
    return random_variant_move(random, position, legal->moves, legal->size);
}

/* ---- All of it ---- */

static void check_position(const pf_position *position, pf_random *random, const pf_move_list *legal)
{
    check_moves(position, legal);
    check_categories(position, legal);
    for (int pick = PF_PICK_ALL; pick <= PF_PICK_QUIESCENCE_CHECKS; pick++)
        check_picker(position, random, (pf_pick)pick, legal);
    check_null_move(position);
    check_attacks(position);
    check_refusals(position);
    check_texts(position, legal->size ? legal->moves[random_below(random, legal->size)] : (pf_move)PF_NO_MOVE);
    check_verdicts(position);
    check_codes(position, random);
    seen[position->variant]++;
}

static void play_game(const pf_position *start, pf_random *random, unsigned plies)
{
    static unsigned char memory[PF_GAME_MEMORY(100)];
    pf_game *game = pf_game_init(memory, sizeof memory, start);
    pf_repetition line;
    pf_repetition_init(&line, start);
    for (unsigned ply = 0;; ply++) {
        pf_move_list legal;
        pf_generate_legal(pf_game_position(game), &legal);
        check_position(pf_game_position(game), random, &legal);
        check_repetition(&line, game, &legal);
        if (legal.size == 0 || ply == plies) return;
        pf_game_play_unchecked(game, choose(random, &line, game, &legal));
        pf_repetition_push(&line, pf_game_position(game));
        pf_repetition again;
        pf_repetition_from_game(&again, game);
        if (pf_repetition_count(&again) != pf_repetition_count(&line))
            fail(pf_game_position(game), "repetition from the game", 0);
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    uint64_t wanted = strtoull(argv[2], NULL, 10);
    for (unsigned i = 0; i < PF_VARIANT_COUNT; i++) {
        pf_random random = {strtoull(argv[1], NULL, 10) * PF_VARIANT_COUNT + i};
        while (seen[i] < wanted) {
            pf_position position = pf_random_variant_start(&random, (pf_variant)i, true);
            play_game(&position, &random, 60);
            for (unsigned n = 0; n < 10; n++) {
                position = pf_random_variant_position(&random, (pf_variant)i, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960);
                play_game(&position, &random, 4);
            }
        }
        printf("%s: %" PRIu64 " positions\n", pf_variant_name((pf_variant)i), seen[i]);
    }
    return 0;
}
