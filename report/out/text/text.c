/* The tables of --details: totals, a row for each file, remarks. It knows no terminal: plain text of one width. */
#include <string.h>

#include "report/gaps/user_words.h"
#include "report/make/opened.h"
#include "report/out/renderers.h"
#include "report/words/exclusion_words.h"
#include "report/words/findings.h"
#include "report/words/remarks.h"
#include "report/words/unmeasured.h"

#define COLUMNS 9 /* of criteria in one table; more make further tables */
#define CELL 8    /* characters of such a column */
#define MAX_REMARKS 30
#define MAX_FINDINGS 50
#define MAX_SEEN 50 /* pairs of caller and callee */
#define STATUS 12   /* characters of columns in the list of users' objectives */
#define NAME 16
#define PLACE 24
#define MAX_PATH 44 /* a longer path has a line of its own */

/* One table: the criteria from `first` that are its columns. */
typedef struct {
    const ReportModel *model;
    HtolCriterion criteria[COLUMNS];
    guint n_criteria;
    int path_width;
} Table;

/* Printed width: characters, not bytes. */
static int width_of(const char *text)
{
    return (int)g_utf8_strlen(text, -1);
}

static void append_padded(GString *out, const char *text, int width)
{
    g_string_append_printf(out, "%s%*s", text, MAX(width - width_of(text), 0), "");
}

static const char *name_of(const ReportModel *model, HtolCriterion criterion)
{
    return htol_selection_name(&model->selection, criterion);
}

/* Totals ------------------------------------------------------------------------------------------------- */

/* Only where something was proved. */
static void append_pruned(const ReportTotals *totals, GString *out)
{
    if (report_pruned(totals) == 0)
        return;
    g_autofree char *score = report_pruned_score_text(totals);
    g_string_append_printf(out, "  (pruned %s: without", score);
    for (guint i = 0, before = 0; i < HTOL_PROOFS; i++)
        if (totals->pruned[i] > 0)
            g_string_append_printf(out, "%s %u %s", before++ ? "," : "", totals->pruned[i], htol_proof_names[i]);
    g_string_append_c(out, ')');
}

static void append_total(const ReportModel *model, HtolCriterion criterion, GString *out)
{
    const ReportTotals *totals = &model->totals[criterion];
    g_autofree char *score = report_score_text(totals);
    g_autofree char *counts = g_strdup_printf("%u/%u", totals->covered, report_wanted(totals));
    append_padded(out, name_of(model, criterion), CELL - 1);
    g_string_append_c(out, ' ');
    append_padded(out, htol_criteria[criterion].title, 28);
    g_string_append_printf(out, "%15s  %6s", counts, score);
    if (totals->excluded || totals->infeasible)
        g_string_append_printf(out, "  (%u excluded, %u infeasible)", totals->excluded, totals->infeasible);
    if (totals->unmeasured)
        g_string_append_printf(out, "  (%u not measured)", totals->unmeasured);
    append_pruned(totals, out);
    g_string_append_c(out, '\n');
}

void report_text_totals(const ReportModel *model, GString *out)
{
    append_padded(out, "criterion", CELL + 28);
    g_string_append_printf(out, "%15s  %6s\n", "covered", "score");
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (report_is_shown(model, i))
            append_total(model, i, out);
}

/* Files -------------------------------------------------------------------------------------------------- */

/* Without the sign: the line TOTAL shall hold one only, for tools that search it. */
static void append_scores(const Table *table, const ReportTotals *totals, GString *out)
{
    for (guint i = 0; i < table->n_criteria; i++) {
        g_autofree char *score = report_score_text(&totals[table->criteria[i]]);
        g_string_append_printf(out, "%*.*s", CELL, (int)strcspn(score, "%"), score);
    }
}

static void append_file(const Table *table, const ReportFile *file, GString *out)
{
    g_autofree char *path = htol_plain(file->path);
    append_padded(out, path, table->path_width);
    if (width_of(path) > table->path_width)
        g_string_append_printf(out, "\n%*s", table->path_width, "");
    append_scores(table, file->totals, out);
    g_string_append(out, file->unmeasured ? "  (not measured)\n" : "\n");
}

static void append_head(const Table *table, GString *out)
{
    append_padded(out, "file (per cent)", table->path_width);
    for (guint i = 0; i < table->n_criteria; i++)
        g_string_append_printf(out, " %*s", CELL - 1, name_of(table->model, table->criteria[i]));
    g_string_append_c(out, '\n');
}

static void append_table(const Table *table, GString *out)
{
    append_head(table, out);
    for (guint i = 0; i < table->model->n_files; i++)
        append_file(table, table->model->files[i], out);
}

