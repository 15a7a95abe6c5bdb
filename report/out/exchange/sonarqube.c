/* The model as SonarQube's generic coverage, version 1: lines, and how many of their branches were taken. */
#include "report/out/exchange/xml.h"
#include "report/out/renderers.h"
#include "report/words/lines.h"

static void put_line(ReportXml *xml, const ReportLine *line)
{
    report_xml_open(xml, "lineToCover");
    report_xml_number(xml, "lineNumber", line->line);
    report_xml_truth(xml, "covered", line->reached.count > 0);
    if (line->n_branches > 0) {
        report_xml_number(xml, "branchesToCover", line->n_branches);
        report_xml_number(xml, "coveredBranches", report_branches_taken(line));
    }
    report_xml_close(xml);
}

/* A ReportVisitLined. */
static void put_file(const ReportLined *file, gpointer xml)
{
    report_xml_open(xml, "file");
    report_xml_text(xml, "path", file->path);
    for (guint i = 0; i < file->n_lines; i++)
        put_line(xml, &file->lines[i]);
    report_xml_close(xml);
}

gboolean report_sonarqube(const ReportModel *model, FILE *out, GError **error)
{
    ReportXml *xml = report_xml_begin(out);
    report_xml_open(xml, "coverage");
    report_xml_number(xml, "version", 1);
    gboolean good = report_each_lined(model, put_file, xml, error);
    report_xml_end(xml);
    return good;
}
