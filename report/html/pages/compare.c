/* A comparison as a page: what was lost first, then files, then what was gained, a row for each cause. */
#include <string.h>

#include "report/compare/compare.h"
#include "report/compare/grouped.h"
#include "report/html/pages/bodies.h"
#include "report/html/pages/compared.h"
#include "report/html/parts/frame.h"
#include "report/html/parts/tiles.h"
#include "report/out/renderers.h"

/* Changes on the page, and its bytes but for the last of them: it must stay small. */
enum { MOST_BYTES = 1500 * 1024, MOST_TAGS = 40 };

/* ---- the four numbers ---- */

static void put_moves(const ReportCompared *compared, FILE *out)
{
    if (compared->changes[REPORT_GAINED] > 0)
        report_html_counted(out, "<span class=c>+", compared->changes[REPORT_GAINED], "</span> ");
    if (compared->changes[REPORT_LOST] > 0)
        report_html_counted(out, "<span class=u>−", compared->changes[REPORT_LOST], "</span>");
}

static void put_by(const ReportCompared *compared, FILE *out)
{
    g_autofree char *difference = report_compared_difference(compared);
    gboolean is_down = *difference == '-';
    if (*difference && strcmp(difference, "0.0") != 0)
        fprintf(out, "<span class=\"by %s\">%s</span>", is_down ? "dn" : "up", difference + 1);
    else
        fputs("<span class=\"by muted\">± 0</span>", out);
}

static void put_tile(const ReportCompared *compared, FILE *out)
{
    const char *title = report_compared_title(compared);
    const char *grade = report_html_grade(NULL, compared->b);
    fprintf(out, "<div class=\"tile %s\"><span class=name>%c%s</span><span class=lvl>%s</span><b>", grade,
            g_ascii_toupper(title[0]), title + 1, report_html_grade_word(NULL, compared->b));
    report_html_score(out, compared->b);
    fputs(report_score(compared->b) < 0 ? "</b>" : "<small>%</small></b>", out);
    put_by(compared, out);
    report_html_bar(out, NULL, compared->b);
    fputs("<span class=of>from ", out);
    report_html_score(out, compared->a);
    fputs(report_score(compared->a) < 0 ? "</span><span class=gt>" : "%</span><span class=gt>", out);
    put_moves(compared, out);
    fputs("</span></div>\n", out);
}

static void put_tiles(const ReportHeads *heads, FILE *out)
{
    fputs("<div class=tiles>\n", out);
    for (guint i = 0; i < heads->n; i++)
        put_tile(heads->compared[i], out);
    fputs("</div>\n", out);
}

/* ---- changes by cause ---- */

static const struct {
    const char *id, *heading, *class, *glyph, *sign, *caption;
} kinds[REPORT_CHANGES] = {
    [REPORT_LOST] = {"h-l", "Lost", "u", "✗", "−", "What A covered, and B does not"},
    [REPORT_GAINED] = {"h-g", "Gained", "c", "✓", "+", "What B covers, and A did not"},
    [REPORT_GONE] = {"h-o", "Only in A", "muted", "−", "−", "What is asked for in A only"},
    [REPORT_NEW] = {"h-n", "Only in B", "muted", "+", "+", "What is asked for in B only"},
};

/* The sections of one page. */
typedef struct {
    const ReportComparison *comparison;
    const ReportHeads *heads;
    FILE *out;
} Page;

static void put_signed(const Page *page, ReportChangeKind kind, guint count)
{
    fprintf(page->out, "<td class=\"num opt %s\">", kinds[kind].class);
    report_html_counted(page->out, kinds[kind].sign, count, "");
}

static void put_counts(const Page *page, const ReportGrouped *grouped, const ReportGroup *group)
{
    for (guint i = 0; i < page->heads->n; i++) {
        guint count = report_group_count(grouped, group, page->heads->compared[i]->name);
        if (count > 0)
            put_signed(page, group->kind, count);
        else
            fputs("<td class=\"num opt muted\">–", page->out);
    }
}

