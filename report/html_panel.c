/* Objectives of a line as lists of what they are, why and where; see html_panel.h. */
#include "report/html_panel.h"

#include <stdlib.h>
#include <string.h>

#include "report/html_groups.h"
#include "report/way.h"

enum { FEW_CRITERIA = 3 }; /* which are always named */

/* ---- what the objectives are ---- */

static const char *criterion_of(const ReportPanel *panel, const ReportEntry *entry)
{
    return htol_selection_name(&panel->model->selection, entry->objective->objective->criterion);
}

static const HtolObjective *asked_by(const ReportGroup *group)
{
    return group->members[0]->objective->objective;
}

static gboolean is_same_decision(const HtolObjective *one, const HtolObjective *other)
{
    return report_has_form(one) && report_has_form(other) && one->site.index == other->site.index;
}

/* What a group has of each criterion that asks something of its decision. */
typedef enum { ASKS_NOTHING, ASKS_SOME, ASKS_WHOLE /* all that it asks there is in the group */ } Asked;

/* Where the decision is in one line, its entries are all; of others nothing is known. */
static void find_asked(const ReportGroup *group, const ReportEntry *entries, guint count, Asked *asked)
{
    const HtolObjective *what = asked_by(group);
    const HtolRowDecision *row = &entries->of->function->function->decisions[what->site.index];
    gboolean known = row->line == row->end_line;
    for (guint i = 0; i < group->count; i++)
        asked[group->members[i]->criterion] = known ? ASKS_WHOLE : ASKS_SOME;
    for (guint i = 0, next = 0; known && i < count; i++) {
        gboolean is_member = next < group->count && group->members[next] == &entries[i];
        next += is_member;
        if (!is_member && is_same_decision(entries[i].objective->objective, what))
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
        g_string_append_printf(criteria, "%s%s", criteria->len ? " " : "", criterion_of(panel, members[i]));
        if (i + 1 < count && strcmp(id, members[i + 1]->objective->objective->id) == 0)
            continue;
        add_place(items, criteria, members[i]->objective->objective);
        g_string_truncate(criteria, 0);
    }
    for (guint i = 0; i < items->len; i++) {
        const Item *item = items->pdata[i];
        fprintf(panel->out, "%s%s: ", i ? "; " : "", item->criteria->str);
        report_html_text(panel->out, item->places->str, item->places->len);
    }
}

