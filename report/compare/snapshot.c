/* Snapshots of models, and what both kinds have in common; see snapshot.h. Reading files is
 * snapshot_read.c's. */
#include "report/compare/snapshot.h"

#include <string.h>

#include "htol/base/plain.h"
#include "report/judge/objectives.h"
#include "report/model/tests.h"

static const char *valid_copy(HtolArena *arena, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    return htol_arena_strndup(arena, valid, strlen(valid));
}

static const char *source_of(const ReportSnapshot *snapshot, const ReportFunction *function,
                             const ReportObjective *objective)
{
    if (*objective->objective->text)
        return "";
    g_autofree char *line = report_line_text(snapshot->words, function, objective);
    return htol_arena_strndup(snapshot->arena, line, strlen(line));
}

static ReportSaid said_of(const ReportSnapshot *snapshot, const ReportFunction *function,
                          const ReportObjective *objective)
{
    HtolArena *arena = snapshot->arena;
    const ReportModel *model = snapshot->model;
    const HtolObjective *what = objective->objective;
    const HtolRowFunction *row = &function->function->row;
    g_autofree char *id = report_objective_id(model, function, objective);
    const char *hash = *row->hash ? function->id + strlen(function->path) + strlen(row->name) + 2 : "";
    return (ReportSaid){.id = valid_copy(arena, id),
                        .path = valid_copy(arena, function->path),
                        .function = valid_copy(arena, row->name),
                        .hash = hash,
                        .criterion = htol_selection_name(&model->selection, what->criterion),
                        .place = valid_copy(arena, what->id),
                        .where = valid_copy(arena, report_objective_path(function, objective)),
                        .line = what->line,
                        .column = what->column,
                        .start = row->line,
                        .source = source_of(snapshot, function, objective),
                        .text = valid_copy(arena, what->text),
                        .level = what->level,
                        .value = what->value,
                        .status = objective->status,
                        .of = function};
}

static void add_function(const ReportSnapshot *snapshot, const ReportFunction *function, GArray *all)
{
    const ReportObjectives *objectives = report_words_objectives(snapshot->words, function);
    for (guint i = 0; i < objectives->n; i++) {
        ReportSaid said = said_of(snapshot, function, &objectives->list[i]);
        said.index = i;
        g_array_append_val(all, said);
    }
}

static void add_objectives(ReportSnapshot *snapshot, const ReportModel *model)
{
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(ReportSaid));
    for (guint i = 0; i < model->n_files; i++) {
        const ReportFile *file = model->files[i];
        for (guint k = 0; k < file->n_functions; k++)
            add_function(snapshot, file->functions[k], all);
        if (file->outside)
            add_function(snapshot, file->outside, all);
    }
    snapshot->n_objectives = all->len;
    snapshot->objectives = htol_arena_memdup(snapshot->arena, all->data, all->len * sizeof(ReportSaid));
}

ReportSnapshot *report_snapshot_new(const ReportModel *model)
{
    ReportSnapshot *snapshot = g_new0(ReportSnapshot, 1);
    *snapshot = (ReportSnapshot){
        .arena = htol_arena_new(), .semantics = model->semantics, .unmeasured = g_ptr_array_new(), .model = model};
    for (guint i = 0; i < model->n_files; i++)
        if (model->files[i]->unmeasured)
            g_ptr_array_add(snapshot->unmeasured, (gpointer)model->files[i]->path);
    snapshot->words = report_words_new(model);
    snapshot->criteria = htol_arena_new0(snapshot->arena, ReportSaidCriterion, HTOL_CRITERIA);
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (model->selection.wanted[i])
            snapshot->criteria[snapshot->n_criteria++] = (ReportSaidCriterion){
                htol_selection_name(&model->selection, i), htol_criteria[i].family, model->totals[i]};
    add_objectives(snapshot, model);
    return snapshot;
}

void report_snapshot_free(ReportSnapshot *snapshot)
{
    g_clear_pointer(&snapshot->words, report_words_free);
    g_ptr_array_unref(snapshot->unmeasured);
    htol_arena_free(snapshot->arena);
    g_free(snapshot);
}

const ReportSaidCriterion *report_snapshot_criterion(const ReportSnapshot *snapshot, const char *name)
{
    for (guint i = 0; i < snapshot->n_criteria; i++)
        if (strcmp(snapshot->criteria[i].name, name) == 0)
            return &snapshot->criteria[i];
    return NULL;
}

const ReportObjective *report_said_objective(const ReportSnapshot *snapshot, const ReportSaid *said)
{
    return &report_words_objectives(snapshot->words, said->of)->list[said->index];
}

char *report_said_why(const ReportSnapshot *snapshot, const ReportSaid *said)
{
    g_autofree char *why =
        said->of ? report_why(snapshot->words, said->of, report_said_objective(snapshot, said)) : g_strdup(said->why);
    return htol_plain(why);
}

char *report_said_tests(const ReportSnapshot *snapshot, const ReportSaid *said)
{
    return said->of ? report_witness_words(snapshot->model, report_said_objective(snapshot, said))
                    : htol_plain(said->tests);
}

char *report_said_spelled(const ReportSnapshot *snapshot, const ReportSaid *said)
{
    if (!*said->text)
        return g_strdup(said->source);
    return said->of ? report_objective_text(snapshot->words, said->of, report_said_objective(snapshot, said))
                    : g_strdup(said->spelled);
}

char *report_said_text(const ReportSnapshot *snapshot, const ReportSaid *said)
{
    g_autofree char *text = report_said_spelled(snapshot, said);
    g_autofree char *named = report_named(said->criterion, text, said->value, said->level);
    return htol_plain(named);
}
