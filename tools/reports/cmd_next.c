/* hlcov next: options in, one model, what to cover next out. What it says is decided in htol/ and report/. */
#include <stdio.h>

#include "report/out/json/next_out.h"
#include "report/summary/headline.h"
#include "tools/reports/inputs.h"
#include "tools/shared/output.h"
#include "tools/shared/progress.h"

enum { DEFAULT_COUNT = 10 };

typedef struct {
    CommandAsked asked;
    char *json;
    int count;
} Options;

static const char details[] =
    "PATH is as for 'hlcov report'. The closest test is known only if tests ran under 'hlcov run'.\n"
    "If FILE is '-', it is written to standard output.\n"
    "\n"
    "Exit status: 0 done; 1 wrong usage or bad input, nothing was printed; 3 done, but damaged input was left\n"
    "out.";

static CommandStatus parse_options(Options *options, int *argc, char ***argv)
{
    GOptionEntry entries[] = {
        {"number", 'n', 0, G_OPTION_ARG_INT, &options->count, "Print N suggestions (default: 10)", "N"},
        {"json", 0, 0, G_OPTION_ARG_FILENAME, &options->json, "Write the suggestions as JSON to FILE", "FILE"},
        COMMAND_ASKED_ENTRIES(options->asked, "those of a report's first screen"),
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    return command_parse(command_options("next", entries, details), argc, argv);
}

static void put_json(gconstpointer next, FILE *out)
{
    report_next_json(next, out);
}

/* Those that a report shows first, and mutants that no test notices. */
static void choose_criteria(const ReportModel *model, gboolean *criteria)
{
    HtolCriterion headlines[REPORT_MOST_HEADLINES];
    for (guint i = report_headlines(model, headlines); i-- > 0;)
        criteria[headlines[i]] = TRUE;
    criteria[HTOL_CRIT_sm] = report_is_shown(model, HTOL_CRIT_sm);
}

static gboolean write_next(gconstpointer data, const ReportModel *model, GError **error)
{
    const Options *options = data;
    gboolean criteria[HTOL_CRITERIA] = {FALSE};
    choose_criteria(model, criteria);
    ReportNext *next = report_next_new(model, options->asked.criteria ? NULL : criteria, (guint)options->count);
    command_progress_clear();
    gboolean good = command_write(options->json, put_json, next, error);
    if (good && !command_is_stdout(options->json))
        report_next_text(next, stdout);
    report_next_free(next);
    return good && command_flush(error);
}

static CommandStatus print_next(const Options *options, GError **error)
{
    if (options->count > 0)
        return command_with_model(&options->asked, write_next, options, error);
    g_set_error(error, REPORT_ERROR, 0, "-n %d: the number must be at least 1", options->count);
    return COMMAND_FAILED;
}

int cmd_next(int argc, char **argv)
{
    Options options = {.count = DEFAULT_COUNT};
    CommandStatus status = parse_options(&options, &argc, &argv);
    if (status == COMMAND_GO_ON) {
        g_autoptr(GError) error = NULL;
        status = print_next(&options, &error);
        if (error)
            command_error("%s", error->message);
    }
    command_asked_clear(&options.asked);
    g_free(options.json);
    return status;
}
