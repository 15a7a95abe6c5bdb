/* Places to cover next and tests that did not pass, in a line each. What is chosen, report/advise says. */
#ifndef REPORT_HTML_STEPS_H
#define REPORT_HTML_STEPS_H

#include "report/html/html.h"
#include "report/summary/summary.h"

/* At most `most` places in sentences, as a section of the overview. */
void report_html_steps(const ReportModel *model, guint most, FILE *out);

/* "cstack crashed in match, lstrlib.c:497". */
void report_html_bad_test(const ReportModel *model, const ReportTrial *trial, FILE *out);

#endif
