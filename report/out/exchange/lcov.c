/* The model as a tracefile of LCOV: lines, branches, functions, and conditions (MCDC) if they are asked for.
 * Counts are of tests: that something happened in them is recorded, not how often. */
#include "report/out/renderers.h"
#include "report/words/lines.h"

static void put_functions(const ReportLined *file, FILE *out)
{
    for (guint i = 0; i < file->n_functions; i++)
        fprintf(out, "FN:%u,%s\n", file->functions[i].line, file->functions[i].name);
    for (guint i = 0; i < file->n_functions; i++)
        fprintf(out, "FNDA:%u,%s\n", file->functions[i].called.count, file->functions[i].name);
    fprintf(out, "FNF:%u\nFNH:%u\n", file->sums.functions, file->sums.functions_called);
}

static void put_line_branches(const ReportLine *line, FILE *out)
{
    guint32 number = 0;
    for (guint i = 0; i < line->n_branches; i++) {
        const ReportLineBranch *branch = &line->branches[i];
        number = i > 0 && branch->group == line->branches[i - 1].group ? number + 1 : 0;
        fprintf(out, "BRDA:%u,%u,%u,", line->line, branch->group, number);
        if (branch->evaluated)
            fprintf(out, "%u\n", branch->taken.count);
        else
            fputs("-\n", out);
    }
}

static void put_branches(const ReportLined *file, FILE *out)
{
    for (guint i = 0; i < file->n_lines; i++)
        put_line_branches(&file->lines[i], out);
    fprintf(out, "BRF:%u\nBRH:%u\n", file->sums.branches, file->sums.branches_taken);
}

static void put_lines(const ReportLined *file, FILE *out)
{
    for (guint i = 0; i < file->n_lines; i++)
        fprintf(out, "DA:%u,%u\n", file->lines[i].line, file->lines[i].reached.count);
    fprintf(out, "LF:%u\nLH:%u\n", file->sums.lines, file->sums.lines_reached);
}

/* Both senses of a condition are taken with its pair, or none. The text is the last field of the record. */
static void put_condition(const ReportLineCondition *condition, FILE *out)
{
    g_autofree char *text = htol_plain(condition->text);
    for (guint sense = 0; sense < 2; sense++)
        fprintf(out, "MCDC:%u,%u,%c,%d,%u,%s\n", condition->line, condition->size, "tf"[sense], condition -> covered,
                condition -> index, text);
}

static void put_conditions(const ReportLined *file, FILE *out)
{
    guint covered = 0;
    for (guint i = 0; i < file->n_conditions; i++) {
        put_condition(&file->conditions[i], out);
        covered += file->conditions[i].covered;
    }
    fprintf(out, "MCF:%u\nMCH:%u\n", 2 * file->n_conditions, 2 * covered);
}

typedef struct {
    gboolean with_conditions;
    FILE *out;
} Writer;

/* A ReportVisitLined. */
static void put_file(const ReportLined *file, gpointer data)
{
    const Writer *writer = data;
    g_autofree char *path = htol_plain(file->path);
    fprintf(writer->out, "TN:\nSF:%s\n", path);
    put_functions(file, writer->out);
    put_branches(file, writer->out);
    if (writer->with_conditions)
        put_conditions(file, writer->out);
    put_lines(file, writer->out);
    fputs("end_of_record\n", writer->out);
}

gboolean report_lcov(const ReportModel *model, FILE *out, GError **error)
{
    return report_each_lined(model, put_file, &(Writer){FALSE, out}, error);
}

gboolean report_lcov_mcdc(const ReportModel *model, FILE *out, GError **error)
{
    return report_each_lined(model, put_file, &(Writer){TRUE, out}, error);
}
