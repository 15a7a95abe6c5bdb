/* Makes the model: files, their functions, sums; see make.h. What units have in common is merged in merge.c; objectives
 * are judged in objectives.c. */
#include "report/make/make.h"

#include <string.h>

#include "htol/base/plain.h"
#include "report/make/apart.h"
#include "report/merge/calls.h"
#include "report/merge/mutants.h"
#include "report/model/callers.h"
#include "report/model/diff.h"
#include "report/model/file_lines.h"
#include "report/model/sums.h"

/* Units -------------------------------------------------------------------------------------------------- */

static void count_unit(ReportModel *model, const ReportUnit *unit)
{
    const HtolRowUnit *row = &unit->table->row;
    model->n_units += *row->unmeasured == '\0';
    model->n_unrun += *row->unmeasured == '\0' && !unit->run;
    model->stray_errors += row->stray_errors;
    if (!model->semantics)
        model->semantics = row->semantics;
    else if (strcmp(model->semantics, row->semantics) != 0)
        model->semantics = "mixed";
}

/* What is in no function --------------------------------------------------------------------------------- */

/* A function without text that has the objectives. */
static const ReportFunction *make_outside(const ReportBuilder *builder, const char *path, const HtolUserShown *users)
{
    static const HtolFunction nowhere = {.row = {.name = "", .hash = ""}};
    ReportFunction *function = htol_arena_new0(builder->model->functions, ReportFunction, 1);
    *function = (ReportFunction){.function = &nowhere, .path = path, .id = path, .users = *users};
    report_judge_function(builder->judge, function, NULL);
    return function;
}

/* A script is a file of its own where there are no functions of that path. */
static ReportFile *make_script(HtolArena *arena, const ReportScript *script)
{
    ReportFile *file = htol_arena_new0(arena, ReportFile, 1);
    *file = (ReportFile){
        .path = script->path, .source = script->source, .source_size = script->source_size, .state = script->state};
    report_file_find_lines(arena, file);
    return file;
}

static ReportFile *file_of(const ReportBuilder *builder, GPtrArray *files, const char *path)
{
    for (guint i = 0; i < files->len; i++)
        if (strcmp(((ReportFile *)files->pdata[i])->path, path) == 0)
            return files->pdata[i];
    g_ptr_array_add(files, make_script(builder->model->functions, report_script_of(&builder->scripts, path)));
    return files->pdata[files->len - 1];
}

/* How many of the objectives, from the first on, are of one script. */
static guint count_of_script(const HtolUserShown *users)
{
    guint count = 1;
    while (count < users->count && strcmp(users->objectives[count]->script, users->objectives[0]->script) == 0)
        count++;
    return count;
}

static void add_outside(const ReportBuilder *builder, const HtolUserShown *users, GPtrArray *files)
{
    const char *path = users->objectives[0]->script;
    if (!report_is_wanted(builder->request, path))
        return;
    const ReportFunction *outside = make_outside(builder, path, users);
    if (outside->n_objectives == 0)
        return;
    ReportFile *file = file_of(builder, files, path);
    file->outside = outside;
    report_totals_add_function(file->totals, file->outside);
}

static void add_all_outside(const ReportBuilder *builder, GPtrArray *files)
{
    HtolUserShown left = htol_users_shown(&builder->users, NULL);
    while (left.count > 0) {
        HtolUserShown users = {count_of_script(&left), left.objectives};
        add_outside(builder, &users, files);
        left.objectives += users.count;
        left.count -= users.count;
    }
}

/* The whole ---------------------------------------------------------------------------------------------- */

static int compare_paths(gconstpointer left, gconstpointer right)
{
    return strcmp((*(ReportFile *const *)left)->path, (*(ReportFile *const *)right)->path);
}

/* Worst first; what has no objectives comes last. */
static int compare_scores(gconstpointer left, gconstpointer right, gpointer criterion)
{
    guint at = GPOINTER_TO_UINT(criterion);
    int one = report_score(&(*(ReportFile *const *)left)->totals[at]);
    int other = report_score(&(*(ReportFile *const *)right)->totals[at]);
    if (one == other)
        return compare_paths(left, right);
    if (one < 0 || other < 0)
        return one < 0 ? 1 : -1;
    return one < other ? -1 : 1;
}

