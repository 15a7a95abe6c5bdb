/* Writes panels of lines; see panel.h. Words, causes and rows are those of report/words and report/model. */
#include "report/html/source/panel.h"

#include <string.h>

#include "htol/base/plain.h"
#include "htol/lang/print.h"
#include "report/gaps/cases.h"
#include "report/gaps/lead.h"
#include "report/gaps/mutant_words.h"
#include "report/gaps/row_words.h"
#include "report/gaps/spelling.h"
#include "report/html/parts/changes.h"
#include "report/html/source/details.h"
#include "report/model/tests.h"

enum {
    MOST_ROWS = 12,   /* wanted rows of a decision */
    ROWS_AT_ONCE = 6, /* more of them are folded behind the first FIRST_ROWS */
    FIRST_ROWS = 4,
    MOST_SEEN = 8,    /* rows that were seen */
    MOST_ITEMS = 3,   /* of a cause */
    MOST_CHANGES = 8, /* that no test notices */
    MOST_CASES = 60,  /* of a switch */
    MOST_TABLES = 2   /* decisions of a line; the others are folded */
};

void report_html_words(FILE *out, const char *words)
{
    gboolean in_code = FALSE;
    for (const char *at = words; *at;) {
        const char *quote = strchrnul(at, '`');
        report_html_text(out, at, (gsize)(quote - at));
        at = quote;
        if (*at != '`')
            break;
        in_code = !in_code;
        fputs(in_code ? "<code>" : "</code>", out);
        at++;
    }
    fputs(in_code ? "</code>" : "", out);
}

/* ---- rows of decisions ---- */

static void put_heads(const ReportPanel *panel, const ReportTold *told, guint32 decision)
{
    const HtolRowDecision *row = &told->gaps->function->function->decisions[decision];
    fputs("<thead><tr>", panel->out);
    for (guint32 i = 1; i <= row->conditions; i++) {
        g_autofree char *text = report_spelling(panel->file, told->gaps->function, decision, i);
        fputs("<th>", panel->out);
        report_html_string(panel->out, text);
    }
    fputs("<th>outcome<th>seen by", panel->out);
}

static void put_values(const ReportPanel *panel, const ReportRow *row, guint32 conditions)
{
    fputs(row->wanted ? "<tr class=want>" : "<tr>", panel->out);
    for (guint32 i = 1; i <= conditions; i++)
        if (row->vector[i] == HTOL_TRUE || row->vector[i] == HTOL_FALSE)
            fprintf(panel->out, "<td>%s", report_truth_word(row->vector[i]));
        else
            fputs("<td class=f>–", panel->out);
    fprintf(panel->out, "<td>%s<td>", row->vector[0] == HTOL_UNKNOWN ? "no end" : report_truth_word(row->vector[0]));
}

static void put_seen(const ReportPanel *panel, const ReportRow *row, guint32 conditions)
{
    g_autofree char *tests = report_test_set_words(panel->model, row->tests);
    put_values(panel, row, conditions);
    report_html_string(panel->out, *tests ? tests : "seen");
}

static void put_wanted(const ReportPanel *panel, const ReportRow *row, guint32 conditions, guint missing, guint before)
{
    g_autofree char *gain = report_wanted_gain(row, missing, before);
    put_values(panel, row, conditions);
    fputs("<span class=lack>wanted</span> · ", panel->out);
    report_html_string(panel->out, gain);
}

/* Rows of one decision as a table, the first or the others of those that are wanted. */
static void put_table(const ReportPanel *panel, const ReportTold *told, guint32 decision, const GArray *rows,
                      guint from, guint most)
{
    guint32 conditions = told->gaps->function->function->decisions[decision].conditions;
    guint seen = 0, wanted = 0;
    fputs("<table class=tt>", panel->out);
    put_heads(panel, told, decision);
    fputs("<tbody>", panel->out);
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = &g_array_index(rows, ReportRow, i);
        if (!row->wanted && from == 0 && seen++ < MOST_SEEN)
            put_seen(panel, row, conditions);
        if (row->wanted && wanted++ >= from && wanted <= from + most)
            put_wanted(panel, row, conditions, told->line->missing, wanted - 1);
    }
    if (seen > MOST_SEEN)
        fprintf(panel->out, "<tr><td colspan=%u>and %u more rows that were seen", conditions + 2, seen - MOST_SEEN);
    fputs("</table>", panel->out);
}

