/* Groups changes by their cause; see grouped.h. */
#include "report/compare/grouped.h"

#include <string.h>

const ReportSaid *report_change_said(const ReportChange *change)
{
    return change->b ? change->b : change->a;
}

static const ReportSaid *said_at(const ReportGrouped *grouped, guint at)
{
    return report_change_said(grouped->changes->pdata[at]);
}

/* ---- in the order of the text ---- */

static int compare_functions(const ReportSaid *one, const ReportSaid *other)
{
    int order = strcmp(one->path, other->path);
    if (order == 0)
        order = (one->start > other->start) - (one->start < other->start);
    return order ? order : strcmp(one->function, other->function);
}

static int compare_changes(gconstpointer left, gconstpointer right)
{
    const ReportSaid *one = report_change_said(*(const ReportChange *const *)left);
    const ReportSaid *other = report_change_said(*(const ReportChange *const *)right);
    int order = compare_functions(one, other);
    if (order == 0)
        order = (one->line > other->line) - (one->line < other->line);
    return order ? order : (one > other) - (one < other);
}

/* ---- what tells most ---- */

typedef enum { CALLED, RUN, VALUE, TAKEN, DECIDES, COMBINED, OTHER } Topic;

static Topic topic_of(const ReportSaid *said)
{
    static const struct {
        const char *criterion;
        Topic topic;
    } known[] = {{"FC", CALLED}, {"STMT", RUN},     {"BBC", RUN},      {"DC", VALUE},     {"BC", TAKEN},
                 {"CC", VALUE},  {"CACC", DECIDES}, {"RACC", DECIDES}, {"GACC", DECIDES}, {"MCC", COMBINED}};
    for (guint i = 0; i < G_N_ELEMENTS(known); i++)
        if (strcmp(known[i].criterion, said->criterion) == 0)
            return known[i].topic == TAKEN && said->value >= 0 ? VALUE : known[i].topic;
    return OTHER;
}

/* The end of those that stand in one line of a function. */
static guint end_of_line(const ReportGrouped *grouped, guint first)
{
    guint end = first + 1;
    while (end < grouped->changes->len && said_at(grouped, end)->line == said_at(grouped, first)->line &&
           compare_functions(said_at(grouped, end), said_at(grouped, first)) == 0)
        end++;
    return end;
}

static const ReportSaid *best_of(const ReportGrouped *grouped, guint first, guint end)
{
    const ReportSaid *best = said_at(grouped, first);
    for (guint i = first + 1; i < end; i++)
        if (topic_of(said_at(grouped, i)) < topic_of(best))
            best = said_at(grouped, i);
    return best;
}

static gboolean has_both_values(const ReportGrouped *grouped, guint first, guint end, const ReportSaid *said)
{
    for (guint i = first; i < end; i++) {
        const ReportSaid *other = said_at(grouped, i);
        if (said->value >= 0 && other->value == !said->value && strcmp(other->criterion, said->criterion) == 0 &&
            other->column == said->column && strcmp(other->text, said->text) == 0)
            return TRUE;
    }
    return FALSE;
}

/* ---- groups ---- */

/* Whether what changed in a line follows from the group before it: the line did not run, or does not any more. */
static gboolean follows(const ReportGroup *group, const ReportSaid *said)
{
    if (!group || compare_functions(group->said, said) != 0)
        return FALSE;
    return topic_of(group->said) == CALLED || topic_of(said) == RUN;
}

static void add_lines(ReportGroup *group, const ReportSaid *said)
{
    if (topic_of(said) != RUN)
        return;
    group->from = group->from ? MIN(group->from, said->line) : said->line;
    group->to = MAX(group->to, said->line);
}

static void group_changes(ReportGrouped *grouped, ReportChangeKind kind)
{
    for (guint first = 0, end; first < grouped->changes->len; first = end) {
        end = end_of_line(grouped, first);
        const ReportSaid *said = best_of(grouped, first, end);
        guint n = grouped->groups->len;
        ReportGroup *last = n ? &g_array_index(grouped->groups, ReportGroup, n - 1) : NULL;
        if (follows(last, said)) {
            last->n += end - first;
            add_lines(last, said);
            continue;
        }
        ReportGroup group = {.kind = kind, .first = first, .n = end - first, .said = said};
        group.both = has_both_values(grouped, first, end, said);
        g_array_append_val(grouped->groups, group);
    }
}

