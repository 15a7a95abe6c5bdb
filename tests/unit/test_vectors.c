/* Decisions over the cap: vectors that were recorded as tuples are judged as the same vectors recorded as
 * ways, and 100 conditions are as good as two. What the instrumented text records is not tested here. */
#include <string.h>

#include "htol/base/layout.h"
#include "htol/criteria/criteria.h"
#include "htol/expand/expansion.h"
#include "htol/judge/eval.h"
#include "tests/unit/sample_function.h"

enum { FORMULAS = 400, MOST_ATOMS = 7, NO_CAP = G_MAXINT32, PAIRS = 20, MANY = 100 };

/* A function of one decision, recorded twice: by ways, and as tuples. */
typedef struct {
    HtolArena *arena;
    const SampleFormula *formula;
    HtolFunction *by_ways, *by_tuples;
    guint8 *ways; /* slots */
    guint8 *values;
    GArray *tuples; /* HtolTuple */
    gboolean complete;
} Sample;

static HtolFunction *function_of(HtolArena *arena, const char *text, guint32 cap, gboolean complete)
{
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, text, cap);
    if (complete)
        sample_function_complete(sample, cap);
    return sample_function_end(sample);
}

static HtolFunction *over_cap(HtolArena *arena, const char *text, gboolean complete)
{
    HtolFunction *function = function_of(arena, text, 1, complete);
    if (function->decisions[0].ways == 0)
        function->decisions[0].source = function->row.sources = 1;
    return function;
}

static Sample sample_of(HtolArena *arena, const char *text, gboolean complete)
{
    Sample sample = {.arena = arena, .complete = complete};
    sample.formula = sample_formula_parse(arena, text);
    sample.by_tuples = over_cap(arena, text, complete);
    sample.values = htol_arena_new0(arena, guint8, sample.by_tuples->row.slots);
    sample.tuples = g_array_new(FALSE, FALSE, sizeof(HtolTuple));
    return sample;
}

static HtolTuple tuple_of(const Sample *sample, const guint8 *row)
{
    guint n = sample->by_tuples->decisions[0].conditions;
    HtolTuple tuple = {.n_values = (n + HTOL_VECTOR_CONDITIONS - 1) / HTOL_VECTOR_CONDITIONS};
    guint64 *words = htol_arena_new0(sample->arena, guint64, 2 * tuple.n_values);
    for (guint i = 0; i < tuple.n_values; i++)
        words[2 * i] = HTOL_TUPLE_VECTOR;
    for (guint i = 0; i < n; i++)
        words[2 * (i / HTOL_VECTOR_CONDITIONS) + 1] |= (guint64)row[1 + i] << 2 * (i % HTOL_VECTOR_CONDITIONS);
    tuple.words = words;
    return tuple;
}

static void record_tuple(Sample *sample, const guint8 *row)
{
    HtolTuple tuple = tuple_of(sample, row);
    sample_function_record(sample->by_tuples, 0, row, sample->values);
    if (sample->by_tuples->decisions[0].source > 0)
        g_array_append_val(sample->tuples, tuple);
}

static HtolObserved *observed_of(const Sample *sample)
{
    HtolRecorded *recorded = htol_arena_new0(sample->arena, HtolRecorded, 1);
    *recorded = (HtolRecorded){.function = sample->by_tuples,
                               .slots = sample->values,
                               .n_tuples = sample->tuples->len,
                               .tuples = (const HtolTuple *)(const void *)sample->tuples->data};
    return htol_observed_of(sample->arena, recorded);
}

static const HtolObjective *objectives_of(const Sample *sample, const HtolFunction *function, const char *criteria,
                                          guint *count)
{
    HtolSelection selection;
    g_assert_true(htol_selection_parse(criteria, &selection, NULL));
    return htol_expand(sample->arena, function, &selection, count);
}

static guint count_covered(const Sample *sample, const char *criteria, guint *count)
{
    const HtolObjective *objectives = objectives_of(sample, sample->by_tuples, criteria, count);
    HtolObserved *observed = observed_of(sample);
    guint covered = 0;
    for (guint i = 0; i < *count; i++)
        covered += htol_covered(objectives[i].hyper, observed);
    return covered;
}

