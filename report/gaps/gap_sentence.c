/* Words a gap as a sentence that stands alone, far from its line; see gap_sentence.h. */
#include "report/gaps/gap_sentence.h"

#include "report/gaps/spelling.h"

#include <string.h>

#include "htol/base/plain.h"

/* The decision that the line's statement asks, in backquotes, cut if it is long; NULL if there is none. */
static char *decision_text(const ReportGaps *gaps, const ReportGapLine *line)
{
    if (line->decisions->len == 0)
        return NULL;
    const ReportGapDecision *decision = &g_array_index(line->decisions, ReportGapDecision, 0);
    g_autofree char *text = report_spelling(gaps->file, decision->function, decision->index, 0);
    return report_quoted(text);
}

/* A phrase for the end of a line leaves out what the line shows: the function, or the decision. */
static char *subject_of(const ReportGaps *gaps, const ReportGapLine *line, const ReportGap *gap)
{
    if (!g_str_has_prefix(gap->phrase, "never "))
        return NULL;
    if (gap->kind == REPORT_GAP_CALL) {
        g_autofree char *name = htol_plain(gaps->function->function->row.name);
        return g_strdup_printf("`%s`", name);
    }
    if (gap->kind == REPORT_GAP_RUN)
        return g_strdup("this line");
    return gap->kind == REPORT_GAP_DECISION || gap->kind == REPORT_GAP_LIMIT ? decision_text(gaps, line) : NULL;
}

/* Behind what it is said of, "never true" needs a verb, "never ran" is one. */
static gboolean is_verb(const char *never)
{
    static const char *const verbs[] = {"never ran",           "never got",  "never decided",
                                        "never alone decided", "never came", "never happened"};
    for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++)
        if (g_str_has_prefix(never, verbs[i]))
            return TRUE;
    return FALSE;
}

/* "`a` was never true" of "`a` never true"; all else as it is. To be freed. */
static char *with_verb(const char *text)
{
    gboolean is_code = *text == '`' || g_str_has_prefix(text, "in `");
    const char *never = is_code ? strstr(text, "` never ") : NULL;
    if (!never || is_verb(never + 2))
        return g_strdup(text);
    return g_strdup_printf("%.*s was %s", (int)(never + 1 - text), text, never + 2);
}

char *report_gap_sentence(const ReportGaps *gaps, const ReportGapLine *line, const ReportGap *gap)
{
    if (gap->kind == REPORT_GAP_UNNOTICED)
        return htol_plain(gap->sentence);
    g_autofree char *subject = subject_of(gaps, line, gap), *phrase = htol_plain(gap->phrase);
    g_autofree char *text = subject ? g_strdup_printf("%s %s", subject, phrase) : g_strdup(phrase);
    return with_verb(text);
}

char *report_gap_sentences(const ReportGaps *gaps, const ReportGapLine *line, guint most)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < MIN(line->gaps->len, most); i++) {
        g_autofree char *sentence = report_gap_sentence(gaps, line, &g_array_index(line->gaps, ReportGap, i));
        g_string_append_printf(text, "%s%s", i > 0 ? "; " : "", sentence);
    }
    if (line->gaps->len > most)
        g_string_append_printf(text, "; %u more", line->gaps->len - most);
    return g_string_free(text, FALSE);
}

/* FALSE if `visit` wants no more. */
static gboolean visit_function(const ReportModel *model, const ReportFile *file, const ReportFunction *function,
                               ReportVisitGaps visit, gpointer data)
{
    gboolean more = TRUE;
    if (report_function_open(function) == 0)
        return TRUE;
    g_autoptr(ReportGaps) gaps = report_gaps_new(model, file, function);
    for (guint i = 0; more && i < gaps->lines->len; i++) {
        const ReportGapLine *line = gaps->lines->pdata[i];
        more = line->gaps->len == 0 || visit(model, gaps, line, data);
    }
    return more;
}

gboolean report_each_gap_line_in(const ReportModel *model, const ReportFile *file, ReportVisitGaps visit, gpointer data)
{
    gboolean more = TRUE;
    for (guint i = 0; more && i < file->n_functions; i++)
        more = visit_function(model, file, file->functions[i], visit, data);
    return more;
}

void report_each_gap_line(const ReportModel *model, ReportVisitGaps visit, gpointer data)
{
    gboolean more = TRUE;
    for (guint i = 0; more && i < model->n_files; i++)
        more = report_each_gap_line_in(model, model->files[i], visit, data);
}
