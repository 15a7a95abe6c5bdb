/* The worth of tests, and few that are enough, for a terminal and as JSON. They are found by report/advise/suite.h. */
#ifndef REPORT_SUITE_OUT_H
#define REPORT_SUITE_OUT_H

#include <stdio.h>

#include "report/advise/suite.h"

/* A table, a line for each test; if the subset was asked for, its names, a line each, and how small it is. */
void report_suite_text(const ReportSuite *suite, FILE *out);

/* Writes the same facts as JSON (tests.schema.json). */
void report_suite_json(const ReportSuite *suite, FILE *out);

#endif
