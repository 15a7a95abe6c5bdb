/* Reads what users name, or the data directory; see inputs.h. */
#include "tools/inputs.h"

#include "report/renderers.h"
#include "tools/progress.h"

gboolean command_request(const CommandAsked *asked, ReportRequest *request, GError **error)
{
    *request = (ReportRequest){
        .root = asked->root,
        .include = (const char *const *)asked->include,
        .exclude = (const char *const *)asked->exclude,
        .sources = (const char *const *)asked->sources,
        .objectives = (const char *const *)asked->objectives,
    };
    return htol_selection_parse(asked->criteria ? asked->criteria : "all", &request->selection, error);
}

void command_asked_clear(CommandAsked *asked)
{
    g_free(asked->criteria);
    g_free(asked->root);
    g_strfreev(asked->include);
    g_strfreev(asked->exclude);
    g_strfreev(asked->sources);
    g_strfreev(asked->objectives);
    g_strfreev(asked->paths);
}

ReportInputs *command_inputs(char **paths, const ReportProgress *progress, GError **error)
{
    if (paths)
        return report_inputs_read((const char *const *)paths, progress, error);
    g_autofree char *cwd = g_get_current_dir();
    g_autofree char *directory = htol_data_dir(g_getenv("HLCOV_DIR"), cwd);
    const char *const defaults[] = {directory, NULL};
    return report_inputs_read(defaults, progress, error);
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

static CommandStatus with_model(const CommandAsked *asked, ReportRequest *request, CommandUse use,
                                gconstpointer options, GError **error)
{
    ReportInputs *inputs = command_inputs(asked->paths, request->progress, error);
    if (!inputs)
        return COMMAND_FAILED;
    CommandStatus status = command_notes(inputs);
    request->witnesses = TRUE;
    ReportModel *model = report_model_new(inputs, request, error);
    if (!model || !use(options, model, error))
        status = COMMAND_FAILED;
    if (model)
        report_model_free(model);
    report_inputs_free(inputs);
    return status;
}

CommandStatus command_with_model(const CommandAsked *asked, CommandUse use, gconstpointer options, GError **error)
{
    ReportRequest request;
    CommandProgress progress;
    if (!command_request(asked, &request, error))
        return COMMAND_FAILED;
    command_progress_begin(&progress, command_progress_stream(FALSE), g_get_monotonic_time);
    request.progress = &progress.report;
    CommandStatus status = with_model(asked, &request, use, options, error);
    command_progress_clear();
    return status;
}
