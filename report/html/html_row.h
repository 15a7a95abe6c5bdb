/* A row of a panel: what objectives that say the same are, and why they are what they are. Where they stand is the
 * panel's business. */
#ifndef REPORT_HTML_ROW_H
#define REPORT_HTML_ROW_H

#include "report/html/html_groups.h"

/* Writes what the group of entries of a line is, and why in an element of its own, if there is anything to say; returns
 * whether there is. */
gboolean report_html_row(const ReportPanel *panel, const ReportGroup *group, const ReportEntry *entries, guint count);

/* What it is alone. */
void report_html_members(const ReportPanel *panel, const ReportGroup *group, const ReportEntry *entries, guint count);

/* That a place is reached, which is said in words that need no other letters; any hyperlabel. */
gboolean report_hyper_is_plain(const HtolHyper *hyper);
void report_html_hyper(const HtolHyper *hyper, FILE *out);

#endif
