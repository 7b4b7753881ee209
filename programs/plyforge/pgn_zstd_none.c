/* Stands in for pgn_zstd.c where libzstd is absent: says so, and then is never called again. */
#include "pgn_input.h"

bool pgn_zstd_is_available(void)
{
    return false;
}

struct pgn_zstd *pgn_zstd_create(void)
{
    return NULL;
}

void pgn_zstd_destroy(struct pgn_zstd *zstd)
{
    (void)zstd;
}

size_t pgn_zstd_read(struct pgn_zstd *zstd, char *out, size_t out_size, const char *in, size_t in_size, size_t *in_at,
                     bool *at_end, const char **error)
{
    (void)zstd, (void)out, (void)out_size, (void)in, (void)in_size, (void)in_at, (void)at_end, (void)error;
    return 0;
}
