/* next.html: places to cover next, what each would add, and which decisions have to go another way. */
#include <string.h>

#include "report/advise/next.h"
#include "report/gaps/row_words.h"
#include "report/gaps/spelling.h"
#include "report/html/pages/bodies.h"
#include "report/html/parts/frame.h"
#include "report/html/parts/places.h"
#include "report/html/parts/steps.h"
#include "report/html/parts/tiles.h"
#include "report/make/opened.h"
#include "report/model/sums.h"

enum { OPEN_STEPS = 4, MOST_AREAS = 12 };

typedef struct {
    const ReportModel *model;
    ReportNextSteps steps;
    FILE *out;
} Page;

static const ReportNextStep *step_at(const Page *page, guint i)
{
    return &page->steps.list[i];
}

/* ---- what all would bring ---- */

static void put_fact(const Page *page, HtolCriterion criterion)
{
    ReportTotals totals = page->model->totals[criterion], then = totals;
    const char *title = report_headline_title(criterion);
    for (guint i = 0; i < page->steps.n; i++)
        then.covered += step_at(page, i)->counts[criterion];
    then.covered = MIN(then.covered, report_wanted(&then));
    int more = report_score(&then) - report_score(&totals);
    fprintf(page->out, "<div class=fact><dt>%c%s<dd><b>", g_ascii_toupper(title[0]), title + 1);
    report_html_score(page->out, &then);
    fprintf(page->out, "%%</b><span class=%s>%d.%d</span> from\302\240", more > 0 ? "up" : "muted", more / 10,
            more % 10);
    report_html_score(page->out, &totals);
    fputs("</div>", page->out);
}

static void put_facts(const Page *page)
{
    HtolCriterion criteria[REPORT_MOST_HEADLINES];
    guint n = report_headlines(page->model, criteria);
    fputs("<dl class=facts>", page->out);
    for (guint i = 0; i < n; i++)
        if (report_score(&page->model->totals[criteria[i]]) >= 0)
            put_fact(page, criteria[i]);
    fputs("</dl>\n", page->out);
}

/* ---- decisions on the way ---- */

static void put_turn(const Page *page, const ReportNextStep *step, const HtolTurn *turn)
{
    const HtolRowDecision *row = &step->function->function->decisions[turn->decision];
    const ReportFile *file = report_file_at(page->model, step->function->path);
    g_autofree char *text = report_spelling(file, step->function, turn->decision, 0);
    g_autofree char *conditions = report_conditions_words(file, step->function, turn->decision, turn->vector);
    fputs("<li>", page->out);
    report_html_link_begin(page->out, step->function->path, row->line, "at");
    fprintf(page->out, "%u</a><code>", row->line);
    report_html_string(page->out, text);
    fprintf(page->out, "</code><span><span class=go>%s</span>", report_truth_word(turn->vector[0]));
    report_html_sentence(page->out, conditions);
    fputs("</span>", page->out);
}

/* Of a function that was never called no decision went any way. */
static const char *way_words(const ReportNextStep *step, guint32 n)
{
    if (!step->function->called)
        return " on the way";
    return n == 1 ? " has to go another way" : " have to go another way";
}

static void put_turns(const Page *page, const ReportNextStep *step, gboolean open)
{
    guint32 n = step->n_turns;
    if (n == 0)
        return;
    fprintf(page->out, "<details class=more%s><summary>%u decision%s%s</summary><ol class=need>", open ? " open" : "",
            n, n == 1 ? "" : "s", way_words(step, n));
    for (guint32 i = 0; i < n; i++)
        put_turn(page, step, &step->turns[i]);
    fputs("</ol></details>", page->out);
}

/* ---- places ---- */

