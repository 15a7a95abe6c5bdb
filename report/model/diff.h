/* Lines of source files that changed since a revision of git, and which objectives stand on them. It judges
 * nothing. */
#ifndef REPORT_DIFF_H
#define REPORT_DIFF_H

#include "report/model/model.h"

/* Lines by the paths of files, as reports have them: relative to a root, or absolute. */
ReportDiff *report_diff_new(void);
void report_diff_free(ReportDiff *diff);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportDiff, report_diff_free)

/* Adds what `git diff --unified=0` wrote, NUL-terminated: of each hunk the lines that are new. Paths are
 * those behind
 * `+++ b/`; binary files and those that are gone have no lines. FALSE and *error if it is not that. */
gboolean report_diff_parse(ReportDiff *diff, const char *text, GError **error);

/* Adds all lines of a file. */
void report_diff_add_file(ReportDiff *diff, const char *path);

/* What differs between the revision and the files below `root`, and files there that git does not know and
 * was not told to ignore, as a whole. A file that was renamed has the lines that changed besides. On failure
 * NULL, and *error: git cannot be run, root lies in no checkout, or there is no such revision. */
ReportDiff *report_diff_since(const char *root, const char *revision, GError **error);

/* What it is since: "" if nobody said; how many files have lines that changed. */
const char *report_diff_base(const ReportDiff *diff);
guint report_diff_files(const ReportDiff *diff);

/* Whether one of lines first to last of the file changed. */
gboolean report_diff_has(const ReportDiff *diff, const char *path, guint first, guint last);

/* Whether a line changed that the objective is about: of a decision or an operation any of its lines, of a
 * statement any that is its own, of a block any of its statements', of a path or a flow any line of its way;
 * else the line where it stands. */
gboolean report_diff_touches(const ReportDiff *diff, const ReportFunction *function, const HtolObjective *objective);

#endif