static gboolean find_key(const HtolSelection *selection, const char *name, HtolCriterion *criterion, GError **error)
{
    if (report_criterion_find(selection, name, criterion))
        return TRUE;
    g_set_error(error, REPORT_ERROR, 0, "cannot sort by '%s': it is neither 'path' nor a selected criterion", name);
    return FALSE;
}

static guint count_functions(const ReportMerge *merge)
{
    guint count = 0;
    for (guint i = 0; i < merge->n_sources; i++)
        count += merge->sources[i].wanted ? merge->sources[i].n_functions : 0;
    return count;
}

static void give_files(ReportModel *model, GPtrArray *files)
{
    g_ptr_array_sort(files, compare_paths);
    for (guint i = 0; i < files->len; i++)
        report_totals_add(model->totals, ((ReportFile *)files->pdata[i])->totals);
    model->n_files = files->len;
    model->files = htol_arena_memdup(model->arena, files->pdata, files->len * sizeof(ReportFile *));
}

static void make_files(const ReportBuilder *builder)
{
    ReportModel *model = builder->model;
    g_autoptr(GPtrArray) files = g_ptr_array_new();
    for (guint i = 0; i < builder->merge.n_sources; i++)
        if (builder->merge.sources[i].wanted)
            report_build_add(model, files, report_build_file(builder, &builder->merge.sources[i]));
    add_all_outside(builder, files);
    for (guint i = 0; i < files->len; i++)
        report_build_show(model, files->pdata[i]);
    give_files(model, files);
}

static gboolean make_files_apart(const ReportBuilder *builder, GError **error)
{
    g_autoptr(GPtrArray) files = g_ptr_array_new();
    ReportModel *model = builder->model;
    report_sums_rank(model);
    model->tests = report_merge_tests(model->inputs, builder->request);
    model->warnings =
        report_users_warnings(model->arena, model->inputs, &builder->users, &builder->scripts, &model->n_warnings);
    if (!report_build_apart(builder, files, error))
        return FALSE;
    give_files(model, files);
    return TRUE;
}

const char *report_root(const ReportInputs *inputs, const ReportRequest *request)
{
    const ReportUnit *first = inputs->units->len > 0 ? inputs->units->pdata[0] : NULL;
    return request->root ? request->root : first ? first->table->row.root : ".";
}

static ReportModel *new_model(const ReportInputs *inputs, const ReportRequest *request)
{
    ReportModel *model = g_new0(ReportModel, 1);
    model->arena = model->functions = htol_arena_new();
    model->kept = g_array_new(FALSE, FALSE, sizeof(ReportKept));
    model->request = *request;
    model->steps = htol_arena_new0(model->arena, GArray *, 1);
    model->unread = g_ptr_array_new();
    model->refuted = g_ptr_array_new();
    model->selection = request->selection;
    model->inputs = inputs;
    model->progress = request->progress;
    model->diff = request->diff;
    model->time = request->time;
    model->root = report_root(inputs, request);
    for (guint i = 0; i < inputs->units->len; i++)
        count_unit(model, inputs->units->pdata[i]);
    return model;
}

/* Who did not write objectives, or built no mutants, and did not ask for them, shall not read of them. */
static void drop_unused(ReportModel *model, const ReportScripts *scripts)
{
    if (scripts->n_scripts == 0 && !model->selection.named[HTOL_CRIT_user])
        model->selection.wanted[HTOL_CRIT_user] = FALSE;
    if (model->inputs->strong->len == 0 && !model->selection.named[HTOL_CRIT_sm])
        model->selection.wanted[HTOL_CRIT_sm] = FALSE;
}

/* Findings have no score, and a report without scores would have nothing to show of files. */
static void want_a_score(ReportModel *model)
{
    gboolean any = FALSE;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        any |= model->selection.wanted[i] && i != HTOL_CRIT_rte;
    model->selection.wanted[HTOL_CRIT_fc] |= !any;
}

