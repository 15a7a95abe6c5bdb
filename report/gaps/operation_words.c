/* Words what operations lack; see operation_words.h. */
#include "report/gaps/operation_words.h"

#include <string.h>

#include "report/gaps/mutant_words.h"
#include "report/gaps/spelling.h"

/* The text of the operation that an objective is about, and what its text says behind that. */
static const char *operation_of(const ReportFunction *function, const HtolObjective *what, const char **rest)
{
    const char *text = function->function->operations[what->site.index].text;
    gsize length = strlen(text);
    gboolean is_prefix = strncmp(what->text, text, length) == 0 && strncmp(what->text + length, ": ", 2) == 0;
    *rest = is_prefix ? what->text + length + 2 : what->text;
    return text;
}

ReportGapItem report_sign_item(ReportWords *words, const ReportFunction *function, const ReportObjective *objective)
{
    static const char only[] = "it was only ";
    const char *rest;
    g_autofree char *text = report_without_idle(operation_of(function, objective->objective, &rest));
    g_autofree char *why = report_why(words, function, objective);
    g_autofree char *quote = report_quoted(text);
    if (strcmp(why, "it was never evaluated") == 0)
        return (ReportGapItem){.text = g_strdup_printf("%s never evaluated", quote)};
    if (strcmp(why, "it was only not null") == 0)
        return (ReportGapItem){.text = g_strdup_printf("%s never null", quote)};
    return (ReportGapItem){.text = g_str_has_prefix(why, only)
                                       ? g_strdup_printf("%s only ever %s", quote, why + strlen(only))
                                       : g_strdup_printf("%s never %s", quote, rest)};
}

ReportGapItem report_mutant_item(ReportWords *words, const ReportFunction *function, const ReportObjective *objective)
{
    const ReportMutant *mutant = report_mutant_of(function, objective->objective);
    const char *rest;
    (void)words;
    if (mutant)
        return report_changed_item(mutant->change->before, mutant->change->after);
    g_autofree char *text = report_without_idle(operation_of(function, objective->objective, &rest));
    if (strcmp(rest, "deleted") == 0)
        return report_changed_item(text, "");
    if (g_str_has_suffix(rest, " for it")) {
        g_autofree char *changed = g_strndup(rest, strlen(rest) - strlen(" for it"));
        g_autofree char *plain = report_without_idle(changed);
        return report_changed_item(text, plain);
    }
    g_autofree char *quote = report_quoted(text);
    return (ReportGapItem){.text = g_strdup_printf("%s in %s", rest, quote)};
}
