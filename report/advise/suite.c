/* Makes a suite of a model's tests; see suite.h. */
#include "report/advise/suite.h"

#include "htol/judge/eval.h"
#include "report/model/objectives.h"

/* Making ------------------------------------------------------------------------------------------------- */

typedef void (*EachFunction)(ReportSuite *suite, const ReportFunction *function);

/* What tests cover is kept of each objective with witnesses: no other need be looked at, and few be expanded again. */
static gboolean has_witnesses(const ReportFunction *function, const ReportSpecial *special)
{
    return special->index < function->n_objectives && special->witnesses;
}

static void add_function(ReportSuite *suite, const ReportFunction *function)
{
    for (guint i = 0; i < function->n_special; i++) {
        if (!has_witnesses(function, &function->special[i]))
            continue;
        suite->n_covered++;
        htol_suite_add(suite->suite, function->special[i].witnesses);
    }
}

/* That the subset covers it is a matter of logic, if witnesses are what they say: the evaluator says whether. */
static void check_objective(const ReportSuite *suite, const ReportObjective *objective, HtolObserved *observed)
{
    const HtolUserObjective *user = objective->objective->user;
    HtolTestSet tests = suite->subset.tests;
    g_assert(user ? htol_user_covered_by(suite->model->tests, user, tests)
                  : htol_covered_by(objective->objective->hyper, observed, tests));
}

static void check_function(ReportSuite *suite, const ReportFunction *function)
{
    gboolean any = FALSE;
    for (guint i = 0; i < function->n_special; i++)
        any |= has_witnesses(function, &function->special[i]);
    if (!any)
        return;
    g_autoptr(HtolArena) scratch = htol_arena_new();
    HtolObserved *observed = function->recorded ? htol_observed_of(scratch, function->recorded) : NULL;
    g_autoptr(ReportObjectives) objectives = report_objectives(suite->model, function);
    for (guint i = 0; i < objectives->n; i++)
        if (objectives->list[i].witnesses)
            check_objective(suite, &objectives->list[i], observed);
}

static void each_function(ReportSuite *suite, EachFunction each)
{
    const ReportModel *model = suite->model;
    for (guint i = 0; i < model->n_files; i++) {
        report_progress_tell(model->progress, "weighing tests", i, model->n_files);
        for (guint k = 0; k < model->files[i]->n_functions; k++)
            each(suite, model->files[i]->functions[k]);
        if (model->files[i]->outside)
            each(suite, model->files[i]->outside);
    }
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
    each_function(suite, add_function);
    suite->worth = htol_suite_worth(suite->suite);
    sort_tests(suite);
    suite->has_subset = with_subset;
    if (!with_subset)
        return suite;
    suite->subset = htol_suite_minimal(suite->suite);
    each_function(suite, check_function);
    return suite;
}

void report_suite_free(ReportSuite *suite)
{
    htol_suite_free(suite->suite);
    g_free(suite->worth);
    g_free(suite->order);
    g_free(suite);
}
