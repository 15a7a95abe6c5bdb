/* The cache of what was proved: what it finds, and when it forgets. What is looked up, tests/prune/cache.sh asks. */
#include "prune/formula/cache.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

#include <glib/gstdio.h>

enum { MIB = 1 << 20 };

static const PrunePatience some = {100, 1000};

typedef struct {
    char *directory;
    HtolCache cache;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer most)
{
    fixture->directory = g_dir_make_tmp("hlcov-XXXXXX", NULL);
    g_autofree char *below = g_build_filename(fixture->directory, "not", "there", NULL);
    fixture->cache = prune_cache_open(below, GPOINTER_TO_SIZE(most));
}

static void tear_down(Fixture *fixture, gconstpointer most)
{
    (void)most;
    char *argv[] = {"rm", "-rf", fixture->directory, NULL};
    g_assert_true(g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL));
    htol_cache_clear(&fixture->cache);
    g_free(fixture->directory);
}

static void assert_found(Fixture *fixture, const char *key, PrunePatience patience, const char *wanted)
{
    g_autofree char *found = prune_cache_find(&fixture->cache, key, patience);
    g_assert_cmpstr(found, ==, wanted);
}

/* The files of all entries. */
static GPtrArray *files(const Fixture *fixture)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) all = g_dir_open(fixture->cache.directory, 0, NULL);
    const char *name, *entry;
    while ((name = g_dir_read_name(all))) {
        g_autofree char *part = g_build_filename(fixture->cache.directory, name, NULL);
        g_autoptr(GDir) entries = g_dir_open(part, 0, NULL);
        while ((entry = g_dir_read_name(entries)))
            g_ptr_array_add(paths, g_build_filename(part, entry, NULL));
    }
    return paths;
}

static void test_found(Fixture *fixture, gconstpointer most)
{
    (void)most;
    assert_found(fixture, "abcdef", some, NULL);
    prune_cache_keep(&fixture->cache, "abcdef", some, "one\ntwo\n");
    prune_cache_keep(&fixture->cache, "abcdee", some, "");
    assert_found(fixture, "abcdef", some, "one\ntwo\n");
    assert_found(fixture, "abcdee", some, "");
    assert_found(fixture, "bbcdef", some, NULL);
    prune_cache_keep(&fixture->cache, "abcdef", some, "three");
    assert_found(fixture, "abcdef", some, "three");
}

static void test_patience(Fixture *fixture, gconstpointer most)
{
    (void)most;
    prune_cache_keep(&fixture->cache, "abcdef", some, "not all");
    assert_found(fixture, "abcdef", (PrunePatience){1, 1000}, "not all");
    assert_found(fixture, "abcdef", (PrunePatience){100, 1}, "not all");
    assert_found(fixture, "abcdef", (PrunePatience){101, 1000}, NULL);
    assert_found(fixture, "abcdef", (PrunePatience){100, 1001}, NULL);
    prune_cache_keep(&fixture->cache, "abcdef", prune_endless, "all");
    assert_found(fixture, "abcdef", (PrunePatience){100000, 100000}, "all");
}

static void test_other_program(Fixture *fixture, gconstpointer most)
{
    (void)most;
    prune_cache_keep(&fixture->cache, "abcdef", some, "one");
    fixture->cache.program[0] ^= 1;
    assert_found(fixture, "abcdef", some, NULL);
}

/* Each byte of an entry, in turn, is another one; then it is cut, byte by byte. */
static void test_damaged(Fixture *fixture, gconstpointer most)
{
    (void)most;
    prune_cache_keep(&fixture->cache, "abcdef", some, "an answer");
    g_autoptr(GPtrArray) paths = files(fixture);
    g_assert_cmpuint(paths->len, ==, 1);
    g_autofree char *text = NULL;
    gsize size;
    g_assert_true(g_file_get_contents(paths->pdata[0], &text, &size, NULL));
    for (gsize i = 0; i < size; i++) {
        text[i] ^= 1;
        g_assert_true(g_file_set_contents(paths->pdata[0], text, (gssize)size, NULL));
        assert_found(fixture, "abcdef", some, NULL);
        text[i] ^= 1;
        g_assert_true(g_file_set_contents(paths->pdata[0], text, (gssize)i, NULL));
        assert_found(fixture, "abcdef", some, NULL);
    }
    g_assert_true(g_file_set_contents(paths->pdata[0], text, (gssize)size, NULL));
    assert_found(fixture, "abcdef", some, "an answer");
}

