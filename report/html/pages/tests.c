/* tests.html: how each test ended, what did not pass and where, what each is worth, a small suite. */
#include <string.h>

#include "report/advise/gathered.h"
#include "report/html/pages/bodies.h"
#include "report/html/pages/curve.h"
#include "report/html/parts/frame.h"
#include "report/html/parts/places.h"
#include "report/html/parts/steps.h"
#include "report/html/parts/tiles.h"
#include "report/model/tests.h"

/* Rows of tests, so that the page stays small; frames of a stack. */
enum { MOST_TESTS = 5000, MOST_FRAMES = 40 };

typedef struct {
    const ReportModel *model;
    ReportGathered *own;      /* NULL: the model has it */
    const ReportSuite *suite; /* of what was gathered */
    guint n_worths;
    HtolCriterion criteria[REPORT_MOST_HEADLINES];
    HtolWorth *worths[REPORT_MOST_HEADLINES]; /* of each test, in objectives of these criteria alone */
    ReportCurve *curve;                       /* of statements, or what stands for them; NULL: there is none */
    GArray *small;                            /* guint32: tests of the small suite, most per second first */
    guint *places;                            /* of each test: its place there, from 1 on; 0: it is not in it */
    guint32 *order;                           /* of rows: who covers most alone, by the first of `criteria` */
    FILE *out;
} Page;

/* ---- worth by criterion ---- */

/* Functions, of which a test has few alone, last. */
static void order_criteria(Page *page, const ReportGathered *gathered)
{
    guint n = report_headlines(page->model, page->criteria);
    page->n_worths = n;
    for (guint i = 0; i + 1 < n && page->criteria[i] == HTOL_CRIT_fc; i++) {
        page->criteria[i] = page->criteria[i + 1];
        page->criteria[i + 1] = HTOL_CRIT_fc;
    }
    for (guint i = 0; i < n; i++)
        page->worths[i] = htol_suite_worth(gathered->suites[page->criteria[i]]);
}

static int compare_rows(gconstpointer left, gconstpointer right, gpointer data)
{
    const Page *page = data;
    guint32 one = *(const guint32 *)left, other = *(const guint32 *)right;
    for (guint i = 0; i < page->n_worths; i++)
        if (page->worths[i][one].needed != page->worths[i][other].needed)
            return page->worths[i][one].needed > page->worths[i][other].needed ? -1 : 1;
    return 0;
}

static void order_rows(Page *page)
{
    page->order = g_memdup2(page->suite->order, page->suite->n_tests * sizeof *page->order);
    g_qsort_with_data(page->order, (gint)page->suite->n_tests, sizeof *page->order, compare_rows, page);
}

static void add_small(Page *page, guint32 test)
{
    const HtolTestSet tests = page->suite->subset.tests;
    if (page->places[test] > 0 || htol_test_set_next(page->model->tests, tests, test) != test)
        return;
    g_array_append_val(page->small, test);
    page->places[test] = page->small->len;
}

static void order_small(Page *page)
{
    page->small = g_array_new(FALSE, FALSE, sizeof(guint32));
    page->places = g_new0(guint, page->suite->n_tests);
    for (guint i = 0; page->curve && i < page->curve->added->len; i++)
        add_small(page, g_array_index(page->curve->added, ReportAdded, i).test);
    for (guint i = 0; i < page->suite->n_tests; i++)
        add_small(page, page->order[i]);
}

static Page page_of(const ReportModel *model, FILE *out)
{
    Page page = {.model = model, .out = out};
    page.own = model->gathered ? NULL : report_gathered_of(model);
    const ReportGathered *gathered = page.own ? page.own : model->gathered;
    page.suite = gathered->suite;
    page.curve = report_curve_new(model, report_headline(model), gathered->suites[report_headline(model)]);
    order_criteria(&page, gathered);
    order_rows(&page);
    order_small(&page);
    return page;
}

