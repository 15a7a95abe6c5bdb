/* Compares, and words what is found; see compare.h. Which objective is which is match.c's. */
#include "report/compare/compare.h"

#include <string.h>

#include "htol/base/plain.h"
#include "report/compare/match.h"

const char *const report_change_names[REPORT_CHANGES] = {"lost", "gained", "gone", "new"};

/* Criteria --------------------------------------------------------------------------------------------- */

static const ReportTotals *totals_of(const ReportSnapshot *snapshot, const char *name)
{
    const ReportSaidCriterion *criterion = report_snapshot_criterion(snapshot, name);
    return criterion ? &criterion->totals : NULL;
}

static void add_criteria(ReportComparison *comparison, const ReportSnapshot *snapshot)
{
    for (guint i = 0; i < snapshot->n_criteria; i++) {
        const ReportSaidCriterion *of = &snapshot->criteria[i];
        const ReportTotals *a = totals_of(comparison->a, of->name), *b = totals_of(comparison->b, of->name);
        comparison->same_criteria &= a && b;
        if (snapshot == comparison->a || !a)
            comparison->criteria[comparison->n_criteria++] =
                (ReportCompared){.name = of->name, .family = of->family, .a = a, .b = b};
    }
}

static ReportCompared *compared_of(const ReportComparison *comparison, const ReportSaid *said)
{
    guint i = 0;
    while (strcmp(comparison->criteria[i].name, said->criterion) != 0)
        i++;
    return &comparison->criteria[i];
}

/* Changes ---------------------------------------------------------------------------------------------- */

static gboolean is_covered(const ReportSaid *said)
{
    return said && said->status == REPORT_COVERED;
}

static ReportChangeKind kind_of(const ReportSaid *a, const ReportSaid *b)
{
    if (!a || !b)
        return a ? REPORT_GONE : REPORT_NEW;
    return is_covered(a) ? REPORT_LOST : REPORT_GAINED;
}

/* Whether nothing became of it. What is excluded by now, or cannot be, is asked for no more: it is not lost. */
static gboolean is_unchanged(const ReportSaid *a, const ReportSaid *b)
{
    if (!a || !b)
        return FALSE;
    gboolean is_asked = b->status != REPORT_EXCLUDED && b->status != REPORT_INFEASIBLE;
    return is_covered(a) == is_covered(b) || (is_covered(a) && !is_asked);
}

static void add_pair(ReportComparison *comparison, const ReportSaid *a, const ReportSaid *b, GArray *changes)
{
    ReportCompared *compared = compared_of(comparison, a ? a : b);
    if (!compared->a || !compared->b)
        return;
    if (is_unchanged(a, b)) {
        compared->both += is_covered(b);
        return;
    }
    const ReportChange change = {kind_of(a, b), a, b};
    compared->changes[change.kind]++;
    comparison->counts[change.kind]++;
    compared->gone_covered += !b && is_covered(a);
    compared->new_covered += !a && is_covered(b);
    g_array_append_val(changes, change);
}

/* Of each objective of B its counterpart in A. */
static const ReportSaid **turned_round(const ReportComparison *comparison, const guint *match)
{
    const ReportSaid **counterpart = g_new0(const ReportSaid *, MAX(comparison->b->n_objectives, 1));
    for (guint i = 0; i < comparison->a->n_objectives; i++)
        if (match[i] != REPORT_NO_MATCH)
            counterpart[match[i]] = &comparison->a->objectives[i];
    return counterpart;
}

static void sort_changes(ReportComparison *comparison, const GArray *changes)
{
    comparison->changes = g_new(ReportChange, MAX(changes->len, 1));
    for (guint kind = 0; kind < REPORT_CHANGES; kind++)
        for (guint i = 0; i < changes->len; i++)
            if (g_array_index(changes, ReportChange, i).kind == kind)
                comparison->changes[comparison->n_changes++] = g_array_index(changes, ReportChange, i);
}

