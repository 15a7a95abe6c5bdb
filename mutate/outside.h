/* What was recorded outside of tests alone: by programs that no hlcov run started, or that lost its environment. */
#ifndef MUTATE_OUTSIDE_H
#define MUTATE_OUTSIDE_H

#include "report/model/model.h"

typedef struct {
    ReportInputs *inputs;
    ReportModel *model; /* NULL: nothing was recorded outside of tests */
} MutateOutside;

/* Reads it from the data files of the data directory, and makes a model as `request` says. FALSE and *error if they
 * cannot be read. */
gboolean mutate_outside_read(MutateOutside *outside, const char *directory, const ReportRequest *request,
                             GError **error);
void mutate_outside_clear(MutateOutside *outside);

#endif
