/* Criteria: selections, and their objectives and verdicts on random decisions against the definitions, tried
 * by brute force over all assignments. */
#include <string.h>

#include "htol/criteria/criteria.h"
#include "htol/expand/expansion.h"
#include "htol/judge/eval.h"
#include "tests/unit/sample_function.h"

enum { FORMULAS = 400, MOST_ATOMS = 6, NO_CAP = G_MAXINT32 };

/* Selections
 * ---------------------------------------------------------------------------------------------------- */

static HtolSelection selection_of(const char *list)
{
    HtolSelection selection;
    g_autoptr(GError) error = NULL;
    g_assert_true(htol_selection_parse(list, &selection, &error));
    g_assert_no_error(error);
    return selection;
}

static guint count_wanted(const HtolSelection *selection)
{
    guint wanted = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        wanted += selection->wanted[i];
    return wanted;
}

static void test_names(void)
{
    HtolSelection selection = selection_of(" fc,Dcc , 3-cc");
    g_assert_cmpuint(count_wanted(&selection), ==, 3);
    g_assert_true(selection.wanted[HTOL_CRIT_fc] && selection.wanted[HTOL_CRIT_dcc] && selection.wanted[HTOL_CRIT_ncc]);
    g_assert_cmpuint(selection.n, ==, 3);
    g_assert_cmpstr(htol_selection_name(&selection, HTOL_CRIT_ncc), ==, "3-CC");
    g_assert_cmpstr(htol_selection_name(&selection, HTOL_CRIT_dcc), ==, "DCC");
}

static void test_variants(void)
{
    HtolSelection selection = selection_of("mcdc:masking");
    g_autoptr(GError) error = NULL;
    g_assert_cmpuint(count_wanted(&selection), ==, 1);
    g_assert_true(selection.wanted[HTOL_CRIT_cacc] && selection.named[HTOL_CRIT_cacc]);
    selection = selection_of("DC,MCDC:unique-cause,MCDC:masking");
    g_assert_cmpuint(count_wanted(&selection), ==, 3);
    g_assert_true(selection.wanted[HTOL_CRIT_racc]);
    selection = selection_of("line,branch,decision,condition,mcdc,function");
    g_assert_cmpuint(count_wanted(&selection), ==, 6);
    g_assert_true(selection.wanted[HTOL_CRIT_stmt] && selection.wanted[HTOL_CRIT_racc]);
    g_assert_true(selection.wanted[HTOL_CRIT_fc]);
    g_assert_false(htol_selection_parse("DC,brnach", &selection, &error));
    g_assert_error(error, HTOL_CRITERIA_ERROR, 0);
    g_assert_nonnull(strstr(error->message, "did you mean branch?"));
}

static void test_all(void)
{
    HtolSelection selection = selection_of("all");
    g_assert_cmpuint(count_wanted(&selection), ==, HTOL_CRITERIA - 5); /* sums and variables must be named */
    g_assert_true(htol_selection_parse("all,wm:MUJAVA,WM,vrp,LVR,WM:all", &selection, NULL));
    g_assert_cmpuint(count_wanted(&selection), ==, HTOL_CRITERIA);
    g_assert_cmpstr(htol_selection_name(&selection, HTOL_CRIT_ncc), ==, "2-CC");
    g_assert_cmpuint(selection_of("all,9-CC").n, ==, 9);
    g_assert_cmpuint(selection_of("n-cc").n, ==, 2);
}

static void test_unknown_names(void)
{
    static const char *const lists[] = {"",     "FC,",  "fc,nonsense", "1-CC",     "10-CC",
                                        "0-CC", "CC-3", "3-CCC",       "2-CC,3-CC"};
    for (guint i = 0; i < G_N_ELEMENTS(lists); i++) {
        HtolSelection selection;
        g_autoptr(GError) error = NULL;
        g_assert_false(htol_selection_parse(lists[i], &selection, &error));
        g_assert_error(error, HTOL_CRITERIA_ERROR, 0);
    }
    HtolSelection selection;
    g_autoptr(GError) error = NULL;
    g_assert_false(htol_selection_parse("fc,nonsense", &selection, &error));
    g_assert_cmpstr(error->message, ==, "there is no criterion 'nonsense'; 'hlcov criteria' lists all");
}

