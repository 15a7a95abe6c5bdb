/* Makes files of functions that were merged; see builder.h. */
#include "report/make/builder.h"

#include "report/merge/calls.h"
#include "report/model/diff.h"
#include "report/model/file_lines.h"
#include "report/model/place.h"

/* Functions ---------------------------------------------------------------------------------------------- */

static guint count_constants(const HtolFunction *function)
{
    guint constants = 0;
    for (guint i = 0; i < function->n_conditions; i++)
        constants += report_is_constant(&function->conditions[i]);
    return constants;
}

static guint count_decisions(const HtolFunction *function, HtolDecisionSemantics semantics)
{
    guint count = 0;
    for (guint i = 0; i < function->n_decisions; i++)
        count += function->decisions[i].semantics == semantics;
    return count;
}

/* `namesakes` counts the functions of this file that had the same id so far. */
static const char *make_id(HtolArena *arena, const ReportMerged *merged, GHashTable *namesakes)
{
    const HtolRowFunction *row = &merged->function->row;
    const char *id = htol_arena_printf(arena, "%s:%s:%s", merged->path, row->name, row->hash);
    guint number = GPOINTER_TO_UINT(g_hash_table_lookup(namesakes, id)) + 1;
    g_hash_table_insert(namesakes, (gpointer)id, GUINT_TO_POINTER(number));
    return number == 1 ? id : htol_arena_printf(arena, "%s#%u", id, number);
}

static void judge_function(const ReportBuilder *builder, ReportFunction *function, const ReportMerged *merged)
{
    const ReportModel *model = builder->model;
    function->users = htol_users_shown(&builder->users, &merged->recorded);
    report_judge_function(builder->judge, function, merged);
    if (!model->diff && model->selection.wanted[HTOL_CRIT_fcc])
        function->seen = report_calls_seen(model->functions, &merged->recorded, &function->n_seen);
}

static ReportFunction *make_function(const ReportBuilder *builder, const ReportMerged *merged, GHashTable *namesakes,
                                     gboolean judged)
{
    ReportModel *model = builder->model;
    ReportFunction *function = htol_arena_new0(model->functions, ReportFunction, 1);
    report_progress_tell(model->progress, "judging functions", model->counts.functions, builder->n_functions);
    function->function = merged->function;
    function->recorded = &merged->recorded;
    function->path = merged->path;
    function->mutants = merged->mutants;
    function->id = make_id(model->functions, merged, namesakes);
    guint skipped = merged->function->row.skipped;
    if (skipped != HTOL_MEASURED)
        function->skipped = htol_skip_reason(skipped);
    if (judged)
        judge_function(builder, function, merged);
    else
        report_judge_called(function);
    return function;
}

/* Where only some lines are asked about, functions without objectives there are left out, unless these lines are those
 * of a text that was not compiled. */
static gboolean is_shown(const ReportModel *model, const ReportSource *source, const ReportFunction *function)
{
    return !model->diff || function->n_objectives + function->n_findings > 0 ||
           (source->state == REPORT_SOURCE_CHANGED && report_diff_has(model->diff, source->path, 1, G_MAXUINT));
}

static void add_function(ReportModel *model, ReportFile *file, ReportFunction *function)
{
    model->counts.functions++;
    model->counts.skipped += function->skipped != NULL;
    model->counts.constant += count_constants(function->function);
    model->counts.complete += count_decisions(function->function, HTOL_DECISION_COMPLETE);
    model->counts.fallback += count_decisions(function->function, HTOL_DECISION_FALLBACK);
    file->functions[file->n_functions++] = function;
    report_totals_add_function(file->totals, function);
}

/* Of a text that is not the one that was compiled nobody knows which lines they are about. */
static void read_comments(const ReportBuilder *builder, const ReportSource *source)
{
    HtolText text = {{source->path, 1, 1}, source->source, source->source_size};
    if (source->source)
        report_exclusions_read(builder->exclusions, &text);
}

ReportFile *report_build_file(const ReportBuilder *builder, const ReportSource *source)
{
    ReportModel *model = builder->model;
    const char *place = builder->request->place;
    gboolean judged = !place || report_place_may_be(place, model->root, source->path);
    ReportFile *file = htol_arena_new0(model->functions, ReportFile, 1);
    *file = (ReportFile){.path = source->path,
                         .source = source->state == REPORT_SOURCE_OK ? source->source : NULL,
                         .source_size = source->source_size,
                         .state = source->state,
                         .unmeasured = source->unmeasured};
    file->functions = htol_arena_new0(model->functions, ReportFunction *, MAX(source->n_functions, 1));
    if (judged) {
        report_file_find_lines(model->functions, file);
        read_comments(builder, source);
    }
    g_autoptr(GHashTable) namesakes = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < source->n_functions; i++) {
        ReportFunction *function = make_function(builder, source->functions[i], namesakes, judged);
        if (is_shown(model, source, function))
            add_function(model, file, function);
    }
    model->counts.outdated += source->n_outdated;
    return file;
}

/* Where only some lines are asked about, a file has some, or nobody knows of which functions they are. */
static gboolean is_file_shown(const ReportModel *model, const ReportFile *file)
{
    return !model->diff || file->n_functions > 0 ||
           (file->unmeasured && report_diff_has(model->diff, file->path, 1, G_MAXUINT));
}

void report_build_add(ReportModel *model, GPtrArray *files, ReportFile *file)
{
    if (!is_file_shown(model, file))
        return;
    model->n_unmeasured += file->unmeasured != NULL;
    g_ptr_array_add(files, file);
}

void report_build_show(const ReportModel *model, const ReportFile *file)
{
    if (model->request.visitor)
        model->request.visitor->visit(model, file, model->request.visitor->data);
}
