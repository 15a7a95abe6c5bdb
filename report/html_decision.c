/* Truth tables of decisions: the vectors that were seen, those that are wanted, and what is covered of each
 * condition. */
#include <string.h>

#include "htol/missing.h"
#include "report/html_panel.h"

enum { MOST_VECTORS = 40, MOST_WANTED = 8 };

typedef struct {
    const ReportPanel *panel;
    const ReportObjectives *of; /* of its function */
    const ReportFunction *function;
    guint32 index;
    const HtolRowDecision *row;
    HtolEnvs seen;
} Table;

static gboolean is_about(const Table *table, const HtolObjective *what)
{
    return what->site.kind == HTOL_SITE_DECISION && what->site.index == table->index && !what->is_cut &&
           !what->user;
}

/* ---- vectors ---- */

static const char *letter_of(guint8 value)
{
    return value == HTOL_UNKNOWN ? "–" : value == HTOL_TRUE ? "T" : "F";
}

static void put_vector(const Table *table, const guint8 *vector)
{
    FILE *out = table->panel->out;
    for (guint32 i = 1; i <= table->row->conditions; i++)
        fprintf(out, "<td>%s", letter_of(vector[i]));
    fprintf(out, "<td>%s\n", vector[0] == HTOL_UNKNOWN ? "no end" : letter_of(vector[0]));
}

static void put_seen(const Table *table)
{
    for (guint i = 0; i < MIN(table->seen.rows, MOST_VECTORS); i++) {
        fprintf(table->panel->out, "<tr><th>v%u", i + 1);
        put_vector(table, table->seen.values + (gsize)i * table->seen.columns);
    }
    if (table->seen.rows > MOST_VECTORS)
        fprintf(table->panel->out, "<tr><th>…<td colspan=%u>%u more\n", table->row->conditions + 1,
                table->seen.rows - MOST_VECTORS);
}

static gboolean is_new(const Table *table, const GPtrArray *wanted, const guint8 *vector)
{
    for (guint i = 0; i < wanted->len; i++)
        if (memcmp(wanted->pdata[i], vector, table->row->conditions + 1) == 0)
            return FALSE;
    return TRUE;
}

static void put_wanted(const Table *table)
{
    g_autoptr(GPtrArray) wanted = g_ptr_array_new();
    for (guint i = 0; i < table->of->n && wanted->len < MOST_WANTED; i++) {
        const ReportObjective *objective = &table->of->list[i];
        if (objective->status != REPORT_UNCOVERED || !is_about(table, objective->objective))
            continue;
        HtolMissingVectors vectors =
            report_wanted_vectors(table->panel->wanted, table->function, objective->objective);
        for (guint k = 0; k < vectors.n_new; k++)
            if (is_new(table, wanted, vectors.vectors[k]))
                g_ptr_array_add(wanted, (gpointer)vectors.vectors[k]);
    }
    for (guint i = 0; i < wanted->len; i++) {
        fputs("<tr class=want><th>wanted", table->panel->out);
        put_vector(table, wanted->pdata[i]);
    }
}

static void put_vectors(const Table *table)
{
    FILE *out = table->panel->out;
    if (!htol_decision_has_vectors(table->row))
        return;
    fputs("<table class=\"tt vt\"><caption>Vectors: T true, F false, – not evaluated</caption>\n"
          "<thead><tr><th>vector",
          out);
    for (guint32 i = 1; i <= table->row->conditions; i++)
        fprintf(out, "<th>c%u", i);
    fputs("<th>outcome<tbody>\n", out);
    put_seen(table);
    put_wanted(table);
    fputs("</table>", out);
}

/* ---- conditions ---- */

static void put_status(const Table *table, HtolCriterion criterion, guint32 condition)
{
    for (guint i = 0; i < table->of->n; i++) {
        const HtolObjective *what = table->of->list[i].objective;
        if (!is_about(table, what) || what->criterion != criterion || what->condition != condition)
            continue;
        const ReportMark *mark = &report_marks[table->of->list[i].status];
        fprintf(table->panel->out, "<td class=%s>%s %s", mark->class, mark->glyph, mark->word);
        return;
    }
    fputs("<td>", table->panel->out);
}

