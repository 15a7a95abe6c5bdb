/* What is missing: that the vectors found would cover the objective, and that none are nearer, on random
 * decisions; and the words, by hand. */
#include <string.h>

#include "htol/expand/expansion.h"
#include "htol/judge/eval.h"
#include "htol/words/missing.h"
#include "tests/unit/sample_function.h"

enum { FORMULAS = 600, MOST_ATOMS = 5, NO_CAP = G_MAXINT32 };

/* A function of one decision, and what was recorded of it. */
typedef struct {
    HtolArena *arena;
    const HtolFunction *function;
    guint conditions;
    guint8 *slots;
    HtolObserved *observed;
    HtolEnvs ways;
} Sample;

static Sample sample_of(HtolArena *arena, const char *text, guint32 cap)
{
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, text, cap);
    const HtolFunction *function = sample_function_end(sample);
    return (Sample){.arena = arena,
                    .function = function,
                    .conditions = function->decisions[0].conditions,
                    .slots = htol_arena_alloc(arena, function->row.slots),
                    .ways = htol_decision_ways(arena, function, 0)};
}

static const guint8 *way_at(const Sample *sample, guint index)
{
    return sample->ways.values + (gsize)index * sample->ways.columns;
}

static HtolObjective *objectives_of(const Sample *sample, const char *criteria, guint *count)
{
    HtolSelection selection;
    g_assert_true(htol_selection_parse(criteria, &selection, NULL));
    return htol_expand(sample->arena, sample->function, &selection, count);
}

/* Against all ways
 * ---------------------------------------------------------------------------------------------------- */

/* Whether the objective is covered by these vectors, and those that were recorded, or none of them. */
static gboolean is_covered_by(const Sample *sample, const HtolObjective *objective, const guint8 *recorded,
                              const guint8 *one, const guint8 *other)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    gsize size = sample->function->row.slots;
    guint8 *slots = recorded ? htol_arena_memdup(arena, recorded, size) : htol_arena_alloc(arena, size);
    if (one)
        sample_function_record(sample->function, 0, one, slots);
    if (other)
        sample_function_record(sample->function, 0, other, slots);
    return htol_covered(objective->hyper, htol_observed_new(arena, sample->function, slots));
}

/* In how many conditions that both evaluated they differ, and in how many that one did: as digits of a
 * number. */
static guint distance(const guint8 *one, const guint8 *other, guint conditions)
{
    guint sum = 0;
    for (guint i = 1; i <= conditions; i++)
        if (one[i] != other[i])
            sum += one[i] == HTOL_UNKNOWN || other[i] == HTOL_UNKNOWN ? 1 : 100;
    return sum;
}

static guint distance_from_seen(const Sample *sample, const guint8 *way)
{
    HtolEnvs seen = htol_observed_at(sample->observed, (HtolSite){HTOL_SITE_DECISION, 0});
    guint least = G_MAXUINT;
    for (guint i = 0; i < seen.rows; i++) {
        const guint8 *row = seen.values + (gsize)i * seen.columns;
        least = row[0] == HTOL_UNKNOWN ? least : MIN(least, distance(row, way, sample->conditions));
    }
    return least;
}

/* The distance of the nearest way that would cover the objective alone; 1 + G_MAXUINT if there is none. */
static guint64 nearest(const Sample *sample, const HtolObjective *objective)
{
    guint64 least = (guint64)G_MAXUINT + 1;
    for (guint i = 0; i < sample->ways.rows; i++)
        if (is_covered_by(sample, objective, sample->slots, way_at(sample, i), NULL))
            least = MIN(least, distance_from_seen(sample, way_at(sample, i)));
    return least;
}

