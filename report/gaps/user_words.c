/* Lists users' objectives and puts what was recorded into words; see user_words.h. */
#include "report/gaps/user_words.h"

#include "htol/base/plain.h"
#include "report/judge/objectives.h"

enum { MOST_ENVIRONMENTS = 3 }; /* of each label */

/* Lists -------------------------------------------------------------------------------------------------- */

/* Kept in the model's arena, where all is that they point to. */
static void list_function(GArray *entries, const ReportModel *model, guint file, const ReportFunction *function)
{
    if (!function || function->users.count == 0)
        return;
    g_autoptr(ReportObjectives) objectives = report_objectives(model, function);
    for (guint i = 0; i < objectives->n; i++) {
        if (objectives->list[i].objective->criterion != HTOL_CRIT_user)
            continue;
        ReportObjective *copy = htol_arena_memdup(model->arena, &objectives->list[i], sizeof *copy);
        copy->objective = htol_arena_memdup(model->arena, copy->objective, sizeof *copy->objective);
        g_array_append_val(entries, ((ReportUserEntry){file, function, copy}));
    }
}

static void add_status(GArray *entries, const GArray *all, ReportStatus status)
{
    for (guint i = 0; i < all->len; i++)
        if (g_array_index(all, ReportUserEntry, i).objective->status == status)
            g_array_append_val(entries, g_array_index(all, ReportUserEntry, i));
}

GArray *report_user_entries(const ReportModel *model)
{
    static const ReportStatus order[] = {REPORT_UNCOVERED, REPORT_UNMEASURED, REPORT_EXCLUDED, REPORT_COVERED};
    GArray *entries = g_array_new(FALSE, FALSE, sizeof(ReportUserEntry));
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(ReportUserEntry));
    for (guint i = 0; i < model->n_files; i++) {
        const ReportFile *file = model->files[i];
        for (guint k = 0; k < file->n_functions; k++)
            list_function(all, model, i, file->functions[k]);
        list_function(all, model, i, file->outside);
    }
    for (guint i = 0; i < G_N_ELEMENTS(order); i++)
        add_status(entries, all, order[i]);
    return entries;
}

char *report_user_place(const ReportUserEntry *entry)
{
    g_autofree char *path = htol_plain(report_objective_path(entry->function, entry->objective));
    return g_strdup_printf("%s:%u", path, entry->objective->objective->line);
}

/* Evidence ----------------------------------------------------------------------------------------------- */

static void append_environment(const HtolUserRelation *relation, gsize row, GString *out)
{
    const HtolRelation *all = &relation->relation;
    g_string_append(out, row == 0 ? ":" : ";");
    htol_environment_print(relation->member, all->values + row * all->columns, out);
}

void report_user_recorded(const HtolUserRelation *relation, GString *out)
{
    gsize rows = relation->relation.rows;
    g_string_append_printf(out, "%s: ", relation->name);
    if (rows == 0 || relation->relation.columns == 0) {
        const char *none = relation->lossy ? "covered, but there was no room for its environments" : "not covered";
        g_string_append(out, rows == 0 ? none : "covered");
        return;
    }
    g_string_append_printf(out, "%" G_GSIZE_FORMAT " environment%s", rows, rows == 1 ? "" : "s");
    for (gsize i = 0; i < MIN(rows, MOST_ENVIRONMENTS); i++)
        append_environment(relation, i, out);
    g_string_append(out, rows > MOST_ENVIRONMENTS ? "; ..." : "");
}

static void append_recorded(const HtolUserObjective *user, GString *out)
{
    for (guint i = 0; i < user->n_relations; i++) {
        g_string_append(out, i > 0 ? ", " : "");
        report_user_recorded(user->relations[i], out);
    }
}

char *report_user_evidence(const ReportObjective *objective)
{
    g_autoptr(GString) text = g_string_new(objective->why);
    if (objective->status == REPORT_COVERED)
        htol_witness_print(&objective->objective->user->verdict, text);
    else if (objective->status == REPORT_UNCOVERED)
        append_recorded(objective->objective->user, text);
    return htol_plain(text->str);
}
