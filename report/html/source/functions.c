/* Writes the functions of a file by gap; see source.h. */
#include <string.h>

#include "report/gaps/gap_sentence.h"
#include "report/html/parts/tiles.h"
#include "report/html/source/parts.h"
#include "report/html/source/source.h"

enum {
    FIRST_FUNCTIONS = 8, /* that are shown at once; of a short list all are */
    SHORT_LIST = 12
};

/* A function of the list, and what it is sorted by. */
typedef struct {
    const ReportFunction *function;
    guint gap;  /* statements that are missing; where these are not selected, all objectives */
    guint open; /* objectives of all criteria */
} Ranked;

static Ranked rank(const ReportFunction *function)
{
    ReportTotals totals[HTOL_CRITERIA] = {0};
    report_totals_add_function(totals, function);
    const ReportTotals *statements = &totals[HTOL_CRIT_stmt];
    guint wanted = report_wanted(statements), open = report_open(totals);
    return (Ranked){function, wanted > 0 ? wanted - statements->covered : open, open};
}

static int compare_gaps(gconstpointer left, gconstpointer right)
{
    const Ranked *one = left, *other = right;
    if (one->gap != other->gap)
        return one->gap > other->gap ? -1 : 1;
    if (one->open != other->open)
        return one->open > other->open ? -1 : 1;
    return one->function->function->row.line < other->function->function->row.line ? -1 : 1;
}

/* Those that begin in these lines, a Ranked each, the largest gap first. */
static GArray *sorted(const ReportFile *file, guint first, guint last)
{
    GArray *functions = g_array_new(FALSE, FALSE, sizeof(Ranked));
    for (guint i = 0; i < file->n_functions; i++) {
        guint line = file->functions[i]->function->row.line;
        if (line < first || line > last)
            continue;
        Ranked ranked = rank(file->functions[i]);
        g_array_append_val(functions, ranked);
    }
    g_array_sort(functions, compare_gaps);
    return functions;
}

/* A list of functions as it is written. */
typedef struct {
    const ReportPage *page;
    HtolCriterion columns[REPORT_MOST_HEADLINES];
    guint n_columns;
    gboolean with_line; /* of a file in parts, whose gaps are not on the page */
} Table;

static Table table_of(const ReportPage *page)
{
    Table table = {.page = page, .with_line = page->parts->len > 1};
    HtolCriterion all[REPORT_MOST_HEADLINES];
    guint n = report_headlines(page->model, all);
    for (guint i = 0; i < n; i++)
        if (all[i] != HTOL_CRIT_fc)
            table.columns[table.n_columns++] = all[i];
    return table;
}

static void put_head(const Table *table)
{
    FILE *out = table->page->out;
    fprintf(out, "<table class=\"fns%s\"><thead><tr><th scope=col>function", table->with_line ? " wide" : "");
    fputs(table->with_line ? "<th scope=col class=num>line" : "", out);
    for (guint i = 0; i < table->n_columns; i++)
        fprintf(out, i == 0 ? "<th scope=colgroup colspan=2 class=num>%s" : "<th scope=col class=\"num opt\">%s",
                report_headline_title(table->columns[i]));
    fprintf(out, "<th scope=col class=opt>%s</thead><tbody>\n",
            table->with_line ? "<span class=vh>called</span>" : "the first gap");
}

static void put_score(const Table *table, const ReportTotals *totals, gboolean is_first)
{
    FILE *out = table->page->out;
    if (is_first) {
        fputs("<td class=mt>", out);
        report_html_bar(out, table->page->model, totals);
    }
    fputs(is_first ? "<td class=num>" : "<td class=\"num opt\">", out);
    if (report_wanted(totals) > 0)
        fprintf(out, "%u <span class=muted>of %u</span>", totals->covered, report_wanted(totals));
    else
        fputs("<span class=muted>–</span>", out);
}

/* Whether what the line lacks first is a way that the function did not go, and not a value or a change on a way. */
static gboolean is_not_gone(const ReportGapLine *line)
{
    return g_array_index(line->gaps, ReportGap, 0).kind < REPORT_GAP_LIMIT;
}

/* The first line of the function where it did not go some way, else the first with something to tell; its line is NULL
 * if it is not on the page. */
static ReportTold first_told(const ReportPage *page, const ReportFunction *function)
{
    ReportTold first = {NULL, NULL};
    for (guint i = 0; page->gaps && i < page->gaps->len; i++) {
        const ReportGaps *gaps = page->gaps->pdata[i];
        for (guint k = 0; gaps->function == function && k < gaps->lines->len; k++) {
            const ReportGapLine *line = gaps->lines->pdata[k];
            if (line->missing == 0 || line->gaps->len == 0)
                continue;
            if (is_not_gone(line))
                return (ReportTold){gaps, line};
            if (!first.line)
                first = (ReportTold){gaps, line};
        }
    }
    return first;
}