static guint count_wanted(const GArray *rows)
{
    guint wanted = 0;
    for (guint i = 0; i < rows->len; i++)
        wanted += g_array_index(rows, ReportRow, i).wanted;
    return wanted;
}

/* More than six rows: the first four, the rest behind "more". */
static void put_rows(const ReportPanel *panel, const ReportTold *told, guint32 decision, const GArray *rows)
{
    guint wanted = count_wanted(rows), at_once = wanted > ROWS_AT_ONCE ? FIRST_ROWS : wanted;
    put_table(panel, told, decision, rows, 0, at_once);
    if (wanted == at_once)
        return;
    fprintf(panel->out, "<details class=\"more hint\"><summary>%u more rows</summary>", wanted - at_once);
    put_table(panel, told, decision, rows, at_once, wanted - at_once);
    fputs("</details>", panel->out);
}

/* ---- cases of switches ---- */

static void put_case(const ReportPanel *panel, const ReportCase *one)
{
    fputs(one->wanted ? "<tr class=want><td>" : "<tr><td>", panel->out);
    report_html_string(panel->out, one->label);
    if (one->line > 0)
        fprintf(panel->out, "<td><a href=#L%u>%u</a><td>", one->line, one->line);
    else
        fputs("<td>–<td>", panel->out);
    g_autofree char *tests = report_test_set_words(panel->model, one->tests);
    if (one->wanted)
        fputs("<span class=lack>wanted</span>", panel->out);
    else
        report_html_string(panel->out, *tests ? tests : "taken");
}

/* The first or the others of those that are wanted. */
static void put_case_table(const ReportPanel *panel, const GArray *cases, guint from, guint most)
{
    guint taken = 0, wanted = 0;
    fputs("<table class=tt><thead><tr><th>case<th>line<th>taken by<tbody>", panel->out);
    for (guint i = 0; i < cases->len; i++) {
        const ReportCase *one = &g_array_index(cases, ReportCase, i);
        guint *n = one->wanted ? &wanted : &taken;
        if (one->wanted ? *n >= from && *n < from + most : from == 0 && *n < MOST_SEEN)
            put_case(panel, one);
        ++*n;
    }
    if (from == 0 && taken > MOST_SEEN)
        fprintf(panel->out, "<tr><td colspan=3>and %u more that were taken", taken - MOST_SEEN);
    fputs("</table>", panel->out);
}

static void put_cases(const ReportPanel *panel, const ReportTold *told)
{
    g_autoptr(GArray) cases = report_cases_of(told->gaps, told->line);
    guint wanted = 0;
    for (guint i = 0; i < cases->len; i++)
        wanted += g_array_index(cases, ReportCase, i).wanted;
    if (wanted == 0)
        return;
    guint at_once = wanted > ROWS_AT_ONCE ? FIRST_ROWS : wanted;
    put_case_table(panel, cases, 0, at_once);
    if (wanted == at_once)
        return;
    fprintf(panel->out, "<details class=\"more hint\"><summary>%u more cases</summary>", wanted - at_once);
    put_case_table(panel, cases, at_once, MOST_CASES);
    if (wanted > at_once + MOST_CASES)
        fprintf(panel->out, "<p class=muted>and %u more like these</p>", wanted - at_once - MOST_CASES);
    fputs("</details>", panel->out);
}

/* What the compiler saw of conditions that the source spells differently. */
static void put_expanded(const ReportPanel *panel, const ReportTold *told, guint32 decision)
{
    const HtolFunction *function = told->gaps->function->function;
    const HtolRowDecision *row = &function->decisions[decision];
    if (!report_is_expanded(panel->file, told->gaps->function, decision))
        return; /* what a macro holds is shown as the compiler saw it */
    fputs("<details class=\"more hint\"><summary>macros expanded</summary><dl>", panel->out);
    for (guint32 i = 1; i <= row->conditions; i++) {
        g_autofree char *seen = report_compiled(told->gaps->function, decision, i);
        g_autofree char *text = report_spelling(panel->file, told->gaps->function, decision, i);
        if (strcmp(text, seen) == 0)
            continue;
        fputs("<dt><code>", panel->out);
        report_html_string(panel->out, text);
        fputs("</code><dd><code>", panel->out);
        report_html_string(panel->out, seen);
        fputs("</code>", panel->out);
    }
    fputs("</dl></details>", panel->out);
}

