/* IC, UTPC and CUTPNFP on total vectors against their definitions, what follows from what, and by hand.
 * Vectors of observed semantics are held against the definitions by tests/oracle/logic.py. */
#include <string.h>

#include "htol/criteria/criteria.h"
#include "htol/expand/expansion.h"
#include "htol/expand/implicants.h"
#include "htol/judge/eval.h"
#include "tests/unit/sample_function.h"

enum { FORMULAS = 400, MOST_ATOMS = 6, NO_CAP = G_MAXINT32 };

/* A decision, and of each total vector the outcome and the value of each condition. */
typedef struct {
    HtolArena *arena;
    guint atoms, n_vectors;
    const SampleFormula *formula;
    const HtolFunction *function;
    const HtolImplicants *implicants;
    guint8 rows[1u << MOST_ATOMS][MOST_ATOMS + 1];
} Sample;

static const HtolFunction *function_of(HtolArena *arena, const char *text)
{
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, text, NO_CAP);
    return sample_function_end(sample);
}

/* The same in complete semantics. */
static const HtolFunction *complete_function_of(HtolArena *arena, const char *text)
{
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, text, NO_CAP);
    sample_function_complete(sample, NO_CAP);
    return sample_function_end(sample);
}

static Sample *sample_of(HtolArena *arena, const char *text, const HtolFunction *function)
{
    Sample *sample = htol_arena_new0(arena, Sample, 1);
    guint8 seen[MOST_ATOMS + 1];
    sample->arena = arena;
    sample->formula = sample_formula_parse(arena, text);
    sample->atoms = sample_formula_atoms(sample->formula);
    sample->n_vectors = 1u << sample->atoms;
    sample->function = function;
    sample->implicants = htol_implicants_new(arena, function, 0);
    for (guint i = 0; i < sample->n_vectors; i++) {
        sample_formula_assign(sample->formula, i, sample->rows[i] + 1);
        sample->rows[i][0] = sample_formula_evaluate(sample->formula, sample->rows[i] + 1, seen);
    }
    return sample;
}

static HtolObjective *objectives_of(HtolArena *arena, const HtolFunction *function, const char *criteria, guint *count)
{
    HtolSelection selection;
    g_assert_true(htol_selection_parse(criteria, &selection, NULL));
    return htol_expand(arena, function, &selection, count);
}

/* Total vectors
 * ---------------------------------------------------------------------------------------------------- */

static gboolean holds_in(const guint8 *implicant, const guint8 *row, guint atoms)
{
    for (guint i = 1; i <= atoms; i++)
        if (implicant[i] != HTOL_UNKNOWN && implicant[i] != row[i])
            return FALSE;
    return TRUE;
}

static guint count_holding(const Sample *sample, const guint8 *row)
{
    guint8 implicant[MOST_ATOMS + 1];
    guint holding = 0;
    for (guint64 i = 0; i < htol_implicants_count(sample->implicants, row[0]); i++) {
        htol_implicants_row(sample->implicants, row[0], i, implicant);
        holding += holds_in(implicant, row, sample->atoms);
    }
    return holding;
}

static gboolean is_unique_point(const Sample *sample, const guint8 *implicant, guint vector)
{
    const guint8 *row = sample->rows[vector];
    return row[0] == implicant[0] && holds_in(implicant, row, sample->atoms) && count_holding(sample, row) == 1;
}

/* Whether the objective is covered by these two vectors. */
static gboolean is_covered(const Sample *sample, const HtolObjective *objective, guint one, guint other)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    guint8 *slots = htol_arena_alloc(arena, sample->function->row.slots);
    sample_function_record(sample->function, 0, sample->rows[one], slots);
    sample_function_record(sample->function, 0, sample->rows[other], slots);
    return htol_covered(objective->hyper, htol_observed_new(arena, sample->function, slots));
}

/* `ic` and `utpc` are the objectives of the implicant. */
static void check_points(const Sample *sample, const guint8 *implicant, const HtolObjective *ic,
                         const HtolObjective *utpc)
{
    for (guint v = 0; v < sample->n_vectors; v++) {
        const guint8 *row = sample->rows[v];
        gboolean holds = row[0] == implicant[0] && holds_in(implicant, row, sample->atoms);
        g_assert_cmpint(is_covered(sample, ic, v, v), ==, holds);
        g_assert_cmpint(is_covered(sample, utpc, v, v), ==, is_unique_point(sample, implicant, v));
    }
}

