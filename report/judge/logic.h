/* What criteria of logic ask of a decision and what became of it, found out once for decisions that are alike. It
 * expands no other criteria, and keeps no objectives. */
#ifndef REPORT_LOGIC_H
#define REPORT_LOGIC_H

#include "report/model/model.h"

/* An objective of a criterion for which htol_criterion_is_of_decisions. */
typedef struct {
    guint32 stands;           /* as of HtolObjective */
    guint8 criterion, status; /* HtolCriterion, ReportStatus */
} ReportLogicItem;

/* The objectives of a decision, shared by those alike; lies as long as the table of them. */
typedef struct {
    guint seen; /* how many environments are told: htol_envs_told */
    guint n;
    const ReportLogicItem *items;   /* as htol_expand_decision has them */
    const HtolHyper *const *hypers; /* of each of them, as if it were of htol_function_alone; NULL unless the model asks
                                       which tests cover what */
} ReportLogic;

/* The line on which the objective stands. */
guint32 report_logic_line(const HtolFunction *function, const HtolRowDecision *row, const ReportLogicItem *item);

/* What is known of decisions that were asked about. `model` must outlive it; what it finds lies in its arena. */
typedef struct ReportLogics ReportLogics;
ReportLogics *report_logics_new(const ReportModel *model);
void report_logics_free(ReportLogics *logics);

/* Finds the status of one, and the reason for it; one that cannot be judged it leaves alone. */
typedef void (*ReportDecide)(const ReportFunction *function, ReportObjective *objective, gpointer data);

/* Returns what is known of a decision of which `recorded` was recorded; NULL if there is more to tell of some of its
 * objectives than their status, or if they are not alike in others. */
const ReportLogic *report_logic_of(ReportLogics *logics, const ReportFunction *function, guint32 decision,
                                   HtolEnvs recorded, ReportDecide decide, gpointer data);

#endif
