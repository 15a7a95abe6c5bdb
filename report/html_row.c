/* Rows of panels; see html_row.h. */
#include "report/html_row.h"

#include <stdlib.h>
#include <string.h>

enum { FEW_CRITERIA = 3 }; /* which are always named */

/* ---- what the objectives are ---- */

static const char *criterion_of(const ReportPanel *panel, const ReportEntry *entry)
{
    return htol_selection_name(&panel->model->selection, entry->objective->objective->criterion);
}

/* What a group has of each criterion that asks something of its decision. */
typedef enum { ASKS_NOTHING, ASKS_SOME, ASKS_WHOLE /* all that it asks there is in the group */ } Asked;

/* Where the decision is in one line, its entries are all; of others nothing is known. */
static void find_asked(const ReportGroup *group, const ReportEntry *entries, guint count, Asked *asked)
{
    const HtolObjective *what = report_group_asks(group);
    const HtolRowDecision *row = &entries->of->function->function->decisions[what->site.index];
    gboolean known = row->line == row->end_line;
    for (guint i = 0; i < group->count; i++)
        asked[group->members[i]->criterion] = known ? ASKS_WHOLE : ASKS_SOME;
    for (guint i = 0, next = 0; known && i < count; i++) {
        gboolean is_member = next < group->count && group->members[next] == &entries[i];
        next += is_member;
        if (!is_member && report_are_of_one_decision(entries[i].objective->objective, what))
            asked[entries[i].criterion] = ASKS_SOME;
    }
}

static int compare_places(const void *left, const void *right)
{
    const ReportEntry *one = *(const ReportEntry *const *)left, *other = *(const ReportEntry *const *)right;
    int order = strcmp(one->objective->objective->id, other->objective->objective->id);
    return order ? order : one->order < other->order ? -1 : 1;
}

/* What criteria ask of several places. */
typedef struct {
    GString *criteria, *places;
} Item;

static void free_item(gpointer item)
{
    g_string_free(((Item *)item)->criteria, TRUE);
    g_string_free(((Item *)item)->places, TRUE);
    g_free(item);
}

/* Of `d0.c1=T` and `d0:TF` what follows the decision, which the row names elsewhere; of its outcome `d=T`. */
static void append_place(GString *places, const HtolObjective *what)
{
    const char *place = what->id;
    g_string_append(places, places->len ? " " : "");
    if (report_has_form(what)) {
        place += strspn(place, "d0123456789");
        g_string_append(places, *place == '=' ? "d" : "");
        place += *place == '.' || *place == ':';
    }
    g_string_append(places, place);
}

/* The place goes to the item of these criteria, which is the last if it is a new one. */
static void add_place(GPtrArray *items, GString *criteria, const HtolObjective *what)
{
    guint at = strchr(what->id, ' ') ? items->len : 0;
    while (at < items->len && !g_string_equal(((Item *)items->pdata[at])->criteria, criteria))
        at++;
    if (at == items->len) {
        Item *item = g_new(Item, 1);
        *item = (Item){g_string_new(criteria->str), g_string_new(NULL)};
        g_ptr_array_add(items, item);
    }
    append_place(((Item *)items->pdata[at])->places, what);
}

/* "BC DC: d=T d=F; CC GACC: c1=T" */
static void put_places(const ReportPanel *panel, const ReportEntry **members, guint count)
{
    g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func(free_item);
    g_autoptr(GString) criteria = g_string_new(NULL);
    qsort(members, count, sizeof *members, compare_places);
    for (guint i = 0; i < count; i++) {
        const char *id = members[i]->objective->objective->id;
        g_string_append(criteria, criteria->len ? " " : "");
        g_string_append(criteria, criterion_of(panel, members[i]));
        if (i + 1 < count && strcmp(id, members[i + 1]->objective->objective->id) == 0)
            continue;
        add_place(items, criteria, members[i]->objective->objective);
        g_string_truncate(criteria, 0);
    }
    for (guint i = 0; i < items->len; i++) {
        const Item *item = items->pdata[i];
        fputs(i ? "; " : "", panel->out);
        fputs(item->criteria->str, panel->out);
        fputs(": ", panel->out);
        report_html_text(panel->out, item->places->str, item->places->len);
    }
}

static void put_criteria(const ReportPanel *panel, const Asked *asked, Asked which)
{
    const char *before = "";
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (asked[i] != which)
            continue;
        fputs(before, panel->out);
        fputs(htol_selection_name(&panel->model->selection, i), panel->out);
        before = " ";
    }
}