/* Each change in words, as it was and is. */
static void put_details(const Page *page, const ReportGrouped *grouped, const ReportGroup *group)
{
    report_html_counted(page->out, " <details class=more><summary>", group->n,
                        group->n == 1 ? " objective</summary><ul class=bullets>"
                                      : " objectives</summary><ul class=bullets>");
    for (guint i = group->first; i < group->first + MIN(group->n, MOST_TAGS); i++) {
        const ReportChange *change = grouped->changes->pdata[i];
        g_autofree char *text = report_change_text(page->comparison, change);
        fputs("<li><span class=tag>", page->out);
        report_html_string(page->out, report_change_said(change)->criterion);
        fputs("</span> ", page->out);
        report_html_string(page->out, text);
    }
    if (group->n > MOST_TAGS)
        fprintf(page->out, "<li>and %u more, which --json holds", group->n - MOST_TAGS);
    fputs("</ul></details>", page->out);
}

/* "lines 226 to 230 do not run any more, before by `overflow`". */
static void put_more(const Page *page, const ReportGrouped *grouped, const ReportGroup *group)
{
    const ReportChange *change = grouped->changes->pdata[group->first];
    gboolean is_lost = group->kind == REPORT_LOST;
    g_autofree char *lines = report_group_lines(group), *tests = NULL;
    if (is_lost || group->kind == REPORT_GAINED)
        tests = report_said_tests(is_lost ? page->comparison->a : page->comparison->b, is_lost ? change->a : change->b);
    fputs("<div class=sub>", page->out);
    if (lines)
        report_html_string(page->out, lines);
    if (tests && *tests) {
        fputs(lines ? ", " : "", page->out);
        fputs(is_lost ? "before by " : "by ", page->out);
        report_html_string(page->out, tests);
    }
    put_details(page, grouped, group);
    fputs("</div>", page->out);
}

static void put_group(const Page *page, const ReportGrouped *grouped, const ReportGroup *group)
{
    g_autofree char *text = report_group_text(page->comparison, group);
    fprintf(page->out, "<tr><td class=\"g %s\">%s<td>", kinds[group->kind].class, kinds[group->kind].glyph);
    if (group->said->line > 0)
        fprintf(page->out, "<span class=\"at muted\">:%u</span> ", group->said->line);
    report_html_sentence(page->out, text);
    put_more(page, grouped, group);
    put_counts(page, grouped, group);
    putc('\n', page->out);
}

static void put_heads(const Page *page, ReportChangeKind kind)
{
    fprintf(page->out,
            "<table class=\"plain chg\"><caption class=vh>%s</caption><thead><tr><td><th scope=col>where and what",
            kinds[kind].caption);
    for (guint i = 0; i < page->heads->n; i++)
        fprintf(page->out, "<th scope=col class=\"num opt\">%s", report_compared_title(page->heads->compared[i]));
    fputs("</thead><tbody>\n", page->out);
}

static void put_path(const Page *page, const char *path)
{
    fprintf(page->out, "<tr class=f><td><th scope=rowgroup colspan=%u class=path>", page->heads->n + 1);
    report_html_path(page->out, path);
    putc('\n', page->out);
}

static void put_groups(const Page *page, const ReportGrouped *grouped, ReportChangeKind kind)
{
    const char *path = "";
    guint shown = 0;
    put_heads(page, kind);
    for (; shown < grouped->groups->len && ftell(page->out) < MOST_BYTES; shown++) {
        const ReportGroup *group = &g_array_index(grouped->groups, ReportGroup, shown);
        if (strcmp(path, group->said->path) != 0)
            put_path(page, group->said->path);
        path = group->said->path;
        put_group(page, grouped, group);
    }
    fputs("</tbody></table>\n", page->out);
    if (shown < grouped->groups->len)
        fprintf(page->out, "<p class=muted>and %u more, which --json holds</p>\n", grouped->groups->len - shown);
}

/* "1 branch", "5 statements": a title of several without its ending. */
static void put_counted(guint count, const char *title, FILE *out)
{
    gsize length = strlen(title);
    if (count == 1 && g_str_has_suffix(title, "ches"))
        length -= 2;
    else if (count == 1 && g_str_has_suffix(title, "s"))
        length--;
    report_html_count(out, count);
    fprintf(out, " %.*s", (int)length, title);
}

