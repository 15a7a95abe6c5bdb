/* Spells what is said of decisions as the source does: texts of objectives, and reasons why they are not covered, name
 * conditions as the preprocessor left them. How one condition is spelled is spelling.h's. */
#ifndef REPORT_RESPELL_H
#define REPORT_RESPELL_H

#include "report/model/model.h"

/* The spellings of one function's conditions, kept until another function is asked about. */
typedef struct ReportRespell ReportRespell;
ReportRespell *report_respell_new(const ReportModel *model);
void report_respell_free(ReportRespell *respell);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportRespell, report_respell_free)

/* Returns `text`, which is said of the function's objective `what`, with its decision and conditions spelled as in the
 * source wherever they stand by themselves: between backquotes, before a colon, as all of the text. As it is if the
 * objective is of no decision. To be freed. */
char *report_respelled(ReportRespell *respell, const ReportFunction *function, const HtolObjective *what,
                       const char *text);

#endif