static void keep_numbered(Fixture *fixture, guint first, guint end)
{
    for (guint i = first; i < end; i++) {
        g_autofree char *key = g_strdup_printf("00%08x", i), *answer = g_strdup_printf("%u", i);
        prune_cache_keep(&fixture->cache, key, some, answer);
    }
}

/* Much more than its share is put into one directory. */
static void test_bounded(Fixture *fixture, gconstpointer most)
{
    guint64 bytes = 0;
    keep_numbered(fixture, 0, 100);
    g_autoptr(GPtrArray) paths = files(fixture);
    for (guint i = 0; i < paths->len; i++) {
        GStatBuf info;
        g_assert_cmpint(g_stat(paths->pdata[i], &info), ==, 0);
        bytes += (guint64)info.st_blocks * 512;
    }
    g_assert_cmpuint(paths->len, >, 0);
    g_assert_cmpuint(bytes, <=, GPOINTER_TO_SIZE(most) / 256);
    assert_found(fixture, "0000000063", some, "99");
    assert_found(fixture, "0000000000", some, NULL);
}

/* What is asked for stays, though it is older. */
static void test_used(Fixture *fixture, gconstpointer most)
{
    (void)most;
    keep_numbered(fixture, 0, 2);
    g_autoptr(GPtrArray) paths = files(fixture);
    struct utimbuf long_ago = {1000, 1000};
    for (guint i = 0; i < paths->len; i++)
        g_assert_cmpint(g_utime(paths->pdata[i], &long_ago), ==, 0);
    assert_found(fixture, "0000000000", some, "0");
    for (guint i = 2; i < 10; i++) {
        assert_found(fixture, "0000000000", some, "0");
        keep_numbered(fixture, i, i + 1);
        g_usleep(10000);
    }
    assert_found(fixture, "0000000000", some, "0");
    assert_found(fixture, "0000000001", some, NULL);
}

/* A process that writes the same keys over and over, while others read: each answer is whole. */
G_NORETURN static void write_often(Fixture *fixture, char letter)
{
    for (guint i = 0; i < 300; i++) {
        g_autofree char *answer = g_strnfill(1000 + i, letter);
        prune_cache_keep(&fixture->cache, i % 2 ? "abc1" : "abc2", some, answer);
    }
    _exit(0);
}

static void test_concurrent(Fixture *fixture, gconstpointer most)
{
    (void)most;
    pid_t writers[3];
    guint found = 0;
    for (guint i = 0; i < G_N_ELEMENTS(writers); i++)
        if ((writers[i] = fork()) == 0)
            write_often(fixture, (char)('a' + i));
    while (waitpid(writers[0], NULL, WNOHANG) == 0) {
        g_autofree char *answer = prune_cache_find(&fixture->cache, "abc1", some);
        for (gsize i = 0; answer && answer[i]; i++)
            g_assert_cmpint(answer[i], ==, answer[0]);
        found += answer != NULL;
    }
    for (guint i = 1; i < G_N_ELEMENTS(writers); i++)
        waitpid(writers[i], NULL, 0);
    g_assert_cmpuint(found, >, 0);
    g_autoptr(GPtrArray) paths = files(fixture);
    g_assert_cmpuint(paths->len, ==, 2);
}

static void test_nowhere(void)
{
    HtolCache cache = prune_cache_open("/dev/null/cache", MIB);
    prune_cache_keep(&cache, "abcdef", some, "one");
    g_assert_null(prune_cache_find(&cache, "abcdef", some));
    htol_cache_clear(&cache);
}

static void add(const char *name, gsize most, void (*test)(Fixture *, gconstpointer))
{
    g_test_add(name, Fixture, GSIZE_TO_POINTER(most), set_up, test, tear_down);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add("/cache/found", 100 * MIB, test_found);
    add("/cache/patience", 100 * MIB, test_patience);
    add("/cache/other-program", 100 * MIB, test_other_program);
    add("/cache/damaged", 100 * MIB, test_damaged);
    add("/cache/bounded", 4 * MIB, test_bounded);
    add("/cache/used", 4 * MIB, test_used);
    add("/cache/concurrent", 100 * MIB, test_concurrent);
    g_test_add_func("/cache/nowhere", test_nowhere);
    return g_test_run();
}
