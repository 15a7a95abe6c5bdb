/* Who judges objectives: once for the model, each function by itself. Verdicts are the evaluator's (htol/judge), and so
 * are reasons; what is kept are some bytes of each objective. */
#ifndef REPORT_JUDGE_H
#define REPORT_JUDGE_H

#include "report/judge/exclusions.h"
#include "report/judge/objectives.h"
#include "report/merge/merge.h"

/* Judges the objectives of all functions of a model; `model` and `exclusions` must outlive it. */
typedef struct ReportJudge ReportJudge;
ReportJudge *report_judge_new(ReportModel *model, ReportExclusions *exclusions);
void report_judge_free(ReportJudge *judge);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportJudge, report_judge_free)

/* Judges the objectives of a function: sets what the function has of them, its facts, and whether it was called.
 * `merged` is what the function was made of; NULL of one that has no text, only users' objectives. */
void report_judge_function(ReportJudge *judge, ReportFunction *function, const ReportMerged *merged);

/* Sets no more than whether the function was called. */
void report_judge_called(ReportFunction *function);

#endif
