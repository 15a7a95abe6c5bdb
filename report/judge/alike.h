/* Decisions that are alike: criteria ask the same of them, but for the decision's number, its place and its texts.
 * Keeps what was found out of some, for others that are alike and where the same was recorded; finds out nothing. */
#ifndef REPORT_ALIKE_H
#define REPORT_ALIKE_H

#include "htol/judge/env.h"

/* Appends all that criteria look at in a decision, n of n-CC apart: how its conditions are joined, which of them are
 * constant or say the same, how it was recorded. */
void report_shape_append(const HtolFunction *function, guint32 decision, GString *shape);

/* A table: for each shape of a decision, with each set of environments that was recorded there, something that `make`
 * makes. */
typedef struct ReportAlike ReportAlike;
ReportAlike *report_alike_new(gpointer (*make)(void), GDestroyNotify destroy);
void report_alike_free(ReportAlike *alike);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportAlike, report_alike_free)

/* Returns what was made for decisions of that shape with the environments `recorded`. */
gpointer report_alike_of(ReportAlike *alike, const HtolFunction *function, guint32 decision, HtolEnvs recorded);

#endif
