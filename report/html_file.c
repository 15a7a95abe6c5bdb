/* The page of a source file: its functions, then its lines, each with the objectives that stand on it. */
#include <stdlib.h>
#include <string.h>

#include "report/html.h"

#define OPEN_FUNCTIONS 12     /* a longer list of functions is closed at first */
#define ELSEWHERE G_MAXUINT32 /* the line of an objective that stands on no line of this page */

/* An objective on its way to its line. */
typedef struct {
    guint32 line;
    guint order; /* among all of the page */
    const ReportFunction *function;
    const ReportObjective *objective;
} Entry;

/* What is being written. */
typedef struct {
    const ReportModel *model;
    const ReportFile *file;
    FILE *out;
    ReportWords *words;
    guint n_entries;
    Entry *entries; /* by line */
} Page;

/* Objectives --------------------------------------------------------------------------------------------- */

static int compare_entries(const void *left, const void *right)
{
    const Entry *one = left, *other = right;
    if (one->line != other->line)
        return one->line < other->line ? -1 : 1;
    return one->order < other->order ? -1 : 1;
}

static void collect_function(const Page *page, const ReportFunction *function, GArray *entries)
{
    for (guint i = 0; i < function->n_objectives; i++) {
        const ReportObjective *objective = &function->objectives[i];
        gboolean here = g_strcmp0(report_objective_path(function, objective), page->file->path) == 0;
        guint32 line = here && objective->objective->line ? objective->objective->line : ELSEWHERE;
        Entry entry = {line, entries->len, function, objective};
        g_array_append_val(entries, entry);
    }
}

/* Those whose text was included from another file come last. */
static void collect(Page *page)
{
    g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(Entry));
    for (guint i = 0; i < page->file->n_functions; i++)
        collect_function(page, page->file->functions[i], entries);
    if (page->file->outside)
        collect_function(page, page->file->outside, entries);
    page->n_entries = entries->len;
    page->entries = (Entry *)g_array_free(g_steal_pointer(&entries), FALSE);
    if (page->n_entries)
        qsort(page->entries, page->n_entries, sizeof *page->entries, compare_entries);
}

static const ReportMark *mark_of_line(const Entry *entries, guint count)
{
    guint covered = 0, uncovered = 0;
    for (guint i = 0; i < count; i++) {
        covered += entries[i].objective->status == REPORT_COVERED;
        uncovered += entries[i].objective->status == REPORT_UNCOVERED;
    }
    if (covered && uncovered)
        return &report_mark_partly;
    if (covered || uncovered)
        return &report_marks[covered ? REPORT_COVERED : REPORT_UNCOVERED];
    return &report_marks[entries[0].objective->status];
}

static gboolean has_one_function(const Entry *entries, guint count)
{
    for (guint i = 1; i < count; i++)
        if (entries[i].function != entries[0].function)
            return FALSE;
    return TRUE;
}

/* Panels ------------------------------------------------------------------------------------------------- */

static void put_htol(const HtolHyper *hyper, FILE *out)
{
    GString *text = g_string_new(NULL);
    htol_hyper_print(hyper, text);
    fputs("<code>", out);
    report_html_text(out, text->str, text->len);
    fputs("</code>", out);
    g_string_free(text, TRUE);
}

static void put_function_name(const ReportFunction *function, FILE *out)
{
    const HtolRowFunction *row = &function->function->row;
    report_html_string(out, row->name);
    fputs(" <small>", out);
    report_html_string(out, row->hash);
    fputs("</small>", out);
}

static void put_place(const Page *page, const Entry *entry)
{
    const HtolObjective *what = entry->objective->objective;
    if (entry->line == ELSEWHERE) {
        report_html_string(page->out, report_objective_path(entry->function, entry->objective));
        putc(':', page->out);
    }
    fprintf(page->out, "%u:%u", what->line, what->column);
}

static void put_why(const Page *page, const Entry *entry)
{
    g_autofree char *why = report_why(page->words, entry->function, entry->objective);
    if (*why && entry->objective->objective->hyper)
        fputs("<br>", page->out);
    report_html_string(page->out, why);
}

static void put_criterion(const Page *page, const Entry *entry)
{
    if (entry->objective->objective->hyper)
        put_htol(entry->objective->objective->hyper, page->out);
    put_why(page, entry);
}

