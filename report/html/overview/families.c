/* Criteria of the overview, folded by family: a bar for each, and a row behind it. */
#include <string.h>

#include "report/html/overview/files.h"
#include "report/html/parts/tiles.h"

/* Criteria of one family, those that are shown. */
typedef struct {
    const ReportModel *model;
    const char *name;
    guint n;
    HtolCriterion criteria[HTOL_CRITERIA];
    FILE *out;
} Family;

enum { SPARK_WIDTH = 150, SPARK_HEIGHT = 22, MOST_BAR = 25 };

static guint count_shown(const ReportModel *model)
{
    guint shown = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        shown += report_is_shown(model, i);
    return shown;
}

static void put_score_text(FILE *out, int score)
{
    fprintf(out, score == 1000 ? "100" : "%d.%d", score / 10, score % 10);
}

/* "15 criteria, 11.6 to 47.0%". */
static void put_range(const Family *family)
{
    int least = 1001, most = -1;
    for (guint i = 0; i < family->n; i++) {
        int score = report_score(&family->model->totals[family->criteria[i]]);
        least = score >= 0 ? MIN(least, score) : least;
        most = MAX(most, score);
    }
    fprintf(family->out, "<span>%u criteri%s", family->n, family->n == 1 ? "on" : "a");
    if (most >= 0)
        fputs(", ", family->out);
    if (most > least) {
        put_score_text(family->out, least);
        fputs(" to ", family->out);
    }
    if (most >= 0)
        put_score_text(family->out, most);
    fputs(most >= 0 ? "%</span>" : "</span>", family->out);
}

static void put_spark(const Family *family)
{
    double step = MIN((double)SPARK_WIDTH / family->n, MOST_BAR), width = MAX(step - 2, 1);
    fprintf(family->out, "<svg class=spark viewBox=\"0 0 %d %d\" aria-hidden=true>", SPARK_WIDTH, SPARK_HEIGHT);
    for (guint i = 0; i < family->n; i++) {
        const ReportTotals *totals = &family->model->totals[family->criteria[i]];
        double height = MAX(report_score(totals), 0) / 1000.0 * SPARK_HEIGHT, x = step * i + 1;
        fprintf(family->out,
                "<rect class=t x=%.1f width=%.1f height=%d /><rect class=%s x=%.1f y=%.1f width=%.1f height=%.1f />", x,
                width, SPARK_HEIGHT, report_html_grade(family->model, totals), x, SPARK_HEIGHT - height, width, height);
    }
    fputs("</svg>", family->out);
}

static void put_criterion(const Family *family, HtolCriterion criterion)
{
    FILE *out = family->out;
    const ReportTotals *totals = &family->model->totals[criterion];
    const char *name = htol_selection_name(&family->model->selection, criterion);
    fputs("<tr><th scope=row>", out);
    report_html_string(out, htol_criteria[criterion].title);
    fprintf(out, " <a class=tag href=\"criteria.html#%s\">%s</a><td class=\"num muted\">", name, name);
    report_html_count(out, totals->covered);
    fputs(" of ", out);
    report_html_count(out, report_wanted(totals));
    if (totals->excluded > 0)
        report_html_counted(out, ", ", totals->excluded, " excluded");
    fputs("<td class=num>", out);
    report_html_score(out, totals);
    if (report_score(totals) >= 0) {
        putc(' ', out);
        report_html_bar(out, family->model, totals);
    }
}

static void put_family(const Family *family)
{
    char first = g_ascii_toupper(family->name[0]);
    fprintf(family->out, "<details class=fam><summary><b>%c%s</b>", first, family->name + 1);
    put_range(family);
    put_spark(family);
    fprintf(family->out,
            "</summary><table><caption class=vh>%c%s</caption><thead class=vh><tr><th scope=col>criterion<th "
            "scope=col>covered<th scope=col>score</thead><tbody>",
            first, family->name + 1);
    for (guint i = 0; i < family->n; i++)
        put_criterion(family, family->criteria[i]);
    fputs("</tbody></table></details>\n", family->out);
}

void report_html_families(const ReportModel *model, FILE *out)
{
    Family family = {.model = model, .out = out};
    fprintf(
        out,
        "<section aria-labelledby=h-all><h2 id=h-all>All criteria <small>%u, by family; a bar for each</small></h2>\n"
        "<div class=fams>\n",
        count_shown(model));
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (!report_is_shown(model, i))
            continue;
        if (family.n > 0 && strcmp(family.name, htol_criteria[i].family) != 0) {
            put_family(&family);
            family.n = 0;
        }
        family.name = htol_criteria[i].family;
        family.criteria[family.n++] = i;
    }
    if (family.n > 0)
        put_family(&family);
    fputs("</div></section>\n", out);
}
