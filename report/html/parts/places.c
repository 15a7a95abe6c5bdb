/* Writes links; see places.h. */
#include "report/html/parts/places.h"

void report_html_link_begin(FILE *out, const char *path, guint32 line, const char *class)
{
    g_autofree char *page = report_html_page_name(path);
    fputs("<a ", out);
    if (class)
        fprintf(out, "class=%s ", class);
    fprintf(out, "href=\"%s", page);
    if (line > 0)
        fprintf(out, "#L%u", line);
    fputs("\">", out);
}

void report_html_place(FILE *out, const char *path, guint32 line)
{
    report_html_link_begin(out, path, line, NULL);
    report_html_string(out, path);
    if (line > 0)
        fprintf(out, ":%u", line);
    fputs("</a>", out);
}
