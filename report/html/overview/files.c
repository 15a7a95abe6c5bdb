/* Writes the table of files; see files.h. Sets of columns are chosen without a script: radio buttons stand before. */
#include "report/html/overview/files.h"

#include <stdlib.h>
#include <string.h>

#include "report/html/parts/places.h"
#include "report/html/parts/tiles.h"
#include "report/summary/summary.h"

/* Cells besides those of the four numbers, so that the page stays small: all scores are on the page of criteria. */
enum { MOST_SETS = 16, MOST_CELLS = 20000, MOST_BARS = 2000 };

typedef struct {
    const ReportModel *model;
    guint n_sets;
    const char *names[MOST_SETS]; /* of sets of columns */
    guint n_columns;
    struct {
        HtolCriterion criterion;
        guint set;
    } columns[HTOL_CRITERIA + REPORT_MOST_HEADLINES];
    guint most_open; /* of a file */
    FILE *out;
} Table;

/* ---- columns ---- */

static void add_column(Table *table, HtolCriterion criterion)
{
    table->columns[table->n_columns].criterion = criterion;
    table->columns[table->n_columns++].set = table->n_sets;
}

static void find_families(Table *table)
{
    const char *family = NULL;
    for (guint i = 0; i < HTOL_CRITERIA && table->n_sets < MOST_SETS; i++) {
        if (!report_is_shown(table->model, i))
            continue;
        if (g_strcmp0(family, htol_criteria[i].family) != 0)
            table->names[table->n_sets++] = htol_criteria[i].family;
        family = htol_criteria[i].family;
        add_column(table, i);
    }
}

static guint count_shown(const ReportModel *model)
{
    guint shown = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        shown += report_is_shown(model, i);
    return shown;
}

static Table table_of(const ReportModel *model, FILE *out)
{
    Table table = {.model = model, .n_sets = 1, .names = {"headline"}, .out = out};
    HtolCriterion headlines[REPORT_MOST_HEADLINES];
    guint n = report_headlines(model, headlines), shown = count_shown(model);
    for (guint i = 0; i < n; i++)
        add_column(&table, headlines[i]);
    if (shown > n && (guint64)shown * model->n_files < MOST_CELLS)
        find_families(&table);
    for (guint i = 0; i < model->n_files; i++)
        table.most_open = MAX(table.most_open, report_open(model->files[i]->totals));
    return table;
}

static void put_choice(const Table *table)
{
    if (table->n_sets > 1) {
        fputs("<div class=seg>", table->out);
        for (guint i = 0; i < table->n_sets; i++)
            fprintf(table->out, "<label for=s%u>%c%s</label>", i + 1, g_ascii_toupper(table->names[i][0]),
                    table->names[i] + 1);
        fputs("</div>", table->out);
    }
}

static void put_boxes(const Table *table)
{
    for (guint i = 0; table->n_sets > 1 && i < table->n_sets; i++)
        fprintf(table->out, "<input type=radio name=set id=s%u class=vh%s aria-label=\"Columns: %s\">", i + 1,
                i == 0 ? " checked" : "", table->names[i]);
}

static void put_class(const Table *table, guint column)
{
    guint set = table->columns[column].set;
    if (set <= 1 || table->n_sets == 1)
        fprintf(table->out, " class=\"k k1%s\"", column == 0 && table->n_columns > 1 ? " opt" : "");
    else
        fprintf(table->out, " class=\"k k%u\"", set);
}

static void put_column_heads(const Table *table)
{
    for (guint i = 0; i < table->n_columns; i++) {
        HtolCriterion criterion = table->columns[i].criterion;
        const char *name = table->columns[i].set <= 1 ? report_headline_title(criterion)
                                                      : htol_selection_name(&table->model->selection, criterion);
        fputs("<th scope=col aria-sort=none", table->out);
        put_class(table, i);
        fprintf(table->out, " title=\"%s: ", htol_selection_name(&table->model->selection, criterion));
        report_html_string(table->out, htol_criteria[criterion].doc);
        fprintf(table->out, "\">%c%s", g_ascii_toupper(name[0]), name + 1);
    }
}

/* ---- rows ---- */

static void put_scores(const Table *table, const ReportTotals *totals)
{
    for (guint i = 0; i < table->n_columns; i++) {
        const ReportTotals *these = &totals[table->columns[i].criterion];
        fputs("<td", table->out);
        put_class(table, i);
        report_html_counted(table->out, " title=\"", these->covered, " of ");
        report_html_count(table->out, report_wanted(these));
        if (these->excluded > 0)
            report_html_counted(table->out, "; ", these->excluded, " excluded");
        fputs("\">", table->out);
        report_html_score(table->out, these);
        if (table->columns[i].set <= 1 && report_score(these) >= 0 && table->model->n_files <= MOST_BARS)
            report_html_bar(table->out, table->model, these);
    }
}

/* The score of the headline then; -1: not known. */
static int score_before(const Table *table, const ReportFile *file)
{
    const ReportEarlier *earlier = table->model->summary ? table->model->summary->earlier : NULL;
    HtolCriterion criterion = report_headline(table->model);
    if (!earlier || !earlier->known[criterion] || (file && !earlier->files))
        return -1;
    const ReportTotals *totals = file ? g_hash_table_lookup(earlier->files, file->path) : earlier->totals;
    return totals ? report_score(&totals[criterion]) : -1;
}

static gboolean has_earlier(const Table *table)
{
    return table->model->summary && table->model->summary->earlier && table->model->summary->earlier->files;
}