/* No vector seen that makes a pair with the new one is nearer to it. */
static void check_partner(const Sample *sample, const HtolObjective *objective, HtolMissingVectors found)
{
    HtolEnvs seen = htol_observed_at(sample->observed, (HtolSite){HTOL_SITE_DECISION, 0});
    for (guint i = 0; i < seen.rows && found.partner; i++) {
        const guint8 *row = seen.values + (gsize)i * seen.columns;
        if (is_covered_by(sample, objective, NULL, found.vectors[0], row))
            g_assert_cmpuint(distance(found.partner, found.vectors[0], sample->conditions), <=,
                             distance(row, found.vectors[0], sample->conditions));
    }
}

static void check_vectors(const Sample *sample, HtolMissing *missing, const HtolObjective *objective)
{
    HtolMissingVectors found = htol_missing_vectors(missing, objective);
    guint64 least = nearest(sample, objective);
    g_assert_cmpuint(found.n_new, ==, least <= G_MAXUINT ? 1 : 2);
    g_assert_true(is_covered_by(sample, objective, sample->slots, found.vectors[0], found.vectors[1]));
    if (found.n_new == 1) {
        g_assert_cmpuint(distance_from_seen(sample, found.vectors[0]), ==, least);
        g_assert_true(is_covered_by(sample, objective, NULL, found.vectors[0], found.partner));
        g_assert_cmpint(found.partner != NULL, !=, is_covered_by(sample, objective, NULL, found.vectors[0], NULL));
        check_partner(sample, objective, found);
    }
}

static void record_some(const Sample *sample, const SampleFormula *formula, GRand *random)
{
    guint8 values[MOST_ATOMS], row[MOST_ATOMS + 1];
    guint rarity = g_rand_int_range(random, 1, 12);
    for (guint i = 0; i < 1u << sample->conditions; i++) {
        sample_formula_assign(formula, i, values);
        for (guint c = 0; c < sample->conditions; c++)
            if (g_str_has_suffix(sample->function->conditions[c].text, "()") && g_rand_boolean(random))
                values[c] = HTOL_UNKNOWN;
        sample_formula_evaluate(formula, values, row);
        if (g_rand_int_range(random, 0, rarity) == 0)
            sample_function_record(sample->function, 0, row, sample->slots);
    }
}

/* Returns how many objectives were asked about. */
static guint check_formula(const char *text, GRand *random)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    Sample sample = sample_of(arena, text, NO_CAP);
    guint count, asked = 0;
    record_some(&sample, sample_formula_parse(arena, text), random);
    sample.observed = htol_observed_new(arena, sample.function, sample.slots);
    HtolMissing *missing = htol_missing_new(arena, sample.function, sample.observed);
    HtolObserved *all = htol_possible_new(arena, sample.function);
    const HtolObjective *objectives = objectives_of(&sample, "all", &count);
    for (guint i = 0; i < count; i++) {
        gboolean is_open =
            objectives[i].site.kind == HTOL_SITE_DECISION && !htol_covered(objectives[i].hyper, sample.observed);
        if (!is_open || !htol_covered(objectives[i].hyper, all))
            continue;
        check_vectors(&sample, missing, &objectives[i]);
        asked++;
    }
    return asked;
}

static void test_random_formulas(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    guint asked = 0;
    for (guint i = 0; i < FORMULAS; i++) {
        g_autofree char *text = sample_formula_random(random, MOST_ATOMS);
        g_test_message("%s", text);
        asked += check_formula(text, random);
    }
    g_assert_cmpuint(asked, >, 1000);
}

/* By hand
 * ---------------------------------------------------------------------------------------------------- */

/* "TF- T": the conditions, then the outcome. */
static void record(const Sample *sample, const char *vectors)
{
    g_auto(GStrv) all = g_strsplit(vectors, ",", -1);
    g_autofree guint8 *row = g_malloc(sample->conditions + 1);
    for (char **vector = all; *vector; vector++) {
        g_assert_cmpuint(strlen(*vector), ==, sample->conditions + 2);
        for (guint i = 0; i < sample->conditions; i++)
            row[1 + i] = strchr("FT-", (*vector)[i]) - "FT-";
        row[0] = strchr("FT-", (*vector)[sample->conditions + 1]) - "FT-";
        sample_function_record(sample->function, 0, row, sample->slots);
    }
}

