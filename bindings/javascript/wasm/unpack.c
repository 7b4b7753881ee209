/* Unpacks the modules of the package: raw LZMA with lc = 3, lp = 0 and pb = 0. This is a separate module, small enough
 * to be stored uncompressed. It unpacks in two milliseconds what takes JavaScript, not yet compiled at that time,
 * fifty. Written from the LZMA specification, whose names it uses. */
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { MAX_INPUT = 1 << 17, MAX_OUTPUT = 1 << 19 };

static unsigned char input[MAX_INPUT], output[MAX_OUTPUT];

/* The offsets of the probabilities, by kind of bit. */
enum {
    IS_MATCH = 0,
    IS_REP = 12,
    IS_REP_G0 = 24,
    IS_REP_G1 = 36,
    IS_REP_G2 = 48,
    IS_REP0_LONG = 60,
    POS_SLOT = 72,
    SPECIAL = POS_SLOT + 4 * 64,
    ALIGN = SPECIAL + 128,
    LENGTH = ALIGN + 16,
    REP_LENGTH = LENGTH + 274,
    LITERAL = REP_LENGTH + 274,
    PROBABILITIES = LITERAL + 8 * 0x300
};
static uint16_t probabilities[PROBABILITIES];
static uint32_t range, code, at;

static void normalize(void)
{
    if (range >> 24) return;
    range <<= 8;
    code = code << 8 | input[at++ % MAX_INPUT];
}

static uint32_t bit(uint32_t index)
{
    uint32_t probability = probabilities[index], bound = (range >> 11) * probability;
    uint32_t found = code >= bound;
    if (found) {
        range -= bound;
        code -= bound;
        probability -= probability >> 5;
    } else {
        range = bound;
        probability += (2048 - probability) >> 5;
    }
    probabilities[index] = (uint16_t)probability;
    normalize();
    return found;
}

static uint32_t tree(uint32_t base, uint32_t bits)
{
    uint32_t node = 1;
    while (!(node >> bits)) node = node * 2 + bit(base + node);
    return node - (1u << bits);
}

static uint32_t reverse_tree(uint32_t base, uint32_t bits)
{
    uint32_t node = 1, value = 0;
    for (uint32_t i = 0; i < bits; i++) {
        uint32_t found = bit(base + node);
        node = node * 2 + found;
        value |= found << i;
    }
    return value;
}

static uint32_t length_of(uint32_t base)
{
    if (!bit(base)) return 2 + tree(base + 2, 3);
    return bit(base + 1) ? 18 + tree(base + 18, 8) : 10 + tree(base + 10, 3);
}

static uint32_t distance_of(uint32_t slot)
{
    if (slot < 4) return slot;
    uint32_t bits = (slot >> 1) - 1, value = (2 | (slot & 1)) << bits;
    if (slot < 14) return value + reverse_tree(SPECIAL + value - slot, bits);
    for (uint32_t i = bits; i-- > 4;) {
        range >>= 1;
        if (code >= range) {
            code -= range;
            value += 1u << i;
        }
        normalize();
    }
    return value + reverse_tree(ALIGN, 4);
}

static unsigned char literal(uint32_t before, uint32_t other, uint32_t after_match)
{
    uint32_t base = LITERAL + 0x300 * (before >> 5), symbol = 1;
    /* This byte probably differs from the one at the last distance: the bits of that byte choose the probabilities
       until one differs. */
    while (after_match && symbol < 256) {
        other <<= 1;
        uint32_t expected = other & 256;
        symbol = symbol * 2 + bit(base + 256 + expected + symbol);
        after_match = expected >> 8 == (symbol & 1);
    }
    while (symbol < 256) symbol = symbol * 2 + bit(base + symbol);
    return (unsigned char)symbol;
}

/* Makes room for a distance at the front by moving the others back; the one at this index is overwritten. */
static void move_back(uint32_t last[4], uint32_t place)
{
    for (; place > 0; place--) last[place] = last[place - 1];
}

unsigned char *EXPORT(input_at)(void)
{
    return input;
}

/* Unpacks size bytes and returns their address. Invalid input gives invalid bytes, but accesses no other memory. */
unsigned char *EXPORT(unpack)(uint32_t size)
{
    uint32_t last[4] = {0, 0, 0, 0}; /* distances, less 1 */
    uint32_t state = 0;
    for (uint32_t i = 0; i < PROBABILITIES; i++) probabilities[i] = 1024;
    range = UINT32_MAX;
    for (at = 1; at < 5; at++) code = code << 8 | input[at]; /* the first byte is always 0 */
    for (uint32_t end = 0; end < size && end < MAX_OUTPUT;) {
        if (!bit(IS_MATCH + state)) {
            uint32_t before = end ? output[end - 1] : 0;
            output[end] = literal(before, output[(end - last[0] - 1) % MAX_OUTPUT], state > 6);
            end++;
            state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
            continue;
        }
        uint32_t is_late = state >= 7, count, distance;
        if (!bit(IS_REP + state)) {
            count = length_of(LENGTH);
            distance = distance_of(tree(POS_SLOT + 64 * (count < 5 ? count - 2 : 3), 6));
            move_back(last, 3);
            state = is_late ? 10 : 7;
        } else {
            uint32_t which = 0, is_short = 0;
            if (bit(IS_REP_G0 + state))
                which = bit(IS_REP_G1 + state) ? 2 + bit(IS_REP_G2 + state) : 1;
            else
                is_short = !bit(IS_REP0_LONG + state);
            distance = last[which];
            move_back(last, which);
            count = is_short ? 1 : length_of(REP_LENGTH);
            state = (is_short ? 9 : 8) + (is_late ? (is_short ? 2 : 3) : 0);
        }
        last[0] = distance;
        for (; count > 0 && end < MAX_OUTPUT; count--, end++) output[end] = output[(end - distance - 1) % MAX_OUTPUT];
    }
    return output;
}
