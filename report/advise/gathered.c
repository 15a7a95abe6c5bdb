/* Gathers what pages about all files need; see gathered.h. */
#include "report/advise/gathered.h"

#include "report/summary/headline.h"

/* ---- gathering ---- */

static void begin_suites(ReportGathered *gathered, const ReportModel *model)
{
    gboolean may[HTOL_CRITERIA] = {FALSE};
    report_headlines_may(&model->selection, may);
    may[report_headline(model)] = TRUE;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (may[i] && !gathered->suites[i])
            gathered->suites[i] = htol_suite_new(model->tests);
}

static void weigh_function(const ReportGathered *gathered, const ReportFunction *function)
{
    for (guint i = 0; i < function->n_special; i++) {
        const ReportSpecial *special = &function->special[i];
        HtolSuite *suite = gathered->suites[function->judged[special->index].criterion];
        if (suite && special->witnesses)
            htol_suite_add(suite, special->witnesses);
    }
}

/* A ReportVisitFile. */
static void add_file(const ReportModel *model, const ReportFile *file, gpointer data)
{
    ReportGathered *gathered = data;
    report_calls_add(gathered->calls, file);
    if (!model->tests)
        return;
    begin_suites(gathered, model);
    report_suite_add(model, file, gathered->suite);
    for (guint i = 0; i < file->n_functions; i++)
        weigh_function(gathered, file->functions[i]);
}

/* ---- as bytes ---- */

static void send(gconstpointer data, GByteArray *out)
{
    const ReportGathered *gathered = data;
    report_calls_put(gathered->calls, out);
    report_suite_put(gathered->suite, out);
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (gathered->suites[i])
            htol_suite_put(gathered->suites[i], out);
}

static void receive(gpointer data, const ReportModel *model, HtolStream *in)
{
    ReportGathered *gathered = data;
    report_calls_take(gathered->calls, in);
    report_suite_take(gathered->suite, model, in);
    if (model->tests)
        begin_suites(gathered, model);
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (gathered->suites[i])
            htol_suite_take(gathered->suites[i], in);
}

/* ---- the whole ---- */

/* Of a model without files, too. */
static void end_suites(ReportGathered *gathered, const ReportModel *model)
{
    if (!model->tests)
        return;
    begin_suites(gathered, model);
    report_suite_end(gathered->suite, model, TRUE);
}

ReportGathered *report_gathered_new(void)
{
    ReportGathered *gathered = g_new0(ReportGathered, 1);
    gathered->suite = report_suite_begin();
    gathered->calls = report_calls_new();
    gathered->visitor = (ReportVisitor){add_file, send, receive, gathered};
    return gathered;
}

void report_gathered_free(ReportGathered *gathered)
{
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (gathered->suites[i])
            htol_suite_free(gathered->suites[i]);
    report_suite_free(gathered->suite);
    report_calls_free(gathered->calls);
    g_free(gathered);
}

ReportGathered *report_gathered_of(const ReportModel *model)
{
    ReportGathered *gathered = report_gathered_new();
    for (guint i = 0; i < model->n_files; i++) {
        report_progress_tell(model->progress, "weighing tests", i, model->n_files);
        add_file(model, model->files[i], gathered);
    }
    end_suites(gathered, model);
    return gathered;
}

void report_gathered_give(ReportGathered *gathered, ReportModel *model)
{
    end_suites(gathered, model);
    model->gathered = gathered;
    model->calls = gathered->calls;
    report_calls_give(gathered->calls, model);
}