/* The lead tells what the rows show, so it needs the rows of the first decision. */
static void put_lead(const ReportPanel *panel, const ReportTold *told, const GArray *rows)
{
    g_autofree char *head = report_lead_head(told->line),
                    *rest = report_lead_rest(panel->model, told->gaps, told->line, rows);
    fputs("<p class=lead><b>", panel->out);
    report_html_words(panel->out, head);
    fputs("</b>", panel->out);
    if (*rest)
        putc(' ', panel->out);
    report_html_words(panel->out, rest);
    fputs("</p>\n", panel->out);
}

/* `index` among the line's. */
static void put_decision(const ReportPanel *panel, const ReportTold *told, guint index)
{
    guint32 decision = g_array_index(told->line->decisions, ReportGapDecision, index).index;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GArray) rows = report_rows_of(arena, told->gaps->objectives, decision, told->line->uncovered, MOST_ROWS);
    if (index == 0)
        put_lead(panel, told, rows);
    put_rows(panel, told, decision, rows);
    put_expanded(panel, told, decision);
}

static void put_decisions(const ReportPanel *panel, const ReportTold *told)
{
    guint n = told->line->decisions->len;
    if (n == 0)
        put_lead(panel, told, NULL);
    for (guint i = 0; i < n; i++) {
        if (i == MOST_TABLES)
            fprintf(panel->out, "<details class=\"more hint\"><summary>%u more decision%s of this line</summary>",
                    n - i, n - i == 1 ? "" : "s");
        put_decision(panel, told, i);
    }
    fputs(n > MOST_TABLES ? "</details>" : "", panel->out);
}

/* ---- other causes ---- */

static void put_way(const ReportPanel *panel, const GArray *way)
{
    fputs("<ol class=way>", panel->out);
    for (guint i = 0; i < way->len; i++) {
        guint32 line = g_array_index(way, guint32, i);
        fprintf(panel->out, "<li><a href=#L%u>%u</a>", line, line);
    }
    fputs("</ol>", panel->out);
}

static void put_note(const ReportPanel *panel, const char *note)
{
    fputs(" <small class=muted>", panel->out);
    report_html_words(panel->out, note);
    fputs("</small>", panel->out);
}

static void put_item(const ReportPanel *panel, const ReportGapItem *item)
{
    if (item->before)
        report_html_change(panel->out, item->before, item->after);
    else
        report_html_words(panel->out, item->text);
    if (item->note)
        put_note(panel, item->note);
}

static void put_more(const ReportPanel *panel, guint more)
{
    if (more > 0)
        fprintf(panel->out, "<li class=muted>and %u more like these", more);
}

static void put_items(const ReportPanel *panel, const ReportGap *gap)
{
    guint shown = MIN(gap->items->len, gap->kind == REPORT_GAP_UNNOTICED ? MOST_CHANGES : MOST_ITEMS);
    gboolean are_changes = gap->kind == REPORT_GAP_MUTANT || gap->kind == REPORT_GAP_UNNOTICED;
    fputs(are_changes ? "<ul class=mut>" : "<ul>", panel->out);
    for (guint i = 0; i < shown; i++) {
        fputs("<li>", panel->out);
        put_item(panel, &g_array_index(gap->items, ReportGapItem, i));
    }
    put_more(panel, gap->items->len - shown);
    fputs("</ul>", panel->out);
    if (gap->kind == REPORT_GAP_UNNOTICED)
        fprintf(panel->out, "<p>These tests ran what is changed: %s.</p>", report_lacks_assertion);
}

static void put_ways(const ReportPanel *panel, const ReportGap *gap)
{
    guint shown = 0;
    for (guint i = 0; i < gap->items->len && shown < MOST_ITEMS; i++)
        if (g_array_index(gap->items, ReportGapItem, i).way) {
            put_way(panel, g_array_index(gap->items, ReportGapItem, i).way);
            shown++;
        }
    if (shown > 0 && gap->items->len > shown)
        fprintf(panel->out, "<p class=muted>and %u more like these</p>", gap->items->len - shown);
    if (shown == 0)
        put_items(panel, gap);
}

