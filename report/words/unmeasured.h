/* What cannot be judged in files that were measured, and decisions that were not recorded as was asked: lists and words
 * for renderers, which all say the same. Verdicts and reasons are the model's. */
#ifndef REPORT_UNMEASURED_H
#define REPORT_UNMEASURED_H

#include "report/model/model.h"

enum { REPORT_MOST_UNMEASURED = 50 }; /* lines of a list that is meant for people */

/* The heading of the list of what cannot be judged. */
extern const char report_unmeasured_heading[];

/* A place with objectives that cannot be judged for one reason. */
typedef struct {
    char *path;
    guint32 line, column;
    char *function, *text, *why; /* the text of the place may be "" */
    GString *criteria;           /* "CRITERION, CRITERION" */
    HtolCriterion last;          /* of them: of one criterion there may be several */
} ReportUnjudged;

/* Returns such places of the model, ReportUnjudged *, in the order of files, functions and criteria; without users'
 * objectives, which have a list of their own, and functions that were passed through, which remarks name. To be
 * unreferenced. */
GPtrArray *report_unjudged(const ReportModel *model);

/* The reason in a sentence about several places: "the compiler must see the text as it was written". To be freed. */
char *report_unjudged_reason(const char *why);

/* Lines `PATH:LINE:COLUMN: in FUNCTION: CRITERION, CRITERION TEXT: WHY` (char *, which the array frees), fit to be
 * shown: a line for each that report_unjudged has. To be freed. */
GPtrArray *report_unmeasured(const ReportModel *model);

/* The heading of the list of decisions that complete semantics was asked for in vain. */
extern const char report_fallbacks_heading[];

/* A decision that complete semantics was asked for, and that is recorded as it is evaluated. */
typedef struct {
    const ReportFunction *function;
    const char *path; /* of its file */
    const HtolRowDecision *row;
} ReportFallback;

/* Appends such decisions of one file (ReportFallback), in the order of functions and their text. */
void report_fallbacks_add(const ReportFile *file, GArray *fallbacks);

/* Lines `PATH:LINE:COLUMN: in FUNCTION: DECISION: GUARDED WHY`, as report_unmeasured has them. To be unreferenced. */
GPtrArray *report_fallback_lines(const ReportModel *model);

/* What to say if only the first of so many lines are shown: "and 3 more, ..."; to be freed. NULL: all are. */
char *report_unmeasured_more(guint lines);

#endif