static void put_callers(const Page *page, const ReportFunction *function)
{
    fputs("<dl><dt>nearest<dd>", page->out);
    if (function->n_callers == 0)
        fputs("none. No function calls it by name: it may be called through a pointer", page->out);
    for (guint i = 0; i < function->n_callers; i++) {
        const ReportCaller *caller = &function->callers[i];
        fputs(i ? ", <code>" : "called from <code>", page->out);
        report_html_string(page->out, caller->name);
        fprintf(page->out, "</code>%s, ", caller->called ? "" : ", which never ran");
        report_html_place(page->out, caller->path, caller->line);
    }
    fputs("</dl>", page->out);
}

static void put_nearest(const Page *page, const ReportNextStep *step)
{
    const char *text = step->nearest;
    if (!text)
        return;
    fputs("<dl><dt>nearest<dd>", page->out);
    report_html_sentence(page->out, g_str_has_prefix(text, "nearest: ") ? text + strlen("nearest: ") : text);
    fputs("</dl>", page->out);
}

static void put_step(const Page *page, guint index)
{
    const ReportNextStep *step = step_at(page, index);
    fprintf(page->out, "<li id=n%u><span class=no>%u</span><div><h3>", index + 1, index + 1);
    report_html_sentence(page->out, step->sentence);
    fputs("</h3><p class=where>", page->out);
    report_html_place(page->out, step->path, step->line);
    fputs(" · in <code>", page->out);
    report_html_string(page->out, step->function->function->row.name);
    fputs("</code></p>\n", page->out);
    if (step->function->called)
        put_nearest(page, step);
    else
        put_callers(page, step->function);
    put_turns(page, step, index < OPEN_STEPS);
    fputs("</div><div class=gain>", page->out);
    report_html_gain(page->model, step, page->out);
    fputs("</div>\n", page->out);
}

static void put_steps(const Page *page)
{
    fputs("<section aria-labelledby=h-l><h2 id=h-l>Places <small>what they would add; <span class=u>red</span>: which "
          "way a "
          "decision has to go</small></h2>\n<ol class=nexts>\n",
          page->out);
    for (guint i = 0; i < page->steps.n; i++)
        put_step(page, i);
    fputs("</ol></section>\n", page->out);
}

/* ---- whole areas ---- */

typedef struct {
    const ReportFile *file;
    guint index; /* of the file */
    guint functions, uncalled, statements;
    gboolean looked; /* for the next one */
    char *known;     /* one of them that is called by name somewhere, and by whom; NULL: none is */
    char *caller;    /* the file of that */
    guint32 line;    /* of the call */
} Area;

static void clear_area(gpointer area)
{
    g_free(((Area *)area)->known);
    g_free(((Area *)area)->caller);
}

static void count_function(Area *area, const ReportFunction *function)
{
    if (function->called || function->skipped)
        return;
    ReportTotals statements = report_function_totals(function, HTOL_CRIT_stmt);
    area->uncalled++;
    area->statements += report_wanted(&statements);
}

static void count_dropped(const ReportModel *model, Area *area, guint index)
{
    static const gboolean statements[HTOL_CRITERIA] = {[HTOL_CRIT_stmt] = TRUE};
    const ReportDropped *dropped = &area->file->dropped[index];
    if (dropped->called || dropped->skipped)
        return;
    area->uncalled++;
    area->statements += report_dropped_open(model, area->file, index, statements);
}

static Area area_of(const ReportModel *model, guint index)
{
    const ReportFile *file = model->files[index];
    Area area = {.file = file, .index = index, .functions = file->n_functions + file->n_dropped};
    for (guint i = 0; i < file->n_functions; i++)
        count_function(&area, file->functions[i]);
    for (guint i = 0; i < file->n_dropped; i++)
        count_dropped(model, &area, i);
    return area;
}

/* A ReportVisitFile, of `areas` by paths. */
static void find_known(const ReportModel *of, const ReportFile *file, gpointer areas)
{
    (void)of;
    Area *area = g_hash_table_lookup(areas, file->path);
    area->looked = TRUE;
    for (guint i = 0; i < file->n_functions && !area->known; i++) {
        const ReportFunction *function = file->functions[i];
        if (function->called || function->skipped || function->n_callers == 0)
            continue;
        area->known = g_strdup(function->function->row.name);
        area->caller = g_strdup(function->callers[0].path);
        area->line = function->callers[0].line;
    }
}