/* What the line shows itself is named here: "`x >= 256` was never true". */
static void put_phrase(const Table *table, const ReportTold *told)
{
    const ReportGap *gap = &g_array_index(told->line->gaps, ReportGap, 0);
    g_autofree char *words =
        gap->kind == REPORT_GAP_DECISION ? report_gap_sentence(told->gaps, told->line, gap) : g_strdup(gap->phrase);
    report_html_words(table->page->out, words);
}

static void put_first_gap(const Table *table, const ReportFunction *function)
{
    FILE *out = table->page->out;
    ReportTold told = first_told(table->page, function);
    fputs("<td class=opt>", out);
    if (function->skipped) {
        fputs("not measured: ", out);
        report_html_string(out, function->skipped);
    } else if (told.line) {
        fprintf(out, "<a href=#L%u>", told.line->line);
        put_phrase(table, &told);
        fputs("</a>", out);
    } else if (!function->called) {
        fputs("never called", out);
    }
}

static void open_link(const ReportPage *page, guint32 line)
{
    g_autofree char *name = report_html_page_of_line(page->file, page->parts, line);
    fprintf(page->out, "<a href=\"%s#L%u\">", page->parts->len > 1 ? name : "", line);
}

static void put_function(const Table *table, const ReportFunction *function)
{
    FILE *out = table->page->out;
    gboolean linked = table->page->file->n_lines > 0;
    fputs("<tr><th scope=row>", out);
    if (linked)
        open_link(table->page, function->function->row.line);
    report_html_string(out, function->function->row.name);
    fputs(linked ? "</a>" : "", out);
    if (table->with_line) {
        fputs("<td class=num>", out);
        report_html_count(out, function->function->row.line);
    }
    ReportTotals totals[HTOL_CRITERIA] = {0};
    report_totals_add_function(totals, function);
    for (guint i = 0; i < table->n_columns; i++)
        put_score(table, &totals[table->columns[i]], i == 0);
    put_first_gap(table, function);
    putc('\n', out);
}

static void put_table(const Table *table, const GArray *functions, guint from, guint to)
{
    put_head(table);
    for (guint i = from; i < to; i++)
        put_function(table, g_array_index(functions, Ranked, i).function);
    fputs("</tbody></table>\n", table->page->out);
}

static guint count_complete(const GArray *functions, guint from)
{
    guint complete = 0;
    for (guint i = from; i < functions->len; i++)
        complete += g_array_index(functions, Ranked, i).open == 0;
    return complete;
}

void report_html_functions(const ReportPage *page)
{
    g_autoptr(GArray) functions = sorted(page->file, 0, G_MAXUINT);
    guint shown = functions->len <= SHORT_LIST ? functions->len : FIRST_FUNCTIONS;
    Table table = table_of(page);
    if (functions->len == 0)
        return;
    fprintf(page->out,
            "<section aria-labelledby=functions><div class=head><h2 id=functions>Functions <small>%s</small></h2>"
            "</div>\n",
            table.with_line ? "the largest gaps of the whole file" : "the largest gap first");
    put_table(&table, functions, 0, shown);
    if (shown < functions->len) {
        guint complete = count_complete(functions, shown);
        fprintf(page->out, "<details class=more><summary>%u more functions", functions->len - shown);
        if (complete > 0)
            fprintf(page->out, ", %u of them complete", complete);
        fputs("</summary>", page->out);
        put_table(&table, functions, shown, functions->len);
        fputs("</details>", page->out);
    }
    fputs("</section>\n", page->out);
}

/* ---- parts of a long file ---- */

enum { STRIP = 96, PART_FUNCTIONS = 6 };

/* Statements on lines of the file, by status. */
typedef struct {
    guint covered, missing;
} Density;

/* Of each line of the file. */
static Density *densities_of(const ReportFile *file)
{
    Density *densities = g_new0(Density, (gsize)file->n_lines + 1);
    for (guint i = 0; i < file->n_functions; i++) {
        const ReportFunction *function = file->functions[i];
        for (guint k = 0; k < function->n_objectives; k++) {
            const ReportJudged *judged = &function->judged[k];
            if (judged->criterion != HTOL_CRIT_stmt || judged->line == 0 || judged->line > file->n_lines)
                continue;
            densities[judged->line].covered += judged->status == REPORT_COVERED;
            densities[judged->line].missing += judged->status == REPORT_UNCOVERED;
        }
    }
    return densities;
}

