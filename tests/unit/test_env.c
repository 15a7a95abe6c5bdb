/* From slots to environments: the numbering of ways against plain evaluation of random formulas, and reached
 * blocks. Verdicts are tested in test_eval.c. */
#include <string.h>

#include "htol/judge/env.h"
#include "tests/unit/sample_function.h"

enum { FORMULAS = 1500, MOST_ATOMS = 8, NO_CAP = G_MAXINT32 };

/* One decision and the formula that it was made from. */
typedef struct {
    HtolArena *arena;
    const SampleFormula *formula;
    const HtolFunction *function;
    guint atoms, columns;
} Sample;

static Sample sample_of(HtolArena *arena, const char *text, guint32 cap)
{
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, text, cap);
    const SampleFormula *formula = sample_formula_parse(arena, text);
    guint atoms = sample_formula_atoms(formula);
    return (Sample){arena, formula, sample_function_end(sample), atoms, atoms + 1};
}

/* The environments after the decision was evaluated once, leaving off as `row` says. */
static HtolEnvs envs_after(const Sample *sample, const guint8 *row)
{
    guint8 *slots = htol_arena_new0(sample->arena, guint8, sample->function->row.slots);
    sample_function_record(sample->function, 0, row, slots);
    HtolObserved *observed = htol_observed_new(sample->arena, sample->function, slots);
    return htol_observed_at(observed, (HtolSite){HTOL_SITE_DECISION, 0});
}

static gboolean is_constant(const Sample *sample)
{
    return sample->function->decisions[0].root < HTOL_TARGET_CONDITION;
}

/* Whether each known value of `part` is the same in `whole`. */
static gboolean is_part(const guint8 *part, const guint8 *whole, guint columns)
{
    for (guint i = 0; i < columns; i++)
        if (part[i] != HTOL_UNKNOWN && part[i] != whole[i])
            return FALSE;
    return TRUE;
}

static const guint8 *row_of(HtolEnvs envs, guint i)
{
    return envs.values + (gsize)i * envs.columns;
}

static gboolean holds(HtolEnvs envs, const guint8 *row, guint columns)
{
    for (guint i = 0; i < envs.rows; i++)
        if (memcmp(row_of(envs, i), row, columns) == 0)
            return TRUE;
    return FALSE;
}

/* Exactly one row has an outcome, and it is what was evaluated; all others are parts of it that never ended.
 */
static void check_complete(const Sample *sample, const guint8 *row)
{
    HtolEnvs envs = envs_after(sample, row);
    guint ended = 0;
    g_assert_cmpuint(envs.columns, ==, 3 * sample->columns - 2); /* what is active and inactive too */
    for (guint i = 0; i < envs.rows; i++) {
        ended += row_of(envs, i)[0] != HTOL_UNKNOWN;
        g_assert_true(is_part(row_of(envs, i), row, sample->columns));
    }
    g_assert_cmpuint(ended, ==, !is_constant(sample));
    g_assert_true(is_constant(sample) || holds(envs, row, sample->columns));
}

static void check_cut(const Sample *sample, const guint8 *row)
{
    HtolEnvs envs = envs_after(sample, row);
    for (guint i = 0; i < envs.rows; i++) {
        g_assert_cmpuint(row_of(envs, i)[0], ==, HTOL_UNKNOWN);
        g_assert_true(is_part(row_of(envs, i), row, sample->columns));
    }
    gboolean empty = TRUE;
    for (guint i = 1; i < sample->columns; i++)
        empty &= row[i] == HTOL_UNKNOWN;
    g_assert_true(empty || holds(envs, row, sample->columns));
}

/* A condition that leaves: the first evaluated one that may. */
static void try_leaving(const Sample *sample, guint8 *values, guint8 *row)
{
    for (guint i = 0; i < sample->atoms; i++) {
        const char *text = sample->function->conditions[i].text;
        guint8 value = values[i];
        values[i] = HTOL_UNKNOWN;
        gboolean left = sample_formula_evaluate(sample->formula, values, row) == HTOL_UNKNOWN;
        values[i] = value;
        if (left && g_str_has_suffix(text, "()"))
            check_cut(sample, row);
    }
}

static void check_ways(const Sample *sample, GHashTable *vectors)
{
    HtolEnvs ways = htol_decision_ways(sample->arena, sample->function, 0);
    g_autoptr(GHashTable) numbered =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    for (guint i = 0; i < ways.rows; i++) {
        GBytes *bytes = g_bytes_new(row_of(ways, i), ways.columns);
        g_assert_true(g_hash_table_contains(vectors, bytes));
        g_hash_table_add(numbered, bytes);
    }
    if (is_constant(sample)) {
        g_assert_cmpuint(ways.rows, ==, 0);
        return;
    }
    g_assert_cmpuint(ways.rows, ==, sample->function->decisions[0].ways);
    g_assert_cmpuint(g_hash_table_size(numbered), ==, g_hash_table_size(vectors));
}

