/* Criteria over mutants of comparisons, of signs and of decisions, against what C makes of the mutants: which
 * values of operands, and which assignments to conditions, kill which mutant. Nothing is compiled or run. */
#include <math.h>
#include <string.h>

#include "htol/criteria/criteria.h"
#include "htol/expand/expansion.h"
#include "htol/judge/eval.h"
#include "htol/judge/site.h"
#include "htol/words/missing.h"
#include "tests/unit/sample_function.h"
#include "tests/unit/sample_label.h"

enum { CLASSES = HTOL_RELATION_CLASSES, NO_CAP = G_MAXINT32 };

static HtolObjective *objectives_of(HtolArena *arena, const HtolFunction *function, const char *list, guint *count)
{
    HtolSelection selection;
    g_assert_true(htol_selection_parse(list, &selection, NULL));
    return htol_expand(arena, function, &selection, count);
}

static const HtolObjective *find(const HtolObjective *objectives, guint count, const char *id)
{
    for (guint i = 0; i < count; i++)
        if (g_str_equal(objectives[i].id, id))
            return &objectives[i];
    return NULL;
}

/* One operation, whose slots are the function's. */
static HtolFunction function_with(HtolRowOperation *operation)
{
    static HtolRowFile file = {.path = "a.c", .hash = ""};
    return (HtolFunction){.row = {.name = "f",
                                  .hash = "",
                                  .slots = operation->classes,
                                  .recorded = HTOL_RECORDS_COMPARISONS | HTOL_RECORDS_SIGNS},
                          .n_files = 1,
                          .files = &file,
                          .n_operations = 1,
                          .operations = operation};
}

/* Relations
 * ---------------------------------------------------------------------------------------------------- */

/* Operands in each class, as floating point and as integers have them. */
static const double operands[CLASSES][2] = {{1, 5}, {1, 2}, {2, 2}, {2, 1}, {5, 1}, {NAN, 1}};

static gboolean compare(HtolOperator op, double l, double r)
{
    switch (op) {
    case HTOL_OPERATOR_LT: return l < r;
    case HTOL_OPERATOR_LE: return l <= r;
    case HTOL_OPERATOR_GT: return l > r;
    case HTOL_OPERATOR_GE: return l >= r;
    case HTOL_OPERATOR_EQ: return l == r;
    case HTOL_OPERATOR_NE: return l != r;
    default: g_assert_not_reached();
    }
}

static const char *const ids[] = {"lt", "le", "gt", "ge", "eq", "ne", "true", "false"};

static gboolean mutant_value(guint mutant, guint k)
{
    if (mutant >= 6)
        return mutant == 6;
    return compare(HTOL_OPERATOR_LT + mutant, operands[k][0], operands[k][1]);
}

static gboolean is_killed(HtolOperator op, guint mutant, guint k)
{
    return mutant_value(mutant, k) != compare(op, operands[k][0], operands[k][1]);
}

/* The mutant is an objective if a possible class kills it, and that is covered by these classes alone. */
static void check_relation(const HtolFunction *function, guint mutant)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolRowOperation *row = function->operations;
    guint count, killers = 0;
    const HtolObjective *objectives = objectives_of(arena, function, "ROR", &count);
    g_autofree char *id = g_strdup_printf("o0:%s", ids[mutant]);
    const HtolObjective *objective = find(objectives, count, id);
    for (guint k = 0; k < CLASSES; k++) {
        guint8 slots[CLASSES] = {0};
        gboolean killed = is_killed(row->op, mutant, k);
        slots[k] = 1;
        if (row->impossible >> k & 1)
            continue;
        killers += killed;
        if (objective)
            g_assert_cmpint(htol_covered(objective->hyper, htol_observed_new(arena, function, slots)), ==, killed);
    }
    g_assert_cmpint(objective != NULL, ==, killers > 0);
}

