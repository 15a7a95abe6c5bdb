/* Trials of mutants: what is appended is read as it was, damage is counted and passed over, and digests tell mutants
 * apart wherever their function lies. No test runs here. */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "htol/notes/trials.h"

static const HtolTrial samples[] = {
    {"0123456789abcdef", 1, 0, HTOL_TRIAL_PASSED, 0, 0, ""},
    {"0123456789abcdef", 4294967295u, 4294967295u, HTOL_TRIAL_KILLED, 11, G_MAXUINT64, "a\tb\nc \303\244 \\t\001"},
    {"fedcba9876543210", 7, 15, HTOL_TRIAL_ABSENT, 0, 1, "check"},
};

static char *new_file(void)
{
    char *path = NULL;
    int fd = g_file_open_tmp("trials-XXXXXX", &path, NULL);
    g_assert_cmpint(fd, >=, 0);
    close(fd);
    return path;
}

static char *content_of(const char *path)
{
    char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

static void append(const char *path, const HtolTrial *trial)
{
    g_autoptr(GError) error = NULL;
    g_assert_true(htol_trials_append(path, trial, &error));
    g_assert_no_error(error);
}

static char *text_of_samples(void)
{
    g_autofree char *path = new_file();
    for (guint i = 0; i < G_N_ELEMENTS(samples); i++)
        append(path, &samples[i]);
    char *text = content_of(path);
    g_unlink(path);
    return text;
}

static void assert_same(const HtolTrial *found, const HtolTrial *wanted)
{
    g_assert_cmpstr(found->function, ==, wanted->function);
    g_assert_cmpuint(found->number, ==, wanted->number);
    g_assert_cmpuint(found->digest, ==, wanted->digest);
    g_assert_cmpuint(found->end, ==, wanted->end);
    g_assert_cmpuint(found->status, ==, wanted->status);
    g_assert_cmpuint(found->stamp, ==, wanted->stamp);
    g_assert_cmpstr(found->test, ==, wanted->test);
}

static void test_kept(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *text = text_of_samples();
    guint n, damaged = 0;
    const HtolTrial *found = htol_trials_read(arena, text, &n, &damaged);
    g_assert_cmpuint(n, ==, G_N_ELEMENTS(samples));
    g_assert_cmpuint(damaged, ==, 0);
    for (guint i = 0; i < n; i++)
        assert_same(&found[i], &samples[i]);
}

/* Each byte is changed once. */
static void test_damaged(void)
{
    g_autofree char *text = text_of_samples();
    for (gsize i = 0; text[i]; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        guint n, damaged = 0;
        text[i] ^= 1;
        htol_trials_read(arena, text, &n, &damaged);
        text[i] ^= 1;
        g_assert_cmpuint(damaged, >=, 1);
        g_assert_cmpuint(n, >=, 1);
        g_assert_cmpuint(n, <, G_N_ELEMENTS(samples));
    }
}

/* A line without an end is damaged; one that follows is not. */
static void test_cut(void)
{
    g_autofree char *path = new_file(), *whole = text_of_samples();
    for (gsize size = 1; size < 40; size++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        guint n, damaged = 0;
        g_assert_true(g_file_set_contents(path, whole, (gssize)size, NULL));
        append(path, &samples[1]);
        g_autofree char *text = content_of(path);
        const HtolTrial *found = htol_trials_read(arena, text, &n, &damaged);
        g_assert_cmpuint(n, ==, 1);
        g_assert_cmpuint(damaged, ==, 1);
        assert_same(found, &samples[1]);
    }
    g_unlink(path);
}

static void test_unwritable(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_false(htol_trials_append("/nowhere/trials", &samples[0], &error));
    g_assert_nonnull(strstr(error->message, "/nowhere/trials"));
}

static void test_noticed(void)
{
    for (guint end = 0; end < HTOL_TRIAL_ENDS; end++) {
        const HtolTrial trial = {.end = (HtolTrialEnd)end};
        g_assert_cmpint(htol_trial_is_noticed(&trial), ==,
                        end != HTOL_TRIAL_PASSED && end != HTOL_TRIAL_ABSENT && end != HTOL_TRIAL_SPARED);
    }
}

static void test_digests(void)
{
    HtolRowChange rows[] = {
        {.criterion = "ROR", .number = 1, .line = 12, .before = "a < b", .after = "a <= b", .end_line = 12},
        {.criterion = "ROR", .number = 2, .line = 12, .before = "a < b", .after = "a > b", .end_line = 12},
        {.criterion = "ROR", .number = 3, .line = 12, .before = "a < b", .after = "a > b", .end_line = 12},
        {.criterion = "ROR", .number = 4, .line = 13, .before = "a < b", .after = "a > b", .end_line = 13},
    };
    HtolFunction function = {.row.line = 10, .n_changes = G_N_ELEMENTS(rows), .changes = rows};
    guint32 digests[G_N_ELEMENTS(rows)], moved[G_N_ELEMENTS(rows)];
    htol_change_digests(&function, digests);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
        for (guint k = 0; k < i; k++)
            g_assert_cmpuint(digests[i], !=, digests[k]);
    function.row.line += 5;
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        rows[i].line += 5;
        rows[i].end_line += 5;
        rows[i].number += 100;
    }
    htol_change_digests(&function, moved);
    g_assert_cmpmem(moved, sizeof moved, digests, sizeof digests);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/trials/kept", test_kept);
    g_test_add_func("/trials/damaged", test_damaged);
    g_test_add_func("/trials/cut", test_cut);
    g_test_add_func("/trials/unwritable", test_unwritable);
    g_test_add_func("/trials/noticed", test_noticed);
    g_test_add_func("/trials/digests", test_digests);
    return g_test_run();
}
