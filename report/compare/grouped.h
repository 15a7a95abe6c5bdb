/* Changes that belong together: a function that is not called any more is one, with all that was in it. It counts and
 * words; what changed, compare.h says. */
#ifndef REPORT_GROUPED_H
#define REPORT_GROUPED_H

#include "report/compare/compare.h"

/* Changes of one kind in one function with one cause. */
typedef struct {
    ReportChangeKind kind;
    guint first, n;         /* the group is `n` of ReportGrouped.changes, from index `first` on */
    const ReportSaid *said; /* the objective that words the group best, as report B says it; as A does if it is gone */
    gboolean both;          /* the condition or decision changed for both of its values, not for that of `said` alone */
    guint from, to;         /* first and last of the other lines that do not run any more, or run now; 0: none */
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

/* Returns the objective that a change is about: as it is now; if it is gone, as it was. */
const ReportSaid *report_change_said(const ReportChange *change);

/* Returns how many changes of the group are about objectives of the criterion. */
guint report_group_count(const ReportGrouped *grouped, const ReportGroup *group, const char *criterion);

/* Returns the group in words: "`size > max` is never true any more", "`f` is called now", with code in backquotes. To
 * be freed. */
char *report_group_text(const ReportComparison *comparison, const ReportGroup *group);

/* Returns "lines 226 to 230 do not run any more"; NULL if there are none. To be freed. */
char *report_group_lines(const ReportGroup *group);

#endif
