/* Puts together what a reader wants to know first, and its words; see summary.h. */
#include "report/summary/summary.h"

#include <stdlib.h>
#include <string.h>

const char *const report_grade_names[] = {"low", "medium", "high", "none"};

enum { LIMIT_MEDIUM = 500, LIMIT_HIGH = 800, WHOLE = 1000 };

/* Limits ------------------------------------------------------------------------------------------------- */

/* "50", "99.5": tenths of a percent. FALSE on anything else. */
static gboolean parse_limit(const char *text, guint *limit)
{
    char *end;
    guint64 whole = g_ascii_isdigit(*text) ? g_ascii_strtoull(text, &end, 10) : G_MAXUINT;
    if (whole > WHOLE / 10)
        return FALSE;
    *limit = (guint)whole * 10;
    if (*end == '.' && g_ascii_isdigit(end[1])) {
        *limit += (guint)(end[1] - '0');
        end += 2;
    }
    return *end == '\0' && *limit <= WHOLE;
}

static gboolean parse_limits(const char *text, ReportLimits *limits, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(text, ",", -1);
    if (g_strv_length(parts) == 2 && parse_limit(parts[0], &limits->medium) && parse_limit(parts[1], &limits->high) &&
        limits->medium <= limits->high)
        return TRUE;
    g_set_error(error, REPORT_ERROR, 0,
                "--limits=%s: it should be two percentages, where medium and high begin, as in --limits=50,80", text);
    return FALSE;
}

ReportGrade report_grade(const ReportSummary *summary, const ReportTotals *totals)
{
    int score = report_score(totals);
    if (score < 0)
        return REPORT_NO_GRADE;
    if ((guint)score >= summary->limits.high)
        return REPORT_HIGH;
    return (guint)score >= summary->limits.medium ? REPORT_MEDIUM : REPORT_LOW;
}

/* The four numbers --------------------------------------------------------------------------------------- */

static const ReportGated *gate_of(const ReportSummary *summary, HtolCriterion criterion)
{
    for (guint i = 0; i < summary->n_gates; i++)
        if (summary->gates[i].gate.criterion == criterion)
            return &summary->gates[i];
    return NULL;
}

static void add_headline(ReportSummary *summary, HtolCriterion criterion, const char *title)
{
    const ReportEarlier *earlier = summary->earlier;
    ReportHeadline *headline = &summary->headlines[summary->n_headlines++];
    const ReportTotals *totals = &summary->model->totals[criterion];
    *headline = (ReportHeadline){criterion, title, totals, FALSE, 0, gate_of(summary, criterion)};
    int then = earlier && earlier->known[criterion] ? report_score(&earlier->totals[criterion]) : -1;
    headline->has_change = then >= 0 && report_score(totals) >= 0;
    headline->change = headline->has_change ? report_score(totals) - then : 0;
}

static void add_headlines(ReportSummary *summary)
{
    HtolCriterion criteria[REPORT_MOST_HEADLINES];
    guint n = report_headlines(summary->model, criteria);
    for (guint i = 0; i < n; i++)
        add_headline(summary, criteria[i], report_headline_title(criteria[i]));
}

/* The whole ---------------------------------------------------------------------------------------------- */

static void try_gates(ReportSummary *summary, const ReportSummaryRequest *request)
{
    summary->n_gates = request->n_gates;
    summary->gates = g_new0(ReportGated, request->n_gates + HTOL_CRITERIA);
    for (guint i = 0; i < request->n_gates; i++) {
        summary->gates[i] = report_gated(summary->model, &request->gates[i], request->per_file);
        summary->n_failed += !summary->gates[i].passed;
    }
    for (guint i = 0; request->least && i < HTOL_CRITERIA; i++)
        if (report_is_worse(summary->model, request->least, i)) {
            summary->gates[summary->n_gates++] = report_gated_worse(summary->model, request->least, i);
            summary->n_failed++;
        }
}

/* FALSE and *error if the user named a file that cannot be read. */
static gboolean find_earlier(ReportSummary *summary, const ReportSummaryRequest *request, GError **error)
{
    const ReportModel *model = summary->model;
    if (request->since)
        summary->earlier = report_earlier_read(request->since, &model->selection, error);
    else if (request->directory)
        summary->earlier = report_earlier_left(model, summary->checkout->revision, request->directory);
    return summary->earlier || !request->since;
}

