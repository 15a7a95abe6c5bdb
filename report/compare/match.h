/* Which objective of one snapshot is which of another. It looks at what is said of them, never at their
 * status. */
#ifndef REPORT_MATCH_H
#define REPORT_MATCH_H

#include "report/compare/snapshot.h"

/* Where an objective has no counterpart. */
#define REPORT_NO_MATCH G_MAXUINT

/* For each objective of `from` the index of its counterpart in `to`, or REPORT_NO_MATCH: from->n_objectives
 * numbers, to be freed with g_free. No two have the same counterpart; criteria are always the same.
 *
 * First those of one id are the same: path, function, hash of its tokens, criterion and place. Then, in
 * functions of one path and name whose texts differ, those whose text occurs once in both, or, if they have
 * none, whose line of source; from these it is known how lines moved, and of the others those are the same
 * that have one text, in which numbers of lines are those of `to`, and stand in the same line, in the order
 * in which they stand there; then those of one text in their order, if they have a text without numbers of
 * lines. Last, the functions that have another path now, but the same tokens. */
guint *report_match(const ReportSnapshot *from, const ReportSnapshot *to);

/* The text of an objective with each number of a line, behind `line`, `lines` and `->`, as `map` gives it;
 * the same text if there is none. To be freed. */
typedef guint (*ReportLineMap)(guint line, gpointer data);
char *report_text_moved(const char *text, ReportLineMap map, gpointer data);

#endif
