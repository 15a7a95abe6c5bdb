/* The HTML report: a directory of pages that need neither a network nor a script. What stands on a page is written in
 * the rooms below. */
#include <string.h>

#include "report/compare/losses.h"
#include "report/html/overview/overview.h"
#include "report/html/pages/bodies.h"
#include "report/html/pages/compared.h"
#include "report/html/parts/frame.h"
#include "report/html/source/forms.h"
#include "report/html/source/page.h"
#include "report/inputs/files.h"
#include "report/inputs/workers.h"
#include "report/make/opened.h"
#include "report/out/renderers.h"

/* So few files are not worth a process. */
enum { FEW_FILES = 16 };

/* ---- pages of sources ---- */

/* Files that have pages, and those of them that one process writes. */
typedef struct {
    const ReportModel *model;
    const char *directory;
    const guint8 *chosen; /* of each file, whether all of it is shown */
    guint parts;          /* so many processes share the files */
    guint first, end;     /* of this one's part; the next file that is shown is not before `first` */
    const ReportProgress *progress;
    ReportForms *forms;
    GError *error; /* the first */
} Pages;

static void put_page(Pages *pages, ReportHtmlFile *page, const char *name)
{
    ReportOutput output;
    if (pages->error || !report_html_open(pages->directory, name, &output, &pages->error))
        return;
    report_html_file_put(page, output.stream);
    report_output_close(&output, &pages->error);
}

/* A ReportVisitFile. */
static void write_file(const ReportModel *of, const ReportFile *file, gpointer data)
{
    Pages *pages = data;
    while (!pages->chosen[pages->first])
        pages->first++;
    report_progress_tell(pages->progress, "writing pages", pages->first, pages->end);
    g_autoptr(ReportHtmlFile) page = report_html_file_new(of, file, pages->model, pages->first++, pages->forms);
    for (guint part = 0; part < report_html_file_parts(page); part++) {
        g_autofree char *name = report_html_part_name(file->path, part);
        put_page(pages, page, name);
    }
}

/* What is known of files that are not shown. */
static void write_short(Pages *pages)
{
    for (guint i = pages->first; i < pages->end; i++) {
        const ReportFile *file = pages->model->files[i];
        if (pages->chosen[i])
            continue;
        g_autofree char *name = report_html_page_name(file->path);
        g_autoptr(ReportHtmlFile) page = report_html_file_short(file, pages->model, i);
        put_page(pages, page, name);
    }
}

static gboolean write_part(Pages *pages, GError **error)
{
    g_autoptr(ReportForms) forms = report_forms_new(pages->model, pages->directory);
    g_autofree guint8 *chosen = g_malloc0(pages->model->n_files + 1);
    memcpy(chosen + pages->first, pages->chosen + pages->first, pages->end - pages->first);
    pages->forms = forms;
    write_short(pages);
    if (!report_each_file(pages->model, chosen, write_file, pages, error))
        return FALSE;
    if (!pages->error)
        return report_forms_good(forms, error);
    g_propagate_error(error, g_steal_pointer(&pages->error));
    return FALSE;
}

/* Neighbours, for they share units. */
static Pages part_of(const Pages *pages, guint part)
{
    Pages own = *pages;
    own.first = (guint)((guint64)pages->model->n_files * part / pages->parts);
    own.end = (guint)((guint64)pages->model->n_files * (part + 1) / pages->parts);
    return own;
}

/* A ReportWork; it sends what went wrong. */
static gboolean work(gpointer pages, guint part, FILE *out)
{
    g_autoptr(GError) error = NULL;
    Pages own = part_of(pages, part);
    own.progress = NULL;
    if (write_part(&own, &error))
        return TRUE;
    fputs(error->message, out);
    return FALSE;
}

/* What a process could not do without a word is done here. */
static gboolean end_worker(Pages *pages, ReportWorker *worker, guint part, GError **error)
{
    g_autoptr(GByteArray) said = g_byte_array_new();
    Pages own = part_of(pages, part);
    if (report_worker_end(worker, said))
        return TRUE;
    if (said->len == 0)
        return write_part(&own, error);
    g_set_error(error, REPORT_ERROR, 0, "%.*s", (int)said->len, (const char *)said->data);
    return FALSE;
}

static gboolean write_shared(Pages *pages, GError **error)
{
    g_autofree ReportWorker *workers = g_new0(ReportWorker, pages->parts);
    Pages own = part_of(pages, 0);
    for (guint i = 1; i < pages->parts; i++)
        workers[i] = report_worker_start(work, pages, i);
    gboolean good = write_part(&own, error);
    for (guint i = 1; i < pages->parts; i++)
        good &= end_worker(pages, &workers[i], i, good ? error : NULL);
    return good;
}

static gboolean write_files(const ReportModel *model, const char *directory, GError **error)
{
    g_autofree guint8 *chosen = g_malloc0(model->n_files + 1);
    guint parts = CLAMP(model->n_files / FEW_FILES, 1, MAX(model->request.jobs, 1));
    Pages pages = {
        .model = model, .directory = directory, .chosen = chosen, .parts = parts, .progress = model->progress};
    for (guint i = 0; i < model->n_files; i++)
        chosen[i] = !model->request.pages || report_path_matches(model->files[i]->path, model->request.pages);
    return write_shared(&pages, error);
}

/* ---- pages of all ---- */

static gboolean write_page(const ReportModel *model, const char *directory, const char *name,
                           void (*put)(const ReportModel *model, FILE *out), GError **error)
{
    ReportOutput output;
    if (!report_html_open(directory, name, &output, error))
        return FALSE;
    put(model, output.stream);
    return report_output_close(&output, error);
}

/* What a change lost, beside the pages of what there is now. */
static void put_comparison(const ReportModel *model, FILE *out)
{
    report_html_comparison(model->losses->comparison, model, out);
}

/* Pages that the bar names but for the first. */
static gboolean write_pages(const ReportModel *model, const char *directory, GError **error)
{
    static void (*const put[REPORT_PAGES])(const ReportModel *, FILE *) = {
        [REPORT_PAGE_NEXT] = report_html_next,
        [REPORT_PAGE_TESTS] = report_html_tests,
        [REPORT_PAGE_COMPARE] = put_comparison,
        [REPORT_PAGE_CRITERIA] = report_html_criteria_page,
    };
    for (guint page = REPORT_PAGE_NEXT; page < REPORT_PAGES; page++)
        if (report_has_page(model, page) && !write_page(model, directory, report_page_names[page], put[page], error))
            return FALSE;
    return TRUE;
}

/* The overview comes last: where it is, all that it links to is there as well. */
gboolean report_html(const ReportModel *model, const char *directory, GError **error)
{
    return report_html_prepare(directory, error) && write_files(model, directory, error) &&
           write_pages(model, directory, error) &&
           write_page(model, directory, report_page_names[REPORT_PAGE_OVERVIEW], report_html_index, error);
}
