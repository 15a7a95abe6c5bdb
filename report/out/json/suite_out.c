/* Writes a suite; see suite_out.h. */
#include "report/out/json/suite_out.h"

#include "report/model/tests.h"
#include "report/out/json/json.h"

/* Text ------------------------------------------------------------------------------------------------------- */

static void put_table(const ReportSuite *suite, FILE *out)
{
    const HtolWorth *worth = suite->worth;
    fprintf(out,
            suite->n_tests == 1 ? "%u test covers %u objectives: of these it\n\n"
                                : "%u tests cover %u objectives: of these each test\n\n",
            suite->n_tests, suite->n_covered);
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
        fprintf(out, "# at least %u test%s needed; these are at most %.2f times as many as are enough\n", subset->least,
                subset->least == 1 ? " is" : "s are", MIN(subset->factor, (double)size / MAX(subset->least, 1)));
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

/* JSON ------------------------------------------------------------------------------------------------------- */

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
