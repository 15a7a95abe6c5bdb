/* The summary that `hlcov report` prints: about fifteen lines, of what a reader asks first. Lines of which nothing is
 * known are left out. */
#ifndef REPORT_GLANCE_H
#define REPORT_GLANCE_H

#include "report/model/model.h"

/* What it is printed on. */
typedef struct {
    gboolean colour; /* colours and signs; else plain ASCII, but for names */
    guint width;     /* columns */
} ReportScreen;

/* Appends it; the model must have a summary. `each`: with a line for each criterion, by family. */
void report_glance(const ReportModel *model, const ReportScreen *screen, gboolean each, GString *out);

#endif
