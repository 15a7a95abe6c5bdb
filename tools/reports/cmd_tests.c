/* hlcov tests: options in, one model, the suite of its tests out. What tests are worth is decided in htol/
 * and report/.
 */
#include <stdio.h>

#include "report/out/json/suite_out.h"
#include "tools/reports/inputs.h"
#include "tools/shared/output.h"
#include "tools/shared/progress.h"

typedef struct {
    CommandAsked asked;
    char *json;
    gboolean minimal;
    ReportSuite *suite;
} Options;

static const char details[] =
    "PATH is as for 'hlcov report'. Tests are known only if they ran under 'hlcov run'.\n"
    "If FILE is '-', it is written to standard output.\n"
    "\n"
    "Exit status: 0 done; 1 wrong usage or bad input, nothing was printed; 3 done, but damaged input was left\n"
    "out.";

static CommandStatus parse_options(Options *options, int *argc, char ***argv)
{
    GOptionEntry entries[] = {
        {"minimal", 0, 0, G_OPTION_ARG_NONE, &options->minimal,
         "Print a few tests that cover as much as all, one per line", NULL},
        {"json", 0, 0, G_OPTION_ARG_FILENAME, &options->json, "Write the list as JSON to FILE", "FILE"},
        COMMAND_ASKED_ENTRIES(options->asked, "all"),
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    return command_parse(command_options("tests", entries, details), argc, argv);
}

static void clear_options(Options *options)
{
    command_asked_clear(&options->asked);
    g_free(options->json);
}

static void put_json(gconstpointer suite, FILE *out)
{
    report_suite_json(suite, out);
}

static gboolean write_suite(gconstpointer data, const ReportModel *model, GError **error)
{
    const Options *options = data;
    if (!model->tests) {
        g_set_error(error, REPORT_ERROR, 0, "no test is known: run tests by 'hlcov run --test=NAME -- COMMAND'");
        return FALSE;
    }
    report_suite_end(options->suite, model, options->minimal);
    command_progress_clear();
    gboolean good = command_write(options->json, put_json, options->suite, error);
    if (good && !command_is_stdout(options->json))
        report_suite_text(options->suite, stdout);
    return good && command_flush(error);
}

int cmd_tests(int argc, char **argv)
{
    Options options = {0};
    CommandStatus status = parse_options(&options, &argc, &argv);
    if (status == COMMAND_GO_ON) {
        g_autoptr(GError) error = NULL;
        options.suite = report_suite_begin();
        const ReportVisitor visitor = {report_suite_add, report_suite_put, report_suite_take, options.suite};
        status = command_with_visits(&options.asked, &visitor, write_suite, &options, &error);
        report_suite_free(options.suite);
        if (error)
            command_error("%s", error->message);
    }
    clear_options(&options);
    return status;
}
