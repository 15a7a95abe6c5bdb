/* The way that an objective of paths or data flow goes through the source, as lines. It says nothing of verdicts. */
#ifndef REPORT_WAY_H
#define REPORT_WAY_H

#include "report/model/model.h"

/* The lines that the objective's path goes through, or of its definition and use, in their order: guint32, to be freed;
 * NULL if it is about neither, or about several. */
GArray *report_way(const ReportFunction *function, const HtolObjective *objective);

#endif
