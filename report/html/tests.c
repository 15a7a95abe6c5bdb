/* tests.html: how each test ended, what did not pass and where, what each is worth, a small suite. */
#include <string.h>

#include "report/advise/suite.h"
#include "report/html/curve.h"
#include "report/html/frame.h"
#include "report/html/places.h"
#include "report/html/steps.h"
#include "report/html/tiles.h"
#include "report/model/tests.h"

/* Rows of tests, so that the page stays small; frames of a stack. */
enum { MOST_TESTS = 5000, MOST_FRAMES = 40 };

typedef struct {
    const ReportModel *model;
    ReportSuite *suite;
    guint n_worths;
    HtolCriterion criteria[REPORT_MOST_HEADLINES];
    HtolWorth *worths[REPORT_MOST_HEADLINES]; /* of each test, in objectives of these criteria alone */
    ReportCurve *curve;                       /* of statements, or what stands for them; NULL: there is none */
    FILE *out;
} Page;

/* ---- worth by criterion ---- */

static void add_function(HtolSuite *suite, const ReportFunction *function, HtolCriterion criterion)
{
    for (guint i = 0; i < function->n_special; i++) {
        const ReportSpecial *special = &function->special[i];
        if (special->witnesses && function->judged[special->index].criterion == criterion)
            htol_suite_add(suite, special->witnesses);
    }
}

static HtolWorth *worth_of(const ReportModel *model, HtolCriterion criterion)
{
    g_autoptr(HtolSuite) suite = htol_suite_new(model->tests);
    for (guint i = 0; i < model->n_files; i++)
        for (guint k = 0; k < model->files[i]->n_functions; k++)
            add_function(suite, model->files[i]->functions[k], criterion);
    return htol_suite_worth(suite);
}

static Page page_of(const ReportModel *model, FILE *out)
{
    Page page = {.model = model, .suite = report_suite_new(model, TRUE), .out = out};
    page.n_worths = report_headlines(model, page.criteria);
    page.curve = report_curve_new(model, report_headline(model));
    for (guint i = 0; i < page.n_worths; i++)
        page.worths[i] = worth_of(model, page.criteria[i]);
    return page;
}

static void clear_page(Page *page)
{
    for (guint i = 0; i < page->n_worths; i++)
        g_free(page->worths[i]);
    g_clear_pointer(&page->curve, report_curve_free);
    report_suite_free(page->suite);
}

/* ---- facts ---- */

static const ReportTest *test_of(const Page *page, guint32 test)
{
    return test < page->model->inputs->tests->len ? page->model->inputs->tests->pdata[test] : NULL;
}

