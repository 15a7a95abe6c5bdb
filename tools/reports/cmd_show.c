/* hlcov show: options in, one model, source with its gaps out. What it says is decided in report/. */
#include "report/out/text/show.h"
#include "tools/reports/inputs.h"
#include "tools/shared/pager.h"
#include "tools/shared/progress.h"
#include "tools/shared/terminal.h"

#include <string.h>

typedef struct {
    CommandAsked asked;
    char *when; /* --color */
    gboolean colour;
} Options;

static const char details[] =
    "FILE is a path as reports have it, or its end. With FUNCTION or LINE, tables show what decisions lack.\n"
    "PATH is as for 'hlcov report'.\n"
    "\n"
    "Exit status: 0 done; 1 wrong usage or bad input, nothing was printed; 3 done, but damaged input was left\n"
    "out.";

static CommandStatus parse_options(Options *options, int *argc, char ***argv)
{
    GOptionEntry entries[] = {
        {"color", 0, 0, G_OPTION_ARG_STRING, &options->when, "Use colours: auto (default), always or never", "WHEN"},
        COMMAND_ASKED_ENTRIES(options->asked, "all"),
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    return command_parse(command_options("show", entries, details), argc, argv);
}

/* The first of the paths is the place; the others are inputs. */
static gboolean take_place(Options *options, GError **error)
{
    char **paths = options->asked.paths;
    if (!paths || !paths[0]) {
        g_set_error(error, REPORT_ERROR, 0, "which FILE, FILE:FUNCTION or FILE:LINE is to be shown?");
        return FALSE;
    }
    options->asked.place = paths[0];
    memmove(paths, paths + 1, g_strv_length(paths) * sizeof *paths);
    if (!paths[0])
        g_clear_pointer(&options->asked.paths, g_strfreev);
    return TRUE;
}

static gboolean show(gconstpointer data, const ReportModel *model, GError **error)
{
    const Options *options = data;
    g_autoptr(GString) text = g_string_new(NULL);
    gboolean good = report_show(model, options->asked.place, options->colour, text, error);
    command_progress_clear();
    return good && pager_print(text->str, error);
}

int cmd_show(int argc, char **argv)
{
    Options options = {0};
    CommandStatus status = parse_options(&options, &argc, &argv);
    if (status == COMMAND_GO_ON) {
        g_autoptr(GError) error = NULL;
        status = COMMAND_FAILED;
        if (take_place(&options, &error) && terminal_colour(options.when, &options.colour, &error))
            status = command_with_model(&options.asked, show, &options, &error);
        if (error)
            command_error("%s", error->message);
    }
    command_asked_clear(&options.asked);
    g_free(options.when);
    return status;
}
