/* hlcov trend: options in, the lines of a history out. What is drawn is decided in report/. */
#include <langinfo.h>
#include <stdio.h>
#include <string.h>

#include "htol/files/data.h"
#include "report/html/pages/bodies.h"
#include "report/inputs/error.h"
#include "report/out/text/trend_out.h"
#include "report/summary/history.h"
#include "tools/shared/commands.h"
#include "tools/shared/output.h"

static const char details[] =
    "The history is what reports append to that are asked to save it. Reports of one revision count as one.\n"
    "\n"
    "Exit status: 0 done; 1 wrong usage, or there is no history; 3 done, but damaged lines were left out.";

enum { USUAL_REPORTS = 60, MOST_REPORTS = 100000 };

typedef struct {
    char *criteria, *history, *html, *project;
    gboolean all;
    int number;
} Options;

static CommandStatus parse_options(Options *options, int *argc, char ***argv)
{
    const GOptionEntry entries[] = {
        {"criteria", 0, 0, G_OPTION_ARG_STRING, &options->criteria, "Show these criteria (default: all)", "LIST"},
        {"all", 0, 0, G_OPTION_ARG_NONE, &options->all,
         "Show each criterion, not functions, statements, branches and MC/DC only", NULL},
        {"number", 'n', 0, G_OPTION_ARG_INT, &options->number, "Show the last N reports (default: 60)", "N"},
        {"history", 0, 0, G_OPTION_ARG_FILENAME, &options->history,
         "Read the history FILE (default: history.jsonl in the data directory)", "FILE"},
        {"project", 0, 0, G_OPTION_ARG_STRING, &options->project, "Call the project NAME", "NAME"},
        {"html", 0, 0, G_OPTION_ARG_FILENAME, &options->html, "Write an HTML page, trend.html, into DIR", "DIR"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    return command_parse(command_options("trend", entries, details), argc, argv);
}

static void clear_options(Options *options)
{
    g_free(options->criteria);
    g_free(options->history);
    g_free(options->html);
    g_free(options->project);
}

static char *path_of(const Options *options)
{
    g_autofree char *cwd = g_get_current_dir(), *directory = htol_data_dir(g_getenv("HLCOV_DIR"), cwd);
    return options->history ? g_strdup(options->history) : g_build_filename(directory, REPORT_HISTORY, NULL);
}

static gboolean print_trend(const Options *options, const ReportTrend *trend, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    if (options->html)
        return report_trend_html(trend, options->project, options->html, error);
    report_trend_text(trend, options->project, strcmp(nl_langinfo(CODESET), "UTF-8") != 0, text);
    fputs(text->str, stdout);
    return command_flush(error);
}

static CommandStatus show_trend(const Options *options, GError **error)
{
    guint damaged = 0;
    HtolSelection selection;
    g_autofree char *path = path_of(options);
    if (!htol_selection_parse(options->criteria ? options->criteria : "all", &selection, error))
        return COMMAND_FAILED;
    g_autoptr(GPtrArray) history = report_history_read(path, &selection, &damaged, error);
    if (!history)
        return COMMAND_FAILED;
    g_autoptr(ReportTrend) trend =
        report_trend_new(history, &selection, (guint)options->number, options->all || options->criteria);
    if (!print_trend(options, trend, error))
        return COMMAND_FAILED;
    if (damaged > 0)
        command_error("%s: %u lines are damaged, and were left out", path, damaged);
    return damaged > 0 ? COMMAND_DAMAGED : COMMAND_DONE;
}

static CommandStatus run(const Options *options, int argc, GError **error)
{
    if (argc > 1)
        g_set_error(error, REPORT_ERROR, 0, "name the history by --history=FILE");
    else if (options->number < 1 || options->number > MOST_REPORTS)
        g_set_error(error, REPORT_ERROR, 0, "--number takes a number from 1 to %d", MOST_REPORTS);
    else
        return show_trend(options, error);
    return COMMAND_FAILED;
}

int cmd_trend(int argc, char **argv)
{
    Options options = {.number = USUAL_REPORTS};
    CommandStatus status = parse_options(&options, &argc, &argv);
    if (status == COMMAND_GO_ON) {
        g_autoptr(GError) error = NULL;
        status = run(&options, argc, &error);
        if (error)
            command_error("%s", error->message);
    }
    clear_options(&options);
    return status;
}
