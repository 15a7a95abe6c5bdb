/* Makes a suite of a model's tests, and writes it; see suite.h. */
#include "report/advise/suite.h"

#include "htol/judge/eval.h"
#include "report/model/objectives.h"
#include "report/model/tests.h"
#include "report/out/json.h"

/* Making --------------------------------------------------------------------------------------------------
 */

typedef void (*EachCovered)(ReportSuite *suite, const ReportObjective *objective, HtolObserved *observed);

static void each_of(ReportSuite *suite, const ReportFunction *function, EachCovered each)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    HtolObserved *observed = function->recorded ? htol_observed_of(scratch, function->recorded) : NULL;
    g_autoptr(ReportObjectives) objectives = report_objectives(suite->model, function);
    for (guint i = 0; i < objectives->n; i++)
        if (objectives->list[i].witnesses)
            each(suite, &objectives->list[i], observed);
}

static void each_covered(ReportSuite *suite, EachCovered each)
{
    const ReportModel *model = suite->model;
    for (guint i = 0; i < model->n_files; i++) {
        report_progress_tell(model->progress, "weighing tests", i, model->n_files);
        for (guint k = 0; k < model->files[i]->n_functions; k++)
            each_of(suite, model->files[i]->functions[k], each);
        if (model->files[i]->outside)
            each_of(suite, model->files[i]->outside, each);
    }
}

static void add_objective(ReportSuite *suite, const ReportObjective *objective, HtolObserved *observed)
{
    (void)observed;
    suite->n_covered++;
    htol_suite_add(suite->suite, objective->witnesses);
}

/* That the subset covers it is a matter of logic, if witnesses are what they say: the evaluator says whether.
 */
static void check_objective(ReportSuite *suite, const ReportObjective *objective, HtolObserved *observed)
{
    const HtolUserObjective *user = objective->objective->user;
    HtolTestSet tests = suite->subset.tests;
    g_assert(user ? htol_user_covered_by(suite->model->tests, user, tests)
                  : htol_covered_by(objective->objective->hyper, observed, tests));
}

static gint compare_tests(gconstpointer left, gconstpointer right, gpointer worth)
{
    guint32 test = *(const guint32 *)left, than = *(const guint32 *)right;
    const HtolWorth *one = (const HtolWorth *)worth + test, *other = (const HtolWorth *)worth + than;
    if (one->needed != other->needed)
        return one->needed > other->needed ? -1 : 1;
    if (one->alone != other->alone)
        return one->alone > other->alone ? -1 : 1;
    return test < than ? -1 : test > than;
}

/* The last test is none: it is left out if it is worth nothing. */
static void sort_tests(ReportSuite *suite)
{
    const HtolWorth *worth = suite->worth;
    guint32 named = suite->model->inputs->tests->len;
    suite->n_tests = named + (worth[named].alone > 0 || worth[named].together > 0);
    suite->order = g_new(guint32, suite->n_tests);
    for (guint32 i = 0; i < suite->n_tests; i++)
        suite->order[i] = i;
    g_qsort_with_data(suite->order, (gint)suite->n_tests, sizeof *suite->order, compare_tests, suite->worth);
}

ReportSuite *report_suite_new(const ReportModel *model, gboolean with_subset)
{
    ReportSuite *suite = g_new0(ReportSuite, 1);
    suite->model = model;
    suite->suite = htol_suite_new(model->tests);
    each_covered(suite, add_objective);
    suite->worth = htol_suite_worth(suite->suite);
    sort_tests(suite);
    suite->has_subset = with_subset;
    if (!with_subset)
        return suite;
    suite->subset = htol_suite_minimal(suite->suite);
    each_covered(suite, check_objective);
    return suite;
}

void report_suite_free(ReportSuite *suite)
{
    htol_suite_free(suite->suite);
    g_free(suite->worth);
    g_free(suite->order);
    g_free(suite);
}

/* Text ----------------------------------------------------------------------------------------------------
 */