static void test_relations(void)
{
    static const guint32 impossible[] = {0, 1 << 5, 1 << 1 | 1 << 3, 1 << 0 | 1 << 1 | 1 << 5, 1 << 2};
    for (HtolOperator own = HTOL_OPERATOR_LT; own <= HTOL_OPERATOR_NE; own++)
        for (guint i = 0; i < G_N_ELEMENTS(impossible); i++)
            for (guint mutant = 0; mutant < G_N_ELEMENTS(ids); mutant++) {
                HtolRowOperation row = {.op = own, .text = "l < r", .classes = CLASSES, .impossible = impossible[i]};
                HtolFunction function = function_with(&row);
                check_relation(&function, mutant);
            }
}

/* What is asked of an operation, by its objectives' ids. */
static void check_ids(const HtolRowOperation *row, const char *criterion, const char *wanted)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) found = g_string_new(NULL);
    HtolRowOperation copy = *row;
    HtolFunction function = function_with(&copy);
    guint count;
    const HtolObjective *objectives = objectives_of(arena, &function, criterion, &count);
    for (guint i = 0; i < count; i++) {
        g_assert_cmpint(objectives[i].hyper == NULL, ==, objectives[i].unmeasured != NULL);
        g_string_append_printf(found, "%s%s", i > 0 ? " " : "", objectives[i].id);
    }
    g_assert_cmpstr(found->str, ==, wanted);
}

static void test_kinds_of_relations(void)
{
    HtolRowOperation integers = {.op = HTOL_OPERATOR_LT, .text = "", .classes = CLASSES, .impossible = 1 << 5};
    HtolRowOperation floats = {.op = HTOL_OPERATOR_EQ, .text = "", .classes = CLASSES, .impossible = 1 << 1 | 1 << 3};
    HtolRowOperation pointers = {.op = HTOL_OPERATOR_EQ, .text = "", .classes = CLASSES, .impossible = 0x3a};
    HtolRowOperation alone = {.op = HTOL_OPERATOR_EQ, .text = "", .classes = 0};
    check_ids(&integers, "LIMIT,RB", "o0:limit o0:below o0:equal o0:above");
    check_ids(&floats, "LIMIT,RB", "o0:below o0:equal o0:above");
    check_ids(&floats, "ROR", "o0:lt o0:le o0:gt o0:ge o0:ne o0:true o0:false");
    check_ids(&pointers, "LIMIT,RB", "");
    check_ids(&pointers, "ROR,ABS", "o0:ne o0:true o0:false");
    check_ids(&alone, "ROR,LIMIT,RB", "o0 o0 o0");
}

static void test_signs(void)
{
    HtolRowOperation number = {.kind = HTOL_OPERATION_SIGN, .text = "x", .classes = HTOL_SIGN_CLASSES};
    HtolRowOperation natural = number;
    natural.impossible = 1 << HTOL_SIGN_NEGATIVE | 1 << HTOL_SIGN_NAN;
    check_ids(&number, "ABS,ROR", "o0:abs o0:negabs o0:zpush");
    check_ids(&natural, "ABS", "o0:negabs o0:zpush");
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction function = function_with(&number);
    guint8 slots[HTOL_SIGN_CLASSES] = {[HTOL_SIGN_NEGATIVE] = 1, [HTOL_SIGN_NAN] = 1};
    guint count;
    const HtolObjective *objectives = objectives_of(arena, &function, "ABS", &count);
    HtolObserved *observed = htol_observed_new(arena, &function, slots);
    g_assert_true(htol_covered(objectives[0].hyper, observed));
    g_assert_false(htol_covered(objectives[1].hyper, observed));
    g_assert_false(htol_covered(objectives[2].hyper, observed));
}

/* What is its own negation is negative, or positive where nothing is negative. */
static void test_least(void)
{
    const guint8 slots[HTOL_SIGN_CLASSES] = {[HTOL_SIGN_LEAST] = 1};
    for (guint i = 0; i < 2; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        HtolRowOperation row = {.kind = HTOL_OPERATION_SIGN,
                                .text = "x",
                                .classes = HTOL_SIGN_CLASSES,
                                .impossible = i == 1 ? 1 << HTOL_SIGN_NEGATIVE : 0};
        HtolFunction function = function_with(&row);
        HtolObserved *observed = htol_observed_new(arena, &function, slots);
        guint count;
        const HtolObjective *objectives = objectives_of(arena, &function, "ABS", &count);
        for (guint k = 0; k < count; k++) {
            const char *wanted = i == 0 ? "o0:abs" : "o0:negabs";
            g_assert_cmpint(htol_covered(objectives[k].hyper, observed), ==, g_str_equal(objectives[k].id, wanted));
        }
    }
}

