/* Numbers of positions in Syzygy tables, for more men than there are tables to test with: random positions that have
 * the same number are mirror images of each other, every number is in range, and with pawns, a mirror image has the
 * same number. */
#include "support.h"

#include <stdlib.h>

#include "formats/syzygy/numbering.h"

enum { SAMPLES = 100000, MOST_IMAGES = 8 };

/* Pieces in the order of a table: letters of White are capital. */
struct material {
    const char *pieces;
    bool is_unique;
    bool has_other_pawns;
    unsigned order[2];
};

static const struct material materials[] = {
    {"KkQRB", true, false, {0, PF_TABLE_NO_ORDER}},
    {"QKkBBB", true, false, {1, PF_TABLE_NO_ORDER}},
    {"KkQQRR", false, false, {2, PF_TABLE_NO_ORDER}},
    {"KkNNNNN", false, false, {1, PF_TABLE_NO_ORDER}},
    {"RKkrqbn", true, false, {3, PF_TABLE_NO_ORDER}},
    {"PpKk", false, true, {0, 1}},
    {"PppKk", false, true, {2, 0}},
    {"PPPPPKk", false, false, {0, PF_TABLE_NO_ORDER}},
    {"PPpppKk", false, true, {1, 3}},
    {"PPKkQQ", false, false, {2, PF_TABLE_NO_ORDER}},
    {"pKkRrN", false, false, {4, PF_TABLE_NO_ORDER}},
};

static pf_table_groups groups_of(const struct material *material, const pf_numbering *numbering, unsigned file)
{
    pf_table_groups groups = {.men = (uint8_t)strlen(material->pieces),
                              .has_pawns = pf_piece_type_from_letter(material->pieces[0]) == PF_PAWN,
                              .has_other_pawns = material->has_other_pawns,
                              .is_unique = material->is_unique};
    for (unsigned i = 0; i < groups.men; i++) {
        char letter = material->pieces[i];
        groups.pieces[i] = (uint8_t)pf_piece_of(letter >= 'a' ? PF_BLACK : PF_WHITE, pf_piece_type_from_letter(letter));
    }
    assert_true(pf_table_groups_fill(&groups, numbering, material->order, file));
    return groups;
}

/* Different squares, pawns off the first and last rank, kings apart. */
static void random_squares(test_random *random, const pf_table_groups *groups, uint8_t *squares)
{
    for (bool right = false; !right;) {
        pf_bitboard taken = 0;
        int king = -1;
        right = true;
        for (unsigned i = 0; i < groups->men; i++) {
            unsigned square = random_below(random, 64);
            bool is_pawn = pf_piece_type_of(groups->pieces[i]) == PF_PAWN;
            right &= !(taken >> square & 1) && !(is_pawn && (square < 8 || square >= 56));
            taken |= UINT64_C(1) << square;
            squares[i] = (uint8_t)square;
            if (pf_piece_type_of(groups->pieces[i]) != PF_KING) continue;
            right &= king < 0 || pf_square_distance((pf_square)king, square) > 1;
            king = (int)square;
        }
    }
}

static uint8_t image(uint8_t square, unsigned how)
{
    unsigned turned = square ^ (how & 1 ? 7u : 0u) ^ (how & 2 ? 56u : 0u);
    return (uint8_t)(how & 4 ? (turned >> 3 | turned << 3) & 63 : turned);
}

/* Equal pieces in the order of their squares. */
static void sort_equal(const pf_table_groups *groups, uint8_t *squares)
{
    for (unsigned i = 1; i < groups->men; i++)
        for (unsigned j = i; j > 0 && groups->pieces[j] == groups->pieces[j - 1] && squares[j] < squares[j - 1]; j--) {
            uint8_t square = squares[j];
            squares[j] = squares[j - 1];
            squares[j - 1] = square;
        }
}

/* The least of all images, as one number; it names the class of the position. */
static uint64_t class_of(const pf_table_groups *groups, const uint8_t *squares)
{
    uint64_t least = UINT64_MAX;
    for (unsigned how = 0; how < (groups->has_pawns ? 2u : (unsigned)MOST_IMAGES); how++) {
        uint8_t turned[PF_TABLE_MEN];
        uint64_t name = 0;
        for (unsigned i = 0; i < groups->men; i++) turned[i] = image(squares[i], how);
        sort_equal(groups, turned);
        for (unsigned i = 0; i < groups->men; i++) name = name << 6 | turned[i];
        if (name < least) least = name;
    }
    return least;
}

struct numbered {
    uint64_t part_and_number, class;
};

static int by_number(const void *a, const void *b)
{
    const struct numbered *left = a, *right = b;
    return (left->part_and_number > right->part_and_number) - (left->part_and_number < right->part_and_number);
}