static gboolean is_in_table(const ReportGap *gap)
{
    return gap->kind == REPORT_GAP_DECISION || gap->kind == REPORT_GAP_CONDITION || gap->kind == REPORT_GAP_VECTOR ||
           gap->kind == REPORT_GAP_CASE;
}

static void put_heading(const ReportPanel *panel, const ReportGap *gap)
{
    g_autofree char *heading = report_cause_heading(gap);
    fputs("<h3>", panel->out);
    report_html_words(panel->out, heading);
    if (gap->count > 1 && !g_ascii_isdigit(*heading))
        fprintf(panel->out, " <small>%u</small>", gap->count);
    fputs("</h3>", panel->out);
}

/* `is_led`: the lead has its heading. */
static void put_cause(const ReportPanel *panel, const ReportGap *gap, gboolean is_led)
{
    fputs("<div>", panel->out);
    if (!is_led)
        put_heading(panel, gap);
    if (gap->kind == REPORT_GAP_WAY)
        put_ways(panel, gap);
    else if (gap->items->len > 0)
        put_items(panel, gap);
    fputs("</div>\n", panel->out);
}

/* What the lead has said, and what rows show, is not told again. */
static gboolean is_cause(const ReportGapLine *line, guint at)
{
    const ReportGap *gap = &g_array_index(line->gaps, ReportGap, at);
    return !is_in_table(gap) && gap->kind != REPORT_GAP_PROVED && gap->kind != REPORT_GAP_EXCLUDED &&
           (at > 0 || gap->items->len > 0);
}

static void put_causes(const ReportPanel *panel, const ReportGapLine *line)
{
    guint n = 0;
    for (guint i = 0; i < line->gaps->len; i++) {
        if (!is_cause(line, i))
            continue;
        fputs(n++ == 0 ? "<div class=causes>" : "", panel->out);
        put_cause(panel, &g_array_index(line->gaps, ReportGap, i), i == 0 && line->decisions->len == 0);
    }
    fputs(n > 0 ? "</div>\n" : "", panel->out);
}

/* ---- the whole ---- */

static void put_users(const ReportPanel *panel, const ReportGapLine *line)
{
    for (guint i = 0; i < line->all->len; i++) {
        const ReportObjective *objective = g_array_index(line->all, const ReportObjective *, i);
        if (objective->objective->user)
            report_html_user(panel->out, objective);
    }
}

static void put_function(const ReportPanel *panel, const ReportTold *told)
{
    fputs("<p class=of>in <code>", panel->out);
    report_html_string(panel->out, told->gaps->function->function->row.name);
    fputs("</code></p>\n", panel->out);
}

static void put_told(const ReportPanel *panel, const ReportTold *told)
{
    put_decisions(panel, told);
    put_cases(panel, told);
    put_causes(panel, told->line);
    put_users(panel, told->line);
    report_html_fin(panel, told);
}

/* Statements alone say nothing that the number beside the line does not. */
static gboolean is_plain(const HtolObjective *what)
{
    return what->criterion == HTOL_CRIT_stmt || what->criterion == HTOL_CRIT_bbc || what->criterion == HTOL_CRIT_fc;
}

gboolean report_html_has_panel(const ReportTold *told)
{
    const ReportGapLine *line = told->line;
    if (line->state == REPORT_LINE_UNCOVERED)
        return line->proved > 0;
    for (guint i = 0; i < line->all->len; i++) {
        const ReportObjective *objective = g_array_index(line->all, const ReportObjective *, i);
        if (!is_plain(objective->objective) || objective->exclusion || *objective->why)
            return TRUE;
    }
    return line->state == REPORT_LINE_PARTLY;
}

/* Whether the line lies outside of the function's text, as that of a variable of the file does. */
static gboolean is_elsewhere(const ReportTold *told)
{
    const HtolRowFunction *row = &told->gaps->function->function->row;
    return told->line->line < row->line || told->line->line > MAX(row->end_line, row->line);
}

void report_html_panel(const ReportPanel *panel, const ReportTold *told, guint count)
{
    fputs("<div class=pan>", panel->out);
    for (guint i = 0; i < count; i++) {
        if (count > 1 || is_elsewhere(&told[i]))
            put_function(panel, &told[i]);
        put_told(panel, &told[i]);
    }
    fputs("</div>", panel->out);
}
