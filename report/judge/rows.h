/* Rows of a decision: those that were seen, and those that are wanted, each with what it would cover. Whether an
 * objective would be covered is asked of the evaluator, as of what was recorded and the facts of that row. */
#ifndef REPORT_ROWS_H
#define REPORT_ROWS_H

#include "report/judge/objectives.h"

/* One row: a vector, and either the tests that took it or what it would cover. */
typedef struct {
    const guint8 *vector; /* HtolTruth each: the outcome, then each condition */
    gboolean wanted;      /* no run has taken it */
    HtolTestSet tests;    /* of one that was seen: the tests that took it, if they are known */
    guint covers;         /* of a wanted one: uncovered objectives of those asked about that it would cover, and that no
                             wanted row before it covers */
    guint together;       /* what it would cover besides, together with the wanted rows before it */
    GArray *lines;        /* guint32, ascending: lines that would run then and never ran, but for that of the decision;
                             NULL of one that was seen */
    gboolean rest;        /* more of the decision's own line would run then */
} ReportRow;

/* Rows of a decision of the function, first those that were seen; then wanted ones, `most` at most, chosen greedily: of
 * those left the one that covers most. `asked` are the uncovered objectives that are counted. Returns
 * ReportRow, to be unreferenced; vectors lie in `arena`. */
GArray *report_rows_of(HtolArena *arena, const ReportObjectives *objectives, guint32 decision, const GArray *asked,
                       guint most);

#endif
