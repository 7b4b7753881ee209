/* A folder in which a fuzzer of the program's files puts its input, and what must be true of it afterwards. */
#ifndef PLYFORGE_FUZZ_FOLDER_H
#define PLYFORGE_FUZZ_FOLDER_H

#include "fuzz.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static inline void remove_folder(void)
{
    rmdir(folder);
}

/* In memory where that is possible. */
static inline void make_folder(void)
{
    if (*folder != '\0') return;
    strcpy(folder, access("/dev/shm", W_OK) == 0 ? "/dev/shm/plyforge-fuzz-XXXXXX" : "/tmp/plyforge-fuzz-XXXXXX");
    REQUIRE(mkdtemp(folder));
    atexit(remove_folder);
}

static inline const char *file_name(const char *name)
{
    static char names[4][512];
    static unsigned next;
    char *out = names[next++ % 4];
    snprintf(out, sizeof names[0], "%s/%s", folder, name);
    return out;
}

static inline void save(const char *name, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(file_name(name), "wb");
    REQUIRE(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

static inline void require_bytes(const char *name, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(file_name(name), "rb");
    uint8_t *there = malloc(size + 1);
    REQUIRE(file && there);
    REQUIRE(fread(there, 1, size + 1, file) == size && memcmp(there, bytes, size) == 0);
    free(there);
    fclose(file);
}

/* How many files there are. */
static inline unsigned count_files(void)
{
    DIR *entries = opendir(folder);
    unsigned files = 0;
    REQUIRE(entries);
    for (struct dirent *entry; (entry = readdir(entries));) files += entry->d_name[0] != '.';
    closedir(entries);
    return files;
}

static inline void empty_folder(void)
{
    DIR *entries = opendir(folder);
    REQUIRE(entries);
    for (struct dirent *entry; (entry = readdir(entries));)
        if (entry->d_name[0] != '.') unlink(file_name(entry->d_name));
    closedir(entries);
}

#endif
