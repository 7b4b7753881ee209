/* The files of a store: what is written is read back, and every flipped byte, cut, or file of another run or version is
 * refused with the name of the file. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/store_file.h"

enum { BUCKETS = 3, PLY = 5 };

static char folder_name[] = "/tmp/plyforge-store-XXXXXX";

static struct store_folder open_folder(void)
{
    struct store_folder folder;
    assert_true(store_open(&folder, folder_name, STORE_CREATE));
    folder.buckets = BUCKETS;
    strcpy(folder.fen, START_FEN);
    return folder;
}

/* The name of a bucket's file, with the folder. */
static void name_bucket(char name[STORE_NAME_SIZE], unsigned ply, uint32_t bucket)
{
    char file[STORE_FILE_SIZE];
    store_file_name(file, ply, bucket);
    snprintf(name, STORE_NAME_SIZE, "%s/%s", folder_name, file);
}

/* The file of a bucket with a few records in each section but one. */
static void write_bucket(struct store_folder *folder, uint32_t bucket)
{
    pf_perft_record records[5];
    uint64_t starts[BUCKETS + 1] = {0, 2, 2, 5};
    for (uint64_t i = 0; i < 5; i++) records[i] = (pf_perft_record){{bucket, i, UINT64_MAX - i, i << 40}, i + 1};
    pf_perft_children children = {.ply = PLY,
                                  .bucket = bucket,
                                  .parents = 4,
                                  .parent_ways = pf_count_of(7),
                                  .ways = pf_count_of(15),
                                  .starts = starts,
                                  .records = records};
    assert_true(store_write(folder, &children));
}

static void write_ply(struct store_folder *folder)
{
    for (uint32_t i = 0; i < BUCKETS; i++) write_bucket(folder, i);
}

/* Reads everything; false with the folder's message if something is wrong. */
static bool read_ply(struct store_folder *folder)
{
    struct store_ply ply;
    pf_perft_record records[BUCKETS * 5];
    if (!store_open_ply(&ply, folder, PLY)) return false;
    bool good = true;
    for (uint32_t i = 0; i < BUCKETS && good; i++) {
        assert_true(store_size(&ply, folder, i) <= BUCKETS * 5);
        good = store_read(&ply, folder, i, records);
    }
    store_close_ply(&ply);
    return good;
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    struct store_folder folder = open_folder();
    struct store_ply ply;
    pf_perft_record records[BUCKETS * 5];
    assert_false(store_has(&folder, PLY, 1));
    write_ply(&folder);
    assert_true(store_has(&folder, PLY, 1));
    assert_true(store_open_ply(&ply, &folder, PLY));
    assert_true(pf_count_equal(ply.ways, pf_count_of(45)));
    assert_true(pf_count_equal(ply.parent_ways, pf_count_of(21)));
    assert_int_equal(ply.parents, 12);
    assert_int_equal(ply.records, 15);
    assert_int_equal(store_size(&ply, &folder, 0), 6);
    assert_int_equal(store_size(&ply, &folder, 1), 0);
    assert_int_equal(store_size(&ply, &folder, 2), 9);
    assert_true(store_read(&ply, &folder, 1, records));
    assert_true(store_read(&ply, &folder, 2, records));
    for (uint64_t i = 0; i < 9; i++) {
        assert_int_equal(records[i].planes[0], i / 3);
        assert_int_equal(records[i].planes[1], i % 3 + 2);
        assert_int_equal(records[i].ways, i % 3 + 3);
    }
    store_close_ply(&ply);
    store_close(&folder);
}

/* A process that has some of the files, and what a killed one left. */
static void some_files_are_read(void **state)
{
    (void)state;
    struct store_folder folder = open_folder();
    struct store_ply ply;
    bool files[BUCKETS];
    char name[STORE_NAME_SIZE], received[STORE_NAME_SIZE + 16], new_name[STORE_NAME_SIZE + 16];
    write_ply(&folder);
    name_bucket(name, PLY, 1);
    snprintf(received, sizeof received, "%s" STORE_RECEIVED, name);
    snprintf(new_name, sizeof new_name, "%s" STORE_NEW, name);
    assert_int_equal(rename(name, received), 0);
    fclose(fopen(new_name, "w"));
    assert_true(store_list(&folder, PLY, files));
    assert_true(files[0] && !files[1] && files[2]);
    assert_true(store_open_some(&ply, &folder, PLY, files));
    assert_int_equal(ply.records, 10);
    assert_int_equal(ply.parents, 8);
    assert_int_equal(store_size(&ply, &folder, 2), 6);
    store_close_ply(&ply);
    files[1] = true;
    assert_false(store_open_some(&ply, &folder, PLY, files));
    assert_true(store_list(&folder, PLY + 1, files));
    assert_false(files[0] || files[1] || files[2]);
    assert_true(store_remove_temporary(&folder));
    assert_int_equal(access(received, F_OK), -1);
    assert_int_equal(access(new_name, F_OK), -1);
    assert_true(store_has(&folder, PLY, 0) && store_has(&folder, PLY, 2));
    store_close(&folder);
}

