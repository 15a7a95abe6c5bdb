/* Makes the model: files, their functions, sums; see make.h. What units have in common is merged in merge.c; objectives
 * are judged in objectives.c. */
#include "report/make/make.h"

#include <string.h>

#include "htol/base/plain.h"
#include "report/judge/judge.h"
#include "report/merge/calls.h"
#include "report/merge/mutants.h"
#include "report/merge/users.h"
#include "report/model/callers.h"
#include "report/model/diff.h"
#include "report/model/file_lines.h"
#include "report/model/place.h"
#include "report/model/sums.h"

typedef struct {
    ReportModel *model;
    const ReportRequest *request;
    ReportScripts scripts;
    ReportMerge merge;
    HtolUserVerdicts users;
    ReportExclusions *exclusions;
    ReportJudge *judge;
    guint n_functions; /* that will be judged */
} Builder;

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

/* Functions and files ------------------------------------------------------------------------------------ */

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

static void judge_function(const Builder *builder, ReportFunction *function, const ReportMerged *merged)
{
    const ReportModel *model = builder->model;
    function->users = htol_users_shown(&builder->users, &merged->recorded);
    report_judge_function(builder->judge, function, merged);
    if (!model->diff && model->selection.wanted[HTOL_CRIT_fcc])
        function->seen = report_calls_seen(model->functions, &merged->recorded, &function->n_seen);
}

static ReportFunction *make_function(const Builder *builder, const ReportMerged *merged, GHashTable *namesakes,
                                     gboolean judged)
{
    ReportModel *model = builder->model;
    ReportFunction *function = htol_arena_new0(model->functions, ReportFunction, 1);
    report_progress_tell(model->progress, "judging functions", model->n_functions, builder->n_functions);
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
    model->n_functions++;
    model->n_skipped += function->skipped != NULL;
    model->n_constant += count_constants(function->function);
    model->n_complete += count_decisions(function->function, HTOL_DECISION_COMPLETE);
    model->n_fallback += count_decisions(function->function, HTOL_DECISION_FALLBACK);
    file->functions[file->n_functions++] = function;
    report_totals_add_function(file->totals, function);
}

/* Of a text that is not the one that was compiled nobody knows which lines they are about. */
static void read_comments(const Builder *builder, const ReportSource *source)
{
    HtolText text = {{source->path, 1, 1}, source->source, source->source_size};
    if (source->source)
        report_exclusions_read(builder->exclusions, &text);
}

static ReportFile *make_file(const Builder *builder, const ReportSource *source)
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
    model->n_outdated += source->n_outdated;
    return file;
}

/* What is in no function --------------------------------------------------------------------------------- */

/* A function without text that has the objectives. */
static const ReportFunction *make_outside(const Builder *builder, const char *path, const HtolUserShown *users)
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

static ReportFile *file_of(const Builder *builder, GPtrArray *files, const char *path)
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

static void add_outside(const Builder *builder, const HtolUserShown *users, GPtrArray *files)
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

static void add_all_outside(const Builder *builder, GPtrArray *files)
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

/* Where only some lines are asked about, a file has some, or nobody knows of which functions they are. */
static gboolean is_file_shown(const ReportModel *model, const ReportFile *file)
{
    return !model->diff || file->n_functions > 0 ||
           (file->unmeasured && report_diff_has(model->diff, file->path, 1, G_MAXUINT));
}

static void add_file(ReportModel *model, GPtrArray *files, ReportFile *file)
{
    if (!is_file_shown(model, file))
        return;
    model->n_unmeasured += file->unmeasured != NULL;
    g_ptr_array_add(files, file);
}

static void give_files(ReportModel *model, GPtrArray *files)
{
    g_ptr_array_sort(files, compare_paths);
    for (guint i = 0; i < files->len; i++)
        report_totals_add(model->totals, ((ReportFile *)files->pdata[i])->totals);
    model->n_files = files->len;
    model->files = htol_arena_memdup(model->arena, files->pdata, files->len * sizeof(ReportFile *));
}

static void show_file(const ReportModel *model, const ReportFile *file)
{
    if (model->request.visit)
        model->request.visit(model, file, model->request.visit_data);
}

