/* The page of a source file: its functions, then its lines, each with the objectives that stand on it. */
#include <stdlib.h>
#include <string.h>

#include "report/html/html_groups.h"
#include "report/model/logic.h"
#include "report/out/renderers.h"
#include "report/words/remarks.h"

#define OPEN_FUNCTIONS 12 /* a longer list of functions is closed at first */
#define MOST_CHIPS 12     /* more criteria than these are folded in the header */
#define MOST_METERS 100   /* and one longer than that has no bars */
#define RULER_STEPS 500   /* of what is marked at the edge of the window no more can be told apart */

/* A page is cut where it is estimated to come to so many bytes: a line, an objective on it, and the row of a function
 * on the first page make about these. */
enum { PART_BYTES = 1900000, LINE_BYTES = 60, MARKED_BYTES = 150, OBJECTIVE_BYTES = 30, FUNCTION_BYTES = 400 };

/* The source, as far as it was gone through. */
typedef struct {
    const char *text;
    guint line;
    guint entry; /* the first that is not above the line */
    gboolean in_comment;
} Reader;

/* The lines of the page on which objectives of a function stand; last < first: there are none. */
typedef struct {
    guint first, last;
    guint elsewhere; /* how many stand on no line of the page */
} Span;

typedef struct ReportHtmlFile Page;
struct ReportHtmlFile {
    const ReportModel *model;
    const ReportFile *file;
    guint index; /* of the file */
    FILE *out;   /* of the part that is being written */
    ReportWords *words;
    guint n_lines;       /* 0 if the source is not shown */
    guint *counts;       /* of each line, from 1 on: the objectives that stand on it */
    Span *spans;         /* of each function */
    GArray *parts;       /* guint: the first line of each; not empty */
    guint part;          /* the one that is being written, or comes next */
    GPtrArray *expanded; /* ReportObjectives, of the part's functions */
    guint n_entries;
    ReportEntry *entries; /* of the part, by line */
    guint order;          /* of the next entry */
    Reader reader;        /* at the first line that was not written yet */
    guint function;       /* of the file: the first that begins behind the line before that */
    ReportGroups *groups;
    ReportWanted *wanted;
    ReportTemplates *templates;
    ReportForms *forms;
    guint n_rows;        /* see ReportPanel */
    GHashTable *kinds;   /* of the part: numbers of what lines say of criteria, from 1 on */
    GPtrArray *in_order; /* these, by number */
    GArray *lines;       /* guint: those of the part's lines that are marked */
};

static guint part_of(const Page *page, guint line)
{
    guint part = page->parts->len - 1;
    while (part > 0 && g_array_index(page->parts, guint, part) > line)
        part--;
    return part;
}

/* G_MAXUINT of the last part. */
static guint last_line(const Page *page)
{
    return page->part + 1 < page->parts->len ? g_array_index(page->parts, guint, page->part + 1) - 1 : G_MAXUINT;
}

/* Objectives --------------------------------------------------------------------------------------------- */

static guint count_lines(const ReportFile *file)
{
    guint lines = 0;
    const char *end = file->source + file->source_size;
    for (const char *at = file->source; at && at < end; at++) {
        at = memchr(at, '\n', end - at);
        lines++;
        if (!at)
            break;
    }
    return file->state == REPORT_SOURCE_OK ? lines : 0;
}

/* The others stand on no line here: those whose text was included from another file, say. */
static gboolean is_here(const Page *page, const ReportJudged *judged)
{
    return judged->line > 0 && judged->line <= page->n_lines;
}

/* Those of the file, then what is in none. */
static guint count_functions(const ReportFile *file)
{
    return file->n_functions + (file->outside != NULL);
}

static const ReportFunction *function_at(const ReportFile *file, guint at)
{
    return at < file->n_functions ? file->functions[at] : file->outside;
}

static Span span_of(const Page *page, const ReportFunction *function)
{
    Span span = {.first = G_MAXUINT};
    for (guint i = 0; i < function->n_objectives; i++) {
        const ReportJudged *judged = &function->judged[i];
        span.elsewhere += !is_here(page, judged);
        if (!is_here(page, judged))
            continue;
        span.first = MIN(span.first, judged->line);
        span.last = MAX(span.last, judged->line);
        page->counts[judged->line]++;
    }
    return span;
}

