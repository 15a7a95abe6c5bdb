/* Writes the ends of panels; see details.h. */
#include "report/html/source/details.h"

#include <string.h>

#include "htol/lang/print.h"
#include "report/model/tests.h"

enum { MOST_TESTS = 30 }; /* whose names are listed */

static const ReportObjective *objective_at(const ReportGapLine *line, guint i)
{
    return g_array_index(line->all, const ReportObjective *, i);
}

static gboolean is_proved(const ReportObjective *objective)
{
    return objective->status == REPORT_UNCOVERED && objective->proof &&
           (objective->proof->kind == HTOL_PROOF_INFEASIBLE || objective->proof->kind == HTOL_PROOF_UNUSED);
}

/* ---- covered ---- */

static void put_covered(const ReportPanel *panel, const ReportGapLine *line)
{
    guint covered = line->counts[REPORT_COVERED];
    guint tests = panel->model->tests ? htol_test_set_size(panel->model->tests, line->tests) : 0;
    g_autofree char *words = report_test_set_names(panel->model, line->tests, MOST_TESTS);
    if (covered == 0)
        return;
    if (tests == 0) {
        fprintf(panel->out, "<span>✓ %u objective%s covered</span>", covered, covered == 1 ? "" : "s");
        return;
    }
    fprintf(panel->out, "<details><summary>✓ %u objective%s covered by %u test%s</summary><p>", covered,
            covered == 1 ? "" : "s", tests, tests == 1 ? "" : "s");
    report_html_string(panel->out, words);
    fputs("</p></details>", panel->out);
}

/* ---- why others are not asked for ---- */

/* The reason of an objective that is neither covered nor missing, if it is one of those asked for. */
static const char *reason_of(const ReportObjective *objective, ReportStatus status)
{
    if (status == REPORT_INFEASIBLE && is_proved(objective))
        return objective->proof->why;
    return objective->status == status ? objective->why : NULL;
}

static void put_reasons(const ReportPanel *panel, const ReportGapLine *line, ReportStatus status)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < line->all->len; i++) {
        const ReportObjective *objective = objective_at(line, i);
        const char *why = reason_of(objective, status);
        if (!why || !g_hash_table_add(known, (gpointer)why))
            continue;
        fputs("<p>", panel->out);
        if (status != REPORT_EXCLUDED || !report_html_excluded(panel->out, objective))
            report_html_string(panel->out, why);
        fputs("</p>", panel->out);
    }
}

/* Whether all have the common reason, which then stands in the line. */
static gboolean have_no_vectors(const ReportGapLine *line, ReportStatus status)
{
    for (guint i = 0; i < line->all->len; i++) {
        const char *why = reason_of(objective_at(line, i), status);
        if (why && why != report_no_vectors)
            return FALSE;
    }
    return status == REPORT_INFEASIBLE;
}

static void put_unasked(const ReportPanel *panel, const ReportGapLine *line, ReportStatus status, const char *word)
{
    guint count = line->counts[status] + (status == REPORT_INFEASIBLE ? line->proved : 0);
    if (count == 0)
        return;
    if (have_no_vectors(line, status)) {
        fprintf(panel->out, "<span>%s %u %s: %s</span>", report_marks[status].glyph, count, word, report_no_vectors);
        return;
    }
    fprintf(panel->out, "<details><summary>%s %u %s</summary>", report_marks[status].glyph, count, word);
    put_reasons(panel, line, status);
    fputs("</details>", panel->out);
}

/* A claim that tests disprove is told wherever it stands. */
static void put_disproved(const ReportPanel *panel, const ReportGapLine *line)
{
    for (guint i = 0; i < line->all->len; i++) {
        const ReportObjective *objective = objective_at(line, i);
        if (objective->status != REPORT_COVERED || !objective->exclusion)
            continue;
        fputs("<p>", panel->out);
        report_html_excluded(panel->out, objective);
        fputs("</p>", panel->out);
        return;
    }
}

/* ---- details ---- */

static const char *name_of(const ReportPanel *panel, const ReportObjective *objective)
{
    return htol_selection_name(&panel->model->selection, objective->objective->criterion);
}

static void put_id(const ReportPanel *panel, const ReportObjective *objective)
{
    putc(' ', panel->out);
    report_html_string(panel->out, objective->objective->id);
}

/* Objectives of one criterion and status. */
typedef struct {
    const ReportObjective *const *list;
    guint n;
    gboolean is_told;
} Group;

static GArray *groups_of(const GPtrArray *objectives)
{
    GArray *groups = g_array_new(FALSE, FALSE, sizeof(Group));
    const ReportObjective *const *list = (gconstpointer)objectives->pdata;
    for (guint from = 0, end; from < objectives->len; from = end) {
        for (end = from + 1; end < objectives->len; end++)
            if (list[end]->objective->criterion != list[from]->objective->criterion)
                break;
        g_array_append_val(groups, ((Group){list + from, end - from, FALSE}));
    }
    return groups;
}