static void make_files(const Builder *builder)
{
    ReportModel *model = builder->model;
    g_autoptr(GPtrArray) files = g_ptr_array_new();
    for (guint i = 0; i < builder->merge.n_sources; i++)
        if (builder->merge.sources[i].wanted)
            add_file(model, files, make_file(builder, &builder->merge.sources[i]));
    add_all_outside(builder, files);
    for (guint i = 0; i < files->len; i++)
        show_file(model, files->pdata[i]);
    give_files(model, files);
}

/* Files one by one --------------------------------------------------------------------------------------- */

typedef struct {
    const Builder *builder;
    ReportImages *images;
    GPtrArray *files;
} Stream;

static void free_arena(gpointer arena)
{
    htol_arena_free(arena);
}

/* Makes a file in the arena, and frees that unless the file is kept as it is. */
static ReportFile *make_apart(const Stream *stream, const ReportSource *source, HtolArena *arena)
{
    const Builder *builder = stream->builder;
    ReportModel *model = builder->model;
    guint disproved = report_exclusions_disproved(builder->exclusions);
    model->functions = arena;
    report_calls_name(arena, stream->images, source);
    ReportFile *file = make_file(builder, source);
    show_file(model, file);
    model->functions = model->arena;
    report_exclusions_forget(builder->exclusions);
    if (source->n_units > REPORT_FEW_UNITS || report_exclusions_disproved(builder->exclusions) > disproved) {
        report_model_keep(model, arena, free_arena);
        return file;
    }
    file = report_file_sum(model, file);
    htol_arena_free(arena);
    return file;
}

static void take_source(const ReportSource *source, HtolArena *arena, gpointer data)
{
    const Stream *stream = data;
    report_name_unread(stream->builder->model, source->path, source->cause);
    if (source->wanted)
        add_file(stream->builder->model, stream->files, make_apart(stream, source, arena));
    else
        htol_arena_free(arena);
}

static gboolean make_files_apart(const Builder *builder, GError **error)
{
    ReportModel *model = builder->model;
    g_autoptr(GPtrArray) files = g_ptr_array_new();
    g_autoptr(ReportImages) images = report_images_new(model->inputs);
    Stream stream = {builder, images, files};
    report_sums_rank(model);
    model->tests = report_merge_tests(model->inputs, builder->request);
    model->warnings =
        report_users_warnings(model->arena, model->inputs, &builder->users, &builder->scripts, &model->n_warnings);
    if (!report_merge_each(model->inputs, builder->request, &builder->scripts, model->tests, take_source, &stream,
                           &model->n_system, error))
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

static void name_all_unread(const Builder *builder)
{
    for (guint i = 0; i < builder->merge.n_sources; i++)
        report_name_unread(builder->model, builder->merge.sources[i].path, builder->merge.sources[i].cause);
    for (guint i = 0; i < builder->scripts.n_scripts; i++)
        report_name_unread(builder->model, builder->scripts.scripts[i].path, builder->scripts.scripts[i].cause);
}

static void name_calls(const Builder *builder)
{
    g_autoptr(ReportImages) images = report_images_new(builder->model->inputs);
    for (guint i = 0; i < builder->merge.n_sources; i++)
        report_calls_name(builder->model->arena, images, &builder->merge.sources[i]);
}

static void choose_criteria(Builder *builder)
{
    drop_unused(builder->model, &builder->scripts);
    want_a_score(builder->model);
    builder->model->expanded = builder->model->selection;
}

/* All of them, when all that units have in common was merged. */
static void make_together(Builder *builder)
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
    report_find_callers(model);
}

static gboolean build(ReportModel *model, const ReportRequest *request, GError **error)
{
    g_autoptr(ReportExclusions) exclusions = report_exclusions_new(model);
    g_autoptr(ReportJudge) judge = report_judge_new(model, exclusions);
    Builder builder = {.model = model, .request = request, .exclusions = exclusions, .judge = judge};
    if (!report_scripts_find(model->arena, model->inputs, request, &builder.scripts, error))
        return FALSE;
    choose_criteria(&builder);
    if (model->inputs->n_dropped == 0)
        make_together(&builder);
    else if (!make_files_apart(&builder, error))
        return FALSE;
    report_exclusions_finish(exclusions, model);
    model->finds = model->selection.named[HTOL_CRIT_rte] || model->found.errors + model->found.unmeasured > 0;
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

void report_model_keep(const ReportModel *model, gpointer data, GDestroyNotify free)
{
    const ReportKept kept = {data, free};
    g_array_append_val(model->kept, kept);
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
