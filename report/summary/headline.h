/* Which criteria stand for all where there is room for four numbers. It counts nothing. */
#ifndef REPORT_HEADLINE_H
#define REPORT_HEADLINE_H

#include "report/model/model.h"

/* The most criteria that are chosen. */
enum { REPORT_MOST_HEADLINES = 4 };

/* Functions, statements, branches and MC/DC (RACC, else CACC), as far as they are shown; if none of them is, the first
 * four criteria that are shown. Returns how many. */
guint report_headlines(const ReportModel *model, HtolCriterion criteria[REPORT_MOST_HEADLINES]);

/* Sets the flag of each criterion that report_headlines may choose of a selection. */
void report_headlines_may(const HtolSelection *selection, gboolean criteria[HTOL_CRITERIA]);

/* Returns "functions", "statements", "branches" or "MC/DC" for these; for others the criterion's title. */
const char *report_headline_title(HtolCriterion criterion);

/* Returns the title of any criterion of the model: one that is none of its headlines has its own name, "masking
 * MC/DC". */
const char *report_title_in(const ReportModel *model, HtolCriterion criterion);

/* What stands behind a count of its objectives: "branches", "MC/DC pairs"; "branch" if there is `one`. */
const char *report_headline_unit(HtolCriterion criterion, gboolean one);

#endif