/* UOI is the sum of two mutation operators: of an operation that has mutants of both and is not recorded, it says so
 * once. */
static void test_a_sum_of_operators(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolRowMutant mutants[] = {{.mutation = HTOL_MUTATION_UOI, .text = "!"},
                               {.mutation = HTOL_MUTATION_AOIU, .text = "-"}};
    HtolRowOperation row = {
        .kind = HTOL_OPERATION_COMPUTED, .text = "x", .mutants = G_N_ELEMENTS(mutants), .classes = 0};
    HtolFunction function = function_with(&row);
    guint count;
    function.row.recorded = HTOL_RECORDS_OF(UOI) | HTOL_RECORDS_OF(AOIU);
    function.n_mutants = G_N_ELEMENTS(mutants);
    function.mutants = mutants;
    g_assert_cmpstr(objectives_of(arena, &function, "UOI", &count)->id, ==, "o0");
    g_assert_cmpuint(count, ==, 1);
    row.classes = G_N_ELEMENTS(mutants);
    const HtolObjective *objectives = objectives_of(arena, &function, "UOI", &count);
    g_assert_cmpuint(count, ==, 2);
    g_assert_cmpstr(objectives[1].id, ==, "o0:k1");
}

/* What is recorded
 * ---------------------------------------------------------------------------------------------------- */

static gboolean is_measured(guint32 recorded, const char *criterion)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolRowOperation row = {.op = HTOL_OPERATOR_LT, .text = "", .classes = CLASSES};
    HtolFunction function = function_with(&row);
    guint count;
    function.row.recorded = recorded;
    const HtolObjective *objectives = objectives_of(arena, &function, criterion, &count);
    return count == 0 || objectives[0].unmeasured == NULL;
}

static void check_recorded(guint32 recorded, const char *measured, const char *unmeasured)
{
    g_auto(GStrv) yes = g_strsplit(measured, " ", -1), no = g_strsplit(unmeasured, " ", -1);
    for (guint i = 0; yes[i]; i++)
        g_assert_true(is_measured(recorded, yes[i]));
    for (guint i = 0; no[i]; i++)
        g_assert_false(is_measured(recorded, no[i]));
}

/* Each criterion needs what is recorded for it. */
static void test_recorded(void)
{
    check_recorded(0, "COR LCR", "ROR LIMIT RB ABS AOR BOR SOR UOI AOIU CRP SDL WM WM:mujava");
    check_recorded(HTOL_RECORDS_COMPARISONS, "ROR LIMIT RB", "ABS AOR WM");
    check_recorded(HTOL_RECORDS_SIGNS, "ABS", "ROR LIMIT RB AOR");
    check_recorded(HTOL_RECORDS_OF(AOIU), "AOIU", "UOI AOR BOR SOR CRP SDL");
    check_recorded(HTOL_RECORDS_OF(AOIU) | HTOL_RECORDS_OF(UOI), "AOIU UOI", "AOR");
    check_recorded(HTOL_RECORDS_COMPARISONS | HTOL_RECORDS_OF(AOR) | HTOL_RECORDS_OF(AOIU), "WM:mujava", "WM UOI");
    check_recorded(HTOL_RECORDS_COMPARISONS | HTOL_RECORDS_SIGNS | HTOL_RECORDS_OF(AOR) | HTOL_RECORDS_OF(BOR) |
                       HTOL_RECORDS_OF(SOR) | HTOL_RECORDS_OF(UOI) | HTOL_RECORDS_OF(AOIU) | HTOL_RECORDS_OF(CRP) |
                       HTOL_RECORDS_OF(SDL),
                   "WM", "RTE");
}

/* What is missing
 * ---------------------------------------------------------------------------------------------------- */