/* Which of its values were seen. */
static void put_values(const Table *table, guint32 condition)
{
    gboolean seen[3] = {FALSE};
    for (guint i = 0; i < table->seen.rows; i++)
        seen[table->seen.values[(gsize)i * table->seen.columns + condition]] = TRUE;
    fprintf(table->panel->out, "<td>%s%s", seen[HTOL_TRUE] ? "T " : "", seen[HTOL_FALSE] ? "F" : "");
}

static void put_conditions(const Table *table)
{
    const HtolRowCondition *rows = table->function->function->conditions + table->row->first_condition;
    const gboolean *wanted = table->panel->model->selection.wanted;
    FILE *out = table->panel->out;
    fprintf(out,
            "<table class=tt><caption>Conditions</caption>\n<thead><tr><th>no.<th>condition<th>values%s%s<tbody>\n",
            wanted[HTOL_CRIT_cacc] ? "<th>CACC pair" : "", wanted[HTOL_CRIT_racc] ? "<th>RACC pair" : "");
    for (guint32 i = 1; i <= table->row->conditions; i++) {
        fprintf(out, "<tr><th>c%u<td><code>", i);
        report_html_string(out, rows[i - 1].text);
        fputs("</code>", out);
        put_values(table, i);
        if (wanted[HTOL_CRIT_cacc])
            put_status(table, HTOL_CRIT_cacc, i);
        if (wanted[HTOL_CRIT_racc])
            put_status(table, HTOL_CRIT_racc, i);
        putc('\n', out);
    }
    fputs("</table>", out);
}

/* ---- the whole ---- */

static void put_tables(const Table *table)
{
    FILE *out = table->panel->out;
    fprintf(out, ", %u vectors seen", table->seen.rows);
    if (table->row->ways > 0)
        fprintf(out, ", %u ways through it", table->row->ways);
    fputs("</span></h3>\n<div class=cols2>", out);
    put_vectors(table);
    put_conditions(table);
    fputs("</div></div>\n", out);
}

/* Of one that was never evaluated they are all that there is to tell. */
static void put_names(const Table *table)
{
    const HtolRowCondition *rows = table->function->function->conditions + table->row->first_condition;
    FILE *out = table->panel->out;
    fputs(", never evaluated</span></h3>", out);
    for (guint32 i = 1; i <= table->row->conditions; i++) {
        fprintf(out, "\n<var>c%u</var> <code>", i);
        report_html_string(out, rows[i - 1].text);
        fputs("</code>", out);
    }
    fputs("</div>", out);
}

/* One of a single condition is said by its objectives. */
static void put_decision(const Table *table)
{
    if (table->row->conditions < 2)
        return;
    fprintf(table->panel->out, "<div class=dec><h3>Decision at %u:%u<span>%u conditions", table->row->line,
            table->row->column, table->row->conditions);
    if (table->seen.rows > 0)
        put_tables(table);
    else
        put_names(table);
}

/* Whether the table is not among those that were there; then it is. */
static gboolean is_first(GArray *there, const Table *table)
{
    for (guint i = 0; i < there->len; i++)
        if (g_array_index(there, Table, i).of == table->of && g_array_index(there, Table, i).index == table->index)
            return FALSE;
    g_array_append_vals(there, table, 1);
    return TRUE;
}

void report_html_decisions(const ReportPanel *panel, const ReportEntry *entries, guint count)
{
    g_autoptr(GArray) there = g_array_new(FALSE, FALSE, sizeof(Table));
    for (guint i = 0; i < count; i++) {
        Table table = {.panel = panel, .of = entries[i].of, .function = entries[i].of->function};
        table.index = entries[i].objective->objective->site.index;
        if (!is_about(&table, entries[i].objective->objective) || !entries[i].objective->objective->hyper ||
            !is_first(there, &table))
            continue;
        table.row = &table.function->function->decisions[table.index];
        if (table.row->line != entries->line && entries->line != REPORT_ELSEWHERE)
            continue;
        table.seen = report_words_seen(panel->words, table.function, table.index);
        put_decision(&table);
    }
}