/* Of the first so many areas. */
static void find_all_known(const ReportModel *model, const GArray *areas, guint n)
{
    g_autofree guint8 *chosen = g_malloc0(model->n_files + 1);
    g_autoptr(GHashTable) by_path = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < n; i++) {
        Area *area = &g_array_index(areas, Area, i);
        chosen[area->index] = 1;
        g_hash_table_insert(by_path, (gpointer)area->file->path, area);
    }
    report_each_file(model, chosen, find_known, by_path, NULL);
}

static int compare_areas(gconstpointer left, gconstpointer right)
{
    const Area *one = left, *other = right;
    if (one->statements != other->statements)
        return one->statements < other->statements ? 1 : -1;
    return (one->uncalled < other->uncalled) - (one->uncalled > other->uncalled);
}

static void put_area(const Page *page, const Area *area)
{
    fputs("<tr><th scope=row class=path>", page->out);
    report_html_link_begin(page->out, area->file->path, 0, NULL);
    report_html_path(page->out, area->file->path);
    fprintf(page->out, "</a><td class=num>%u of %u<td class=num>%u<td class=opt>", area->uncalled, area->functions,
            area->statements);
    if (area->known) {
        fputs("<code>", page->out);
        report_html_string(page->out, area->known);
        fputs("</code> is called from ", page->out);
        report_html_place(page->out, area->caller, area->line);
    } else if (area->looked) {
        fputs("nothing calls them by name", page->out);
    }
    putc('\n', page->out);
}

static void put_areas(const Page *page)
{
    g_autoptr(GArray) areas = g_array_new(FALSE, FALSE, sizeof(Area));
    g_array_set_clear_func(areas, clear_area);
    for (guint i = 0; i < page->model->n_files; i++) {
        Area area = area_of(page->model, i);
        if (area.uncalled > 0)
            g_array_append_val(areas, area);
    }
    if (areas->len == 0)
        return;
    g_array_sort(areas, compare_areas);
    find_all_known(page->model, areas, MIN(areas->len, MOST_AREAS));
    fputs("<section aria-labelledby=h-w><h2 id=h-w>Functions that no test calls <small>by file</small></h2>\n<div "
          "class=scroll><table class=plain><thead><tr><th scope=col>file<th scope=col class=num>never called<th "
          "scope=col "
          "class=num>their statements<th scope=col class=opt>how tests could come there</thead><tbody>\n",
          page->out);
    for (guint i = 0; i < MIN(areas->len, MOST_AREAS); i++)
        put_area(page, &g_array_index(areas, Area, i));
    fputs("</tbody></table></div>\n", page->out);
    if (areas->len > MOST_AREAS)
        fprintf(page->out, "<p class=muted>and %u more files</p>\n", areas->len - MOST_AREAS);
    fputs("</section>\n", page->out);
}

/* ---- the page ---- */

void report_html_next(const ReportModel *model, FILE *out)
{
    Page page = {.model = model, .steps = report_next_steps(model, REPORT_MOST_STEPS), .out = out};
    report_frame_begin(out, model, REPORT_PAGE_NEXT, "What to cover next");
    fprintf(out, "<div class=hero><div><h1>What to cover next</h1>\n<p>%s</p></div></div>\n",
            page.steps.n > 0 ? "Places where one test covers most. Together they would bring, at least:"
                             : "Nothing is missing that is known how to cover.");
    if (page.steps.n > 0) {
        put_facts(&page);
        put_steps(&page);
    }
    put_areas(&page);
    fputs("<p class=muted>All of them in a terminal: <code>hlcov next</code>; for programs: <code>hlcov next "
          "--json</code>.</p>\n",
          out);
    report_frame_end(out, model, REPORT_PAGE_NEXT);
}
