/* Writes scores of A and B; see compared.h. */
#include "report/html/pages/compared.h"

#include <stdlib.h>
#include <string.h>

#include "report/html/parts/tiles.h"

/* ---- the criteria of the columns ---- */

static const struct {
    const char *name, *title;
} known[REPORT_MOST_HEADLINES] = {{"FC", "functions"}, {"STMT", "statements"}, {"BC", "branches"}, {"RACC", "MC/DC"}};

static gboolean is_in_both(const ReportCompared *compared)
{
    return compared->a && compared->b && report_compared_is_shown(compared);
}

ReportHeads report_compared_heads(const ReportComparison *comparison)
{
    ReportHeads heads = {.n = 0};
    for (guint k = 0; k < REPORT_MOST_HEADLINES; k++)
        for (guint i = 0; i < comparison->n_criteria; i++)
            if (is_in_both(&comparison->criteria[i]) && strcmp(comparison->criteria[i].name, known[k].name) == 0)
                heads.compared[heads.n++] = &comparison->criteria[i];
    for (guint i = 0, any = heads.n; any == 0 && i < comparison->n_criteria && heads.n < REPORT_MOST_HEADLINES; i++)
        if (is_in_both(&comparison->criteria[i]))
            heads.compared[heads.n++] = &comparison->criteria[i];
    return heads;
}

const char *report_compared_title(const ReportCompared *compared)
{
    for (guint k = 0; k < REPORT_MOST_HEADLINES; k++)
        if (strcmp(known[k].name, compared->name) == 0)
            return known[k].title;
    return compared->name;
}

/* ---- by file ---- */

typedef struct {
    const char *path;
    ReportTotals sides[2][REPORT_MOST_HEADLINES];
} File;

static File *file_of(GHashTable *files, const char *path)
{
    File *file = g_hash_table_lookup(files, path);
    if (file)
        return file;
    file = g_new0(File, 1);
    file->path = path;
    g_hash_table_insert(files, (gpointer)path, file);
    return file;
}

static void count_side(GHashTable *files, const ReportSnapshot *snapshot, const ReportHeads *heads, guint side)
{
    for (guint i = 0; i < snapshot->n_objectives; i++) {
        const ReportSaid *said = &snapshot->objectives[i];
        for (guint k = 0; k < heads->n; k++)
            if (strcmp(said->criterion, heads->compared[k]->name) == 0)
                report_totals_count(&file_of(files, said->path)->sides[side][k], said->status);
    }
}

static int change_of(const File *file, guint k)
{
    return (int)file->sides[1][k].covered - (int)file->sides[0][k].covered;
}

static gboolean has_changed(const File *file, const ReportHeads *heads)
{
    for (guint k = 0; k < heads->n; k++)
        if (report_score(&file->sides[0][k]) != report_score(&file->sides[1][k]) || change_of(file, k) != 0)
            return TRUE;
    return FALSE;
}

/* The column by which files are sorted: statements, else the last. */
static guint column_of(const ReportHeads *heads)
{
    for (guint k = 0; k < heads->n; k++)
        if (strcmp(heads->compared[k]->name, "STMT") == 0)
            return k;
    return heads->n - 1;
}

static int compare_files(gconstpointer left, gconstpointer right, gpointer column)
{
    const File *one = *(const File *const *)left, *other = *(const File *const *)right;
    int order = change_of(one, *(guint *)column) - change_of(other, *(guint *)column);
    return order ? order : strcmp(one->path, other->path);
}

static void put_scores(const File *file, guint k, FILE *out)
{
    int change = change_of(file, k);
    gboolean same = change == 0 && report_score(&file->sides[0][k]) == report_score(&file->sides[1][k]);
    fputs("<span class=muted>", out);
    report_html_score(out, &file->sides[0][k]);
    fputs(same ? "</span>" : " →</span> ", out);
    if (same)
        return;
    report_html_score(out, &file->sides[1][k]);
    if (change != 0)
        fprintf(out, " <span class=%s>%s%d</span>", change > 0 ? "c" : "u", change > 0 ? "+" : "−", abs(change));
}

/* A bar to the left for what was lost, to the right for what was gained. */
static void put_delta(int change, guint most, FILE *out)
{
    double width = 74.0 * abs(change) / MAX(most, 1);
    fputs("<td class=opt><svg class=delta viewBox=\"0 0 150 12\" preserveAspectRatio=none aria-hidden=true>", out);
    if (change != 0)
        fprintf(out, "<rect class=%s x=%.1f y=2 width=%.1f height=8 />", change < 0 ? "l" : "g",
                change < 0 ? 75 - width : 75, width);
    fputs("<path class=z d=\"M75 0v12\"/></svg>", out);
}

static void put_file(const File *file, const ReportHeads *heads, guint most, FILE *out)
{
    guint column = column_of(heads);
    fputs("<tr><th scope=row class=path>", out);
    report_html_path(out, file->path);
    for (guint k = 0; k < heads->n; k++) {
        fprintf(out, "<td class=\"num%s\">", k == column ? "" : " opt");
        put_scores(file, k, out);
        if (k == column)
            put_delta(change_of(file, k), most, out);
    }
    putc('\n', out);
}