/* Against ways
 * -----------------------------------------------------------------------------------------------------------
 */

static void record_both(Sample *sample, const guint8 *values)
{
    guint8 row[MOST_ATOMS + 1];
    const HtolRowCondition *conditions = sample->by_ways->conditions;
    row[0] = sample_formula_evaluate(sample->formula, values, row);
    for (guint i = 0; i < sample->by_ways->n_conditions && sample->complete; i++)
        row[1 + i] = conditions[i].state == HTOL_CONDITION_LIVE ? values[i] : HTOL_UNKNOWN;
    sample_function_record(sample->by_ways, 0, row, sample->ways);
    record_tuple(sample, row);
}

/* Returns how many are covered. */
static guint compare(const Sample *sample)
{
    static const char *const criteria = "BC,DC,CC,DCC,GACC,CACC,RACC,GICC,RICC,IC,UTPC,CUTPNFP";
    guint n, count, covered = 0;
    const HtolObjective *by_ways = objectives_of(sample, sample->by_ways, criteria, &n),
                        *by_tuples = objectives_of(sample, sample->by_tuples, criteria, &count);
    HtolObserved *ways = htol_observed_new(sample->arena, sample->by_ways, sample->ways), *tuples = observed_of(sample);
    g_assert_cmpuint(count, ==, n);
    for (guint i = 0; i < count; i++) {
        gboolean expected = htol_covered(by_ways[i].hyper, ways);
        g_assert_cmpstr(by_tuples[i].id, ==, by_ways[i].id);
        g_test_message("%s %s", htol_criteria[by_ways[i].criterion].name, by_ways[i].id);
        g_assert_cmpint(htol_covered(by_tuples[i].hyper, tuples), ==, expected);
        covered += expected;
    }
    return covered;
}

static guint check_random(GRand *random, gboolean complete)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *text = sample_formula_random(random, MOST_ATOMS);
    if (strstr(text, "()"))
        return 0;
    g_test_message("%s", text);
    Sample sample = sample_of(arena, text, complete);
    guint atoms = sample_formula_atoms(sample.formula), covered = 0;
    sample.by_ways = function_of(arena, text, NO_CAP, complete);
    sample.ways = htol_arena_new0(arena, guint8, sample.by_ways->row.slots);
    for (guint i = 0; i < 6; i++) {
        guint8 values[MOST_ATOMS];
        sample_formula_assign(sample.formula, g_rand_int_range(random, 0, 1 << atoms), values);
        record_both(&sample, values);
        covered += compare(&sample);
    }
    g_array_unref(sample.tuples);
    return covered;
}

static void test_against_ways(gconstpointer complete)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    guint covered = 0;
    for (guint i = 0; i < FORMULAS; i++)
        covered += check_random(random, complete != NULL);
    g_assert_cmpuint(covered, >, FORMULAS);
}

/* Many conditions
 * -----------------------------------------------------------------------------------------------------------
 */

static void evaluate(Sample *sample, const guint8 *values)
{
    guint8 row[MANY + 1];
    sample_formula_evaluate(sample->formula, values, row);
    record_tuple(sample, row);
}

static char *joined(const char *operand, const char *op, guint count)
{
    GString *text = g_string_new(operand);
    for (guint i = 1; i < count; i++)
        g_string_append_printf(text, " %s %s", op, operand);
    return g_string_free(text, FALSE);
}

/* All true, and each alone false but one: that one is not covered. */
static void test_100_conditions(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *text = joined("a", "&&", MANY);
    Sample sample = sample_of(arena, text, FALSE);
    guint8 values[MANY];
    guint count;
    memset(values, HTOL_TRUE, sizeof values);
    evaluate(&sample, values);
    for (guint i = 0; i < MANY; i++) {
        values[i] = HTOL_FALSE;
        if (i != 63)
            evaluate(&sample, values);
        values[i] = HTOL_TRUE;
    }
    g_assert_cmpuint(count_covered(&sample, "RACC", &count), ==, MANY - 1);
    g_assert_cmpuint(count, ==, MANY);
    g_assert_cmpuint(count_covered(&sample, "UTPC", &count), ==, MANY);
    g_assert_cmpuint(count, ==, MANY + 1);
    g_array_unref(sample.tuples);
}

