/* Makes files again from models of their units alone; see opened.h. */
#include "report/model/opened.h"

#include <string.h>

#include "report/model/make.h"
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

static void choose_paths(ReportOpened *opened, const guint8 *chosen)
{
    for (guint i = 0; i < opened->of->n_files; i++) {
        if (!chosen[i] || opened->of->files[i]->n_dropped == 0)
            continue;
        g_hash_table_add(opened->paths, (gpointer)opened->of->files[i]->path);
        g_ptr_array_add(opened->sums, opened->of->files[i]);
        g_array_append_val(opened->places, i);
    }
}

static gboolean has_chosen(const ReportOpened *opened, const ReportUnit *unit)
{
    for (guint i = 0; i < unit->n_paths; i++)
        if (g_hash_table_contains(opened->paths, unit->paths[i]))
            return TRUE;
    return FALSE;
}

static gboolean read_unit(ReportOpened *opened, const ReportUnit *unit, GError **error)
{
    ReportUnit *whole = htol_arena_memdup(opened->arena, unit, sizeof *unit);
    whole->table = report_unit_table(opened->arena, unit, error);
    whole->place = NULL;
    g_ptr_array_add(opened->inputs.units, whole);
    return whole->table != NULL;
}

static gboolean read_units(ReportOpened *opened, GError **error)
{
    const GPtrArray *units = opened->of->inputs->units;
    for (guint i = 0; i < units->len; i++)
        if (has_chosen(opened, units->pdata[i]) && !read_unit(opened, units->pdata[i], error))
            return FALSE;
    return TRUE;
}

/* What is of all files. */
static void give_whole(const ReportModel *whole, ReportModel *part)
{
    memcpy(part->totals, whole->totals, sizeof part->totals);
    part->found = whole->found;
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
    opened->model = read_units(opened, error) ? report_model_new(&opened->inputs, &request, error) : NULL;
    if (opened->model)
        give_whole(opened->of, opened->model);
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

ReportOpened *report_files_open(const ReportModel *model, const guint8 *chosen, GError **error)
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
    choose_paths(opened, chosen);
    if (opened->sums->len > 0 && !make_model(opened, error)) {
        report_files_close(opened);
        return NULL;
    }
    if (opened->model)
        replace_sums(opened);
    return opened;
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

/* Chooses files from `first` on, at most AT_ONCE that have dropped functions. Returns where the next ones begin. */
static guint choose_next(const ReportModel *model, guint first, guint8 *chosen)
{
    guint end = first;
    memset(chosen, 0, model->n_files);
    for (guint n = 0; end < model->n_files && n < AT_ONCE; end++) {
        chosen[end] = model->files[end]->n_dropped > 0;
        n += chosen[end];
    }
    return end;
}

gboolean report_each_file(const ReportModel *model, ReportVisitFile visit, gpointer data, GError **error)
{
    g_autofree guint8 *chosen = g_malloc(model->n_files + 1);
    for (guint first = 0, end; first < model->n_files; first = end) {
        end = choose_next(model, first, chosen);
        ReportOpened *opened = report_files_open(model, chosen, error);
        if (!opened)
            return FALSE;
        for (guint i = first; i < end; i++)
            visit(chosen[i] ? opened->model : model, model->files[i], data);
        report_files_close(opened);
    }
    return TRUE;
}
