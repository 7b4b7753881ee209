/* PGN in chunks: wherever the input is cut, the events are the same. The first bytes choose the sizes of the chunks,
 * the calls that read, and how many blanks stand before and behind the text, which moves the ends of the reader's
 * windows over all of it; the rest is the text. */
#include "pgn_ways.h"

enum { CHOICES = 6, LOOKAHEAD = 512 };

/* How many blanks put the byte that is LOOKAHEAD away from the ends of the input, where windows end, into the text. */
static size_t blanks_of(const uint8_t *choice, size_t size)
{
    size_t inside = (choice[0] | (size_t)choice[1] << 8) % (size + 1);
    return inside < LOOKAHEAD ? LOOKAHEAD - inside : 0;
}

static bool is_ascii(uint8_t byte)
{
    return byte != 0 && byte < 128;
}

/* UTF-16 counts as such at the beginning of an input only: a byte order mark, or two ASCII characters. */
static bool begins_as_utf16(const uint8_t *text, size_t size)
{
    if (size >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0)) return true;
    if (size < 4) return false;
    return (text[0] == 0 && is_ascii(text[1]) && text[2] == 0 && is_ascii(text[3])) ||
           (is_ascii(text[0]) && text[1] == 0 && is_ascii(text[2]) && text[3] == 0);
}

static void check(pf_pgn_reader *reader, const uint8_t *choices, const char *text, size_t size, extent how)
{
    size_t before = begins_as_utf16((const uint8_t *)text, size) ? 0 : blanks_of(choices, size);
    bool is_limited = choices[5] & 128;
    size_t behind = is_limited ? 0 : blanks_of(choices + 2, size);
    pf_pgn_reader_set_max_game(reader, is_limited ? 1 + (choices[2] | (uint64_t)choices[3] << 8) % (size + 1)
                                                  : PF_PGN_MAX_GAME);
    size_t length = before + size + behind;
    char *framed = malloc(length ? length : 1);
    REQUIRE(framed);
    memset(framed, '\n', before);
    if (size) memcpy(framed + before, text, size);
    memset(framed + before + size, '\n', behind);

    /* Whole, and alone: a reader that sees the end of its input near goes another way. */
    surroundings alone = {0, 0, size}, amid = {before, before, size};
    pf_pgn_reader_from_memory(reader, text, size);
    digest whole = digest_all(reader, &alone, how);
    pf_pgn_reader_from_memory(reader, framed, length);
    digest in_frame = digest_all(reader, &amid, how);
    require_same(&whole, &in_frame);

    static const size_t largest[] = {1, 2, 7, 61, 64, 300, 511, 512, 513, 1024, 4096, 65536};
    pieces in = {.text = framed,
                 .left = length,
                 .seed = choices[4],
                 .largest = largest[choices[4] % (sizeof largest / sizeof largest[0])],
                 .all_equal = choices[4] & 128};
    REQUIRE(pf_pgn_reader_from_stream(reader, read_pieces, &in) == PF_OK);
    digest cut = digest_all(reader, &amid, how);
    require_same(&whole, &cut);
    free(framed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < CHOICES) return 0;
    char *text = text_of(data + CHOICES, size - CHOICES);
    static pf_pgn_reader *reader; /* with its buffer it takes a megabyte, which is not asked for again for each input */
    if (reader == NULL) reader = pf_pgn_reader_create();
    REQUIRE(reader);
    pf_pgn_reader_set_mode(reader, data[5] & 1 ? PF_PGN_STRICT : PF_PGN_TOLERANT);
    check(reader, data, text, size - CHOICES, (extent)(data[5] / 2 % EXTENT_COUNT));
    free(text);
    return 0;
}
