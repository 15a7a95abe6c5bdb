/* Words mutants; see mutant_words.h. */
#include "report/gaps/mutant_words.h"

#include <string.h>

#include "htol/base/plain.h"
#include "report/gaps/spelling.h"
#include "report/model/file_lines.h"

enum { MOST_NAMES = 3, MOST_NOTICED = 3 };

const char report_lacks_assertion[] = "a test lacks an assertion";

/* ---- changes ---- */

ReportGapItem report_changed_item(const char *before, const char *after)
{
    g_autofree char *quote = report_quoted(before), *other = *after ? report_quoted(after) : NULL;
    return (ReportGapItem){.text =
                               other ? g_strdup_printf("%s -> %s", quote, other) : g_strdup_printf("%s deleted", quote),
                           .before = g_strdup(before),
                           .after = g_strdup(after)};
}

/* ---- who ran with it ---- */

/* Tests that ran with it and did not fail, of whom one may be the command that stands for all: "first, second and 3
 * more". To be freed. */
static char *passed_names(const ReportMutant *mutant)
{
    GString *names = g_string_new(NULL);
    guint n = 0;
    for (guint i = 0; i < mutant->n_trials; i++) {
        const HtolTrial *trial = mutant->trials[i];
        if (trial->end != HTOL_TRIAL_PASSED || n++ >= MOST_NAMES)
            continue;
        g_autofree char *plain = htol_plain(*trial->test ? trial->test : "the command");
        g_string_append_printf(names, "%s%s", n > 1 ? ", " : "", plain);
    }
    if (n > MOST_NAMES)
        g_string_append_printf(names, " and %u more", n - MOST_NAMES);
    return g_string_free(names, FALSE);
}

/* To be freed. */
static char *note_of(const ReportMutant *mutant)
{
    g_autofree char *names = passed_names(mutant);
    return g_strdup_printf("ran with it and did not fail: %s", names);
}

static const char *end_words(const HtolTrial *trial, GString *scratch)
{
    static const char *const words[HTOL_TRIAL_ENDS] = {[HTOL_TRIAL_FAILED] = "exit status",
                                                       [HTOL_TRIAL_KILLED] = "signal",
                                                       [HTOL_TRIAL_LATE] = "too late",
                                                       [HTOL_TRIAL_LIMITED] = "too much memory, output or processes"};
    gboolean numbered = trial->end == HTOL_TRIAL_FAILED || trial->end == HTOL_TRIAL_KILLED;
    g_string_printf(scratch, numbered ? "%s %u" : "%s", words[trial->end], trial->status);
    return scratch->str;
}

char *report_mutant_noticed(const ReportMutant *mutant)
{
    GString *names = g_string_new(NULL);
    g_autoptr(GString) scratch = g_string_new(NULL);
    guint n = 0;
    for (guint i = 0; i < mutant->n_trials; i++) {
        const HtolTrial *trial = mutant->trials[i];
        if (!htol_trial_is_noticed(trial) || n++ >= MOST_NOTICED)
            continue;
        g_autofree char *plain = htol_plain(*trial->test ? trial->test : "the command");
        g_string_append_printf(names, "%s%s (%s)", n > 1 ? ", " : "", plain, end_words(trial, scratch));
    }
    if (n > MOST_NOTICED)
        g_string_append_printf(names, " and %u more", n - MOST_NOTICED);
    return g_string_free(names, FALSE);
}

/* ---- changes of lines ---- */

/* Whether the source says there what the row says is changed, white space apart: it may be hidden in a macro. */
static gboolean is_spelled(const char *text, gsize size, const char *before)
{
    for (gsize i = 0; i < size; i++) {
        if (g_ascii_isspace(text[i]))
            continue;
        before += strspn(before, " ");
        if (*before++ != text[i])
            return FALSE;
    }
    return before[strspn(before, " ")] == '\0';
}

/* Whether an expression that ends nowhere before could begin behind `size` bytes: behind a parenthesis, `=`, `return`.
 */
static gboolean opens(const char *line, gsize size)
{
    while (size > 0 && g_ascii_isspace(line[size - 1]))
        size--;
    if (size == 0)
        return FALSE;
    if (line[size - 1] == '=')
        return size > 1 && !strchr("=!<>", line[size - 2]);
    return strchr("([{,", line[size - 1]) || (size >= 6 && strncmp(line + size - 6, "return", 6) == 0);
}