static uint64_t number_of(const struct material *material, const pf_numbering *numbering, const uint8_t *squares)
{
    uint8_t copy[PF_TABLE_MEN];
    pf_table_groups groups = groups_of(material, numbering, 0);
    unsigned file = 0;
    memcpy(copy, squares, sizeof copy);
    if (groups.has_pawns) {
        pf_table_order_pawns(numbering, copy, groups.lengths[0]);
        file = copy[0] & 7;
        if (file > 3) file ^= 7;
        groups = groups_of(material, numbering, file);
    }
    uint64_t number = pf_table_number(&groups, numbering, copy);
    assert_true(number < groups.positions && groups.positions < UINT64_C(1) << 60);
    return (uint64_t)file << 60 | number;
}

/* Two leading pawns that mirror each other: then the position and its image may have two numbers, as both are turned so
 * that the same pawn leads. */
static bool has_mirrored_pawns(const pf_table_groups *groups, const uint8_t *squares)
{
    for (unsigned i = 0; i < groups->lengths[0]; i++)
        for (unsigned j = 0; j < i; j++)
            if (squares[i] == (squares[j] ^ 7)) return true;
    return false;
}

static void numbers(void **state)
{
    (void)state;
    static pf_numbering numbering;
    static struct numbered found[SAMPLES];
    test_random random = {1};
    pf_numbering_init(&numbering);
    for (unsigned m = 0; m < COUNT_OF(materials); m++) {
        const struct material *material = &materials[m];
        pf_table_groups groups = groups_of(material, &numbering, 0);
        for (unsigned i = 0; i < SAMPLES; i++) {
            uint8_t squares[PF_TABLE_MEN] = {0}, turned[PF_TABLE_MEN] = {0};
            random_squares(&random, &groups, squares);
            found[i] = (struct numbered){number_of(material, &numbering, squares), class_of(&groups, squares)};
            if (!groups.has_pawns || has_mirrored_pawns(&groups, squares)) continue;
            for (unsigned j = 0; j < groups.men; j++) turned[j] = image(squares[j], 1);
            assert_true(number_of(material, &numbering, turned) == found[i].part_and_number);
        }
        qsort(found, SAMPLES, sizeof *found, by_number);
        unsigned same = 0;
        for (unsigned i = 1; i < SAMPLES; i++) {
            if (found[i].part_and_number != found[i - 1].part_and_number) continue;
            same++;
            if (found[i].class != found[i - 1].class) fail_msg("%s: two positions have one number", material->pieces);
        }
        print_message("%s: %u of the same number\n", material->pieces, same);
    }
}

/* As many numbers as the format says: known sizes of encodings. */
static void sizes(void **state)
{
    (void)state;
    static pf_numbering numbering;
    pf_numbering_init(&numbering);
    struct material rook = {"KkR", true, false, {0, PF_TABLE_NO_ORDER}};
    struct material knights = {"KkNN", false, false, {0, PF_TABLE_NO_ORDER}};
    assert_int_equal(groups_of(&rook, &numbering, 0).positions, 31332);
    assert_int_equal(groups_of(&knights, &numbering, 0).positions, 462 * 62 * 61 / 2);
    /* Pawns alone fill each file: together as many as pairs of pawns up to a mirror. */
    uint64_t pairs = 0;
    struct material pawns = {"PPKk", false, false, {0, PF_TABLE_NO_ORDER}};
    for (unsigned file = 0; file < PF_TABLE_FILES; file++)
        pairs += groups_of(&pawns, &numbering, file).positions / (62 * 61);
    assert_int_equal(pairs, (48 * 47 / 2 + 24) / 2);
}

static void refused(void **state)
{
    (void)state;
    static pf_numbering numbering;
    static const struct material wrong[] = {
        {"KQkR", false, false, {0, PF_TABLE_NO_ORDER}}, /* the kings do not come first */
        {"KkRR", true, false, {0, PF_TABLE_NO_ORDER}},  /* the first group would be of three, two of them equal */
        {"PKkp", false, true, {0, 1}},                  /* the other pawns are not second */
        {"PpKk", false, true, {0, 0}},
        {"PpKk", false, true, {0, PF_TABLE_NO_ORDER}},
        {"KkR", true, false, {7, PF_TABLE_NO_ORDER}},
        {"KkR", true, false, {0, 1}},
        {"PPPPPPK", false, false, {0, PF_TABLE_NO_ORDER}},
    };
    pf_numbering_init(&numbering);
    for (unsigned m = 0; m < COUNT_OF(wrong); m++) {
        pf_table_groups groups = {.men = (uint8_t)strlen(wrong[m].pieces),
                                  .has_pawns = wrong[m].pieces[0] == 'P',
                                  .has_other_pawns = wrong[m].has_other_pawns,
                                  .is_unique = wrong[m].is_unique};
        for (unsigned i = 0; i < groups.men; i++) {
            char letter = wrong[m].pieces[i];
            groups.pieces[i] = (uint8_t)pf_piece_of(letter >= 'a' ? PF_BLACK : PF_WHITE,
                                                    pf_piece_type_from_letter(letter));
        }
        bool is_accepted = pf_table_groups_fill(&groups, &numbering, wrong[m].order, 0);
        if (is_accepted) fail_msg("%s: %u %u", wrong[m].pieces, wrong[m].order[0], wrong[m].order[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),
        cmocka_unit_test(sizes),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