static void put_criteria(const ReportPanel *panel, const Asked *asked, Asked which)
{
    const char *before = "";
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (asked[i] != which)
            continue;
        fprintf(panel->out, "%s%s", before, htol_selection_name(&panel->model->selection, i));
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
static void put_members(const ReportPanel *panel, const ReportGroup *group, const ReportEntry *entries,
                        guint count)
{
    Asked asked[HTOL_CRITERIA] = {ASKS_NOTHING};
    g_autofree const ReportEntry **others = g_new(const ReportEntry *, group->count);
    guint n_others = 0, n_whole = 0;
    if (report_has_form(asked_by(group))) {
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

/* That a place is reached is said in words that need no other letters. */
static gboolean is_plain(const HtolHyper *hyper)
{
    return hyper->kind == HTOL_HYPER_LABEL && !hyper->predicate;
}

static void put_htol(const HtolHyper *hyper, FILE *out)
{
    g_autoptr(GString) text = g_string_new(NULL);
    gboolean plain = is_plain(hyper);
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
    guint32 decision = asked_by(group)->site.index;
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
    const HtolObjective *what = asked_by(group);
    gboolean with_htol = what->hyper && !report_has_form(what);
    if (with_htol)
        put_htol(what->hyper, panel->out);
    if (*words && with_htol)
        fputs("<br>", panel->out);
    if (!report_html_excluded(panel->out, group->members[0]->objective))
        report_html_string(panel->out, words);
}

/* Returns whether there was anything to say. */
static gboolean put_why(const ReportPanel *panel, const ReportGroup *group)
{
    const HtolObjective *what = asked_by(group);
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

/* ---- where ---- */

static void put_function_name(const ReportFunction *function, FILE *out)
{
    const HtolRowFunction *row = &function->function->row;
    fputs("<dt class=of>", out);
    report_html_string(out, row->name);
    fputs(" <small>", out);
    report_html_string(out, row->hash);
    fputs("</small>\n", out);
}

/* In its own line the column is enough. */
static void put_position(const ReportPanel *panel, const ReportEntry *entry, guint line, guint column)
{
    if (entry->line == REPORT_ELSEWHERE)
        report_html_string(panel->out, report_objective_path(entry->of->function, entry->objective));
    if (entry->line == line)
        fprintf(panel->out, ":%u", column);
    else
        fprintf(panel->out, "%s%u:%u", entry->line == REPORT_ELSEWHERE ? ":" : "", line, column);
}

static void put_text(const ReportPanel *panel, const char *text)
{
    if (!*text)
        return;
    fputs(" <code>", panel->out);
    report_html_string(panel->out, text);
    fputs("</code>", panel->out);
}

static void put_place(const ReportPanel *panel, const ReportGroup *group)
{
    static const char *const values[] = {"", " false", " true"};
    const HtolObjective *what = asked_by(group);
    put_position(panel, group->members[0], what->line, what->column);
    if (strcmp(what->text, what->id) != 0)
        put_text(panel, what->text);
    fputs(what->level ? " " : values[what->value + 1], panel->out);
    fputs(what->level ? what->level : "", panel->out);
}

/* A long decision has its conditions in a table. */
static void put_decision(const ReportPanel *panel, const ReportGroup *group)
{
    guint32 index = asked_by(group)->site.index;
    const HtolRowDecision *row = &group->members[0]->of->function->function->decisions[index];
    put_position(panel, group->members[0], row->line, row->column);
    fprintf(panel->out, " d%u", index);
    if (row->conditions < 2)
        put_text(panel, row->text);
    fputs(" <a href=", panel->out);
    report_forms_put_link(panel->forms, group->members[0]->of->function, index, panel->out);
    fputs(">HTOL</a>", panel->out);
}

/* ---- rows ---- */

/* Rows are known by their line and their place in its list. The script draws the way that a row carries. */
static void open_row(const ReportPanel *panel, const ReportEntry *entry)
{
    g_autoptr(GArray) way = report_way(entry->of->function, entry->objective->objective);
    fprintf(panel->out, "<dt class=%s id=", report_marks[entry->objective->status].class);
    if (entry->line == REPORT_ELSEWHERE)
        fprintf(panel->out, "R.%u", ++*panel->n_rows);
    else
        fprintf(panel->out, "L%u.%u", entry->line, ++*panel->n_rows);
    for (guint i = 0; way && i < way->len; i++)
        fprintf(panel->out, "%s%u", i ? " " : " data-way=\"", g_array_index(way, guint32, i));
    fputs(way ? "\">" : ">", panel->out);
}

/* Entries of one function, and their groups. */
typedef struct {
    const ReportPanel *panel;
    const ReportEntry *entries;
    guint count;
    const ReportGroup *groups;
    guint n;
} Rows;

/* What is empty at the end of a row is left out. `with_place`: no row before it said the place. */
static void put_row(const Rows *rows, guint at, gboolean with_place)
{
    const ReportGroup *group = &rows->groups[at];
    FILE *out = rows->panel->out;
    open_row(rows->panel, group->members[0]);
    put_members(rows->panel, group, rows->entries, rows->count);
    gboolean with_why = put_why(rows->panel, group);
    if (with_place)
        fputs(with_why ? "<dd>" : "<dd><dd>", out);
    if (with_place && report_has_form(asked_by(group)))
        put_decision(rows->panel, group);
    else if (with_place)
        put_place(rows->panel, group);
    putc('\n', out);
}

static gboolean is_with(const Rows *rows, guint at, guint first)
{
    return is_same_decision(asked_by(&rows->groups[at]), asked_by(&rows->groups[first]));
}

static gboolean lacks_something(const ReportGroup *group)
{
    return group->members[0]->objective->status == REPORT_UNCOVERED;
}

/* All groups of a decision, of which `first` is the first: what is not covered is what one looks for. */
static void put_rows_of_decision(const Rows *rows, guint first)
{
    gboolean with_place = TRUE;
    for (guint pass = 0; pass < 2; pass++)
        for (guint i = first; i < rows->n; i++) {
            if (!is_with(rows, i, first) || lacks_something(&rows->groups[i]) != (pass == 0))
                continue;
            put_row(rows, i, with_place);
            with_place = FALSE;
        }
}

static gboolean is_first_of_decision(const Rows *rows, guint at)
{
    for (guint i = 0; i < at; i++)
        if (is_with(rows, i, at))
            return FALSE;
    return TRUE;
}

static void put_rows(const ReportPanel *panel, const ReportEntry *entries, guint count)
{
    Rows rows = {.panel = panel, .entries = entries, .count = count};
    rows.groups = report_groups_of(panel->groups, panel, entries, count, &rows.n);
    for (guint i = 0; i < rows.n; i++) {
        if (!report_has_form(asked_by(&rows.groups[i])))
            put_row(&rows, i, TRUE);
        else if (is_first_of_decision(&rows, i))
            put_rows_of_decision(&rows, i);
    }
}

static guint count_of_function(const ReportEntry *entries, guint count)
{
    guint same = 1;
    while (same < count && entries[same].of == entries[0].of)
        same++;
    return same;
}

static void put_objectives(const ReportPanel *panel, const ReportEntry *entries, guint count)
{
    fputs("<dl>", panel->out);
    for (guint i = 0, same; i < count; i += same) {
        same = count_of_function(entries + i, count - i);
        if (same < count || entries->of->function != panel->function)
            put_function_name(entries[i].of->function, panel->out);
        put_rows(panel, entries + i, same);
    }
    fputs("</dl>", panel->out);
}

/* ---- lines without a panel ---- */

/* What is told by its name, its place and its HTOL. */
static gboolean is_brief(const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    return what->hyper && is_plain(what->hyper) && !what->user && !what->is_cut && !what->open &&
           !objective->exclusion && !objective->witnesses && !*objective->why;
}

gboolean report_html_is_brief(const ReportPanel *panel, const ReportEntry *entries, guint count)
{
    const HtolSite *site = &entries->objective->objective->site;
    if (entries->of->function != panel->function)
        return FALSE;
    for (guint i = 0; i < count; i++) {
        const HtolSite *other = &entries[i].objective->objective->site;
        if (entries[i].status != entries->status || !is_brief(entries[i].objective) || other->kind != site->kind ||
            other->index != site->index)
            return FALSE;
    }
    return TRUE;
}

void report_html_brief(const ReportPanel *panel, const ReportEntry *entries, guint count)
{
    g_autofree const ReportEntry **members = g_new(const ReportEntry *, count);
    const ReportGroup group = {.count = count, .members = members};
    for (guint i = 0; i < count; i++)
        members[i] = &entries[i];
    fputs("<small>", panel->out);
    put_members(panel, &group, entries, count);
    fputs("; ", panel->out);
    put_htol(entries->objective->objective->hyper, panel->out);
    fputs("; ", panel->out);
    put_place(panel, &group);
    fputs("</small>\n", panel->out);
}

/* ---- all ---- */

void report_html_panel(const ReportPanel *panel, const ReportEntry *entries, guint count)
{
    report_html_decisions(panel, entries, count);
    put_objectives(panel, entries, count);
}

void report_html_elsewhere(const ReportPanel *panel, const ReportEntry *entries, guint count)
{
    put_function_name(entries->of->function, panel->out);
    put_rows(panel, entries, count);
}