/* Brute force: what a criterion asks of a decision is a set of partial vectors; an objective of it is covered
 * when some evaluated vector agrees with it where it is known.
 * ---------------------------------------------------------------------------------------------------- */

typedef struct {
    HtolArena *arena;
    const SampleFormula *formula;
    const HtolFunction *function;
    guint columns;
    GHashTable *all;  /* GBytes: every vector that an evaluation may give */
    GHashTable *some; /* those of them that were recorded */
} Brute;

static GHashTable *set_new(void)
{
    return g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
}

static const guint8 *row_in(gpointer bytes)
{
    return g_bytes_get_data(bytes, NULL);
}

static gboolean agrees(const guint8 *partial, const guint8 *row, guint columns)
{
    for (guint i = 0; i < columns; i++)
        if (partial[i] != HTOL_UNKNOWN && partial[i] != row[i])
            return FALSE;
    return TRUE;
}

static gboolean is_met(GHashTable *rows, const guint8 *partial, guint columns)
{
    GHashTableIter iter;
    gpointer row;
    g_hash_table_iter_init(&iter, rows);
    while (g_hash_table_iter_next(&iter, &row, NULL))
        if (agrees(partial, row_in(row), columns))
            return TRUE;
    return FALSE;
}

/* Single values of columns from `first` to before `end`, both ways, that some evaluation gives. */
static void add_single(const Brute *brute, guint first, guint end, GHashTable *wanted)
{
    guint8 partial[MOST_ATOMS + 1];
    for (guint i = first; i < end; i++)
        for (guint value = HTOL_FALSE; value <= HTOL_TRUE; value++) {
            memset(partial, HTOL_UNKNOWN, sizeof partial);
            partial[i] = value;
            if (is_met(brute->all, partial, brute->columns))
                g_hash_table_add(wanted, g_bytes_new(partial, brute->columns));
        }
}

/* Every subset of `n` evaluated conditions of every vector, or all if there are no more. */
static void add_subsets(const Brute *brute, guint n, GHashTable *wanted)
{
    GHashTableIter iter;
    gpointer row;
    g_hash_table_iter_init(&iter, brute->all);
    while (g_hash_table_iter_next(&iter, &row, NULL)) {
        guint known = 0;
        for (guint i = 1; i < brute->columns; i++)
            known |= row_in(row)[i] != HTOL_UNKNOWN ? 1u << i : 0;
        for (guint subset = 0; subset < 2u << brute->columns; subset++) {
            guint8 partial[MOST_ATOMS + 1];
            gboolean fits =
                (subset & ~known) == 0 && (guint)__builtin_popcount(subset) == MIN(n, (guint)__builtin_popcount(known));
            for (guint i = 0; i < brute->columns; i++)
                partial[i] = subset >> i & 1 ? row_in(row)[i] : HTOL_UNKNOWN;
            if (fits)
                g_hash_table_add(wanted, g_bytes_new(partial, brute->columns));
        }
    }
}

static void drop_constant_outcome(GHashTable *wanted)
{
    if (g_hash_table_size(wanted) < 2)
        g_hash_table_remove_all(wanted);
}

static GHashTable *wanted_of(const Brute *brute, HtolCriterion criterion, guint n)
{
    GHashTable *wanted = set_new();
    gboolean branches = brute->function->decisions[0].kind != HTOL_DECISION_VALUE;
    if (criterion == HTOL_CRIT_dc || criterion == HTOL_CRIT_dcc || (criterion == HTOL_CRIT_bc && branches))
        add_single(brute, 0, 1, wanted);
    drop_constant_outcome(wanted);
    if (criterion == HTOL_CRIT_cc || criterion == HTOL_CRIT_dcc)
        add_single(brute, 1, brute->columns, wanted);
    if (criterion == HTOL_CRIT_ncc || criterion == HTOL_CRIT_mcc)
        add_subsets(brute, criterion == HTOL_CRIT_mcc ? MOST_ATOMS : n, wanted);
    return wanted;
}

