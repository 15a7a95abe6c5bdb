/* The HTML report: a directory of pages that need neither a network nor a script. What stands on a page is written in
 * the rooms below. */
#include "report/compare/losses.h"
#include "report/html/overview/overview.h"
#include "report/html/pages/bodies.h"
#include "report/html/pages/compared.h"
#include "report/html/parts/frame.h"
#include "report/html/source/forms.h"
#include "report/html/source/page.h"
#include "report/inputs/files.h"
#include "report/out/renderers.h"

static gboolean write_file(const ReportModel *model, guint file, ReportForms *forms, const char *directory,
                           GError **error)
{
    g_autoptr(ReportHtmlFile) page = report_html_file_new(model, file, forms);
    for (guint part = 0; part < report_html_file_parts(page); part++) {
        g_autofree char *name = report_html_part_name(model->files[file]->path, part);
        ReportOutput output;
        if (!report_html_open(directory, name, &output, error))
            return FALSE;
        report_html_file_put(page, output.stream);
        if (!report_output_close(&output, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean write_forms(const ReportForms *forms, const char *directory, GError **error)
{
    for (guint page = 0; page < report_forms_pages(forms); page++) {
        g_autofree char *name = report_forms_page_name(page);
        ReportOutput output;
        if (!report_html_open(directory, name, &output, error))
            return FALSE;
        report_forms(forms, page, output.stream);
        if (!report_output_close(&output, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean write_files(const ReportModel *model, const char *directory, GError **error)
{
    g_autoptr(ReportForms) forms = report_forms_new(model);
    for (guint i = 0; i < model->n_files; i++) {
        report_progress_tell(model->progress, "writing pages", i, model->n_files);
        if (!write_file(model, i, forms, directory, error))
            return FALSE;
    }
    return write_forms(forms, directory, error);
}

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
