/* The four numbers of a report or of a file as tiles, and small bars of scores. */
#ifndef REPORT_HTML_TILES_H
#define REPORT_HTML_TILES_H

#include "report/html/parts/html.h"
#include "report/summary/summary.h"

/* "lo", "mi" or "hi" by the limits of the summary; "na" of 0 of 0. */
const char *report_html_grade(const ReportModel *model, const ReportTotals *totals);

/* "low", "medium", "high"; "" of 0 of 0. `model` may be NULL, here and above. */
const char *report_html_grade_word(const ReportModel *model, const ReportTotals *totals);

/* From which per cent on scores are medium, and high: "50 80". To be freed. */
char *report_html_limits(const ReportModel *model);

/* A bar of the score. */
void report_html_bar(FILE *out, const ReportModel *model, const ReportTotals *totals);

/* Tiles of the headlines: of a file, or of all if `file` is NULL, which are larger. Each leads to `address`. */
void report_html_tiles(FILE *out, const ReportModel *model, const ReportFile *file, const char *address);

/* A number with commas between thousands. */
void report_html_count(FILE *out, guint number);

/* Writes a number with commas between thousands, between two pieces of HTML. */
void report_html_counted(FILE *out, const char *before, guint number, const char *after);

#endif
