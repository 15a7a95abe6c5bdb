/* Writes what the scores do not say; see notes.h. */
#include "report/html/overview/notes.h"

#include <string.h>

#include "report/html/parts/frame.h"
#include "report/html/parts/places.h"
#include "report/html/parts/tiles.h"
#include "report/words/findings.h"
#include "report/words/remarks.h"
#include "report/words/unmeasured.h"

/* Links in a sentence, and places behind "details", of one reason. */
enum { MOST_LINKS = 3, MOST_PLACES = 20 };

typedef struct {
    const ReportModel *model;
    GHashTable *files; /* by path: ReportFile */
    FILE *out;
} Notes;

/* ---- a line ---- */

/* "src/ldo.c:225" as a link: to the line if its page shows the text. The file must be one of the report. */
static void put_place(const Notes *notes, const char *path, guint32 line)
{
    const ReportFile *file = g_hash_table_lookup(notes->files, path);
    report_html_link_begin(notes->out, path, line <= file->n_lines ? line : 0, NULL);
    report_html_string(notes->out, path);
    if (line > 0)
        fprintf(notes->out, ":%u", line);
    fputs("</a>", notes->out);
}

/* The number between colons that stands where the text goes on, 0: none; moves behind it. */
static guint32 take_number(const char **text)
{
    char *end = NULL;
    if (**text != ':' || !g_ascii_isdigit((*text)[1]))
        return 0;
    guint32 number = (guint32)g_ascii_strtoull(*text + 1, &end, 10);
    *text = end;
    return number;
}

/* How long the place is that the text begins with, "PATH:LINE" or "PATH:LINE:COLUMN", if PATH has a page; else 0. */
static gsize place_size(const Notes *notes, const char *text, guint32 *line, char **path)
{
    for (const char *colon = strchr(text, ':'); colon; colon = strchr(colon + 1, ':')) {
        const char *end = colon;
        g_autofree char *name = g_strndup(text, (gsize)(colon - text));
        if (!g_hash_table_contains(notes->files, name))
            continue;
        *line = take_number(&end);
        take_number(&end);
        *path = g_steal_pointer(&name);
        return (gsize)(end - text);
    }
    return 0;
}

static void put_item(const Notes *notes, const char *text)
{
    guint32 line = 0;
    g_autofree char *path = NULL;
    gsize size = place_size(notes, text, &line, &path);
    fputs("<li>", notes->out);
    if (size > 0)
        put_place(notes, path, line);
    report_html_string(notes->out, text + size);
    putc('\n', notes->out);
}

static void put_items(const Notes *notes, const GPtrArray *lines)
{
    for (guint i = 0; i < lines->len; i++)
        put_item(notes, lines->pdata[i]);
}

/* ---- what the scores leave out ---- */

/* Criteria of which nothing is shown. */
static void put_silent(const Notes *notes)
{
    const HtolSelection *selection = &notes->model->selection;
    g_autoptr(GString) names = g_string_new(NULL);
    guint count = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (selection->wanted[i] && !report_is_shown(notes->model, i))
            g_string_append_printf(names, "%s%s", count++ ? ", " : "", htol_selection_name(selection, i));
    if (count == 0)
        return;
    fprintf(notes->out,
            "<li>%u criteri%s here, or %s not recorded (see <code>hlcov cc --criteria</code>)<details "
            "class=more><summary>details</summary>%s</details>\n",
            count, count == 1 ? "on asks nothing" : "a ask nothing", count == 1 ? "was" : "were", names->str);
}

static void put_remarks(const Notes *notes)
{
    g_autoptr(GPtrArray) remarks = report_has_page(notes->model, REPORT_PAGE_TESTS)
                                       ? report_remarks_beside_tests(notes->model)
                                       : report_remarks(notes->model);
    const GPtrArray *odd = notes->model->inputs->notes;
    fprintf(notes->out,
            "<details class=\"more list\"%s><summary>What these scores leave out</summary><ul class=bullets>\n",
            odd->len > 0 ? " open" : "");
    for (guint i = 0; i < odd->len; i++) {
        g_autofree char *text = report_note_text(odd->pdata[i]);
        put_item(notes, text);
    }
    put_items(notes, remarks);
    put_silent(notes);
    if (odd->len + remarks->len == 0)
        put_item(notes, "Nothing was left out.");
    fputs("</ul></details>\n", notes->out);
}

