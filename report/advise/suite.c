/* Makes a suite of a model's tests; see suite.h. */
#include "report/advise/suite.h"

/* Making ------------------------------------------------------------------------------------------------- */

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

void report_suite_add(const ReportModel *model, const ReportFile *file, gpointer suite)
{
    ReportSuite *to = suite;
    if (!model->tests)
        return;
    if (!to->suite)
        to->suite = htol_suite_new(model->tests);
    for (guint i = 0; i < file->n_functions; i++)
        add_function(to, file->functions[i]);
    if (file->outside)
        add_function(to, file->outside);
}

void report_suite_put(gconstpointer suite, GByteArray *out)
{
    const ReportSuite *from = suite;
    htol_stream_put(out, from->suite != NULL);
    htol_stream_put(out, from->n_covered);
    if (from->suite)
        htol_suite_put(from->suite, out);
}

void report_suite_take(gpointer suite, const ReportModel *model, HtolStream *in)
{
    ReportSuite *to = suite;
    gboolean has_suite = htol_stream_number(in) != 0;
    to->n_covered += htol_stream_number(in);
    if (has_suite && !to->suite)
        to->suite = htol_suite_new(model->tests);
    if (has_suite)
        htol_suite_take(to->suite, in);
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

ReportSuite *report_suite_begin(void)
{
    return g_new0(ReportSuite, 1);
}

void report_suite_end(ReportSuite *suite, const ReportModel *model, gboolean with_subset)
{
    suite->model = model;
    if (!suite->suite)
        suite->suite = htol_suite_new(model->tests);
    suite->worth = htol_suite_worth(suite->suite);
    sort_tests(suite);
    suite->has_subset = with_subset;
    if (with_subset)
        suite->subset = htol_suite_minimal(suite->suite);
}

ReportSuite *report_suite_new(const ReportModel *model, gboolean with_subset)
{
    ReportSuite *suite = report_suite_begin();
    for (guint i = 0; i < model->n_files; i++) {
        report_progress_tell(model->progress, "weighing tests", i, model->n_files);
        report_suite_add(model, model->files[i], suite);
    }
    report_suite_end(suite, model, with_subset);
    return suite;
}

void report_suite_free(ReportSuite *suite)
{
    g_clear_pointer(&suite->suite, htol_suite_free);
    g_free(suite->worth);
    g_free(suite->order);
    g_free(suite);
}
