/* Uncovered objectives by what they lack: those of one place that one vector, or reaching it, would cover are one
 * cause. For renderers whose readers want to know what to do once; it finds out nothing that objectives do not say. */
#ifndef REPORT_CAUSES_H
#define REPORT_CAUSES_H

#include "report/model/model.h"

typedef struct {
    const ReportFunction *function;
    HtolCriterion criterion; /* of its first objective, as all but the counts */
    const char *path;
    guint32 line, column;
    char *id;         /* report_objective_id */
    char *sentence;   /* report_sentence */
    guint count;      /* objectives */
    GArray *criteria; /* HtolCriterion: of the others that the first one has not, each once */
} ReportCause;

/* Calls `visit` for each, in the order of files, functions and first objectives. The cause is freed afterwards. */
typedef void (*ReportVisitCause)(const ReportModel *model, const ReportCause *cause, gpointer data);
void report_each_cause(const ReportModel *model, ReportVisitCause visit, gpointer data);

/* What is said of it: the sentence, and "(and 3 more objectives there: DC, CC)"; to be freed. */
char *report_cause_text(const ReportModel *model, const ReportCause *cause);

#endif
