/* Finds and draws the curve of tests; see curve.h. */
#include "report/html/pages/curve.h"

#include "report/html/parts/tiles.h"
#include "report/model/tests.h"

enum { MOST_TESTS = 2000, NEARLY = 98, MOST_TICKS = 6 };

/* Objectives that the same tests cover. */
typedef struct {
    HtolTestSet tests;
    guint count;
    gboolean covered;
} Class;

typedef struct {
    ReportCurve *curve;
    GArray *classes;
    guint *gains; /* of each test: what it would add */
} Search;

/* ---- which test covers how much ---- */

static guint n_tests_of(const ReportModel *model)
{
    return model->inputs->tests->len;
}

static const HtolEnding *ending_of(const ReportModel *model, guint32 test)
{
    return &((const ReportTest *)model->inputs->tests->pdata[test])->ending;
}

/* At least a millisecond, so that what took no time is no better than all others. */
static gint64 duration_of(const ReportModel *model, guint32 test)
{
    const HtolEnding *ending = ending_of(model, test);
    return ending->started > 0 ? MAX(ending->duration, 1000) : 1000;
}

static GArray *classes_of(const HtolSuite *suite)
{
    g_autoptr(GArray) sets = htol_suite_classes(suite);
    GArray *classes = g_array_new(FALSE, FALSE, sizeof(Class));
    for (guint i = 0; i < sets->len; i++) {
        HtolTestSet tests = g_array_index(sets, HtolTestSet, i);
        Class class = {.tests = tests, .count = htol_suite_alone(suite, tests)};
        g_array_append_val(classes, class);
    }
    return classes;
}

/* Adds the count of a class to each of its tests, or takes it off. */
static void change_gains(const Search *search, const Class *class, gboolean add)
{
    const ReportModel *model = search->curve->model;
    guint32 test = htol_test_set_next(model->tests, class->tests, 0);
    for (; test < n_tests_of(model); test = htol_test_set_next(model->tests, class->tests, test + 1))
        search->gains[test] += add ? class->count : -class->count;
}

/* ---- which comes next ---- */

static guint32 best_test(const Search *search)
{
    const ReportModel *model = search->curve->model;
    guint32 best = 0;
    for (guint32 test = 1; test < n_tests_of(model); test++)
        if ((double)search->gains[test] * (double)duration_of(model, best) >
            (double)search->gains[best] * (double)duration_of(model, test))
            best = test;
    return best;
}

static void take_test(const Search *search, guint32 test)
{
    const HtolTestSets *sets = search->curve->model->tests;
    for (guint i = 0; i < search->classes->len; i++) {
        Class *class = &g_array_index(search->classes, Class, i);
        if (class->covered || htol_test_set_next(sets, class->tests, test) != test)
            continue;
        class->covered = TRUE;
        change_gains(search, class, FALSE);
    }
}

static void add_tests(const Search *search)
{
    ReportCurve *curve = search->curve;
    ReportAdded added = {.covered = 0};
    for (;;) {
        added.test = best_test(search);
        if (search->gains[added.test] == 0)
            break;
        added.covered += search->gains[added.test];
        added.spent += duration_of(curve->model, added.test);
        take_test(search, added.test);
        g_array_append_val(curve->added, added);
    }
    curve->whole = added.covered;
}

static void find_nearly(ReportCurve *curve)
{
    while (curve->nearly < curve->added->len &&
           (guint64)g_array_index(curve->added, ReportAdded, curve->nearly).covered * 100 <
               (guint64)curve->whole * NEARLY)
        curve->nearly++;
    curve->nearly = MIN(curve->nearly + 1, curve->added->len);
    for (guint32 test = 0; test < n_tests_of(curve->model); test++)
        curve->time += duration_of(curve->model, test);
}

ReportCurve *report_curve_new(const ReportModel *model, HtolCriterion criterion, const HtolSuite *suite)
{
    if (n_tests_of(model) == 0 || n_tests_of(model) > MOST_TESTS)
        return NULL;
    g_autoptr(ReportCurve) curve = g_new0(ReportCurve, 1);
    g_autoptr(GArray) classes = classes_of(suite);
    g_autofree guint *gains = g_new0(guint, n_tests_of(model));
    Search search = {curve, classes, gains};
    *curve = (ReportCurve){.model = model, .criterion = criterion};
    curve->added = g_array_new(FALSE, FALSE, sizeof(ReportAdded));
    for (guint i = 0; i < classes->len; i++)
        change_gains(&search, &g_array_index(classes, Class, i), TRUE);
    curve->runs = g_memdup2(gains, n_tests_of(model) * sizeof *gains);
    add_tests(&search);
    find_nearly(curve);
    return curve->whole > 0 ? g_steal_pointer(&curve) : NULL;
}

void report_curve_free(ReportCurve *curve)
{
    g_array_unref(curve->added);
    g_free(curve->runs);
    g_free(curve);
}

