/* Words what comparisons lack near their limits; see limits.h. */
#include "report/gaps/limits.h"

#include <string.h>

#include "report/gaps/spelling.h"

enum { LESS = 1, EQUAL = 2, GREATER = 4, ALL = LESS | EQUAL | GREATER };

/* What an objective wants of the left operand; LIMIT is content with any of the three. */
static guint sides_of(const HtolObjective *what)
{
    if (what->criterion == HTOL_CRIT_limit)
        return ALL;
    return g_str_has_suffix(what->text, ": equal")         ? EQUAL
           : g_str_has_suffix(what->text, ": less by one") ? LESS
                                                           : GREATER;
}

/* All that the objectives want of one comparison. */
static guint sides_wanted(const GPtrArray *objectives, guint32 operation)
{
    guint sides = 0;
    for (guint i = 0; i < objectives->len; i++) {
        const ReportObjective *objective = objectives->pdata[i];
        sides |= objective->objective->site.index == operation ? sides_of(objective->objective) : 0;
    }
    return sides;
}

static char *item_text(const ReportFunction *function, guint32 operation, guint sides)
{
    static const char *const words[] = {"one less", "equal", "one more"};
    g_autofree char *plain = report_without_idle(function->function->operations[operation].text);
    g_autofree char *quote = report_quoted(plain);
    GString *text = g_string_new(quote);
    const char *between = ": ";
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (!(sides & 1u << i))
            continue;
        gboolean is_last = sides >> (i + 1) == 0;
        g_string_append_printf(text, "%s%s", is_last && *between == ',' ? " and " : between, words[i]);
        between = ", ";
    }
    return g_string_free(text, FALSE);
}

/* Whether an objective before this one is about the same comparison. */
static gboolean is_known(const GPtrArray *objectives, guint at)
{
    const ReportObjective *objective = objectives->pdata[at];
    for (guint i = 0; i < at; i++)
        if (((const ReportObjective *)objectives->pdata[i])->objective->site.index == objective->objective->site.index)
            return TRUE;
    return FALSE;
}

const char *report_limit_items(const ReportFunction *function, const GPtrArray *objectives, GArray *items)
{
    guint all = 0;
    gboolean far = FALSE;
    for (guint i = 0; i < objectives->len; i++) {
        guint32 operation = ((const ReportObjective *)objectives->pdata[i])->objective->site.index;
        if (is_known(objectives, i))
            continue;
        guint sides = sides_wanted(objectives, operation);
        ReportGapItem item = {.text = item_text(function, operation, sides)};
        g_array_append_val(items, item);
        all |= sides;
        far |= sides == ALL;
    }
    return far ? "never near its limit" : all & EQUAL ? "never at its limit" : "never on both sides of its limit";
}
