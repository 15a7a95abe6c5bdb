/* Columns as editors and browsers count them: in code units of UTF-16, where tables count bytes. Knows the sources of a
 * model only. */
#ifndef REPORT_COLUMNS_H
#define REPORT_COLUMNS_H

#include "report/model/model.h"

/* Keeps what was found out of the files that were asked about. The model must outlive it. */
typedef struct ReportColumns ReportColumns;
ReportColumns *report_columns_new(const ReportModel *model);
void report_columns_free(ReportColumns *columns);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportColumns, report_columns_free)

/* The column, from 1 on, of the byte in that column, from 1 on, of a line. A byte that is no part of UTF-8 is a
 * character of its own, and a column behind the line's end is that end. 0 if the model lacks the file's text, or the
 * text that line. */
guint32 report_column(ReportColumns *columns, const char *path, guint32 line, guint32 column);

#endif