static void find_spans(Page *page)
{
    page->counts = g_new0(guint, page->n_lines + 1);
    page->spans = g_new(Span, count_functions(page->file));
    for (guint i = 0; i < count_functions(page->file); i++)
        page->spans[i] = span_of(page, function_at(page->file, i));
}

/* Where those of the part go: of each of its lines the next. */
typedef struct {
    Page *page;
    guint first, last;
    guint *next;
} Places;

static void add_entry(const Places *places, const ReportEntry *entry)
{
    if (entry->line < places->first || entry->line > places->last)
        return;
    ReportEntry *to = &places->page->entries[places->next[entry->line - places->first]++];
    *to = *entry;
    to->order = places->page->order++;
}

/* Whose objectives are there. Of a function that has `logic` those of decisions are passed by. */
static void add_expanded(const Places *places, const ReportObjectives *objectives)
{
    const ReportFunction *function = objectives->function;
    for (guint i = 0, next = 0; i < function->n_objectives; i++) {
        const ReportJudged *judged = &function->judged[i];
        if (function->logic && htol_criterion_is_of_decisions(judged->criterion))
            continue;
        const ReportObjective *objective = &objectives->list[next++];
        if (is_here(places->page, judged))
            add_entry(places,
                      &(ReportEntry){judged->line, 0, objectives, objective, judged->criterion, judged->status, 0});
    }
}

static void add_known(const Places *places, const ReportObjectives *objectives, guint32 decision)
{
    const HtolFunction *function = objectives->function->function;
    const HtolRowDecision *row = &function->decisions[decision];
    const ReportLogic *logic = objectives->function->logic[decision];
    for (guint i = 0; i < logic->n; i++) {
        const ReportLogicItem *item = &logic->items[i];
        guint32 line = report_logic_line(function, row, item);
        add_entry(places, &(ReportEntry){line, 0, objectives, NULL, item->criterion, item->status, decision});
    }
}

static ReportObjectives *expand(const Page *page, const ReportFunction *function)
{
    return function->logic ? report_objectives_but_logic(page->model, function)
                           : report_objectives(page->model, function);
}

static void add_function(const Places *places, const ReportFunction *function)
{
    Page *page = places->page;
    ReportObjectives *objectives = expand(page, function);
    g_ptr_array_add(page->expanded, objectives);
    add_expanded(places, objectives);
    for (guint32 i = 0; function->logic && i < function->function->n_decisions; i++)
        add_known(places, objectives, i);
}

/* The part's objectives: by line, those of a line in the order of functions and their objectives. */
static void collect(Page *page)
{
    guint first = g_array_index(page->parts, guint, page->part), last = MIN(last_line(page), page->n_lines);
    g_autofree guint *next = g_new0(guint, last + 2 - first);
    for (guint line = first; line <= last; line++)
        next[line + 1 - first] = next[line - first] + page->counts[line];
    page->n_entries = last < first ? 0 : next[last + 1 - first];
    page->entries = g_new(ReportEntry, page->n_entries);
    page->expanded = g_ptr_array_new_with_free_func((GDestroyNotify)report_objectives_free);
    Places places = {page, first, last, next};
    for (guint i = 0; i < count_functions(page->file); i++)
        if (page->spans[i].first <= last && page->spans[i].last >= first)
            add_function(&places, function_at(page->file, i));
}

static const ReportMark *mark_of_line(const ReportEntry *entries, guint count)
{
    guint covered = 0, uncovered = 0;
    for (guint i = 0; i < count; i++) {
        covered += entries[i].status == REPORT_COVERED;
        uncovered += entries[i].status == REPORT_UNCOVERED;
    }
    if (covered && uncovered)
        return &report_mark_partly;
    if (covered || uncovered)
        return &report_marks[covered ? REPORT_COVERED : REPORT_UNCOVERED];
    return &report_marks[entries[0].status];
}

/* How many objectives of a family a line has, and which criterion, if there are gaps in one only. */
typedef struct {
    guint covered, all;
    guint gaps;
    HtolCriterion last;
} Gap;

static Gap gap_of(const char *family, const ReportEntry *entries, guint count)
{
    Gap gap = {0};
    gboolean open[HTOL_CRITERIA] = {FALSE};
    for (guint i = 0; i < count; i++) {
        HtolCriterion criterion = entries[i].criterion;
        ReportStatus status = entries[i].status;
        if (strcmp(htol_criteria[criterion].family, family) != 0)
            continue;
        gap.covered += status == REPORT_COVERED;
        gap.all += status == REPORT_COVERED || status == REPORT_UNCOVERED;
        open[criterion] |= status == REPORT_UNCOVERED;
    }
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (open[i]) {
            gap.gaps++;
            gap.last = i;
        }
    return gap;
}

