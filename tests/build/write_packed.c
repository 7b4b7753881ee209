/* Writes random positions of every variant as every packed form that the core has, with their keys, to standard output:
 * the same bytes on every machine. */
#include <plyforge.h>

#include <stdio.h>
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

enum { GAMES = 40, PLIES = 120 };

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void write_key(uint64_t key)
{
    for (unsigned i = 0; i < 8; i++) putchar((int)(key >> 8 * i & 255));
}

static bool write_bytes(void *context, const void *bytes, size_t size)
{
    (void)context;
    return fwrite(bytes, 1, size, stdout) == size;
}

static void write_variant(pf_variant variant, uint32_t *random)
{
    pf_position position = pf_variant_start(variant);
    for (unsigned ply = 0; ply < PLIES; ply++) {
        pf_packed_variant packed;
        pf_move_list list;
        pf_position_pack_variant(&packed, &position);
        fwrite(&packed, sizeof packed, 1, stdout);
        write_key(pf_position_compute_key(&position));
        if (pf_position_is_variant_end(&position) || pf_generate_legal(&position, &list) == 0) return;
        pf_position_play_unchecked(&position, list.moves[next_random(random) % list.size]);
    }
}

static void write_standard(pf_packed_writer *stream, unsigned start, uint32_t *random)
{
    pf_position position = pf_position_chess960_start(start);
    for (unsigned ply = 0; ply < PLIES; ply++) {
        pf_packed packed;
        pf_move_list list;
        pf_position_pack(&packed, &position);
        fwrite(&packed, sizeof packed, 1, stdout);
        write_key(position.key);
        write_key(pf_position_polyglot_key(&position));
        pf_packed_write(stream, &position, (uint16_t)next_random(random));
        if (pf_generate_legal(&position, &list) == 0) return;
        pf_position_play_unchecked(&position, list.moves[next_random(random) % list.size]);
    }
}

int main(void)
{
#ifdef _WIN32
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    uint32_t random = 1;
    pf_packed_writer stream;
    pf_packed_writer_init(&stream, write_bytes, NULL);
    for (unsigned game = 0; game < GAMES; game++) {
        write_standard(&stream, next_random(&random) % 960, &random);
        for (int variant = 0; pf_variant_name((pf_variant)variant)[0]; variant++)
            write_variant((pf_variant)variant, &random);
    }
    return pf_packed_writer_finish(&stream) && fflush(stdout) == 0 ? 0 : 1;
}
