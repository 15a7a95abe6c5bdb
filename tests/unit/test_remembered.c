/* Remembered tests: what is appended is read as it was, the last of a name counts, damage is counted, and secrets are
 * not kept. No test runs here. */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "htol/notes/remembered.h"

static char *text_of(const HtolRemembered *tests, guint n)
{
    g_autofree char *path = NULL;
    char *text = NULL;
    int fd = g_file_open_tmp("remembered-XXXXXX", &path, NULL);
    g_assert_cmpint(fd, >=, 0);
    close(fd);
    for (guint i = 0; i < n; i++)
        g_assert_true(htol_remembered_append(path, &tests[i], NULL));
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_unlink(path);
    return text;
}

static void assert_texts(const char *const *found, const char *const *wanted)
{
    g_assert_true(g_strv_equal(found, wanted));
}

static void assert_same(const HtolRemembered *found, const HtolRemembered *wanted)
{
    g_assert_cmpstr(found->name, ==, wanted->name);
    g_assert_cmpstr(found->directory, ==, wanted->directory);
    assert_texts(found->words, wanted->words);
    assert_texts(found->environment, wanted->environment);
}

static const char *const none[] = {NULL}, *const echo[] = {"echo", "", "a\tb\n", "\303\244\377", NULL},
                         *const check[] = {"./check", NULL}, *const here[] = {"PATH=/bin", "LC_ALL=", NULL};

static void test_kept(void)
{
    const HtolRemembered tests[] = {
        {"second", "/tmp/a b", echo, here}, {"first", "/", echo, none}, {"second", "/home", check, none}};
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *text = text_of(tests, G_N_ELEMENTS(tests));
    guint damaged = 0;
    g_autoptr(GPtrArray) found = htol_remembered_read(arena, text, &damaged);
    g_assert_cmpuint(damaged, ==, 0);
    g_assert_cmpuint(found->len, ==, 2);
    assert_same(found->pdata[0], &tests[1]);
    assert_same(found->pdata[1], &tests[2]);
    g_autofree char *one = text_of(tests, 1);
    g_autoptr(GPtrArray) alone = htol_remembered_read(arena, one, &damaged);
    assert_same(alone->pdata[0], &tests[0]);
}

static void test_damaged(void)
{
    const HtolRemembered tests[] = {{"one", "/", check, here}, {"two", "/", check, here}};
    g_autofree char *text = text_of(tests, G_N_ELEMENTS(tests));
    for (gsize i = 0; text[i]; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        guint damaged = 0;
        text[i] ^= 2;
        g_autoptr(GPtrArray) found = htol_remembered_read(arena, text, &damaged);
        text[i] ^= 2;
        g_assert_cmpuint(damaged, >=, 1);
        g_assert_cmpuint(found->len, <=, 1);
    }
}

static void test_environment(void)
{
    const char *const all[] = {"PATH=/bin",   "SECRET=1", "LC_TIME=C",   "LCD=1",         "LC_=",
                               "PATHS=/sbin", "TZ",       "API_TOKEN=2", "top_srcdir=..", NULL};
    const char *const plain[] = {"PATH=/bin", "LC_TIME=C", "LC_=", "TZ", "top_srcdir=..", NULL};
    const char *const more[] = {"PATH=/bin", "LC_TIME=C", "LC_=", "TZ", "API_TOKEN=2", "top_srcdir=..", NULL};
    const char *also[] = {"API_TOKEN", NULL};
    g_auto(GStrv) kept = htol_remembered_environment((char **)(gpointer)all, NULL);
    assert_texts((const char *const *)kept, plain);
    g_auto(GStrv) with = htol_remembered_environment((char **)(gpointer)all, (char **)(gpointer)also);
    assert_texts((const char *const *)with, more);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/remembered/kept", test_kept);
    g_test_add_func("/remembered/damaged", test_damaged);
    g_test_add_func("/remembered/environment", test_environment);
    return g_test_run();
}
