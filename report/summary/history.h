/* The history of a project's scores: a file of JSON lines, one for each report that was asked to leave one. It is kept
 * for gates and trends; it is read with care, for people merge and edit such files. */
#ifndef REPORT_HISTORY_H
#define REPORT_HISTORY_H

#include "report/summary/earlier.h"

/* The name of the file in the data directory. */
#define REPORT_HISTORY "history.jsonl"

/* Appends a line to the file, which is made if it is not there: revision, branch and date, whether gates `passed`,
 * whether a score is worse than those of `least` (which may be NULL), and the totals of the selected criteria. It is
 * one write, so that several reports may append at once. FALSE and *error, which names the file, if that fails. */
gboolean report_history_append(const ReportModel *model, const ReportEarlier *least, gboolean passed, const char *path,
                               GError **error);

/* Reads the file: ReportEarlier *, in the order of its lines, with the criteria in `selection`. *damaged counts
 * lines that are none. To be unreferenced; NULL and *error, which
 * names the file, if it cannot be read or has no line. */
GPtrArray *report_history_read(const char *path, const HtolSelection *selection, guint *damaged, GError **error);

/* What scores may not be worse than: those of the last line of a history that was not worse itself, or those of the
 * report in the file. To be freed with report_earlier_free; NULL and *error, which names the file, if it has neither.
 */
ReportEarlier *report_history_least(const char *path, const HtolSelection *selection, GError **error);

#endif
