/* Words for the notes of how programs ended by signals. */
#ifndef REPORT_CRASHES_H
#define REPORT_CRASHES_H

#include "report/inputs/inputs.h"

/* Adds what the test ("": none) has of the program to the inputs' crashes. */
void report_crashes_add(ReportInputs *inputs, const char *test, const HtolProgram *program);

/* Returns a line for each note of the inputs, by test and program (char *, to be unreferenced): which, how often, which
 * signal, where it was and how it came there, as far as program and libraries are still there and say so. */
GPtrArray *report_crashes(const ReportInputs *inputs);

/* Returns such lines for crashes that happened outside of tests. */
GPtrArray *report_crashes_outside(const ReportInputs *inputs);

/* A place in a program that crashed. */
typedef struct {
    char *function; /* NULL: not known */
    char *path;     /* of its source, as tables name files; NULL: not known */
    guint32 line;
} ReportCrashPlace;

/* How the processes of one test ended, in words. */
typedef struct {
    const char *test; /* "": outside of tests; lives as long as the inputs */
    const char *signal;
    GArray *places; /* ReportCrashPlace: where it was, then callers, as far as they are known */
} ReportCrashNote;

/* Returns the notes of report_crashes, in the same order, for programs: ReportCrashNote *, to be unreferenced. */
GPtrArray *report_crash_notes(const ReportInputs *inputs);

/* "SIGSEGV"; "a signal" of one that has no name here. */
const char *report_signal_name(guint32 number);

#endif