static void put_findings(const Notes *notes)
{
    g_autofree char *summary = report_findings_summary(notes->model);
    if (!summary)
        return;
    g_autoptr(GPtrArray) lines = report_findings(notes->model);
    fprintf(notes->out, "<details class=\"more list\"%s><summary>Run-time errors, in no score</summary><p>",
            lines->len > 0 ? " open" : "");
    report_html_string(notes->out, summary);
    fputs("</p>\n<ul class=bullets>\n", notes->out);
    put_items(notes, lines);
    fputs("</ul></details>\n", notes->out);
}

/* ---- what cannot be judged ---- */

/* ReportUnjudged by reason, in the order of the first of each. */
static GPtrArray *by_reason(const GPtrArray *unjudged)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    GPtrArray *groups = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    for (guint i = 0; i < unjudged->len; i++) {
        const ReportUnjudged *one = unjudged->pdata[i];
        GPtrArray *group = g_hash_table_lookup(known, one->why);
        if (!group) {
            group = g_ptr_array_new();
            g_hash_table_insert(known, one->why, group);
            g_ptr_array_add(groups, group);
        }
        g_ptr_array_add(group, unjudged->pdata[i]);
    }
    return groups;
}

static void put_link(const Notes *notes, const ReportUnjudged *one)
{
    if (g_hash_table_contains(notes->files, one->path)) {
        put_place(notes, one->path, one->line);
        return;
    }
    report_html_string(notes->out, one->path);
    fprintf(notes->out, ":%u", one->line);
}

static void put_unjudged(const Notes *notes, const ReportUnjudged *one)
{
    fputs("<li>", notes->out);
    put_link(notes, one);
    fputs(" in <code>", notes->out);
    report_html_string(notes->out, one->function);
    fputs("</code>", notes->out);
    if (*one->text) {
        fputs(": <code>", notes->out);
        report_html_string(notes->out, one->text);
        fputs("</code>", notes->out);
    }
    fprintf(notes->out, ": %s\n", one->criteria->str);
}

static void put_places(const Notes *notes, const GPtrArray *group)
{
    guint n = MIN(group->len, MOST_PLACES);
    fputs("<details class=more><summary>details</summary><ul class=bullets>\n", notes->out);
    for (guint i = 0; i < n; i++)
        put_unjudged(notes, group->pdata[i]);
    if (n < group->len)
        fprintf(notes->out, "<li>and %u more, which <code>hlcov report --uncovered</code> lists\n", group->len - n);
    fputs("</ul></details>\n", notes->out);
}

static gboolean same_line(const ReportUnjudged *one, const ReportUnjudged *other)
{
    return one->line == other->line && strcmp(one->path, other->path) == 0;
}

/* The first lines of them: " (src/ldo.c:225, src/lgc.c:10, …)" */
static void put_links(const Notes *notes, const GPtrArray *group)
{
    guint n = 0;
    for (guint i = 0; i < group->len && n <= MOST_LINKS; i++) {
        if (i > 0 && same_line(group->pdata[i - 1], group->pdata[i]))
            continue;
        fputs(n > 0 ? ", " : " (", notes->out);
        if (n++ < MOST_LINKS)
            put_link(notes, group->pdata[i]);
        else
            fputs("…", notes->out);
    }
    fputs(")", notes->out);
}

