/* Reads one of the two sides that hlcov compare compares: a path as reports take it, or a report in JSON. Compares
 * nothing. */
#ifndef TOOLS_SIDES_H
#define TOOLS_SIDES_H

#include "report/compare/snapshot.h"
#include "tools/shared/commands.h"

/* A snapshot and what it was made of; all NULL before it is read. */
typedef struct {
    ReportInputs *inputs;
    ReportModel *model;
    ReportSnapshot *snapshot;
} CommandSide;

/* Reads the side at `path`, and prints warnings about it; of a report in JSON it takes the criteria of `selection`, or
 * all if that is NULL. Sets *status to COMMAND_DAMAGED if something was left out. FALSE and *error if it cannot be
 * read. */
gboolean command_side_read(char *path, const HtolSelection *selection, const ReportRequest *request, CommandSide *side,
                           CommandStatus *status, GError **error);

/* Makes a side of inputs that were read already and stay the caller's. */
gboolean command_side_of(const ReportInputs *inputs, const ReportRequest *request, CommandSide *side, GError **error);
void command_side_clear(CommandSide *side);

#endif
