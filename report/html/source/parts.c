/* Cuts long sources into parts; see parts.h. */
#include "report/html/source/parts.h"

#include "report/html/parts/html.h"
#include "report/model/file_lines.h"

/* What a line makes on a page besides its text, and the first line of a function, which leads to the next gap; then the
 * panel of a line that ran: if it lacks something, if it is covered, and for each objective. Measured. */
enum {
    PART_BYTES = 1500000,
    LINE_BYTES = 40,
    FUNCTION_BYTES = 200,
    PANEL_BYTES = 1400,
    QUIET_BYTES = 350,
    OBJECTIVE_BYTES = 12
};

typedef struct {
    guint functions, covered, uncovered, all;
} Count;

static void count_function(const ReportFile *file, const ReportFunction *function, Count *counts)
{
    guint32 begins = function->function->row.line;
    if (begins <= file->n_lines)
        counts[begins].functions++;
    for (guint i = 0; i < function->n_objectives; i++) {
        const ReportJudged *judged = &function->judged[i];
        if (judged->line == 0 || judged->line > file->n_lines)
            continue;
        counts[judged->line].covered += judged->status == REPORT_COVERED;
        counts[judged->line].uncovered += judged->status == REPORT_UNCOVERED;
        counts[judged->line].all++;
    }
}

static guint bytes_of(const ReportFile *file, guint32 line, const Count *count)
{
    gsize length;
    report_file_line(file, line, &length);
    guint bytes = (guint)length + LINE_BYTES + count->functions * FUNCTION_BYTES;
    if (count->covered > 0)
        bytes += (count->uncovered > 0 ? PANEL_BYTES : QUIET_BYTES) + count->all * OBJECTIVE_BYTES;
    return bytes;
}

GArray *report_html_parts(const ReportFile *file)
{
    g_autofree Count *counts = g_new0(Count, (gsize)file->n_lines + 1);
    GArray *parts = g_array_new(FALSE, FALSE, sizeof(guint));
    guint first = 1, bytes = 0;
    g_array_append_val(parts, first);
    for (guint i = 0; i < file->n_functions; i++)
        count_function(file, file->functions[i], counts);
    for (guint line = 1; line <= file->n_lines; line++) {
        guint more = bytes_of(file, line, &counts[line]);
        if (bytes > 0 && bytes + more > PART_BYTES) {
            g_array_append_val(parts, line);
            bytes = 0;
        }
        bytes += more;
    }
    return parts;
}

char *report_html_page_of_line(const ReportFile *file, const GArray *parts, guint32 line)
{
    guint part = parts->len - 1;
    while (part > 0 && g_array_index(parts, guint, part) > line)
        part--;
    return report_html_part_name(file->path, parts->len > 1 ? part + 1 : 0);
}