static void check_formula(const char *text)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GHashTable) vectors =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    Sample sample = sample_of(arena, text, NO_CAP);
    guint8 values[MOST_ATOMS], row[MOST_ATOMS + 1];
    for (guint i = 0; i < 1u << sample.atoms; i++) {
        sample_formula_assign(sample.formula, i, values);
        sample_formula_evaluate(sample.formula, values, row);
        g_hash_table_add(vectors, g_bytes_new(row, sample.columns));
        check_complete(&sample, row);
        try_leaving(&sample, values, row);
    }
    check_ways(&sample, vectors);
}

static void test_random_formulas(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    for (guint i = 0; i < FORMULAS; i++) {
        g_autofree char *text = sample_formula_random(random, MOST_ATOMS);
        g_test_message("%s", text);
        check_formula(text);
    }
}

static void test_joined_ways_that_leave(void)
{
    check_formula("(a || b) && f()");
    check_formula("(a || b()) && (c() || d) && (!e() || g())");
    check_formula("((a && b()) || c()) && 1 && (d() || (0 && e()))");
}

/* The numbers are part of the format: they must not change with the code. */
static void test_numbers(void)
{
    static const guint8 wanted[] = {HTOL_FALSE, HTOL_FALSE, HTOL_UNKNOWN, HTOL_FALSE, HTOL_TRUE,
                                    HTOL_FALSE, HTOL_TRUE,  HTOL_TRUE,    HTOL_TRUE};
    g_autoptr(HtolArena) arena = htol_arena_new();
    Sample sample = sample_of(arena, "a && b", NO_CAP);
    HtolEnvs ways = htol_decision_ways(arena, sample.function, 0);
    g_assert_cmpmem(ways.values, (gsize)ways.rows * ways.columns, wanted, sizeof wanted);
}

static void test_over_the_cap(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    Sample sample = sample_of(arena, "(a || b) && c", 2);
    const guint8 row[] = {HTOL_TRUE, HTOL_FALSE, HTOL_TRUE, HTOL_TRUE};
    HtolEnvs envs = envs_after(&sample, row);
    g_assert_cmpuint(sample.function->decisions[0].ways, ==, 0);
    g_assert_cmpuint(htol_decision_ways(arena, sample.function, 0).rows, ==, 0);
    g_assert_cmpuint(envs.rows, ==, 4);
    for (guint i = 0; i < envs.rows; i++)
        for (guint c = 0; c < envs.columns; c++)
            g_assert_cmpuint(row_of(envs, i)[c], ==, i == c ? row[c] : HTOL_UNKNOWN);
}

/* 2 to the 40th ways: counts stop where they are told to, and do not wrap. */
static void test_counts_do_not_overflow(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) text = g_string_new("(a || b)");
    for (guint i = 0; i < 40; i++)
        g_string_append(text, " && (a || b)");
    Sample sample = sample_of(arena, text->str, 1024);
    g_autofree guint32 *ways_from =
        htol_decision_ways_from(&sample.function->decisions[0], sample.function->conditions);
    g_assert_cmpuint(ways_from[0], ==, G_MAXUINT32 / 2);
    g_assert_cmpuint(sample.function->decisions[0].ways, ==, 0);
}

/* A slot that no way so far has the number of says nothing, whoever set it. */
static void test_impossible_numbers(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    Sample sample = sample_of(arena, "(a || b) && c()", NO_CAP);
    const HtolRowCondition *last = &sample.function->conditions[2];
    guint8 *slots = htol_arena_new0(arena, guint8, sample.function->row.slots);
    memset(slots + last->cut_slot, 1, last->cut_slots);
    HtolObserved *observed = htol_observed_new(arena, sample.function, slots);
    HtolEnvs envs = htol_observed_at(observed, (HtolSite){HTOL_SITE_DECISION, 0});
    g_assert_cmpuint(last->cut_slots, ==, 5);
    g_assert_cmpuint(envs.rows, ==, 2);
    g_assert_true(holds(envs, (const guint8[]){HTOL_UNKNOWN, HTOL_TRUE, HTOL_UNKNOWN, HTOL_UNKNOWN}, 4));
    g_assert_true(holds(envs, (const guint8[]){HTOL_UNKNOWN, HTOL_FALSE, HTOL_TRUE, HTOL_UNKNOWN}, 4));
}

static void check_same(HtolEnvs one, HtolEnvs other)
{
    g_assert_cmpmem(one.values, (gsize)one.rows * one.columns, other.values, (gsize)other.rows * other.columns);
}

