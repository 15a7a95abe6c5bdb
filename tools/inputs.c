/* Reads what users name, or the data directory; see inputs.h. */
#include "tools/inputs.h"

#include "report/renderers.h"

ReportInputs *command_inputs(char **paths, GError **error)
{
    if (paths)
        return report_inputs_read((const char *const *)paths, error);
    g_autofree char *cwd = g_get_current_dir();
    g_autofree char *directory = htol_data_dir(g_getenv("HLCOV_DIR"), cwd);
    const char *const defaults[] = {directory, NULL};
    return report_inputs_read(defaults, error);
}

CommandStatus command_notes(const ReportInputs *inputs)
{
    CommandStatus status = COMMAND_DONE;
    for (guint i = 0; i < inputs->notes->len; i++) {
        const ReportNote *note = inputs->notes->pdata[i];
        g_autofree char *text = report_note_text(note);
        command_error("%s%s", note->kind == REPORT_NOTE_WARNING ? "warning: " : "", text);
        if (note->kind == REPORT_NOTE_DAMAGED)
            status = COMMAND_DAMAGED;
    }
    return status;
}
