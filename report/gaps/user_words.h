/* Users' objectives as reports list and describe them, in words that renderers share. */
#ifndef REPORT_USER_WORDS_H
#define REPORT_USER_WORDS_H

#include "report/model/model.h"

/* An objective of a user, and where it is shown. */
typedef struct {
    guint file; /* of the model */
    const ReportFunction *function;
    const ReportObjective *objective;
} ReportUserEntry;

/* All of them, those to work at first: uncovered, unmeasured, excluded, covered; of these in the order of the files.
 * ReportUserEntry, to be unreferenced. */
GArray *report_user_entries(const ReportModel *model);

/* `src/a.c:12`; to be freed. */
char *report_user_place(const ReportUserEntry *entry);

/* What was recorded of a label or sequence: `L: 3 environments: x=1 y=2; x=2 y=2; ...`, `L: covered`, `L: not
 * covered`. */
void report_user_recorded(const HtolUserRelation *relation, GString *out);

/* Why it has its status, in a line of valid UTF-8: the witness; what was recorded of its labels; the reason.
 * To be freed. */
char *report_user_evidence(const ReportObjective *objective);

#endif
