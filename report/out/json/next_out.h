/* What to cover next, for a terminal and as JSON. What is told is chosen by report/advise/next.h. */
#ifndef REPORT_NEXT_OUT_H
#define REPORT_NEXT_OUT_H

#include <stdio.h>

#include "report/advise/next.h"

/* Writes what to cover next for a terminal: a numbered paragraph for each item. */
void report_next_text(const ReportNext *next, FILE *out);

/* Writes it as next.schema.json says. */
void report_next_json(const ReportNext *next, FILE *out);

#endif
