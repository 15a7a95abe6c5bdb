/* Reads what a data directory holds of strong mutation: tables of strong builds, and how tests ended that ran with a
 * mutant. What that says of mutants is known to the model. */
#ifndef REPORT_STRONG_H
#define REPORT_STRONG_H

#include "report/inputs/inputs.h"

/* Is told of a file that is damaged, with what is wrong. */
typedef struct {
    void *user;
    void (*damaged)(void *user, const char *path, const char *message);
} ReportStrongListener;

/* Adds a table of a strong build that was written then, in nanoseconds since 1970 (0: nobody knows), to the inputs. It
 * must outlive them. */
void report_strong_add(ReportInputs *inputs, const HtolTable *table, gint64 written);

/* Adds the trials of a text, which ends with a zero. What is damaged is told to the listener, as of the file `path`,
 * and left out. */
void report_strong_add_trials(ReportInputs *inputs, const char *path, const char *text,
                              const ReportStrongListener *listener);

/* Orders the tables of strong builds by their age, the youngest first; call it when all were added. */
void report_strong_sort(const ReportInputs *inputs);

/* Whether the table is one of a strong build that has mutants. */
gboolean report_strong_is(const HtolTable *table);

/* Adds the tables and trials of the data directory, if there are any, to the inputs. What is damaged is told to the
 * listener, and left out. */
void report_strong_read(ReportInputs *inputs, const char *directory, const ReportStrongListener *listener);

#endif
