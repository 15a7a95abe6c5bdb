/* Truth tables of decisions: the vectors that were seen, those that are wanted, and what is covered of each
 * condition. */
#include <stdlib.h>
#include <string.h>

#include "htol/words/missing.h"
#include "report/html/html_panel.h"
#include "report/model/logic.h"
#include "report/read/text_stream.h"

enum { MOST_VECTORS = 40, MOST_WANTED = 8 };

typedef struct {
    const ReportPanel *panel;
    FILE *out;
    const ReportObjectives *of; /* of its function, or of it alone */
    const ReportFunction *function;
    guint32 index;
    const HtolRowDecision *row;
    HtolEnvs seen;
} Table;

static gboolean is_about(const Table *table, const HtolObjective *what)
{
    return what->site.kind == HTOL_SITE_DECISION && what->site.index == table->index && !what->is_cut && !what->user;
}

/* ---- vectors ---- */

static const char *letter_of(guint8 value)
{
    return value == HTOL_UNKNOWN ? "–" : value == HTOL_TRUE ? "T" : "F";
}

static void put_vector(const Table *table, const guint8 *vector)
{
    FILE *out = table->out;
    for (guint32 i = 1; i <= table->row->conditions; i++)
        fprintf(out, "<td>%s", letter_of(vector[i]));
    fprintf(out, "<td>%s\n", vector[0] == HTOL_UNKNOWN ? "no end" : letter_of(vector[0]));
}

static void put_seen(const Table *table)
{
    for (guint i = 0; i < MIN(table->seen.rows, MOST_VECTORS); i++) {
        fprintf(table->out, "<tr><th>v%u", i + 1);
        put_vector(table, table->seen.values + (gsize)i * table->seen.columns);
    }
    if (table->seen.rows > MOST_VECTORS)
        fprintf(table->out, "<tr><th>…<td colspan=%u>%u more\n", table->row->conditions + 1,
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
        HtolMissingVectors vectors = report_wanted_vectors(table->panel->wanted, table->function, objective->objective);
        for (guint k = 0; k < vectors.n_new; k++)
            if (is_new(table, wanted, vectors.vectors[k]))
                g_ptr_array_add(wanted, (gpointer)vectors.vectors[k]);
    }
    for (guint i = 0; i < wanted->len; i++) {
        fputs("<tr class=want><th>wanted", table->out);
        put_vector(table, wanted->pdata[i]);
    }
}

static void put_vectors(const Table *table)
{
    FILE *out = table->out;
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
        fprintf(table->out, "<td class=%s>%s %s", mark->class, mark->glyph, mark->word);
        return;
    }
    fputs("<td>", table->out);
}

/* Which of its values were seen. */
static void put_values(const Table *table, guint32 condition)
{
    gboolean seen[3] = {FALSE};
    for (guint i = 0; i < table->seen.rows; i++)
        seen[table->seen.values[(gsize)i * table->seen.columns + condition]] = TRUE;
    fprintf(table->out, "<td>%s%s", seen[HTOL_TRUE] ? "T " : "", seen[HTOL_FALSE] ? "F" : "");
}

/* What is said of a condition behind its text. */
static void put_condition(const Table *table, guint32 condition)
{
    const gboolean *wanted = table->panel->model->selection.wanted;
    put_values(table, condition);
    if (wanted[HTOL_CRIT_cacc])
        put_status(table, HTOL_CRIT_cacc, condition);
    if (wanted[HTOL_CRIT_racc])
        put_status(table, HTOL_CRIT_racc, condition);
    putc('\n', table->out);
}

/* ---- the whole ---- */

/* `condition`: 0 is the table of vectors. */
static char *written(const Table *table, guint32 condition)
{
    ReportTextStream stream;
    Table copy = *table;
    report_text_stream_open(&stream);
    copy.out = stream.out;
    if (condition)
        put_condition(&copy, condition);
    else
        put_vectors(&copy);
    return report_text_stream_close(&stream);
}

