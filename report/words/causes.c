/* Puts uncovered objectives together that lack the same; see causes.h. */
#include "report/words/causes.h"

#include "report/words/wanted.h"

typedef struct {
    ReportVisitCause visit;
    gpointer data;
    ReportWords *words;
    ReportWanted *wanted;
    const ReportFunction *function; /* whose causes are gathered; NULL: none */
    GPtrArray *causes;              /* ReportCause, in the order of their first objectives */
    GHashTable *known;              /* what is lacking, and where: its ReportCause */
} Causes;

static void free_cause(gpointer data)
{
    ReportCause *cause = data;
    g_free(cause->id);
    g_free(cause->sentence);
    g_array_unref(cause->criteria);
    g_free(cause);
}

/* The same vectors of a decision are the same pointers. NULL: none are known. */
static char *key_of_decision(const Causes *causes, const HtolObjective *what)
{
    if (report_words_seen(causes->words, causes->function, what->site.index).rows == 0)
        return g_strdup_printf("decision %u", what->site.index);
    HtolMissingVectors lacks = report_wanted_vectors(causes->wanted, causes->function, what);
    if (lacks.n_new == 0)
        return NULL;
    return g_strdup_printf("decision %u %p %p", what->site.index, (gconstpointer)lacks.vectors[0],
                           (gconstpointer)lacks.vectors[1]);
}

/* What lacks the same at the same place has the same; to be freed. */
static char *key_of(const Causes *causes, const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    char *key = NULL;
    if (what->site.kind == HTOL_SITE_DECISION && !what->user && !what->is_cut)
        key = key_of_decision(causes, what);
    if (what->site.kind == HTOL_SITE_BLOCK && !what->user)
        key = g_strdup_printf("line %u %u", what->file, what->line);
    if (key)
        return key;
    g_autofree char *why = report_why(causes->words, causes->function, objective);
    return g_strdup_printf("%u:%u:%u:%s:%d:%s", what->file, what->line, what->column, what->text, what->value, why);
}

static ReportCause *add_cause(const Causes *causes, const ReportModel *model, const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    ReportCause *cause = g_new(ReportCause, 1);
    *cause = (ReportCause){.function = causes->function,
                           .criterion = what->criterion,
                           .path = report_objective_path(causes->function, objective),
                           .line = what->line,
                           .column = what->column,
                           .id = report_objective_id(model, causes->function, objective),
                           .sentence = report_sentence(causes->words, model, causes->function, objective),
                           .criteria = g_array_new(FALSE, FALSE, sizeof(HtolCriterion))};
    g_ptr_array_add(causes->causes, cause);
    return cause;
}

static void add_criterion(ReportCause *cause, HtolCriterion criterion)
{
    gboolean known = criterion == cause->criterion;
    for (guint i = 0; i < cause->criteria->len; i++)
        known |= g_array_index(cause->criteria, HtolCriterion, i) == criterion;
    if (!known)
        g_array_append_val(cause->criteria, criterion);
}

static void visit_causes(const ReportModel *model, Causes *causes)
{
    for (guint i = 0; i < causes->causes->len; i++)
        causes->visit(model, causes->causes->pdata[i], causes->data);
    g_hash_table_remove_all(causes->known);
    g_ptr_array_set_size(causes->causes, 0);
}

static void add_objective(const ReportModel *model, const ReportFunction *function, const ReportObjective *objective,
                          gpointer data)
{
    Causes *causes = data;
    if (function != causes->function)
        visit_causes(model, causes);
    causes->function = function;
    char *key = key_of(causes, objective);
    ReportCause *cause = g_hash_table_lookup(causes->known, key);
    if (!cause)
        cause = add_cause(causes, model, objective);
    g_hash_table_insert(causes->known, key, cause);
    add_criterion(cause, objective->objective->criterion);
    cause->count++;
}

void report_each_cause(const ReportModel *model, ReportVisitCause visit, gpointer data)
{
    g_autoptr(ReportWords) words = report_words_new();
    g_autoptr(ReportWanted) wanted = report_wanted_new(words);
    g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(free_cause);
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Causes causes = {visit, data, words, wanted, NULL, list, known};
    report_each_uncovered(model, add_objective, &causes);
    visit_causes(model, &causes);
}

char *report_cause_text(const ReportModel *model, const ReportCause *cause)
{
    GString *text = g_string_new(cause->sentence);
    if (cause->count > 1)
        g_string_append_printf(text, " (and %u more objectives there%s", cause->count - 1,
                               cause->criteria->len > 0 ? ": " : "");
    for (guint i = 0; i < cause->criteria->len; i++) {
        HtolCriterion criterion = g_array_index(cause->criteria, HtolCriterion, i);
        g_string_append_printf(text, "%s%s", i ? ", " : "", htol_selection_name(&model->selection, criterion));
    }
    g_string_append(text, cause->count > 1 ? ")" : "");
    return g_string_free(text, FALSE);
}
