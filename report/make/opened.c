/* Makes files again from models of their units alone; see opened.h. */
#include "report/make/opened.h"

#include "report/read/read_inputs.h"

#include <string.h>

#include "report/make/make.h"
#include "report/merge/merge.h"
#include "report/model/callers.h"
#include "report/read/reread.h"

struct ReportOpened {
    const ReportModel *of;
    HtolArena *arena; /* of tables */
    ReportInputs inputs;
    GHashTable *paths;
    ReportModel *model; /* of these units and paths */
    GPtrArray *sums;    /* ReportFile: those that were replaced, by their places in `of` */
    GArray *places;     /* guint */
};

/* Adds the units of a file, each once. */
static void choose_units(const ReportOpened *opened, const GPtrArray *units, GHashTable *chosen)
{
    for (guint i = 0; i < units->len; i++)
        if (g_hash_table_add(chosen, units->pdata[i]))
            g_ptr_array_add(opened->inputs.units, units->pdata[i]);
}

static void choose_files(const ReportOpened *opened, GHashTable *holders, const guint8 *chosen, guint first, guint end)
{
    g_autoptr(GHashTable) units = g_hash_table_new(NULL, NULL);
    for (guint i = first; i < end; i++) {
        ReportFile *file = opened->of->files[i];
        if (!chosen[i] || file->n_dropped == 0)
            continue;
        g_hash_table_add(opened->paths, (gpointer)file->path);
        g_ptr_array_add(opened->sums, file);
        g_array_append_val(opened->places, i);
        choose_units(opened, g_hash_table_lookup(holders, file->path), units);
    }
    report_units_sort(opened->inputs.units);
}

/* In the place of each unit, puts one that has its whole table. */
static gboolean read_units(ReportOpened *opened, GError **error)
{
    for (guint i = 0; i < opened->inputs.units->len; i++) {
        ReportUnit *whole = htol_arena_memdup(opened->arena, opened->inputs.units->pdata[i], sizeof *whole);
        whole->table = report_unit_table(opened->arena, whole, error);
        whole->place = NULL;
        opened->inputs.units->pdata[i] = whole;
        if (!whole->table)
            return FALSE;
    }
    return TRUE;
}

/* What is of all files. */
static void give_whole(const ReportModel *whole, ReportModel *part)
{
    memcpy(part->totals, whole->totals, sizeof part->totals);
    part->counts.found = whole->counts.found;
    part->finds = whole->finds;
    part->summary = whole->summary;
}

static gboolean make_model(ReportOpened *opened, GError **error)
{
    ReportRequest request = opened->of->request;
    request.only = opened->paths;
    request.progress = NULL;
    request.root = opened->of->root;
    request.sort = NULL;
    request.visitor = NULL;
    opened->model = read_units(opened, error) ? report_model_new(&opened->inputs, &request, error) : NULL;
    if (opened->model)
        give_whole(opened->of, opened->model);
    if (opened->model && opened->of->calls)
        report_calls_give(opened->of->calls, opened->model);
    return opened->model != NULL;
}

static ReportFile *made_of(const ReportOpened *opened, const ReportFile *sum)
{
    for (guint i = 0; i < opened->model->n_files; i++)
        if (strcmp(opened->model->files[i]->path, sum->path) == 0)
            return opened->model->files[i];
    return NULL;
}

/* What a file may have lost in between, such as its source, is lost for all. */
static void replace_sums(const ReportOpened *opened)
{
    for (guint i = 0; i < opened->sums->len; i++) {
        ReportFile *made = made_of(opened, opened->sums->pdata[i]);
        if (made)
            opened->of->files[g_array_index(opened->places, guint, i)] = made;
    }
}