/* "4 causes, 10 statements, 5 branches". */
static void put_sums(const Page *page, const ReportGrouped *grouped, ReportChangeKind kind)
{
    fputs("<small>", page->out);
    put_counted(grouped->groups->len, "causes", page->out);
    for (guint i = 0; i < page->heads->n; i++) {
        guint count = page->heads->compared[i]->changes[kind];
        fputs(count > 0 ? ", " : "", page->out);
        if (count > 0)
            put_counted(count, report_compared_title(page->heads->compared[i]), page->out);
    }
    fputs("</small>", page->out);
}

static void put_kind(const Page *page, ReportChangeKind kind)
{
    g_autoptr(ReportGrouped) grouped = report_grouped_new(page->comparison, kind);
    fprintf(page->out, "<section aria-labelledby=%s><h2 id=%s><span class=%s>%s</span> ", kinds[kind].id,
            kinds[kind].id, kinds[kind].class, kinds[kind].heading);
    if (grouped->groups->len > 0)
        put_sums(page, grouped, kind);
    fputs(grouped->groups->len > 0 ? "</h2>\n" : "<small>nothing</small></h2>\n", page->out);
    if (grouped->groups->len > 0)
        put_groups(page, grouped, kind);
    fputs("</section>\n", page->out);
}

/* What only one side asks for is folded: it says little of tests. */
static void put_folded_kind(const Page *page, ReportChangeKind kind)
{
    if (page->comparison->counts[kind] == 0)
        return;
    g_autoptr(ReportGrouped) grouped = report_grouped_new(page->comparison, kind);
    fprintf(page->out, "<details class=\"more list\"><summary>%s: ", kinds[kind].heading);
    report_html_counted(page->out, "", page->comparison->counts[kind], " objectives</summary>\n");
    put_groups(page, grouped, kind);
    fputs("</details>\n", page->out);
}

/* ---- the page ---- */

static void put_side(const ReportSnapshot *snapshot, const char *name, const char *class, const char *tag, FILE *out)
{
    fprintf(out, "<div><span class=\"id%s\">%s</span><div><b>", class, tag);
    report_html_string(out, name);
    report_html_counted(out, "</b><p>", snapshot->n_objectives, " objectives, ");
    fprintf(out, "%s semantics</p></div></div>", snapshot->semantics);
}

static void put_remarks(const ReportComparison *comparison, FILE *out)
{
    g_autoptr(GPtrArray) remarks = report_comparison_remarks(comparison);
    for (guint i = 0; i < remarks->len; i++) {
        fputs("<p class=lede>", out);
        report_html_string(out, remarks->pdata[i]);
        fputs("</p>\n", out);
    }
}

static void put_top(const Page *page)
{
    const ReportComparison *comparison = page->comparison;
    fputs("<div class=hero><div><h1>What changed</h1></div></div>\n<div class=ab>", page->out);
    put_side(comparison->a, comparison->a_name, "", "A", page->out);
    put_side(comparison->b, comparison->b_name, " z", "B", page->out);
    fputs("</div>\n", page->out);
    put_tiles(page->heads, page->out);
    put_remarks(comparison, page->out);
}

void report_html_comparison(const ReportComparison *comparison, const ReportModel *model, FILE *out)
{
    ReportHeads heads = report_compared_heads(comparison);
    Page page = {.comparison = comparison, .heads = &heads, .out = out};
    report_frame_begin(out, model, REPORT_PAGE_COMPARE, "What changed");
    put_top(&page);
    put_kind(&page, REPORT_LOST);
    report_html_compared_files(comparison, &heads, out);
    put_kind(&page, REPORT_GAINED);
    fputs("<section aria-labelledby=h-more><h2 id=h-more class=vh>More</h2>\n", out);
    report_html_compared_criteria(comparison, out);
    put_folded_kind(&page, REPORT_GONE);
    put_folded_kind(&page, REPORT_NEW);
    fputs("<p class=muted>The same in a terminal: <code>hlcov compare A B</code>; one row for each objective: "
          "<code>hlcov "
          "compare --json A B</code>.</p></section>\n",
          out);
    report_frame_end(out, model, REPORT_PAGE_COMPARE);
}

gboolean report_compare_html(const ReportComparison *comparison, const char *directory, GError **error)
{
    ReportOutput output;
    if (!report_html_prepare(directory, error) || !report_html_open(directory, "index.html", &output, error))
        return FALSE;
    report_html_comparison(comparison, NULL, output.stream);
    return report_output_close(&output, error);
}