static void put_file_heads(const ReportHeads *heads, FILE *out)
{
    guint column = column_of(heads);
    fputs(
        "<div class=scroll><table class=plain><caption class=vh>Scores in A and in B, by file</caption><thead><tr><th "
        "scope=col>file",
        out);
    for (guint k = 0; k < heads->n; k++)
        fprintf(out, "<th scope=col class=\"num%s\">%s%s", k == column ? "" : " opt",
                report_compared_title(heads->compared[k]),
                k == column ? "<th scope=col class=opt><span class=vh>bar</span>" : "");
    fputs("</thead><tbody>\n", out);
}

static void put_file_rows(GPtrArray *changed, const ReportHeads *heads, guint n_files, FILE *out)
{
    guint column = column_of(heads), most = 0;
    g_ptr_array_sort_with_data(changed, compare_files, &column);
    for (guint i = 0; i < changed->len; i++)
        most = MAX(most, (guint)abs(change_of(changed->pdata[i], column)));
    fprintf(out,
            "<section aria-labelledby=h-f><h2 id=h-f>Files that changed <small>%u of %u, the largest loss of %s "
            "first</small></h2>\n",
            changed->len, n_files, report_compared_title(heads->compared[column]));
    put_file_heads(heads, out);
    for (guint i = 0; i < changed->len; i++)
        put_file(changed->pdata[i], heads, most, out);
    fputs("</tbody></table></div></section>\n", out);
}

void report_html_compared_files(const ReportComparison *comparison, const ReportHeads *heads, FILE *out)
{
    g_autoptr(GHashTable) files = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    g_autoptr(GPtrArray) changed = g_ptr_array_new();
    GHashTableIter iter;
    gpointer file;
    count_side(files, comparison->a, heads, 0);
    count_side(files, comparison->b, heads, 1);
    g_hash_table_iter_init(&iter, files);
    while (g_hash_table_iter_next(&iter, NULL, &file))
        if (has_changed(file, heads))
            g_ptr_array_add(changed, file);
    if (changed->len > 0)
        put_file_rows(changed, heads, g_hash_table_size(files), out);
}

/* ---- by criterion ---- */

static double put_part(const char *class, double from, guint part, guint whole, FILE *out)
{
    double width = 100.0 * part / MAX(whole, 1);
    if (part > 0)
        fprintf(out, "<rect%s x=\"%.1f%%\" width=\"%.1f%%\" />", class, from, width);
    return from + width;
}

/* Of all objectives of both: covered in both, only in A, only in B. */
static void put_bar(const ReportCompared *compared, FILE *out)
{
    guint only_a = compared->changes[REPORT_LOST] + compared->gone_covered;
    guint only_b = compared->changes[REPORT_GAINED] + compared->new_covered;
    guint whole = report_wanted(compared->b) + compared->changes[REPORT_GONE];
    fputs("<td class=opt><svg class=\"meter both\" aria-hidden=true>", out);
    double at = put_part("", 0, compared->both, whole, out);
    at = put_part(" class=a", at, only_a, whole, out);
    put_part(" class=z", at, only_b, whole, out);
    fputs("</svg>", out);
}

static void put_score(const ReportTotals *totals, FILE *out)
{
    fputs("<td class=num>", out);
    if (totals)
        report_html_score(out, totals);
}

static void put_criterion(const ReportCompared *compared, FILE *out)
{
    g_autofree char *difference = report_compared_difference(compared);
    fputs("<tr><th scope=row>", out);
    report_html_string(out, compared->name);
    put_score(compared->a, out);
    put_score(compared->b, out);
    fprintf(out, "<td class=\"num %s\">%s%s",
            *difference == '+'   ? "c"
            : *difference == '-' ? "u"
                                 : "muted",
            *difference == '-' ? "−" : "", difference + (*difference == '-'));
    for (guint kind = 0; kind < REPORT_CHANGES; kind++)
        if (compared->a && compared->b)
            report_html_counted(out, "<td class=\"num opt\">", compared->changes[kind], "");
        else
            fputs("<td class=opt>", out);
    if (compared->a && compared->b)
        put_bar(compared, out);
    putc('\n', out);
}

void report_html_compared_criteria(const ReportComparison *comparison, FILE *out)
{
    fputs(
        "<details class=\"more list\"><summary>All criteria</summary>\n<div class=scroll><table class=plain><caption "
        "class=vh>Scores of A and B by criterion, in per cent, and how many objectives changed</caption><thead><tr><th "
        "scope=col>criterion<th scope=col class=num>A<th scope=col class=num>B<th scope=col class=num>B − A<th "
        "scope=col "
        "class=\"num opt\">lost<th scope=col class=\"num opt\">gained<th scope=col class=\"num opt\">gone<th scope=col "
        "class=\"num opt\">new<th scope=col class=opt><span class=vh>objectives covered in both, in A, in B</span>"
        "</thead><tbody>\n",
        out);
    for (guint i = 0; i < comparison->n_criteria; i++)
        if (report_compared_is_shown(&comparison->criteria[i]))
            put_criterion(&comparison->criteria[i], out);
    fputs("</tbody></table></div>\n<p class=\"keys muted\">Objectives covered in: <span><i class=\"sw "
          "both\"></i>both</span>"
          "<span><i class=\"sw a\"></i>only A</span><span><i class=\"sw z\"></i>only B</span></p></details>\n",
          out);
}