static void check_words(const HtolRowOperation *row, const char *criterion, guint8 seen, const char *wanted)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolRowOperation copy = *row;
    HtolFunction function = function_with(&copy);
    guint8 slots[CLASSES];
    guint count;
    const HtolObjective *objectives = objectives_of(arena, &function, criterion, &count);
    for (guint k = 0; k < CLASSES; k++)
        slots[k] = seen >> k & 1;
    HtolMissing *missing = htol_missing_new(arena, &function, htol_observed_new(arena, &function, slots));
    g_autofree char *words = htol_missing_words(missing, &objectives[0]);
    g_assert_cmpstr(words, ==, wanted);
}

static void test_words(void)
{
    HtolRowOperation integers = {.op = HTOL_OPERATOR_EQ, .text = "", .classes = CLASSES, .impossible = 1 << 5};
    HtolRowOperation pointers = {.op = HTOL_OPERATOR_EQ, .text = "", .classes = CLASSES, .impossible = 0x3a};
    HtolRowOperation number = {.kind = HTOL_OPERATION_SIGN, .text = "", .classes = HTOL_SIGN_CLASSES};
    check_words(&integers, "ROR", 0, "it was never evaluated");
    check_words(&integers, "ROR", 0x1a, "the left operand was only less by one, greater by one, greater");
    check_words(&integers, "ROR", 1, "the left operand was only less");
    check_words(&pointers, "ROR", 1, "the left operand was only unequal");
    check_words(&number, "ABS", 0xa, "it was only 0, NaN");
}

static void test_words_of_computed(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolRowOperation row = {
        .kind = HTOL_OPERATION_COMPUTED, .op = HTOL_OPERATOR_ADD, .text = "a + b", .classes = 2, .mutants = 2};
    HtolRowMutant mutants[] = {{.mutation = HTOL_MUTATION_AOR, .op = HTOL_OPERATOR_SUB, .text = "a - b"},
                               {.mutation = HTOL_MUTATION_AOR, .op = HTOL_OPERATOR_REM, .text = "a % b"}};
    HtolFunction function = function_with(&row);
    const guint8 none[2] = {0}, one[] = {1, 0};
    guint count;
    function.row.recorded = HTOL_RECORDS_OF(AOR);
    function.n_mutants = 2;
    function.mutants = mutants;
    const HtolObjective *objectives = objectives_of(arena, &function, "AOR", &count);
    g_assert_cmpuint(count, ==, 2);
    g_assert_cmpstr(objectives[0].level, ==, "WM-expr");
    HtolMissing *missing = htol_missing_new(arena, &function, htol_observed_new(arena, &function, none));
    g_autofree char *unseen = htol_missing_words(missing, &objectives[0]);
    g_assert_cmpstr(unseen, ==,
                    "it was never evaluated where a mutant differs; a - b would be told apart from a + b by a right "
                    "operand other than 0");
    missing = htol_missing_new(arena, &function, htol_observed_new(arena, &function, one));
    g_autofree char *seen = htol_missing_words(missing, &objectives[1]);
    g_assert_cmpstr(seen, ==, "a % b would be told apart from a + b by values for which it gives another one");
}

/* The second mutant is told by one slot or another; the first one has a slot of its own. */
static void test_told(void)
{
    static const HtolRowTerm terms[] = {{HTOL_TERM_SLOT, 3}, {HTOL_TERM_SLOT, 4}};
    HtolRowOperation row = {.kind = HTOL_OPERATION_COMPUTED, .text = "x", .classes = 2, .mutants = 2};
    HtolRowMutant mutants[] = {{.mutation = HTOL_MUTATION_UOI, .text = "x + 1"},
                               {.mutation = HTOL_MUTATION_UOI, .text = "!x", .first_term = 0, .terms = 2}};
    HtolFunction function = function_with(&row);
    function.row.recorded = HTOL_RECORDS_OF(UOI) | HTOL_RECORDS_OF(AOIU);
    function.row.slots = 5;
    function.n_mutants = function.n_terms = 2;
    function.mutants = mutants;
    function.terms = (HtolRowTerm *)terms;
    for (guint slot = 0; slot < 5; slot++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        guint8 slots[5] = {0};
        guint count;
        slots[slot] = 1;
        const HtolObjective *objectives = objectives_of(arena, &function, "UOI", &count);
        HtolObserved *observed = htol_observed_new(arena, &function, slots);
        g_assert_cmpint(htol_covered(objectives[0].hyper, observed), ==, slot == 0);
        g_assert_cmpint(htol_covered(objectives[1].hyper, observed), ==, slot == 1 || slot >= 3);
    }
}

