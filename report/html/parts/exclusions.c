/* Claims of comments in the HTML report: the list in the index, and what a panel says of an objective. */
#include <string.h>

#include "report/html/parts/html.h"
#include "report/words/exclusion_words.h"

enum { OPEN_CLAIMS = 12, /* a longer list is closed at first */ MOST_CLAIMS = 300 };

static void put_code(FILE *out, const char *text)
{
    fputs("<code>", out);
    report_html_string(out, text);
    fputs("</code>", out);
}

/* Panels ------------------------------------------------------------------------------------------------- */

gboolean report_html_excluded(FILE *out, const ReportObjective *objective)
{
    const ReportExclusion *exclusion = objective->exclusion;
    if (!exclusion)
        return FALSE;
    if (objective->status == REPORT_EXCLUDED && !*exclusion->claim->reason)
        return FALSE;
    fprintf(out, objective->status == REPORT_COVERED ? "<div class=u>disproves line %u: " : "justified in line %u: ",
            exclusion->claim->where.line);
    if (objective->status == REPORT_COVERED)
        put_code(out, exclusion->claim->words);
    fputs(objective->status == REPORT_COVERED ? "</div>" : "", out);
    report_html_markdown(out, exclusion->claim->reason);
    return TRUE;
}

/* The list ----------------------------------------------------------------------------------------------- */

/* A text that others include has no page. */
static void put_place(const ReportModel *model, const ReportClaim *claim, FILE *out)
{
    const ReportFile *file = report_file_at(model, claim->where.file);
    g_autofree char *page = report_html_page_name(claim->where.file);
    if (file)
        fprintf(out, "<a href=\"%s#L%u\">", page, claim->where.line);
    report_html_string(out, claim->where.file);
    fprintf(out, ":%u%s", claim->where.line, file ? "</a>" : "");
}

static void put_state(const ReportExclusion *exclusion, FILE *out)
{
    static const ReportMark idle = {"m", "◌", "idle"}, disproved = {"u", "✗", "disproved"};
    const ReportMark *mark = exclusion->disproved      ? &disproved
                             : exclusion->matched == 0 ? &idle
                                                       : &report_marks[REPORT_EXCLUDED];
    fprintf(out, "<td class=%s>%s %s", mark->class, mark->glyph, mark->word);
}

static void put_claim(const ReportModel *model, const ReportExclusion *exclusion, FILE *out)
{
    g_autofree char *disproof = report_exclusion_disproof(model, exclusion);
    fputs("<tr>", out);
    put_state(exclusion, out);
    fputs("<td>", out);
    put_place(model, exclusion->claim, out);
    fputs("<td>", out);
    put_code(out, exclusion->claim->words);
    fprintf(out, "<td class=num>%u<td>", exclusion->excluded);
    report_html_markdown(out, exclusion->claim->reason);
    if (*disproof) {
        fputs("<div class=u>", out);
        report_html_string(out, disproof);
        fputs("</div>", out);
    }
    putc('\n', out);
}

/* Returns how many were left out. */
static guint put_claims(const ReportModel *model, FILE *out)
{
    guint count = 0;
    for (guint i = 0; i < model->n_exclusions; i++)
        if (report_claim_asserts(model->exclusions[i]->claim) && ++count <= MOST_CLAIMS)
            put_claim(model, model->exclusions[i], out);
    return count > MOST_CLAIMS ? count - MOST_CLAIMS : 0;
}

static void put_table(const ReportModel *model, FILE *out)
{
    fputs("<div class=scroll><table class=plain>\n<thead><tr><th scope=col>status<th scope=col>place<th scope=col>claim"
          "<th scope=col>excluded<th scope=col>because</thead>\n<tbody>\n",
          out);
    guint more = put_claims(model, out);
    fputs("</tbody>\n</table></div>\n", out);
    if (more > 0)
        fprintf(out, "<p>and %u more, which --json holds</p>\n", more);
}

void report_html_exclusions(const ReportModel *model, FILE *out)
{
    guint excluded, markers = report_exclusion_markers(model, &excluded), claims = model->n_exclusions - markers;
    if (model->n_exclusions == 0)
        return;
    fprintf(out, "<details class=\"more list\"%s><summary>Excluded by comments: %u claims, %u disproved",
            claims <= OPEN_CLAIMS || model->n_disproved > 0 ? " open" : "", claims, model->n_disproved);
    fputs("</summary>\n", out);
    if (claims > 0)
        put_table(model, out);
    if (markers > 0)
        fprintf(out, "<p>Markers such as LCOV_EXCL_LINE: %u; they exclude %u objectives.</p>\n", markers, excluded);
    fputs("</details>\n", out);
}