static void name_all_unread(const ReportBuilder *builder)
{
    for (guint i = 0; i < builder->merge.n_sources; i++)
        report_name_unread(builder->model, builder->merge.sources[i].path, builder->merge.sources[i].cause);
    for (guint i = 0; i < builder->scripts.n_scripts; i++)
        report_name_unread(builder->model, builder->scripts.scripts[i].path, builder->scripts.scripts[i].cause);
}

static void name_calls(const ReportBuilder *builder)
{
    g_autoptr(ReportImages) images = report_images_new(builder->model->inputs);
    for (guint i = 0; i < builder->merge.n_sources; i++)
        report_calls_name(builder->model->arena, images, &builder->merge.sources[i]);
}

static void choose_criteria(ReportBuilder *builder)
{
    drop_unused(builder->model, &builder->scripts);
    want_a_score(builder->model);
    builder->model->expanded = builder->model->selection;
}

static void free_calls(gpointer calls)
{
    report_calls_free(calls);
}

static void find_callers(const ReportModel *model)
{
    ReportCalls *calls = report_calls_new();
    report_model_keep(model, calls, free_calls);
    for (guint i = 0; i < model->n_files; i++)
        report_calls_add(calls, model->files[i]);
    report_calls_give(calls, model);
}

/* All of them, when all that units have in common was merged. */
static void make_together(ReportBuilder *builder)
{
    ReportModel *model = builder->model;
    HtolArena *arena = model->arena;
    builder->merge = report_merge(arena, model->inputs, builder->request, &builder->scripts);
    report_mutants_join(arena, model->inputs, &builder->merge);
    name_all_unread(builder);
    builder->n_functions = count_functions(&builder->merge);
    model->tests = builder->merge.tests;
    model->n_system = builder->merge.n_system;
    name_calls(builder);
    if (model->selection.wanted[HTOL_CRIT_user] || model->selection.wanted[HTOL_CRIT_idp])
        builder->users = report_users_judge(arena, model->inputs, &builder->merge, &builder->scripts);
    model->warnings =
        report_users_warnings(arena, model->inputs, &builder->users, &builder->scripts, &model->n_warnings);
    make_files(builder);
    find_callers(model);
}

static gboolean build(ReportModel *model, const ReportRequest *request, GError **error)
{
    g_autoptr(ReportExclusions) exclusions = report_exclusions_new(model);
    g_autoptr(ReportJudge) judge = report_judge_new(model, exclusions);
    ReportBuilder builder = {.model = model, .request = request, .exclusions = exclusions, .judge = judge};
    if (!report_scripts_find(model->arena, model->inputs, request, &builder.scripts, error))
        return FALSE;
    choose_criteria(&builder);
    if (model->inputs->n_dropped == 0)
        make_together(&builder);
    else if (!make_files_apart(&builder, error))
        return FALSE;
    report_exclusions_finish(exclusions, model);
    model->finds =
        model->selection.named[HTOL_CRIT_rte] || model->counts.found.errors + model->counts.found.unmeasured > 0;
    model->selection.wanted[HTOL_CRIT_rte] = FALSE;
    return TRUE;
}

ReportModel *report_model_new(const ReportInputs *inputs, const ReportRequest *request, GError **error)
{
    HtolCriterion key = 0;
    if (request->sort && !find_key(&request->selection, request->sort, &key, error))
        return NULL;
    ReportModel *model = new_model(inputs, request);
    if (!build(model, request, error)) {
        report_model_free(model);
        return NULL;
    }
    model->sorted = request->sort != NULL;
    if (request->sort)
        g_qsort_with_data(model->files, model->n_files, sizeof *model->files, compare_scores, GUINT_TO_POINTER(key));
    return model;
}

static void free_kept(const GArray *kept)
{
    for (guint i = 0; i < kept->len; i++)
        g_array_index(kept, ReportKept, i).free(g_array_index(kept, ReportKept, i).data);
}

void report_model_free(ReportModel *model)
{
    g_clear_pointer(&model->tests, htol_test_sets_free);
    g_clear_pointer(model->steps, g_array_unref);
    free_kept(model->kept);
    g_array_unref(model->kept);
    g_ptr_array_unref(model->unread);
    g_ptr_array_unref(model->refuted);
    htol_arena_free(model->arena);
    g_free(model);
}