static guint count_criteria(const Asked *asked, Asked which)
{
    guint count = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        count += asked[i] == which;
    return count;
}

/* Criteria of which the group has all: most of those that ask something are told by the others. Returns how many. */
static guint put_whole(const ReportPanel *panel, const Asked *asked)
{
    guint whole = count_criteria(asked, ASKS_WHOLE), some = count_criteria(asked, ASKS_SOME);
    if (whole <= FEW_CRITERIA || whole <= some) {
        put_criteria(panel, asked, ASKS_WHOLE);
        return whole;
    }
    fputs(some ? "all but " : "all criteria", panel->out);
    put_criteria(panel, asked, ASKS_SOME);
    return whole;
}

/* "BC DC; CC GACC: c1=T": a criterion alone stands for all that it asks of the decision. */
void report_html_members(const ReportPanel *panel, const ReportGroup *group, const ReportEntry *entries, guint count)
{
    Asked asked[HTOL_CRITERIA] = {ASKS_NOTHING};
    g_autofree const ReportEntry **others = g_new(const ReportEntry *, group->count);
    guint n_others = 0, n_whole = 0;
    if (report_has_form(report_group_asks(group))) {
        find_asked(group, entries, count, asked);
        n_whole = put_whole(panel, asked);
    }
    for (guint i = 0; i < group->count; i++)
        if (asked[group->members[i]->criterion] != ASKS_WHOLE)
            others[n_others++] = group->members[i];
    fputs(n_whole && n_others ? "; " : "", panel->out);
    put_places(panel, others, n_others);
}

/* ---- why ---- */

gboolean report_hyper_is_plain(const HtolHyper *hyper)
{
    return hyper->kind == HTOL_HYPER_LABEL && !hyper->predicate;
}

void report_html_hyper(const HtolHyper *hyper, FILE *out)
{
    g_autoptr(GString) text = g_string_new(NULL);
    gboolean plain = report_hyper_is_plain(hyper);
    htol_hyper_print(hyper, text);
    fputs(plain ? "" : "<code>", out);
    report_html_text(out, text->str, text->len);
    fputs(plain ? "" : "</code>", out);
}

/* What all of them lack. What was seen of a long decision is in its table. */
static char *reason_of(const ReportPanel *panel, const ReportGroup *group)
{
    const ReportEntry *first = group->members[0];
    if (group->vectors.n_new == 0)
        return report_why(panel->words, first->of->function, first->objective);
    guint32 decision = report_group_asks(group)->site.index;
    HtolMissing *missing = report_words_missing(panel->words, first->of->function);
    GString *words = g_string_new(NULL);
    if (first->of->function->function->decisions[decision].conditions == 1)
        htol_missing_seen_append(missing, decision, words);
    g_string_append(words, words->len ? "; " : "");
    htol_missing_vectors_append(missing, decision, &group->vectors, words);
    return g_string_free(words, FALSE);
}

/* What an infeasible one lacks the legend says. */
static char *words_of(const ReportPanel *panel, const ReportGroup *group)
{
    if (group->unseen)
        return g_strdup("never evaluated");
    return strcmp(group->members[0]->objective->why, report_no_vectors) == 0 ? g_strdup("") : reason_of(panel, group);
}

static void put_reason(const ReportPanel *panel, const ReportGroup *group, const char *words)
{
    const HtolObjective *what = report_group_asks(group);
    gboolean with_htol = what->hyper && !report_has_form(what);
    if (with_htol)
        report_html_hyper(what->hyper, panel->out);
    if (*words && with_htol)
        fputs("<br>", panel->out);
    if (!report_html_excluded(panel->out, group->members[0]->objective))
        report_html_string(panel->out, words);
}

/* Returns whether there was anything to say. */
static gboolean put_why(const ReportPanel *panel, const ReportGroup *group)
{
    const HtolObjective *what = report_group_asks(group);
    g_autofree char *words = what->user ? NULL : words_of(panel, group);
    if (report_has_form(what) && !*words && !*group->tests && !group->members[0]->objective->exclusion)
        return FALSE;
    fputs("<dd>", panel->out);
    if (what->user)
        report_html_user(panel->out, group->members[0]->objective);
    else
        put_reason(panel, group, words);
    if (*group->tests)
        fputs(report_has_form(what) ? "covered by " : "<br>covered by ", panel->out);
    report_html_string(panel->out, group->tests);
    return TRUE;
}

gboolean report_html_row(const ReportPanel *panel, const ReportGroup *group, const ReportEntry *entries, guint count)
{
    report_html_members(panel, group, entries, count);
    return put_why(panel, group);
}
