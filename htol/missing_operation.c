/* Words for classes of operations; see missing_operation.h. */
#include "htol/missing_operation.h"

static const char *relation_word(const HtolRowOperation *row, guint32 k)
{
    static const char *const words[] = {"less",           "less by one", "equal",
                                        "greater by one", "greater",     "unordered"};
    gboolean ordered = !(row->impossible >> HTOL_RELATION_GREATER & 1);
    gboolean equality = row->operator== HTOL_OPERATOR_EQ || row->operator== HTOL_OPERATOR_NE;
    return k == HTOL_RELATION_LESS && equality && !ordered ? "unequal" : words[k];
}

static const char *word_of(const HtolRowOperation *row, guint32 k)
{
    static const char *const signs[] = {"negative", "0", "positive", "NaN"};
    return row->kind == HTOL_OPERATION_SIGN ? signs[k] : relation_word(row, k);
}

static void append_classes(const HtolRowOperation *row, HtolEnvs envs, GString *out)
{
    for (guint i = 0; i < envs.rows; i++)
        for (guint32 k = 0; k < envs.columns; k++)
            if (envs.values[(gsize)i * envs.columns + k] == HTOL_TRUE)
                g_string_append_printf(out, "%s %s", i > 0 ? "," : "", word_of(row, k));
}

void htol_missing_operation_append(HtolObserved *observed, const HtolObjective *objective, GString *out)
{
    const HtolRowOperation *row = &htol_observed_function(observed)->operations[objective->site.index];
    HtolEnvs envs = htol_observed_at(observed, objective->site);
    if (row->kind != HTOL_OPERATION_RELATION && row->kind != HTOL_OPERATION_SIGN)
        return;
    if (envs.rows == 0) {
        g_string_append(out, "it was never evaluated");
        return;
    }
    g_string_append(out, row->kind == HTOL_OPERATION_SIGN ? "it was only" : "the left operand was only");
    append_classes(row, envs, out);
}
