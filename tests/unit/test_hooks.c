/* Which hooks a file has for a function: their names count, where they are no comment. */
#include "generate/contract/hooks.h"

#include <glib/gstdio.h>
#include <unistd.h>

static guint hooks_of(const char *text, const char *function)
{
    g_autofree char *path = NULL;
    g_autoptr(GError) error = NULL;
    int file = g_file_open_tmp("hooks.XXXXXX", &path, &error);
    g_assert_no_error(error);
    close(file);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    g_autoptr(GenerateHooks) hooks = generate_hooks_new(path, &error);
    g_assert_no_error(error);
    g_unlink(path);
    return generate_hooks_of(hooks, function);
}

static void test_each_kind_is_found(void)
{
    g_assert_cmpuint(hooks_of("void init_f(int x) { }", "f"), ==, GENERATE_INIT);
    g_assert_cmpuint(hooks_of("int assume_f (int x);", "f"), ==, GENERATE_ASSUME);
    g_assert_cmpuint(hooks_of("int oracle_f\n(int r)", "f"), ==, GENERATE_ORACLE);
    g_assert_cmpuint(hooks_of("init_f() assume_f() oracle_f()", "f"), ==,
                     GENERATE_INIT | GENERATE_ASSUME | GENERATE_ORACLE);
}

static void test_other_names_are_none(void)
{
    g_assert_cmpuint(hooks_of("init_ff() xinit_f() init_f; init_f_x()", "f"), ==, 0);
    g_assert_cmpuint(generate_hooks_of(NULL, "f"), ==, 0);
}

static void test_comments_are_none(void)
{
    g_assert_cmpuint(hooks_of("/* init_f() */ // assume_f()\n", "f"), ==, 0);
    g_assert_cmpuint(hooks_of("/* one */ int assume_f(int) /* oracle_f() */", "f"), ==, GENERATE_ASSUME);
}

static void test_a_missing_file_is_said(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(generate_hooks_new("/nowhere/at/all", &error));
    g_assert_nonnull(error);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/hooks/each-kind", test_each_kind_is_found);
    g_test_add_func("/hooks/other-names", test_other_names_are_none);
    g_test_add_func("/hooks/comments", test_comments_are_none);
    g_test_add_func("/hooks/missing", test_a_missing_file_is_said);
    return g_test_run();
}