static void find_changes(ReportComparison *comparison)
{
    const ReportSnapshot *a = comparison->a, *b = comparison->b;
    g_autoptr(GArray) changes = g_array_new(FALSE, FALSE, sizeof(ReportChange));
    g_autofree guint *match = report_match(a, b);
    g_autofree const ReportSaid **counterpart = turned_round(comparison, match);
    for (guint i = 0; i < b->n_objectives; i++)
        add_pair(comparison, counterpart[i], &b->objectives[i], changes);
    for (guint i = 0; i < a->n_objectives; i++)
        if (match[i] == REPORT_NO_MATCH)
            add_pair(comparison, &a->objectives[i], NULL, changes);
    sort_changes(comparison, changes);
}

/* Where all is covered --------------------------------------------------------------------------------- */

static char *function_of(const ReportSaid *said)
{
    return *said->function ? g_strdup_printf("%s\n%s\n%s", said->path, said->function, said->hash) : NULL;
}

static gboolean is_wanted(const ReportSaid *said)
{
    return said->status == REPORT_COVERED || said->status == REPORT_UNCOVERED;
}

/* Functions of which something is asked: TRUE as a pointer if all of it is covered. */
static GHashTable *covered_functions(const ReportSnapshot *snapshot)
{
    GHashTable *functions = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < snapshot->n_objectives; i++) {
        const ReportSaid *said = &snapshot->objectives[i];
        char *key = is_wanted(said) ? function_of(said) : NULL;
        gpointer known = NULL;
        if (key && !g_hash_table_lookup_extended(functions, key, NULL, &known))
            known = GINT_TO_POINTER(TRUE);
        if (key)
            g_hash_table_replace(functions, key, GINT_TO_POINTER(known && is_covered(said)));
    }
    return functions;
}

static ReportWhereAll where_all(const ReportSnapshot *covers, const ReportSnapshot *asks)
{
    ReportWhereAll found = {0};
    g_autoptr(GHashTable) functions = covered_functions(covers);
    g_autoptr(GHashTable) met = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < asks->n_objectives; i++) {
        const ReportSaid *said = &asks->objectives[i];
        g_autofree char *key = is_wanted(said) ? function_of(said) : NULL;
        if (!key || !g_hash_table_lookup(functions, key))
            continue;
        report_totals_count(&found.totals, said->status);
        g_hash_table_add(met, g_steal_pointer(&key));
    }
    found.functions = g_hash_table_size(met);
    return found;
}

/* The whole -------------------------------------------------------------------------------------------- */

ReportComparison *report_comparison_new(const ReportSnapshot *a, const char *a_name, const ReportSnapshot *b,
                                        const char *b_name)
{
    ReportComparison *comparison = g_new0(ReportComparison, 1);
    *comparison = (ReportComparison){.a = a, .a_name = a_name, .b = b, .b_name = b_name, .same_criteria = TRUE};
    comparison->criteria = g_new0(ReportCompared, MAX(a->n_criteria + b->n_criteria, 1));
    add_criteria(comparison, a);
    add_criteria(comparison, b);
    find_changes(comparison);
    if (comparison->same_criteria)
        return comparison;
    comparison->of_b = where_all(a, b);
    comparison->of_a = where_all(b, a);
    return comparison;
}

void report_comparison_free(ReportComparison *comparison)
{
    g_free(comparison->criteria);
    g_free(comparison->changes);
    g_free(comparison);
}

/* Words ------------------------------------------------------------------------------------------------ */

gboolean report_compared_is_shown(const ReportCompared *compared)
{
    guint objectives = 0;
    objectives += compared->a ? compared->a->objectives + compared->a->unmeasured : 0;
    objectives += compared->b ? compared->b->objectives + compared->b->unmeasured : 0;
    return objectives > 0;
}

char *report_compared_difference(const ReportCompared *compared)
{
    int a = compared->a ? report_score(compared->a) : -1, b = compared->b ? report_score(compared->b) : -1;
    if (a < 0 || b < 0)
        return g_strdup("");
    return g_strdup_printf("%s%d.%d", b > a ? "+" : b < a ? "-" : "", ABS(b - a) / 10, ABS(b - a) % 10);
}