static void put_table(const ReportSuite *suite, FILE *out)
{
    const HtolWorth *worth = suite->worth;
    fprintf(out, "%u tests cover %u objectives: of these each test\n\n", suite->n_tests, suite->n_covered);
    fprintf(out, "%10s %10s %10s\n", "only with", "alone", "with others");
    for (guint32 i = 0; i < suite->n_tests; i++) {
        const HtolWorth *of = &worth[suite->order[i]];
        g_autofree char *name = report_test_name(suite->model, suite->order[i]);
        fprintf(out, "%10u %10u %10u  %s\n", of->needed, of->alone, of->together, name);
    }
}

static guint32 subset_size(const ReportSuite *suite)
{
    return htol_test_set_size(suite->model->tests, suite->subset.tests);
}

/* What the smallest subset may be. */
static void put_bound(const ReportSuite *suite, FILE *out)
{
    const HtolSubset *subset = &suite->subset;
    guint32 size = subset_size(suite);
    if (subset->partial)
        fprintf(out, "# some pairs of tests that cover an objective were not looked at: fewer tests may be enough\n");
    else if (size == subset->least)
        fprintf(out, "# no fewer tests cover as much\n");
    else
        fprintf(out, "# at least %u tests are needed; these are at most %.2f times as many as are enough\n",
                subset->least, MIN(subset->factor, (double)size / MAX(subset->least, 1)));
}

static void put_subset(const ReportSuite *suite, FILE *out)
{
    const HtolTestSets *sets = suite->model->tests;
    guint32 test = htol_test_set_next(sets, suite->subset.tests, 0);
    fprintf(out, "# %u of %u tests cover all of the %u objectives that are covered\n", subset_size(suite),
            suite->n_tests, suite->n_covered);
    put_bound(suite, out);
    for (; test != HTOL_NO_TEST; test = htol_test_set_next(sets, suite->subset.tests, test + 1)) {
        g_autofree char *name = report_test_name(suite->model, test);
        fprintf(out, "%s\n", name);
    }
}

void report_suite_text(const ReportSuite *suite, FILE *out)
{
    if (suite->has_subset)
        put_subset(suite, out);
    else
        put_table(suite, out);
}

/* JSON ----------------------------------------------------------------------------------------------------
 */

static json_t *name_value(const ReportSuite *suite, guint32 test)
{
    g_autofree char *name = report_test_name(suite->model, test);
    return report_json_text(name);
}

static json_t *test_value(const ReportSuite *suite, guint32 test)
{
    const HtolWorth *worth = &suite->worth[test];
    return json_pack("{s:o, s:b, s:i, s:i, s:i}", "name", name_value(suite, test), "named",
                     test < suite->model->inputs->tests->len, "needed", (int)worth->needed, "alone", (int)worth->alone,
                     "together", (int)worth->together);
}

static json_t *subset_value(const ReportSuite *suite)
{
    const HtolTestSets *sets = suite->model->tests;
    const HtolSubset *subset = &suite->subset;
    json_t *names = json_array();
    guint32 test = htol_test_set_next(sets, subset->tests, 0);
    for (; test != HTOL_NO_TEST; test = htol_test_set_next(sets, subset->tests, test + 1))
        json_array_append_new(names, name_value(suite, test));
    return json_pack("{s:o, s:i, s:f, s:b}", "tests", names, "least", (int)subset->least, "factor",
                     MAX(subset->factor, 1), "partial", (int)subset->partial);
}

void report_suite_json(const ReportSuite *suite, FILE *out)
{
    json_t *tests = json_array();
    for (guint32 i = 0; i < suite->n_tests; i++)
        json_array_append_new(tests, test_value(suite, suite->order[i]));
    json_t *value = json_pack("{s:i, s:o, s:i, s:o}", "hlcov", 1, "criteria", report_json_criteria(suite->model),
                              "covered", (int)suite->n_covered, "tests", tests);
    if (suite->has_subset)
        json_object_set_new(value, "minimal", subset_value(suite));
    json_dumpf(value, out, JSON_INDENT(1));
    putc('\n', out);
    json_decref(value);
}
