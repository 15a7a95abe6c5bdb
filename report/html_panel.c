/* Objectives of a line as rows of tables; see html_panel.h. */
#include "report/html_panel.h"

#include <stdlib.h>
#include <string.h>

#include "report/html_groups.h"
#include "report/way.h"

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

/* Criteria of which all objectives of the decision are in the group: where it is in one line, its entries are
 * all. */
static void find_whole(const ReportGroup *group, const ReportEntry *entries, guint count, gboolean *whole)
{
    const HtolObjective *what = asked_by(group);
    const HtolRowDecision *row = &entries->of->function->function->decisions[what->site.index];
    if (row->line != row->end_line)
        return;
    for (guint i = 0; i < group->count; i++)
        whole[group->members[i]->objective->objective->criterion] = TRUE;
    for (guint i = 0, next = 0; i < count; i++) {
        gboolean is_member = next < group->count && group->members[next] == &entries[i];
        next += is_member;
        if (!is_member && is_same_decision(entries[i].objective->objective, what))
            whole[entries[i].objective->objective->criterion] = FALSE;
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

/* `d0.c1=T`, behind others of the decision `.c1=T`. */
static void append_place(GString *places, const char *id)
{
    gsize site = strcspn(id, ".=:");
    gboolean again = places->len > 0 && *id == 'd' && strncmp(places->str, id, site) == 0 && id[site] &&
                     strchr(".=:", places->str[site]);
    g_string_append_printf(places, "%s%s", places->len ? " " : "", again ? id + site : id);
}

/* The place goes to the item of these criteria, which is the last if it is a new one. */
static void add_place(GPtrArray *items, GString *criteria, const char *id)
{
    guint at = strchr(id, ' ') ? items->len : 0;
    while (at < items->len && !g_string_equal(((Item *)items->pdata[at])->criteria, criteria))
        at++;
    if (at == items->len) {
        Item *item = g_new(Item, 1);
        *item = (Item){g_string_new(criteria->str), g_string_new(NULL)};
        g_ptr_array_add(items, item);
    }
    append_place(((Item *)items->pdata[at])->places, id);
}

/* "BC DC: d0=T =F; CC GACC: d0.c1=T" */
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
        add_place(items, criteria, id);
        g_string_truncate(criteria, 0);
    }
    for (guint i = 0; i < items->len; i++) {
        const Item *item = items->pdata[i];
        fprintf(panel->out, "%s%s: ", i ? "; " : "", item->criteria->str);
        report_html_text(panel->out, item->places->str, item->places->len);
    }
}

/* "BC DC: d0; CC GACC: d0.c1=T": d0 alone stands for all that a criterion asks of it here. The script finds by
 * this which row an objective is in. */
static void put_members(const ReportPanel *panel, const ReportGroup *group, const ReportEntry *entries,
                        guint count)
{
    gboolean whole[HTOL_CRITERIA] = {FALSE}, said[HTOL_CRITERIA] = {FALSE};
    g_autofree const ReportEntry **others = g_new(const ReportEntry *, group->count);
    guint n_others = 0, n_whole = 0;
    if (group->count > 1 && report_has_form(asked_by(group)))
        find_whole(group, entries, count, whole);
    for (guint i = 0; i < group->count; i++) {
        HtolCriterion criterion = group->members[i]->objective->objective->criterion;
        if (!whole[criterion])
            others[n_others++] = group->members[i];
        else if (!said[criterion])
            fprintf(panel->out, "%s%s", n_whole++ ? " " : "", criterion_of(panel, group->members[i]));
        said[criterion] = TRUE;
    }
    if (n_whole)
        fprintf(panel->out, ": d%u%s", asked_by(group)->site.index, n_others ? "; " : "");
    put_places(panel, others, n_others);
}

/* ---- why ---- */

