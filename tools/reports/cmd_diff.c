/* hlcov diff: of lines that changed since a revision of git, and of what was lost elsewhere. What changed is
 * found by report/model/diff.c; what it reports is what reporting.c does. */
#include "report/compare/losses.h"
#include "report/make/make.h"
#include "report/model/diff.h"
#include "tools/reports/inputs.h"
#include "tools/reports/reporting.h"
#include "tools/reports/sides.h"

typedef struct {
    char *base, *before;
    gboolean fail_on_lost;
    ReportDiff *diff;
    CommandSide old, now; /* what was recorded before; of all lines now */
    ReportComparison *comparison;
    ReportLosses *losses;
} Diff;

static const char details[] =
    "PATH is as for 'hlcov report'. REV is a revision of git: a branch, a tag or a commit.\n"
    "If FILE is '-', it is written to standard output, without the summary.\n"
    "\n"
    "Exit status: 0 done; 1 wrong usage or bad input, nothing was reported; 2 a gate failed, or a test\n"
    "disproves a justification; 3 done, but damaged input was left out.";

static gboolean compare_reports(Diff *diff, const ReportInputs *inputs, const ReportRequest *request, GError **error)
{
    CommandStatus status;
    if (!command_side_of(inputs, request, &diff->now, error) ||
        !command_side_read(diff->before, NULL, request, &diff->old, &status, error))
        return FALSE;
    diff->comparison = report_comparison_new(diff->old.snapshot, diff->before, diff->now.snapshot, "");
    diff->losses = report_losses_new(diff->comparison, diff->diff);
    return TRUE;
}

/* The scores of all lines, to be told beside those of the changed ones; whoever compares has judged them already. */
static gboolean judge_all(Diff *diff, const ReportInputs *inputs, ReportRequest request, GError **error)
{
    request.witnesses = FALSE;
    if (!diff->now.model)
        diff->now.model = report_model_new(inputs, &request, error);
    return diff->now.model != NULL;
}

static gboolean prepare_diff(gpointer data, const ReportInputs *inputs, ReportRequest *request, GError **error)
{
    Diff *diff = data;
    if (!diff->base) {
        g_set_error(error, REPORT_ERROR, 0, "name the revision to compare with by --base=REV");
        return FALSE;
    }
    diff->diff = report_diff_since(report_root(inputs, request), diff->base, error);
    if (!diff->diff || (diff->before && !compare_reports(diff, inputs, request, error)) ||
        !judge_all(diff, inputs, *request, error))
        return FALSE;
    request->diff = diff->diff;
    return TRUE;
}

static void complete(gpointer data, ReportModel *model)
{
    const Diff *diff = data;
    model->losses = diff->losses;
    model->all_lines = diff->now.model->totals;
}

static gboolean pass_gates(gpointer data, const ReportModel *model)
{
    const Diff *diff = data;
    if (!diff->fail_on_lost || !model->losses || model->losses->n == 0)
        return TRUE;
    command_error("%u objective%s on unchanged lines no longer covered", model->losses->n,
                  model->losses->n == 1 ? " is" : "s are");
    return FALSE;
}

static void clear(gpointer data)
{
    Diff *diff = data;
    g_clear_pointer(&diff->losses, report_losses_free);
    g_clear_pointer(&diff->comparison, report_comparison_free);
    command_side_clear(&diff->old);
    command_side_clear(&diff->now);
    g_clear_pointer(&diff->diff, report_diff_free);
}

int cmd_diff(int argc, char **argv)
{
    Diff diff = {0};
    const GOptionEntry entries[] = {
        {"base", 0, 0, G_OPTION_ARG_STRING, &diff.base, "Compare lines with those of revision REV", "REV"},
        {"before", 0, 0, G_OPTION_ARG_FILENAME, &diff.before,
         "List what was lost on other lines since PATH, recorded at REV (or its JSON)", "PATH"},
        {"fail-on-lost", 0, 0, G_OPTION_ARG_NONE, &diff.fail_on_lost,
         "Exit with status 2 if anything was lost on other lines", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    const Reporting kind = {"diff", details, FALSE, entries, prepare_diff, complete, pass_gates, clear, &diff};
    int status = reporting_main(&kind, argc, argv);
    g_free(diff.base);
    g_free(diff.before);
    return status;
}
