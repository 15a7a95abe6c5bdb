/* Objectives of a line as lists of what they are, why and where; see html_panel.h. */
#include "report/html/html_panel.h"

#include <string.h>

#include "report/html/html_row.h"
#include "report/model/way.h"
#include "report/read/text_stream.h"

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
        report_html_number(panel->out, ":", column);
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
    const HtolObjective *what = report_group_asks(group);
    put_position(panel, group->members[0], what->line, what->column);
    if (strcmp(what->text, what->id) != 0)
        put_text(panel, what->text);
    fputs(what->level ? " " : values[what->value + 1], panel->out);
    fputs(what->level ? what->level : "", panel->out);
}

/* A long decision has its conditions in a table. Of the entry only the line and the function are asked. */
static void put_decision(const ReportPanel *panel, const ReportEntry *entry, guint32 decision)
{
    const HtolRowDecision *row = &entry->of->function->function->decisions[decision];
    put_position(panel, entry, row->line, row->column);
    report_html_number(panel->out, " d", decision);
    if (row->conditions < 2)
        put_text(panel, row->text);
    fputs(" <a href=", panel->out);
    report_forms_put_link(panel->forms, entry->of->function, decision, panel->out);
    fputs(">HTOL</a>", panel->out);
}

/* ---- rows ---- */

/* Rows are known by their line and their place in its list. */
static void open_row(const ReportPanel *panel, const char *class, guint32 line)
{
    fputs("<dt class=", panel->out);
    fputs(class, panel->out);
    if (line == REPORT_ELSEWHERE)
        fputs(" id=R", panel->out);
    else
        report_html_number(panel->out, " id=L", line);
    report_html_number(panel->out, ".", ++*panel->n_rows);
}

/* The script draws it. */
static void put_way(const ReportPanel *panel, const ReportEntry *entry)
{
    g_autoptr(GArray) way = report_way(entry->of->function, entry->objective->objective);
    for (guint i = 0; way && i < way->len; i++)
        fprintf(panel->out, "%s%u", i ? " " : " data-way=\"", g_array_index(way, guint32, i));
    fputs(way ? "\"" : "", panel->out);
}

/* Entries of one function, and the groups of those whose objectives are there. */
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
    const ReportEntry *first = group->members[0];
    FILE *out = rows->panel->out;
    open_row(rows->panel, report_marks[first->status].class, first->line);
    put_way(rows->panel, first);
    putc('>', out);
    gboolean with_why = report_html_row(rows->panel, group, rows->entries, rows->count);
    if (with_place)
        fputs(with_why ? "<dd>" : "<dd><dd>", out);
    if (with_place && report_has_form(first->objective->objective))
        put_decision(rows->panel, first, first->objective->objective->site.index);
    else if (with_place)
        put_place(rows->panel, group);
    putc('\n', out);
}

static gboolean is_with(const Rows *rows, guint at, guint first)
{
    return report_are_of_one_decision(report_group_asks(&rows->groups[at]), report_group_asks(&rows->groups[first]));
}

