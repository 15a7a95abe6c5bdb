/* The source of a file, or of a part of it, with what each line lacks, for a terminal. It opens no pager and knows no
 * terminal: who calls it says what may be printed. */
#ifndef REPORT_SHOW_H
#define REPORT_SHOW_H

#include "report/model/model.h"

/* Appends to `out` the source that `place` names: FILE, FILE:FUNCTION or FILE:LINE, where FILE is a path of the report
 * or its end. Of a function, and of the function around a line, what its decisions lack follows in tables. If `colour`,
 * with escape sequences, and characters beyond ASCII. FALSE and *error if there is no such file, function or line, or
 * its source cannot be shown. */
gboolean report_show(const ReportModel *model, const char *place, gboolean colour, GString *out, GError **error);

#endif
