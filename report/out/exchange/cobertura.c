/* The model as Cobertura's XML (DTD coverage-04): a package for each directory, a class for each file. Times
 * are left at 0 and complexities too: the same data make the same bytes. */
#include <string.h>

#include "report/out/exchange/xml.h"
#include "report/out/renderers.h"
#include "report/words/lines.h"

/* Two outcomes of one decision make a condition of type jump, arms one of type switch. */
static void put_conditions(ReportXml *xml, const ReportLine *line)
{
    report_xml_open(xml, "conditions");
    for (guint i = 0, end; i < line->n_branches; i = end) {
        guint taken = 0;
        for (end = i; end < line->n_branches && line->branches[end].group == line->branches[i].group; end++)
            taken += line->branches[end].taken.count > 0;
        report_xml_open(xml, "condition");
        report_xml_number(xml, "number", line->branches[i].group);
        report_xml_text(xml, "type", end - i == 2 ? "jump" : "switch");
        g_autofree char *coverage = g_strdup_printf("%u%%", taken * 100 / (end - i));
        report_xml_text(xml, "coverage", coverage);
        report_xml_close(xml);
    }
    report_xml_close(xml);
}

static void put_line(ReportXml *xml, const ReportLine *line)
{
    report_xml_open(xml, "line");
    report_xml_number(xml, "number", line->line);
    report_xml_number(xml, "hits", line->reached.count);
    report_xml_truth(xml, "branch", line->n_branches > 0);
    if (line->n_branches > 0) {
        guint taken = report_branches_taken(line);
        g_autofree char *text =
            g_strdup_printf("%u%% (%u/%u)", taken * 100 / line->n_branches, taken, line->n_branches);
        report_xml_text(xml, "condition-coverage", text);
        put_conditions(xml, line);
    }
    report_xml_close(xml);
}

static void put_lines(ReportXml *xml, const ReportLined *file, guint32 from, guint32 to)
{
    report_xml_open(xml, "lines");
    for (guint i = report_line_from(file, from); i < file->n_lines && file->lines[i].line <= to; i++)
        put_line(xml, &file->lines[i]);
    report_xml_close(xml);
}

static void put_rates(ReportXml *xml, const ReportLineSums *sums)
{
    report_xml_rate(xml, "line-rate", sums->lines_reached, sums->lines);
    report_xml_rate(xml, "branch-rate", sums->branches_taken, sums->branches);
}

static void put_method(ReportXml *xml, const ReportLined *file, const ReportLineFunction *function)
{
    ReportLineSums sums = report_line_sums(file, function->line, function->end_line);
    report_xml_open(xml, "method");
    report_xml_text(xml, "name", function->name);
    report_xml_text(xml, "signature", "()");
    put_rates(xml, &sums);
    report_xml_number(xml, "complexity", 0);
    put_lines(xml, file, function->line, function->end_line);
    report_xml_close(xml);
}

static void put_class(ReportXml *xml, const ReportLined *file)
{
    g_autofree char *name = g_path_get_basename(file->path);
    report_xml_open(xml, "class");
    report_xml_text(xml, "name", name);
    report_xml_text(xml, "filename", file->path);
    put_rates(xml, &file->sums);
    report_xml_number(xml, "complexity", 0);
    report_xml_open(xml, "methods");
    for (guint i = 0; i < file->n_functions; i++)
        put_method(xml, file, &file->functions[i]);
    report_xml_close(xml);
    put_lines(xml, file, 0, G_MAXUINT32);
    report_xml_close(xml);
}

/* The files of a directory, `n` of them. */
static void put_package(ReportXml *xml, const char *directory, ReportLined *const *files, guint n)
{
    ReportLineSums sums = {0};
    for (guint i = 0; i < n; i++)
        report_line_sums_add(&sums, &files[i]->sums);
    report_xml_open(xml, "package");
    report_xml_text(xml, "name", directory);
    put_rates(xml, &sums);
    report_xml_number(xml, "complexity", 0);
    report_xml_open(xml, "classes");
    for (guint i = 0; i < n; i++)
        put_class(xml, files[i]);
    report_xml_close(xml);
    report_xml_close(xml);
}

static int compare_directories(gconstpointer left, gconstpointer right)
{
    const ReportLined *one = *(ReportLined *const *)left, *other = *(ReportLined *const *)right;
    g_autofree char *one_directory = g_path_get_dirname(one->path);
    g_autofree char *other_directory = g_path_get_dirname(other->path);
    int order = strcmp(one_directory, other_directory);
    return order != 0 ? order : strcmp(one->path, other->path);
}

static void put_packages(ReportXml *xml, GPtrArray *files)
{
    g_ptr_array_sort(files, compare_directories);
    report_xml_open(xml, "packages");
    for (guint i = 0, end; i < files->len; i = end) {
        g_autofree char *directory = g_path_get_dirname(((ReportLined *)files->pdata[i])->path);
        for (end = i + 1; end < files->len; end++) {
            g_autofree char *other = g_path_get_dirname(((ReportLined *)files->pdata[end])->path);
            if (strcmp(directory, other) != 0)
                break;
        }
        put_package(xml, directory, (ReportLined *const *)files->pdata + i, end - i);
    }
    report_xml_close(xml);
}

static void put_totals(ReportXml *xml, const GPtrArray *files)
{
    ReportLineSums sums = {0};
    for (guint i = 0; i < files->len; i++)
        report_line_sums_add(&sums, &((ReportLined *)files->pdata[i])->sums);
    put_rates(xml, &sums);
    report_xml_number(xml, "lines-covered", sums.lines_reached);
    report_xml_number(xml, "lines-valid", sums.lines);
    report_xml_number(xml, "branches-covered", sums.branches_taken);
    report_xml_number(xml, "branches-valid", sums.branches);
}

static void put_sources(ReportXml *xml, const ReportModel *model)
{
    report_xml_open(xml, "sources");
    report_xml_open(xml, "source");
    report_xml_content(xml, model->root);
    report_xml_close(xml);
    report_xml_close(xml);
}

gboolean report_cobertura(const ReportModel *model, FILE *out, GError **error)
{
    g_autoptr(GPtrArray) files = report_lined(model, error);
    if (!files)
        return FALSE;
    ReportXml *xml = report_xml_begin(out);
    report_xml_doctype(xml, "coverage", "http://cobertura.sourceforge.net/xml/coverage-04.dtd");
    report_xml_open(xml, "coverage");
    put_totals(xml, files);
    report_xml_number(xml, "complexity", 0);
    report_xml_text(xml, "version", "hlcov");
    report_xml_number(xml, "timestamp", (guint64)model->time * 1000);
    put_sources(xml, model);
    put_packages(xml, files);
    report_xml_end(xml);
    return TRUE;
}