char *report_change_place(const ReportChange *change)
{
    const ReportSaid *said = change->b ? change->b : change->a;
    g_autofree char *place = g_strdup_printf("%s:%u:%u", said->where, said->line, said->column);
    return htol_plain(place);
}

/* ", covered by test a" */
static void append_tests(const ReportSnapshot *snapshot, const ReportSaid *said, const char *before, GString *out)
{
    g_autofree char *tests = is_covered(said) ? report_said_tests(snapshot, said) : NULL;
    if (tests && *tests)
        g_string_append_printf(out, "%s%s", before, tests);
}

/* "now uncovered (why)" */
static void append_status(const ReportSnapshot *snapshot, const ReportSaid *said, const char *before, GString *out)
{
    g_autofree char *why = is_covered(said) ? g_strdup("") : report_said_why(snapshot, said);
    g_string_append_printf(out, "%s%s%s%s", before, report_status_names[said->status], *why ? ": " : "", why);
}

char *report_change_text(const ReportComparison *comparison, const ReportChange *change)
{
    const ReportSaid *said = change->b ? change->b : change->a;
    g_autofree char *named = report_said_text(change->b ? comparison->b : comparison->a, said);
    GString *text = g_string_new(named);
    append_status(change->b ? comparison->b : comparison->a, said, change->b ? " is " : " was ", text);
    append_tests(change->b ? comparison->b : comparison->a, said, " by ", text);
    if (change->kind == REPORT_LOST) {
        g_string_append(text, "; it was covered");
        append_tests(comparison->a, change->a, " by ", text);
    }
    return g_string_free(text, FALSE);
}

static gboolean is_unmeasured(const ReportSnapshot *snapshot, const char *path)
{
    return g_ptr_array_find_with_equal_func(snapshot->unmeasured, path, g_str_equal, NULL);
}

static char *unmeasured_words(const char *side, const char *path)
{
    g_autofree char *words = g_strdup_printf("%s was not measured in %s: it was compiled without coverage", path, side);
    return htol_plain(words);
}

static void add_unmeasured(GPtrArray *remarks, const char *side, const ReportSnapshot *snapshot)
{
    for (guint i = 0; i < snapshot->unmeasured->len; i++)
        g_ptr_array_add(remarks, unmeasured_words(side, snapshot->unmeasured->pdata[i]));
}

char *report_comparison_lost(const ReportComparison *comparison)
{
    guint lost = comparison->counts[REPORT_LOST];
    if (lost)
        return g_strdup_printf("%u objectives that A covers are not covered in B", lost);
    for (guint i = 0; i < comparison->b->unmeasured->len; i++)
        if (!is_unmeasured(comparison->a, comparison->b->unmeasured->pdata[i]))
            return unmeasured_words("B", comparison->b->unmeasured->pdata[i]);
    return NULL;
}

static char *where_words(const ReportWhereAll *where, const char *covers, const char *asks)
{
    g_autofree char *score = report_score_text(&where->totals);
    return g_strdup_printf(
        "In %u functions %s covers all that it asks: of what %s asks there, %u of %u are covered (%s).",
        where->functions, covers, asks, where->totals.covered, report_wanted(&where->totals), score);
}

GPtrArray *report_comparison_remarks(const ReportComparison *comparison)
{
    GPtrArray *remarks = g_ptr_array_new_with_free_func(g_free);
    add_unmeasured(remarks, "A", comparison->a);
    add_unmeasured(remarks, "B", comparison->b);
    if (strcmp(comparison->a->semantics, comparison->b->semantics) != 0)
        g_ptr_array_add(remarks,
                        g_strdup("A and B were recorded in different semantics: what is gained or lost may be due "
                                 "to that alone."));
    if (comparison->same_criteria)
        return remarks;
    g_ptr_array_add(remarks, where_words(&comparison->of_b, "A", "B"));
    g_ptr_array_add(remarks, where_words(&comparison->of_a, "B", "A"));
    return remarks;
}
