/* The pages of one source file: what its modules share. html.h is the door. */
#ifndef REPORT_HTML_SOURCE_H
#define REPORT_HTML_SOURCE_H

#include "report/gaps/words.h"
#include "report/html/source/page.h"
#include "report/html/source/panel.h"

/* The file whose pages are being written, and how far they are. */
typedef struct ReportHtmlFile ReportPage;
struct ReportHtmlFile {
    const ReportModel *model; /* that judged the file */
    const ReportFile *file;
    const ReportModel *whole; /* the model of all files */
    guint index;              /* of the file, there */
    FILE *out;                /* of the page that is being written */
    ReportWords *words;
    ReportForms *forms;
    GArray *parts;       /* guint: first lines; of one part the page has the whole file */
    guint next;          /* the page that comes next: 0 the file's own */
    gboolean in_comment; /* whether one is open where the next line to be written begins */
    GPtrArray *gaps;     /* ReportGaps of the functions on the page, in their order; NULL: none yet */
};

/* "src/" apart from "ldo.c", and neighbours of the file: the head of its page. */
void report_html_file_head(const ReportPage *page);

/* Functions of the file by gap, the largest first; first gaps of those that are on the page in words. */
void report_html_functions(const ReportPage *page);

/* A row for each part of a long file: where it is covered, and its functions. */
void report_html_strips(const ReportPage *page);

/* Lines of the source from `first` to `last`, each with what it lacks. */
void report_html_lines(ReportPage *page, guint first, guint last);

/* What is told of a file besides lines: errors that happened, remarks on data flow, calls through pointers. */
void report_html_file_remarks(const ReportPage *page);

/* Objectives that stand on no line that is shown; nothing if there are none. */
void report_html_elsewhere(const ReportPage *page);

#endif