ReportSummary *report_summary_new(const ReportModel *model, const ReportSummaryRequest *request, GError **error)
{
    g_autoptr(ReportSummary) summary = g_new0(ReportSummary, 1);
    summary->model = model;
    summary->limits = (ReportLimits){LIMIT_MEDIUM, LIMIT_HIGH};
    summary->source_url = g_strdup(request->source_url);
    if (request->limits && !parse_limits(request->limits, &summary->limits, error))
        return NULL;
    summary->checkout = report_checkout_new(model->root, request->project);
    if (!find_earlier(summary, request, error))
        return NULL;
    try_gates(summary, request);
    add_headlines(summary);
    summary->trials = report_trials_new(model);
    return g_steal_pointer(&summary);
}

void report_summary_free(ReportSummary *summary)
{
    g_clear_pointer(&summary->checkout, report_checkout_free);
    g_clear_pointer(&summary->earlier, report_earlier_free);
    g_clear_pointer(&summary->trials, report_trials_free);
    g_free(summary->source_url);
    g_free(summary->gates);
    g_free(summary);
}

/* Words -------------------------------------------------------------------------------------------------- */

char *report_date_text(gint64 seconds)
{
    g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(seconds);
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    if (!time)
        return g_strdup("");
    return g_strdup_printf("%d %s %d %02d:%02d UTC", g_date_time_get_day_of_month(time),
                           months[g_date_time_get_month(time) - 1], g_date_time_get_year(time),
                           g_date_time_get_hour(time), g_date_time_get_minute(time));
}

char *report_summary_date(const ReportSummary *summary)
{
    return report_date_text(summary->model->time);
}

char *report_since_text(const ReportSummary *summary)
{
    const ReportEarlier *earlier = summary->earlier;
    const char *revision = summary->checkout ? summary->checkout->revision : NULL;
    g_autofree char *date = earlier->time > 0 ? report_date_text(earlier->time) : g_strdup("");
    if (!revision || g_strcmp0(revision, earlier->revision) != 0)
        return g_strconcat(earlier->name, *date ? ", " : "", date, NULL);
    return *date ? g_strdup_printf("the report of %s, same revision", date)
                 : g_strdup("an earlier report of the same revision");
}

char *report_change_text_of(int tenths)
{
    const char *sign = tenths > 0 ? "+" : tenths < 0 ? "-" : "";
    return g_strdup_printf("%s%d.%d", sign, abs(tenths) / 10, abs(tenths) % 10);
}

/* Where no ending is known, a count says all. */
char *report_trials_text(const ReportSummary *summary)
{
    static const char *const words[] = {"passed", "failed", "crashed", "did not say how they ended"};
    const ReportTrials *trials = summary->trials;
    if (!trials)
        return NULL;
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%u test%s", trials->n_tests, trials->n_tests == 1 ? "" : "s");
    const char *before = ": ";
    for (guint i = 0; i < G_N_ELEMENTS(words) && trials->counts[REPORT_UNENDED] < trials->n_tests; i++) {
        if (trials->counts[i] == 0)
            continue;
        g_string_append_printf(text, "%s%u %s", before, trials->counts[i], words[i]);
        before = ", ";
    }
    return g_string_free(text, FALSE);
}

static void append_failed(const ReportGated *gated, const char *before, GString *out)
{
    g_autofree char *score = report_score_text(&gated->totals), *least = report_gate_least(&gated->gate);
    if (gated->n_missed > 0)
        g_string_append_printf(out, "%s%s in %u file%s, wanted %s", before, gated->title, gated->n_missed,
                               gated->n_missed == 1 ? "" : "s", least);
    else
        g_string_append_printf(out, "%s%s %s, wanted %s", before, gated->title, score, least);
}

