/* The implicants of decisions: against all terms over the truth table of random formulas, and by hand. */
#include <string.h>

#include "htol/expand/implicants.h"
#include "tests/unit/sample_function.h"

enum { FORMULAS = 3000, MOST_ATOMS = 7, NO_CAP = G_MAXINT32 };

/* A formula, and which assignments to its atoms (a bit each) make it true. */
typedef struct {
    HtolArena *arena;
    guint atoms;
    gboolean *truth;
    const HtolFunction *function;
    const HtolImplicants *implicants;
} Sample;

static const HtolFunction *function_of(HtolArena *arena, const char *text)
{
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, text, NO_CAP);
    return sample_function_end(sample);
}

static Sample sample_of(HtolArena *arena, const char *text)
{
    const SampleFormula *formula = sample_formula_parse(arena, text);
    Sample sample = {arena, sample_formula_atoms(formula), NULL, function_of(arena, text), NULL};
    guint8 values[MOST_ATOMS], row[MOST_ATOMS + 1];
    sample.implicants = htol_implicants_new(arena, sample.function, 0);
    g_assert_nonnull(sample.implicants);
    sample.truth = htol_arena_new0(arena, gboolean, 1u << sample.atoms);
    for (guint i = 0; i < 1u << sample.atoms; i++) {
        sample_formula_assign(formula, i, values);
        sample.truth[i] = sample_formula_evaluate(formula, values, row) == HTOL_TRUE;
    }
    return sample;
}

/* Against the truth table
 * ---------------------------------------------------------------------------------------------------- */

/* The conditions of a term, and those of them that it wants true, a bit each. */
typedef struct {
    guint conditions, wanted;
} Term;

static gboolean implies(const Sample *sample, Term term, gboolean outcome)
{
    for (guint i = 0; i < 1u << sample->atoms; i++)
        if ((i & term.conditions) == term.wanted && sample->truth[i] != outcome)
            return FALSE;
    return TRUE;
}

static gboolean is_prime(const Sample *sample, Term term, gboolean outcome)
{
    for (guint i = 0; i < sample->atoms; i++) {
        Term shorter = {term.conditions & ~(1u << i), term.wanted & ~(1u << i)};
        if (shorter.conditions != term.conditions && implies(sample, shorter, outcome))
            return FALSE;
    }
    return implies(sample, term, outcome);
}

/* All but the empty one, which is the form of a constant. */
static guint count_primes(const Sample *sample, gboolean outcome)
{
    guint count = 0;
    for (guint conditions = 1; conditions < 1u << sample->atoms; conditions++)
        for (guint wanted = 0; wanted <= conditions; wanted++)
            if ((wanted & ~conditions) == 0)
                count += is_prime(sample, (Term){conditions, wanted}, outcome);
    return count;
}

static Term term_of(const Sample *sample, gboolean outcome, guint index)
{
    guint8 row[MOST_ATOMS + 1];
    Term term = {0, 0};
    htol_implicants_row(sample->implicants, outcome, index, row);
    g_assert_cmpuint(row[0], ==, outcome);
    for (guint i = 0; i < sample->atoms; i++) {
        term.conditions |= row[1 + i] != HTOL_UNKNOWN ? 1u << i : 0;
        term.wanted |= row[1 + i] == HTOL_TRUE ? 1u << i : 0;
    }
    return term;
}

/* The leftmost condition that only one of them has is the first one's; so they are different, too. */
static gboolean in_order(Term first, Term second)
{
    guint only_one = first.conditions ^ second.conditions, leftmost = only_one & -only_one;
    return only_one != 0 && (first.conditions & leftmost) != 0;
}

static void check_form(const Sample *sample, gboolean outcome)
{
    guint count = htol_implicants_count(sample->implicants, outcome);
    g_assert_cmpuint(count, ==, count_primes(sample, outcome));
    for (guint i = 0; i < count; i++) {
        g_assert_true(is_prime(sample, term_of(sample, outcome, i), outcome));
        g_assert_true(i == 0 || in_order(term_of(sample, outcome, i - 1), term_of(sample, outcome, i)));
    }
}

static void test_random_formulas(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    for (guint i = 0; i < FORMULAS; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        g_autofree char *text = sample_formula_random(random, MOST_ATOMS);
        g_test_message("%s", text);
        Sample sample = sample_of(arena, text);
        check_form(&sample, FALSE);
        check_form(&sample, TRUE);
    }
}

/* By hand
 * ---------------------------------------------------------------------------------------------------- */

/* All rows of the form, its outcome first: "T TT- T--T". */
static char *form_of(const HtolFunction *function, gboolean outcome)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    guint columns = function->decisions[0].conditions + 1;
    g_autofree guint8 *row = g_malloc(columns);
    const HtolImplicants *implicants = htol_implicants_new(arena, function, 0);
    GString *form = g_string_new(outcome ? "T" : "F");
    for (guint64 i = 0; i < htol_implicants_count(implicants, outcome); i++) {
        htol_implicants_row(implicants, outcome, i, row);
        g_string_append_c(form, ' ');
        for (guint c = 1; c < columns; c++)
            g_string_append_c(form, "FT-"[row[c]]);
    }
    return g_string_free(form, FALSE);
}

