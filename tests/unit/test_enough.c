/* Which tests are enough: greedy choice, and what it made needless. */
#include "tools/enough.h"

#include <string.h>

/* Of each mutant, the tests that fail with it, "024" being the first, the third and the fifth. To be unreferenced. */
static GPtrArray *failed_of(const char *const *mutants)
{
    GPtrArray *failed = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    for (; *mutants; mutants++) {
        GArray *tests = g_array_new(FALSE, FALSE, sizeof(guint));
        for (const char *digit = *mutants; *digit; digit++)
            g_array_append_vals(tests, &(guint){(guint)g_ascii_digit_value(*digit)}, 1);
        g_ptr_array_add(failed, tests);
    }
    return failed;
}

/* `kept` and `wanted`: a digit for each test, 1: it is needed. */
static void check(const char *const *mutants, const char *kept, const char *wanted, guint needless)
{
    guint n = (guint)strlen(kept);
    g_autoptr(GPtrArray) failed = failed_of(mutants);
    g_autofree guint8 *needed = g_new0(guint8, n + 1);
    g_autofree char *found = g_strdup(kept);
    for (guint i = 0; i < n; i++)
        needed[i] = kept[i] == '1';
    g_assert_cmpuint(enough_choose(failed, needed, n), ==, needless);
    for (guint i = 0; i < n; i++)
        found[i] = needed[i] ? '1' : '0';
    g_assert_cmpstr(found, ==, wanted);
}

static void test_greedy(void)
{
    check((const char *const[]){NULL}, "00", "00", 0);
    check((const char *const[]){"", "1", "01", NULL}, "00", "01", 0);
    check((const char *const[]){"0", "01", "12", "2", NULL}, "000", "101", 0);
}

/* What covers something stays, needed or not, and spares others. */
static void test_kept(void)
{
    check((const char *const[]){"1", "12", NULL}, "100", "110", 0);
    check((const char *const[]){"01", "12", "2", NULL}, "010", "011", 0);
}

/* The test that fails with most of six mutants is chosen first, and the two that fail with the rest do all it does. */
static void test_reverse(void)
{
    check((const char *const[]){"1", "01", "01", "02", "02", "2", NULL}, "000", "011", 1);
    check((const char *const[]){"1", "01", "01", "02", "02", "2", NULL}, "100", "111", 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/enough/greedy", test_greedy);
    g_test_add_func("/enough/kept", test_kept);
    g_test_add_func("/enough/reverse", test_reverse);
    return g_test_run();
}