/* ---- the picture ---- */

static const ReportAdded *added_at(const ReportCurve *curve, guint i)
{
    return &g_array_index(curve->added, ReportAdded, i);
}

static double x_of(const ReportCurve *curve, gint64 spent)
{
    return 52 + 938.0 * (double)spent / (double)MAX(curve->time, 1);
}

static double y_of(const ReportCurve *curve, guint covered)
{
    return 194 - 176.0 * covered / curve->whole;
}

static void put_points(const ReportCurve *curve, FILE *out)
{
    fputs("M52 194", out);
    for (guint i = 0; i < curve->added->len; i++)
        fprintf(out, " %.1f %.1f", x_of(curve, added_at(curve, i)->spent), y_of(curve, added_at(curve, i)->covered));
    fputs(" 990 18", out);
}

static void put_height(const ReportCurve *curve, FILE *out)
{
    for (guint percent = 0; percent <= 100; percent += 50)
        fprintf(out, "<path class=ax d=\"M52 %uH990\"/><text x=44 y=%u text-anchor=end>%u%%</text>",
                194 - 176 * percent / 100, 198 - 176 * percent / 100, percent);
    fputs("<text x=52 y=10>of the ", out);
    report_html_count(out, curve->whole);
    fprintf(out, " %s that the tests cover</text>", report_headline_unit(curve->criterion, curve->whole == 1));
}

/* 1, 2 or 5 times a power of ten, so that there are at most MOST_TICKS; in microseconds. */
static gint64 tick_of(const ReportCurve *curve)
{
    static const guint steps[] = {1, 2, 5};
    for (gint64 power = 1;; power *= 10)
        for (guint i = 0; i < G_N_ELEMENTS(steps); i++)
            if (curve->time / (power * steps[i]) <= MOST_TICKS)
                return power * steps[i];
}

static void put_ticks(const ReportCurve *curve, FILE *out)
{
    gint64 step = tick_of(curve);
    for (gint64 at = step; at <= curve->time; at += step) {
        g_autofree char *text = report_html_time(at);
        double x = x_of(curve, at);
        fprintf(out, "<path class=ax d=\"M%.1f 194v5\"/><text x=%.1f y=212 text-anchor=%s>%s</text>", x, x,
                x > 970 ? "end" : "middle", text);
    }
}

/* Its name, unless it would stand on that of the point before it, of which the room is left from `from` on. */
static void put_name(const char *name, double x, double y, double *from, FILE *out)
{
    double width = 7.0 * (double)g_utf8_strlen(name, -1);
    gboolean before = x + 10 + width > 990;
    double left = before ? x - 10 - width : x + 10;
    if (left < *from)
        return;
    fprintf(out, "<text x=%.1f y=%.1f%s>", before ? x - 10 : x + 10, y + 14, before ? " text-anchor=end" : "");
    report_html_string(out, name);
    fputs("</text>", out);
    *from = left + width + 8;
}

static void put_dot(const ReportCurve *curve, guint i, double *from, FILE *out)
{
    const ReportAdded *added = added_at(curve, i);
    double x = x_of(curve, added->spent), y = y_of(curve, added->covered);
    g_autofree char *name = report_test_name(curve->model, added->test), *time = report_html_time(added->spent);
    fprintf(out, "<circle class=%s cx=%.1f cy=%.1f r=%u><title>", i < curve->nearly ? "k" : "o", x, y,
            i < curve->nearly ? 4 : 3);
    report_html_string(out, name);
    fprintf(out, ": %.1f%% after %s</title></circle>", 100.0 * added->covered / curve->whole, time);
    put_name(name, x, y, from, out);
}

static void put_shape(const ReportCurve *curve, FILE *out)
{
    fputs("<path class=ar d=\"", out);
    put_points(curve, out);
    fputs(" 990 194 52 194z\"/><path class=li d=\"", out);
    put_points(curve, out);
    fputs("\"/>", out);
}

void report_html_curve(const ReportCurve *curve, FILE *out)
{
    const char *unit = report_headline_unit(curve->criterion, FALSE);
    g_autofree char *spent = report_html_time(added_at(curve, curve->nearly - 1)->spent);
    g_autofree char *time = report_html_time(curve->time);
    double from = 0;
    fprintf(
        out,
        "<div class=scroll tabindex=0 role=region aria-label=\"%s by time of tests\"><svg class=curve viewBox=\"0 0 "
        "1000 220\" role=img aria-label=\"%s that are covered, by time of tests: %u tests reach %u per cent in %s, "
        "of %s\">",
        unit, unit, curve->nearly, NEARLY, spent, time);
    put_height(curve, out);
    put_ticks(curve, out);
    put_shape(curve, out);
    for (guint i = 0; i < curve->added->len; i++)
        put_dot(curve, i, &from, out);
    fputs("</svg></div>\n", out);
}
