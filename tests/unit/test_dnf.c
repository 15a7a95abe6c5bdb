/* Disjunctive normal form: its conjunctions in their order, their guards, and its bounds. */
#include <string.h>

#include "htol/lang/dnf.h"
#include "htol/lang/parse.h"
#include "htol/lang/print.h"

static const HtolHyper *parse(HtolArena *arena, const char *source)
{
    HtolFaults faults = {.arena = arena};
    HtolText text = {{"a.htol", 1, 1}, source, strlen(source)};
    const HtolHyper *hyper = htol_parse_hyper(arena, &text, &faults);
    g_assert_nonnull(hyper);
    return hyper;
}

/* `A . B | guard`, one line for each conjunct. */
static char *printed(const HtolDnf *dnf)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < dnf->n_conjuncts; i++) {
        const HtolConjunct *conjunct = &dnf->conjuncts[i];
        for (guint m = 0; m < conjunct->n_members; m++) {
            g_string_append(out, m > 0 ? " . " : "");
            htol_hyper_print(conjunct->members[m], out);
        }
        g_string_append(out, conjunct->guard ? " | " : "");
        if (conjunct->guard)
            htol_expr_print(conjunct->guard, out);
        g_string_append_c(out, '\n');
    }
    return g_string_free(out, FALSE);
}

static void check(gconstpointer data)
{
    HtolDnf dnf;
    const char *const *pair = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_assert_true(htol_dnf(arena, parse(arena, pair[0]), &dnf, &error));
    g_assert_no_error(error);
    g_autofree char *text = printed(&dnf);
    g_assert_cmpstr(text, ==, pair[1]);
}

static const char *const forms[][2] = {
    {"A", "A\n"},
    {"A + B . C'", "A\nB . C'\n"},
    {"A . B . C", "A . B . C\n"},
    {"[ D -!K-> U ] . A", "[ D -!K-> U ] . A\n"},
    {"(A + B) . (C + D)", "A . C\nA . D\nB . C\nB . D\n"},
    {"A . (B + C . (D + E)) + F", "A . B\nA . C . D\nA . C . E\nF\n"},
    {"< A | g > . B", "A . B | g\n"},
    {"< A | g > . < B | f >", "A . B | g && f\n"},
    {"< A + B | g > . C", "A . C | g\nB . C | g\n"},
    {"< < A | g > | f >", "A | g && f\n"},
    {"< < A | g > + B | f || e >", "A | g && (f || e)\nB | f || e\n"},
    {"< (< A + B | a > + C) . (D + < E | e >) | f >",
     "A . D | a && f\nA . E | a && e && f\nB . D | a && f\nB . E | a && e && f\nC . D | f\nC . E | e && f\n"},
};

/* (A+A) . (A+A) ..., 2 to the n conjuncts of n members each. */
static const HtolHyper *power_of_two(HtolArena *arena, guint n)
{
    g_autoptr(GString) text = g_string_new("(A+A)");
    for (guint i = 1; i < n; i++)
        g_string_append(text, ".(A+A)");
    return parse(arena, text->str);
}

static void check_refused(HtolArena *arena, const HtolHyper *hyper, const char *message)
{
    HtolDnf dnf;
    g_autoptr(GError) error = NULL;
    g_assert_false(htol_dnf(arena, hyper, &dnf, &error));
    g_assert_error(error, HTOL_DNF_ERROR, 0);
    g_assert_cmpstr(error->message, ==, message);
}

static void test_most_conjuncts(void)
{
    static const char refused[] =
        "the hyperlabel is too large: its disjunctive normal form has more than 4096 conjunctions";
    HtolDnf dnf;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_assert_true(htol_dnf(arena, power_of_two(arena, 12), &dnf, NULL));
    g_assert_cmpuint(dnf.n_conjuncts, ==, 4096);
    g_assert_cmpuint(dnf.conjuncts[4095].n_members, ==, 12);
    check_refused(arena, power_of_two(arena, 13), refused);
    check_refused(arena, power_of_two(arena, 64), refused);
    check_refused(arena, power_of_two(arena, 1000), refused);
    check_refused(arena, htol_disjunction(arena, power_of_two(arena, 12), parse(arena, "B")), refused);
}

static const HtolHyper *with_members(HtolArena *arena, const HtolHyper *hyper, guint count)
{
    const HtolHyper *member = parse(arena, "B");
    for (guint i = 0; i < count; i++)
        hyper = htol_conjunction(arena, hyper, member);
    return hyper;
}

/* 4096 conjuncts have 2 to the 20 parts if each has 256. */
static void test_most_parts(void)
{
    static const char refused[] = "the hyperlabel is too large: its disjunctive normal form has more than 1048576 "
                                  "labels, sequences and guards in all conjunctions";
    HtolDnf dnf;
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolHyper *fits = with_members(arena, power_of_two(arena, 12), 244);
    g_assert_true(htol_dnf(arena, fits, &dnf, NULL));
    g_assert_cmpuint(dnf.conjuncts[0].n_members, ==, 256);
    check_refused(arena, with_members(arena, fits, 1), refused);
    check_refused(arena, htol_guarded(arena, fits, htol_named(arena, "x")), refused);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
        g_autofree char *path = g_strdup_printf("/dnf/form/%u", i);
        g_test_add_data_func(path, forms[i], check);
    }
    g_test_add_func("/dnf/most-conjuncts", test_most_conjuncts);
    g_test_add_func("/dnf/most-parts", test_most_parts);
    return g_test_run();
}
