/* Gaps of lines as sentences, for who shows no source beside them: lists, requests to merge, editors. The words are
 * those of gaps.h. */
#ifndef REPORT_GAP_SENTENCE_H
#define REPORT_GAP_SENTENCE_H

#include "report/gaps/gaps.h"

/* "`a < b` was never true", where gaps.h says "never true" or "`a < b` never true". Plain text, code in backquotes; to
 * be freed. */
char *report_gap_sentence(const ReportGaps *gaps, const ReportGapLine *line, const ReportGap *gap);

/* The first `most` of the line's, then how many more. To be freed. */
char *report_gap_sentences(const ReportGaps *gaps, const ReportGapLine *line, guint most);

/* Calls `visit` for each line of the file, or of all files, of which something is missing, in the order of files and
 * functions, until it returns FALSE; then so does the first. */
typedef gboolean (*ReportVisitGaps)(const ReportModel *model, const ReportGaps *gaps, const ReportGapLine *line,
                                    gpointer data);
gboolean report_each_gap_line_in(const ReportModel *model, const ReportFile *file, ReportVisitGaps visit,
                                 gpointer data);
void report_each_gap_line(const ReportModel *model, ReportVisitGaps visit, gpointer data);

#endif
