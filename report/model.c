/* Makes the model: merges what units have in common, expands the criteria, counts. Verdicts are htol's. */
#include <fnmatch.h>
#include <string.h>

#include "htol/eval.h"
#include "report/files.h"
#include "report/model.h"

#define HASH_DIGITS 16 /* of SHA-256, in File.hash */

/* A function while units are merged. */
typedef struct {
    const HtolFunction *function;
    const char *path;
    guint8 *slots;
} Merged;

/* A source file while units are merged. */
typedef struct {
    const char *path, *root;
    GPtrArray *functions; /* Merged */
} Source;

typedef struct {
    ReportModel *model;
    const ReportRequest *request;
    GHashTable *functions; /* set of Merged: one for each path and bytes */
    GHashTable *sources;   /* path: its Source */
} Builder;

/* Merging ------------------------------------------------------------------------------------------------ */

static guint hash_merged(gconstpointer key)
{
    const Merged *merged = key;
    guint hash = g_str_hash(merged->path);
    for (gsize i = 0; i < merged->function->size; i++)
        hash = hash * 31 + merged->function->bytes[i];
    return hash;
}

static gboolean equal_merged(gconstpointer left, gconstpointer right)
{
    const Merged *one = left, *other = right;
    return one->function->size == other->function->size && strcmp(one->path, other->path) == 0 &&
           memcmp(one->function->bytes, other->function->bytes, one->function->size) == 0;
}

static gboolean matches_any(const char *path, const char *const *globs)
{
    for (; *globs; globs++)
        if (fnmatch(*globs, path, 0) == 0)
            return TRUE;
    return FALSE;
}

static gboolean is_wanted(const ReportRequest *request, const char *path)
{
    if (request->include && !matches_any(path, request->include))
        return FALSE;
    return !request->exclude || !matches_any(path, request->exclude);
}

static Source *source_of(Builder *builder, const char *path, const char *root)
{
    Source *source = g_hash_table_lookup(builder->sources, path);
    if (source)
        return source;
    source = htol_arena_new0(builder->model->arena, Source, 1);
    *source = (Source){path, builder->request->root ? builder->request->root : root, g_ptr_array_new()};
    g_hash_table_insert(builder->sources, (gpointer)path, source);
    return source;
}

static void merge_function(Builder *builder, const ReportUnit *unit, const HtolFunction *function)
{
    const char *path = function->n_files ? function->files[0].path : unit->table->row.path;
    if (!is_wanted(builder->request, path))
        return;
    const guint8 *slots = unit->slots + function->first_slot;
    guint n_slots = function->row.slots;
    Merged key = {function, path, NULL};
    Merged *merged = g_hash_table_lookup(builder->functions, &key);
    if (!merged) {
        merged = htol_arena_memdup(builder->model->arena, &key, sizeof key);
        merged->slots = htol_arena_alloc(builder->model->arena, MAX(n_slots, 1));
        g_hash_table_add(builder->functions, merged);
        g_ptr_array_add(source_of(builder, path, unit->table->row.root)->functions, merged);
    }
    for (guint i = 0; i < n_slots; i++)
        merged->slots[i] |= slots[i];
}

static void merge_unit(Builder *builder, const ReportUnit *unit)
{
    ReportModel *model = builder->model;
    const HtolRowUnit *row = &unit->table->row;
    model->n_units++;
    model->n_unrun += !unit->run;
    model->stray_errors += row->stray_errors;
    if (!model->semantics)
        model->semantics = row->semantics;
    else if (strcmp(model->semantics, row->semantics) != 0)
        model->semantics = "mixed";
    for (guint i = 0; i < unit->table->n_functions; i++)
        merge_function(builder, unit, &unit->table->functions[i]);
}

/* By line, then name; the rest makes the order the same in every build. */
static int compare_merged(gconstpointer left, gconstpointer right)
{
    const HtolFunction *one = (*(Merged *const *)left)->function,
                       *other = (*(Merged *const *)right)->function;
    if (one->row.line != other->row.line)
        return one->row.line < other->row.line ? -1 : 1;
    int order = strcmp(one->row.name, other->row.name);
    order = order ? order : strcmp(one->row.hash, other->row.hash);
    order = order ? order : memcmp(one->bytes, other->bytes, MIN(one->size, other->size));
    return order ? order : (one->size > other->size) - (one->size < other->size);
}

/* Sources ------------------------------------------------------------------------------------------------ */

static const char *source_hash(const Merged *merged)
{
    return merged->function->n_files ? merged->function->files[0].hash : "";
}

