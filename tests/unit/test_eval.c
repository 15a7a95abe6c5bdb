/* Hyperlabels: their three-valued evaluation, their verdicts, and how they print. Criteria are tested in
 * test_criteria.c. */
#include "htol/criteria/criteria.h"
#include "htol/expand/expansion.h"
#include "htol/judge/eval.h"
#include "tests/unit/sample_function.h"

#define F HTOL_FALSE
#define T HTOL_TRUE
#define U HTOL_UNKNOWN

static void test_kleene(void)
{
    static const guint8 conjunction[3][3] = {
        [F] = {[F] = F, [T] = F, [U] = F}, [T] = {[F] = F, [T] = T, [U] = U}, [U] = {[F] = F, [T] = U, [U] = U}};
    static const guint8 negation[3] = {[F] = T, [T] = F, [U] = U};
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolExpr *first = htol_variable(arena, 0), *second = htol_variable(arena, 1);
    const HtolExpr *both = htol_and(arena, first, second), *either = htol_binary(arena, HTOL_OP_OR, first, second);
    const HtolExpr *same = htol_binary(arena, HTOL_OP_EQ, first, second);
    const HtolExpr *differ = htol_binary(arena, HTOL_OP_NE, first, second);
    for (guint8 left = F; left <= U; left++) {
        g_assert_cmpint(htol_eval(htol_literal(arena, 0, TRUE), &left), ==, left);
        g_assert_cmpint(htol_eval(htol_literal(arena, 0, FALSE), &left), ==, negation[left]);
        for (guint8 right = F; right <= U; right++) {
            const guint8 row[] = {left, right};
            g_assert_cmpint(htol_eval(both, row), ==, conjunction[left][right]);
            g_assert_cmpint(htol_eval(htol_not(arena, both), row), ==, negation[conjunction[left][right]]);
            g_assert_cmpint(htol_eval(either, row), ==, negation[conjunction[negation[left]][negation[right]]]);
            gboolean known = left != U && right != U;
            g_assert_cmpint(htol_eval(same, row), ==, known ? left == right : U);
            g_assert_cmpint(htol_eval(differ, row), ==, known ? left != right : U);
        }
    }
}

static void test_conjunction_of_nothing(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolExpr *variable = htol_variable(arena, 3);
    g_assert_true(htol_and(arena, NULL, variable) == variable);
}

/* A function with `a && b`, of which the vectors a = F and a = b = T were recorded. */
static HtolObserved *observed_new(HtolArena *arena)
{
    static const guint8 rows[][3] = {{F, F, U}, {T, T, T}};
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, "a && b", 1024);
    HtolFunction *function = sample_function_end(sample);
    guint8 *slots = htol_arena_new0(arena, guint8, function->row.slots);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
        sample_function_record(function, 0, rows[i], slots);
    return htol_observed_new(arena, function, slots);
}

static const HtolHyper *label(HtolArena *arena, guint32 variable, gboolean value)
{
    return htol_label(arena, (HtolSite){HTOL_SITE_DECISION, 0}, htol_literal(arena, variable, value));
}

static void test_labels(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolObserved *observed = observed_new(arena);
    for (guint32 variable = 0; variable < 3; variable++) {
        g_assert_true(htol_covered(label(arena, variable, TRUE), observed));
        g_assert_cmpint(htol_covered(label(arena, variable, FALSE), observed), ==, variable < 2);
    }
    g_assert_false(htol_covered(htol_label(arena, (HtolSite){HTOL_SITE_BLOCK, 0}, NULL), observed));
    g_assert_true(htol_covered(htol_label(arena, (HtolSite){HTOL_SITE_BLOCK, 1}, NULL), observed));
}

