/* Who calls the functions that were never called, by the calls in the text. It judges nothing. */
#ifndef REPORT_CALLERS_H
#define REPORT_CALLERS_H

#include "report/model/model.h"

/* Sets `callers` of each function of the model that was never called. Where several functions have one name, only
 * calls in the function's own file count: the name there may be that of a static one. */
void report_find_callers(ReportModel *model);

#endif
