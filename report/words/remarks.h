/* What a report says besides scores: remarks on what they leave out, on files that were not measured, on odd inputs.
 * Renderers show these words; nothing is counted here. */
#ifndef REPORT_REMARKS_H
#define REPORT_REMARKS_H

#include "report/model/model.h"

/* What the scores do not say, a sentence each (char *, to be freed with the array): files and functions that were
 * passed through, objectives that cannot be judged, constants, units that never ran. */
GPtrArray *report_remarks(const ReportModel *model);

/* Returns the remarks without crashes of tests, for reports that tell of each test how it ended. */
GPtrArray *report_remarks_beside_tests(const ReportModel *model);

/* Returns, for a file that was not measured, that it was not and why, fit to be shown behind its name; to be freed. */
char *report_unmeasured_text(const ReportFile *file);

/* What is odd or damaged in the inputs, as one sentence; to be freed. */
char *report_note_text(const ReportNote *note);

#endif