static void put_group(const Notes *notes, const GPtrArray *group)
{
    g_autofree char *reason = report_unjudged_reason(((const ReportUnjudged *)group->pdata[0])->why);
    fputs("<li>", notes->out);
    report_html_count(notes->out, group->len);
    fprintf(notes->out, " place%s: ", group->len == 1 ? "" : "s");
    report_html_string(notes->out, reason);
    put_links(notes, group);
    put_places(notes, group);
}

static void put_all_unjudged(const Notes *notes)
{
    g_autoptr(GPtrArray) unjudged = report_unjudged(notes->model);
    g_autoptr(GPtrArray) groups = by_reason(unjudged);
    if (unjudged->len == 0)
        return;
    fputs("<details class=\"more list\"><summary>Places that cannot be judged, in no score: ", notes->out);
    report_html_count(notes->out, unjudged->len);
    fputs("</summary><ul class=bullets>\n", notes->out);
    for (guint i = 0; i < groups->len; i++)
        put_group(notes, groups->pdata[i]);
    fputs("</ul></details>\n", notes->out);
}

static void put_fallbacks(const Notes *notes)
{
    g_autoptr(GPtrArray) lines = report_fallback_lines(notes->model);
    g_autofree char *more = report_unmeasured_more(lines->len);
    if (lines->len == 0)
        return;
    fprintf(notes->out, "<details class=\"more list\"><summary>%c%s: %u</summary><ul class=bullets>\n",
            g_ascii_toupper(report_fallbacks_heading[0]), report_fallbacks_heading + 1, lines->len);
    for (guint i = 0; i < MIN(lines->len, REPORT_MOST_UNMEASURED); i++)
        put_item(notes, lines->pdata[i]);
    if (more)
        put_item(notes, more);
    fputs("</ul></details>\n", notes->out);
}

/* ---- what was measured ---- */

static const char *semantics_text(const ReportModel *model)
{
    if (strcmp(model->semantics, "observed") == 0)
        return "as the program evaluated them (observed semantics)";
    if (strcmp(model->semantics, "complete") == 0)
        return "also those that && and || skip (complete semantics)";
    return model->semantics;
}

static void put_programs(const Notes *notes)
{
    const GPtrArray *runs = notes->model->inputs->runs;
    fputs("<dt>programs<dd>", notes->out);
    for (guint i = 0; i < runs->len; i++) {
        const ReportRun *run = runs->pdata[i];
        g_autofree char *name = g_path_get_basename(run->program);
        fputs(i ? ", <code>" : "<code>", notes->out);
        report_html_string(notes->out, name);
        fprintf(notes->out, "</code> <small>build %.12s</small>", run->build_id);
    }
    fputs(runs->len == 0 ? "none ran" : "", notes->out);
}

static void put_measured(const Notes *notes)
{
    fputs("<details class=more><summary>What was measured</summary><dl class=legend><dt>source<dd>", notes->out);
    report_html_count(notes->out, notes->model->counts.functions);
    fprintf(notes->out, " function%s in ", notes->model->counts.functions == 1 ? "" : "s");
    report_html_count(notes->out, notes->model->n_units);
    fprintf(notes->out, " compiled file%s<dt>conditions<dd>", notes->model->n_units == 1 ? "" : "s");
    report_html_string(notes->out, semantics_text(notes->model));
    put_programs(notes);
    fputs("</dl></details>\n", notes->out);
}

void report_html_notes(const ReportModel *model, FILE *out)
{
    g_autoptr(GHashTable) files = g_hash_table_new(g_str_hash, g_str_equal);
    const Notes notes = {model, files, out};
    for (guint i = 0; i < model->n_files; i++)
        g_hash_table_insert(files, (gpointer)model->files[i]->path, model->files[i]);
    fputs("<section aria-labelledby=h-out><h2 id=h-out class=vh>Notes</h2>\n", out);
    report_html_users(model, out);
    report_html_exclusions(model, out);
    put_findings(&notes);
    put_all_unjudged(&notes);
    put_fallbacks(&notes);
    put_remarks(&notes);
    put_measured(&notes);
    report_html_legend(out);
    fputs("</section>\n", out);
}
