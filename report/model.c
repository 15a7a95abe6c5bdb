/* Makes the model: expands the criteria, counts. What units have in common is merged in merge.c; verdicts are
 * htol's. */
#include <string.h>

#include "htol/eval.h"
#include "report/calls.h"
#include "report/diff.h"
#include "report/exclusions.h"
#include "report/merge.h"
#include "report/users.h"
#include "report/verdicts.h"

typedef struct {
    ReportModel *model;
    const ReportRequest *request;
    ReportScripts scripts;
    ReportMerge merge;
    HtolUserVerdicts users;
    ReportExclusions *exclusions;
    guint n_functions; /* that will be judged */
} Builder;

/* Units -------------------------------------------------------------------------------------------------- */

static void count_unit(ReportModel *model, const ReportUnit *unit)
{
    const HtolRowUnit *row = &unit->table->row;
    model->n_units++;
    model->n_unrun += !unit->run;
    model->stray_errors += row->stray_errors;
    if (!model->semantics)
        model->semantics = row->semantics;
    else if (strcmp(model->semantics, row->semantics) != 0)
        model->semantics = "mixed";
}

/* Judging ------------------------------------------------------------------------------------------------ */

/* A function's environments: those recorded, all that there can be, and those and the ones that contradict
 * themselves. */
typedef struct {
    HtolArena *arena;
    HtolObserved *observed, *possible, *any;
} Environments;

/* Why nothing can satisfy what is asked of a decision. */
static const char *why_infeasible(const ReportFunction *function, const HtolObjective *objective,
                                  const Environments *environments)
{
    const char *repeats =
        htol_decision_repeats(environments->arena, function->function, objective->site.index);
    if (repeats && htol_covered(objective->hyper, environments->any))
        return repeats;
    return "no vectors of the decision can satisfy it";
}

/* Of a decision over the cap nobody can look at all that there can be. */
static gboolean is_infeasible(const ReportFunction *function, const HtolObjective *objective,
                              const Environments *environments)
{
    return objective->site.kind == HTOL_SITE_DECISION &&
           function->function->decisions[objective->site.index].ways > 0 &&
           !htol_covered(objective->hyper, environments->possible);
}

static ReportStatus of_verdict(const HtolVerdict *verdict)
{
    return verdict->covered ? REPORT_COVERED : REPORT_UNCOVERED;
}

static ReportObjective status_of(const HtolObjective *objective, ReportStatus status, const char *why)
{
    return (ReportObjective){.objective = objective, .status = status, .why = why};
}

static ReportObjective judge(const ReportFunction *function, const HtolObjective *objective,
                             const Environments *environments)
{
    const char *why = objective->unmeasured ? objective->unmeasured : function->skipped;
    if (why)
        return status_of(objective, REPORT_UNMEASURED, why);
    if (objective->user)
        return status_of(objective, of_verdict(&objective->user->verdict), "");
    if (htol_covered(objective->hyper, environments->observed))
        return status_of(objective, REPORT_COVERED, "");
    if (is_infeasible(function, objective, environments))
        return status_of(objective, REPORT_INFEASIBLE, why_infeasible(function, objective, environments));
    if (objective->by_name && function->recorded->unnamed)
        return status_of(objective, REPORT_UNMEASURED, "what was called through a pointer has no symbol");
    if (objective->open)
        return status_of(objective, REPORT_UNMEASURED, objective->open);
    return status_of(objective, REPORT_UNCOVERED, "");
}

static gboolean was_called(HtolArena *arena, HtolObserved *observed)
{
    return htol_covered(htol_label(arena, (HtolSite){HTOL_SITE_BLOCK, 0}, NULL), observed);
}

static Environments environments_of(HtolArena *scratch, ReportModel *model, const HtolRecorded *recorded)
{
    const HtolFunction *function = recorded->function;
    guint8 *all = htol_arena_alloc(scratch, function->row.slots);
    memset(all, 1, function->row.slots);
    return (Environments){model->arena, htol_observed_of(scratch, recorded),
                          htol_possible_new(scratch, function), htol_observed_new(scratch, function, all)};
}

static void find_facts(ReportModel *model, ReportFunction *function, const Environments *environments)
{
    if (!model->diff && htol_selection_records(&model->selection) & HTOL_RECORDS_FLOWS)
        function->facts = htol_flow_facts(model->arena, environments->observed, &function->n_facts);
}

