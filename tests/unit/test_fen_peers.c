/* What Plyforge accepts, against what other programs were measured to accept. Every group of differences is known and
 * explained in docs/fen.md; a change on either side shows up here. */
#include "support.h"

/* Rows on which a peer and Plyforge differ, by what Plyforge says: "ok", or its first complaint. */
typedef struct difference {
    const char *peer, *plyforge;
    unsigned rows;
} difference;

static const difference known[] = {
    {"python_chess", "ok", 1},
    {"chessops", "ok", 1},
    {"chessops", "castling right that exists only in Chess960", 6},
    {"chessops", "castling right without its king and rook", 11},
    {"chessops", "check that no move could have given", 9},
    {"chessops", "impossible black material", 1},
    {"chessops", "impossible en passant square", 7},
    {"chessops", "impossible white material", 1},
    {"chessops", "more than two checkers", 1},
    {"chessops", "text: board", 1},
    {"chessops", "text: castling", 1},
    {"chessjs_validate", "ok", 9},
    {"chessjs_validate", "castling right that exists only in Chess960", 6},
    {"chessjs_validate", "castling right without its king and rook", 6},
    {"chessjs_validate", "check that no move could have given", 4},
    {"chessjs_validate", "impossible black material", 1},
    {"chessjs_validate", "impossible en passant square", 2},
    {"chessjs_validate", "impossible white material", 1},
    {"chessjs_validate", "more than two checkers", 1},
    {"chessjs_validate", "the side not to move is in check", 1},
    {"chessjs_load", "ok", 4},
    {"chessjs_load", "castling right that exists only in Chess960", 6},
    {"chessjs_load", "castling right without its king and rook", 6},
    {"chessjs_load", "check that no move could have given", 6},
    {"chessjs_load", "impossible black material", 1},
    {"chessjs_load", "impossible en passant square", 2},
    {"chessjs_load", "impossible white material", 1},
    {"chessjs_load", "more than two checkers", 1},
    {"chessjs_load", "the side not to move is in check", 30},
    {"ffish_validate", "ok", 2},
    {"ffish_validate", "castling right without its king and rook", 2},
    {"ffish_validate", "check that no move could have given", 7},
    {"ffish_validate", "impossible en passant square", 7},
    {"ffish_validate", "impossible white material", 1},
    {"ffish_validate", "more than two checkers", 1},
    {"ffish_validate", "text: board", 2},
    {"ffish_validate", "text: castling", 2},
    {"ffish_validate", "text: en passant", 2},
    {"ffish_validate", "the side not to move is in check", 30},
};

typedef struct tally {
    difference found[64];
    unsigned groups;
} tally;

static void count(tally *into, const char *peer, const char *plyforge)
{
    for (unsigned i = 0; i < into->groups; i++) {
        difference *group = &into->found[i];
        if (strcmp(group->peer, peer) == 0 && strcmp(group->plyforge, plyforge) == 0) {
            group->rows++;
            return;
        }
    }
    assert_in_range(into->groups, 0, COUNT_OF(into->found) - 1);
    into->found[into->groups++] = (difference){peer, plyforge, 1};
}

/* "ok", the name of the first problem, or which field of the text is at fault. */
static const char *verdict_of(const char *fen, pf_accept accept)
{
    pf_position position;
    pf_problems problems;
    switch (pf_position_from_fen(&position, fen, strlen(fen), accept, &problems, NULL)) {
    case PF_OK: return "ok";
    case PF_ERROR_POSITION: return pf_problem_name(problems);
    case PF_ERROR_FEN_BOARD: return "text: board";
    case PF_ERROR_FEN_TURN: return "text: turn";
    case PF_ERROR_FEN_CASTLING: return "text: castling";
    case PF_ERROR_FEN_EN_PASSANT: return "text: en passant";
    case PF_ERROR_FEN_TRAILING: return "text: trailing";
    default: return "text: counters";
    }
}

static const char *const peers[] = {"python_chess", "chessops", "chessjs_validate", "chessjs_load", "ffish_validate"};

/* 1 accepts, 0 refuses, -1 was not measured. */
static int peer_accepts(const jsonl *in, const char *peer)
{
    const json_t *value = json_object_get(in->row, peer);
    if (json_is_integer(value)) return json_integer_value(value) == 1;
    return json_is_string(value) ? strcmp(json_string_value(value), "ok") == 0 : -1;
}

static void fen_validity(void **state)
{
    (void)state;
    jsonl in = jsonl_open("notation/fen_validity.jsonl");
    unsigned rows[COUNT_OF(peers)] = {0}, agreed[COUNT_OF(peers)] = {0};
    tally differences = {0};
    while (jsonl_next(&in)) {
        const char *rule = jsonl_get(&in, "rule");
        bool chess960 = strcmp(rule, "chess960") == 0;
        if (!chess960 && strcmp(rule, "standard") != 0) continue;
        const char *verdict = verdict_of(jsonl_get(&in, "fen"), chess960 ? PF_ACCEPT_CHESS960 : PF_ACCEPT_STRICT);
        for (size_t i = 0; i < COUNT_OF(peers); i++) {
            int accepts = peer_accepts(&in, peers[i]);
            if (accepts < 0) continue;
            rows[i]++;
            if (accepts == (strcmp(verdict, "ok") == 0))
                agreed[i]++;
            else
                count(&differences, peers[i], verdict);
        }
    }
    for (size_t i = 0; i < COUNT_OF(peers); i++) print_message("%s: agree on %u of %u\n", peers[i], agreed[i], rows[i]);

    unsigned wrong = differences.groups != COUNT_OF(known);
    for (unsigned i = 0; i < differences.groups; i++) {
        const difference *found = &differences.found[i];
        bool is_known = false;
        for (size_t k = 0; k < COUNT_OF(known); k++)
            is_known |= strcmp(known[k].peer, found->peer) == 0 && strcmp(known[k].plyforge, found->plyforge) == 0 &&
                        known[k].rows == found->rows;
        if (!is_known) print_message("new: {\"%s\", \"%s\", %u},\n", found->peer, found->plyforge, found->rows);
        wrong += !is_known;
    }
    assert_int_equal(wrong, 0);
    jsonl_close(&in);
}

/* Ten thousand Shredder-FENs: no difference to cozy-chess's own labels, nor to python-chess. */
static void fen_cozy_shredder(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/fen_cozy_shredder.tsv");
    unsigned cozy = 0, python = 0;
    while (tsv_next(&in)) {
        const char *fen = tsv_get(&in, "fen"), *verdict = verdict_of(fen, PF_ACCEPT_CHESS960);
        bool ok = strcmp(verdict, "ok") == 0;
        bool as_cozy = ok == (strcmp(tsv_get(&in, "label"), "valid") == 0);
        bool as_python = ok == (strcmp(tsv_get(&in, "python_chess_status"), "valid") == 0);
        if (!as_cozy || !as_python) print_message("%s: %s\n", fen, verdict);
        cozy += as_cozy;
        python += as_python;
    }
    print_message("cozy-chess: agree on %u of %zu; python-chess: on %u\n", cozy, in.rows, python);
    assert_int_equal(in.rows, 9921);
    assert_int_equal(cozy, 9921);
    assert_int_equal(python, 9921);
    tsv_close(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fen_validity),
        cmocka_unit_test(fen_cozy_shredder),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return corpora_missing() == COUNT_OF(tests) ? ALL_SKIPPED : failed;
}
