/* Places to cover next and tests that did not pass, in a line each. What is chosen, report/advise says. */
#ifndef REPORT_HTML_STEPS_H
#define REPORT_HTML_STEPS_H

#include "report/advise/headlines.h"
#include "report/html/parts/html.h"
#include "report/summary/summary.h"

/* At most `most` places in sentences, as a section of the overview; nothing if there are none. */
void report_html_steps(const ReportModel *model, guint most, FILE *out);

/* What a step covers, a line for each criterion. */
void report_html_gain(const ReportModel *model, const ReportNextStep *step, FILE *out);

/* "match, lstrlib.c:497", the place as a link if the report has the file. */
void report_html_frame(const ReportFrame *frame, FILE *out);

/* "cstack crashed: SIGSEGV in match, lstrlib.c:497", with a link to its place on the page of tests if `linked`. */
void report_html_bad_test(const ReportTrial *trial, gboolean linked, FILE *out);

#endif
