/* Words for the notes of how programs ended by signals. */
#ifndef REPORT_CRASHES_H
#define REPORT_CRASHES_H

#include "report/read/inputs.h"

/* Adds what the test ("": none) has of the program to the inputs' crashes. */
void report_crashes_add(ReportInputs *inputs, const char *test, const HtolProgram *program);

/* One line for each note of the inputs, by test and program; char * to be unreferenced: which, how often, which signal,
 * where it was and how it came there, as far as program and libraries are still there and say so. */
GPtrArray *report_crashes(const ReportInputs *inputs);

#endif
