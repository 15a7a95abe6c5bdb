/* The page of a source file: its lines, what they lack, its functions. */
#ifndef REPORT_HTML_PAGE_H
#define REPORT_HTML_PAGE_H

#include "report/html/source/forms.h"

/* The page of a file, of which a long one comes in parts: they are written one after the other. */
typedef struct ReportHtmlFile ReportHtmlFile;

/* Makes the page of a file, of which `of` has all functions (see report_each_file), and `whole`, the model of all, has
 * the index. All of them, and `forms`, must outlive the page; report_html_file_free frees it. */
ReportHtmlFile *report_html_file_new(const ReportModel *of, const ReportFile *file, const ReportModel *whole,
                                     guint index, ReportForms *forms);

/* Makes a page that says of a file with dropped functions what its sum says. */
ReportHtmlFile *report_html_file_short(const ReportFile *file, const ReportModel *whole, guint index);
void report_html_file_free(ReportHtmlFile *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportHtmlFile, report_html_file_free)

/* Returns how many parts the page has. */
guint report_html_file_parts(const ReportHtmlFile *page);

/* Writes the next part. */
void report_html_file_put(ReportHtmlFile *page, FILE *out);

#endif
