/* Links to lines of sources. They do not look whether the page has the line. */
#ifndef REPORT_HTML_PLACES_H
#define REPORT_HTML_PLACES_H

#include "report/html/parts/html.h"

/* The opening tag of a link to a line of a file of the report, 0: to its page; `class` may be NULL. */
void report_html_link_begin(FILE *out, const char *path, guint32 line, const char *class);

/* "src/ldo.c:225" as a link. */
void report_html_place(FILE *out, const char *path, guint32 line);

#endif