/* The bytes of a file. */
static size_t load(const char *name, unsigned char *bytes, size_t room)
{
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, room, file);
    fclose(file);
    return size;
}

static void save(const char *name, const unsigned char *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static void assert_refused(struct store_folder *folder, const char *name)
{
    folder->message[0] = '\0';
    assert_false(read_ply(folder));
    assert_non_null(strstr(folder->message, name));
    assert_non_null(strstr(folder->message, "remove it"));
}

/* Writes the ply and loads the file of its bucket 1; returns its size. */
static size_t write_and_load(struct store_folder *folder, char name[STORE_NAME_SIZE], unsigned char *bytes, size_t room)
{
    write_ply(folder);
    name_bucket(name, PLY, 1);
    return load(name, bytes, room);
}

static void every_flipped_byte_is_found(void **state)
{
    (void)state;
    struct store_folder folder = open_folder();
    char name[STORE_NAME_SIZE];
    unsigned char bytes[4096];
    size_t size = write_and_load(&folder, name, bytes, sizeof bytes);
    assert_int_equal(size, 240 + BUCKETS * 16 + 5 * 40);
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= (unsigned char)(1u << i % 8);
        save(name, bytes, size);
        assert_refused(&folder, name);
        bytes[i] ^= (unsigned char)(1u << i % 8);
    }
    save(name, bytes, size);
    assert_true(read_ply(&folder));
    store_close(&folder);
}

static void every_cut_is_found(void **state)
{
    (void)state;
    struct store_folder folder = open_folder();
    char name[STORE_NAME_SIZE];
    unsigned char bytes[4096];
    write_ply(&folder);
    name_bucket(name, PLY, 2);
    size_t size = load(name, bytes, sizeof bytes);
    for (size_t cut = 0; cut < size; cut++) {
        save(name, bytes, cut);
        assert_refused(&folder, name);
    }
    save(name, bytes, size + 1); /* and one byte too many */
    assert_refused(&folder, name);
    assert_int_equal(unlink(name), 0);
    assert_false(read_ply(&folder));
    assert_non_null(strstr(folder.message, "No such file"));
    store_close(&folder);
}

static void files_of_others_are_refused(void **state)
{
    (void)state;
    struct store_folder folder = open_folder();
    char name[STORE_NAME_SIZE], other[STORE_NAME_SIZE];
    write_ply(&folder);
    strcpy(folder.fen, "8/8/8/8/8/5k2/8/5K1R w - - 0 1");
    assert_refused(&folder, folder_name);
    assert_non_null(strstr(folder.message, "another run"));
    write_ply(&folder);
    assert_true(read_ply(&folder));
    folder.buckets = 2;
    assert_refused(&folder, folder_name);
    folder.buckets = BUCKETS;
    name_bucket(name, PLY, 0);
    name_bucket(other, PLY, 1);
    assert_int_equal(rename(name, other), 0);
    write_bucket(&folder, 0);
    assert_refused(&folder, other);
    assert_non_null(strstr(folder.message, "another bucket"));
    store_close(&folder);
}

static void only_files_of_buckets_are_removed(void **state)
{
    (void)state;
    struct store_folder folder = open_folder();
    char name[STORE_NAME_SIZE];
    unsigned removed;
    write_ply(&folder);
    static const char *const kept[] = {"notes.bucket", "05-0001.bucket", "05-00001.bucket.old", "all.ledger"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        snprintf(name, sizeof name, "%s/%s", folder_name, kept[i]);
        save(name, (const unsigned char *)"x", 1);
    }
    snprintf(name, sizeof name, "%s/05-00009.bucket.new", folder_name);
    save(name, (const unsigned char *)"x", 1);
    assert_true(store_remove(&folder, &removed));
    assert_int_equal(removed, BUCKETS + 1);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        snprintf(name, sizeof name, "%s/%s", folder_name, kept[i]);
        assert_int_equal(unlink(name), 0);
    }
    store_close(&folder);
}

static void other_byte_order_is_refused(void **state)
{
    (void)state;
    struct store_folder folder = open_folder();
    char name[STORE_NAME_SIZE];
    unsigned char bytes[4096];
    size_t size = write_and_load(&folder, name, bytes, sizeof bytes);
    for (unsigned i = 0; i < 4; i++) {
        unsigned char byte = bytes[i];
        bytes[i] = bytes[7 - i];
        bytes[7 - i] = byte;
    }
    save(name, bytes, size);
    assert_refused(&folder, name);
    assert_non_null(strstr(folder.message, "other byte order; continue there"));
    store_close(&folder);
}

