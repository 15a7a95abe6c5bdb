/* What stands around every page: head, the bar with the names of the pages, footer, list of keys. It fills no page. */
#ifndef REPORT_HTML_FRAME_H
#define REPORT_HTML_FRAME_H

#include "report/html/parts/html.h"

/* The pages that the bar names, in its order. */
typedef enum {
    REPORT_PAGE_OVERVIEW,
    REPORT_PAGE_NEXT,
    REPORT_PAGE_TESTS,
    REPORT_PAGE_COMPARE,
    REPORT_PAGE_CRITERIA,
    REPORT_PAGES,
    REPORT_PAGE_SOURCE = REPORT_PAGES, /* of a source: not in the bar */
    REPORT_PAGE_OTHER                  /* nor this */
} ReportPageKind;

/* Names of their files: "index.html", "next.html", ... */
extern const char *const report_page_names[REPORT_PAGES];

/* Whether the report has such a page: that of tests needs tests, that of changes an earlier report. */
gboolean report_has_page(const ReportModel *model, ReportPageKind page);

/* The project's name, "Coverage" if it is not known. `model` may be NULL. */
const char *report_html_project(const ReportModel *model);

/* From the first byte to the opened <main>. `model` is NULL for a page that belongs to no report; `title` is that of
 * the window, the project follows it. */
void report_frame_begin(FILE *out, const ReportModel *model, ReportPageKind page, const char *title);

/* From </main> to the last byte. */
void report_frame_end(FILE *out, const ReportModel *model, ReportPageKind page);

#endif
