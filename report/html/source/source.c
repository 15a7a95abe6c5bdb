/* The pages of a source file: its numbers, its functions, its lines; of a long one a page of parts, then the parts. */
#include "report/html/source/source.h"

#include <string.h>

#include "report/html/parts/frame.h"
#include "report/html/parts/tiles.h"
#include "report/html/source/parts.h"
#include "report/words/remarks.h"

/* ---- the head ---- */

static void put_neighbour(const ReportFile *neighbour, gboolean is_next, FILE *out)
{
    g_autofree char *page = report_html_page_name(neighbour->path), *name = g_path_get_basename(neighbour->path);
    fprintf(out, "<a rel=%s href=\"%s\" title=\"", is_next ? "next" : "prev", page);
    report_html_string(out, neighbour->path);
    fprintf(out, ", key %s\">%s", is_next ? "]" : "[", is_next ? "" : "‹ ");
    report_html_string(out, name);
    fputs(is_next ? " ›</a>" : "</a>", out);
}

static void put_neighbours(const ReportPage *page)
{
    const ReportModel *model = page->whole;
    fputs("<p class=seq>", page->out);
    if (page->index > 0)
        put_neighbour(model->files[page->index - 1], FALSE, page->out);
    if (page->index + 1 < model->n_files)
        put_neighbour(model->files[page->index + 1], TRUE, page->out);
    fputs("</p>", page->out);
}

/* Lines of the file by what they are; lines of several functions count once, as what lacks most. */
static void count_lines(const ReportPage *page, guint counts[REPORT_LINE_STATES])
{
    g_autofree guint8 *states = g_new0(guint8, (gsize)page->file->n_lines + 1);
    for (guint i = 0; i < page->gaps->len; i++) {
        const ReportGaps *gaps = page->gaps->pdata[i];
        for (guint k = 0; k < gaps->lines->len; k++) {
            const ReportGapLine *line = gaps->lines->pdata[k];
            if (line->line <= page->file->n_lines && states[line->line] < line->state)
                states[line->line] = (guint8)line->state;
        }
    }
    for (guint i = 1; i <= page->file->n_lines; i++)
        counts[states[i]]++;
}

static void put_line_counts(const ReportPage *page)
{
    guint counts[REPORT_LINE_STATES] = {0};
    if (!page->gaps)
        return;
    count_lines(page, counts);
    fprintf(page->out,
            " · <span class=c>✓ %u</span> lines covered, <span class=p>◐ %u</span> partly, "
            "<span class=u>✗ %u</span> not",
            counts[REPORT_LINE_COVERED], counts[REPORT_LINE_PARTLY], counts[REPORT_LINE_UNCOVERED]);
}

/* Those that entered some function of the file: its first slot tells. */
static HtolTestSet tests_of(const ReportPage *page)
{
    HtolTestSet all = HTOL_NO_TESTS;
    for (guint i = 0; i < page->file->n_functions; i++) {
        const HtolRecorded *recorded = page->file->functions[i]->recorded;
        if (recorded && recorded->slot_tests)
            all = htol_test_set_either(page->model->tests, all, recorded->slot_tests[0]);
    }
    return all;
}

/* "8 of 9 tests come here"; nothing where no tests are known. */
static void put_tests(const ReportPage *page)
{
    guint named = page->model->inputs->tests->len;
    HtolTestSet tests = page->model->tests && named > 0 ? tests_of(page) : HTOL_NO_TESTS;
    if (tests == HTOL_NO_TESTS)
        return;
    report_html_counted(page->out, " · ", MIN(htol_test_set_size(page->model->tests, tests), named), " of ");
    report_html_counted(page->out, "", named, named == 1 ? " test comes here" : " tests come here");
}

static guint count_uncalled(const ReportFile *file)
{
    guint uncalled = 0;
    for (guint i = 0; i < file->n_functions; i++)
        uncalled += !file->functions[i]->called && !file->functions[i]->skipped;
    for (guint i = 0; i < file->n_dropped; i++)
        uncalled += !file->dropped[i].called && !file->dropped[i].skipped;
    return uncalled;
}

static void put_facts(const ReportPage *page)
{
    const ReportFile *file = page->file;
    guint uncalled = count_uncalled(file), functions = file->n_functions + file->n_dropped;
    fputs("\n<p>", page->out);
    if (file->n_lines > 0) {
        report_html_count(page->out, file->n_lines);
        fputs(" lines", page->out);
    }
    if (page->parts && page->parts->len > 1)
        fprintf(page->out, " in %u parts", page->parts->len);
    fputs(file->n_lines > 0 ? " · " : "", page->out);
    report_html_count(page->out, functions);
    fputs(functions == 1 ? " function" : " functions", page->out);
    if (uncalled > 0) {
        fputs(", ", page->out);
        report_html_count(page->out, uncalled);
        fputs(" of them never called", page->out);
    }
    put_line_counts(page);
    put_tests(page);
    fputs("</p>", page->out);
}

void report_html_file_head(const ReportPage *page)
{
    fputs("<div class=hero><div><h1>", page->out);
    report_html_path(page->out, page->file->path);
    fputs("</h1>", page->out);
    put_facts(page);
    fputs("</div>", page->out);
    put_neighbours(page);
    fputs("</div>\n", page->out);
    gboolean listed = page->parts && page->file->n_functions > 0;
    report_html_tiles(page->out, page->model, page->file, listed ? "#functions" : "#main");
}

/* ---- pages ---- */

static void begin_page(const ReportPage *page)
{
    report_frame_begin(page->out, page->model, REPORT_PAGE_SOURCE, page->file->path);
}

static void end_page(const ReportPage *page)
{
    report_frame_end(page->out, page->model, REPORT_PAGE_SOURCE);
}