/* Of `vectors` seen of the decision, the words of the objective whose id is given. */
static void check_words(const char *formula, const char *vectors, const char *criterion, const char *id,
                        const char *words)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    Sample sample = sample_of(arena, formula, 1024);
    guint count, found = 0;
    record(&sample, vectors);
    HtolObserved *observed = htol_observed_new(arena, sample.function, sample.slots);
    HtolMissing *missing = htol_missing_new(arena, sample.function, observed);
    const HtolObjective *objectives = objectives_of(&sample, criterion, &count);
    for (guint i = 0; i < count; i++) {
        if (strcmp(objectives[i].id, id) != 0)
            continue;
        g_autofree char *said = htol_missing_words(missing, &objectives[i]);
        g_assert_cmpstr(said, ==, words);
        found++;
    }
    g_assert_cmpuint(found, ==, 1);
}

static void test_single_vectors(void)
{
    check_words("a && b", "F- F", "DC", "d0=T",
                "the decision was never true: seen F- -> false; TT -> true would cover it");
    check_words("a && b", "F- F", "CC", "d0.c1=T",
                "`a` (condition 1) was never true: seen F- -> false; TF -> false would cover it");
    check_words("a && (b || c)", "F-- F,TT- T", "GACC", "d0.c3=F",
                "`c` (condition 3) was never seen to decide the outcome while false: seen F-- -> false, TT- -> true; "
                "TFF -> false would cover it");
    check_words("(a || b) && c", "T-T T", "GICC", "d0.c1=F,d=F",
                "`a` (condition 1) was never seen to make no difference while false, the decision being false: seen "
                "T-T -> true; FF- -> false would cover it");
    check_words("a || b", "FF F", "IC", "d0=T:T-",
                "the implicant was never seen: seen FF -> false; T- -> true would cover it");
    check_words("a || b", "FF F", "UTPC", "d0=T:-T",
                "the implicant was never seen alone: seen FF -> false; FT -> true would cover it");
    check_words("a || b", "FF F", "MCC", "d0:T-",
                "this way was never taken: seen FF -> false; T- -> true would cover it");
    check_words("a || b", "FF F", "2-CC", "d0:FT",
                "these values were never seen together: seen FF -> false; FT -> true would cover it");
}

static void test_pairs(void)
{
    check_words("a && (b || c)", "F-- F,TT- T", "RACC", "d0.c2",
                "`b` (condition 2) was never seen to decide the outcome while false: seen F-- -> false, TT- -> true; "
                "TFF -> false would complete the pair with TT- -> true");
    check_words("a && (b || c)", "F-- F,TT- T", "CACC", "d0.c3",
                "`c` (condition 3) was never seen to decide the outcome: seen F-- -> false, TT- -> true; "
                "TFF -> false and TFT -> true together would cover it");
    check_words("(a || b) && c", "T-T T,FTF F", "RACC", "d0.c3",
                "`c` (condition 3) was never seen to decide the outcome, true and false, with the others the same: "
                "seen FTF -> false, T-T -> true; FTT -> true would complete the pair with FTF -> false");
    check_words("(a || b) && c", "T-F F", "RICC", "d0.c1,d=F",
                "`a` (condition 1) was never seen to make no difference while false, the decision being false: seen "
                "T-F -> false; FTF -> false would complete the pair with T-F -> false");
    check_words("(a || b) && c", "T-T T", "CUTPNFP", "d0.c3:T-T",
                "the decision was never seen false with the other value of `c` (condition 3): seen T-T -> true; "
                "T-F -> false would complete the pair with T-T -> true");
    check_words("(a || b) && c", "T-T T,FTF F", "CUTPNFP", "d0.c3:T-T",
                "the implicant alone, and the decision false with the other value of `c` (condition 3), were never "
                "seen with the others the same: seen FTF -> false, T-T -> true; T-F -> false would complete the pair "
                "with T-T -> true");
}

