/* Why there is no data, or why some is missing: hlcov doctor. It looks at files and processes, changes nothing and runs
 * no program. */
#ifndef REPORT_DOCTOR_H
#define REPORT_DOCTOR_H

#include <glib.h>

/* One sentence of the diagnosis. */
typedef struct {
    gboolean is_problem; /* else it is as it should be, or worth knowing */
    char *text;          /* a sentence or two, on one line: what is, and of a problem, what to do */
} ReportFinding;

/* What was found of a data directory: ReportFinding, to be unreferenced. `wish` is the value of HLCOV_DIR, NULL or
 * empty if it is not set. */
GPtrArray *report_doctor_directory(const char *directory, const char *wish);

/* What was found of a program, or library, that is meant to record there. */
GPtrArray *report_doctor_program(const char *path, const char *directory, const char *wish);

#endif