static guint count_met(const Brute *brute, GHashTable *wanted)
{
    GHashTableIter iter;
    gpointer row;
    guint met = 0;
    g_hash_table_iter_init(&iter, wanted);
    while (g_hash_table_iter_next(&iter, &row, NULL))
        met += is_met(brute->some, row_in(row), brute->columns);
    return met;
}

/* Evaluates the formula for every assignment; about a quarter of them is recorded. */
static const guint8 *run(Brute *brute, GRand *random)
{
    guint8 *slots = htol_arena_new0(brute->arena, guint8, brute->function->row.slots);
    guint8 values[MOST_ATOMS], row[MOST_ATOMS + 1];
    for (guint i = 0; i < 1u << (brute->columns - 1); i++) {
        sample_formula_assign(brute->formula, i, values);
        sample_formula_evaluate(brute->formula, values, row);
        g_hash_table_add(brute->all, g_bytes_new(row, brute->columns));
        if (g_rand_int_range(random, 0, 4) > 0)
            continue;
        g_hash_table_add(brute->some, g_bytes_new(row, brute->columns));
        sample_function_record(brute->function, 0, row, slots);
    }
    return slots;
}

static void check_criterion(const Brute *brute, const guint8 *slots, HtolCriterion criterion, guint n)
{
    HtolSelection selection = {.n = n};
    guint count, covered = 0;
    selection.wanted[criterion] = TRUE;
    HtolObserved *observed = htol_observed_new(brute->arena, brute->function, slots);
    HtolObjective *objectives = htol_expand(brute->arena, brute->function, &selection, &count);
    g_autoptr(GHashTable) wanted = wanted_of(brute, criterion, n), ids = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < count; i++) {
        covered += htol_covered(objectives[i].hyper, observed);
        g_assert_cmpint(objectives[i].criterion, ==, criterion);
        g_assert_true(g_hash_table_add(ids, (gpointer)objectives[i].id));
    }
    g_assert_cmpuint(count, ==, g_hash_table_size(wanted));
    g_assert_cmpuint(covered, ==, count_met(brute, wanted));
}

/* These ask for completions, pairs and implicants: tests/oracle/logic.py holds them against their definitions; and
 * those for mutants, test_mutants.c. */
static gboolean has_an_oracle(HtolCriterion criterion)
{
    if (criterion == HTOL_CRIT_cor || criterion == HTOL_CRIT_lcr)
        return TRUE;
    return criterion >= HTOL_CRIT_gacc && criterion <= HTOL_CRIT_cutpnfp;
}

static void check_formula(const char *text, HtolDecisionKind kind, GRand *random)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GHashTable) all = set_new(), some = set_new();
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, kind, text, NO_CAP);
    const SampleFormula *formula = sample_formula_parse(arena, text);
    Brute brute = {arena, formula, sample_function_end(sample), sample_formula_atoms(formula) + 1, all, some};
    const guint8 *slots = run(&brute, random);
    if (brute.function->decisions[0].root < HTOL_TARGET_CONDITION) {
        g_hash_table_remove_all(all);
        g_hash_table_remove_all(some);
    }
    for (guint i = HTOL_CRIT_bc; i < HTOL_CRITERIA; i++)
        if (!has_an_oracle(i))
            check_criterion(&brute, slots, i, g_rand_int_range(random, 2, 5));
}

static void test_random_formulas(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    for (guint i = 0; i < FORMULAS; i++) {
        g_autofree char *text = sample_formula_random(random, MOST_ATOMS);
        g_test_message("%s", text);
        check_formula(text, g_rand_boolean(random) ? HTOL_DECISION_IF : HTOL_DECISION_VALUE, random);
    }
}

/* By hand
 * ---------------------------------------------------------------------------------------------------- */

