/* What is not covered as workflow commands of GitHub, which shows them beside the lines of a change: one for
 * each line of which something is missing; and claims that tests disprove, as errors. */
#include <string.h>

#include "report/compare/losses.h"
#include "report/gaps/gap_sentence.h"
#include "report/gaps/words.h"
#include "report/judge/each.h"
#include "report/make/opened.h"
#include "report/model/diff.h"
#include "report/out/renderers.h"
#include "report/words/exclusion_words.h"
#include "report/words/remarks.h"

/* GitHub shows so many warnings of a step, and so many errors, and drops the rest without a word. */
enum { MOST = 10, MOST_GAPS = 3 };

typedef struct {
    const char *path;
    guint line, column;
} Place;

/* What is missing in a line. */
typedef struct {
    char *path;
    guint line, column;
    char *sentence; /* of the first lines, as many as there is room for; else NULL */
} Line;

typedef struct {
    GArray *gaps;      /* Line: the first ones */
    GArray *elsewhere; /* Line: of objectives that are in the texts of other files */
    GHashTable *known; /* "path:line" of these */
    guint count;       /* lines of files on which something is missing */
    ReportWords *words;
} Lines;

static void clear_line(gpointer line)
{
    g_free(((Line *)line)->path);
    g_free(((Line *)line)->sentence);
}

static GArray *new_lines(void)
{
    GArray *lines = g_array_new(FALSE, FALSE, sizeof(Line));
    g_array_set_clear_func(lines, clear_line);
    return lines;
}

static gboolean add_gaps(const ReportModel *model, const ReportGaps *gaps, const ReportGapLine *missing, gpointer data)
{
    const Lines *lines = data;
    Line line = {g_strdup(gaps->file->path), missing->line, 1, report_gap_sentences(gaps, missing, MOST_GAPS)};
    (void)model;
    if (missing->marks->len > 0)
        line.column = g_array_index(missing->marks, ReportGapMark, 0).column;
    g_array_append_val(lines->gaps, line);
    return lines->gaps->len < MOST;
}

static guint count_lines(const ReportFile *file)
{
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    for (guint k = 0; k < file->n_functions; k++) {
        const ReportFunction *function = file->functions[k];
        for (guint n = 0; n < function->n_objectives; n++)
            if (function->judged[n].status == REPORT_UNCOVERED && function->judged[n].line > 0)
                g_hash_table_add(known, GUINT_TO_POINTER(function->judged[n].line));
    }
    return g_hash_table_size(known);
}

/* Those that gaps of the function's own file do not tell: of included texts, and of no function. */
static void add_objective(const ReportModel *model, const ReportFunction *function, const ReportObjective *objective,
                          gpointer data)
{
    (void)model;
    const Lines *lines = data;
    const HtolObjective *what = objective->objective;
    const char *path = report_objective_path(function, objective);
    if (strcmp(path, function->path) == 0 && !what->user)
        return;
    if (!g_hash_table_add(lines->known, g_strdup_printf("%s:%u", path, what->line)))
        return;
    Line line = {g_strdup(path), what->line, what->column, NULL};
    if (lines->elsewhere->len < MOST)
        line.sentence = report_sentence(lines->words, function, objective);
    g_array_append_val(lines->elsewhere, line);
}

/* A ReportVisitFile. */
static void add_file(const ReportModel *of, const ReportFile *file, gpointer data)
{
    Lines *lines = data;
    g_autoptr(ReportWords) words = report_words_new(of);
    lines->words = words;
    lines->count += count_lines(file);
    if (lines->gaps->len < MOST)
        report_each_gap_line_in(of, file, add_gaps, lines);
    report_each_uncovered_in(of, file, add_objective, lines);
}

/* Commands end at the line's end, properties at commas and colons: such characters are escaped. */
static void put_escaped(const char *text, const char *special, FILE *out)
{
    for (; *text; text++) {
        if (*text == '%' || strchr(special, *text))
            fprintf(out, "%%%02X", (guint8)*text);
        else
            putc(*text, out);
    }
}

