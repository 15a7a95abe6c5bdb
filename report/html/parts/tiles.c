/* Writes tiles and bars; see tiles.h. */
#include "report/html/parts/tiles.h"

#include <string.h>

enum { MEDIUM = 500, HIGH = 800 }; /* unless the summary has other limits */

static const char *const words[] = {"low", "medium", "high", ""};
static const char *const classes[] = {"lo", "mi", "hi", "na"};

static ReportLimits limits_of(const ReportModel *model)
{
    return model && model->summary ? model->summary->limits : (ReportLimits){MEDIUM, HIGH};
}

char *report_html_limits(const ReportModel *model)
{
    ReportLimits limits = limits_of(model);
    return g_strdup_printf("%.4g %.4g", limits.medium / 10.0, limits.high / 10.0);
}

static ReportGrade grade_of(const ReportModel *model, const ReportTotals *totals)
{
    int score = report_score(totals);
    ReportLimits limits = limits_of(model);
    if (score < 0)
        return REPORT_NO_GRADE;
    return score < (int)limits.medium ? REPORT_LOW : score < (int)limits.high ? REPORT_MEDIUM : REPORT_HIGH;
}

const char *report_html_grade(const ReportModel *model, const ReportTotals *totals)
{
    return classes[grade_of(model, totals)];
}

const char *report_html_grade_word(const ReportModel *model, const ReportTotals *totals)
{
    return words[grade_of(model, totals)];
}

void report_html_bar(FILE *out, const ReportModel *model, const ReportTotals *totals)
{
    int score = report_score(totals);
    fprintf(out, "<svg class=\"meter %s\" aria-hidden=true><rect width=%d.%d%% /></svg>",
            report_html_grade(model, totals), MAX(score, 0) / 10, MAX(score, 0) % 10);
}

void report_html_count(FILE *out, guint number)
{
    if (number >= 1000) {
        report_html_count(out, number / 1000);
        fprintf(out, ",%03u", number % 1000);
    } else {
        fprintf(out, "%u", number);
    }
}

void report_html_counted(FILE *out, const char *before, guint number, const char *after)
{
    fputs(before, out);
    report_html_count(out, number);
    fputs(after, out);
}

/* The score then; -1: not known. */
static int score_before(const ReportModel *model, const ReportFile *file, HtolCriterion criterion)
{
    const ReportEarlier *earlier = model->summary ? model->summary->earlier : NULL;
    if (!earlier || !earlier->known[criterion])
        return -1;
    if (!file)
        return report_score(&earlier->totals[criterion]);
    const ReportTotals *totals = earlier->files ? g_hash_table_lookup(earlier->files, file->path) : NULL;
    return totals ? report_score(&totals[criterion]) : -1;
}

/* What a score changed since an earlier report; nothing where it did not. */
static void put_change(FILE *out, const ReportModel *model, const ReportFile *file, HtolCriterion criterion,
                       const ReportTotals *totals)
{
    int before = score_before(model, file, criterion), now = report_score(totals);
    int change = now - before;
    if (before < 0 || now < 0)
        return;
    g_autofree char *since = report_since_text(model->summary);
    fprintf(out, " <span class=\"by %s\" title=\"since ", change > 0 ? "up" : change < 0 ? "dn" : "muted");
    report_html_string(out, since);
    fprintf(out, "\">%s%d.%d</span>", change == 0 ? "± " : "", ABS(change) / 10, ABS(change) % 10);
}

static void put_tile(FILE *out, const ReportModel *model, const ReportFile *file, HtolCriterion criterion,
                     const char *address)
{
    const ReportTotals *totals = &(file ? file->totals : model->totals)[criterion];
    g_autofree char *score = report_score_text(totals);
    const char *title = report_headline_title(criterion);
    gboolean has_score = g_str_has_suffix(score, "%");
    fprintf(out, "<a class=\"tile %s\" href=\"%s\"><span class=name>%c%s</span>", report_html_grade(model, totals),
            address, g_ascii_toupper(title[0]), title + 1);
    if (has_score)
        fprintf(out, "<span class=lvl>%s</span><b>%.*s<small>%%</small></b><span class=of>",
                words[grade_of(model, totals)], (int)(strlen(score) - 1), score);
    else
        fputs("<b>–</b><span class=of>", out);
    report_html_count(out, totals->covered);
    fputs(" of ", out);
    report_html_count(out, report_wanted(totals));
    put_change(out, model, file, criterion, totals);
    fputs("</span>", out);
    report_html_bar(out, model, totals);
    fputs("</a>\n", out);
}

void report_html_tiles(FILE *out, const ReportModel *model, const ReportFile *file, const char *address)
{
    HtolCriterion criteria[REPORT_MOST_HEADLINES];
    guint n = report_headlines(model, criteria);
    fprintf(out, "<div class=\"tiles%s\">\n", file ? " small" : "");
    for (guint i = 0; i < n; i++)
        put_tile(out, model, file, criteria[i], address);
    fputs("</div>\n", out);
}