static void check_objectives(const HtolFunction *function, const char *list, const char *wanted)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) text = g_string_new(NULL);
    HtolSelection selection = selection_of(list);
    guint count;
    HtolObjective *objectives = htol_expand(arena, function, &selection, &count);
    for (guint i = 0; i < count; i++) {
        const HtolObjective *o = &objectives[i];
        g_string_append_printf(text, "%s %u:%u `%s` ", o->id, o->line, o->column, o->text);
        if (o->hyper)
            htol_hyper_print(o->hyper, text);
        else
            g_string_append(text, o->unmeasured);
        g_string_append_c(text, '\n');
    }
    g_assert_cmpstr(text->str, ==, wanted);
}

static HtolFunction *function_of(HtolArena *arena, const char *text, guint32 cap)
{
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_switch(sample, 1);
    sample_function_add_decision(sample, HTOL_DECISION_IF, text, cap);
    return sample_function_end(sample);
}

static void test_structure(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction *function = function_of(arena, "a", NO_CAP);
    check_objectives(function, "FC", "entry 1:5 `f` block 0\n");
    check_objectives(function, "BBC",
                     "b0 5:1 `` block 0\nb1 5:1 `` block 1\nb2 5:1 `` block 2\nb3 5:1 `` block 3\nb4 5:1 `` block 4\n");
    check_objectives(function, "STMT",
                     "s0 5:1 `` block 0\ns1 5:1 `` block 1\ns2 5:1 `` block 2\ns3 5:1 `` block 3\ns4 5:1 `` block 4\n");
    check_objectives(function, "BC",
                     "w0.a0 3:5 `case 0` arm 0\nw0.a1 4:5 `no case` arm 1\n"
                     "d0=T 5:9 `a` decision 0: d\nd0=F 5:9 `a` decision 0: !d\n");
}

/* Decisions and switches in the order of the text. */
static void test_order_of_branches(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, "a", NO_CAP);
    sample_function_add_switch(sample, 0);
    sample_function_add_decision(sample, HTOL_DECISION_VALUE, "b && c", NO_CAP);
    sample_function_add_decision(sample, HTOL_DECISION_DO, "d", NO_CAP);
    sample_function_add_switch(sample, 0);
    check_objectives(sample_function_end(sample), "BC",
                     "d0=T 2:9 `a` decision 0: d\nd0=F 2:9 `a` decision 0: !d\nw0.a0 4:5 `no case` arm 0\n"
                     "d2=T 6:9 `d` decision 2: d\nd2=F 6:9 `d` decision 2: !d\nw1.a0 8:5 `no case` arm 1\n");
}

static void test_logic(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction *function = function_of(arena, "a && b", NO_CAP);
    check_objectives(function, "DCC",
                     "d0=T 5:9 `a && b` decision 0: d\nd0=F 5:9 `a && b` decision 0: !d\n"
                     "d0.c1=T 5:10 `a` decision 0: c1\nd0.c1=F 5:10 `a` decision 0: !c1\n"
                     "d0.c2=T 5:11 `b` decision 0: c2\nd0.c2=F 5:11 `b` decision 0: !c2\n");
    check_objectives(function, "MCC",
                     "d0:F- 5:9 `a: F` decision 0: !c1\nd0:TF 5:9 `a: T, b: F` decision 0: c1 && !c2\n"
                     "d0:TT 5:9 `a: T, b: T` decision 0: c1 && c2\n");
    check_objectives(function_of(arena, "a", NO_CAP), "2-CC",
                     "d0:F 5:9 `a: F` decision 0: !(d && !d) && !c1\nd0:T 5:9 `a: T` decision 0: !(d && !d) && c1\n");
}

static void test_skipped_function(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction *function = function_of(arena, "a", NO_CAP);
    function->row.skipped = HTOL_SKIP_ERROR;
    check_objectives(function, "all",
                     "entry 1:5 `f` its function was passed through: the front end could not parse it\n");
}

static void test_over_the_cap(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction *function = function_of(arena, "a && b", 2);
    check_objectives(function, "2-CC,MCC",
                     "d0 5:9 `a && b` its ways exceed the cap\nd0 5:9 `a && b` its ways exceed the cap\n");
    check_objectives(function, "DC", "d0=T 5:9 `a && b` decision 0: d\nd0=F 5:9 `a && b` decision 0: !d\n");
}

