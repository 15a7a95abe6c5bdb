/* The directory of the HTML pages: makes it, with the style and the script, and opens pages in it; see html.h. */
#include <errno.h>
#include <glib/gstdio.h>

#include "report/html/parts/assets.h"
#include "report/html/parts/html.h"
#include "report/inputs/error.h"

gboolean report_html_open(const char *directory, const char *name, ReportOutput *output, GError **error)
{
    return report_output_open_in(output, directory, name, error);
}

static gboolean write_script(const char *directory, GError **error)
{
    ReportOutput output;
    if (!report_html_open(directory, "report.js", &output, error))
        return FALSE;
    fputs(report_report_js, output.stream);
    return report_output_close(&output, error);
}

static gboolean write_style(const char *directory, GError **error)
{
    ReportOutput output;
    if (!report_html_open(directory, "style.css", &output, error))
        return FALSE;
    fputs(report_style_css, output.stream);
    return report_output_close(&output, error);
}

gboolean report_html_prepare(const char *directory, GError **error)
{
    if (g_mkdir_with_parents(directory, 0777) == 0)
        return write_style(directory, error) && write_script(directory, error);
    g_set_error(error, REPORT_ERROR, 0, "%s: cannot be made: %s", directory, g_strerror(errno));
    return FALSE;
}