static void clear_page(Page *page)
{
    for (guint i = 0; i < page->n_worths; i++)
        g_free(page->worths[i]);
    g_clear_pointer(&page->curve, report_curve_free);
    g_array_unref(page->small);
    g_free(page->places);
    g_free(page->order);
    g_clear_pointer(&page->own, report_gathered_free);
}

/* ---- facts ---- */

static const ReportTest *test_of(const Page *page, guint32 test)
{
    return test < page->model->inputs->tests->len ? page->model->inputs->tests->pdata[test] : NULL;
}

static void put_time(FILE *out, gint64 duration)
{
    g_autofree char *text = report_html_time(duration);
    fputs(text, out);
}

static gint64 duration_of_all(const Page *page)
{
    gint64 sum = 0;
    for (guint i = 0; i < page->model->inputs->tests->len; i++)
        sum += test_of(page, i)->ending.started > 0 ? test_of(page, i)->ending.duration : 0;
    return sum;
}

static void put_endings(const Page *page)
{
    static const char *const words[] = {"passed", "failed", "crashed", "did not end"};
    const ReportTrials *trials = page->model->summary ? page->model->summary->trials : NULL;
    const char *between = "";
    for (guint i = 0; trials && i < G_N_ELEMENTS(words); i++) {
        if (trials->counts[i] == 0)
            continue;
        fprintf(page->out, i == REPORT_PASSED ? "%s%u %s" : "%s<span class=u>%u %s</span>", between, trials->counts[i],
                words[i]);
        between = ", ";
    }
}

static void begin_fact(FILE *out, const char *name, guint count)
{
    fprintf(out, "<div class=fact><dt>%s<dd><b>", name);
    report_html_count(out, count);
    fputs("</b>", out);
}

static void put_time_fact(const Page *page)
{
    gint64 all = duration_of_all(page);
    if (all <= 0)
        return;
    fputs("<div class=fact><dt>Time<dd><b>", page->out);
    put_time(page->out, all);
    fputs("</b>of all tests</div>", page->out);
}

static void put_enough(const Page *page)
{
    guint32 n = page->suite->n_tests;
    begin_fact(page->out, "Enough for all", page->small->len);
    fputs("of ", page->out);
    report_html_count(page->out, n);
    fputs(page->small->len == n ? ": none can be left out</div>" : "</div>", page->out);
}

static void put_nearly(const Page *page)
{
    g_autofree char *name =
        g_strdup_printf("Enough for 98%% of the %s", report_headline_unit(page->curve->criterion, FALSE));
    begin_fact(page->out, name, page->curve->nearly);
    fputs("in ", page->out);
    put_time(page->out, g_array_index(page->curve->added, ReportAdded, page->curve->nearly - 1).spent);
    fputs("</div>", page->out);
}

static void put_facts(const Page *page)
{
    fputs("<dl class=facts>", page->out);
    begin_fact(page->out, "Tests", page->model->inputs->tests->len);
    put_endings(page);
    fputs("</div>", page->out);
    put_time_fact(page);
    put_enough(page);
    if (page->curve)
        put_nearly(page);
    fputs("</dl>\n", page->out);
}

/* ---- what did not pass ---- */

static gboolean same_place(const ReportFrame *one, const ReportFrame *other)
{
    return g_strcmp0(one->function, other->function) == 0 && g_strcmp0(one->path, other->path) == 0 &&
           one->line == other->line;
}

/* How many frames from `at` on are the same. */
static guint run_of(const GArray *stack, guint at)
{
    guint n = 1;
    while (at + n < stack->len &&
           same_place(&g_array_index(stack, ReportFrame, at), &g_array_index(stack, ReportFrame, at + n)))
        n++;
    return n;
}

static void put_frames(const Page *page, const GArray *stack)
{
    for (guint i = 0, n, rows = 0; i < stack->len && rows < MOST_FRAMES; i += n, rows++) {
        n = run_of(stack, i);
        fprintf(page->out, "<tr><td>#%u<td>", i);
        report_html_frame(&g_array_index(stack, ReportFrame, i), page->out);
        if (n > 1)
            fprintf(page->out, "<tr><td><td class=muted>… the same %u times more", n - 1);
    }
}