static void put_warning(const Place *place, const char *title, const char *sentence, FILE *out)
{
    g_autofree char *path = htol_plain(place->path);
    fputs("::warning file=", out);
    put_escaped(path, "\r\n,:", out);
    fprintf(out, ",line=%u,col=%u,title=%s::", place->line, place->column, title);
    put_escaped(sentence, "\r\n", out);
}

static void put_line(const Line *line, FILE *out)
{
    put_warning(&(Place){line->path, line->line, line->column}, "not covered", line->sentence, out);
    putc('\n', out);
}

/* At the comment: that, or the test, is what has to be looked at. */
static void put_disproved(const ReportModel *model, const ReportExclusion *exclusion, FILE *out)
{
    g_autofree char *path = htol_plain(exclusion->claim->where.file), *words = htol_plain(exclusion->claim->words);
    g_autofree char *disproof = report_exclusion_disproof(model, exclusion);
    fputs("::error file=", out);
    put_escaped(path, "\r\n,:", out);
    fprintf(out, ",line=%u,col=%u,title=disproved::`", exclusion->claim->where.line, exclusion->claim->where.column);
    put_escaped(words, "\r\n", out);
    fputs("` is disproved: ", out);
    put_escaped(disproof, "\r\n", out);
    putc('\n', out);
}

static void put_all_disproved(const ReportModel *model, FILE *out)
{
    guint count = 0;
    for (guint i = 0; i < model->n_exclusions && count < MOST; i++)
        if (model->exclusions[i]->disproved) {
            put_disproved(model, model->exclusions[i], out);
            count++;
        }
    if (model->n_disproved > MOST)
        fprintf(out, "::notice title=disproved::%u more justifications\n", model->n_disproved - MOST);
}

/* What was covered before, as much as there is room for. Returns how many were written. */
static guint put_losses(const ReportModel *model, guint room, FILE *out)
{
    guint count = model->losses ? MIN(model->losses->n, room) : 0;
    for (guint i = 0; i < count; i++) {
        const ReportChange *change = &model->losses->changes[i];
        g_autofree char *text = report_change_text(model->losses->comparison, change);
        Place place = {change->b->where, change->b->line, change->b->column};
        put_warning(&place, "no longer covered", text, out);
        putc('\n', out);
    }
    return count;
}

/* Returns how many were written. */
static guint put_unmeasured(const ReportModel *model, FILE *out)
{
    guint count = 0;
    for (guint i = 0; i < model->n_files && count < MOST; i++) {
        if (!model->files[i]->unmeasured)
            continue;
        g_autofree char *text = report_unmeasured_text(model->files[i]);
        put_warning(&(Place){model->files[i]->path, 1, 1}, "not measured", text, out);
        putc('\n', out);
        count++;
    }
    if (model->n_unmeasured > count)
        fprintf(out, "::notice title=not measured::%u more files\n", model->n_unmeasured - count);
    return count;
}

static void put_lines(const Lines *lines, guint room, FILE *out)
{
    guint found = lines->gaps->len + lines->elsewhere->len, shown = MIN(found, room);
    guint all = MAX(lines->count, found);
    for (guint i = 0; i < shown; i++)
        put_line(i < lines->gaps->len ? &g_array_index(lines->gaps, Line, i)
                                      : &g_array_index(lines->elsewhere, Line, i - lines->gaps->len),
                 out);
    guint more = found >= MOST ? all - shown : found - shown;
    if (more > 0)
        fprintf(out, "::notice title=not covered::%u more lines\n", more);
}

gboolean report_github(const ReportModel *model, FILE *out, GError **error)
{
    g_autoptr(GArray) gaps = new_lines(), elsewhere = new_lines();
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Lines lines = {.gaps = gaps, .elsewhere = elsewhere, .known = known};
    put_all_disproved(model, out);
    if (!report_each_file(model, NULL, add_file, &lines, error))
        return FALSE;
    guint room = MOST - put_unmeasured(model, out);
    room -= put_losses(model, room, out);
    put_lines(&lines, room, out);
    return TRUE;
}