static Density sum_of(const Density *densities, guint first, guint last)
{
    Density sum = {0};
    for (guint i = first; i <= last; i++) {
        sum.covered += densities[i].covered;
        sum.missing += densities[i].missing;
    }
    return sum;
}

static ReportTotals totals_of(Density sum)
{
    return (ReportTotals){.objectives = sum.covered + sum.missing, .covered = sum.covered};
}

/* Lines of a part. */
typedef struct {
    guint index, first, last;
    const Density *densities;
} Part;

/* The 96 steps of a strip that are of one class. */
static void put_steps(const ReportPage *page, const Part *part, const char *class)
{
    guint lines = part->last - part->first + 1, n = 0;
    for (guint i = 0; i < STRIP; i++) {
        guint from = part->first + (guint)((guint64)i * lines / STRIP);
        guint to = part->first + (guint)((guint64)(i + 1) * lines / STRIP);
        ReportTotals totals = totals_of(sum_of(part->densities, from, MAX(to, from + 1) - 1));
        if (strcmp(report_html_grade(page->model, &totals), class) != 0)
            continue;
        if (n++ == 0)
            fprintf(page->out, "<path class=%s d=\"", class);
        fprintf(page->out, "M%u 0h1v1h-1z", i);
    }
    fputs(n > 0 ? "\"/>" : "", page->out);
}

static void put_numbers(const ReportPage *page, guint first, guint last, const char *between)
{
    report_html_count(page->out, first);
    fputs(between, page->out);
    report_html_count(page->out, last);
}

static void put_part_functions(const ReportPage *page, const Part *part, const GArray *functions)
{
    Table table = table_of(page);
    g_autofree char *name = report_html_part_name(page->file->path, part->index + 1);
    if (functions->len > 0)
        put_table(&table, functions, 0, MIN(functions->len, PART_FUNCTIONS));
    fprintf(page->out, "<p class=rest><a href=\"%s\">Open lines ", name);
    put_numbers(page, part->first, part->last, " to ");
    if (functions->len > 0)
        fprintf(page->out, "</a>, with %s%u function%s</p></details>\n", functions->len > 1 ? "all " : "",
                functions->len, functions->len > 1 ? "s" : "");
    else
        fputs("</a>: nothing to cover</p></details>\n", page->out);
}

static void put_part(const ReportPage *page, const Part *part)
{
    g_autoptr(GArray) functions = sorted(page->file, part->first, part->last);
    ReportTotals totals = totals_of(sum_of(part->densities, part->first, part->last));
    g_autofree char *score = report_score_text(&totals);
    guint called = 0;
    for (guint i = 0; i < functions->len; i++)
        called += g_array_index(functions, Ranked, i).function->called;
    fputs("<details><summary><span class=r>", page->out);
    put_numbers(page, part->first, part->last, "<span class=opt>–");
    fprintf(page->out, "</span></span><svg class=strip viewBox=\"0 0 %d 1\" preserveAspectRatio=none aria-hidden=true>",
            STRIP);
    put_steps(page, part, "lo");
    put_steps(page, part, "mi");
    put_steps(page, part, "hi");
    fputs("</svg><span class=\"num muted\">", page->out);
    if (functions->len > 0)
        fprintf(page->out, "%u of %u functions", called, functions->len);
    else
        fputs("declarations only", page->out);
    fprintf(page->out, "</span><span class=num>%s", report_wanted(&totals) > 0 ? score : "–");
    report_html_bar(page->out, page->model, &totals);
    fputs("</span></summary>", page->out);
    put_part_functions(page, part, functions);
}

void report_html_strips(const ReportPage *page)
{
    g_autofree Density *densities = densities_of(page->file);
    fputs("<section aria-labelledby=h-p><div class=head><h2 id=h-p>Parts <small>from the first line to the last; open "
          "one for its functions</small></h2><div class=\"end keys dens\"><span><i class=\"sw lo\"></i>low</span><span>"
          "<i class=\"sw mi\"></i>medium</span><span><i class=\"sw hi\"></i>high</span><span><i class=sw></i>nothing "
          "to cover</span></div></div>\n<div class=parts><div class=hd><span>lines</span><span>where they are covered"
          "</span><span class=num>called</span><span class=num>statements</span></div>\n",
          page->out);
    for (guint i = 0; i < page->parts->len; i++) {
        guint last = i + 1 < page->parts->len ? g_array_index(page->parts, guint, i + 1) - 1 : page->file->n_lines;
        Part part = {i, g_array_index(page->parts, guint, i), last, densities};
        put_part(page, &part);
    }
    fputs("</div></section>\n", page->out);
}