/* 2^20 implicants: with all first ones true, and each pair alone false, the first conditions decide alone. */
static void test_pairs(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *text = joined("(a || b)", "&&", PAIRS);
    Sample sample = sample_of(arena, text, FALSE);
    guint8 values[2 * PAIRS];
    guint count;
    for (guint i = 0; i < 2 * PAIRS; i++)
        values[i] = i % 2 == 0 ? HTOL_TRUE : HTOL_FALSE;
    evaluate(&sample, values);
    for (guint i = 0; i < PAIRS; i++) {
        values[2 * i] = HTOL_FALSE;
        evaluate(&sample, values);
        values[2 * i] = HTOL_TRUE;
    }
    g_assert_cmpuint(count_covered(&sample, "RACC", &count), ==, PAIRS);
    values[0] = HTOL_FALSE;
    values[1] = HTOL_TRUE;
    evaluate(&sample, values);
    g_assert_cmpuint(count_covered(&sample, "RACC", &count), ==, PAIRS + 1);
    g_assert_cmpuint(count, ==, 2 * PAIRS);
    const HtolObjective *objectives = objectives_of(&sample, sample.by_tuples, "2-CC,MCC", &count);
    g_assert_cmpuint(count, ==, 2);
    for (guint i = 0; i < count; i++)
        g_assert_cmpstr(objectives[i].unmeasured, ==, "it has 2097151 ways, too many to ask for each");
    g_array_unref(sample.tuples);
}

static void test_too_many_ways(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *text = joined("(a || b)", "&&", MANY / 2);
    Sample sample = sample_of(arena, text, FALSE);
    guint count;
    const HtolObjective *objectives = objectives_of(&sample, sample.by_tuples, "MCC", &count);
    g_assert_cmpuint(count, ==, 1);
    g_assert_cmpstr(objectives->unmeasured, ==, "it has more than two billion ways, too many to ask for each");
    g_array_unref(sample.tuples);
}

/* Oddities
 * -----------------------------------------------------------------------------------------------------------
 */

/* Adds a tuple with those two words for each of its values. */
static void add_words(Sample *sample, guint32 source, guint32 n_values, const guint64 *words)
{
    HtolTuple tuple = {source, n_values, words};
    g_array_append_val(sample->tuples, tuple);
}

/* What is no vector of the decision, whoever wrote it, says nothing; nor do tuples of other sources. */
static void test_no_vectors(void)
{
    static const guint64 number[] = {HTOL_TUPLE_SIGNED, 5}, several[] = {HTOL_TUPLE_VECTOR, 5, HTOL_TUPLE_VECTOR, 0},
                         hole[] = {HTOL_TUPLE_VECTOR, 9}, good[] = {HTOL_TUPLE_VECTOR, 5};
    g_autoptr(HtolArena) arena = htol_arena_new();
    Sample sample = sample_of(arena, "a && b", FALSE);
    HtolSite site = {HTOL_SITE_DECISION, 0};
    add_words(&sample, 0, 1, number);
    add_words(&sample, 0, 2, several);
    add_words(&sample, 0, 1, hole);
    add_words(&sample, 1, 1, good);
    g_assert_cmpuint(htol_observed_at(observed_of(&sample), site).rows, ==, 0);
    g_array_set_size(sample.tuples, 0);
    add_words(&sample, 0, 1, good);
    HtolEnvs envs = htol_observed_at(observed_of(&sample), site);
    g_assert_cmpuint(envs.rows, ==, 1);
    g_assert_cmpmem(envs.values, 3, ((const guint8[]){HTOL_TRUE, HTOL_TRUE, HTOL_TRUE}), 3);
    g_array_unref(sample.tuples);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/vectors/observed-as-ways", NULL, test_against_ways);
    g_test_add_data_func("/vectors/complete-as-ways", "", test_against_ways);
    g_test_add_func("/vectors/100-conditions", test_100_conditions);
    g_test_add_func("/vectors/pairs", test_pairs);
    g_test_add_func("/vectors/too-many-ways", test_too_many_ways);
    g_test_add_func("/vectors/no-vectors", test_no_vectors);
    return g_test_run();
}