/* With a slot that is supposed the environments are those of a record that has it. */
static void check_supposed(const Sample *sample, const guint8 *slots, guint32 slot)
{
    HtolArena *arena = sample->arena;
    HtolObserved *before = htol_observed_new(arena, sample->function, slots);
    guint8 *both = htol_arena_memdup(arena, slots, sample->function->row.slots);
    both[slot] = 1;
    HtolObserved *recorded = htol_observed_new(arena, sample->function, both);
    HtolObserved *supposed = htol_observed_with(arena, before, &slot, 1);
    HtolSite site = {HTOL_SITE_DECISION, 0};
    check_same(htol_observed_at(supposed, site), htol_observed_at(recorded, site));
}

static void test_supposed(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    for (guint32 cap = 1; cap > 0; cap = cap == 1 ? NO_CAP : 0) {
        Sample sample = sample_of(arena, "(a || b) && c()", cap);
        guint8 *slots = htol_arena_new0(arena, guint8, sample.function->row.slots);
        slots[sample.function->decisions[0].slot] = 1;
        for (guint32 slot = 0; slot < sample.function->row.slots; slot++)
            check_supposed(&sample, slots, slot);
    }
}

/* The outcome, and for each condition whether it is active, of a total vector: by changing one value. */
static void check_total(const Sample *sample, const guint8 *values)
{
    guint8 row[MOST_ATOMS + 1], scratch[MOST_ATOMS + 1], changed[MOST_ATOMS];
    const HtolRowCondition *conditions = sample->function->conditions;
    row[0] = sample_formula_evaluate(sample->formula, values, scratch);
    for (guint i = 0; i < sample->atoms; i++)
        row[1 + i] = conditions[i].state == HTOL_CONDITION_LIVE ? values[i] : HTOL_UNKNOWN;
    HtolEnvs envs = envs_after(sample, row);
    g_assert_cmpuint(envs.rows, ==, is_constant(sample) ? 0 : 1);
    if (envs.rows == 0)
        return;
    g_assert_cmpmem(envs.values, sample->columns, row, sample->columns);
    for (guint i = 0; i < sample->atoms; i++) {
        memcpy(changed, values, sample->atoms);
        changed[i] = values[i] == HTOL_TRUE ? HTOL_FALSE : HTOL_TRUE;
        guint8 active = sample_formula_evaluate(sample->formula, changed, scratch) != row[0];
        gboolean live = row[1 + i] != HTOL_UNKNOWN;
        g_assert_cmpuint(envs.values[sample->columns + i], ==, live ? active : HTOL_UNKNOWN);
        g_assert_cmpuint(envs.values[sample->columns + sample->atoms + i], ==, live ? !active : HTOL_UNKNOWN);
    }
}

static Sample complete_sample(HtolArena *arena, const char *text, guint32 cap)
{
    SampleFunction *sample = sample_function_new(arena, "f");
    const SampleFormula *formula = sample_formula_parse(arena, text);
    guint atoms = sample_formula_atoms(formula);
    sample_function_add_decision(sample, HTOL_DECISION_IF, text, NO_CAP);
    sample_function_complete(sample, cap);
    return (Sample){arena, formula, sample_function_end(sample), atoms, atoms + 1};
}

static void test_random_complete(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    for (guint i = 0; i < FORMULAS; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        g_autofree char *text = sample_formula_random(random, MOST_ATOMS);
        guint8 values[MOST_ATOMS];
        g_test_message("%s", text);
        Sample sample = complete_sample(arena, text, NO_CAP);
        for (guint n = 0; n < 1u << sample.atoms; n++) {
            sample_formula_assign(sample.formula, n, values);
            check_total(&sample, values);
        }
    }
}

/* These numbers too are part of the format. A constant has no bit. */
static void test_complete_numbers(void)
{
    static const guint8 wanted[] = {
        HTOL_FALSE, HTOL_FALSE, HTOL_UNKNOWN, HTOL_FALSE, HTOL_FALSE, HTOL_TRUE, HTOL_UNKNOWN, HTOL_FALSE,
        HTOL_FALSE, HTOL_FALSE, HTOL_UNKNOWN, HTOL_TRUE,  HTOL_TRUE,  HTOL_TRUE, HTOL_UNKNOWN, HTOL_TRUE,
    };
    g_autoptr(HtolArena) arena = htol_arena_new();
    Sample sample = complete_sample(arena, "a && (1 && b)", NO_CAP);
    HtolEnvs ways = htol_decision_ways(arena, sample.function, 0);
    g_assert_cmpmem(ways.values, (gsize)ways.rows * ways.columns, wanted, sizeof wanted);
}

