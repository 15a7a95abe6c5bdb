/* Parts of work: every name is in one of them, the same everywhere, and about as many in each. */
#include <glib.h>

#include "htol/base/part.h"

static void test_parse(void)
{
    static const char *const wrong[] = {"",    "1",     "0/2",  "3/2",  "1/0",         "a/2",
                                        "1/b", "1/2/3", "-1/2", " 1/2", "1/4294967296"};
    HtolPart part;
    g_assert_true(htol_part_parse("2/8", &part));
    g_assert_cmpuint(part.part, ==, 2);
    g_assert_cmpuint(part.parts, ==, 8);
    g_assert_true(htol_part_parse(NULL, &part));
    g_assert_cmpuint(part.parts, ==, 0);
    for (guint i = 0; i < G_N_ELEMENTS(wrong); i++)
        g_assert_false(htol_part_parse(wrong[i], &part));
}

static void test_partition(void)
{
    enum { NAMES = 4000, PARTS = 8 };
    guint counts[PARTS + 1] = {0};
    for (guint i = 0; i < NAMES; i++) {
        g_autofree char *name = g_strdup_printf("src/unit%u.c", i);
        guint found = 0;
        for (guint k = 1; k <= PARTS; k++)
            if (htol_part_has((HtolPart){k, PARTS}, name))
                counts[k]++, found++;
        g_assert_cmpuint(found, ==, 1);
        g_assert_true(htol_part_has((HtolPart){0, 0}, name));
    }
    for (guint k = 1; k <= PARTS; k++) {
        g_assert_cmpuint(counts[k], >, NAMES / PARTS * 3 / 4);
        g_assert_cmpuint(counts[k], <, NAMES / PARTS * 5 / 4);
    }
}

/* Hosts of other versions must agree: who changes the hash changes what is done twice, or never. */
static void test_stable(void)
{
    g_assert_true(htol_part_has((HtolPart){545, 1000}, "src/main.c"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/part/parse", test_parse);
    g_test_add_func("/part/partition", test_partition);
    g_test_add_func("/part/stable", test_stable);
    return g_test_run();
}
