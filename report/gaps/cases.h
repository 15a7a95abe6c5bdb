/* The cases of switches: those that were taken, by which tests, and those that are wanted. Of what follows them it
 * knows nothing. */
#ifndef REPORT_CASES_H
#define REPORT_CASES_H

#include "report/gaps/gaps.h"

/* One way out of a switch. */
typedef struct {
    char *label;       /* "case LUA_OK", "default", "no case": as the source spells it; UTF-8 */
    guint32 line;      /* of its label; that of the switch if it has none; 0: it stands in another file */
    gboolean wanted;   /* no run has taken it */
    HtolTestSet tests; /* of one that was taken: the tests that took it, if they are known */
} ReportCase;

/* Returns the cases of the switches that begin in the line, in the order of the text: those that were taken, and those
 * that the line lacks. None if the line lacks none. ReportCase, to be unreferenced. */
GArray *report_cases_of(const ReportGaps *gaps, const ReportGapLine *line);

#endif