/* Nothing was observed outside of functions, and users' objectives do not ask. */
static void find_witnesses(ReportModel *model, ReportObjective *objective, HtolObserved *observed)
{
    if (!model->tests || objective->status != REPORT_COVERED)
        return;
    const HtolUserObjective *user = objective->objective->user;
    HtolWitnesses found = user ? htol_user_witnesses(model->arena, model->tests, user)
                               : htol_witnesses(model->arena, objective->objective->hyper, observed);
    objective->witnesses = htol_arena_memdup(model->arena, &found, sizeof found);
}

static void count_finding(ReportFound *found, const ReportObjective *finding)
{
    gboolean judged = finding->status != REPORT_UNMEASURED, covered = finding->status == REPORT_COVERED;
    gboolean boundary = finding->objective->finding == HTOL_FINDING_BOUNDARY;
    found->unmeasured += !judged;
    found->errors += judged && !boundary;
    found->happened += covered && !boundary;
    found->boundaries += judged && boundary;
    found->reached += covered && boundary;
}

static gboolean is_asked(const ReportModel *model, const ReportFunction *function, const HtolObjective *objective)
{
    return !model->diff || report_diff_touches(model->diff, function, objective);
}

/* Among the findings if it is one. */
static void add_judged(ReportModel *model, ReportFunction *function, ReportObjective judged)
{
    if (judged.objective->criterion == HTOL_CRIT_rte) {
        function->findings[function->n_findings++] = judged;
        count_finding(&model->found, &judged);
    } else {
        function->objectives[function->n_objectives++] = judged;
        report_totals_count(&function->totals[judged.objective->criterion], judged.status);
    }
}

static guint count_findings(const HtolObjective *objectives, guint count)
{
    guint findings = 0;
    for (guint i = 0; i < count; i++)
        findings += objectives[i].criterion == HTOL_CRIT_rte;
    return findings;
}

static void judge_function(const Builder *builder, ReportFunction *function, const HtolUserShown *users)
{
    ReportModel *model = builder->model;
    g_autoptr(HtolArena) scratch = htol_arena_new();
    Environments environments = environments_of(scratch, model, function->recorded);
    guint count = 0;
    const HtolObjective *objectives =
        htol_expand_all(model->arena, function->function, users, &model->selection, &count);
    function->called = !function->skipped && was_called(scratch, environments.observed);
    function->objectives = htol_arena_new0(model->arena, ReportObjective, MAX(count, 1));
    function->findings = htol_arena_new0(model->arena, ReportObjective, count_findings(objectives, count));
    for (guint i = 0; i < count; i++) {
        if (!is_asked(model, function, &objectives[i]))
            continue;
        ReportObjective judged = judge(function, &objectives[i], &environments);
        report_exclusions_apply(builder->exclusions, function, &judged);
        find_witnesses(model, &judged, environments.observed);
        add_judged(model, function, judged);
    }
    find_facts(model, function, &environments);
}

gboolean report_is_constant(const HtolRowCondition *condition)
{
    return condition->state != HTOL_CONDITION_LIVE && condition->state != HTOL_CONDITION_ALONE;
}

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

static ReportFunction *make_function(const Builder *builder, const ReportMerged *merged,
                                     GHashTable *namesakes)
{
    ReportModel *model = builder->model;
    ReportFunction *function = htol_arena_new0(model->arena, ReportFunction, 1);
    report_progress_tell(model->progress, "judging functions", model->n_functions, builder->n_functions);
    function->function = merged->function;
    function->recorded = &merged->recorded;
    function->path = merged->path;
    function->id = make_id(model->arena, merged, namesakes);
    guint skipped = merged->function->row.skipped;
    if (skipped != HTOL_MEASURED)
        function->skipped = htol_skip_reason(skipped);
    HtolUserShown users = htol_users_shown(&builder->users, &merged->recorded);
    judge_function(builder, function, &users);
    report_verdicts_apply(model, function, merged);
    if (!model->diff && model->selection.wanted[HTOL_CRIT_fcc])
        function->seen = report_calls_seen(model->arena, &merged->recorded, &function->n_seen);
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
    report_totals_add(file->totals, function->totals);
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
    ReportFile *file = htol_arena_new0(model->arena, ReportFile, 1);
    *file = (ReportFile){.path = source->path,
                         .source = source->source,
                         .source_size = source->source_size,
                         .state = source->state};
    file->functions = htol_arena_new0(model->arena, ReportFunction *, MAX(source->n_functions, 1));
    read_comments(builder, source);
    g_autoptr(GHashTable) namesakes = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < source->n_functions; i++) {
        ReportFunction *function = make_function(builder, source->functions[i], namesakes);
        if (is_shown(model, source, function))
            add_function(model, file, function);
    }
    model->n_outdated += source->n_outdated;
    return file;
}