static gboolean is_of_text(const Merged *merged, const char *hash)
{
    return strcmp(source_hash(merged), hash) == 0;
}

static guint count_of_text(const Source *source, const char *hash)
{
    guint count = 0;
    for (guint i = 0; i < source->functions->len; i++)
        count += is_of_text(source->functions->pdata[i], hash);
    return count;
}

/* When a file was changed and built again, its old tables still lie there: only those of its text now count.
 */
static void drop_outdated(Builder *builder, Source *source, const char *hash)
{
    GPtrArray *functions = source->functions;
    guint kept = 0;
    for (guint i = 0; i < functions->len; i++)
        if (is_of_text(functions->pdata[i], hash))
            functions->pdata[kept++] = functions->pdata[i];
    builder->model->n_outdated += functions->len - kept;
    g_ptr_array_set_size(functions, kept);
}

static gboolean had_text(const Source *source)
{
    return count_of_text(source, "") < source->functions->len;
}

static void read_source(Builder *builder, Source *source, ReportFile *file)
{
    g_autofree char *path = g_path_is_absolute(source->path)
                                ? g_strdup(source->path)
                                : g_build_filename(source->root, source->path, NULL);
    g_autofree char *text = NULL;
    gsize size;
    file->state = REPORT_SOURCE_MISSING;
    if (!had_text(source) || !report_file_read(path, &text, &size, NULL))
        return;
    g_autofree char *hash = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, size);
    hash[HASH_DIGITS] = '\0';
    file->state = REPORT_SOURCE_CHANGED;
    if (count_of_text(source, hash) == 0)
        return;
    drop_outdated(builder, source, hash);
    file->state = REPORT_SOURCE_OK;
    file->source = htol_arena_memdup(builder->model->arena, text, size + 1);
    file->source_size = size;
}

/* Judging ------------------------------------------------------------------------------------------------ */

static void count(ReportTotals *totals, ReportStatus status)
{
    totals->objectives += status != REPORT_UNMEASURED;
    totals->covered += status == REPORT_COVERED;
    totals->excluded += status == REPORT_EXCLUDED;
    totals->infeasible += status == REPORT_INFEASIBLE;
    totals->unmeasured += status == REPORT_UNMEASURED;
}

static void add_totals(ReportTotals *sum, const ReportTotals *totals)
{
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        sum[i].objectives += totals[i].objectives;
        sum[i].covered += totals[i].covered;
        sum[i].excluded += totals[i].excluded;
        sum[i].infeasible += totals[i].infeasible;
        sum[i].unmeasured += totals[i].unmeasured;
    }
}

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

static ReportObjective judge(const ReportFunction *function, const HtolObjective *objective,
                             const Environments *environments)
{
    const char *why = objective->unmeasured ? objective->unmeasured : function->skipped;
    if (why)
        return (ReportObjective){objective, REPORT_UNMEASURED, why};
    if (htol_covered(objective->hyper, environments->observed))
        return (ReportObjective){objective, REPORT_COVERED, ""};
    if (objective->site.kind == HTOL_SITE_DECISION && !htol_covered(objective->hyper, environments->possible))
        return (ReportObjective){objective, REPORT_INFEASIBLE,
                                 why_infeasible(function, objective, environments)};
    return (ReportObjective){objective, REPORT_UNCOVERED, ""};
}

static gboolean was_called(HtolArena *arena, HtolObserved *observed)
{
    return htol_covered(htol_label(arena, (HtolSite){HTOL_SITE_BLOCK, 0}, NULL), observed);
}

static Environments environments_of(HtolArena *scratch, ReportModel *model, const HtolFunction *function,
                                    const guint8 *slots)
{
    guint8 *all = htol_arena_alloc(scratch, function->row.slots);
    memset(all, 1, function->row.slots);
    return (Environments){model->arena, htol_observed_new(scratch, function, slots),
                          htol_possible_new(scratch, function), htol_observed_new(scratch, function, all)};
}

static void judge_function(ReportModel *model, ReportFunction *function)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    Environments environments = environments_of(scratch, model, function->function, function->slots);
    const HtolObjective *objectives =
        htol_expand(model->arena, function->function, &model->selection, &function->n_objectives);
    function->called = !function->skipped && was_called(scratch, environments.observed);
    function->objectives = htol_arena_new0(model->arena, ReportObjective, MAX(function->n_objectives, 1));
    for (guint i = 0; i < function->n_objectives; i++) {
        function->objectives[i] = judge(function, &objectives[i], &environments);
        count(&function->totals[objectives[i].criterion], function->objectives[i].status);
    }
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
static const char *make_id(HtolArena *arena, const Merged *merged, GHashTable *namesakes)
{
    const HtolRowFunction *row = &merged->function->row;
    const char *id = htol_arena_printf(arena, "%s:%s:%s", merged->path, row->name, row->hash);
    guint number = GPOINTER_TO_UINT(g_hash_table_lookup(namesakes, id)) + 1;
    g_hash_table_insert(namesakes, (gpointer)id, GUINT_TO_POINTER(number));
    return number == 1 ? id : htol_arena_printf(arena, "%s#%u", id, number);
}