/* Labels at operations
 * ---------------------------------------------------------------------------------------------------- */

/* Classes 1 and 2 were seen. */
static void test_labels(void)
{
    static const struct {
        const char *label;
        HtolOperationKind kind;
        guint rows;
    } cases[] = {{"label L at f@operation 0 : k1;", HTOL_OPERATION_RELATION, 1},
                 {"label L at f@operation 0 { x = k2 } : k1 || k2;", HTOL_OPERATION_RELATION, 2},
                 {"label L at f@operation 0 : k0;", HTOL_OPERATION_RELATION, 0},
                 {"label L at f@operation 0 : k1 && k2;", HTOL_OPERATION_RELATION, 0},
                 {"label L at f@operation 0 : !k1;", HTOL_OPERATION_RELATION, 1},
                 {"label L at f@operation 0 : !k1;", HTOL_OPERATION_COMPUTED, 0}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        HtolRowOperation row = {.kind = cases[i].kind, .text = "", .classes = 3};
        HtolFunction function = function_with(&row);
        const guint8 slots[] = {0, 1, 1};
        const HtolLabelDecl *label = sample_label(arena, cases[i].label);
        g_assert_null(htol_site_label_fits(arena, label, &function));
        HtolObserved *observed = htol_observed_new(arena, &function, slots);
        g_assert_cmpuint(htol_site_relation(arena, label, observed)->rows, ==, cases[i].rows);
    }
}

static void test_labels_that_do_not_fit(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolRowOperation row = {.kind = HTOL_OPERATION_SIGN, .text = "", .classes = 4};
    HtolFunction function = function_with(&row);
    g_assert_cmpstr(htol_site_label_fits(arena, sample_label(arena, "label L at f@operation 0 : k4;"), &function), ==,
                    "operation 0 of f has no k4: its last class is k3");
    g_assert_cmpstr(htol_site_label_fits(arena, sample_label(arena, "label L at f@operation 1 : k0;"), &function), ==,
                    "f has no operation 1: the last is 0");
    row.classes = 0;
    g_assert_cmpstr(htol_site_label_fits(arena, sample_label(arena, "label L at f@operation 0 : true;"), &function), ==,
                    "nothing may be inserted into its text");
}

/* Decisions
 * ---------------------------------------------------------------------------------------------------- */

#define MUTANT(name, expr)                                                                                             \
    static gboolean name(gboolean a, gboolean b, gboolean c)                                                           \
    {                                                                                                                  \
        (void)a, (void)b, (void)c;                                                                                     \
        return expr;                                                                                                   \
    }
MUTANT(b_or, (a || b) && c)
MUTANT(b_xor, (a ^ b) && c)
MUTANT(b_left, a &&c)
MUTANT(b_right, b &&c)
MUTANT(b_true, c)
MUTANT(never, FALSE)
MUTANT(always, TRUE)
MUTANT(c_or, (a && b) || c)
MUTANT(c_xor, (a && b) ^ c)
MUTANT(c_left, a &&b)
MUTANT(a_not, !a && b && c)
MUTANT(c_not, a &&b && !c)
MUTANT(mixed_and, (a && b) || !c)
MUTANT(mixed_or, a || b || !c)
MUTANT(mixed_xor, a ^ (b && !c))
MUTANT(mixed_left, a)
MUTANT(mixed_right, b && !c)
MUTANT(inner_left, a || b)
MUTANT(inner_right, a || !c)
MUTANT(inner_true, TRUE)
MUTANT(inner_not, a || (b && c))

