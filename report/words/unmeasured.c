/* Lists what cannot be judged; see unmeasured.h. */
#include "report/words/unmeasured.h"

#include "htol/base/plain.h"

const char report_unmeasured_heading[] = "cannot be judged, in no score";

/* Of one place and reason. */
typedef struct {
    char *place, *what; /* what is said before and behind the criteria */
    GString *criteria;
    HtolCriterion last; /* of them: of one criterion there may be several */
} Entry;

typedef struct {
    GPtrArray *entries; /* Entry, in the order of their first criteria */
    GHashTable *known;  /* place and what: its Entry */
} Entries;

static void free_entry(gpointer data)
{
    Entry *entry = data;
    g_free(entry->place);
    g_free(entry->what);
    g_string_free(entry->criteria, TRUE);
    g_free(entry);
}

static Entry *entry_of(const Entries *entries, char *place, char *what)
{
    g_autofree char *key = g_strconcat(place, "\n", what, NULL);
    Entry *entry = g_hash_table_lookup(entries->known, key);
    if (entry) {
        g_free(place);
        g_free(what);
        return entry;
    }
    entry = g_new(Entry, 1);
    *entry = (Entry){place, what, g_string_new(NULL), HTOL_CRITERIA};
    g_hash_table_insert(entries->known, g_steal_pointer(&key), entry);
    g_ptr_array_add(entries->entries, entry);
    return entry;
}

static void add_objective(const ReportModel *model, const ReportFunction *function, const ReportObjective *objective,
                          gpointer entries)
{
    const HtolObjective *what = objective->objective;
    if (what->user || function->skipped)
        return;
    char *place = g_strdup_printf("%s:%u:%u: in %s: ", report_objective_path(function, objective), what->line,
                                  what->column, function->function->row.name);
    char *rest = g_strdup_printf("%s%s: %s", *what->text ? " " : "", what->text, objective->why);
    Entry *entry = entry_of(entries, place, rest);
    if (entry->last == what->criterion)
        return;
    g_string_append_printf(entry->criteria, "%s%s", entry->criteria->len ? ", " : "",
                           htol_selection_name(&model->selection, what->criterion));
    entry->last = what->criterion;
}

GPtrArray *report_unmeasured(const ReportModel *model)
{
    g_autoptr(GPtrArray) array = g_ptr_array_new_with_free_func(free_entry);
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Entries entries = {array, known};
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    report_each_unmeasured(model, add_objective, &entries);
    for (guint i = 0; i < array->len; i++) {
        const Entry *entry = array->pdata[i];
        g_autofree char *line = g_strconcat(entry->place, entry->criteria->str, entry->what, NULL);
        g_ptr_array_add(lines, htol_plain(line));
    }
    return lines;
}

const char report_fallbacks_heading[] = "decisions that fell back to observed semantics";

static void add_fallbacks(const ReportFunction *function, GArray *fallbacks)
{
    const HtolFunction *rows = function->function;
    for (guint i = 0; i < rows->n_decisions; i++) {
        ReportFallback fallback = {function, rows->files[rows->decisions[i].file].path, &rows->decisions[i]};
        if (fallback.row->semantics == HTOL_DECISION_FALLBACK)
            g_array_append_val(fallbacks, fallback);
    }
}

GArray *report_fallbacks(const ReportModel *model)
{
    GArray *fallbacks = g_array_new(FALSE, FALSE, sizeof(ReportFallback));
    for (guint i = 0; i < model->n_files; i++)
        for (guint k = 0; k < model->files[i]->n_functions; k++)
            add_fallbacks(model->files[i]->functions[k], fallbacks);
    return fallbacks;
}

GPtrArray *report_fallback_lines(const ReportModel *model)
{
    g_autoptr(GArray) fallbacks = report_fallbacks(model);
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < fallbacks->len; i++) {
        const ReportFallback *fallback = &g_array_index(fallbacks, ReportFallback, i);
        const HtolRowDecision *row = fallback->row;
        g_autofree char *line = g_strdup_printf("%s:%u:%u: in %s: %s: %s %s", fallback->path, row->line, row->column,
                                                fallback->function->function->row.name, row->text, row->guarded,
                                                htol_fallback_reason(row->fallback));
        g_ptr_array_add(lines, htol_plain(line));
    }
    return lines;
}

char *report_unmeasured_more(guint lines)
{
    if (lines <= REPORT_MOST_UNMEASURED)
        return NULL;
    return g_strdup_printf("and %u more, which --uncovered and --json hold", lines - REPORT_MOST_UNMEASURED);
}
