/* Verdicts that the examples of HTOL.md do not show: which conjunction, warnings, what is too large. */
#include <string.h>

#include "htol/judge/decide.h"
#include "htol/lang/parse.h"
#include "htol/lang/wellformed.h"

static const char labels[] = "label A { x = a } : 1; label B { y = b } : 1; label N : 1; label E { z = e } : 1;";

/* A: x = 0; B: y = 1, y = 2; N: reached; E: a relation without rows. */
static gboolean decide(HtolArena *arena, const char *hyper, HtolVerdict *verdict, GError **error)
{
    static const HtolValue values[] = {
        {.kind = HTOL_VALUE_SIGNED, .s = 0}, {.kind = HTOL_VALUE_SIGNED, .s = 1}, {.kind = HTOL_VALUE_SIGNED, .s = 2}};
    static const HtolRelation a = {1, 1, values, NULL}, b = {1, 2, values + 1, NULL}, n = {0, 1, NULL, NULL},
                              e = {1, 0, NULL, NULL};
    g_autoptr(GHashTable) relations = g_hash_table_new(g_str_hash, g_str_equal);
    g_autofree char *source = g_strdup_printf("%s hyper H : %s;", labels, hyper);
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0};
    HtolText text = {{"a.htol", 1, 1}, source, strlen(source)};
    g_hash_table_insert(relations, "A", (gpointer)&a);
    g_hash_table_insert(relations, "B", (gpointer)&b);
    g_hash_table_insert(relations, "N", (gpointer)&n);
    g_hash_table_insert(relations, "E", (gpointer)&e);
    g_assert_true(htol_parse_file(arena, &text, &script, &faults) && htol_wellformed(&script, &faults));
    return htol_decide(arena, script.hypers->hyper, relations, verdict, error);
}

static const struct {
    const char *hyper;
    gboolean covered, divided;
    gsize last_row; /* of the witness's last member */
} cases[] = {
    {"N", TRUE, FALSE, 0},
    {"E", FALSE, FALSE, 0},
    {"N . E", FALSE, FALSE, 0},
    {"E + N . B", TRUE, FALSE, 0},
    {"< N . B | y == 2 >", TRUE, FALSE, 1},
    {"< A | 1 / x > 0 >", FALSE, TRUE, 0},
    {"< A | 1 / x > 0 > + < B | y == 3 >", FALSE, TRUE, 0},
    {"< A | 1 / x > 0 > + < B | y == 2 >", TRUE, TRUE, 1},
    {"< B | y == 2 > + < A | 1 / x > 0 >", TRUE, FALSE, 1},
    {"[ A --> B ]", FALSE, FALSE, 0},
};

static void test_verdicts(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        HtolVerdict verdict;
        g_autoptr(HtolArena) arena = htol_arena_new();
        g_test_message("%s", cases[i].hyper);
        g_assert_true(decide(arena, cases[i].hyper, &verdict, NULL));
        g_assert_cmpint(verdict.covered, ==, cases[i].covered);
        g_assert_cmpint(verdict.divided, ==, cases[i].divided);
        g_assert_cmpint(verdict.rows != NULL, ==, cases[i].covered);
        if (verdict.covered)
            g_assert_cmpuint(verdict.rows[verdict.conjunct.n_members - 1], ==, cases[i].last_row);
    }
}

static void test_too_large(void)
{
    HtolVerdict verdict;
    g_autoptr(GError) error = NULL;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) hyper = g_string_new("(N+N)");
    for (guint i = 1; i < 13; i++)
        g_string_append(hyper, ".(N+N)");
    g_assert_false(decide(arena, hyper->str, &verdict, &error));
    g_assert_error(error, HTOL_DNF_ERROR, 0);
    g_assert_false(verdict.covered);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/decide/verdicts", test_verdicts);
    g_test_add_func("/decide/too-large", test_too_large);
    return g_test_run();
}