char *report_gates_text(const ReportSummary *summary)
{
    if (summary->n_gates == 0)
        return NULL;
    if (summary->n_failed == 0)
        return summary->n_gates == 1 ? g_strdup("the gate passed")
                                     : g_strdup_printf("all %u gates passed", summary->n_gates);
    GString *text = g_string_new(NULL);
    if (summary->n_gates == 1)
        g_string_append(text, "the gate failed");
    else
        g_string_append_printf(text, "%u of %u gates failed", summary->n_failed, summary->n_gates);
    const char *before = ": ";
    for (guint i = 0; i < summary->n_gates; i++) {
        if (summary->gates[i].passed)
            continue;
        append_failed(&summary->gates[i], before, text);
        before = "; ";
    }
    return g_string_free(text, FALSE);
}

/* Families ----------------------------------------------------------------------------------------------- */

const char *report_family_name(HtolCriterion criterion)
{
    static const char *const names[][2] = {{"relations", "values and mutants"},
                                           {"partitions", "values and mutants"},
                                           {"mutants", "values and mutants"},
                                           {"user", "yours"}};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        if (strcmp(htol_criteria[criterion].family, names[i][0]) == 0)
            return names[i][1];
    return htol_criteria[criterion].family;
}

static void add_criterion(const ReportModel *model, HtolCriterion criterion, GArray *families)
{
    ReportFamily *last = families->len ? &g_array_index(families, ReportFamily, families->len - 1) : NULL;
    const ReportFamily first = {report_family_name(criterion), 1, criterion, criterion};
    int score = report_score(&model->totals[criterion]);
    if (!last || strcmp(last->name, first.name) != 0) {
        g_array_append_val(families, first);
        return;
    }
    last->n_criteria++;
    if (score < report_score(&model->totals[last->lowest]))
        last->lowest = criterion;
    if (score > report_score(&model->totals[last->highest]))
        last->highest = criterion;
}

GArray *report_families(const ReportModel *model)
{
    GArray *families = g_array_new(FALSE, FALSE, sizeof(ReportFamily));
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (report_is_shown(model, i) && report_wanted(&model->totals[i]) > 0)
            add_criterion(model, i, families);
    return families;
}

/* Files -------------------------------------------------------------------------------------------------- */

static int compare_files(gconstpointer left, gconstpointer right, gpointer criterion)
{
    const ReportFile *one = *(ReportFile *const *)left, *other = *(ReportFile *const *)right;
    const ReportTotals *ours = &one->totals[GPOINTER_TO_UINT(criterion)];
    const ReportTotals *theirs = &other->totals[GPOINTER_TO_UINT(criterion)];
    guint64 our = (guint64)ours->covered * report_wanted(theirs);
    guint64 their = (guint64)theirs->covered * report_wanted(ours);
    if (our != their)
        return our < their ? -1 : 1;
    if (report_wanted(ours) != report_wanted(theirs))
        return report_wanted(ours) > report_wanted(theirs) ? -1 : 1;
    return strcmp(one->path, other->path);
}

/* A file that is covered as far as it can be is no bad one. */
GPtrArray *report_worst_files(const ReportSummary *summary, guint most)
{
    const ReportModel *model = summary->model;
    HtolCriterion criterion = report_headline(model);
    GPtrArray *files = g_ptr_array_new();
    for (guint i = 0; i < model->n_files; i++) {
        const ReportTotals *totals = &model->files[i]->totals[criterion];
        if (totals->covered < report_wanted(totals))
            g_ptr_array_add(files, model->files[i]);
    }
    g_ptr_array_sort_with_data(files, compare_files, GUINT_TO_POINTER(criterion));
    g_ptr_array_set_size(files, (int)MIN(files->len, most));
    return files;
}

/* Links -------------------------------------------------------------------------------------------------- */

char *report_source_url(const ReportSummary *summary, const char *path, guint32 line)
{
    if (!summary->source_url || g_path_is_absolute(path))
        return NULL;
    g_autofree char *escaped = g_uri_escape_string(path, "/", FALSE);
    g_autofree char *number = g_strdup_printf("%u", line);
    g_auto(GStrv) around = g_strsplit(summary->source_url, "{path}", -1);
    g_autofree char *with_path = g_strjoinv(escaped, around);
    g_auto(GStrv) parts = g_strsplit(with_path, "{line}", -1);
    return g_strjoinv(number, parts);
}
