/* Tables and sentences of the summary in Markdown, ready to be put into the document. Private to markdown.c. */
#ifndef REPORT_MARKDOWN_TABLES_H
#define REPORT_MARKDOWN_TABLES_H

#include <cmark.h>

#include "report/model/model.h"

/* A part that is folded; "" of `make`: there is nothing to tell. */
typedef struct {
    const char *summary;
    char *(*make)(const ReportModel *model);
} ReportFold;

/* What a heading says: whether gates passed. All texts here and below are to be freed. */
char *report_markdown_verdict(const ReportModel *model);

/* The four numbers, with what changed and gates as far as they are known. */
char *report_markdown_scores(const ReportModel *model);

/* How the tests ended: a paragraph, if a test is known. */
void report_markdown_trials(cmark_node *document, const ReportModel *model);

/* What is missing in lines that changed, as far as there is room; "" in a report on all lines. */
char *report_markdown_changed(const ReportModel *model, gsize *room);

/* Return what is folded: the files with the lowest scores, the next steps, the families of criteria, each with its
 * lowest and highest score; "" where there is none. */
char *report_markdown_worst(const ReportModel *model);
char *report_markdown_next(const ReportModel *model);
char *report_markdown_families(const ReportModel *model);

/* Version, revision and date, small. */
char *report_markdown_footer(const ReportModel *model);

#endif
