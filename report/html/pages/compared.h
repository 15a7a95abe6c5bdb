/* Tables of a comparison: scores of A and B by file, and by criterion. It lists no change. */
#ifndef REPORT_HTML_COMPARED_H
#define REPORT_HTML_COMPARED_H

#include "report/compare/compare.h"
#include "report/html/parts/html.h"
#include "report/summary/headline.h"

/* The criteria of the columns: those of the four numbers that both sides have; if there is none, the first ones. */
typedef struct {
    guint n;
    const ReportCompared *compared[REPORT_MOST_HEADLINES];
} ReportHeads;

/* Chooses the criteria of the columns; they belong to the comparison. */
ReportHeads report_compared_heads(const ReportComparison *comparison);

/* "statements", "MC/DC"; its name if it is no headline. */
const char *report_compared_title(const ReportCompared *compared);

/* Files of which a score differs. */
void report_html_compared_files(const ReportComparison *comparison, const ReportHeads *heads, FILE *out);

/* All criteria, folded. */
void report_html_compared_criteria(const ReportComparison *comparison, FILE *out);

/* The page; `model` is that of the report that it belongs to, NULL if it stands alone. */
void report_html_comparison(const ReportComparison *comparison, const ReportModel *model, FILE *out);

#endif
