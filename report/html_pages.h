/* How the page of a long file is cut into parts. */
#ifndef REPORT_HTML_PAGES_H
#define REPORT_HTML_PAGES_H

#include "report/html.h"

/* Parts are numbered from 0; `parts` holds the first line of each (guint), and is not empty. */
guint report_html_part_of(const GArray *parts, guint line);
guint report_html_last_line(const GArray *parts, guint part); /* G_MAXUINT of the last part */

#endif
