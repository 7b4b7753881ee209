/* Files of Syzygy tables: reading a directory, and mapping files into memory. Systems without mmap read a table into
 * memory when it is needed. */
#if defined(__unix__) || defined(__APPLE__)
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#define _FILE_OFFSET_BITS 64
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#define PF_HAVE_FILE_MAP 1
#else
#include <stdio.h>
#define PF_HAVE_FILE_MAP 0
#endif

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "formats/syzygy/set.h"

static pf_status unreadable(pf_error *error)
{
    return pf_fail(error, PF_ERROR_TABLEBASE, 0, "the file cannot be read");
}

static pf_status empty(pf_error *error)
{
    return pf_fail(error, PF_ERROR_TABLEBASE, 0, "the file is empty");
}

#if PF_HAVE_FILE_MAP

pf_status pf_file_map(const char *path, const void **bytes, size_t *size, pf_error *error)
{
    struct stat facts;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return unreadable(error);
    bool is_file = fstat(file, &facts) == 0 && S_ISREG(facts.st_mode);
    bool is_empty = is_file && facts.st_size == 0;
    bool fits = is_file && !is_empty && (uint64_t)facts.st_size < SIZE_MAX / 2;
    void *memory = fits ? mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
    close(file);
    if (is_empty) return empty(error);
    if (memory == MAP_FAILED) return unreadable(error);
#ifdef MADV_RANDOM
    (void)madvise(memory, (size_t)facts.st_size, MADV_RANDOM); /* values are read at random offsets */
#endif
    *bytes = memory;
    *size = (size_t)facts.st_size;
    return PF_OK;
}

void pf_file_unmap(const void *bytes, size_t size)
{
    munmap((void *)(uintptr_t)bytes, size);
}

#else

pf_status pf_file_map(const char *path, const void **bytes, size_t *size, pf_error *error)
{
    FILE *file = fopen(path, "rb");
    char *content = NULL;
    size_t length = 0, capacity = 0;
    bool has_memory = true;
    if (!file) return unreadable(error);
    for (size_t got = 1; got > 0 && has_memory; length += got) {
        if (length == capacity) {
            capacity = capacity ? 2 * capacity : 1 << 16;
            char *larger = realloc(content, capacity);
            has_memory = larger != NULL;
            if (!has_memory) break;
            content = larger;
        }
        got = fread(content + length, 1, capacity - length, file);
    }
    bool is_read = !ferror(file);
    fclose(file);
    if (!has_memory || !is_read || length == 0) free(content);
    if (!has_memory) return pf_fail(error, PF_ERROR_NO_ROOM, 0, "not enough memory for a table");
    if (!is_read) return unreadable(error);
    if (length == 0) return empty(error);
    *bytes = content;
    *size = length;
    return PF_OK;
}

void pf_file_unmap(const void *bytes, size_t size)
{
    (void)size;
    free((void *)(uintptr_t)bytes);
}

#endif

static const char *name_in(const char *path)
{
    const char *name = path;
    for (; *path; path++)
        if (*path == '/' || *path == '\\') name = path + 1;
    return name;
}

pf_status pf_tablebase_add_file(pf_tablebase *tablebase, const char *path, pf_error *error)
{
    bool is_new;
    return pf_tablebase_add_path(tablebase, name_in(path), path, &is_new, error);
}

pf_status pf_tablebase_add_directory(pf_tablebase *tablebase, const char *path, size_t *added, pf_error *error)
{
    size_t folder = strlen(path), count = 0;
    pf_status status = PF_OK;
    pf_material material;
    pf_table_kind kind;
    DIR *directory = opendir(path);
    if (added) *added = 0;
    if (!directory) return pf_fail(error, PF_ERROR_TABLEBASE, 0, "the directory of tables cannot be read");
    for (const struct dirent *file; status == PF_OK && (file = readdir(directory)) != NULL;) {
        if (!pf_table_name_read(file->d_name, &material, &kind)) continue;
        size_t length = strlen(file->d_name);
        char *whole = malloc(folder + length + 2);
        bool is_new = false;
        if (whole) {
            memcpy(whole, path, folder);
            whole[folder] = '/';
            memcpy(whole + folder + 1, file->d_name, length + 1);
            status = pf_tablebase_add_path(tablebase, file->d_name, whole, &is_new, error);
        } else {
            status = pf_fail(error, PF_ERROR_NO_ROOM, 0, "not enough memory for tables");
        }
        free(whole);
        count += is_new;
    }
    closedir(directory);
    if (added) *added = count;
    return status;
}
