/* What to cover next: uncovered objectives by how many others they would cover. It counts, and words nothing; what
 * would be covered is asked of htol/words/suppose.h and the evaluator. */
#ifndef REPORT_NEXT_H
#define REPORT_NEXT_H

#include "htol/words/suppose.h"
#include "report/model/model.h"

/* Facts that would cover some objectives of a function, once they are recorded. */
typedef struct {
    const ReportFunction *function;
    guint objective; /* the index there of the one that the facts were supposed for; of several the strongest, by what
                        implies what, then the first */
    gboolean known;  /* which facts would cover it: if not, it stands for itself alone */
    HtolSupposition supposed;
    guint n_covers;
    const guint *covers; /* n_covers indices of its objectives: those uncovered now and covered then */
    guint more;          /* how many of these no item before it covers */
} ReportNextItem;

/* Lives as long as the model. */
typedef struct {
    const ReportModel *model;
    HtolArena *arena;
    const gboolean *criteria; /* that count; NULL: all */
    guint n_uncovered;        /* objectives of these criteria, in the whole model */
    guint n_items;
    ReportNextItem *items;
} ReportNext;

/* The first `most` items that cover objectives of these criteria (HTOL_CRITERIA flags, which must outlive the result;
 * NULL: all): of all suppositions, one for each uncovered objective, those that are the same facts are one; each time
 * the one comes next that covers the most objectives that those before it do not, for each environment that it needs,
 * and behind all of them those of which nobody knows what covers them; of several the first in the order of files,
 * functions and criteria. Objectives of other functions that the same run would cover do not count. */
ReportNext *report_next_new(const ReportModel *model, const gboolean *criteria, guint most);
void report_next_free(ReportNext *next);

/* Finds what report_next_new finds in these functions alone, as if there were no objectives but those of these criteria
 * (HTOL_CRITERIA flags). That is little work: in functions that were never called only some objectives are tried.
 * Nothing is told to progress, and n_uncovered counts the objectives that were tried. */
ReportNext *report_next_among(const ReportModel *model, const GPtrArray *functions, const gboolean *criteria,
                              guint most);

#endif