static void test_little_is_known(void)
{
    check_words("a && b", "-- -", "CC", "d0.c1=T", "the decision was never evaluated");
    check_words("a && f()", "T- -", "DC", "d0=T",
                "the decision was never true: seen T- -> no end; TT -> true would cover it");
    check_words("a && f()", "T- -,TF F", "DC", "d0=T",
                "the decision was never true: seen TF -> false; TT -> true would cover it");
    check_words("a", "T T", "STMT", "s2", "");
}

static char *repeated(const char *operand, guint size)
{
    GString *text = g_string_new(operand);
    for (guint i = 1; i < size; i++)
        g_string_append_printf(text, " && %s", operand);
    return g_string_free(text, FALSE);
}

/* Six vectors are shown. */
static void test_many_seen(void)
{
    check_words("a && b && c && d && e && f && g",
                "TTTTTTF F,TTTTTF- F,TTTTF-- F,TTTF--- F,TTF---- F,TF----- F,F------ F", "DC", "d0=T",
                "the decision was never true: seen F------ -> false, TF----- -> false, TTF---- -> false, "
                "TTTF--- -> false, TTTTF-- -> false, TTTTTF- -> false and 1 more; TTTTTTT -> true would cover it");
}

/* Recorded condition by condition, so there are no vectors to show. */
static void test_over_the_cap(void)
{
    g_autofree char *text = repeated("(a || b)", 10), *blank = g_strnfill(18, '-');
    g_autofree char *vector = g_strdup_printf("FF%s F", blank);
    check_words(text, vector, "CC", "d0.c1=T", "`a` (condition 1) was never true");
}

/* 1023 ways: more pairs of them than are tried. It still ends, and says what was seen. */
static void test_bound(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *text = repeated("(a || b)", 9);
    Sample sample = sample_of(arena, text, 1024);
    guint count;
    record(&sample, "FF---------------- F");
    HtolObserved *observed = htol_observed_new(arena, sample.function, sample.slots);
    HtolMissing *missing = htol_missing_new(arena, sample.function, observed);
    const HtolObjective *objectives = objectives_of(&sample, "RACC", &count);
    for (guint i = 0; i < count; i++) {
        g_autofree char *said = htol_missing_words(missing, &objectives[i]);
        g_assert_nonnull(strstr(said, "seen FF---------------- -> false"));
    }
}

/* f() && a, cut: what is missing is no vector of one of its decisions. */
static void test_cut_branch(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_VALUE, "f()", NO_CAP);
    sample_function_add_decision(sample, HTOL_DECISION_VALUE, "a", NO_CAP);
    sample_function_add_branch(sample, "f() && a", 2);
    Sample cut = {.arena = arena, .function = sample_function_end(sample)};
    guint8 *slots = htol_arena_alloc(arena, cut.function->row.slots);
    HtolMissing *missing = htol_missing_new(arena, cut.function, htol_observed_new(arena, cut.function, slots));
    guint count;
    HtolObjective *objectives = objectives_of(&cut, "BC", &count);
    g_assert_cmpuint(count, ==, 2);
    for (guint i = 0; i < count; i++) {
        g_autofree char *words = htol_missing_words(missing, &objectives[i]);
        g_assert_cmpstr(words, ==, objectives[i].value ? "it was never true" : "it was never false");
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/missing/random-formulas", test_random_formulas);
    g_test_add_func("/missing/single-vectors", test_single_vectors);
    g_test_add_func("/missing/pairs", test_pairs);
    g_test_add_func("/missing/little-is-known", test_little_is_known);
    g_test_add_func("/missing/many-seen", test_many_seen);
    g_test_add_func("/missing/over-the-cap", test_over_the_cap);
    g_test_add_func("/missing/bound", test_bound);
    g_test_add_func("/missing/cut-branch", test_cut_branch);
    return g_test_run();
}
