/* What stands at the foot of the overview: all that the scores do not say, folded. */
#ifndef REPORT_HTML_NOTES_H
#define REPORT_HTML_NOTES_H

#include "report/html/parts/html.h"

/* Writes the section: users' hyperlabels, exclusions, files that could not be measured, remarks, and the legend. */
void report_html_notes(const ReportModel *model, FILE *out);

#endif
