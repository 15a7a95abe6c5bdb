/* Gates: scores that a report must have. They judge nothing, they compare totals. */
#ifndef REPORT_GATES_H
#define REPORT_GATES_H

#include "report/model/model.h"
#include "report/summary/earlier.h"

/* One gate: the least score that a criterion must have. */
typedef struct {
    HtolCriterion criterion;
    guint least; /* thousandths of a percent: 0 to 100000 */
} ReportGate;

/* A gate, and what became of it. */
typedef struct {
    ReportGate gate;
    const char *title; /* of its criterion, as headlines have it */
    ReportTotals totals;
    gboolean passed;
    guint n_missed; /* files that miss it, if it is one of each file by itself; else 0 */
} ReportGated;

/* Understands `CRITERION=PERCENT` or `PERCENT` alone (of the headline's criterion), with up to three
 * decimals. On anything else, and on a criterion that is not selected or is a finding, sets *error and
 * returns FALSE. */
gboolean report_gate_parse(const ReportModel *model, const char *text, ReportGate *gate, GError **error);

/* Appends a sentence (char *, to be freed) to `misses` for each score under the gate: that of all files, or
 * of each of them if `per_file`. 0 of 0 passes, but a file that was not measured does not: what its score would be,
 * and that of all, nobody knows. */
void report_gate_try(const ReportModel *model, const ReportGate *gate, gboolean per_file, GPtrArray *misses);

/* The gate tried, of all files or of each of them. */
ReportGated report_gated(const ReportModel *model, const ReportGate *gate, gboolean per_file);

/* "60%", "99.5%". To be freed. */
char *report_gate_least(const ReportGate *gate);

/* Whether the score of a criterion that was named is less than it was, or that of a headline where none was named; not
 * if either score is not known, or of 0 of 0. */
gboolean report_is_worse(const ReportModel *model, const ReportEarlier *earlier, HtolCriterion criterion);

/* Appends a sentence to `misses` for each criterion whose score is worse. */
void report_gate_worse(const ReportModel *model, const ReportEarlier *earlier, GPtrArray *misses);

/* The gate that such a criterion has failed: its earlier score, rounded down. */
ReportGated report_gated_worse(const ReportModel *model, const ReportEarlier *earlier, HtolCriterion criterion);

/* Adds a sentence for each file that was not measured, and for each criterion with objectives that were not. */
void report_gate_unmeasured(const ReportModel *model, GPtrArray *misses);

#endif
