/* Lines of source files that changed since a revision of git, and which objectives stand on them. It judges
 * nothing. */
#ifndef REPORT_DIFF_H
#define REPORT_DIFF_H

#include "report/model/model.h"

/* Makes a diff without lines; report_diff_free frees it. Its lines go by the paths of files, as reports have them:
 * relative to a root, or absolute. */
ReportDiff *report_diff_new(void);
void report_diff_free(ReportDiff *diff);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportDiff, report_diff_free)

/* Adds the new lines of each hunk of `text`, which `git diff --unified=0` wrote, NUL-terminated. Paths are those behind
 * `+++ b/`; binary files and those that are gone have no lines. FALSE and *error if the text is something else. */
gboolean report_diff_parse(ReportDiff *diff, const char *text, GError **error);

/* Adds all lines of a file. */
void report_diff_add_file(ReportDiff *diff, const char *path);

/* Finds the lines that differ between the revision and the files below `root`; files there that git does not know and
 * was not told to ignore count as a whole, and of a renamed file the lines that changed besides. On failure NULL, and
 * *error: git cannot be run, root lies in no checkout, or there is no such revision. */
ReportDiff *report_diff_since(const char *root, const char *revision, GError **error);

/* Return the revision that the lines changed since, "" if nobody named one; the number of files that have such
 * lines. */
const char *report_diff_base(const ReportDiff *diff);
guint report_diff_files(const ReportDiff *diff);

/* Whether one of lines first to last of the file changed. */
gboolean report_diff_has(const ReportDiff *diff, const char *path, guint first, guint last);

/* Whether a line changed that the objective is about: any line of a decision or an operation, any of a statement's own,
 * any of the statements of a block, any on the way of a path or a flow; else the line where it stands. */
gboolean report_diff_touches(const ReportDiff *diff, const ReportFunction *function, const HtolObjective *objective);

#endif