static void test_complete_over_the_cap(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    Sample sample = complete_sample(arena, "(a || b) && c", 4);
    const guint8 row[] = {HTOL_TRUE, HTOL_TRUE, HTOL_FALSE, HTOL_TRUE};
    HtolEnvs envs = envs_after(&sample, row);
    g_assert_cmpuint(sample.function->decisions[0].ways, ==, 0);
    g_assert_cmpuint(htol_decision_ways(arena, sample.function, 0).rows, ==, 0);
    g_assert_cmpuint(envs.rows, ==, 4);
}

/* A function with one decision whose repeated conditions are one. */
static HtolFunction *correlated(HtolArena *arena, const char *text, gboolean complete)
{
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, text, NO_CAP);
    sample_function_correlate(sample);
    if (complete)
        sample_function_complete(sample, NO_CAP);
    return sample_function_end(sample);
}

static guint count_possible(const char *text, gboolean complete)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolObserved *possible = htol_possible_new(arena, correlated(arena, text, complete));
    return htol_observed_at(possible, (HtolSite){HTOL_SITE_DECISION, 0}).rows;
}

static void test_repeated_conditions(void)
{
    g_assert_cmpuint(count_possible("a && b", FALSE), ==, 3);
    g_assert_cmpuint(count_possible("a || !a", FALSE), ==, 2);
    /* a && b: TT--; F-F- is possible, F-TF and F-TT are not; TFTF, TFTT are, TFF- is not */
    g_assert_cmpuint(count_possible("a && b || a && c", FALSE), ==, 4);
    g_assert_cmpuint(count_possible("a && b || a && c", TRUE), ==, 8);
    /* TT--T, TFT--, F-FT-, F-FFF, but not F-FFT: there the last two differ, and the first b was not evaluated */
    g_assert_cmpuint(count_possible("(a && b || !a && !b) && b", FALSE), ==, 4);
    /* before f() leaves, a and its repetition are both true */
    g_assert_cmpuint(count_possible("a && a && f()", FALSE), ==, 4);
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction *function = correlated(arena, "a && b || !a && b", FALSE);
    g_assert_cmpstr(htol_decision_repeats(arena, function, 0), ==,
                    "condition 3 repeats condition 1 (`a`), condition 4 repeats condition 2 (`b`)");
    function = correlated(arena, "a && b", FALSE);
    g_assert_null(htol_decision_repeats(arena, function, 0));
}

static gboolean is_reached(HtolObserved *observed, HtolSiteKind kind, guint32 index)
{
    HtolEnvs envs = htol_observed_at(observed, (HtolSite){kind, index});
    g_assert_cmpuint(envs.columns, ==, 0);
    g_assert_cmpuint(envs.rows, <=, 1);
    return envs.rows;
}

/* Blocks of the sample: the entry, a == true, a == false, two cases, no case. */
static void test_blocks(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, "a && f()", NO_CAP);
    sample_function_add_switch(sample, 2);
    HtolFunction *function = sample_function_end(sample);
    const guint8 cut[] = {HTOL_UNKNOWN, HTOL_TRUE, HTOL_UNKNOWN}, ends[] = {HTOL_FALSE, HTOL_TRUE, HTOL_FALSE};
    const gboolean wanted[][6] = {{0}, {1, 0, 0, 0, 1, 0}, {1, 0, 1, 0, 1, 0}};
    guint8 *slots = htol_arena_new0(arena, guint8, function->row.slots);
    for (guint step = 0; step < G_N_ELEMENTS(wanted); step++) {
        HtolObserved *observed = htol_observed_new(arena, function, slots);
        for (guint32 i = 0; i < function->n_blocks; i++)
            g_assert_cmpint(is_reached(observed, HTOL_SITE_BLOCK, i), ==, wanted[step][i]);
        for (guint32 i = 0; i < function->n_arms; i++)
            g_assert_cmpint(is_reached(observed, HTOL_SITE_ARM, i), ==, wanted[step][3 + i]);
        slots[0] = slots[function->arms[1].slot] = 1;
        sample_function_record(function, 0, step == 0 ? cut : ends, slots);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/env/random-formulas", test_random_formulas);
    g_test_add_func("/env/joined-ways-that-leave", test_joined_ways_that_leave);
    g_test_add_func("/env/numbers", test_numbers);
    g_test_add_func("/env/over-the-cap", test_over_the_cap);
    g_test_add_func("/env/counts-do-not-overflow", test_counts_do_not_overflow);
    g_test_add_func("/env/impossible-numbers", test_impossible_numbers);
    g_test_add_func("/env/random-complete", test_random_complete);
    g_test_add_func("/env/complete-numbers", test_complete_numbers);
    g_test_add_func("/env/complete-over-the-cap", test_complete_over_the_cap);
    g_test_add_func("/env/repeated-conditions", test_repeated_conditions);
    g_test_add_func("/env/blocks", test_blocks);
    g_test_add_func("/env/supposed", test_supposed);
    return g_test_run();
}
