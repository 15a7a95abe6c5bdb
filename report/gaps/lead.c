/* Words the first sentences of panels; see lead.h. */
#include "report/gaps/lead.h"

#include <string.h>

#include "report/gaps/row_words.h"
#include "report/gaps/spelling.h"

enum { LONGEST_TEXT = 100 }; /* of what a sentence repeats */

/* The text with a capital in front, unless code is. */
static char *capitalized(const char *text)
{
    char *result = g_strdup(text);
    result[0] = g_ascii_toupper(result[0]);
    return result;
}

static const ReportGap *first_gap(const ReportGapLine *line)
{
    return line->gaps->len > 0 ? &g_array_index(line->gaps, ReportGap, 0) : NULL;
}

char *report_lead_head(const ReportGapLine *line)
{
    const ReportGap *gap = first_gap(line);
    if (!gap)
        return g_strdup(line->counts[REPORT_UNMEASURED] > 0 ? "Part of this was not measured."
                                                            : "All that is asked here is covered.");
    g_autofree char *phrase = capitalized(gap->phrase);
    return g_strconcat(phrase, ".", NULL);
}

/* The only outcome of the decision that was seen, if all rows agree; HTOL_UNKNOWN: they do not. */
static guint8 only_outcome(const GArray *rows)
{
    guint8 outcome = HTOL_UNKNOWN;
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = &g_array_index(rows, ReportRow, i);
        if (row->wanted)
            continue;
        if (outcome != HTOL_UNKNOWN && row->vector[0] != outcome)
            return HTOL_UNKNOWN;
        outcome = row->vector[0];
    }
    return outcome;
}

static const ReportRow *first_wanted(const GArray *rows)
{
    for (guint i = 0; i < rows->len; i++)
        if (g_array_index(rows, ReportRow, i).wanted)
            return &g_array_index(rows, ReportRow, i);
    return NULL;
}

static void add_seen(const ReportModel *model, const ReportGaps *gaps, const ReportGapLine *line, guint8 outcome,
                     GString *out)
{
    guint32 decision = g_array_index(line->decisions, ReportGapDecision, 0).index;
    g_autofree char *text = report_spelling(gaps->file, gaps->function, decision, 0);
    g_autofree char *macro = report_macro_around(gaps->file, gaps->function, decision);
    guint tests = model->tests ? htol_test_set_size(model->tests, line->tests) : 0;
    const ReportGap *gap = first_gap(line);
    if (macro || (gap && gap->kind == REPORT_GAP_DECISION && *gap->phrase == '`'))
        g_string_append(out, "It"); /* which the head has named */
    else if (strlen(text) > LONGEST_TEXT)
        g_string_append(out, "The decision");
    else
        g_string_append_printf(out, "`%s`", text);
    g_string_append_printf(out, " was %s ", report_truth_word(outcome));
    if (tests == 2)
        g_string_append(out, "in both tests that came here.");
    else if (tests > 2)
        g_string_append_printf(out, "in all %u tests that came here.", tests);
    else
        g_string_append(out, tests == 1 ? "in the one test that came here." : "each time.");
}

/* Once a wanted row is seen, lines run that never did. */
static void add_lines(const GArray *rows, guint8 outcome, GString *out)
{
    const ReportRow *wanted = first_wanted(rows);
    if (!wanted || (wanted->lines->len == 0 && !wanted->rest))
        return;
    g_autofree char *lines = report_lines_words(wanted);
    g_string_append_printf(out, "%sOnce it is %s, %s run%s.", out->len > 0 ? " " : "",
                           outcome == HTOL_UNKNOWN ? "so" : report_truth_word(wanted->vector[0]), lines,
                           wanted->lines->len <= 1 ? "s" : "");
}

char *report_lead_rest(const ReportModel *model, const ReportGaps *gaps, const ReportGapLine *line, const GArray *rows)
{
    GString *out = g_string_new(NULL);
    const ReportGap *gap = first_gap(line);
    guint8 outcome = rows ? only_outcome(rows) : HTOL_UNKNOWN;
    if (!rows && gap && gap->sentence && gap->items->len == 0)
        g_string_append(out, gap->sentence);
    if (outcome != HTOL_UNKNOWN)
        add_seen(model, gaps, line, outcome, out);
    if (rows && gap && gap->kind == REPORT_GAP_DECISION)
        add_lines(rows, outcome, out);
    return g_string_free(out, FALSE);
}

char *report_cause_heading(const ReportGap *gap)
{
    switch (gap->kind) {
    case REPORT_GAP_LIMIT: return g_strdup("Wanted near a limit");
    case REPORT_GAP_FLOW:
        return gap->items->len == 1 ? g_strdup("A value never got here")
                                    : g_strdup_printf("%u values never got here", gap->items->len);
    case REPORT_GAP_WAY:
        return gap->items->len == 1 ? g_strdup("A way never taken")
                                    : g_strdup_printf("%u ways never taken", gap->items->len);
    case REPORT_GAP_UNNOTICED:
        return gap->items->len == 1 ? g_strdup("A change that no test notices")
                                    : g_strdup_printf("%u changes that no test notices", gap->items->len);
    case REPORT_GAP_SIGN: return g_strdup("Signs and zero");
    default: return capitalized(gap->phrase);
    }
}