/* "CC 1/2", or, where several criteria of a family have gaps, "logic 31/40". */
static void put_gap(const Page *page, const char *family, const ReportEntry *entries, guint count)
{
    Gap gap = gap_of(family, entries, count);
    if (gap.gaps > 0)
        fprintf(page->out, "<span class=%s>%s %u/%u</span> ", gap.covered ? "p" : "u",
                gap.gaps == 1 ? htol_selection_name(&page->model->selection, gap.last) : family, gap.covered, gap.all);
}

static void put_gaps(const Page *page, const ReportEntry *entries, guint count)
{
    const char *family = "";
    fputs("<small>", page->out);
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (strcmp(htol_criteria[i].family, family) == 0)
            continue;
        family = htol_criteria[i].family;
        put_gap(page, family, entries, count);
    }
    fputs("</small>", page->out);
}

/* Of each criterion the letter of its mark in the line, a blank if it has none. */
static void find_statuses(const ReportEntry *entries, guint count, char statuses[HTOL_CRITERIA + 1])
{
    enum { BOTH = 1 << REPORT_COVERED | 1 << REPORT_UNCOVERED };
    guint seen[HTOL_CRITERIA] = {0}; /* a bit for each status */
    for (guint i = 0; i < count; i++)
        seen[entries[i].criterion] |= 1u << entries[i].status;
    memset(statuses, ' ', HTOL_CRITERIA);
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (seen[i] == 0)
            continue;
        const ReportMark *mark =
            (seen[i] & BOTH) == BOTH ? &report_mark_partly : &report_marks[g_bit_nth_lsf(seen[i], -1)];
        statuses[i] = *mark->class;
    }
    statuses[HTOL_CRITERIA] = '\0';
}

/* Many lines say the same. */
static guint kind_of(Page *page, const ReportEntry *entries, guint count)
{
    char statuses[HTOL_CRITERIA + 1];
    find_statuses(entries, count, statuses);
    guint kind = GPOINTER_TO_UINT(g_hash_table_lookup(page->kinds, statuses));
    if (kind)
        return kind;
    g_ptr_array_add(page->in_order, g_strdup(statuses));
    g_hash_table_insert(page->kinds, page->in_order->pdata[page->in_order->len - 1],
                        GUINT_TO_POINTER(page->in_order->len));
    return page->in_order->len;
}

/* What the script needs to mark lines by some criteria only: "STMT CC:p", c for covered being left out. */
static void put_kind(const Page *page, const char *statuses)
{
    const char *before = "";
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (statuses[i] == ' ')
            continue;
        fprintf(page->out, "%s%s", before, htol_selection_name(&page->model->selection, i));
        if (statuses[i] != *report_marks[REPORT_COVERED].class)
            fprintf(page->out, ":%c", statuses[i]);
        before = " ";
    }
}

/* And of each marked line the number of what it says. */
static void put_kinds(const Page *page)
{
    fputs("<p id=kinds hidden data-kinds=\"", page->out);
    for (guint i = 0; i < page->in_order->len; i++) {
        fputs(i ? ";" : "", page->out);
        put_kind(page, page->in_order->pdata[i]);
    }
    fputs("\" data-lines=\"", page->out);
    for (guint i = 0; i < page->lines->len; i++)
        report_html_number(page->out, i ? " " : "", g_array_index(page->lines, guint, i));
    fputs("\"></p>\n", page->out);
}

/* Lines -------------------------------------------------------------------------------------------------- */

static void put_code(Page *page, gsize size)
{
    page->reader.in_comment = report_html_code(page->out, page->reader.text, size, page->reader.in_comment);
}

static ReportPanel panel_of(Page *page, const ReportFunction *function)
{
    page->n_rows = 0;
    return (ReportPanel){page->model,     page->words, page->forms,   page->groups, page->wanted,
                         page->templates, function,    &page->n_rows, page->out};
}

/* Its number is the list's. */
static void open_line(Page *page)
{
    guint line = page->reader.line;
    const ReportFile *file = page->file;
    while (page->function < file->n_functions && file->functions[page->function]->function->row.line <= line)
        page->function++;
    report_html_number(page->out, "<li id=L", line);
}

