/* Users' objectives in the pages: what they say, and what was recorded for them. */
#include "htol/lang/print.h"
#include "report/gaps/user_words.h"
#include "report/html/parts/html.h"

enum { OPEN_USERS = 20 }; /* a longer list is closed at first */

static void put_code(FILE *out, const char *text)
{
    fputs("<code>", out);
    report_html_string(out, text);
    fputs("</code>", out);
}

/* Details ------------------------------------------------------------------------------------------------ */

static void put_witness(FILE *out, const HtolUserObjective *user)
{
    g_autoptr(GString) text = g_string_new(NULL);
    if (!user->verdict.covered)
        return;
    htol_witness_print(&user->verdict, text);
    fputs("<dt>witness<dd>", out);
    put_code(out, text->str);
}

static void put_recorded(FILE *out, const HtolUserObjective *user)
{
    for (guint i = 0; i < user->n_relations; i++) {
        g_autoptr(GString) text = g_string_new(NULL);
        report_user_recorded(user->relations[i], text);
        fputs(i == 0 ? "<dt>recorded<dd>" : "<dd>", out);
        put_code(out, text->str);
    }
}

/* A label that is the objective says nothing new. */
static void put_labels(FILE *out, const HtolUserObjective *user)
{
    gboolean alone = user->hyper && user->hyper->kind == HTOL_HYPER_OCCURRENCE;
    for (guint i = 0; i < user->n_labels && !alone; i++) {
        g_autoptr(GString) text = g_string_new(NULL);
        htol_label_decl_print(user->labels[i], text);
        fputs(i == 0 ? "<dt>labels<dd>" : "<dd>", out);
        put_code(out, text->str);
    }
}

static void put_reason(FILE *out, const ReportObjective *objective)
{
    if (!*objective->why && !objective->exclusion)
        return;
    fputs("<dt>reason<dd>", out);
    if (!report_html_excluded(out, objective))
        report_html_string(out, objective->why);
}

void report_html_user(FILE *out, const ReportObjective *objective)
{
    const HtolUserObjective *user = objective->objective->user;
    put_code(out, user->text);
    fputs("<dl class=user>", out);
    put_reason(out, objective);
    put_witness(out, user);
    put_recorded(out, user);
    put_labels(out, user);
    for (guint i = 0; i < user->n_warnings; i++) {
        fputs("<dt>warning<dd class=p>", out);
        report_html_string(out, user->warnings[i]);
    }
    fputs("</dl>", out);
}

/* List --------------------------------------------------------------------------------------------------- */

/* A label alone says what it asks for where it is declared. */
static void put_hyper(const HtolUserObjective *user, FILE *out)
{
    g_autoptr(GString) text = g_string_new(NULL);
    if (!user->hyper || user->hyper->kind == HTOL_HYPER_OCCURRENCE) {
        put_code(out, user->text);
        return;
    }
    htol_hyper_print(user->hyper, text);
    put_code(out, text->str);
}

static void put_place(const ReportModel *model, const ReportUserEntry *entry, FILE *out)
{
    const ReportFile *file = model->files[entry->file];
    g_autofree char *page = report_html_page_name(file->path);
    gboolean here = g_strcmp0(report_objective_path(entry->function, entry->objective), file->path) == 0;
    fprintf(out, "<a href=\"%s", page);
    if (here && file->state == REPORT_SOURCE_OK)
        fprintf(out, "#L%u", entry->objective->objective->line);
    fputs("\">", out);
    g_autofree char *place = report_user_place(entry);
    report_html_string(out, place);
    fputs("</a>", out);
}

static void put_evidence(const ReportObjective *objective, FILE *out)
{
    const HtolUserObjective *user = objective->objective->user;
    g_autofree char *evidence = report_user_evidence(objective);
    if (objective->status == REPORT_COVERED || objective->status == REPORT_UNCOVERED)
        put_code(out, evidence);
    else
        report_html_string(out, evidence);
    for (guint i = 0; i < user->n_warnings; i++) {
        fputs("<div class=p>", out);
        report_html_string(out, user->warnings[i]);
        fputs("</div>", out);
    }
}

static void put_entry(const ReportModel *model, const ReportUserEntry *entry, FILE *out)
{
    const HtolUserObjective *user = entry->objective->objective->user;
    const ReportMark *mark = &report_marks[entry->objective->status];
    fprintf(out, "<tr><td class=%s>%s %s<th scope=row>", mark->class, mark->glyph, mark->word);
    put_code(out, user->name);
    fputs("<td>", out);
    put_place(model, entry, out);
    fputs("<td>", out);
    put_hyper(user, out);
    fputs("<td>", out);
    put_evidence(entry->objective, out);
    putc('\n', out);
}

void report_html_users(const ReportModel *model, FILE *out)
{
    g_autoptr(GArray) entries = report_user_entries(model);
    const ReportTotals *totals = &model->totals[HTOL_CRIT_user];
    if (entries->len == 0)
        return;
    fprintf(
        out,
        "<details class=\"more list\"%s><summary>Users&#39; objectives: %u of %u covered</summary>\n"
        "<div class=scroll><table class=plain>\n<thead><tr><th scope=col>status<th scope=col>name<th scope=col>place"
        "<th scope=col>asks for<th scope=col>because</thead>\n<tbody>\n",
        entries->len <= OPEN_USERS ? " open" : "", totals->covered, report_wanted(totals));
    for (guint i = 0; i < entries->len; i++)
        put_entry(model, &g_array_index(entries, ReportUserEntry, i), out);
    fputs("</tbody>\n</table></div></details>\n", out);
}