static void put_seconds(FILE *out, gint64 duration)
{
    fprintf(out, "%.2f", (double)duration / G_USEC_PER_SEC);
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

static guint32 size_of_subset(const Page *page)
{
    return htol_test_set_size(page->model->tests, page->suite->subset.tests);
}

static void put_facts(const Page *page)
{
    gint64 all = duration_of_all(page);
    fprintf(page->out, "<dl class=facts><div class=fact><dt>Tests<dd><b>%u</b>", page->model->inputs->tests->len);
    put_endings(page);
    fputs("</div>", page->out);
    if (all > 0) {
        fputs("<div class=fact><dt>Time<dd><b>", page->out);
        put_seconds(page->out, all);
        fputs(" s</b>of all tests</div>", page->out);
    }
    fprintf(page->out, "<div class=fact><dt>Enough for all<dd><b>%u</b>of %u</div>", size_of_subset(page),
            page->suite->n_tests);
    if (page->curve) {
        fprintf(page->out, "<div class=fact><dt>Enough for 98%%<dd><b>%u</b>of the %s, in ", page->curve->nearly,
                report_headline_title(page->curve->criterion));
        put_seconds(page->out, g_array_index(page->curve->added, ReportAdded, page->curve->nearly - 1).spent);
        fputs(" s</div>", page->out);
    }
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

static void put_stack(const Page *page, const ReportTrial *trial)
{
    guint n = trial->stack->len;
    if (n == 0)
        return;
    fprintf(page->out, "<details class=more open><summary>How it came there: %u frame%s</summary><table class=bt>", n,
            n == 1 ? "" : "s");
    put_frames(page, trial->stack);
    fputs("</table></details>", page->out);
}

/* The index of the test of this name. */
static guint32 number_of(const Page *page, const char *name)
{
    guint32 test = 0;
    while (strcmp(test_of(page, test)->name, name) != 0)
        test++;
    return test;
}

static void put_bad(const Page *page, const ReportTrial *trial)
{
    const HtolWorth *worth = &page->suite->worth[number_of(page, trial->name)];
    fprintf(page->out, "<div class=\"card%s\"><h3>", trial->verdict == REPORT_CRASHED ? " bad" : "");
    report_html_bad_test(trial, FALSE, page->out);
    fprintf(page->out, "</h3><p>What it covered counts%s</p>",
            worth->needed > 0 ? ", and some of it no other test covers." : "; other tests cover all of it.");
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

static void put_test(const Page *page, guint32 number)
{
    const ReportTest *test = test_of(page, number);
    g_autofree char *name = report_test_name(page->model, number);
    fputs("<tr><th scope=row><code>", page->out);
    report_html_string(page->out, name);
    fputs("</code>", page->out);
    put_ending(page, test);
    fputs("<td class=num>", page->out);
    if (test && test->ending.started > 0)
        put_seconds(page->out, test->ending.duration);
    put_runs(page, number);
    for (guint i = 0; i < page->n_worths; i++)
        put_worth(page->out, page->worths[i][number].needed, i > 0);
    put_worth(page->out, page->suite->worth[number].needed, FALSE);
    put_worth(page->out, page->suite->worth[number].together, TRUE);
    fputs("<td class=\"num opt\">", page->out);
    fputs(htol_test_set_next(page->model->tests, page->suite->subset.tests, number) == number ? "✓\n" : "\n",
          page->out);
}

static void put_heads(const Page *page)
{
    fputs("<section aria-labelledby=h-t><div class=head><h2 id=h-t>What each is worth <small>what no other test "
          "covers, most "
          "first</small></h2><div class=end><output id=shown class=muted></output><input type=search id=filter "
          "class=needs-js data-rows=\"#tests tbody tr\" placeholder=\"filter   /\" aria-label=\"Filter tests by "
          "name\"></div></div>\n<div class=scroll><table class=\"plain sorts\" id=tests><caption "
          "class=vh>Tests</caption><thead><tr><th scope=col aria-sort=none>test<th scope=col aria-sort=none>how it "
          "ended<th "
          "scope=col aria-sort=none class=num>seconds",
          page->out);
    if (page->curve)
        fprintf(page->out, "<th scope=col aria-sort=none class=\"num opt\">%s it covers",
                report_headline_title(page->curve->criterion));
    for (guint i = 0; i < page->n_worths; i++)
        fprintf(page->out, "<th scope=col aria-sort=none class=\"num%s\">%s%s", i > 0 ? " opt" : "",
                i == 0 ? "only it: " : "", report_headline_title(page->criteria[i]));
    fputs(
        "<th scope=col aria-sort=descending class=num title=\"objectives of all criteria that no tests cover without "
        "it\">of all<th scope=col aria-sort=none class=\"num opt\" title=\"objectives that it may cover together with "
        "others\">with others<th scope=col aria-sort=none class=\"num opt\">in the small suite</thead><tbody>\n",
        page->out);
}

static void put_tests(const Page *page)
{
    guint32 n = MIN(page->suite->n_tests, MOST_TESTS);
    put_heads(page);
    for (guint32 i = 0; i < n; i++)
        put_test(page, page->suite->order[i]);
    fputs("</tbody></table></div>\n", page->out);
    if (n < page->suite->n_tests)
        fprintf(page->out, "<p class=muted>and %u more: <code>hlcov tests</code></p>\n", page->suite->n_tests - n);
    fputs("</section>\n", page->out);
}

/* ---- a small suite ---- */

/* What the smallest suite may be. */
static void put_bound(const Page *page)
{
    const HtolSubset *subset = &page->suite->subset;
    guint32 size = size_of_subset(page);
    if (subset->partial)
        fputs(" Some pairs of tests were not looked at: fewer may be enough.", page->out);
    else if (size == subset->least)
        fputs(" No fewer do.", page->out);
    else
        fprintf(page->out, " At least %u are needed.", subset->least);
}

static void put_suite(const Page *page)
{
    const HtolTestSet tests = page->suite->subset.tests;
    guint32 test = htol_test_set_next(page->model->tests, tests, 0);
    fprintf(
        page->out,
        "<section aria-labelledby=h-m><h2 id=h-m>A small suite</h2>\n<p class=lede>%u of %u tests cover all of the %u "
        "objectives that are covered.",
        size_of_subset(page), page->suite->n_tests, page->suite->n_covered);
    put_bound(page);
    fputs("</p>\n", page->out);
    if (page->curve)
        report_html_curve(page->curve, page->out);
    fputs("<details class=more open><summary>The suite as a list</summary><p>", page->out);
    for (; test != HTOL_NO_TEST; test = htol_test_set_next(page->model->tests, tests, test + 1)) {
        g_autofree char *name = report_test_name(page->model, test);
        fputs("<code>", page->out);
        report_html_string(page->out, name);
        fputs("</code> ", page->out);
    }
    fputs("</p></details>\n<p class=muted>The same in a terminal: <code>hlcov tests --minimal</code>.</p></section>\n",
          page->out);
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