static void put_unmeasured(const ReportPage *page)
{
    g_autofree char *text = report_unmeasured_text(page->file);
    fputs("<p class=why><strong>This file was ", page->out);
    report_html_string(page->out, text);
    fputs("</strong></p>\n", page->out);
}

/* Why there are no lines. */
static void put_reason(const ReportPage *page)
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
    if (page->file->state != REPORT_SOURCE_OK && (page->file->n_functions > 0 || !page->file->unmeasured))
        fprintf(page->out, "<p class=why>%s</p>\n", reasons[page->file->state]);
}

static gboolean stands_between(const ReportFunction *function, guint first, guint last)
{
    const HtolRowFunction *row = &function->function->row;
    return row->line <= last && MAX(row->end_line, row->line) >= first;
}

static void free_gaps(gpointer gaps)
{
    report_gaps_free(gaps);
}

/* What functions between the lines lack, and what is in none. */
static void find_gaps(ReportPage *page, guint first, guint last)
{
    const ReportFile *file = page->file;
    page->gaps = g_ptr_array_new_with_free_func(free_gaps);
    for (guint i = 0; i < file->n_functions; i++)
        if (stands_between(file->functions[i], first, last))
            g_ptr_array_add(page->gaps, report_gaps_outline(page->model, file, file->functions[i]));
    if (file->outside)
        g_ptr_array_add(page->gaps, report_gaps_new(page->model, file, file->outside));
}

static void put_whole(ReportPage *page)
{
    find_gaps(page, 1, G_MAXUINT);
    begin_page(page);
    report_html_file_head(page);
    if (page->file->unmeasured)
        put_unmeasured(page);
    report_html_functions(page);
    report_html_file_remarks(page);
    put_reason(page);
    report_html_lines(page, 1, page->file->n_lines);
    report_html_elsewhere(page);
    end_page(page);
}

static void put_parts(ReportPage *page)
{
    begin_page(page);
    report_html_file_head(page);
    if (page->file->unmeasured)
        put_unmeasured(page);
    report_html_functions(page);
    report_html_file_remarks(page);
    report_html_strips(page);
    fputs("<p id=parts hidden data-parts=\"", page->out);
    for (guint i = 0; i < page->parts->len; i++) {
        g_autofree char *name = report_html_part_name(page->file->path, i + 1);
        fprintf(page->out, "%s%u ", i > 0 ? " " : "", g_array_index(page->parts, guint, i));
        report_html_string(page->out, name);
    }
    fputs("\"></p>\n", page->out);
    report_html_elsewhere(page);
    end_page(page);
}

static void put_part_links(const ReportPage *page, guint part)
{
    g_autofree char *whole = report_html_page_name(page->file->path);
    fputs("<p class=seq>", page->out);
    for (guint i = part > 0 ? part - 1 : part + 1; i < page->parts->len && i <= part + 1; i += 2) {
        g_autofree char *name = report_html_part_name(page->file->path, i + 1);
        fprintf(page->out, "<a rel=%s data-part href=\"%s\">%sfrom line %u%s</a>", i < part ? "prev" : "next", name,
                i < part ? "‹ " : "", g_array_index(page->parts, guint, i), i < part ? "" : " ›");
    }
    fprintf(page->out, "<a href=\"%s\">all parts</a></p>", whole);
}

static void put_part(ReportPage *page, guint part)
{
    guint first = g_array_index(page->parts, guint, part);
    guint last = part + 1 < page->parts->len ? g_array_index(page->parts, guint, part + 1) - 1 : page->file->n_lines;
    find_gaps(page, first, last);
    begin_page(page);
    fputs("<div class=hero><div><h1>", page->out);
    report_html_path(page->out, page->file->path);
    fprintf(page->out, "</h1>\n<p>lines %u to %u of %u</p></div>", first, last, page->file->n_lines);
    put_part_links(page, part);
    fputs("</div>\n", page->out);
    report_html_lines(page, first, last);
    end_page(page);
}

static void put_short(const ReportPage *page)
{
    begin_page(page);
    report_html_file_head(page);
    if (page->file->unmeasured)
        put_unmeasured(page);
    fputs("<p class=why>This report does not show the file: <code>--pages</code> chose others.</p>\n", page->out);
    end_page(page);
}

ReportHtmlFile *report_html_file_new(const ReportModel *of, const ReportFile *file, const ReportModel *whole,
                                     guint index, ReportForms *forms)
{
    ReportPage *page = g_new0(ReportPage, 1);
    *page = (ReportPage){.model = of, .file = file, .whole = whole, .index = index, .forms = forms};
    page->words = report_words_new(of);
    page->parts = report_html_parts(page->file);
    return page;
}

ReportHtmlFile *report_html_file_short(const ReportFile *file, const ReportModel *whole, guint index)
{
    ReportPage *page = g_new0(ReportPage, 1);
    *page = (ReportPage){.model = whole, .file = file, .whole = whole, .index = index};
    return page;
}

void report_html_file_free(ReportHtmlFile *page)
{
    g_clear_pointer(&page->words, report_words_free);
    g_clear_pointer(&page->parts, g_array_unref);
    g_free(page);
}

guint report_html_file_parts(const ReportHtmlFile *page)
{
    return page->parts && page->parts->len > 1 ? page->parts->len + 1 : 1;
}

void report_html_file_put(ReportHtmlFile *page, FILE *out)
{
    page->out = out;
    if (!page->parts)
        put_short(page);
    else if (page->parts->len == 1)
        put_whole(page);
    else if (page->next == 0)
        put_parts(page);
    else
        put_part(page, page->next - 1);
    page->next++;
    g_clear_pointer(&page->gaps, g_ptr_array_unref);
}