/* What is in no function --------------------------------------------------------------------------------- */

/* A function without text that has the objectives. */
static const ReportFunction *make_outside(ReportModel *model, const char *path, const HtolUserShown *users)
{
    static const HtolFunction nowhere = {.row = {.name = "", .hash = ""}};
    static const HtolSelection user = {.wanted = {[HTOL_CRIT_user] = TRUE}};
    ReportFunction *function = htol_arena_new0(model->arena, ReportFunction, 1);
    guint count;
    *function = (ReportFunction){.function = &nowhere, .path = path, .id = path};
    const HtolObjective *objectives = htol_expand_all(model->arena, &nowhere, users, &user, &count);
    function->objectives = htol_arena_new0(model->arena, ReportObjective, MAX(count, 1));
    for (guint i = 0; i < count; i++) {
        if (!is_asked(model, function, &objectives[i]))
            continue;
        ReportObjective *judged = &function->objectives[function->n_objectives++];
        *judged = judge(function, &objectives[i], NULL);
        find_witnesses(model, judged, NULL);
        report_totals_count(&function->totals[HTOL_CRIT_user], judged->status);
    }
    return function;
}

/* A script is a file of its own where there are no functions of that path. */
static ReportFile *make_script(HtolArena *arena, const ReportScript *script)
{
    ReportFile *file = htol_arena_new0(arena, ReportFile, 1);
    *file = (ReportFile){.path = script->path,
                         .source = script->source,
                         .source_size = script->source_size,
                         .state = script->state};
    return file;
}

static ReportFile *file_of(const Builder *builder, GPtrArray *files, const char *path)
{
    for (guint i = 0; i < files->len; i++)
        if (strcmp(((ReportFile *)files->pdata[i])->path, path) == 0)
            return files->pdata[i];
    g_ptr_array_add(files, make_script(builder->model->arena, report_script_of(&builder->scripts, path)));
    return files->pdata[files->len - 1];
}

/* How many of the objectives, from the first on, are of one script. */
static guint count_of_script(const HtolUserShown *users)
{
    guint count = 1;
    while (count < users->count &&
           strcmp(users->objectives[count]->script, users->objectives[0]->script) == 0)
        count++;
    return count;
}

static void add_outside(const Builder *builder, const HtolUserShown *users, GPtrArray *files)
{
    const char *path = users->objectives[0]->script;
    if (!report_is_wanted(builder->request, path))
        return;
    const ReportFunction *outside = make_outside(builder->model, path, users);
    if (outside->n_objectives == 0)
        return;
    ReportFile *file = file_of(builder, files, path);
    file->outside = outside;
    report_totals_add(file->totals, file->outside->totals);
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

gboolean report_criterion_find(const HtolSelection *selection, const char *name, HtolCriterion *criterion)
{
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        *criterion = i;
        if (selection->wanted[i] && (g_ascii_strcasecmp(name, htol_selection_name(selection, i)) == 0 ||
                                     g_ascii_strcasecmp(name, htol_criteria[i].name) == 0))
            return TRUE;
    }
    return FALSE;
}

static gboolean find_key(const HtolSelection *selection, const char *name, HtolCriterion *criterion,
                         GError **error)
{
    if (report_criterion_find(selection, name, criterion))
        return TRUE;
    g_set_error(error, REPORT_ERROR, 0, "cannot sort by '%s': it is neither 'path' nor a selected criterion",
                name);
    return FALSE;
}

static guint count_functions(const ReportMerge *merge)
{
    guint count = 0;
    for (guint i = 0; i < merge->n_sources; i++)
        count += merge->sources[i].wanted ? merge->sources[i].n_functions : 0;
    return count;
}

static void make_files(const Builder *builder)
{
    ReportModel *model = builder->model;
    g_autoptr(GPtrArray) files = g_ptr_array_new();
    for (guint i = 0; i < builder->merge.n_sources; i++) {
        ReportFile *file = builder->merge.sources[i].wanted ? make_file(builder, &builder->merge.sources[i]) : NULL;
        if (file && (!builder->model->diff || file->n_functions > 0))
            g_ptr_array_add(files, file);
    }
    add_all_outside(builder, files);
    g_ptr_array_sort(files, compare_paths);
    for (guint i = 0; i < files->len; i++)
        report_totals_add(model->totals, ((ReportFile *)files->pdata[i])->totals);
    model->n_files = files->len;
    model->files = htol_arena_memdup(model->arena, files->pdata, files->len * sizeof(ReportFile *));
}

