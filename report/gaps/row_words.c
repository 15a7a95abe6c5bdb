/* Words rows of decisions; see row_words.h. */
#include "report/gaps/row_words.h"

#include "report/gaps/spelling.h"

char *report_lines_words(const ReportRow *row)
{
    const GArray *lines = row->lines;
    if (lines->len == 0)
        return g_strdup(row->rest ? "the rest of this line" : "");
    guint32 first = g_array_index(lines, guint32, 0), last = g_array_index(lines, guint32, lines->len - 1);
    if (lines->len == 1)
        return g_strdup_printf("line %u", first);
    return g_strdup_printf("lines %u %s %u", first, lines->len == 2 ? "and" : "to", last);
}

char *report_wanted_gain(const ReportRow *row, guint missing, guint before)
{
    GString *text = g_string_new("covers ");
    g_autofree char *lines = report_lines_words(row);
    if (before == 0 && row->covers == missing)
        g_string_append_printf(text, missing > 1 ? "all %u objectives missing here" : "the one missing here", missing);
    else if (before == 0)
        g_string_append_printf(text, "%u of the %u objectives missing here", row->covers, missing);
    else
        g_string_append_printf(text, "%u", row->covers);
    if (row->together > 0)
        g_string_append_printf(text, ", and %u more with the row%s above", row->together, before == 1 ? "" : "s");
    g_string_append_printf(text, "%s%s", *lines ? ", and " : "", lines);
    return g_string_free(text, FALSE);
}

char *report_wanted_words(const ReportRow *row, guint missing, guint before)
{
    g_autofree char *gain = report_wanted_gain(row, missing, before);
    return g_strdup_printf("wanted: %s", gain);
}

const char *report_truth_word(guint8 truth)
{
    return truth == HTOL_TRUE ? "true" : truth == HTOL_FALSE ? "false" : "-";
}

char *report_conditions_words(const ReportFile *file, const ReportFunction *function, guint32 decision,
                              const guint8 *vector)
{
    guint32 conditions = function->function->decisions[decision].conditions;
    GString *words = g_string_new(NULL);
    for (guint32 i = 1; conditions > 1 && i <= conditions; i++) {
        if (vector[i] != HTOL_TRUE && vector[i] != HTOL_FALSE)
            continue;
        g_autofree char *text = report_spelling(file, function, decision, i);
        g_autofree char *quote = report_quoted(text);
        g_string_append_printf(words, "%s%s %s", words->len > 0 ? ", " : " by ", quote, report_truth_word(vector[i]));
    }
    return g_string_free(words, FALSE);
}