/* `TOTAL ... STMT 91%`: one percentage, a whole number, last in the line. */
void report_text_headline(const ReportModel *model, GString *out)
{
    HtolCriterion criterion = report_headline(model);
    int score = report_score(&model->totals[criterion]);
    g_string_append_printf(out, "  %s ", name_of(model, criterion));
    if (score < 0)
        g_string_append(out, "n/a\n");
    else
        g_string_append_printf(out, "%d%%\n", score / 10);
}

/* Fills a table with the next criteria from `at` on; returns where the table after it begins. */
static guint next_table(Table *table, guint at)
{
    for (table->n_criteria = 0; at < HTOL_CRITERIA && table->n_criteria < COLUMNS; at++)
        if (report_is_shown(table->model, at))
            table->criteria[table->n_criteria++] = at;
    return at;
}

static int path_width(const ReportModel *model)
{
    int width = 16;
    for (guint i = 0; i < model->n_files; i++) {
        g_autofree char *path = htol_plain(model->files[i]->path);
        width = MAX(width, width_of(path));
    }
    return MIN(width, MAX_PATH);
}

static gboolean any_wanted(const ReportModel *model, guint from)
{
    for (guint i = from; i < HTOL_CRITERIA; i++)
        if (report_is_shown(model, i))
            return TRUE;
    return FALSE;
}

static void append_tables(const ReportModel *model, GString *out)
{
    Table table = {.model = model, .path_width = path_width(model)};
    for (guint at = 0; any_wanted(model, at);) {
        at = next_table(&table, at);
        append_table(&table, out);
        append_padded(out, any_wanted(model, at) ? "all files" : "TOTAL", table.path_width);
        append_scores(&table, model->totals, out);
        if (any_wanted(model, at))
            g_string_append(out, "\n\n");
    }
    report_text_headline(model, out);
}

/* Users' objectives -------------------------------------------------------------------------------------- */

/* Ends the line that begins at `start`, and cuts it if it is too long for a summary. */
static void end_line(GString *out, gsize start)
{
    g_autofree char *cut = htol_cut(out->str + start, REPORT_LONGEST_USER);
    g_string_truncate(out, start);
    g_string_append_printf(out, "%s\n", cut);
}

static void append_user(const ReportUserEntry *entry, GString *out)
{
    const HtolUserObjective *user = entry->objective->objective->user;
    g_autofree char *name = htol_plain(user->name), *place = report_user_place(entry);
    g_autofree char *evidence = report_user_evidence(entry->objective);
    gsize start = out->len;
    append_padded(out, report_status_names[entry->objective->status], STATUS);
    append_padded(out, name, NAME);
    g_string_append(out, "  ");
    append_padded(out, place, PLACE);
    g_string_append_printf(out, "  %s", evidence);
    end_line(out, start);
    if (user->n_warnings == 0)
        return;
    g_autofree char *warning = htol_plain(user->warnings[0]);
    start = out->len;
    g_string_append_printf(out, "%*swarning: %s", STATUS, "", warning);
    end_line(out, start);
}

void report_text_users(const ReportModel *model, GString *out)
{
    g_autoptr(GArray) entries = report_user_entries(model);
    for (guint i = 0; i < MIN(entries->len, REPORT_MOST_USERS); i++)
        append_user(&g_array_index(entries, ReportUserEntry, i), out);
    if (entries->len > REPORT_MOST_USERS)
        g_string_append_printf(out, "and %u more, which --html and --json hold\n", entries->len - REPORT_MOST_USERS);
}

static void append_users(const ReportModel *model, GString *out)
{
    g_autoptr(GString) users = g_string_new(NULL);
    report_text_users(model, users);
    if (users->len)
        g_string_append_printf(out, "\nusers' objectives\n%s", users->str);
}

/* Run-time errors ---------------------------------------------------------------------------------------- */

static void append_findings(const ReportModel *model, GString *out)
{
    g_autofree char *summary = report_findings_summary(model);
    if (!summary)
        return;
    g_autoptr(GPtrArray) lines = report_findings(model);
    g_string_append_printf(out, "\nrun-time errors, in no score: %s\n", summary);
    for (guint i = 0; i < MIN(lines->len, MAX_FINDINGS); i++)
        g_string_append_printf(out, "%s\n", (const char *)lines->pdata[i]);
    if (lines->len > MAX_FINDINGS)
        g_string_append_printf(out, "and %u more, which --html and --json hold\n", lines->len - MAX_FINDINGS);
}

/* What cannot be judged ----------------------------------------------------------------------------------- */

static void append_list(const char *heading, const GPtrArray *lines, GString *out)
{
    g_autofree char *more = report_unmeasured_more(lines->len);
    if (lines->len > 0)
        g_string_append_printf(out, "\n%s\n", heading);
    for (guint i = 0; i < MIN(lines->len, REPORT_MOST_UNMEASURED); i++)
        g_string_append_printf(out, "%s\n", (const char *)lines->pdata[i]);
    if (more)
        g_string_append_printf(out, "%s\n", more);
}