static void put_objective(const Page *page, const Entry *entry, gboolean with_function)
{
    static const char *const values[] = {"", "false", "true"};
    const HtolObjective *what = entry->objective->objective;
    const ReportMark *mark = &report_marks[entry->objective->status];
    fprintf(page->out, "<tr><td class=%s>%s %s<td>%s<td>", mark->class, mark->glyph, mark->word,
            htol_selection_name(&page->model->selection, what->criterion));
    put_place(page, entry);
    fputs("<td><code>", page->out);
    report_html_string(page->out, what->text);
    fprintf(page->out, "</code><td>%s<td>", values[what->value + 1]);
    if (what->user)
        report_html_user(page->out, entry->objective);
    else
        put_criterion(page, entry);
    if (with_function) {
        fputs("<td>", page->out);
        put_function_name(entry->function, page->out);
    }
    putc('\n', page->out);
}

/* The rows of a table; one line's are few, so they go without a head. */
static void put_objectives(const Page *page, const Entry *entries, guint count)
{
    gboolean with_function = !has_one_function(entries, count);
    for (guint i = 0; i < count; i++)
        put_objective(page, &entries[i], with_function);
}

static void put_gap(const Page *page, HtolCriterion criterion, const Entry *entries, guint count)
{
    guint covered = 0, all = 0;
    for (guint i = 0; i < count; i++) {
        ReportStatus status = entries[i].objective->status;
        gboolean counts = entries[i].objective->objective->criterion == criterion;
        covered += counts && status == REPORT_COVERED;
        all += counts && (status == REPORT_COVERED || status == REPORT_UNCOVERED);
    }
    if (covered < all)
        fprintf(page->out, "<span class=%s>%s %u/%u</span>", covered ? "p" : "u",
                htol_selection_name(&page->model->selection, criterion), covered, all);
}

/* `CC 1/2`, for the criteria that are not met on this line. */
static void put_gaps(const Page *page, const Entry *entries, guint count)
{
    fputs("<span class=notes>", page->out);
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        put_gap(page, i, entries, count);
    fputs("</span>", page->out);
}

/* Lines -------------------------------------------------------------------------------------------------- */

static void put_code(const Page *page, const char *text, gsize size)
{
    fputs("<code>", page->out);
    report_html_text(page->out, text, size);
    fputs("</code>", page->out);
}

static void put_marked_line(const Page *page, const char *text, gsize size, const Entry *entries, guint count)
{
    const ReportMark *mark = mark_of_line(entries, count);
    guint line = entries[0].line;
    fprintf(
        page->out,
        "<tr id=L%u class=%s><th><a href=#L%u>%u</a><td aria-label=\"%s\">%s<td><details><summary class=ln>",
        line, mark->class, line, line, mark->word, mark->glyph);
    put_code(page, text, size);
    if (mark != &report_marks[REPORT_COVERED])
        put_gaps(page, entries, count);
    fputs("</summary><table class=tt>\n", page->out);
    put_objectives(page, entries, count);
    fputs("</table></details>\n", page->out);
}

static void put_plain_line(const Page *page, guint line, const char *text, gsize size)
{
    fprintf(page->out, "<tr id=L%u><th><a href=#L%u>%u</a><td><td>", line, line, line);
    if (size)
        put_code(page, text, size);
    putc('\n', page->out);
}

static guint entries_of_line(const Page *page, guint first, guint32 line)
{
    guint end = first;
    while (end < page->n_entries && page->entries[end].line == line)
        end++;
    return end - first;
}

/* Writes the line that begins at `text`; returns where the next one begins. */
static const char *put_line(const Page *page, guint line, const char *text, guint *entry)
{
    const char *end = page->file->source + page->file->source_size;
    const char *newline = memchr(text, '\n', end - text);
    gsize size = (newline ? newline : end) - text;
    if (size && text[size - 1] == '\r')
        size--;
    guint count = entries_of_line(page, *entry, line);
    if (count)
        put_marked_line(page, text, size, &page->entries[*entry], count);
    else
        put_plain_line(page, line, text, size);
    *entry += count;
    return newline ? newline + 1 : end;
}