/* That a place is reached is said in words that need no other letters. */
static void put_htol(const HtolHyper *hyper, FILE *out)
{
    g_autoptr(GString) text = g_string_new(NULL);
    gboolean plain = hyper->kind == HTOL_HYPER_LABEL && !hyper->predicate;
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

static void put_reason(const ReportPanel *panel, const ReportGroup *group)
{
    g_autofree char *why = reason_of(panel, group);
    gboolean with_htol = asked_by(group)->hyper && !report_has_form(asked_by(group));
    if (with_htol)
        put_htol(asked_by(group)->hyper, panel->out);
    if (*why && with_htol)
        fputs("<br>", panel->out);
    if (!report_html_excluded(panel->out, group->members[0]->objective))
        report_html_string(panel->out, why);
}

static void put_why(const ReportPanel *panel, const ReportGroup *group)
{
    if (asked_by(group)->user)
        report_html_user(panel->out, group->members[0]->objective);
    else
        put_reason(panel, group);
    if (!*group->tests)
        return;
    fputs(report_has_form(asked_by(group)) ? "covered by " : "<br>covered by ", panel->out);
    report_html_string(panel->out, group->tests);
}

/* ---- where ---- */

static void put_function_name(const ReportFunction *function, FILE *out)
{
    const HtolRowFunction *row = &function->function->row;
    fputs("<tr data-f=\"", out);
    report_html_string(out, row->name);
    fputs("\"><th colspan=3 scope=rowgroup>", out);
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
    if (row->conditions < 2)
        put_text(panel, row->text);
    fputs(" <a href=", panel->out);
    report_forms_put_link(panel->forms, group->members[0]->of->function, index, panel->out);
    fputs(">HTOL</a>", panel->out);
}

/* ---- rows ---- */

/* Links to objectives, the same in every build, are the script's: it makes them of what the row lists. It draws the way
 * that a row carries. */
static void open_row(const ReportPanel *panel, const ReportEntry *entry)
{
    g_autoptr(GArray) way = report_way(entry->of->function, entry->objective->objective);
    fprintf(panel->out, "<tr class=%s", report_marks[entry->objective->status].class);
    for (guint i = 0; way && i < way->len; i++)
        fprintf(panel->out, "%s%u", i ? " " : " data-way=\"", g_array_index(way, guint32, i));
    fputs(way ? "\"><td>" : "><td>", panel->out);
}

/* Entries of one function, and their groups. */
typedef struct {
    const ReportPanel *panel;
    const ReportEntry *entries;
    guint count;
    const ReportGroup *groups;
    guint n;
} Rows;

/* `span`: how many rows the place is of; 0: a row before said it. */
static void put_row(const Rows *rows, guint at, guint span)
{
    const ReportGroup *group = &rows->groups[at];
    FILE *out = rows->panel->out;
    open_row(rows->panel, group->members[0]);
    put_members(rows->panel, group, rows->entries, rows->count);
    fputs("<td>", out);
    put_why(rows->panel, group);
    if (span > 1)
        fprintf(out, "<td rowspan=%u>", span);
    else if (span > 0)
        fputs("<td>", out);
    if (span > 0 && report_has_form(asked_by(group)))
        put_decision(rows->panel, group);
    else if (span > 0)
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
    guint span = 0;
    for (guint i = first; i < rows->n; i++)
        span += is_with(rows, i, first);
    for (guint pass = 0; pass < 2; pass++)
        for (guint i = first; i < rows->n; i++) {
            if (!is_with(rows, i, first) || lacks_something(&rows->groups[i]) != (pass == 0))
                continue;
            put_row(rows, i, span);
            span = 0;
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
            put_row(&rows, i, 1);
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
    fputs("<table>", panel->out);
    for (guint i = 0, same; i < count; i += same) {
        same = count_of_function(entries + i, count - i);
        if (same < count || entries->of->function != panel->function)
            put_function_name(entries[i].of->function, panel->out);
        put_rows(panel, entries + i, same);
    }
    fputs("</table>\n", panel->out);
}

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