/* c1 and !c1 cannot hold in one environment, but two may cover their conjunction. */
static void test_conjunctions_are_of_labels(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolObserved *observed = observed_new(arena);
    const HtolHyper *good = label(arena, 1, TRUE), *other = label(arena, 1, FALSE), *bad = label(arena, 2, FALSE);
    const HtolExpr *impossible = htol_and(arena, htol_literal(arena, 1, TRUE), htol_literal(arena, 1, FALSE));
    g_assert_false(htol_covered(htol_label(arena, good->site, impossible), observed));
    g_assert_true(htol_covered(htol_conjunction(arena, good, other), observed));
    g_assert_false(htol_covered(htol_conjunction(arena, good, bad), observed));
    g_assert_false(htol_covered(htol_conjunction(arena, bad, good), observed));
    g_assert_true(htol_covered(htol_disjunction(arena, bad, good), observed));
    g_assert_true(htol_covered(htol_disjunction(arena, good, bad), observed));
    g_assert_false(htol_covered(htol_disjunction(arena, bad, bad), observed));
}

/* A decision with some of its ways recorded. */
static HtolObserved *observed_random(HtolArena *arena, GRand *random)
{
    g_autofree char *text = sample_formula_random(random, 5);
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, text, 1024);
    HtolFunction *function = sample_function_end(sample);
    guint8 *slots = htol_arena_new0(arena, guint8, function->row.slots);
    for (guint i = 0; i < function->row.slots; i++)
        slots[i] = g_rand_boolean(random);
    return htol_observed_new(arena, function, slots);
}

/* What criteria ask of two vectors is judged without a plan where there are few: as any join is. */
static void test_pairs_are_joins(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(25);
    HtolSelection selection;
    guint pairs[2] = {0};
    g_assert_true(htol_selection_parse("cacc,racc,ricc,cutpnfp", &selection, NULL));
    for (guint i = 0; i < 500; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        HtolObserved *observed = observed_random(arena, random);
        guint count;
        const HtolObjective *asked = htol_expand(arena, htol_observed_function(observed), &selection, &count);
        for (guint k = 0; k < count; k++) {
            const HtolHyper *hyper = asked[k].hyper;
            if (!hyper || !hyper->paired)
                continue;
            gboolean covered = htol_covered(hyper, observed);
            g_assert_cmpint(htol_covered(htol_guarded(arena, hyper->left, hyper->guard), observed), ==, covered);
            pairs[covered]++;
        }
    }
    g_assert_cmpuint(MIN(pairs[FALSE], pairs[TRUE]), >, 100);
}

static void check_print(const HtolHyper *hyper, const char *wanted)
{
    g_autoptr(GString) text = g_string_new(NULL);
    htol_hyper_print(hyper, text);
    g_assert_cmpstr(text->str, ==, wanted);
}

static void test_print(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolSite site = {HTOL_SITE_DECISION, 2};
    const HtolHyper *block = htol_label(arena, (HtolSite){HTOL_SITE_BLOCK, 3}, NULL);
    const HtolHyper *arm = htol_label(arena, (HtolSite){HTOL_SITE_ARM, 0}, NULL);
    const HtolExpr *both = htol_and(arena, htol_literal(arena, 1, TRUE), htol_literal(arena, 2, FALSE));
    check_print(block, "block 3");
    check_print(htol_label(arena, site, htol_variable(arena, 0)), "decision 2: d");
    check_print(htol_label(arena, site, both), "decision 2: c1 && !c2");
    check_print(htol_label(arena, site, htol_not(arena, both)), "decision 2: !(c1 && !c2)");
    check_print(htol_disjunction(arena, htol_conjunction(arena, block, arm), htol_label(arena, site, both)),
                "(block 3) . (arm 0) + (decision 2: c1 && !c2)");
    check_print(htol_conjunction(arena, htol_conjunction(arena, block, arm), block), "(block 3) . (arm 0) . (block 3)");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/eval/kleene", test_kleene);
    g_test_add_func("/eval/conjunction-of-nothing", test_conjunction_of_nothing);
    g_test_add_func("/eval/labels", test_labels);
    g_test_add_func("/eval/conjunctions-are-of-labels", test_conjunctions_are_of_labels);
    g_test_add_func("/eval/pairs-are-joins", test_pairs_are_joins);
    g_test_add_func("/eval/print", test_print);
    return g_test_run();
}
