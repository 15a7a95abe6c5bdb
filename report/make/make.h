/* Makes the model of a report out of inputs: reads sources, merges what units have in common, judges. What a model
 * holds is model.h's. */
#ifndef REPORT_MAKE_H
#define REPORT_MAKE_H

#include "report/model/model.h"

/* Reads, merges and judges. `inputs` must outlive the model. What is damaged is in the inputs' notes; fails
 * only on a sort key that is no selected criterion, if a file of objectives cannot be read, and if a table is not there
 * any more.
 * If the inputs dropped tables, most files have no more than sums (sums.h): see apart.h. Nobody looks for callers then.
 */
ReportModel *report_model_new(const ReportInputs *inputs, const ReportRequest *request, GError **error);

/* Frees the model with all that lies in its arena. */
void report_model_free(ReportModel *model);

/* What relative paths are relative to: as requested, else the root of the first table. */
const char *report_root(const ReportInputs *inputs, const ReportRequest *request);

#endif
