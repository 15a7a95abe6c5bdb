/* hlcov compare: options in, two snapshots, what became of their objectives out. What it says is decided in
 * report/. */
#include <stdio.h>

#include "report/compare/compare.h"
#include "report/html/pages/bodies.h"
#include "report/out/renderers.h"
#include "tools/reports/inputs.h"
#include "tools/reports/sides.h"
#include "tools/shared/output.h"
#include "tools/shared/progress.h"

typedef struct {
    CommandAsked asked; /* of both */
    char *criteria[2];  /* of one */
    char *json, *markdown, *html;
    gboolean quiet, fail_on_lost;
    CommandProgress progress;
} Options;

static const char details[] =
    "A and B are each a path as for 'hlcov report', or a file written by 'hlcov report --json', whose sources\n"
    "may be gone.\n"
    "If FILE is '-', it is written to standard output, without the summary.\n"
    "\n"
    "Exit status: 0 done; 1 wrong usage or bad input, nothing was compared; 2 something was lost, with\n"
    "--fail-on-lost; 3 done, but damaged input was left out.";

static CommandStatus parse_options(Options *options, int *argc, char ***argv)
{
    GOptionEntry entries[] = {
        {"criteria", 0, 0, G_OPTION_ARG_STRING, &options->asked.criteria, "Compare these criteria (default: all)",
         "LIST"},
        {"a-criteria", 0, 0, G_OPTION_ARG_STRING, &options->criteria[0], "Use these criteria for A", "LIST"},
        {"b-criteria", 0, 0, G_OPTION_ARG_STRING, &options->criteria[1], "Use these criteria for B", "LIST"},
        {"include", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->asked.include,
         "Include only files whose path matches; may be repeated", "GLOB"},
        {"exclude", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->asked.exclude,
         "Exclude files whose path matches; may be repeated", "GLOB"},
        {"json", 0, 0, G_OPTION_ARG_FILENAME, &options->json, "Write all changes as JSON to FILE", "FILE"},
        {"markdown", 0, 0, G_OPTION_ARG_FILENAME, &options->markdown, "Write a summary in Markdown to FILE", "FILE"},
        {"html", 0, 0, G_OPTION_ARG_FILENAME, &options->html, "Write an HTML page, index.html, into DIR", "DIR"},
        {"fail-on-lost", 0, 0, G_OPTION_ARG_NONE, &options->fail_on_lost,
         "Exit with status 2 if an objective that A covers is not covered in B", NULL},
        {"quiet", 'q', 0, G_OPTION_ARG_NONE, &options->quiet, "Print no summary and no progress", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->asked.paths, "", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    return command_parse(command_options("compare", entries, details), argc, argv);
}

static void clear_options(Options *options)
{
    command_asked_clear(&options->asked);
    g_free(options->criteria[0]);
    g_free(options->criteria[1]);
    g_free(options->json);
    g_free(options->markdown);
    g_free(options->html);
}

/* ---- reading ---- */

/* `which`: 0 for A, 1 for B. */
static gboolean read_side(Options *options, guint which, CommandSide *side, CommandStatus *status, GError **error)
{
    ReportRequest request;
    CommandAsked asked = options->asked;
    char *path = asked.paths[which];
    if (options->criteria[which])
        asked.criteria = options->criteria[which];
    if (!command_request(&asked, &request, error))
        return FALSE;
    request.witnesses = TRUE;
    request.progress = &options->progress.report;
    return command_side_read(path, asked.criteria ? &request.selection : NULL, &request, side, status, error);
}

/* ---- writing ---- */

static void put_json(gconstpointer comparison, FILE *out)
{
    report_compare_json(comparison, out);
}

static void put_markdown(gconstpointer comparison, FILE *out)
{
    report_compare_markdown(comparison, out);
}

static gboolean write_all(const Options *options, const ReportComparison *comparison, GError **error)
{
    gboolean is_taken = command_is_stdout(options->json) || command_is_stdout(options->markdown);
    if (!command_write(options->json, put_json, comparison, error) ||
        !command_write(options->markdown, put_markdown, comparison, error) ||
        (options->html && !report_compare_html(comparison, options->html, error)))
        return FALSE;
    if (!is_taken && !options->quiet)
        report_compare_text(comparison, stdout);
    return command_flush(error);
}

static CommandStatus try_gate(const Options *options, const ReportComparison *comparison, CommandStatus status)
{
    g_autofree char *lost = options->fail_on_lost ? report_comparison_lost(comparison) : NULL;
    if (!lost)
        return status;
    command_error("%s", lost);
    return COMMAND_GATE;
}

static gboolean check_usage(const Options *options, GError **error)
{
    if (!options->asked.paths || g_strv_length(options->asked.paths) != 2)
        g_set_error(error, REPORT_ERROR, 0, "name two inputs to compare; see 'hlcov compare --help'");
    else if (command_is_stdout(options->json) && command_is_stdout(options->markdown))
        g_set_error(error, REPORT_ERROR, 0, "only one report can be written to standard output");
    else
        return TRUE;
    return FALSE;
}

static CommandStatus compare(Options *options, GError **error)
{
    CommandSide a = {0}, b = {0};
    CommandStatus status = COMMAND_DONE;
    command_progress_begin(&options->progress, command_progress_stream(options->quiet), g_get_monotonic_time);
    gboolean good = check_usage(options, error) && read_side(options, 0, &a, &status, error) &&
                    read_side(options, 1, &b, &status, error);
    if (good) {
        ReportComparison *comparison =
            report_comparison_new(a.snapshot, options->asked.paths[0], b.snapshot, options->asked.paths[1]);
        command_progress_clear();
        good = write_all(options, comparison, error);
        status = try_gate(options, comparison, status);
        report_comparison_free(comparison);
    }
    command_side_clear(&a);
    command_side_clear(&b);
    command_progress_clear();
    return good ? status : COMMAND_FAILED;
}

int cmd_compare(int argc, char **argv)
{
    Options options = {0};
    CommandStatus status = parse_options(&options, &argc, &argv);
    if (status == COMMAND_GO_ON) {
        g_autoptr(GError) error = NULL;
        status = compare(&options, &error);
        if (error)
            command_error("%s", error->message);
    }
    clear_options(&options);
    return status;
}