static const struct {
    const char *formula, *criterion, *id;
    gboolean (*mutant)(gboolean a, gboolean b, gboolean c);
} mutants[] = {
    {"a && b && c", "COR", "d0.c2:or", b_or},
    {"a && b && c", "COR", "d0.c2:xor", b_xor},
    {"a && b && c", "LCR", "d0.c2:or", b_or},
    {"a && b && c", "LCR", "d0.c2:left", b_left},
    {"a && b && c", "LCR", "d0.c2:right", b_right},
    {"a && b && c", "LCR", "d0.c2:true", b_true},
    {"a && b && c", "LCR", "d0.c2:false", never},
    {"a && b && c", "COR", "d0.c3:or", c_or},
    {"a && b && c", "COR", "d0.c3:xor", c_xor},
    {"a && b && c", "LCR", "d0.c3:left", c_left},
    {"a && b && c", "LCR", "d0.c3:true", always},
    {"a && b && c", "COR", "d0.c1:not", a_not},
    {"a && b && c", "COR", "d0.c3:not", c_not},
    {"a || b && !c", "COR", "d0.c2:and", NULL},
    {"(a || b) && !c", "COR", "d0.c2:and", NULL},
    {"a || b && !c", "LCR", "d0.c3:or", mixed_or},
    {"a || b && !c", "COR", "d0.c2:xor", mixed_xor},
    {"a || b && !c", "LCR", "d0.c2:left", mixed_left},
    {"a || b && !c", "LCR", "d0.c2:right", mixed_right},
    {"a || b && !c", "LCR", "d0.c3:left", inner_left},
    {"a || b && !c", "LCR", "d0.c3:right", inner_right},
    {"a || b && !c", "LCR", "d0.c2:true", inner_true},
    {"a || !(!b || c)", "LCR", "d0.c3:or", mixed_or},
    {"a || b && !c", "COR", "d0.c3:not", inner_not},
    {"a && b || !c", "LCR", "d0.c3:left", c_left},
    {"(a || b) || !c", "COR", "d0.c2:and", mixed_and},
};

/* Whether the mutant has another outcome whatever the conditions are that were not evaluated. */
static gboolean always_differs(guint i, const guint8 *row)
{
    for (guint number = 0; number < 8; number++) {
        gboolean agrees = TRUE;
        for (guint c = 0; c < 3; c++)
            agrees &= row[1 + c] == HTOL_UNKNOWN || row[1 + c] == (number >> c & 1);
        if (agrees && mutants[i].mutant(number & 1, number >> 1 & 1, number >> 2 & 1) == (row[0] == HTOL_TRUE))
            return FALSE;
    }
    return TRUE;
}

static void check_mutant(guint i, gboolean complete)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const SampleFormula *formula = sample_formula_parse(arena, mutants[i].formula);
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, mutants[i].formula, NO_CAP);
    if (complete)
        sample_function_complete(sample, NO_CAP);
    const HtolFunction *function = sample_function_end(sample);
    guint count;
    const HtolObjective *objectives = objectives_of(arena, function, mutants[i].criterion, &count);
    const HtolObjective *objective = find(objectives, count, mutants[i].id);
    g_assert_nonnull(objective);
    for (guint number = 0; mutants[i].mutant && number < 8; number++) {
        guint8 values[3], row[4], *slots = g_new0(guint8, function->row.slots);
        sample_formula_assign(formula, number, values);
        sample_formula_evaluate(formula, values, row);
        if (complete)
            memcpy(row + 1, values, sizeof values);
        sample_function_record(function, 0, row, slots);
        HtolObserved *observed = htol_observed_new(arena, function, slots);
        g_assert_cmpint(htol_covered(objective->hyper, observed), ==, always_differs(i, row));
        g_free(slots);
    }
}

static void test_decisions(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(mutants); i++) {
        check_mutant(i, FALSE);
        check_mutant(i, TRUE);
    }
}

/* Random decisions: trees whose leaves are conditions 0, 1 and so on, perhaps negated, written with negations
 * anywhere. As && and || group to the left, a right operand has another operator. */
typedef struct Tree Tree;
struct Tree {
    char op;          /* & or |; 0: a leaf */
    gboolean negated; /* of a leaf */
    guint first;      /* its first condition */
    Tree *left, *right;
};