const char *report_root(const ReportInputs *inputs, const ReportRequest *request)
{
    const ReportUnit *first = inputs->units->len > 0 ? inputs->units->pdata[0] : NULL;
    return request->root ? request->root : first ? first->table->row.root : ".";
}

static ReportModel *new_model(const ReportInputs *inputs, const ReportRequest *request)
{
    ReportModel *model = g_new0(ReportModel, 1);
    model->arena = htol_arena_new();
    model->refuted = g_ptr_array_new();
    model->selection = request->selection;
    model->inputs = inputs;
    model->progress = request->progress;
    model->diff = request->diff;
    model->root = report_root(inputs, request);
    for (guint i = 0; i < inputs->units->len; i++)
        count_unit(model, inputs->units->pdata[i]);
    return model;
}

/* Who did not write objectives, and did not ask for them, shall not read of them. */
static void drop_unused(ReportModel *model, const ReportScripts *scripts)
{
    if (scripts->n_scripts == 0 && !model->selection.named[HTOL_CRIT_user])
        model->selection.wanted[HTOL_CRIT_user] = FALSE;
}

/* Findings have no score, and a report without scores would have nothing to show of files. */
static void want_a_score(ReportModel *model)
{
    gboolean any = FALSE;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        any |= model->selection.wanted[i] && i != HTOL_CRIT_rte;
    model->selection.wanted[HTOL_CRIT_fc] |= !any;
}

static gboolean build(ReportModel *model, const ReportRequest *request, GError **error)
{
    HtolArena *arena = model->arena;
    g_autoptr(ReportExclusions) exclusions = report_exclusions_new(model);
    Builder builder = {.model = model, .request = request, .exclusions = exclusions};
    if (!report_scripts_find(arena, model->inputs, request, &builder.scripts, error))
        return FALSE;
    builder.merge = report_merge(arena, model->inputs, request, &builder.scripts);
    builder.n_functions = count_functions(&builder.merge);
    model->tests = builder.merge.tests;
    report_calls_name(arena, model->inputs, &builder.merge);
    drop_unused(model, &builder.scripts);
    want_a_score(model);
    if (model->selection.wanted[HTOL_CRIT_user] || model->selection.wanted[HTOL_CRIT_idp])
        builder.users = report_users_judge(arena, model->inputs, &builder.merge, &builder.scripts);
    model->warnings =
        report_users_warnings(arena, model->inputs, &builder.users, &builder.scripts, &model->n_warnings);
    make_files(&builder);
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
        g_qsort_with_data(model->files, model->n_files, sizeof *model->files, compare_scores,
                          GUINT_TO_POINTER(key));
    return model;
}

void report_model_free(ReportModel *model)
{
    g_clear_pointer(&model->tests, htol_test_sets_free);
    g_ptr_array_unref(model->refuted);
    htol_arena_free(model->arena);
    g_free(model);
}

char *report_objective_id(const ReportModel *model, const ReportFunction *function,
                          const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    return g_strdup_printf("%s:%s:%s", function->id, htol_selection_name(&model->selection, what->criterion),
                           what->id);
}

static void each(const ReportModel *model, gboolean (*is_wanted)(const ReportObjective *), ReportVisit visit,
                 gpointer data)
{
    for (guint i = 0; i < model->n_files; i++)
        for (guint k = 0; k < model->files[i]->n_functions; k++) {
            const ReportFunction *function = model->files[i]->functions[k];
            for (guint o = 0; o < function->n_objectives; o++)
                if (is_wanted(&function->objectives[o]))
                    visit(model, function, &function->objectives[o], data);
        }
}

static gboolean is_uncovered(const ReportObjective *objective)
{
    return objective->status == REPORT_UNCOVERED;
}

void report_each_uncovered(const ReportModel *model, ReportVisit visit, gpointer data)
{
    each(model, is_uncovered, visit, data);
}

static gboolean is_claimed(const ReportObjective *objective)
{
    return objective->exclusion && report_claim_asserts(objective->exclusion->claim);
}

void report_each_claimed(const ReportModel *model, ReportVisit visit, gpointer data)
{
    each(model, is_claimed, visit, data);
}

const char *report_objective_path(const ReportFunction *function, const ReportObjective *objective)
{
    guint32 file = objective->objective->file;
    return file < function->function->n_files ? function->function->files[file].path : function->path;
}

HtolCriterion report_headline(const ReportModel *model)
{
    if (model->selection.wanted[HTOL_CRIT_stmt])
        return HTOL_CRIT_stmt;
    HtolCriterion first = 0;
    while (first + 1 < HTOL_CRITERIA && !model->selection.wanted[first])
        first++;
    return first;
}