/* 500 conditions have more pairs than n-CC lists; it must not try long, either. */
static void test_too_many_restrictions(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) text = g_string_new("a");
    for (guint i = 1; i < 500; i++)
        g_string_append(text, " || a");
    HtolFunction *function = function_of(arena, text->str, 1024);
    HtolSelection selection = selection_of("2-CC");
    guint count;
    HtolObjective *objectives = htol_expand(arena, function, &selection, &count);
    g_assert_cmpuint(count, ==, 1);
    g_assert_null(objectives[0].hyper);
    g_assert_nonnull(strstr(objectives[0].unmeasured, "100,000"));
}

/* Decision by decision, criteria of logic ask what they ask of all. */
static void test_by_decisions(void)
{
    static const char *const texts[] = {"a && (b || c)", "a", "a || b"};
    HtolSelection selection = selection_of("all");
    g_autoptr(HtolArena) arena = htol_arena_new();
    SampleFunction *sample = sample_function_new(arena, "f");
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        sample_function_add_decision(sample, HTOL_DECISION_IF, texts[i], NO_CAP);
    const HtolFunction *function = sample_function_end(sample);
    guint count, of_decisions = 0, seen[G_N_ELEMENTS(texts)] = {0}, counts[G_N_ELEMENTS(texts)];
    const HtolObjective *parts[G_N_ELEMENTS(texts)], *all = htol_expand(arena, function, &selection, &count);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        parts[i] = htol_expand_decision(arena, function, i, &selection, &counts[i]);
    for (guint i = 0; i < count; i++) {
        if (!htol_criterion_is_of_decisions(all[i].criterion))
            continue;
        guint32 decision = all[i].site.index;
        const HtolObjective *part = &parts[decision][seen[decision]++];
        g_assert_cmpuint(part->criterion, ==, all[i].criterion);
        g_assert_cmpstr(part->id, ==, all[i].id);
        of_decisions++;
    }
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        g_assert_cmpuint(seen[i], ==, counts[i]);
    g_assert_cmpuint(of_decisions, >, 50);
}

/* A way that was cut short gives facts about conditions only. */
static void test_cut_short(void)
{
    static const guint8 row[] = {HTOL_UNKNOWN, HTOL_TRUE, HTOL_TRUE, HTOL_UNKNOWN};
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction *function = function_of(arena, "a && b && f()", NO_CAP);
    guint8 *slots = htol_arena_new0(arena, guint8, function->row.slots);
    HtolSelection selection = selection_of("DC,CC,2-CC,MCC");
    guint count, covered = 0;
    sample_function_record(function, 0, row, slots);
    HtolObserved *observed = htol_observed_new(arena, function, slots);
    HtolObjective *objectives = htol_expand(arena, function, &selection, &count);
    for (guint i = 0; i < count; i++) {
        gboolean is_covered = htol_covered(objectives[i].hyper, observed);
        g_assert_true(!is_covered || objectives[i].criterion == HTOL_CRIT_cc);
        covered += is_covered;
    }
    g_assert_cmpuint(covered, ==, 2);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/criteria/selection/names", test_names);
    g_test_add_func("/criteria/selection/variants", test_variants);
    g_test_add_func("/criteria/selection/all", test_all);
    g_test_add_func("/criteria/selection/unknown", test_unknown_names);
    g_test_add_func("/criteria/random-formulas", test_random_formulas);
    g_test_add_func("/criteria/structure", test_structure);
    g_test_add_func("/criteria/order-of-branches", test_order_of_branches);
    g_test_add_func("/criteria/logic", test_logic);
    g_test_add_func("/criteria/skipped-function", test_skipped_function);
    g_test_add_func("/criteria/over-the-cap", test_over_the_cap);
    g_test_add_func("/criteria/too-many-restrictions", test_too_many_restrictions);
    g_test_add_func("/criteria/cut-short", test_cut_short);
    g_test_add_func("/criteria/by-decisions", test_by_decisions);
    return g_test_run();
}