/* Of the files from `first` to before `end`. */
static ReportOpened *open_some(const ReportModel *model, GHashTable *holders, const guint8 *chosen, guint first,
                               guint end, GError **error)
{
    ReportOpened *opened = g_new0(ReportOpened, 1);
    *opened = (ReportOpened){.of = model,
                             .arena = htol_arena_new(),
                             .inputs = *model->inputs,
                             .paths = g_hash_table_new(g_str_hash, g_str_equal),
                             .sums = g_ptr_array_new(),
                             .places = g_array_new(FALSE, FALSE, sizeof(guint))};
    opened->inputs.units = g_ptr_array_new();
    opened->inputs.n_dropped = 0;
    choose_files(opened, holders, chosen, first, end);
    if (opened->sums->len > 0 && !make_model(opened, error)) {
        report_files_close(opened);
        return NULL;
    }
    if (opened->model)
        replace_sums(opened);
    return opened;
}

ReportOpened *report_files_open(const ReportModel *model, const guint8 *chosen, GError **error)
{
    g_autoptr(GHashTable) holders = report_holders(model->inputs);
    return open_some(model, holders, chosen, 0, model->n_files, error);
}

static void put_sums_back(const ReportOpened *opened)
{
    for (guint i = 0; i < opened->sums->len; i++)
        opened->of->files[g_array_index(opened->places, guint, i)] = opened->sums->pdata[i];
}

static void free_opened(gpointer data)
{
    ReportOpened *opened = data;
    if (opened->model)
        report_model_free(opened->model);
    g_ptr_array_unref(opened->inputs.units);
    g_ptr_array_unref(opened->sums);
    g_array_unref(opened->places);
    g_hash_table_unref(opened->paths);
    htol_arena_free(opened->arena);
    g_free(opened);
}

void report_files_close(ReportOpened *opened)
{
    put_sums_back(opened);
    free_opened(opened);
}

gboolean report_files_keep(const ReportModel *model, const guint8 *chosen, GError **error)
{
    ReportOpened *opened = report_files_open(model, chosen, error);
    if (opened)
        report_model_keep(model, opened, free_opened);
    return opened != NULL;
}

/* All files -------------------------------------------------------------------------------------------- */

enum { AT_ONCE = 64 };

/* Where the next files begin, if AT_ONCE of those that are chosen are made again from `first` on. */
static guint end_of_some(const ReportModel *model, const guint8 *chosen, guint first)
{
    guint end = first;
    for (guint n = 0; end < model->n_files && n < AT_ONCE; end++)
        n += chosen[end] && model->files[end]->n_dropped > 0;
    return end;
}

/* Those from `first` to before `end`. */
static gboolean visit_some(const ReportModel *model, GHashTable *holders, const guint8 *chosen, guint first, guint end,
                           ReportVisitFile visit, gpointer data, GError **error)
{
    ReportOpened *opened = open_some(model, holders, chosen, first, end, error);
    if (!opened)
        return FALSE;
    for (guint i = first, k = 0; i < end; i++) {
        gboolean made = k < opened->places->len && g_array_index(opened->places, guint, k) == i;
        k += made;
        if (chosen[i])
            visit(made ? opened->model : model, model->files[i], data);
    }
    report_files_close(opened);
    return TRUE;
}

gboolean report_each_file(const ReportModel *model, const guint8 *chosen, ReportVisitFile visit, gpointer data,
                          GError **error)
{
    g_autoptr(GHashTable) holders = report_holders(model->inputs);
    g_autofree guint8 *all = g_malloc(model->n_files + 1);
    memset(all, 1, model->n_files);
    chosen = chosen ? chosen : all;
    for (guint first = 0, end; first < model->n_files; first = end) {
        end = end_of_some(model, chosen, first);
        if (!visit_some(model, holders, chosen, first, end, visit, data, error))
            return FALSE;
    }
    return TRUE;
}

gboolean report_each_telling(const ReportModel *model, guint8 what, ReportVisitFile visit, gpointer data,
                             GError **error)
{
    g_autofree guint8 *chosen = g_malloc(model->n_files + 1);
    for (guint i = 0; i < model->n_files; i++)
        chosen[i] = model->files[i]->n_dropped == 0 || (model->files[i]->tells & what) != 0;
    return report_each_file(model, chosen, visit, data, error);
}
