/* Reads what is compared; see sides.h. */
#include "tools/reports/sides.h"

#include "report/read/read_inputs.h"

#include "report/make/make.h"
#include "tools/reports/inputs.h"

gboolean command_side_of(const ReportInputs *inputs, const ReportRequest *request, CommandSide *side, GError **error)
{
    side->model = report_model_new(inputs, request, error);
    if (side->model)
        side->snapshot = report_snapshot_new(side->model);
    return side->model != NULL;
}

gboolean command_side_read(char *path, const HtolSelection *selection, const ReportRequest *request, CommandSide *side,
                           CommandStatus *status, GError **error)
{
    char *paths[] = {path, NULL};
    if (report_snapshot_is_file(path)) {
        side->snapshot = report_snapshot_read(path, selection, request, error);
        return side->snapshot != NULL;
    }
    side->inputs = command_inputs(paths, request->progress, error);
    if (!side->inputs)
        return FALSE;
    if (command_notes(side->inputs) == COMMAND_DAMAGED)
        *status = COMMAND_DAMAGED;
    return command_side_of(side->inputs, request, side, error);
}

void command_side_clear(CommandSide *side)
{
    g_clear_pointer(&side->snapshot, report_snapshot_free);
    g_clear_pointer(&side->model, report_model_free);
    g_clear_pointer(&side->inputs, report_inputs_free);
}
