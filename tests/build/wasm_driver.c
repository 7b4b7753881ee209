/* What JavaScript needs to count with the core: a place for text, and perft as a plain number. Also the three functions
 * that a freestanding compiler may call. */
#include <plyforge.h>

static char text[256];

char *driver_text(void);
uint64_t driver_perft(uint32_t length, uint32_t depth);
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);

char *driver_text(void)
{
    return text;
}

/* Leaves below the FEN in the text; all ones if it cannot be read. */
uint64_t driver_perft(uint32_t length, uint32_t depth)
{
    pf_position position;
    if (pf_position_from_fen(&position, text, length, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, NULL) != PF_OK)
        return UINT64_MAX;
    return pf_perft_plain(&position, depth, PF_PERFT_BULK).lo;
}

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return memmove(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    if (out < in)
        for (size_t i = 0; i < size; i++) out[i] = in[i];
    else
        while (size-- > 0) out[size] = in[size];
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    for (unsigned char *out = to; size > 0; size--) *out++ = (unsigned char)byte;
    return to;
}
