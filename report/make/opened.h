/* Files whose functions were dropped (sums.h), made again for who needs the functions. */
#ifndef REPORT_OPENED_H
#define REPORT_OPENED_H

#include "report/model/model.h"

/* Files that were made again and stand in the place of their sums. */
typedef struct ReportOpened ReportOpened;

/* Makes functions and text again of the files whose flag in `chosen`, which has one for each of the model's files, is
 * set and that have dropped some, from their tables and with the same verdicts. They stand in model->files until they
 * are closed, which frees them. NULL and an error if a table is not there any more. */
ReportOpened *report_files_open(const ReportModel *model, const guint8 *chosen, GError **error);
void report_files_close(ReportOpened *opened);

/* Opens files for as long as the model lives. FALSE and an error as report_files_open. */
gboolean report_files_keep(const ReportModel *model, const guint8 *chosen, GError **error);

/* Calls `visit` for each of the model's files whose flag in `chosen`, which has one for each, is set (NULL: for all),
 * in their order, with all of its functions: those that were dropped are made again, some files at a time. `of` is the
 * model that judged the file: tests of witnesses are its own, all else that concerns more than the file is the model's.
 * FALSE and an error as report_files_open. */
gboolean report_each_file(const ReportModel *model, const guint8 *chosen, ReportVisitFile visit, gpointer data,
                          GError **error);

/* Visits the files alone whose functions may tell one of these things (REPORT_TELLS_...). */
gboolean report_each_telling(const ReportModel *model, guint8 what, ReportVisitFile visit, gpointer data,
                             GError **error);

#endif