/* Returns how many entries found their line. */
static guint put_source(const Page *page)
{
    const char *text = page->file->source, *end = text + page->file->source_size;
    guint entry = 0;
    fputs("<table class=src>\n<caption class=vh>source, line by line</caption>\n"
          "<colgroup><col class=l><col class=g><col></colgroup>\n<thead class=vh><tr><th scope=col>line"
          "<th scope=col>status<th scope=col>source</thead>\n<tbody>\n",
          page->out);
    for (guint line = 1; text < end; line++)
        text = put_line(page, line, text, &entry);
    fputs("</tbody>\n</table>\n", page->out);
    return entry;
}

static void put_rest(const Page *page, guint from)
{
    if (from == page->n_entries)
        return;
    fputs("<section aria-labelledby=h-rest>\n<h2 id=h-rest>Objectives without a line here</h2>\n"
          "<table class=tt>\n<thead><tr><th scope=col>status<th scope=col>criterion<th scope=col>place"
          "<th scope=col>text<th scope=col>value<th scope=col>HTOL, and what is missing"
          "<th scope=col>function</thead>\n<tbody>\n",
          page->out);
    put_objectives(page, page->entries + from, page->n_entries - from);
    fputs("</tbody>\n</table>\n</section>\n", page->out);
}

static void put_lines(const Page *page)
{
    static const char *const reasons[] = {
        [REPORT_SOURCE_CHANGED] =
            "The source has changed since it was compiled, so it is not shown: build and run again.",
        [REPORT_SOURCE_MISSING] =
            "The source cannot be read (or could not be when it was compiled), so it is not shown; "
            "hlcov report -r ROOT says where sources lie.",
    };
    if (page->file->state == REPORT_SOURCE_OK) {
        put_rest(page, put_source(page));
        return;
    }
    fprintf(page->out, "<p class=why>%s</p>\n", reasons[page->file->state]);
    put_rest(page, 0);
}

/* Functions ---------------------------------------------------------------------------------------------- */

static void put_function(const Page *page, const ReportFunction *function)
{
    guint line = function->function->row.line;
    fputs("<tr><th scope=row>", page->out);
    if (page->file->state == REPORT_SOURCE_OK)
        fprintf(page->out, "<a href=#L%u>", line);
    report_html_string(page->out, function->function->row.name);
    fputs(page->file->state == REPORT_SOURCE_OK ? "</a>" : "", page->out);
    const ReportMark *mark = &report_marks[function->called ? REPORT_COVERED : REPORT_UNCOVERED];
    if (function->skipped) {
        fprintf(page->out, "<td>%u<td class=m>not measured: %s", line, function->skipped);
    } else {
        fprintf(page->out, "<td>%u<td class=%s>%s %s", line, mark->class, mark->glyph,
                function->called ? "called" : "never called");
    }
    report_html_scores(page->out, page->model, function->totals);
    putc('\n', page->out);
}

static guint count_called(const ReportFile *file)
{
    guint called = 0;
    for (guint i = 0; i < file->n_functions; i++)
        called += file->functions[i]->called;
    return called;
}

static void put_functions(const Page *page)
{
    const ReportFile *file = page->file;
    fprintf(page->out,
            "<details class=functions%s><summary><h2>Functions: %u of %u called</h2></summary>\n<div "
            "class=scroll>"
            "<table class=grid>\n<thead><tr><th scope=col>function<th scope=col>line<th scope=col>",
            file->n_functions <= OPEN_FUNCTIONS ? " open" : "", count_called(file), file->n_functions);
    report_html_criteria(page->out, page->model);
    fputs("</thead>\n<tbody>\n", page->out);
    for (guint i = 0; i < file->n_functions; i++)
        put_function(page, file->functions[i]);
    fputs("</tbody>\n</table></div></details>\n", page->out);
}

/* Data flow ---------------------------------------------------------------------------------------------- */

static void put_fact(const Page *page, const ReportFunction *function, const HtolFlowFact *fact)
{
    gboolean here = g_strcmp0(function->function->files[fact->file].path, page->file->path) == 0;
    fputs("<li>", page->out);
    if (here && page->file->state == REPORT_SOURCE_OK)
        fprintf(page->out, "<a href=#L%u>line %u</a>", fact->line, fact->line);
    else
        fprintf(page->out, "line %u", fact->line);
    fputs(here ? ", in " : " of a file that is included, in ", page->out);
    report_html_string(page->out, function->function->row.name);
    fputs(": ", page->out);
    report_html_string(page->out, fact->text);
    putc('\n', page->out);
}

