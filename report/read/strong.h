/* Reads what a data directory holds of strong mutation: tables of strong builds, and how tests ended that ran with a
 * mutant. What that says of mutants is known to the model. */
#ifndef REPORT_STRONG_H
#define REPORT_STRONG_H

#include "report/read/inputs.h"

/* Is told of a file that is damaged, with what is wrong. */
typedef struct {
    void *user;
    void (*damaged)(void *user, const char *path, const char *message);
} ReportStrongListener;

/* Adds the tables and trials of the data directory, if there are any, to the inputs, whose tables of strong builds are
 * in order of their age then, the youngest first. What is damaged is told to the listener, and left out. */
void report_strong_read(ReportInputs *inputs, const char *directory, const ReportStrongListener *listener);

#endif
