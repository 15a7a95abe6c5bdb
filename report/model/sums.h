/* Files of which no more is kept than sums, so that the memory of a report does not grow with functions. It judges
 * nothing; opened.h makes the functions again. */
#ifndef REPORT_SUMS_H
#define REPORT_SUMS_H

#include "report/model/model.h"

/* Chooses the model's ranked criteria. */
void report_sums_rank(ReportModel *model);

/* Returns what is kept of a file, in the model's arena: all but its functions, its text and where lines begin. */
ReportFile *report_file_sum(const ReportModel *model, const ReportFile *file);

/* Appends a sum as bytes, for another report of the same request: see report/make/keys.h. `counts` is what the file
 * adds to those of the model. */
void report_sum_put(const ReportFile *sum, const ReportModel *model, const ReportCounts *counts, GByteArray *out);

/* Reads such bytes into the model's arena. `path` must live as long as the model. NULL if they are none. */
ReportFile *report_sum_take(const ReportModel *model, const char *path, const guint8 *bytes, gsize size,
                            ReportCounts *counts);

/* Add counts to others, or take them away. */
void report_counts_add(ReportCounts *sum, const ReportCounts *counts);
void report_counts_subtract(ReportCounts *sum, const ReportCounts *counts);

/* What a dropped function has to cover of criteria, of those that are ranked; `criteria`: a flag for each. */
guint report_dropped_open(const ReportModel *model, const ReportFile *file, guint index, const gboolean *criteria);

#endif