/* The vectors differ in that condition, and in no other that is not constant. */
static gboolean differ_in(const Sample *sample, guint condition, guint one, guint other)
{
    guint differences = one ^ other;
    for (guint i = 0; i < sample->atoms; i++)
        if (sample->function->conditions[i].state != HTOL_CONDITION_LIVE)
            differences &= ~(1u << i);
    return differences == 1u << (condition - 1);
}

static gboolean is_pair(const Sample *sample, const guint8 *implicant, guint condition, guint one, guint other)
{
    return differ_in(sample, condition, one, other) && is_unique_point(sample, implicant, one) &&
           sample->rows[other][0] == HTOL_FALSE;
}

/* Any two vectors, either of which may be the unique true point. */
static void check_pairs(const Sample *sample, const guint8 *implicant, guint condition, const HtolObjective *objective)
{
    for (guint one = 0; one < sample->n_vectors; one++)
        for (guint other = 0; other < one; other++)
            g_assert_cmpint(is_covered(sample, objective, one, other), ==,
                            is_pair(sample, implicant, condition, one, other) ||
                                is_pair(sample, implicant, condition, other, one));
}

static void check_points_of(const Sample *sample)
{
    guint8 implicant[MOST_ATOMS + 1];
    guint count, next = 0;
    const HtolObjective *all = objectives_of(sample->arena, sample->function, "IC,UTPC", &count);
    for (guint n = 0; n < 2; n++)
        for (guint64 i = 0; i < htol_implicants_count(sample->implicants, !n); i++, next++) {
            htol_implicants_row(sample->implicants, !n, i, implicant);
            check_points(sample, implicant, &all[next], &all[count / 2 + next]);
        }
    g_assert_cmpuint(2 * next, ==, count);
}

static void check_pairs_of(const Sample *sample)
{
    guint8 implicant[MOST_ATOMS + 1];
    guint count, next = 0;
    const HtolObjective *all = objectives_of(sample->arena, sample->function, "CUTPNFP", &count);
    for (guint c = 1; c <= sample->atoms; c++)
        for (guint64 i = 0; i < htol_implicants_count(sample->implicants, TRUE); i++) {
            htol_implicants_row(sample->implicants, TRUE, i, implicant);
            if (implicant[c] != HTOL_UNKNOWN)
                check_pairs(sample, implicant, c, &all[next++]);
        }
    g_assert_cmpuint(next, ==, count);
}

static void test_total_vectors(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    for (guint i = 0; i < FORMULAS; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        g_autofree char *text = sample_formula_random(random, MOST_ATOMS);
        g_test_message("%s", text);
        const Sample *sample = sample_of(arena, text, complete_function_of(arena, text));
        check_points_of(sample);
        check_pairs_of(sample);
    }
}

/* What follows from what, and that everything can be covered
 * ---------------------------------------------------------------------------------------------------- */

/* The names of the covered objectives: those of a set. */
static GHashTable *covered_by(HtolArena *arena, const HtolFunction *function, const char *criteria, const guint8 *slots)
{
    GHashTable *covered = g_hash_table_new(g_str_hash, g_str_equal);
    HtolObserved *observed = htol_observed_new(arena, function, slots);
    guint count;
    const HtolObjective *objectives = objectives_of(arena, function, criteria, &count);
    for (guint i = 0; i < count; i++)
        if (htol_covered(objectives[i].hyper, observed))
            g_hash_table_add(covered, (gpointer)objectives[i].id);
    return covered;
}

/* `d0.c2:TT-` to `d0=T:TT-`: the implicant of a pair. */
static const char *implicant_of(HtolArena *arena, const char *pair)
{
    return htol_arena_printf(arena, "d0=T%s", strchr(pair, ':'));
}