static void append_unmeasured(const ReportModel *model, GString *out)
{
    g_autoptr(GPtrArray) unmeasured = report_unmeasured(model);
    g_autoptr(GPtrArray) fallbacks = report_fallback_lines(model);
    append_list(report_unmeasured_heading, unmeasured, out);
    append_list(report_fallbacks_heading, fallbacks, out);
}

/* Exclusions --------------------------------------------------------------------------------------------- */

static void append_markers(const ReportModel *model, GString *out)
{
    guint excluded, markers = report_exclusion_markers(model, &excluded);
    if (markers > 0)
        g_string_append_printf(out, "markers such as LCOV_EXCL_LINE: %u (%u excluded)\n", markers, excluded);
}

void report_text_exclusions(const ReportModel *model, GString *out)
{
    guint count = 0;
    for (guint i = 0; i < model->n_exclusions; i++) {
        if (!report_claim_asserts(model->exclusions[i]->claim) || ++count > REPORT_MOST_EXCLUSIONS)
            continue;
        g_autofree char *line = report_exclusion_line(model->exclusions[i]);
        gsize start = out->len;
        g_string_append(out, line);
        end_line(out, start);
    }
    if (count > REPORT_MOST_EXCLUSIONS)
        g_string_append_printf(out, "and %u more, which --html and --json hold\n", count - REPORT_MOST_EXCLUSIONS);
    append_markers(model, out);
}

static void append_exclusions(const ReportModel *model, GString *out)
{
    g_autoptr(GString) exclusions = g_string_new(NULL);
    report_text_exclusions(model, exclusions);
    if (exclusions->len)
        g_string_append_printf(out, "\nexcluded by comments\n%s", exclusions->str);
}

/* Calls through pointers --------------------------------------------------------------------------------- */

typedef struct {
    GString *text;
    guint count;
} Seen;

static void append_seen(const ReportFile *file, const ReportFunction *function, Seen *to)
{
    for (guint i = 0; i < function->n_seen; i++) {
        const ReportSeen *seen = &function->seen[i];
        if (++to->count > MAX_SEEN)
            continue;
        g_autofree char *text = g_strdup_printf("%s -> %s  %s:%u", function->function->row.name, seen->callee,
                                                seen->row->file < function->function->n_files
                                                    ? function->function->files[seen->row->file].path
                                                    : file->path,
                                                seen->row->line);
        g_autofree char *plain = htol_plain(text);
        g_string_append_printf(to->text, "%s\n", plain);
    }
}

/* A ReportVisitFile. */
static void append_seen_of(const ReportModel *of, const ReportFile *file, gpointer to)
{
    (void)of;
    for (guint i = 0; i < file->n_functions; i++)
        append_seen(file, file->functions[i], to);
}

static void append_all_seen(const ReportModel *model, GString *out)
{
    g_autoptr(GString) seen = g_string_new(NULL);
    Seen to = {seen, 0};
    report_each_telling(model, REPORT_TELLS_CALLS, append_seen_of, &to, NULL);
    if (to.count > 0)
        g_string_append_printf(out, "\ncalls seen through pointers, no objectives\n%s", seen->str);
    if (to.count > MAX_SEEN)
        g_string_append_printf(out, "and %u more, which --html and --json hold\n", to.count - MAX_SEEN);
}

/* The whole ---------------------------------------------------------------------------------------------- */

static void append_remarks(const ReportModel *model, GString *out)
{
    g_autoptr(GPtrArray) remarks = report_remarks(model);
    if (remarks->len)
        g_string_append(out, "\nwhat the scores do not say\n");
    for (guint i = 0; i < MIN(remarks->len, MAX_REMARKS); i++)
        g_string_append_printf(out, "%s\n", (const char *)remarks->pdata[i]);
    if (remarks->len > MAX_REMARKS)
        g_string_append_printf(out, "and %u more remarks, which --html and --json hold\n", remarks->len - MAX_REMARKS);
}

void report_text(const ReportModel *model, FILE *out)
{
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "files: %u, functions: %u, units: %u, data files: %u, semantics: %s\n\n",
                           model->n_files, model->counts.functions, model->n_units, model->inputs->runs->len,
                           model->semantics);
    report_text_totals(model, text);
    g_string_append_c(text, '\n');
    append_tables(model, text);
    append_users(model, text);
    append_exclusions(model, text);
    append_findings(model, text);
    append_unmeasured(model, text);
    append_all_seen(model, text);
    append_remarks(model, text);
    fwrite(text->str, 1, text->len, out);
    g_string_free(text, TRUE);
}
