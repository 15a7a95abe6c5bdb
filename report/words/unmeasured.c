/* Lists what cannot be judged; see unmeasured.h. */
#include "report/words/unmeasured.h"

#include "report/judge/each.h"
#include "report/make/opened.h"

#include <string.h>

#include "htol/base/plain.h"

const char report_unmeasured_heading[] = "cannot be judged, in no score";

typedef struct {
    GPtrArray *entries; /* ReportUnjudged, in the order of their first criteria */
    GHashTable *known;  /* place and what: its ReportUnjudged */
} Entries;

static void free_unjudged(gpointer data)
{
    ReportUnjudged *unjudged = data;
    g_free(unjudged->path);
    g_free(unjudged->function);
    g_free(unjudged->text);
    g_free(unjudged->why);
    g_string_free(unjudged->criteria, TRUE);
    g_free(unjudged);
}

static ReportUnjudged *entry_of(const Entries *entries, const ReportFunction *function,
                                const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    const char *path = report_objective_path(function, objective), *name = function->function->row.name;
    char *key =
        g_strdup_printf("%s\n%u\n%u\n%s\n%s\n%s", path, what->line, what->column, name, what->text, objective->why);
    ReportUnjudged *entry = g_hash_table_lookup(entries->known, key);
    if (entry) {
        g_free(key);
        return entry;
    }
    entry = g_new(ReportUnjudged, 1);
    *entry = (ReportUnjudged){g_strdup(path),     what->line,           what->column,
                              g_strdup(name),     g_strdup(what->text), g_strdup(objective->why),
                              g_string_new(NULL), HTOL_CRITERIA};
    g_hash_table_insert(entries->known, key, entry);
    g_ptr_array_add(entries->entries, entry);
    return entry;
}

static void add_objective(const ReportModel *model, const ReportFunction *function, const ReportObjective *objective,
                          gpointer entries)
{
    const HtolObjective *what = objective->objective;
    if (what->user || function->skipped)
        return;
    ReportUnjudged *entry = entry_of(entries, function, objective);
    if (entry->last == what->criterion)
        return;
    g_string_append_printf(entry->criteria, "%s%s", entry->criteria->len ? ", " : "",
                           htol_selection_name(&model->selection, what->criterion));
    entry->last = what->criterion;
}

/* A ReportVisitFile. */
static void add_file(const ReportModel *of, const ReportFile *file, gpointer entries)
{
    report_each_unmeasured_in(of, file, add_objective, entries);
}

/* What is lost with a table that is gone by now, is named where other lists lose it, too. */
GPtrArray *report_unjudged(const ReportModel *model)
{
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Entries entries = {g_ptr_array_new_with_free_func(free_unjudged), known};
    report_each_telling(model, REPORT_TELLS_UNJUDGED, add_file, &entries, NULL);
    return entries.entries;
}

GPtrArray *report_unmeasured(const ReportModel *model)
{
    g_autoptr(GPtrArray) unjudged = report_unjudged(model);
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < unjudged->len; i++) {
        const ReportUnjudged *entry = unjudged->pdata[i];
        g_autofree char *line =
            g_strdup_printf("%s:%u:%u: in %s: %s%s%s: %s", entry->path, entry->line, entry->column, entry->function,
                            entry->criteria->str, *entry->text ? " " : "", entry->text, entry->why);
        g_ptr_array_add(lines, htol_plain(line));
    }
    return lines;
}

/* Reasons that need other words where they are said of several places. */
static const struct {
    const char *why, *plain;
} reasons[] = {
    {"nothing may be inserted into its text", "the compiler must see the text as it was written"},
    {"not measured: loops, and so no end of paths", "the functions have loops, so their paths have no end"},
};

char *report_unjudged_reason(const char *why)
{
    static const char prefix[] = "not measured: ";
    for (guint i = 0; i < G_N_ELEMENTS(reasons); i++)
        if (g_str_equal(reasons[i].why, why))
            return g_strdup(reasons[i].plain);
    return htol_plain(g_str_has_prefix(why, prefix) ? why + strlen(prefix) : why);
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

void report_fallbacks_add(const ReportFile *file, GArray *fallbacks)
{
    for (guint i = 0; i < file->n_functions; i++)
        add_fallbacks(file->functions[i], fallbacks);
}

/* A ReportVisitFile. */
static void add_fallback_lines(const ReportModel *of, const ReportFile *file, gpointer lines)
{
    (void)of;
    g_autoptr(GArray) fallbacks = g_array_new(FALSE, FALSE, sizeof(ReportFallback));
    report_fallbacks_add(file, fallbacks);
    for (guint i = 0; i < fallbacks->len; i++) {
        const ReportFallback *fallback = &g_array_index(fallbacks, ReportFallback, i);
        const HtolRowDecision *row = fallback->row;
        g_autofree char *line = g_strdup_printf("%s:%u:%u: in %s: %s: %s %s", fallback->path, row->line, row->column,
                                                fallback->function->function->row.name, row->text, row->guarded,
                                                htol_fallback_reason(row->fallback));
        g_ptr_array_add(lines, htol_plain(line));
    }
}

GPtrArray *report_fallback_lines(const ReportModel *model)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    if (!report_each_telling(model, REPORT_TELLS_FALLBACKS, add_fallback_lines, lines, &error))
        g_ptr_array_add(lines, htol_plain(error->message));
    return lines;
}

char *report_unmeasured_more(guint lines)
{
    if (lines <= REPORT_MOST_UNMEASURED)
        return NULL;
    return g_strdup_printf("and %u more, which --uncovered and --json hold", lines - REPORT_MOST_UNMEASURED);
}