static gboolean any_without_line(const GArray *stack)
{
    gboolean any = FALSE;
    for (guint i = 0; i < stack->len; i++)
        any |= g_array_index(stack, ReportFrame, i).begins;
    return any;
}

static void put_stack(const Page *page, const ReportTrial *trial)
{
    guint n = trial->stack->len;
    if (n == 0)
        return;
    fprintf(page->out, "<details class=more open><summary>How it came there: %u frame%s</summary><table class=bt>", n,
            n == 1 ? "" : "s");
    put_frames(page, trial->stack);
    fputs("</table>", page->out);
    if (any_without_line(trial->stack))
        fputs("<p class=muted>Programs that are compiled with <code>-g</code> tell lines, and functions that were "
              "inlined.</p>",
              page->out);
    fputs("</details>", page->out);
}

/* The index of the test of this name. */
static guint32 number_of(const Page *page, const char *name)
{
    guint32 test = 0;
    while (strcmp(test_of(page, test)->name, name) != 0)
        test++;
    return test;
}

/* "4 statements and 2 branches are its alone" */
static void put_alone(const Page *page, guint32 test)
{
    guint n = 0, sum = 0, done = 0;
    for (guint i = 0; i < page->n_worths; i++) {
        n += page->worths[i][test].needed > 0;
        sum += page->worths[i][test].needed;
    }
    for (guint i = 0; i < page->n_worths; i++) {
        guint count = page->worths[i][test].needed;
        if (count == 0)
            continue;
        fputs(done == 0 ? "" : done + 1 == n ? " and " : ", ", page->out);
        report_html_count(page->out, count);
        fprintf(page->out, " %s", report_headline_unit(page->criteria[i], count == 1));
        done++;
    }
    if (n == 0)
        fputs(page->suite->worth[test].needed > 0 ? "only what other criteria ask for" : "nothing", page->out);
    fputs(sum > 1 ? " are its alone" : " is its alone", page->out);
}

static void put_bad(const Page *page, const ReportTrial *trial)
{
    gboolean crashed = trial->verdict == REPORT_CRASHED;
    fprintf(page->out, "<div class=\"card%s\"><h3>", crashed ? " bad" : "");
    report_html_bad_test(trial, FALSE, page->out);
    fprintf(page->out, "</h3><p>What it covered%s counts: ", crashed ? " before that" : "");
    put_alone(page, number_of(page, trial->name));
    fputs(".</p>", page->out);
    put_stack(page, trial);
    fputs("</div>\n", page->out);
}

static void put_all_bad(const Page *page)
{
    const ReportTrials *trials = page->model->summary ? page->model->summary->trials : NULL;
    if (!trials || trials->bad->len == 0)
        return;
    fputs("<section aria-labelledby=bad><h2 id=bad>Did not pass</h2>\n", page->out);
    for (guint i = 0; i < trials->bad->len; i++)
        put_bad(page, &g_array_index(trials->bad, ReportTrial, i));
    fputs("</section>\n", page->out);
}

/* ---- what each is worth ---- */

static const ReportTrial *trial_of(const Page *page, const char *name)
{
    const ReportTrials *trials = page->model->summary ? page->model->summary->trials : NULL;
    for (guint i = 0; trials && i < trials->bad->len; i++)
        if (strcmp(g_array_index(trials->bad, ReportTrial, i).name, name) == 0)
            return &g_array_index(trials->bad, ReportTrial, i);
    return NULL;
}

