/* Lists users' objectives and puts what was recorded into words; see user_words.h. */
#include "report/user_words.h"

#include "report/renderers.h"

enum { MOST_ENVIRONMENTS = 3 }; /* of each label */

/* Lists -------------------------------------------------------------------------------------------------- */

static void list_function(GArray *entries, guint file, const ReportFunction *function, ReportStatus status)
{
    for (guint i = 0; function && i < function->n_objectives; i++) {
        const ReportUserEntry entry = {file, function, &function->objectives[i]};
        if (entry.objective->objective->criterion == HTOL_CRIT_user && entry.objective->status == status)
            g_array_append_val(entries, entry);
    }
}

static void list_status(GArray *entries, const ReportModel *model, ReportStatus status)
{
    for (guint i = 0; i < model->n_files; i++) {
        const ReportFile *file = model->files[i];
        for (guint j = 0; j < file->n_functions; j++)
            list_function(entries, i, file->functions[j], status);
        list_function(entries, i, file->outside, status);
    }
}

GArray *report_user_entries(const ReportModel *model)
{
    GArray *entries = g_array_new(FALSE, FALSE, sizeof(ReportUserEntry));
    if (model->totals[HTOL_CRIT_user].objectives + model->totals[HTOL_CRIT_user].unmeasured == 0)
        return entries;
    list_status(entries, model, REPORT_UNCOVERED);
    list_status(entries, model, REPORT_UNMEASURED);
    list_status(entries, model, REPORT_EXCLUDED);
    list_status(entries, model, REPORT_COVERED);
    return entries;
}

char *report_user_place(const ReportUserEntry *entry)
{
    g_autofree char *path = report_plain(report_objective_path(entry->function, entry->objective));
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
        const char *none =
            relation->lossy ? "covered, but there was no room for its environments" : "not covered";
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
    return report_plain(text->str);
}