/* A store that came in an archive can have links to anything, and pipes, for which a reader would wait. */
static void links_and_pipes_are_not_followed(void **state)
{
    (void)state;
    struct store_folder folder = open_folder();
    char name[STORE_NAME_SIZE], new_name[STORE_NAME_SIZE + 16], victim[STORE_NAME_SIZE];
    unsigned char bytes[16];
    snprintf(victim, sizeof victim, "%s/victim", folder_name);
    save(victim, (const unsigned char *)"precious", 8);
    name_bucket(name, PLY, 1);
    snprintf(new_name, sizeof new_name, "%s" STORE_NEW, name);

    /* Writing replaces the links themselves, under both names. */
    assert_int_equal(symlink("victim", new_name), 0);
    assert_int_equal(symlink("victim", name), 0);
    write_ply(&folder);
    assert_true(read_ply(&folder));
    assert_int_equal(load(victim, bytes, sizeof bytes), 8);
    assert_memory_equal(bytes, "precious", 8);

    /* Reading refuses them, and pipes. */
    static const char *const kinds[] = {"link", "pipe", "folder"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        assert_int_equal(unlink(name), 0);
        assert_int_equal(i == 0 ? symlink("victim", name) : i == 1 ? mkfifo(name, 0666) : mkdir(name, 0777), 0);
        assert_false(read_ply(&folder));
        assert_non_null(strstr(folder.message, name));
        assert_non_null(strstr(folder.message, "not a regular file"));
        char file[STORE_FILE_SIZE];
        store_file_name(file, PLY, 1);
        assert_int_equal(store_open_file(&folder, file, STORE_APPEND), -1);
    }
    assert_int_equal(rmdir(name), 0);
    assert_int_equal(unlink(victim), 0);
    store_close(&folder);

    /* The lock is such a file, too. */
    snprintf(name, sizeof name, "%s/lock", folder_name);
    assert_int_equal(unlink(name), 0);
    assert_int_equal(symlink("victim", name), 0);
    assert_false(store_open(&folder, folder_name, STORE_CREATE));
    assert_non_null(strstr(folder.message, "lock is not a regular file"));
    assert_int_equal(access(victim, F_OK), -1);
    assert_int_equal(unlink(name), 0);
    assert_int_equal(mkfifo(name, 0666), 0);
    assert_false(store_open(&folder, folder_name, STORE_CREATE));
    assert_non_null(strstr(folder.message, "lock is not a regular file"));
    assert_int_equal(unlink(name), 0);
}

/* Who only looks changes nothing, not even the lock. */
static void looking_makes_no_lock(void **state)
{
    (void)state;
    struct store_folder folder = open_folder();
    char name[STORE_NAME_SIZE], ledger[STORE_NAME_SIZE];
    store_close(&folder);
    snprintf(name, sizeof name, "%s/lock", folder_name);
    snprintf(ledger, sizeof ledger, "%s/all.ledger", folder_name);
    assert_true(store_open(&folder, folder_name, STORE_LOOK));
    store_close(&folder);
    assert_int_equal(unlink(name), 0);
    assert_false(store_open(&folder, folder_name, STORE_LOOK));
    save(ledger, (const unsigned char *)"x", 1);
    assert_true(store_open(&folder, folder_name, STORE_LOOK));
    store_close(&folder);
    assert_int_equal(access(name, F_OK), -1);
    assert_true(store_open(&folder, folder_name, STORE_CHANGE));
    store_close(&folder);
    assert_int_equal(access(name, F_OK), 0);
    assert_int_equal(unlink(ledger), 0);
}

static void folders_that_cannot_be_used_are_refused(void **state)
{
    (void)state;
    struct store_folder folder;
    assert_false(store_open(&folder, "/nonexistent/folder/store", STORE_CREATE));
    assert_non_null(strstr(folder.message, "/nonexistent/folder/store"));
    assert_false(store_open(&folder, "/dev/null", STORE_CREATE));
    assert_non_null(strstr(folder.message, "Not a directory"));
    assert_false(store_open(&folder, "/usr", STORE_LOOK));
    assert_non_null(strstr(folder.message, "not a store"));
    char name[STORE_NAME_SIZE];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_false(store_open(&folder, name, STORE_CREATE));
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder_name) == NULL;
}

static int remove_folder(void **state)
{
    (void)state;
    struct store_folder folder = open_folder();
    unsigned removed;
    char name[STORE_NAME_SIZE];
    assert_true(store_remove(&folder, &removed));
    store_close(&folder);
    snprintf(name, sizeof name, "%s/lock", folder_name);
    unlink(name);
    return rmdir(folder_name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(some_files_are_read),
        cmocka_unit_test(every_flipped_byte_is_found),
        cmocka_unit_test(every_cut_is_found),
        cmocka_unit_test(files_of_others_are_refused),
        cmocka_unit_test(other_byte_order_is_refused),
        cmocka_unit_test(only_files_of_buckets_are_removed),
        cmocka_unit_test(links_and_pipes_are_not_followed),
        cmocka_unit_test(looking_makes_no_lock),
        cmocka_unit_test(folders_that_cannot_be_used_are_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
