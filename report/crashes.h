/* Words for the notes of how programs ended by signals. */
#ifndef REPORT_CRASHES_H
#define REPORT_CRASHES_H

#include "report/inputs.h"

/* One line for each note of the inputs, char * to be unreferenced: which program, how often, which signal, where it was
 * and how it came there, as far as program and libraries are still there and say so. */
GPtrArray *report_crashes(const ReportInputs *inputs);

#endif