static ReportFunction *make_function(ReportModel *model, const Merged *merged, GHashTable *namesakes)
{
    ReportFunction *function = htol_arena_new0(model->arena, ReportFunction, 1);
    function->function = merged->function;
    function->slots = merged->slots;
    function->path = merged->path;
    function->id = make_id(model->arena, merged, namesakes);
    guint skipped = merged->function->row.skipped;
    if (skipped != HTOL_MEASURED)
        function->skipped = htol_skip_reason(skipped);
    judge_function(model, function);
    model->n_functions++;
    model->n_skipped += function->skipped != NULL;
    model->n_constant += count_constants(merged->function);
    model->n_complete += count_decisions(merged->function, HTOL_DECISION_COMPLETE);
    model->n_fallback += count_decisions(merged->function, HTOL_DECISION_FALLBACK);
    return function;
}

static ReportFile *make_file(Builder *builder, Source *source)
{
    ReportModel *model = builder->model;
    ReportFile *file = htol_arena_new0(model->arena, ReportFile, 1);
    file->path = source->path;
    read_source(builder, source, file);
    g_ptr_array_sort(source->functions, compare_merged);
    file->n_functions = source->functions->len;
    file->functions = htol_arena_new0(model->arena, ReportFunction *, MAX(file->n_functions, 1));
    g_autoptr(GHashTable) namesakes = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < file->n_functions; i++) {
        file->functions[i] = make_function(model, source->functions->pdata[i], namesakes);
        add_totals(file->totals, file->functions[i]->totals);
    }
    add_totals(model->totals, file->totals);
    return file;
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

static gboolean find_key(const HtolSelection *selection, const char *name, HtolCriterion *criterion,
                         GError **error)
{
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        *criterion = i;
        if (selection->wanted[i] && (g_ascii_strcasecmp(name, htol_selection_name(selection, i)) == 0 ||
                                     g_ascii_strcasecmp(name, htol_criteria[i].name) == 0))
            return TRUE;
    }
    g_set_error(error, REPORT_ERROR, 0, "cannot sort by '%s': it is neither 'path' nor a selected criterion",
                name);
    return FALSE;
}

static void make_files(Builder *builder)
{
    ReportModel *model = builder->model;
    GHashTableIter at;
    gpointer source;
    g_autoptr(GPtrArray) files = g_ptr_array_new();
    g_hash_table_iter_init(&at, builder->sources);
    while (g_hash_table_iter_next(&at, NULL, &source)) {
        g_ptr_array_add(files, make_file(builder, source));
        g_ptr_array_unref(((Source *)source)->functions);
    }
    g_ptr_array_sort(files, compare_paths);
    model->n_files = files->len;
    model->files = htol_arena_memdup(model->arena, files->pdata, files->len * sizeof(ReportFile *));
}

static ReportModel *new_model(const ReportInputs *inputs, const ReportRequest *request)
{
    ReportModel *model = g_new0(ReportModel, 1);
    model->arena = htol_arena_new();
    model->selection = request->selection;
    model->inputs = inputs;
    return model;
}

ReportModel *report_model_new(const ReportInputs *inputs, const ReportRequest *request, GError **error)
{
    HtolCriterion key = 0;
    if (request->sort && !find_key(&request->selection, request->sort, &key, error))
        return NULL;
    ReportModel *model = new_model(inputs, request);
    g_autoptr(GHashTable) functions = g_hash_table_new(hash_merged, equal_merged);
    g_autoptr(GHashTable) sources = g_hash_table_new(g_str_hash, g_str_equal);
    Builder builder = {model, request, functions, sources};
    for (guint i = 0; i < inputs->units->len; i++)
        merge_unit(&builder, inputs->units->pdata[i]);
    make_files(&builder);
    if (request->sort)
        g_qsort_with_data(model->files, model->n_files, sizeof *model->files, compare_scores,
                          GUINT_TO_POINTER(key));
    return model;
}

void report_model_free(ReportModel *model)
{
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
