/* Writes what there is and what is missing (report/advise/work.h): as text, as commands that run what is missing, and
 * as JSON. It decides nothing. */
#ifndef REPORT_WORK_OUT_H
#define REPORT_WORK_OUT_H

#include <stdio.h>

#include "report/advise/work.h"

/* Writes it for people. `left` (char *) are files that killed writers left. */
void report_work_text(const ReportWork *work, const GPtrArray *left, FILE *out);

/* Writes the commands of shards that have to be run again, a line each. */
void report_work_again(const ReportWork *work, FILE *out);

/* Writes it as status.schema.json says. */
void report_work_json(const ReportWork *work, const GPtrArray *left, FILE *out);

#endif