static char first_behind(const char *line, gsize size, gsize at)
{
    while (at < size && g_ascii_isspace(line[at]))
        at++;
    return at < size ? line[at] : '\0';
}

/* Whether an operator of `after` might seem to belong to what stands beside. */
static gboolean needs_parentheses(const char *line, gsize size, gsize begin, gsize end, const char *after)
{
    char behind = first_behind(line, size, end);
    return strchr(after, ' ') && !(opens(line, begin) && behind && strchr(")]},;", behind));
}

/* Replaces what is changed, and how, by lines of source, if it stands in one line of the function's file. */
static void set_lines(const ReportFile *file, const HtolRowChange *row, ReportGapItem *item)
{
    gsize size;
    const char *line = row->file == 0 ? report_file_line(file, row->line, &size) : NULL;
    gsize begin = row->column - 1, end = row->end_column - 1;
    if (!line || row->line != row->end_line || row->column == 0 || begin > end || end > size || !*row->after ||
        !is_spelled(line + begin, end - begin, row->before))
        return;
    gboolean wrapped = needs_parentheses(line, size, begin, end, row->after);
    GString *after = g_string_new_len(line, (gssize)begin);
    g_string_append_printf(after, wrapped ? "(%s)" : "%s", row->after);
    g_string_append_len(after, line + end, (gssize)(size - end));
    g_free(item->before);
    g_free(item->after);
    item->before = g_strstrip(g_utf8_make_valid(line, (gssize)size));
    item->after = g_strstrip(g_utf8_make_valid(after->str, (gssize)after->len));
    g_string_free(after, TRUE);
}

ReportGapItem report_change_item(const ReportFile *file, const ReportFunction *function,
                                 const ReportObjective *objective)
{
    const ReportMutant *mutant = report_mutant_of(function, objective->objective);
    const HtolRowChange *row = &function->function->changes[objective->objective->site.index];
    ReportGapItem item = report_changed_item(row->before, row->after);
    set_lines(file, row, &item);
    item.note = note_of(mutant);
    return item;
}

/* ---- sentences ---- */

char *report_change_phrase(const GArray *items)
{
    if (items->len == 1)
        return g_strdup_printf("no test notices %s", g_array_index(items, ReportGapItem, 0).text);
    return g_strdup_printf("no test notices %u changes", items->len);
}

static gboolean have_one_note(const GArray *items)
{
    const char *first = g_array_index(items, ReportGapItem, 0).note;
    for (guint i = 1; i < items->len; i++)
        if (strcmp(g_array_index(items, ReportGapItem, i).note, first) != 0)
            return FALSE;
    return TRUE;
}

char *report_change_sentence(const GArray *items, const char *list)
{
    const char *note = have_one_note(items) ? g_array_index(items, ReportGapItem, 0).note : NULL;
    return g_strdup_printf("%s%s%s; %s", list, note ? "; " : "", note ? note : "", report_lacks_assertion);
}

char *report_mutant_why(const ReportFunction *function, const HtolObjective *objective)
{
    const ReportMutant *mutant = report_mutant_of(function, objective);
    if (!mutant)
        return NULL;
    if (mutant->state == REPORT_MUTANT_UNREACHED)
        return g_strdup("no test's run differs with it; a test is lacking");
    g_autofree char *note = note_of(mutant);
    return g_strdup_printf("%s; %s", note, report_lacks_assertion);
}

char *report_mutant_step(const ReportFunction *function, const ReportObjective *objective, guint others)
{
    const ReportMutant *mutant = report_mutant_of(function, objective->objective);
    if (!mutant)
        return NULL;
    ReportGapItem item = report_changed_item(mutant->change->before, mutant->change->after);
    g_autofree char *text = item.text;
    g_free(item.before);
    g_free(item.after);
    g_autofree char *more = others == 0   ? g_strdup("")
                            : others == 1 ? g_strdup(", nor another change of this line")
                                          : g_strdup_printf(", nor %u other changes of this line", others);
    return mutant->state == REPORT_MUTANT_UNREACHED
               ? g_strdup_printf("no test's run differs with %s%s: a test is lacking", text, more)
               : g_strdup_printf("no test notices %s%s: %s", text, more, report_lacks_assertion);
}
