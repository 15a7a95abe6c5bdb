/* What is compared: a path as reports take it, or a file that holds a report. */
#ifndef TOOLS_SIDES_H
#define TOOLS_SIDES_H

#include "report/compare/snapshot.h"
#include "tools/commands.h"

/* A snapshot, and what it was made of; all NULL at first. */
typedef struct {
    ReportInputs *inputs;
    ReportModel *model;
    ReportSnapshot *snapshot;
} CommandSide;

/* Reads what is at the path: of a file all criteria if `selection` is NULL, else those. What is odd about it
 * is said; *status becomes COMMAND_DAMAGED if something was left out. FALSE and *error if it cannot be read.
 */
gboolean command_side_read(char *path, const HtolSelection *selection, const ReportRequest *request, CommandSide *side,
                           CommandStatus *status, GError **error);

/* The same of inputs that were read already, which stay the caller's. */
gboolean command_side_of(const ReportInputs *inputs, const ReportRequest *request, CommandSide *side, GError **error);
void command_side_clear(CommandSide *side);

#endif