static void check_what_follows(HtolArena *arena, const HtolFunction *function, const guint8 *slots)
{
    GHashTableIter iter;
    gpointer name;
    g_autoptr(GHashTable) ic = covered_by(arena, function, "IC", slots);
    g_autoptr(GHashTable) utpc = covered_by(arena, function, "UTPC", slots);
    g_autoptr(GHashTable) pairs = covered_by(arena, function, "CUTPNFP", slots);
    g_hash_table_iter_init(&iter, utpc);
    while (g_hash_table_iter_next(&iter, &name, NULL))
        g_assert_true(g_hash_table_contains(ic, name));
    g_hash_table_iter_init(&iter, pairs);
    while (g_hash_table_iter_next(&iter, &name, NULL))
        g_assert_true(g_hash_table_contains(utpc, implicant_of(arena, name)));
}

static void check_all_ways(HtolArena *arena, const HtolFunction *function)
{
    guint8 *slots = htol_arena_alloc(arena, function->row.slots);
    guint count;
    memset(slots, 1, function->row.slots);
    objectives_of(arena, function, "IC,UTPC,CUTPNFP", &count);
    g_autoptr(GHashTable) ic = covered_by(arena, function, "IC", slots);
    g_autoptr(GHashTable) utpc = covered_by(arena, function, "UTPC", slots);
    g_autoptr(GHashTable) pairs = covered_by(arena, function, "CUTPNFP", slots);
    g_assert_cmpuint(g_hash_table_size(ic) + g_hash_table_size(utpc) + g_hash_table_size(pairs), ==, count);
}

static void record_some(const Sample *sample, GRand *random, guint8 *slots)
{
    guint8 row[MOST_ATOMS + 1];
    gboolean complete = sample->function->decisions[0].semantics == HTOL_DECISION_COMPLETE;
    for (guint i = 0; i < sample->n_vectors; i++) {
        sample_formula_evaluate(sample->formula, sample->rows[i] + 1, row);
        if (g_rand_int_range(random, 0, 3) == 0)
            sample_function_record(sample->function, 0, complete ? sample->rows[i] : row, slots);
    }
}

static void test_what_follows(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    for (guint i = 0; i < FORMULAS; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        g_autofree char *text = sample_formula_random(random, MOST_ATOMS);
        g_test_message("%s", text);
        const HtolFunction *function = i % 2 == 0 ? function_of(arena, text) : complete_function_of(arena, text);
        guint8 *slots = htol_arena_new0(arena, guint8, function->row.slots);
        record_some(sample_of(arena, text, function), random, slots);
        check_what_follows(arena, function, slots);
        check_all_ways(arena, function);
    }
}

/* By hand
 * ---------------------------------------------------------------------------------------------------- */

static void check_objectives(const char *formula, const char *criteria, const char *wanted)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) text = g_string_new(NULL);
    guint count;
    const HtolObjective *objectives = objectives_of(arena, function_of(arena, formula), criteria, &count);
    for (guint i = 0; i < count; i++) {
        const HtolObjective *o = &objectives[i];
        g_string_append_printf(text, "%s %u:%u %d `%s` ", o->id, o->line, o->column, o->value, o->text);
        if (o->hyper)
            htol_hyper_print(o->hyper, text);
        else
            g_string_append(text, o->unmeasured);
        g_string_append_c(text, '\n');
    }
    g_assert_cmpstr(text->str, ==, wanted);
}

static void test_objectives(void)
{
    check_objectives("a && !b", "IC",
                     "d0=T:TF 2:9 1 `a: T, b: F` decision 0: d && c1 && !c2\n"
                     "d0=F:F- 2:9 0 `a: F` decision 0: !d && !c1\n"
                     "d0=F:-T 2:9 0 `b: T` decision 0: !d && c2\n");
    check_objectives("a || b", "UTPC",
                     "d0=T:T- 2:9 1 `a: T` decision 0: d && c1 && active(c1)\n"
                     "d0=T:-T 2:9 1 `b: T` decision 0: d && c2 && active(c2)\n"
                     "d0=F:FF 2:9 0 `a: F, b: F` decision 0: !d && !c1 && !c2 && active(c1) && active(c2)\n");
    check_objectives("a", "CUTPNFP",
                     "d0.c1:T 2:10 -1 `a in a: T` (decision 0: d && c1 && active(c1)) {o = d} . "
                     "(decision 0: !d && !c1) {o' = d}\n");
    check_objectives("a && b", "CUTPNFP",
                     "d0.c1:TT 2:10 -1 `a in a: T, b: T` "
                     "< (decision 0: d && c1 && c2 && active(c1) && active(c2)) {o = d, v2 = c2} . "
                     "(decision 0: !d && !c1) {o' = d, v2' = c2} | v2 == v2' | (v2 == 2 | v2' == 2) >\n"
                     "d0.c2:TT 2:11 -1 `b in a: T, b: T` "
                     "< (decision 0: d && c1 && c2 && active(c1) && active(c2)) {o = d, v1 = c1} . "
                     "(decision 0: !d && !c2) {o' = d, v1' = c1} | v1 == v1' | (v1 == 2 | v1' == 2) >\n");
}

