/* Goals: which slots of a program an engine is told of, as a file that the runtime reads (AT(GOALS, ...) in
 * format.def). Which objectives are open, the model says. */
#ifndef FUZZ_GOALS_H
#define FUZZ_GOALS_H

#include "fuzz/target.h"
#include "report/model/model.h"

/* Writes the goals of all parts of the target to the file `path`: slots that tell of the model's objectives, of the
 * open ones only if `open`; and slots that tell of no site of a function (users' labels, what copies of loops have). On
 * failure returns FALSE, and *error names the file. */
gboolean fuzz_goals_write(const FuzzTarget *target, const ReportModel *model, gboolean open, const char *path,
                          GError **error);

#endif