static gboolean lacks_something(const ReportGroup *group)
{
    return group->members[0]->status == REPORT_UNCOVERED;
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

/* Decisions come last. */
static void put_groups(const ReportPanel *panel, const ReportEntry *entries, guint count)
{
    Rows rows = {.panel = panel, .entries = entries, .count = count};
    rows.groups = report_groups_of(panel->groups, panel, entries, count, &rows.n);
    for (guint i = 0; i < rows.n; i++)
        if (!report_has_form(report_group_asks(&rows.groups[i])))
            put_row(&rows, i, TRUE);
    for (guint i = 0; i < rows.n; i++)
        if (report_has_form(report_group_asks(&rows.groups[i])) && is_first_of_decision(&rows, i))
            put_rows_of_decision(&rows, i);
}

/* ---- rows of decisions that are alike ---- */

static ReportRowText text_of(const Rows *rows, const ReportGroup *group)
{
    ReportRowText row = {.class = report_marks[group->members[0]->status].class};
    ReportPanel panel = *rows->panel;
    ReportTextStream stream;
    report_text_stream_open(&stream);
    panel.out = stream.out;
    row.with_why = report_html_row(&panel, group, rows->entries, rows->count);
    row.text = report_text_stream_close(&stream);
    return row;
}

static GArray *texts_of(const Rows *rows)
{
    GArray *texts = report_row_texts_new();
    for (guint pass = 0; pass < 2; pass++)
        for (guint i = 0; i < rows->n; i++) {
            if (lacks_something(&rows->groups[i]) != (pass == 0))
                continue;
            ReportRowText text = text_of(rows, &rows->groups[i]);
            g_array_append_val(texts, text);
        }
    return texts;
}

/* Where no vectors can be told that would cover an objective, words about its conditions are. */
static gboolean tells_of_conditions(const Rows *rows)
{
    for (guint i = 0; i < rows->n; i++)
        if (lacks_something(&rows->groups[i]) && !rows->groups[i].unseen && rows->groups[i].vectors.n_new == 0)
            return TRUE;
    return FALSE;
}

/* Entries of one function on one line. */
typedef struct {
    const ReportPanel *panel;
    const ReportEntry *entries;
    guint n_expanded, n_known; /* those behind have no objectives */
} Mixed;

/* Of an expanded one, which only BC has. */
static gboolean is_of(const ReportEntry *entry, guint32 decision)
{
    const HtolObjective *what = entry->objective->objective;
    return report_has_form(what) && what->site.index == decision;
}

/* All of the decision on the line, in the order of criteria; to be freed. */
static ReportEntry *entries_of(const Mixed *mixed, const ReportObjectives *of, const ReportEntry *known, guint *count)
{
    ReportEntry *entries = g_new(ReportEntry, mixed->n_expanded + of->n);
    *count = 0;
    for (guint i = 0; i < mixed->n_expanded; i++)
        if (is_of(&mixed->entries[i], known->decision))
            entries[(*count)++] = mixed->entries[i];
    for (guint i = 0; i < of->n; i++) {
        const HtolObjective *what = of->list[i].objective;
        if (what->line == known->line)
            entries[(*count)++] =
                (ReportEntry){known->line, known->order + i, of, &of->list[i], what->criterion, of->list[i].status, 0};
    }
    return entries;
}

static GArray *rows_of(const Mixed *mixed, const ReportEntry *known)
{
    const ReportPanel *panel = mixed->panel;
    ReportTemplate *template = report_template_of(panel->templates, known->of->function, known->decision, known->line);
    if (template->rows)
        return g_array_ref(template->rows);
    const ReportObjectives *of =
        report_template_objectives(panel->templates, panel->model, known->of->function, known->decision);
    Rows rows = {.panel = panel};
    g_autofree ReportEntry *entries = entries_of(mixed, of, known, &rows.count);
    rows.entries = entries;
    rows.groups = report_groups_of(panel->groups, panel, entries, rows.count, &rows.n);
    GArray *texts = texts_of(&rows);
    if (!tells_of_conditions(&rows))
        template->rows = g_array_ref(texts);
    return texts;
}

static void put_known(const Mixed *mixed, const ReportEntry *known)
{
    const ReportPanel *panel = mixed->panel;
    g_autoptr(GArray) rows = rows_of(mixed, known);
    for (guint i = 0; i < rows->len; i++) {
        const ReportRowText *row = &g_array_index(rows, ReportRowText, i);
        open_row(panel, row->class, known->line);
        putc('>', panel->out);
        fputs(row->text, panel->out);
        if (i == 0) {
            fputs(row->with_why ? "<dd>" : "<dd><dd>", panel->out);
            put_decision(panel, known, known->decision);
        }
        putc('\n', panel->out);
    }
}

static gboolean is_of_known(const Mixed *mixed, const ReportEntry *entry)
{
    for (guint i = 0; i < mixed->n_known; i++)
        if (is_of(entry, mixed->entries[mixed->n_expanded + i].decision))
            return TRUE;
    return FALSE;
}

static void put_expanded(const Mixed *mixed)
{
    g_autofree ReportEntry *entries = g_new(ReportEntry, mixed->n_expanded);
    guint n = 0;
    for (guint i = 0; i < mixed->n_expanded; i++)
        if (!is_of_known(mixed, &mixed->entries[i]))
            entries[n++] = mixed->entries[i];
    put_groups(mixed->panel, entries, n);
}

static void put_rows(const ReportPanel *panel, const ReportEntry *entries, guint count)
{
    Mixed mixed = {.panel = panel, .entries = entries};
    while (mixed.n_expanded < count && entries[mixed.n_expanded].objective)
        mixed.n_expanded++;
    mixed.n_known = count - mixed.n_expanded;
    put_expanded(&mixed);
    for (guint i = mixed.n_expanded; i < count; i++)
        if (i == mixed.n_expanded || entries[i].decision != entries[i - 1].decision)
            put_known(&mixed, &entries[i]);
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
    return what->hyper && report_hyper_is_plain(what->hyper) && !what->user && !what->is_cut && !what->open &&
           !objective->exclusion && !objective->witnesses && !*objective->why;
}

gboolean report_html_is_brief(const ReportPanel *panel, const ReportEntry *entries, guint count)
{
    if (entries->of->function != panel->function || !entries->objective)
        return FALSE;
    const HtolSite *site = &entries->objective->objective->site;
    for (guint i = 0; i < count; i++) {
        if (!entries[i].objective || !is_brief(entries[i].objective) || entries[i].status != entries->status)
            return FALSE;
        const HtolSite *other = &entries[i].objective->objective->site;
        if (other->kind != site->kind || other->index != site->index)
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
    report_html_members(panel, &group, entries, count);
    fputs("; ", panel->out);
    report_html_hyper(entries->objective->objective->hyper, panel->out);
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