static void test_constants(void)
{
    check_objectives("a && 0", "IC,UTPC,CUTPNFP", "");
    check_objectives("(a || 1) && b", "IC",
                     "d0=T:--T 2:9 1 `b: T` decision 0: d && c3\nd0=F:--F 2:9 0 `b: F` decision 0: !d && !c3\n");
}

/* All that an implicant asks for is known, yet the way was cut short: it is no vector. */
static void test_cut_short(void)
{
    static const guint8 row[] = {HTOL_UNKNOWN, HTOL_TRUE, HTOL_UNKNOWN, HTOL_UNKNOWN};
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolFunction *function = function_of(arena, "a && (f() || 1)");
    guint8 *slots = htol_arena_new0(arena, guint8, function->row.slots);
    sample_function_record(function, 0, row, slots);
    g_autoptr(GHashTable) conditions = covered_by(arena, function, "CC", slots);
    g_assert_true(g_hash_table_contains(conditions, "d0.c1=T"));
    g_autoptr(GHashTable) implicants = covered_by(arena, function, "IC", slots);
    g_assert_cmpuint(g_hash_table_size(implicants), ==, 0);
}

/* As programs with many conditions in one decision have it: few ways, or very many implicants. */
static char *repeated(const char *operand, const char *op, guint size)
{
    GString *text = g_string_new(operand);
    for (guint i = 1; i < size; i++)
        g_string_append_printf(text, " %s %s", op, operand);
    return g_string_free(text, FALSE);
}

static void test_hundred_conditions(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *text = repeated("a", "&&", 100);
    const HtolFunction *function = function_of(arena, text);
    guint count;
    objectives_of(arena, function, "IC", &count);
    g_assert_cmpuint(count, ==, 101);
    objectives_of(arena, function, "CUTPNFP", &count);
    g_assert_cmpuint(count, ==, 100);
    check_all_ways(arena, function);
}

static void check_too_many(const char *operand, guint size, const char *criteria, const char *why)
{
    g_autofree char *text = repeated(operand, "&&", size);
    g_autofree char *wanted = g_strdup_printf("d0 2:9 -1 `%s` %s\n", text, why);
    check_objectives(text, criteria, wanted);
}

static void test_too_many(void)
{
    check_too_many("(a || b)", 10, "IC", "it has 1034 prime implicants, more than 1024");
    check_too_many("(a || b)", 11, "CUTPNFP", "it has 2048 prime implicants, more than 1024");
    check_too_many("(a || b)", 50, "UTPC", "it has 1125899906842674 prime implicants, more than 1024");
    check_too_many("(a || b || c)", 50, "CUTPNFP", "it has 2^64 prime implicants, or more");
    check_too_many("(a || b)", 64, "IC", "it has 2^64 prime implicants, or more");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/crit-implicants/total-vectors", test_total_vectors);
    g_test_add_func("/crit-implicants/what-follows", test_what_follows);
    g_test_add_func("/crit-implicants/objectives", test_objectives);
    g_test_add_func("/crit-implicants/constants", test_constants);
    g_test_add_func("/crit-implicants/cut-short", test_cut_short);
    g_test_add_func("/crit-implicants/hundred-conditions", test_hundred_conditions);
    g_test_add_func("/crit-implicants/too-many", test_too_many);
    return g_test_run();
}
