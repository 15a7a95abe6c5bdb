/* Tests to run with mutants; see suite.h. */
#include "mutate/suite.h"

#include <string.h>

#include "htol/base/bytes.h"
#include "htol/base/layout.h"
#include "mutate/run.h"

enum { MOST_SCRIPT = 4 << 20 }; /* bytes of a file that are part of a stamp */

/* ---- stamps ---- */

static guint64 sum_text(guint64 sum, const char *text)
{
    return htol_sum(sum, (const guint8 *)text, strlen(text) + 1);
}

/* Adds the text of the file that a word names, if it is a script or some data of the test. Programs are left out: that
 * they are built again is no change of a test. */
static guint64 sum_file(guint64 sum, const char *directory, const char *word)
{
    g_autofree char *path = g_canonicalize_filename(word, directory), *bytes = NULL;
    gsize size;
    if (!g_file_test(path, G_FILE_TEST_IS_REGULAR) || !g_file_get_contents(path, &bytes, &size, NULL) ||
        size > MOST_SCRIPT || (size >= 4 && memcmp(bytes, "\177ELF", 4) == 0))
        return sum;
    return htol_sum(sum, (const guint8 *)bytes, size);
}

static guint64 stamp_of(const HtolRemembered *test)
{
    guint64 sum = HTOL_FNV_BASIS;
    for (const char *const *word = test->words; *word; word++)
        sum = sum_file(sum_text(sum, *word), test->directory, *word);
    return sum;
}

/* ---- making ---- */

static MutateSuite *new_suite(gboolean is_command)
{
    MutateSuite *suite = g_new0(MutateSuite, 1);
    suite->tests = g_array_new(FALSE, TRUE, sizeof(MutateTest));
    suite->of_recorded = g_array_new(FALSE, TRUE, sizeof(gint));
    suite->unremembered = g_ptr_array_new();
    suite->is_command = is_command;
    return suite;
}

void mutate_suite_free(MutateSuite *suite)
{
    g_array_unref(suite->tests);
    g_array_unref(suite->of_recorded);
    g_ptr_array_unref(suite->unremembered);
    g_free(suite);
}

static void add_test(MutateSuite *suite, const HtolRemembered *remembered)
{
    MutateTest test = {.test = remembered, .stamp = stamp_of(remembered)};
    g_array_append_val(suite->tests, test);
}

MutateSuite *mutate_suite_of_command(HtolArena *arena, const char *directory, char **words, char **environment)
{
    MutateSuite *suite = new_suite(TRUE);
    HtolRemembered *test = htol_arena_new0(arena, HtolRemembered, 1);
    *test = (HtolRemembered){"", directory, (const char *const *)(gpointer)words,
                             (const char *const *)(gpointer)environment};
    add_test(suite, test);
    return suite;
}

/* Both are in the order of names. */
static void match_recorded(MutateSuite *suite, const GPtrArray *recorded)
{
    guint at = 0;
    for (guint i = 0; i < recorded->len; i++) {
        const ReportTest *test = recorded->pdata[i];
        while (at < suite->tests->len && strcmp(g_array_index(suite->tests, MutateTest, at).test->name, test->name) < 0)
            at++;
        gboolean found =
            at < suite->tests->len && strcmp(g_array_index(suite->tests, MutateTest, at).test->name, test->name) == 0;
        gint index = found ? (gint)at : -1;
        g_array_append_val(suite->of_recorded, index);
        if (!found)
            g_ptr_array_add(suite->unremembered, (gpointer)test->name);
    }
}

static gboolean fail_without(const char *what, GError **error)
{
    g_set_error(error, MUTATE_ERROR, 0,
                "%s: run the tests of the measured build by 'hlcov run --remember --test=NAME -- COMMAND', or name one "
                "command for all mutants: hlcov mutate -- COMMAND",
                what);
    return FALSE;
}

static gboolean read_remembered(HtolArena *arena, MutateSuite *suite, const char *directory, GError **error)
{
    g_autofree char *path = htol_remembered_path(directory), *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return fail_without("no test is remembered", error);
    g_autoptr(GPtrArray) tests = htol_remembered_read(arena, text, &suite->n_damaged);
    for (guint i = 0; i < tests->len; i++)
        add_test(suite, tests->pdata[i]);
    return tests->len > 0 || fail_without("no test is remembered", error);
}

MutateSuite *mutate_suite_read(HtolArena *arena, const char *directory, const ReportModel *model, GError **error)
{
    MutateSuite *suite = new_suite(FALSE);
    gboolean good = model->inputs->tests->len > 0 ? read_remembered(arena, suite, directory, error)
                                                  : fail_without("nothing was recorded by tests", error);
    if (good) {
        match_recorded(suite, model->inputs->tests);
        return suite;
    }
    mutate_suite_free(suite);
    return NULL;
}

/* ---- which are infected ---- */

static GArray *all_tests(const MutateSuite *suite)
{
    GArray *tests = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < suite->tests->len; i++)
        g_array_append_val(tests, i);
    return tests;
}

/* The number behind the last test's is that of runs outside of tests. */
static gboolean is_known(const MutateSuite *suite, guint32 test)
{
    return test < suite->of_recorded->len && g_array_index(suite->of_recorded, gint, test) >= 0;
}

GArray *mutate_suite_infected(const MutateSuite *suite, const ReportModel *model, const MutateMutant *mutant)
{
    GArray *tests = g_array_new(FALSE, FALSE, sizeof(guint));
    if (suite->is_command && mutant->infected)
        g_array_append_val(tests, (guint){0});
    if (suite->is_command || !model->tests)
        return tests;
    for (guint32 i = htol_test_set_next(model->tests, mutant->tests, 0); i != HTOL_NO_TEST;
         i = htol_test_set_next(model->tests, mutant->tests, i + 1)) {
        if (!is_known(suite, i)) {
            g_array_unref(tests);
            return all_tests(suite);
        }
        guint index = (guint)g_array_index(suite->of_recorded, gint, i);
        g_array_append_val(tests, index);
    }
    return tests;
}