static void put_since(const Table *table, const ReportFile *file, const ReportTotals *totals)
{
    int before = score_before(table, file), now = report_score(&totals[report_headline(table->model)]);
    int change = now - before;
    if (before < 0 || now < 0 || change == 0)
        fputs("<td class=\"opt muted\" data-v=0>", table->out);
    else
        fprintf(table->out, "<td class=opt data-v=%d><span class=%s>%d.%d</span>", change, change > 0 ? "up" : "dn",
                abs(change) / 10, abs(change) % 10);
}

static void put_share(const Table *table, guint open)
{
    double share = 100.0 * open / MAX(report_open(table->model->totals), 1);
    fprintf(table->out, "<td class=\"opt share\" data-v=%u title=\"", open);
    report_html_count(table->out, open);
    fprintf(table->out, " not covered\">%.1f%%<svg class=meter aria-hidden=true><rect width=%.0f%% /></svg>", share,
            100.0 * open / MAX(table->most_open, 1));
}

static void put_file(const Table *table, const ReportFile *file)
{
    fputs("<tr><th scope=row class=path>", table->out);
    report_html_link_begin(table->out, file->path, 0, NULL);
    report_html_path(table->out, file->path);
    fputs(file->unmeasured ? "</a> <small>not measured</small>" : "</a>", table->out);
    put_scores(table, file->totals);
    if (has_earlier(table))
        put_since(table, file, file->totals);
    put_share(table, report_open(file->totals));
    putc('\n', table->out);
}

static void put_sum(const Table *table)
{
    fputs("</tbody>\n<tfoot><tr><th scope=row>All ", table->out);
    report_html_count(table->out, table->model->n_files);
    fputs(table->model->n_files == 1 ? " file" : " files", table->out);
    put_scores(table, table->model->totals);
    if (has_earlier(table))
        put_since(table, NULL, table->model->totals);
    fputs("<td class=\"opt share\"></tfoot></table></div>\n", table->out);
}

static void put_since_head(const Table *table)
{
    const char *title = report_headline_title(report_headline(table->model));
    g_autofree char *since = report_since_text(table->model->summary);
    fprintf(table->out, "<th scope=col aria-sort=none class=opt title=\"%s, in points, since ", title);
    report_html_string(table->out, since);
    fprintf(table->out, "\">%c%s since", g_ascii_toupper(title[0]), title + 1);
}

static void put_heads(const Table *table)
{
    fprintf(
        table->out,
        "<div class=scroll><table class=\"grid sorts\" id=files><caption class=vh>Scores by file, in per cent</caption>"
        "<thead><tr><th scope=col aria-sort=%s>File",
        table->model->sorted ? "none" : "ascending");
    put_column_heads(table);
    if (has_earlier(table))
        put_since_head(table);
    fputs("<th scope=col aria-sort=none class=opt title=\"of all objectives that are not covered, of every "
          "criterion\">Of "
          "the gap</thead><tbody>\n",
          table->out);
}

/* ---- folders ---- */

/* The files of a folder, beside each other in the order of paths. */
static guint end_of_folder(const ReportModel *model, guint first)
{
    g_autofree char *folder = g_path_get_dirname(model->files[first]->path);
    guint end = first;
    for (gboolean same = TRUE; same && end < model->n_files; end += same) {
        g_autofree char *other = g_path_get_dirname(model->files[end]->path);
        same = strcmp(folder, other) == 0;
    }
    return end;
}

static void put_folder(const Table *table, guint first, guint end)
{
    ReportTotals totals[HTOL_CRITERIA] = {0};
    for (guint i = first; i < end; i++)
        report_totals_add(totals, table->model->files[i]->totals);
    g_autofree char *folder = g_path_get_dirname(table->model->files[first]->path);
    fputs("<tr><th scope=row class=path>", table->out);
    report_html_string(table->out, folder);
    fprintf(table->out, "/<td>%u", end - first);
    put_scores(table, totals);
    putc('\n', table->out);
}

/* Folders have scores where files stand by path, and there are several. */
static void put_folders(Table *table)
{
    const ReportModel *model = table->model;
    if (model->n_files == 0 || model->sorted || end_of_folder(model, 0) == model->n_files)
        return;
    fputs("<details class=\"more list\"><summary>By folder</summary>\n<div class=scroll><table class=grid><caption "
          "class=vh>Scores by folder, in per cent</caption><thead><tr><th scope=col>Folder<th scope=col>Files",
          table->out);
    table->n_sets = 1;
    while (table->n_columns > 0 && table->columns[table->n_columns - 1].set > 1)
        table->n_columns--;
    for (guint i = 0; i < table->n_columns; i++)
        fprintf(table->out, "<th scope=col%s>%s", i == 0 && table->n_columns > 1 ? " class=opt" : "",
                report_headline_title(table->columns[i].criterion));
    fputs("</thead><tbody>\n", table->out);
    for (guint i = 0, end; i < model->n_files; i = end) {
        end = end_of_folder(model, i);
        put_folder(table, i, end);
    }
    fputs("</tbody></table></div></details>\n", table->out);
}

void report_html_files(const ReportModel *model, FILE *out)
{
    Table table = table_of(model, out);
    fputs("<section aria-labelledby=h-files>\n", out);
    put_boxes(&table);
    fputs("<div class=head><h2 id=h-files>Files</h2>", out);
    put_choice(&table);
    fputs("<div class=end><output id=shown class=muted></output><input type=search id=filter class=needs-js "
          "data-rows=\"#files tbody tr\" placeholder=\"filter   /\" aria-label=\"Filter files by path\"></div></div>\n",
          out);
    put_heads(&table);
    for (guint i = 0; i < model->n_files; i++)
        put_file(&table, model->files[i]);
    put_sum(&table);
    put_folders(&table);
    fputs("</section>\n", out);
}
