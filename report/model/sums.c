/* Sums up files; see sums.h. */
#include "report/model/sums.h"

#include <string.h>

/* Ranked criteria ---------------------------------------------------------------------------------------- */

void report_sums_rank(ReportModel *model)
{
    const gboolean *asked = model->request.ranked;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (model->selection.wanted[i] && (!asked || asked[i]))
            model->ranked[model->n_ranked++] = i;
}

/* Sums --------------------------------------------------------------------------------------------------- */

static void sum_function(const ReportModel *model, const ReportFunction *function, ReportDropped *dropped,
                         guint32 *open)
{
    const HtolRowFunction *row = &function->function->row;
    ReportTotals totals[HTOL_CRITERIA] = {0};
    *dropped = (ReportDropped){htol_arena_strndup(model->arena, row->name, strlen(row->name)), row->line,
                               function->n_objectives, function->called};
    report_totals_add_function(totals, function);
    for (guint i = 0; i < model->n_ranked; i++)
        open[i] = report_wanted(&totals[model->ranked[i]]) - totals[model->ranked[i]].covered;
}

ReportFile *report_file_sum(const ReportModel *model, const ReportFile *file)
{
    ReportFile *sum = htol_arena_memdup(model->arena, file, sizeof *file);
    ReportDropped *dropped = htol_arena_new0(model->arena, ReportDropped, file->n_functions);
    guint32 *open = htol_arena_new0(model->arena, guint32, (gsize)file->n_functions * model->n_ranked);
    for (guint i = 0; i < file->n_functions; i++) {
        sum->is_spread |= report_function_is_spread(file->functions[i]);
        sum_function(model, file->functions[i], &dropped[i], open + (gsize)i * model->n_ranked);
    }
    sum->n_dropped = file->n_functions;
    sum->dropped = dropped;
    sum->open = open;
    sum->n_functions = 0;
    sum->functions = NULL;
    sum->source = NULL;
    sum->n_lines = 0;
    sum->lines = NULL;
    return sum;
}

guint report_dropped_open(const ReportModel *model, const ReportFile *file, guint index, const gboolean *criteria)
{
    guint open = 0;
    for (guint i = 0; i < model->n_ranked; i++)
        if (criteria[model->ranked[i]])
            open += file->open[(gsize)index * model->n_ranked + i];
    return open;
}