/* What is wholly uncovered is said by its mark. */
static void put_panel(Page *page, gsize size, const ReportPanel *panel, const ReportEntry *entries, guint count)
{
    fputs("<details><summary>", page->out);
    put_code(page, size);
    if (mark_of_line(entries, count) == &report_mark_partly)
        put_gaps(page, entries, count);
    fputs("</summary>", page->out);
    report_html_panel(panel, entries, count);
    fputs("</details>", page->out);
}

static void put_marked_line(Page *page, gsize size, const ReportEntry *entries, guint count)
{
    guint kind = kind_of(page, entries, count);
    g_array_append_val(page->lines, kind);
    open_line(page);
    fputs(" class=", page->out);
    fputs(mark_of_line(entries, count)->class, page->out);
    putc('>', page->out);
    ReportPanel panel = panel_of(page, page->function > 0 ? page->file->functions[page->function - 1] : NULL);
    if (!report_html_is_brief(&panel, entries, count)) {
        put_panel(page, size, &panel, entries, count);
        return;
    }
    put_code(page, size);
    report_html_brief(&panel, entries, count);
}

static void put_plain_line(Page *page, gsize size)
{
    open_line(page);
    putc('>', page->out);
    put_code(page, size);
    putc('\n', page->out);
}

static guint entries_of_line(const Page *page, guint first, guint32 line)
{
    guint end = first;
    while (end < page->n_entries && page->entries[end].line == line)
        end++;
    return end - first;
}

/* The end of the line, and where the next one begins. */
static gsize size_of_line(const Page *page, const char *text, const char **next)
{
    const char *end = page->file->source + page->file->source_size;
    const char *newline = memchr(text, '\n', end - text);
    gsize size = (newline ? newline : end) - text;
    *next = newline ? newline + 1 : end;
    return size && text[size - 1] == '\r' ? size - 1 : size;
}

static void put_line(Page *page)
{
    Reader *reader = &page->reader;
    const char *next;
    gsize size = size_of_line(page, reader->text, &next);
    guint count = entries_of_line(page, reader->entry, reader->line);
    if (count)
        put_marked_line(page, size, &page->entries[reader->entry], count);
    else
        put_plain_line(page, size);
    reader->entry += count;
    reader->text = next;
    reader->line++;
}

static void put_source(Page *page)
{
    const char *end = page->file->source + page->file->source_size;
    fprintf(page->out, "<ol class=src start=%u aria-label=\"source, line by line\">\n", page->reader.line);
    while (page->reader.text < end && page->reader.line <= last_line(page))
        put_line(page);
    fputs("</ol>\n", page->out);
    put_kinds(page);
}

/* The marks of the lines of this part in small, at the edge of the window: lines that are next to each other and have
 * the same one are a link to the first. */
static void put_marks_of_ruler(const Page *page, guint first, guint last)
{
    const ReportMark *before = NULL;
    guint begin = first, end = first, near = (last - first) / RULER_STEPS;
    for (guint i = 0, count; i <= page->reader.entry; i += count) {
        guint32 line = i < page->reader.entry ? page->entries[i].line : REPORT_ELSEWHERE;
        count = MAX(entries_of_line(page, i, line), 1);
        const ReportMark *mark = line <= last ? mark_of_line(&page->entries[i], count) : NULL;
        if (mark && mark == before && line <= end + near + 1) {
            end = line;
            continue;
        }
        if (before && before != &report_marks[REPORT_COVERED])
            fprintf(page->out, "<a href=#L%u><rect class=%s y=%u height=%u /></a>", begin, before->class, begin - first,
                    end - begin + 1);
        before = mark;
        begin = end = line;
    }
}

static void put_ruler(const Page *page)
{
    guint first = g_array_index(page->parts, guint, page->part);
    if (page->reader.entry == 0)
        return;
    guint lines = page->entries[page->reader.entry - 1].line;
    fprintf(page->out,
            "<nav class=ruler aria-label=\"Lines that are not covered\"><svg viewBox=\"0 0 10 %u\" "
            "preserveAspectRatio=none aria-hidden=true>",
            lines - first + 1);
    put_marks_of_ruler(page, first, lines);
    fputs("</svg></nav>\n", page->out);
}

