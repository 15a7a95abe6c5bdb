/* Visits the objectives of a model that somebody asks for. It judges none. */
#ifndef REPORT_EACH_H
#define REPORT_EACH_H

#include "report/model/model.h"

/* Calls `visit` for each uncovered objective of the file's functions, in the order of functions and the text. The
 * objective is freed when the next one is of another function. */
typedef void (*ReportVisit)(const ReportModel *model, const ReportFunction *function, const ReportObjective *objective,
                            gpointer data);
void report_each_uncovered_in(const ReportModel *model, const ReportFile *file, ReportVisit visit, gpointer data);

/* Visits objectives and findings of the file that cannot be judged, those in no function included. */
void report_each_unmeasured_in(const ReportModel *model, const ReportFile *file, ReportVisit visit, gpointer data);

/* Visits objectives of the file that comments claim something of which tests can disprove: those that are excluded, and
 * those that disprove it. */
void report_each_claimed_in(const ReportModel *model, const ReportFile *file, ReportVisit visit, gpointer data);

#endif
