/* Files of which no more is kept than sums, so that the memory of a report does not grow with functions. It judges
 * nothing; opened.h makes the functions again. */
#ifndef REPORT_SUMS_H
#define REPORT_SUMS_H

#include "report/model/model.h"

/* Chooses the model's ranked criteria. */
void report_sums_rank(ReportModel *model);

/* Returns what is kept of a file, in the model's arena: all but its functions and its text. */
ReportFile *report_file_sum(const ReportModel *model, const ReportFile *file);

/* What a dropped function has to cover of criteria, of those that are ranked; `criteria`: a flag for each. */
guint report_dropped_open(const ReportModel *model, const ReportFile *file, guint index, const gboolean *criteria);

#endif
