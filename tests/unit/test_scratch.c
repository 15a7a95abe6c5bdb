/* Directories for runs that several processes make, use and remove at once: none is removed while it is in use, and
 * what a killed one left behind is. Runs no test with a mutant. */
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mutate/scratch.h"

enum { PROCESSES = 6, ROUNDS = 150, LOOKS = 10 };

/* Makes a directory, and something in it, which stays as long as it is looked at. */
static gboolean use_one(const char *temporary)
{
    MutateScratch scratch = {NULL, -1};
    g_autoptr(GError) error = NULL;
    if (!mutate_scratch_make(&scratch, temporary, &error))
        return FALSE;
    g_autofree char *inside = g_build_filename(scratch.path, "run0", NULL);
    gboolean good = g_mkdir(inside, 0700) == 0;
    for (guint i = 0; i < LOOKS && good; i++) {
        g_usleep(50);
        good = g_file_test(inside, G_FILE_TEST_IS_DIR);
    }
    mutate_scratch_clear(&scratch);
    return good;
}

static void use_many(const char *temporary)
{
    for (guint i = 0; i < ROUNDS; i++)
        if (!use_one(temporary))
            _exit(1);
    _exit(0);
}

static char *temporary_new(void)
{
    g_autoptr(GError) error = NULL;
    char *temporary = g_dir_make_tmp("hlcov-test-XXXXXX", &error);
    g_assert_no_error(error);
    return temporary;
}

static void test_many(void)
{
    g_autofree char *temporary = temporary_new();
    for (guint i = 0; i < PROCESSES; i++)
        if (fork() == 0)
            use_many(temporary);
    for (guint i = 0; i < PROCESSES; i++) {
        int status;
        g_assert_cmpint(wait(&status), >, 0);
        g_assert_cmpint(status, ==, 0);
    }
    g_assert_cmpint(g_rmdir(temporary), ==, 0); /* nothing is left */
}

static void test_left(void)
{
    g_autofree char *temporary = temporary_new();
    g_autofree char *left = g_build_filename(temporary, "hlcov-mutate-left", "run0", NULL),
                    *foreign = g_build_filename(temporary, "foreign", NULL);
    MutateScratch scratch = {NULL, -1};
    g_assert_cmpint(g_mkdir_with_parents(left, 0700), ==, 0);
    g_assert_cmpint(g_mkdir(foreign, 0700), ==, 0);
    g_assert_true(mutate_scratch_make(&scratch, temporary, NULL));
    g_assert_false(g_file_test(left, G_FILE_TEST_EXISTS));
    mutate_scratch_clear(&scratch);
    g_assert_cmpint(g_rmdir(foreign), ==, 0);
    g_assert_cmpint(g_rmdir(temporary), ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/scratch/many", test_many);
    g_test_add_func("/scratch/left", test_left);
    return g_test_run();
}