static void put_ending(const Page *page, const ReportTest *test)
{
    const ReportTrial *trial = test ? trial_of(page, test->name) : NULL;
    if (!test) {
        fputs("<td class=muted>outside of tests", page->out);
    } else if (trial) {
        gboolean crashed = trial->verdict == REPORT_CRASHED;
        fprintf(page->out, "<td><span class=u>%s</span>, ", crashed ? "⚡ crashed" : "✗ failed");
        report_html_string(page->out, trial->how);
    } else if (test->ending.started > 0 && test->ending.status == 0) {
        fputs("<td><span class=c>✓</span> passed", page->out);
    } else {
        fputs("<td class=muted>not known", page->out);
    }
}

static void put_worth(FILE *out, guint count, gboolean optional)
{
    fputs(optional ? "<td class=\"num opt\">" : "<td class=num>", out);
    if (count > 0)
        report_html_count(out, count);
    else
        fputs("<span class=muted>–</span>", out);
}

/* How much it covers at all. */
static void put_runs(const Page *page, guint32 number)
{
    if (!page->curve)
        return;
    guint runs = test_of(page, number) ? page->curve->runs[number] : 0;
    fprintf(page->out, "<td class=\"num opt\" data-v=%u>", runs);
    report_html_count(page->out, runs);
    fprintf(page->out, "<svg class=\"meter na\" aria-hidden=true><rect width=%.1f%% /></svg>",
            100.0 * runs / MAX(report_wanted(&page->model->totals[page->curve->criterion]), 1));
}

static void put_place(const Page *page, guint32 number)
{
    guint place = page->places[number];
    fprintf(page->out, "<td class=\"num opt\" data-v=%u>", place ? place : page->suite->n_tests + 1);
    if (place)
        report_html_count(page->out, place);
    else
        fputs("<span class=muted>–</span>", page->out);
    fputs("\n", page->out);
}

static void put_duration(const Page *page, const ReportTest *test)
{
    gboolean known = test && test->ending.started > 0;
    fprintf(page->out, "<td class=\"num opt\" data-v=%" G_GINT64_FORMAT ">", known ? test->ending.duration : -1);
    if (known)
        put_time(page->out, test->ending.duration);
}

static void put_test(const Page *page, guint32 number)
{
    const ReportTest *test = test_of(page, number);
    g_autofree char *name = report_test_name(page->model, number);
    fputs("<tr><th scope=row><code>", page->out);
    report_html_string(page->out, name);
    fputs("</code>", page->out);
    put_ending(page, test);
    put_duration(page, test);
    put_runs(page, number);
    for (guint i = 0; i < page->n_worths; i++)
        put_worth(page->out, page->worths[i][number].needed, i > 0);
    put_place(page, number);
}

static void put_title(const Page *page)
{
    fputs("<section aria-labelledby=h-t><div class=head><h2 id=h-t>What each is worth <small>what only this test "
          "covers, most first</small></h2><div class=end><output id=shown class=muted></output><input type=search "
          "id=filter class=needs-js data-rows=\"#tests tbody tr\" placeholder=\"filter   /\" aria-label=\"Filter "
          "tests by name\"></div></div>\n",
          page->out);
}

/* What the columns of worth have in common; one cell for each of the others, as some are hidden in narrow windows. */
static void put_heading(const Page *page)
{
    if (page->n_worths == 0)
        return;
    fprintf(page->out,
            "<tr class=over><td><td><td class=opt>%s<th scope=colgroup colspan=%u>only this test covers<td class=opt>",
            page->curve ? "<td class=opt>" : "", page->n_worths);
}

static void put_heads(const Page *page)
{
    static const char sortable[] = "<th scope=col aria-sort=none";
    fputs("<div class=scroll><table class=\"plain sorts\" id=tests><caption class=vh>Tests</caption><thead>",
          page->out);
    put_heading(page);
    fprintf(page->out, "<tr>%s>test%s>how it ended%s class=\"num opt\">time", sortable, sortable, sortable);
    if (page->curve)
        fprintf(page->out, "%s class=\"num opt\">%s it covers", sortable,
                report_headline_unit(page->curve->criterion, FALSE));
    for (guint i = 0; i < page->n_worths; i++) {
        const char *unit = report_headline_unit(page->criteria[i], FALSE);
        fprintf(page->out, "<th scope=col aria-sort=%s class=\"num%s\" title=\"%s that no other test covers\">%s",
                i == 0 ? "descending" : "none", i > 0 ? " opt" : "", unit, unit);
    }
    fprintf(page->out,
            "%s class=\"num opt\" title=\"– if it can be left out\">place in the small suite</thead><tbody>\n",
            sortable);
}