static void check_forms(const char *text, const char *when_true, const char *when_false)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolFunction *function = function_of(arena, text);
    g_autofree char *true_form = form_of(function, TRUE), *false_form = form_of(function, FALSE);
    g_assert_cmpstr(true_form, ==, when_true);
    g_assert_cmpstr(false_form, ==, when_false);
}

static void test_small(void)
{
    check_forms("a", "T T", "F F");
    check_forms("!a", "T F", "F T");
    check_forms("a && !b", "T TF", "F F- -T");
    check_forms("(a || b) && (c || d)", "T T-T- T--T -TT- -T-T", "F FF-- --FF");
    check_forms("a || b && (c || !(d || e))", "T T---- -TT-- -T-FF", "F FF--- F-FT- F-F-T");
}

/* Constants, and conditions on which the outcome does not hang because of them. */
static void test_constants(void)
{
    check_forms("1", "T", "F");
    check_forms("a && 0", "T", "F");
    check_forms("(a || 1) && (b || !0)", "T", "F");
    check_forms("(a && 0) || b", "T --T", "F --F");
    check_forms("a && (1 || b) && c", "T T--T", "F F--- ---F");
}

/* `size` copies of the operand. */
static char *repeated(const char *operand, const char *op, guint size)
{
    GString *text = g_string_new(operand);
    for (guint i = 1; i < size; i++)
        g_string_append_printf(text, " %s %s", op, operand);
    return g_string_free(text, FALSE);
}

static void check_counts(const char *operand, const char *op, guint64 when_true, guint64 when_false)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *text = repeated(operand, op, 50);
    const HtolImplicants *implicants = htol_implicants_new(arena, function_of(arena, text), 0);
    g_assert_cmpuint(htol_implicants_count(implicants, TRUE), ==, when_true);
    g_assert_cmpuint(htol_implicants_count(implicants, FALSE), ==, when_false);
}

static void test_counts(void)
{
    check_counts("a", "&&", 1, 50);
    check_counts("!a", "||", 50, 1);
    check_counts("(a || b)", "&&", (guint64)1 << 50, 50);
    check_counts("!(a || b)", "||", 50, (guint64)1 << 50);
    check_counts("(a || b || c)", "&&", G_MAXUINT64, 50);
}

static void test_hundred_conditions(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *text = repeated("a", "&&", 100), *all = g_strnfill(100, 'T');
    g_autofree char *wanted = g_strconcat("T ", all, NULL);
    const HtolFunction *function = function_of(arena, text);
    g_autofree char *form = form_of(function, TRUE), *negation = form_of(function, FALSE);
    g_assert_cmpstr(form, ==, wanted);
    g_assert_cmpuint(strlen(negation), ==, 1 + 100 * 101);
    for (guint i = 0; i < 100; i++)
        g_assert_cmpint(negation[1 + i * 101 + 1 + i], ==, 'F');
}

/* Also where there are too many to list: the first and the last one of 2^50. */
static void test_any_of_many(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *text = repeated("(a || b)", "&&", 50);
    const HtolImplicants *implicants = htol_implicants_new(arena, function_of(arena, text), 0);
    const guint64 numbers[] = {0, ((guint64)1 << 50) - 1};
    guint8 row[101];
    for (guint n = 0; n < G_N_ELEMENTS(numbers); n++) {
        htol_implicants_row(implicants, TRUE, numbers[n], row);
        for (guint i = 1; i < G_N_ELEMENTS(row); i++)
            g_assert_cmpuint(row[i], ==, i % 2 == (n == 0) ? HTOL_TRUE : HTOL_UNKNOWN);
    }
}

static void check_no_formula(const HtolRowCondition graph[4])
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolFunction *function = function_of(arena, "a && b && c && d");
    memcpy(function->conditions, graph, 4 * sizeof *graph);
    g_assert_null(htol_implicants_new(arena, function, 0));
}

/* Graphs that no formula makes: a ? b : c && d, and a ? !b || c && d : d. */
static void test_no_formula(void)
{
    enum { B = HTOL_TARGET_CONDITION + 1, C, D };
    check_no_formula((const HtolRowCondition[]){
        {.on_true = B, .on_false = C},
        {.on_true = HTOL_TARGET_TRUE, .on_false = HTOL_TARGET_FALSE},
        {.on_true = D, .on_false = HTOL_TARGET_FALSE},
        {.on_true = HTOL_TARGET_TRUE, .on_false = HTOL_TARGET_FALSE},
    });
    check_no_formula((const HtolRowCondition[]){
        {.on_true = B, .on_false = D},
        {.on_true = C, .on_false = HTOL_TARGET_TRUE},
        {.on_true = D, .on_false = HTOL_TARGET_FALSE},
        {.on_true = HTOL_TARGET_TRUE, .on_false = HTOL_TARGET_FALSE},
    });
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/implicants/random-formulas", test_random_formulas);
    g_test_add_func("/implicants/small", test_small);
    g_test_add_func("/implicants/constants", test_constants);
    g_test_add_func("/implicants/counts", test_counts);
    g_test_add_func("/implicants/hundred-conditions", test_hundred_conditions);
    g_test_add_func("/implicants/any-of-many", test_any_of_many);
    g_test_add_func("/implicants/no-formula", test_no_formula);
    return g_test_run();
}