static void put_rest_of(Page *page, const ReportFunction *function, guint count, guint *n_rows)
{
    g_autoptr(ReportObjectives) objectives = report_objectives(page->model, function);
    g_autofree ReportEntry *entries = g_new(ReportEntry, count);
    ReportPanel panel = panel_of(page, NULL);
    panel.n_rows = n_rows;
    guint n = 0;
    for (guint i = 0; i < objectives->n; i++)
        if (!is_here(page, &function->judged[i]))
            entries[n++] = (ReportEntry){REPORT_ELSEWHERE,
                                         page->order++,
                                         objectives,
                                         &objectives->list[i],
                                         function->judged[i].criterion,
                                         function->judged[i].status,
                                         0};
    report_html_elsewhere(&panel, entries, n);
}

/* A function at a time: where the source is not shown, they are all there are. */
static void put_rest(Page *page)
{
    gboolean any = FALSE;
    guint n_rows = 0;
    for (guint i = 0; i < count_functions(page->file); i++) {
        if (page->spans[i].elsewhere == 0)
            continue;
        if (!any)
            fputs("<section class=rest aria-labelledby=h-rest>\n<h2 id=h-rest>Objectives without a line here</h2>\n"
                  "<dl>",
                  page->out);
        any = TRUE;
        put_rest_of(page, function_at(page->file, i), page->spans[i].elsewhere, &n_rows);
    }
    fputs(any ? "</dl>\n</section>\n" : "", page->out);
}

static void put_lines(Page *page)
{
    static const char *const reasons[] = {
        [REPORT_SOURCE_CHANGED] =
            "The source has changed since it was compiled, so it is not shown: build and run again.",
        [REPORT_SOURCE_OUTSIDE] =
            "The source lies outside of the root, so it is not shown; hlcov report --include-source shows it.",
        [REPORT_SOURCE_MISSING] =
            "The source cannot be read (or could not be when it was compiled), so it is not shown; "
            "hlcov report -r ROOT says where sources lie.",
    };
    if (page->file->state == REPORT_SOURCE_OK) {
        put_source(page);
        if (page->part + 1 == page->parts->len)
            put_rest(page);
        put_ruler(page);
        return;
    }
    if (page->file->n_functions > 0 || !page->file->unmeasured)
        fprintf(page->out, "<p class=why>%s</p>\n", reasons[page->file->state]);
    put_rest(page);
}

/* Opens a link to a line, which another part may have. */
static void open_link(const Page *page, guint32 line)
{
    guint part = part_of(page, line);
    g_autofree char *name = report_html_part_name(page->file->path, part);
    fprintf(page->out, "<a href=\"%s#L%u\">", part == page->part ? "" : name, line);
}

/* Functions ---------------------------------------------------------------------------------------------- */

static void put_bare_scores(const Page *page, const ReportTotals *totals)
{
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (!report_is_shown(page->model, i))
            continue;
        fputs("<td>", page->out);
        report_html_score(page->out, &totals[i]);
    }
}

/* Of one that was not called no objective is covered. */
static void put_scores(const Page *page, const ReportFunction *function)
{
    if (page->file->n_functions <= MOST_METERS)
        report_html_scores(page->out, page->model, function->totals);
    else if (function->called)
        put_bare_scores(page, function->totals);
}

static void put_function(const Page *page, const ReportFunction *function)
{
    guint line = function->function->row.line;
    fputs("<tr><th scope=row>", page->out);
    if (page->file->state == REPORT_SOURCE_OK)
        open_link(page, line);
    report_html_string(page->out, function->function->row.name);
    fputs(page->file->state == REPORT_SOURCE_OK ? "</a>" : "", page->out);
    const ReportMark *mark = &report_marks[function->called ? REPORT_COVERED : REPORT_UNCOVERED];
    if (function->skipped) {
        fprintf(page->out, "<td>%u<td class=m>not measured: %s", line, function->skipped);
    } else {
        fprintf(page->out, "<td>%u<td class=%s>%s %s", line, mark->class, mark->glyph,
                function->called ? "called" : "never called");
    }
    put_scores(page, function);
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
    gboolean linked = here && page->file->state == REPORT_SOURCE_OK;
    if (linked)
        open_link(page, fact->line);
    fprintf(page->out, "line %u%s", fact->line, linked ? "</a>" : "");
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
    fprintf(page->out, "<details class=flows><summary><h2>Data flow: %u remarks</h2></summary>\n<ul>\n", facts);
    for (guint i = 0; i < page->file->n_functions; i++)
        for (guint f = 0; f < page->file->functions[i]->n_facts; f++)
            put_fact(page, page->file->functions[i], &page->file->functions[i]->facts[f]);
    fputs("</ul></details>\n", page->out);
}