static gboolean have_same_ids(const Group *one, const Group *other)
{
    guint i = 0;
    while (i < one->n && one->n == other->n && strcmp(one->list[i]->objective->id, other->list[i]->objective->id) == 0)
        i++;
    return i == one->n && i == other->n;
}

/* "  CC DCC: d1.c1=T, d1.c1=F": the names of the criteria that have the same ids as the first of `groups`. */
static void put_group(const ReportPanel *panel, Group *groups, guint n)
{
    putc(' ', panel->out);
    for (guint i = 0; i < n; i++)
        if (!groups[i].is_told && have_same_ids(&groups[i], &groups[0])) {
            putc(' ', panel->out);
            fputs(name_of(panel, groups[i].list[0]), panel->out);
            groups[i].is_told = TRUE;
        }
    for (guint i = 0; i < groups[0].n; i++) {
        putc(i == 0 ? ':' : ',', panel->out);
        put_id(panel, groups[0].list[i]);
    }
}

/* Behind the names of criteria their objectives, those of which the ids are the same once. */
static void put_ids(const ReportPanel *panel, const ReportGapLine *line, ReportStatus status)
{
    if (line->counts[status] == 0)
        return;
    g_autoptr(GPtrArray) objectives = g_ptr_array_new();
    for (guint i = 0; i < line->all->len; i++)
        if (objective_at(line, i)->status == status)
            g_ptr_array_add(objectives, (gpointer)objective_at(line, i));
    g_autoptr(GArray) groups = groups_of(objectives);
    fprintf(panel->out, "%-10s", report_marks[status].word);
    for (guint i = 0; i < groups->len; i++)
        if (!g_array_index(groups, Group, i).is_told)
            put_group(panel, &g_array_index(groups, Group, i), groups->len - i);
    putc('\n', panel->out);
}

/* Of what has no shape of its own, and is missing. */
static void put_hypers(const ReportPanel *panel, const ReportGapLine *line)
{
    for (guint i = 0; i < line->uncovered->len; i++) {
        const ReportObjective *objective = g_array_index(line->uncovered, const ReportObjective *, i);
        const HtolHyper *hyper = objective->objective->hyper;
        if (!hyper || report_has_form(objective->objective) || objective->objective->site.kind == HTOL_SITE_BLOCK)
            continue;
        g_autoptr(GString) text = g_string_new(NULL);
        htol_hyper_print(hyper, text);
        fputs(name_of(panel, objective), panel->out);
        put_id(panel, objective);
        fputs("   ", panel->out);
        report_html_string(panel->out, text->str);
        putc('\n', panel->out);
    }
}

static void put_form_links(const ReportPanel *panel, const ReportTold *told)
{
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < told->line->all->len; i++) {
        const HtolObjective *what = objective_at(told->line, i)->objective;
        guint32 decision = what->site.index;
        if (!report_has_form(what) || !g_hash_table_add(known, GUINT_TO_POINTER(decision)))
            continue;
        fputs("<a href=", panel->out);
        report_forms_put_link(panel->forms, told->gaps->function, decision, panel->out);
        fprintf(panel->out, ">HTOL of d%u</a> ", decision);
    }
}

static void put_details(const ReportPanel *panel, const ReportTold *told)
{
    fputs("<details><summary>details</summary><pre>", panel->out);
    for (guint i = 0; i < REPORT_STATUSES; i++)
        put_ids(panel, told->line, (ReportStatus)i);
    put_hypers(panel, told->line);
    put_form_links(panel, told);
    fputs("</pre></details>", panel->out);
}

/* ---- criteria ---- */

/* Their names, which the script makes links to what they ask for: links would be a twentieth of a long report. */
static void put_tags(const ReportPanel *panel, const ReportGapLine *line)
{
    gboolean wanted[HTOL_CRITERIA] = {FALSE};
    guint n = 0;
    for (guint i = 0; i < line->uncovered->len; i++)
        wanted[g_array_index(line->uncovered, const ReportObjective *, i)->objective->criterion] = TRUE;
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (!wanted[i])
            continue;
        fputs(n++ == 0 ? "<p class=tags>" : " ", panel->out);
        fputs(htol_selection_name(&panel->model->selection, i), panel->out);
    }
    fputs(n > 0 ? "</p>" : "", panel->out);
}

void report_html_fin(const ReportPanel *panel, const ReportTold *told)
{
    put_disproved(panel, told->line);
    fputs("<div class=fin>", panel->out);
    put_covered(panel, told->line);
    put_unasked(panel, told->line, REPORT_INFEASIBLE, "impossible");
    put_unasked(panel, told->line, REPORT_EXCLUDED, "excluded");
    put_unasked(panel, told->line, REPORT_UNMEASURED, "not measured");
    put_details(panel, told);
    fputs("</div>", panel->out);
    put_tags(panel, told->line);
}
