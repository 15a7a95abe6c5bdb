/* Rows of panels; see html_row.h. */
#include "report/html/html_row.h"

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

/* Of `d0.c1=T` and `d0:TF` what follows the decision, which the row names elsewhere; of its outcome `d=T`. */
static void put_place(const ReportPanel *panel, const HtolObjective *what)
{
    gboolean is_named = report_has_form(what);
    const char *place = is_named ? what->in_decision : what->id;
    fputs(is_named && *place == '=' ? "d" : "", panel->out);
    report_html_string(panel->out, place + (is_named && (*place == '.' || *place == ':')));
}

/* How many of the first members are of one place: criteria that ask the same of it. */
static guint count_of_place(const ReportEntry **members, guint count)
{
    guint same = 1;
    while (same < count && strcmp(members[same]->objective->objective->id, members[0]->objective->objective->id) == 0)
        same++;
    return same;
}

/* A place with a blank in it stands alone. */
static gboolean are_asked_alike(const ReportEntry **one, const ReportEntry **other, guint n)
{
    if (strchr(one[0]->objective->objective->id, ' ') || strchr(other[0]->objective->objective->id, ' '))
        return FALSE;
    for (guint i = 0; i < n; i++)
        if (one[i]->criterion != other[i]->criterion)
            return FALSE;
    return TRUE;
}

/* What the first n members, of one place, are asked by, and all places behind them that are asked by the same; marks
 * these as told. */
static void put_item(const ReportPanel *panel, const ReportEntry **members, guint count, guint n, gboolean *told)
{
    for (guint i = 0; i < n; i++) {
        fputs(i ? " " : "", panel->out);
        fputs(criterion_of(panel, members[i]), panel->out);
    }
    fputs(": ", panel->out);
    put_place(panel, members[0]->objective->objective);
    for (guint i = n, same; i < count; i += same) {
        same = count_of_place(members + i, count - i);
        if (told[i] || same != n || !are_asked_alike(members, members + i, n))
            continue;
        told[i] = TRUE;
        putc(' ', panel->out);
        put_place(panel, members[i]->objective->objective);
    }
}

/* "BC DC: d=T d=F; CC GACC: c1=T" */
static void put_places(const ReportPanel *panel, const ReportEntry **members, guint count)
{
    g_autofree gboolean *told = g_new0(gboolean, count);
    qsort(members, count, sizeof *members, compare_places);
    for (guint i = 0, n; i < count; i += n) {
        n = count_of_place(members + i, count - i);
        if (told[i])
            continue;
        fputs(i ? "; " : "", panel->out);
        put_item(panel, members + i, count - i, n, told + i);
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