static void put_finding(const Page *page, const ReportFunction *function, const ReportObjective *finding)
{
    const HtolObjective *what = finding->objective;
    fputs("<li>", page->out);
    open_link(page, what->line);
    fprintf(page->out, "line %u</a>, in ", what->line);
    report_html_string(page->out, function->function->row.name);
    fputs(": ", page->out);
    report_html_string(page->out, what->text);
    fputs(what->finding == HTOL_FINDING_ERROR ? ": it happened\n" : ": reached\n", page->out);
}

/* Returns how many there are now, `before` among them. */
static guint put_findings_of(const Page *page, const ReportFunction *function, HtolFinding kind, const char *title,
                             guint before)
{
    g_autoptr(ReportObjectives) objectives = report_objectives(page->model, function);
    for (guint i = 0; i < objectives->n_findings; i++) {
        const ReportObjective *finding = &objectives->findings[i];
        if (finding->objective->finding != kind || finding->status != REPORT_COVERED)
            continue;
        if (before++ == 0)
            fprintf(page->out, "<details class=flows><summary><h2>%s</h2></summary>\n<ul>\n", title);
        put_finding(page, function, finding);
    }
    return before;
}

/* Errors that happened, and what came next to one. */
static void put_findings(const Page *page, HtolFinding kind, const char *title)
{
    guint count = 0;
    for (guint i = 0; i < page->file->n_functions; i++)
        if (page->file->functions[i]->n_findings > 0)
            count = put_findings_of(page, page->file->functions[i], kind, title, count);
    fputs(count ? "</ul></details>\n" : "", page->out);
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

static gboolean has_chip(const Page *page, guint criterion)
{
    const ReportTotals *totals = &page->file->totals[criterion];
    return report_is_shown(page->model, criterion) && report_wanted(totals) + totals->unmeasured > 0;
}

/* Of the family of the criterion, those behind it included; of all if it is NULL. */
static guint count_chips(const Page *page, const char *family)
{
    guint count = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        count += has_chip(page, i) && (!family || strcmp(htol_criteria[i].family, family) == 0);
    return count;
}

static void put_chip(const Page *page, guint criterion)
{
    const ReportTotals *totals = &page->file->totals[criterion];
    const char *name = htol_selection_name(&page->model->selection, criterion);
    fputs("<label class=chip title=\"", page->out);
    report_html_string(page->out, htol_criteria[criterion].doc);
    fprintf(page->out, "\"><input type=checkbox data-crit=\"%s\" checked>%s <small>%u/%u</small></label>\n", name, name,
            totals->covered, report_wanted(totals));
}

/* Many criteria are folded by their families. */
static void put_family(const Page *page, const char *family, gboolean many)
{
    guint count = count_chips(page, family);
    gboolean folded = many && count > 1;
    if (folded)
        fprintf(page->out, "<details class=cols><summary class=btn>%s <small>%u criteria</small></summary><div>\n",
                family, count);
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (has_chip(page, i) && strcmp(htol_criteria[i].family, family) == 0)
            put_chip(page, i);
    fputs(folded ? "</div></details>\n" : "", page->out);
}

static void put_criteria(const Page *page)
{
    const char *family = "";
    gboolean many = count_chips(page, NULL) > MOST_CHIPS;
    fputs("<div class=chips><fieldset><legend class=vh>Criteria by which lines are marked</legend>", page->out);
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (strcmp(htol_criteria[i].family, family) == 0)
            continue;
        family = htol_criteria[i].family;
        put_family(page, family, many);
    }
    fputs("</fieldset>", page->out);
}

static void put_mark(const Page *page, const ReportMark *mark)
{
    fprintf(page->out,
            "<label class=chip title=\"%s lines\"><input type=checkbox data-mark=%s checked><span class=%s>%s</span> "
            "<span class=w>%s</span> <small></small></label>",
            mark->word, mark->class, mark->class, mark->glyph, mark->word);
}