ReportGrouped *report_grouped_new(const ReportComparison *comparison, ReportChangeKind kind)
{
    ReportGrouped *grouped = g_new0(ReportGrouped, 1);
    grouped->changes = g_ptr_array_new();
    grouped->groups = g_array_new(FALSE, FALSE, sizeof(ReportGroup));
    for (guint i = 0; i < comparison->n_changes; i++)
        if (comparison->changes[i].kind == kind)
            g_ptr_array_add(grouped->changes, (gpointer)&comparison->changes[i]);
    g_ptr_array_sort(grouped->changes, compare_changes);
    group_changes(grouped, kind);
    return grouped;
}

void report_grouped_free(ReportGrouped *grouped)
{
    g_ptr_array_unref(grouped->changes);
    g_array_unref(grouped->groups);
    g_free(grouped);
}

guint report_group_count(const ReportGrouped *grouped, const ReportGroup *group, const char *criterion)
{
    guint count = 0;
    for (guint i = group->first; i < group->first + group->n; i++)
        count += strcmp(said_at(grouped, i)->criterion, criterion) == 0;
    return count;
}

/* ---- words ---- */

/* What a value of a decision or condition is called. */
static const char *value_word(const ReportGroup *group)
{
    return group->both ? "evaluated" : group->said->value ? "true" : "false";
}

/* "the combination `a: T, b: F` is seen now"; "`a` is false now" if there is one condition. */
static char *combination_text(const char *text, gboolean lost)
{
    const char *value = g_str_has_suffix(text, ": T") ? "true" : "false";
    int length = (int)strlen(text) - (int)strlen(": T");
    if (strstr(text, ": T, ") || strstr(text, ": F, ") || length < 0)
        return g_strdup_printf("the combination `%s` is %s", text, lost ? "never seen any more" : "seen now");
    return g_strdup_printf(lost ? "`%.*s` is never %s any more" : "`%.*s` is %s now", length, text, value);
}

static char *text_of_lost(const ReportGroup *group, const char *text)
{
    const ReportSaid *said = group->said;
    switch (topic_of(said)) {
    case CALLED: return g_strdup_printf("`%s` is not called any more", said->function);
    case RUN: return g_strdup_printf("`%s` does not run any more", *text ? text : "…");
    case VALUE: return g_strdup_printf("`%s` is never %s any more", text, value_word(group));
    case TAKEN: return g_strdup_printf("`%s` is never taken any more", text);
    case DECIDES: return g_strdup_printf("`%s` does not decide the outcome any more", text);
    case COMBINED: return combination_text(text, TRUE);
    default: return g_strdup_printf("%s: not covered any more", text);
    }
}

static char *text_of_gained(const ReportGroup *group, const char *text)
{
    const ReportSaid *said = group->said;
    switch (topic_of(said)) {
    case CALLED: return g_strdup_printf("`%s` is called now", said->function);
    case RUN: return g_strdup_printf("`%s` runs now", *text ? text : "…");
    case VALUE: return g_strdup_printf("`%s` is %s now", text, value_word(group));
    case TAKEN: return g_strdup_printf("`%s` is taken now", text);
    case DECIDES: return g_strdup_printf("`%s` decides the outcome now", text);
    case COMBINED: return combination_text(text, FALSE);
    default: return g_strdup_printf("%s: covered now", text);
    }
}

char *report_group_text(const ReportComparison *comparison, const ReportGroup *group)
{
    const ReportSaid *said = group->said;
    g_autofree char *text = report_said_spelled(group->kind == REPORT_GONE ? comparison->a : comparison->b, said);
    if (group->kind == REPORT_LOST)
        return text_of_lost(group, text);
    if (group->kind == REPORT_GAINED)
        return text_of_gained(group, text);
    return g_strdup_printf("`%s` is asked for in %s only", topic_of(said) == CALLED ? said->function : text,
                           group->kind == REPORT_GONE ? "A" : "B");
}

char *report_group_lines(const ReportGroup *group)
{
    gboolean one = group->from == group->to, is_lost = group->kind == REPORT_LOST;
    if (group->from == 0 || group->kind > REPORT_GAINED)
        return NULL;
    if (one)
        return g_strdup_printf(is_lost ? "line %u does not run any more" : "line %u runs now", group->from);
    return g_strdup_printf(is_lost ? "lines %u to %u do not run any more" : "lines %u to %u run now", group->from,
                           group->to);
}
