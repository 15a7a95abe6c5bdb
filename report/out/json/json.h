/* What the files of the JSON report share. Private to them; the whole is renderers.h's. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <jansson.h>

#include "report/compare/compare.h"
#include "report/gaps/words.h"
#include "report/merge/mutants.h"

/* A string; what is not UTF-8 is replaced, for jansson refuses it. */
json_t *report_json_text(const char *bytes);

/* A change, with what is said of it on either side. */
json_t *report_json_change(const ReportComparison *comparison, const ReportChange *change);

/* The names of the selected criteria, in their order. */
json_t *report_json_criteria(const ReportModel *model);

/* What is said of an objective, or null if it is NULL. */
json_t *report_json_said(const ReportSnapshot *snapshot, const ReportSaid *said);

/* Totals of one criterion. */
json_t *report_json_totals(const ReportTotals *totals);

/* Writes an objective, or a finding. */
void report_json_put_objective(ReportWords *words, const ReportModel *model, const ReportFunction *function,
                               const ReportObjective *objective, FILE *out);

/* What objectives of users have beyond all others, as an object of these members. */
json_t *report_json_user(const ReportObjective *objective);

/* The value of a mutant: operator, number, texts, state, the tests that may notice it, trials. */
json_t *report_json_mutant(const ReportModel *model, const ReportMutant *mutant);

#endif
