/* What to cover next, in a few sentences for a first screen: places where one test would cover most. What is chosen is
 * next.h's, words are gaps.h's. */
#ifndef REPORT_HEADLINES_H
#define REPORT_HEADLINES_H

#include "report/advise/next.h"
#include "report/gaps/words.h"

/* One of them. */
typedef struct {
    const ReportFunction *function;
    const char *path;
    guint32 line;
    char *sentence; /* "`check_conflict` was never called", "`a && ...` was never evaluated": plain text, code in
                       backquotes */
    char *nearest;  /* "nearest is the test `table`, which turned away in line 47"; NULL: not known */
    guint covers;   /* objectives, of the criteria that a summary shows; of all where there is no summary */
    guint counts[HTOL_CRITERIA]; /* of these, by criterion */
    guint runs;                  /* that it takes: 1; 2 for a pair of vectors, if one run does not come there twice */
    guint n_turns;
    HtolTurn *turns; /* decisions on the way, and the row that each has to take, the outermost first */
} ReportNextStep;

/* Some of them, best first; the model owns them. */
typedef struct {
    const ReportNextStep *list;
    guint n;
} ReportNextSteps;

/* At most `most` of them, and REPORT_MOST_STEPS, no two in one function while others are left; of them those first that
 * bring most to gates which failed. They are found once, for all who ask, and only among the functions that miss most,
 * so that it takes little time; `hlcov next` looks at all. */
enum { REPORT_MOST_STEPS = 10 };
ReportNextSteps report_next_steps(const ReportModel *model, guint most);

/* Returns the sentence that a step has, for any item of next.h: what has to become otherwise first. Sets *line to that
 * of the decision, or of the objective. To be freed. */
char *report_next_sentence(const ReportModel *model, ReportWords *words, const ReportNextItem *item, guint32 *line);

/* "+10 statements, +5 branches": what a step covers of the criteria that a summary shows, else "+12 objectives". To be
 * freed. */
char *report_next_gain(const ReportModel *model, const ReportNextStep *step);

#endif