static void put_tests(const Page *page)
{
    guint32 n = MIN(page->suite->n_tests, MOST_TESTS);
    put_title(page);
    put_heads(page);
    for (guint32 i = 0; i < n; i++)
        put_test(page, page->order[i]);
    fputs("</tbody></table></div>\n", page->out);
    if (n < page->suite->n_tests)
        fprintf(page->out, "<p class=muted>and %u more: <code>hlcov tests</code></p>\n", page->suite->n_tests - n);
    fputs("</section>\n", page->out);
}

/* ---- a small suite ---- */

/* "7 of 9 tests cover 98% of the statements that all tests cover, in 46 ms of 71 ms." */
static void put_most(const Page *page)
{
    const ReportCurve *curve = page->curve;
    const char *unit = report_headline_unit(curve->criterion, FALSE);
    report_html_count(page->out, curve->nearly);
    fputs(" of ", page->out);
    report_html_count(page->out, page->suite->n_tests);
    fprintf(page->out, " tests cover 98%% of the %s that all tests cover, in ", unit);
    put_time(page->out, g_array_index(curve->added, ReportAdded, curve->nearly - 1).spent);
    fputs(" of ", page->out);
    put_time(page->out, curve->time);
    fputs(". ", page->out);
}

/* What the smallest suite may be. */
static void put_least(const Page *page)
{
    const HtolSubset *subset = &page->suite->subset;
    guint n = page->small->len;
    if (n == page->suite->n_tests) {
        fputs("For all criteria together no test can be left out.", page->out);
        return;
    }
    report_html_count(page->out, n);
    fprintf(page->out, " cover%s all that is covered, of all criteria", n == 1 ? "s" : "");
    if (subset->partial)
        fputs("; some pairs of tests were not looked at, so fewer may do.", page->out);
    else if (n == subset->least)
        fputs(", and no fewer do.", page->out);
    else
        fprintf(page->out, "; at least %u are needed.", subset->least);
}

static void put_list(const Page *page)
{
    fputs("<details class=more open><summary>The suite as a list</summary><p>", page->out);
    for (guint i = 0; i < page->small->len; i++) {
        g_autofree char *name = report_test_name(page->model, g_array_index(page->small, guint32, i));
        fputs("<code>", page->out);
        report_html_string(page->out, name);
        fputs("</code> ", page->out);
    }
    fputs("</p></details>\n<p class=muted>The same tests in a terminal: <code>hlcov tests "
          "--minimal</code>.</p></section>\n",
          page->out);
}

static void put_suite(const Page *page)
{
    fputs("<section aria-labelledby=h-m><h2 id=h-m>A small suite <small>the tests that add most per second "
          "first</small></h2>\n<p class=lede>",
          page->out);
    if (page->curve)
        put_most(page);
    put_least(page);
    fputs("</p>\n", page->out);
    if (page->curve)
        report_html_curve(page->curve, page->out);
    put_list(page);
}

/* ---- the page ---- */

void report_html_tests(const ReportModel *model, FILE *out)
{
    Page page = page_of(model, out);
    report_frame_begin(out, model, REPORT_PAGE_TESTS, "Tests");
    fputs("<div class=hero><div><h1>Tests</h1><p>Each was run by <code>hlcov run</code>, so that its share is "
          "known.</p></div></div>\n",
          out);
    put_facts(&page);
    put_all_bad(&page);
    put_tests(&page);
    put_suite(&page);
    report_frame_end(out, model, REPORT_PAGE_TESTS);
    clear_page(&page);
}
