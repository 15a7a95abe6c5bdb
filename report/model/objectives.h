/* The objectives of a function: judged once, for the model, and expanded again when they are asked for, as what is kept
 * of each is some bytes. How they are covered is htol's business. */
#ifndef REPORT_OBJECTIVES_H
#define REPORT_OBJECTIVES_H

#include "report/model/exclusions.h"
#include "report/model/merge.h"

/* Those of one function, and what became of each. */
struct ReportObjectives {
    const ReportFunction *function;
    HtolArena *arena; /* of all that they point to, but for what the model has */
    guint n;
    ReportObjective *list; /* function->n_objectives, in the order of criteria, then of the text */
    guint n_findings;
    ReportObjective
        *findings; /* n_findings, in that order; in no score: see HtolFinding. Those of RTE, which has none */
};

/* Who judges those of all functions of a model; both must outlive it. */
typedef struct ReportJudge ReportJudge;
ReportJudge *report_judge_new(ReportModel *model, ReportExclusions *exclusions);
void report_judge_free(ReportJudge *judge);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportJudge, report_judge_free)

/* Judges them: sets what the function has of them, its facts, and whether it was called. `merged` is what the function
 * was made of; NULL of one that has no text, only users' objectives. */
void report_objectives_judge(ReportJudge *judge, ReportFunction *function, const ReportMerged *merged);

/* As they were judged; to be freed. */
ReportObjectives *report_objectives(const ReportModel *model, const ReportFunction *function);

/* Of a function that has `logic`, all but those; and those of one decision. To be freed. */
ReportObjectives *report_objectives_but_logic(const ReportModel *model, const ReportFunction *function);
ReportObjectives *report_objectives_of_decision(const ReportModel *model, const ReportFunction *function,
                                                guint32 decision);
void report_objectives_free(ReportObjectives *objectives);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportObjectives, report_objectives_free)

/* The line of a branch: an arm's is that of its switch, where readers look for it. */
guint32 report_branch_line(const HtolFunction *function, const HtolObjective *objective);

#endif
