/* However a PGN file is cut into chunks, the events are the same. Reads every file named on the command line, or of the
 * folders named there, whole from memory and as streams of many chunk sizes, with every kind of call, and compares
 * digests of all that was read. */
#include "../../fuzz/pgn_ways.h"

#include <dirent.h>
#include <sys/stat.h>

typedef struct content {
    char *text;
    size_t size;
} content;

/* The file with as many newlines before it. */
static content read_file(const char *path, size_t newlines)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(1);
    }
    content out = {.size = (size_t)ftell(file) + newlines};
    rewind(file);
    out.text = malloc(out.size + 1);
    REQUIRE(out.text);
    memset(out.text, '\n', newlines);
    REQUIRE(fread(out.text + newlines, 1, out.size - newlines, file) == out.size - newlines);
    fclose(file);
    return out;
}

static uint64_t games, readings;

static void check_file(pf_pgn_reader *reader, const char *path)
{
    static const size_t chunks[] = {1, 2, 3, 61, 64, 65, 257, 511, 512, 513, 1000, 4096, 65536, 1 << 20};
    /* Small files are read in all ways; of large ones each chunk size takes another. */
    for (size_t i = 0; i < sizeof chunks / sizeof chunks[0]; i++) {
        size_t before = 97 * i % 600;
        content file = read_file(path, before);
        size_t size = file.size - before;
        const surroundings alone = {0, 0, size}, amid = {before, before, size};
        for (extent how = READ_ALL; how < EXTENT_COUNT; how++) {
            if (size > 200000 && how != (extent)(i % EXTENT_COUNT)) continue;
            pf_pgn_reader_set_mode(reader, i % 2 ? PF_PGN_STRICT : PF_PGN_TOLERANT);
            pf_pgn_reader_from_memory(reader, file.text + before, size);
            digest whole = digest_all(reader, &alone, how);
            pf_pgn_reader_from_memory(reader, file.text, file.size);
            digest in_frame = digest_all(reader, &amid, how);
            require_same(&whole, &in_frame);
            for (int equal = 0; equal < 2; equal++) {
                pieces in = {file.text, file.size, i, chunks[i], equal};
                REQUIRE(pf_pgn_reader_from_stream(reader, read_pieces, &in) == PF_OK);
                digest cut = digest_all(reader, &amid, how);
                require_same(&whole, &cut);
                readings++;
            }
            if (i == 0 && how == READ_ALL) games += whole.games;
        }
        free(file.text);
    }
}

/* How many files were read. */
static unsigned check_path(pf_pgn_reader *reader, const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        perror(path);
        exit(1);
    }
    if (!S_ISDIR(status.st_mode)) {
        check_file(reader, path);
        return 1;
    }
    unsigned files = 0;
    DIR *folder = opendir(path);
    REQUIRE(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char name[4096];
        if (entry->d_name[0] == '.') continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        files += check_path(reader, name);
    }
    closedir(folder);
    return files;
}

int main(int argc, char **argv)
{
    unsigned files = 0;
    pf_pgn_reader *reader = pf_pgn_reader_create();
    REQUIRE(reader);
    for (int i = 1; i < argc; i++) files += check_path(reader, argv[i]);
    pf_pgn_reader_destroy(reader);
    if (argc == 1) {
        puts("skipped: there are no corpora");
        return PF_TEST_SKIP;
    }
    printf("%u files, %llu games, %llu readings\n", files, (unsigned long long)games, (unsigned long long)readings);
    return files > 0 && games > 0 ? 0 : 1;
}