static Tree *random_tree(HtolArena *arena, GRand *random, guint *conditions, guint depth, char forbidden)
{
    Tree *tree = htol_arena_new0(arena, Tree, 1);
    tree->first = *conditions;
    if (depth == 0 || g_rand_int_range(random, 0, 4) == 0) {
        tree->negated = g_rand_boolean(random);
        ++*conditions;
        return tree;
    }
    tree->op = forbidden ? '&' + '|' - forbidden : "&|"[g_rand_int_range(random, 0, 2)];
    tree->left = random_tree(arena, random, conditions, depth - 1, 0);
    tree->right = random_tree(arena, random, conditions, depth - 1, tree->op);
    return tree;
}

/* The tree, or its negation, by De Morgan's laws and without. */
static void write_tree(const Tree *tree, gboolean negation, GRand *random, GString *out)
{
    gboolean outer = g_rand_int_range(random, 0, 4) == 0;
    gboolean negated = negation != outer;
    g_string_append(out, outer ? "!(" : "(");
    if (!tree->op) {
        g_string_append_printf(out, "%sc%u", tree->negated != negated ? "!" : "", tree->first);
    } else {
        write_tree(tree->left, negated, random, out);
        g_string_append(out, (tree->op == '&') != negated ? " && " : " || ");
        write_tree(tree->right, negated, random, out);
    }
    g_string_append_c(out, ')');
}

/* Its value, where `at` is mutated as the id says. */
static gboolean tree_value(const Tree *tree, const Tree *at, const char *id, guint values)
{
    if (!tree->op)
        return (values >> tree->first & 1) != (tree->negated != (tree == at));
    gboolean l = tree_value(tree->left, at, id, values), r = tree_value(tree->right, at, id, values);
    if (tree != at)
        return tree->op == '&' ? l && r : l || r;
    switch (*id) {
    case 'a': return l && r;
    case 'o': return l || r;
    case 'x': return l != r;
    case 'l': return l;
    case 'r': return r;
    default: return *id == 't';
    }
}

/* Whether the mutant has another outcome than the row in all completions. */
static gboolean tree_differs(const Tree *root, const Tree *at, const char *id, const guint8 *row, guint conditions)
{
    for (guint values = 0; values < 1u << conditions; values++) {
        gboolean agrees = TRUE;
        for (guint c = 0; c < conditions; c++)
            agrees &= row[1 + c] == HTOL_UNKNOWN || row[1 + c] == (values >> c & 1);
        if (agrees && tree_value(root, at, id, values) == (row[0] == HTOL_TRUE))
            return FALSE;
    }
    return TRUE;
}

enum { DEPTH = 3, MOST_CONDITIONS = 1 << DEPTH, TREES = 60 };

typedef struct {
    const Tree *root;
    guint conditions;
    const SampleFormula *formula;
    const HtolFunction *function;
    const HtolObjective *objectives;
    guint count, found;
} Random;

static void check_one(Random *r, const Tree *at, const char *id)
{
    g_autofree char *full = g_strdup_printf("d0.c%u:%s", (at->op ? at->right->first : at->first) + 1, id);
    const HtolObjective *objective = find(r->objectives, r->count, full);
    g_assert_nonnull(objective);
    r->found++;
    for (guint number = 0; number < 1u << r->conditions; number += 3) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        guint8 values[MOST_CONDITIONS], row[MOST_CONDITIONS + 1];
        guint8 *slots = htol_arena_new0(arena, guint8, r->function->row.slots);
        sample_formula_assign(r->formula, number, values);
        sample_formula_evaluate(r->formula, values, row);
        sample_function_record(r->function, 0, row, slots);
        g_assert_cmpint(htol_covered(objective->hyper, htol_observed_new(arena, r->function, slots)), ==,
                        tree_differs(r->root, at, id, row, r->conditions));
    }
}

static void check_all(Random *r, const Tree *at)
{
    static const char *const all[] = {"and", "or", "xor", "left", "right", "true", "false"};
    if (!at->op) {
        check_one(r, at, "not");
        return;
    }
    for (guint i = 0; i < G_N_ELEMENTS(all); i++)
        if (*all[i] != (at->op == '&' ? 'a' : 'o'))
            check_one(r, at, all[i]);
    check_all(r, at->left);
    check_all(r, at->right);
}