static void put_facts(const Page *page)
{
    guint facts = 0;
    for (guint i = 0; i < page->file->n_functions; i++)
        facts += page->file->functions[i]->n_facts;
    if (facts == 0)
        return;
    fprintf(page->out, "<details class=flows><summary><h2>Data flow: %u remarks</h2></summary>\n<ul>\n",
            facts);
    for (guint i = 0; i < page->file->n_functions; i++)
        for (guint f = 0; f < page->file->functions[i]->n_facts; f++)
            put_fact(page, page->file->functions[i], &page->file->functions[i]->facts[f]);
    fputs("</ul></details>\n", page->out);
}

static void put_call(const Page *page, const ReportFunction *function, const ReportSeen *seen)
{
    fputs("<tr><th scope=row>", page->out);
    report_html_string(page->out, function->function->row.name);
    fprintf(page->out, "<td>%u<td><code>", seen->row->line);
    report_html_string(page->out, seen->row->text);
    fputs("</code><td>", page->out);
    report_html_string(page->out, seen->callee);
    putc('\n', page->out);
}

/* Pairs of caller and callee that were seen through pointers, and are no objectives. */
static void put_calls(const Page *page)
{
    guint count = 0;
    for (guint i = 0; i < page->file->n_functions; i++)
        count += page->file->functions[i]->n_seen;
    if (count == 0)
        return;
    fprintf(page->out,
            "<details class=functions><summary><h2>Calls seen through pointers: %u</h2></summary>\n<div "
            "class=scroll>"
            "<table class=grid>\n<thead><tr><th scope=col>caller<th scope=col>line<th scope=col>call"
            "<th scope=col>callee</thead>\n<tbody>\n",
            count);
    for (guint i = 0; i < page->file->n_functions; i++)
        for (guint k = 0; k < page->file->functions[i]->n_seen; k++)
            put_call(page, page->file->functions[i], &page->file->functions[i]->seen[k]);
    fputs("</tbody>\n</table></div></details>\n", page->out);
}

/* Header ------------------------------------------------------------------------------------------------- */

static void put_neighbour(const ReportFile *neighbour, const char *relation, FILE *out)
{
    g_autofree char *page = report_html_page_name(neighbour->path);
    fprintf(out, "<a rel=%s href=\"%s\">", relation, page);
    fputs(strcmp(relation, "prev") == 0 ? "‹ " : "", out);
    report_html_string(out, neighbour->path);
    fputs(strcmp(relation, "next") == 0 ? " ›</a> " : "</a> ", out);
}

static void put_totals(const Page *page)
{
    fputs("<dl class=facts>", page->out);
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        const ReportTotals *totals = &page->file->totals[i];
        if (!report_is_shown(page->model, i))
            continue;
        fputs("<div title=\"", page->out);
        report_html_string(page->out, htol_criteria[i].doc);
        fprintf(page->out, "\"><dt>%s<dd>%u/%u</div>\n", htol_selection_name(&page->model->selection, i),
                totals->covered, report_wanted(totals));
    }
    fputs("</dl>\n", page->out);
}

static void put_header(const Page *page, guint index)
{
    report_html_begin(page->out, page->file->path, "file");
    fputs("<nav aria-label=Report><a href=index.html>‹ Coverage</a></nav><h1 class=path>", page->out);
    report_html_path(page->out, page->file->path);
    fputs("</h1><span class=seq>", page->out);
    if (index > 0)
        put_neighbour(page->model->files[index - 1], "prev", page->out);
    if (index + 1 < page->model->n_files)
        put_neighbour(page->model->files[index + 1], "next", page->out);
    fputs("</span>", page->out);
    report_html_buttons(page->out, TRUE);
    put_totals(page);
    fputs("</header>\n", page->out);
}

void report_html_file(const ReportModel *model, guint index, FILE *out)
{
    g_autoptr(ReportWords) words = report_words_new();
    Page page = {.model = model, .file = model->files[index], .out = out, .words = words};
    collect(&page);
    put_header(&page, index);
    fputs("<main id=main>\n", out);
    if (page.file->n_functions > 0)
        put_functions(&page);
    put_facts(&page);
    put_calls(&page);
    put_lines(&page);
    report_html_legend(out);
    fputs("</main>\n", out);
    report_html_end(out);
    g_free(page.entries);
}
