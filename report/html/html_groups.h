/* Groups of objectives that stand on one line and say the same: of one site, with one status, for one reason.
 */
#ifndef REPORT_HTML_GROUPS_H
#define REPORT_HTML_GROUPS_H

#include "report/html/html_panel.h"

typedef struct {
    guint count; /* at least 1 */
    const ReportEntry **members;
    HtolMissingVectors vectors; /* that would cover each of them; n_new is 0 unless they are uncovered ones of
                                   a decision that was evaluated */
    gboolean unseen;            /* uncovered, of a decision that was never evaluated */
    char *tests;                /* that cover each of them, as report_witness_words; "" if there are none */
} ReportGroup;

/* The first of its objectives. */
const HtolObjective *report_group_asks(const ReportGroup *group);

/* Whether both have a form (report/html/html_forms.h), and are of one decision of their function. */
gboolean report_are_of_one_decision(const HtolObjective *one, const HtolObjective *other);

ReportGroups *report_groups_new(void);
void report_groups_free(ReportGroups *groups);

/* The groups of entries of one function, *n of them, in the order of their first members: valid until others
 * are asked for. */
const ReportGroup *report_groups_of(ReportGroups *groups, const ReportPanel *panel, const ReportEntry *entries,
                                    guint count, guint *n);

#endif
