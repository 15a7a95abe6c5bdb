/* A line of source with what it lacks, and what its panel is written with. Types only. */
#ifndef REPORT_HTML_TOLD_H
#define REPORT_HTML_TOLD_H

#include "report/gaps/gaps.h"
#include "report/gaps/words.h"
#include "report/html/parts/html.h"
#include "report/html/source/forms.h"

/* A line of one function. */
typedef struct {
    const ReportGaps *gaps;
    const ReportGapLine *line;
} ReportTold;

/* What panels of one page share. */
typedef struct {
    const ReportModel *model;
    const ReportFile *file;
    ReportWords *words;
    ReportForms *forms;
    FILE *out;
} ReportPanel;

#endif