static void test_random_decisions(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    for (guint i = 0; i < TREES; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        g_autoptr(GString) text = g_string_new(NULL);
        Random r = {.conditions = 0};
        r.root = random_tree(arena, random, &r.conditions, DEPTH, 0);
        write_tree(r.root, FALSE, random, text);
        g_test_message("%s", text->str);
        SampleFunction *sample = sample_function_new(arena, "f");
        sample_function_add_decision(sample, HTOL_DECISION_IF, text->str, NO_CAP);
        r.function = sample_function_end(sample);
        r.formula = sample_formula_parse(arena, text->str);
        r.objectives = objectives_of(arena, r.function, "COR,LCR", &r.count);
        check_all(&r, r.root);
        g_assert_cmpuint(r.count, ==, r.found + r.conditions - 1); /* the other operator is asked for by both */
    }
}

static void check_count(const char *formula, const char *criterion, guint wanted, gboolean measured)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, formula, NO_CAP);
    guint count;
    const HtolObjective *objectives = objectives_of(arena, sample_function_end(sample), criterion, &count);
    g_assert_cmpuint(count, ==, wanted);
    for (guint i = 0; i < count; i++)
        g_assert_cmpint(objectives[i].unmeasured == NULL, ==, measured);
}

/* For each connector COR has two and LCR five mutants, for each condition COR has one; constants have none.
 */
static void test_counts(void)
{
    g_autoptr(GString) many = g_string_new("a");
    check_count("a", "COR", 1, TRUE);
    check_count("a", "LCR", 0, TRUE);
    check_count("1", "COR,LCR", 0, TRUE);
    check_count("a && 1 && b", "COR", 4, TRUE);
    check_count("a && (b || !(c && d))", "COR", 10, TRUE);
    check_count("a && (b || !(c && d))", "LCR", 15, TRUE);
    check_count("a && 0 || b", "COR", 1, TRUE);
    check_count("a || (b || 1) && c", "LCR", 5, TRUE);
    for (guint i = 1; i < 64; i++)
        g_string_append(many, " && a");
    check_count(many->str, "LCR", 5 * 63, TRUE);
    g_string_append(many, " && a");
    check_count(many->str, "LCR", 1, FALSE);
}

/* Of a ? b : c, which no decision is: only a damaged table holds it. */
static void test_graph_of_no_expression(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, "a && b && c", NO_CAP);
    HtolFunction *function = sample_function_end(sample);
    function->conditions[0].on_false = HTOL_TARGET_CONDITION + 2;
    function->conditions[1].on_true = HTOL_TARGET_TRUE;
    guint count;
    const HtolObjective *objectives = objectives_of(arena, function, "COR,LCR", &count);
    g_assert_cmpuint(count, ==, 2);
    for (guint i = 0; i < count; i++)
        g_assert_nonnull(objectives[i].unmeasured);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/mutants/relations", test_relations);
    g_test_add_func("/mutants/kinds_of_relations", test_kinds_of_relations);
    g_test_add_func("/mutants/signs", test_signs);
    g_test_add_func("/mutants/least", test_least);
    g_test_add_func("/mutants/recorded", test_recorded);
    g_test_add_func("/mutants/words", test_words);
    g_test_add_func("/mutants/words_of_computed", test_words_of_computed);
    g_test_add_func("/mutants/told", test_told);
    g_test_add_func("/mutants/labels", test_labels);
    g_test_add_func("/mutants/labels_that_do_not_fit", test_labels_that_do_not_fit);
    g_test_add_func("/mutants/decisions", test_decisions);
    g_test_add_func("/mutants/random_decisions", test_random_decisions);
    g_test_add_func("/mutants/counts", test_counts);
    g_test_add_func("/mutants/graph_of_no_expression", test_graph_of_no_expression);
    g_test_add_func("/mutants/a sum of operators", test_a_sum_of_operators);
    return g_test_run();
}
