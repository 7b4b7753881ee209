/* What differs in a library without variants (PF_VARIANTS=0), as a program sees it: the sizes that the headers promise,
 * and that variants are refused. Prints what is wrong, else the number of moves of the start position. */
#include <plyforge.h>

#include <stdio.h>
#include <string.h>

static unsigned wrong;

static void check(bool right, const char *what)
{
    if (right) return;
    printf("wrong: %s\n", what);
    wrong++;
}

static void check_sizes(void)
{
    check(!PF_VARIANTS, "PF_VARIANTS");
    check(sizeof(pf_position) == 88, "the size of a position");
    check(sizeof(pf_setup) == 80, "the size of a setup");
    check(sizeof(pf_undo) == 24, "the size of pf_undo");
    check(PF_MOVE_LIST_CAPACITY == 256, "the capacity of a list");
    check(PF_FEN_SIZE == 128, "the size of a FEN");
}

static void check_fens(void)
{
    static const char fen[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    pf_position start = pf_position_start(), position = start;
    pf_setup setup;
    pf_error error;
    for (int variant = PF_VARIANT_STANDARD; variant <= PF_VARIANT_COUNT; variant++) {
        pf_status expected = variant == PF_VARIANT_STANDARD ? PF_OK : PF_ERROR_UNSUPPORTED;
        pf_accept accept = PF_ACCEPT_LENIENT | pf_accept_variant((pf_variant)variant);
        check(pf_position_from_fen(&position, fen, strlen(fen), accept, NULL, &error) == expected, "a FEN");
        check(pf_setup_from_fen(&setup, fen, strlen(fen), (pf_variant)variant, NULL) == expected, "a setup");
        position = pf_variant_start((pf_variant)variant);
        check(pf_position_equal(&position, &start), "a start position");
    }
    check(strcmp(error.message, "this library has standard chess only") == 0, "the message");
}

static void check_packed(void)
{
    pf_position start = pf_position_start(), position;
    pf_packed_variant packed;
    pf_position_pack_variant(&packed, &start);
    memset(&position, 0, sizeof position);
    check(pf_position_unpack_variant(&position, &packed, PF_ACCEPT_STRICT, NULL) == PF_OK, "unpacking");
    check(pf_position_equal(&position, &start), "a packed position");
    packed.bytes[1] = PF_VARIANT_ATOMIC;
    check(pf_position_unpack_variant(&position, &packed, PF_ACCEPT_STRICT, NULL) == PF_ERROR_UNSUPPORTED,
          "unpacking a variant");
}

static void check_pgn(void)
{
    static const char text[] = "[Variant \"Atomic\"]\n\n1. e4 *\n";
    pf_pgn_reader *reader = pf_pgn_reader_create();
    pf_pgn_summary summary;
    if (!reader) return;
    pf_pgn_reader_accept_variants(reader, PF_VARIANT_ATOMIC);
    pf_pgn_reader_from_memory(reader, text, strlen(text));
    check(pf_pgn_read_game(reader, &summary), "a game");
    check(summary.error.code == PF_ERROR_UNSUPPORTED, "a game of a variant");
    pf_pgn_reader_destroy(reader);
}

int main(void)
{
    pf_position start = pf_position_start();
    check_sizes();
    check_fens();
    check_packed();
    check_pgn();
    if (wrong == 0) printf("%u moves\n", (unsigned)pf_count_legal(&start));
    return wrong != 0;
}