/* What both tables have that does not depend on the text of the decision. */
static void write_template(const Table *table, ReportTemplate *template)
{
    template->vectors = written(table, 0);
    template->conditions = g_ptr_array_new_with_free_func(g_free);
    for (guint32 i = 1; i <= table->row->conditions; i++)
        g_ptr_array_add(template->conditions, written(table, i));
}

static void put_template(const Table *table, const ReportTemplate *template)
{
    const HtolRowCondition *rows = table->function->function->conditions + table->row->first_condition;
    const gboolean *wanted = table->panel->model->selection.wanted;
    FILE *out = table->out;
    fprintf(out, ", %u vectors seen", table->seen.rows);
    if (table->row->ways > 0)
        fprintf(out, ", %u ways through it", table->row->ways);
    fprintf(out,
            "</span></h3>\n<div class=cols2>%s"
            "<table class=tt><caption>Conditions</caption>\n<thead><tr><th>no.<th>condition<th>values%s%s<tbody>\n",
            template->vectors, wanted[HTOL_CRIT_cacc] ? "<th>CACC pair" : "",
            wanted[HTOL_CRIT_racc] ? "<th>RACC pair" : "");
    for (guint32 i = 1; i <= table->row->conditions; i++) {
        fprintf(out, "<tr><th>c%u<td><code>", i);
        report_html_string(out, rows[i - 1].text);
        fprintf(out, "</code>%s", (const char *)template->conditions->pdata[i - 1]);
    }
    fputs("</table></div></div>\n", out);
}

/* Of decisions that are alike the same was written before. */
static void put_known(Table *table)
{
    ReportTemplate *template =
        report_template_of(table->panel->templates, table->function, table->index, table->row->line);
    if (!template->vectors) {
        table->of =
            report_template_objectives(table->panel->templates, table->panel->model, table->function, table->index);
        table->seen = report_words_seen(table->panel->words, table->function, table->index);
        write_template(table, template);
    }
    put_template(table, template);
}

static void put_tables(Table *table)
{
    ReportTemplate template = {0};
    if (table->function->logic) {
        put_known(table);
        return;
    }
    write_template(table, &template);
    put_template(table, &template);
    report_template_clear(&template);
}

/* Of one that was never evaluated they are all that there is to tell. */
static void put_names(const Table *table)
{
    const HtolRowCondition *rows = table->function->function->conditions + table->row->first_condition;
    FILE *out = table->out;
    fputs(", never evaluated</span></h3>", out);
    for (guint32 i = 1; i <= table->row->conditions; i++) {
        fprintf(out, "\n<var>c%u</var> <code>", i);
        report_html_string(out, rows[i - 1].text);
        fputs("</code>", out);
    }
    fputs("</div>", out);
}

/* One of a single condition is said by its objectives. */
static void put_decision(Table *table)
{
    if (table->row->conditions < 2)
        return;
    fprintf(table->out, "<div class=dec><h3>Decision at %u:%u<span>%u conditions", table->row->line, table->row->column,
            table->row->conditions);
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

/* G_MAXUINT32: the entry is about none that has a table. */
static guint32 decision_of(const ReportEntry *entry)
{
    if (!entry->objective)
        return entry->decision;
    return report_has_form(entry->objective->objective) ? entry->objective->objective->site.index : G_MAXUINT32;
}

/* Of one that is known it suffices how much was seen. */
static HtolEnvs seen_of(const Table *table)
{
    if (table->function->logic)
        return (HtolEnvs){.rows = table->function->logic[table->index]->seen};
    return report_words_seen(table->panel->words, table->function, table->index);
}

void report_html_decisions(const ReportPanel *panel, const ReportEntry *entries, guint count)
{
    g_autoptr(GArray) there = g_array_new(FALSE, FALSE, sizeof(Table));
    for (guint i = 0; i < count; i++) {
        Table table = {.panel = panel, .out = panel->out, .of = entries[i].of, .function = entries[i].of->function};
        table.index = decision_of(&entries[i]);
        if (table.index == G_MAXUINT32 || !is_first(there, &table))
            continue;
        table.row = &table.function->function->decisions[table.index];
        if (table.row->line != entries->line && entries->line != REPORT_ELSEWHERE)
            continue;
        table.seen = seen_of(&table);
        put_decision(&table);
    }
}