static void put_marks(const Page *page)
{
    fputs("<fieldset class=needs-js><legend class=vh>Lines that are marked</legend>", page->out);
    put_mark(page, &report_marks[REPORT_COVERED]);
    put_mark(page, &report_mark_partly);
    put_mark(page, &report_marks[REPORT_UNCOVERED]);
    for (guint i = REPORT_EXCLUDED; i <= REPORT_UNMEASURED; i++)
        put_mark(page, &report_marks[i]);
    fputs("</fieldset></div>\n", page->out);
}

static void put_parts(const Page *page)
{
    if (page->parts->len < 2)
        return;
    fputs("<nav class=parts aria-label=Parts>parts, by their first lines: ", page->out);
    for (guint i = 0; i < page->parts->len; i++) {
        g_autofree char *name = report_html_part_name(page->file->path, i);
        fprintf(page->out, "<a href=\"%s\"%s>%u</a> ", name, i == page->part ? " aria-current=page" : "",
                g_array_index(page->parts, guint, i));
    }
    fputs("</nav>\n", page->out);
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
    put_criteria(page);
    put_marks(page);
    put_parts(page);
    fputs("</header>\n", page->out);
}

/* The parts of the page, each ended by the line with which it becomes too long. */
static GArray *find_parts(const Page *page)
{
    GArray *parts = g_array_new(FALSE, FALSE, sizeof(guint));
    const char *text = page->file->source, *end = text + page->file->source_size;
    guint first = 1, bytes = page->file->n_functions * FUNCTION_BYTES;
    g_array_append_val(parts, first);
    for (guint line = 1; page->file->state == REPORT_SOURCE_OK && text < end; line++) {
        const char *next;
        guint count = page->counts[line];
        guint more = size_of_line(page, text, &next) + LINE_BYTES + count * OBJECTIVE_BYTES;
        more += count ? MARKED_BYTES : 0;
        if (bytes > 0 && bytes + more > PART_BYTES) {
            g_array_append_val(parts, line);
            bytes = 0;
        }
        bytes += more;
        text = next;
    }
    return parts;
}

static void put_unmeasured(const Page *page)
{
    g_autofree char *text = report_unmeasured_text(page->file);
    fputs("<p><strong>This file was ", page->out);
    report_html_string(page->out, text);
    fputs("</strong></p>\n", page->out);
}

static void put_page(Page *page)
{
    put_header(page, page->index);
    fputs("<main id=main>\n", page->out);
    if (page->file->unmeasured)
        put_unmeasured(page);
    if (page->file->n_functions > 0 && page->part == 0)
        put_functions(page);
    if (page->part == 0) {
        put_findings(page, HTOL_FINDING_ERROR, "Run-time errors that happened");
        put_findings(page, HTOL_FINDING_BOUNDARY, "Boundaries of run-time errors that were reached");
        put_facts(page);
        put_calls(page);
    }
    put_lines(page);
    report_html_legend(page->out);
    fputs("</main>\n", page->out);
    report_html_end(page->out);
}

ReportHtmlFile *report_html_file_new(const ReportModel *model, guint file, ReportForms *forms)
{
    Page *page = g_new0(Page, 1);
    *page = (Page){.model = model, .file = model->files[file], .index = file, .words = report_words_new()};
    page->groups = report_groups_new();
    page->wanted = report_wanted_new(page->words);
    page->templates = report_templates_new();
    page->forms = forms;
    page->reader = (Reader){.text = page->file->source, .line = 1};
    page->n_lines = count_lines(page->file);
    find_spans(page);
    page->parts = find_parts(page);
    return page;
}

void report_html_file_free(ReportHtmlFile *page)
{
    report_templates_free(page->templates);
    report_wanted_free(page->wanted);
    report_words_free(page->words);
    report_groups_free(page->groups);
    g_array_unref(page->parts);
    g_free(page->counts);
    g_free(page->spans);
    g_free(page);
}

guint report_html_file_parts(const ReportHtmlFile *page)
{
    return page->parts->len;
}

void report_html_file_put(ReportHtmlFile *page, FILE *out)
{
    page->out = out;
    page->reader.entry = 0;
    collect(page);
    page->kinds = g_hash_table_new(g_str_hash, g_str_equal);
    page->in_order = g_ptr_array_new_with_free_func(g_free);
    page->lines = g_array_new(FALSE, FALSE, sizeof(guint));
    put_page(page);
    g_hash_table_unref(page->kinds);
    g_ptr_array_unref(page->in_order);
    g_array_unref(page->lines);
    g_ptr_array_unref(page->expanded);
    g_free(page->entries);
    page->part++;
}
