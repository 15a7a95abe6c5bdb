/* Changes that belong together: a function that is not called any more is one, with all that was in it. It counts and
 * words; what changed, compare.h says. */
#ifndef REPORT_GROUPED_H
#define REPORT_GROUPED_H

#include "report/compare/compare.h"

/* Changes of one kind in one function with one cause. */
typedef struct {
    ReportChangeKind kind;
    guint first, n;         /* among the changes that are grouped */
    const ReportSaid *said; /* what tells most: of B, of A if it is gone */
    gboolean both;          /* its other value changed as well */
    guint from, to;         /* first and last other line that does not run any more, or runs now; 0: none */
} ReportGroup;

/* The changes of one kind, in groups. */
typedef struct {
    GPtrArray *changes; /* const ReportChange *, of one kind, by path, function and line */
    GArray *groups;     /* ReportGroup, in this order */
} ReportGrouped;

/* Groups the changes of that kind; the comparison must outlive the result, which report_grouped_free frees. */
ReportGrouped *report_grouped_new(const ReportComparison *comparison, ReportChangeKind kind);
void report_grouped_free(ReportGrouped *grouped);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportGrouped, report_grouped_free)

/* What a change is about: where it is now; of what is gone, where it was. */
const ReportSaid *report_change_said(const ReportChange *change);

/* How many changes of the group are of the criterion. */
guint report_group_count(const ReportGrouped *grouped, const ReportGroup *group, const char *criterion);

/* "`size > max` is never true any more", "`f` is called now": code in backquotes. To be freed. */
char *report_group_text(const ReportGroup *group);

/* "lines 226 to 230 do not run any more"; NULL if there are none. To be freed. */
char *report_group_lines(const ReportGroup *group);

#endif
